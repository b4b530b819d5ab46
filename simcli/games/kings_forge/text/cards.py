"""Gather and craft cards as named fields: what is named lies there, the rest of the game's cards give way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.fields import Field, Path, bits, read_flag, read_list, read_mapping, read_name, read_seat, read_seats, refuse
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.datafiles import COLOURS, HALVES
from simcli.games.kings_forge.text.laid import Position, Unsecured
from simcli.games.kings_forge.text.names import die_text

USES = (*HALVES, "given up")
"""What is done with a gather card, in the order of its numbers."""
OWN = tuple(die_text(c * S.ROW + v) for c in range(S.BASIC) for v in range(1, S.FACES + 1))
LIBRARY_AS = tuple(f"{die_text(S.LIBRARY * S.ROW + v)} as {COLOURS[c]}" for c in range(S.BASIC) for v in range(1, S.FACES + 1))


# Gather cards


def _get_face_up(x: Position) -> list[str]:
    """KF-16: cards by place, "" for an empty place."""
    places = x.s["face_up"][: int(x.t["n_face_up"])].tolist()
    return ["" if card == S.NONE else x.names.gathers[card] for card in places]


def _set_face_up(x: Position, path: Path, value: Any) -> None:
    places = int(x.t["n_face_up"])
    if len(read_list(path, value)) > places:
        refuse(path, f"has {len(value)} entries, expected at most {places}", "KF-16")
    cards = [S.NONE if card == "" else read_name((*path, i), card, x.names.gathers) for i, card in enumerate(value)]
    x.face_up = cards + [S.NONE] * (places - len(cards))


def _get_deck(x: Position) -> list[str]:
    """The face-down cards, the next to be drawn first."""
    return [x.names.gathers[card] for card in x.s["deck"][int(x.s["deck_next"]) : int(x.s["n_gather"])].tolist()]


def _set_deck(x: Position, path: Path, value: Any) -> None:
    x.deck = [read_name((*path, i), card, x.names.gathers) for i, card in enumerate(read_list(path, value))]


def _get_used(x: Position) -> dict[int, list[str]]:
    """Cards taken this round, by seat: `mill top`, `tavern given up`."""
    return {seat: [f"{x.names.gathers[card]} {USES[half]}" for p, card, half in x.turns if p == seat - 1] for seat in x.seats}


def _set_used(x: Position, path: Path, value: Any) -> None:
    known = [f"{card} {use}" for card in x.names.gathers for use in USES]
    for p, (at, texts) in read_seats(path, value, x.n).items():
        x.turns = [turn for turn in x.turns if turn[0] != p]
        for i, text in enumerate(read_list(at, texts)):
            x.turns.append((p, *divmod(read_name((*at, i), text, known), len(USES))))


def _get_docks(x: Position) -> list[str]:
    """GO-05: exchanges used this round."""
    return [x.names.exchanges[e] for e in x.s["used_dock"][: int(x.s["n_docks"])].tolist()]


def _set_docks(x: Position, path: Path, value: Any) -> None:
    used = [read_name((*path, i), exchange, x.names.exchanges) for i, exchange in enumerate(read_list(path, value))]
    if len(used) > S.MAX_IN_PLAY:
        refuse(path, f"has {len(used)} entries, expected at most {S.MAX_IN_PLAY}", "KF-45")
    x.s["used_dock"][:] = 0
    x.s["used_dock"][: len(used)] = used
    x.s["n_docks"] = len(used)


def lay_out_gather_cards(x: Position) -> None:
    """The cards of the game: those taken, those face up, those of the deck.

    Left out, `face_up` keeps the cards that are not named elsewhere, refilled from the deck; `deck` is what is left of the cards of the
    game, as many as there were, or nothing if `face_up` leaves a place empty.
    """
    s = x.s
    taken = [card for _, card, _ in x.turns]
    elsewhere = {*taken, *(x.deck or [])}
    rest = [card for card in s["deck"][: int(s["n_gather"])].tolist() if card not in elsewhere]
    face_up = x.face_up
    if face_up is None:
        face_up = [card if card in rest else S.NONE for card in s["face_up"][: int(x.t["n_face_up"])].tolist()]
        rest = [card for card in rest if card not in face_up]
        face_up = [rest.pop(0) if card == S.NONE and rest else card for card in face_up]
    shown = [card for card in face_up if card != S.NONE]
    deck = x.deck
    if deck is None:
        left = int(s["n_gather"]) - len(taken) - len(shown) if len(shown) == len(face_up) else 0
        deck = [card for card in rest if card not in shown][: max(0, left)]
    cards = [*taken, *shown, *deck]
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        refuse(("face_up",), f"and the other places hold {x.names.gathers[twice]} twice", "KF-15")
    if len(cards) > S.MAX_IN_PLAY:
        refuse(("deck",), f"and the other places hold {len(cards)} cards, expected at most {S.MAX_IN_PLAY}")
    s["deck"][:] = 0
    s["deck"][: len(cards)] = cards
    s["n_gather"], s["deck_next"] = len(cards), len(cards) - len(deck)
    s["face_up"][: len(face_up)] = face_up
    s["n_used"] = len(x.turns)
    for i, turn in enumerate(x.turns):
        s["used_seat"][i], s["used_card"][i], s["used_half"][i] = turn


# Craft cards


def _get_display(x: Position) -> list[str]:
    return x.card_names(x.rows(x.s["display"]))


def _set_display(x: Position, path: Path, value: Any) -> None:
    x.display = x.read_crafts(path, value)
    if len(x.display) > x.t["display_size"]:
        refuse(path, f"has {len(x.display)} entries, expected at most {int(x.t['display_size'])}", "KF-14")


def _get_queue(x: Position) -> list[str]:
    return x.card_names(x.drawn[int(x.s["queue_next"]) :])


def _set_queue(x: Position, path: Path, value: Any) -> None:
    x.queue = x.read_crafts(path, value)


def _get_unsecured(x: Position) -> dict[str, dict[str, Any]]:
    """By card: its seat and the dice on it. A scenario may say besides that it was `stolen`."""
    return {x.cards[row]: {"seat": craft.seat + 1, "dice": _dice_on(craft)} for row, craft in x.unsecured.items()}


def _dice_on(craft: Unsecured) -> list[str]:
    """By the colour they stand for, then value downwards, library dice last among equals."""
    dice = []
    for c, (laid, libraries) in enumerate(zip(craft.dice, craft.libraries, strict=True)):
        for v in range(S.FACES, 0, -1):
            dice += [die_text(c * S.ROW + v)] * (laid[v] - libraries[v])
            dice += [f"{die_text(S.LIBRARY * S.ROW + v)} as {COLOURS[c]}"] * libraries[v]
    return dice


def _set_unsecured(x: Position, path: Path, value: Any) -> None:
    x.unsecured = {}
    for card, entry in read_mapping(path, value).items():
        row = read_name((*path, card), card, x.cards)
        x.unsecured[row] = _read_craft(x, (*path, card), row, read_mapping((*path, card), entry))


def _read_craft(x: Position, path: Path, row: int, entry: Mapping[Any, Any]) -> Unsecured:
    """KF-70: a card with dice that fulfil it."""
    for key in entry:
        read_name((*path, key), key, ("seat", "dice", "stolen"))
    seat = read_seat((*path, "seat"), entry.get("seat"), x.n)
    dice, libraries = ([[0] * S.ROW for _ in range(S.BASIC)] for _ in range(2))
    for i, text in enumerate(read_list((*path, "dice"), entry.get("dice"))):
        die = read_name((*path, "dice", i), text, (*OWN, *LIBRARY_AS))
        colour, value = die % len(OWN) // S.FACES, die % S.FACES + 1
        dice[colour][value] += 1
        libraries[colour][value] += die >= len(OWN)
    for colour, (laid, need) in enumerate(zip(dice, x.t["need"][row].tolist(), strict=True)):
        enough = all(sum(laid[v:]) >= sum(need[v:]) for v in range(1, S.FACES + 1))
        if not enough or sum(laid) != sum(need):
            minima = " ".join(str(v) for v, n in enumerate(need) for _ in range(n))
            needed = f"{COLOURS[colour]} {minima}" if minima else f"no {COLOURS[colour]}"
            refuse((*path, "dice"), f"do not make {x.cards[row]}, which needs {needed}", "KF-70")
    return Unsecured(seat, dice, libraries, read_flag((*path, "stolen"), entry.get("stolen", False)))


def _get_secured(x: Position) -> dict[int, list[str]]:
    return {p + 1: x.card_names(rows) for p, rows in enumerate(x.secured)}


def _set_secured(x: Position, path: Path, value: Any) -> None:
    for p, (at, cards) in read_seats(path, value, x.n).items():
        x.secured[p] = x.read_crafts(at, cards)
        x.theft -= set(x.secured[p])


def _get_stolen(x: Position) -> dict[int, list[str]]:
    """Those of the secured cards that were taken from another player."""
    return {p + 1: x.card_names(row for row in rows if row in x.theft) for p, rows in enumerate(x.secured)}


def _set_stolen(x: Position, path: Path, value: Any) -> None:
    for p, (at, cards) in read_seats(path, value, x.n).items():
        rows = x.read_crafts(at, cards)
        for i, row in enumerate(rows):
            if row not in x.secured[p]:
                refuse((*at, i), f"is {cards[i]}, which seat {p + 1} has not secured", "give it under `secured`")
        x.theft = x.theft - set(x.secured[p]) | set(rows)


def lay_out_crafts(x: Position) -> None:
    """The drawn cards by rank, masks of what they are, the dice on them.

    Left out, `display` keeps the cards that are not named elsewhere, refilled from the drawn ones; `queue` is what is left of the drawn
    ones and higher in rank than all others.
    """
    s = x.s
    owned = [row for rows in x.secured for row in rows]
    elsewhere = {*owned, *x.unsecured, *(x.queue or [])}
    shown = x.display
    if shown is None:
        rest = [row for row in x.drawn if row not in elsewhere]
        kept = [row for row in x.rows(s["display"]) if row in rest]
        shown = kept + [row for row in rest if row not in kept][: int(x.t["display_size"]) - len(kept)]
    out = [*owned, *x.unsecured, *shown]
    highest = max(out, default=-1)
    queue = [row for row in x.drawn if row > highest] if x.queue is None else x.queue
    _check_crafts(x, [*out, *queue], highest, queue)
    x.drawn = sorted([*out, *queue])
    s["drawn"][:] = 0
    s["drawn"][: len(x.drawn)] = x.drawn
    s["n_drawn"], s["queue_next"] = len(x.drawn), len(out)
    s["display"], s["unsecured"] = x.mask(shown), x.mask(x.unsecured)
    s["secured"][: x.n] = [x.mask(rows) for rows in x.secured]
    x.theft = x.theft & set(owned) | {row for row, craft in x.unsecured.items() if craft.stolen}
    s["theft"] = x.mask(x.theft)
    for place in ("holder", "laid", "laid_library"):
        s[place][:] = 0
    for i, row in zip(bits(s["unsecured"]), sorted(x.unsecured), strict=True):
        s["holder"][i], s["laid"][i], s["laid_library"][i], _ = x.unsecured[row]


def _check_crafts(x: Position, rows: list[int], highest: int, queue: list[int]) -> None:
    if len(set(rows)) < len(rows):
        twice = next(row for row in rows if rows.count(row) > 1)
        refuse(("display",), f"and the other places hold {x.cards[twice]} twice", "KF-13")
    if queue and min(queue) < highest:
        refuse(("queue",), f"has {x.cards[min(queue)]}, lower in rank than {x.cards[highest]}, which is out already", "KF-73")
    if len(rows) > S.MAX_DRAWN:
        refuse(("queue",), f"and the other places hold {len(rows)} cards, expected at most {S.MAX_DRAWN}")


CARD_FIELDS: tuple[Field[Position], ...] = (
    Field("face_up", _get_face_up, _set_face_up),
    Field("deck", _get_deck, _set_deck),
    Field("used", _get_used, _set_used),
    Field("docks", _get_docks, _set_docks),
    Field("display", _get_display, _set_display),
    Field("queue", _get_queue, _set_queue),
    Field("unsecured", _get_unsecured, _set_unsecured),
    Field("secured", _get_secured, _set_secured),
    Field("stolen", _get_stolen, _set_stolen),
)
"""In the order in which they are told."""
