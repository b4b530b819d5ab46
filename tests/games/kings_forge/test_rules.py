"""What one scenario cannot show: who owns which dice over whole games, and what is hidden."""

from __future__ import annotations

from random import Random

import pytest

from simcli.engine.loop import steps
from tests.games.kings_forge.tables import SEAT_1, dealt, give, table

BASIC = {"metal", "wood", "gem", "magic"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_five_metal_dice_each_and_the_rest_in_common_piles(players):
    """KF-01, KF-09, KF-11, KF-12, KF-17: as dealt, before any position is set."""
    game = table(players)
    game.deal(0, 1)
    fields = game.fields()
    assert fields["hands"] == {seat: {"metal": 5} for seat in range(1, players + 1)}
    assert fields["stock"] == {"metal": 42 - 5 * players, "wood": 22, "gem": 14, "magic": 10, "library": 2, "cemetery": 1}
    assert fields["tokens"] == {"auto_six": 2, "plus_one_plus_one": 2}


def test_only_dice_of_the_basic_colours_outlast_a_round():
    """KF-02, KF-05: library dice are in hands within a round, in none when the next one begins."""
    within: set[str] = set()
    for deal in range(6):
        game, rng, round_ = dealt(3, {"gather_cards": ["library", "cemetery"], "max_rounds": 12}, deal), Random(deal), 1
        while not game.s["over"]:
            game.apply(rng.choice(list(game.actions())))
            fields = game.fields()
            owned = {colour for place in ("hands", "workshops") for dice in fields[place].values() for colour in dice}
            if fields["round"] > round_:
                round_ = fields["round"]
                assert owned <= BASIC
                assert (fields["stock"]["library"], fields["stock"]["cemetery"]) == (2, 1)
            within |= owned
    assert within == BASIC | {"library"}


@pytest.mark.parametrize(("third", "phase"), [(2, "gather"), (6, "craft")])
def test_a_craft_just_made_is_beaten_by_a_greater_die_only(third: int, phase: str):
    """KF-74: two 5s lie on the card; of 5, 5 and a third die only one above 5 helps, else the turn and the round end."""
    cards = {"display": ["shield"], "queue": ["crown"]}
    game = dealt(2, SEAT_1, rolled=["metal 5", "metal 5"], hands={2: {"metal": 3}}, abilities={2: {"+1": 1}}, **cards)
    give(game, "craft shield")
    game.s["rolled"][:] = 0
    game.s["rolled"][0][[5, third]] = 2, 1
    give(game, "done")
    assert game.fields()["phase"] == phase


def test_nothing_but_the_order_of_the_deck_is_hidden():
    """KF-18: what a player cannot see is dealt again, and only the face-down cards change places."""
    game = dealt(3)
    before, orders = game.fields(), set()
    for noise in range(6):
        game._scratch["generator"][:] = [1, noise + 2, 3, 4]  # the next number is made from the second
        steps.step_redeal_hidden(game._states, game._tables, 0, game._scratch_array)
        after = game.fields()
        orders.add(tuple(after["deck"]))
        assert sorted(after["deck"]) == sorted(before["deck"])
        assert {name: value for name, value in after.items() if name != "deck"} == {k: v for k, v in before.items() if k != "deck"}
    assert len(orders) > 1
