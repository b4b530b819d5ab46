"""Intervals of what matchups say of a whole field, by drawing its deals again (the bootstrap).

The deals lie in groups (tally_parts.py). As many groups as there are are drawn with replacement, for all line-ups alike, so that what
line-ups have in common because they share their deals is kept (Efron and Tibshirani, An introduction to the bootstrap, 1993, chapter 8).
With no more than 64 deals each is a group of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcli.game import SIXTIETHS
from simcli.stats.field_tally import FieldTally
from simcli.stats.intervals import FEWEST_EFFECTIVE, FEWEST_WINS, LEVEL, critical, logit
from simcli.stats.ratings.lottery import drawn_mixes, effective_number, greatest_entropy, maximal_lottery, spread, without_small
from simcli.stats.ratings.strengths import Model, Steps, joined, shares_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bounds = tuple[float | None, float | None, float | None]
"""(low, value, high)."""

DRAWS = 200


@dataclass(frozen=True)
class Number:
    """An effective number of plans: as the deals came, float64[draws] as drawn again (None with too few), and the most allowed."""

    value: float
    drawn: Floats | None
    most: float

    @property
    def bounds(self) -> Bounds:
        """With its interval."""
        if self.drawn is None:
            return None, self.value, None
        ((low, value, high),) = spread(np.array([self.value]), self.drawn[:, None])
        return low, value, max(high, self.most)

    @property
    def unseen(self) -> float:
        """By how much more it may be than in any draw that counts: plans that are level in truth hardly ever come out level."""
        if self.drawn is None:
            return 0.0
        ((_, _, high),) = spread(np.array([self.value]), self.drawn[:, None])
        return max(0.0, self.most - high)


def apart(own: Number, base: Number) -> Bounds:
    """How many more plans the one has than the other; both from the same deals, drawn alike, so that their luck falls out.

    What may be and was not drawn widens it on either side.
    """
    value = own.value - base.value
    if own.drawn is None or base.drawn is None:
        return None, value, None
    ((low, _, high),) = spread(np.array([value]), (own.drawn - base.drawn)[:, None])
    return low - base.unseen, value, high + own.unseen


@dataclass(frozen=True)
class Redrawn:
    """A field with its deals as they came, and drawn again; one at least. Plans are meant by their places in `tally.plans`."""

    tally: FieldTally

    @cached_property
    def has_bounds(self) -> bool:
        """Whether there are deals enough for intervals."""
        return self.tally.deals >= FEWEST_EFFECTIVE

    @cached_property
    def counts(self) -> dict[tuple[int, int], Ints]:
        """Steps of orders by places of the plans, int64[groups, outcomes]; the groups that have deals."""
        places = {plan: k for k, plan in enumerate(self.tally.plans)}
        counted = {(places[one], places[other]): counts for (one, other), counts in self.tally.finishes.items()}
        played = np.any([counts.any(axis=1) for counts in counted.values()], axis=0)
        return {pair: counts[played] for pair, counts in counted.items()}

    @cached_property
    def weights(self) -> Ints:
        """How often each group is drawn: int64[draws, groups]; the same each time."""
        groups = len(next(iter(self.counts.values())))
        drawn: Ints = np.random.default_rng(0).multinomial(groups, np.full(groups, 1.0 / groups), DRAWS)
        return drawn

    @cached_property
    def advantage(self) -> Floats:
        """Advantage of each plan over each other, float64[plans, plans]."""
        alone: Floats = self._advantages(np.ones((1, self.weights.shape[1]), np.int64))[0]
        return alone

    @cached_property
    def advantages(self) -> Floats:
        """The same in each draw: float64[draws, plans, plans]."""
        return self._advantages(self.weights)

    def _advantages(self, weights: Ints) -> Floats:
        n, steps = len(self.tally.plans), Steps(self.tally.players)
        shares = np.full((len(weights), n, n), 1.0 / self.tally.players)
        for (one, other), counts in self.counts.items():
            games = weights @ counts[:, steps.is_first].sum(axis=1)
            shares[:, one, other] = weights @ (counts @ steps.won) / (games * SIXTIETHS)
            if self.tally.players == 2:
                shares[:, other, one] = 1.0 - shares[:, one, other]
        apart: Floats = (shares - shares.transpose(0, 2, 1)) / 2.0
        return apart

    @cached_property
    def lottery(self) -> tuple[Floats, Floats | None, Floats | None]:
        """The maximal lottery, that of each draw, and what the plans gain on those."""
        mix = maximal_lottery(self.advantage)
        return (mix, *drawn_mixes(self.advantages)) if self.has_bounds else (mix, None, None)

    def weights_and_gains(self) -> tuple[Sequence[Bounds], Sequence[Bounds]]:
        """Of each plan its weight in the lottery, and its advantage against it."""
        mix, mixes, gains = self.lottery
        values = self.advantage @ mix
        if mixes is None or gains is None:
            return [(None, x, None) for x in mix], [(None, x, None) for x in values]
        return spread(mix, mixes), spread(values, gains)

    def lottery_plans(self) -> Bounds:
        """The effective number of plans in the lottery."""
        mix, mixes, _ = self.lottery
        return self._number(mix, mixes, 0.0, 1).bounds

    def viable_plans(self, tolerance: float, family: int = 1) -> Number:
        """The effective number of plans in the lottery of what advantages exceed the tolerance by.

        family: numbers that are to hold with 95 % together. The draws then lie farther from what was found, as much as Student's t has
        it for one of a family (Bonferroni): drawn advantages are nearly normal, the numbers made of them are not.
        """
        mix = maximal_lottery(without_small(self.advantage, tolerance))
        if not self.has_bounds:
            return Number(effective_number(mix), None, 0.0)
        groups = self.weights.shape[1]
        wider = critical(groups, (1.0 - LEVEL) / family) / critical(groups, 1.0 - LEVEL)
        advantages = self.advantage + wider * (self.advantages - self.advantage) if family > 1 else self.advantages
        return self._number(mix, drawn_mixes(without_small(advantages, tolerance))[0], tolerance, family)

    def _number(self, mix: Floats, mixes: Floats | None, tolerance: float, family: int) -> Number:
        """The effective number of a mix, those of the draws, and the most that advantages as they may be allow.

        Plans that are level in truth hardly ever come out level, and then the mixes of all draws have few plans. So the upper bound is no
        less than the greatest entropy of any mix on which no plan gains for certain, all advantages at their lower limits together
        (Bonferroni): the true mix is one of these with 97.5 %.
        """
        value = effective_number(mix)
        if mixes is None:
            return Number(value, None, 0.0)
        n = len(mix)
        limit = critical(self.weights.shape[1], (1.0 - LEVEL) / (n * (n - 1)) / family)
        lower = without_small(self.advantage - limit * self.advantages.std(axis=0, ddof=1), tolerance)
        np.fill_diagonal(lower, 0.0)
        return Number(value, np.array([effective_number(drawn) for drawn in mixes]), effective_number(greatest_entropy(lower)))

    def strengths(self) -> list[Bounds]:
        """Of each plan its strength from finishing orders, as a share of the sum of all.

        The interval is Student's on the logit scale, with the standard error of the draws. There is none for plans that cannot be told
        apart from the strongest by how often the one or the other finishes ahead (`strengths.joined`).
        """
        n = len(self.tally.plans)
        model, counts = Model.of(self.tally.players, n, self.counts)
        levels = model.fit(counts.sum(axis=0))
        shares = shares_of(levels[:n])
        if not self.has_bounds or len(known := joined(model, counts, FEWEST_WINS)) < 2:
            return [(None, share, None) for share in shares]
        groups = len(counts)
        summed = np.tensordot(self.weights, counts, (1, 0))
        drawn = np.array([shares_of(model.fit(drawn, levels)[:n]) for drawn in summed])
        bounds: list[Bounds] = []
        for plan, share in enumerate(shares):
            if plan not in known:
                bounds.append((None, float(share), None))
                continue
            se = np.log(drawn[:, plan] / (1.0 - drawn[:, plan])).std(ddof=1) * math.sqrt(groups / (groups - 1))
            reach = critical(groups, 1.0 - LEVEL) * float(se)
            low, high = (1.0 / (1.0 + math.exp(-(logit(float(share)) + side))) for side in (-reach, reach))
            bounds.append((low, float(share), high))
        return bounds
