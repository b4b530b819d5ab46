"""A table of components: a text in columns, or a CSV file beside the game's."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

from simcli.errors import Problem, Where
from simcli.games.onefile.places import ID
from simcli.games.onefile.spec import Table

WHOLE = re.compile(r"-?\d{1,9}")
NOBODY, AND = "-", "+"
"""A row that is next to none, and the sign between several."""
NONE = "none"
"""The word of an empty cell among words."""
BLANKS = re.compile(r"\s+|(?<=\w)-(?=\w)")
RESERVED = ("id", "provenance", "new", "source", "parts", "rule")
FOR_PEOPLE = ("note", "notes", "comment", "comments", "text")
"""Columns that no rule reads."""
SIGN = re.compile(r"\s*\"?[\w ]*\"?[ ]*([,;\t])")
MOST_COLUMNS = 40
MOST_COPIES_OF_ONE = 1000


Row = tuple[int, list[str]]
"""A line and its cells."""


def singular(stem: str) -> str:
    """`card` of `cards`, `city` of `cities`."""
    return stem[:-3] + "y" if stem.endswith("ies") else stem[:-1] if stem.endswith("s") and not stem.endswith("ss") else stem


def read_text(stem: str, text: str, where: str, line: int, *, is_written: bool) -> tuple[Table | None, list[Problem]]:
    """The table of a text in the file, its words with blanks between, or signs as in a CSV file; `line` is that of the text's first
    character. Of a text that is not written there but made, all rows are told at that line."""
    by_sign = _by_sign(text)
    rows = by_sign or [(number, row.split()) for number, row in enumerate(text.splitlines(), start=1) if row.strip()]
    return _table(stem, [(line + number - 1 if is_written else line, row) for number, row in rows], where, line)


def read_csv(stem: str, text: str, where: str) -> tuple[Table | None, list[Problem]]:
    """The table of a CSV file."""
    text = text.removeprefix("\ufeff")
    return _table(stem, _by_sign(text) or [(n, [row.strip()]) for n, row in enumerate(text.splitlines(), start=1) if row.strip()], where, 1)


def _by_sign(text: str) -> list[Row]:
    """Rows whose cells are parted by the sign after the first name: a comma, or what other spreadsheets write; none where it is none."""
    if not (sign := SIGN.match(text)):
        return []
    lines = csv.reader(io.StringIO(text), delimiter=sign[1])
    rows = [(lines.line_num, [cell.strip() for cell in row]) for row in lines]
    width = max(
        (i for _, row in rows for i, cell in enumerate(row, 1) if cell), default=0
    )  # spreadsheets write empty columns and lines too
    return [(number, row[:width]) for number, row in rows if any(row)]


def _as_names(row: list[str]) -> list[str]:
    """Cells as a game knows them: in lower case, `Red Castle` as red_castle."""
    return [cell if cell == NOBODY else AND.join(BLANKS.sub("_", part.strip().lower()) for part in cell.split(AND)) for cell in row]


Told = Callable[[int, str, str], None]
"""Notes what is wrong in a line, with a hint."""


def _table(stem: str, rows: list[Row], where: str, line: int) -> tuple[Table | None, list[Problem]]:
    problems: list[Problem] = []

    def tell(number: int, what: str, hint: str = "") -> None:
        problems.append(Problem(Where(where, number, 1), f"{stem}: {what}", hint))

    if len(rows) < 2:
        tell(line, "a table has a line of columns and a line for each row", "the first column is id")
        return None, problems
    kept = [i for i, column in enumerate(_as_names(rows[0][1])) if column not in FOR_PEOPLE]
    is_whole = all(len(row) == len(rows[0][1]) for _, row in rows)
    head, *body = [(number, _as_names([row[i] for i in kept] if is_whole else row)) for number, row in rows]
    _check_head(head, tell)
    if not problems:
        _check_rows(len(head[1]), body, tell)
    if problems:
        return None, problems
    columns, words = tuple(head[1][1:]), dict[str, tuple[str, ...]]()
    ids = [row[0] for _, row in body]
    for c, column in enumerate(columns, start=1):
        cells = [(number, row[c]) for number, row in body]
        if column != "copies" and all(cell == NOBODY or all(one in ids for one in cell.split(AND)) for _, cell in cells):
            words[column] = ()
        elif not all(WHOLE.fullmatch(cell) for _, cell in cells):
            if not any(WHOLE.fullmatch(cell) for _, cell in cells):
                cells = [(number, NONE if cell in ("", NOBODY) else cell) for number, cell in cells]
                for row, (_, cell) in zip(body, cells, strict=True):
                    row[1][c] = cell
            words[column] = tuple(dict.fromkeys(cell for _, cell in cells))
            _check_words(column, cells, tell)
        elif column == "copies":
            for number, cell in cells:
                if not 0 <= int(cell) <= MOST_COPIES_OF_ONE:
                    tell(number, f"{cell} copies, expected 0 to {MOST_COPIES_OF_ONE}", "")
    if problems:
        return None, problems
    made = tuple({"id": row[0], **{c: row[i] if c in words else int(row[i]) for i, c in enumerate(columns, 1)}} for _, row in body)
    return Table(stem, singular(stem), columns, words, made), []


def _check_head(head: Row, tell: Told) -> None:
    number, columns = head
    if columns[0] != "id":
        tell(number, f"the first column is '{columns[0]}', expected id", "")
    for column in columns[1:]:
        if not column:
            tell(
                number, f"column {columns.index(column) + 1} has no name", "the first line names each column; a column `note` is for people"
            )
        elif not ID.fullmatch(column) or column in RESERVED or columns.count(column) > 1:
            tell(number, f"'{column}' cannot be a column", "lower-case letters, digits and _; each name once, and none of simcli's own")
    if len(columns) > MOST_COLUMNS:
        tell(number, f"{len(columns)} columns, at most {MOST_COLUMNS} are possible", "")


def _check_rows(width: int, body: list[Row], tell: Told) -> None:
    ids, seen = [row[0] for _, row in body], list[int]()
    for number, row in body:
        if len(row) != width:
            tell(number, f"{len(row)} words in a table of {width} columns", "a name of two words is written with _")
        elif not ID.fullmatch(row[0]):
            tell(number, f"the id '{row[0]}' is not of lower-case letters, digits and _", "")
        elif row[0] in (before := dict(zip(ids[: len(seen)], seen, strict=True))):
            tell(number, f"the id '{row[0]}' comes twice", f"the other stands in line {before[row[0]]}")
        seen.append(number)


def _check_words(column: str, cells: list[tuple[int, str]], tell: Told) -> None:
    """Of a column in which a cell is no number: told is what there is less of, numbers or words."""
    numbers = sum(bool(WHOLE.fullmatch(cell)) for _, cell in cells)
    for number, cell in cells:
        if column == "copies":
            if not WHOLE.fullmatch(cell):
                tell(number, f"copies are whole numbers, found '{cell}'", "")
        elif 2 * numbers > len(cells):
            if not WHOLE.fullmatch(cell):
                tell(
                    number,
                    f"'{cell}' is no number, as the others of the column {column} are",
                    "numbers or words, not both" if cell else "write 0 where there is none",
                )
        elif WHOLE.fullmatch(cell):
            tell(number, f"'{cell}' stands in the column {column}, which holds words", "numbers or words, not both")
        elif not ID.fullmatch(cell):
            tell(number, f"'{cell}' is neither a whole number nor a word of lower-case letters, digits and _", "")
