"""Offers of items dealt in packs of one size, judged together: against least squares by hand, simulated games and their floors."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from simcli.stats.intervals import FEW_DEALS, NOTHING, interval, p_value, slope_ratio
from simcli.stats.together import joint_slopes
from simcli.stats.verdicts import benjamini_hochberg
from tests.stats.synthetic import slope, together

CARDS, COPIES, PLAYERS, PACK = 6, 4, 3, 6
PAIRS = list(combinations(range(CARDS), 2))
STRONG = 3


def dealt(rng, deals, packs=(PACK,) * PLAYERS):
    """Packs from one deck: int64[deals, 1, players, cards]."""
    deck = np.repeat(np.arange(CARDS), COPIES)
    order = deck[rng.random((deals, len(deck))).argsort(axis=1)][:, : sum(packs)]
    hands = np.split(order, np.cumsum(packs)[:-1], axis=1)
    return np.stack([(hand[..., None] == np.arange(CARDS)).sum(axis=1) for hand in hands], axis=1)[:, None]


def won(rng, x, effects):
    """Shares in sixtieths: a copy adds its card's effect to the chance."""
    chance = x[:, 0] @ np.asarray(effects)
    chance = 1 / PLAYERS + chance - chance.mean(axis=1, keepdims=True)
    winner = (chance.cumsum(axis=1) > rng.random(len(x))[:, None]).argmax(axis=1)
    return 60 * (np.arange(PLAYERS) == winner[:, None])[:, None]


def game(rng, deals, effects, packs=(PACK,) * PLAYERS):
    x = dealt(rng, deals, packs)
    return x, won(rng, x, effects)


def judged(x, share):
    return joint_slopes(range(CARDS), PAIRS, slope(x, share, PLAYERS), together(x, share, PLAYERS, PAIRS), len(x))


def named(estimates):
    """Items of which it is said that an offer changes the win share, among all of these."""
    adjusted = benjamini_hochberg([p_value(estimate, 0.0) for estimate in estimates])
    return {i for i, p in enumerate(adjusted) if p is not None and p < 0.05}


def planted(size):
    return [size if i == STRONG else 0.0 for i in range(CARDS)]


def test_a_card_worth_one_point_is_found_and_no_other_named():
    """100 runs of 40,000 deals, ten on the same packs each.

    Others named: 5 % and four binomial standard errors (false alarm 3e-5); found: 9 of 10 or more.
    """
    rng, runs, found = np.random.default_rng(5), 100, []
    for _ in range(runs // 10):
        x = dealt(rng, 40_000)
        found += [named(list(judged(x, won(rng, x, planted(0.01))).values())) for _ in range(10)]
    assert sum(STRONG in one for one in found) > 0.9 * runs
    assert sum(bool(one - {STRONG}) for one in found) / runs < 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


def test_by_themselves_offers_name_the_cards_a_strong_one_displaces():
    """A card worth five points in 20,000 deals: every single slope blames the others, in all of 20 runs; judged together hardly any."""
    rng, runs = np.random.default_rng(6), 20
    alone = joint = 0
    for _ in range(runs):
        x, share = game(rng, 20_000, planted(0.05))
        rows = slope(x, share, PLAYERS)
        alone += bool(named([slope_ratio(row, PLAYERS, int(x[..., i].sum())) for i, row in enumerate(rows)]) - {STRONG})
        joint += bool(named(list(judged(x, share).values())) - {STRONG})
    assert alone == runs
    assert joint <= 5  # of 20 with 5 % each: more once in 3,000


def test_effects_and_errors_are_those_of_least_squares_by_hand():
    rng = np.random.default_rng(7)
    x, share = game(rng, 3_000, planted(0.04))
    apart = (x - x.mean(axis=2, keepdims=True)).reshape(-1, CARDS)
    y = (share - share.mean(axis=2, keepdims=True)).ravel() / 60
    effects = np.linalg.lstsq(apart, y, rcond=None)[0]
    middle = np.argsort(effects)[1:-1]
    estimates = judged(x, share)
    assert [estimates[i].value for i in range(CARDS)] == pytest.approx(list(effects - effects[middle].mean()), abs=1e-12)
    by_deal = (apart * (y - apart @ effects)[:, None]).reshape(len(x), PLAYERS, CARDS).sum(axis=1)
    inverse = np.linalg.pinv(apart.T @ apart)
    contrast = np.eye(CARDS) - np.isin(np.arange(CARDS), middle) / len(middle)
    exact = contrast @ inverse @ by_deal.T @ by_deal @ inverse @ contrast.T
    errors = [estimates[i].se for i in range(CARDS)]
    assert errors == pytest.approx(np.sqrt(np.diag(exact)), rel=0.02)


def test_intervals_of_many_different_effects_hold_the_truth():
    """Six effects far apart, so that the middle half is known; 300 runs of 400 deals, coverage 93 to 97 % within four standard errors."""
    effects, rng = np.array([-0.12, -0.06, -0.02, 0.02, 0.06, 0.12]), np.random.default_rng(8)
    truth = effects - effects[1:5].mean()
    held = []
    for _ in range(300):
        bounds = [interval(estimate) for estimate in judged(*game(rng, 400, effects / 2)).values()]
        held += [low <= value / 2 <= high for (low, high), value in zip(bounds, truth, strict=True)]
    slack = 4 * math.sqrt(0.95 * 0.05 / 300)
    assert 0.93 - slack < np.mean(held) < 0.97 + slack


def test_packs_of_several_sizes_are_judged_too():
    rng = np.random.default_rng(9)
    estimates = judged(*game(rng, 20_000, planted(0.03), packs=(4, 6, 8)))
    assert named(list(estimates.values())) == {STRONG}


def test_too_few_deals_have_no_interval_and_too_few_cards_no_figure():
    rng = np.random.default_rng(10)
    x, share = game(rng, 30 + CARDS - 2, planted(0.03))
    assert {(estimate.se, estimate.lacking) for estimate in judged(x, share).values()} == {(None, FEW_DEALS)}
    x, share = game(rng, 120, planted(0.03))
    assert all(estimate.se for estimate in judged(x, share).values())
    same = np.broadcast_to(x[:, :, :1], x.shape)
    assert {(estimate.value, estimate.lacking) for estimate in judged(same, share).values()} == {(None, NOTHING)}
    assert judged(x[:0], share[:0])[0].lacking == NOTHING
    two_deals = judged(x[:2], share[:2])
    assert {estimate.value for estimate in two_deals.values()} == {None}


def test_a_card_that_never_differs_is_left_out_of_the_others():
    rng = np.random.default_rng(11)
    x, share = game(rng, 500, planted(0.03))
    gone = x.copy()
    gone[..., 5] = 0
    estimates = judged(gone, share)
    assert estimates[5].lacking == NOTHING
    assert all(estimates[i].se for i in range(5))
