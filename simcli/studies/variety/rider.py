"""How many of a run's plans are worth playing: its plans meet in matchups of their own, and the figures are kept in the run folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from simcli.config.run.measures import VARIETY
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import RunFolderError
from simcli.report import formatting as fmt
from simcli.report.formatting import count
from simcli.sim.folder.store import Store
from simcli.sim.lineups import count_lineups, round_robin_of
from simcli.sim.plan import make_plan, round_robin_cost
from simcli.sim.pool.cluster import Workers, cores_of
from simcli.sim.runner import OnProgress, Progress, Runner
from simcli.stats.balance import half_width
from simcli.stats.measured import VIABLE, VarietyCell
from simcli.stats.summary import Summary
from simcli.studies.fields import fields_of
from simcli.studies.played import tolerance_of
from simcli.studies.reporter import Reporter
from simcli.studies.stored import is_stored, read_record, write_record
from simcli.studies.variety.estimate import rounded_tolerance, varieties

FILE = "variety.json"
ORDER = 2
ASKS = "measure: variety"
GAMES_FOLDER = ".variety"
"""Folder in the run folder in which the matchups are kept until all are played."""
DEALS = 1000
"""Deals of a line-up at most, as many as `simcli matchups` plays by default; more where the run asks for nothing else."""


@dataclass(frozen=True)
class StoredVariety:
    """What the file holds."""

    cells: tuple[VarietyCell, ...]


def wanted(run: ResolvedRun, asks: str = ASKS) -> ResolvedRun:
    """The matchups that are played of a run: its first deals, with two players or more. UserError, which names who asks, where they
    cannot be played."""
    is_asked = run.study is not None and run.study.figure == VIABLE
    deals = run.deals if is_asked else min(run.deals, DEALS)
    counts = tuple(n for n in run.players if n > 1)
    return round_robin_of(replace(run, deals=deals, players=counts, half_width=None, minutes=None, study=None, measure=None), asks)


def _is_asked(run: ResolvedRun) -> bool:
    return VARIETY in (run.measure or ())


def check(run: ResolvedRun) -> None:
    """UserError where the plans of a run that asks for it cannot meet."""
    if _is_asked(run):
        wanted(run)


def measure(run: ResolvedRun, _results: Summary, folder: Path, workers: Workers, reporter: Reporter) -> bool:
    """Plays the matchups of a run that asks for them. InterruptedRun after Ctrl-C: the same call goes on."""
    if not _is_asked(run) or is_there(run, folder):
        return False
    count_variety(run, folder, workers, reporter)
    return True


def measured(run: ResolvedRun, results: Summary, folder: Path) -> Summary:
    """The summary with the figures of the run folder."""
    found = read_variety(run, folder)
    return replace(results, variety=found.cells if found else None)


def plan(run: ResolvedRun, workers: Workers | None) -> tuple[str, dict[str, float]]:
    """How much is played: `24 line-ups, 1,000 deals each: 72,000 games, roughly 12 s`."""
    matchups = wanted(run)
    n, deals, (games, seconds) = count_lineups(matchups), matchups.deals, round_robin_cost(matchups, cores_of(workers))
    text = f"{fmt.count(n)} line-ups, {fmt.count(deals)} deals each: {fmt.count(games)} games, roughly {fmt.readable_time(seconds)}"
    return text, {"line_ups": n, "deals": deals, "games": games, "seconds": seconds}


def is_there(run: ResolvedRun, folder: Path) -> bool:
    """Whether a run folder holds the figures, of as many deals as are wanted or more. What cannot be read is played again."""
    return is_stored(lambda: read_variety(run, folder), lambda found: all(cell.deals >= wanted(run).deals for cell in found.cells))


def count_variety(run: ResolvedRun, folder: Path, workers: Workers, reporter: Reporter) -> None:
    """Plays the matchups and keeps the figures in the run folder. InterruptedRun after Ctrl-C: the same call goes on."""
    reporter.say(f"playing every plan against every other for the number of {VIABLE}: {plan(run, workers)[0]}")

    def on_progress(progress: Progress) -> None:
        reporter.state(f"{count(progress.games)} of {count(progress.goal)} games")

    place = folder / GAMES_FOLDER
    try:
        cells = played_variety(wanted(run), place, workers, on_progress)
    except RunFolderError as error:
        reporter.say(f"{error}: the matchups start again")
        shutil.rmtree(place)
        cells = played_variety(wanted(run), place, workers, on_progress)
    write_record(folder / FILE, StoredVariety(cells), run.identity())
    shutil.rmtree(place)


def read_variety(run: ResolvedRun, folder: Path) -> StoredVariety | None:
    """The figures that a run folder holds by the tolerance of the run, if it does. RunFolderError when damaged, or of another run."""
    found = read_record(folder / FILE, StoredVariety, run.identity())
    if found is not None:
        cells = [(variant.name or None, n) for variant in run.played_variants for n in run.players if n > 1]
        if [(cell.variant, cell.players) for cell in found.cells] != cells:
            raise RunFolderError(f"{folder / FILE} does not hold the figures of this run: delete it, or run again")
        if any(cell.tolerance != rounded_tolerance(tolerance_of(run), cell.players) for cell in found.cells):
            return None
    return found


def played_variety(matchups: ResolvedRun, folder: Path, workers: Workers, on_progress: OnProgress | None = None) -> tuple[VarietyCell, ...]:
    """Plays or resumes a run of matchups in `folder`; the figures of each variant and number of players."""
    plan = make_plan(matchups)
    with Store(folder, plan) as store:
        outcome = Runner(plan, half_width=half_width, workers=workers).run(store, on_progress)
    base = matchups.played_variants[matchups.base_number].name
    return varieties(list(fields_of(plan, outcome.tallies)), tolerance_of(matchups), base)
