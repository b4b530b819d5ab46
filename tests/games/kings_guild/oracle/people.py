"""Specialists: hiring, their spaces, what the Overseer brings, the row alone (KG-X-06 to KG-X-09)."""

from __future__ import annotations

from typing import Any

from tests.games.oracles import Listed

from . import effects, hiring
from .position import Asking, Table, ask
from .tables import Row, rows_of


def kinds_when_hired(table: Table, card: str) -> set[str]:
    """Kinds of rows of what a card does when hired."""
    return {row["kind"] for row in rows_of(table.tables.effects_of(card).get("hired"))}


def brings_baggage(table: Table, card: str) -> bool:
    """KG-SP-27, KG-AM-58."""
    return "baggage" in kinds_when_hired(table, card) and table.baggage_waits


def space_choices(table: Table, seat: int, card: str) -> dict[str, str]:
    """KG-DP-19: texts of kinds of spaces the card can go to; none if it cannot be placed."""
    free = table.free_spaces(seat)
    needed = 2 if brings_baggage(table, card) or "take_oldest" in kinds_when_hired(table, card) else 1
    if sum(free.values()) < needed:
        return {}
    if brings_baggage(table, card):
        bags = table.for_baggage(seat)
        if not bags:
            return {}
        if sum(bags.values()) == 1:  # the last free one inside
            free = {kind: n for kind, n in free.items() if kind not in bags}
    return {f"put in {kind}": kind for kind in free}


def price(table: Table, seat: int, card: hiring.Card) -> int:
    """KG-X-06, KG-SP-09."""
    return hiring.price(card, table.tables.costs[card.id], 1 + table.standing(seat, "row_coins_again"))


def hire_choices(table: Table, seat: int) -> dict[str, str]:
    """KG-DP-18: texts of the specialists that can be hired."""
    coins = table.guilds[seat].coins
    able = [card.id for card in table.row if price(table, seat, card) <= coins and table.may(seat, card.id)]
    return {f"hire {card}": card for card in able if space_choices(table, seat, card)}


def contract(table: Table, seat: int) -> Asking:
    """KG-TR-08: a hire besides the action."""
    card = yield from ask(seat, "hire", Listed(hire_choices, table, seat))
    if card:
        yield from hire(table, seat, card)


def hire(table: Table, seat: int, card: str) -> Asking:
    """KG-X-06 to KG-X-09; alone KG-V-15."""
    table.acted = True
    kind = yield from ask(seat, "space", space_choices(table, seat, card), about=card)
    at = next(i for i, other in enumerate(table.row) if other.id == card)
    table.guilds[seat].coins -= price(table, seat, table.row[at])
    puts_coins = not (table.tables.alone and table.options["solo_specialist_row"] == "age_no_discounts")  # GO-24
    if puts_coins:
        there = {other.id for other in table.row}
        coins = {"none": 0, "one": 1, "two": 2}[table.options["coins_on_the_row"]]  # GO-33
        table.row = hiring.hire(table.row, at, table.specialist_deck, table.tables.costs, table.tables.setup["row"], coins)
        table.gone += sorted(there - {other.id for other in table.row} - {card})  # KG-X-07: nothing left to pay
    else:
        close(table, at)
    yield from move_in(table, seat, card, kind)


def close(table: Table, at: int) -> None:
    """KG-X-08: a card is taken out of the row, which is filled."""
    table.row = hiring.fill(table.row[:at] + table.row[at + 1 :], table.specialist_deck, table.tables.setup["row"])


def move_in(table: Table, seat: int, card: str, kind: str) -> Asking:
    """The card is the player's; what it does when hired (KG-X-09)."""
    guild = table.guilds[seat]
    guild.specialists = table.tables.in_order([*guild.specialists, card])
    guild.spaces[kind] += 1
    table.stood = []
    yield from effects.fire(table, seat, table.tables.effects_of(card).get("hired"))


# Cards that concern spaces and the row


def place_baggage(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-27, KG-DP-20."""
    if table.baggage_waits:
        kind = yield from ask(seat, "baggage", {f"baggage in {kind}": kind for kind in table.for_baggage(seat)})
        table.guilds[seat].baggage = kind or ""
        table.stood = []


def take_oldest(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-33, KG-AM-19, GO-19."""
    oldest_first = [card.id for card in reversed(table.row)]
    if table.options["overseer_unplaceable"] == "skip":
        oldest_first = oldest_first[:1]
    card = next((card for card in oldest_first if table.may(seat, card) and space_choices(table, seat, card)), "")
    if card:
        table.acted = True
        kind = yield from ask(seat, "space", space_choices(table, seat, card), about=card)
        close(table, next(i for i, other in enumerate(table.row) if other.id == card))
        yield from move_in(table, seat, card, kind)


# The Bard


def arranged(table: Table, seat: int, one: str = "", other: str = "", baggage: str = "") -> dict[str, Any]:
    """KG-AM-46: how specialists stand once one has gone from a kind of space to another, and with GO-21 where the baggage is."""
    guild = table.guilds[seat]
    spaces = {kind: guild.spaces[kind] - (kind == one) + (kind == other) for kind in table.spaces(seat)}
    lies = {"baggage": baggage or guild.baggage} if guild.baggage and table.options["baggage_movable_by_bard"] else {}
    return {kind: n for kind, n in spaces.items() if n} | lies


def move_choices(table: Table, seat: int) -> dict[str, tuple[str, str]]:
    """KG-DP-40, KG-AM-46, KG-AM-57, GO-21: where a specialist leaves (the baggage: empty), and where it goes."""
    guild, free = table.guilds[seat], table.free_spaces(seat)
    stays = [kind for kind in table.spaces(seat) if guild.spaces[kind]]
    pairs = [(one, other) for one in stays for other in free if other != one]
    found = {f"move {one} to {other}": (one, other) for one, other in pairs if arranged(table, seat, one, other) not in table.stood}
    if guild.baggage and table.options["baggage_movable_by_bard"]:
        kinds = [kind for kind in table.for_baggage(seat) if kind != guild.baggage]
        found |= {f"baggage to {kind}": ("", kind) for kind in kinds if arranged(table, seat, baggage=kind) not in table.stood}
    return found


def move(table: Table, seat: int) -> Asking:
    """KG-SP-14."""
    one, other = yield from ask(seat, "move", move_choices(table, seat))
    table.moves += 1
    table.stood.append(arranged(table, seat))
    if one:
        table.guilds[seat].spaces[one] -= 1
        table.guilds[seat].spaces[other] += 1
    else:
        table.guilds[seat].baggage = other


# Alone


def row_ages(table: Table, card: str) -> None:
    """KG-V-15, KG-AM-48: a card leaves the game if it is still in the row; the others close up."""
    at = next((i for i, other in enumerate(table.row) if other.id == card), None)
    if at is not None and table.options["solo_specialist_row"] == "age_no_discounts":
        table.gone.append(card)
        close(table, at)
