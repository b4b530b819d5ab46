"""Corrections against statsmodels, the answers, and the deals still needed."""

import gc
import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from simcli.stats.intervals import Estimate, share_ratio
from simcli.stats.verdicts import (
    EVEN,
    LESS,
    LESS_OPEN,
    MORE,
    MORE_OPEN,
    STEPS,
    UNKNOWN,
    Hypothesis,
    Verdict,
    _step,
    benjamini_hochberg,
    deals_to_call_even,
    decide,
    holm,
    rounded_up,
)

p_lists = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30)


def corrected(p_values, method):
    """What statsmodels says, without its garbage collection at every correction: two seconds each, once games are compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "collect", lambda: 0)
        return list(multipletests(p_values, method=method)[1])


@settings(max_examples=60, deadline=None)
@given(p_lists)
def test_holm_and_benjamini_hochberg_agree_with_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(corrected(p_values, "holm"), abs=1e-12)
    assert benjamini_hochberg(p_values) == pytest.approx(corrected(p_values, "fdr_bh"), abs=1e-12)


def test_missing_p_values_do_not_count():
    assert holm([0.01, None, 0.04]) == [0.02, None, 0.04]
    assert benjamini_hochberg([None, 0.01, 0.04]) == [None, 0.02, 0.04]
    assert holm([]) == benjamini_hochberg([]) == []


def share(value, se, deals=10_000, even=0.25, tolerance=0.02):
    return Hypothesis(Estimate(value, se, float(deals), share=True), even, tolerance, deals)


def verdict(value, se, **changes):
    return decide([share(value, se, **changes)])[0].verdict


def test_the_answers():
    family = [
        share(0.30, 0.002),
        share(0.20, 0.002),
        share(0.252, 0.002),
        share(0.272, 0.004),
        share(0.228, 0.004),
        share(0.265, 0.02),
    ]
    assert [j.verdict for j in decide(family)] == [MORE, LESS, EVEN, MORE_OPEN, LESS_OPEN, UNKNOWN]


def test_a_real_but_small_difference_is_even():
    result = decide([share(0.26, 0.001)])[0]
    assert result.verdict == EVEN
    assert result.p < 1e-6
    assert result.deals_50 is result.deals_90 is None


def test_one_borderline_claim_among_many_has_a_certain_direction_and_an_open_size():
    """2.5 standard errors outside the band: enough alone (p = 0.012), not among six (6 * 0.012 = 0.075)."""
    borderline = share(0.275, 0.002)
    assert decide([borderline])[0].verdict == MORE
    result = decide([borderline, *[share(0.25, 0.002)] * 5])[0]
    assert result.verdict == MORE_OPEN
    assert 10_000 < result.deals_50 <= 20_000
    assert result.deals_50 <= result.deals_90


@pytest.mark.parametrize("is_open", [False, True])
def test_no_row_is_not_yet_known_whose_direction_is_certain(is_open):
    """Whatever the estimate: p after Holm's correction below 0.05 is associated with a direction, or with `even` inside the band."""
    se = 0.01 if is_open else 0.004
    family = [share(0.20 + 0.002 * i, se) for i in range(51)]
    for result in decide(family):
        assert (result.verdict == UNKNOWN) == (result.p_holm >= 0.05 and result.verdict != EVEN)


@pytest.mark.parametrize(("value", "se"), [(0.25, 0.02), (0.262, 0.02), (0.27, 0.01), (0.281, 0.011), (0.29, 0.016), (0.22, 0.015)])
def test_half_and_nine_tenths_of_such_runs_are_decided_by_then(value, se):
    """The truth lies around the estimate as its standard error says; a run of `deals_50` (`deals_90`) deals is decided as often as said.

    The number is rounded up to the next of 10, 15, 20, 30, 50, 70, so that more may be decided, at most what 5/3 of the deals bring.
    Of 4,000 estimates in their order every twentieth stands for its neighbours.
    """
    deals, runs = 1_000, 4_000
    result = decide([share(value, se, deals, tolerance=0.01)])[0]
    rng = np.random.default_rng(5)
    for total, least, most in ((result.deals_50, 0.5, 0.72), (result.deals_90, 0.9, 0.96)):
        truth = rng.normal(value, se, runs)
        later = rng.normal(truth, se * (deals / (total - deals)) ** 0.5)
        estimates = np.sort((deals * value + (total - deals) * later) / total)[10::20]
        decided = np.mean(
            [verdict(float(e), se * (deals / total) ** 0.5, deals=total, tolerance=0.01) in (MORE, LESS, EVEN) for e in estimates]
        )
        error = 4 * (0.25 / runs) ** 0.5
        assert least - error < decided < most + error


def test_the_deals_asked_for_do_not_jump():
    """A plan at the edge of the band, looked at again and again: the old extrapolation said 2,800, 7,100, 4,500, none, 74,000."""
    rng = np.random.default_rng(1)
    wins = rng.normal(0.26, 0.25, 2_000)
    asked = []
    for deals in range(500, 2_001, 250):
        mean, se = float(wins[:deals].mean()), float(wins[:deals].std() / deals**0.5)
        asked.append(decide([share(mean, se, deals, tolerance=0.01)])[0].deals_50)
    assert all(number is not None for number in asked)
    steps = [max(a, b) / min(a, b) for a, b in pairwise(asked)]
    assert max(steps) <= 5


def test_without_more_than_a_thousand_million_deals_there_is_no_promise():
    result = decide([share(0.27, 1e-4, 400_000_000)])[0]
    assert (result.verdict, result.deals_90) == (MORE_OPEN, None)


def test_the_effect_called_detectable_is_seen_in_95_of_100_runs():
    """Four rivals: 4,000 runs of a plan whose share differs by `detectable`, every twentieth of them judged; the others are even."""
    se, runs = 0.006, 4_000
    size = decide([share(0.25, se)] * 4)[0].detectable
    rng = np.random.default_rng(2)
    families = [[share(float(value), se), *[share(0.25, se)] * 3] for value in np.sort(rng.normal(0.25 + size, se, runs))[10::20]]
    seen = np.mean([decide(family)[0].verdict in (MORE, MORE_OPEN) for family in families])
    assert seen == pytest.approx(0.95, abs=4 * (0.95 * 0.05 / runs) ** 0.5 + 0.006)  # 0.006: the logit scale


def test_two_names_for_one_plan_do_not_contradict_each_other():
    """One plan twice in a field, its share from even to 3 points above, in 99 of 100 runs the names agree or one is open.

    Neighbouring verdicts may still differ, since each has a threshold; they say the same of the direction or leave it open.
    """
    rng = np.random.default_rng(3)
    contradictions = 0
    for run in range(1_000):
        truth = 0.25 + 0.03 * run / 1_000
        first, second = (float(x) for x in rng.normal(truth, 0.004, 2))
        pair = {j.verdict for j in decide([share(first, 0.004, tolerance=0.01), share(second, 0.004, tolerance=0.01)])}
        contradictions += pair in ({MORE, EVEN}, {MORE, LESS}, {MORE_OPEN, LESS_OPEN}, {MORE, LESS_OPEN}, {LESS, MORE_OPEN})
    assert contradictions <= 10


def test_no_data_has_no_verdict_and_one_deal_is_not_yet_known(row):
    nothing, one = decide([share(None, None), Hypothesis(share_ratio(row([4], [60])), 0.25, 0.02, 1)])
    assert (nothing.verdict, nothing.p, nothing.deals_50, nothing.detectable) == (None, None, None, None)
    assert (one.verdict, one.p_holm, one.deals_50) == (UNKNOWN, None, None)


def test_a_strategy_that_never_wins_is_less_after_enough_deals(row):
    for deals, expected in ((10, UNKNOWN), (60, LESS)):
        lost = share_ratio(row(np.ones(deals), np.zeros(deals)))
        result = decide([Hypothesis(lost, 0.25, 0.02, deals)])[0]
        assert result.verdict == expected
        assert (result.deals_50 is None) == (expected == LESS)


@pytest.mark.parametrize(("players", "tolerance"), [(2, 0.03), (4, 0.01), (5, 0.008)])
def test_so_many_deals_call_fair_seats_even_nine_times_in_ten(players: int, tolerance: float) -> None:
    """Fair seats, one win a deal: all are called even in nine of ten of 400 runs of these deals, in clearly fewer of half as many."""
    deals, rng = deals_to_call_even(players, tolerance), np.random.default_rng(7)

    def called(n: int) -> float:
        runs = rng.multinomial(n, [1 / players] * players, size=400)
        return float(np.mean([all(_verdict(int(wins), n, tolerance, players) == EVEN for wins in run) for run in runs]))

    assert called(deals) >= 0.9 - 3 * (0.09 / 400) ** 0.5
    assert called(deals // 2) < 0.8


@cache
def _verdict(wins: int, n: int, tolerance: float, players: int) -> Verdict | None:
    estimate = share_ratio((n, 60 * wins, n, 60 * wins, 3600 * wins))
    return decide([Hypothesis(estimate, 1 / players, tolerance, n)])[0].verdict


@pytest.mark.parametrize(
    ("value", "unended", "verdict"),
    [
        (0.30, 0.00, MORE),
        (0.30, 0.02, MORE),  # if all of them had been lost, still more by over a point
        (0.30, 0.038, MORE_OPEN),  # still more, but perhaps not by a point
        (0.30, 0.045, UNKNOWN),  # perhaps more, perhaps even
        (0.30, 0.10, UNKNOWN),
        (0.20, 0.02, LESS),
        (0.20, 0.99, UNKNOWN),
        (0.25, 0.005, EVEN),
        (0.25, 0.02, UNKNOWN),
    ],
)
def test_a_verdict_holds_whoever_would_have_won_the_games_that_did_not_end(value: float, unended: float, verdict: Verdict) -> None:
    tested = Hypothesis(Estimate(value, 0.002, 1_000.0, share=True), 0.25, 0.01, 1_000, unended)
    (result,) = decide([tested])
    assert result.verdict == verdict
    (counted,) = decide([Hypothesis(tested.estimate, 0.25, 0.01, 1_000)])
    assert result.p == counted.p
    if verdict != counted.verdict:  # more deals do not tell who would have won
        assert (result.deals_50, result.deals_90) == (None, None)


def test_the_steps_of_a_search_are_those_that_numbers_are_rounded_up_to():
    numbers = [1.0, 9.0, 9.5, 10.0, 10.1, 99.9, 100.0, 100.1, 1e3, math.nextafter(1e3, 2e3), 1e3 * (1 + 2e-9), 7.1e8, 1e9]
    numbers += np.random.default_rng(1).uniform(0, 9, 2_000).tolist()
    numbers += (10 ** np.random.default_rng(2).uniform(0, 9, 2_000)).tolist()
    numbers.sort()
    rounded = [rounded_up(number) for number in numbers]
    assert _step(np.array(numbers)).tolist() == [[*range(10), *ALL].index(one) for one in rounded]


ALL = [step * 10**power for power in range(9) for step in STEPS[:-1]]
