"""How the games of a run feel to play, counted in games of their own and kept in the run folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from simcli.base.version import __version__
from simcli.config.run.measures import FEEL
from simcli.config.run.resolved import ResolvedRun, no_rivals
from simcli.engine import layout
from simcli.engine.batch import SCORE_OUT_OF_RANGE, Course
from simcli.engine.code import doors, store
from simcli.engine.code.doors import WARM_FEEL
from simcli.engine.header import ENDED, RUNNING
from simcli.engine.loop import course as loop
from simcli.engine.loop.lineup import new_scratch
from simcli.errors import RunFolderError, UserError
from simcli.game import LEAD_POINTS
from simcli.sim.faults.ends import check_ends
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.games import OnProgress, rows_by_cell
from simcli.sim.plan import Batch, Cell, make_plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.player import Player
from simcli.sim.pool.work import player_of
from simcli.stats.measured import FeelCell
from simcli.stats.summary import Summary
from simcli.studies.feel.estimate import NAMES, PARTS, feel_cells
from simcli.studies.feel.followed import FollowedGames, Ints
from simcli.studies.reporter import Reporter
from simcli.studies.stored import is_stored, read_record, write_record

FORMAT = (loop.COLUMNS, loop.SEAT_COLUMNS)


def follow(
    run: ResolvedRun, plays: int, workers: Workers, folder: Path | None = None, on_progress: OnProgress = lambda *_: None
) -> list[tuple[Cell, Ints]]:
    """Plays all deals of a run `plays` times; for each cell a row a game (`engine.feel`), in the order of deals, rotations and plays.

    Batches are kept in `folder` until all are there; `on_progress` gets the games so far and all. UserError for a game for one, and
    one without points so far. InterruptedRun after Ctrl-C: with a folder, the same call goes on.
    """
    if 1 in run.players and (why := no_rivals(run.game, 1)):
        raise UserError.of("feel", *why)
    plan = make_plan(run)
    kept = None if folder is None else KeptRows(folder, run.identity(), __version__, plays, plan.batch_deals, FORMAT)

    def shape(batch: Batch) -> tuple[int, int]:
        return _shape(plan.cells[batch.cell], batch, plays)

    return rows_by_cell(plan, follow_batches, plays, kept=kept, shape=shape, workers=workers, on_progress=on_progress, plays=plays)


def _shape(cell: Cell, batch: Batch, plays: int) -> tuple[int, int]:
    """Games and columns of the rows of a batch."""
    return batch.deals * cell.rotations * plays, loop.COLUMNS + loop.SEAT_COLUMNS * cell.players


def follow_batches(job: str, first: int, last: int, plays: int) -> list[Ints]:
    """The games of some batches."""
    player = player_of(job)
    made = [_follow(player, player.plan.batch(number), plays) for number in range(first, last)]
    store.mark_warm(player.game, WARM_FEEL)
    return made


def _follow(player: Player, batch: Batch, plays: int) -> Ints:
    cell = player.plan.cells[batch.cell]
    states, spare, scratch = layout.new_states(player.game), layout.new_states(player.game), new_scratch(player.game)
    match, strategies = player.seated(batch, scratch)
    rows = np.zeros(_shape(cell, batch, plays), np.int64)
    standings = np.zeros((player.game.max_decisions + 1, cell.players), np.int32)
    course = Course(spare, rows, plays, standings, *cell.catalogue.standing_range)
    order, status = np.zeros(len(player.plan.run.strategies), np.int64), np.zeros(6, np.int64)
    player.call(doors.follow_batch, batch, states, cell.tables[0], match, strategies, scratch, course, order, status)
    if status[0] == SCORE_OUT_OF_RANGE:
        raise UserError.of(
            "feel", f"it needs points so far, which {player.game.title} does not have", "`simcli run` tells length and margin"
        )
    player.check(status, cell, strategies, states, scratch)
    check_ends(player.plan.run, cell, batch, len(rows), int((rows[:, loop.OVER] == RUNNING).sum()))
    return rows


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
    """The games of each cell, and those of the base it is compared with. Folder, `on_progress` and errors as `follow`."""
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
