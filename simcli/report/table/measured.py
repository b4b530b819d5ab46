"""Rows of what a run measures as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from simcli.report.table.csv import Row, interval_columns, place_columns
from simcli.stats.measured import FeelCell


def rows(cells: Iterable[FeelCell]) -> Iterator[Row]:
    """One row per cell and figure of the feel of play, with what a variant changes of it."""
    for cell in cells:
        for row in cell.measures:
            apart = {} if row.difference is None else interval_columns("difference", row.difference) | {"change": row.change}
            yield place_columns(cell) | {"measure": row.name, "unit": row.unit} | interval_columns("value", row.value) | apart
