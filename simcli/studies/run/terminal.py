"""A summary as tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.table.terminal import COLOURS, in_blocks, leaving
from simcli.report.words.verdicts import has_rivals, tone, word
from simcli.stats.summary import Cell, Summary
from simcli.studies.in_run import parts
from simcli.studies.run import tables as views
from simcli.studies.run.ranking import FULL_CELLS
from simcli.studies.run.short_tables import short_tables

if TYPE_CHECKING:
    from rich.console import RenderableType

BANS_STAY = ("Verdict", "Difference in points", "interval of the difference")
"""The same for restricted players, whose main figure is the difference."""
DIFFERENCES_STAY = ("Figure", "Change", "Difference", "interval of difference")
"""The same for what a variant changes."""
MOST_COMPARED = 2
"""Most variants (with a number of players) that are printed beside the base, figure by figure; more are on the page."""


def terminal_table(summary: Summary, *, wide: bool = False) -> RenderableType:
    """The win shares, the ranking of variants first; `wide`: for each cell with all figures.

    Where the question is what items are worth, the tables of that alone.
    """
    summary = shown_all(summary)
    besides = [table for _, part in parts() if part.place > 0 for table in part.tables(summary)]
    for part in (part for _, part in parts() if part.place < 0 and part.is_alone(summary)):
        return Group(*part.tables(summary), *besides)
    shown: list[RenderableType] = [leaving(view) for view in views.ranking_views(summary)]
    changed = views.differences_views(summary)
    if len(changed) <= MOST_COMPARED:
        shown += [leaving(view, DIFFERENCES_STAY) for view in changed]
    elif len(summary.cells) > FULL_CELLS:
        shown += [in_blocks(view) for view in views.sweep_views(summary)]
    shown += [in_blocks(view) for view in views.plans_views(summary)]
    if summary.has_variants and wide and len(summary.cells) > FULL_CELLS:
        shown.append(Text("Points by category and all other figures: the page, and the CSV files in tables/\n", style="dim"))
        return Group(*shown, *besides)
    if summary.has_variants and wide:
        shown += [in_blocks(view) for view in views.points_views(summary)]
    shown += [leaving(views.bans_view(cell), BANS_STAY) for cell in summary.cells if cell.restricted]
    if wide:
        shown += [table for cell in summary.cells for table in _of_cell(cell)]
    elif not summary.has_variants:
        shown += short_tables(summary.played or summary.cells)
    return Group(*shown, *besides)


def _of_cell(cell: Cell) -> Iterator[RenderableType]:
    """The strategies of a cell and a line about the seats; the seats where strategies do not meet."""
    if has_rivals(cell) or not cell.games:
        yield leaving(views.strategies_view(cell))
        yield _seats_line(cell)
    else:
        yield leaving(views.seats_view(cell))


def differences_table(summary: Summary) -> RenderableType:
    """What each variant changes against its base, figure by figure."""
    return Group(*(leaving(view, DIFFERENCES_STAY) for view in views.differences_views(shown_all(summary))))


def _seats_line(cell: Cell) -> RenderableType:
    """`Seats: 25.1 %, 24.9 %, ...` with the verdicts on them."""
    line = Text(f"{fmt.seats_text([cell]).capitalize()}: ", style="bold")
    for i, seat in enumerate(cell.seats):
        line.append(", " if i else "", style="not bold")
        line.append(fmt.percent(seat.win_share.value), style=f"not bold {COLOURS.get(tone(seat), 'dim')}")
    verdicts = list(dict.fromkeys(word(seat.test.verdict) for seat in cell.seats))
    line.append(f"  {', '.join(verdicts)}\n", style="not bold")
    return line
