"""What plans see of captures, projects and last turns."""

from __future__ import annotations

from typing import Any

from simcli.sim.scenario import Table
from simcli.testing.under_test import GameUnderTest, give, seen

ARCHITECTS = GameUnderTest("architects")
FIXED = {"start_player": "fixed_seat"}


def dealt(players: int, **fields: Any) -> Table:
    return ARCHITECTS.dealt(players, FIXED, **fields)


def test_an_arrest_is_seen_by_its_gold_and_by_who_leads() -> None:
    game = dealt(3, workers={"mines": {2: 5, 3: 4}, "quarry": {3: 6}}, goods={2: {"gold": 9}})
    found = seen(game)["place town_centre"]
    assert (found["rivals"], found["big_catch"], found["catch_each"], found["gold_catch"]) == (6, 3, 18, 2)
    assert found["leader_catch"] == 3  # five workers of seat 2, beyond two


def test_whose_turn_it_is_to_arrest_and_who_leaves_it_to_the_others() -> None:
    game = dealt(3, workers={"mines": {1: 1, 2: 5, 3: 6}})
    assert seen(game)["place town_centre"]["own_share"] == 3
    game.s["taken"][:3] = [7, 4, 3]
    found = seen(game)["place town_centre"]
    assert ("own_share" in found, found["idle_catch"]) == (False, 4)  # seat 3 has captured less than half of seven
    rows = seen(give(game, "place town_centre"))
    assert (rows["capture seat 3 at mines"]["idle"], "idle" in rows["capture seat 2 at mines"]) == (6, False)


def test_a_project_is_worth_its_points_with_effects_less_what_it_pays() -> None:
    """Aqueduct: 3 points, 1 for each building, itself too, and a gold paid. Clay Pit: 3 points and a gold or a marble."""
    goods = {1: {"clay": 9, "wood": 9, "stone": 9, "gold": 1}}
    assert seen(dealt(2, hands={1: ["aqueduct"]}, goods=goods, virtue={1: 4}))["place guildhall"]["net"] == 3 + 1 - 1
    assert seen(dealt(2, hands={1: ["clay_pit"]}, goods=goods, virtue={1: 4}))["place guildhall"]["net"] == 3 + 1


def test_points_are_left_as_they_are_when_a_project_is_weighed() -> None:
    game = dealt(2, hands={1: ["aqueduct", "clay_pit"]}, goods={1: {"clay": 9, "wood": 9, "stone": 9, "gold": 1}})
    before = game.fields()
    seen(game)
    assert game.fields() == before


def test_goods_wanted_for_many_dear_buildings_are_counted_kind_by_kind() -> None:
    """A hand of twenty that cost twenty clay each lacks no wood, whatever it lacks of clay."""
    buildings = [row["id"] for row in ARCHITECTS.components["buildings"]["buildings"]][:20]
    cost = {"clay": 20, "wood": 0, "stone": 0, "gold": 0, "marble": 0}
    dear = ARCHITECTS.patched({"buildings": {"hand_limit": 20} | {name: {"cost": cost} for name in buildings}})

    def useful(hand: list[str]) -> dict[str, int]:
        game = ARCHITECTS.table(2, FIXED, dear)
        game.deal(0, 1)
        game.set({"hands": {1: hand}, "workers": {"forest": {1: 4}, "quarry": {1: 4}}})
        return {place: row["useful"] for place, row in seen(game).items() if row.get("useful")}

    assert useful(buildings) == useful(buildings[:1])
