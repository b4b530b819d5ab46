"""What the playout loop is handed: named tuples, which compiled code takes apart for nothing. Free of numba, as the plan of a run is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcli.tally_parts import Figures, Totals

# What the first number of `status` says.
OK, BAD_CHOICE, SCORE_OUT_OF_RANGE, OVERFLOW, GIVEN_UP, NO_ACTIONS = range(6)

RAISED = -(1 << 40)
"""What a user's function returns in place of an index when it raised an exception."""

STUCK = -(1 << 41)
"""What a search returns in place of an index when a playout came to a position without legal actions."""

# Columns of `totals`, and rows of `figure`, as `tally_parts` declares them.
DEALS, GAMES, ROUNDS, DECISIONS, SHARED_VICTORIES, CAPPED, WINNING_SCORE, MARGIN, STALLED, FORCED, UNENDED_DECISIONS = range(
    len(Totals._fields)
)
FIGURE_ROUNDS, FIGURE_WINNING_SCORE, FIGURE_MARGIN, FIGURE_SHARED_VICTORIES = range(len(Figures._fields))

# Columns of `records`.
RECORD_DEAL, RECORD_ROTATION, RECORD_SEAT, RECORD_PLACE, RECORD_STRATEGY, RECORD_SHARE, RECORD_ROUNDS = range(7)
RECORD_DECISIONS, RECORD_ENDED = 7, 8
RECORD_FIXED = 9


class Strategies(NamedTuple):
    """Strategies as the playout loop takes them (`lineup.pack_strategies`).

    records: one a strategy; functions: pointers to those of users' files; fill: pointer to what fills the matrix of features;
    search: pointer to what chooses for search players and learned ones; models: int32, what the learned ones have learned
    (`models.pack_models`).
    """

    records: Any
    functions: Any
    fill: Any
    search: Any
    models: Any


class Match(NamedTuple):
    """Deals [first_deal, first_deal + n_deals) and what all of them have in common.

    mode: of the tables, MIXED, MIRROR, FIXED or DRAWN; fixed: of fixed tables int64[line-ups * seats], the strategy of each seat, in one
    line-up for all deals or several that the deals take in turn; of drawn ones int64[strategies], the weights of a field summed up;
    max_decisions: where a game is cut off; score_low: score of the first bin of the
    histograms; kinds: int64[items], number of each item's kind;
    by_strategy: int64[items counted by strategy], their numbers; offer_pairs: int64[pairs, 2], items dealt in the same packs;
    held_pairs: int64[pairs, 2], items whose copies held are judged together, each with itself among them; held_items: int64[items], these;
    terms: int64[terms, 4], the `Term`s of a regression on copies held, where pairs are asked about; asked: of a player who
    is denied items in turn, or must take them, the seat, or -1 less the number of the strategy; asked_items: int64[items], these; trail:
    where a coverage run follows positions (engine.undone), else None.
    """

    seed: np.uint64
    first_deal: int
    n_deals: int
    mode: int
    fixed: NDArray[np.int64]
    n_players: int
    max_decisions: int
    score_low: int
    kinds: NDArray[np.int64]
    by_strategy: NDArray[np.int64]
    offer_pairs: NDArray[np.int64]
    held_pairs: NDArray[np.int64]
    held_items: NDArray[np.int64]
    terms: NDArray[np.int64]
    asked: int = 0
    asked_items: NDArray[np.int64] = np.zeros(0, np.int64)
    trail: Any = None


# Columns of the facts of `Waiting`.
GAME_DEAL, GAME_ROTATION, GAME_OVER, GAME_FIRST, GAME_ROUNDS, GAME_DECISIONS, GAME_FORCED = range(7)
GAME_FACTS = 7


class Waiting(NamedTuple):
    """Games that are over and wait to be counted: of whole deals, each in its rotations.

    facts: int64[games, GAME_FACTS]; seats: int64[games, players], the strategies; share: int32[games, players], in sixtieths; standing:
    int32[games, players, or 0 where nobody asks for finishing orders]; total: int64[games, players], points in all; points:
    int32[games, players, categories]; held: int32[games, players, items, 2], copies offered and held at the end.
    """

    facts: NDArray[np.int64]
    seats: NDArray[np.int64]
    share: NDArray[np.int32]
    standing: NDArray[np.int32]
    total: NDArray[np.int64]
    points: NDArray[np.int32]
    held: NDArray[np.int32]


class Counting(NamedTuple):
    """What counts games: the `Sums` they are added to, room for those that wait, and a pointer to what adds them
    (`counting.count_waiting`), which knows no game and is compiled once for all."""

    sums: Any
    waiting: Waiting
    count: Any


# Columns of the rows of `Came`: of a game its deal and rotation, decisions, legal actions in all and most at once, how it stands (`over`),
# how many seats share the win, the lowest and the highest score, and the key of its last position.
CAME_DEAL, CAME_ROTATION, CAME_DECISIONS, CAME_LEGAL, CAME_MOST, CAME_OVER, CAME_WINNERS, CAME_LOW, CAME_HIGH, CAME_KEY = range(10)
CAME_COLUMNS = 10


class Came(NamedTuple):
    """What came in the games of a coverage run, by strategy; all int64.

    games: [strategies], player-games; asked: [strategies, decisions, 2], decisions with one legal action and with several; undone:
    [strategies, decisions], those undone in the same turn; fired: [strategies, effects, 2], times and player-games; items: [strategies,
    items, 2], copies offered and held at the end; points: [strategies, categories, 2], points and player-games with any; rows: [games,
    CAME_COLUMNS], or of length 0 for none.
    """

    games: NDArray[np.int64]
    asked: NDArray[np.int64]
    undone: NDArray[np.int64]
    fired: NDArray[np.int64]
    items: NDArray[np.int64]
    points: NDArray[np.int64]
    rows: NDArray[np.int64]


class Course(NamedTuple):
    """Where `follow_batch` writes how games went, each played `plays` times.

    spare: states of their own, for scoring; rows: int64[deals * rotations * plays, COLUMNS + SEAT_COLUMNS * players], zeros;
    standings: int32[max_decisions + 1, players], of one game; low, high: the points a standing may have.
    """

    spare: Any
    rows: NDArray[np.int64]
    plays: int
    standings: NDArray[np.int32]
    low: int
    high: int


class Rest(NamedTuple):
    """What `play_on` plays of decisions, each in a number of worlds, and where it writes.

    first: number of the first world; all: 1 where worlds are played too in which the strategy takes the same action again;
    max_decisions: where a game is cut off; actions: uint32[decisions], what was taken; keys: uint64[decisions], of their worlds;
    kinds: int8[decisions, worlds], what each was; out: int32[decisions, worlds, 2, seats, 2], zeros: share in sixtieths and points.
    """

    first: int
    all: int
    max_decisions: int
    actions: NDArray[np.uint32]
    keys: NDArray[np.uint64]
    kinds: NDArray[np.int8]
    out: NDArray[np.int32]


class Look(NamedTuple):
    """How `look_batch` looks ahead, and where it writes.

    spare: states of their own, for playing on; records: of the strategies that play on; tried: most actions that are tried, the one taken
    among them; worlds: how many choose the best, an even number, or 0 where only positions are asked for; judging: how many judge it, or 0;
    max_decisions: where a game is cut off; values: int64[2, tried, 2], of each half of the worlds, action and measure; out: int32[seats,
    2]; rows: int64[deals * rotations, LOOK_COLUMNS + players], zeros; positions: state records, as many as rows or none; actions:
    int64[rows or 0, tried, ACTION_COLUMNS + features + twice the columns of `Game.context`], zeros, where `Strategies.fill` is
    there.
    """

    spare: Any
    records: Any
    tried: int
    worlds: int
    judging: int
    max_decisions: int
    values: NDArray[np.int64]
    out: NDArray[np.int32]
    rows: NDArray[np.int64]
    positions: Any
    actions: NDArray[np.int64]
