"""What the playout loop is handed: named tuples, which compiled code takes apart for nothing. Free of numba, as the plan of a run is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# What the first number of `status` says.
OK, BAD_CHOICE, SCORE_OUT_OF_RANGE, OVERFLOW = 0, 1, 2, 3

RAISED = -(1 << 40)
"""What a user's function returns in place of an index when it raised an exception."""

# Columns of `totals`.
DEALS, GAMES, ROUNDS, DECISIONS, TIES, CAPPED, WINNING_SCORE, MARGIN, STALLED, FORCED = range(10)

# Columns of `records`.
RECORD_DEAL, RECORD_ROTATION, RECORD_SEAT, RECORD_PLACE, RECORD_STRATEGY, RECORD_SHARE, RECORD_ROUNDS = range(7)
RECORD_DECISIONS, RECORD_ENDED = 7, 8
RECORD_FIXED = 9


class Strategies(NamedTuple):
    """Strategies as the playout loop takes them (`lineup.pack_strategies`): one record each, and the functions of users' files."""

    records: Any
    functions: Any


class Match(NamedTuple):
    """Deals [first_deal, first_deal + n_deals) and what all of them have in common.

    mode: of the tables, MIXED, MIRROR or FIXED; fixed: int64[seats], strategy of each seat of fixed tables; max_decisions: where a game
    is cut off; score_low: score of the first bin of the histograms; kinds: int64[items], number of each item's kind.
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


class RatioRows(NamedTuple):
    """First row of each ratio part of a tally among all ratio rows (see sim.tally)."""

    strategy_share: int
    strategy_score: int
    seat_share: int
    place_share: int
    place_score: int
    place_category: int
    place_held: int
    figure: int
    item_if_offered: int
    item_if_held: int
    item_if_not_held: int
    item_offered_slope: int
    item_held_slope: int


class Sums(NamedTuple):
    """A tally as the playout loop adds to it: int64 views of its parts, with all ratio parts as one.

    ratios: [rows, 5]; counts, values: [rows], what one deal adds up to, zeros between deals.
    """

    rows: RatioRows
    totals: NDArray[np.int64]
    ratios: NDArray[np.int64]
    strategy_score_square: NDArray[np.int64]
    strategy_histogram: NDArray[np.int64]
    strategy_category: NDArray[np.int64]
    item_offered: NDArray[np.int64]
    item_held: NDArray[np.int64]
    item_level_games: NDArray[np.int64]
    item_level_share: NDArray[np.int64]
    counts: NDArray[np.int64]
    values: NDArray[np.int64]
