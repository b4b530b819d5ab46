"""What a run shows that measures how far its players are from good play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.report.table.terminal import whole_table
from simcli.stats.summary import Summary
from simcli.studies.in_run import Info, RunPart
from simcli.studies.regret import words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun


class _Regret(RunPart):
    place = 1

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        if found := summary.regret:
            lead = " ".join(words.METHOD[1:3])
            yield Section("regret", "How far these players are from good play", lead, (), words.views_of(found), says=words.claim(found))

    def tables(self, summary: Summary) -> Sequence[RenderableType]:
        return [whole_table(view) for view in words.plan_views(summary.regret or ())]

    def players_line(self, summary: Summary, width: int) -> str:
        return words.line(summary.regret, width) if summary.regret else ""

    def players(self, run: ResolvedRun, summary: Summary, rerun: str) -> str:
        return words.sentence(summary.regret) if summary.regret else ""


PART = _Regret()
