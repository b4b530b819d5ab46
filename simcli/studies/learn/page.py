"""The page of a learned player: the answer, its rows and the tables."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.report import formatting as fmt
from simcli.report.page import Page, Section
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import View
from simcli.studies.learn import words
from simcli.studies.learn.estimate import Learn
from simcli.studies.result import record_page

METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "One choice of every game is drawn; the action taken and the plan's favourites are played to the end in the same worlds.",
    "Trees are fitted to what actions bring, in wins and lead together, against the mean of their choice.",
    "The judgement plays fresh deals: the player in one seat, others in the rest, in all rotations.",
)
RECORD = Learn
TABLE = CsvTable(words.lines, words.WHOLE)
answer_of = words.answer


def views_of(record: Learn) -> tuple[View, ...]:
    """Its tables."""
    return words.views(record)


def page_of(results: Learn, info: Mapping[str, object]) -> Page:
    """The page of a learned player. `info`: strategies, provenance, version."""
    found = answer_of(results)
    wins, kinds = words.views(results)
    sections = (
        Section("wins", "What it wins", "On fresh deals.", (), (wins,), says=found.claim),
        Section("kinds", "What it has learned from", "", (), (kinds,), True, f"{fmt.count(results.looked)} games were looked at."),
    )
    return record_page(
        results,
        found,
        info,
        tones={"yes": "uneven", "no": "even"},
        command=results.command,
        title=f"{results.title}: a player that learned",
        question=f"Is a player that learned from look-ahead stronger than {results.plan}?",
        tiles=[("games looked at", fmt.count(results.looked)), ("worlds", fmt.count(results.worlds))],
        sections=sections,
        caveats=["It answers those it learned against: other players may beat it."],
        method=METHOD,
    )
