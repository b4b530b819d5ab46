"""Pairs of items that help each other, where players hold several copies: what a copy of one adds to each copy of the other.

With x the copies that a player holds, the score (or the win share) is regressed on all terms of a kind:

    sum over items i of  a_i x_i + b_i x_i^2 + c_i [x_i >= 1] + d_i [x_i >= 2]   +   sum over pairs of  e_ij x_i x_j .

The first sum follows what each item pays by itself, growing or shrinking with its copies; e_ij is what a pair adds. Where a hand has one
size, x_i^2 is made of the products of i with all others, so that e_ij + f_i + f_j with any f fits as well. What is reported is free of
these: e_ij less what all other pairs say of the two, by least squares of e on f_i + f_j without the pair itself, each pair weighted by
how much its product varies beside the terms of the items.

    A = X'X,    e = A^+ X'y,    told = L e,    L row by row the contrast of a pair.

X and y are less their means over the player-games of one strategy in one deal, where it meets the same rivals from other seats. What plans
are good at, and whom they meet, is so no part of it: within games alone, plans that like two items make these look good together.

Deals are put in blocks and these in groups, each left out in turn; the variance is the jackknife's, as in `stats/held.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simcli.game import SIXTIETHS
from simcli.stats.held import Gain, jackknifed
from simcli.stats.intervals import Estimate
from simcli.stats.pairs import FEWEST_PAIRS, Together
from simcli.stats.together import Floats, inverse_from
from simcli.tally_parts import Counts, Term

UNKNOWN = 1e-6
"""A contrast that loses more than this part in the sums cannot be separated from other terms."""


@dataclass(frozen=True)
class Terms:
    """Sums of the terms of one kind by group of deals: A [groups, terms, terms] and X'y [groups, terms, gains]."""

    terms: tuple[Term, ...]
    spread: Floats
    gain: Floats

    @classmethod
    def of(cls, terms: Sequence[Term], spread: Counts, gain: Counts) -> Terms:
        """The terms that differ at all; spread and gain: the kind's parts of `term_spread` and `term_gain`."""
        lower = np.tril_indices(len(terms))
        square = np.zeros((len(spread), len(terms), len(terms)))
        square[:, lower[0], lower[1]] = square[:, lower[1], lower[0]] = spread
        varied = np.flatnonzero(square.sum(axis=0).diagonal() > 0)
        return cls(tuple(terms[int(t)] for t in varied), square[:, varied][:, :, varied], gain[:, varied].astype(np.float64))


def copies_together(
    terms: Sequence[Term], spread: Counts, gain: Counts, both: dict[tuple[int, int], int], player_games: int
) -> list[Together]:
    """The pairs of one kind with enough data; `both`: player-games that hold a copy of both items of a pair.

    That is what is known from half of the groups of deals or more: of each pair, how much the groups tell of it by Kish's number.
    """
    sums = Terms.of(terms, spread, gain)
    pairs = np.array([t for t, term in enumerate(sums.terms) if term.is_product], np.int64)
    total = sums.spread.sum(axis=0)
    size = np.sqrt(total.diagonal())
    inverse = _inverse(total, size) if len(pairs) else total
    while len(pairs) >= FEWEST_PAIRS:
        contrasts = _contrasts(sums, pairs)
        known = _known(sums, contrasts, inverse, size)
        if known.all():
            break
        pairs = pairs[known]
    else:
        return []
    points, share = _estimates(sums, contrasts, inverse, size, (Gain.POINTS, Gain.SHARE))
    items = [(sums.terms[t].item, sums.terms[t].other) for t in pairs]
    return [Together(pair, one, other, both[pair] / player_games) for pair, one, other in zip(items, points, share, strict=True)]


def _inverse(spread: Floats, size: Floats) -> Floats:
    """The pseudo-inverse, of terms brought to one size."""
    inverse: Floats = inverse_from(*np.linalg.eigh(spread / size / size[:, None])) / size / size[:, None]
    return inverse


def _varied(sums: Terms, pairs: npt.NDArray[np.int64]) -> Floats:
    """How much each product varies beside what the items pay by themselves: its sum of squares left by their terms."""
    total = sums.spread.sum(axis=0)
    own = np.array([t for t, term in enumerate(sums.terms) if not term.is_product], np.int64)
    of_own = total[np.ix_(own, own)]
    across = total[np.ix_(own, pairs)]
    left: Floats = total.diagonal()[pairs] - (across * (_inverse(of_own, np.sqrt(of_own.diagonal())) @ across)).sum(axis=0)
    least: Floats = np.maximum(left, UNKNOWN * total.diagonal()[pairs])
    return least


def _contrasts(sums: Terms, pairs: npt.NDArray[np.int64]) -> Floats:
    """For each pair the weights [pairs, terms] that take from it what all others say of its two items; 0 where they say nothing."""
    two = [(sums.terms[t].item, sums.terms[t].other) for t in pairs]
    of_items = np.array([[float(i in items) for i in sorted({i for items in two for i in items})] for items in two])
    known = np.sqrt(_varied(sums, pairs))
    rest = np.eye(len(pairs)) - of_items @ np.linalg.pinv(of_items * known[:, None]) * known
    alone = rest.diagonal()
    weights = np.zeros((len(pairs), len(sums.terms)))
    weights[:, pairs] = np.where(alone[:, None] > UNKNOWN, rest / np.maximum(alone, UNKNOWN)[:, None], 0.0)
    return weights


def _known(sums: Terms, contrasts: Floats, inverse: Floats, size: Floats) -> npt.NDArray[np.bool_]:
    """Whether each contrast can be estimated, and from half of the groups."""
    reach = contrasts @ inverse
    missed = np.abs((reach @ sums.spread.sum(axis=0) - contrasts) / size).max(axis=1)
    told = (missed <= UNKNOWN * np.abs(contrasts / size).max(axis=1)) & contrasts.any(axis=1)
    from_groups = np.einsum("kt,gtu,ku->gk", reach, sums.spread, reach, optimize=True)
    squares = (from_groups**2).sum(axis=0)
    effective = np.divide(from_groups.sum(axis=0) ** 2, squares, out=np.zeros(len(squares)), where=squares > 0)
    known: npt.NDArray[np.bool_] = told & (effective * 2 >= len(sums.spread))
    return known


def _estimates(sums: Terms, contrasts: Floats, inverse: Floats, size: Floats, columns: Sequence[Gain]) -> Iterator[list[Estimate]]:
    """Each contrast of each column with its jackknife error over the groups in which anything was counted."""
    total, used = sums.spread.sum(axis=0), np.flatnonzero(sums.spread.any(axis=(1, 2)))
    without = [contrasts @ _inverse(total - sums.spread[g], size) for g in used]
    for column in columns:
        gain = sums.gain[:, :, column] / (SIXTIETHS if column == Gain.SHARE else 1)
        effects = inverse @ gain.sum(axis=0)
        parts = np.array([reach @ (gain.sum(axis=0) - gain[g]) for reach, g in zip(without, used, strict=True)])
        yield jackknifed(contrasts @ effects, parts, float(np.abs(effects).max()))
