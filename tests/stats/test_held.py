"""Copies held of several items judged together: against least squares, simulated games, planted changes and their floors."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simcli.stats import held
from simcli.stats.held import Gain, Held, held_changes, held_effects
from simcli.stats.intervals import FEW_DEALS, NOTHING, interval, p_value
from simcli.stats.verdicts import holm
from tests.conftest import count_calls
from tests.stats.synthetic import held_sums, slope

CARDS, COPIES, PLAYERS, HAND = 11, 9, 4, 12
PAIRS = [(i, j) for i in range(CARDS) for j in range(i, CARDS)]
STRONG = 7


def deal(rng, deals):
    """Copies held, int64[deals, 1, players, cards], hands of one size; and luck, the points a player has besides."""
    deck = np.repeat(np.arange(CARDS), COPIES)
    order = deck[rng.random((deals, len(deck))).argsort(axis=1)][:, : PLAYERS * HAND].reshape(deals, PLAYERS, HAND)
    return (order[..., None] == np.arange(CARDS)).sum(axis=2)[:, None], rng.normal(0, 6, (deals, 1, PLAYERS)).round()


def held_of(x, luck, worth):
    """What is summed up of games in which a copy of each card is worth so many points."""
    score = (x @ np.asarray(worth) + luck).astype(np.int64)
    best = score == score.max(axis=2, keepdims=True)
    share = best * (60 // best.sum(axis=2, keepdims=True))
    spread, gain = held_sums(x, share, score, PLAYERS, PAIRS)
    return Held.of(range(CARDS), PAIRS, spread, gain, slope(x, share, PLAYERS), len(x))


def plain(more=0):
    return [k % 3 + (more if k == STRONG else 0) for k in range(CARDS)]


def named(estimates):
    adjusted = holm([p_value(estimate, 0.0) for estimate in estimates.values()])
    return {i for i, p in zip(estimates, adjusted, strict=True) if p is not None and p < 0.05}


@pytest.mark.parametrize("runs", [60, pytest.param(200, marks=pytest.mark.soak)])
@pytest.mark.parametrize("gain", Gain)
def test_a_point_more_a_copy_is_found_and_no_other_card_named(gain, runs):
    """Runs of 1,000 deals. Found: all; others named: 5 % and four binomial standard errors (false alarm 3e-5)."""
    rng, found = np.random.default_rng(5), []
    for _ in range(runs):
        x, luck = deal(rng, 1_000)
        found.append(named(held_changes(held_of(x, luck, plain(1)), held_of(x, luck, plain()), gain)))
    assert sum(STRONG in one for one in found) >= 0.95 * runs
    assert sum(bool(one - {STRONG}) for one in found) / runs < 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


def test_a_point_more_a_copy_is_a_point_exactly_where_points_add_up():
    rng = np.random.default_rng(6)
    x, luck = deal(rng, 400)
    found = held_changes(held_of(x, luck, plain(1)), held_of(x, luck, plain()), Gain.POINTS)
    assert found[STRONG].value == pytest.approx(1.0)
    assert {(found[i].value, found[i].se) for i in range(CARDS) if i != STRONG} == {(0.0, 0.0)}
    assert interval(found[STRONG]) == pytest.approx((1.0, 1.0))


@pytest.mark.parametrize("gain", Gain)
def test_the_same_game_has_no_difference_and_an_interval_of_nothing(gain):
    x, luck = deal(np.random.default_rng(7), 400)
    one = held_of(x, luck, plain())
    assert {(e.value, e.se, e.events) for e in held_changes(one, one, gain).values()} == {(0.0, 0.0, 0.0)}


def test_effects_are_those_of_least_squares_and_errors_those_of_the_deals():
    """Points a copy, less the middle half's; the jackknife's error is within a fourth of the sandwich's (31 degrees: 13 % by chance)."""
    rng = np.random.default_rng(8)
    x, luck = deal(rng, 3_000)
    worth = np.array(plain(2))
    found = held_effects(held_of(x, luck, worth), Gain.POINTS)
    apart = (x - x.mean(axis=2, keepdims=True)).reshape(-1, CARDS)
    y = (x @ worth + luck).astype(np.int64)
    y = (y - y.mean(axis=2, keepdims=True)).ravel()
    effects = np.linalg.lstsq(apart, y, rcond=None)[0]
    middle = np.isin(np.arange(CARDS), np.argsort(effects, kind="stable")[2:-2])
    contrast = np.eye(CARDS) - middle / middle.sum()
    assert [found[i].value for i in range(CARDS)] == pytest.approx(list(contrast @ effects))
    by_deal = (apart * (y - apart @ effects)[:, None]).reshape(len(x), PLAYERS, CARDS).sum(axis=1)
    reach = contrast @ np.linalg.pinv(apart.T @ apart)
    exact = np.sqrt(np.diag(reach @ by_deal.T @ by_deal @ reach.T))
    assert np.mean([found[i].se for i in range(CARDS)] / exact) == pytest.approx(1.0, rel=0.25)


@pytest.mark.parametrize("runs", [100, pytest.param(200, marks=pytest.mark.soak)])
@pytest.mark.parametrize("gain", Gain)
def test_intervals_of_changes_hold_the_truth(gain, runs):
    """Two runs that share no deals: no change is true; coverage 93 to 97 % within four standard errors."""
    rng, inside = np.random.default_rng(9), []
    for _ in range(runs):
        one, other = (held_of(*deal(rng, 200), plain()) for _ in range(2))
        bounds = [interval(estimate) for estimate in held_changes(one, other, gain, is_apart=True).values()]
        inside += [low <= 0.0 <= high for low, high in bounds]
    slack = 4 * math.sqrt(0.95 * 0.05 / runs)
    assert 0.93 - slack < np.mean(inside) < 0.98 + slack


def test_floors():
    rng = np.random.default_rng(10)
    x, luck = deal(rng, 127)
    few = held_effects(held_of(x, luck, plain()), Gain.SHARE)
    assert {(e.se, e.lacking) for e in few.values()} == {(None, FEW_DEALS)}
    x, luck = deal(rng, 200)
    rare = x.copy()
    rare[20:, ..., 3] = 0
    rare[..., 4] = 2
    found = held_effects(held_of(rare, luck, plain()), Gain.SHARE)
    assert (found[3].se, found[3].lacking) == (None, FEW_DEALS)
    assert (found[4].value, found[4].lacking) == (None, NOTHING)
    assert all(found[i].se for i in range(CARDS) if i not in (3, 4))
    alone = held_of(x, luck, plain()).only([2])
    assert {e.lacking for e in held_effects(alone, Gain.SHARE).values()} == {NOTHING}


def test_matrices_are_inverted_once_for_each_variant_and_once_for_its_base(monkeypatch):
    """For both gains, the figures of the variant and the differences together: one with all groups of deals, and one without each."""
    calls = count_calls(monkeypatch, [(held, "inverse_of")])
    x, luck = deal(np.random.default_rng(7), 64)
    base, variants = held_of(x, luck, plain()), [held_of(x, luck, plain(k)) for k in range(1, 5)]
    for own in variants:
        for gain in Gain:
            held_effects(own, gain)
            held_changes(own, base, gain)
    assert calls["inverse_of"] == (len(variants) + 1) * (1 + base.groups)
