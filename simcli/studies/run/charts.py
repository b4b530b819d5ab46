"""The charts of a run: win shares, seats, scores, categories and items, each with all player counts side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from simcli.report import formatting as fmt
from simcli.report.draw.chart import Chart, panel_titles
from simcli.report.draw.drawing import Drawing, Mark
from simcli.report.draw.palette import SERIES, Palette
from simcli.report.draw.panels import (
    KeyEntry,
    MarkStyle,
    Panel,
    PanelSize,
    interval_mark,
    panels,
    points_axis,
    row_lines,
    share_axis,
    share_scale,
    stacked,
)
from simcli.report.draw.scales import percent_texts
from simcli.report.words import verdicts as verdict_texts
from simcli.stats.summary import Cell, Histogram, Interval, SeatResult, StrategyResult, Summary
from simcli.stats.verdicts import EVEN, MORE, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.run.item_charts import item_charts
from simcli.studies.run.ranking import RankedCell, ranking, shown_cells
from simcli.studies.run.sweep_charts import sweep_charts
from simcli.studies.run.use_charts import use_charts

MOST_VARIANTS, ENDS = 40, 15
LONGEST_VARIANT = 48  # letters of a name
KEY: tuple[tuple[str, Verdict], ...] = (
    ("wins more or less", MORE),
    ("wins more or less, size open", MORE_OPEN),
    ("even", EVEN),
    ("not yet known", UNKNOWN),
)

Rows = Sequence[Sequence[StrategyResult | SeatResult | None]]
"""For each cell its row under each label, if it has one."""


def charts(summary: Summary) -> tuple[Chart, ...]:
    """All charts there is data for. With variants: one of the ranking, and for each variant shown in full its own.

    Those carry the variant's place among the shown ones at the end of name and topic: `win_share_v2`, `strategies@2`.
    """
    if not summary.has_variants:
        return _cell_charts(summary.played)
    rows = ranking(summary)
    made = [*sweep_charts(summary)]
    ranked = [row for row in rows if row.margin is not None]
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
    """Charts of cells side by side."""
    if not cells:
        return ()
    has_rivals = any(verdict_texts.has_rivals(cell) for cell in cells)
    win_shares = (_win_share(cells),) if has_rivals else ()
    points = (_scores(cells), _categories(cells)) if any(row.score_histogram for cell in cells for row in cell.strategies) else ()
    return (*win_shares, _seats(cells), *points, *use_charts(cells, strategy_order(cells)), *item_charts(cells))


def _margins(rows: Sequence[RankedCell]) -> Chart:
    """Mean margin of the variants, closest first; of many only both ends."""
    margins: dict[str, dict[int, Interval]] = {}
    for row in rows:
        margins.setdefault(row.variant, {})[row.players] = row.cell.margin_mean
    counts = list(dict.fromkeys(row.players for row in rows))
    names = sorted(margins, key=lambda name: sum(margin.value or 0.0 for margin in margins[name].values()) / len(margins[name]))
    note = ""
    if len(names) > MOST_VARIANTS:
        note = f" The {ENDS} closest and the {ENDS} widest of {len(names)}; the table has all."
        names = names[:ENDS] + names[-ENDS:]
    caption = f"Mean winning margin of each variant: best score minus second best, in points, with its 95 % interval.{note}"
    texts = [f"{name} {', '.join(fmt.points(margin.value, 2) for margin in margins[name].values())}" for name in names]
    alt = f"Mean winning margin by variant, with {fmt.listing([fmt.players_text(n) for n in counts])}: {'; '.join(texts)}."
    return Chart("variants", "variants", caption, alt, partial(_draw_margins, counts, names, margins))


def _draw_margins(counts: Sequence[int], names: Sequence[str], margins: Mapping[str, Mapping[int, Interval]], palette: Palette) -> Drawing:
    """A dot a variant, a panel for each number of players, all on one scale."""
    size = PanelSize(row_height=0.26, bottom=0.55, longest=LONGEST_VARIANT)
    drawing, made = panels([fmt.players_text(n) for n in counts], names, palette, size)
    mark = MarkStyle(palette.first, "o", palette.first, size=5.5)
    values = [bound for name in names for n in counts for bound in margins[name].get(n, ()) if bound is not None]
    edge = 0.05 * (max(values) - min(values)) or 0.5
    for panel, players in zip(made, counts, strict=True):
        points_axis(panel, min(values) - edge, max(values) + edge, whole=False)
        row_lines(panel, len(names))
        for y, name in enumerate(names):
            if players in margins[name]:
                interval_mark(panel, margins[name][players], y, mark)
    return drawing


def strategy_order(cells: Sequence[Cell]) -> list[str]:
    """Strategies from the highest mean win share to the lowest."""
    shares: dict[str, list[float]] = {}
    for cell in cells:
        for row in cell.strategies:
            over = [] if row.win_share.value is None else [row.win_share.value / row.even_share]
            shares.setdefault(row.name, []).extend(over)
    return sorted(shares, key=lambda name: -sum(shares[name]) / max(len(shares[name]), 1))


def _win_share(cells: Sequence[Cell]) -> Chart:
    """Win share by strategy."""
    names = strategy_order(cells)
    by_name = [{row.name: row for row in cell.strategies} for cell in cells]
    rows = [[of_cell.get(name) for name in names] for of_cell in by_name]
    shares = [[(row.name, row.win_share) for row in cell.strategies] for cell in cells]
    caption = "Win share of each strategy with its 95 % interval. Dashed: an even share; shaded: the tolerance around it."
    alt = _share_alt("Win share by strategy", cells, shares)
    return Chart("win_share", "strategies", caption, alt, partial(_draw_shares, cells, names, rows))


def _seats(cells: Sequence[Cell]) -> Chart:
    """Win share by seat."""
    labels = {seat.seat: seat.label for cell in cells for seat in cell.seats}
    numbers = sorted(labels)
    by_turn = any(fmt.by_turn(cell.seats) for cell in cells)
    by_number = [{seat.seat: seat for seat in cell.seats} for cell in cells]
    rows = [[of_cell.get(n) for n in numbers] for of_cell in by_number]
    shares = [[(seat.label, seat.win_share) for seat in cell.seats] for cell in cells]
    what = "place in turn order, counted from the player who begins," if by_turn else "seat"
    caption = f"Win share of each {what} with its 95 % interval. Dashed: an even share; shaded: the tolerance around it."
    alt = _share_alt("Win share by place in turn order" if by_turn else "Win share by seat", cells, shares)
    return Chart("seats", "seats", caption, alt, partial(_draw_shares, cells, [labels[n] for n in numbers], rows))


def _draw_shares(cells: Sequence[Cell], labels: Sequence[str], rows: Rows, palette: Palette) -> Drawing:
    """Dots with intervals, a line at the even share and the tolerance band, a panel for each player count."""
    used = [max((y for y, row in enumerate(of_cell, 1) if row), default=0) for of_cell in rows]
    marks = [(text, _verdict_mark(verdict, palette)) for text, verdict in KEY]
    key = [(text, mark.colour, mark.shape, mark.face) for text, mark in marks]
    drawing, made = panels(panel_titles(cells), labels, palette, key=key, used=used)
    for panel, cell, of_cell in zip(made, cells, rows, strict=True):
        even, tolerance = 1.0 / cell.players, cell.tolerance
        share_scale(panel, [row.win_share for row in of_cell if row], [even - 1.5 * tolerance, even + 1.5 * tolerance])
        panel.band(max(even - tolerance, 0), min(even + tolerance, 1), palette.band)
        share_axis(panel, percent_texts)
        panel.upright(even, palette.muted, 1, is_dashed=True)
        for y, row in enumerate(of_cell):
            if row and row.win_share.value is not None:
                interval_mark(panel, row.win_share, y, _verdict_mark(row.test.verdict, palette))
    return drawing


def _verdict_mark(verdict: Verdict | None, palette: Palette) -> MarkStyle:
    """Colour, shape and filling of a verdict, told apart without colour too."""
    marks = {
        "uneven": MarkStyle(palette.bad, "D", palette.bad),
        "size-open": MarkStyle(palette.bad, "D", palette.paper),
        "even": MarkStyle(palette.good, "o", palette.good),
    }
    return marks.get(verdict_texts.tone_of([verdict]), MarkStyle(palette.open, "o", palette.paper))


def _share_alt(title: str, cells: Sequence[Cell], shares: Sequence[Sequence[tuple[str, Interval]]]) -> str:
    """Text equivalent of a win share chart."""
    texts = []
    for cell, of_cell in zip(cells, shares, strict=True):
        named = ", ".join(f"{name} {fmt.percent(share.value)} {fmt.interval(share)}" for name, share in of_cell)
        texts.append(f"{fmt.players_text(cell.players)} (even share {fmt.even_percent(1 / cell.players)}): {named}")
    return f"{title}. {'. '.join(texts)}."


def _scores(cells: Sequence[Cell]) -> Chart:
    """Score distributions by strategy."""
    texts = []
    for cell in cells:
        rows = [f"{row.name} {fmt.points(row.score_mean.value)}" for row in cell.strategies]
        texts.append(f"{fmt.players_text(cell.players)}: mean {', '.join(rows)}")
    of_games = ", of games that ended" if any(cell.unended for cell in cells) else ""
    caption = f"Final scores of each strategy{of_games}. The line marks the median, the dot the mean."
    return Chart("scores", "scores", caption, f"Distribution of final scores. {'. '.join(texts)}.", partial(_draw_scores, cells))


def _draw_scores(cells: Sequence[Cell], palette: Palette) -> Drawing:
    """One small histogram a strategy, all on one scale of points."""
    names = strategy_order(cells)
    drawing, made = panels(panel_titles(cells), names, palette, PanelSize(row_height=0.46, bottom=0.55))
    reach = [_reach(row.score_histogram) for cell in cells for row in cell.strategies if row.score_histogram]
    low, high = min(start for start, _ in reach), max(end for _, end in reach)
    for panel, cell in zip(made, cells, strict=True):
        points_axis(panel, low - 0.02 * (high - low), high + 0.02 * (high - low))
        by_name = {row.name: (row, row.score_histogram) for row in cell.strategies if row.score_histogram}
        density = {name: _density(scores) for name, (_, scores) in by_name.items()}
        top = max((max(values) for values in density.values()), default=1.0) or 1.0
        for y, name in enumerate(names):
            if name in by_name and any(by_name[name][1].counts):
                _histogram(panel, y, by_name[name][0], by_name[name][1], [value / top for value in density[name]])
    return drawing


def _density(histogram: Histogram) -> list[float]:
    """Part of the player-games in each bin."""
    total = sum(histogram.counts) or 1
    return [n / total for n in histogram.counts]


def _reach(histogram: Histogram) -> tuple[int, int]:
    """First and one past the last score of a histogram."""
    return histogram.low, histogram.low + histogram.width * len(histogram.counts)


def _histogram(panel: Panel, y: int, row: StrategyResult, scores: Histogram, heights: Sequence[float]) -> None:
    """One histogram standing on row `y`, with a line at the median and a dot at the mean; heights in 0..1."""
    palette = panel.palette
    base, tall = y + 0.42, 0.86
    stairs = [(scores.low - 0.5 + (i + side) * scores.width, base - tall * height) for i, height in enumerate(heights) for side in (0, 1)]
    panel.area([(stairs[0][0], base), *stairs, (stairs[-1][0], base)], palette.first, 0.35)
    panel.line(stairs, palette.first, 0.9)
    median = row.score_quantiles["50"]
    assert median is not None
    panel.line([(median, base), (median, base - tall)], palette.text, 1.2)
    panel.drawing.add(Mark((panel.x(row.score_mean.known), panel.y(base)), "o", 4, palette.text, palette.text, 1.0))


def _categories(cells: Sequence[Cell]) -> Chart:
    """Where the points come from."""
    texts = []
    for cell in cells:
        means = [f"{name} {fmt.points(mean)}" for name, mean in cell.categories.items()]
        texts.append(f"{fmt.players_text(cell.players)}, mean points: {', '.join(means)}")
    caption = "Mean points by category for each strategy."
    return Chart("categories", "categories", caption, f"Points by category. {'. '.join(texts)}.", partial(_draw_categories, cells))


def _draw_categories(cells: Sequence[Cell], palette: Palette) -> Drawing:
    """Stacked bars; negative points stand to the left of zero."""
    names, categories = strategy_order(cells), list(cells[0].categories)
    size = {name: sum(abs(row.categories.get(name) or 0.0) for cell in cells for row in cell.strategies) for name in categories}
    kept = sorted(sorted(categories, key=lambda name: -size[name])[: _kept(len(categories))], key=categories.index)
    others = [name for name in categories if name not in kept]
    series = [(name, [name]) for name in kept] + ([("other", others)] if others else [])
    entries: list[KeyEntry] = [(name.replace("_", " "), palette.series[i], "s", palette.series[i]) for i, (name, _) in enumerate(series)]
    drawing, made = panels(panel_titles(cells), names, palette, PanelSize(bottom=0.55), key=entries)
    for panel, cell in zip(made, cells, strict=True):
        by_name = {row.name: row.categories for row in cell.strategies}
        points: list[Mapping[str, float | None]] = [by_name.get(name, {}) for name in names]
        stacked(panel, [[sum(of_one.get(part) or 0.0 for part in parts) for of_one in points] for _, parts in series])
    return drawing


def _kept(n: int) -> int:
    """How many categories get a colour of their own; the rest share one."""
    return n if n <= SERIES else SERIES - 1
