"""Ratio estimates with the deal as the unit of sampling, their intervals and p-values.

A tally's ratio row holds, summed over deals, `(c, y, cc, cy, yy)`: per deal `c` is a count (or a spread) and `y` a total. The estimate
is sum y / sum c. Its variance is the linearised one of the ratio estimator (Cochran, Sampling Techniques, 3rd edition, chapter 6),

    sum (y - r c)^2 / (sum c)^2  *  n / (n - 1),        n = (sum c)^2 / sum c^2,

where `n` is the effective number of deals. It is the number of deals when every deal has the same `c`, and about the number of deals
in which a card turned up at all when `c` is mostly zero, so a rare card does not borrow certainty from deals that never showed it.
All sums are integers and the variance is one quotient of exact integers: no cancellation, the same result on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsInt

LEVEL = 0.95
SIXTIETHS = 60

Bounds = tuple[float | None, float | None]


@dataclass(frozen=True)
class Estimate:
    """A ratio. `value` is None when nothing was counted, `se` is None with fewer than two effective deals.

    `n` is the effective number of deals; `share` says that the value lies in 0..1 and is judged on the logit scale.
    """

    value: float | None
    se: float | None
    n: float
    share: bool = False


def ratio(row: Sequence[SupportsInt], unit: int = 1, *, share: bool = False) -> Estimate:
    """Estimate from one ratio row int64[5]; `unit` divides `y` (60 turns sixtieths into win shares)."""
    c, y, cc, cy, yy = (int(value) for value in row)
    if c <= 0:
        return Estimate(None, None, 0.0, share)
    value, n = y / (c * unit), c * c / cc
    if n < 2.0:
        return Estimate(value, None, n, share)
    squares = yy * c * c - 2 * y * c * cy + y * y * cc
    return Estimate(value, math.sqrt(max(squares, 0) / (c * c * (c * c - cc))) / unit, n, share)


def share_ratio(row: Sequence[SupportsInt]) -> Estimate:
    """Win share from a ratio row whose `y` counts sixtieths."""
    return ratio(row, SIXTIETHS, share=True)


def critical(n: float, alpha: float) -> float:
    """Two-sided critical value of Student's t with n - 1 degrees of freedom."""
    from scipy.special import stdtrit

    return float(-stdtrit(n - 1.0, alpha / 2.0))


def interval(estimate: Estimate, level: float = LEVEL) -> Bounds:
    """Lower and upper bound; (None, None) when there is no standard error.

    Means use Student's t. Shares use it on the logit scale, so the bounds stay inside 0..1. When no two deals differ (always so at a
    share of 0 or 1) the standard error is 0 and says nothing; then the bounds allow for a kind of deal not seen so far: its frequency
    is at most w = t^2 / (n + t^2), Wilson's bound at 0 of n, and it moves the share by w of the way to 0 or to 1. At a share of 0 or 1
    these are exactly the Wilson bounds.
    """
    if estimate.value is None or estimate.se is None:
        return None, None
    value, t = estimate.value, critical(estimate.n, 1.0 - level)
    if not estimate.share:
        return value - t * estimate.se, value + t * estimate.se
    if is_constant(estimate):
        w = t * t / (estimate.n + t * t)
        return value - value * w, value + (1.0 - value) * w
    reach = t * logit_se(estimate)
    return _expit(logit(value) - reach), _expit(logit(value) + reach)


def p_value(estimate: Estimate, null: float) -> float | None:
    """Two-sided p-value of `null`; below 1 - level exactly when `interval` at that level leaves `null` out."""
    from scipy.special import stdtr

    if estimate.value is None or estimate.se is None:
        return None
    distance = standard_distance(estimate, null)
    return 2.0 * float(stdtr(estimate.n - 1.0, -distance))


def standard_distance(estimate: Estimate, point: float) -> float:
    """How many standard errors `point` is from the estimate, on the scale its interval is made on; 0 at the estimate itself."""
    value, se = estimate.value, estimate.se
    assert value is not None
    assert se is not None
    if point == value:
        return 0.0
    if not estimate.share:
        return abs(value - point) / se if se > 0.0 else math.inf
    if is_constant(estimate):
        w = (value - point) / value if point < value else (point - value) / (1.0 - value)
        return math.sqrt(estimate.n * w / (1.0 - w)) if w < 1.0 else math.inf
    return abs(logit(value) - logit(point)) / logit_se(estimate)


def is_constant(estimate: Estimate) -> bool:
    """No deal differed from another, so the standard error says nothing."""
    return estimate.se == 0.0 or estimate.value in (0.0, 1.0)


def logit(share: float) -> float:
    """Log odds; infinite at 0 and 1."""
    if share <= 0.0:
        return -math.inf
    return math.inf if share >= 1.0 else math.log(share) - math.log1p(-share)


def logit_se(estimate: Estimate) -> float:
    """Standard error on the logit scale, by the delta method; the value lies strictly inside 0..1."""
    assert estimate.value is not None
    assert estimate.se is not None
    return estimate.se / (estimate.value * (1.0 - estimate.value))


def _expit(x: float) -> float:
    """Inverse of `logit`, without overflow."""
    return 1.0 / (1.0 + math.exp(-x)) if x >= 0.0 else math.exp(x) / (1.0 + math.exp(x))
