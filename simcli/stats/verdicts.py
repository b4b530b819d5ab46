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
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from simcli.stats.bounds import P_DIGITS, Range, tidy
from simcli.stats.intervals import LEVEL, Estimate, critical, interval, is_constant, logit, logit_se, p_values

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


def by_verdict(more: str, less: str, even: str, more_open: str, less_open: str, unknown: str) -> dict[Verdict, str]:
    """What is said for each verdict."""
    return {MORE: more, LESS: less, EVEN: even, MORE_OPEN: more_open, LESS_OPEN: less_open, UNKNOWN: unknown}


SEEN = 0.95
"""Share of runs in which an effect of the size called `detectable` would be seen."""
SURE = 0.9
"""Probability with which the deals asked for are enough, for who does not want to go on."""
MOST_DEALS = 1_000_000_000
"""No more deals are ever asked for: the most a config takes."""
STEPS = (10, 15, 20, 30, 50, 70, 100)
"""First two digits of the deals asked for; finer ones would promise what nobody knows."""
ROUND = np.array([*range(STEPS[0]), *(step * 10**power * (1 + 1e-9) for power in range(9) for step in STEPS[:-1])])
"""The most that is rounded up to each number."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OneOf:
    """All values of a text."""

    values: tuple[str, ...]


Fraction = Annotated[float, Range(0, 1)]
DealCount = Annotated[int, Range(1)]


class Hypothesis(NamedTuple):
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


NO_TEST: Final = TestResult(None, None, None, None, None, None)
"""Of what is not judged."""


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
    p_even, p_outside, p_inside = p_values((tested.estimate, tested.even) for tested in family), _p_outside(family), _p_inside(family)
    p_band = _all_together(holm(p_outside), families)
    p_inside = p_inside if jointly else _all_together(holm(p_inside), families)
    size = families * sum(p is not None for p in p_band)
    sizes = size, 1 if jointly else size
    bands = zip(_all_together(holm(p_even), families), p_band, p_inside, strict=True)
    corrected = [_Corrected(*row) for row in bands]
    verdicts = [_verdict(*row, level) for row in zip(family, corrected, strict=True)]
    is_open = [verdict in OPEN and p is not None for verdict, p in zip(verdicts, p_even, strict=True)]
    needed = iter(deals_needed([tested for tested, go_on in zip(family, is_open, strict=True) if go_on], sizes, (0.5, SURE)))
    results = []
    for tested, p, of_family, verdict, go_on in zip(family, p_even, corrected, verdicts, is_open, strict=True):
        soon, late = next(needed) if go_on else (None, None)
        alone, p_holm, detectable = (tidy(number, P_DIGITS) for number in (p, of_family.even, _detectable(tested, size)))
        results.append(TestResult(alone, p_holm, verdict, soon, late, detectable))
    return results


class _Corrected(NamedTuple):
    """p-values of a hypothesis, each corrected for its family: the even share, a share in the band, one outside of it."""

    even: float | None
    band: float | None
    outside: float | None


def _all_together(p_values: Sequence[float | None], families: int) -> list[float | None]:
    """Bonferroni's correction of p-values for as many families."""
    return [None if p is None else min(1.0, p * families) for p in p_values]


def _shifted(tested: Hypothesis, by: float) -> Hypothesis:
    """The same share compared with another even share: as good as a share that lies so much lower."""
    even = tested.even + by
    return tested._replace(even=min(max(even, 0.0), 1.0) if tested.estimate.share else even)


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


def _band(tested: Hypothesis) -> tuple[float, float]:
    """Edges of the tolerance band; of a share inside 0..1."""
    low, high = tested.even - tested.tolerance, tested.even + tested.tolerance
    return (max(low, 0.0), min(high, 1.0)) if tested.estimate.share else (low, high)


def _p_outside(family: Sequence[Hypothesis]) -> list[float | None]:
    """p-values of the nearest edge of the band; 1 when the estimate lies inside."""
    bands = [_band(tested) for tested in family]
    values = [tested.estimate.value for tested in family]
    nearest = [low if value is not None and value <= low else high for value, (low, high) in zip(values, bands, strict=True)]
    edges = p_values((tested.estimate, edge) for tested, edge in zip(family, nearest, strict=True))
    return [
        edge if edge is None or value is None or not low < value < high else 1.0
        for edge, value, (low, high) in zip(edges, values, bands, strict=True)
    ]


def _p_inside(family: Sequence[Hypothesis]) -> list[float | None]:
    """p-values of the likelier edge of the band, for estimates between them; 1 for others (two one-sided tests)."""
    bands = [_band(tested) for tested in family]
    between = [
        tested.estimate.value is not None and low < tested.estimate.value < high for tested, (low, high) in zip(family, bands, strict=True)
    ]
    lows, highs = (
        iter(p_values((tested.estimate, band[side]) for tested, band, is_in in zip(family, bands, between, strict=True) if is_in))
        for side in (0, 1)
    )
    found: list[float | None] = []
    for tested, (low, high), is_in in zip(family, bands, between, strict=True):
        estimate, edges = tested.estimate, (next(lows), next(highs)) if is_in else ()
        if estimate.value is None or estimate.se is None:
            found.append(None)
        elif not estimate.se and not estimate.share:
            found.append(0.0 if low <= estimate.value <= high else 1.0)
        else:
            found.append(max((edge or 0.0 for edge in edges), default=1.0))
    return found


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


def deals_needed(family: Sequence[Hypothesis], sizes: tuple[int, int], sure: Sequence[float]) -> list[tuple[int | None, ...]]:
    """Deals in all after which each verdict is decided with each of these probabilities; None when that is more than `MOST_DEALS`.

    sizes: of the families that p-values are corrected for, outside the band and inside it.

    Given an estimate with standard error s after d deals, the estimate after n deals is distributed around it with variance
    s^2 (1 - d / n), and its standard error is s sqrt(d / n) (a flat prior; shares on the logit scale). Decided means outside the band or
    inside it by the corrected critical value. Unlike an extrapolation of the estimate as if it were the
    truth, the probability moves smoothly with the data, also for an estimate on the edge of the band.
    """
    found: list[tuple[int | None, ...]] = [(None,) * len(sure) for _ in family]
    places, rows = [], []
    for place, tested in enumerate(family):
        if is_constant(tested.estimate):
            found[place] = (_deals_if_constant(tested, sizes),) * len(sure)
        elif row := _decision(tested, sizes):
            places.append(place)
            rows.append(row)
    if rows:
        decisions = _Decisions(*np.array(rows).T)
        for place, needed in zip(places, decisions.decided(sure), strict=True):
            found[place] = needed
    return found


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


def _decision(tested: Hypothesis, sizes: tuple[int, int]) -> tuple[float, ...] | None:
    """What says how soon a verdict is decided, on the scale of its interval: a row of `_Decisions`; None when there is no standard error to
    go by."""
    estimate, (low, high) = tested.estimate, _band(tested)
    if estimate.value is None or not estimate.se or (estimate.share and not 0.0 < estimate.value < 1.0):
        return None
    outside, inside = (critical(estimate.n, (1.0 - LEVEL) / max(size, 1)) for size in sizes)
    if not estimate.share:
        return estimate.value, estimate.se, low, high, outside, inside, tested.deals
    return logit(estimate.value), logit_se(estimate), logit(low), logit(high), outside, inside, tested.deals


class _Decisions(NamedTuple):
    """Of many verdicts at once: estimates, standard errors, edges of the bands, critical values outside and inside them, and deals."""

    value: Floats
    se: Floats
    low: Floats
    high: Floats
    outside: Floats
    inside: Floats
    deals: Floats

    def decided(self, probabilities: Sequence[float]) -> list[tuple[int | None, ...]]:
        """Deals in all after which each is decided with each of these probabilities, by bisection on a scale of logarithms until both ends
        are rounded up to the same."""
        every, wanted = self.at(np.repeat(np.arange(len(self.deals)), len(probabilities))), np.tile(probabilities, len(self.deals))
        low, high = every.deals.copy(), np.full(len(wanted), float(MOST_DEALS))
        is_reached = np.zeros(len(low), np.bool_)
        more = np.flatnonzero(every.deals < MOST_DEALS)
        is_reached[more] = every.at(more).after(high[more]) >= wanted[more]
        active = np.flatnonzero(is_reached)
        while len(active):
            middle = np.sqrt(low[active] * high[active])
            goes_on = (_step(low[active]) < _step(high[active])) & (low[active] < middle) & (middle < high[active])
            active, middle = active[goes_on], middle[goes_on]
            is_soon = every.at(active).after(middle) >= wanted[active]
            high[active[is_soon]], low[active[~is_soon]] = middle[is_soon], middle[~is_soon]
        found = [
            max(min(rounded_up(most), MOST_DEALS), int(deals) + 1) if is_found else None
            for most, deals, is_found in zip(high.tolist(), every.deals.tolist(), is_reached.tolist(), strict=True)
        ]
        return list(zip(*[iter(found)] * len(probabilities), strict=True))

    def at(self, rows: npt.NDArray[np.int64]) -> _Decisions:
        """Those of some rows."""
        return _Decisions(*(column[rows] for column in self))

    def after(self, deals: Floats) -> Floats:
        """Probability that each verdict is decided after `deals` deals in all, more than there are."""
        from scipy.special import erf

        def below(distance: Floats) -> Floats:
            probability: Floats = 0.5 * (1.0 + erf(distance / math.sqrt(2.0)))
            return probability

        shrunk = self.deals / deals
        se, spread = self.se * np.sqrt(shrunk), self.se * np.sqrt(1.0 - shrunk)
        outside = below((self.low - self.outside * se - self.value) / spread) + below((self.value - self.high - self.outside * se) / spread)
        first, last = self.low + self.inside * se, self.high - self.inside * se
        within = below((last - self.value) / spread) - below((first - self.value) / spread)
        probability: Floats = outside + np.where(first < last, within, 0.0)
        return probability


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


def _step(numbers: Floats) -> npt.NDArray[np.int64]:
    """Which of all numbers that are `rounded_up` to each is, in their order."""
    places: npt.NDArray[np.int64] = np.searchsorted(ROUND, numbers)
    return places
