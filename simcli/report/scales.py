"""Scales of the charts: where round numbers stand, and how they are written."""

from __future__ import annotations

import math
from itertools import pairwise

from simcli.report.words import signed

SLACK = 1e-9
"""Part of a step by which a number may seem to miss a tick."""


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten within `low` .. `high`, at least two of them: by the smallest step that makes at most
    `most` intervals, or a smaller one. With `whole` the step is a whole number where that leaves two."""
    place = math.floor(math.log10((high - low) / most))
    steps = [digit * 10.0**power for power in (place - 1, place, place + 1) for digit in (1, 2, 5)]
    if whole and math.floor(high) > math.ceil(low):
        steps = [step for step in steps if step >= 1] or [1.0]
    fit = next((i for i, step in enumerate(steps) if step >= (high - low) / most * (1 - SLACK)), len(steps) - 1)
    for step in reversed(steps[: fit + 1]):
        first, last = math.ceil(low / step - SLACK), math.floor(high / step + SLACK)
        if last > first:
            break
    return [round(n * step, 10) for n in range(first, last + 1)]


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
