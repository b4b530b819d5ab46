"""The tornado chart: what a figure does with one step less and one more of each number, the largest effect on top."""

from __future__ import annotations

from simcli.report import formatting as fmt
from simcli.report.charts.chart import Band, Chart, Form, Row, row
from simcli.studies.sensitivity.estimate import NumberEffect, Sensitivity
from simcli.studies.sensitivity.words import SHARE, interval_text, step_text, sure_first, value_text

MOST = 30
"""Most numbers that stand in a chart; the table has all."""
TOPIC = "sensitivity"


def tornado_charts(found: Sensitivity, opened: str = "") -> tuple[Chart, ...]:
    """A chart with a tab for each number of players, opened at one of them; none without a number."""
    rows: list[Row] = []
    texts, part = [], ""
    for players in found.counts:
        moved = [number for number in found.numbers if number.players == players]
        kept = {number.name for number in sure_first(moved)[:MOST]}
        shown = [number for number in moved if number.name in kept]
        if len(shown) < len(moved):
            part = f" The {MOST} that stand out most of {fmt.count(len(moved))}; the table has all."
        panel = fmt.players_text(players)
        told = [f"{number.name} {', '.join(_told(number, found.unit))}" for number in shown]
        texts.append((f"{panel}: " if len(found.counts) > 1 else "") + "; ".join(told))
        sides = ((number, side, effect) for number in shown for side, effect in ((-1, number.less), (1, number.more)) if effect)
        rows += [row(panel, effect.value, label=number.name, series=step_text(side * found.by)) for number, side, effect in sides]
    if not rows:
        return ()
    unit = ", in points of 100," if found.unit == SHARE else ""
    caption = f"What {found.figure} changes by{unit} when a number is {found.by} less or {found.by} more: "
    caption += f"bars, with the 95 % interval as a line.{part}"
    alt = f"Change of {found.figure} by number, largest first: {'. '.join(texts)}."
    scale: tuple[Form, str] = ("points", "points of win share") if found.unit == SHARE else ("number", found.figure)
    bands = [Band(fmt.players_text(players), 0.0, 0.0, 0.0) for players in found.counts]
    return (Chart("tornado", TOPIC, caption, alt, "bars", rows, *scale, bands=bands, opened=opened),)


def _told(number: NumberEffect, unit: str) -> list[str]:
    return [f"{step_text(one.to - number.value)}: {value_text(one, unit)} {interval_text(one, unit)}" for one in number.effects]
