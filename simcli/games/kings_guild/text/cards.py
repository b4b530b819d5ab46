"""Cards that a scenario names: they are taken from where they lie, so that none is in two places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simcli.games.fields import Path, read_list, read_name, read_seats, refuse
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.text.names import EVENTS
from simcli.games.kings_guild.text.place import Position


def lay_deck(x: Position, deck: str, cards: Sequence[int]) -> None:
    """Lays a deck of quests or specialists anew, front first."""
    at = f"next_{deck}"
    x.s[f"{deck}_deck"][: len(cards)] = cards
    x.s[at], x.s[f"n_{deck}_deck"] = 0, len(cards)


def deck_of(x: Position, deck: str) -> list[int]:
    """Cards of a deck of quests or specialists, front first."""
    return [int(card) for card in x.s[f"{deck}_deck"][int(x.s[f"next_{deck}"]) : int(x.s[f"n_{deck}_deck"])]]


def take(x: Position, cards: str, path: Path, id_: Any) -> int:
    """A quest or specialist, taken from where it lies."""
    card = read_name(path, id_, getattr(x.names, cards))
    _remove(x, cards, path, card)
    return card


def _remove(x: Position, cards: str, path: Path, card: int) -> None:
    if card in x.taken[cards]:
        refuse(path, "is named twice")
    x.taken[cards].add(card)
    deck = cards.removesuffix("s")
    order = deck_of(x, deck)
    if card in order:
        order.remove(card)
        lay_deck(x, deck, order)
    shown = x.s["slot" if cards == "quests" else "row"]
    shown[shown == card] = S.NO_CARD
    if card < S.MAX_CARDS:
        for p in range(x.n):
            x.s[cards][p] &= np.uint64(~(1 << card) & (1 << 64) - 1)


def read_quest(x: Position, path: Path, id_: Any) -> int:
    """Number of a quest or an event."""
    numbers = {name: number for number, name in EVENTS.items()}
    known = (*x.names.quests, *numbers)
    read_name(path, id_, known)
    return numbers[id_] if id_ in numbers else x.names.quests.index(id_)


def read_quests(x: Position, path: Path, ids: Sequence[Any]) -> list[int]:
    """Quests and events, taken from where they lie; "" is an empty place."""
    cards = []
    for i, id_ in enumerate(ids):
        if id_ == "":
            cards.append(S.NO_CARD)
            continue
        card = read_quest(x, (*path, i), id_)
        _remove(x, "quests", (*path, i), card)
        cards.append(card)
    return cards


def set_masks(place: str, x: Position, path: Path, value: Any) -> None:
    """Quests or specialists by seat."""
    for p, (at, ids) in read_seats(path, value, x.n).items():
        x.s[place][p] = 0
        for i, id_ in enumerate(read_list(at, ids)):
            card = take(x, place, (*at, i), id_)
            x.s[place][p] |= np.uint64(1 << card)


def lay_treasures(x: Position, colour: int, cards: Sequence[int]) -> None:
    """Lays a treasure deck anew, front first."""
    for card in cards:
        if int(x.t["colour"][card]) != colour:
            refuse(("treasure_decks",), f"has {x.names.treasures[card]} in a deck of another colour", "KG-U-09")
    x.s["treasure_deck"][colour, : len(cards)] = cards
    x.s["next_treasure"][colour], x.s["n_treasure_deck"][colour] = 0, len(cards)


def take_treasure(x: Position, path: Path, id_: Any) -> int:
    """A copy of a treasure, taken from the deck, or else from the discards, or from a hand no field names; it may have left the game."""
    card = read_name(path, id_, x.names.treasures)
    colour = int(x.t["colour"][card])
    x.named[card] += 1
    if x.named[card] > np.count_nonzero(x.t["treasure_source"][colour, : int(x.t["n_treasure_source"][colour])] == card):
        refuse(path, f"is {id_}, of which no copy is in play that is not named already")
    order = [int(c) for c in x.s["treasure_deck"][colour, int(x.s["next_treasure"][colour]) : int(x.s["n_treasure_deck"][colour])]]
    hands = read_seats(("hands",), x.fields.get("hands", {}), x.n)
    unnamed = [p for p in range(x.n) if p not in hands and x.s["hand"][p, card]]
    if card in order:
        order.remove(card)
        lay_treasures(x, colour, order)
    elif x.s["discards"][card] and "discards" not in x.fields:
        x.s["discards"][card] -= 1
    elif unnamed:
        x.s["hand"][unnamed[0], card] -= 1
    return card


def set_hands(x: Position, path: Path, value: Any) -> None:
    """Treasures by seat; cards that were held before go under their decks."""
    given = read_seats(path, value, x.n)
    for p in given:
        for card in range(len(x.names.treasures)):
            for _ in range(int(x.s["hand"][p, card])):
                colour = int(x.t["colour"][card])
                first, end = int(x.s["next_treasure"][colour]), int(x.s["n_treasure_deck"][colour])
                lay_treasures(x, colour, [*(int(c) for c in x.s["treasure_deck"][colour, first:end]), card])
            x.s["hand"][p, card] = 0
    for p, (at, ids) in given.items():
        for i, id_ in enumerate(read_list(at, ids)):
            x.s["hand"][p, take_treasure(x, (*at, i), id_)] += 1
