"""What a run shows that measures how far its players can be beaten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from simcli.report.page import Section
from simcli.report.table.terminal import whole_table
from simcli.stats.measured import ReplyResult
from simcli.stats.summary import Summary
from simcli.studies.in_run import Info, RunPart
from simcli.studies.reply import words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun


def _sections(summary: Summary, _: Info) -> Iterator[Section]:
    if found := summary.reply:
        title = "How far these players can be beaten"
        yield Section("reply", title, words.lead(found), (), (words.view(found), words.searches_view(found)), says=words.sentence(found))


def _tables(summary: Summary) -> Sequence[RenderableType]:
    return [whole_table(words.view(summary.reply))] if summary.reply else []


def _said(record: Any) -> tuple[str, ...]:
    return (f"{words.sentence(record)} {words.NO_SEARCH}",) if isinstance(record, ReplyResult) else ()


def _players(run: ResolvedRun, summary: Summary, rerun: str) -> str:
    from simcli.studies.reply.rider import told_of_players

    return told_of_players(run, summary, rerun)


PART = RunPart(place=1, sections=_sections, tables=_tables, said=_said, players=_players)
