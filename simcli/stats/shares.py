"""Win shares of a player from wins counted in deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcli.stats.intervals import interval, share_ratio
from simcli.stats.summary import Interval

Ints = NDArray[np.int64]
DIGITS = 10


def share_row(wins: Ints, players: int) -> tuple[int, ...]:
    """Ratio row (`tally_parts.RATIO`) of one seat's wins in some deals, each with as many games as players."""
    n, total = len(wins), int(wins.sum())
    return n * players, total, n * players**2, players * total, int(wins @ wins)


def share_of(wins: Ints, players: int) -> Interval:
    """Win share of one seat in some deals."""
    return _interval(share_row(wins, players))


def _interval(row: Sequence[int]) -> Interval:
    estimate = share_ratio(row)
    low, high = interval(estimate)
    return Interval(_rounded(low), _rounded(estimate.value), _rounded(high))


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
