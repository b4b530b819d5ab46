"""What learned players know of a position: counted by hand for a few positions."""

from __future__ import annotations

from typing import Any

from simcli.testing.under_test import known
from tests.games.kings_guild.tables import dealt

ORCS, GIANT, ISLE = "crush_the_orc_rebellion", "topple_the_moonstone_giant", "explore_bluevein_isle"
EMPTY: dict[str, Any] = {
    "guilds": {"all": "mercantile_trust"},
    "hands": {"all": []},
    "resources": {"all": {}},
    "specialist_deck": [],
    "row": ["", "", "", "", ""],
}


def at_table(**fields: Any) -> Any:
    """Three players with a guild that stores five resources."""
    return dealt(3, {"start_player": "fixed_seat"}, **(EMPTY | {"slots": [ORCS], "coins": {1: 20, 2: 3, 3: 7}} | fields))


def test_what_a_seat_has() -> None:
    """Metal, wood and three leather with a Warehouse for three more; a Gem Workshop; relics for 5 and a charm for 3."""
    game = at_table(
        resources={1: {"metal": 1, "leather": 3}},
        rooms={1: {"warehouse": [0, 0], "gem_workshop": [0, 1]}},
        hands={1: ["ancient_helm", "ancient_sword", "sacred_charm", "oak_branches"]},
    )
    one = known(game, 1)
    assert [one[name] for name in ("coins", "cloth", "leather", "metal", "storage", "room")] == [20, 0, 3, 1, 8, 4]
    assert [one[name] for name in ("hand", "charms", "sale", "brings", "hand_points")] == [4, 1, 2 + 2 + 0 + 2, 3, 5 + 3]
    assert [one[name] for name in ("points", "rooms", "squares", "gem_access", "magic_access")] == [8 + 2 + 1, 2, 10 - 2, 1, 0]
    assert (one["own_turn"], one["rival_coins"], one["lead"], one["rival_points"]) == (1, 7, 11, 0)
    two = known(game, 2)
    assert (two["own_turn"], two["rival_coins"], two["rival_points"], two["lead"], two["rival_hand"]) == (0, 20, 3, -3, 4)


def test_halls_count_quests_with_an_own_sigil() -> None:
    """A Hall of Mages counts an own quest of a mage and one that is opened: 4 each and 1 for either card."""
    game = at_table(
        rooms={2: {"hall_of_mages": [0, 0]}}, quests={2: [ORCS]}, slots=[ISLE, GIANT], made=[1, 0, 0, 0, 0], openers=[2, 0, 0, 0, 0]
    )
    two = known(game, 2)
    assert (two["points"], two["quests"], two["sigils"]) == (2 * 4 + 2, 2, 1)
    one = known(game, 1)
    assert (one["rival_points"], one["lead"], one["rival_quests"], one["open_to_share"]) == (10, -10, 2, 1)
    assert two["open_to_share"] == 0


def test_scrolls_of_others_are_not_counted() -> None:
    """A Library counts the scrolls of a hand: known to its owner alone."""
    game = at_table(rooms={2: {"library": [0, 0]}}, hands={2: ["scroll_of_plenty"], 1: [], 3: []})
    assert known(game, 2)["points"] == known(game, 2)["hand_points"] > 0
    assert known(game, 1)["rival_points"] == 0


def test_what_can_be_made_and_paid_for() -> None:
    """The Dagger asks for metal and wood: 3 coins, 3 for the card and 3 for its treasure; seat 2 has what it takes."""
    game = at_table(
        resources={1: {"metal": 1, "wood": 1}, 2: {"metal": 1, "wood": 1}},
        row=["", "", "", "overseer", "miner"],
        masters=["gallery", "throne_room"],
        coins={1: 10},
    )
    one = known(game, 1)
    assert (one["ready"], one["nearest"], one["contested"], one["master_lacks"]) == (9, 18, 1, 4)
    assert known(game, 2)["contested"] == 1
    assert known(game, 3)["ready"] == 0
