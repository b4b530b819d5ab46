"""From estimates to verdicts: corrections for many comparisons, and the three-way answer with the deals still needed.

The tolerance band is the null value plus and minus the tolerance.

- *imbalanced*: the interval lies outside the band, also after Holm's correction over the family. The claims of a run that are called
  imbalanced are then all true at once with probability 95 %.
- *balanced*: the interval lies inside the band. "All of them are balanced" needs no correction: it is wrong only if at least one
  single claim is (an intersection-union test).
- *not yet known*: neither, with about how many more deals would settle it if the estimate stayed where it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from simcli.stats.intervals import LEVEL, Estimate, critical, interval, p_value, standard_distance

IMBALANCED = "imbalanced"
BALANCED = "balanced"
UNKNOWN = "not yet known"
MOST_TIMES = 1_000


@dataclass(frozen=True)
class Claim:
    """An estimate to be judged against its null value; `deals` is the number of deals it rests on."""

    estimate: Estimate
    null: float
    deals: int


@dataclass(frozen=True)
class Judgement:
    """p-values against the null value (None without an interval), the verdict (None without data), and the deals still needed.

    `more_deals` is set only for *not yet known*. It stays None without an interval, and when the estimate is so close to the edge of the
    band that it would take more than a thousand times the deals played: then the next deals will move the estimate, and tell more.
    """

    p: float | None
    p_holm: float | None
    verdict: str | None
    more_deals: int | None


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down adjusted p-values, valid under any dependence; None stays None and does not count."""
    order = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, i) in enumerate(order):
        running = max(running, min(1.0, p * (len(order) - rank)))
        adjusted[i] = running
    return adjusted


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """Benjamini and Hochberg's adjusted p-values (false discovery rate); None stays None and does not count."""
    order = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    running = 1.0
    for rank, (p, i) in reversed(list(enumerate(order, start=1))):
        running = min(running, p * len(order) / rank)
        adjusted[i] = running
    return adjusted


def judge(claims: Sequence[Claim], tolerance: float) -> list[Judgement]:
    """Judge one family of claims about shares; `tolerance` is a difference of shares (0.02 is two points)."""
    p_null = [p_value(claim.estimate, claim.null) for claim in claims]
    p_band = holm([_p_outside(claim, tolerance) for claim in claims])
    family = sum(p is not None for p in p_band)
    judgements = []
    for claim, p, p_holm, outside in zip(claims, p_null, holm(p_null), p_band, strict=True):
        word, more = _verdict(claim, tolerance, outside, family)
        judgements.append(Judgement(p, p_holm, word, more))
    return judgements


def _band(claim: Claim, tolerance: float) -> tuple[float, float]:
    """Edges of the tolerance band, inside 0..1."""
    return max(claim.null - tolerance, 0.0), min(claim.null + tolerance, 1.0)


def _p_outside(claim: Claim, tolerance: float) -> float | None:
    """p-value of the nearest edge of the band; 1 when the estimate lies inside."""
    value = claim.estimate.value
    low, high = _band(claim, tolerance)
    if value is None or low < value < high:
        return None if value is None or claim.estimate.se is None else 1.0
    return p_value(claim.estimate, low if value <= low else high)


def _verdict(claim: Claim, tolerance: float, p_outside: float | None, family: int) -> tuple[str | None, int | None]:
    """Verdict and deals still needed for one claim; `p_outside` is corrected for the family."""
    if claim.estimate.value is None:
        return None, None
    if p_outside is None:
        return UNKNOWN, None
    if p_outside < 1.0 - LEVEL:
        return IMBALANCED, None
    low, high = interval(claim.estimate)
    edges = _band(claim, tolerance)
    if low is not None and high is not None and edges[0] <= low and high <= edges[1]:
        return BALANCED, None
    return UNKNOWN, _more_deals(claim, edges, family)


def _more_deals(claim: Claim, edges: tuple[float, float], family: int) -> int | None:
    """Deals still needed if the estimate stays: to fit into the band when inside it, to leave it (corrected) when outside."""
    value = claim.estimate.value
    assert value is not None
    is_inside = edges[0] < value < edges[1]
    alpha = (1.0 - LEVEL) / (1 if is_inside else max(family, 1))
    reached = min(standard_distance(claim.estimate, edge) for edge in edges)
    if reached == 0.0:
        return None
    more = claim.deals * ((critical(claim.estimate.n, alpha) / reached) ** 2 - 1.0)
    return None if more > MOST_TIMES * claim.deals else max(_two_digits(more), 1)


def _two_digits(number: float) -> int:
    """Rounded up to two significant digits."""
    if number < 100.0:
        return math.ceil(number)
    step = int(10 ** (math.floor(math.log10(number)) - 1))
    return math.ceil(number / step) * step
