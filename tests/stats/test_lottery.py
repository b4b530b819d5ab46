"""Ratings that a copy of a plan does not change, on matrices whose mixes are known."""

from __future__ import annotations

import time

import numpy as np
import pytest

from simcli.stats.ratings.cycles import shortest_cycles
from simcli.stats.ratings.lottery import drawn_mixes, effective_number, greatest_entropy, maximal_lottery, spread, without_small

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


def test_a_plan_of_hardly_any_weight_ends_no_study() -> None:
    """It has a five millionth: as a multiple of the mix that is too long a way for a linear program."""
    above = [
        0.3557124917992867,
        -0.6600051126412884,
        -0.5721269724560871,
        0.0,
        0.6745194433015714,
        0.3331128891622047,
        -0.4696950602106365,
        0.46682055489055346,
        1.0,
        -0.9927610779213434,
    ]
    matrix = np.zeros((5, 5))
    matrix[np.triu_indices(5, 1)] = above
    mix = maximal_lottery(matrix - matrix.T)
    assert mix == pytest.approx([0.392055, 0.393769, 0.199511, 0.014665, 0.0], abs=1e-5)
    assert ((matrix - matrix.T) @ mix).max() < 1e-6


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
        plans = [*range(n), 0, n - 1, 0]
        again = maximal_lottery(copied(matrix, plans))
        assert np.bincount(plans, again) == pytest.approx(mix, abs=1e-5)


def test_drawn_mixes_lie_around_the_mix() -> None:
    noise = np.random.default_rng(1).normal(0, 0.03, (200, 3, 3))
    mixes, gains = drawn_mixes(UNEVEN + (noise - noise.transpose(0, 2, 1)) / np.sqrt(2))
    assert gains.max() < 1e-6
    for low, value, high in spread(maximal_lottery(UNEVEN), mixes):
        assert 0 <= low < value < high <= 1


@pytest.mark.parametrize("tolerance", [0.0, 0.04])
def test_mixes_of_many_matrices_are_those_of_each_by_itself(tolerance: float) -> None:
    drawn = np.random.default_rng(2).normal(0, 0.05, (40, 5, 5))
    matrices = without_small(drawn - drawn.transpose(0, 2, 1), tolerance)
    mixes, gains = drawn_mixes(matrices)
    assert mixes == pytest.approx(np.array([maximal_lottery(matrix) for matrix in matrices]), abs=1e-6)
    assert gains.max() < 1e-6


@pytest.mark.parametrize("seed", [5, 9, 12, 15, 22, 31])
def test_where_the_same_plans_are_level_mixes_are_those_of_each_matrix_by_itself(seed: int) -> None:
    """Who beats whom stays and by how much does not: some matrices have several mixes, not all on the same plans. Half are whole numbers,
    so that others gain exactly nothing."""
    rng = np.random.default_rng(seed)
    signs = np.triu(rng.integers(-1, 2, (5, 5)), 1)
    drawn = signs * np.concatenate([rng.uniform(0.02, 0.2, (20, 5, 5)), rng.integers(1, 3, (20, 5, 5))])
    matrices = drawn - drawn.transpose(0, 2, 1)
    alone = np.array([maximal_lottery(matrix) for matrix in matrices])
    assert len({tuple(mix > 0) for mix in alone}) > 1
    assert drawn_mixes(matrices)[0] == pytest.approx(alone, abs=1e-9)


@pytest.mark.parametrize(
    ("matrix", "plans"),
    [
        (ROCK_PAPER_SCISSORS, 3.0),
        (np.zeros((5, 5)), 5.0),
        (np.array([[0.0, 0.2], [-0.2, 0.0]]), 1.0),
        (UNEVEN, np.exp(-sum(p * np.log(p) for p in (2 / 6, 3 / 6, 1 / 6)))),
    ],
)
def test_effective_number_of_plans(matrix: np.ndarray, plans: float) -> None:
    assert effective_number(maximal_lottery(matrix)) == pytest.approx(plans, abs=1e-5)


def test_small_advantages_count_as_none_and_larger_ones_for_the_rest() -> None:
    matrix = np.array([[0.0, 0.005, 0.3], [-0.005, 0.0, 0.3], [-0.3, -0.3, 0.0]])
    assert effective_number(maximal_lottery(matrix)) == pytest.approx(1)
    assert effective_number(maximal_lottery(without_small(matrix, 0.01))) == pytest.approx(2)
    assert without_small(matrix, 0.01)[0].tolist() == pytest.approx([0, 0, 0.29])


def test_greatest_entropy_where_a_plan_may_be_a_little_worse() -> None:
    """p of the worse plan, which loses 0.1: the other gains 0.1 p, of which the matrix allows 0.02: p = 0.2."""
    assert greatest_entropy(np.array([[-0.02, 0.08], [-0.12, -0.02]])) == pytest.approx([0.8, 0.2], abs=1e-6)
    assert greatest_entropy(np.array([[0.1, -0.2]])) == pytest.approx([0.5, 0.5])
    assert greatest_entropy(np.array([[0.1, -0.2]]), np.array([True])) == pytest.approx([2 / 3, 1 / 3], abs=1e-6)


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
