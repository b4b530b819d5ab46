"""What a run of steps shows: the numbers that were moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcli.config import ResolvedRun
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.charts.chart import Chart
from simcli.report.page import Section
from simcli.stats.summary import Summary
from simcli.studies.in_run import Info, RunPart
from simcli.studies.sensitivity import words
from simcli.studies.sensitivity.charts import tornado_charts
from simcli.studies.sensitivity.estimate import Sensitivity

LEAD = (
    "Each number one step less and one more, on the same deals as the game as it is; verdicts are corrected for all comparisons of the "
    "figure in the run (Holm). Rough: half the interval is more than a tenth of the larger effect; the deals are those after which it is "
    "not, if the effect is as it seems."
)


class _Sensitivity(RunPart):
    place = -2

    def found(self, run: ResolvedRun, summary: Summary) -> Sensitivity | None:
        return words.found_in(run, summary, run.study.figure) if run.study else None

    def words(self, found: Sensitivity, summary: Summary) -> Answer:
        return words.answer(found, summary)

    def own(self, found: Sensitivity, said: Answer) -> Sequence[Chart]:
        return tornado_charts(found, next((fmt.players_text(row.players or 0) for row in said.rows), ""))

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        if found := info["found"].get("sensitivity"):
            says = words.answer(found, summary).claim
            yield Section("sensitivity", "Which number moves it most", LEAD, tornado_charts(found), words.views(found), says=says)


PART = _Sensitivity()
