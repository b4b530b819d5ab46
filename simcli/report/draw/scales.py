"""Scales of the charts: where round numbers stand, and how they are written."""

from __future__ import annotations

import logging
import math
from functools import cache
from itertools import pairwise

from simcli.report.formatting import signed

SLACK = 1e-9
"""Part of a scale by which a number may seem to miss a tick, or to lie beyond an end."""


@cache
def load_matplotlib() -> None:
    """Loads matplotlib without its remark that a read-only home keeps no list of fonts: the next process makes it again."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        from matplotlib import font_manager  # noqa: F401  (which looks for the folder)
    finally:
        log.setLevel(level)


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten within `low` .. `high`, at least two of them: by the smallest step that makes at most
    `most` intervals, or a smaller one. With `whole` the step is a whole number where that leaves two."""
    load_matplotlib()
    from matplotlib.ticker import MaxNLocator

    reach = SLACK * (high - low)
    found = MaxNLocator(nbins=most, steps=[1, 2, 5, 10], integer=whole).tick_values(low, high)
    return [round(float(x), 10) + 0.0 for x in found if low - reach <= x <= high + reach]  # + 0.0: no minus before a zero


def number_texts(values: list[float]) -> list[str]:
    """Numbers on a scale, all with as many decimals as the step between them takes."""
    step = min((b - a for a, b in pairwise(values)), default=1.0)
    decimals = max(0, -math.floor(math.log10(step) + SLACK))
    return [f"{value:.{decimals}f}".replace("-", "−") for value in values]


def percent_texts(values: list[float]) -> list[str]:
    """Shares on a scale: `20 %`, `2.5 %`."""
    return [f"{100 * value:g} %" for value in values]


def difference_texts(values: list[float]) -> list[str]:
    """Differences of shares on a scale, in points: `+2`, `0`, `−2.5`."""
    return [signed(value).removesuffix(".0") for value in values]
