"""A player tuned to beat the players of a run: a short search that begins with the plan which wins most against them.

What it wins is judged on deals that neither the search nor the choice of its start has seen. It is a lower bound of how far these players
can be beaten (docs/method.md, "How far the players can be beaten").
"""

from __future__ import annotations

import hashlib
import json
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simcli import __version__
from simcli.config import ResolvedRun
from simcli.config.players.fields import Field, field_of
from simcli.config.players.strategies import HEURISTIC, Strategy
from simcli.config.players.weights import SCALE
from simcli.config.run.measures import CHOICE_GAMES, FRESH_GAMES, GAMES, START_GAMES
from simcli.errors import InterruptedRun, TooLargeError
from simcli.game import SIXTIETHS
from simcli.sim.bans import ALL
from simcli.sim.blind import seen_weights, unseen_sights
from simcli.sim.interrupts import Interrupts
from simcli.sim.runner import threads
from simcli.studies.tune.candidates import Candidates
from simcli.studies.tune.cma_es import require_cmaes
from simcli.studies.tune.estimate import Ints
from simcli.studies.tune.play import FRESH_FIRST, Tell, WeightSearch, luck, wins_in
from simcli.studies.tune.question import Budget, TuneQuestion
from simcli.studies.tune.searched_weights import SearchedWeights, searched_keys

NAME = "reply"
FORMAT = 1
"""Raised when the same question makes another reply."""
CANDIDATES = 16
"""Candidates of a generation."""
CANDIDATE_GAMES = 96
"""Games of a candidate in a generation, over all numbers of players."""
STARTS_FIRST, CHOICE_FIRST = 1 << 43, 1 << 44
"""Deals that are not those of the search or the judgement."""


@dataclass(frozen=True)
class ReplyQuestion:
    """Whom the reply is to beat: `run` is one game without bans of single players, `field` its players, `starts` what it may begin with."""

    run: ResolvedRun
    field: Field
    starts: tuple[Strategy, ...]

    def deals(self, games: int) -> int:
        """Deals for each number of players that make about so many games in all."""
        return max(1, games // sum(self.run.players))

    def question(self, start: Strategy) -> TuneQuestion:
        """The search from one of its starts."""
        weights = SearchedWeights.of(start, searched_keys(self.run.game, self.run.options, (), temperature=False))
        deals, fresh = self.deals(CANDIDATE_GAMES), self.deals(FRESH_GAMES)
        return TuneQuestion(self.run, weights, self.field, candidates=CANDIDATES, deals=deals, fresh=fresh)

    @property
    def generations(self) -> int:
        """Generations of the search."""
        return max(1, GAMES // self.question(self.starts[0]).games)

    def identity(self) -> str:
        """sha256 (hex) of everything the reply depends on."""
        sizes = [GAMES, CANDIDATES, CANDIDATE_GAMES, START_GAMES, CHOICE_GAMES, FRESH_GAMES]
        matter = {
            "run": self.run.identity(),
            "odds": self.field.odds(self.run.players),
            "starts": replace(self.run, strategies=self.starts).playing,
            "sizes": sizes,
            "made by": [FORMAT, __version__, require_cmaes().__version__, np.__version__],
        }
        return hashlib.sha256(json.dumps(matter, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class FoundReply:
    """The reply: `tuned` where the search found better weights than its start, `wins` in the fresh deals of each number of players."""

    strategy: Strategy
    start: str
    tuned: bool
    searched: int
    generations: int
    games: int
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


def find_reply(asked: ReplyQuestion, folder: Path, workers: int, tell: Tell = lambda _: None) -> FoundReply:
    """Searches in `folder`, or goes on with what it holds, and judges the result. InterruptedRun after Ctrl-C: the same call goes on."""
    with threads(workers) as pool:
        begun = _Begun(asked, pool)
        question = asked.question(begun.start())
        with question.kept_in(folder) as kept:
            search = WeightSearch(question, pool, tell)
            generations = search.run(Budget(games=asked.generations * question.games), kept)
        tuned = replace(question.weights.strategy(list(search.evolution.mean)), name=NAME)
        worth = [begun.share(one, CHOICE_GAMES, CHOICE_FIRST, "choice") for one in (question.start, tuned)]
        is_better = worth[1] > worth[0]
        strategy = tuned if is_better else replace(question.start, name=NAME)
        wins = begun.wins(strategy, FRESH_GAMES, FRESH_FIRST, "fresh")
    games = len(generations) * question.games
    return FoundReply(strategy, question.start.name, is_better, len(question.weights.keys), len(generations), games, wins)


class _Begun:
    """Tables of each number of players, and what whole plans win at them."""

    def __init__(self, asked: ReplyQuestion, pool: ThreadPoolExecutor) -> None:
        self.asked, self.pool = asked, pool
        self.tables = [Candidates(replace(asked.run, players=(n,)), asked.field) for n in asked.run.players]

    def start(self) -> Strategy:
        """The plan that wins most against the players; the first of equal ones."""
        with Interrupts() as interrupts:
            worth = []
            for one in self.asked.starts:
                worth.append(self.share(one, START_GAMES, STARTS_FIRST, "starts"))
                if interrupts.asked:
                    raise InterruptedRun("interrupted before the search for a reply; what the run has played is kept")
        return self.asked.starts[worth.index(max(worth))]

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
            made.append(wins_in(self.pool, table, record, lineups, first))
        return tuple(made)
