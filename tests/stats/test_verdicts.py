"""Corrections against statsmodels, and the three answers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from simcli.stats.intervals import Estimate, share_ratio
from simcli.stats.verdicts import BALANCED, IMBALANCED, UNKNOWN, Claim, benjamini_hochberg, holm, judge

p_lists = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30)


@settings(max_examples=60, deadline=None)
@given(p_lists)
def test_holm_and_benjamini_hochberg_agree_with_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]), abs=1e-12)
    assert benjamini_hochberg(p_values) == pytest.approx(list(multipletests(p_values, method="fdr_bh")[1]), abs=1e-12)


def test_missing_p_values_do_not_count():
    assert holm([0.01, None, 0.04]) == [0.02, None, 0.04]
    assert benjamini_hochberg([None, 0.01, 0.04]) == [None, 0.02, 0.04]
    assert holm([]) == benjamini_hochberg([]) == []


def claim(value, se, deals=10_000, null=0.25):
    return Claim(Estimate(value, se, float(deals), share=True), null, deals)


def test_three_answers():
    verdicts = [j.verdict for j in judge([claim(0.30, 0.002), claim(0.252, 0.002), claim(0.265, 0.02)], 0.02)]
    assert verdicts == [IMBALANCED, BALANCED, UNKNOWN]


def test_a_real_but_small_difference_is_balanced():
    judgement = judge([claim(0.26, 0.001)], 0.02)[0]
    assert judgement.verdict == BALANCED
    assert judgement.p < 1e-6
    assert judgement.more_deals is None


def test_one_borderline_claim_among_many_is_not_yet_imbalanced():
    """2.5 standard errors outside the band: enough alone (p = 0.012), not among six (6 * 0.012 = 0.075)."""
    borderline = claim(0.275, 0.002)
    assert judge([borderline], 0.02)[0].verdict == IMBALANCED
    judgement = judge([borderline, *[claim(0.25, 0.002)] * 5], 0.02)[0]
    assert judgement.verdict == UNKNOWN
    assert 0 < judgement.more_deals < 5_000


@pytest.mark.parametrize("value", [0.25, 0.26, 0.281, 0.3])
def test_the_deals_asked_for_settle_it(value):
    """If the estimate stays and the standard error shrinks with 1/sqrt, the verdict is known after `more_deals` and not long before."""
    se, deals = 0.02, 1_000
    more = judge([claim(value, se, deals)], 0.02)[0].more_deals
    settled = BALANCED if value < 0.27 else IMBALANCED
    for share, expected in ((1.0, settled), (0.85, UNKNOWN)):
        total = deals + share * more
        assert judge([claim(value, se * (deals / total) ** 0.5, total)], 0.02)[0].verdict == expected


def test_on_the_edge_of_the_band_no_number_of_deals_is_promised():
    judgement = judge([claim(0.75, 0.002, null=0.5)], 0.25)[0]
    assert (judgement.verdict, judgement.more_deals) == (UNKNOWN, None)


def test_without_tolerance_the_verdict_is_the_corrected_test():
    claims = [claim(0.25 + 0.002 * z, 0.002) for z in (0.3, 2.2, 2.9)]
    judgements = judge(claims, 0.0)
    assert [j.verdict for j in judgements] == [UNKNOWN, UNKNOWN, IMBALANCED]
    assert [j.p_holm < 0.05 for j in judgements] == [False, False, True]


def test_no_data_has_no_verdict_and_one_deal_is_not_yet_known(row):
    nothing, one = judge([claim(None, None), Claim(share_ratio(row([4], [60])), 0.25, 1)], 0.02)
    assert (nothing.verdict, nothing.p, nothing.more_deals) == (None, None, None)
    assert (one.verdict, one.p_holm, one.more_deals) == (UNKNOWN, None, None)


def test_a_strategy_that_never_wins_is_imbalanced_after_enough_deals(row):
    for deals, verdict in ((10, UNKNOWN), (60, IMBALANCED)):
        lost = share_ratio(row(np.ones(deals), np.zeros(deals)))
        judgement = judge([Claim(lost, 0.25, deals)], 0.02)[0]
        assert judgement.verdict == verdict
        assert (judgement.more_deals is None) == (verdict == IMBALANCED)
