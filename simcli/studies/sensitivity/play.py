"""Which number of a game moves a figure most: every number one step less and one more, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Literal, Unpack

from simcli.base.files import write_atomically
from simcli.config.run.resolve import Overrides
from simcli.errors import UserError
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import View
from simcli.sim.pool.cluster import Workers
from simcli.sim.runner import Progress
from simcli.studies.result import Result
from simcli.studies.run.play import simulate
from simcli.studies.run.result import RunResult
from simcli.studies.sensitivity.estimate import Sensitivity
from simcli.studies.sensitivity.question import FILE, SensitivityQuestion, ask
from simcli.studies.sensitivity.reach import asked_for
from simcli.studies.sensitivity.sliders import Sliders
from simcli.studies.sensitivity.sliders_page import write_sliders
from simcli.studies.sensitivity.words import WHOLE, answer, found_in, rows, views


@dataclass(frozen=True)
class SensitivityResult(Result):
    """What each number moves: `results` are records (docs/summary.md), `run` the run as any other with variants, whose page it shares."""

    run: RunResult
    results: Sensitivity
    study: str = FILE
    tables: ClassVar[Mapping[str, CsvTable]] = {"numbers": CsvTable(rows, WHOLE)}

    @property
    def plan_ids(self) -> list[str]:
        """Those of its run."""
        return self.run.plan_ids

    @property
    def answer(self) -> Answer:
        """The answer."""
        return answer(self.spoken, self.run.spoken)

    @property
    def views(self) -> tuple[View, ...]:
        """A row a number."""
        return views(self.spoken)

    def page(self) -> Page:
        """The page of the run, which answers the same."""
        return self.run.page()


def sensitivity(
    config: str | Path | Mapping[str, object],
    paths: str | Sequence[str] = (),
    *,
    of: str | None = None,
    by: int = 1,
    page: bool | Literal["pairs"] = False,
    workers: Workers | None = None,
    out: str | Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    **over: Unpack[Overrides],
) -> SensitivityResult:
    """Plays a config with each number `paths` name (all if none) `by` less and more, and returns what that does to the figure `of`.

    Arguments and errors are those of `simcli sensitivity` and `simulate`; with `out` the run folder is kept there. `page` writes the
    page with sliders into it, "pairs" with each two numbers moved together too. UserError for a page without `out`.

    >>> moved = simcli.sensitivity("guildes/seats", "guilds.knight.copies", players=3, deals=4)
    >>> [number.path for number in moved.results.numbers]
    ['guilds.knight.copies']
    """
    if page and out is None:
        raise UserError.of("page", "the sliders stand in the folder of the run", "name one with out=")
    asked = ask(config, paths, of=of, by=by, **over)
    run, reach = asked_for(asked.run, page=bool(page), pairs=page == "pairs")
    return moved(simulate(run, workers=workers, out=out, progress=progress), replace(asked, run=run), reach)


def moved(result: RunResult, asked: SensitivityQuestion, reach: Sliders | None = None) -> SensitivityResult:
    """What a played run says; kept beside its page as sensitivity.json and tables/sensitivity.csv, and its sliders if there are any."""
    assert asked.run.study is not None
    found = SensitivityResult(result, found_in(asked.run, result.results, asked.run.study.figure, asked.left_out))
    if result.folder is not None:
        (result.folder / "tables").mkdir(exist_ok=True)
        write_atomically(result.folder / f"{FILE}.json", found.report("json").encode())
        write_atomically(result.folder / "tables" / f"{FILE}.csv", found.report("csv").encode())
        if reach is not None:
            write_sliders(result.folder, result.resolved, result.spoken, reach)
    return found
