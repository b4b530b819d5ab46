"""A league: plans, the mix of them that none gains on, and how far a searched reply still beats it. Frozen records.

docs/league.schema.json and build/docs/records.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simcli.game import SIXTIETHS
from simcli.stats.intervals import LEVEL
from simcli.stats.ratings.equilibrium import Payoffs, Table, equilibrium
from simcli.stats.ratings.lottery import effective_number
from simcli.stats.records import Played, answered
from simcli.stats.summary import Interval, Share

Floats = NDArray[np.float64]
DIGITS = 6
DRAWS = 200
"""Resamples of the blocks of deals behind the interval of a weight."""
LOW, HIGH = (1 - LEVEL) / 2, (1 + LEVEL) / 2


@dataclass(frozen=True, kw_only=True)
class LeaguePlan:
    """A plan of the league."""

    strategy: str
    """its name"""
    weight: Share
    """part of the seats it is drawn into, so that no plan gains on the mix; resampled over blocks of deals"""
    against_mix: float
    """its win share, one seat of it against others drawn from the mix: the same for all plans with weight, no more for others; a game that
    a stall rule ends is lost by all"""
    is_reply: bool
    """found by the search; else one of those it began with"""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What a search found against the mix of a round."""

    round: int
    """number of the search, from 1"""
    strategy: str
    """its name"""
    start: str
    """the plan it was tuned from"""
    mix: Mapping[str, float]
    """the mix it was tuned against: weights by plan"""
    share: Share
    """its win share against that mix, on deals the search has not seen; a game that a stall rule ends is lost by all"""
    start_share: Share
    """that of the plan it was tuned from, on the same deals: where it is higher nothing was found"""
    mix_share: float
    """what a seat of the mix wins among others of it: the even share, less where a stall rule ends games"""
    gain: Interval
    """what the reply wins more than that"""
    is_added: bool
    """whether it gained enough to join the league"""
    games: int
    """games of the search"""
    command: str
    """the command that searches it again, from the plans of the folder"""


@dataclass(frozen=True, kw_only=True)
class League(Played):
    """Plans to which best replies were added until a search found none that gains."""

    SAID: ClassVar = answered("replies", "the answer in words")
    players: int
    """number of players"""
    even_share: float
    """1 / players"""
    enough: float
    """a reply that gains less than this ends the league"""
    rounds: int
    """replies that may join"""
    starts: int
    """plans that a reply is searched from before a round ends with none: the best of the plans so far, then those that win least"""
    deals: int
    """deals each line-up of the plans played, in all rotations"""
    games: int
    """games of the line-ups; those of the searches come on top"""
    level: float = field(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    is_settled: bool
    """whether the last round ended without a reply that joined; a longer search may still find one"""
    plans: tuple[LeaguePlan, ...]
    """all plans, those it began with first"""
    viable: Interval
    """effective number of plans: the exponential of the entropy of their weights, 1 for a single plan and k for k plans of equal weight"""
    replies: tuple[Reply, ...]
    """the searches, in their order"""


def last_reply(replies: Sequence[Reply]) -> Reply:
    """How far a league can still be beaten, as far as was searched: the last reply where it joined, else the best one of the last round."""
    joined = [k for k, reply in enumerate(replies) if reply.is_added]
    last_round = replies[joined[-1] + 1 :] if joined else replies
    return max(last_round or replies[-1:], key=lambda reply: max(reply.share.known, reply.start_share.known))


@dataclass(frozen=True)
class Won:
    """What single seats of each plan won at the tables of some plans.

    rows: for each table int64[blocks of deals, plans at the table, 2]: player-games and win share in sixtieths, plans in rising order.
    """

    players: int
    plans: int
    rows: Mapping[Table, NDArray[np.int64]]

    def payoffs(self, blocks: NDArray[np.int64] | None = None) -> Payoffs:
        """Win shares from all blocks of deals, or from these, which may come several times."""
        shares = {}
        for table, rows in self.rows.items():
            games, won = (rows if blocks is None else rows[blocks]).sum(axis=0).T
            shares[table] = dict(zip(sorted(set(table)), (won / games / SIXTIETHS).tolist(), strict=True))
        return Payoffs.of(self.plans, self.players, shares)

    def mixes(self, draws: int = DRAWS) -> Floats:
        """Mixes that none gains on of resampled blocks of deals, the same blocks at every table: float64[draws, plans]."""
        rng, n = np.random.default_rng(0), len(next(iter(self.rows.values())))
        return np.array([equilibrium(self.payoffs(rng.integers(0, n, n))) for _ in range(draws)])


def weights_of(won: Won) -> tuple[Floats, list[Interval], Interval, Floats]:
    """The mix; the weight of each plan and the effective number with their intervals; the win share of each plan against the mix."""
    payoffs = won.payoffs()
    mix, drawn = equilibrium(payoffs), won.mixes()
    numbers = np.array([effective_number(one) for one in drawn])
    return mix, [_around(value, drawn[:, k]) for k, value in enumerate(mix)], _around(effective_number(mix), numbers), payoffs.against(mix)


def _around(value: float, drawn: Floats) -> Interval:
    """The middle of what was drawn, widened to hold the value."""
    low, high = np.quantile(drawn, (LOW, HIGH), method="hazen")
    return Interval(*(round(float(x), DIGITS) + 0.0 for x in (min(low, value), value, max(high, value))))


def thousandths(mix: Sequence[float] | Floats) -> list[int]:
    """A mix as whole thousandths that sum to 1000: rounded down, what is left to the largest remainders."""
    scaled = np.asarray(mix, np.float64) * 1000
    whole = np.floor(scaled + 1e-9).astype(np.int64)
    short = 1000 - int(whole.sum())
    whole[np.argsort(whole - scaled, kind="stable")[:short]] += 1
    return [int(weight) for weight in whole]
