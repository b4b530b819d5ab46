"""How the games of a run feel to play, counted in games of their own and kept in the run folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from simcli.config.run.measures import FEEL
from simcli.config.run.resolved import ResolvedRun
from simcli.engine.header import ENDED
from simcli.engine.loop import course as loop
from simcli.errors import RunFolderError
from simcli.game import LEAD_POINTS
from simcli.sim.games import OnProgress
from simcli.sim.plan import Cell
from simcli.sim.pool.cluster import Workers
from simcli.stats.measured import FeelCell
from simcli.stats.summary import Summary
from simcli.studies.feel.estimate import NAMES, PARTS, feel_cells
from simcli.studies.feel.follow import follow
from simcli.studies.feel.followed import FollowedGames, Ints
from simcli.studies.reporter import Reporter
from simcli.studies.stored import is_stored, read_record, write_record

FILE = "feel.json"
ORDER = 1
GAMES_FOLDER = ".feel"
"""Folder in the run folder in which the games are kept until all are followed."""
DEALS = 500
"""Deals followed at most, by default."""
PLAYS = 2
"""How often each is played in each rotation."""


@dataclass(frozen=True)
class StoredFeel:
    """What the file holds: the deals that were asked for, and the figures."""

    deals: int
    cells: tuple[FeelCell, ...]


def wanted(run: ResolvedRun) -> ResolvedRun:
    """What is followed of a run: its first deals, with two players or more."""
    return replace(run, deals=min(run.deals, DEALS), players=tuple(n for n in run.players if n > 1))


def is_there(run: ResolvedRun, folder: Path) -> bool:
    """Whether a run folder holds the figures, of as many deals as are wanted or more. What cannot be read is counted again."""
    return is_stored(lambda: read_feel(run, folder), lambda found: found.deals >= wanted(run).deals)


def _is_asked(run: ResolvedRun) -> bool:
    return FEEL in (run.measure or ())


def check(run: ResolvedRun) -> None:
    """Follows a single deal. UserError for a game whose games cannot be followed, before the run is played for nothing."""
    if _is_asked(run):
        follow(replace(wanted(run), deals=1), 1, 1)


def plan(_run: ResolvedRun, _workers: Workers | None) -> None:
    """Its name says it."""


def measure(run: ResolvedRun, _results: Summary, folder: Path, workers: Workers, reporter: Reporter) -> bool:
    """Follows the games of a run that asks for it. InterruptedRun after Ctrl-C: the same call goes on."""
    if not _is_asked(run) or is_there(run, folder):
        return False
    reporter.say(f"counting how the games feel to play: {wanted(run).deals:,} deals, each {PLAYS} times in every rotation")
    count_feel(run, folder, workers, reporter)
    return True


def measured(run: ResolvedRun, results: Summary, folder: Path) -> Summary:
    """The summary with the figures of the run folder."""
    found = read_feel(run, folder)
    return replace(results, feel=found.cells if found else None)


def count_feel(run: ResolvedRun, folder: Path, workers: Workers, reporter: Reporter) -> None:
    """Follows the games and keeps the figures in the run folder. InterruptedRun after Ctrl-C: the same call goes on."""
    asked = wanted(run)
    cells = feel_cells(
        followed(asked, workers, folder / GAMES_FOLDER, lambda games, goal: reporter.state(f"{games:,} of {goal:,} games followed"))
    )
    write_record(folder / FILE, StoredFeel(asked.deals, cells), run.identity())


def read_feel(run: ResolvedRun, folder: Path) -> StoredFeel | None:
    """The figures that a run folder holds, if it does. RunFolderError when they are damaged, or of another run."""
    found = read_record(folder / FILE, StoredFeel, run.identity())
    if found is not None:
        variants = [variant.name or None for variant in run.played_variants]
        cells = [(variant, n) for variant in variants for n in wanted(run).players]
        named = all(
            tuple(row.name for row in cell.measures) == NAMES and tuple(point.part for point in cell.lead) == PARTS for cell in found.cells
        )
        if not named or [(cell.variant, cell.players) for cell in found.cells] != cells:
            raise RunFolderError(f"{folder / FILE} does not hold the figures of this run: delete it, or run again")
    return found


def followed(
    run: ResolvedRun, workers: Workers, folder: Path | None = None, on_progress: OnProgress = lambda *_: None
) -> list[tuple[FollowedGames, FollowedGames | None]]:
    """The games of each cell, and those of the base it is compared with. Folder, `on_progress` and errors as `sim.feel.follow`."""
    found = follow(run, PLAYS, workers, folder, on_progress)
    games = [named_games(cell, rows) for cell, rows in found]
    return [(one, None if cell.base is None else games[cell.base]) for one, (cell, _) in zip(games, found, strict=True)]


def named_games(cell: Cell, rows: Ints) -> FollowedGames:
    """Rows of the playout loop by name."""
    seats = rows[:, loop.COLUMNS :].reshape(len(rows), cell.players, loop.SEAT_COLUMNS)
    of_game = (
        "deal",
        "first",
        "rounds",
        "decisions",
        "forced",
        "few",
        "weighed",
        "clear",
        "changes",
        "last_round",
        "last_decision",
        "late_leader",
    )
    return FollowedGames(
        variant=cell.variant,
        players=cell.players,
        plays=PLAYS,
        ended=rows[:, loop.OVER] == ENDED,
        **{name: rows[:, getattr(loop, name.upper())] for name in of_game},
        **{name: rows[:, first : first + LEAD_POINTS] for name, first in (("lead", loop.LEAD), ("leader", loop.LEADER))},
        **{name: seats[:, :, getattr(loop, name.upper())] for name in ("strategy", "share", "score", "half")},
    )
