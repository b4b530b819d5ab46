"""What a run was played for: the answer of the study that played it, kept beside the run, of which its page is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from simcli.base.escapes import PROSE, shown_all
from simcli.report.answer import Answer
from simcli.report.charts.chart import Chart
from simcli.report.page import Page, Section
from simcli.report.table.view import View
from simcli.studies.stored import read_record, write_record

FILE = "asked.json"


@dataclass(frozen=True)
class PlayedFor:
    """A question, its answer, and what the page shows of how it was found."""

    title: str
    """of the page"""
    question: str
    command: str
    """asks again"""
    deals: int
    """of the run that the answer rests on"""
    answer: Answer
    heading: str
    """of the tables"""
    views: Sequence[View]
    says: str = ""
    """the answer of their closed heading"""
    charts: Sequence[Chart] = ()
    """the first picture, in place of that of the rows; none where there is none"""

    def on(self, page: Page) -> Page:
        """The page of the run with this answer: its picture and tables first, then how it was found."""
        shown = shown_all(self, PROSE)
        return replace(
            page,
            title=shown.title,
            question=shown.question,
            answer=shown.answer,
            tone="none",
            note="",
            command=shown.command,
            own=tuple(shown.charts),
            sections=(Section("found", shown.heading, "", (), tuple(shown.views), is_folded=True, says=shown.says), *page.sections),
        )

    def write(self, folder: Path, identity: str) -> None:
        """Leaves it beside the run of this identity, atomically."""
        write_record(folder / FILE, asdict(self), identity)


def asked_of(folder: Path | None, identity: str, deals: int) -> PlayedFor | None:
    """What the run in a folder was played for; None where it was played for itself, or has more deals by now."""
    found = None if folder is None else read_record(folder / FILE, PlayedFor, identity)
    return found if found is not None and found.deals == deals else None
