"""KG-X-06 to KG-X-08: the row of specialists, from left (newest) to right (oldest)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Card:
    """A card of the row and the coins on it."""

    id: str
    coins: int = 0


def price(card: Card, cost: int, times: int = 1) -> int:
    """KG-X-06: the cost less the coins on the card; for the Recruiter's owner they count twice (KG-SP-09)."""
    return max(0, cost - times * card.coins)


def hire(row: list[Card], index: int, deck: list[str], costs: dict[str, int], places: int = 5, coins: int = 1) -> list[Card]:
    """The row after the card at `index` was hired; drawn cards leave the front of the deck. KG-X-07, KG-X-08, GO-33."""
    hired, right = row[index], row[index + 1 :]
    if hired.coins == 0 and coins:
        right = [Card(card.id, card.coins + coins) for card in right]
        right = [card for card in right if card.coins < costs[card.id]]
    return fill(row[:index] + right, deck, places)


def fill(row: list[Card], deck: list[str], places: int = 5) -> list[Card]:
    """The row with new cards on its left, the first one drawn farthest to the right, as long as the deck lasts."""
    while len(row) < places and deck:
        row = [Card(deck.pop(0)), *row]
    return row
