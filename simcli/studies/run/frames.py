"""A summary as flat tables by name: rows, CSV files (without pandas, which takes as long to load as a small run to play), DataFrames."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.base.escapes import shown_all
from simcli.base.files import write_atomically
from simcli.stats.measured import FeelCell, VarietyCell
from simcli.stats.records import entries
from simcli.stats.summary import NO_INTERVAL, Cell, Histogram, Interval, Summary
from simcli.studies.run.ranking import ranking

if TYPE_CHECKING:
    import pandas as pd

WHOLE = ("deals_50", "deals_90")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How what a program for tables works out begins."""
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
HISTOGRAM = "score_histogram"
"""A nested part even where it is null."""

Row = dict[str, Any]
"""A line of a table: values by column, with the columns its kind has."""


@dataclass(frozen=True)
class CsvTable:
    """How to make the rows of a table from a summary; numbers in the columns `whole` are whole and may be missing."""

    rows: Callable[[Summary], Iterable[Row]]
    whole: tuple[str, ...] = ()


def frame(summary: Summary, name: str) -> pd.DataFrame:
    """One of `TABLES` as a DataFrame; estimates are three columns `x_low`, `x`, `x_high`."""
    table = TABLES[name]
    return frame_of(list(table.rows(summary)), table.whole)


def frame_of(rows: Sequence[Row], whole: Sequence[str] = ()) -> pd.DataFrame:
    """Rows as a DataFrame; numbers in the columns `whole` are whole and may be missing."""
    import pandas as pd

    made = pd.DataFrame(list(rows))
    return made.astype({column: "Int64" for column in whole if column in made})


def csv_text(summary: Summary, name: str) -> str:
    """One of `TABLES` as CSV (comma, point, empty for no value); control characters in names are written as escapes."""
    table = TABLES[name]
    return rows_as_csv(list(table.rows(summary)), table.whole)


def write_csv(summary: Summary, folder: Path) -> list[Path]:
    """One CSV file per table that has rows into `folder` (UTF-8); returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, table in TABLES.items():
        if rows := list(table.rows(summary)):
            files.append(folder / f"{name}.csv")
            write_atomically(files[-1], rows_as_csv(rows, table.whole).encode("utf-8"))
    return files


def rows_as_csv(rows: Sequence[Row], whole: Sequence[str] = WHOLE) -> str:
    """Rows as CSV, with the columns of all of them; numbers in the columns `whole` are whole and may be missing."""
    names = list(dict.fromkeys(column for row in rows for column in row))
    columns = [_texts([row.get(name) for row in rows], is_whole=name in whole) for name in names]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(_as_text, names))
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue()


def _texts(values: Sequence[Any], *, is_whole: bool) -> list[str]:
    """A column as text. Numbers of a column in which one has a fraction or, unless they are whole, is missing, all have a point."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    is_broken = len(numbers) < len(values) or any(isinstance(value, float) for value in numbers)
    if numbers and is_broken and not is_whole and all(value is None or type(value) in (int, float) for value in values):
        return ["" if value is None else repr(float(value)) for value in values]
    return ["" if value is None else _as_text(str(shown_all(value))) if isinstance(value, str) else str(value) for value in values]


def _as_text(name: str) -> str:
    """A name that no program for tables takes for a formula: with a quote before it, unless it is a number."""
    return f"'{name}" if name.startswith(FORMULA) and not NUMBER.fullmatch(name) else name


def _variants(summary: Summary) -> Iterator[Row]:
    """One row per variant and player count, the smallest mean margin first; empty when the run has no variants."""
    for row in ranking(summary):
        cell = row.cell
        yield {
            **_place(cell),
            "deals": cell.deals,
            "games": cell.games,
            **_interval("margin_mean", cell.margin_mean),
            "rank_margin_best": row.margin and row.margin.best,
            "rank_margin_worst": row.margin and row.margin.worst,
            **_interval("rounds_mean", cell.rounds_mean),
            "rank_rounds_best": row.rounds and row.rounds.best,
            "rank_rounds_worst": row.rounds and row.rounds.worst,
            **_interval("tie_share", cell.tie_share),
            **_interval("winning_score_mean", cell.winning_score_mean),
            "seat": row.seat,
            **_interval("seat_deviation", row.seat_deviation),
            "strategy": row.strategy,
            **_interval("strategy_deviation", row.strategy_deviation),
        }


def _differences(summary: Summary) -> Iterator[Row]:
    """One row per variant and number of players and figure: how it differs from the base; empty when the run has no variants."""
    return (_place(cell) | {"base": cell.base} | flat(row) for cell in summary.cells for row in cell.differences or ())


def _games(summary: Summary) -> Iterator[Row]:
    """One row per cell: deals, games, length and closeness."""
    return (flat(cell) for cell in summary.cells)


def _strategies(summary: Summary) -> Iterator[Row]:
    """One row per cell and strategy."""
    for cell in summary.cells:
        for row in cell.strategies:
            yield _place(cell) | {"strategy" if key == "name" else key: value for key, value in flat(row).items()}


def _seats(summary: Summary) -> Iterator[Row]:
    """One row per cell and seat."""
    return (_place(cell) | flat(row) for cell in summary.cells for row in cell.seats)


def _bans(summary: Summary) -> Iterator[Row]:
    """One row per cell and restricted player."""
    return (_place(cell) | flat(row) for cell in summary.cells for row in cell.restricted)


def _cards(summary: Summary) -> Iterator[Row]:
    """One row per number of players and item that is banned in turn; empty for other runs."""
    return (flat(row) for row in summary.cards or ())


def _items(summary: Summary) -> Iterator[Row]:
    """One row per cell and item."""
    for cell in summary.cells:
        for row in cell.items:
            yield _place(cell) | flat(row)


def _item_levels(summary: Summary) -> Iterator[Row]:
    """One row per cell, item and number of copies held."""
    return (
        _place(cell) | {"item": item.item} | dict(entries(level)) for cell in summary.cells for item in cell.items for level in item.levels
    )


def _scores(summary: Summary) -> Iterator[Row]:
    """Histogram in long form: one row per cell, strategy and bin, `score_from` and `score_to` inclusive."""
    for cell in summary.cells:
        for row in cell.strategies:
            histogram = row.score_histogram or Histogram(0, 1, ())
            for i, count in enumerate(histogram.counts):
                start = histogram.low + i * histogram.width
                bins = {"score_from": start, "score_to": start + histogram.width - 1}
                yield _place(cell) | {"strategy": row.name} | bins | {"player_games": count}


def _quantiles(summary: Summary) -> Iterator[Row]:
    """One row per cell, strategy and quantile of the score."""
    return (
        _place(cell) | {"strategy": row.name, "per_cent": int(q), "score": score}
        for cell in summary.cells
        for row in cell.strategies
        for q, score in row.score_quantiles.items()
    )


def _categories(summary: Summary) -> Iterator[Row]:
    """Mean points in long form: one row per cell, strategy and category."""
    return (
        _place(cell) | {"strategy": row.name, "category": category, "points": mean}
        for cell in summary.cells
        for row in cell.strategies
        for category, mean in row.categories.items()
    )


def _seat_parts(summary: Summary) -> Iterator[Row]:
    """Long form: one row per cell, seat and `part`: mean `points` of a category, or mean number `held` of a kind of item."""
    return (
        _place(cell) | {"seat": row.seat, "part": part, "name": name} | _interval("mean", mean)
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
                yield _place(cell) | {"strategy": row.name} | named | _interval("held", held)


def feel_rows(cells: Iterable[FeelCell]) -> Iterator[Row]:
    """One row per cell and figure of the feel of play, with what a variant changes of it."""
    for cell in cells:
        for row in cell.measures:
            apart = {} if row.difference is None else _interval("difference", row.difference) | {"change": row.change}
            yield _place(cell) | {"measure": row.name, "unit": row.unit} | _interval("value", row.value) | apart


def _reply(summary: Summary) -> Iterator[Row]:
    """One row per number of players: what a player wins who was tuned to beat the players of the run; empty where it was not measured."""
    return (flat(row) for row in (summary.reply.shares if summary.reply else ()))


def _variety(summary: Summary) -> Iterator[Row]:
    """One row per cell: how many plans are worth playing, those of variants with the difference to the base."""
    cells = summary.variety or ()
    is_compared = any(cell.base is not None for cell in cells)
    for cell in cells:
        row = _place(cell) | {"plans": cell.plans, "line_ups": cell.line_ups, "deals": cell.deals, "games": cell.games}
        row |= {"tolerance": cell.tolerance} | _interval("viable_plans", cell.viable_plans)
        apart = {"base": cell.base} | _interval("difference", cell.difference or NO_INTERVAL) | {"change": cell.change}
        yield row | (apart if is_compared else {})


def flat(record: Any) -> Row:
    """A record of the summary as a line: estimates as three columns each, lists of names as text, without nested parts."""
    flat: Row = {}
    for key, value in entries(record):
        if isinstance(value, Interval):
            flat |= _interval(key, value)
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            flat[key] = ", ".join(value)
        elif not is_dataclass(value) and not isinstance(value, tuple | dict) and key != HISTOGRAM:
            flat[key] = value
    return flat


def _place(cell: Cell | FeelCell | VarietyCell) -> Row:
    """The columns that say which cell a row is of: `variant` only where the run has variants."""
    return ({} if cell.variant is None else {"variant": cell.variant}) | {"players": cell.players}


def _interval(key: str, estimate: Interval) -> Row:
    """An estimate as three columns."""
    return {f"{key}_low": estimate.low, key: estimate.value, f"{key}_high": estimate.high}


TABLES: dict[str, CsvTable] = {
    "variants": CsvTable(_variants),
    "differences": CsvTable(_differences, WHOLE),
    "games": CsvTable(_games),
    "strategies": CsvTable(_strategies, WHOLE),
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
