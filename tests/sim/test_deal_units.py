"""The first deals of a run in units: the same whether its log has them or they are played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.sim.deal_units import FEWEST_UNITS, UNIT_DEALS, UNITS, deal_units, played_again, units_of
from simcli.sim.folder.store import Store
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width

VARIANTS = "variants: {as it is: {}, further: {patch: {setup: {goal: 30}}}}\n"
DEALS = 4 * FEWEST_UNITS * UNIT_DEALS


def played(folder: Path, plan) -> Path:
    with Store(folder, plan) as store:
        Runner(plan, half_width=half_width, workers=2).run(store)
    return folder


@pytest.mark.parametrize("batch", [2, UNIT_DEALS])
def test_units_from_the_log_are_those_that_are_played_again(tmp_path: Path, plan_of, batch: int) -> None:
    small, large = (plan_of(size, deals=DEALS, more=VARIANTS) for size in (batch, 256))
    kept = list(deal_units(small, played(tmp_path / "small", small), DEALS, 1))
    again = list(deal_units(large, tmp_path / "never", DEALS, 2))
    assert (len(kept), len(again)) == (UNITS, FEWEST_UNITS)
    assert kept[:FEWEST_UNITS] == again
    assert all(tally.deals == UNIT_DEALS for unit in again for tally in unit)
    assert again[0][1].parts.paired.any()  # of the variant with the base, on the same deals


def test_the_units_add_up_to_the_run(tmp_path: Path, plan_of) -> None:
    deals = FEWEST_UNITS * UNIT_DEALS
    plan = plan_of(4, deals=deals, more=VARIANTS)
    units = list(deal_units(plan, played(tmp_path / "run", plan), deals, 1))
    whole = Runner(plan, half_width=half_width).run().tallies
    for i, tally in enumerate(whole):
        total = units[0][i]
        for unit in units[1:]:
            total = total + unit[i]
        assert total == tally


@pytest.mark.parametrize(
    ("batch", "deals", "units", "again"),
    [
        (4, 511, 0, 0),  # too few units
        (4, 512, 64, 0),
        (4, 9000, 128, 0),
        (64, 2040, 0, 0),  # a quarter of the deals is too few
        (64, 2048, 64, 512),
        (64, 1_000_000, 128, 1024),
    ],
)
def test_few_units_are_none_and_no_more_than_a_quarter_is_played_again(plan_of, batch: int, deals: int, units: int, again: int) -> None:
    plan = plan_of(batch)
    assert (units_of(plan, deals), played_again(plan, deals)) == (units, again)
    assert list(deal_units(plan, Path("never"), 100, 1)) == []
