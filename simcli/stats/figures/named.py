"""Every figure of a run that a person may ask for by name: `seat 1 win share`, `knight holders`, `rounds`, `viable plans`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simcli.report.words.differences import MEANS
from simcli.stats.measured import VIABLE
from simcli.stats.summary import Cell, Interval, Summary
from simcli.studies.matchups.estimate import Field, Matchups


@dataclass(frozen=True)
class NamedFigure:
    """A figure. `names` are all it may be called by, the first is how it is told; shares are fractions of 1.

    deals: those it rests on, where they are games of its own.
    """

    names: tuple[str, ...]
    value: Interval
    is_share: bool
    deals: int | None = None


@dataclass(frozen=True)
class Place:
    """The figures of one number of players of one variant; deals: those they rest on, where a figure has none of its own."""

    variant: str | None
    players: int
    deals: int
    figures: tuple[NamedFigure, ...]

    def find(self, name: str) -> NamedFigure | None:
        """The figure of that name; None where there is none, or where the name means two."""
        found = [figure for figure in self.figures if name in figure.names]
        return found[0] if len(found) == 1 else None

    @property
    def names(self) -> list[str]:
        """Every name that means one figure."""
        names = [name for figure in self.figures for name in figure.names]
        return [name for name in names if names.count(name) == 1]


def places_of(results: Summary | Matchups) -> list[Place]:
    """Where a run, or a run of matchups, has figures, in its order."""
    if isinstance(results, Matchups):
        return [Place(field.variant, field.players, field.deals, tuple(_of_field(field))) for field in results.fields]
    varied = {(cell.variant, cell.players): cell for cell in results.variety or ()}
    made = []
    for cell in results.cells:
        figures = list(named_figures(cell))
        if found := varied.get((cell.variant, cell.players)):
            figures.append(NamedFigure((VIABLE,), found.viable_plans, is_share=False, deals=found.deals))
        made.append(Place(cell.variant, cell.players, cell.deals, tuple(figures)))
    return made


def _of_field(field: Field) -> Iterator[NamedFigure]:
    """The figures of matchups with an interval that are of the field, and of each plan."""
    yield NamedFigure((VIABLE,), field.viable_plans, is_share=False)
    for row in field.ratings:
        whose = [row.strategy, f"strategy {row.strategy}"]
        for name, value in (("mean win share", row.mean_share), ("weight in the lottery", row.lottery), ("strength", row.strength)):
            yield NamedFigure(tuple(f"{who} {name}" for who in whose), value, is_share=True)


def named_figures(cell: Cell) -> Iterator[NamedFigure]:
    """The figures with an interval: of the games, the seats (or places), the strategies and the items of a cell.

    A name that means two things, as of a strategy that is called like an item, is told apart by `strategy` or `item` before it.
    """
    games = (
        ("rounds", cell.rounds_mean),
        ("margin", cell.margin_mean),
        ("winning score", cell.winning_score_mean),
        ("shared victories", cell.tie_share),
        ("stalled games", cell.stalled_share),
    )
    yield from (_figure("", name, value) for name, value in games)
    for seat in cell.seats:
        whose = list(dict.fromkeys((seat.label, f"seat {seat.seat}")))
        yield _figure(whose, "win share", seat.win_share)
        yield _figure(whose, "score", seat.score_mean)
        yield from (_figure(whose, f"points {name}", value, "points") for name, value in seat.categories.items())
        yield from (_figure(whose, f"held {kind}", value, "held") for kind, value in seat.held.items())
    for row in cell.strategies:
        whose = [row.name, f"strategy {row.name}"]
        yield _figure(whose, "win share", row.win_share)
        yield _figure(whose, "score", row.score_mean)
    for item in cell.items:
        whose = [item.item, f"item {item.item}"]
        yield _figure(whose, "holders", item.holders)
        yield _figure(whose, "win share if held", item.win_share_if_held)
        yield _figure(whose, "win share if offered", item.win_share_if_offered)
        yield _figure(whose, "win share per copy offered", item.per_copy_offered)
        for name, held in (("win share per copy held", item.held_in_place), ("points per copy held", item.points_in_place)):
            if held is not None:
                yield _figure(whose, name, held)


def _figure(whose: Sequence[str], name: str, value: Interval, kind: str = "") -> NamedFigure:
    return NamedFigure(tuple(f"{who} {name}" for who in whose) or (name,), value, (kind or name) not in MEANS)
