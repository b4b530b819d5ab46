"""The state of a game of Architects of the West Kingdom: one flat record. Cards are numbers below 56, sets of cards masks of 64 bits."""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER
from simcli.engine.record import described

MAX_PLAYERS = 5

# Amounts of a player. The first 16 are stored in `amount`; what follows is counted when asked for.
CLAY, WOOD, STONE, GOLD, MARBLE, SILVER, VIRTUE, UNPAID, PAID, LEVEL, PRISON, SUPPLY, CARDS, BUILDINGS, CAPTURED, HELD = range(16)
STORED = 16
CARPENTRY, TILING, MASONRY, BASIC = range(16, 20)
"""Own apprentices with a skill; clay, wood and stone together."""
POINTS = 20
"""Only at the end: points of buildings."""
GOODS = 5
"""Kinds of goods, from clay to marble (AW-G01)."""
PURSE = 6
"""Goods and silver."""
SKILLS = 3

# Open locations in the order of the board (AW-A00).
QUARRY, FOREST, SILVERSMITH, MINES, STOREHOUSE, WORKSHOP, TOWN_CENTRE, TAX_STAND, GUARDHOUSE = range(9)
LOCATIONS = 9
GROUPS = LOCATIONS * MAX_PLAYERS
"""Group of colour c at location l: bit 5l + c."""
ALL_GROUPS = (1 << GROUPS) - 1
LEFT, MIDDLE, RIGHT = range(3)
"""Black Market spaces (AW-A09)."""
SPACES = 3

# Where a worker can be placed.
(
    TO_QUARRY,
    TO_FOREST,
    TO_SILVERSMITH,
    TO_CLAY,
    TO_GOLD,
    TO_STOREHOUSE,
    TO_HIRE,
    TO_DRAW,
    TO_TOWN_CENTRE,
    TO_TAX_STAND,
    TO_LEFT,
    TO_MIDDLE_HIRE,
    TO_MIDDLE_DRAW,
    TO_RIGHT,
    TO_GUARDHOUSE,
    TO_GUILDHALL,
) = range(16)
PLACES = 16

# Codes of a worker taken back: an open location, a captor, the Prison, a Black Market space.
BACK_CAPTOR = LOCATIONS
BACK_PRISON = BACK_CAPTOR + MAX_PLAYERS
BACK_MARKET = BACK_PRISON + 1
TAKE_DEBT, PAY_SILVER = range(2)
DESTROY_DEBT, KEEP_DEBT = range(2)
LESS_WOOD, LESS_STONE = 1, 2
"""Prices of buildings: in full, a wood less, a stone less (AW-PB06)."""

# Codes at the Guardhouse (AW-A10).
SEND, RELEASE_ALL, RANSOM_SILVER, RANSOM_DEBT, PAY_OFF = range(5)

# Codes of the King's Storehouse: mixes of goods to be paid, in the order of the tables, then trades of apprentices.
MAX_MIXES = 24
FIRST_TRADE = MAX_MIXES
MAX_TRADES = 32

CATHEDRAL_CODE = 61
"""Project: the Cathedral; buildings are their cards' numbers."""
RANSOM_CODE = 61
"""Capture of the Barracks: a ransom in its place."""
FARA_CODE = 61
"""Ability of a reset: that of the player board; others are their cards' numbers."""
STOP = 62
"""Code of `stop` and `decline`."""

# Cards.
MAX_CARDS = 56
"""Apprentices, and buildings, of the box."""
RING = 64
"""Decks are rings: cards put under a deck stand behind the last one."""
RING_MASK = RING - 1
MAX_REWARDS = 32
MAX_MARKET = 16
MAX_BOARDS = 16
ROWS, COLUMNS = 2, 4
DISPLAY = ROWS * COLUMNS
"""Face-up apprentices: place 4r + c."""
PACKET = 8
"""Room for the cards of a packet."""
DRAWN = 8
"""Room for the cards drawn to keep one of."""
NO_CARD = 255
NONE = 255
NO_ITEM = 0xFFFF
MAX_LEVELS = 8
FRACTION = 32
"""Reciprocals of the tables have so many bits behind the point."""
TRACK = 15
"""Positions of the virtue track."""
MAX_COLUMNS, HALL_ROWS = 6, 4

# Rows of effects: kind, a, b, c, next (docs/architecture.md, "Effects as data rows").
MAX_ROWS = 384
NOTHING, GAIN, LOSE, PAY, COUNT, IF, MOST, EACH, RELEASE, CHOOSE, FORGIVE, DISCARD, LET_GO, CAPTURING, HIRING, AGAIN = range(16)
"""What they do: see kernels/effects.py. From CHOOSE on they ask."""

# When rows start: of apprentices and boards, then of buildings.
(
    AT_QUARRY,
    AT_FOREST,
    AT_SILVERSMITH,
    AT_MINES,
    AT_TAX_STAND,
    AT_MARKET,
    AT_CATHEDRAL,
    AT_DEBT_PAID,
    AT_SENDING,
    AT_RESET,
    AT_STOREHOUSE,
    WHEN_BUILT,
    END_VIRTUE,
    END_POINTS,
) = range(14)
TRIGGERS = 14
BONUS_TRIGGERS = AT_MARKET + 1
"""Those at which apprentices add goods to what a placement brings."""

# Standing numbers: the first ones are of apprentices and boards, the others of boards only.
(
    CAPTURE_SILVER,
    MARKET_VIRTUE,
    MARKET_SILVER,
    TAX_STAND_VIRTUE,
    STOREHOUSE_WORKERS,
    TAX_LESS,
    HIRE_SILVER,
    APPRENTICE_ROOM,
    NO_SACRIFICE,
    INTERCHANGEABLE,
    SAVING_GOODS,
    DEBT_SILVER,
) = range(12)
STANDINGS = 12
APPRENTICE_STANDINGS = 5

# Where kinds of rows, triggers and standing numbers begin in GAME.effects.
ROW_EFFECTS = -GAIN
TRIGGER_EFFECTS = ROW_EFFECTS + AGAIN + 1
STANDING_EFFECTS = TRIGGER_EFFECTS + TRIGGERS

# What waits on the stack: a row of effects, or a step of the rules.
FIRST_STEP = 1024
(
    DO_FIRST_APPRENTICE,
    DO_DRAFT,
    DO_END_TURN,
    DO_STORE,
    DO_CAPTURES,
    DO_GUARD,
    DO_HIRING,
    DO_TAKE,
    DO_OVER_LIMIT,
    DO_KEEP,
    DO_GOODS,
    DO_TAX,
    DO_CRANE,
    DO_PROJECT,
    DO_MIX,
    DO_CATHEDRAL_CARD,
    DO_CATHEDRAL,
    DO_LESS,
    DO_VISIT_END,
    DO_RANSOM,
    DO_VIRTUE,
    DO_DEBTS,
    DO_ABILITIES,
    DO_PENALTY,
    DO_RESET_DEBT,
    DO_SCORE,
) = range(FIRST_STEP, FIRST_STEP + 26)
STACK = 64
MAX_ENDINGS = 12
"""Buildings that gain virtue at the end: every set of them is tried (AW-P01)."""

# Phases: positions in GAME.decisions.
(
    FIRST_APPRENTICE,
    DRAFT,
    PLACE,
    TAKE_BACK,
    HIRE,
    DISMISS,
    KEEP,
    STORE,
    CAPTURE,
    GUARD,
    PROJECT,
    MIX,
    SACRIFICE,
    CHOICE,
    FORGIVING,
    LIBRARY,
    CRANE,
    LIMIT,
    DEBT,
    SAVING,
    DESTROY,
    CAPTOR,
    ABILITY,
) = range(23)

MAX_ACTIONS = 68
"""64 codes, and room for what `list_bits` writes behind the last one."""
MAX_CATEGORIES = 8
MAX_ITEMS = 256

u1, u2, u4, u8, i4 = np.uint8, np.uint16, np.uint32, np.uint64, np.int32

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        ("legal", u8, "legal actions as a mask of codes; 0 when they must be found"),
        # players
        ("amount", i4, (MAX_PLAYERS, STORED), "goods, silver, virtue, debts, level, workers by place, cards in hand, buildings, by seat"),
        ("power", u1, (MAX_PLAYERS, STANDINGS), "standing numbers of the player board"),
        ("board", u1, (MAX_PLAYERS,), "player board by seat: row of the tables, 0 for the standard side"),
        ("apprentices", u8, (MAX_PLAYERS,), "own apprentices as a mask of cards"),
        ("hand", u8, (MAX_PLAYERS,), "building cards in hand as a mask; hidden from others"),
        ("built", u8, (MAX_PLAYERS,), "constructed buildings as a mask of cards"),
        ("printed", u4, (MAX_PLAYERS,), "printed points of them together"),
        # workers
        ("at", u1, (LOCATIONS, MAX_PLAYERS), "workers on open locations by location and seat"),
        ("groups", u8, "the same as a mask: bit 5l + p when seat p has workers at location l"),
        ("crowd", u4, (LOCATIONS,), "workers of all seats by open location"),
        ("captured", u1, (MAX_PLAYERS, MAX_PLAYERS), "captured workers by captor and colour"),
        ("market", u1, (SPACES,), "seat of the worker on each Black Market space, NONE for none"),
        ("hall", u1, (MAX_PLAYERS,), "workers in the Guildhall by seat"),
        ("n_hall", u4, "workers in the Guildhall"),
        # cards
        ("apprentice_deck", u1, (RING,), "face-down apprentices, a ring; hidden"),
        ("apprentice_first", u4, "place of the next card in the ring"),
        ("n_apprentice_deck", u4, "cards in it"),
        ("building_deck", u1, (RING,), "building cards, a ring; hidden"),
        ("building_first", u4, "place of the next card in the ring"),
        ("n_building_deck", u4, "cards in it"),
        ("shown", u1, (DISPLAY,), "face-up apprentices by place, NO_CARD for none"),
        ("coins", u4, (DISPLAY,), "silver on them"),
        ("filled", u4, "places with a face-up apprentice, as a mask"),
        ("rewards", u1, (MAX_REWARDS,), "reward pile in order; hidden"),
        ("n_rewards", u4, "cards of the pile at first"),
        ("next_reward", u4, "cards of it that are gone"),
        ("market_deck", u1, (MAX_MARKET,), "Black Market cards in order; what lies under the top card is hidden"),
        ("n_market", u4, "their number"),
        ("n_turned", u4, "cards that have been turned over onto the right space"),
        ("apprentice_shuffles", u4, "times that two or more apprentices were put under their deck together"),
        ("building_shuffles", u4, "times that two or more buildings were put under their deck together in a market action"),
        ("known_apprentices", u8, "apprentices that were put under their deck, as a mask"),
        ("paired_apprentices", u8, "apprentices put under their deck with the one behind them, in an unknown order, as a mask"),
        ("known_under", u8, (MAX_PLAYERS,), "building cards a seat has put under the deck that are still there, as a mask"),
        # the turn
        ("turns", u4, "turns begun since the drafts"),
        ("tax_stand", u4, "silver on the Tax Stand"),
        ("noted", u8, "apprentices the active player had when the worker was placed (AW-G06)"),
        ("n", u4, "own workers at the location after placing (AW-G04)"),
        ("resets", u4, "Black Market resets so far"),
        ("reset_due", u4, "1 when a Black Market reset comes at the end of the turn"),
        ("triggered", u4, "1 once the last space of the Guildhall is filled (AW-E01)"),
        ("scoring", u4, "1 once the last turn is over (AW-P01)"),
        ("ending", u4, "1 once the turn that filled it is over"),
        ("last_turns", u4, "turns still to be taken once the end is triggered"),
        ("active", u4, "seat whose turn it is"),
        # what is being done
        ("left", u4, "actions, captures, or wood and stone left of what is asked"),
        ("free", u4, "1 when captures or a hiring cost nothing"),
        ("may_stop", u4, "1 when what is asked may be declined"),
        ("may_ransom", u4, "1 when a ransom may take the place of the capture (AW-BL03)"),
        ("places", u1, (LOCATIONS,), "open locations used by the captures of this visit, in the order of first use"),
        ("n_places", u4, "their number"),
        ("captures", u4, "captures made in this visit"),
        ("saved", u4, "silver saved by Conspirators in this visit (GO-10)"),
        ("using", u4, "building being constructed"),
        ("constructed", u4, "buildings constructed in this visit of the Guildhall"),
        ("drawn", u1, (DRAWN,), "building cards drawn to keep one of, in order"),
        ("n_drawn", u4, "their number"),
        ("abilities", u8, "abilities of the reset the seat asked has not resolved, as a mask of codes (GO-11)"),
        ("n_asked", u4, "debts that are asked about, of all seats: the sum of `owed` and `overflow`"),
        ("owed", u1, (MAX_PLAYERS,), "debts a seat is to take or to buy off (AW-PB07)"),
        ("overflow", u1, (MAX_PLAYERS,), "virtue above the track, each of which may destroy a debt (GO-14)"),
        # the stack
        ("pending_row", u2, (STACK,), "rows of effects, or steps of the rules, that wait"),
        ("pending_seat", u1, (STACK,), "seat of each"),
        ("pending_n", i4, (STACK,), "how often; what is left"),
        ("n_pending", u4, "their number"),
        # drafts
        ("packet", u1, (MAX_PLAYERS, PACKET), "building cards a seat chooses from in the draft, in the order dealt; hidden from others"),
        ("n_packet", u1, (MAX_PLAYERS,), "their number"),
        ("step", u4, "apprentices taken or buildings picked in this pass of the draft"),
        ("passes", u4, "passes of the draft done"),
        # counts for the whole game
        ("offered_apprentices", u8, "apprentices that lay face up, as a mask"),
        ("offered_buildings", u8, (MAX_PLAYERS,), "buildings a seat could have kept, as a mask"),
        ("rewards_taken", u1, (MAX_PLAYERS, MAX_REWARDS), "rewards by seat and kind"),
        ("visits", u2, (MAX_PLAYERS, PLACES), "placements by seat and place"),
        ("taken", u2, (MAX_PLAYERS,), "workers of others captured by seat"),
        ("sent", u2, (MAX_PLAYERS,), "workers of others sent to the Prison by seat"),
        ("freed", u2, (MAX_PLAYERS,), "own workers that came back from other players and from the Prison, by seat"),
        ("debts_taken", u2, (MAX_PLAYERS,), "debts taken by seat"),
        ("end_gain", i4, (MAX_ENDINGS,), "scratch of the end: virtue of a seat's buildings, gains in file order"),
        ("end_chosen", i4, (MAX_ENDINGS + 2,), "scratch of the end: virtue in the order it is resolved"),
        ("projects", u8, "projects possible where a worker can be placed, found with `legal`, as a mask of codes"),
        ("level_ahead", u4, "scratch of the features: next level of the Cathedral, 0 if it is closed, found with `projects`"),
        ("lack", u8, "scratch of the features: goods the nearest project lacks, and silver for a hire, a byte a kind"),
        ("due", u8, "scratch of the features: goods the nearest project costs, a byte a kind"),
        ("lack_skills", u4, "scratch of the features: skills it lacks, as a mask"),
        ("lack_goods", i4, "scratch of the features: goods it lacks, all kinds together"),
        ("best_lack", u8, "scratch of the features: goods the worthiest building of the hand lacks, and silver for a hire, likewise"),
        ("best_skills", u4, "scratch of the features: skills it lacks, as a mask"),
        ("wanted", u8, "scratch of the features: goods that all buildings of the hand and the next level lack together, likewise"),
        ("step_lack", u8, "scratch of the features: goods the next level of the Cathedral lacks, likewise"),
        ("near", u4, "scratch of the features: 1 near the end, where points gained at once are wanted"),
        ("amounts_before", i4, (STORED,), "scratch of the features: amounts of a seat before a project that is weighed"),
        ("total", i4, (MAX_PLAYERS,), "scratch of the features: points by seat as things stand, goods included"),
        ("steady", i4, (MAX_PLAYERS,), "scratch of the features: those that do not hang on what others have, by seat"),
        ("steady_kept", u4, "scratch of the features: seats of which these are known, as a mask"),
        ("biggest", i4, (MAX_PLAYERS,), "scratch of the features: workers of the biggest group at an open place, by seat"),
        ("biggest_kept", u4, "scratch of the features: 1 when this is known, 0 when it must be found"),
        ("offers", u1, (SKILLS,), "scratch of the features: places of face-up apprentices with a skill, as a mask, by skill"),
        ("offers_kept", u4, "scratch of the features: 1 when they are known, 0 when they must be found"),
        (
            "bonus_for",
            u8,
            (MAX_PLAYERS,),
            "scratch of the features: all but the apprentices `bonus` was found for, by seat; 0: not known",
        ),
        ("bonus", u8, (MAX_PLAYERS, BONUS_TRIGGERS), "scratch of the features: goods they add by seat and trigger, a byte a kind"),
        ("hand_for", u8, (MAX_PLAYERS,), "scratch of the features: all but the buildings `hand_goods` was found for, by seat, likewise"),
        ("hand_goods", u8, (MAX_PLAYERS,), "scratch of the features: what its buildings cost together by seat, a byte a kind"),
        ("loose", u1, (RING,), "scratch: cards to be shuffled"),
    ]
)

PASSING = ("legal", "projects", "pending_row", "pending_seat", "pending_n")
"""What says nothing of a position: the lists of legal actions and projects, what is left on the stack (engine.undone)."""
