"""What counts as offered and as held: the tables of items rest on it."""

from __future__ import annotations

from typing import Any

import pytest

from simcli.testing.under_test import counted
from tests.games.kings_forge.tables import SEAT_1, dealt, give, patched, table


def test_crafts_are_held_when_secured_and_stolen_when_taken():
    """KF-13, KF-79, KF-86."""
    options = SEAT_1 | {"craft_cards": ["anvil", "shield", "crown"]}
    game = dealt(2, options, secured={1: ["anvil"], 2: ["shield"]}, stolen={2: ["shield"]}, display=["crown"], queue=[])
    items = counted(game)
    assert {item: items[item] for item in ("anvil", "shield", "crown", "anvil_stolen", "shield_stolen", "crown_stolen")} == {
        "anvil": [(1, 1), (1, 0)],
        "shield": [(1, 0), (1, 1)],
        "crown": [(1, 0), (1, 0)],
        "anvil_stolen": [(1, 0), (1, 0)],
        "shield_stolen": [(1, 0), (1, 1)],
        "crown_stolen": [(1, 0), (1, 0)],
    }
    assert items["horseshoes"] == items["horseshoes_stolen"] == [(0, 0), (0, 0)]


def test_halves_and_exchanges_are_held_as_often_as_they_are_used():
    """KF-15, KF-31, KF-40."""
    game = dealt(2, SEAT_1 | {"gather_cards": ["tavern", "peddler"]}, face_up=["tavern", "north_mine", "peddler", "south_mine"])
    give(game, "use tavern bottom", "dock wood_dock_1", "give up north_mine")
    items = counted(game)
    assert (items["tavern_bottom"], items["tavern_top"], items["peddler_top"]) == ([(1, 1), (1, 0)], [(1, 0), (1, 0)], [(1, 0), (1, 0)])
    assert [items[f"wood_dock_{k}"] for k in (1, 2)] == [[(1, 0), (1, 1)], [(1, 0), (1, 0)]]


BY_CARD = ["table", "shield", "horseshoes"]
WITHOUT_MAGIC = ["astrologer", "bazaar", "mill", "peddler", "tavern", "toolmaker", "shrine"]


@pytest.mark.parametrize(
    ("craft", "gather", "drought"),
    [
        ("magic_wand", WITHOUT_MAGIC, 1),
        ("magic_wand", ["alchemist", *WITHOUT_MAGIC[1:]], 0),  # KF-G05T gives one magic die
        ("magic_wand", ["enchanter", *WITHOUT_MAGIC[1:]], 0),
        ("magic_wand", ["caravan", *WITHOUT_MAGIC[1:]], 1),  # for nine dice only
        ("anvil", WITHOUT_MAGIC, 0),
    ],
)
def test_magic_is_short_when_a_craft_asks_for_it_and_no_card_gives_a_die(craft: str, gather: list[str], drought: int):
    """KF-G05T, KF-G08B, KF-G18T: one die for a fixed cost is enough."""
    setup: dict[str, Any] = {"setup": {"craft_cards_drawn": {2: 4}, "craft_display_size": 3, "crafts_to_end": 2}}
    game = table(2, {"craft_cards": [*BY_CARD, craft], "gather_cards": gather}, patched(setup))
    game.deal(0, 1)
    assert counted(game)["magic_drought"] == [(1, drought)] * 2
