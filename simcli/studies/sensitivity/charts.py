"""The tornado chart: what a figure does with one step less and one more of each number, the largest effect on top."""

from __future__ import annotations

from functools import partial

from simcli.report import formatting as fmt
from simcli.report.draw.chart import Chart
from simcli.report.draw.drawing import Area, Drawing, box
from simcli.report.draw.palette import Palette
from simcli.report.draw.panels import KeyEntry, MarkStyle, PanelSize, interval_mark, panels, points_axis, row_lines, share_axis, share_scale
from simcli.report.draw.scales import difference_texts
from simcli.studies.sensitivity.estimate import NumberEffect, Sensitivity
from simcli.studies.sensitivity.words import SHARE, interval_text, step_text, value_text

MOST = 30
"""So many numbers stand in a chart; the table has all."""
TOPIC = "sensitivity"
BESIDE, HALF = 0.19, 0.15  # rows: from the middle of a row to a bar's, and half the height of a bar
LONGEST = 48  # letters of a name


def tornado_charts(found: Sensitivity) -> tuple[Chart, ...]:
    """A chart for each number of players."""
    made = []
    for players in found.counts:
        rows = [number for number in found.numbers if number.players == players]
        shown = rows[:MOST]
        part = f" The {MOST} largest of {fmt.count(len(rows))}; the table has all." if len(shown) < len(rows) else ""
        unit = ", in points of 100," if found.unit == SHARE else ""
        caption = (
            f"What {found.figure} changes by{unit} with {fmt.players_text(players)}, when a number is {found.by} less or {found.by} more: "
            f"bars, with the 95 % interval as a line.{part}"
        )
        texts = [f"{number.name} {', '.join(_told(number, found.unit))}" for number in shown]
        alt = f"Change of {found.figure} by number, largest first: {'; '.join(texts)}."
        name = "tornado" if len(found.counts) == 1 else f"tornado_{players}"
        made.append(Chart(name, TOPIC, caption, alt, partial(_draw, found, players, shown)))
    return tuple(made)


def _told(number: NumberEffect, unit: str) -> list[str]:
    return [f"{step_text(one.to - number.value)}: {value_text(one, unit)} {interval_text(one, unit)}" for one in number.effects]


def _draw(found: Sensitivity, players: int, shown: list[NumberEffect], palette: Palette) -> Drawing:
    """Two bars a row, one step less above one step more, both from the line of no change."""
    sides = ((step_text(-found.by), palette.second), (step_text(found.by), palette.first))
    key: list[KeyEntry] = [(text, colour, "s", colour) for text, colour in sides]
    size = PanelSize(row_height=0.34, bottom=0.55, longest=LONGEST)
    drawing, (panel,) = panels([fmt.players_text(players)], [number.name for number in shown], palette, size, key=key)
    bounds = [effect.value for number in shown for effect in number.effects]
    share_scale(panel, bounds, [0.0] if any(value for value in bounds if value.value) else [-0.01, 0.01])
    if found.unit == SHARE:
        share_axis(panel, difference_texts, "points")
    else:
        points_axis(panel, panel.low, panel.high, whole=False, name=found.figure)
    row_lines(panel, len(shown))
    for y, number in enumerate(shown):
        for side, effect in ((-1, number.less), (1, number.more)):
            if effect is None or effect.value.value is None:
                continue
            colour, at = sides[side > 0][1], y + side * BESIDE
            ends = sorted((0.0, effect.value.value))
            corners = box(panel.x(ends[0]), panel.y(at - HALF), panel.x(ends[1]), panel.y(at + HALF))
            drawing.add(Area(tuple(corners), colour, 0.55))
            interval_mark(panel, effect.value, at, MarkStyle(colour, "o", colour, size=3.5, width=1.2))
    panel.upright(0.0, palette.muted, 1)
    return drawing
