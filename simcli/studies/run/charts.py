"""The charts of a run: win shares, seats, scores, categories and items, each with all player counts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from simcli.report import formatting as fmt
from simcli.report.charts.chart import SERIES, Chart, Row, even_bands, mark_of, panel_titles, row
from simcli.report.words import verdicts as verdict_texts
from simcli.stats.summary import Cell, Histogram, Interval, StrategyResult, Summary, Tested
from simcli.studies.run.item_charts import item_charts
from simcli.studies.run.ranking import RankedCell, ranking, shown_cells
from simcli.studies.run.sweep_charts import sweep_charts
from simcli.studies.run.use_charts import use_charts

MOST_VARIANTS, ENDS = 40, 15
MOST_BINS = 36
"""Points of the shape of a distribution; finer histograms are put together."""


def charts(summary: Summary) -> tuple[Chart, ...]:
    """All charts there is data for. With variants: one of the ranking, and for each variant shown in full its own.

    Those carry the variant's place among the shown ones at the end of name and topic: `win_share_v2`, `strategies@2`.
    """
    if not summary.has_variants:
        return _cell_charts(summary.played)
    rows = ranking(summary)
    made = [*sweep_charts(summary)]
    ranked = [ranked for ranked in rows if ranked.margin is not None]
    made += [_margins(ranked)] if ranked and not made and not summary.cards else []
    for number, cells in enumerate(by_variant(summary).values(), 1):
        of_one = _cell_charts(cells)
        made += [replace(chart, name=f"{chart.name}_v{number}", topic=f"{chart.topic}@{number}") for chart in of_one]
    return tuple(made)


def by_variant(summary: Summary) -> dict[str, list[Cell]]:
    """Played cells shown in full, by variant."""
    groups: dict[str, list[Cell]] = {}
    for cell in shown_cells(summary):
        if cell.games:
            groups.setdefault(cell.variant or "", []).append(cell)
    return groups


def _cell_charts(cells: Sequence[Cell]) -> tuple[Chart, ...]:
    if not cells:
        return ()
    has_rivals = any(verdict_texts.has_rivals(cell) for cell in cells)
    win_shares = (_win_share(cells),) if has_rivals else ()
    points = (_scores(cells), _categories(cells)) if any(row.score_histogram for cell in cells for row in cell.strategies) else ()
    return (*win_shares, _seats(cells), *points, *use_charts(cells, strategy_order(cells)), *item_charts(cells))


def _margins(rows: Sequence[RankedCell]) -> Chart:
    """Mean margin of the variants, closest first; of many only both ends."""
    margins: dict[str, dict[int, Interval]] = {}
    for one in rows:
        margins.setdefault(one.variant, {})[one.players] = one.cell.margin_mean
    counts = list(dict.fromkeys(one.players for one in rows))
    names = sorted(margins, key=lambda name: sum(margin.value or 0.0 for margin in margins[name].values()) / len(margins[name]))
    note = ""
    if len(names) > MOST_VARIANTS:
        note = f" The {ENDS} closest and the {ENDS} widest of {len(names)}; the table has all."
        names = names[:ENDS] + names[-ENDS:]
    caption = f"Mean winning margin of each variant: best score minus second best, in points, with its 95 % interval.{note}"
    texts = [f"{name} {', '.join(fmt.points(margin.value, 2) for margin in margins[name].values())}" for name in names]
    alt = f"Mean winning margin by variant, with {fmt.listing([fmt.players_text(n) for n in counts])}: {'; '.join(texts)}."
    shown = [row(fmt.players_text(n), margins[name][n], label=name) for n in counts for name in names if n in margins[name]]
    return Chart("variants", "variants", caption, alt, "dots", shown, title="points")


def strategy_order(cells: Sequence[Cell]) -> list[str]:
    """Strategies from the highest mean win share to the lowest."""
    shares: dict[str, list[float]] = {}
    for cell in cells:
        for one in cell.strategies:
            over = [] if one.win_share.value is None else [one.win_share.value / one.even_share]
            shares.setdefault(one.name, []).extend(over)
    return sorted(shares, key=lambda name: -sum(shares[name]) / max(len(shares[name]), 1))


def _win_share(cells: Sequence[Cell]) -> Chart:
    names = strategy_order(cells)
    shown = [[(one.name, one) for one in sorted(cell.strategies, key=lambda one: names.index(one.name))] for cell in cells]
    shares = [[(one.name, one.win_share) for one in cell.strategies] for cell in cells]
    return _shares("win_share", "strategies", "strategy", _share_alt("Win share by strategy", cells, shares), cells, shown)


def _seats(cells: Sequence[Cell]) -> Chart:
    """Win share by seat; the rows of a panel are its own seats."""
    by_turn = any(fmt.by_turn(cell.seats) for cell in cells)
    what = "place in turn order, counted from the player who begins," if by_turn else "seat"
    shown = [[(one.label, one) for one in sorted(cell.seats, key=lambda one: one.seat)] for cell in cells]
    shares = [[(seat.label, seat.win_share) for seat in cell.seats] for cell in cells]
    alt = _share_alt("Win share by place in turn order" if by_turn else "Win share by seat", cells, shares)
    return _shares("seats", "seats", what, alt, cells, shown)


def _shares(name: str, topic: str, what: str, alt: str, cells: Sequence[Cell], shown: Sequence[Sequence[tuple[str, Tested]]]) -> Chart:
    caption = f"Win share of each {what} with its 95 % interval. The line: an even share; shaded: the tolerance around it."
    rows = [
        row(title, one.win_share, label=label, mark=mark_of(one.test.verdict))
        for title, of_cell in zip(panel_titles(cells), shown, strict=True)
        for label, one in of_cell
    ]
    return Chart(name, topic, caption, alt, "dots", rows, "percent", bands=tuple(even_bands(cells)))


def _share_alt(title: str, cells: Sequence[Cell], shares: Sequence[Sequence[tuple[str, Interval]]]) -> str:
    texts = []
    for cell, of_cell in zip(cells, shares, strict=True):
        named = ", ".join(f"{name} {fmt.within(share)}" for name, share in of_cell)
        texts.append(f"{fmt.players_text(cell.players)} (even share {fmt.even_percent(1 / cell.players)}): {named}")
    return f"{title}. {'. '.join(texts)}."


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
