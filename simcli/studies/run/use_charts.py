"""The charts of what each strategy did and held: a row an item, a mark a strategy, all player counts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.charts.chart import Chart, clean, panel_titles, row
from simcli.stats.summary import Cell, Interval, ItemResult
from simcli.studies.run.words.items import SITUATION

MOST_ROWS = 20
TOPIC = "uses"


def use_charts(cells: Sequence[Cell], names: Sequence[str]) -> Iterator[Chart]:
    """A chart for each kind of item that is counted by strategy; `names` are the strategies in the order of the key."""
    for kind in used_kinds(cells):
        yield _uses(cells, kind, names)


def used_kinds(cells: Sequence[Cell]) -> list[str]:
    """Kinds of items that are counted by strategy: first what players do, then what they hold."""
    roles = {item.kind: item.role for cell in cells for item in _counted(cell)}
    return sorted(roles, key=lambda kind: roles[kind] != SITUATION)


def use_order(cells: Sequence[Cell], kind: str) -> list[ItemResult]:
    """Items of a kind that are counted by strategy, from the most to the least frequent over all strategies."""
    found = grouped((item.item, item) for cell in cells for item in _counted(cell) if item.kind == kind)
    return [items[0] for items in sorted(found.values(), key=lambda items: -sum(item.held or 0.0 for item in items) / len(items))]


def uses_of(cell: Cell, item: str) -> dict[str, Interval]:
    """What each strategy did or held of an item, by its name; empty where that was not counted."""
    return {row.name: row.held[item] for row in cell.strategies if row.held and item in row.held}


def _counted(cell: Cell) -> list[ItemResult]:
    """The items of a cell that are counted by strategy."""
    return [item for item in cell.items if uses_of(cell, item.item)]


def _uses(cells: Sequence[Cell], kind: str, names: Sequence[str]) -> Chart:
    """How much of each item of a kind every strategy has in a game."""
    ordered = use_order(cells, kind)
    shown = ordered[:MOST_ROWS]
    note = f" The {len(shown)} most frequent of {len(ordered)}; the tables have all." if len(shown) < len(ordered) else ""
    what = "how often each strategy does each of them" if shown[0].role == SITUATION else "how many of each a strategy has at the end"
    caption = f"{fmt.kind_title(kind)}: {what}, means per player and game with their 95 % intervals, the most frequent first.{note}"
    texts = [f"{item.name} {_range(uses_of(cells[0], item.item))}" for item in shown]
    alt = f"{fmt.kind_title(kind)} by strategy, means per player and game, {fmt.players_text(cells[0].players)}: {'; '.join(texts)}."
    rows = [
        row(title, uses[name], label=item.name, series=name)
        for title, cell in zip(panel_titles(cells), cells, strict=True)
        for item in shown
        for uses in (uses_of(cell, item.item),)
        for name in names
        if name in uses
    ]
    return Chart(f"uses_{clean(kind)}", TOPIC, caption, alt, "dots", rows, title="per player and game")


def _range(uses: dict[str, Interval]) -> str:
    """`0.52 (greedy) to 3.10 (builder)`, who has least and most."""
    known = sorted((use.known, name) for name, use in uses.items() if use.value is not None)
    if not known:
        return fmt.DASH
    (least, who), (most, other) = known[0], known[-1]
    return f"{fmt.points(least, 2)} ({who}) to {fmt.points(most, 2)} ({other})"
