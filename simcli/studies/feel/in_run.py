"""What a run shows that measures how its games feel to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.stats.summary import Summary
from simcli.studies.feel import words
from simcli.studies.in_run import Info, RunPart

if TYPE_CHECKING:
    from rich.console import RenderableType


def _sections(summary: Summary, _: Info) -> Iterator[Section]:
    if summary.feel:
        lead = f"{words.answer(summary.feel)} Counted in games of its own, so many as each table says: the first deals of the run, "
        lead += (
            "each played twice in every rotation with other choices of the plans. What each figure is stands in docs/method.md of simcli."
        )
        yield Section("feel", "How the games feel to play", lead, (), words.views_of(summary.feel), says=_sentence(summary))


def _tables(summary: Summary) -> Sequence[RenderableType]:
    return words.terminal_tables(summary.feel or ())


def _sentence(summary: Summary) -> str:
    return words.answer(summary.feel).claim if summary.feel else ""


PART = RunPart(place=3, sections=_sections, tables=_tables, sentence=_sentence)
