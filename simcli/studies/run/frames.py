"""A summary as flat tables by name: rows, CSV files (without pandas, which takes as long to load as a small run to play), DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from simcli.report.table.csv import WHOLE, CsvTable, Row, feel_rows, flat, interval_columns, lead_rows, place_columns, regret_rows
from simcli.stats.records import entries
from simcli.stats.summary import NO_INTERVAL, Cell, Histogram, Summary
from simcli.studies.run.ranking import ranking


def _of(each: Callable[[Cell], Iterable[object]]) -> Callable[[Summary], Iterable[Row]]:
    """Rows of each cell, behind the columns of the cell; records are laid flat."""
    return lambda summary: (
        place | (row if isinstance(row, dict) else flat(row))
        for cell in summary.cells
        for place in (place_columns(cell),)
        for row in each(cell)
    )


def _variants(summary: Summary) -> Iterator[Row]:
    """One row per variant and player count, the smallest mean margin first; empty when the run has no variants."""
    for row in ranking(summary):
        cell = row.cell
        yield {
            **place_columns(cell),
            "deals": cell.deals,
            "games": cell.games,
            **interval_columns("margin_mean", cell.margin_mean),
            "rank_margin_best": row.margin and row.margin.best,
            "rank_margin_worst": row.margin and row.margin.worst,
            **interval_columns("rounds_mean", cell.rounds_mean),
            "rank_rounds_best": row.rounds and row.rounds.best,
            "rank_rounds_worst": row.rounds and row.rounds.worst,
            **interval_columns("tie_share", cell.tie_share),
            **interval_columns("winning_score_mean", cell.winning_score_mean),
            "seat": row.seat,
            **interval_columns("seat_deviation", row.seat_deviation),
            "strategy": row.strategy,
            **interval_columns("strategy_deviation", row.strategy_deviation),
        }


def _scores(cell: Cell) -> Iterator[Row]:
    """Histogram in long form: one row per strategy and bin, `score_from` and `score_to` inclusive."""
    for row in cell.strategies:
        histogram = row.score_histogram or Histogram(0, 1, ())
        for i, count in enumerate(histogram.counts):
            start = histogram.low + i * histogram.width
            yield {"strategy": row.name, "score_from": start, "score_to": start + histogram.width - 1, "player_games": count}


def _seat_parts(cell: Cell) -> Iterator[Row]:
    """Long form: one row per seat and `part`: mean `points` of a category, or mean number `held` of a kind of item."""
    return (
        {"seat": row.seat, "part": part, "name": name} | interval_columns("mean", mean)
        for row in cell.seats
        for part, means in (("points", row.categories), ("held", row.held))
        for name, mean in means.items()
    )


def _strategy_items(cell: Cell) -> Iterator[Row]:
    """Long form: one row per strategy and item that is counted by strategy: mean copies held, or how often it was done."""
    items = {item.item: item for item in cell.items}
    for row in cell.strategies:
        for item, held in (row.held or {}).items():
            named = {"kind": items[item].kind, "item": item, "name": items[item].name}
            yield {"strategy": row.name} | named | interval_columns("held", held)


def _variety(summary: Summary) -> Iterator[Row]:
    """One row per cell: how many plans are worth playing, those of variants with the difference to the base."""
    cells = summary.variety or ()
    is_compared = any(cell.base is not None for cell in cells)
    for cell in cells:
        row = place_columns(cell) | {"plans": cell.plans, "line_ups": cell.line_ups, "deals": cell.deals, "games": cell.games}
        row |= {"tolerance": cell.tolerance} | interval_columns("viable_plans", cell.viable_plans)
        apart = {"base": cell.base} | interval_columns("difference", cell.difference or NO_INTERVAL) | {"change": cell.change}
        yield row | (apart if is_compared else {})


TABLES: dict[str, CsvTable] = {
    "strategies": CsvTable(
        _of(lambda cell: ({"strategy" if key == "name" else key: value for key, value in flat(row).items()} for row in cell.strategies)),
        WHOLE,
    ),
    "variants": CsvTable(_variants),
    "differences": CsvTable(_of(lambda cell: ({"base": cell.base} | flat(row) for row in cell.differences or ())), WHOLE),
    "games": CsvTable(lambda summary: map(flat, summary.cells)),
    "seats": CsvTable(_of(lambda cell: cell.seats), WHOLE),
    "bans": CsvTable(_of(lambda cell: cell.restricted), WHOLE),
    "cards": CsvTable(lambda summary: map(flat, summary.cards or ()), WHOLE),
    "scores": CsvTable(_of(_scores), ("score_from", "score_to", "player_games")),
    "quantiles": CsvTable(
        _of(
            lambda cell: (
                {"strategy": row.name, "per_cent": int(q), "score": score}
                for row in cell.strategies
                for q, score in row.score_quantiles.items()
            )
        ),
        ("score",),
    ),
    "categories": CsvTable(
        _of(
            lambda cell: (
                {"strategy": row.name, "category": category, "points": mean}
                for row in cell.strategies
                for category, mean in row.categories.items()
            )
        )
    ),
    "seat_parts": CsvTable(_of(_seat_parts)),
    "strategy_items": CsvTable(_of(_strategy_items)),
    "items": CsvTable(_of(lambda cell: cell.items)),
    "item_levels": CsvTable(_of(lambda cell: ({"item": item.item} | dict(entries(level)) for item in cell.items for level in item.levels))),
    "feel": CsvTable(lambda summary: feel_rows(summary.feel or ())),
    "lead": CsvTable(lambda summary: lead_rows(summary.feel or ())),
    "regret": CsvTable(lambda summary: regret_rows(summary.regret or ()), ("looked",)),
    "reply": CsvTable(lambda summary: map(flat, summary.reply.shares if summary.reply else ())),
    "variety": CsvTable(_variety),
}
