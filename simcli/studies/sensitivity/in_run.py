"""What a run of steps shows: the numbers that were moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.stats.summary import Summary
from simcli.studies.in_run import Info, RunPart
from simcli.studies.sensitivity import words
from simcli.studies.sensitivity.charts import tornado_charts
from simcli.studies.sensitivity.estimate import Sensitivity

if TYPE_CHECKING:
    from simcli.config import ResolvedRun


def _found(run: ResolvedRun, summary: Summary) -> Sensitivity | None:
    return words.found_in(run, summary, run.study.figure) if run.study else None


def _sections(_: Summary, info: Info) -> Iterator[Section]:
    found = info["found"].get("sensitivity")
    if found:
        lead = "Each number one step less and one more, on the same deals as the game as it is; verdicts are corrected for all comparisons "
        lead += "of the figure in the run (Holm). Rough: half the interval is more than a tenth of the larger effect; the deals are those "
        lead += "after which it is not, if the effect is as it seems."
        charts = tuple(tornado_charts(found))
        yield Section("sensitivity", "Which number moves it most", lead, charts, words.views(found))


PART = RunPart(place=-2, sections=_sections, found=_found, words=words.answer)
