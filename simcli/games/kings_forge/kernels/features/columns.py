"""Numbers of the feature columns by name, from GAME.decisions."""

from __future__ import annotations

from simcli.games.columns import kings_forge as c
from simcli.games.kings_forge import state as S

# Columns of a gather turn; the gains stand in the order of the colours, what is brought in the order of BRINGS.
PASS, FIRST_PASS, GAINS_METAL, GAINS_WOOD = c.GATHER_PASS, c.GATHER_FIRST_PASS, c.GATHER_METAL, c.GATHER_WOOD
GAINS_GEM, GAINS_MAGIC, LACKS, GROWTH = c.GATHER_GEM, c.GATHER_MAGIC, c.GATHER_LACKS, c.GATHER_GROWTH
BURNS, BURNS_DEAR, TIES, ODDS = c.GATHER_BURNS, c.GATHER_BURNS_DEAR, c.GATHER_TIES, c.GATHER_ODDS
PIPS, REROLLS, ONES, WAKES = c.GATHER_PIPS, c.GATHER_REROLL, c.GATHER_ONES, c.GATHER_WAKES
SIX, LIBRARIES, CEMETERIES, DOCK = c.GATHER_TOKEN, c.GATHER_LIBRARY, c.GATHER_CEMETERY, c.GATHER_DOCK
DENIES, IDLE = c.GATHER_DENIES, c.GATHER_IDLE
# Columns of a payment, the dice in the order of the colours.
PAY_METAL, PAY_WOOD, PAY_GEM, PAY_MAGIC = c.PAY_METAL, c.PAY_WOOD, c.PAY_GEM, c.PAY_MAGIC
PAY_LIBRARY, BURNS_IT, PAY_ODDS, PAY_LACKS = c.PAY_LIBRARY, c.PAY_BURNS, c.PAY_ODDS, c.PAY_LACKS
# Columns of a craft or steal.
ENDS_TURN, CRAFTS, STEALS, RANK = c.CRAFT_STOP, c.CRAFT_CRAFT, c.CRAFT_STEAL, c.CRAFT_RANK
DICE, FINISHES, LEADS, FROM_LEADER = c.CRAFT_DICE, c.CRAFT_FINISHES, c.CRAFT_LEADS, c.CRAFT_FROM_LEADER
CRAFT_EXPOSED, BLOCKS, ALLOWS = c.CRAFT_EXPOSED, c.CRAFT_BLOCKS, c.CRAFT_ALLOWS
# Columns of a die to place.
SURPLUS, PROTECTS, KEEPS, WILD = c.PLACE_SURPLUS, c.PLACE_PROTECTS, c.PLACE_KEEPS, c.PLACE_WILD
PLACE_EXPOSED = c.PLACE_EXPOSED
# Columns of abilities, targets, marks; all three have the same.
USES, ENABLES, CLOSER, HIGH = c.MODIFY_USE, c.MODIFY_ENABLES, c.MODIFY_CLOSER, c.MODIFY_HIGH
LOW, RISKS, WASTES, REACHES = c.MODIFY_LOW, c.MODIFY_RISKS, c.MODIFY_WASTES, c.MODIFY_REACHES
MOST_MISSING = S.ROW - 1
"""Missing dice of a colour that count, per card."""
AHEAD = 2
"""Cards of the queue that plans look at besides the display."""

assert PAY_METAL + S.MAGIC == PAY_MAGIC
assert GAINS_METAL + S.WOOD == GAINS_WOOD
assert PIPS + len(S.BRINGS) == DOCK
