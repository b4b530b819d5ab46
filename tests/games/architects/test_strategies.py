"""Shipped strategies: strong enough to measure balance with, games that end, and plans that do what their names say."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

import pytest

import simcli
from simcli.config import shipped_strategies
from simcli.game import Beaten
from simcli.games.architects import GAME
from simcli.testing import under_test

PLANS = ("balanced", "cathedral_builder", "building_rush", "jailer", "black_marketeer", "virtuous", "debt_runner")
DEALS = 60
"""240 games a plan. The standard error of a share of 0.95 is 0.014 when games are independent and less when they share their deal."""
played = partial(under_test.played, "architects")


def test_all_plans_are_shipped() -> None:
    assert set(shipped_strategies("architects")) == {*PLANS, "random", "search", "learned"}


@pytest.mark.parametrize("plan", PLANS)
def test_every_plan_wins_by_far_against_three_random_players(plan: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The even share is a quarter."""
    against = under_test.against_three_random("architects", [plan], DEALS, tmp_path_factory.mktemp)
    assert against[plan]["win_share"][1] > 0.95


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_balanced_ends_its_games_and_scores_what_people_score(players: int, tmp_path: Path) -> None:
    """AW-F14: 25 to 35 turns in competent play; AW-F04: 33 to 65 points."""
    cell = played(tmp_path, f"players: {players}\nstrategies: [balanced]\ntables: mirror\n", 200)
    assert cell["stalled"] == 0
    assert 20 < cell["rounds_mean"][1] < 40
    assert 33 < cell["strategies"][0]["score_mean"][1] < 65


def test_random_players_need_about_150_turns(tmp_path: Path) -> None:
    """AW-F15, and AW-F16 without odd tastes: no game is stopped at 300 turns. Of 40 games the mean is known within 8 turns."""
    cell = played(tmp_path, "players: 4\nstrategies: [random]\ntables: mirror\n", 40)
    assert 130 < cell["rounds_mean"][1] < 170
    assert cell["stalled"] == 0


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """Four of a kind at the table, 40 deals."""
    folder = tmp_path_factory.mktemp("alone")
    return {plan: played(folder, f"players: 4\nstrategies: [{plan}]\n", 40) for plan in PLANS}


def test_nobody_stays_at_the_mines_and_the_tax_stand_is_used(tmp_path: Path) -> None:
    """Among its like `balanced` earns fewer points of goods than of buildings (a gold rush brought as many), and empties the Tax Stand."""
    cell = played(tmp_path, "players: 4\nstrategies: [balanced]\n", 60)
    points = cell["strategies"][0]["categories"]
    assert 2 * points["goods"] < points["buildings"]
    assert used(cell, "tax_stand") > 0.1


@pytest.mark.parametrize("beaten", GAME.beaten, ids=lambda one: str(one.players))
def test_every_page_of_the_plans_says_how_far_they_are_beaten(tmp_path: Path, beaten: Beaten) -> None:
    """With every number of players, and with what `search` wins, or that it is not measured."""
    assert sorted(one.players for one in GAME.beaten) == list(range(GAME.min_players, GAME.max_players + 1))
    config = tmp_path / "config.yaml"
    config.write_text(f"game: architects\nplayers: {beaten.players}\nstrategies: [balanced]\n", "utf-8")
    result = simcli.simulate(config, deals=10, workers=1)
    assert f"look-ahead would win about {round(100 * beaten.look_ahead[1])} in 100 games more" in result.summary["no_reply"]
    assert f"A tuned player wins at least {math.floor(100 * beaten.tuned[0])} % instead of" in result.summary["no_reply"]
    assert "`search` wins" in result.summary["no_reply"]
    head = result.report("html").partition("</header>")[0]
    assert f"at least {math.floor(100 * beaten.tuned[0])} %" in head


def used(cell: dict, *names: str) -> float:
    return sum(item["held"] for item in cell["items"] if item["item"] in names)


def test_plans_do_what_their_names_say(alone: dict[str, dict]) -> None:
    cells = alone
    market = ("market_left", "market_middle_hire", "market_middle_draw", "market_right")
    assert max(PLANS, key=lambda plan: used(cells[plan], "cathedral")) == "cathedral_builder"
    assert max(PLANS, key=lambda plan: used(cells[plan], "captured_worker")) == "jailer"
    assert max(PLANS, key=lambda plan: used(cells[plan], *market)) == "black_marketeer"
    assert used(cells["debt_runner"], "debt_taken") > 2 * used(cells["balanced"], "debt_taken")
    points = {plan: cell["strategies"][0]["categories"] for plan, cell in cells.items()}
    assert max(PLANS, key=lambda plan: points[plan]["virtue"]) == "virtuous"
    assert min(PLANS, key=lambda plan: points[plan]["virtue"]) == "debt_runner"
    assert min(PLANS, key=lambda plan: cells[plan]["rounds_mean"][1]) == "building_rush"
