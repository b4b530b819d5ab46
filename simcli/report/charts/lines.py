"""Rows of charts of lines with bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.report.charts.chart import Row, row
from simcli.stats.summary import Interval

Lines = Mapping[str, Sequence[tuple[float | str, Interval]]]
"""By name the points of a line: value of the number or name of the place, and the figure there."""


def line_rows(panel: str, lines: Lines) -> list[Row]:
    """The points of lines that have an estimate."""
    return [row(panel, bounds, series=name, x=x) for name, points in lines.items() for x, bounds in points if bounds.value is not None]
