"""Two estimates from runs of the same deals whose players differ: what of the luck of a deal both have in common.

Both runs play the first deals of one list, cut into units of a few deals. What a unit adds to an estimate is found by leaving it out of
all deals. The correlation r of what the units add to both is that of the luck of a deal. With the n deals of one run among the N of the
other the estimates have the covariance r s s' sqrt(n / N), with s and s' their standard errors, and

    (s)^2 + (s')^2 - 2 r s s' sqrt(n / N)

is the variance of their difference on all deals of both. It is no larger than that of the n deals alone where r is below one half and the
runs are about equally sure of a deal. The variance of r is that of the delta method (van der Vaart, Asymptotic statistics, 1998, chapter
3), which allows that both may rest on the same few units; it takes degrees of freedom, as Satterthwaite counts them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from simcli.stats.cell_tally import CellTally
from simcli.stats.intervals import FEWEST_EFFECTIVE, Estimate, apart, saved_by_pairing
from simcli.stats.together import Floats
from simcli.tally_parts import TallyParts

SAME = 0.01
"""Two runs differ in a unit where they are apart by more than this part of a standard deviation."""
Figures = Callable[[CellTally], Iterable[tuple[Hashable, float | None]]]
"""The estimates of a cell, each under its name."""


@dataclass(frozen=True)
class Luck:
    """What each unit of the first deals adds to an estimate of `deals` deals, in standard deviations of a unit."""

    deals: int
    units: Floats


@dataclass(frozen=True)
class Change:
    """One estimate less another; `saved`: how many times the deals it would take without any in common, None where that was assumed."""

    estimate: Estimate
    saved: float | None = None


def luck_of(cells: Sequence[CellTally], units: Iterable[Sequence[TallyParts]], figures: Figures) -> dict[Hashable, Luck]:
    """What each unit adds to each estimate. units: for each the counts of all cells. Estimates that do not always exist are left out."""
    deals: dict[Hashable, int] = {}
    by_part: dict[Hashable, list[float | None]] = {}
    n = 0
    for unit in units:
        n += 1
        for cell, rest in zip(cells, _without(cells, unit), strict=True):
            for name, value in figures(rest):
                by_part.setdefault(name, []).append(value)
                deals[name] = cell.deals
    known = {name: np.array(values, np.float64) for name, values in by_part.items() if len(values) == n and None not in values}
    return {name: Luck(deals[name], (values.mean() - values) / values.std()) for name, values in known.items() if values.std() > 0.0}


def _without(cells: Sequence[CellTally], unit: Sequence[TallyParts]) -> list[CellTally]:
    """The cells of a run without a unit of their deals, each compared with its base without it."""
    place = {id(cell): i for i, cell in enumerate(cells)}
    less = [replace(cell, parts=_less(cell.parts, part)) for cell, part in zip(cells, unit, strict=True)]
    return [one if cell.base is None else replace(one, base=less[place[id(cell.base)]]) for cell, one in zip(cells, less, strict=True)]


def _less(parts: TallyParts, unit: TallyParts) -> TallyParts:
    """Counts less those of a unit. Groups of deals are put together in two: only values are needed, not their errors."""
    left = {name: part - getattr(unit, name) for name, part in vars(parts).items()}
    for name in ("held_spread", "held_gain"):
        tally = left[name]
        left[name] = tally.reshape(2, len(tally) // 2, *tally.shape[1:]).sum(axis=1)
    return TallyParts(**left)


def change(one: Estimate, other: Estimate, own: Luck | None, others: Luck | None) -> Change:
    """An estimate less another, with what they have in common where that is known: a matter of the number of deals, not of values."""
    alone = apart(one, other)
    if own is None or others is None or not one.se or not other.se:
        return Change(alone)
    luck = correlation(own.units, others.units)
    if luck is None:
        return Change(alone)
    r, variance = luck
    shared = math.sqrt(min(own.deals, others.deals) / max(own.deals, others.deals))
    a, b = one.se**2, other.se**2
    total = a + b - 2.0 * r * shared * one.se * other.se
    doubt = 2.0 * a * a / (one.n - 1.0) + 2.0 * b * b / (other.n - 1.0) + 4.0 * shared * shared * a * b * variance
    estimate = alone._replace(se=math.sqrt(total), n=2.0 * total * total / doubt + 1.0)
    return Change(estimate, saved_by_pairing(one, other, estimate))


def correlation(own: Floats, others: Floats) -> tuple[float, float] | None:
    """Correlation of what the units add to two estimates, and its variance; None where there are few units."""
    n = min(len(own), len(others))
    x, y = ((one[:n] - one[:n].mean()) for one in (own, others))
    if not x.any() or not y.any():
        return None
    x, y = x / x.std(), y / y.std()
    differing = np.where(np.abs(x - y) > SAME, x - y, 0.0)
    if min(_kish(one) for one in (x, y, differing)) < FEWEST_EFFECTIVE:
        return None
    r = float(np.mean(x * y))
    return r, float(np.mean((x * y - r * (x * x + y * y) / 2.0) ** 2)) / (n - 1)


def _kish(parts: Floats) -> float:
    """In how many units there is something, by Kish's number."""
    squares = float(parts @ parts)
    return float(np.abs(parts).sum()) ** 2 / squares if squares > 0.0 else 0.0


Lucks = Mapping[str, Mapping[Hashable, Luck]]
"""Of several runs, by name."""
