"""The page of how games feel to play: the answer, and every figure with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.charts.chart import Chart
from simcli.report.page import Page, Section
from simcli.report.rows import pictures
from simcli.report.table.csv import WHOLE, CsvTable, feel_rows, lead_rows
from simcli.report.table.view import View
from simcli.stats.measured import FeelCell
from simcli.studies.feel import words
from simcli.studies.feel.charts import lead_charts
from simcli.studies.feel.estimate import Feel
from simcli.studies.result import record_page

TITLE, QUESTION = "the feel of play", "How long, how close, how open and how lucky are its games?"
RECORD = Feel
TABLE = CsvTable(lambda results: feel_rows(results.cells), WHOLE)
MORE_TABLES = {"lead": CsvTable(lambda results: lead_rows(results.cells))}
METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "Each deal is played in every rotation of the strategies, several times with other choices of theirs: what stays the same is the deal, "
    "what differs the choices.",
    "After each decision the standing says who leads: by the points that each would have if the game ended there. What each figure is: "
    "docs/method.md.",
    "Intervals hold 95 %, with the deal as the unit.",
)


def answer_of(results: Feel) -> Answer:
    """The answer."""
    return words.answer(results.cells)


def views_of(record: Feel) -> tuple[View, ...]:
    """Its tables."""
    return words.views_of(record.cells)


def page_of(results: Feel, info: Mapping[str, object]) -> Page:
    """The page. `info`: title, question, strategies, provenance, version, command."""
    cells, answer = results.cells, answer_of(results)
    return record_page(
        results,
        answer,
        info,
        tiles=[
            ("players", fmt.listing([str(n) for n in dict.fromkeys(cell.players for cell in cells)])),
            ("deals", fmt.count(max(cell.deals for cell in cells))),
            ("games", fmt.count(sum(cell.games for cell in cells))),
        ],
        own=_own(answer, cells),
        sections=tuple(
            Section(
                f"feel-{i}", f"With {fmt.cell_text(cell)}", words.counted_text(cell), (), words.views_of([cell]), says=words.halfway(cell)
            )
            for i, cell in enumerate(cells)
        ),
        caveats=["People play otherwise than these strategies: compare versions of a game rather than single figures."],
        method=METHOD,
        facts=[("game", results.game), ("seed", str(results.seed)), ("rules version", str(results.behaviour)), ("simcli", info["version"])],
    )


def _own(answer: Answer, cells: Sequence[FeelCell]) -> tuple[Chart, ...]:
    """The pictures: first what the answer is about, of a game the lead over its course, of variants what they change."""
    drawn, of_rows = lead_charts(cells), pictures(answer.rows)
    return (*of_rows, *drawn) if any(row.change is not None for row in answer.rows) else (*drawn, *of_rows)
