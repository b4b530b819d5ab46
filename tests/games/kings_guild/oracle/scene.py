"""Positions made by hand for the tests of the oracle."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.kings_guild.data import COMPONENTS
from tests.games.oracles import Unshuffled

from .chance import Chance
from .hiring import Card
from .position import Table
from .tables import Row, Tables


class NoChance(Unshuffled, Chance):
    """Shuffles nothing; seat 1 starts."""


def scene(players: int = 2, components: Row = COMPONENTS, **options: Any) -> Table:
    """A turn of seat 1; nothing lies in decks, row and slots, nobody has anything; board A and storage for five for everybody."""
    table = Table(Tables(players, options, components), NoChance())
    table.turn = table.player = 1
    for guild in table.guilds.values():
        guild.board, guild.tile = "board_a", "mercantile_trust"
    return table


def give(table: Table, seat: int = 1, *, coins: int = 0, hand: str = "", specialists: str = "", **resources: int) -> Table:
    """Things for a seat; specialists stand outside."""
    guild = table.guilds[seat]
    guild.coins += coins
    guild.hand = table.tables.in_order([*guild.hand, *hand.split()])
    guild.specialists = table.tables.in_order([*guild.specialists, *specialists.split()])
    guild.spaces["outside"] += len(specialists.split())
    for kind, n in resources.items():
        table.take(seat, kind, n)
    return table


def lay(table: Table, *quests: str, deck: str = "") -> Table:
    """Quests in the first slots, and the deck behind them."""
    table.slots[: len(quests)] = list(quests)
    table.quest_deck = deck.split()
    return table


def row_of(table: Table, *cards: str | tuple[str, int], deck: str = "") -> Table:
    """The row from left to right, some with coins, and the deck."""
    table.row = [Card(*card) if isinstance(card, tuple) else Card(card) for card in cards]
    table.specialist_deck = deck.split()
    return table


def decks(table: Table, **colours: str) -> Table:
    """Decks of treasures, front first."""
    for colour, cards in colours.items():
        table.treasure_decks[colour] = cards.split()
    return table


def room(table: Table, seat: int = 1, **rooms: tuple[int, int]) -> Table:
    """Rooms with their left squares."""
    for name, (x, y) in rooms.items():
        table.guilds[seat].rooms[name] = ((x, y), (x + 1, y))[: table.tables.rooms[name]["size"]]
    return table


def held(table: Table, seat: int = 1) -> dict[str, int]:
    """Resources held."""
    return dict(+Counter(table.guilds[seat].resources))
