"""A result in a notebook: its answer, how sure it is, the first picture and the first table, small and self-contained."""

from __future__ import annotations

import re
from dataclasses import replace

from markupsafe import Markup, escape

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.charts import files
from simcli.report.charts.chart import Chart
from simcli.report.page import Page
from simcli.report.table.view import NUMBER, View

MOST_ROWS = 12
"""Most rows of the table; `.table()` has all."""
CELL = "padding: .15rem .7rem .15rem 0; text-align: {}"


def shown(page: Page) -> str:
    """The beginning of a page as HTML: every text escaped, the picture drawn by matplotlib."""
    chart = page.charts[0] if page.charts else None
    opened = chart.first_panel if chart else ""
    tables = [view for section in page.shown for view in section.tables]
    first = next((view for view in tables if view.panel in ("", opened)), None)
    picture, table = _picture(chart) if chart else "", _table(first) if first else ""
    return Markup("<div>{}{}{}</div>").format(said(page.answer), picture, table)


def said(answer: Answer) -> Markup:
    """The answer, and how sure it is."""
    sure = Markup("<p>{}</p>").format(answer.sure) if answer.sure else ""
    return Markup("<p><b>{}</b></p>{}").format(answer.claim, sure)


def _picture(chart: Chart) -> Markup:
    """The chart, of many panels the one that is open on the page."""
    if len(chart.panels) > files.MOST_BESIDE:
        opened = chart.first_panel
        rows = [row for row in chart.rows if row["panel"] == opened]
        chart = replace(chart, rows=rows, bands=[band for band in chart.bands if band.panel == opened])
    svg = files.file(chart, "svg").decode()
    drawn = re.sub(r"<svg ", f'<svg role="img" aria-label="{escape(chart.alt)}" style="max-width: 100%; height: auto" ', svg, count=1)
    return Markup(drawn[drawn.index("<svg ") :].strip())


def _table(view: View) -> Markup:
    """The table; of many rows the first."""
    sides = ["right" if column.kind == NUMBER else "left" for column in view.columns]

    def line(tag: str, texts: tuple[str, ...]) -> Markup:
        cells = [Markup('<{0} style="{1}">{2}</{0}>').format(tag, CELL.format(side), text) for side, text in zip(sides, texts, strict=True)]
        return Markup("<tr>{}</tr>").format(Markup("").join(cells))

    body = Markup("").join(line("td", row) for row in view.rows[:MOST_ROWS])
    head = line("th", tuple(column.title for column in view.columns))
    more = len(view.rows) - MOST_ROWS
    rest = Markup("<p>{} more rows</p>").format(fmt.count(more)) if more > 0 else ""
    caption = Markup('<caption style="text-align: left">{}</caption>').format(view.caption)
    return Markup("<table>{}<thead>{}</thead><tbody>{}</tbody></table>{}").format(caption, head, body, rest)
