"""A summary as flat tables by name: rows, CSV files (without pandas, which takes as long to load as a small run to play), DataFrames."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.files import write_atomically
from simcli.report import words
from simcli.report.ranking import ranking
from simcli.report.words import Record
from simcli.shown import shown_all

if TYPE_CHECKING:
    import pandas as pd

ESTIMATES = (
    "rounds_mean",
    "tie_share",
    "winning_score_mean",
    "margin_mean",
    "difference",
    "holders",
    "win_share",
    "score_mean",
    "win_share_if_offered",
    "win_share_if_held",
    "win_share_if_not_held",
    "per_copy_offered",
    "per_copy_held",
)
WHOLE = ("deals_50", "deals_90")
LISTS = ("strategies", "seats", "bans", "items", "categories")
NESTED = ("score_quantiles", "score_histogram", "categories", "levels", "held")


@dataclass(frozen=True)
class Table:
    """How to make the rows of a table from a summary; numbers in the columns `whole` are whole and may be missing."""

    rows: Callable[[Mapping[str, Any]], Iterator[Record]]
    whole: tuple[str, ...] = ()


def frame(summary: Mapping[str, Any], name: str) -> pd.DataFrame:
    """One of `TABLES` as a DataFrame; estimates are three columns `x_low`, `x`, `x_high`."""
    import pandas as pd

    table = TABLES[name]
    made = pd.DataFrame(list(table.rows(summary)))
    return made.astype({column: "Int64" for column in table.whole if column in made})


def csv_text(summary: Mapping[str, Any], name: str) -> str:
    """One of `TABLES` as CSV (comma, point, empty for no value); control characters in names are written as escapes."""
    table = TABLES[name]
    return _csv(list(table.rows(summary)), table.whole)


def write_csv(summary: Mapping[str, Any], folder: Path) -> list[Path]:
    """One CSV file per table that has rows into `folder` (UTF-8); returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, table in TABLES.items():
        if rows := list(table.rows(summary)):
            files.append(folder / f"{name}.csv")
            write_atomically(files[-1], _csv(rows, table.whole).encode("utf-8"))
    return files


def _csv(rows: Sequence[Record], whole: Sequence[str]) -> str:
    """Rows as CSV, with the columns of all of them."""
    names = list(dict.fromkeys(column for row in rows for column in row))
    columns = [_texts([row.get(name) for row in rows], is_whole=name in whole) for name in names]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue()


def _texts(values: Sequence[Any], *, is_whole: bool) -> list[str]:
    """A column as text. Numbers of a column in which one has a fraction or, unless they are whole, is missing, all have a point."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    is_broken = len(numbers) < len(values) or any(isinstance(value, float) for value in numbers)
    if numbers and is_broken and not is_whole and all(value is None or type(value) in (int, float) for value in values):
        return ["" if value is None else repr(float(value)) for value in values]
    return ["" if value is None else str(shown_all(value)) for value in values]


def _strategies(summary: Mapping[str, Any]) -> Iterator[Record]:
    """One row per cell and strategy."""
    for row in _rows(summary, "strategies"):
        yield {"strategy" if key == "name" else key: value for key, value in row.items()}


def _item_levels(summary: Mapping[str, Any]) -> Iterator[Record]:
    """One row per cell, item and number of copies held."""
    return (
        _place(cell) | {"item": item["item"]} | level for cell in summary["cells"] for item in cell["items"] for level in item["levels"]
    )


def _scores(summary: Mapping[str, Any]) -> Iterator[Record]:
    """Histogram in long form: one row per cell, strategy and bin, `score_from` and `score_to` inclusive."""
    for cell in summary["cells"]:
        for row in cell["strategies"]:
            histogram = row["score_histogram"] or {"low": 0, "width": 1, "counts": []}
            for i, count in enumerate(histogram["counts"]):
                start = histogram["low"] + i * histogram["width"]
                yield _place(cell) | {
                    "strategy": row["name"],
                    "score_from": start,
                    "score_to": start + histogram["width"] - 1,
                    "player_games": count,
                }


def _quantiles(summary: Mapping[str, Any]) -> Iterator[Record]:
    """One row per cell, strategy and quantile of the score."""
    return (
        _place(cell) | {"strategy": row["name"], "per_cent": int(q), "score": score}
        for cell in summary["cells"]
        for row in cell["strategies"]
        for q, score in row["score_quantiles"].items()
    )


def _categories(summary: Mapping[str, Any]) -> Iterator[Record]:
    """Mean points in long form: one row per cell, strategy and category."""
    return (
        _place(cell) | {"strategy": row["name"], "category": category, "points": mean}
        for cell in summary["cells"]
        for row in cell["strategies"]
        for category, mean in row["categories"].items()
    )


def _seat_parts(summary: Mapping[str, Any]) -> Iterator[Record]:
    """Long form: one row per cell, seat and `part`: mean `points` of a category, or mean number `held` of a kind of item."""
    return (
        _place(cell) | {"seat": row["seat"], "part": part, "name": name} | _bounds("mean", mean)
        for cell in summary["cells"]
        for row in cell["seats"]
        for part, means in (("points", row["categories"]), ("held", row["held"]))
        for name, mean in means.items()
    )


def _games(summary: Mapping[str, Any]) -> Iterator[Record]:
    """One row per cell: deals, games, length and closeness."""
    return (_flat({key: value for key, value in cell.items() if key not in LISTS}) for cell in summary["cells"])


def _variants(summary: Mapping[str, Any]) -> Iterator[Record]:
    """One row per variant and player count, the smallest mean margin first; empty when the run has no variants."""
    return (
        {
            **{key: row[key] for key in ("variant", "players", "deals", "games")},
            **_bounds("margin_mean", row["margin_mean"]),
            **dict(zip(("rank_margin_best", "rank_margin_worst"), row["rank_margin"], strict=True)),
            **_bounds("rounds_mean", row["rounds_mean"]),
            **dict(zip(("rank_rounds_best", "rank_rounds_worst"), row["rank_rounds"], strict=True)),
            **_bounds("tie_share", row["tie_share"]),
            **_bounds("winning_score_mean", row["winning_score_mean"]),
            **({"seat": row["seat"]} | _bounds("seat_deviation", row["seat_deviation"])),
            **({"strategy": row["strategy"]} | _bounds("strategy_deviation", row["strategy_deviation"])),
        }
        for row in ranking(summary)
    )


def _rows(summary: Mapping[str, Any], field: str) -> Iterator[Record]:
    """Flat rows of a list in every cell."""
    for cell in summary["cells"]:
        for row in cell.get(field, ()):
            yield _place(cell) | _flat(row)


def _flat(row: Record) -> Record:
    """Estimates as three columns each, lists of names as text, without nested parts."""
    flat: Record = {}
    for key, value in row.items():
        if key in ESTIMATES:
            flat |= _bounds(key, value)
        elif key not in NESTED:
            flat[key] = ", ".join(value) if isinstance(value, list) else value
    return flat


def _place(cell: Record) -> Record:
    """The columns that say which cell a row is of: `variant` only where the run has variants."""
    return {key: cell[key] for key in ("variant", "players") if key in cell}


def _bounds(key: str, value: words.Bounds) -> Record:
    """An estimate as three columns."""
    return dict(zip((f"{key}_low", key, f"{key}_high"), value, strict=True))


TABLES: dict[str, Table] = {
    "variants": Table(_variants),
    "games": Table(_games),
    "strategies": Table(_strategies, WHOLE),
    "seats": Table(partial(_rows, field="seats"), WHOLE),
    "bans": Table(partial(_rows, field="bans"), WHOLE),
    "scores": Table(_scores, ("score_from", "score_to", "player_games")),
    "quantiles": Table(_quantiles, ("score",)),
    "categories": Table(_categories),
    "seat_parts": Table(_seat_parts),
    "items": Table(partial(_rows, field="items")),
    "item_levels": Table(_item_levels),
}
