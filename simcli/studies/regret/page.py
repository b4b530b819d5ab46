"""The page of how far plans are from good play."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report.answer import Answer
from simcli.report.table.csv import CsvTable, regret_rows
from simcli.report.table.view import View
from simcli.studies.regret import words
from simcli.studies.regret.estimate import Regret

TITLE, QUESTION = "how good these players are", "How far are these plans from good play, and where?"
RECORD = Regret
TABLE = CsvTable(lambda results: regret_rows(results.cells), ("looked",))
METHOD = words.METHOD


def answer_of(results: Regret) -> Answer:
    """The answer."""
    return words.answer(results.cells)


def views_of(results: Regret) -> Sequence[View]:
    """Its tables."""
    return words.views_of(results.cells)
