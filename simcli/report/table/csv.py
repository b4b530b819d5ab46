"""Records as rows by column, rows as CSV and as DataFrames."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from simcli.base.escapes import shown
from simcli.stats.measured import FeelCell, LookAhead, RegretCell, VarietyCell
from simcli.stats.records import PLAIN, entries
from simcli.stats.summary import Cell, Interval

if TYPE_CHECKING:
    import pandas as pd

WHOLE = ("deals_50", "deals_90")

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How what a program for tables works out begins."""

NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")

HISTOGRAM = "score_histogram"
"""A nested part even where it is null."""

NEEDS_QUOTES = re.compile('[",\r\n]|^ | $')
"""Where a text may need quotes in CSV."""

Row = dict[str, object]
"""A line of a table: values by column, with the columns its kind has."""


@dataclass(frozen=True)
class CsvTable:
    """How to make the rows of a table from a record; numbers in the columns `whole` are whole and may be missing."""

    rows: Callable[[Any], Iterable[Row]]
    whole: tuple[str, ...] = ()


def frame_of(rows: Sequence[Row], whole: Sequence[str] = ()) -> pd.DataFrame:
    """Rows as a DataFrame; numbers in the columns `whole` are whole and may be missing."""
    import pandas as pd

    made = pd.DataFrame(list(rows))
    return made.astype({column: "Int64" for column in whole if column in made})


def rows_as_csv(rows: Sequence[Row], whole: Sequence[str] = WHOLE) -> str:
    """Rows as CSV, with the columns of all of them; numbers in the columns `whole` are whole and may be missing."""
    names, columns = _columns(rows)
    texts = [_texts(column, is_whole=name in whole) for name, column in zip(names, columns, strict=True)]
    lone = '""' if len(names) == 1 else ""  # what a line of one empty text is: without it there would be none
    lines = [",".join(_quoted(_as_text(name)) for name in names), *map(",".join, zip(*texts, strict=True))]
    return "".join([f"{line or lone}\n" for line in lines])


def _columns(rows: Sequence[Row]) -> tuple[list[str], list[Sequence[object]]]:
    """The names of all columns, and the values of each; None where a row has none."""
    names = list(rows[0]) if rows else []
    if all(list(row) == names for row in rows):
        return names, list(zip(*map(dict.values, rows), strict=True))
    names = list(dict.fromkeys(chain.from_iterable(rows)))
    return names, [[row.get(name) for row in rows] for name in names]


def _texts(values: Sequence[Any], *, is_whole: bool) -> list[str]:
    """A column as text. Numbers of a column in which one has a fraction or, unless they are whole, is missing, all have a point."""
    kinds = set(map(type, values))
    numbers = {kind for kind in kinds if issubclass(kind, int | float) and kind is not bool}
    is_broken = numbers != kinds or any(issubclass(kind, float) for kind in numbers)
    if numbers and is_broken and not is_whole and kinds <= {int, float, type(None)}:
        return list(map(repr, values)) if kinds == {float} else ["" if value is None else repr(float(value)) for value in values]
    if kinds == {int}:
        return list(map(str, values))
    texts = {value: _quoted(_as_text(shown(value))) for value in {value for value in values if isinstance(value, str)}}
    if kinds == {str}:
        return [texts[value] for value in values]
    return ["" if value is None else texts[value] if isinstance(value, str) else _quoted(str(value)) for value in values]


def _quoted(text: str) -> str:
    """A text as it stands among others in a line of CSV."""
    if NEEDS_QUOTES.search(text) is None:
        return text
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow((text, ""))
    return line.getvalue()[: -len(",\n")]


def _as_text(name: str) -> str:
    """A name that no program for tables takes for a formula: with a quote before it, unless it is a number."""
    return f"'{name}" if name.startswith(FORMULA) and not NUMBER.fullmatch(name) else name


def flat(record: object) -> Row:
    """A record of the summary as a line: estimates as three columns each, lists of names as text, without nested parts."""
    flat: Row = {}
    for key, value in entries(record):
        if type(value) in PLAIN:
            if value is not None or key != HISTOGRAM:
                flat[key] = value
        elif isinstance(value, Interval):
            low, middle, high = _interval_names(key)
            flat[low], flat[middle], flat[high] = value
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            flat[key] = ", ".join(value)
        elif not is_dataclass(value) and not isinstance(value, tuple | dict):
            flat[key] = value
    return flat


def place_columns(cell: Cell | FeelCell | RegretCell | VarietyCell) -> Row:
    """The columns that say which cell a row is of: `variant` only where the run has variants."""
    return ({} if cell.variant is None else {"variant": cell.variant}) | {"players": cell.players}


def interval_columns(key: str, estimate: Interval) -> Row:
    """An estimate as three columns."""
    return dict(zip(_interval_names(key), estimate, strict=True))


@cache
def _interval_names(key: str) -> tuple[str, str, str]:
    return f"{key}_low", key, f"{key}_high"


def lead_rows(cells: Iterable[FeelCell]) -> Iterator[Row]:
    """One row per cell and point of the lead over a game."""
    for cell in cells:
        for point in cell.lead:
            yield place_columns(cell) | flat(point)


def feel_rows(cells: Iterable[FeelCell]) -> Iterator[Row]:
    """One row per cell and figure of the feel of play, with what a variant changes of it."""
    for cell in cells:
        for row in cell.measures:
            apart = {} if row.difference is None else interval_columns("difference", row.difference) | {"change": row.change}
            yield place_columns(cell) | {"measure": row.name, "unit": row.unit} | interval_columns("value", row.value) | apart


def regret_rows(cells: Iterable[RegretCell]) -> Iterator[Row]:
    """A row for all plans together, for each, and for its decisions and the actions it took."""
    for cell in cells:
        parts: list[tuple[str, str, str, LookAhead]] = [("", "", "", cell.every)] if len(cell.plans) > 1 else []
        for plan in cell.plans:
            parts.append((plan.strategy, "", "", plan))
            parts += [(plan.strategy, one.decision, "", one) for one in plan.decisions]
            parts += [(plan.strategy, one.decision, one.action, one) for one in plan.actions]
        for strategy, decision, action, one in parts:
            yield {
                **place_columns(cell),
                "strategy": strategy,
                "decision": decision,
                "action": action,
                "choices": one.choices,
                "looked": one.looked,
                **interval_columns("gain", one.gain),
                **interval_columns("game", one.game),
                **interval_columns("points", one.points),
                "verdict": one.test.verdict,
            }
