"""A player tuned to beat the players of a run: the best of six searches, and the best of these is continued.

They start with the plan which wins most against these players and with two that are far from them, each with two seeds. What is found is
judged on deals that neither the searches nor the choice among them has seen. It is a lower bound of how far these players can be beaten,
and never an upper one (docs/method.md, "How far the players can be beaten").
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from simcli.config.players.strategies import Strategy
from simcli.config.run.measures import CHOICE_GAMES, FRESH_GAMES, SEARCHES, STAGES, START_GAMES
from simcli.errors import TooLargeError
from simcli.game import SIXTIETHS
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.pool import Pool
from simcli.stats.shares import Ints
from simcli.studies.candidates import Candidates
from simcli.studies.reply.question import NAME, ReplyQuestion
from simcli.studies.reply.starts import distance, starts_of
from simcli.studies.tune.question import Budget
from simcli.studies.tune.search import FRESH_FIRST, OnProgress, SearchProgress, WeightSearch, luck, wins_in

SAID = "interrupted in the search for a reply; what the run has played is kept"
STARTS_FIRST, CHOICE_FIRST = 1 << 43, 1 << 44
"""Deals that are not those of the search or the judgement."""

Watch = Callable[[int, SearchProgress], None]
"""Gets the number of a search, from 1, and its progress."""


@dataclass(frozen=True)
class Searched:
    """One of the searches: from `start`, so far away from the players, where it came to, and what that wins in the deals of the choice."""

    start: Strategy
    distance: float
    seed: int
    generations: int
    middle: Strategy
    share: float


@dataclass(frozen=True)
class FoundReply:
    """The reply: `tuned` where a search found better weights than all starts, `wins` in the fresh deals of each number of players.

    `searches` are all six, the one that went on with where it ended; `best` is the number of that one.
    """

    strategy: Strategy
    start: str
    tuned: bool
    searched: int
    games: int
    searches: tuple[Searched, ...]
    best: int
    wins: tuple[Ints, ...]


def find_reply(asked: ReplyQuestion, folder: Path, workers: Workers, on_progress: Watch = lambda *_: None) -> FoundReply:
    """Searches in `folder`, or resumes what it holds, and judges the result. InterruptedRun after Ctrl-C: the same call goes on."""
    with opened(workers) as pool:
        begun = _Begun(asked, pool)
        starts = begun.starts()
        plans = [asked.starts[starts[k % len(starts)]] for k in range(SEARCHES)]
        found: dict[int, Searched] = {}
        for still, games in STAGES:
            for k in sorted(range(SEARCHES), key=lambda k: -found[k].share)[:still] if found else range(SEARCHES):
                gone_on = begun.searched(plans[k], k // len(starts), games, folder / str(k), partial(on_progress, k + 1))
                if k in found and found[k].share >= gone_on.share:  # it went astray: what was better before is kept
                    gone_on = replace(found[k], generations=gone_on.generations)
                found[k] = gone_on
        best = max(range(SEARCHES), key=lambda k: found[k].share)
        worth = [begun.share(asked.starts[k], CHOICE_GAMES, CHOICE_FIRST, "choice") for k in starts]
        is_better = found[best].share > max(worth)
        kept = asked.starts[starts[worth.index(max(worth))]]
        strategy = replace(found[best].middle if is_better else kept, name=NAME)
        wins = begun.wins(strategy, FRESH_GAMES, FRESH_FIRST, "fresh")
    games = sum(one.generations for one in found.values()) * asked.question(plans[0]).games
    start = found[best].start.name if is_better else kept.name
    return FoundReply(strategy, start, is_better, len(asked.keys), games, tuple(found[k] for k in range(SEARCHES)), best, wins)


class _Begun:
    """Tables of each number of players, and what whole plans win at them."""

    def __init__(self, asked: ReplyQuestion, pool: Pool) -> None:
        self.asked, self.pool = asked, pool
        self.tables = [Candidates(replace(asked.run, players=(n,)), asked.field) for n in asked.run.players]

    def starts(self) -> list[int]:
        """Numbers of the plans that the searches start with."""
        worth = [self.share(one, START_GAMES, STARTS_FIRST, "starts") for one in self.asked.starts]
        return starts_of(self.asked.starts, worth, [self.distance(one) for one in self.asked.starts])

    def distance(self, one: Strategy) -> float:
        """How far a plan is from the players."""
        return distance(one, self.asked.field.plans, self.asked.seats, self.asked.keys)

    def searched(self, start: Strategy, luck: int, games: int, folder: Path, on_progress: OnProgress) -> Searched:
        """A search of a number of games from a start, or the rest of it; and its result so far."""
        question = self.asked.question(start, luck)
        with question.kept_in(folder) as kept:
            search = WeightSearch(question, self.pool, on_progress)
            done = search.run(Budget(games=self.asked.generations(games) * question.games), kept)
        middle = question.weights.strategy(list(search.evolution.mean))
        share = self.share(middle, CHOICE_GAMES, CHOICE_FIRST, "choice")
        return Searched(start, self.distance(start), question.run.seed, len(done), middle, share)

    def share(self, strategy: Strategy, games: int, first: int, purpose: str) -> float:
        """Its win share over all numbers of players, each of the same weight; below all others where its games do not end."""
        try:
            wins = self.wins(strategy, games, first, purpose)
        except TooLargeError:
            return -math.inf
        return sum(float(won.sum()) / (SIXTIETHS * len(won) * table.players) for won, table in zip(wins, self.tables, strict=True))

    def wins(self, strategy: Strategy, games: int, first: int, purpose: str) -> tuple[Ints, ...]:
        """Its wins in some deals of each number of players."""
        record, made = self.tables[0].packed(strategy), []
        for table in self.tables:
            lineups = table.draw(luck(self.asked.run.seed, purpose, table.players), self.asked.deals(games))
            made.append(wins_in(self.pool, table, record, lineups, first, SAID))
        return tuple(made)
