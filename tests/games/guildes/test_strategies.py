"""Shipped strategies: strong enough to measure balance with, and different from each other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from simcli.config import load_config, shipped_strategies
from simcli.config.data.shipped import shipped_configs
from simcli.config.run.check import check_paths
from simcli.testing import under_test

PLANS = (
    *("balanced", "big_guilds", "cheap_monopolies", "militia_collector", "second_place"),
    *("denier", "steady_investor", "early_bird", "loner"),
)
DEALS = 100
"""400 games a plan. A plan that won half of them would fall below 0.4 once in 30,000 trials (standard error at most 0.025)."""
played = partial(under_test.played, "guildes")


@pytest.fixture(scope="module")
def against_random(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    return under_test.against_three_random("guildes", PLANS, DEALS, tmp_path_factory.mktemp)


def test_all_plans_are_shipped() -> None:
    assert set(shipped_strategies("guildes")) == {*PLANS, "random", "search", "learned"}


def test_balanced_wins_nine_of_ten_games_against_three_random_players(against_random: dict[str, dict]) -> None:
    """Measured 0.97; 0.6 is the least a default player should reach."""
    assert against_random["balanced"]["win_share"][1] > 0.9


@pytest.mark.parametrize("plan", PLANS)
def test_no_plan_loses_to_random(plan: str, against_random: dict[str, dict]) -> None:
    """A quarter is the even share; every plan wins more than half (measured 0.74 to 0.99)."""
    assert against_random[plan]["win_share"][1] > 0.5


def test_plans_collect_what_their_names_say(against_random: dict[str, dict]) -> None:
    points = {plan: row["categories"] for plan, row in against_random.items()}
    big = {plan: sum(row[g] for g in ("citizen", "knight", "noble", "cleric", "alchemist")) for plan, row in points.items()}
    small = {plan: sum(row[g] for g in ("fisherman", "peasant", "artisan", "scholar", "merchant")) for plan, row in points.items()}
    assert max(points, key=lambda plan: points[plan]["militia"]) in ("militia_collector", "cheap_monopolies")
    assert points["militia_collector"]["militia"] > 1.5 * points["balanced"]["militia"]
    assert max(big, key=lambda plan: big[plan]) == "big_guilds"
    assert max(small, key=lambda plan: small[plan]) == "cheap_monopolies"


def test_balanced_holds_its_share_among_the_plans(tmp_path: Path) -> None:
    """All plans in mixed tables of four: balanced wins no less than an even quarter (measured 0.28, standard error below 0.02)."""
    cell = played(tmp_path, f"players: 4\nstrategies: [{', '.join(PLANS)}]\n", 400)
    rows = {row["name"]: row["win_share"][1] for row in cell["strategies"]}
    assert rows["balanced"] > 0.24


@pytest.mark.parametrize("name", sorted(shipped_configs()))
def test_every_shipped_config_resolves(name: str) -> None:
    assert load_config(name).game.id == name.split("/")[0]


def test_shipped_configs_and_strategies_have_no_problems() -> None:
    root = Path(__file__).parents[3]
    assert check_paths([root / "configs", root / "strategies"]) == []


def test_the_demo_is_a_million_games() -> None:
    run = load_config("guildes/demo")
    assert run.deals * run.players[0] == 1_000_000
