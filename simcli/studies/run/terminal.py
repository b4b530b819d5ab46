"""A summary as tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.rows import terminal_tables
from simcli.report.table.terminal import COLOURS, in_blocks, leaving
from simcli.report.words.verdicts import has_rivals, tone, word
from simcli.stats.summary import Cell, Summary
from simcli.studies.in_run import parts
from simcli.studies.run import tables as views
from simcli.studies.run.ranking import FULL_CELLS
from simcli.studies.run.words.claims import plan_rows, seat_rows, told

BANS_STAY = ("Verdict", "Difference in points", "interval of the difference")
"""The same for restricted players, whose main figure is the difference."""
DIFFERENCES_STAY = ("Figure", "Change", "Difference", "interval of difference")
"""The same for what a variant changes."""
MOST_COMPARED = 2
"""Most variants (with a number of players) that are printed beside the base, figure by figure; more are on the page."""


def terminal_table(summary: Summary, found: Answer, *, wide: bool = False) -> RenderableType:
    """The rows of the answer, and a line of what else is known; `wide`: all tables of all cells as well."""
    summary = shown_all(summary)
    shown: list[RenderableType] = list(terminal_tables(found.rows, deals_text(summary), said=" ".join((found.claim, *found.because))))
    shown += _others(summary, found)
    for _, part in parts():
        shown += part.tables(summary) if wide or part.place > 0 or not found.rows else ()
    return Group(*shown, *(_all(summary) if wide else ()))


def deals_text(summary: Summary) -> str:
    """`2,000 deals`."""
    deals = list(dict.fromkeys(fmt.count(cell.deals) for cell in summary.played))
    return f"{fmt.listing(deals)} deals" if deals else ""


def _others(summary: Summary, found: Answer) -> Iterator[RenderableType]:
    """Of seats, or plans, that the answer is not about what is known, in a line; where the answer has no rows, the rows of the seats."""
    company = [cell for cell in summary.played if cell.is_contest]
    abouts = {row.about for row in found.rows}
    if summary.has_variants and found.rows:
        return
    if not found.rows:
        yield from terminal_tables(plan_rows(company) or seat_rows(company), deals_text(summary))
        return
    for rows in (plan_rows(company), seat_rows(company)):
        if rows and rows[0].about not in abouts and "restricted" not in abouts:
            yield Text(f"{fmt.capital(fmt.plural(rows[0].kind))}: {_within(told(rows)[0])}\n")


def _within(sentence: str) -> str:
    """A sentence behind a colon: its first word small, where that is no name."""
    return sentence[0].lower() + sentence[1:] if sentence.startswith(("No ", "The ")) else sentence


def _all(summary: Summary) -> Iterator[RenderableType]:
    """All tables."""
    yield from map(leaving, views.ranking_views(summary))
    changed = views.differences_views(summary)
    if len(changed) <= MOST_COMPARED:
        yield from (leaving(view, DIFFERENCES_STAY) for view in changed)
    elif len(summary.cells) > FULL_CELLS:
        yield from map(in_blocks, views.sweep_views(summary))
    yield from map(in_blocks, views.plans_views(summary))
    if summary.has_variants and len(summary.cells) > FULL_CELLS:
        yield Text("Points by category and all other figures: the page, and the CSV files in tables/\n", style="dim")
        return
    if summary.has_variants:
        yield from map(in_blocks, views.points_views(summary))
    yield from (leaving(views.bans_view(cell), BANS_STAY) for cell in summary.cells if cell.restricted)
    for cell in summary.cells:
        if has_rivals(cell) or not cell.games:
            yield leaving(views.strategies_view(cell))
            yield _seats_line(cell)
        else:
            yield leaving(views.seats_view(cell))


def _seats_line(cell: Cell) -> RenderableType:
    """`Seats: 25.1 %, 24.9 %, ...` with the verdicts on them."""
    line = Text(f"{fmt.seats_text([cell]).capitalize()}: ", style="bold")
    for i, seat in enumerate(cell.seats):
        line.append(", " if i else "", style="not bold")
        line.append(fmt.percent(seat.win_share.value), style=f"not bold {COLOURS.get(tone(seat), 'dim')}")
    verdicts = list(dict.fromkeys(word(seat.test.verdict) for seat in cell.seats))
    line.append(f"  {', '.join(verdicts)}\n", style="not bold")
    return line
