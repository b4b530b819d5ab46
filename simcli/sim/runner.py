"""Has a plan's batches played, keeps what is finished, and stops by the first rule that holds (sim.stop)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcli.engine.batch import GAMES
from simcli.errors import InterruptedRun, TooLargeError, UserError
from simcli.sim.blocks import Piece
from simcli.sim.faults.ends import check_ends
from simcli.sim.folder.parquet import require_parquet
from simcli.sim.folder.picture import Picture
from simcli.sim.folder.store import Store, writing
from simcli.sim.plan import Batch, Plan
from simcli.sim.pool.cluster import Cluster, Workers, opened
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.player import Player
from simcli.sim.pool.window import Window
from simcli.sim.pool.work import hold, job_of, picture, play
from simcli.sim.shard import WHOLE
from simcli.sim.stop import OVERFLOW, HalfWidth, Prefix
from simcli.sim.tally import Tally


@dataclass(frozen=True)
class Progress:
    """Where a run stands. `games` and `goal` count all cells; `played` only what this call added, in `seconds`.

    `tallies` are those of the contiguous prefix, one a cell. `is_stopping` after Ctrl-C, while batches in flight are finished.
    `where` says what a cluster is made of.
    """

    games: int
    goal: int
    played: int
    seconds: float
    tallies: Sequence[Tally]
    is_stopping: bool = False
    where: str = ""


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Outcome:
    """A finished run: one tally a cell, and the rule that ended it. `batches` of the plan are counted, `played` games are new.

    `is_kept` when the folder held the results of more deals than this run comes to: these are the ones. `is_asked_anew` when something
    else is asked of them now: another tolerance, figure or title.
    """

    plan: Plan
    tallies: tuple[Tally, ...]
    stopped_by: str
    seconds: float
    played: int
    batches: int
    is_kept: bool = False
    is_asked_anew: bool = False


class Runner:
    """Has one plan played; `run` returns the outcome or raises InterruptedRun after Ctrl-C. Writes nothing itself."""

    def __init__(self, plan: Plan, *, half_width: HalfWidth, workers: Workers = 1) -> None:
        self.plan = plan
        self.workers = workers
        self.half_width = half_width
        self.job = job_of(plan)
        if isinstance(workers, int):
            hold(self.job, Player(plan, threads=workers))

    def picture(self) -> Picture | None:
        """The board at the end of the first deal of the first cell, in its last rotation; None when the game draws no boards."""
        if not self.plan.run.game.has_pictures:
            return None
        with Interrupts(), opened(self.workers) as pool:
            pool.warm(self.job)
            made: Picture | None = pool.submit(picture, self.job, 0, 0).result()[0]
        return made

    def run(self, store: Store | None = None, progress: OnProgress | None = None) -> Outcome:
        """Plays until a stop rule holds. With a store, finished batches are taken from it and new ones appended; of a store of a shard
        the shard is played."""
        begun = time.monotonic()
        prefix = Prefix(self.plan, self.half_width, (store and store.shard) or WHOLE)
        goal = prefix.goal
        stopped = prefix.take(store.batches()) if store is not None else ""
        played = 0
        records = store.folder if store is not None and store.records else None
        if records is not None:
            require_parquet()
            if isinstance(self.workers, Cluster):
                raise UserError.of("--records", "are written by the machine that plays", "leave out --cluster")

        def on_progress(is_stopping: bool = False) -> None:
            if progress is not None:
                games = sum(t.games for t in prefix.sums)
                progress(Progress(games, goal, played, time.monotonic() - begun, prefix.sums, is_stopping, where))

        where = ""
        on_progress()
        extra = () if records is None else (str(records),)
        with Interrupts() as interrupts, opened(self.workers) as pool:
            if not stopped:
                pool.warm(self.job)
            with Window[Piece](pool, self.plan, play, self.job, prefix.left(), *extra) as window:
                while not stopped and not interrupts.asked:
                    window.fill()
                    played += self._collect(window.done(), prefix, store)
                    stopped = prefix.advance(time.monotonic() - begun)
                    where = pool.where()
                    on_progress()
                if not stopped:
                    on_progress(is_stopping=True)
                # Batches under way are finished and kept. Those beyond the end are not counted, but serve a run with a later end.
                if not stopped or pool.patience is None:
                    played += self._collect(window.rest(), prefix, store)
                stopped = stopped or prefix.advance(time.monotonic() - begun)
        if stopped == OVERFLOW:
            deals = prefix.sums[0].deals
            raise TooLargeError(f"one more block after {deals} deals makes sums that do not fit 64 bits; what was finished is kept")
        if not stopped:
            raise InterruptedRun("interrupted; batches in flight were finished and kept")
        for cell, tally in zip(self.plan.cells, prefix.sums, strict=True):
            check_ends(self.plan.run, cell, Batch(0, cell.number, 0, tally.deals), tally.games, tally.parts.counted.capped, 1)
        return Outcome(self.plan, tuple(prefix.sums), stopped, time.monotonic() - begun, played, prefix.count)

    def _collect(self, finished: Iterator[tuple[range, list[Piece]]], prefix: Prefix, store: Store | None) -> int:
        """Puts finished batches into the store and the prefix; returns their games."""
        games = 0
        with writing(store.folder if store else Path()):
            for _, pieces in finished:
                for piece in pieces:
                    if store is not None:
                        store.append(piece, flush=piece is pieces[-1])  # once a range
                    prefix.add(piece)
                    games += int(piece.flat[GAMES])
        return games
