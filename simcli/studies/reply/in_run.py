"""What a run shows that measures how far its players can be beaten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.report.table.terminal import whole_table
from simcli.stats.measured import ReplyResult
from simcli.stats.summary import Summary
from simcli.studies.in_run import Info, RunPart
from simcli.studies.reply import words
from simcli.studies.reply.rider import told_of_players

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun


class _Reply(RunPart):
    place = 1

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        if found := summary.reply:
            title, views = "How far these players can be beaten", (words.view(found), words.searches_view(found))
            yield Section("reply", title, words.lead(found), (), views, says=words.sentence(found))

    def tables(self, summary: Summary) -> Sequence[RenderableType]:
        return [whole_table(words.view(summary.reply))] if summary.reply else []

    def said(self, record: object) -> Sequence[str]:
        return (f"{words.sentence(record)} {words.NO_SEARCH}",) if isinstance(record, ReplyResult) else ()

    def players_line(self, summary: Summary, width: int) -> str:
        is_checked = summary.regret is not None  # by the look-ahead, which says so itself
        return words.line(summary.reply, None if is_checked else summary.no_reply, width)

    def players(self, run: ResolvedRun, summary: Summary, rerun: str) -> str:
        return told_of_players(run, summary, rerun)


PART = _Reply()
