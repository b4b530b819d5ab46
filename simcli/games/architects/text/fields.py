"""A position as named fields, and named fields back into a position: one row a field, read and set.

Seats are numbered from 1 in everything a person reads, from 0 in the record. What the record repeats of a position is found anew by the
kernel `derive` after fields have been set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from simcli.games import fields
from simcli.games.architects import state as S
from simcli.games.architects.datafiles import GOODS, PLACES, SPACES
from simcli.games.architects.text.names import PHASES, Names
from simcli.games.fields import (
    Field,
    Path,
    bits,
    get_all,
    read_counts,
    read_flag,
    read_list,
    read_mapping,
    read_name,
    read_seat,
    read_seats,
    read_whole,
    refuse,
    set_all,
)

OVER = "over"
SETTABLE = ("place", "take_back")
"""A scenario starts with a turn; what lies inside it is reached by action texts."""
MOST = 9999


class Position(fields.Position):
    """A position, with what fields have taken from where it lay."""

    names: Names

    def __init__(self, s: Any, t: Any, names: Names, given: Mapping[str, Any] | None = None) -> None:
        super().__init__(s, t, names, given)
        self.taken: dict[str, list[int]] = {}

    def counted(self, row: Sequence[int]) -> dict[int, int]:
        """Numbers by seat, only seats with one."""
        return {p + 1: int(row[p]) for p in range(self.n) if row[p]}


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full position in plain data; seats count from 1. RULES.md, section 18, says what each field is."""
    return get_all(Position(s, t, names), FIELDS)


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game, which then stands at the start of a turn; cards named give way where they lay.

    Cards a list names are taken out of the place where they were dealt; the decks hold the rest, in their order, unless they are named
    themselves. FaultsError for what does not fit.
    """
    position = Position(s, t, names, fields)
    begin_turn(position)
    set_all(position, FIELDS, fields)
    settle(position)


def begin_turn(x: Position) -> None:
    """Leaves the drafts behind: a scenario starts with a turn of the start player, with what was dealt by then in the decks."""
    s = x.s
    if int(s["turns"]):
        return
    for p in range(x.n):
        for i in range(int(s["n_packet"][p])):
            _put_under(s, "building", int(s["packet"][p, i]))
    s["n_packet"][:] = 0
    s["n_pending"] = s["step"] = 0
    s["turns"] = s["round"] = 1
    s["actor"] = s["active"] = s["first"]
    s["phase"] = S.PLACE


def _put_under(s: Any, deck: str, card: int) -> None:
    at = (int(s[f"{deck}_first"]) + int(s[f"n_{deck}_deck"])) & S.RING_MASK
    s[f"{deck}_deck"][at] = card
    s[f"n_{deck}_deck"] += 1


# The turn


def _set_turn(x: Position, path: Path, value: Any) -> None:
    x.s["turns"] = read_whole(path, value, 1, MOST)
    x.s["round"] = (int(x.s["turns"]) - 1) // x.n + 1


def _set_phase(x: Position, path: Path, value: Any) -> None:
    x.s["phase"] = PHASES.index(SETTABLE[read_name(path, value, SETTABLE)])


def _set_player(x: Position, path: Path, value: Any) -> None:
    x.s["active"] = x.s["actor"] = read_seat(path, value, x.n)


def _set_start(x: Position, path: Path, value: Any) -> None:
    x.s["first"] = read_seat(path, value, x.n)
    if "player" not in x.fields and "actor" not in x.fields:
        x.s["active"] = x.s["actor"] = x.s["first"]


def _get_player(x: Position) -> int:
    if x.s["over"]:
        return 0
    in_turn = int(x.s["turns"]) > 0 and not x.s["scoring"]
    return int(x.s["active" if in_turn else "actor"]) + 1


def _get_boards(x: Position) -> dict[int, str]:
    return x.by_seat(lambda p: x.names.boards[int(x.s["board"][p])])


def _set_boards(x: Position, path: Path, value: Any) -> None:
    for p, (at, board) in read_seats(path, value, x.n).items():
        x.s["board"][p] = read_name(at, board, x.names.boards)


# Numbers of the seats


def _get_amount(amount: int, x: Position) -> dict[int, int]:
    return x.by_seat(lambda p: int(x.s["amount"][p, amount]))


def _set_amount(amount: int, most: int, x: Position, path: Path, value: Any) -> None:
    for p, (at, n) in read_seats(path, value, x.n).items():
        x.s["amount"][p, amount] = read_whole(at, n, 0, most)


def _get_goods(x: Position) -> dict[int, dict[str, int]]:
    return x.by_seat(lambda p: {good: int(n) for good, n in zip(GOODS, x.s["amount"][p], strict=False) if n})


def _set_goods(x: Position, path: Path, value: Any) -> None:
    for p, (at, goods) in read_seats(path, value, x.n).items():
        x.s["amount"][p, : len(GOODS)] = read_counts(at, goods, GOODS, 0, MOST)


def _get_hall(x: Position) -> dict[int, int]:
    return x.by_seat(lambda p: int(x.s["hall"][p]))


def _set_hall(x: Position, path: Path, value: Any) -> None:
    for p, (at, n) in read_seats(path, value, x.n).items():
        x.s["hall"][p] = read_whole(at, n, 0, int(x.t["workers"]))


# Workers


def _get_workers(x: Position) -> dict[str, dict[int, int]]:
    return {place: x.counted(x.s["at"][k]) for k, place in enumerate(PLACES)}


def _set_workers(x: Position, path: Path, value: Any) -> None:
    for place, crowd in read_mapping(path, value).items():
        at = (*path, place)
        row = x.s["at"][read_name(at, place, PLACES)]
        row[:] = 0
        for p, (here, n) in read_seats(at, crowd, x.n).items():
            row[p] = read_whole(here, n, 0, int(x.t["workers"]))


def _get_market(x: Position) -> dict[str, int]:
    return {space: 0 if seat == S.NONE else int(seat) + 1 for space, seat in zip(SPACES, x.s["market"], strict=True)}


def _set_market(x: Position, path: Path, value: Any) -> None:
    for space, seat in read_mapping(path, value).items():
        at = (*path, space)
        n = read_whole(at, seat, 0, x.n)
        x.s["market"][read_name(at, space, SPACES)] = n - 1 if n else S.NONE


def _get_captured(x: Position) -> dict[int, dict[int, int]]:
    return x.by_seat(lambda p: x.counted(x.s["captured"][p]))


def _set_captured(x: Position, path: Path, value: Any) -> None:
    for p, (at, captives) in read_seats(path, value, x.n).items():
        x.s["captured"][p] = 0
        for q, (here, n) in read_seats(at, captives, x.n).items():
            if q == p:
                refuse(here, "is the own seat", "AW-A07b")
            x.s["captured"][p, q] = read_whole(here, n, 0, int(x.t["workers"]))


# Cards


def _in_deck(s: Any, deck: str) -> list[int]:
    first, n = int(s[f"{deck}_first"]), int(s[f"n_{deck}_deck"])
    return [int(s[f"{deck}_deck"][(first + i) & S.RING_MASK]) for i in range(n)]


def _get_masks(place: str, cards: str, x: Position) -> dict[int, list[str]]:
    known = getattr(x.names, cards)
    return x.by_seat(lambda p: [known[card] for card in bits(x.s[place][p])])


def _set_masks(place: str, cards: str, x: Position, path: Path, value: Any) -> None:
    """Cards by seat; two equal ids are two copies."""
    for p, (at, ids) in read_seats(path, value, x.n).items():
        for card in bits(x.s[place][p]):
            _free(x, cards, card)
        x.s[place][p] = 0
        for i, id_ in enumerate(read_list(at, ids)):
            card = _take(x, cards, (*at, i), id_)
            x.s[place][p] |= np.uint64(1 << card)


def _free(x: Position, cards: str, card: int) -> None:
    """A card that is named nowhere any more goes under its deck."""
    _put_under(x.s, cards.removesuffix("s"), card)


def _take(x: Position, cards: str, path: Path, id_: Any) -> int:
    """A copy of a card, taken from where it lies: the deck, then the display, then a hand or the like that no field names."""
    known = getattr(x.names, cards)
    read_name(path, id_, known)
    copies = [card for card, name in enumerate(known) if name == id_ and card not in x.taken.setdefault(cards, [])]
    card = next((card for card in copies if _remove(x, cards, card)), S.NO_CARD)
    if card == S.NO_CARD:
        refuse(path, f"is {id_}, of which no copy is in play that is not named already")
    x.taken[cards].append(card)
    return card


def _remove(x: Position, cards: str, card: int) -> bool:
    """Takes a card out of the place where it lies; false if it lies nowhere."""
    s, deck = x.s, cards.removesuffix("s")
    order = _in_deck(s, deck)
    if card in order:
        order.remove(card)
        _lay_deck(s, deck, order)
        return True
    if cards == "apprentices":
        for place in range(S.DISPLAY):
            if s["shown"][place] == card:
                s["shown"][place] = S.NO_CARD
                return True
    for held in ("apprentices",) if cards == "apprentices" else ("hand", "built"):
        for p in range(x.n):
            if int(s[held][p]) >> card & 1:
                s[held][p] &= np.uint64(~(1 << card) & (1 << 64) - 1)
                return True
    return False


def _lay_deck(s: Any, deck: str, order: Sequence[int]) -> None:
    s[f"{deck}_first"], s[f"n_{deck}_deck"] = 0, len(order)
    s[f"{deck}_deck"][: len(order)] = order


def _get_deck(cards: str, x: Position) -> list[str]:
    known = getattr(x.names, cards)
    return [known[card] for card in _in_deck(x.s, cards.removesuffix("s"))]


def _set_deck(cards: str, x: Position, path: Path, value: Any) -> None:
    """The whole deck, front first: what is left of it leaves the game."""
    order = [_take(x, cards, (*path, i), id_) for i, id_ in enumerate(read_list(path, value))]
    _lay_deck(x.s, cards.removesuffix("s"), order)


def _get_display(x: Position) -> list[list[str]]:
    shown = ["" if card == S.NO_CARD else x.names.apprentices[int(card)] for card in x.s["shown"]]
    return [shown[k : k + S.COLUMNS] for k in range(0, S.DISPLAY, S.COLUMNS)]


def _set_display(x: Position, path: Path, value: Any) -> None:
    rows = read_list(path, value)
    if len(rows) != S.ROWS or any(len(read_list((*path, r), row)) != S.COLUMNS for r, row in enumerate(rows)):
        refuse(path, "has another form than two rows of four", "AW-S03")
    for place in range(S.DISPLAY):
        if x.s["shown"][place] != S.NO_CARD:
            card = int(x.s["shown"][place])
            x.s["shown"][place] = S.NO_CARD
            _free(x, "apprentices", card)
    for r, row in enumerate(rows):
        for c, id_ in enumerate(row):
            if id_ != "":
                card = _take(x, "apprentices", (*path, r, c), id_)
                x.s["shown"][r * S.COLUMNS + c] = card


def _get_coins(x: Position) -> list[list[int]]:
    coins = [int(n) for n in x.s["coins"]]
    return [coins[k : k + S.COLUMNS] for k in range(0, S.DISPLAY, S.COLUMNS)]


def _set_coins(x: Position, path: Path, value: Any) -> None:
    for r, row in enumerate(read_list(path, value)):
        for c, n in enumerate(read_list((*path, r), row)):
            if r >= S.ROWS or c >= S.COLUMNS:
                refuse((*path, r, c), "lies beyond two rows of four", "AW-S03")
            x.s["coins"][r * S.COLUMNS + c] = read_whole((*path, r, c), n, 0, MOST)


def _get_pile(x: Position) -> list[str]:
    return [x.names.market[int(card)] for card in x.s["market_deck"][int(x.s["n_turned"]) : int(x.s["n_market"])]]


def _get_right(x: Position) -> str:
    turned = int(x.s["n_turned"])
    return x.names.market[int(x.s["market_deck"][turned - 1])] if turned else ""


def _set_pile(x: Position, path: Path, value: Any) -> None:
    cards = [read_name((*path, i), id_, x.names.market) for i, id_ in enumerate(read_list(path, value))]
    right = _get_right(x)
    before = [x.names.market.index(right)] if right else []
    _lay_market(x, path, before, cards)


def _set_right(x: Position, path: Path, value: Any) -> None:
    before = [] if value == "" else [read_name(path, value, x.names.market)]
    pile = [x.names.market.index(card) for card in _get_pile(x) if x.names.market.index(card) not in before]
    _lay_market(x, path, before, pile)


def _lay_market(x: Position, path: Path, before: list[int], pile: list[int]) -> None:
    cards = [*before, *pile]
    if len(set(cards)) < len(cards):
        refuse(path, "has a card twice", "AW-S01")
    x.s["market_deck"][: len(cards)] = cards
    x.s["n_turned"], x.s["n_market"] = len(before), len(cards)


def _get_rewards(x: Position) -> list[str]:
    return [x.names.rewards[int(kind)] for kind in x.s["rewards"][int(x.s["next_reward"]) : int(x.s["n_rewards"])]]


def _set_rewards(x: Position, path: Path, value: Any) -> None:
    kinds = [read_name((*path, i), id_, x.names.rewards) for i, id_ in enumerate(read_list(path, value))]
    if len(kinds) > S.MAX_REWARDS:
        refuse(path, f"has {len(kinds)} cards, expected at most {S.MAX_REWARDS}")
    out = [int(kind) for kind in x.t["reward_source"][: int(x.t["n_reward_source"])]]
    for kind in kinds:
        if kind in out:
            out.remove(kind)
    x.s["rewards"][: len(kinds) + len(out)] = ([*kinds, *out])[: S.MAX_REWARDS]
    x.s["next_reward"], x.s["n_rewards"] = 0, len(kinds)


# What is being done


def _get_packets(x: Position) -> dict[int, list[str]]:
    return x.by_seat(lambda p: [x.names.buildings[int(card)] for card in x.s["packet"][p, : int(x.s["n_packet"][p])]])


def _get_drawn(x: Position) -> list[str]:
    n = int(x.s["n_drawn"]) if x.phase == S.KEEP else 0
    return [x.names.buildings[int(card)] for card in x.s["drawn"][:n]]


def _get_left(x: Position) -> int:
    return int(x.s["left"]) if x.phase in (S.STORE, S.CAPTURE, S.GUARD) else 0


def _get_places(x: Position) -> list[str]:
    n = int(x.s["n_places"]) if x.phase == S.CAPTURE and not x.s["free"] else 0
    return [PLACES[int(place)] for place in x.s["places"][:n]]


def _set_reset(x: Position, path: Path, value: Any) -> None:
    x.s["reset_due"] = read_flag(path, value)


def _set_last_turns(x: Position, path: Path, value: Any) -> None:
    n = read_whole(path, value, 0, x.n)
    x.s["last_turns"], x.s["ending"], x.s["triggered"] = n, n > 0, n > 0


def _amount(name: str, amount: int, most: int = MOST) -> Field[Position]:
    return Field(name, partial(_get_amount, amount), partial(_set_amount, amount, most))


def _cards(name: str, place: str, cards: str) -> Field[Position]:
    return Field(name, partial(_get_masks, place, cards), partial(_set_masks, place, cards))


FIELDS: tuple[Field[Position], ...] = (
    Field("turn", lambda x: int(x.s["turns"]), _set_turn),
    Field("phase", lambda x: OVER if x.s["over"] else PHASES[x.phase], _set_phase),
    Field("actor", lambda x: 0 if x.s["over"] else int(x.s["actor"]) + 1, _set_player),
    Field("player", _get_player, _set_player),
    Field("over", lambda x: bool(x.s["over"])),
    Field("start", lambda x: int(x.s["first"]) + 1, _set_start),
    Field("boards", _get_boards, _set_boards),
    _amount("virtue", S.VIRTUE, S.TRACK - 1),
    _amount("silver", S.SILVER),
    _amount("level", S.LEVEL, S.MAX_LEVELS - 1),
    Field("goods", _get_goods, _set_goods),
    _amount("supply", S.SUPPLY, 20),
    _amount("prison", S.PRISON, 20),
    Field("guildhall", _get_hall, _set_hall),
    Field("workers", _get_workers, _set_workers),
    Field("market", _get_market, _set_market),
    Field("captured", _get_captured, _set_captured),
    _amount("unpaid", S.UNPAID),
    _amount("paid", S.PAID),
    _cards("apprentices", "apprentices", "apprentices"),
    _cards("hands", "hand", "buildings"),
    _cards("built", "built", "buildings"),
    Field(
        "tax_stand", lambda x: int(x.s["tax_stand"]), lambda x, path, value: x.s.__setitem__("tax_stand", read_whole(path, value, 0, MOST))
    ),
    Field("display", _get_display, _set_display),
    Field("display_silver", _get_coins, _set_coins),
    Field("apprentice_deck", partial(_get_deck, "apprentices"), partial(_set_deck, "apprentices")),
    Field("building_deck", partial(_get_deck, "buildings"), partial(_set_deck, "buildings")),
    Field("market_pile", _get_pile, _set_pile),
    Field("rewards", _get_rewards, _set_rewards),
    Field("market_right", _get_right, _set_right),
    Field("packets", _get_packets),
    Field("drawn", _get_drawn),
    Field("left", _get_left),
    Field("places", _get_places),
    Field("reset", lambda x: bool(x.s["reset_due"]), _set_reset),
    Field("last_turns", lambda x: int(x.s["last_turns"]), _set_last_turns),
)
"""In the order in which they are told (RULES.md, section 18)."""


def settle(x: Position) -> None:
    """Empty places of the display are filled from the deck, the supplies hold the workers that stand nowhere else."""
    s, t = x.s, x.t
    for place in range(S.DISPLAY):
        if s["shown"][place] == S.NO_CARD and "display" not in x.fields and int(s["n_apprentice_deck"]):
            order = _in_deck(s, "apprentice")
            s["shown"][place] = order[0]
            _lay_deck(s, "apprentice", order[1:])
    supply = x.fields.get("supply", {})
    for p in range(x.n):
        out = int(s["at"][:, p].sum()) + int(s["captured"][: x.n, p].sum()) + int(s["hall"][p]) + int(s["amount"][p, S.PRISON])
        out += sum(1 for seat in s["market"] if seat == p)
        left = int(t["workers"]) - out
        given = isinstance(supply, Mapping) and (p + 1 in supply or "all" in supply)
        if left < 0 or (given and int(s["amount"][p, S.SUPPLY]) != left):
            total = out + (int(s["amount"][p, S.SUPPLY]) if given else 0)
            refuse(("supply",), f"and the other places hold {total} workers of seat {p + 1}, expected {int(t['workers'])}", "AW-G03")
        s["amount"][p, S.SUPPLY] = left
        if s["amount"][p, S.LEVEL] > t["n_levels"]:
            refuse(("level", p + 1), f"is {int(s['amount'][p, S.LEVEL])}, the Cathedral has {int(t['n_levels'])} levels")
    s["phase"] = S.PLACE if s["amount"][int(s["active"]), S.SUPPLY] else S.TAKE_BACK
    s["actor"] = s["active"]
