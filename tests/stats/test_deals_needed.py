"""The deals a report asks for decide an open verdict about as often as it says."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from simcli.sim.plan import make_plan
from simcli.stats.intervals import share_ratio
from simcli.stats.verdicts import OPEN, Hypothesis, decide
from simcli.studies.run.play import load_config
from tests.stats.covering import BLOCK, play_blocks

MOST = 200_000
"""Deals of the longest run that is drawn."""


def drawn(rng, rows, deals):
    """Ratio rows of `deals` deals drawn with replacement from blocks [blocks, rows, 5]."""
    return rows[rng.integers(0, len(rows), deals // BLOCK)].sum(axis=0)


def results(rows, players, deals):
    """Test results of all strategies of one cell at a tolerance of 4 % of the even share."""
    return decide([Hypothesis(share_ratio(row), 1 / players, 0.04 / players, deals) for row in rows])


@pytest.mark.soak
@pytest.mark.parametrize(("config", "cells"), [("guildes/plans", (0, 3)), ("kings_forge/plans", (0, 2))])
def test_deals_needed_decide_verdicts_as_often_as_they_say(config, cells):
    """10,000 deals a cell stand for the truth. From 100, 500 and 2,000 of them on, every open verdict is taken to the deals it asked for.

    The probabilities assume that nothing is known of an effect but the deals played, while each plan has one true effect, so they hold for
    many plans together and not for each: at least 35 % and at most 75 % of the verdicts at `deals_50`, at least 80 % at `deals_90`.
    """
    rng = np.random.default_rng(7)
    decided, asked = {50: 0, 90: 0}, {50: 0, 90: 0}
    plan = make_plan(load_config(config, sets=[], deals=10_000))
    for cell in cells:
        layout, players = plan.cells[cell].layout, plan.cells[cell].players
        rows = np.stack([layout.parts(flat).strategy_share for flat in play_blocks(plan, cell, 10_000)])
        for deals in (100, 500, 2_000):
            for _ in range(25):
                first = drawn(rng, rows, deals)
                for i, result in enumerate(results(first, players, deals)):
                    for percent, needed in ((50, result.deals_50), (90, result.deals_90)):
                        if result.verdict in OPEN and needed is not None and needed <= MOST:
                            more = -(-(needed - deals) // BLOCK) * BLOCK
                            later = results(first + drawn(rng, rows, more), players, deals + more)[i]
                            asked[percent] += 1
                            decided[percent] += later.verdict not in OPEN
    shares = {percent: decided[percent] / asked[percent] for percent in asked}
    sys.stdout.write(f"\n{config}: decided {shares}, asked {asked}\n")
    assert 0.35 < shares[50] < 0.75
    assert shares[90] > 0.8
