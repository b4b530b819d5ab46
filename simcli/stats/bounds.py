"""An estimate with its interval, as the summary has it; a leaf of this room."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, NamedTuple

DIGITS, P_DIGITS = 10, 6
"""Digits of figures, significant or behind the point; significant ones of p-values and of what is found with them."""
MOST_KEPT = 100_000
"""Numbers that are worked out once: many figures of a run are equal, and many estimates rest on equally many deals."""


def significant(number: float, digits: int = DIGITS) -> float:
    """Rounded to significant digits, so that the last bits of a processor's mathematics reach no file; no minus before a zero."""
    return float(f"{number:.{digits}g}") + 0.0


@lru_cache(MOST_KEPT)
def tidy(number: float | None, digits: int = DIGITS) -> float | None:
    """The same for a number that may be missing; never NaN or infinite."""
    return None if number is None or not math.isfinite(number) else significant(number, digits)


@dataclass(frozen=True)
class Range:
    """Least and greatest value of a number, where it has any."""

    least: float
    most: float | None = None


class Interval(NamedTuple):
    """[lower bound, estimate, upper bound] of a 95 % interval; null where there is no such number."""

    low: float | None
    value: float | None
    high: float | None

    @property
    def known(self) -> float:
        """The estimate of what is known to have one."""
        assert self.value is not None
        return self.value

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Both bounds, where there are any."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def half_width(self) -> float | None:
        """Half of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def cut(self, least: float, most: float) -> Interval:
        """The estimate and its bounds as far as they lie in the range in which the true value lies."""
        return self.each(lambda bound: min(max(bound, least), most))

    def each(self, of: Callable[[float], float]) -> Interval:
        """Estimate and bounds, each turned into another number where there is one."""
        return Interval(*(None if bound is None else of(bound) for bound in self))


Share = Annotated[Interval, Range(0, 1)]
"""An estimate of a share, a fraction of 1; a difference of shares is none."""
NO_INTERVAL = Interval(None, None, None)
