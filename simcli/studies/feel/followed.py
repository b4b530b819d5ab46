"""Games with their standing followed, as arrays; every estimate of `studies/feel/estimate.py` is made of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class FollowedGames:
    """Games of one number of players of one variant, in the order of deals, rotations and plays; int64[games], or [games, players].

    plays: how often each deal was played in each rotation; first: seat that began; ended: whether a game ended by the rules; forced, few:
    decisions with one legal action, and with at most three; weighed: decisions in which a plan weighed several; clear: those of which it
    hardly ever takes another than its favourite; changes: of the sole leader, looked at after every round; last_round, last_decision: when
    the last was, 0 for none; late_leader: seat that was ahead of all others after three quarters of the decisions, -1 for none; lead,
    leader: int64[games, points], by how many points a seat was ahead of all others after each tenth of the decisions, and which, 0 and -1
    for none; share: in sixtieths; half: points after half of the decisions, rounded down.
    """

    variant: str
    players: int
    plays: int
    deal: Ints
    first: Ints
    ended: NDArray[np.bool_]
    rounds: Ints
    decisions: Ints
    forced: Ints
    few: Ints
    weighed: Ints
    clear: Ints
    changes: Ints
    last_round: Ints
    last_decision: Ints
    late_leader: Ints
    lead: Ints
    leader: Ints
    strategy: Ints
    share: Ints
    score: Ints
    half: Ints

    @property
    def deals(self) -> int:
        """Deals played."""
        return int(self.deal.max()) + 1 if len(self.deal) else 0

    @property
    def margin(self) -> Ints:
        """Points between the best and the second."""
        best = np.sort(self.score, axis=1)
        margin: Ints = best[:, -1] - best[:, -2]
        return margin

    @property
    def share_by_place(self) -> Ints:
        """Win shares by place in turn order: column 0 is the seat that began."""
        seat = (np.arange(self.players) + self.first[:, None]) % self.players
        share: Ints = np.take_along_axis(self.share, seat, axis=1)
        return share

    @property
    def is_late_win(self) -> Ints:
        """1 where the seat ahead after three quarters has a share of the win."""
        return self._wins(self.late_leader[:, None])[:, 0]

    @property
    def is_led(self) -> Ints:
        """1 where a seat is ahead of all others: int64[games, points]."""
        led: Ints = (self.leader >= 0).astype(np.int64)
        return led

    @property
    def is_leader_win(self) -> Ints:
        """1 where the seat that is ahead of all others has a share of the win in the end: int64[games, points]."""
        return self._wins(self.leader)

    def _wins(self, leader: Ints) -> Ints:
        """1 where a seat has a share of the win, 0 for none (-1): int64[games, points], as the seats."""
        share = np.take_along_axis(self.share, np.maximum(leader, 0), axis=1)
        wins: Ints = ((leader >= 0) & (share > 0)).astype(np.int64)
        return wins

    @property
    def is_comeback(self) -> Ints:
        """1 where a winner was last at half: nobody had fewer points, and somebody more."""
        lowest = self.half == self.half.min(axis=1, keepdims=True)
        apart = self.half.max(axis=1, keepdims=True) > self.half
        comebacks: Ints = ((self.share > 0) & lowest & apart).any(axis=1).astype(np.int64)
        return comebacks

    def by_deal(self, values: Ints) -> Ints:
        """Sums over the games of each deal that ended: int64[deals]."""
        sums: Ints = np.bincount(self.deal, np.where(self.ended, values, 0), self.deals).astype(np.int64)
        return sums
