"""What one batch counts: one flat int64 vector with named parts. Tallies of one layout add with `+`; order does not matter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from simcli.engine.batch import RatioRows, Sums
from simcli.game import Catalogue

N_TOTALS = 10
N_LEVELS = 8
RATIO = 5
FIGURES = ("rounds", "winning_score", "margin", "shared_victories")
"""Rows of `figure`, each a mean over games."""

LAYOUT_VERSION = 2
"""Raised when the parts of a tally change in name, shape or meaning: numbers kept by another version cannot be read."""


@dataclass(frozen=True)
class Layout:
    """Sizes of a tally: players, strategies, score categories, items and their kinds, histogram bins."""

    players: int
    strategies: int
    categories: int
    items: int
    kinds: int
    bins: int

    @classmethod
    def of(cls, players: int, strategies: int, catalogue: Catalogue) -> Layout:
        """Layout for one number of players."""
        bins = catalogue.score_high - catalogue.score_low + 1
        return cls(players, strategies, len(catalogue.categories), len(catalogue.items), len(catalogue.kinds), bins)

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Parts in their order; all ratio parts stand together, as the playout loop expects."""
        s, p, c, i, k = self.strategies, self.players, self.categories, self.items, self.kinds
        return {
            "totals": (N_TOTALS,),
            "strategy_share": (s, RATIO),
            "strategy_score": (s, RATIO),
            "seat_share": (p, RATIO),
            "place_share": (p, RATIO),
            "place_score": (p, RATIO),
            "place_category": (p, c, RATIO),
            "place_held": (p, k, RATIO),
            "figure": (len(FIGURES), RATIO),
            "item_if_offered": (i, RATIO),
            "item_if_held": (i, RATIO),
            "item_if_not_held": (i, RATIO),
            "item_offered_slope": (i, RATIO),
            "item_held_slope": (i, RATIO),
            "strategy_score_square": (s,),
            "strategy_histogram": (s, self.bins),
            "strategy_category": (s, c),
            "item_offered": (i,),
            "item_held": (i,),
            "item_level_games": (i, N_LEVELS),
            "item_level_share": (i, N_LEVELS),
        }

    @property
    def size(self) -> int:
        """Numbers in a tally."""
        return sum(prod(shape) for shape in self.shapes.values())

    @property
    def ratio_rows(self) -> int:
        """Rows of all ratio parts together."""
        places = self.players * (2 + self.categories + self.kinds)
        return 2 * self.strategies + self.players + places + len(FIGURES) + 5 * self.items

    def parts(self, flat: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
        """Named views into a flat vector."""
        views, start = {}, 0
        for name, shape in self.shapes.items():
            views[name] = flat[start : start + prod(shape)].reshape(shape)
            start += prod(shape)
        return views

    @property
    def first_rows(self) -> RatioRows:
        """First row of each ratio part among all ratio rows."""
        first, start = {}, 0
        for name in RatioRows._fields:
            first[name] = start
            start += prod(self.shapes[name][:-1])
        return RatioRows(**first)

    def sums(self, flat: NDArray[np.int64]) -> Sums:
        """The tally as the playout loop adds to it: views into a flat vector."""
        views, start = self.parts(flat), N_TOTALS
        ratios = flat[start : start + self.ratio_rows * RATIO].reshape(self.ratio_rows, RATIO)
        counts, values = np.zeros((2, self.ratio_rows), np.int64)
        plain = {name: views[name] for name in Sums._fields if name in views}
        return Sums(rows=self.first_rows, ratios=ratios, counts=counts, values=values, **plain)


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
        flat = self.flat + other.flat
        # A sum that has wrapped round has another sign than both of its terms.
        if (((self.flat ^ flat) & (other.flat ^ flat)) < 0).any():
            raise OverflowError("a sum of two tallies does not fit 64 bits")
        return Tally(self.layout, flat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.layout == other.layout and bool(np.array_equal(self.flat, other.flat))

    __hash__ = None  # type: ignore[assignment]

    @property
    def parts(self) -> dict[str, NDArray[np.int64]]:
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
