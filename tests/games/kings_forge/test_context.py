"""What learned players know of a position: counted by hand for a few positions."""

from __future__ import annotations

from simcli.testing.under_test import give, known
from tests.games.kings_forge.tables import SEAT_1, dealt

CARDS = {"display": ["anvil", "ruby_collar"], "queue": ["magic_wand", "crown", "sword_of_destiny"]}
"""Of metal 2 2 2, of gem 4; then wood 5 with magic 2, of six dice, of four."""


def test_own_dice_and_what_they_lack():
    """Five metal dice and a wood one: enough for the anvil, none of gem for the collar; wand and crown are looked at, the sword is not."""
    game = dealt(
        3,
        SEAT_1,
        hands={1: {"metal": 3}, 2: {"metal": 5, "magic": 1}, 3: {"metal": 5}},
        workshops={1: {"wood": 1}},
        allocated={1: {"metal": 2}},
        secured={2: ["shield"]},
        **CARDS,
    )
    one = known(game, 1)
    assert [one[name] for name in ("metal", "wood", "gem", "magic", "dice", "hand")] == [5, 1, 0, 0, 6, 3]
    assert [one[f"lacks_{colour}"] for colour in ("metal", "wood", "gem", "magic")] == [0, 0, 1 + 3, 1 + 1]
    assert (one["nearest"], one["enough"]) == (0, 1)
    # Three dice are all 2 or more in 125 of 216 cases.
    assert (one["odds"], one["best_odds"]) == (57, 57)
    # Of five dice, three or more: all but 1 + 25 + 250 of 7776.
    assert (one["next_odds"], one["next_best"]) == (96, 96)
    assert (one["crafts"], one["lead"], one["ahead"], one["rival_crafts"], one["crafts_left"]) == (0, -1, 0, 1, 3)
    assert (one["rival_dice"], one["rival_odds"], one["rival_next"]) == (6, 96, 96)
    assert (one["place"], one["gathering"], one["makes"], one["exposed"]) == (0, 2, 0, 0)
    two = known(game, 2)
    assert (two["lead"], two["ahead"], two["rank"], two["place"]) == (1, 1, 2, 1)


def test_rolled_dice_and_crafts_that_may_be_stolen():
    """The anvil made of 2 3 3 is two pips above what it asks for; seat 2 has three metal dice, seat 3 has two."""
    game = dealt(
        3,
        SEAT_1,
        rolled=["metal 2", "metal 3", "metal 3", "gem 3"],
        abilities={1: {"+1": 1}},
        hands={2: {"metal": 3}, 3: {"metal": 2, "gem": 3}},
        **CARDS,
    )
    one = known(game, 1)
    assert (one["makes"], one["near"], one["reaches"], one["help"], one["hand"]) == (1, 1, 2, 1, 4)
    assert (one["metal"], one["gem"], one["odds"], one["idle"]) == (3, 1, 0, 0)
    give(game, "done")
    assert (known(game, 1)["help"], known(game, 1)["reaches"]) == (0, 1)
    give(game, "craft anvil")  # three dice for three requirements: they are placed without a choice
    one = known(game, 1)
    assert (one["metal"], one["gem"], one["crafts"], one["rank"], one["ahead"]) == (3, 1, 1, 1, 1)
    assert (one["surplus"], one["exposed"], one["threats"]) == (2, 2, 1)
    two = known(game, 2)
    assert (two["rival_crafts"], two["lead"], two["rival_dice"], two["hand"], two["exposed"]) == (1, -1, 5, 3, 0)
