"""The games of a run one by one, for what a study counts of its own, batch by batch in the order of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcli.base.version import __version__
from simcli.config.run.resolved import ResolvedRun
from simcli.engine import batch as loop
from simcli.engine.header import ENDED
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.plan import Batch, Cell, Plan, make_plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.player import Player
from simcli.sim.pool.window import in_order
from simcli.sim.pool.work import found, hold, job_of, player_of

Ints = NDArray[np.int64]
OnProgress = Callable[[int, int], None]
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
        return self.by_seat[:, 0, loop.RECORD_DEAL]

    @property
    def rotation(self) -> Ints:
        """By how many seats the strategies are moved on; int64[games]."""
        return self.by_seat[:, 0, loop.RECORD_ROTATION]

    @property
    def rounds(self) -> Ints:
        """Rounds played; int64[games]."""
        return self.by_seat[:, 0, loop.RECORD_ROUNDS]

    @property
    def decisions(self) -> Ints:
        """Decisions taken; int64[games]."""
        return self.by_seat[:, 0, loop.RECORD_DECISIONS]

    @property
    def is_ended(self) -> NDArray[np.bool_]:
        """Whether it came to an end by the rules, and no stall rule stopped it; bool[games]."""
        return np.equal(self.by_seat[:, 0, loop.RECORD_ENDED], ENDED)

    @property
    def place(self) -> Ints:
        """Place of each seat, counted from the player who begins, who has 1; int64[games, players]."""
        return self.by_seat[:, :, loop.RECORD_PLACE]

    @property
    def strategy(self) -> Ints:
        """Number of the strategy on each seat among those of the run; int64[games, players]."""
        return self.by_seat[:, :, loop.RECORD_STRATEGY]

    @property
    def share(self) -> Ints:
        """The victory of each seat in sixtieths: 60 for a win, 30 for one shared by two; int64[games, players]."""
        return self.by_seat[:, :, loop.RECORD_SHARE]

    @property
    def points(self) -> Ints:
        """Points by category of the catalogue; int64[games, players, categories]."""
        return self.by_seat[:, :, loop.RECORD_FIXED : loop.RECORD_FIXED + len(self.cell.catalogue.categories)]

    @property
    def score(self) -> Ints:
        """Final points; int64[games, players]."""
        score: Ints = self.points.sum(axis=2)
        return score

    @property
    def held(self) -> Ints:
        """Copies held at the end by item of the catalogue; int64[games, players, items]."""
        return self.by_seat[:, :, loop.RECORD_FIXED + len(self.cell.catalogue.categories) :]


Count = Callable[..., Ints]
"""What is counted of `PlayedGames`: int64[games, columns]."""
_counts: dict[str, Count] = {}
"""Counts of this process by name: for one that stands in no module."""


def count_games(
    run: ResolvedRun,
    count: Count,
    columns: int,
    *,
    folder: Path,
    workers: Workers,
    on_progress: OnProgress = lambda *_: None,
    question: str = "",
) -> list[tuple[Cell, Ints]]:
    """Plays all deals of a run and sums by deal what `count` makes of its games: for each cell int64[deals, columns].

    A deal is the unit of sampling: `stats.intervals.ratio_row` of two columns gives a share or a mean its interval. Counts of batches are
    kept in `folder` until all are there; `question` is theirs. `on_progress` gets the games so far and all.
    InterruptedRun after Ctrl-C: the same call goes on. A cluster finds `count` by its name: it is a function of a module, or a
    `functools.partial` of one with text and whole numbers.
    """
    plan = make_plan(run)
    cached = KeptRows(folder, run.identity(), __version__, question, plan.batch_deals, columns)
    name, *values = _named(count)
    shape = lambda batch: (batch.deals, columns)  # noqa: E731
    return rows_by_cell(plan, count_batches, columns, name, *values, kept=cached, shape=shape, workers=workers, on_progress=on_progress)


def _named(count: Count) -> Sequence[Any]:
    """The name of a count as `module:function`, and the values it is given as well."""
    if isinstance(count, partial) and not count.keywords:
        return *_named(count.func), *count.args
    name = f"{getattr(count, '__module__', '')}:{getattr(count, '__qualname__', id(count))}"
    _counts[name] = count
    return (name,)


def count_batches(job: str, first: int, last: int, columns: int, name: str, *values: str | int) -> list[Ints]:
    """The sums by deal of some batches, int64[deals, columns] each. UserError where this process does not find the count."""
    player, count = player_of(job), _counts.get(name) or found(name)
    made = []
    for batch in map(player.plan.batch, range(first, last)):
        cell = player.plan.cells[batch.cell]
        by_seat = player.played(batch, has_records=True).records.reshape(batch.deals * cell.rotations, cell.players, -1)
        rows = count(*values, PlayedGames(cell, by_seat))
        made.append(rows.reshape(batch.deals, cell.rotations, columns).sum(axis=1))
    return made


def rows_by_cell(
    plan: Plan,
    task: Callable[..., list[Ints]],
    *extra: str | int,
    kept: KeptRows | None,
    shape: Callable[[Batch], tuple[int, int]],
    workers: Workers,
    on_progress: OnProgress,
    plays: int = 1,
    stay: bool = False,
) -> list[tuple[Cell, Ints]]:
    """For each cell the rows that a task makes of its batches, of that shape, in the order of deals.

    Batches are kept until all are there, with `stay` longer; `on_progress` gets the games so far and all, each deal played `plays` times.
    InterruptedRun after Ctrl-C: where batches are kept, the same call goes on.
    """
    found: list[list[Ints]] = [[] for _ in plan.cells]
    games, note = 0, f"what was counted is {'not kept' if kept is None else 'kept'}"
    for batch, rows in rows_in_order(plan, task, *extra, kept=kept, shape=shape, workers=workers, note=note):
        found[batch.cell].append(rows)
        games += plays * batch.deals * plan.cells[batch.cell].rotations
        on_progress(games, plays * plan.games)
    if kept is not None and not stay:
        kept.forget()
    return [(cell, np.concatenate(rows)) for cell, rows in zip(plan.cells, found, strict=True)]


def rows_in_order(
    plan: Plan,
    task: Callable[..., list[Ints]],
    *extra: str | int,
    kept: KeptRows | None,
    shape: Callable[[Batch], tuple[int, int]],
    workers: Workers,
    note: str,
) -> Iterator[tuple[Batch, Ints]]:
    """All batches of a plan in their order with the rows that a task makes of each, of that shape, played or as they are kept."""
    batches = [plan.batch(number) for number in range(plan.n_batches)]
    there = {} if kept is None else {batch.number: kept.read(batch.number, *shape(batch)) for batch in batches}
    missing = [batch.number for batch in batches if there.get(batch.number) is None]
    played = played_in_order(plan, task, missing, *extra, workers=workers, note=note)
    for batch in batches:
        rows = there.pop(batch.number, None)
        if rows is None:
            _, rows = next(played)
            if kept is not None:
                kept.add(batch.number, rows)
        yield batch, rows


def played_in_order(
    plan: Plan, task: Callable[..., list[T]], numbers: Sequence[int], *extra: str | int, workers: Workers, note: str, is_again: bool = False
) -> Iterator[tuple[int, T]]:
    """Batches of a plan with what a task makes of each, in their order. InterruptedRun after Ctrl-C, which says what is kept (`note`)."""
    job = job_of(plan, is_again=is_again)
    if isinstance(workers, int):
        hold(job, Player(plan, threads=workers, is_again=is_again))
    return in_order(plan, task, job, numbers, *extra, workers=workers, note=note)
