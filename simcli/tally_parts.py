"""What a batch counts: the parts of a tally, each declared once with its shape, kind and meaning. A leaf.

`sim/tally.py` lays them out in one vector, the playout loop counts them, `stats/` reads them by name, and
build/docs/tally.md is written from them (`tools/summary_docs.py`).

A ratio part holds rows `(c, y, cc, cy, yy)` summed over deals: per deal `c` is a count (or a spread) and `y` a total over all games of the
deal. The estimate is sum y / sum c, its standard error the ratio estimator's with the deal as unit.

Finishing orders of matchups are kept as counts that say all a Plackett-Luce model asks of them. A table of P seats has one plan alone
and P - 1 seats of another, which are alike. Its order starts at the front: at each step some seats are left, and one of them, or
several that are level, finish next. A step is counted by what is left (the one plan or not, m of the other) and by who comes next (the
one plan among them or not, s seats in all), the likelihood of an order being a product of such steps. The one plan is left at the steps
of m = 0, ..., P - 1 of the other, each with 2 m + 1 outcomes, P^2 in all; without it m = 1, ..., P - 1 are left, each with m outcomes.

Where a run plays several variants, all but the base have a row of `paired` for each ratio row: products of the deal's numbers with those of
the base in the same deal, so that a difference is known far better than from two intervals.
"""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

LAYOUT_VERSION = 10
"""Raised when the parts of a tally change in name, shape or meaning: numbers kept by another version cannot be read."""

RATIO = 5
"""Numbers of a ratio row."""

PAIRED = 5
"""Numbers of a paired row: sums over deals of c c', c y', y c' and y y' (marked: of the base), and the deals whose c or y is another."""

Counts = npt.NDArray[np.int64]


class Kind(StrEnum):
    """What the numbers of a part are: ratio rows, games (or player-games), amounts summed over games, or rows paired with the base."""

    RATIO = "ratio"
    COUNT = "count"
    TOTAL = "total"
    PAIRED = "paired"


@dataclass(frozen=True)
class Part:
    """Kind of a part, its axes (names of `Layout.axes`, without the five numbers of a ratio or paired row), and what it holds."""

    kind: Kind
    axes: tuple[str, ...]
    meaning: str


def _ratio(*axes: str, says: str) -> Part:
    return Part(Kind.RATIO, axes, says)


def _count(*axes: str, says: str) -> Part:
    return Part(Kind.COUNT, axes, says)


def _total(*axes: str, says: str) -> Part:
    return Part(Kind.TOTAL, axes, says)


class Totals(NamedTuple):
    """Columns of `totals`: numbers of deals and games, and sums over the games that ended. The margin is best minus second best score.

    A game does not end that reaches the limit on decisions (`capped`) or that a stall rule stops (`stalled`); of these only their number,
    their decisions and, by the stall rule, who wins are counted.
    """

    deals: int
    games: int
    rounds: int
    decisions: int
    shared_victories: int
    capped: int
    winning_score: int
    margin: int
    stalled: int
    forced: int
    unended_decisions: int

    @property
    def unended(self) -> int:
        """Games that did not end."""
        return self.capped + self.stalled

    @property
    def ended(self) -> int:
        """Games that ended by the rules."""
        return self.games - self.unended


class Figures(NamedTuple):
    """Rows of `figure`, each a mean over games."""

    rounds: Counts
    winning_score: Counts
    margin: Counts
    shared_victories: Counts


@dataclass(frozen=True)
class TallyParts:
    """The parts of a tally in their order, all int64; ratio parts stand together. Places are counted from the start player.

    Games that did not end are in `totals`, in the win shares of strategies, seats and places, and in `finishes`; all else is of games that
    ended. Of the ratio parts those of seats, places and figures are side by side: a game counts once in each of their rows
    (`engine.counting`).
    """

    totals: Annotated[
        Counts,
        _total(
            "totals", says=f"{', '.join(Totals._fields)}: deals, games, and sums over the games that ended, but for `unended_decisions`"
        ),
    ]
    strategy_share: Annotated[Counts, _ratio("strategies", says="c = player-games of all games, y = win share in sixtieths")]
    strategy_score: Annotated[Counts, _ratio("strategies", says="c = player-games that ended, y = score in points")]
    strategy_held: Annotated[
        Counts, _ratio("strategies", "by_strategy", says="c = player-games, y = copies held at the end of the items counted by strategy")
    ]
    seat_share: Annotated[Counts, _ratio("players", says="by seat, which bans name: c = all games, y = win share in sixtieths")]
    place_share: Annotated[Counts, _ratio("players", says="by place: c = all games, y = win share in sixtieths")]
    place_score: Annotated[Counts, _ratio("players", says="by place: c = games, y = score in points")]
    place_category: Annotated[Counts, _ratio("players", "categories", says="by place: c = games, y = points of the category")]
    place_held: Annotated[Counts, _ratio("players", "kinds", says="by place: c = games, y = items of the kind held at the end")]
    figure: Annotated[Counts, _ratio("figures", says=f"c = games, y = {', '.join(Figures._fields)}")]
    item_if_offered: Annotated[Counts, _ratio("items", says="c = player-games with a copy offered, y = win share in sixtieths")]
    item_if_held: Annotated[Counts, _ratio("items", says="c = player-games with a copy held at the end, y = win share in sixtieths")]
    item_if_not_held: Annotated[Counts, _ratio("items", says="c = player-games with none held, y = win share in sixtieths")]
    item_offered_slope: Annotated[
        Counts,
        _ratio(
            "items",
            says="c = P * sum x^2 - (sum x)^2 within a game of P players, y = P * sum x*share - 60 * sum x; x copies offered; "
            "y / c / 60 = win share per extra copy offered",
        ),
    ]
    item_held_slope: Annotated[Counts, _ratio("items", says="the same with x copies held")]
    asked_used: Annotated[
        Counts,
        _ratio(
            "asked",
            says="by item that one player is denied in turn: c = copies that this player uses (holds at the end) in the games "
            "that ended, y = its win share in sixtieths",
        ),
    ]
    strategy_score_square: Annotated[Counts, _total("strategies", says="score squared, over player-games")]
    strategy_histogram: Annotated[Counts, _count("strategies", "bins", says="player-games by final score, bin 0 = score_low")]
    strategy_category: Annotated[Counts, _total("strategies", "categories", says="points by category")]
    item_offered: Annotated[Counts, _total("items", says="copies offered, over player-games")]
    item_held: Annotated[Counts, _total("items", says="copies held at the end, over player-games")]
    item_level_games: Annotated[Counts, _count("items", "levels", says="player-games by copies held, the last level so many or more")]
    item_level_share: Annotated[Counts, _total("items", "levels", says="win share in sixtieths by copies held")]
    offered_together: Annotated[
        Counts,
        _total(
            "offer_pairs",
            "products",
            says="for two items dealt in the same packs, x and x' copies offered: P * sum xx' - sum x sum x' within a game of P "
            "players; and the product of their y of `item_offered_slope`, over deals",
        ),
    ]
    held_spread: Annotated[
        Counts,
        _total(
            "groups",
            "held_pairs",
            says="by group of deals (number of the deal mod 32), for two items whose copies held are judged together, or one with itself, "
            "x and x' copies held: P * sum xx' - sum x sum x' within a game of P players",
        ),
    ]
    held_gain: Annotated[
        Counts,
        _total(
            "groups",
            "held_items",
            "gains",
            says="for each of these items P * sum x*share - 60 * sum x, and P * sum x*score - sum x * sum score",
        ),
    ]
    held_both: Annotated[
        Counts,
        _total(
            "groups",
            "both_pairs",
            "sums",
            says="for the pairs of `held_spread`, where pairs are asked about: player-games that hold a copy of both at the end, "
            "and their sums of P * share - 60 and of P * score - sum score",
        ),
    ]
    term_spread: Annotated[
        Counts,
        _total(
            "groups",
            "term_products",
            says="where pairs are asked about, of kinds of at most 12 items, by block of deals (number of the deal // 64 mod 32): for each "
            "term of a kind (`held_terms`) with each before it and with itself, t and t' their values: n * sum tt' - sum t sum t' over the "
            "n player-games of a strategy in a deal, summed over these",
        ),
    ]
    term_gain: Annotated[
        Counts,
        _total(
            "groups",
            "terms",
            "gains",
            says="for each of these terms n * sum t*share - sum t * sum share, and n * sum t*score - sum t * sum score",
        ),
    ]
    finishes: Annotated[
        Counts,
        _count(
            "deal_groups",
            "finishes",
            says="in matchups, who finishes next: the steps of the finishing orders by what is left of a table and who comes next "
            "(`finish_index`); deal d in group d mod 64, so that deals can be drawn anew",
        ),
    ]
    paired: Annotated[
        Counts,
        Part(
            Kind.PAIRED,
            ("paired",),
            "in a variant that is compared with a base, a row for each ratio row in their order: sums over deals of c c', c y', y c' and "
            "y y' (marked: of the base), and deals whose c or y is another",
        ),
    ]

    @property
    def counted(self) -> Totals:
        """`totals` by name, as Python integers."""
        return Totals(*map(int, self.totals))

    def paired_with(self, name: str) -> Counts:
        """The paired rows of the ratio part `name`, in its shape; none where the cell is compared with nothing."""
        before = sum(getattr(self, part).size for part in RATIO_PARTS[: RATIO_PARTS.index(name)]) // RATIO
        shape = getattr(self, name).shape[:-1]
        return self.paired[before : before + math.prod(shape)].reshape(*shape, PAIRED) if len(self.paired) else self.paired


PARTS: dict[str, Part] = {name: hint.__metadata__[0] for name, hint in get_type_hints(TallyParts, include_extras=True).items()}
"""The declaration of each part, in the order of the vector."""

RATIO_PARTS = tuple(name for name, part in PARTS.items() if part.kind is Kind.RATIO)

RatioRows: Any = namedtuple("RatioRows", RATIO_PARTS)  # type: ignore[misc]
"""For each ratio part its first row among the rows of all of them: integers that a kernel takes as they are."""

COUNTED = tuple(name for name, part in PARTS.items() if part.kind in (Kind.COUNT, Kind.TOTAL))

Sums: Any = namedtuple("Sums", ("rows", "ratios", "counts", "values", "deals", "terms", *COUNTED))  # type: ignore[misc]
"""A tally as the playout loop adds to it: `RatioRows`, all ratio rows as one array [rows, 5], what the deal at hand adds up to
(counts and values, [rows], zeros between deals), the same of every deal ([deals, 2, rows], or none are kept), the terms of each player-game
of the deal at hand, their deviations, and its strategy, gains and work space ([3, player-games, terms], a row more for their number),
and the parts that are no ratio rows; all int64 views."""

MOST_PAIRED = 12
"""Items of a kind beyond which it has no terms: their products grow with the fourth power of the number."""

TERM_BLOCK = 64
"""Deals in a row that are counted in one group of terms: a batch touches few of the groups, which makes it small to keep."""


class Term(NamedTuple):
    """What points are regressed on: the copies held of an item, the product with those of `other` (the item itself: their square), or
    whether there are `least` copies. `first`: number of the first term of its kind."""

    item: int
    other: int
    least: int
    first: int

    @property
    def is_product(self) -> bool:
        """Whether it is of two items."""
        return self.other not in (NO_ITEM, self.item)


NO_ITEM = -1
"""In place of a second item of a term."""


def held_terms(pairs: Sequence[tuple[int, int]]) -> list[Term]:
    """The terms of each kind of at most `MOST_PAIRED` items, of which `pairs` names every two and each with itself, in ascending order: of
    each item its copies, their square, whether there is one and whether there are two; then the product of every two."""
    kinds: dict[int, list[tuple[int, int]]] = {}
    first: dict[int, int] = {}
    for i, j in pairs:
        kinds.setdefault(first.setdefault(j, first.get(i, i)), []).append((i, j))
    terms: list[Term] = []
    for of_kind in kinds.values():
        numbers, start = [i for i, j in of_kind if i == j], len(terms)
        if 2 <= len(numbers) <= MOST_PAIRED:
            for i in numbers:
                terms += [Term(i, other, least, start) for other, least in ((NO_ITEM, 0), (i, 0), (NO_ITEM, 1), (NO_ITEM, 2))]
            terms += [Term(i, j, 0, start) for i, j in of_kind if i != j]
    return terms


def n_products(terms: Sequence[Term]) -> int:
    """Products of two terms of a kind, those of each with itself among them."""
    return sum(number - term.first + 1 for number, term in enumerate(terms))


DEAL_GROUPS = 64
"""Groups of deals, deal d in group d % 64: what is drawn again to see how far luck moves an estimate."""


def n_finishes(players: int) -> int:
    """Outcomes of all steps at a table."""
    return players * players + players * (players - 1) // 2


def finish_index(players: int, is_left: int, others: int, is_next: int, seats: int) -> int:
    """Place of an outcome among them: `others` of the other plan are left, with `is_left` the one plan too; `level` seats finish next."""
    if is_left:
        return others * others + (seats - 1 if is_next else others + seats)
    return players * players + others * (others - 1) // 2 + seats - 1
