"""The games of a run one by one, for what a study counts of its own, batch by batch in the order of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcli import __version__
from simcli.config.run.resolved import ResolvedRun
from simcli.engine.batch import (
    RECORD_DEAL,
    RECORD_DECISIONS,
    RECORD_ENDED,
    RECORD_FIXED,
    RECORD_PLACE,
    RECORD_ROTATION,
    RECORD_ROUNDS,
    RECORD_SHARE,
    RECORD_STRATEGY,
)
from simcli.engine.header import ENDED
from simcli.errors import InterruptedRun
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.interrupts import Interrupts
from simcli.sim.plan import Batch, Cell, Plan, make_plan
from simcli.sim.runner import Runner, threads
from simcli.sim.warm import NEVER

Ints = NDArray[np.int64]
Tell = Callable[[int, int], None]
T = TypeVar("T")


@dataclass(frozen=True)
class PlayedGames:
    """Games of one number of players of one variant, in the order of deals and, within each, of rotations.

    by_seat: int64[games, players, columns], the columns as `engine.batch` names them, then points by category, then copies held by item.
    """

    cell: Cell
    by_seat: Ints

    @property
    def deal(self) -> Ints:
        """Number of the deal; int64[games]."""
        return self.by_seat[:, 0, RECORD_DEAL]

    @property
    def rotation(self) -> Ints:
        """By how many seats the strategies are moved on; int64[games]."""
        return self.by_seat[:, 0, RECORD_ROTATION]

    @property
    def rounds(self) -> Ints:
        """Rounds played; int64[games]."""
        return self.by_seat[:, 0, RECORD_ROUNDS]

    @property
    def decisions(self) -> Ints:
        """Decisions taken; int64[games]."""
        return self.by_seat[:, 0, RECORD_DECISIONS]

    @property
    def is_ended(self) -> NDArray[np.bool_]:
        """Whether it came to an end by the rules, and no stall rule stopped it; bool[games]."""
        return np.equal(self.by_seat[:, 0, RECORD_ENDED], ENDED)

    @property
    def place(self) -> Ints:
        """Place of each seat, counted from the player who begins, who has 1; int64[games, players]."""
        return self.by_seat[:, :, RECORD_PLACE]

    @property
    def strategy(self) -> Ints:
        """Number of the strategy on each seat among those of the run; int64[games, players]."""
        return self.by_seat[:, :, RECORD_STRATEGY]

    @property
    def share(self) -> Ints:
        """The victory of each seat in sixtieths: 60 for a win, 30 for one shared by two; int64[games, players]."""
        return self.by_seat[:, :, RECORD_SHARE]

    @property
    def points(self) -> Ints:
        """Points by category of the catalogue; int64[games, players, categories]."""
        return self.by_seat[:, :, RECORD_FIXED : RECORD_FIXED + len(self.cell.catalogue.categories)]

    @property
    def score(self) -> Ints:
        """Final points; int64[games, players]."""
        score: Ints = self.points.sum(axis=2)
        return score

    @property
    def held(self) -> Ints:
        """Copies held at the end by item of the catalogue; int64[games, players, items]."""
        return self.by_seat[:, :, RECORD_FIXED + len(self.cell.catalogue.categories) :]


Count = Callable[[PlayedGames], Ints]
"""What is counted of games: int64[games, columns]."""


def count_games(
    run: ResolvedRun, count: Count, columns: int, *, folder: Path, workers: int, on_progress: Tell = lambda *_: None, question: str = ""
) -> list[tuple[Cell, Ints]]:
    """Plays all deals of a run and sums by deal what `count` makes of its games: for each cell int64[deals, columns].

    A deal is the unit of sampling: `stats.intervals.ratio_row` of two columns gives a share or a mean its interval. Counts of batches are
    kept in `folder` until all are there; `question` says of which question they are. `on_progress` gets the games so far and all.
    InterruptedRun after Ctrl-C: the same call goes on.
    """
    plan = make_plan(run)
    runner = Runner(plan, half_width=lambda *_: NEVER)
    cached = KeptRows(folder, run.identity(), __version__, question, plan.batch_deals, columns)

    def counted(batch: Batch) -> Ints:
        cell = plan.cells[batch.cell]
        rows = cached.read(batch.number, batch.deals, columns)
        if rows is None:
            by_seat = runner.played(batch, has_records=True).records.reshape(batch.deals * cell.rotations, cell.players, -1)
            rows = count(PlayedGames(cell, by_seat)).reshape(batch.deals, cell.rotations, columns).sum(axis=1)
            cached.add(batch.number, rows)
        return rows

    batches_of: list[list[Ints]] = [[] for _ in plan.cells]
    games = 0
    for batch, rows in in_order(plan, counted, workers, "what was counted is kept"):
        batches_of[batch.cell].append(rows)
        games += batch.deals * plan.cells[batch.cell].rotations
        on_progress(games, plan.games)
    cached.forget()
    return [(cell, np.concatenate(rows)) for cell, rows in zip(plan.cells, batches_of, strict=True)]


def in_order(plan: Plan, play: Callable[[Batch], T], workers: int, note: str) -> Iterator[tuple[Batch, T]]:
    """All batches of a plan with what `play` makes of each, in their order. InterruptedRun after Ctrl-C, which says what is `kept`."""
    batches = [plan.batch(number) for number in range(plan.n_batches)]
    with Interrupts() as interrupts, threads(workers) as pool:
        for batch, result in zip(batches, pool.map(play, batches), strict=True):
            yield batch, result
            if interrupts.asked:
                raise InterruptedRun(f"interrupted; {note}")
