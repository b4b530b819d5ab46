"""Win shares of a player from wins counted in deals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simcli.stats.bounds import DIGITS
from simcli.stats.intervals import Estimate, interval, share_ratio
from simcli.stats.summary import Interval

Ints = NDArray[np.int64]


def share_row(wins: Ints, players: int) -> tuple[int, ...]:
    """Ratio row (`tally_parts.RATIO`) of one seat's wins in some deals, each with as many games as players."""
    n, total = len(wins), int(wins.sum())
    return n * players, total, n * players**2, players * total, int(wins @ wins)


def share_of(wins: Ints, players: int) -> Interval:
    """Win share of one seat in some deals."""
    return rounded_interval(share_ratio(share_row(wins, players)))


def rounded_interval(estimate: Estimate) -> Interval:
    """An estimate with its interval as records have them: `DIGITS` behind the point, no minus before a zero."""
    low, high = interval(estimate)
    return Interval(low, estimate.value, high).each(lambda bound: round(float(bound), DIGITS) + 0.0)
