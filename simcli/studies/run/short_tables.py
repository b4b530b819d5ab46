"""Win shares as the terminal shows them at first: one number of players with a drawn interval, several beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from simcli.report import formatting as fmt
from simcli.report.table.terminal import in_blocks, leaving
from simcli.report.table.view import PICTURE, TEXT, VERDICT, Column, View
from simcli.report.words.verdicts import WORDS, has_rivals, word
from simcli.stats.summary import Cell, Tested
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.run.charts import strategy_order
from simcli.studies.run.words.claims import seat_shares, share_claim

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 26
"""Columns of a drawn interval."""
MARKS: Mapping[Verdict | None, str] = {MORE: "▲", LESS: "▼", MORE_OPEN: "△", LESS_OPEN: "▽", EVEN: "=", UNKNOWN: "·", None: ""}
"""Verdicts in a table of several numbers of players."""


def short_tables(cells: Sequence[Cell]) -> Iterator[RenderableType]:
    """The plans, and the seats in a line; only the seats where plans do not meet."""
    rivals = [cell for cell in cells if has_rivals(cell)]
    if rivals:
        names = strategy_order(rivals)
        yield _table("Plan", names, [(cell, {row.name: row for row in cell.strategies}) for cell in rivals])
    seats = [(cell, {row.label: row for row in cell.seats}) for cell in cells]
    what = "place" if any(fmt.by_turn(cell.seats) for cell in cells) else "seat"
    if not rivals:
        names = list(dict.fromkeys(label for _, rows in seats for label in rows))
        yield _table(what.capitalize(), names, seats)
    elif shares := seat_shares(cells):
        yield Text(f"{what.capitalize()}s: {share_claim(shares, cells, what)}\n")


def _table(title: str, names: Sequence[str], cells: Sequence[tuple[Cell, Mapping[str, Tested]]]) -> RenderableType:
    """These rows, drawn for one number of players."""
    if len(cells) == 1:
        ((cell, rows),) = cells
        return leaving(drawn_view(title, [(name, rows[name]) for name in names], cell), ("Wins", "Verdict"))
    return in_blocks(beside_view(title, names, cells))


def drawn_view(title: str, rows: Sequence[tuple[str, Tested]], cell: Cell) -> View:
    """A row a plan or seat: what it wins, its interval around the even share, the verdict."""
    bounds = [bound for _, row in rows for bound in row.win_share if bound is not None]
    low, high = min([*bounds, 1 / cell.players]), max([*bounds, 1 / cell.players])
    columns = (Column(title, TEXT), Column("Wins"), Column(_axis(low, high, 1 / cell.players), PICTURE), Column("Verdict", VERDICT))
    lines = tuple((name, fmt.around(row.win_share), _drawn(row, low, high), word(row.test.verdict)) for name, row in rows)
    caption = f"With {fmt.players_text(cell.players)}: {fmt.count(cell.deals)} deals, even is {fmt.even_percent(1 / cell.players)}"
    return View(caption, columns, lines)


def beside_view(title: str, names: Sequence[str], cells: Sequence[tuple[Cell, Mapping[str, Tested]]]) -> View:
    """A row a plan or seat, a column a number of players."""
    used = {row.test.verdict for _, rows in cells for row in rows.values()}
    marks = ", ".join(f"{MARKS[verdict]} {text}" for verdict, text in WORDS.items() if verdict in used)
    heads = (f"{fmt.players_text(cell.players)}, even {fmt.even_percent(1 / cell.players)}" for cell, _ in cells)
    columns = (Column(title, TEXT), *map(Column, heads))
    lines = tuple(
        (
            name,
            *(
                f"{fmt.around(rows[name].win_share)} {MARKS[rows[name].test.verdict]}".rstrip() if name in rows else fmt.DASH
                for _, rows in cells
            ),
        )
        for name in names
    )
    deals = fmt.listing(list(dict.fromkeys(fmt.count(cell.deals) for cell, _ in cells)))
    return View(f"Wins in {deals} deals: {marks}" if marks else f"Wins in {deals} deals", columns, lines)


def _place(share: float, low: float, high: float) -> int:
    """The column of a share in a drawn interval."""
    return round((share - low) / (high - low) * (WIDTH - 1)) if high > low else 0


def _axis(low: float, high: float, even: float) -> str:
    """The ends of the picture, and the even share where it fits."""
    if low == high:
        return fmt.even_percent(even)
    digits = fmt.digits_apart(high - low)
    left, right, middle = (fmt.percent(share, digits) for share in (low, high, even))
    line = list(f"{left}{right:>{WIDTH - len(left)}}")
    start = _place(even, low, high) - len(middle) // 2
    if len(left) < start and start + len(middle) < WIDTH - len(right):
        line[start : start + len(middle)] = middle
    return "".join(line)


def _drawn(row: Tested, low: float, high: float) -> str:
    """`    ──●──┼    `: the interval, the share, and the even share as a line across."""
    line = [" "] * WIDTH
    if row.win_share.bounds is not None:
        first, last = (_place(bound, low, high) for bound in row.win_share.bounds)
        line[first : last + 1] = "─" * (last + 1 - first)
    even = _place(row.even_share, low, high)
    line[even] = "┼" if line[even] == "─" else "│"
    if row.win_share.value is not None:
        line[_place(row.win_share.value, low, high)] = "●"
    return "".join(line).rstrip()
