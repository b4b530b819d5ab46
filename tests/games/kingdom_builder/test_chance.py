"""What the deals of many games show of chance."""

from __future__ import annotations

from collections import Counter

from tests.games.kingdom_builder.tables import COMPONENTS, table

DEALS = 8000


def test_every_terrain_card_lies_on_top_as_often():
    """KB-33. Seat 1's card of 8000 deals: chi-square with 4 degrees of freedom, above 28 in 2 of 100000 runs."""
    game, found = table(2), Counter()
    for deal in range(DEALS):
        game.deal(deal, 1)
        found[int(game.s["hand"][0])] += 1
    assert sum(card["count"] for card in COMPONENTS["terrain"]["terrain_deck"]["cards"]) == 25
    assert sum((found[terrain] - DEALS / 5) ** 2 / (DEALS / 5) for terrain in range(5)) < 28


def test_every_builder_card_is_drawn_as_often():
    """KB-32. Three of ten in each deal: the sum is chi-square with 9 degrees of freedom, above 39 in 2 of 100000 runs."""
    game, found = table(2), Counter()
    for deal in range(DEALS // 2):
        game.deal(deal, 1)
        found.update(game.s["cards"][1:4].tolist())
    spread = DEALS / 2 * 0.3 * 0.7 * 10 / 9
    assert len(found) == 10
    assert sum((number - DEALS / 2 * 0.3) ** 2 / spread for number in found.values()) < 39
