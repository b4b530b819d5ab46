"""Plays a plan's batches on threads, keeps what is finished, and stops by the first rule that holds.

Rules look only at a contiguous prefix of batches (all cells equally far), so the answer never depends on which worker was faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcli.engine import contract, kernel, playout
from simcli.engine.lineup import new_work, pack_strategies
from simcli.errors import InterruptedRun, SimcliError, UserError
from simcli.sim.plan import Batch, Plan
from simcli.sim.records import record_rows, require_parquet, write_part
from simcli.sim.store import Store
from simcli.sim.tally import Tally

HalfWidth = Callable[[Mapping[str, NDArray[np.int64]], int], Mapping[str, float]]
"""(parts, deals) -> half widths, the stop rule's under `watched`; handed in, since statistics come after simulation."""

POLL_SECONDS = 0.1
DEALS, HALF_WIDTH, MINUTES = "deals", "half_width", "minutes"


@dataclass(frozen=True)
class Progress:
    """Where a run stands. `games` and `goal` count all cells; `played` only what this call added, in `seconds`."""

    games: int
    goal: int
    played: int
    seconds: float
    tallies: Sequence[Tally]


@dataclass(frozen=True)
class Outcome:
    """A finished run: one tally a cell, and the rule that ended it."""

    plan: Plan
    tallies: tuple[Tally, ...]
    stopped_by: str
    seconds: float
    played: int


@dataclass
class _Prefix:
    """Batches 0 .. count-1 added up by cell, and later ones that wait for their turn."""

    plan: Plan
    count: int = 0
    sums: list[Tally] = field(default_factory=list)
    waiting: dict[int, Tally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sums = [Tally.empty(cell.layout) for cell in self.plan.cells]

    def add(self, number: int, flat: NDArray[np.int64]) -> None:
        self.waiting[number] = Tally(self.plan.cells[number % len(self.plan.cells)].layout, flat)

    def advance(self) -> bool:
        """Takes one more round (a batch of every cell) into the prefix if it is complete."""
        n = len(self.plan.cells)
        if not all(self.count + i in self.waiting for i in range(n)):
            return False
        for i in range(n):
            self.sums[i] = self.sums[i] + self.waiting.pop(self.count + i)
        self.count += n
        return True


class Runner:
    """Plays one plan; `run` returns the outcome or raises InterruptedRun after Ctrl-C."""

    def __init__(self, plan: Plan, *, half_width: HalfWidth, workers: int = 1, records: bool = False) -> None:
        self.plan = plan
        self.workers = workers
        self.records = records
        self.half_width = half_width
        self.game = contract.load(plan.run.game)
        self.packed = [pack_strategies(self.game, cell.tables, plan.run.strategies) for cell in plan.cells]
        if records:
            require_parquet()

    def play(self, batch: Batch, folder: Path | None = None) -> NDArray[np.int64]:
        """Plays one batch; returns its tally. Writes its records when the run keeps them."""
        run, cell = self.plan.run, self.plan.cells[batch.cell]
        flat = np.zeros(cell.layout.size, np.int64)
        scratch = np.zeros((2, cell.layout.ratio_rows), np.int64)
        keep = self.records and folder is not None
        rows = record_rows(self.plan, batch) if keep else np.zeros((0, 1), np.int64)
        status = np.zeros(6, np.int64)
        players, functions = self.packed[batch.cell]
        playout.play_batch(
            contract.new_states(self.game, 2),
            cell.tables[0],
            batch.first_deal,
            batch.deals,
            np.uint64(run.seed),
            self.plan.mode,
            np.array(run.lineup or (0,), np.int64),
            cell.players,
            players,
            functions,
            new_work(self.game),
            self.game.max_decisions,
            cell.catalogue.score_low,
            cell.layout.sums(flat),
            scratch[0],
            scratch[1],
            rows,
            status,
        )
        if status[0] != playout.OK:
            raise self._fault(status)
        if keep and folder is not None:
            write_part(folder, self.plan, batch, rows)
        return flat

    def _fault(self, status: NDArray[np.int64]) -> SimcliError:
        code, strategy, index, n, deal, rotation = (int(x) for x in status)
        if code == playout.BAD_CHOICE:
            who = self.plan.run.strategies[strategy]
            return UserError.of(who.where, f"choose() returned {index} where {n} actions were legal (deal {deal}, rotation {rotation})", "return an index from 0 to len(actions) - 1")
        return SimcliError(f"a score lies outside the declared range (deal {deal}, rotation {rotation})")

    def run(self, store: Store | None = None, progress: Callable[[Progress], None] | None = None) -> Outcome:
        """Plays until a stop rule holds. With a store, finished batches are taken from it and new ones appended."""
        begun = time.monotonic()
        prefix = _Prefix(self.plan)
        kept: set[int] = set()
        played = 0
        flight: dict[Future[NDArray[np.int64]], Batch] = {}
        stopped = ""
        for stored in store.batches() if store is not None else ():
            if not stopped and stored.number < self.plan.n_batches and stored.deals == self.plan.batch(stored.number).deals:
                kept.add(stored.number)
                prefix.add(stored.number, stored.flat)
                stopped = self._settle(prefix, begun)
        pool = ThreadPoolExecutor(self.workers)
        try:
            todo = (self.plan.batch(k) for k in range(self.plan.n_batches) if k >= prefix.count and k not in kept)
            while not stopped:
                while len(flight) < self.workers + 1 and (batch := next(todo, None)) is not None:
                    flight[pool.submit(self.play, batch, store.folder if store else None)] = batch
                done, _ = wait(flight, POLL_SECONDS, FIRST_COMPLETED)
                played += self._collect(done, flight, prefix, store)
                stopped = self._settle(prefix, begun)
                if progress is not None:
                    progress(Progress(sum(t.games for t in prefix.sums), self.plan.games, played, time.monotonic() - begun, prefix.sums))
        except KeyboardInterrupt:
            wait(flight)
            self._collect(set(flight), flight, prefix, store)
            raise InterruptedRun("interrupted; batches in flight were finished and kept") from None
        finally:
            for future in flight:
                future.cancel()
            pool.shutdown(wait=True)
        # Batches beyond the end that were under way are not counted, but they are kept for a run with a later end.
        self._collect({f for f in flight if f.done() and not f.cancelled()}, flight, prefix, store)
        kernel.mark_warm(self.game.id)
        return Outcome(self.plan, tuple(prefix.sums), stopped, time.monotonic() - begun, played)

    def _collect(self, done: set[Future[NDArray[np.int64]]], flight: dict[Future[NDArray[np.int64]], Batch], prefix: _Prefix, store: Store | None) -> int:
        games = 0
        for future in sorted(done, key=lambda f: flight[f].number):
            batch = flight.pop(future)
            flat = future.result()
            if store is not None:
                store.append(batch.number, batch.first_deal, batch.deals, flat)
            prefix.add(batch.number, flat)
            games += int(flat[1])
        return games

    def _settle(self, prefix: _Prefix, begun: float) -> str:
        """Moves the prefix on, one round at a time, until a rule holds; returns its name or ''."""
        run = self.plan.run
        while True:
            if prefix.count >= self.plan.n_batches:
                return DEALS
            if run.half_width is not None and prefix.count and self._widest(prefix) <= run.half_width:
                return HALF_WIDTH
            if not prefix.advance():
                break
        if run.minutes is not None and time.monotonic() - begun >= run.minutes * 60 and prefix.count:
            return MINUTES
        return ""

    def _widest(self, prefix: _Prefix) -> float:
        return max(self.half_width(t.parts, t.deals)["watched"] for t in prefix.sums)

