"""The tornado chart: what a figure does with one step less and one more of each number, the largest effect on top."""

from __future__ import annotations

from simcli.report import formatting as fmt
from simcli.report.charts.chart import Band, Chart, Form, row
from simcli.studies.sensitivity.estimate import NumberEffect, Sensitivity
from simcli.studies.sensitivity.words import SHARE, interval_text, step_text, sure_first, value_text

MOST = 30
"""Most numbers that stand in a chart; the table has all."""
TOPIC = "sensitivity"


def tornado_charts(found: Sensitivity) -> tuple[Chart, ...]:
    """A chart for each number of players."""
    made = []
    for players in found.counts:
        moved = [number for number in found.numbers if number.players == players]
        kept = {number.name for number in sure_first(moved)[:MOST]}
        shown = [number for number in moved if number.name in kept]
        part = f" The {MOST} that stand out most of {fmt.count(len(moved))}; the table has all." if len(shown) < len(moved) else ""
        unit = ", in points of 100," if found.unit == SHARE else ""
        caption = (
            f"What {found.figure} changes by{unit} with {fmt.players_text(players)}, when a number is {found.by} less or {found.by} more: "
            f"bars, with the 95 % interval as a line.{part}"
        )
        texts = [f"{number.name} {', '.join(_told(number, found.unit))}" for number in shown]
        alt = f"Change of {found.figure} by number, largest first: {'; '.join(texts)}."
        name = "tornado" if len(found.counts) == 1 else f"tornado_{players}"
        panel = fmt.players_text(players)
        sides = ((number, side, effect) for number in shown for side, effect in ((-1, number.less), (1, number.more)) if effect)
        rows = [row(panel, effect.value, label=number.name, series=step_text(side * found.by)) for number, side, effect in sides]
        scale: tuple[Form, str] = ("points", "points of win share") if found.unit == SHARE else ("number", found.figure)
        made.append(Chart(name, TOPIC, caption, alt, "bars", rows, *scale, bands=(Band(panel, 0.0, 0.0, 0.0),)))
    return tuple(made)


def _told(number: NumberEffect, unit: str) -> list[str]:
    return [f"{step_text(one.to - number.value)}: {value_text(one, unit)} {interval_text(one, unit)}" for one in number.effects]
