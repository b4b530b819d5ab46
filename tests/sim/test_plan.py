from __future__ import annotations

import pytest

from simcli.sim.plan import Batch, make_plan, power_of_two


def test_batches_take_turns_among_the_cells_and_the_last_is_short(plan_of) -> None:
    plan = plan_of(batch_deals=10, players="[2, 3]", deals=25)
    assert plan.n_batches == 6
    assert [plan.batch(k) for k in range(6)] == [
        Batch(0, 0, 0, 10),
        Batch(1, 1, 0, 10),
        Batch(2, 0, 10, 10),
        Batch(3, 1, 10, 10),
        Batch(4, 0, 20, 5),
        Batch(5, 1, 20, 5),
    ]
    assert plan.games == 25 * 2 + 25 * 3


@pytest.mark.parametrize("deals", [1, 10, 11, 99])
def test_batches_cover_every_deal_of_every_cell_once(plan_of, deals: int) -> None:
    plan = plan_of(batch_deals=10, players="[2, 3, 4]", deals=deals)
    seen = [(b.cell, d) for b in map(plan.batch, range(plan.n_batches)) for d in range(b.first_deal, b.first_deal + b.deals)]
    assert sorted(seen) == [(cell, d) for cell in range(3) for d in range(deals)]


def test_the_size_of_a_batch_hangs_on_the_game_and_not_on_how_much_is_played(run_of) -> None:
    sizes = {make_plan(run_of(deals=deals)).batch_deals for deals in (1, 1000, 1_000_000)}
    assert len(sizes) == 1
    (size,) = sizes
    assert size & (size - 1) == 0


def test_rotations_are_the_players_or_the_strategies_of_a_mirror(run_of) -> None:
    assert [c.rotations for c in make_plan(run_of(players="[2, 4]")).cells] == [2, 4]
    assert [c.rotations for c in make_plan(run_of(players="[3, 4]", more="tables: mirror\n")).cells] == [2, 2]


@pytest.mark.parametrize(("x", "power"), [(0.2, 1), (1, 1), (1.9, 1), (2, 2), (1023.9, 512), (1024, 1024)])
def test_power_of_two(x: float, power: int) -> None:
    assert power_of_two(x) == power
