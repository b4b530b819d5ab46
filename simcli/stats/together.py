"""What offers are worth of items that are dealt in packs of one size, all items of a kind judged together.

In a pack of one size one copy more of an item is one copy less of another, so that by itself a strong item makes all others look weak. The
win share is regressed on the copies offered of all items of the kind at once, within games: with X the copies and y the win shares, each
less its mean in the game, and sums over all games,

    A = X'X,    b = X'y,    effects = A^+ b.

Where packs have one size, A has no say in what all effects have in common, so only their differences are known. They are given as distances
from a typical item of the kind: the mean effect of the middle half, which a few strong or weak items do not move. The variance is the
sandwich A^+ M A^+ with the deal as unit; M sums the products of the deals' parts of b less their mean, which leaves out how A differs
between deals: that is small beside the luck of who wins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simcli.game import SIXTIETHS
from simcli.stats.intervals import CONSTANT, FEW_DEALS, FEWEST_EFFECTIVE, NOTHING, Estimate
from simcli.tally_parts import Counts

Floats = npt.NDArray[np.float64]
SINGULAR = 1e-9
"""Parts of A that are smaller than this part of the largest are none."""


@dataclass(frozen=True)
class Offers:
    """Sums over all games of the items of one kind: A and b of the module's text, both times the number of players and b in sixtieths, and
    the products of the deals' parts of b."""

    spread: Floats
    total: Floats
    products: Floats
    deals: int

    @classmethod
    def of(cls, items: Sequence[int], pairs: Sequence[tuple[int, int]], slopes: Counts, together: Counts, deals: int) -> Offers:
        """Of items by number: `slopes` and `together` are the parts `item_offered_slope` and `offered_together` of a tally."""
        place = {item: k for k, item in enumerate(items)}
        rows = slopes[list(items)].astype(np.float64)
        spread, products = np.diag(rows[:, 0]), np.diag(rows[:, 4])
        for (i, j), (shared, product) in zip(pairs, together, strict=True):
            if i in place and j in place:
                k, m = place[i], place[j]
                spread[k, m] = spread[m, k] = shared
                products[k, m] = products[m, k] = product
        return cls(spread, rows[:, 1], products, deals)


def joint_slopes(
    items: Sequence[int], pairs: Sequence[tuple[int, int]], slopes: Counts, together: Counts, deals: int
) -> dict[int, Estimate]:
    """By item number: the change of the win share with one more copy offered, less that of a typical item of the kind.

    An item that chance offered all players alike has none, as have all where only some of the differences can be
    told. There is no interval below `FEWEST_EFFECTIVE` deals beyond the number of items, nor of an item with fewer effective deals.
    """
    differing = [i for i in items if slopes[i, 0] > 0]
    none = dict.fromkeys(items, Estimate(None, None, 0.0, lacking=NOTHING))
    if len(differing) < 2:
        return none
    offers = Offers.of(differing, pairs, slopes, together, deals)
    inverse = inverse_of(offers.spread)
    if inverse is None:
        return none
    effects = inverse @ offers.total / SIXTIETHS
    contrast = np.eye(len(effects)) - typical(effects)
    known = contrast @ effects
    freedom = deals - len(differing) + 1
    if freedom < FEWEST_EFFECTIVE:
        estimates = [Estimate(float(value), None, float(deals), lacking=FEW_DEALS) for value in known]
        return none | dict(zip(differing, estimates, strict=True))
    scatter = offers.products - np.outer(offers.total, offers.total) / deals
    reach = contrast @ inverse
    variances = np.einsum("ki,ij,kj->k", reach, scatter, reach) * (deals / freedom) / SIXTIETHS**2
    estimates = [
        _estimate(float(value), float(variance), freedom, slopes[i]) for value, variance, i in zip(known, variances, differing, strict=True)
    ]
    return none | dict(zip(differing, estimates, strict=True))


def inverse_of(spread: Floats) -> Floats | None:
    """The pseudo-inverse; None where the differences between the effects cannot be estimated, beside what all of them have in common."""
    values, vectors = np.linalg.eigh(spread)
    regular = values > SINGULAR * values[-1]
    for vector in vectors[:, ~regular].T:
        if np.ptp(vector) > math.sqrt(SINGULAR):
            return None
    return inverse_from(values, vectors)


def inverse_from(values: Floats, vectors: Floats) -> Floats:
    """The pseudo-inverse of a matrix with these eigenvalues, in ascending order, and eigenvectors."""
    regular = values > SINGULAR * values[-1]
    basis = vectors[:, regular]
    inverse: Floats = (basis / values[regular]) @ basis.T
    return inverse


def typical(effects: Floats) -> Floats:
    """Weights of the items whose effects lie in the middle half: a fourth of all, rounded down, is left out at each end."""
    order, out = np.argsort(effects, kind="stable"), len(effects) // 4
    weights = np.zeros(len(effects))
    middle = order[out : len(effects) - out]
    weights[middle] = 1.0 / len(middle)
    return weights


def _estimate(value: float, variance: float, freedom: int, slope: Counts) -> Estimate:
    c, cc = int(slope[0]), int(slope[2])
    n = c * c / cc
    if n < FEWEST_EFFECTIVE:
        return Estimate(value, None, n, lacking=FEW_DEALS)
    if variance <= 0.0:
        return Estimate(value, None, n, lacking=CONSTANT)
    return Estimate(value, math.sqrt(variance), min(n, freedom + 1.0))
