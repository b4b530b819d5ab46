"""What a run shows that measures how its games feel to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.stats.summary import Summary
from simcli.studies.feel import words
from simcli.studies.feel.charts import lead_charts
from simcli.studies.in_run import Info, RunPart

if TYPE_CHECKING:
    from rich.console import RenderableType

HOW = (
    "Counted in games of its own, so many as each table says: the first deals of the run, each played twice in every rotation with other "
    "choices of the plans. What each figure is stands in docs/method.md of simcli."
)


class _Feel(RunPart):
    place = 3

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        if summary.feel:
            lead = f"{words.answer(summary.feel)} {HOW}"
            charts = lead_charts(summary.feel)
            yield Section("feel", "How the games feel to play", lead, charts, words.views_of(summary.feel), says=self.sentence(summary))

    def tables(self, summary: Summary) -> Sequence[RenderableType]:
        return words.terminal_tables(summary.feel or ())

    def sentence(self, summary: Summary) -> str:
        return words.answer(summary.feel).claim if summary.feel else ""


PART = _Feel()
