"""Every figure of a run that a person may ask for by name: `seat 1 win share`, `knight holders`, `rounds`, `viable plans`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from simcli.stats.figures.registry import FIGURES, LOSS, Topic, by_name, names_of, plain_name
from simcli.stats.measured import VIABLE
from simcli.stats.per_copy import SELDOM
from simcli.stats.summary import CardResult, Cell, Interval, Summary


@dataclass(frozen=True)
class NamedFigure:
    """A figure. `names` are all it may be called by, the first is printed; shares are fractions of 1.

    deals: those it rests on, where they are games of its own; unended: of a win share the part of its games that did not end; lacking: why
    it cannot be judged, empty where it can.
    """

    names: tuple[str, ...]
    value: Interval
    is_share: bool
    deals: int | None = None
    unended: float = 0.0
    lacking: str = ""


@dataclass(frozen=True)
class Place:
    """The figures of one number of players of one variant; deals: those they rest on, where a figure has none of its own."""

    variant: str | None
    players: int
    deals: int
    figures: tuple[NamedFigure, ...]

    @cached_property
    def _by_name(self) -> Mapping[str, NamedFigure]:
        return by_name((figure.names, figure) for figure in self.figures)

    def find(self, name: str) -> NamedFigure | None:
        """The figure of that name; None where there is none, or where the name means two."""
        return self._by_name.get(plain_name(name))

    @property
    def names(self) -> list[str]:
        """Every name that means one figure."""
        return [name for figure in self.figures for name in figure.names if self.find(name) is figure]


class FieldLike(Protocol):
    """Plans against each other with one number of players, as matchups has them."""

    @property
    def variant(self) -> str | None:
        """Name of the variant."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def deals(self) -> int:
        """Deals each line-up played."""

    @property
    def viable_plans(self) -> Interval:
        """How many plans are worth playing."""

    @property
    def ratings(self) -> Sequence[Any]:
        """The plans."""


def places_of(results: Summary) -> list[Place]:
    """Where a run has figures, in its order."""
    varied = {(cell.variant, cell.players): cell for cell in results.variety or ()}
    places = []
    for cell in results.cells:
        figures = list(named_figures(cell))
        if changes := varied.get((cell.variant, cell.players)):
            figures.append(NamedFigure((VIABLE,), changes.viable_plans, is_share=False, deals=changes.deals))
        if cell.base is None:
            figures += [figure for row in results.cards or () if row.players == cell.players for figure in _of_copy(row, results)]
        places.append(Place(cell.variant, cell.players, cell.deals, tuple(figures)))
    return places


def places_of_fields(fields: Sequence[FieldLike]) -> list[Place]:
    """The same of matchups: the figures with an interval that are of the field, and of each plan."""
    places = []
    for field in fields:
        figures = [NamedFigure((VIABLE,), field.viable_plans, is_share=False)]
        for row in field.ratings:
            figures += _of("plan", row.strategy, row)
        places.append(Place(field.variant, field.players, field.deals, tuple(figures)))
    return places


def _of_copy(row: CardResult, results: Summary) -> Iterator[NamedFigure]:
    """What a copy of an item is worth, by itself and beyond the middle of its kind; games that did not end could be its, or those of the
    items in the middle."""
    lacking = ""
    if row.test.verdict is None:
        lacking = f"{row.player} uses {row.used or 0:.2g} copies of it a game, fewer than {SELDOM:g}: nothing tells what one is worth"
    elif row.against_kind.value is None:
        lacking = "no other item of its kind is used often enough to compare it with"
    alone = _unended(row, results)
    alike = [_unended(one, results) for one in results.cards or () if (one.players, one.kind) == (row.players, row.kind)]
    for figure in _of("copy", row.item, row, kind=row.kind):
        is_alone = figure.names[0].endswith(LOSS)
        why = "" if is_alone and row.test.verdict is not None else lacking
        yield replace(figure, unended=alone if is_alone else alone + max(alike), lacking=why)


def _unended(row: CardResult, results: Summary) -> float:
    """The part of the games that did not end, with and without an item, for each copy used; nothing of what is seldom used."""
    if row.test.verdict is None or not row.used:
        return 0.0
    own = [cell for cell in results.cells if cell.players == row.players and any(row.item in ban.items for ban in cell.bans or ())]
    base = [cell for cell in results.cells if cell.players == row.players and cell.base is None]
    return sum(cell.unended / cell.games for cell in (*own[:1], *base) if cell.games) / row.used


def named_figures(cell: Cell) -> Iterator[NamedFigure]:
    """The figures with an interval that can be asked for: of the games, the seats (or places), the strategies and the items of a cell.

    A name that means two things, as of a strategy that is called like an item, takes `strategy` or `item` before it.
    """
    yield from _of("games", None, cell)
    for seat in cell.seats:
        yield from _of("seat", seat.label, seat, cell.unended / cell.games if cell.games else 0.0, number=seat.seat)
    for row in cell.strategies:
        yield from _of("strategy", row.name, row, row.unended / row.player_games if row.player_games else 0.0)
    for item in cell.items:
        yield from _of("item", item.item, item, kind=item.kind)


def _of(about: Any, of: str | None, record: object, unended: float = 0.0, **owner: Any) -> Iterator[NamedFigure]:
    """The figures that the fields of a record hold; unended: the part of its games that did not end."""
    for figure in FIGURES:
        if figure.of != about or figure.name == VIABLE or figure.is_held:
            continue
        value = getattr(record, figure.field)
        parts = value.items() if isinstance(value, Mapping) else [(None, value)]
        for part, one in parts:
            if one is not None:
                names, open_share = names_of(Topic(about, of, figure.name, part), **owner), unended if figure.name == "win share" else 0.0
                yield NamedFigure(names, one, figure.is_share, unended=open_share)
