"""What plans see of a choice: what specialists do when hired, in coins; spare coins; what a Spoiling Potion takes from the others."""

from __future__ import annotations

from typing import Any

import pytest

from simcli.testing.under_test import give, seen
from tests.games.kings_guild.tables import dealt

ORCS, GIANT, ISLE = "crush_the_orc_rebellion", "topple_the_moonstone_giant", "explore_bluevein_isle"
PLAIN: dict[str, Any] = {"guilds": {"all": "mercantile_trust"}, "hands": {"all": []}, "slots": [ORCS], "specialist_deck": []}
SMITH = {"resources": {1: {"metal": 1, "wood": 1}}}
"""What the one quest asks for: a Dagger of 3 coins, of a quest of one item (3 for the card, 3 for its treasure)."""


def at_table(**fields: Any) -> Any:
    """Three players, seat 1 has 20 coins."""
    return dealt(3, {"start_player": "fixed_seat"}, **(PLAIN | {"coins": {1: 20, 2: 0, 3: 0}} | fields))


WORTH = {
    "adventurer": ({}, 9),
    "minstrel": ({}, 3),
    "merchant": ({}, 9 - 6),
    "craftswoman": (SMITH, 9),
    "craftswoman with nothing": ({"resources": {"all": {}}}, 0),
    "dealer": ({"resources": {1: {"metal": 1}}}, 4),
    "alchemist": ({"resources": {1: {"cloth": 2}}}, 9),
    "alchemist who needs nothing": (SMITH, 0),
    "alchemist without enough": ({"resources": {1: {"cloth": 1}}}, 0),
    "smuggler": ({"resources": {1: {"metal": 1}, 2: {"wood": 1}}}, 9),
    "smuggler of no use": ({"resources": {1: {"metal": 1}, 2: {"cloth": 1}}}, 0),
    "witch": ({}, 3),
    "witch without a quest of one item": ({"slots": [ISLE]}, 0),
    "witch with a room that counts": ({"rooms": {1: {"hall_of_mages": [0, 0]}}}, 3 + 2 * 4),
    "overseer": ({"row": ["", "", "", "overseer", "miner"]}, 4),
    "overseer alone in the row": ({}, 0),
    "curator": (
        {"discards": {"blue": ["ancient_helm"], "red": ["ancient_sword", "ancient_sword"]}, "hands": {1: ["ancient_sword"]}},
        2 * 3 - 3,
    ),
    "vizier": ({"resources": {1: {"metal": 1}}}, 4),
    "courier": ({}, 0),
}
"""Coins that specialists are worth by what they do when hired, by what lies on the table."""


@pytest.mark.parametrize("name", WORTH)
def test_what_a_specialist_does_when_hired_is_told_in_coins(name: str) -> None:
    fields, coins = WORTH[name]
    card = name.split()[0]
    told = seen(at_table(**({"row": ["", "", "", "", card]} | fields)))[f"hire {card}"]
    assert told.get("abilities", 0) == coins


def test_spare_coins_are_those_beyond_the_cheapest_master_room() -> None:
    """20 coins, a Gallery for 14: 6 are spare, all of a Warehouse's price and 4 of a cheaper one's; the Gallery itself spends none."""
    offer = {
        "masters": ["gallery", "tavern"],
        "tiles": {"warehouse": 1, "library": 1, "great_hall_barracks": 1},
        "row": ["", "", "", "", "thug"],
    }
    told = seen(at_table(**offer))
    assert [told[f"build {room}"].get("spare", 0) for room in ("warehouse", "library", "great_hall", "gallery")] == [6, 4, 6, 0]
    assert told["hire thug"]["spare"] == 5
    last = seen(at_table(**(offer | {"last_turns": 3})))
    assert not [text for text, row in last.items() if "spare" in row or "full_points" in row]
    gone = seen(at_table(**(offer | {"masters": []})))
    assert [gone[f"build {room}"].get("spare", 0) for room in ("warehouse", "great_hall")] == [6, 12]


@pytest.mark.parametrize(
    ("held", "harm"),
    [
        ({1: {}, 2: {"metal": 1}, 3: {"metal": 2}}, 1),
        ({1: {"metal": 1}, 2: {"metal": 1}, 3: {"metal": 2}}, 0),
        ({1: {"metal": 1}, 2: {"metal": 1, "cloth": 1}, 3: {"metal": 2}}, 0),
        ({1: {}, 2: {}, 3: {}}, -1),
    ],
)
def test_a_spoiling_potion_is_worth_what_the_others_return(held: dict[int, dict[str, int]], harm: int) -> None:
    """KG-TR-02: by the best kind, less the own resource, less one; a potion that hits nobody tells -1."""
    told = seen(at_table(resources=held, hands={1: ["spoiling_potion"], 2: [], 3: []}))
    assert told["play spoiling_potion"].get("play_harm", 0) == harm


def test_a_spoiling_potion_takes_and_gives_nothing() -> None:
    """Naming the kind one holds oneself makes what one can make farther, not nearer; `harm` counts the others."""
    table = at_table(resources={1: {"metal": 1, "wood": 1}, 2: {"metal": 2}, 3: {"cloth": 1, "metal": 1}}, hands={1: ["spoiling_potion"]})
    told = seen(give(table, "play spoiling_potion"))
    assert {text: row.get("harm", 0) for text, row in told.items() if row.get("harm", 0)} == {"name metal": 2, "name cloth": 1}
    assert told["name metal"]["nearer"] < 0 == told["name cloth"].get("nearer", 0)
    assert told["name metal"].get("ready", 0) == 0 < told["name cloth"]["ready"]
