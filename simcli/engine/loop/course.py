"""Columns of what the loops of `simcli feel`, `simcli regret` and of a trace's choices write. Free of numba."""

from __future__ import annotations

from simcli.game import LEAD_POINTS

# Columns of a game that `feel.follow_batch` has followed, before those of its seats.
DEAL, ROTATION, PLAY, FIRST, ROUNDS, DECISIONS, FORCED, FEW, WEIGHED, CLEAR, CHANGES, LAST_ROUND, LAST_DECISION, LATE_LEADER, OVER = range(
    15
)
# The first of as many columns as there are points: how far the leader is ahead, 0 where several are; who that is, NOBODY then.
LEAD = 15
LEADER = LEAD + LEAD_POINTS
COLUMNS = LEADER + LEAD_POINTS
# Columns of a seat, behind them.
STRATEGY, SHARE, SCORE, HALF = range(4)
SEAT_COLUMNS = 4
NOBODY = -1

# Columns of a result of `swings.play_on`.
RESULT_SHARE, RESULT_POINTS = range(2)
TAKEN, ANEW = range(2)
"""Rows of a world: the game with the action taken, and the one with an action chosen again."""

ALIKE, APART, UNENDED, ILLEGAL = range(4)
"""What a world was: both games are one, or two; one of them did not end; the action taken is none there."""

# Columns of a game that `regret.look_batch` has looked at, before those of its seats, which hold the strategy of each.
(
    LOOK_DEAL,
    LOOK_ROTATION,
    CHOICES,
    LOOK_OVER,
    SEAT,
    DECISION,
    TAKES,
    GAIN_SHARE,
    GAIN_POINTS,
    ALIKE_HALVES,
    ALL_HALVES,
    LOOK_PLAYED,
    LOOK_UNENDED,
    LOOK_ROUND,
    LEGAL,
    WON,
    FINAL,
    LOOK_PLACE,
    LOOK_COLUMNS,
) = range(19)
# Columns of an action that was tried there, before its features and what is known of the position
# before and after it: its code, and sums over each half of the worlds.
ACTION, SHARES, LEADS, ACTION_COLUMNS = 0, 1, 3, 5
