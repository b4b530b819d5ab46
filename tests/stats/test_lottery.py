"""Ratings that a copy of a plan does not change, on matrices whose mixes are known."""

from __future__ import annotations

import time

import numpy as np
import pytest

from simcli.stats.cycles import shortest_cycles
from simcli.stats.lottery import a_mix, drawn_mixes, maximal_lottery, spread

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
UNEVEN = np.array([[0.0, -0.1, 0.3], [0.1, 0.0, -0.2], [-0.3, 0.2, 0.0]])
"""Rock beats scissors by 0.3, scissors paper by 0.2, paper rock by 0.1: each weighs what the other two play for."""


def copied(matrix: np.ndarray, plans: list[int]) -> np.ndarray:
    return matrix[np.ix_(plans, plans)]


@pytest.mark.parametrize(
    ("matrix", "mix"),
    [
        (ROCK_PAPER_SCISSORS, [1 / 3, 1 / 3, 1 / 3]),
        (UNEVEN, [2 / 6, 3 / 6, 1 / 6]),
        (np.array([[0.0, 0.2], [-0.2, 0.0]]), [1.0, 0.0]),
        (np.zeros((4, 4)), [0.25, 0.25, 0.25, 0.25]),
        (np.array([[0.0, 0.0, 0.1], [0.0, 0.0, 0.3], [-0.1, -0.3, 0.0]]), [0.5, 0.5, 0.0]),
    ],
)
def test_known_mixes(matrix: np.ndarray, mix: list[float]) -> None:
    assert maximal_lottery(matrix) == pytest.approx(mix, abs=1e-6)


@pytest.mark.parametrize("matrix", [ROCK_PAPER_SCISSORS, UNEVEN])
def test_copies_share_the_weight_of_the_plan_and_leave_all_other_weights(matrix: np.ndarray) -> None:
    alone = maximal_lottery(matrix)
    plans = [0, 0, 1, 2, 2, 2]
    mix = maximal_lottery(copied(matrix, plans))
    assert mix == pytest.approx([alone[plan] / plans.count(plan) for plan in plans], abs=1e-6)


def test_no_plan_gains_on_the_mix_and_copies_sum_up_whatever_the_matrix() -> None:
    generator = np.random.default_rng(7)
    for n in range(2, 10):
        drawn = generator.normal(size=(n, n))
        matrix = drawn - drawn.T
        mix = maximal_lottery(matrix)
        assert mix.sum() == pytest.approx(1.0)
        assert (matrix @ mix).max() < 1e-6
        assert a_mix(matrix) == pytest.approx(mix, abs=1e-6)
        plans = [*range(n), 0, n - 1, 0]
        again = maximal_lottery(copied(matrix, plans))
        assert np.bincount(plans, again) == pytest.approx(mix, abs=1e-5)


def test_drawn_mixes_are_the_same_each_time_and_spread_around_the_mix() -> None:
    se = np.full((3, 3), 0.05)
    mixes, gains = drawn_mixes(UNEVEN, se)
    again, _ = drawn_mixes(UNEVEN, se)
    assert (mixes == again).all()
    assert gains.max() < 1e-6
    for low, value, high in spread(maximal_lottery(UNEVEN), mixes):
        assert 0 <= low < value < high <= 1
    exact, _ = drawn_mixes(UNEVEN, np.zeros((3, 3)))
    assert spread(maximal_lottery(UNEVEN), exact)[1] == pytest.approx((0.5, 0.5, 0.5), abs=1e-6)


def test_what_is_gained_on_a_plan_that_beats_all_has_the_interval_of_the_advantage() -> None:
    matrix = np.array([[0.0, 0.2], [-0.2, 0.0]])
    mixes, gains = drawn_mixes(matrix, np.full((2, 2), 0.01))
    assert (mixes == [1.0, 0.0]).all()
    low, value, high = spread(matrix @ maximal_lottery(matrix), gains)[1]
    assert (low, value, high) == pytest.approx((-0.2 - 0.0196, -0.2, -0.2 + 0.0196), abs=3e-4)


def test_shortest_cycles() -> None:
    assert shortest_cycles([0, 1, 2], {(0, 1), (1, 2), (2, 0)}) == [(0, 1, 2)]
    assert shortest_cycles([0, 1, 2], {(1, 0), (2, 1), (0, 2)}) == [(0, 2, 1)]
    assert shortest_cycles([0, 1, 2, 3], {(0, 1), (1, 2), (2, 3), (3, 0)}) == [(0, 1, 2, 3)]
    assert shortest_cycles([0, 1, 2, 3], {(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)}) == [(0, 1, 3)]
    assert shortest_cycles([2, 5, 7], {(2, 5), (5, 7), (2, 7)}) == []


def test_forty_plans_in_a_row_have_no_cycle_and_that_is_seen_at_once() -> None:
    begun = time.monotonic()
    row = {(i, j) for i in range(40) for j in range(i + 1, 40)}
    assert shortest_cycles(range(40), row) == []
    assert len(shortest_cycles(range(40), row - {(0, 39)} | {(39, 0)})) == 38
    assert time.monotonic() - begun < 5
