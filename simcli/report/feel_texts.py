"""The feel of play in words and tables: a first sentence for each number of players, the figures, the quantiles, and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from simcli.report import formatting as fmt
from simcli.report.frames import Row, rows_as_csv
from simcli.shown import shown_all
from simcli.stats.feel import PER_CENT, QUANTILES, Feel, FeelCell, Measure
from simcli.stats.summary import Interval
from simcli.stats.verdicts import LESS, MORE

if TYPE_CHECKING:
    from rich.console import RenderableType

CHANGES = {MORE: "more", LESS: "less"}
OPEN = "not yet known"
QUANTILE_NAMES = frozenset(f"{name}_{per_cent}" for name, _, _ in QUANTILES for per_cent in PER_CENT)


def headline(results: Feel) -> str:
    """How a game feels: a sentence for each number of players; of variants that are compared what changes."""
    return " ".join(_changes(cell) if cell.base is not None else _sentence(cell) for cell in results.cells)


def _sentence(cell: FeelCell) -> str:
    def figure(name: str) -> float | None:
        return cell.measure(name).value.value

    def percent(name: str) -> str:
        return fmt.percent(figure(name), 0)

    low, middle, high = (figure(f"rounds_{per_cent}") for per_cent in (25, 50, 75))
    span = f"{middle:g} rounds" + (f" (half of the games {low:g} to {high:g})" if low != high else "")
    apart = f"{figure('margin_50'):g} point{'' if figure('margin_50') == 1 else 's'}"
    close = f"best and second are {apart} apart in the middle game, "
    close += f"at most 5 in {percent('within_5_points')} of games"
    lead = f"the lead changes {fmt.points(figure('lead_changes'))} times"
    late = f"who leads alone after three quarters wins {percent('late_leader_wins')} of games, who was last at half {percent('comeback')}"
    luck = f"whatever is chosen, the deal decides {percent('luck_deal')} of who wins; the plans' choices {percent('luck_choices')}"
    return f"With {fmt.cell_text(cell)} a game takes {span}; {close}; {lead}; {late}; {luck}."


def _changes(cell: FeelCell) -> str:
    """What a variant changes for certain, the figures in their order."""
    told = [f"{label(row)} {_apart(row)}" for row in cell.measures if row.change in (MORE, LESS)]
    what = fmt.few(told) if told else "nothing for certain"
    return f"What {cell.variant} changes against {cell.base} with {fmt.players_text(cell.players)}: {what}."


def _apart(row: Measure) -> str:
    """The size of a difference with its unit, where the name of the measure does not say it."""
    value = None if row.difference is None else row.difference.value
    if row.unit == "share":
        return f"{fmt.signed(value)} points of a hundred"
    return fmt.signed_number(value) + (f" {row.unit}" if row.unit not in ("times", row.name) else "")


def label(row: Measure) -> str:
    """What a measure is called."""
    return row.name.replace("_", " ")


def number(row: Measure, value: float | None) -> str:
    """A figure as its unit has it."""
    return fmt.percent(value) if row.unit == "share" else fmt.points(value, 2)


def bounds(row: Measure, of: Interval) -> str:
    """Its interval."""
    return fmt.interval(of) if row.unit == "share" else fmt.points_interval(of, 2)


def _difference(row: Measure) -> tuple[str, str, str]:
    """Difference, interval and change, dashes where it is not compared."""
    if row.difference is None:
        return fmt.DASH, fmt.DASH, fmt.DASH
    change = fmt.DASH if row.difference.value is None else CHANGES.get(row.change or "", OPEN)
    if row.unit == "share":
        return fmt.signed(row.difference.value), fmt.signed_interval(row.difference), change
    return fmt.signed_number(row.difference.value), fmt.signed_number_interval(row.difference), change


def terminal_tables(results: Feel) -> list[RenderableType]:
    """For each number of players the figures, with what a variant changes, and the quantiles."""
    from simcli.report.grid import Grid

    results, made = shown_all(results), list[Any]()
    for cell in results.cells:
        rows = []
        for row in cell.measures:
            if row.name not in QUANTILE_NAMES:
                apart = _difference(row) if cell.base is not None else ()
                rows.append((label(row), row.unit, number(row, row.value.value), bounds(row, row.value), *apart, row.meaning))
        more = (f"Difference to {cell.base}", "95 % interval of it", "Change") if cell.base is not None else ()
        titles = ("Figure", "Unit", "Value", "95 % interval", *more, "What it says")
        caption = f"Feel of play with {fmt.cell_text(cell)}: {fmt.count(cell.deals)} deals, {fmt.count(cell.games)} games"
        last = len(titles) - 1
        made.append(Grid(titles, tuple(rows), caption, right=frozenset(range(2, 6 if more else 4)), leaves=(last, 1)))
        made.append(_quantiles(cell))
    return made


def _quantiles(cell: FeelCell) -> RenderableType:
    from simcli.report.grid import Grid

    rows = tuple(
        (f"{name} ({unit})" if name != unit else name, *(_at(cell, name, per_cent) for per_cent in PER_CENT)) for name, unit, _ in QUANTILES
    )
    titles = ("Of 100 games so many have at most", *map(str, PER_CENT))
    return Grid(titles, rows, f"Quantiles with {fmt.cell_text(cell)}", right=frozenset(range(1, len(titles))))


def _at(cell: FeelCell, name: str, per_cent: int) -> str:
    value = cell.measure(f"{name}_{per_cent}").value
    ends = "" if value.bounds is None else f" [{value.bounds[0]:g}, {value.bounds[1]:g}]"
    return f"{value.known:g}{ends}"


def csv_text(results: Feel) -> str:
    """All figures in long form."""
    return rows_as_csv(list(_rows(results.cells)))


def _rows(cells: Sequence[FeelCell]) -> Iterator[Row]:
    for cell in cells:
        for row in cell.measures:
            where = {"variant": cell.variant} if cell.variant is not None else {}
            yield (
                where
                | {"players": cell.players, "measure": row.name, "unit": row.unit, **_columns("value", row.value)}
                | _apart_columns(row)
            )


def _apart_columns(row: Measure) -> Row:
    return {} if row.difference is None else _columns("difference", row.difference) | {"change": row.change}


def _columns(name: str, of: Interval) -> Row:
    return {f"{name}_low": of.low, name: of.value, f"{name}_high": of.high}
