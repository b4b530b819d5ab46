"""What strategies see that asks for a look ahead: worked out by hand for a few positions."""

from __future__ import annotations

from simcli.testing.under_test import give, seen
from tests.games.kings_forge.tables import SEAT_1, dealt


def test_help_that_no_die_is_left_for_is_idle():
    """Two pips-abilities and two dice: a free third ability, or a die paid, leaves one of them without a die; two dice paid leave both."""
    game = dealt(
        2, SEAT_1, hands={1: {"metal": 2}}, abilities={1: {"+1": 2}}, face_up=["tavern", "south_mine", "west_forest", "east_forest"]
    )
    columns = seen(game)
    assert columns["use tavern bottom"]["idle"] == 1
    assert columns["use tavern top"]["idle"] == 2
    assert columns["use south_mine bottom"]["idle"] == 2
    assert columns["use east_forest top"]["idle"] == 1
    assert "idle" not in columns["pass"]


def test_all_help_held_is_looked_at_together():
    """Shield asks for two metal 5: with two +1, a 4 and a 4 reach it only if each goes on another die; no single pip makes it possible."""
    cards = {"display": ["shield"], "queue": ["crown"], "cemetery": 0}
    game = dealt(2, SEAT_1, rolled=["metal 4", "metal 4", "metal 1"], abilities={1: {"+1": 2}}, **cards)
    columns = seen(game)
    assert columns["use +1"]["reaches"] == 1
    assert "reaches" not in columns["done"]
    assert "enables" not in columns["use +1"]
    give(game, "use +1")
    assert [text for text, row in seen(game).items() if "reaches" in row] == ["on metal 4"]
    give(game, "on metal 4")
    assert seen(game)["use +1"] == {"use": 1, "enables": 1, "reaches": 1}


def test_a_craft_tells_what_the_dice_left_can_still_make():
    """Of metal 2 2 3 5 5 the anvil takes 2 2 3 and leaves the shield; the shield leaves 2 2 3 for the anvil."""
    cards = {"display": ["anvil", "shield"], "queue": ["crown"]}
    columns = seen(dealt(2, SEAT_1, rolled=["metal 5", "metal 5", "metal 3", "metal 2", "metal 2"], **cards))
    assert columns["craft anvil"]["allows"] == columns["craft shield"]["allows"] == 1
    short = seen(dealt(2, SEAT_1, rolled=["metal 5", "metal 5", "metal 3", "metal 2"], **cards))
    assert "allows" not in short["craft anvil"]
    assert "allows" not in short["craft shield"]


def test_the_card_that_comes_into_the_display_counts_among_those_allowed():
    columns = seen(dealt(2, SEAT_1, rolled=["metal 5", "metal 5", "gem 4"], display=["shield"], queue=["ruby_collar"]))
    assert columns["craft shield"]["allows"] == 1
