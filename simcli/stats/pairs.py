"""Pairs of items that help each other: what who holds both has beyond what each of the two is associated with by itself.

With m the mean score (less that of the other players), or win share (its own), of those who hold both, one, the other or none of two items,

    interaction = m(both) - m(first alone) - m(second alone) + m(none),

as a distance from a typical pair of the kind, the mean over the middle half. Where cards are single and each adds its points to a hand
of one size, it is 0 for all pairs; of several copies it is not, since who holds two kinds holds fewer copies of each. The variance is
the jackknife's over groups of deals, as in `stats/held.py`; p-values are corrected by Benjamini and Hochberg over all pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simcli.game import SIXTIETHS
from simcli.stats.held import FEWEST_GROUPED, jackknifed
from simcli.stats.intervals import FEWEST_EFFECTIVE, LEVEL, Estimate
from simcli.stats.together import Floats, typical
from simcli.tally_parts import Counts

Ints = npt.NDArray[np.int64]
FEWEST_PAIRS = 8
"""Fewest pairs of a kind that are reported: of fewer none is typical."""
SHADOW = 0.5
"""Pairs with fewer points than this part of the strongest one's are left out: who holds two other cards has less room for one of a strong
pair, which gives these a part of its points, three tenths in games made up to show it."""


@dataclass(frozen=True)
class Together:
    """Two items, by number; what holding both is associated with beyond each by itself, in points and in win share; and the share of the
    player-games that hold both."""

    items: tuple[int, int]
    points: Estimate
    share: Estimate
    both: float


def pairs_together(pairs: Sequence[tuple[int, int]], both: Counts, deals: int, player_games: int, players: int) -> list[Together]:
    """The pairs of one kind with enough data; `pairs` has each item with itself too, `both` is the kind's part of `held_both`.

    Each of the four groups of players (both, one, the other, none) has as many player-games as `FEWEST_EFFECTIVE` deals or more, and some
    in half of the groups of deals.
    """
    groups, alone = len(both), {i: k for k, (i, j) in enumerate(pairs) if i == j}
    at = np.array([(k, alone[i], alone[j]) for k, (i, j) in enumerate(pairs) if i != j], np.int64).reshape(-1, 3)
    if deals < FEWEST_GROUPED * groups or not len(at):
        return []
    a_deal = player_games / deals
    games = np.array([a_deal * (deals // groups + (g < deals % groups)) for g in range(groups)], np.float64)
    sums = both.astype(np.float64)
    counts = _parted(sums[:, :, 0], at, games[:, None])
    enough = ((counts.sum(axis=1) >= FEWEST_EFFECTIVE * a_deal) & ((counts > 0).sum(axis=1) * 2 >= groups)).all(axis=0)
    at = at[enough]
    if len(at) < FEWEST_PAIRS:
        return []
    points = _interactions(sums[:, :, 2] / (players - 1), sums[:, :, 0], games, at)
    share = _interactions(sums[:, :, 1] / (players * SIXTIETHS), sums[:, :, 0], games, at)
    held = sums[:, at[:, 0], 0].sum(axis=0) / player_games
    return [Together(pairs[k], one, other, float(part)) for k, one, other, part in zip(at[:, 0], points, share, held, strict=True)]


def helping(pairs: Sequence[Together], corrected: Sequence[float | None]) -> list[int]:
    """Places of the pairs reported to help each other, the most points first; corrected: their p-values."""
    sure = [k for k, p in enumerate(corrected) if p is not None and p < 1.0 - LEVEL and _points(pairs[k]) > 0.0]
    strongest = max((_points(pairs[k]) for k in sure), default=0.0)
    return sorted((k for k in sure if _points(pairs[k]) >= SHADOW * strongest), key=lambda k: -_points(pairs[k]))


def _points(pair: Together) -> float:
    return pair.points.value or 0.0


def _parted(sums: Floats, at: Ints, total: Floats | float) -> Floats:
    """Sums over those with both items of a pair, the first alone, the second alone and none: [4, ..., pairs].

    sums: [..., pairs and items] over those with both, or with the item; at: where a pair and its two items stand; total: over everybody.
    """
    both, first, second = (sums[..., at[:, column]] for column in range(3))
    return np.stack([both, first - both, second - both, total - first - second + both])


def _interactions(gains: Floats, held: Floats, games: Floats, at: Ints) -> list[Estimate]:
    """The interaction of each pair less that of a typical one; gains, less those of the others, add up to 0 over everybody."""
    groups = len(gains)

    def interaction(gain: Floats, count: Floats, total: float) -> Floats:
        means = _parted(gain, at, 0.0) / _parted(count, at, total)
        interactions: Floats = means[0] - means[1] - means[2] + means[3]
        return interactions

    gain, count, total = gains.sum(axis=0), held.sum(axis=0), float(games.sum())
    values = interaction(gain, count, total)
    parts = np.array([interaction(gain - gains[g], count - held[g], total - games[g]) for g in range(groups)])
    weights = typical(values)
    values, parts = values - weights @ values, parts - (parts @ weights)[:, None]
    return jackknifed(values, parts, float(np.abs(_parted(gain, at, 0.0) / _parted(count, at, total)).max()))
