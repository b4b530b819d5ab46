"""The chart of a search: the figure of the goal over the values of the number that was changed, and the band it is to reach."""

from __future__ import annotations

from simcli.report import formatting as fmt
from simcli.report.charts.chart import Band, Chart, Form, line_rows
from simcli.stats.figures.goals import GoalRow
from simcli.studies.fix.estimate import Fix
from simcli.studies.fix.words import SEARCHED, best_known, gravest, ranked, said_goal

FEWEST = 3
"""Fewest games of a search that make a line."""


def search_charts(found: Fix) -> tuple[Chart, ...]:
    """The games that were played, on fresh deals where there are any; none where several numbers were changed, or too few were played."""
    played = best_known(found)
    paths = {number.path: number for one in played for number in one.numbers}
    if len(paths) != 1 or len(played) < FEWEST:
        return ()
    (number,) = paths.values()
    at = sorted(((one.numbers[0].to if one.numbers else number.value), one) for one in played)
    rows = [(to, row) for to, one in at for row in one.rows]
    tabs = {row.players: fmt.players_text(row.players) for _, row in rows}
    drawn = []
    for players, tab in tabs.items():
        names = dict.fromkeys(row.of for _, row in rows if row.players == players)
        lines = {name: [(to, row.value) for to, row in rows if (row.players, row.of) == (players, name)] for name in names}
        drawn += line_rows(tab, lines)
    first = rows[0][1]
    form: Form = "percent" if (first.unit == "share" if first.side else first.target != 0.0) else "number" if first.side else "points"
    caption = f"{fmt.capital(said_goal(found.goal)[0])} over {number.name}, which is {number.value} now. The band is the goal."
    alt = f"{caption} {'; '.join(f'{number.name} {to}: {row.of} {fmt.points(row.value.value, 3)}' for to, row in rows)}."
    bands = [_band(tabs[players], [row for _, row in rows if row.players == players]) for players in tabs]
    opened = tabs[gravest(ranked(found)[0].rows).players] if found.outcome in SEARCHED else ""
    return (Chart("search", "found", caption, alt, "lines", drawn, form, "figure of the goal", number.name, bands, opened=opened),)


def _band(tab: str, rows: list[GoalRow]) -> Band:
    """What is even with its tolerance; of bounds the bound, of two the span between them."""
    targets = sorted({row.target for row in rows})
    if rows[0].side is not None:
        return Band(tab, targets[0], targets[0], targets[-1])
    return Band(tab, targets[0] - rows[0].tolerance, targets[0], targets[0] + rows[0].tolerance)
