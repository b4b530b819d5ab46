"""The charts of the feel of play: the lead over the course of a game, and how often who leads by then wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from simcli.report import formatting as fmt
from simcli.report.charts.chart import SERIES, Chart, Form, Row, line_rows
from simcli.stats.bounds import Interval
from simcli.stats.measured import FeelCell, LeadPoint

PLACE = "per cent of the game's decisions played"
LEAD, WINS = "lead", "leader"
"""What the lines are called where they are not of variants."""


def lead_charts(cells: Sequence[FeelCell]) -> tuple[Chart, ...]:
    """A tab for each number of players, a line for each variant; charts without a game that ended are left out."""
    kept = set(list(dict.fromkeys(cell.variant for cell in cells))[:SERIES])
    drawn, variants = [cell for cell in cells if cell.variant in kept], len({cell.variant for cell in cells})
    note = f" The first {SERIES} of {fmt.count(variants)} variants; the tables have all." if variants > SERIES else ""
    lead = "Lead over the game, with its 95 % interval: points of the best less those of the second, if the game ended there."
    wins = "How often who leads by then wins in the end, with its 95 % interval; games that nobody leads by then are not counted."
    charts = (
        _chart("lead", f"{lead}{note}", "number", "lead in points", LEAD, drawn, lambda point: point.lead),
        _chart("leader_wins", f"{wins}{note}", "percent", "wins of the leader", WINS, drawn, lambda point: point.leader_wins),
    )
    return tuple(chart for chart in charts if chart.rows)


def _chart(
    name: str, caption: str, form: Form, title: str, line: str, cells: Sequence[FeelCell], of: Callable[[LeadPoint], Interval]
) -> Chart:
    rows = [row for cell in cells for row in _rows(cell, cell.variant or line, of)]
    write = fmt.percent if form == "percent" else fmt.points
    texts = (f"{fmt.cell_text(cell)}: {', '.join(write(of(point).value) for point in cell.lead)}" for cell in cells)
    return Chart(name, "feel", caption, f"{caption} {'; '.join(texts)}.", "lines", rows, form, title, PLACE)


def _rows(cell: FeelCell, line: str, of: Callable[[LeadPoint], Interval]) -> Iterator[Row]:
    """The points of a line; one of too few games for an interval would look exact and is left out, unless all are. No lead is exact."""
    sure = [point for point in cell.lead if of(point).bounds is not None]
    shown = [point for point in cell.lead if point in sure or point.led.value == 0.0] if sure else cell.lead
    yield from line_rows(fmt.players_text(cell.players), {line: [(round(100 * point.part), of(point)) for point in shown]})
