"""Steps of numbers as the command line drives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rich.console import RenderableType

from simcli.config import ResolvedRun
from simcli.config.run.measures import VARIETY
from simcli.errors import UserError
from simcli.report.formatting import count
from simcli.report.rows import PAGE_HAS, terminal_tables
from simcli.stats.measured import VIABLE
from simcli.studies.driver import drive
from simcli.studies.one_run import OneRunStudy
from simcli.studies.riders import plans
from simcli.studies.sensitivity.play import SensitivityResult, moved
from simcli.studies.sensitivity.question import SensitivityQuestion, ask, question_of
from simcli.studies.sensitivity.reach import PAGE, asked_for, reach_of
from simcli.studies.sensitivity.sliders import Sliders
from simcli.studies.sensitivity.sliders_page import NAME
from simcli.terminal.common import Sharded

MOST = 12
"""Most numbers in the table of a terminal."""


class SensitivityStudy(OneRunStudy["SensitivityResult"]):
    """A run with a variant for every number one step less and one more."""

    def __init__(self, common: Sharded, asked: SensitivityQuestion, reach: Sliders | None = None) -> None:
        super().__init__(common, asked.run)
        self.asked, self.reach = asked, reach

    def notes(self) -> Iterator[str]:
        """What is played after the run."""
        if self.run.study is not None and self.run.study.figure == VIABLE:
            yield f"after the run, for the number of {VIABLE}: {plans(self.run, self.common.workers)[VARIETY][0]}"

    def play(self) -> SensitivityResult:
        """The run, and what it says of the numbers."""
        if self.reach is None and (self.folder / NAME).exists():
            self.reach = reach_of(self.run)
        return moved(self.played(), self.asked, self.reach)

    def tables(self, found: SensitivityResult) -> Iterable[RenderableType]:
        """The rows of the answer; all effects are on the page."""
        rows = found.answer.rows
        return terminal_tables(rows, f"{count(found.results.deals)} deals", PAGE_HAS, MOST) if rows else super().tables(found)

    def after(self, found: SensitivityResult) -> Iterator[str]:
        """Why no more was played, how many values were left out, and where the page is, which names them."""
        stopped, left = self.stop_text(found.run.resolved, found.run.results), len(self.asked.left_out)
        sliders = f"sliders: {NAME} beside it" if self.reach is not None else ""
        yield from self.closing(stopped, f"left out: {count(left)} values" if left else "", sliders)


def of_folder(run: ResolvedRun, **given: Any) -> SensitivityStudy:
    """The study of a run of steps that a folder holds; `given` are options."""
    return SensitivityStudy(Sharded(**given), question_of(run))


def start(config: str, common: Sharded, paths: Sequence[str], *, figure: str | None, by: int, page: bool, pairs: bool) -> int:
    """Plays each number one step less and one more; the exit code."""
    asked = ask(config, paths, of=figure, by=by, **common.asked)
    if page and common.shard is not None:
        raise UserError.of(f"{PAGE} --shard {common.shard}", "a shard alone says nothing", "merge, then type it with --out and the folder")
    run, reach = asked_for(asked.run, page=page, pairs=pairs)
    return drive(SensitivityStudy(common, replace(asked, run=run), reach))
