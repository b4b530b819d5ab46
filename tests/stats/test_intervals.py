"""Ratio estimates against arithmetic by hand, statsmodels, the bootstrap and simulated coverage."""

import math

import numpy as np
import pytest
from scipy import stats as sps
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from simcli.stats.intervals import (
    ALIKE,
    CONSTANT,
    FEW_DEALS,
    FEW_OTHERS,
    FEW_WINS,
    FEWEST_EFFECTIVE,
    NOTHING,
    RARE,
    Estimate,
    critical,
    difference,
    difference_apart,
    interval,
    is_thin,
    mean_ratio,
    p_value,
    ratio,
    rest_of,
    share_ratio,
    slope_ratio,
)


def test_ratio_of_three_deals_by_hand(row):
    # r = 6/6 = 1; residuals 1, 0, -1; n = 36/12 = 3; variance = 2/36 * 3/2 = 1/12
    estimate = ratio(row([2, 2, 2], [3, 2, 1]))
    assert estimate == Estimate(1.0, math.sqrt(1 / 12), 3.0)


def test_ratio_with_unequal_counts_by_hand(row):
    # r = 5/5 = 1; residuals 1-2 = -1, 1-1 = 0, 3-2 = 1; n = 25/9; variance = 2/25 * (25/9)/(16/9) = 1/8
    estimate = ratio(row([2, 1, 2], [1, 1, 3]))
    assert estimate.value == 1.0
    assert estimate.se == pytest.approx(math.sqrt(1 / 8), rel=1e-15)
    assert estimate.n == pytest.approx(25 / 9, rel=1e-15)


def test_equal_counts_give_the_plain_t_interval(row):
    y = np.random.default_rng(1).integers(-20, 90, 50)
    low, high = interval(ratio(row(np.ones(50), y)))
    assert (low, high) == pytest.approx(DescrStatsW(y).tconfint_mean(0.05), rel=1e-12)


def test_p_value_of_a_mean_is_the_t_test(row):
    y = np.random.default_rng(2).integers(0, 40, 30)
    assert p_value(ratio(row(np.ones(30), y)), 18.0) == pytest.approx(sps.ttest_1samp(y, 18.0).pvalue, rel=1e-10)


def test_deals_without_the_card_add_no_certainty(row):
    """A card seen in 10 of 10,000 deals has the interval of 10 deals."""
    y = np.array([0, 60, 0, 60, 30, 0, 0, 60, 60, 0])
    seen = share_ratio(row(np.ones(10), y))
    among_many = share_ratio(row(np.r_[np.ones(10), np.zeros(9_990)], np.r_[y, np.zeros(9_990)]))
    assert among_many == seen


def test_standard_error_agrees_with_the_bootstrap(row):
    rng = np.random.default_rng(3)
    c = rng.integers(0, 5, 400)
    y = rng.binomial(c, 0.3) * 60
    estimate = share_ratio(row(c, y))
    draws = rng.integers(0, 400, (2_000, 400))
    spread = (y[draws].sum(axis=1) / (60 * c[draws].sum(axis=1))).std(ddof=1)
    # the spread of 2,000 bootstrap ratios is known to 1/sqrt(2 * 2000) = 1.6 %; four of these and 2 % for the linearisation
    assert estimate.se == pytest.approx(spread, rel=0.083)


def test_all_lost_and_all_won_give_the_wilson_bounds(row):
    for y, wins in ((0, 0), (60, 40)):
        low, high = interval(share_ratio(row(np.ones(40), np.full(40, y))))
        t = critical(40, 0.05)
        assert (low, high) == pytest.approx(proportion_confint(wins, 40, alpha=2 * sps.norm.sf(t), method="wilson"), abs=1e-12)


def test_a_mean_of_deals_that_never_differ_has_no_interval_and_no_p_value(row):
    estimate = mean_ratio(row(np.ones(100), np.full(100, 3)))
    assert (estimate.value, estimate.se, estimate.lacking) == (3.0, None, CONSTANT)
    assert interval(estimate) == (None, None)
    assert p_value(estimate, 0.25) is None


@pytest.mark.parametrize("y", [0, 12, 60, 120])
def test_a_share_of_deals_that_never_differ_is_known_but_for_deals_not_seen(row, y):
    """Of n deals alike another is otherwise at most as often as Wilson's bound for none of n says."""
    for n in (30, 3000):
        estimate = share_ratio(row(np.full(n, 2), np.full(n, y)))
        unseen = interval(share_ratio(row(np.ones(n), np.zeros(n))))[1]
        value = y / 120
        assert interval(estimate) == pytest.approx((value * (1 - unseen), value + (1 - value) * unseen), abs=1e-12)
        assert p_value(estimate, value) == 1.0
        for end in interval(estimate):
            assert end == value or p_value(estimate, end) == pytest.approx(0.05, abs=1e-9)


def test_a_difference_of_shares_that_never_vary_allows_for_deals_not_seen(row):
    always, never = row(np.ones(400), np.full(400, 30)), row(np.ones(400), np.full(400, 30))
    apart = difference_apart(always, never, 60, share=True)
    assert (apart.value, apart.events) == (0.0, 0.0)
    low, high = interval(apart)
    assert -0.02 < low < 0 < high < 0.02


def test_a_difference_that_is_the_same_in_every_shared_deal_allows_for_deals_not_seen(row):
    """A game in which nothing but the rules decides: all games of one variant are won, all of the other lost."""
    always, never = row(np.ones(200), np.full(200, 60)), row(np.ones(200), np.zeros(200))
    found = difference(always, never, [200, 0, 200 * 60, 0, 200], 60, share=True)
    low, high = interval(found)
    assert found.value == 1.0
    assert 0.9 < low < high == 1.0


@pytest.mark.parametrize(("deals", "is_sure"), [(3, False), (20, True), (200, True)])
def test_a_length_that_changes_by_the_same_in_every_deal_has_changed(row, deals, is_sure):
    """A game of exactly 8 rounds in place of 10; none where nothing changes."""
    ones = np.ones(deals)
    short, long = row(ones, np.full(deals, 8)), row(ones, np.full(deals, 10))
    found = difference(short, long, [deals, 8 * deals, 10 * deals, 80 * deals, deals])
    low, high = interval(found)
    assert found.value == -2.0
    assert low < -2.0 < high
    assert (high < 0.0) is is_sure
    assert high + low == pytest.approx(-4.0)
    apart = difference_apart(short, long)
    assert apart.value == -2.0
    assert (interval(apart)[1] < 0.0) is is_sure
    assert difference_apart(long, long).se is None
    assert difference(long, long, [deals, 10 * deals, 10 * deals, 100 * deals, 0]).lacking in (CONSTANT, ALIKE)


def test_share_bounds_stay_inside_zero_and_one(row):
    for wins in (1, 2, 98, 99):
        low, high = interval(share_ratio(row(np.ones(100), [60] * wins + [0] * (100 - wins))))
        assert 0.0 < low < wins / 100 < high < 1.0


def test_nothing_counted_and_one_deal_have_no_interval(row):
    nothing, one = share_ratio(np.zeros(5, np.int64)), share_ratio(row([4, 0], [60, 0]))
    assert nothing == Estimate(None, None, 0.0, share=True, events=0.0, lacking=NOTHING)
    assert one == Estimate(0.25, None, 1.0, share=True, events=1.0, lacking=FEW_DEALS)
    assert interval(nothing) == interval(one) == (None, None)
    assert p_value(nothing, 0.25) is p_value(one, 0.25) is None


def test_p_value_falls_below_five_per_cent_where_the_interval_ends(row):
    cases = ([60] * 13 + [0] * 27, [0] * 40, [60] * 40, [30] * 39 + [0])
    for y in cases:
        estimate = share_ratio(row(np.ones(40), y))
        for bound in interval(estimate):
            if 0.0 < bound < 1.0:
                assert p_value(estimate, bound) == pytest.approx(0.05, rel=1e-6)


def slope_row(row, x, share):
    """Slope row of one game a deal; `x`, `share` [deals, players]."""
    players = x.shape[1]
    return row(players * (x * x).sum(axis=1) - x.sum(axis=1) ** 2, players * (x * share).sum(axis=1) - 60 * x.sum(axis=1))


def one_copy(deals, wins, players=4):
    """One player of each deal has the card and wins `wins` of the deals, spread evenly over the others else."""
    x, share = np.zeros((2, deals, players), np.int64)
    x[:, 0] = 1
    winner = np.where(np.arange(deals) < wins, 0, 1 + np.arange(deals) % (players - 1))
    share[np.arange(deals), winner] = 60
    return x, share


def test_a_slope_needs_thirty_deals_in_which_the_copies_differed(row):
    enough = slope_ratio(slope_row(row, *one_copy(30, 15)), 4, 30)
    assert enough.n == FEWEST_EFFECTIVE
    assert enough.value == pytest.approx((4 * 0.5 - 1) / 3)  # who has it wins half its games
    assert enough.se == pytest.approx(4 / 3 * math.sqrt(0.25 / 29))
    assert p_value(enough, 0.0) < 0.05
    few = slope_ratio(slope_row(row, *one_copy(29, 15)), 4, 29)
    assert (few.se, few.lacking, interval(few), p_value(few, 0.0)) == (None, FEW_DEALS, (None, None), None)
    assert few.value == pytest.approx((4 * 15 / 29 - 1) / 3)


def test_a_player_alone_has_no_slope(row):
    alone = slope_ratio(slope_row(row, np.tile([[2], [0]], (50, 1)), np.full((100, 1), 60)), 1, 100)
    assert (alone.value, alone.se, alone.lacking, interval(alone), p_value(alone, 0.0)) == (None, None, NOTHING, (None, None), None)


def test_deals_in_which_all_have_the_card_do_not_count_for_a_slope(row):
    x, share = one_copy(29, 15)
    everybody = np.ones((1_000, 4), np.int64), np.tile([60, 0, 0, 0], (1_000, 1))
    both = slope_ratio(slope_row(row, np.concatenate([x, everybody[0]]), np.concatenate([share, everybody[1]])), 4, 4_029)
    assert both == slope_ratio(slope_row(row, x, share), 4, 29)


def test_the_slope_of_a_single_card_is_judged_as_the_win_share_of_who_has_it(row):
    x, share = one_copy(100, 12)
    slope, owner = slope_ratio(slope_row(row, x, share), 4, 100), share_ratio(row(np.ones(100), share[:, 0]))
    assert slope.edges == (-1 / 3, 1.0)
    assert interval(slope) == pytest.approx([(4 * bound - 1) / 3 for bound in interval(owner)], rel=1e-12)
    assert p_value(slope, 0.0) == pytest.approx(p_value(owner, 0.25), rel=1e-9)


def test_the_slope_over_several_copies_is_judged_as_it_is(row):
    x = np.tile([2, 1, 1, 0], (60, 1))
    share = np.tile(60 * np.eye(4, dtype=np.int64), (15, 1))
    estimate = slope_ratio(slope_row(row, x, share), 4, 240)
    assert (estimate.value, estimate.edges) == (0.0, None)
    low, high = interval(estimate)
    assert low == pytest.approx(-high)


def test_a_slope_needs_five_wins_and_five_losses_of_who_has_the_card(row):
    for wins, has_interval in ((4, False), (5, True), (95, True), (96, False)):
        estimate = slope_ratio(slope_row(row, *one_copy(100, wins)), 4, 100)
        assert estimate.events == min(wins, 100 - wins)
        assert (estimate.lacking == "") is has_interval
        assert (interval(estimate) != (None, None)) is has_interval
    assert slope_ratio(slope_row(row, *one_copy(100, 4)), 4, 100).lacking == FEW_WINS
    assert slope_ratio(slope_row(row, *one_copy(100, 100)), 4, 100).lacking == CONSTANT


def test_a_share_with_fewer_than_ten_wins_is_thin_and_keeps_its_interval(row):
    for wins, thin in ((0, True), (9, True), (10, False), (90, False), (91, True), (100, True)):
        estimate = share_ratio(row(np.ones(100), [60] * wins + [0] * (100 - wins)))
        assert is_thin(estimate) is thin
        assert interval(estimate) != (None, None)


def test_wins_that_come_all_in_a_few_deals_count_as_few(row):
    """Twelve wins in three deals of four games each are three, not twelve."""
    together = share_ratio(row(np.full(100, 4), [240] * 3 + [0] * 97))
    assert (together.events, is_thin(together)) == (3.0, True)
    assert share_ratio(row(np.full(100, 4), [60] * 12 + [0] * 88)).events == 12.0


def test_who_has_no_card_is_known_no_better_than_who_has_it(row):
    """Three of 400 player-games hold the card; the share of all others is the even share except for these three."""
    held = row([1] * 3 + [0] * 97, [60, 0, 0] + [0] * 97)
    others = rest_of(held, 100, 100, 4)
    assert others == tuple(row([3] * 3 + [4] * 97, [0, 60, 60] + [60] * 97))
    estimate = share_ratio(others, held)
    assert (estimate.value, estimate.se, estimate.lacking) == (99 / 397, None, FEW_OTHERS)
    assert share_ratio(others).se is not None


def test_a_share_of_an_items_holders_needs_thirty_deals(row):
    for deals, lacking in ((29, FEW_DEALS), (30, "")):
        held = row([1] * deals + [0] * 71, [60, 0] * (deals // 2) + [0] * (deals % 2 + 71))
        assert share_ratio(held, rest_of(held, deals + 71, deals + 71, 4)).lacking == lacking
        assert share_ratio(held).lacking == ""


def test_rest_of_deals_with_a_different_number_of_games_is_refused(row):
    with pytest.raises(ValueError, match="7 games are no whole number for each of 2 deals"):
        rest_of(row([1, 1], [60, 0]), 2, 7, 4)


def test_a_mean_that_a_few_deals_decide_has_no_interval(row):
    for points, has_interval in (
        ([10] * 9 + [0] * 91, False),
        ([10] * 10 + [0] * 90, True),
        ([4] * 81 + [5] * 19, False),
        ([4] * 80 + [5] * 20, True),
    ):
        estimate = mean_ratio(row(np.ones(100), points))
        assert (estimate.lacking == RARE) is not has_interval
        assert (interval(estimate) != (None, None)) is has_interval


def test_sums_beyond_int64_products_are_exact(row):
    """A billion deals: the sums of squares multiply to more than 64 bits."""
    n = 10**9
    estimate = share_ratio([4 * n, 60 * n, 16 * n, 240 * n, 60 * 60 * n + n])
    assert estimate.value == 0.25
    assert estimate.se == pytest.approx(math.sqrt(1 / (16 * (n - 1))) / 60, rel=1e-12)


@pytest.mark.parametrize(("deals", "p"), [(30, 0.25), (400, 0.25), (400, 0.04)])
def test_intervals_cover_the_truth_as_often_as_they_say(deals, p, row):
    """Four correlated games a deal, 2,000 runs. Expected misses 5 %: the band is four binomial standard errors (false alarm 6e-5 a case)
    plus 1.2 % for the approximation in small runs."""
    rng, runs = np.random.default_rng(deals), 2_000
    concentration = 3.0
    luck = rng.beta(p * concentration, (1 - p) * concentration, (runs, deals))
    wins = rng.binomial(4, luck) * 60
    misses = sum(not low <= p <= high for low, high in (interval(share_ratio(row(np.full(deals, 4), y))) for y in wins))
    assert abs(misses / runs - 0.05) < 4 * math.sqrt(0.05 * 0.95 / runs) + 0.012


def test_intervals_of_a_slope_cover_the_truth(row):
    """Win share per extra copy offered, four players, a game a deal, 1,000 runs of 200 deals; truth by the model. Misses 5 % within four
    binomial standard errors (false alarm 6e-5) plus 1.2 %."""
    rng, runs, deals, effect = np.random.default_rng(5), 1_000, 200, 0.03
    x = rng.binomial(3, 0.15, (runs, deals, 4))
    chance = 0.25 + effect * (x - x.mean(axis=2, keepdims=True))
    winner = (rng.random((runs, deals, 1)) > np.cumsum(chance, axis=2)).sum(axis=2).clip(0, 3)
    share = (np.arange(4) == winner[..., None]) * 60
    c = 4 * (x * x).sum(axis=2) - x.sum(axis=2) ** 2
    y = 4 * (x * share).sum(axis=2) - 60 * x.sum(axis=2)
    misses = sum(not low <= effect <= high for low, high in (interval(ratio(row(*pair), 60)) for pair in zip(c, y, strict=True)))
    assert abs(misses / runs - 0.05) < 4 * math.sqrt(0.05 * 0.95 / runs) + 0.012
