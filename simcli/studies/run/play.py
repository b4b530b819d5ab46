"""The Python API: simulate a config, or open a run folder, and read its tables as pandas DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from simcli.base.files import PAGE, write_atomically
from simcli.base.gc_settings import seldom_collected
from simcli.config import ResolvedRun, load_config
from simcli.config.run.resolve import Overrides
from simcli.errors import UserError
from simcli.report.page import written
from simcli.sim.folder.names import SUMMARY
from simcli.sim.folder.parquet import require_parquet
from simcli.sim.folder.picture import read_picture, write_picture
from simcli.sim.folder.results import UNFINISHED, stored_results
from simcli.sim.folder.store import Store, writing
from simcli.sim.plan import make_plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.runner import Outcome, Progress, Runner
from simcli.sim.shard import Shard
from simcli.stats.balance import half_width
from simcli.studies import riders as measures
from simcli.studies.counted import open_folder, play_in, summarise_tallies, summary_of
from simcli.studies.reporter import Reporter, Silent
from simcli.studies.results import in_folder
from simcli.studies.riders import measured
from simcli.studies.run.result import RunResult


def simulate(
    config: str | Path | Mapping[str, object] | ResolvedRun,
    *,
    workers: Workers | None = None,
    out: str | Path | None = None,
    records: bool = False,
    progress: Callable[[Progress], None] | None = None,
    **over: Unpack[Overrides],
) -> RunResult:
    """Plays a config (a file, a name such as "guildes/seats", a dict of its keys, or a resolved run) and returns its results.

    `players`, `deals`, `seed` and `sets` override a config, as by `load_config`. With `out` the run folder is kept there, and resumed
    if it exists; without, nothing stays on the disk, so that `records` need it. A folder of more deals keeps and returns these.
    Raises UserError for a config that cannot be used, RunFolderError for a folder of another run, InterruptedRun after Ctrl-C.

    >>> run = simcli.simulate("guildes/seats", players=3, deals=4)
    >>> run.results.deals
    4
    >>> rows, figure = run.table(), run.plot()
    >>> len(run.seats)
    3
    """
    if records and out is None:
        raise UserError.of("records", "need a folder to be kept in", "add out=FOLDER")

    def played(folder: Path) -> RunResult:
        return play(run, folder, workers=workers, records=records, progress=progress, write_report=out is not None)[0]

    with seldom_collected():
        run = config if isinstance(config, ResolvedRun) else load_config(config, **over)
        return in_folder(out, played)


def play(
    run: ResolvedRun,
    folder: Path,
    *,
    workers: Workers | None = None,
    records: bool = False,
    progress: Callable[[Progress], None] | None = None,
    write_report: bool = True,
    reporter: Reporter | None = None,
) -> tuple[RunResult, Outcome]:
    """Plays or resumes a run in `folder` and writes its results there. A run that cannot be played leaves no folder.

    What it measures as well (`measure`) follows, and `reporter` hears of it.
    Results of more deals that the folder holds already are returned in place of those of fewer, and nothing is changed except the question
    of them: tolerance, figure, title.
    """
    if records:
        require_parquet()
    plan, cores = make_plan(run), workers or usable_cores()
    measures.check(run)
    runner = Runner(plan, half_width=half_width, workers=cores)
    with Store(folder, plan, records=records) as store:
        outcome = play_in(store, runner, progress)
        results = summary_of(outcome)
        asked = replace(outcome.plan.run, measure=run.measure)
        with writing(folder):
            is_more = measures.measure(asked, results, folder, cores, reporter or Silent())
            if outcome.is_kept and not outcome.is_asked_anew:
                result = load(folder)
            else:
                told = outcome.plan.run if outcome.is_kept else run
                results = measures.measured(told, results, folder)
                picture = read_picture(folder, run.identity()) if outcome.is_kept else runner.picture() if results.games else None
                result = RunResult(told, results, folder, picture)
            lacks_page = write_report and not (folder / PAGE).exists()
            if is_more or lacks_page or not outcome.is_kept or outcome.is_asked_anew:
                write_results(result, page=write_report)
    return result, outcome


def play_shard(
    run: ResolvedRun, folder: Path, shard: Shard, *, workers: Workers | None = None, progress: Callable[[Progress], None] | None = None
) -> int:
    """Plays or resumes a shard of a run in `folder`, for `simcli.sim.folder.merge`; returns its games. Errors as `simulate`."""
    plan = make_plan(run)
    shard.check(plan)
    runner = Runner(plan, half_width=half_width, workers=workers or usable_cores())
    with Store(folder, plan, shard=shard) as store:
        outcome = runner.run(store, progress)
        if outcome.played:
            store.fold()
        return sum(tally.games for tally in outcome.tallies)


def write_results(run: RunResult, *, page: bool = True) -> None:
    """Writes summary.json, the picture, and with `page` report.html, figures/ and tables/ into the run folder; each file whole or not."""
    assert run.folder is not None
    write_atomically(run.folder / SUMMARY, run.report("json").encode())
    if run.picture is not None:
        write_picture(run.folder, run.picture, run.resolved.identity())
    if page:
        written(run.folder, run.page())
        run.write_tables(run.folder / "tables")


def load(folder: str | Path) -> RunResult:
    """Results of a run folder, finished or not: an unfinished one shows what its batches say so far (`stopped_by: unfinished`).

    Everything is made again from the checked log and run.json; summary.json and the page are written for others and never read. Nothing in
    the folder is run. Raises RunFolderError when the folder is no run folder or is damaged.
    """
    path = Path(folder)
    plan, store = open_folder(path)
    plan, tallies, stopped = stored_results(plan, store, half_width)
    picture = None if stopped == UNFINISHED else read_picture(path, plan.run.identity())
    results = summarise_tallies(plan, tallies, stopped)
    return RunResult(plan.run, measured(plan.run, results, path), path, picture)
