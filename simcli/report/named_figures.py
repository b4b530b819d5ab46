"""Every figure of a run that a person may ask for by name: `seat 1 win share`, `knight holders`, `rounds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simcli.report.difference_texts import MEANS
from simcli.stats.summary import Cell, Interval


@dataclass(frozen=True)
class NamedFigure:
    """A figure of a cell. `names` are all it may be called by, the first is how it is told; shares are fractions of 1."""

    names: tuple[str, ...]
    value: Interval
    is_share: bool


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


def find_figure(cell: Cell, name: str) -> NamedFigure | None:
    """The figure of that name; None where there is none, or where the name means two."""
    found = [figure for figure in named_figures(cell) if name in figure.names]
    return found[0] if len(found) == 1 else None


def all_names(cell: Cell) -> list[str]:
    """Every name that means one figure."""
    names = [name for figure in named_figures(cell) for name in figure.names]
    return [name for name in names if names.count(name) == 1]
