"""Shipped strategies: strong enough to measure balance with, games that end, and plans that do what their names say."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from simcli.config import shipped_strategies
from simcli.games import get_game
from simcli.testing import under_test
from tests.games.kings_guild.data import SETUP, SPECIALISTS

PLANS = (
    *("balanced", "quest_runner", "two_item_crafter", "expander", "specialist_house"),
    *("relic_collector", "charm_collector", "treasure_trader", "master_room_planner"),
)
DEALS = 60
"""240 games a plan. The standard error of a share of 0.95 is 0.014 when games are independent and less when they share their deal."""
played = partial(under_test.played, "kings_guild")


def test_all_plans_are_shipped() -> None:
    assert set(shipped_strategies("kings_guild")) == {*PLANS, "random", "search", "learned"}


@pytest.mark.parametrize("plan", PLANS)
def test_every_plan_wins_by_far_against_three_random_players(plan: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The even share is a quarter."""
    against = under_test.against_three_random("kings_guild", [plan], DEALS, tmp_path_factory.mktemp)
    assert against[plan]["win_share"][1] > (0.95 if plan == "balanced" else 0.9)


@pytest.mark.parametrize("players", range(2, 1 + get_game("kings_guild").max_players))
def test_balanced_ends_its_games_in_the_time_people_need(players: int, tmp_path: Path) -> None:
    """KG-SF-20: 15 to 45 turns a player. 200 deals in all rotations; of a hundred games at most one is ended by KG-E-08."""
    cell = played(tmp_path, f"players: {players}\nstrategies: [balanced]\ntables: mirror\n", 200)
    assert cell["stalled"] <= 0.01 * cell["games"]
    assert 15 < cell["rounds_mean"][1] < 45


def test_balanced_alone_is_rated_a_member_on_average(tmp_path: Path) -> None:
    """KG-V-21: 50 points. Scores scatter by about 10 points, the mean of 100 deals by 1; at 59 points it lies 9 standard errors above."""
    member = SETUP["solo"]["ratings"]["member"]
    row = played(tmp_path, "players: 1\nstrategies: [balanced]\n", 100)["strategies"][0]
    low, _, _ = row["score_mean"]
    assert member == 50 < low
    assert row["score_sd"] < 15


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """Four of a kind at the table, 40 deals."""
    folder = tmp_path_factory.mktemp("alone")
    return {plan: played(folder, f"players: 4\nstrategies: [{plan}]\n", 40) for plan in PLANS}


@pytest.fixture(scope="module")
def among_balanced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """What each plan makes at a table with three `balanced`, 60 deals in all rotations; half the even share is 0.125."""
    folder, rows = tmp_path_factory.mktemp("among"), {}
    for plan in PLANS[1:]:
        cell = played(folder, f"players: 4\ntables: {{fixed: [{plan}, balanced, balanced, balanced]}}\n", DEALS)
        rows[plan] = next(row for row in cell["strategies"] if row["name"] == plan)
    return rows


def used(cell: dict, *names: str) -> float:
    return sum(item["held"] for item in cell["items"] if item["item"] in names)


def most(values: dict[str, float]) -> str:
    return max(values, key=lambda plan: values[plan])


def test_no_plan_is_a_pushover_among_balanced(among_balanced: dict[str, dict]) -> None:
    assert min(row["win_share"][1] for row in among_balanced.values()) > 0.1


def test_plans_score_where_their_names_say(among_balanced: dict[str, dict]) -> None:
    points = {
        category: {plan: row["categories"][category] for plan, row in among_balanced.items()} for category in ("charms", "specialists")
    }
    assert most(points["charms"]) == "charm_collector"
    assert most(points["specialists"]) == "specialist_house"
    relics = {plan: row["categories"]["relics"] for plan, row in among_balanced.items()}
    assert most(relics) == "relic_collector"
    assert min(relics, key=lambda plan: relics[plan]) == "treasure_trader"


def test_plans_do_what_their_names_say(alone: dict[str, dict]) -> None:
    assert most({plan: used(cell, "craft_both_items") for plan, cell in alone.items()}) == "two_item_crafter"
    expands = {plan: used(cell, "build", "hire", "build_and_hire") for plan, cell in alone.items()}
    assert expands["expander"] > 1.2 * expands["balanced"]
    assert most({plan: used(cell, "craft_one_item") for plan, cell in alone.items()}) == "quest_runner"


def test_houses_are_full(tmp_path: Path) -> None:
    """KG-SP-25 to KG-SP-36, KG-RM-05 to KG-RM-08: seats drawn from all plans; specialists of all letters come, chambers are built.

    Before plans saw what specialists do, 15 cards were in under 1.5 % of seats, 2.6 in a house, with 0.27 chambers.
    """
    cell = played(tmp_path, f"players: 4\nstrategies: [{', '.join(PLANS)}]\ntables: mixed\n", DEALS)
    held = {item["item"]: item["held"] for item in cell["items"]}
    people = [held[row["id"]] for row in SPECIALISTS if row["set"] == "base"]
    assert len(people) == 36
    assert sum(share < 0.015 for share in people) <= 8
    assert sum(people) > 3.2
    assert used(cell, "bedchamber", "kitchen", "great_hall", "barracks") > 0.7
