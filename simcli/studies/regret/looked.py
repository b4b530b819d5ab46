"""Choices that were looked at, as arrays; every estimate of `studies/regret/estimate.py` is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
EVERY = -1
"""In place of a strategy: all of them."""


@dataclass(frozen=True)
class LookedGames:
    """Games of one number of players of one variant, in the order of deals and rotations; int64[games], or [games, players].

    choices: of the game, 0 where there was none to look at; seat, decision: whose and which the one looked at was; share, points: what the
    best action gains over the one taken, over all `judging` worlds, in sixtieths of a win and in points of the lead; alike, every: how far
    two halves of worlds agree about the actions (`engine.loop.regret`); playouts, unended: games played on, and those without an end;
    seats: the strategy of each seat; taken: what was taken, in words.
    """

    variant: str
    players: int
    judging: int
    deal: Ints
    choices: Ints
    seat: Ints
    decision: Ints
    share: Ints
    points: Ints
    alike: Ints
    every: Ints
    playouts: Ints
    unended: Ints
    seats: Ints
    taken: Sequence[str]

    @property
    def deals(self) -> int:
        """Deals played."""
        return int(self.deal.max()) + 1

    @property
    def strategy(self) -> Ints:
        """Number of the strategy that decided; `EVERY` in a game without a choice."""
        decided: Ints = np.where(self.choices > 0, np.take_along_axis(self.seats, self.seat[:, None], axis=1)[:, 0], EVERY)
        return decided

    def seats_of(self, strategy: int) -> Ints:
        """Seats of a strategy in each game; of `EVERY` all."""
        seats: Ints = (self.seats == strategy).sum(axis=1) if strategy != EVERY else np.full(len(self.deal), self.players, np.int64)
        return seats

    def by_deal(self, values: Ints) -> Ints:
        """Sums over the games of each deal: int64[deals]."""
        sums = np.zeros(self.deals, np.int64)
        np.add.at(sums, self.deal, values)
        return sums
