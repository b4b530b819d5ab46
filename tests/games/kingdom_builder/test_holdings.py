"""What counts as offered and as held: the tables of items rest on it."""

from __future__ import annotations

from simcli.testing.under_test import counted, held
from tests.games.kingdom_builder.tables import dealt, give

FIRST = {"setup": "first_game", "start_player": "fixed_seat"}


def test_a_tile_is_held_from_the_moment_it_is_taken_also_when_it_is_lost():
    """KB-31, KB-61, KB-65."""
    game = dealt(2, FIRST)
    tiles = [item.id for item in game.catalogue.items if item.kind == "tile"]
    there = {tile: counted(game)[tile] for tile in tiles}
    assert {tile for tile, seats in there.items() if seats == [(2, 0)] * 2} == {"tavern", "paddock", "oasis", "farm"}
    assert sum(seats == [(0, 0)] * 2 for seats in there.values()) == 4
    at = {"settlements": {1: ["r5c1"]}, "tiles": {1: ["paddock at r2c18", "tavern at r6c2"]}, "terrain": "canyon"}
    game.set(at | {"taken": {2: ["r2c18", "r6c11"]}})
    assert held({tile: counted(game)[tile] for tile in tiles}) == {"paddock": [1, 2], "tavern": [1, 0]}
    give(game, "use paddock at r2c18", "lift r5c1", "put r3c2")
    assert game.fields()["tiles"][1] == ["paddock at r2c18"]
    assert held({tile: counted(game)[tile] for tile in tiles}) == {"paddock": [1, 2], "tavern": [1, 0]}


def test_cards_in_play_are_offered_to_and_held_by_all():
    """KB-32."""
    game = dealt(3, {"cards": ["lords", "farmers", "miners"]})
    cards = {item.id: counted(game)[item.id] for item in game.catalogue.items if item.kind == "card"}
    assert {card for card, seats in cards.items() if seats == [(1, 1)] * 3} == {"lords", "farmers", "miners"}
    assert {card for card, seats in cards.items() if seats == [(0, 0)] * 3} == cards.keys() - {"lords", "farmers", "miners"}
