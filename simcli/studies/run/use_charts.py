"""The charts of what each strategy did and held: a row an item, a mark a strategy, all player counts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from simcli.report import formatting as fmt
from simcli.report.draw.chart import Chart, panel_titles
from simcli.report.draw.drawing import Drawing
from simcli.report.draw.palette import Palette
from simcli.report.draw.panels import INCH, MarkStyle, PanelSize, clean, interval_mark, panels, points_axis, row_lines
from simcli.stats.summary import Cell, Interval, ItemResult
from simcli.studies.run.words.items import SITUATION

MOST_ROWS = 20
SHAPES = ("o", "D", "s")
LANES = 0.75  # part of a row over which the marks of the strategies are spread, one below the other
MARK, LANE = 4.2, 4.7  # points: a mark, and the lane in which it stands clear of the next
SIZE = PanelSize(row_height=0.34, bottom=0.55, longest=42)  # letters: places of one building differ in their last words
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
    found: dict[str, list[ItemResult]] = {}
    for cell in cells:
        for item in _counted(cell):
            if item.kind == kind:
                found.setdefault(item.item, []).append(item)
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
    return Chart(f"uses_{clean(kind)}", TOPIC, caption, alt, partial(_draw_uses, cells, shown, names))


def _range(uses: dict[str, Interval]) -> str:
    """`0.52 (greedy) to 3.10 (builder)`, who has least and most."""
    known = sorted((use.known, name) for name, use in uses.items() if use.value is not None)
    if not known:
        return fmt.DASH
    (least, who), (most, other) = known[0], known[-1]
    return f"{fmt.points(least, 2)} ({who}) to {fmt.points(most, 2)} ({other})"


def _draw_uses(cells: Sequence[Cell], shown: Sequence[ItemResult], names: Sequence[str], palette: Palette) -> Drawing:
    """A mark for every strategy in the row of an item, each in a lane of its own, all panels on one scale from zero."""
    marks = [_mark(number, palette) for number in range(len(names))]
    key = [(name, mark.colour, mark.shape, mark.face) for name, mark in zip(names, marks, strict=True)]
    size = replace(SIZE, row_height=max(SIZE.row_height, LANE * len(names) / (LANES * INCH)))
    drawing, made = panels(panel_titles(cells), [item.name for item in shown], palette, size, key=key)
    uses = [[uses_of(cell, item.item) for item in shown] for cell in cells]
    most = max((bound for rows in uses for row in rows for use in row.values() for bound in use if bound is not None), default=0.0) or 1.0
    for panel, rows in zip(made, uses, strict=True):
        points_axis(panel, -0.03 * most, 1.05 * most, whole=False, name="per player and game")
        row_lines(panel, len(shown))
        panel.upright(0, palette.muted, 0.8)
        for y, row in enumerate(rows):
            for number, name in enumerate(names):
                if name in row:
                    interval_mark(panel, row[name], y + LANES * ((number + 0.5) / len(names) - 0.5), marks[number])
    return drawing


def _mark(number: int, palette: Palette) -> MarkStyle:
    """Colour, shape and filling of a strategy by its number: no two alike among six times as many as there are colours."""
    colours, lap = palette.series, number // len(palette.series)
    colour = colours[number % len(colours)]
    return MarkStyle(colour, SHAPES[(number + lap) % 3], colour if lap % 6 < 3 else palette.paper, size=MARK, width=1.2)
