"""Strengths of plans from finishing orders: the Plackett-Luce model with ties.

An order starts at the front. Of those left at a table the seats C finish next, level with one another, with probability f(C) over the
sum of f over all sets of no more seats than ever were level,

    f(C) = delta(|C|) * (product of alpha over C)^(1 / |C|),        delta(1) = 1,

alpha being the strength of a seat's plan and delta(n) how readily n are level (Turner, van Etten, Firth and Kosmidis, Modelling rankings
in R: the PlackettLuce package, Computational Statistics 35, 2020; of two it is the model of Davidson, 1970). Log strengths and log delta
enter each step as in a multinomial logit, so the likelihood has one maximum, which Newton's method finds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.game import SIXTIETHS
from simcli.tally_parts import finish_index, n_finishes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RIDGE = 1e-3
"""Weight of the squares of all log parameters, beside the counts: what keeps a plan that never finishes ahead from minus infinity."""
STEPS = 100
CLOSE = 1e-9
"""Steps of Newton's method at most, and the last one."""


@dataclass(frozen=True)
class Steps:
    """The steps of orders at tables of this number of players, an entry for each outcome (tally_parts.py)."""

    players: int

    @cached_property
    def rows(self) -> list[tuple[int, int, int, int, float]]:
        """(the one plan is left, others left, it is next, seats next, logarithm of the sets of seats that are such an outcome)."""
        rows: list[Any] = [None] * n_finishes(self.players)
        for is_left in (0, 1):
            for others in range(1 - is_left, self.players):
                for is_next in range(is_left + 1):
                    for seats in range(max(1, is_next), others + is_next + 1):
                        ways = math.log(math.comb(others, seats - is_next))
                        rows[finish_index(self.players, is_left, others, is_next, seats)] = (is_left, others, is_next, seats, ways)
        return rows

    @cached_property
    def seats(self) -> Ints:
        """Seats that finish next: int64[outcomes]."""
        return np.array([row[3] for row in self.rows])

    @cached_property
    def ways(self) -> Floats:
        """Logarithms of the sets of seats: float64[outcomes]."""
        return np.array([row[4] for row in self.rows])

    @cached_property
    def tilt(self) -> Floats:
        """What the log strength of the one plan, less that of the other, counts in an outcome: float64[outcomes]."""
        return np.array([is_next / seats for _, _, is_next, seats, _ in self.rows])

    @cached_property
    def member(self) -> Floats:
        """Which outcomes are of one step: float64[steps, outcomes] of 0 and 1."""
        steps = sorted({row[:2] for row in self.rows})
        return np.array([[float(row[:2] == step) for row in self.rows] for step in steps])

    @cached_property
    def won(self) -> Ints:
        """Share of the win of the one plan in an outcome, in sixtieths: int64[outcomes]."""
        return np.array([SIXTIETHS // row[3] * row[2] * (row[1] == self.players - 1) for row in self.rows])

    @cached_property
    def is_first(self) -> NDArray[np.bool_]:
        """Which outcomes are of the first step of a game: bool[outcomes]."""
        return np.array([row[0] == 1 and row[1] == self.players - 1 for row in self.rows])

    @cached_property
    def is_ahead(self) -> NDArray[np.bool_]:
        """Outcomes with the one plan ahead of another or level with it, and with another ahead of it or level: bool[2, outcomes]."""
        mixed = [is_left == 1 and is_next < seats for is_left, _, is_next, seats, _ in self.rows]
        ahead = [is_next == 1 and (seats > 1 or others > 0) for _, others, is_next, seats, _ in self.rows]
        return np.array([ahead, mixed])


@dataclass(frozen=True)
class Model:
    """Orders of line-ups of two plans each, as far as a likelihood needs them.

    pairs: int64[line-ups, 2], positions of the plan that sits alone and of the other; plans: how many there are; sizes: numbers of seats,
    from 2, that were ever level.
    """

    steps: Steps
    pairs: Ints
    plans: int
    sizes: Sequence[int]

    @classmethod
    def of(cls, players: int, plans: int, finishes: Mapping[tuple[int, int], Ints]) -> tuple[Model, Ints]:
        """The model of counts by line-up, int64[groups, outcomes] each, and the counts: int64[groups, line-ups, outcomes]."""
        counts = np.stack([finishes[pair] for pair in finishes], axis=1)
        steps = Steps(players)
        sizes = [int(size) for size in np.unique(steps.seats[counts.sum(axis=(0, 1)) > 0]) if size > 1]
        return cls(steps, np.array(list(finishes)), plans, sizes), counts

    @cached_property
    def _levels(self) -> Floats:
        """float64[outcomes, sizes]: 1 where that number of seats is level."""
        levels: Floats = (self.steps.seats[:, None] == np.array(self.sizes, np.int64)).astype(np.float64)
        return levels

    @cached_property
    def _design(self) -> Floats:
        """float64[outcomes, 1 + sizes]: what the difference of strengths and the log deltas count in an outcome."""
        return np.concatenate([self.steps.tilt[:, None], self._levels], axis=1)

    @cached_property
    def _possible(self) -> NDArray[np.bool_]:
        return np.isin(self.steps.seats, [1, *self.sizes])

    def fit(self, counts: Floats | Ints, start: Floats | None = None) -> Floats:
        """Log strengths and log deltas of greatest likelihood: float64[plans + sizes]; counts: [line-ups, outcomes]."""
        levels = np.zeros(self.plans + len(self.sizes)) if start is None else start.copy()
        height, slope, curve = self._likelihood(levels, counts)
        for _ in range(STEPS):
            step = np.linalg.solve(curve, slope)
            part, after = 1.0, self._likelihood(levels + step, counts)
            while after[0] < height - CLOSE * abs(height) and part > CLOSE:
                part /= 2.0
                after = self._likelihood(levels + part * step, counts)
            levels = levels + part * step
            height, slope, curve = after
            if np.abs(step).max() < CLOSE:
                break
        return levels

    def likelihood(self, levels: Floats, counts: Floats | Ints) -> float:
        """Logarithm of the likelihood of counts, [line-ups, outcomes], except for the ridge."""
        return float(self._likelihood(levels, counts)[0] + RIDGE / 2.0 * (levels @ levels))

    def _likelihood(self, levels: Floats, counts: Floats | Ints) -> tuple[float, Floats, Floats]:
        """Log likelihood with its ridge, its slope and minus its curvature."""
        strengths, delta = levels[: self.plans], levels[self.plans :]
        one, other = self.pairs.T
        apart = strengths[one] - strengths[other]
        weights = np.where(self._possible, self.steps.ways + self._levels @ delta, -np.inf) + apart[:, None] * self.steps.tilt
        member = self.steps.member
        most = np.where(member > 0, weights[:, None], -np.inf).max(axis=2)
        sums = np.exp(weights - most @ member) @ member.T
        logs = weights - (most + np.log(sums)) @ member
        chance = np.exp(logs)
        met = counts @ member.T
        design = self._design
        expected = (met @ member) * chance
        rest = (counts - expected) @ design
        # Minus the second derivatives by line-up: for each step the covariance of the design, as often as the step was met.
        mean = np.einsum("lo,so,od->lsd", chance, member, design)
        inner = np.einsum("lo,od,oe->lde", expected, design, design) - np.einsum("ls,lsd,lse->lde", met, mean, mean)
        slope, curve = np.zeros(len(levels)), RIDGE * np.eye(len(levels))
        np.add.at(slope, one, rest[:, 0])
        np.add.at(slope, other, -rest[:, 0])
        slope[self.plans :] = rest[:, 1:].sum(axis=0)
        for first, sign in ((one, 1.0), (other, -1.0)):
            for second, turned in ((one, 1.0), (other, -1.0)):
                np.add.at(curve, (first, second), sign * turned * inner[:, 0, 0])
            for k in range(len(self.sizes)):
                np.add.at(curve, (first, self.plans + k), sign * inner[:, 0, 1 + k])
                np.add.at(curve, (self.plans + k, first), sign * inner[:, 0, 1 + k])
        curve[self.plans :, self.plans :] += inner[:, 1:, 1:].sum(axis=0)
        height = float((counts * np.where(counts > 0, logs, 0.0)).sum()) - RIDGE / 2.0 * float(levels @ levels)
        return height, slope - RIDGE * levels, curve


def shares_of(strengths: Floats) -> Floats:
    """Log strengths as shares of their sum: how often each finishes first at a table of one of each, ties apart."""
    shares = np.exp(strengths - strengths.max())
    normalised: Floats = shares / shares.sum()
    return normalised


def joined(model: Model, counts: Ints, least: int) -> set[int]:
    """Plans that can be separated from the strongest: each finishes ahead of, or level with, the next in `least` groups of deals or more.

    counts: int64[groups, line-ups, outcomes]. Among others the likelihood rises as the strength of one falls to nothing.
    """
    seen = np.einsum("glo,ko->lkg", counts, model.steps.is_ahead.astype(np.int64)) > 0
    often = seen.sum(axis=2) >= least
    ahead = np.zeros((model.plans, model.plans), bool)
    for (one, other), (first, second) in zip(model.pairs, often, strict=True):
        ahead[one, other] |= first
        ahead[other, one] |= second
    reach = ahead | np.eye(model.plans, dtype=bool)
    for _ in range(model.plans):
        reach = (reach.astype(np.int64) @ reach.astype(np.int64)) > 0
    strongest = int(np.argmax(model.fit(counts.sum(axis=0))[: model.plans]))
    return {plan for plan in range(model.plans) if reach[plan, strongest] and reach[strongest, plan]}
