"""The mix of plans that no plan gains on, at a table of any number of players.

A table of n seats is read as a symmetric game: each seat draws its plan from the same mix, each by itself. What a plan wins against such
opponents is a polynomial in the weights of the mix. A symmetric equilibrium (one exists: Nash, Non-cooperative games, Annals of Mathematics
54, 1951) is a mix against which no plan wins more than the mix itself: 1/n where all shares are won, less where games are lost by all.

With two players and all shares won the equilibria are the maximal lotteries of `stats.lottery`, which says how the one of greatest entropy
is found. Else one is found by a chain of linear programs: each lowers what the best plan wins more than the mix, as far as the polynomials
can be taken for straight lines (Fletcher, Practical Methods of Optimization, 2nd ed. 1987, chapter 14). It begins at equal weights and,
where that ends in a mix that some plan still gains on, at others. Where games are lost by all it may end in such a mix from everywhere.
Then sets of few plans are tried, one after the other, for a mix of just these on which all of them win the same and no other plan gains
(support enumeration: Porter, Nudelman and Shoham, Simple search methods for finding a Nash equilibrium, Games and Economic Behavior 63,
2008).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcli.stats.ratings.lottery import maximal_lottery

Floats = NDArray[np.float64]
Plan = TypeVar("Plan")
Table = tuple[int, ...]
"""Numbers of the plans at a table in rising order, one a seat."""

CLOSE = 1e-10
"""A mix that no plan gains more than this on is an equilibrium."""
STARTS = 64
"""Mixes that a search may begin at."""
MOST_MIXED = 4
"""Plans of a set that is tried for a mix of its own; there are too many larger ones."""
STEPS = 400
SMALLEST_STEP = 1e-12
LIGHT = 1e-7
"""Weights below it are what arithmetic leaves of none."""


def tables_of(plans: int, players: int) -> list[Table]:
    """All tables of these plans: (plans + players - 1) over players of them."""
    return list(combinations_with_replacement(range(plans), players))


@dataclass(frozen=True)
class Payoffs:
    """Win shares of plans at all tables.

    others: int64[tables of the others, plans], how many of the others play each plan; ways: float64[tables of the others], in how many
    orders they can sit; shares: float64[plans, tables of the others], win share of a plan among these others.
    """

    players: int
    others: NDArray[np.int64]
    ways: Floats
    shares: Floats

    @classmethod
    def of(cls, plans: int, players: int, shares: Mapping[Table, Mapping[int, float]]) -> Payoffs:
        """`shares`: for each of `tables_of` the win share of a single seat with each plan that sits there."""
        rest = tables_of(plans, players - 1)
        others = np.array([[table.count(k) for k in range(plans)] for table in rest], np.int64)
        ways = np.array([math.factorial(players - 1) / math.prod(math.factorial(c) for c in row) for row in others])
        won = np.array([[shares[tuple(sorted((k, *table)))][k] for table in rest] for k in range(plans)])
        return cls(players, others, ways, won)

    @property
    def plans(self) -> int:
        """How many plans there are."""
        return len(self.shares)

    def against(self, mix: Floats) -> Floats:
        """Win share of each plan against others drawn from the mix: float64[plans]."""
        won: Floats = self.shares @ (self.ways * np.prod(mix**self.others, axis=1))
        return won

    def slopes(self, mix: Floats) -> Floats:
        """How `against` changes with each weight: float64[plans, plans], the weight that changes in columns."""
        columns = []
        for k in range(self.plans):
            fewer = self.others.copy()
            fewer[:, k] -= 1
            present = self.others[:, k] > 0
            product = np.where(present, np.prod(mix ** np.maximum(fewer, 0), axis=1), 0.0)
            columns.append(self.shares @ (self.ways * self.others[:, k] * product))
        return np.array(columns).T

    def gain(self, mix: Floats) -> float:
        """What the best of the plans wins more than the mix itself against the mix; 0 at an equilibrium."""
        won = self.against(mix)
        return float(won.max() - mix @ won)


def equilibrium(payoffs: Payoffs) -> Floats:
    """A mix that no plan gains on: float64[plans], sums to 1. ArithmeticError where none was found."""
    if payoffs.plans == 1:
        return np.ones(1)
    if payoffs.players == 2:
        shares = payoffs.shares[:, _alone(payoffs)]
        if np.abs(shares + shares.T - 1.0).max() < CLOSE:
            return maximal_lottery(shares - 0.5)
    generator, best, least = np.random.default_rng(0), np.zeros(0), math.inf
    for k in range(STARTS):
        start = np.full(payoffs.plans, 1.0 / payoffs.plans) if k == 0 else generator.dirichlet(np.ones(payoffs.plans))
        mix = _lowered(payoffs, start)
        if (gain := payoffs.gain(mix)) < least:
            best, least = mix, gain
        if least < CLOSE:
            return best
    solved = _of_few(payoffs, generator)
    if solved is not None:
        return solved
    raise ArithmeticError(f"no equilibrium was found: some plan gains {least:.2g} on the nearest mix")


def double_oracle(
    plans: Sequence[Plan],
    payoffs: Callable[[Sequence[Plan]], Payoffs],
    reply: Callable[[Sequence[Plan], Payoffs], Plan | None],
    rounds: int,
) -> tuple[list[Plan], bool]:
    """Plans with best responses added, and whether that ended because there was none, or after the last round.

    reply: a plan that gains on the equilibrium of the plans so far, or None. (McMahan, Gordon and Blum, Planning in the presence of cost
    functions controlled by an adversary, ICML 2003.)
    """
    field = list(plans)
    for _ in range(rounds):
        new = reply(field, payoffs(field))
        if new is None:
            return field, True
        field.append(new)
    return field, False


def _alone(payoffs: Payoffs) -> NDArray[np.int64]:
    """With two players: the column of each plan as the only other."""
    columns: NDArray[np.int64] = np.argmax(payoffs.others, axis=0)
    return columns


def _lowered(payoffs: Payoffs, mix: Floats) -> Floats:
    """The mix moved until no linear program lowers what the best plan gains on it; the step grows where the straight lines held."""
    from scipy.optimize import linprog

    n, reach, gain = payoffs.plans, 0.5, payoffs.gain(mix)
    whole = [[*[1.0] * n, 0.0]]
    for _ in range(STEPS):
        if gain < CLOSE or reach < SMALLEST_STEP:
            break
        won, slopes = payoffs.against(mix), payoffs.slopes(mix)
        below = np.column_stack([slopes, -np.ones(n)])
        bounds = [(max(-w, -reach), min(1.0 - w, reach)) for w in mix] + [(None, None)]
        own = won + mix @ slopes  # how fast the mix's own share changes
        solved = linprog([*(-own), 1.0], A_ub=below, b_ub=-won, A_eq=whole, b_eq=[0.0], bounds=bounds, method="highs")
        if solved.x is None:  # the step is smaller than the program's rounding
            break
        moved = _tidy(mix + solved.x[:n])
        hoped, got = gain - (solved.fun - mix @ won), gain - payoffs.gain(moved)
        if got > 0:
            mix, gain = moved, gain - got
        reach = min(1.0, 2.0 * reach) if got > 0.75 * hoped else reach / 4.0 if got < 0.25 * hoped else reach
        if hoped < CLOSE / 100:
            break
    return mix


def _of_few(payoffs: Payoffs, generator: np.random.Generator) -> Floats | None:
    """An equilibrium of few plans, the fewest first; None if there is none of `MOST_MIXED` or fewer."""
    for size in range(1, min(MOST_MIXED, payoffs.plans) + 1):
        for plans in combinations(range(payoffs.plans), size):
            for begun in (np.full(size, 1.0 / size), *generator.dirichlet(np.ones(size), size - 1)):
                mix = _level(payoffs, list(plans), begun)
                if mix is not None and payoffs.gain(mix) < CLOSE:
                    return mix
    return None


def _level(payoffs: Payoffs, plans: list[int], begun: Floats) -> Floats | None:
    """A mix of just these plans against which all of them win the same, found from one that is given; None if that ends at no mix."""
    from scipy.optimize import root

    def whole(weights: Floats) -> Floats:
        mix = np.zeros(payoffs.plans)
        mix[plans] = weights
        return mix

    def unlike(weights: Floats) -> Floats:
        won = payoffs.against(whole(weights))[plans]
        missing: Floats = np.array([*(won[1:] - won[0]), weights.sum() - 1.0])
        return missing

    solution = root(unlike, begun, tol=1e-13)
    if np.abs(solution.fun).max() > CLOSE or solution.x.min() < 0.0:
        return None
    return _tidy(whole(solution.x))


def _tidy(mix: Floats) -> Floats:
    """Without what arithmetic leaves of no weight."""
    kept = np.where(mix > LIGHT, mix, 0.0)
    tidy: Floats = kept / kept.sum()
    return tidy
