"""Integer policies: the Gumbel table is the same everywhere, noise makes a softmax, equals are drawn among uniformly, and the noise of one
decision, seat, deal or action says nothing of that of another.
"""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import Any

import numpy as np
import pig
import pytest
from scipy.stats import chi2

from simcli.engine import rng
from simcli.engine.gumbel import SIZE, gumbel_table
from simcli.engine.kernel import entry
from simcli.engine.loop import playout
from simcli.engine.loop.lineup import pack_strategies
from simcli.engine.policy import softmax
from simcli.testing import playthrough

DRAWS = 400_000
SIGMAS = 5
"""Each frequency is held to this many standard deviations: a false alarm in about 1 of 1.7 million frequencies."""

CODES = np.array([0, 1, 2, 5, 64, 255, 4096, 70_000, 1 << 20, (1 << 20) + 1, 1 << 31, (1 << 32) - 1, 7], np.uint32)
"""Codes of actions: neighbours, and such that differ in high bits only."""


@entry
def count_choices(sums, actions, n, players, key, draws, counts):
    """How often each of n actions is chosen in the first `draws` decisions of a seat."""
    for number in range(draws):
        counts[softmax(sums, actions, n, players[0], rng.derive(key, number))] += 1


@entry
def count_picks(n, key, draws, counts):
    """How often each number is drawn in the first `draws` decisions of a seat that plays at random."""
    for number in range(draws):
        counts[rng.below_once(rng.derive(key, number), n)] += 1


@entry
def choose_by_keys(sums, actions, n, players, keys, chosen):
    """Choice of the decision with each of the keys."""
    for i in range(keys.shape[0]):
        chosen[i] = softmax(sums, actions, n, players[0], keys[i])


def frequencies(values: list[int], temperature: int, draws: int = DRAWS, weight: int = 1000) -> np.ndarray:
    """Counts of choices among actions whose only weighed feature has these values (weight 1)."""
    game = pig.GAME
    strategy: Any = playthrough.strategies_of(game)[1]
    strategy.temperature = temperature
    players = pack_strategies(game, [strategy]).records
    sums = weight * np.array(values, np.int64)
    counts = np.zeros(len(values), np.int64)
    count_choices(sums, CODES, len(values), players, np.uint64(len(values) * 1000 + temperature), draws, counts)
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


@pytest.mark.parametrize("n", [2, 3, 7, 12])
def test_random_play_draws_uniformly(n: int) -> None:
    counts = np.zeros(n, np.int64)
    count_picks(n, np.uint64(n), DRAWS, counts)
    assert_frequencies(counts, np.full(n, 1 / n))


SEATS, NUMBERS = 4, 50
"""Of each deal in the tests of independence."""


def keys_of_decisions(deals: int) -> np.ndarray:
    """uint64[deals, seats, decisions]: keys as the playout loop derives them, half of the decisions in round 1 and half in round 2."""
    stream = playout.LUCK_STREAM
    luck = _derive(_derive(np.arange(1, deals + 1, dtype=np.uint64), 0)[:, None], stream + np.arange(SEATS, dtype=np.uint64)[None])
    half = np.arange(NUMBERS // 2, dtype=np.uint64)
    return _derive(luck[:, :, None], np.concatenate([(np.uint64(r) << playout.ROUND_SHIFT) + half for r in (1, 2)])[None, None])


def _derive(key: Any, index: Any) -> np.ndarray:
    """`rng.derive` in numpy."""
    with np.errstate(over="ignore"):
        z = key + (np.uint64(index) + rng.ONE) * rng.GOLDEN
        z = (z ^ (z >> np.uint64(30))) * rng.MIX_1
        z = (z ^ (z >> np.uint64(27))) * rng.MIX_2
        return np.asarray(z ^ (z >> np.uint64(31)))


def words_of(keys: np.ndarray, action: int) -> np.ndarray:
    """The ten bits of an action's noise in the decision with each key: quantiles of its Gumbel distribution in 1,024 parts."""
    return (_derive(keys, np.uint64(action)) >> np.uint64(54)).astype(np.int64).ravel()


def assert_independent(one: np.ndarray, other: np.ndarray) -> None:
    """Chi-square of the pairs in 32 x 32 parts, and of their difference modulo 1,024; a false alarm in 1 of 500,000."""
    for cells in ((one >> 5) * 32 + (other >> 5), (one - other) & 1023):
        counts = np.bincount(cells, minlength=1024)
        expected = len(cells) / 1024
        assert chi2.sf(((counts - expected) ** 2 / expected).sum(), 1023) > 1e-6


def test_luck_is_independent_between_decisions_seats_and_deals() -> None:
    keys = keys_of_decisions(4_000)
    assert len(np.unique(keys)) == keys.size
    one = words_of(keys[:-1, :-1, :-1], 3)
    for other in (keys[:-1, :-1, 1:], keys[:-1, 1:, :-1], keys[1:, :-1, :-1], keys[1:, 1:, 1:]):
        assert_independent(one, words_of(other, 3))
    half = NUMBERS // 2
    assert_independent(words_of(keys[..., :half], 3), words_of(keys[..., half:], 3))  # the same decision of two rounds


def test_luck_is_independent_between_actions() -> None:
    keys = keys_of_decisions(2_000)
    words = [words_of(keys, int(code)) for code in CODES]
    for one, other in combinations(words, 2):
        assert_independent(one, other)
    for a, b, c in zip(words, words[1:], words[2:], strict=False):
        assert_independent(a, (b + c) & 1023)
        assert_independent(b, (a ^ c) & 1023)


def test_choices_of_neighbouring_decisions_are_independent() -> None:
    """Of three equal actions, pairs of choices: of a seat's next decision, of the next seat's, of the next deal's. Nine counts each."""
    keys = keys_of_decisions(4_000)
    players = pack_strategies(pig.GAME, [playthrough.strategies_of(pig.GAME)[2]]).records
    chosen = np.zeros(keys.size, np.int64)
    choose_by_keys(np.zeros(3, np.int64), CODES, 3, players, keys.ravel(), chosen)
    chosen = chosen.reshape(keys.shape)
    single = np.bincount(chosen.ravel(), minlength=3) / chosen.size
    for one, other in ((chosen[..., :-1], chosen[..., 1:]), (chosen[:, :-1], chosen[:, 1:]), (chosen[:-1], chosen[1:])):
        counts = np.bincount((one * 3 + other).ravel(), minlength=9)
        expected = np.outer(single, single).ravel() * one.size
        assert (np.abs(counts - expected) < SIGMAS * np.sqrt(expected)).all()


def test_the_luck_of_an_action_does_not_depend_on_the_others() -> None:
    """Where the actions of two decisions with one key differ, the choice among those they share is the same, or one that is not shared."""
    keys = keys_of_decisions(50).ravel()
    for player in (1, 2):  # without noise and with it
        players = pack_strategies(pig.GAME, [playthrough.strategies_of(pig.GAME)[player]]).records
        few, many = np.zeros(keys.size, np.int64), np.zeros(keys.size, np.int64)
        choose_by_keys(np.zeros(4, np.int64), CODES[[1, 3, 4, 6]], 4, players, keys, few)
        choose_by_keys(np.zeros(6, np.int64), CODES[[0, 1, 3, 4, 5, 6]], 6, players, keys, many)
        kept = np.isin(many, [1, 2, 3, 5])
        assert 0.6 < kept.mean() < 0.73
        assert (np.array([1, 2, 3, 5])[few[kept]] == many[kept]).all()


def test_large_weights_and_features_do_not_overflow() -> None:
    """Weight 1,000,000, feature 1,000,000: far beyond what a strategy file may hold."""
    for temperature, values in product((0, 1000), ([-1_000_000, 999_999, 1_000_000], [-3, -1, -2])):
        counts = frequencies(values, temperature, draws=100, weight=1_000_000_000)
        assert counts.argmax() == int(np.argmax(values))
        assert counts.max() == 100
