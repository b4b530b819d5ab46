"""Games of a run played with the standing after every decision, each deal several times: what `simcli feel` is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.config.resolved import ResolvedRun
from simcli.engine import contract
from simcli.engine import feel as loop
from simcli.engine.batch import SCORE_OUT_OF_RANGE
from simcli.engine.header import RUNNING
from simcli.engine.kernel import mark_warm
from simcli.engine.lineup import new_scratch
from simcli.errors import InterruptedRun, UserError
from simcli.sim.game_faults import check_ends
from simcli.sim.interrupts import Interrupts
from simcli.sim.pick import standing_range
from simcli.sim.plan import Batch, Cell, make_plan
from simcli.sim.runner import Runner, threads
from simcli.sim.warm import NEVER

Ints = NDArray[np.int64]

WARM = "-feel"
"""Behind the id of a game whose loop is compiled (`kernel.is_warm`)."""


def follow(run: ResolvedRun, plays: int, workers: int) -> list[tuple[Cell, Ints]]:
    """Plays all deals of a run `plays` times; for each cell a row a game (`engine.feel`), in the order of deals, rotations and plays.

    UserError for a game for one, and for one without points so far. InterruptedRun after Ctrl-C: nothing is kept.
    """
    if 1 in run.players:
        raise UserError.of("feel", "with one player nobody is ahead of anybody", "ask for two or more: --set players=2")
    plan = make_plan(run)
    runner = Runner(plan, half_width=lambda *_: NEVER)
    batches = [plan.batch(number) for number in range(plan.n_batches)]
    found: list[list[Ints]] = [[] for _ in plan.cells]
    with Interrupts() as interrupts, threads(workers) as pool:
        for batch, rows in zip(batches, _each(pool, runner, batches, plays), strict=True):
            found[batch.cell].append(rows)
            if interrupts.asked:
                raise InterruptedRun("interrupted; what was followed is not kept")
    mark_warm(f"{run.game.id}{WARM}")
    return [(cell, np.concatenate(rows)) for cell, rows in zip(plan.cells, found, strict=True)]


def _each(pool: Any, runner: Runner, batches: list[Batch], plays: int) -> Iterator[Ints]:
    yield from pool.map(lambda batch: _follow(runner, batch, plays), batches)


def _follow(runner: Runner, batch: Batch, plays: int) -> Ints:
    """The games of a batch."""
    cell = runner.plan.cells[batch.cell]
    states, spare, scratch = contract.new_states(runner.game), contract.new_states(runner.game), new_scratch(runner.game)
    match, strategies = runner.seated(batch, scratch)
    rows = np.zeros((batch.deals * cell.rotations * plays, loop.COLUMNS + loop.SEAT_COLUMNS * cell.players), np.int64)
    standings = np.zeros((runner.game.max_decisions + 1, cell.players), np.int32)
    order, status = np.zeros(len(runner.plan.run.strategies), np.int64), np.zeros(6, np.int64)
    low, high = standing_range(cell.catalogue)
    follow_batch: Any = loop.follow_batch
    follow_batch(states, spare, cell.tables[0], match, strategies, scratch, rows, plays, order, standings, low, high, status)
    if status[0] == SCORE_OUT_OF_RANGE:
        raise UserError.of(
            "feel", f"it needs points so far, which {runner.game.title} does not have", "`simcli run` tells length and margin"
        )
    runner.check(status, cell, strategies, states, scratch)
    check_ends(runner.plan.run, cell, batch, len(rows), int((rows[:, loop.OVER] == RUNNING).sum()))
    return rows
