"""A summary as flat tables by name: rows, CSV files (without pandas, which takes as long to load as a small run to play), DataFrames."""

from __future__ import annotations

from collections.abc import Iterator

from simcli.report.table.csv import WHOLE, CsvTable, Row, feel_rows, flat, interval_columns, place_columns
from simcli.stats.records import entries
from simcli.stats.summary import NO_INTERVAL, Histogram, Summary
from simcli.studies.run.ranking import ranking


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


def _differences(summary: Summary) -> Iterator[Row]:
    """One row per variant and number of players and figure: how it differs from the base; empty when the run has no variants."""
    return (place_columns(cell) | {"base": cell.base} | flat(row) for cell in summary.cells for row in cell.differences or ())


def _games(summary: Summary) -> Iterator[Row]:
    """One row per cell: deals, games, length and closeness."""
    return (flat(cell) for cell in summary.cells)


def _strategies(summary: Summary) -> Iterator[Row]:
    """One row per cell and strategy."""
    for cell in summary.cells:
        for row in cell.strategies:
            yield place_columns(cell) | {"strategy" if key == "name" else key: value for key, value in flat(row).items()}


def _seats(summary: Summary) -> Iterator[Row]:
    """One row per cell and seat."""
    return (place_columns(cell) | flat(row) for cell in summary.cells for row in cell.seats)


def _bans(summary: Summary) -> Iterator[Row]:
    """One row per cell and restricted player."""
    return (place_columns(cell) | flat(row) for cell in summary.cells for row in cell.restricted)


def _cards(summary: Summary) -> Iterator[Row]:
    """One row per number of players and item that is banned in turn; empty for other runs."""
    return (flat(row) for row in summary.cards or ())


def _items(summary: Summary) -> Iterator[Row]:
    """One row per cell and item."""
    for cell in summary.cells:
        for row in cell.items:
            yield place_columns(cell) | flat(row)


def _item_levels(summary: Summary) -> Iterator[Row]:
    """One row per cell, item and number of copies held."""
    for cell in summary.cells:
        for item in cell.items:
            yield from (place_columns(cell) | {"item": item.item} | dict(entries(level)) for level in item.levels)


def _scores(summary: Summary) -> Iterator[Row]:
    """Histogram in long form: one row per cell, strategy and bin, `score_from` and `score_to` inclusive."""
    for cell in summary.cells:
        for row in cell.strategies:
            histogram = row.score_histogram or Histogram(0, 1, ())
            for i, count in enumerate(histogram.counts):
                start = histogram.low + i * histogram.width
                bins = {"score_from": start, "score_to": start + histogram.width - 1}
                yield place_columns(cell) | {"strategy": row.name} | bins | {"player_games": count}


def _quantiles(summary: Summary) -> Iterator[Row]:
    """One row per cell, strategy and quantile of the score."""
    return (
        place_columns(cell) | {"strategy": row.name, "per_cent": int(q), "score": score}
        for cell in summary.cells
        for row in cell.strategies
        for q, score in row.score_quantiles.items()
    )


def _categories(summary: Summary) -> Iterator[Row]:
    """Mean points in long form: one row per cell, strategy and category."""
    return (
        place_columns(cell) | {"strategy": row.name, "category": category, "points": mean}
        for cell in summary.cells
        for row in cell.strategies
        for category, mean in row.categories.items()
    )


def _seat_parts(summary: Summary) -> Iterator[Row]:
    """Long form: one row per cell, seat and `part`: mean `points` of a category, or mean number `held` of a kind of item."""
    return (
        place_columns(cell) | {"seat": row.seat, "part": part, "name": name} | interval_columns("mean", mean)
        for cell in summary.cells
        for row in cell.seats
        for part, means in (("points", row.categories), ("held", row.held))
        for name, mean in means.items()
    )


def _strategy_items(summary: Summary) -> Iterator[Row]:
    """Long form: one row per cell, strategy and item that is counted by strategy: mean copies held, or how often it was done."""
    for cell in summary.cells:
        items = {item.item: item for item in cell.items}
        for row in cell.strategies:
            for item, held in (row.held or {}).items():
                named = {"kind": items[item].kind, "item": item, "name": items[item].name}
                yield place_columns(cell) | {"strategy": row.name} | named | interval_columns("held", held)


def _reply(summary: Summary) -> Iterator[Row]:
    """One row per number of players: what a player wins who was tuned to beat the players of the run; empty where it was not measured."""
    return (flat(row) for row in (summary.reply.shares if summary.reply else ()))


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
    "strategies": CsvTable(_strategies, WHOLE),
    "variants": CsvTable(_variants),
    "differences": CsvTable(_differences, WHOLE),
    "games": CsvTable(_games),
    "seats": CsvTable(_seats, WHOLE),
    "bans": CsvTable(_bans, WHOLE),
    "cards": CsvTable(_cards, WHOLE),
    "scores": CsvTable(_scores, ("score_from", "score_to", "player_games")),
    "quantiles": CsvTable(_quantiles, ("score",)),
    "categories": CsvTable(_categories),
    "seat_parts": CsvTable(_seat_parts),
    "strategy_items": CsvTable(_strategy_items),
    "items": CsvTable(_items),
    "item_levels": CsvTable(_item_levels),
    "feel": CsvTable(lambda summary: feel_rows(summary.feel or ())),
    "reply": CsvTable(_reply),
    "variety": CsvTable(_variety),
}
