"""From estimates to verdicts: corrections for many comparisons, the answers in words, and the deals still needed.

Every win share is compared with the even share, and with the band of the tolerance around it; a difference between two variants likewise
with zero.

- *more*, *less*: the interval lies outside the band, also after Holm's correction over the family. The hypotheses of a run that are
  decided so are then all decided rightly at once with probability 95 %.
- *even*: the interval lies inside the band, also after Holm's correction over the family: who reads one row of many may believe it.
- *more, size open* and *less, size open*: the even share itself is ruled out (after Holm's correction), the band is not. The directions
  claimed in a run, with those of *more* and *less*, are all true at once with probability 95 %.
- *not yet known*: none of these.

Who would have won a game that did not end nobody knows. A verdict holds whoever that is: it is the weakest of three, with all such games as
the stall rule has them, won, and lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Annotated, Final, Literal

from simcli.stats.bounds import Range
from simcli.stats.intervals import LEVEL, Estimate, critical, interval, is_constant, logit, logit_se, p_value

Verdict = Literal["more", "less", "even", "more, size open", "less, size open", "not yet known"]
MORE: Final = "more"
LESS: Final = "less"
EVEN: Final = "even"
MORE_OPEN: Final = "more, size open"
LESS_OPEN: Final = "less, size open"
UNKNOWN: Final = "not yet known"
UNEVEN: Final[tuple[Verdict, ...]] = (MORE, LESS)
SIZE_OPEN: Final[tuple[Verdict, ...]] = (MORE_OPEN, LESS_OPEN)
CERTAIN: Final[tuple[Verdict, ...]] = (*UNEVEN, *SIZE_OPEN)
"""Verdicts whose direction is certain."""
OPEN: Final[tuple[Verdict, ...]] = (*SIZE_OPEN, UNKNOWN)
"""Verdicts that more deals may decide."""

SEEN = 0.95
"""Share of runs in which an effect of the size called `detectable` would be seen."""
SURE = 0.9
"""Probability with which the deals asked for are enough, for who does not want to go on."""
MOST_DEALS = 1_000_000_000
"""No more deals are ever asked for: the most a config takes."""
CDF: Final = NormalDist().cdf
STEPS = (10, 15, 20, 30, 50, 70, 100)
"""First two digits of the deals asked for; finer ones would promise what nobody knows."""


@dataclass(frozen=True)
class OneOf:
    """All values of a text."""

    values: tuple[str, ...]


Fraction = Annotated[float, Range(0, 1)]
DealCount = Annotated[int, Range(1)]


@dataclass(frozen=True)
class Hypothesis:
    """An estimated share to be compared with an even share and the tolerance around it, both differences of shares; or an estimated
    difference with zero.

    `deals` is the number of deals it rests on, `unended` the share of the games that did not end: so far to either side the share could
    lie if others had won these.
    """

    estimate: Estimate
    even: float
    tolerance: float
    deals: int
    unended: float = 0.0


@dataclass(frozen=True)
class TestResult:
    """What the comparison with the even share says, and what more deals would bring."""

    p: Fraction | None
    """against the even share, two-sided, uncorrected; null without an interval"""
    p_holm: Fraction | None
    """the same after Holm's correction over its family: all strategies, seats or restricted players of a run, or differences of a figure"""
    verdict: Verdict | None
    """see below; null without data, and where shares are even by construction"""
    deals_50: DealCount | None
    """deals in all after which an open verdict is decided with probability one half; null if more than a thousand million"""
    deals_90: DealCount | None
    """the same with probability nine tenths"""
    detectable: float | None
    """smallest difference from the even share whose direction 95 of 100 such runs would have found"""


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


def decide(family: Sequence[Hypothesis], *, families: int = 1, level: float = LEVEL, jointly: bool = False) -> list[TestResult]:
    """Test one family of hypotheses.

    families: number of those that are to be decided rightly at once (Bonferroni); level: of the intervals and of the family; jointly:
    `even` is claimed of all or of none, which needs no correction (an intersection-union test).
    """
    results = _decided(family, families, level, jointly)
    if any(tested.unended for tested in family):
        lost, won = (_decided([_shifted(one, side * one.unended) for one in family], families, level, jointly) for side in (1, -1))
        return [_weakest(*row) if one.unended else row[0] for one, row in zip(family, zip(results, lost, won, strict=True), strict=True)]
    return results


def _decided(family: Sequence[Hypothesis], families: int, level: float, jointly: bool) -> list[TestResult]:
    """The results of a family with the win shares as they were counted."""
    p_even, p_outside, p_inside = ([p_of(tested) for tested in family] for p_of in (_p_even, _p_outside, _p_inside))
    p_band = _all_together(holm(p_outside), families)
    p_inside = p_inside if jointly else _all_together(holm(p_inside), families)
    size = families * sum(p is not None for p in p_band)
    sizes = size, 1 if jointly else size
    rows = zip(family, p_even, _all_together(holm(p_even), families), zip(p_band, p_inside, strict=True), strict=True)
    return [_result(tested, p, _Corrected(p_holm, *bands, sizes), level) for tested, p, p_holm, bands in rows]


@dataclass(frozen=True)
class _Corrected:
    """p-values of a hypothesis, each corrected for its family: the even share, a share in the band, one outside of it."""

    even: float | None
    band: float | None
    outside: float | None
    sizes: tuple[int, int]
    """how many tests a p-value is corrected for, outside the band and inside it"""


def _all_together(p_values: Sequence[float | None], families: int) -> list[float | None]:
    """Bonferroni's correction of p-values for as many families."""
    return [None if p is None else min(1.0, p * families) for p in p_values]


def _shifted(tested: Hypothesis, by: float) -> Hypothesis:
    """The same share compared with another even share: as good as a share that lies so much lower."""
    even = tested.even + by
    return replace(tested, even=min(max(even, 0.0), 1.0) if tested.estimate.share else even)


def _weakest(counted: TestResult, lost: TestResult, won: TestResult) -> TestResult:
    """A result as it was counted, with the verdict that holds also if all games that did not end had been lost, or won.

    No deals are promised where more of them would leave it open which of the three is right.
    """
    rows = (counted, lost, won)
    verdicts = {row.verdict for row in rows}
    verdict: Verdict | None = UNKNOWN
    if None in verdicts or len(verdicts) == 1:
        verdict = counted.verdict
    elif verdicts <= {MORE, MORE_OPEN} or verdicts <= {LESS, LESS_OPEN}:
        verdict = MORE_OPEN if MORE_OPEN in verdicts else LESS_OPEN
    soon, late = ([getattr(row, name) for row in rows] for name in ("deals_50", "deals_90"))
    is_open = verdict in OPEN
    return replace(
        counted,
        verdict=verdict,
        deals_50=max(soon) if is_open and None not in soon else None,
        deals_90=max(late) if is_open and None not in late else None,
    )


def _result(tested: Hypothesis, p: float | None, corrected: _Corrected, level: float) -> TestResult:
    """Result of one test."""
    verdict = _verdict(tested, corrected, level)
    soon = late = None
    if verdict in OPEN and p is not None:
        soon, late = (deals_needed(tested, corrected.sizes, probability) for probability in (0.5, SURE))
    return TestResult(p, corrected.even, verdict, soon, late, _detectable(tested, corrected.sizes[0]))


def _band(tested: Hypothesis) -> tuple[float, float]:
    """Edges of the tolerance band; of a share inside 0..1."""
    low, high = tested.even - tested.tolerance, tested.even + tested.tolerance
    return (max(low, 0.0), min(high, 1.0)) if tested.estimate.share else (low, high)


def _p_even(tested: Hypothesis) -> float | None:
    """p-value of the even share."""
    return p_value(tested.estimate, tested.even)


def _p_outside(tested: Hypothesis) -> float | None:
    """p-value of the nearest edge of the band; 1 when the estimate lies inside."""
    value, (low, high) = tested.estimate.value, _band(tested)
    edge = p_value(tested.estimate, low if value is not None and value <= low else high)
    return edge if edge is None or value is None or not low < value < high else 1.0


def _p_inside(tested: Hypothesis) -> float | None:
    """p-value of the likelier edge of the band, for an estimate between them; 1 for another (two one-sided tests)."""
    estimate, (low, high) = tested.estimate, _band(tested)
    if estimate.value is None or estimate.se is None:
        return None
    if not estimate.se and not estimate.share:
        return 0.0 if low <= estimate.value <= high else 1.0
    edges = [p_value(estimate, edge) or 0.0 for edge in (low, high)]
    return max(edges) if low < estimate.value < high else 1.0


def _verdict(tested: Hypothesis, corrected: _Corrected, level: float) -> Verdict | None:
    """The verdict."""
    value = tested.estimate.value
    if value is None:
        return None
    if corrected.even is None or corrected.band is None or corrected.outside is None:
        return UNKNOWN
    is_more, alpha = value > tested.even, 1.0 - level
    if corrected.band < alpha:
        return MORE if is_more else LESS
    if corrected.outside < alpha:
        return EVEN
    if corrected.even < alpha:
        return MORE_OPEN if is_more else LESS_OPEN
    return UNKNOWN


def _detectable(tested: Hypothesis, family: int) -> float | None:
    """Difference from the even share whose direction would be found, corrected for the family, in 95 of 100 runs of this size."""
    estimate = tested.estimate
    if not estimate.se or interval(estimate) == (None, None):
        return None
    return (critical(estimate.n, (1.0 - LEVEL) / max(family, 1)) + critical(estimate.n, 2.0 * (1.0 - SEEN))) * estimate.se


def deals_needed(tested: Hypothesis, sizes: tuple[int, int], probability: float) -> int | None:
    """Deals in all after which the verdict is decided with this probability; None when that is more than `MOST_DEALS`.

    sizes: of the families that p-values are corrected for, outside the band and inside it.

    Given an estimate with standard error s after d deals, the estimate after n deals is distributed around it with variance
    s^2 (1 - d / n), and its standard error is s sqrt(d / n) (a flat prior; shares on the logit scale). Decided means outside the band or
    inside it by the corrected critical value. Unlike an extrapolation of the estimate as if it were the
    truth, the probability moves smoothly with the data, also for an estimate on the edge of the band.
    """
    if is_constant(tested.estimate):
        return _deals_if_constant(tested, sizes)
    decision = _Decision.of(tested, sizes)
    if decision is None:
        return None
    low, high = float(tested.deals), float(MOST_DEALS)
    if decision.after(high) < probability:
        return None
    rounded_low, rounded_high = rounded_up(low), rounded_up(high)
    while rounded_low < rounded_high and low < (middle := math.sqrt(low * high)) < high:
        if decision.after(middle) < probability:
            low, rounded_low = middle, rounded_up(middle)
        else:
            high, rounded_high = middle, rounded_up(middle)
    return max(min(rounded_high, MOST_DEALS), tested.deals + 1)


def _deals_if_constant(tested: Hypothesis, sizes: tuple[int, int]) -> int | None:
    """Deals after which a share that stays as it is, with no two deals that differ, is decided by the interval for that case."""
    value, (low, high) = tested.estimate.value, _band(tested)
    assert value is not None
    size = sizes[low < value < high]
    edges = [(value - low) / value] if low < value else [(low - value) / (1.0 - value)]
    edges += [(high - value) / (1.0 - value)] if value < high else [(value - high) / value]
    weight = min(edges)
    if weight <= 0.0:
        return None
    needed = critical(tested.estimate.n, (1.0 - LEVEL) / max(size, 1)) ** 2 * (1.0 - weight) / weight
    return min(rounded_up(max(needed / tested.estimate.n * tested.deals, tested.deals + 1.0)), MOST_DEALS)


@dataclass(frozen=True)
class _Decision:
    """What says how soon a verdict is decided, on the scale of its interval."""

    value: float
    se: float
    edges: tuple[float, float]
    outside: float
    inside: float
    deals: int

    @classmethod
    def of(cls, tested: Hypothesis, sizes: tuple[int, int]) -> _Decision | None:
        """None when there is no standard error to go by."""
        estimate, (low, high) = tested.estimate, _band(tested)
        if estimate.value is None or not estimate.se or (estimate.share and not 0.0 < estimate.value < 1.0):
            return None
        outside, inside = (critical(estimate.n, (1.0 - LEVEL) / max(size, 1)) for size in sizes)
        if not estimate.share:
            return cls(estimate.value, estimate.se, (low, high), outside, inside, tested.deals)
        return cls(logit(estimate.value), logit_se(estimate), (logit(low), logit(high)), outside, inside, tested.deals)

    def after(self, deals: float) -> float:
        """Probability that the verdict is decided after `deals` deals in all."""
        if deals <= self.deals:
            return 0.0
        shrunk = self.deals / deals
        se, spread = self.se * math.sqrt(shrunk), self.se * math.sqrt(1.0 - shrunk)
        below, above = (
            CDF((self.edges[0] - self.outside * se - self.value) / spread),
            CDF((self.value - self.edges[1] - self.outside * se) / spread),
        )
        first, last = self.edges[0] + self.inside * se, self.edges[1] - self.inside * se
        within = CDF((last - self.value) / spread) - CDF((first - self.value) / spread) if first < last else 0.0
        return below + above + within


def deals_to_call_even(players: int, tolerance: float) -> int:
    """Deals after which all seats of a game that is fair are called even with probability nine tenths, before anything is known of it.

    As if a deal held no more than one game: a seat wins or not, and all do so independently. Where a deal is played in several
    rotations, or victories are shared, fewer are enough.
    """
    even, quantile = 1.0 / players, NormalDist().inv_cdf
    reach = quantile(1.0 - (1.0 - LEVEL) / (2 * players)) + quantile(1.0 - (1.0 - SURE) / (2 * players))
    return min(rounded_up(even * (1.0 - even) * (reach / tolerance) ** 2), MOST_DEALS)


def rounded_up(number: float) -> int:
    """Rounded up to one of `STEPS` times a power of ten, below ten to a whole number."""
    if number < STEPS[0]:
        return math.ceil(number)
    power: int = 10 ** (math.floor(math.log10(number)) - 1)
    return next(step * power for step in STEPS if number <= step * power * (1 + 1e-9))
