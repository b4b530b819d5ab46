"""What one scenario cannot show: how games end that are longer than any with the printed components."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from simcli.games.kingdom_builder.kernels.rules import STALL
from simcli.testing.playthrough import Case, Playthrough
from tests.games.kingdom_builder.tables import GAME, dealt, give, patched, table
from tests.games.kingdom_builder.test_lockstep import few

DESERT, FOREST = 2, 4
"""Kinds of hexes."""

ONE_BUILD = {"setup": {"mandatory_builds_per_turn": 1, "location_tiles_per_hex": 0}}


def hex_name(cell: int) -> str:
    """A cell of the record as texts name it."""
    return f"r{cell // 22 - 1}c{cell % 22 - 1}"


def test_a_long_game_in_which_settlements_come_is_not_stalled():
    """KB-50, KB-90, KB-91, section 15: one build a turn for five players makes 200 turns, all of them with a settlement."""
    game, rng = table(5, {}, patched(ONE_BUILD)), Random(0)
    game.deal(0, 1)
    while not game.s["over"]:
        game.apply(rng.choice(game.actions()))
    assert (int(game.s["over"]), int(game.s["round"])) == (1, 40)
    assert game.fields()["supply"] == {1: 0, 2: 0, 3: 0, 4: 0, 5: 0}


@pytest.mark.parametrize(("idle", "over"), [(STALL - 2, 0), (STALL - 1, 2)])
def test_a_game_without_settlements_from_a_supply_ends_as_stalled(idle: int, over: int):
    """Section 15: a move is no settlement from a supply."""
    fields = {"actor": 1, "settlements": {1: ["r8c7"]}, "supply": {1: 5}, "tiles": {1: ["paddock at r2c18"]}, "phase": "after"}
    game = dealt(2, {"setup": "first_game", "start_player": "fixed_seat"}, **fields)
    game.s["idle"] = idle
    give(game, "use paddock at r2c18", "lift r8c7", "put r8c9")
    assert int(game.s["over"]) == over


def test_a_settlement_from_a_supply_starts_the_count_of_idle_turns_anew():
    """Section 15."""
    game = dealt(2, {"setup": "first_game", "start_player": "fixed_seat"})
    game.s["idle"] = STALL - 1
    for _ in range(3):
        game.apply(game.actions()[0])
    assert (int(game.s["over"]), int(game.s["idle"])) == (0, 1)


def test_the_tower_is_of_no_use_when_the_edge_is_full():
    """KB-75, KB-83."""
    quadrants = ["quadrant_tower", "quadrant_farm", "quadrant_oasis", "quadrant_barn"]
    game = dealt(2, {"quadrants": quadrants, "rotation": "upright", "start_player": "fixed_seat"})
    held = {"tiles": {1: ["tower at r3c5"]}, "terrain": "grass"}
    game.set(held)
    give(game, "use tower at r3c5")
    edge = [text.removeprefix("place ") for text in game.texts()]
    assert len(edge) > 40
    offered = {}
    for free in (1, 0):
        game.set(held | {"settlements": {1: edge[free:20], 2: edge[20:]}})
        offered[free] = "use tower at r3c5" in game.texts()
    assert offered == {1: True, 0: False}


@pytest.mark.parametrize("named", [["lords"], ["miners", "hermits"]])
def test_named_cards_are_joined_by_others_until_there_are_three(named):
    """GO-04, KB-32."""
    game, others = table(2, {"cards": named}), set()
    for deal in range(60):
        game.deal(deal, 1)
        cards = game.fields()["cards"]
        assert len(cards) == len(set(cards)) == 3
        assert set(named) < set(cards)
        others |= set(cards) - set(named)
    assert len(others) == 10 - len(named)


def test_nothing_is_lifted_where_no_hex_is_free_but_what_may_return():
    """GO-11, KB-74, KB-85: all four desert hexes are taken; only a settlement on one of them can go back."""
    patch = few("desert", 1)
    quadrants = ["quadrant_barn", "quadrant_farm", "quadrant_oasis", "quadrant_tower"]
    options = {"quadrants": quadrants, "rotation": "upright", "start_player": "fixed_seat", "move_back_to_origin": True}
    game = table(2, options | {"no_free_hex_of_card_terrain": "skip_remaining_builds"}, patched(patch))
    game.deal(0, 1)
    barn = min(game.fields()["tiles_left"], key=lambda name: sum(map(int, name[1:].split("c"))))  # the one nearest to the top left corner
    deserts, (forest, *_) = ([hex_name(cell) for cell in np.flatnonzero(game.s["kind"] == kind).tolist()] for kind in (DESERT, FOREST))
    assert len(deserts) == 4
    legal = {}
    for mine in (0, 1):
        own, others = [forest, *deserts[:mine]], deserts[mine:]
        game.set({"tiles": {1: [f"barn at {barn}"]}, "terrain": "desert", "settlements": {1: own, 2: others}, "phase": "after"})
        legal[mine] = list(game.texts())
    assert legal == {0: ["end turn"], 1: [f"use barn at {barn}", "end turn"]}
    give(game, f"use barn at {barn}")
    assert list(game.texts()) == [f"lift {deserts[0]}"]


@pytest.mark.parametrize("hidden", [True, False])
def test_cards_of_others_are_secret_until_their_turn(hidden):
    """KB-A5, GO-06: seat 2 knows the card of seat 1, whose turn it is, and its own; that of seat 3 only if cards lie open."""
    game = Playthrough(Case(GAME, 3, (("start_player", "fixed_seat"), ("terrain_card_hidden_until_played", hidden))))
    game.start(0)
    saved, before, seen = game.saved(), game.fields()["hands"], set()
    for noise in range(30):
        game.put_back(saved)
        game.redeal_hidden(1, noise)
        hands = game.fields()["hands"]
        assert (hands[1], hands[2]) == (before[1], before[2])
        seen.add(hands[3])
    assert len(seen) == (5 if hidden else 1)
