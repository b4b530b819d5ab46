"""Treasures: drawing, selling, the hand limit (KG-T-07, KG-T-08, KG-T-13)."""

from __future__ import annotations

from .position import Asking, Table, ask
from .tables import COLOURS

CURIOS = ("relic", "charm", "scroll")
"""What the Auctioneer sells (KG-SP-13)."""


def draw(table: Table, seat: int, colour: str) -> Asking:
    """One treasure, of another colour of choice if this one is used up; returns the card, or None."""
    if not table.treasure_decks[colour]:
        table.make_deck(colour)
    if not table.treasure_decks[colour]:
        others = {f"name {other}": other for other in COLOURS if other != colour and table.has_left(other)}
        colour = yield from ask(seat, "colour", others, left=1)
        if not colour:
            return None
        if not table.treasure_decks[colour]:
            table.make_deck(colour)
    card = table.treasure_decks[colour].pop(0)
    if not table.treasure_decks[colour] and table.options["reshuffle_when"] == "on_last_card":  # GO-14
        table.make_deck(colour)
    return card


def draw_to_hand(table: Table, seat: int, colour: str) -> Asking:
    """One treasure into the hand, if there is one."""
    card = yield from draw(table, seat, colour)
    if card:
        table.to_hand(seat, card)


def value(table: Table, seat: int, card: str) -> int:
    """KG-T-07, KG-SP-13: coins for a card sold."""
    row, sale = table.tables.treasures[card], table.standing(seat, "sale")
    coins: int = sale if sale and row["type"] in CURIOS else row["sell"]
    return coins


def sell(table: Table, seat: int, card: str) -> None:
    """KG-T-07."""
    table.guilds[seat].coins += value(table, seat, card)
    table.discard(seat, card)


def limit_hand(table: Table, seat: int) -> Asking:
    """KG-T-08: cards are sold down to the limit."""
    guild = table.guilds[seat]
    while len(guild.hand) > table.hand_limit(seat):
        sell(table, seat, (yield from ask(seat, "limit", {f"sell {card}": card for card in guild.hand})))


def discard_cards(table: Table, seat: int, n: int) -> Asking:
    """Cards of the hand, for nothing, one at a time."""
    for left in range(min(n, len(table.guilds[seat].hand)), 0, -1):
        choices = {f"discard {card}": card for card in table.guilds[seat].hand}
        table.discard(seat, (yield from ask(seat, "discard", choices, left=left)))
