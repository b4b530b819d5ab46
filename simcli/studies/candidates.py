"""Games of one candidate in one seat, the other seats drawn from a weighted field; and games with the candidate in all seats.

A candidate is data, a record of weights: nothing is compiled for it, and a pool may play several at once, as named tasks (`wins`, `alone`,
`seats`). Candidates that play the same line-ups on the same deals, in all rotations, are compared by what they choose.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.base.restrictions import ALL, NOBODY
from simcli.config.players.fields import Field
from simcli.config.players.strategies import Strategy
from simcli.config.run.resolved import ResolvedRun, refuse_blind, refuse_without_rivals
from simcli.config.run.stored import restore_run
from simcli.engine import layout
from simcli.engine.batch import RECORD_DEAL, RECORD_ENDED, RECORD_FIXED, RECORD_SHARE, RECORD_STRATEGY, Match
from simcli.engine.code import doors
from simcli.engine.header import ENDED
from simcli.engine.loop.lineup import new_scratch, strategy_records
from simcli.errors import UserError
from simcli.game import FIXED, Catalogue
from simcli.sim.bans import apply_restrictions
from simcli.sim.faults.rules import DEALS, Repeat, first_fault
from simcli.sim.plan import BATCH_MICROSECONDS, Cell, counter_of, make_plan, match_of
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.player import Player
from simcli.sim.pool.pool import Pool
from simcli.sim.pool.window import Call, results_of
from simcli.sim.pool.work import compile_once, held, hold
from simcli.sim.tally import Layout
from simcli.tally_parts import TallyParts

Ints = NDArray[np.int64]
CANDIDATE = 0
"""Place of the candidate at the table of strategies; the field comes after it."""


@dataclass(frozen=True)
class _Counted:
    """What of a catalogue is counted, with room for it and the match that counts it."""

    catalogue: Catalogue
    layout: Layout
    match: Match


class CandidateTable:
    """A table of a game whose line-ups are given by the places of strategies: the candidate's, then those of a field."""

    def __init__(self, run: ResolvedRun) -> None:
        self.run = run
        (self.players,) = run.players
        plan = make_plan(run)
        self.cell: Cell = plan.cells[0]
        self._player = Player(plan)
        self.game = self._player.game
        self._all = self._counted(self.cell.catalogue)
        self._few = self._counted(replace(self.cell.catalogue, items=()))

    @classmethod
    def of_job(cls, data: dict[str, Any]) -> CandidateTable:
        """The table of a job (`Candidates.job`)."""
        table = cls(restore_run(data["run"]))
        compile_once(table._player)
        return table

    def packed(self, strategy: Strategy) -> Any:
        """The record of a candidate. UserError for a Python strategy, which is no data; what a learned one has learned is no part of its
        record, so that one must be of the field."""
        if strategy.source:
            raise UserError.of(strategy.where, "a Python strategy has no weights", "name a YAML strategy with weights")
        if strategy.trees:
            return self._player.strategies.records[self.run.strategies.index(strategy)]
        return strategy_records(self.game, [strategy])[0]

    def wins(self, candidate: object, lineups: Ints, first: int, *, stalls_lose: bool = True) -> Ints:
        """int64[deals]: win share of the candidate in the deals from `first` on, each added up over its rotations, in sixtieths.

        With `stalls_lose` a game that does not end is lost by the candidate, whoever won it.
        """
        own = self._records(candidate, self._few, lineups, first)
        won = won_of(own) if stalls_lose else own[:, RECORD_SHARE]
        return np.bincount(own[:, RECORD_DEAL] - first, won, len(lineups)).astype(np.int64)

    def records(self, candidate: object, lineups: Ints, first: int) -> Ints:
        """A row for each of these games: what a record of the candidate holds (`engine.batch`), its items last."""
        return self._records(candidate, self._all, lineups, first)

    def seats(self, plans: Sequence[int], first: int, deals: int) -> Ints:
        """int64[plans of the field, 2]: player-games and win share (in sixtieths) of each at one table of plans of the field, by number, in
        all rotations of the deals from `first` on. A game that does not end is lost by all."""
        table = np.tile(np.array(plans, np.int64) + CANDIDATE + 1, (deals, 1))
        rows = self._rows(self._player.strategies.records[CANDIDATE], self._few, table, first)
        who, won, n = rows[:, RECORD_STRATEGY] - CANDIDATE - 1, won_of(rows), len(self.run.strategies) - 1
        return np.stack([np.bincount(who, minlength=n), np.bincount(who, won, n).astype(np.int64)], axis=1)

    def _records(self, candidate: object, counted: _Counted, lineups: Ints, first: int) -> Ints:
        rows = self._rows(candidate, counted, lineups, first)
        own: Ints = rows[rows[:, RECORD_STRATEGY] == CANDIDATE]
        return own

    def _rows(self, candidate: object, counted: _Counted, lineups: Ints, first: int) -> Ints:
        deals, catalogue = len(lineups), counted.catalogue
        columns = RECORD_FIXED + len(catalogue.categories) + len(catalogue.items)
        rows = np.zeros((deals * self.players * self.players, columns), np.int64)
        self._play(candidate, counted, lineups, first, deals, rows)
        return rows

    def alone(self, candidate: object, first: int, deals: int) -> Ints:
        """The tally of games with the candidate in all seats, for `parts`."""
        lineups = np.full((1, self.players), CANDIDATE, np.int64)
        return self._play(candidate, self._all, lineups, first, deals, np.zeros((0, 1), np.int64))

    def parts(self, flat: Ints) -> TallyParts:
        """What a tally of `alone` counts."""
        return self._all.layout.parts(flat)

    def record(self, text: str) -> Any:
        """The record of a candidate that `as_text` has made."""
        return np.frombuffer(base64.b64decode(text), self._player.strategies.records.dtype)[0]

    def _play(self, candidate: object, counted: _Counted, lineups: Ints, first: int, deals: int, rows: Ints) -> Ints:
        records = self._player.strategies.records.copy()
        records[CANDIDATE] = candidate
        strategies = self._player.strategies._replace(records=records)
        flat, status = np.zeros(counted.layout.size, np.int64), np.zeros(6, np.int64)
        states, scratch = layout.new_states(self.game), new_scratch(self.game)
        apply_restrictions(self.run.restrictions, self.cell.catalogue, (), records, scratch)
        match = counted.match._replace(first_deal=first, n_deals=deals, fixed=lineups.ravel())
        arguments = (states, self.cell.tables[0], match, strategies, scratch, counter_of(counted.layout, flat), rows, status)

        self._player.guarded(
            doors.play_batch,
            arguments,
            lambda begin, n: self._repeat(candidate, np.roll(lineups, first - begin, axis=0)[:DEALS], begin, min(n, DEALS)),
        )
        self._player.check(status, self.cell, strategies, states, scratch)
        return flat

    def _repeat(self, candidate: object, lineups: Ints, first: int, deals: int) -> Repeat:
        """Plays deals again, one after the other."""
        run = _named_by_place(self.run).to_json()
        asked = {"run": run, "candidate": as_text(candidate), "lineups": lineups.tolist(), "first": first, "deals": deals}
        return Repeat(__name__, "repeat_games", asked)

    def repeated(self, candidate: object, lineups: Ints, first: int, deals: int) -> dict[str, Any] | None:
        """Plays deals one after the other until the rules raise: as `first_fault`."""
        self._player.is_repeating = True
        plays = (
            (f"deal {first + k}", partial(self._rows, candidate, self._few, lineups[k % len(lineups)][None], first + k))
            for k in range(deals)
        )
        return first_fault(self.game, plays)

    def _counted(self, catalogue: Catalogue) -> _Counted:
        n = len(self.run.strategies)
        match = match_of(self.game, catalogue, self.players, n, seed=self.run.seed, tables=(FIXED, ()), deals=range(0))
        return _Counted(catalogue, Layout.of(self.players, n, catalogue), match)


class Candidates(CandidateTable):
    """Candidates against a field with the rules, components, seed and number of players of a run.

    The other seats draw their plans by the weights of the field, each by itself. At mirror tables all of them have the same plan, drawn for
    the deal; at fixed ones the candidate takes a place of the run's line-up, each as often. Else the strategies of the run do not matter.
    `job` is the table as text, which a pool plays.
    """

    def __init__(self, run: ResolvedRun, field: Field) -> None:
        """UserError for a run with several games or bans of strategies, and a game for one."""
        (players,) = run.players
        refuse_without_rivals(run, "players")
        if run.variants:
            raise UserError.of("variants", "the config has several games, and a candidate plays one", "name a config without variants")
        refuse_blind(run, "a candidate sees what it weighs")
        if others := [player for player in run.restrictions.players if player != ALL]:
            raise UserError.of("restrict", f"a ban or grant of '{others[0]}' has no meaning among candidates", "ban for all, or for nobody")
        at_the_table = (field.plans[0], *field.plans)
        super().__init__(
            replace(run, strategies=at_the_table, tables="fixed", lineup=(0,) * players, weights={}, half_width=None, minutes=None)
        )
        self._is_mirror, self._lineup = run.is_mirror, run.lineup
        self._odds = field.shares_at(players)
        self.job = json.dumps({"run": _named_by_place(self.run).to_json()})
        hold(self.job, self)

    def draw(self, rng: np.random.Generator, deals: int) -> Ints:
        """Line-ups of some deals, int64[deals, players]: the candidate, then the places of who sits after it."""
        others = self.players - 1
        if self._lineup:
            rows = [[*self._lineup[k + 1 :], *self._lineup[:k]] for k in range(self.players)]
            field = np.array(rows)[rng.choice(self.players, deals)]
        elif self._is_mirror:
            field = np.repeat(rng.choice(len(self._odds), (deals, 1), p=self._odds), others, axis=1)
        else:
            field = rng.choice(len(self._odds), (deals, others), p=self._odds)
        return np.concatenate([np.full((deals, 1), CANDIDATE), field + CANDIDATE + 1], axis=1).astype(np.int64)


def _named_by_place(run: ResolvedRun) -> ResolvedRun:
    """A run whose strategies have names of their own, as those of a run that is restored have."""
    return replace(run, strategies=tuple(replace(plan, name=f"{place} {plan.name}") for place, plan in enumerate(run.strategies)))


def repeat_games(run: dict[str, Any], candidate: str, lineups: list[list[int]], first: int, deals: int) -> dict[str, object] | None:
    """`CandidateTable.repeated` of a stored run, in a process without the compiler."""
    table = CandidateTable(restore_run(run))
    return table.repeated(table.record(candidate), np.array(lineups, np.int64), first, deals)


def as_text(data: object) -> str:
    """A record of a candidate, or an array, as tasks take it."""
    return base64.b64encode(np.asarray(data).tobytes()).decode()


def wins(job: str, first: int, last: int, candidate: str, lineups: str, stalls_lose: int = 1) -> list[Ints]:
    """`CandidateTable.wins` in the deals [first, last) as a task; `lineups` as `lineups_text` makes them."""
    table = held(job, CandidateTable.of_job)
    read_only = np.frombuffer(zlib.decompress(base64.b64decode(lineups)), np.int64)  # for which the loop would be compiled once more
    seated = read_only.reshape(last - first, table.players).copy()
    return [table.wins(table.record(candidate), seated, first, stalls_lose=bool(stalls_lose))]


def lineups_text(lineups: Ints) -> str:
    """Line-ups as the task `wins` takes them."""
    return base64.b64encode(zlib.compress(lineups.tobytes(), 1)).decode()


def alone(job: str, first: int, last: int, candidate: str) -> list[Ints]:
    """`CandidateTable.alone` in the deals [first, last) as a task."""
    table = held(job, CandidateTable.of_job)
    return [table.alone(table.record(candidate), first, last - first)]


def seats(job: str, first: int, last: int, plans: str) -> list[Ints]:
    """`CandidateTable.seats` of plans by their numbers, joined by commas, in the deals [first, last) as a task."""
    return [held(job, CandidateTable.of_job).seats([int(plan) for plan in plans.split(",")], first, last - first)]


def in_parts(pool: Pool, table: Candidates, candidate: object, lineups: Ints, first: int, *, stalls_lose: bool = True) -> list[Call]:
    """Calls of `wins` that together play many deals from `first` on, each of about the length of a batch."""
    batches = len(lineups) * table.cell.price / BATCH_MICROSECONDS
    size = max(1, int(pool.batches(max(1, int(batches))) * BATCH_MICROSECONDS / table.cell.price))
    parts = [slice(k, min(k + size, len(lineups))) for k in range(0, len(lineups), size)]
    text = as_text(candidate)
    return [
        Call(wins, table.job, first + part.start, first + part.stop, text, lineups_text(lineups[part]), int(stalls_lose)) for part in parts
    ]


def won_of(rows: Ints) -> Ints:
    """Win shares of records; nothing in a game that did not end."""
    won: Ints = np.where(rows[:, RECORD_ENDED] == ENDED, rows[:, RECORD_SHARE], 0)
    return won


def wins_of_one(
    run: ResolvedRun,
    upper: Field,
    lower: Field,
    *,
    players: int,
    deals: int,
    names: Sequence[str],
    workers: Workers,
    kept: str = "interrupted; the games of the rungs are kept",
) -> Ints:
    """int64[deals]: what one player of `upper` wins among those of `lower`, in sixtieths over all rotations of a deal.

    The rules are those of the base of `run`, and nobody is restricted; plans, line-ups and deals are drawn by a seed made from the run's
    and `names`. A game that a stall rule ends counts as it is scored. InterruptedRun, which says `kept`, after Ctrl-C; UserError for a
    Python strategy in `upper`.
    """
    key = " ".join(map(str, ("ladder", run.seed, *names, players)))
    luck = np.random.default_rng(int.from_bytes(hashlib.sha256(key.encode()).digest()))
    base = run.played_variants[run.base_number]
    game = replace(
        run,
        players=(players,),
        seed=int(luck.integers(2**63)),
        variants=(),
        base="",
        restrictions=NOBODY,
        options=base.options,
        components=base.components,
    )
    weights = (*lower.weights_at(players), *(0 for _ in upper.plans))
    rivals = Field.alike((*lower.plans, *upper.plans), weights, (players,), lower.where)
    table = Candidates(game, rivals)
    lineups, records = table.draw(luck, deals), [table.packed(plan) for plan in upper.plans]
    ends = np.cumsum(luck.multinomial(deals, upper.shares_at(players)))
    with Interrupts() as interrupts, opened(workers) as pool:
        calls = [
            call
            for record, end, begin in zip(records, ends, [0, *ends[:-1]], strict=True)
            for call in in_parts(pool, table, record, lineups[begin:end], int(begin), stalls_lose=False)
        ]
        won: Ints = np.concatenate(results_of(pool, calls, interrupts, kept))
    return won
