"""The charts of a run: win shares, seats, scores, categories and items, each with all player counts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.charts.chart import SERIES, Chart, Row, panel_titles
from simcli.report.rows import pictures
from simcli.stats.summary import Cell, Histogram, StrategyResult, Summary
from simcli.studies.run.headings import has_parts
from simcli.studies.run.item_charts import item_charts
from simcli.studies.run.ranking import shown_cells
from simcli.studies.run.sweep_charts import sweep_charts
from simcli.studies.run.use_charts import use_charts
from simcli.studies.run.words.claims import plan_rows, seat_rows

MOST_BINS = 36
"""Points of the shape of a distribution; finer histograms are put together."""


def charts(summary: Summary) -> tuple[Chart, ...]:
    """All charts there is data for. With variants: those of values in a row, and for each variant shown in full its own.

    Those carry the variant's place among the shown ones at the end of name and topic: `win_share_v2`, `strategies@2`.
    """
    if not summary.has_variants:
        return _cell_charts(summary.played)
    made = [*sweep_charts(summary)]
    for number, cells in enumerate(by_variant(summary).values(), 1):
        of_one = _cell_charts(cells)
        made += [replace(chart, name=f"{chart.name}_v{number}", topic=f"{chart.topic}@{number}") for chart in of_one]
    return tuple(made)


def by_variant(summary: Summary) -> dict[str, list[Cell]]:
    """Played cells shown in full, by variant."""
    return grouped((cell.variant or "", cell) for cell in shown_cells(summary) if cell.games)


def _cell_charts(cells: Sequence[Cell]) -> tuple[Chart, ...]:
    if not cells:
        return ()
    tested = {"strategies": plan_rows(cells), "seats": seat_rows(cells)}
    drawn = [(topic, pictures([replace(one, variant=None) for one in rows])) for topic, rows in tested.items()]
    shares = [replace(chart, topic=topic, opened="") for topic, made in drawn for chart in made]
    points = (_scores(cells),) if any(row.score_histogram for cell in cells for row in cell.strategies) else ()
    parts = (_categories(cells),) if points and has_parts(cells) else ()
    return (*shares, *points, *parts, *use_charts(cells, strategy_order(cells)), *item_charts(cells))


def strategy_order(cells: Sequence[Cell]) -> list[str]:
    """Strategies from the highest mean win share to the lowest."""
    shares: dict[str, list[float]] = {}
    for cell in cells:
        for one in cell.strategies:
            over = [] if one.win_share.value is None else [one.win_share.value / one.even_share]
            shares.setdefault(one.name, []).extend(over)
    return sorted(shares, key=lambda name: -sum(shares[name]) / max(len(shares[name]), 1))


def _scores(cells: Sequence[Cell]) -> Chart:
    texts = []
    for cell in cells:
        means = [f"{one.name} {fmt.points(one.score_mean.value)}" for one in cell.strategies]
        texts.append(f"{fmt.players_text(cell.players)}: mean {', '.join(means)}")
    of_games = ", of games that ended" if any(cell.unended for cell in cells) else ""
    caption = f"Final scores of each strategy{of_games}. A shape is higher where more of its scores lie."
    rows = [
        point
        for title, cell in zip(panel_titles(cells), cells, strict=True)
        for name in strategy_order(cells)
        for one in cell.strategies
        if one.name == name and one.score_histogram and any(one.score_histogram.counts)
        for point in _shape(title, one, one.score_histogram)
    ]
    alt = f"Distribution of final scores. {'. '.join(texts)}."
    return Chart("scores", "scores", caption, alt, "shapes", rows, title="mean and median", place="points")


def _shape(panel: str, one: StrategyResult, scores: Histogram) -> Iterator[Row]:
    """The shape of a distribution: the part of the player-games that each score has, put together to a few steps."""
    together, total = -(-len(scores.counts) // MOST_BINS), sum(scores.counts)
    parts = [sum(scores.counts[k : k + together]) for k in range(0, len(scores.counts), together)]
    width = together * scores.width
    note = f"{fmt.points(one.score_mean.value)} and {fmt.points(one.score_quantiles['50'])}"
    for k, n in enumerate([0, *parts, 0], -1):
        x = scores.low + k * width + (width - 1) / 2
        yield {"panel": panel, "series": one.name, "x": x, "density": round(n / total / width, 5), "note": note}


def _categories(cells: Sequence[Cell]) -> Chart:
    """Where the points come from; of many categories the smallest share a colour."""
    texts = []
    for cell in cells:
        means = [f"{name} {fmt.points(mean)}" for name, mean in cell.categories.items()]
        texts.append(f"{fmt.players_text(cell.players)}, mean points: {', '.join(means)}")
    categories = list(cells[0].categories)
    size = {name: sum(abs(one.categories.get(name) or 0.0) for cell in cells for one in cell.strategies) for name in categories}
    most = len(categories) if len(categories) <= SERIES else SERIES - 1
    kept = sorted(sorted(categories, key=lambda name: -size[name])[:most], key=categories.index)
    series: Mapping[str, list[str]] = {name.replace("_", " "): [name] for name in kept}
    if others := [name for name in categories if name not in kept]:
        series = {**series, "other": others}
    rows = [
        {"panel": title, "label": one.name, "series": name, "value": round(sum(one.categories.get(part) or 0.0 for part in parts), 3)}
        for title, cell in zip(panel_titles(cells), cells, strict=True)
        for one in sorted(cell.strategies, key=lambda one: strategy_order(cells).index(one.name))
        for name, parts in series.items()
    ]
    alt = f"Points by category. {'. '.join(texts)}."
    return Chart("categories", "categories", "Mean points by category for each strategy.", alt, "bars", rows, title="points")
