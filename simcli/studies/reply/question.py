"""The question, settled before anything is written: who is to be beaten, and what a search could start with."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

import numpy as np

from simcli.base.restrictions import ALL
from simcli.base.version import __version__
from simcli.config import ResolvedRun
from simcli.config.players.fields import Field, field_of
from simcli.config.players.strategies import HEURISTIC, Strategy
from simcli.config.players.weights import SCALE
from simcli.config.run.measures import CHOICE_GAMES, FRESH_GAMES, STAGES, START_GAMES
from simcli.sim.blind import seen_weights, unseen_sights
from simcli.studies.played import in_base
from simcli.studies.reply.starts import STARTS
from simcli.studies.tune.cma_es import require_cmaes
from simcli.studies.tune.question import TuneQuestion
from simcli.studies.tune.searched_weights import Key, SearchedWeights, searched_keys

NAME = "reply"

FORMAT = 2
"""Raised when the same question makes another reply."""

CANDIDATES = 16
"""Candidates of a generation."""

CANDIDATE_GAMES = 96
"""Games of a candidate in a generation, over all numbers of players."""


@dataclass(frozen=True)
class ReplyQuestion:
    """Whom the reply is to beat: `run` is one game without bans of single players, `field` its players, `starts` what it may start with."""

    run: ResolvedRun
    field: Field
    starts: tuple[Strategy, ...]

    def deals(self, games: int) -> int:
        """Deals for each number of players that make about this number of games in all."""
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
        """Generations that a number of games makes, one at least."""
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


def ask_reply(run: ResolvedRun) -> ReplyQuestion:
    """What a reply to the players of a run is asked, under the rules of its base, with two players or more.

    The run has players with weights or `random` alone, and there is a plan to start with (`config.replies`).
    """
    game = in_base(run)
    blind = game.restrictions.blind
    game = replace(game, restrictions=replace(game.restrictions.where(lambda player: player == ALL), blind={}))
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
