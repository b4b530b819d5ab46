"""Integer policies: the Gumbel table is the same everywhere, noise makes a softmax, equals are drawn among uniformly."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pig
import pytest

from simcli.engine import rng
from simcli.engine.gumbel import SIZE, gumbel_table
from simcli.engine.kernel import entry
from simcli.engine.lineup import pack_strategies
from simcli.engine.policy import softmax
from simcli.testing import playthrough

DRAWS = 400_000
SIGMAS = 5
"""Each frequency is held to this many standard deviations: a false alarm in about 1 of 1.7 million frequencies."""

seed = entry(rng.seed)


@entry
def count_choices(sums, n, players, noise, draws, counts):
    """How often each of n actions is chosen."""
    for _ in range(draws):
        counts[softmax(sums, n, players[0], noise)] += 1


def frequencies(values: list[int], temperature: int, draws: int = DRAWS, weight: int = 1000) -> np.ndarray:
    """Counts of choices among actions whose only weighed feature has these values (weight 1)."""
    game = pig.GAME
    strategy: Any = playthrough.strategies_of(game)[1]
    strategy.temperature = temperature
    players = pack_strategies(game, [strategy]).records
    sums = weight * np.array(values, np.int64)
    noise, counts = np.zeros(4, np.uint64), np.zeros(len(values), np.int64)
    seed(noise, np.uint64(len(values) * 1000 + temperature))
    count_choices(sums, len(values), players, noise, draws, counts)
    return counts


def assert_frequencies(counts: np.ndarray, chances: np.ndarray) -> None:
    spread = np.sqrt(DRAWS * chances * (1 - chances))
    assert (np.abs(counts - DRAWS * chances) <= SIGMAS * spread).all()


def test_no_entry_of_the_gumbel_table_is_near_a_rounding_boundary() -> None:
    exact = [-1000 * math.log(-math.log((k + 0.5) / SIZE)) for k in range(SIZE)]
    assert min(abs(x % 1 - 0.5) for x in exact) > 1e-6
    assert gumbel_table().tolist() == [round(x) for x in exact]
    assert (gumbel_table()[0], gumbel_table()[511], gumbel_table()[1023]) == (-2031, 365, 7624)


@pytest.mark.parametrize("values", [[0, 1], [0, 1, 2], [3, 0, 1], [-5, -5, -4]])
@pytest.mark.parametrize("temperature", [500, 1000, 3000])
def test_noise_chooses_by_the_chances_its_table_gives(values: list[int], temperature: int) -> None:
    """Chances of two and three actions, counted over all pairs and triples of table entries; equals go to the first."""
    noise = temperature * gumbel_table() // 1000
    scores = [v * 1000 + noise for v in values]
    chances = np.zeros(len(values))
    for i, mine in enumerate(scores):
        wins = np.ones(SIZE)
        for j, other in enumerate(scores):
            if j != i:
                ordered = np.sort(other)
                wins *= np.searchsorted(ordered, mine, side="left" if j < i else "right") / SIZE
        chances[i] = wins.mean()
    assert abs(chances.sum() - 1) < 1e-12
    softmax = np.exp(np.array(values) * 1000 / temperature)
    assert np.abs(chances - softmax / softmax.sum()).max() < 0.003
    assert_frequencies(frequencies(values, temperature), chances)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 11])
def test_equals_are_drawn_among_uniformly_without_noise(n: int) -> None:
    values = [4] * n + [3, -2]
    counts = frequencies(values, 0)
    assert counts[n:].tolist() == [0, 0]
    assert_frequencies(counts[:n], np.full(n, 1 / n))


@pytest.mark.parametrize("place", range(4))
def test_the_best_is_taken_without_noise(place: int) -> None:
    values = [-7, -7, -7, -7]
    values[place] = -6
    assert frequencies(values, 0, draws=100).tolist() == [100 * (i == place) for i in range(4)]


def test_large_weights_and_features_do_not_overflow() -> None:
    """Weight 1,000,000, feature 1,000,000: far beyond what a strategy file may hold."""
    for temperature, values in product((0, 1000), ([-1_000_000, 999_999, 1_000_000], [-3, -1, -2])):
        counts = frequencies(values, temperature, draws=100, weight=1_000_000_000)
        assert counts.argmax() == int(np.argmax(values))
        assert counts.max() == 100
