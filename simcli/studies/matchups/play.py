"""Matchups of a config's plans: every plan alone against copies of each other, played into a run folder like any run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Unpack

from simcli.base.files import PAGE, write_atomically
from simcli.base.names import said_in
from simcli.config import ResolvedRun
from simcli.config.run.commands import more_command, rerun_command
from simcli.config.run.resolve import Overrides
from simcli.report.answer import Answer
from simcli.report.page import Page, written
from simcli.report.table.csv import CsvTable
from simcli.sim.folder.names import SUMMARY
from simcli.sim.folder.results import stored_results
from simcli.sim.folder.store import Store, writing
from simcli.sim.plan import Plan, make_plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.runner import Outcome, Progress, Runner
from simcli.sim.tally import Tally
from simcli.stats.balance import half_width
from simcli.studies.asked import PlayedFor, asked_of
from simcli.studies.counted import open_folder, play_in
from simcli.studies.fields import fields_of
from simcli.studies.matchups.estimate import Matchups, summarise_matchups
from simcli.studies.matchups.page import matchups_page
from simcli.studies.matchups.question import load_matchups
from simcli.studies.matchups.tables import TABLES
from simcli.studies.matchups.words import answer
from simcli.studies.played import header, variant_changes
from simcli.studies.result import Result
from simcli.studies.results import in_folder, page_info


@dataclass(frozen=True)
class MatchupsResult(Result):
    """Results of a run of matchups. `results` holds every estimate as frozen records (simcli.studies.matchups.estimate)."""

    resolved: ResolvedRun
    results: Matchups
    folder: Path | None = None
    study: str = "matchups"
    tables: ClassVar[Mapping[str, CsvTable]] = TABLES

    @property
    def plan_ids(self) -> list[str]:
        """Those that meet."""
        return [plan.name for plan in self.resolved.strategies]

    @cached_property
    def asked(self) -> PlayedFor | None:
        """What it was played for, if that is another study's question."""
        return asked_of(self.folder, self.resolved.identity(), self.results.deals)

    @cached_property
    def answer(self) -> Answer:
        """The answer."""
        rerun = rerun_command(self.resolved) if self.folder is None else more_command(self.folder)
        return self.asked.answer if self.asked is not None else answer(self.spoken, rerun)

    def page(self) -> Page:
        """The page."""
        run, rerun = self.resolved, rerun_command(self.resolved)
        info = page_info(
            run,
            title=run.report.title or run.game.title,
            note=run.report.note,
            command=f"{rerun} --deals {self.results.deals}",
            rerun=rerun,
        )
        page = matchups_page(self.spoken, said_in(info, self.plan_ids))
        return page if self.asked is None else self.asked.on(page)

    def write(self) -> None:
        """Writes summary.json, report.html and tables/ into the run folder; each file whole or not."""
        assert self.folder is not None
        with writing(self.folder):
            write_atomically(self.folder / SUMMARY, self.report("json").encode())
            written(self.folder, self.page())
            self.write_tables(self.folder / "tables")


def matchups(
    config: str | Path | Mapping[str, object], *, workers: Workers | None = None, out: str | Path | None = None, **over: Unpack[Overrides]
) -> MatchupsResult:
    """Plays every plan of a config alone against copies of each other plan and returns who beats whom.

    `deals` of each line-up, 1000 if not given. With `out` the run folder is kept there and resumed if it exists; without, nothing stays on
    the disk. Errors as `simcli.simulate`; UserError also for plans that are too few or too many.

    >>> found = simcli.matchups({"game": "guildes", "players": 3, "strategies": ["balanced", "denier"]}, deals=4)
    >>> found.results.deals
    4
    """
    run = load_matchups(config, **over)
    return in_folder(out, lambda folder: play(run, folder, workers=workers, write_report=out is not None)[0])


def play(
    run: ResolvedRun,
    folder: Path,
    *,
    workers: Workers | None = None,
    progress: Callable[[Progress], None] | None = None,
    write_report: bool = True,
) -> tuple[MatchupsResult, Outcome]:
    """Plays or resumes a run of matchups in `folder` and writes its results there."""
    plan = make_plan(run)
    runner = Runner(plan, half_width=half_width, workers=workers or usable_cores())
    with Store(folder, plan) as store:
        outcome = play_in(store, runner, progress)
        made = MatchupsResult(outcome.plan.run, _results(outcome.plan, outcome.tallies, outcome.stopped_by), folder)
        if write_report and (not outcome.is_kept or outcome.is_asked_anew or not (folder / PAGE).exists()):
            made.write()
    return made, outcome


def load(folder: Path) -> MatchupsResult:
    """Results of a run folder of matchups, finished or not, made again from its checked log. RunFolderError as `simcli.load_run`."""
    plan, store = open_folder(folder, matchups=True)
    plan, tallies, stopped = stored_results(plan, store, half_width)
    return MatchupsResult(plan.run, _results(plan, tallies, stopped), folder)


def _results(plan: Plan, tallies: Sequence[Tally], stopped_by: str) -> Matchups:
    run = plan.run
    played = Matchups(
        **header(run),
        deals=max(tally.deals for tally in tallies),
        games=sum(tally.games for tally in tallies),
        stopped_by=stopped_by,
        variants=variant_changes(run),
    )
    base = run.played_variants[run.base_number].name
    return summarise_matchups(played, list(fields_of(plan, tallies)), base)
