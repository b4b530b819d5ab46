"""Shipped strategies: strong enough to measure balance with, and different from each other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from simcli.config import shipped_strategies
from simcli.testing import under_test

PLANS = ("balanced", "planner", "tile_collector", "castle_rush", "edge_and_tower", "big_area", "spread_out", "rival_blocker", "finisher")
DEALS = 150
"""600 games a plan. The standard error of a share of 0.9 is 0.0123 when games are independent and less when they share their deal."""
played = partial(under_test.played, "kingdom_builder")


@pytest.fixture(scope="module")
def against_random(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    return under_test.against_three_random("kingdom_builder", PLANS, DEALS, tmp_path_factory.mktemp)


def test_all_plans_are_shipped() -> None:
    assert set(shipped_strategies("kingdom_builder")) == {*PLANS, "random", "search", "learned"}


@pytest.mark.parametrize("plan", PLANS)
def test_every_plan_wins_by_far_against_three_random_players(plan: str, against_random: dict[str, dict]) -> None:
    """The even share is a quarter. Measured over 1,600 games: 0.88 (big_area) to 0.95 (planner)."""
    assert against_random[plan]["win_share"][1] > 0.8


def test_balanced_wins_nine_of_ten_games_against_three_random_players(tmp_path: Path) -> None:
    """Measured 0.92 over 1,600 games; the same 600 games give the same number every time."""
    cell = played(tmp_path, "players: 4\ntables: {fixed: [balanced, random, random, random]}\n", 150)
    assert next(row for row in cell["strategies"] if row["name"] == "balanced")["win_share"][1] >= 0.9


def test_winners_score_what_people_report(tmp_path: Path) -> None:
    """KB-S2: 45 to 65 points win a game of four; measured 54.5."""
    cell = played(tmp_path, "players: 4\nstrategies: [balanced]\ntables: mirror\n", 400)
    assert 45 < cell["winning_score_mean"][1] < 65


def test_the_planner_is_the_strongest(tmp_path: Path) -> None:
    """All plans in mixed tables of four (measured 0.41, balanced 0.25, standard errors below 0.02)."""
    cell = played(tmp_path, f"players: 4\nstrategies: [{', '.join(PLANS)}]\n", 300)
    shares = {row["name"]: row["win_share"][1] for row in cell["strategies"]}
    assert max(shares, key=lambda plan: shares[plan]) == "planner"
    assert shares["balanced"] > 0.2


def test_plans_do_what_their_names_say(against_random: dict[str, dict], tmp_path: Path) -> None:
    points = {plan: row["categories"] for plan, row in against_random.items()}
    assert max(points, key=lambda plan: points[plan]["castle"]) == "castle_rush"
    held = {}
    for plan in PLANS:
        cell = played(tmp_path, f"players: 4\nstrategies: [{plan}]\ntables: mirror\n", 60)
        held[plan] = {item["item"]: item["held"] for item in cell["items"] if item["kind"] == "tile"}
    tiles = {plan: sum(row.values()) for plan, row in held.items()}
    assert max(tiles, key=lambda plan: tiles[plan]) in ("tile_collector", "finisher")
    assert tiles["tile_collector"] > tiles["castle_rush"]
