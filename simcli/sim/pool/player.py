"""Plays the batches of a plan: what a thread, a process or another machine does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.config.run.stored import restore_run
from simcli.engine import layout
from simcli.engine.batch import BAD_CHOICE, CAPPED, GAMES, GIVEN_UP, NO_ACTIONS, OK, RAISED, STUCK, Match, Strategies
from simcli.engine.batch import OVERFLOW as SUM_OVERFLOW
from simcli.engine.code import doors
from simcli.engine.loop.lineup import new_scratch, pack_strategies
from simcli.errors import SimcliError, TooLargeError, UserError
from simcli.game import Record
from simcli.sim.bans import apply_restrictions
from simcli.sim.blind import blind_records
from simcli.sim.faults.choose import raised_error
from simcli.sim.faults.ends import check_ends, no_actions, no_actions_tried, out_of_range, see_command
from simcli.sim.faults.rules import Repeat, failing_deals, first_fault, of_deals, raise_rules_error
from simcli.sim.folder.picture import Picture
from simcli.sim.folder.records import record_rows, write_part
from simcli.sim.lineups import of_lineup
from simcli.sim.paired import BaseDeals, Played, matching_rows, paired_rows
from simcli.sim.plan import Batch, Cell, Plan, counter_of, make_plan, match_of


class Player:
    """Plays batches of one plan, on any number of threads at once. Loads the kernels of its game.

    `is_again`: the games are those of a finished run, in which few deals without an end are no fault of the rules.
    `is_repeating`: what the rules raise is looked for, and left as it is.
    """

    def __init__(self, plan: Plan, *, threads: int = 1, is_again: bool = False, is_repeating: bool = False) -> None:
        self.plan = plan
        self.is_again = is_again
        self.is_repeating = is_repeating
        self.game = layout.load(plan.run.game)
        self.strategies = pack_strategies(self.game, plan.run.strategies)
        self.bases = BaseDeals(self.played, threads + 2)
        self.matching = {cell.number: matching_rows(cell, plan.cells[cell.base]) for cell in plan.cells if cell.base is not None}
        self.base_cells = {cell.base for cell in plan.cells}

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

    def _play(
        self, batch: Batch, rows: NDArray[np.int64], deals: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.int64], Record, Record]:
        """Tally of a batch, and the states and the scratch record as its last game has left them."""
        cell = self.plan.cells[batch.cell]
        flat = np.zeros(cell.layout.size, np.int64)
        status = np.zeros(6, np.int64)
        states, scratch = layout.new_states(self.game), new_scratch(self.game)
        match, strategies = self.seated(batch, scratch)
        counter = counter_of(cell.layout, flat, deals)
        self.call(doors.play_batch, batch, states, cell.tables[0], match, strategies, scratch, counter, rows, status)
        self.check(status, cell, strategies, states, scratch)
        if not self.is_again:
            check_ends(self.plan.run, cell, batch, int(flat[GAMES]), int(flat[CAPPED]))
        return flat, states, scratch

    def call(self, loop: object, batch: Batch, *arguments: object) -> None:
        """Calls an entry of the engine for a batch."""
        self.guarded(loop, arguments, partial(of_deals, self.plan.run, batch.cell))

    def guarded(self, loop: Any, arguments: Sequence[Any], repeat: Callable[[int, int], Repeat]) -> None:
        """Calls an entry of the engine. What the rules of a game that is not shipped raise is a UserError at its line, which `repeat` finds
        in deals, given the first and how many."""
        try:
            loop(*arguments)
        except Exception as error:
            if self.is_repeating:
                raise
            cause = error  # an exception has no name once it is handled
            raise_rules_error(self.game, error, lambda: repeat(*failing_deals(loop, arguments, cause)))

    def seated(self, batch: Batch, scratch: object) -> tuple[Match, Strategies]:
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

    def check(self, status: NDArray[np.int64], cell: Cell, strategies: Strategies, states: Record, scratch: Record) -> None:
        """Raises what the playout loop says went wrong."""
        if status[0] != OK:
            raise self._fault(status, cell, strategies.records, states[layout.PLAYED], scratch[0])

    def _fault(self, status: NDArray[np.int64], cell: Cell, records: Record, state: Record, scratch: Record) -> SimcliError:
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


def repeat_deals(run: dict[str, object], cell: int, first: int, deals: int) -> dict[str, object] | None:
    """Plays deals of a cell of a stored run, one after the other, until the rules raise: as `first_fault`."""
    player = Player(make_plan(restore_run(run)), is_repeating=True)
    plays = ((f"deal {deal}", partial(player.played, Batch(0, cell, deal, 1), False)) for deal in range(first, first + deals))
    return first_fault(player.game, plays)
