"""Strengths from finishing orders, against likelihoods written out seat by seat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from simcli.stats.ratings.strengths import Model, Steps, joined, shares_of
from simcli.tally_parts import finish_index, n_finishes

Order = tuple[tuple[int, ...], ...]
"""Seats that are level, from the front."""


def orders(seats: tuple[int, ...]) -> Iterator[Order]:
    """All orders of seats, ties among them."""
    if not seats:
        yield ()
    for size in range(1, len(seats) + 1):
        for first in combinations(seats, size):
            for rest in orders(tuple(seat for seat in seats if seat not in first)):
                yield (first, *rest)


def worth(seats: Sequence[int], alpha: Sequence[float], delta: Sequence[float]) -> float:
    return float(delta[len(seats)] * math.prod(alpha[seat] for seat in seats) ** (1 / len(seats)))


def chance(order: Order, alpha: Sequence[float], delta: Sequence[float]) -> float:
    """Probability of an order, set by set as the model is written; delta by number of seats."""
    left, product = [seat for group in order for seat in group], 1.0
    for group in order:
        sets = (found for size in range(1, len(left) + 1) for found in combinations(left, size))
        product *= worth(group, alpha, delta) / sum(worth(found, alpha, delta) for found in sets)
        left = [seat for seat in left if seat not in group]
    return product


def outcomes(order: Order) -> Iterator[int]:
    """Where the steps of an order are counted; seat 0 is the plan that sits alone."""
    players = sum(map(len, order))
    others, is_left = players - 1, 1
    for group in order:
        is_next = int(0 in group)
        yield finish_index(players, is_left, others, is_next, len(group))
        others, is_left = others - len(group) + is_next, is_left - is_next


def counted(order: Order, times: int = 1) -> np.ndarray:
    counts = np.zeros(n_finishes(sum(map(len, order))), np.int64)
    for k in outcomes(order):
        counts[k] += times
    return counts


@pytest.mark.parametrize("players", range(2, 9))
def test_every_outcome_has_a_place_of_its_own(players: int) -> None:
    steps = Steps(players)
    assert len(steps.rows) == n_finishes(players)
    assert None not in steps.rows
    assert (steps.member.sum(axis=0) == 1).all()
    assert steps.won.max() == 60


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_likelihood_is_the_product_over_all_sets_of_seats(players: int) -> None:
    """Of every order that a table can have."""
    alpha, delta = [0.7] + [1.9] * (players - 1), [0.0, 1.0, 0.3, 0.2, 0.1, 0.05]
    every = sorted(set(orders(tuple(range(players)))))
    made = [(order, counted(order)) for order in every]
    model, _ = Model.of(players, 2, {(0, 1): np.array([counts for _, counts in made])})
    assert list(model.sizes) == list(range(2, players + 1))
    found = np.log([0.7, 1.9, *delta[2 : players + 1]])
    # Seats of the other plan are alike: a step that leaves which of them is next open has the chance of all of them together.
    for order, counts in made:
        ways = math.prod(math.exp(Steps(players).ways[k]) for k in outcomes(order))
        assert math.exp(model.likelihood(found, counts[None])) == pytest.approx(ways * chance(order, alpha, delta))


def test_strengths_are_those_of_greatest_likelihood_found_by_search() -> None:
    """Three plans in threes, counts as they come; scipy searches the likelihood that is written out seat by seat."""
    generator = np.random.default_rng(1)
    every, pairs = list(orders((0, 1, 2))), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    times = {pair: generator.integers(1, 12, len(every)) for pair in pairs}
    finishes = {pair: sum(counted(order, int(n)) for order, n in zip(every, times[pair], strict=True))[None] for pair in pairs}
    model, counts = Model.of(3, 3, finishes)
    found = model.fit(counts.sum(axis=0))

    def unlikely(x: np.ndarray) -> float:
        alpha, delta = [1.0, *np.exp(x[:2])], [0.0, 1.0, *np.exp(x[2:])]
        logs = 0.0
        for one, other in pairs:
            seats = [alpha[one], alpha[other], alpha[other]]
            logs += sum(n * math.log(chance(order, seats, delta)) for order, n in zip(every, times[one, other], strict=True))
        return -logs

    searched = minimize(unlikely, np.zeros(4), method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-10, "maxiter": 4000}).x
    assert found[1:3] - found[0] == pytest.approx(searched[:2], abs=1e-4)
    assert found[3:] == pytest.approx(searched[2:], abs=1e-3)


def test_with_two_players_strengths_have_a_closed_form() -> None:
    """One beats the other 60 times, loses 20 times and is level 20 times: odds of 3 (Davidson, 1970)."""
    counts = counted(((0,), (1,)), 60) + counted(((1,), (0,)), 20) + counted(((0, 1),), 20)
    model, whole = Model.of(2, 2, {(0, 1): counts[None]})
    found = model.fit(whole.sum(axis=0))
    assert math.exp(found[0] - found[1]) == pytest.approx(3, rel=1e-3)
    assert math.exp(found[2]) == pytest.approx(20 / math.sqrt(60 * 20), rel=1e-3)
    assert shares_of(found[:2]) == pytest.approx([0.75, 0.25], abs=1e-3)


def test_who_never_finishes_ahead_is_not_joined_to_the_strongest() -> None:
    always, both = counted(((0,), (1,)), 9), counted(((0,), (1,)), 5) + counted(((1,), (0,)), 4)
    rows = {(0, 1): both, (0, 2): always, (1, 2): always}
    model, counts = Model.of(2, 3, {pair: np.tile(row, (12, 1)) for pair, row in rows.items()})
    assert joined(model, counts, 10) == {0, 1}
    assert joined(model, counts, 13) == {0}
    found = model.fit(counts.sum(axis=0))
    assert np.isfinite(found).all()
    assert shares_of(found[:3])[2] < 1e-3
