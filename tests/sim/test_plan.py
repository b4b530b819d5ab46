from __future__ import annotations

from dataclasses import replace

import pytest

from simcli.config import load_config
from simcli.game import Price, Slowdown
from simcli.games import GAME_IDS, get_game
from simcli.sim.plan import BATCH_MICROSECONDS, Batch, make_plan, power_of_two


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


def test_the_price_of_a_deal_is_declared_by_players_and_kinds_of_strategies(run_of) -> None:
    # Pig: random 3, 4, 5 and weights 6, 8, 10 microseconds a game with 2, 3, 4 players; half the strategies are random.
    assert [c.price for c in make_plan(run_of(players="[2, 3, 4]")).cells] == [4.5 * 2, 6.0 * 3, 7.5 * 4]
    fixed = "tables: {fixed: [random, random, hold_at_20]}\n"
    assert [c.price for c in make_plan(run_of(players="3", more=fixed)).cells] == [(4 + 4 + 8) / 3 * 3]
    assert [c.price for c in make_plan(run_of(players="3", more="tables: mirror\n")).cells] == [6.0 * 2]


def test_a_batch_of_the_dearest_cell_is_priced_at_more_than_half_of_what_it_may_take(run_of) -> None:
    for players in ("2", "3", "[2, 4]"):
        plan = make_plan(run_of(players=players))
        dearest = max(cell.price for cell in plan.cells) * plan.batch_deals
        assert BATCH_MICROSECONDS / 2 < dearest <= BATCH_MICROSECONDS
    assert make_plan(run_of(players="[2, 4]")).batch_deals == make_plan(run_of(players="4")).batch_deals == 4096


def test_prices_are_those_of_the_options_of_each_variant() -> None:
    config = {
        "game": "guildes",
        "strategies": ["balanced"],
        "deals": 10,
        "players": [3, 6],
        "variants": {"a": {}, "b": {"options": {"tricks": "on"}}},
    }
    run = load_config(config)
    plain, slow = run.game.prices, run.game.slowed_by[0].times
    cells = [(3, plain[3].heuristic), (6, plain[6].heuristic), (3, plain[3].heuristic * slow[3]), (6, plain[6].heuristic * slow[6])]
    assert [cell.price for cell in make_plan(run).cells] == [pytest.approx(n * price) for n, price in cells]


# A change here makes batches of another size: runs with `until` may end elsewhere, and unfinished run folders are refused.
@pytest.mark.parametrize(
    ("config", "size"),
    [
        ("guildes/plans", 1024),
        ("guildes/variants", 512),
        ("kingdom_builder/plans", 128),
        ("kingdom_builder/seats", 1024),
        ("kings_forge/plans", 256),
        ("kings_forge/seats", 1024),
    ],
)
def test_shipped_configs_are_cut_into_batches_of_known_size(config: str, size: int) -> None:
    assert make_plan(load_config(config)).batch_deals == size


def test_a_game_declares_a_price_for_every_number_of_players() -> None:
    game = get_game("guildes")
    with pytest.raises(ValueError, match="needs a price for every number of players, 3 to 6"):
        replace(game, prices={3: Price(1, 2, 3)})
    with pytest.raises(ValueError, match="needs a price"):
        replace(game, slowed_by=(Slowdown("tricks", "off", {3: 2.0}),))
    for name in GAME_IDS:
        game = get_game(name)
        assert all(0 < price.random < price.heuristic < price.function for price in game.prices.values())


@pytest.mark.parametrize(("x", "power"), [(0.2, 1), (1, 1), (1.9, 1), (2, 2), (1023.9, 512), (1024, 1024)])
def test_power_of_two(x: float, power: int) -> None:
    assert power_of_two(x) == power


def test_variants_that_only_restrict_players_share_tables_and_others_do_not() -> None:
    config = {"game": "guildes", "players": [3, 4], "deals": 1}
    variants = {"plain": {}, "ban": {"restrict": {"seat 1": {"ban": ["knight"]}}}, "more": {"patch": {"guilds": {"knight": {"copies": 9}}}}}
    plain, _, ban, _, more, _ = cells = make_plan(load_config({**config, "variants": variants})).cells
    assert ban.tables is plain.tables
    assert ban.catalogue is plain.catalogue
    assert more.tables.tobytes() != plain.tables.tobytes()
    assert len({id(cell.tables) for cell in cells}) == 4
