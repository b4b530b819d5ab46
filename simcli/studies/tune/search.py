"""The search itself: generations of candidates on common deals, and the judgement on fresh ones."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from simcli.config.players.strategies import strategy_text
from simcli.engine.code.store import is_warm, mark_warm
from simcli.errors import InterruptedRun, TooLargeError
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.pool import Pool
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.pool.window import Call, results_of
from simcli.stats.shares import Ints, share_of
from simcli.studies.candidates import Candidates, alone, as_text, in_parts, lineups_text, wins
from simcli.studies.results import page_info
from simcli.studies.tune.cma_es import Evolution
from simcli.studies.tune.constraints import Habit
from simcli.studies.tune.estimate import HabitShown
from simcli.studies.tune.generations import Generation, Generations
from simcli.studies.tune.question import Budget, TuneQuestion
from simcli.studies.tune.result import TuneResult, mean_share, named, record
from simcli.studies.tune.words import pedigree
from simcli.tally_parts import TallyParts

FRESH_FIRST, OWN_FIRST = 1 << 40, 1 << 42
"""Deals that are not those of the search: the first of the judgement, and of games with a candidate in all seats."""

JUDGED = "interrupted; all generations are kept"


@dataclass(frozen=True)
class SearchProgress:
    """Where a search stands; `games` and `seconds` of all calls so far, `played` and `took` of this one.

    `share`: win share of the middle of the search in the last generation; `kept`: generations of an earlier call, reported once.
    """

    generation: int
    games: int
    seconds: float
    played: int
    took: float
    share: float | None = None
    kept: int = 0
    is_judging: bool = False


OnProgress = Callable[[SearchProgress], None]


def search(
    question: TuneQuestion, budget: Budget, folder: Path, *, workers: Workers | None = None, on_progress: OnProgress = lambda _: None
) -> TuneResult:
    """Searches in `folder`, or resumes what it holds of the same question, judges on fresh deals, and leaves the results there.

    UserError for a budget below one generation. InterruptedRun after Ctrl-C: the generation in flight is lost; the same call goes on.
    """
    question.check(budget)
    begun = time.process_time()
    with question.kept_in(folder) as kept, opened(workers or usable_cores()) as pool:
        made = WeightSearch(question, pool, on_progress)
        generations = made.run(budget, kept)
        found = made.judged(generations)
        kept.write(f"{found.strategy.name}.yaml", strategy_text(found.results.game, found.strategy, pedigree(found.results)))
    found.write(folder)
    return replace(found, seconds=time.process_time() - begun, folder=folder)


class WeightSearch:
    """One search: its tables, one for each number of players, and where it has come to."""

    def __init__(self, question: TuneQuestion, pool: Pool, on_progress: OnProgress) -> None:
        self.question, self.pool, self.on_progress = question, pool, on_progress
        self.tables = [Candidates(replace(question.run, players=(n,)), question.field) for n in question.run.players]
        self.habits = [Habit.read(text, self.tables[0].cell.catalogue) for text in question.habits]
        weights = question.weights
        self.evolution = Evolution(weights.values, weights.steps, question.run.seed, question.candidates)

    def run(self, budget: Budget, kept: Generations) -> list[Generation]:
        """Generations until the budget is spent; those that are kept are not played again. None is started that the games do not reach."""
        done: list[Generation] = []
        played, begun, before = 0, time.monotonic(), kept.seconds
        most = math.inf if budget.games is None else budget.games // self.question.games
        seconds = math.inf if budget.minutes is None else 60 * budget.minutes
        if kept.there:
            self.on_progress(SearchProgress(0, 0, before, 0, 0.0, kept=len(kept.there)))
        with Interrupts() as interrupts:
            while len(done) < most:
                if len(done) >= len(kept.there) and kept.seconds >= seconds:
                    break
                if interrupts.asked:  # between two generations that are shorter than a look at their futures
                    raise InterruptedRun("interrupted; all generations so far are kept")
                vectors = self.evolution.ask()
                if len(done) < len(kept.there):
                    generation = kept.there[len(done)]
                else:
                    clock = time.monotonic()
                    generation = self._play(len(done), vectors, interrupts)
                    kept.add(generation, time.monotonic() - clock)
                    played += self.question.games
                    if not is_warm(self.question.run.game):
                        mark_warm(self.question.run.game)
                self.evolution.tell(generation.order)
                done.append(generation)
                took = time.monotonic() - begun
                self.on_progress(
                    SearchProgress(len(done), len(done) * self.question.games, before + took, played, took, mean_share(generation.shares))
                )
        return done

    def _play(self, number: int, vectors: Sequence[Any], interrupts: Any) -> Generation:
        """Plays a generation: all candidates, and the middle of the search, on the same deals against the same line-ups."""
        question = self.question
        lineups = [table.draw(luck(question.run.seed, "line-ups", table.players, number), question.deals) for table in self.tables]
        strategies = [question.weights.strategy(values) for values in (*vectors, self.evolution.mean)]
        records = [as_text(self.tables[0].packed(strategy)) for strategy in strategies]
        own = question.own_deals and OWN_FIRST + number * question.own_deals
        calls, first = [], number * question.deals
        for table, seated in zip(self.tables, map(lineups_text, lineups), strict=True):
            calls += [Call(wins, table.job, first, first + question.deals, record, seated) for record in records]
            calls += [Call(alone, table.job, own, own + question.own_deals, record) for record in records if own]
        said = "interrupted; all generations but the one in flight are kept"
        found = iter(results_of(self.pool, calls, interrupts, said, allowed=TooLargeError))
        played = [(list(islice(found, len(records))), list(islice(found, len(records) if own else 0))) for _ in self.tables]
        of_all = [[(won[k], *lone[k : k + 1]) for won, lone in played] for k in range(len(records))]
        worths = [self._worth(one) for one in of_all[:-1]]
        shares = tuple(
            None if isinstance(won, TooLargeError) else share_of(won, table.players).known
            for table, (won, *_) in zip(self.tables, of_all[-1], strict=True)
        )
        return Generation(tuple(sorted(range(len(worths)), key=lambda k: -worths[k])), shares)

    def _worth(self, played: Sequence[tuple[Any, ...]]) -> float:
        """What a candidate is worth by its wins, and with `own_deals` its games in all seats, of each table; whose games do not end is
        worth less than who loses all."""
        if any(isinstance(one, TooLargeError) for of_table in played for one in of_table):
            return -math.inf
        worth = 0.0
        for table, (won, *lone) in zip(self.tables, played, strict=True):
            worth += share_of(won, table.players).known - sum(self._faults(table.parts(flat)) for flat in lone)
        return worth

    def _faults(self, parts: TallyParts) -> float:
        """With a candidate in all seats: the share of games that a stall rule ends, and what it falls short of its habits."""
        return parts.counted.unended / parts.counted.games + sum(habit.missed(parts) for habit in self.habits)

    def judged(self, generations: Sequence[Generation]) -> TuneResult:
        """The middle of the search beside its start, on fresh deals."""
        question = self.question
        games = len(generations) * question.games
        self.on_progress(SearchProgress(len(generations), games, 0.0, 0, 0.0, is_judging=True))
        strategy = named(question, list(self.evolution.mean))
        records = [self.tables[0].packed(one) for one in (question.start, strategy)]
        results = record(question, strategy, generations, [self._fresh(table, records) for table in self.tables], self._shown(records))
        info = page_info(self.question.run, (self.question.start, *self.question.field.plans))
        return TuneResult(results=results, info=info, strategy=strategy)

    def _fresh(self, table: Candidates, records: Sequence[object]) -> tuple[Ints, Ints]:
        """Wins before and after in the fresh deals of one number of players."""
        lineups = table.draw(luck(self.question.run.seed, "fresh", table.players), self.question.fresh)
        before, after = (wins_in(self.pool, table, one, lineups, FRESH_FIRST, JUDGED) for one in records)
        return before, after

    def _shown(self, records: Sequence[object]) -> tuple[HabitShown, ...]:
        """What the start and the tuned strategy do with themselves in all seats."""
        shown = []
        texts, last = [as_text(record) for record in records], FRESH_FIRST + self.question.fresh
        for table in self.tables if self.habits else ():
            with Interrupts() as interrupts:
                flats = results_of(self.pool, [Call(alone, table.job, FRESH_FIRST, last, text) for text in texts], interrupts, JUDGED)
            before, after = map(table.parts, flats)
            shown += [
                HabitShown(habit=habit.text, players=table.players, before=habit.shown(before), after=habit.shown(after))
                for habit in self.habits
            ]
        return tuple(shown)


def luck(seed: int, *words: object) -> np.random.Generator:
    """Chance of the search itself, a stream for each purpose."""
    key = " ".join(map(str, ("tune", seed, *words)))
    return np.random.default_rng(int.from_bytes(hashlib.sha256(key.encode()).digest()))


def wins_in(pool: Pool, table: Candidates, candidate: object, lineups: Ints, first: int, said: str) -> Ints:
    """Wins of a candidate in many deals from `first` on, played in parts side by side. InterruptedRun with what is said."""
    with Interrupts() as interrupts:
        return np.concatenate(results_of(pool, in_parts(pool, table, candidate, lineups, first), interrupts, said))
