"""One batch's counts: a flat int64 vector with named parts (tally_parts.py). Tallies of one layout add with `+`; order does not matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli import tally_parts as parts
from simcli.game import Catalogue

N_LEVELS = 8
N_PRODUCTS = 2
N_GAINS = 2
N_SUMS = 3
N_GROUPS = 32
"""Groups of deals in which the copies held of several items are summed up: each left out in turn gives the error of an estimate."""


@dataclass(frozen=True)
class Layout:
    """Sizes of a tally: players, strategies, score categories, items and their kinds, histogram bins, items counted by strategy,
    pairs of items dealt in the same packs, pairs of items whose copies held are judged together (each with itself among them), and
    these items, pairs whose holders of both are counted, terms of a regression on copies held and the products of those of a kind,
    steps of finishing orders (none but in matchups), items that one player is denied in turn.

    `is_paired` in a variant whose deals are compared with those of a base.
    """

    players: int
    strategies: int
    categories: int
    items: int
    kinds: int
    bins: int
    by_strategy: int
    offer_pairs: int
    is_paired: bool = False
    held_pairs: int = 0
    held_items: int = 0
    both_pairs: int = 0
    terms: int = 0
    term_products: int = 0
    finishes: int = 0
    asked: int = 0

    @classmethod
    def of(
        cls,
        players: int,
        strategies: int,
        catalogue: Catalogue,
        *,
        is_paired: bool = False,
        watched: Sequence[str] = (),
        with_pairs: bool = False,
        has_finishes: bool = False,
        asked: int = 0,
    ) -> Layout:
        """Layout for one number of players; `watched`: kinds of items whose copies held are judged together, `with_pairs` also with the
        players who hold two of them, and the terms of the kinds that have such; `asked`: items that one player is denied in turn."""
        bins = catalogue.score_high - catalogue.score_low + 1
        sizes = len(catalogue.categories), len(catalogue.items), len(catalogue.kinds), bins
        of_items = len(catalogue.by_strategy(strategies)), len(catalogue.offer_pairs)
        pairs = catalogue.held_pairs(watched)
        terms = parts.held_terms(pairs) if with_pairs else []
        held = len(pairs), len({i for i, _ in pairs}), len(pairs) if with_pairs else 0, len(terms), parts.n_products(terms)
        return cls(players, strategies, *sizes, *of_items, is_paired, *held, parts.n_finishes(players) if has_finishes else 0, asked)

    @property
    def axes(self) -> dict[str, int]:
        """Length of every axis that `tally_parts` names."""
        fixed = {"totals": len(parts.Totals._fields), "figures": len(parts.Figures._fields), "levels": N_LEVELS, "products": N_PRODUCTS}
        fixed |= {"groups": N_GROUPS, "gains": N_GAINS, "sums": N_SUMS}
        named = {"players": self.players, "strategies": self.strategies, "categories": self.categories}
        of_items = {"items": self.items, "kinds": self.kinds, "bins": self.bins, "by_strategy": self.by_strategy}
        of_items |= {
            "offer_pairs": self.offer_pairs,
            "held_pairs": self.held_pairs,
            "held_items": self.held_items,
            "both_pairs": self.both_pairs,
            "terms": self.terms,
            "term_products": self.term_products,
        }
        return fixed | named | of_items | {"deal_groups": parts.DEAL_GROUPS, "finishes": self.finishes, "asked": self.asked}

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of every part, in their order."""
        shapes = {name: self._shape(part) for name, part in parts.PARTS.items() if part.kind is not parts.Kind.PAIRED}
        rows = sum(prod(shapes[name]) for name in parts.RATIO_PARTS) // parts.RATIO if self.is_paired else 0
        return shapes | {name: (rows, parts.PAIRED) for name, part in parts.PARTS.items() if part.kind is parts.Kind.PAIRED}

    def _shape(self, part: parts.Part) -> tuple[int, ...]:
        axes = self.axes
        return (*(axes[axis] for axis in part.axes), *((parts.RATIO,) if part.kind is parts.Kind.RATIO else ()))

    @property
    def size(self) -> int:
        """Numbers in a tally."""
        return sum(prod(shape) for shape in self.shapes.values())

    @property
    def ratio_rows(self) -> int:
        """Rows of all ratio parts together."""
        return sum(self._heights)

    @property
    def first_rows(self) -> parts.RatioRows:
        """For each ratio part its first row among `ratio_rows`, as a NamedTuple of int."""
        return parts.RatioRows(*list(accumulate(self._heights, initial=0))[:-1])

    @property
    def _heights(self) -> list[int]:
        """Rows of each ratio part."""
        return [prod(self.shapes[name]) // parts.RATIO for name in parts.RATIO_PARTS]

    def parts(self, flat: NDArray[np.int64]) -> parts.TallyParts:
        """Named views into a flat vector."""
        return parts.TallyParts(**self._views(flat))

    def sums(self, flat: NDArray[np.int64], deals: NDArray[np.int64] | None = None) -> Any:
        """The tally as the playout loop adds to it: the `Sums` of a flat vector; what each deal adds up to is kept in `deals`, if given."""
        views = self._views(flat)
        start = views["totals"].size
        ratios = flat[start : start + self.ratio_rows * parts.RATIO].reshape(self.ratio_rows, parts.RATIO)
        counts, values = np.zeros((2, self.ratio_rows), np.int64)
        kept = np.zeros((0, 2, 0), np.int64) if deals is None else deals
        terms = np.zeros((3, self.players * max(self.players, self.strategies) + 1, self.terms), np.int64)
        return parts.Sums(*(self.first_rows, ratios, counts, values, kept, terms, *(views[name] for name in parts.COUNTED)))

    def deals_kept(self, deals: int) -> NDArray[np.int64]:
        """Room for the sums of each deal: int64[deals, 2, ratio rows], counts and values."""
        return np.zeros((deals, 2, self.ratio_rows), np.int64)

    def _views(self, flat: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
        views, start = {}, 0
        for name, shape in self.shapes.items():
            views[name] = flat[start : start + prod(shape)].reshape(shape)
            start += prod(shape)
        return views


def summed(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of two tallies. OverflowError when it does not fit 64 bits."""
    flat: NDArray[np.int64] = one + other
    # A sum that has wrapped round has another sign than both of its terms.
    if (((one ^ flat) & (other ^ flat)) < 0).any():
        raise OverflowError("a sum of two tallies does not fit 64 bits")
    return flat


@dataclass(frozen=True)
class Tally:
    """Counts of some deals under one layout."""

    layout: Layout
    flat: NDArray[np.int64]

    @classmethod
    def empty(cls, layout: Layout) -> Tally:
        """Nothing counted yet."""
        return cls(layout, np.zeros(layout.size, np.int64))

    def __add__(self, other: Tally) -> Tally:
        """Counts of both; ValueError for another layout, OverflowError when a sum does not fit 64 bits."""
        if self.layout != other.layout:
            raise ValueError(f"tallies of different layouts do not add: {self.layout} and {other.layout}")
        return Tally(self.layout, summed(self.flat, other.flat))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.layout == other.layout and bool(np.array_equal(self.flat, other.flat))

    __hash__ = None  # type: ignore[assignment]

    @property
    def parts(self) -> parts.TallyParts:
        """Named views."""
        return self.layout.parts(self.flat)

    @property
    def deals(self) -> int:
        """Deals counted."""
        return int(self.flat[0])

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.flat[1])
