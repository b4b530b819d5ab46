"""What the page and the terminal of a run show of other studies: the `PART` of the module `in_run` of each that has one."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from simcli.errors import UserError
from simcli.report.answer import Answer
from simcli.report.charts.chart import Chart
from simcli.report.page import Section
from simcli.stats.summary import Cell, Summary
from simcli.studies import module_of, study_names

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun

Info = Mapping[str, Any]
"""What a page says in addition to numbers (`run.page.run_page`)."""
Answers = Callable[[Summary, Sequence[Cell], str], Answer | None]
"""Answers a question about what was played in these cells, or not at all; the text is the command of the run except for its deals."""


class RunPart:
    """What a run shows of a study: the part of the study overrides what it has."""

    place: int
    """below 0 before what every run shows, above 0 behind it"""
    about = ""
    """the subject (`figure: about`) that `answer` answers"""

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        """Of the page; `info` has what `found` says under `found` and the name of the study."""
        return iter(())

    def tables(self, summary: Summary) -> Sequence[RenderableType]:
        """Of the terminal; those of a part before the others where it is asked for all, or the answer has no rows."""
        return ()

    def sentence(self, summary: Summary) -> str:
        """Said below the answer."""
        return ""

    def players_line(self, summary: Summary, width: int) -> str:
        """How good the players are, in a line of a terminal of this width."""
        return ""

    def players(self, run: ResolvedRun, summary: Summary, rerun: str) -> str:
        """How good the players are, and what to do next; `rerun` is the command of the run, '' where it cannot be asked for more."""
        return ""

    def completed(self, summary: Summary) -> Summary:
        """The summary of a run, or of runs that are compared, with what the study makes of it."""
        return summary

    def found(self, run: ResolvedRun, summary: Summary) -> Any:
        """Results that are made again of those of the run, if it is of this study; else None."""
        return None

    def words(self, found: Any, summary: Summary) -> Answer | None:
        """The answer of `found`, which is then that of the run."""
        return None

    def own(self, found: Any, said: Answer) -> Sequence[Chart]:
        """The pictures of `found` that stand first on the page in place of those of the rows of its answer."""
        return ()

    def said(self, record: object) -> Sequence[str]:
        """What the JSON of the run says in words of a record of the study."""
        return ()

    def answer(self, summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
        """The answer about what was played in these cells, if there is one; `rerun` is the command of the run except for its deals."""
        return None


@cache
def parts() -> tuple[tuple[str, RunPart], ...]:
    """All parts with the names of their studies, in the order of their places; a package that is broken is left out with a warning."""
    found = []
    for study in study_names():
        try:
            if module := module_of(study, "in_run"):
                found.append((study, module.PART))
        except UserError as error:
            warnings.warn(f"left out: {error}", stacklevel=2)
    return tuple(sorted(found, key=lambda one: one[1].place))


def found_in(run: ResolvedRun, results: Summary) -> dict[str, object]:
    """What studies make again of the results of a run, by their names."""
    made = {study: part.found(run, results) for study, part in parts()}
    return {study: one for study, one in made.items() if one is not None}


def answer_of(found: Mapping[str, object], results: Summary) -> Answer | None:
    """The answer of the study that a run is of; None for a run that is its own study."""
    return next((part.words(found[study], results) for study, part in parts() if study in found), None)


def own_charts(found: Mapping[str, object], said: Answer) -> Sequence[Chart]:
    """The first pictures of the study that a run is of, where it has its own for this answer."""
    return [chart for study, part in parts() if study in found for chart in part.own(found[study], said)]


def players_of(run: ResolvedRun, results: Summary, rerun: str) -> str:
    """How good the players of a run are; `rerun` as in `RunPart.players`."""
    return " ".join(filter(None, (part.players(run, results, rerun) for _, part in parts())))


def completed(summary: Summary) -> Summary:
    """A summary with what all studies make of it."""
    for _, part in parts():
        summary = part.completed(summary)
    return summary
