"""Ids in what a person reads of a result: in its answer, tables, pictures and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcli.report.charts.chart import Chart
from simcli.report.table.view import View
from simcli.studies.result import Result

ID = re.compile(r"[^\W_]_[^\W_]")
CODE = re.compile(r"`[^`]*`|the CSV file \w+")
"""Commands and names of files."""
TYPED = ("Decision", "Feature")
"""Columns of what is typed into the file of a plan."""
MARKS = ("panel", "label", "series", "row", "column")
"""Keys of the rows of a chart that are shown."""


def ids_in(found: Result) -> Iterator[str]:
    """The texts of a result that have an id with an underscore."""
    for text in _texts(found):
        if ID.search(CODE.sub("", text)):
            yield text


def _texts(found: Result) -> Iterator[str]:
    answer, page = found.answer, found.page()
    yield from (answer.claim, answer.sure, *answer.because)
    for row in answer.rows:
        yield from filter(None, (row.figure, row.subject, row.variant, row.base, row.now, row.says))
    yield from (page.answer.claim, page.answer.sure)
    for section in page.shown:
        yield from (section.title, section.says)
        for view in section.tables:
            yield from _of_view(view)
        for chart in section.charts:
            yield from _of_chart(chart)
    for view in found.views:
        yield from _of_view(view)


def _of_view(view: View) -> Iterator[str]:
    yield view.caption
    yield from (column.title for column in view.columns)
    titles = [column.title for column in view.columns]
    yield from (cell for line in view.rows for title, cell in zip(titles, line, strict=True) if title not in TYPED)


def _of_chart(chart: Chart) -> Iterator[str]:
    yield from (chart.caption, chart.alt, chart.title)
    yield from (str(row[key]) for row in chart.rows for key in MARKS if key in row)
