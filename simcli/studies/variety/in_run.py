"""What a run shows that measures how many plans are worth playing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.report.table.terminal import leaving
from simcli.stats.summary import Summary
from simcli.studies.in_run import Info, RunPart
from simcli.studies.variety import words

if TYPE_CHECKING:
    from rich.console import RenderableType

LEAVES = ("Games", "Line-ups", "Deals each", "Of so many")
"""Columns of the terminal's table that go where it is narrow."""


class _Variety(RunPart):
    place = 2

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        if summary.variety:
            lead, table = words.lead(summary.variety, str(info.get("matchups") or "")), words.view(summary.variety)
            yield Section("variety", "How many plans are worth playing", lead, (), (table,), says=self.sentence(summary))

    def tables(self, summary: Summary) -> Sequence[RenderableType]:
        if not summary.variety:
            return []
        view = words.view(summary.variety)
        return [leaving(view, [column.title for column in view.columns if column.title not in LEAVES])]

    def sentence(self, summary: Summary) -> str:
        return words.headline(summary.variety) if summary.variety else ""


PART = _Variety()
