"""Games of one candidate in one seat, the other seats drawn from a weighted field; and games with the candidate in all seats.

A candidate is data, a record of weights: nothing is compiled for it, and threads may play several at once. Candidates that play the
same line-ups on the same deals, in all rotations, are compared by what they choose.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.config.fields import Field
from simcli.config.resolved import ResolvedRun
from simcli.config.strategies import Strategy
from simcli.engine import contract, playout
from simcli.engine.batch import RECORD_DEAL, RECORD_ENDED, RECORD_FIXED, RECORD_SHARE, RECORD_STRATEGY
from simcli.engine.header import STOPPED
from simcli.engine.lineup import new_scratch, strategy_records
from simcli.errors import UserError
from simcli.game import FIXED, Catalogue
from simcli.sim.bans import ALL, apply_bans, apply_grants
from simcli.sim.plan import Cell, make_plan, match_of
from simcli.sim.runner import Runner
from simcli.sim.tally import Layout
from simcli.sim.warm import NEVER
from simcli.tally_parts import TallyParts

Ints = NDArray[np.int64]
CANDIDATE = 0
"""Place of the candidate at the table of strategies; the field comes after it."""


class Candidates:
    """Plays candidates against a field with the rules, components, seed and number of players of a run; its strategies do not matter."""

    def __init__(self, run: ResolvedRun, field: Field) -> None:
        """UserError for a run with several games or bans of strategies, and a game for one."""
        (players,) = run.players
        if players < 2:
            raise UserError.of("players", "with one player there is nobody to beat", "ask for two or more")
        if run.variants:
            raise UserError.of("variants", "the config has several games, and a candidate plays one", "name a config without variants")
        if others := [player for player in (*run.restrict, *run.grants) if player != ALL]:
            raise UserError.of("restrict", f"a ban or grant of '{others[0]}' has no meaning among candidates", "ban for all, or for nobody")
        at_the_table = (field.plans[0], *field.plans)
        self.run = replace(run, strategies=at_the_table, tables="fixed", lineup=(0,) * players, weights=(), half_width=None, minutes=None)
        self.players = players
        self._odds = field.shares
        plan = make_plan(self.run)
        self.cell: Cell = plan.cells[0]
        self._runner = Runner(plan, half_width=lambda *_: NEVER)
        self.game = self._runner.game
        self._few = replace(self.cell.catalogue, items=())

    def packed(self, strategy: Strategy) -> Any:
        """The record of a candidate. UserError for a Python strategy, which is no data."""
        if strategy.source:
            raise UserError.of(strategy.where, "a Python strategy has no weights", "name a YAML strategy with weights")
        return strategy_records(self.game, [strategy])[0]

    def draw(self, rng: np.random.Generator, deals: int) -> Ints:
        """Line-ups of some deals, int64[deals, players]: the candidate, then places drawn by the weights of the field."""
        field = rng.choice(len(self._odds), (deals, self.players - 1), p=self._odds) + CANDIDATE + 1
        return np.concatenate([np.full((deals, 1), CANDIDATE), field], axis=1).astype(np.int64)

    def wins(self, candidate: Any, lineups: Ints, first: int) -> Ints:
        """int64[deals]: win share of the candidate in the deals from `first` on, each added up over its rotations, in sixtieths.

        A game that a stall rule ends is lost by the candidate, whoever won it. TooLargeError for a game that does not end.
        """
        own = self._records(candidate, self._few, lineups, first)
        won = np.where(own[:, RECORD_ENDED] == STOPPED, 0, own[:, RECORD_SHARE])
        return np.bincount(own[:, RECORD_DEAL] - first, won, len(lineups)).astype(np.int64)

    def records(self, candidate: Any, lineups: Ints, first: int) -> Ints:
        """A row for each of these games: what a record of the candidate holds (`engine.batch`), its items last."""
        return self._records(candidate, self.cell.catalogue, lineups, first)

    def _records(self, candidate: Any, catalogue: Catalogue, lineups: Ints, first: int) -> Ints:
        deals = len(lineups)
        columns = RECORD_FIXED + len(catalogue.categories) + len(catalogue.items)
        rows = np.zeros((deals * self.players * self.players, columns), np.int64)
        self._play(candidate, catalogue, lineups, first, deals, rows)
        own: Ints = rows[rows[:, RECORD_STRATEGY] == CANDIDATE]
        return own

    def alone(self, candidate: Any, first: int, deals: int) -> TallyParts:
        """Counts of games with the candidate in all seats."""
        lineups = np.full((1, self.players), CANDIDATE, np.int64)
        return self._play(candidate, self.cell.catalogue, lineups, first, deals, np.zeros((0, 1), np.int64))

    def _play(self, candidate: Any, catalogue: Catalogue, lineups: Ints, first: int, deals: int, rows: Ints) -> TallyParts:
        records = self._runner.strategies.records.copy()
        records[CANDIDATE] = candidate
        strategies = self._runner.strategies._replace(records=records)
        n, seed = len(records), self.run.seed
        layout = Layout.of(self.players, n, catalogue)
        flat, status = np.zeros(layout.size, np.int64), np.zeros(6, np.int64)
        states, scratch = contract.new_states(self.game), new_scratch(self.game)
        apply_bans(self.run.restrict, self.cell.catalogue, (), records, scratch)
        apply_grants(self.run.grants, self.cell.catalogue, (), records, scratch)
        match = match_of(
            self.game, catalogue, self.players, n, seed=seed, mode=FIXED, seating=lineups.ravel().tolist(), first=first, deals=deals
        )
        play_batch: Any = playout.play_batch
        play_batch(states, self.cell.tables[0], match, strategies, scratch, layout.sums(flat), rows, status)
        self._runner.check(status, self.cell, strategies, states, scratch)
        return layout.parts(flat)
