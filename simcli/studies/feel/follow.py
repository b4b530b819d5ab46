"""Games of a run played with the standing after every decision, each deal several times: what `simcli feel` is made of."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcli.base.version import __version__
from simcli.config.run.resolved import ResolvedRun
from simcli.engine import layout
from simcli.engine.batch import SCORE_OUT_OF_RANGE, Course
from simcli.engine.code import doors, store
from simcli.engine.code.doors import WARM_FEEL
from simcli.engine.header import RUNNING
from simcli.engine.loop import course as loop
from simcli.engine.loop.lineup import new_scratch
from simcli.errors import UserError
from simcli.sim.faults.ends import check_ends
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.games import OnProgress, rows_by_cell
from simcli.sim.plan import Batch, Cell, make_plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.player import Player
from simcli.sim.pool.work import player_of

Ints = NDArray[np.int64]

FORMAT = (loop.COLUMNS, loop.SEAT_COLUMNS)


def follow(
    run: ResolvedRun, plays: int, workers: Workers, folder: Path | None = None, on_progress: OnProgress = lambda *_: None
) -> list[tuple[Cell, Ints]]:
    """Plays all deals of a run `plays` times; for each cell a row a game (`engine.feel`), in the order of deals, rotations and plays.

    Batches are kept in `folder` until all are there; `on_progress` gets the games so far and all. UserError for a game for one, and
    one without points so far. InterruptedRun after Ctrl-C: with a folder, the same call goes on.
    """
    if 1 in run.players:
        raise UserError.of("feel", "with one player nobody is ahead of anybody", "ask for two or more: --set players=2")
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
