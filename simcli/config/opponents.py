"""A weighted field: who may sit in the other seats, and how often."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simcli.config.problems import Problems
from simcli.config.strategies import Strategy, load_strategy, shipped_strategies
from simcli.config.strategy_files import RANDOM
from simcli.errors import UserError, Where
from simcli.game import Game

Named = str | Strategy


@dataclass(frozen=True)
class Opponent:
    """A strategy of a field, and how often it is drawn into a seat beside the others: any number above 0."""

    strategy: Strategy
    weight: float = 1.0


def field_of(game: Game, field: Sequence[Named | tuple[Named, float]], option: str) -> tuple[Opponent, ...]:
    """Strategies, or pairs of one and its weight; all shipped ones but `random` if there are none, each as often.

    UserError for one that cannot be read, and for a weight that is not above 0.
    """
    given = field or [name for name in shipped_strategies(game.id) if name != RANDOM] or [RANDOM]
    pairs = [one if isinstance(one, tuple) else (one, 1.0) for one in given]
    for one, weight in pairs:
        if not 0 < weight < math.inf:
            name = one if isinstance(one, str) else one.name
            raise UserError.of(option, f"the weight of {name} is {weight:g}, expected a number above 0")
    strategies = read_strategies(game, [one for one, _ in pairs], option)
    return tuple(Opponent(strategy, float(weight)) for strategy, (_, weight) in zip(strategies, pairs, strict=True))


def read_strategies(game: Game, given: Sequence[Named], option: str) -> list[Strategy]:
    """Strategies by name or path from the current folder; those that are there already stay. UserError with all that cannot be read."""
    problems = Problems()
    read = [load_strategy(one, game, Path.cwd(), Where(option), problems) if isinstance(one, str) else one for one in given]
    problems.raise_any()
    return [strategy for strategy in read if strategy is not None]
