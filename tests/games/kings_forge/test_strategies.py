"""Shipped strategies: strong enough to measure balance with, and different from each other."""

from __future__ import annotations

from functools import partial

import pytest

from simcli.config import shipped_strategies
from simcli.testing import under_test

PLANS = ("balanced", "metal_hoarder", "investor", "early_crafter", "thief", "defender", "denier")
DEALS = 150
"""600 games a plan. The standard error of a share of 0.9 is 0.0123 when games are independent and less when they share their deal."""
played = partial(under_test.played, "kings_forge")


@pytest.fixture(scope="module")
def against_random(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    return under_test.against_three_random("kings_forge", PLANS, DEALS, tmp_path_factory.mktemp)


def test_all_plans_are_shipped() -> None:
    assert set(shipped_strategies("kings_forge")) == {*PLANS, "random", "search", "learned"}


@pytest.mark.parametrize("plan", PLANS)
def test_every_plan_wins_by_far_against_three_random_players(plan: str, against_random: dict[str, dict]) -> None:
    """The even share is a quarter; every plan wins all but a few games in a thousand."""
    assert against_random[plan]["win_share"][1] > 0.97


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """Four of a kind at the table, the same deals for every plan."""
    folder = tmp_path_factory.mktemp("alone")
    return {plan: played(folder, f"players: 4\nstrategies: [{plan}]\ntables: mirror\n", DEALS) for plan in PLANS}


def test_games_are_as_long_as_people_play(alone: dict[str, dict]) -> None:
    """Section 14 has no published figure; a median of seven rounds for a greedy player, and dice that grow before the crafts begin."""
    assert 4.5 < alone["balanced"]["rounds_mean"][1] < 8


def test_seats_hold_on_average_what_all_players_hold(alone: dict[str, dict]) -> None:
    """Counted seat by seat in the playout loop, and once more over all players; the categories of a seat add up to its score."""
    for cell in alone.values():
        for kind in ("craft_card", "stolen_craft", "gather_action", "dock", "start_player"):
            assert sum(seat["held"][kind][1] for seat in cell["seats"]) / 4 == pytest.approx(used(cell, kind), abs=1e-6)
        for seat in cell["seats"]:
            assert sum(mean for _, mean, _ in seat["categories"].values()) == pytest.approx(seat["score_mean"][1], abs=1e-6)
            assert seat["held"]["craft_card"][1] == pytest.approx(seat["score_mean"][1], abs=1e-6)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """All plans in mixed tables of four, 400 deals (standard errors of win shares below 0.02)."""
    cell = played(tmp_path_factory.mktemp("mixed"), f"players: 4\nstrategies: [{', '.join(PLANS)}]\n", 400)
    return {row["name"]: row for row in cell["strategies"]}


def test_balanced_is_among_the_best(mixed: dict[str, dict]) -> None:
    assert "balanced" in sorted(PLANS, key=lambda plan: mixed[plan]["win_share"][1])[-2:]


def used(cell: dict, kind: str, *names: str) -> float:
    return sum(item["held"] for item in cell["items"] if item["kind"] == kind and (not names or item["item"] in names))


def test_plans_do_what_their_names_say(alone: dict[str, dict], mixed: dict[str, dict]) -> None:
    crafts = {plan: mixed[plan]["categories"] for plan in PLANS}
    assert max(PLANS, key=lambda plan: crafts[plan]["stolen"] / (crafts[plan]["crafted"] + crafts[plan]["stolen"])) == "thief"
    docks = {plan: used(cell, "dock") for plan, cell in alone.items()}
    assert min(PLANS, key=lambda plan: docks[plan]) in ("metal_hoarder", "early_crafter")
    halves = ("south_mine_top", "bazaar_top", "peddler_top", "alchemist_top", "enchanter_top")
    dear = {plan: used(cell, "gather_action", *halves) for plan, cell in alone.items()}
    assert min(dear["investor"], dear["denier"]) > dear["balanced"]
