"""The feel of play in words and tables: a first sentence for each number of players, the figures, the quantiles, and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.table.view import NUMBER, TEXT, Column, View
from simcli.stats.intervals import FEWEST_EFFECTIVE
from simcli.stats.measured import FeelCell, Measure
from simcli.stats.summary import Interval
from simcli.stats.verdicts import LESS, MORE
from simcli.studies.feel.estimate import PER_CENT, QUANTILES, Feel
from simcli.studies.run.frames import feel_rows, rows_as_csv

if TYPE_CHECKING:
    from rich.console import RenderableType

CHANGES = {MORE: "more", LESS: "less"}
OPEN = "not yet known"
UNIT = "Unit"
LEAST = 0.01
"""A share below it is told as at most that."""
QUANTILE_NAMES = frozenset(f"{name}_{per_cent}" for name, _, _ in QUANTILES for per_cent in PER_CENT)


def headline(cells: Sequence[FeelCell]) -> str:
    """How a game feels: a sentence for each number of players; of variants that are compared what changes."""
    return " ".join(_changes(cell) if cell.base is not None else _sentence(cell) for cell in cells)


def _unended(cell: FeelCell) -> str:
    """How many games did not end, and are in no figure; nothing where all did."""
    if not cell.unended:
        return ""
    text = f"with {fmt.cell_text(cell)} {fmt.count(cell.unended)} of {fmt.count(cell.games)} games did not end"
    return f"{text[:1].upper()}{text[1:]} and are left out. "


def _sentence(cell: FeelCell) -> str:
    if cell.unended == cell.games:
        return _unended(cell).strip()
    return _unended(cell) + _ended(cell)


def _ended(cell: FeelCell) -> str:
    """The games that ended."""

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
    luck = luck_text(cell.measure("luck_deal").value, cell.measure("luck_choices").value)
    return f"With {fmt.cell_text(cell)} a game takes {span}; {close}; {lead}; {late}; {luck}."


def luck_text(deal: Interval, choices: Interval) -> str:
    """What decides who wins. The share of the deal is a difference of others, so that an estimate may lie below 0."""
    if deal.bounds is None:
        return f"what the deal decides of who wins takes {FEWEST_EFFECTIVE} deals or more to know"
    if deal.known < 0.0:
        of_deal = f"at most {fmt.percent(max(deal.bounds[1], LEAST), 0)}"
    else:
        of_deal = f"{fmt.percent(deal.value, 0)} {fmt.interval(_as_share(deal), 0)}"
    of_choices = f"{fmt.percent(choices.value, 0)} {fmt.interval(_as_share(choices), 0)}"
    return f"whatever is chosen, the deal decides {of_deal} of who wins; the plans' choices {of_choices}"


def _as_share(of: Interval) -> Interval:
    """Bounds of a part of a whole, which is never less than nothing nor more than all."""
    return Interval(*(None if bound is None else min(max(bound, 0.0), 1.0) for bound in of))


def _changes(cell: FeelCell) -> str:
    """What a variant changes for certain, the figures in their order."""
    told = [f"{label(row)} {_apart(row)}" for row in cell.measures if row.change in (MORE, LESS)]
    what = fmt.few(told) if told else "nothing for certain"
    return f"{_unended(cell)}What {cell.variant} changes against {cell.base} with {fmt.players_text(cell.players)}: {what}."


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
    """A figure as its unit has it; a part below nothing, of which no interval is known, is not told."""
    if row.unit == "share" and row.value.bounds is None and value is not None and value < 0.0:
        return fmt.DASH
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


def terminal_tables(cells: Sequence[FeelCell]) -> list[RenderableType]:
    """For each number of players the figures, with what a variant changes, and the quantiles."""
    from simcli.report.table.grid import Grid

    made = list[Any]()
    for view in views_of(shown_all(tuple(cells))):
        titles = tuple(column.title for column in view.columns)
        right = frozenset(i for i, column in enumerate(view.columns) if column.kind == NUMBER)
        leaves = (len(titles) - 1, 1) if titles[1] == UNIT else None
        made.append(Grid(titles, view.rows, view.caption, right=right, leaves=leaves))
    return made


def views_of(cells: Sequence[FeelCell]) -> tuple[View, ...]:
    """The tables of all cells, for each the figures and the quantiles."""
    return tuple(view for cell in cells for view in (_figures(cell), _quantiles(cell)))


def _figures(cell: FeelCell) -> View:
    rows = []
    for row in cell.measures:
        if row.name not in QUANTILE_NAMES:
            apart = _difference(row) if cell.base is not None else ()
            rows.append((label(row), row.unit, number(row, row.value.value), bounds(row, row.value), *apart, row.meaning))
    more = (Column(f"Difference to {cell.base}"), Column("95 % interval of it"), Column("Change", TEXT)) if cell.base is not None else ()
    columns = (Column("Figure", TEXT), Column(UNIT, TEXT), Column("Value"), Column("95 % interval"), *more, Column("What it says", TEXT))
    return View(f"Feel of play with {fmt.cell_text(cell)}: {counted_text(cell)}", columns, tuple(rows))


def counted_text(cell: FeelCell) -> str:
    """`500 deals, 4,000 games`."""
    left_out = f", {fmt.count(cell.unended)} of them without an end and left out" if cell.unended else ""
    return f"{fmt.count(cell.deals)} deals, {fmt.count(cell.games)} games{left_out}"


def _quantiles(cell: FeelCell) -> View:
    rows = tuple(
        (f"{name} ({unit})" if name != unit else name, *(_at(cell, name, per_cent) for per_cent in PER_CENT)) for name, unit, _ in QUANTILES
    )
    columns = (Column("Of 100 games so many have at most", TEXT), *(Column(str(per_cent)) for per_cent in PER_CENT))
    return View(f"Quantiles with {fmt.cell_text(cell)}", columns, rows)


def _at(cell: FeelCell, name: str, per_cent: int) -> str:
    value = cell.measure(f"{name}_{per_cent}").value
    ends = "" if value.bounds is None else f" [{value.bounds[0]:g}, {value.bounds[1]:g}]"
    return fmt.DASH if value.value is None else f"{value.known:g}{ends}"


def csv_text(results: Feel) -> str:
    """All figures in long form."""
    return rows_as_csv(list(feel_rows(results.cells)))
