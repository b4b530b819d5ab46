"""A player tuned to beat the players of a run: the best of six searches, of which the best goes on.

They begin with the plan which wins most against these players and with two that are far from them, each with two seeds. What is found is
judged on deals that neither the searches nor the choice among them has seen. It is a lower bound of how far these players can be beaten,
and never an upper one (docs/method.md, "How far the players can be beaten").
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from simcli.base.restrictions import ALL
from simcli.base.version import __version__
from simcli.config import ResolvedRun
from simcli.config.players.fields import Field, field_of
from simcli.config.players.strategies import HEURISTIC, Strategy
from simcli.config.players.weights import SCALE
from simcli.config.run.measures import CHOICE_GAMES, FRESH_GAMES, SEARCHES, STAGES, START_GAMES
from simcli.errors import TooLargeError
from simcli.game import SIXTIETHS
from simcli.sim.blind import seen_weights, unseen_sights
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.pool import Pool
from simcli.stats.shares import Ints
from simcli.studies.reply.starts import STARTS, distance, starts_of
from simcli.studies.tune.candidates import Candidates
from simcli.studies.tune.cma_es import require_cmaes
from simcli.studies.tune.question import Budget, TuneQuestion
from simcli.studies.tune.search import FRESH_FIRST, SearchProgress, Tell, WeightSearch, luck, wins_in
from simcli.studies.tune.searched_weights import Key, SearchedWeights, searched_keys

NAME = "reply"
SAID = "interrupted in the search for a reply; what the run has played is kept"
FORMAT = 2
"""Raised when the same question makes another reply."""
CANDIDATES = 16
"""Candidates of a generation."""
CANDIDATE_GAMES = 96
"""Games of a candidate in a generation, over all numbers of players."""
STARTS_FIRST, CHOICE_FIRST = 1 << 43, 1 << 44
"""Deals that are not those of the search or the judgement."""


Watch = Callable[[int, SearchProgress], None]
"""Is told the number of a search, from 1, and where it stands."""


@dataclass(frozen=True)
class ReplyQuestion:
    """Whom the reply is to beat: `run` is one game without bans of single players, `field` its players, `starts` what it may begin with."""

    run: ResolvedRun
    field: Field
    starts: tuple[Strategy, ...]

    def deals(self, games: int) -> int:
        """Deals for each number of players that make about so many games in all."""
        return max(1, games // sum(self.run.players))

    @property
    def seats(self) -> tuple[float, ...]:
        """The part of the seats that each player has, on average over the numbers of players."""
        if self.run.lineup:
            return tuple(self.run.lineup.count(k) / len(self.run.lineup) for k in range(len(self.field.plans)))
        return self.field.shares(self.run.players)

    @property
    def keys(self) -> list[Key]:
        """The weights that are searched."""
        return searched_keys(self.run.game, self.run.options, (), temperature=False)

    def question(self, start: Strategy, luck: int = 0) -> TuneQuestion:
        """The search from one of its starts; `luck` is 0 for the seed of the run, else it makes another of it."""
        deals, fresh = self.deals(CANDIDATE_GAMES), self.deals(FRESH_GAMES)
        run = replace(self.run, seed=self.run.seed ^ luck)
        weights = SearchedWeights.of(start, self.keys)
        return TuneQuestion(run, weights, self.field, candidates=CANDIDATES, deals=deals, fresh=fresh)

    def generations(self, games: int) -> int:
        """Generations that so many games make, one at least."""
        return max(1, games // self.question(self.starts[0]).games)

    def identity(self) -> str:
        """sha256 (hex) of everything the reply depends on."""
        sizes = [STAGES, STARTS, CANDIDATES, CANDIDATE_GAMES, START_GAMES, CHOICE_GAMES, FRESH_GAMES]
        matter = {
            "run": self.run.identity(),
            "odds": self.field.odds(self.run.players),
            "starts": replace(self.run, strategies=self.starts).playing,
            "sizes": sizes,
            "made by": [FORMAT, __version__, require_cmaes().__version__, np.__version__],
        }
        return hashlib.sha256(json.dumps(matter, sort_keys=True).encode()).hexdigest()


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


def ask_reply(run: ResolvedRun) -> ReplyQuestion:
    """What a reply to the players of a run is asked, under the rules of its base, with two players or more.

    The run has players with weights or `random` alone, and there is a plan to begin with (`config.replies`).
    """
    base = run.played_variants[run.base_number]
    game = replace(
        run,
        players=tuple(n for n in run.players if n > 1),
        options=base.options,
        patch=_merged(run.patch, base.patch),
        components=base.components,
        restrictions=replace(base.restrictions.where(lambda player: player == ALL), blind={}),
        variants=(),
        base="",
        study=None,
    )
    blind = base.restrictions.blind
    players = tuple(
        replace(one, weights=seen_weights(one.weights, run.game, unseen_sights(blind, one.name))) if blind else one
        for one in run.strategies
    )
    even = (SCALE,) * len(players)
    field = Field(players, {n: run.weights.get(n, even) for n in run.players}, "", run.name)
    starts: list[Strategy] = []
    for one in (*run.strategies, *field_of(run.game, (), NAME).plans):
        if one.kind == HEURISTIC and one.name not in [other.name for other in starts]:
            starts.append(one)
    return ReplyQuestion(game, field, tuple(starts))


def _merged(own: dict[str, Any], laid: dict[str, Any]) -> dict[str, Any]:
    """A patch with another laid over it, key by key."""
    both = {
        key: _merged(own[key], part) if isinstance(own.get(key), dict) and isinstance(part, dict) else part for key, part in laid.items()
    }
    return own | both


def find_reply(asked: ReplyQuestion, folder: Path, workers: Workers, tell: Watch = lambda *_: None) -> FoundReply:
    """Searches in `folder`, or goes on with what it holds, and judges the result. InterruptedRun after Ctrl-C: the same call goes on."""
    with opened(workers) as pool:
        begun = _Begun(asked, pool)
        starts = begun.starts()
        plans = [asked.starts[starts[k % len(starts)]] for k in range(SEARCHES)]
        found: dict[int, Searched] = {}
        for still, games in STAGES:
            for k in sorted(range(SEARCHES), key=lambda k: -found[k].share)[:still] if found else range(SEARCHES):
                gone_on = begun.searched(plans[k], k // len(starts), games, folder / str(k), partial(tell, k + 1))
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
        """Numbers of the plans that the searches begin with."""
        worth = [self.share(one, START_GAMES, STARTS_FIRST, "starts") for one in self.asked.starts]
        return starts_of(self.asked.starts, worth, [self.distance(one) for one in self.asked.starts])

    def distance(self, one: Strategy) -> float:
        """How far a plan is from the players."""
        return distance(one, self.asked.field.plans, self.asked.seats, self.asked.keys)

    def searched(self, start: Strategy, luck: int, games: int, folder: Path, tell: Tell) -> Searched:
        """A search of so many games from a start, or the rest of it; and what it has found so far."""
        question = self.asked.question(start, luck)
        with question.kept_in(folder) as kept:
            search = WeightSearch(question, self.pool, tell)
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
