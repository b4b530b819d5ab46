"""Plays a plan's batches on threads, keeps what is finished, and stops by the first rule that holds (sim.stop)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.engine import contract, kernel
from simcli.engine.batch import BAD_CHOICE, CAPPED, GAMES, GIVEN_UP, NO_ACTIONS, OK, RAISED, STUCK, Match, Strategies
from simcli.engine.batch import OVERFLOW as SUM_OVERFLOW
from simcli.engine.loop import playout
from simcli.engine.loop.lineup import new_scratch, pack_strategies
from simcli.errors import InterruptedRun, SimcliError, TooLargeError, UserError
from simcli.sim.bans import apply_restrictions
from simcli.sim.blind import blind_records
from simcli.sim.explain import raised_error
from simcli.sim.folder.picture import Picture
from simcli.sim.folder.records import record_rows, require_parquet, write_part
from simcli.sim.folder.store import Store, disk_error
from simcli.sim.game_faults import check_ends, no_actions, no_actions_tried, out_of_range, see_command
from simcli.sim.interrupts import POLL_SECONDS, Interrupts
from simcli.sim.lineups import of_lineup
from simcli.sim.paired import BaseDeals, Played, matching_rows, paired_rows
from simcli.sim.plan import Batch, Cell, Plan, match_of
from simcli.sim.shard import WHOLE
from simcli.sim.stop import OVERFLOW, HalfWidth, Prefix
from simcli.sim.tally import Tally


@dataclass(frozen=True)
class Progress:
    """Where a run stands. `games` and `goal` count all cells; `played` only what this call added, in `seconds`.

    `tallies` are those of the contiguous prefix, one a cell. `is_stopping` after Ctrl-C, while batches in flight are finished.
    """

    games: int
    goal: int
    played: int
    seconds: float
    tallies: Sequence[Tally]
    is_stopping: bool = False


Tell = Callable[[Progress], None]
Pending = dict[Future[NDArray[np.int64]], Batch]


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
    """Plays one plan; `run` returns the outcome or raises InterruptedRun after Ctrl-C. Loads the kernels, writes nothing itself.

    `is_again`: what it plays a run has counted, so that few deals without an end are no fault of the rules.
    """

    def __init__(self, plan: Plan, *, half_width: HalfWidth, workers: int = 1, records: bool = False, is_again: bool = False) -> None:
        self.plan = plan
        self.workers = workers
        self.half_width = half_width
        self.is_again = is_again
        self.game = contract.load(plan.run.game)
        self.strategies = pack_strategies(self.game, plan.run.strategies)
        self.bases = BaseDeals(self.played, workers + 2)
        self.matching = {cell.number: matching_rows(cell, plan.cells[cell.base]) for cell in plan.cells if cell.base is not None}
        self.base_cells = {cell.base for cell in plan.cells}
        if records:
            require_parquet()

    def play(self, batch: Batch, folder: Path | None = None) -> NDArray[np.int64]:
        """Plays one batch; returns its tally. Writes its records into `folder` when there is one."""
        base = self.plan.cells[batch.cell].base
        has_records = folder is not None
        played = self.bases.get(batch, has_records) if batch.cell in self.base_cells else self.played(batch, has_records)
        if base is not None:
            with_base = self.bases.get(self.plan.same_deals(batch, base), has_records)
            parts = self.plan.cells[batch.cell].layout.parts(played.flat)
            parts.paired[:] = paired_rows(played.deals, with_base.deals, self.matching[batch.cell])
        if folder is not None:
            write_part(folder, self.plan, batch, played.records)
        return played.flat

    def played(self, batch: Batch, has_records: bool) -> Played:
        """Plays one batch; returns what is kept of it, with its records or without. Variants are not compared here."""
        cell = self.plan.cells[batch.cell]
        rows = record_rows(self.plan, batch) if has_records else np.zeros((0, 1), np.int64)
        deals = cell.layout.deals_kept(batch.deals if len(self.matching) else 0)
        return Played(self._play(batch, rows, deals)[0], deals, rows)

    def picture(self) -> Picture | None:
        """The board at the end of the first deal of the first cell, in its last rotation; None when the game draws no boards."""
        if not self.game.has_pictures:
            return None
        run, cell = self.plan.run, self.plan.cells[0]
        _, states, scratch = self._play(Batch(0, 0, 0, 1), np.zeros((0, 1), np.int64))
        names, n = self.game.text.make_names(run.components), cell.players
        return Picture(
            svg=self.game.board.board_svg(states[0], cell.tables[0], names, scratch[0]["points"], scratch[0]["share"]),
            players=n,
            deal=0,
            rotation=cell.rotations - 1,
            strategies=tuple(run.strategies[k].name for k in scratch[0]["seats"][:n]),
            totals=tuple(int(row[: len(cell.catalogue.categories)].sum()) for row in scratch[0]["points"][:n]),
            shares=tuple(int(share) for share in scratch[0]["share"][:n]),
        )

    def playouts(self, batch: Batch) -> int:
        """Plays one batch; returns how many playouts its search players made."""
        return int(self._play(batch, np.zeros((0, 1), np.int64))[2][0]["search"]["made"])

    def _play(self, batch: Batch, rows: NDArray[np.int64], deals: NDArray[np.int64] | None = None) -> tuple[NDArray[np.int64], Any, Any]:
        """Tally of a batch, and the states and the scratch record as its last game has left them."""
        cell = self.plan.cells[batch.cell]
        flat = np.zeros(cell.layout.size, np.int64)
        status = np.zeros(6, np.int64)
        states, scratch = contract.new_states(self.game), new_scratch(self.game)
        match, strategies = self.seated(batch, scratch)
        play_batch: Any = playout.play_batch
        play_batch(states, cell.tables[0], match, strategies, scratch, cell.layout.sums(flat, deals), rows, status)
        self.check(status, cell, strategies, states, scratch)
        if not self.is_again:
            check_ends(self.plan.run, cell, batch, int(flat[GAMES]), int(flat[CAPPED]))
        return flat, states, scratch

    def seated(self, batch: Batch, scratch: Any) -> tuple[Match, Strategies]:
        """A batch and the strategies as the playout loop takes them; what restricts seats is written into the scratch record."""
        run, cell = self.plan.run, self.plan.cells[batch.cell]
        who: Sequence[int] = cell.pair or range(len(run.strategies))
        records = self.strategies.records
        if cell.pair:
            records = records[list(cell.pair)]
        if cell.restrictions:
            everybody, playing = [s.name for s in run.strategies], [run.strategies[k].name for k in who]
            records = records.copy()
            apply_restrictions(of_lineup(cell.restrictions, everybody, playing), cell.catalogue, playing, records, scratch)
        if blind := cell.restrictions.blind:
            records = blind_records(blind, self.game, [s.name for s in run.strategies], records, scratch)
        match = match_of(
            self.game,
            cell.counted,
            cell.players,
            len(who),
            seed=run.seed,
            tables=(self.plan.mode, [who.index(k) for k in cell.seats] or run.seating(cell.players)),
            deals=range(batch.first_deal, batch.first_deal + batch.deals),
            watched=cell.watched,
        )
        asked = cell.asked.number([s.name for s in run.strategies])
        match = match._replace(asked=asked, asked_items=np.array(cell.asked.items, np.int64))
        return match, self.strategies._replace(records=records)

    def check(self, status: NDArray[np.int64], cell: Cell, strategies: Strategies, states: Any, scratch: Any) -> None:
        """Raises what the playout loop says went wrong."""
        if status[0] != OK:
            raise self._fault(status, cell, strategies.records, states[contract.PLAYED], scratch[0])

    def _fault(self, status: NDArray[np.int64], cell: Cell, records: Any, state: Any, scratch: Any) -> SimcliError:
        run, (code, strategy, index, n, deal, rotation) = self.plan.run, (int(x) for x in status)
        if code == NO_ACTIONS:
            see = f"see it: {see_command(run, cell, deal, rotation)}"
            return no_actions(self.game, strategy, index, n, f" of deal {deal}, rotation {rotation}", see)
        if code == BAD_CHOICE and index == STUCK:
            return no_actions_tried(run, cell, deal, rotation)
        if code == BAD_CHOICE:
            who = run.strategies[cell.pair[strategy] if cell.pair else strategy]
            game = f"(deal {deal}, rotation {rotation})"
            if index == RAISED:
                return raised_error(self.game, who, records[strategy], state, cell.tables[0], scratch, n, game)
            message = f"choose() returned {index} where {n} actions were legal {game}"
            return UserError.of(who.where, message, "return an index from 0 to len(actions) - 1")
        if code == SUM_OVERFLOW:
            return TooLargeError(f"deal {deal} makes sums of squares that do not fit 64 bits: scores or copies are too large to be counted")
        if code == GIVEN_UP:
            return TooLargeError.of_game(self.game.title, f" (deal {deal}, rotation {rotation})")
        return out_of_range(run, cell, deal, rotation)

    def run(self, store: Store | None = None, progress: Tell | None = None) -> Outcome:
        """Plays until a stop rule holds. With a store, finished batches are taken from it and new ones appended; of a store of a shard
        the shard is played."""
        begun = time.monotonic()
        prefix = Prefix(self.plan, self.half_width, (store and store.shard) or WHOLE)
        goal = prefix.goal
        kept, stopped = prefix.take(store.batches()) if store is not None else (set(), "")
        played = 0
        pending: Pending = {}
        records = store.folder if store is not None and store.records else None
        if records is not None:
            require_parquet()
        todo = (self.plan.batch(number) for number in prefix.left() if number not in kept)

        def tell(is_stopping: bool = False) -> None:
            if progress is not None:
                games = sum(t.games for t in prefix.sums)
                progress(Progress(games, goal, played, time.monotonic() - begun, prefix.sums, is_stopping))

        tell()
        with Interrupts() as interrupts, threads(self.workers) as pool:
            while not stopped and not interrupts.asked:
                while len(pending) < self.workers + 1 and (batch := next(todo, None)) is not None:
                    pending[pool.submit(self.play, batch, records)] = batch
                done, _ = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
                played += self._collect(done, pending, prefix, store)
                stopped = prefix.advance(time.monotonic() - begun)
                tell()
            if not stopped:
                tell(is_stopping=True)
            # Batches under way are finished and kept. Those beyond the end are not counted, but serve a run with a later end.
            under_way = {f for f in pending if not f.cancel()}
            wait(under_way)
            played += self._collect(under_way, pending, prefix, store)
            stopped = stopped or prefix.advance(time.monotonic() - begun)
        if stopped == OVERFLOW:
            deals = prefix.sums[0].deals
            raise TooLargeError(f"one more batch after {deals} deals makes sums that do not fit 64 bits; what was finished is kept")
        if not stopped:
            raise InterruptedRun("interrupted; batches in flight were finished and kept")
        for cell, tally in zip(self.plan.cells, prefix.sums, strict=True):
            check_ends(self.plan.run, cell, Batch(0, cell.number, 0, tally.deals), tally.games, tally.parts.counted.capped, 1)
        return Outcome(self.plan, tuple(prefix.sums), stopped, time.monotonic() - begun, played, prefix.count)

    def _collect(self, done: set[Future[NDArray[np.int64]]], pending: Pending, prefix: Prefix, store: Store | None) -> int:
        """Takes finished batches out of the air, into the store and the prefix; returns their games."""
        games = 0
        for future in sorted(done, key=lambda f: pending[f].number):
            batch = pending.pop(future)
            try:
                flat = future.result()
            except OSError as error:
                raise disk_error(store.folder if store else Path(), error) from error
            if store is not None:
                store.append(batch.number, batch.first_deal, batch.deals, flat)
            prefix.add(batch.number, flat)
            games += int(flat[1])
        if games and not kernel.is_warm(self.game.id):
            kernel.mark_warm(self.game.id)
        return games


@contextmanager
def threads(workers: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that are waited for at the end, except when a second Ctrl-C comes."""
    pool = ThreadPoolExecutor(workers, initializer=kernel.let_wrap)
    try:
        yield pool
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    except BaseException:
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    pool.shutdown(wait=True)
