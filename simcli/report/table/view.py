"""A table a reader sees, as text: the page, the markdown report, CSV and the terminal show the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from simcli.report import formatting as fmt

TEXT, NUMBER, VERDICT, PROVENANCE, PICTURE = "text", "number", "verdict", "provenance", "picture"
MARKS = {"official": "●", "derived": "◐", "reconstructed": "○"}
Row = TypeVar("Row")


@dataclass(frozen=True)
class Column:
    """A column: its heading, and what its cells are (text, number, verdict, provenance, or a picture drawn in letters)."""

    title: str
    kind: str = NUMBER


@dataclass(frozen=True)
class View:
    """A table ready to print; the first column heads its rows. `tones`: colours of its own words in columns of verdicts."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    tones: Mapping[str, str] = field(default_factory=dict)
    panel: str = ""
    """the tab it belongs to; '' for a table that is always shown"""


def make_view(caption: str, columns: Sequence[tuple[Column, Callable[[Row], str]]], rows: Sequence[Row]) -> View:
    """A table of columns that each say what stands in them."""
    return View(caption, tuple(column for column, _ in columns), tuple(tuple(text(row) for _, text in columns) for row in rows))


def without_empty(view: View) -> View:
    """A table without the columns that say nothing in any row."""
    kept = [i for i in range(len(view.columns)) if not view.rows or any(row[i] != fmt.DASH for row in view.rows)]
    rows = tuple(tuple(row[i] for i in kept) for row in view.rows)
    return replace(view, columns=tuple(view.columns[i] for i in kept), rows=rows)
