"""How far the players of a run are from good play, looked at in games of their own and kept in the run folder."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcli.config.run.measures import REGRET, TIMES
from simcli.config.run.resolved import ResolvedRun, no_rivals
from simcli.errors import RunFolderError
from simcli.sim.look import LookQuestion
from simcli.stats.measured import RegretCell
from simcli.studies.looks import SECONDS, WORLDS, default_deals
from simcli.studies.played import in_base, microseconds_of
from simcli.studies.regret.play import cells_of
from simcli.studies.stored import is_stored, read_record, write_record

if TYPE_CHECKING:
    from simcli.sim.pool.cluster import Workers
    from simcli.stats.summary import Summary
    from simcli.studies.reporter import Reporter

FILE = "regret.json"
ORDER = 4
GAMES_FOLDER = ".regret"
"""Folder in the run folder in which what was looked at is kept until all is."""


@dataclass(frozen=True)
class StoredRegret:
    """What the file holds: the deals that were asked for, and the gains."""

    deals: int
    cells: tuple[RegretCell, ...]


def wanted(run: ResolvedRun) -> LookQuestion:
    """What is looked at of a run: games of its players under the rules of its base, for about a minute, its deals at most."""
    base = in_base(run)
    return LookQuestion(replace(base, deals=min(run.deals, default_deals(base, WORLDS))), WORLDS)


def is_there(run: ResolvedRun, folder: Path) -> bool:
    """Whether a run folder holds the gains, of as many deals as are wanted or more. What cannot be read is looked at again."""
    return is_stored(lambda: read_regret(run, folder), lambda found: found.deals >= wanted(run).run.deals)


def is_asked(run: ResolvedRun, results: Summary) -> bool:
    """Whether a run asks for it, or says nothing and took much longer than it takes."""
    if no_rivals(run.game, max(run.players)):
        return False
    return REGRET in run.measure if run.measure is not None else microseconds_of(run, results.cells) >= TIMES * SECONDS * 1e6


def check(run: ResolvedRun) -> None:
    """Nothing stands in its way but a game for one, which `config` has refused."""


def plan(_run: ResolvedRun, _workers: Workers | None) -> None:
    """Its name says it."""


def measure(run: ResolvedRun, results: Summary, folder: Path, workers: Workers, reporter: Reporter) -> bool:
    """LookQuestion ahead at choices of a run that asks for it or is long enough. InterruptedRun after Ctrl-C: the same call goes on."""
    if not is_asked(run, results) or is_there(run, folder):
        return False
    asked = wanted(run)
    reporter.say(f"looking ahead at a choice of each game of {asked.run.deals:,} deals: how far these players are from good play")
    cells = cells_of(asked, workers, folder / GAMES_FOLDER, lambda games, goal: reporter.state(f"{games:,} of {goal:,} games looked at"))
    write_record(folder / FILE, asdict(StoredRegret(asked.run.deals, cells)), run.identity())
    return True


def measured(run: ResolvedRun, results: Summary, folder: Path) -> Summary:
    """The summary with the gains of the run folder."""
    found = read_regret(run, folder)
    name = run.played_variants[run.base_number].name or None
    return replace(results, regret=tuple(replace(cell, variant=name) for cell in found.cells) if found else None)


def read_regret(run: ResolvedRun, folder: Path) -> StoredRegret | None:
    """The gains that a run folder holds, if it does. RunFolderError when they are damaged, or of another run."""
    found = read_record(folder / FILE, StoredRegret, run.identity())
    if found is not None:
        names = {strategy.name for strategy in run.strategies}
        whole = all({plan.strategy for plan in cell.plans} <= names for cell in found.cells)
        if not whole or [cell.players for cell in found.cells] != [n for n in run.players if n > 1]:
            raise RunFolderError(f"{folder / FILE} does not hold what a look-ahead gains in this run: delete it, or run again")
    return found
