"""A position as named fields, and named fields back into a position: one row a field, read and set.

Seats are numbered from 1 in everything a person reads, from 0 in the record. What the record repeats of a position is found anew by the
kernel `derive` after fields have been set.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from simcli.games.components import packed
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
    read_seats,
    read_whole,
    refuse,
    set_all,
)
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.datafiles import COLOURS, RESOURCES
from simcli.games.kings_guild.text.cards import (
    lay_deck,
    lay_treasures,
    read_quest,
    read_quests,
    set_hands,
    set_masks,
    take,
    take_treasure,
)
from simcli.games.kings_guild.text.names import MAINS, PHASES, Names, counts_of, resources_of
from simcli.games.kings_guild.text.notation import own_spaces
from simcli.games.kings_guild.text.place import MOST, SETTABLE, Position, begin_turn, settle

OVER = "over"


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full position in plain data; seats count from 1. RULES.md, section 25, says what each field is."""
    return get_all(Position(s, t, names), FIELDS)


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game, which then stands in a turn; cards named give way where they lay.

    Cards a list names are taken out of the place where they were dealt; the decks hold the rest, in their order, unless they are named
    themselves. FaultsError for what does not fit.
    """
    position = Position(s, t, names, fields)
    begin_turn(position)
    set_all(position, FIELDS, fields)
    settle(position)


# The turn


def _set_turn(x: Position, path: Path, value: Any) -> None:
    x.s["turns"] = read_whole(path, value, 1, MOST)
    x.s["round"] = (int(x.s["turns"]) - 1) // x.n + 1


def _set_phase(x: Position, path: Path, value: Any) -> None:
    x.s["phase"] = PHASES.index(SETTABLE[read_name(path, value, SETTABLE)])


def _set_player(x: Position, path: Path, value: Any) -> None:
    x.s["active"] = x.s["actor"] = read_whole(path, value, 1, x.n) - 1


def _set_start(x: Position, path: Path, value: Any) -> None:
    x.s["first"] = read_whole(path, value, 1, x.n) - 1
    if "player" not in x.fields and "actor" not in x.fields:
        x.s["active"] = x.s["actor"] = x.s["first"]


def _get_player(x: Position) -> int:
    if x.s["over"]:
        return 0
    return int(x.s["active" if x.s["turns"] else "actor"]) + 1


def _get_ids(place: str, names: str, x: Position) -> dict[int, str]:
    return x.by_seat(lambda p: getattr(x.names, names)[int(x.s[place][p])])


def _set_ids(place: str, names: str, x: Position, path: Path, value: Any) -> None:
    for p, (at, id_) in read_seats(path, value, x.n).items():
        x.s[place][p] = read_name(at, id_, getattr(x.names, names))


def _get_main(x: Position) -> str:
    return MAINS[int(x.s["main"])]


def _set_main(x: Position, path: Path, value: Any) -> None:
    x.s["main"] = read_name(path, value, MAINS)


def _set_halves(x: Position, path: Path, value: Any) -> None:
    x.s["built"], x.s["hired"] = read_counts(path, value, ("build", "hire"), 0, 2)


def _number(name: str, at: str, most: int) -> Field[Position]:
    def set_number(x: Position, path: Path, value: Any) -> None:
        x.s[at] = read_whole(path, value, 0, most)

    return Field(name, lambda x: int(x.s[at]), set_number)


def _flag(name: str, at: str) -> Field[Position]:
    def set_flag(x: Position, path: Path, value: Any) -> None:
        x.s[at] = read_flag(path, value)

    return Field(name, lambda x: bool(x.s[at]), set_flag)


# Numbers of the seats


def _set_coins(x: Position, path: Path, value: Any) -> None:
    for p, (at, n) in read_seats(path, value, x.n).items():
        x.s["coins"][p] = read_whole(at, n, 0, MOST)


def _set_resources(x: Position, path: Path, value: Any) -> None:
    for p, (at, resources) in read_seats(path, value, x.n).items():
        x.s["held"][p] = packed(read_counts(at, resources, RESOURCES, 0, 20))


def _set_stock(x: Position, path: Path, value: Any) -> None:
    x.s["stock"] = packed(read_counts(path, value, RESOURCES, 0, 20))


def _get_offered(x: Position) -> dict[int, bool]:
    return x.by_seat(lambda p: bool(x.s["offered"][p]))


def _set_offered(x: Position, path: Path, value: Any) -> None:
    for p, (at, made) in read_seats(path, value, x.n).items():
        x.s["offered"][p] = read_flag(at, made)


# Boards


def _get_rooms(x: Position) -> dict[int, dict[str, list[int]]]:
    def rooms(p: int) -> dict[str, list[int]]:
        squares = {room: int(x.s["room_square"][p, room]) for room in bits(x.s["rooms"][p])}
        return {x.names.rooms[room]: [square % S.COLUMNS, square // S.COLUMNS] for room, square in squares.items()}

    return x.by_seat(rooms)


def _set_rooms(x: Position, path: Path, value: Any) -> None:
    for p, (at, rooms) in read_seats(path, value, x.n).items():
        x.s["rooms"][p], x.s["room_square"][p] = 0, S.NONE
        taken = {1, 2}
        for id_, square in read_mapping(at, rooms).items():
            here = (*at, id_)
            room = read_name(here, id_, x.names.rooms)
            corner = read_list(here, square)
            if len(corner) != 2:
                refuse(here, f"is {square!r}, expected column and row")
            size = int(x.t["room_size"][room])
            column, row = read_whole(here, corner[0], 0, S.COLUMNS - size), read_whole(here, corner[1], 0, S.ROWS - 1)
            left = row * S.COLUMNS + column
            tile = set(range(left, left + size))
            if taken & tile:
                refuse(here, "lies on another tile", "KG-X-02")
            taken |= tile
            x.s["rooms"][p] |= np.uint64(1 << room)
            x.s["room_square"][p, room] = left


def _get_spaces(x: Position) -> dict[int, dict[str, int]]:
    names = x.names.spaces
    return x.by_seat(lambda p: {names[k]: int(x.s["crowd"][p, k]) for k in own_spaces(x.s, x.t, p) if x.s["crowd"][p, k]})


def _set_spaces(x: Position, path: Path, value: Any) -> None:
    for p, (at, spaces) in read_seats(path, value, x.n).items():
        numbers = read_counts(at, spaces, x.names.spaces, 0, 20)
        x.s["crowd"][p] = 0
        x.s["crowd"][p, : len(numbers)] = numbers


def _get_baggage(x: Position) -> dict[int, str]:
    return x.by_seat(lambda p: x.names.spaces[int(x.s["baggage"][p])] if x.s["baggage"][p] else "")


def _set_baggage(x: Position, path: Path, value: Any) -> None:
    for p, (at, room) in read_seats(path, value, x.n).items():
        x.s["baggage"][p] = 0 if room == "" else 1 + read_name(at, room, x.names.rooms)


def _get_stood(x: Position) -> list[dict[str, Any]]:
    return [_arrangement(x, int(word)) for word in x.s["stood"][: int(x.s["n_stood"])]]


def _arrangement(x: Position, word: int) -> dict[str, Any]:
    """Specialists by kind of space, and with GO-21 the room with the baggage, of a word of the record; see `board.arranged`."""
    kinds = [x.names.spaces[k] for k in own_spaces(x.s, x.t, int(x.s["active"]))]
    numbers = {kind: word >> S.NIBBLE * k & (1 << S.NIBBLE) - 1 for k, kind in enumerate(kinds)}
    place = word >> S.NIBBLE * S.KINDS_OF_SPACE
    baggage = {"baggage": kinds[place - 1]} if place and x.t["baggage_moves"] else {}
    return {kind: n for kind, n in numbers.items() if n} | baggage


def _get_masters(x: Position) -> list[str]:
    return [id_ for id_ in x.names.masters if x.s["pile"][x.names.piles.index(id_)]]


def _set_masters(x: Position, path: Path, value: Any) -> None:
    chosen = [x.names.masters[read_name((*path, i), id_, x.names.masters)] for i, id_ in enumerate(read_list(path, value))]
    for id_ in x.names.masters:
        x.s["pile"][x.names.piles.index(id_)] = id_ in chosen


def _sold(x: Position) -> list[str]:
    """Shared rooms and chamber tiles."""
    special = [x.names.rooms[int(x.t[name])] for name in ("shrine", "statue")]
    return [pile for pile in x.names.piles if pile not in x.names.masters and pile not in special]


def _get_tiles(x: Position) -> dict[str, int]:
    return {pile: int(x.s["pile"][x.names.piles.index(pile)]) for pile in _sold(x)}


def _set_tiles(x: Position, path: Path, value: Any) -> None:
    for pile, n in read_mapping(path, value).items():
        at = (*path, pile)
        read_name(at, pile, _sold(x))
        x.s["pile"][x.names.piles.index(pile)] = read_whole(at, n, 0, S.MAX_TILES)


# Quests


def _slots(x: Position) -> int:
    return int(x.t["slots"])


def _get_slots(x: Position) -> list[str]:
    return [x.names.quest(card) for card in x.s["slot"][: _slots(x)]]


def _set_slots(x: Position, path: Path, value: Any) -> None:
    ids = read_list(path, value)
    if len(ids) > _slots(x):
        refuse(path, f"has {len(ids)} cards, there are {_slots(x)} slots", "KG-U-08")
    cards = read_quests(x, path, ids)
    for k in range(S.MAX_SLOTS):
        x.s["slot"][k] = cards[k] if k < len(cards) else S.NO_CARD
        x.s["made"][k], x.s["opener"][k], x.s["used"][k] = 0, S.NONE, 0


def _get_openers(x: Position) -> list[int]:
    return [0 if seat == S.NONE else int(seat) + 1 for seat in x.s["opener"][: _slots(x)]]


def _set_by_slot(name: str, most: int, x: Position, path: Path, value: Any) -> None:
    for k, n in enumerate(read_list(path, value)):
        if k >= _slots(x):
            refuse((*path, k), f"there are {_slots(x)} slots", "KG-U-08")
        x.s[name][k] = read_whole((*path, k), n, 0, most)


def _set_openers(x: Position, path: Path, value: Any) -> None:
    _set_by_slot("opener", x.n, x, path, value)
    for k in range(min(len(value), S.MAX_SLOTS)):
        x.s["opener"][k] = int(x.s["opener"][k]) - 1 if x.s["opener"][k] else S.NONE


def _get_used(x: Position) -> list[list[str]]:
    return [[x.names.specialists[card] for card in bits(x.s["used"][k])] for k in range(_slots(x))]


def _set_used(x: Position, path: Path, value: Any) -> None:
    for k, ids in enumerate(read_list(path, value)[: _slots(x)]):
        at = (*path, k)
        cards = [read_name((*at, i), id_, x.names.specialists) for i, id_ in enumerate(read_list(at, ids))]
        x.s["used"][k] = sum(1 << card for card in cards)


def _get_thug(x: Position) -> dict[str, Any]:
    lies = int(x.s["thug_quest"]) != S.NO_CARD
    return {"quest": x.names.quest(x.s["thug_quest"]), "seat": int(x.s["thug_seat"]) + 1 if lies else 0}


def _set_thug(x: Position, path: Path, value: Any) -> None:
    given = read_mapping(path, value)
    quest, seat = given.get("quest", ""), given.get("seat", 0)
    if quest == "":
        x.s["thug_quest"] = S.NO_CARD
        return
    x.s["thug_quest"] = read_quest(x, (*path, "quest"), quest)
    x.s["thug_seat"] = read_whole((*path, "seat"), seat, 1, x.n) - 1


def _get_quest_deck(x: Position) -> list[str]:
    return [x.names.quest(card) for card in x.s["quest_deck"][int(x.s["next_quest"]) : int(x.s["n_quest_deck"])]]


def _set_quest_deck(x: Position, path: Path, value: Any) -> None:
    lay_deck(x, "quest", read_quests(x, path, read_list(path, value)))


# Specialists


def _get_row(x: Position) -> list[str]:
    return ["" if card == S.NO_CARD else x.names.specialists[int(card)] for card in x.s["row"][: int(x.t["places"])]]


def _set_row(x: Position, path: Path, value: Any) -> None:
    ids = read_list(path, value)
    if len(ids) != int(x.t["places"]):
        refuse(path, f"has {len(ids)} places, expected {int(x.t['places'])}", "KG-U-04")
    x.s["row"][:], x.s["row_coins"][:] = S.NO_CARD, 0
    for place, id_ in enumerate(ids):
        if id_ != "":
            x.s["row"][place] = take(x, "specialists", (*path, place), id_)


def _get_row_coins(x: Position) -> list[int]:
    return [int(n) for n in x.s["row_coins"][: int(x.t["places"])]]


def _set_row_coins(x: Position, path: Path, value: Any) -> None:
    for place, n in enumerate(read_list(path, value)[: int(x.t["places"])]):
        x.s["row_coins"][place] = read_whole((*path, place), n, 0, 50)


def _get_specialist_deck(x: Position) -> list[str]:
    cards = x.s["specialist_deck"][int(x.s["next_specialist"]) : int(x.s["n_specialist_deck"])]
    return [x.names.specialists[int(card)] for card in cards]


def _set_specialist_deck(x: Position, path: Path, value: Any) -> None:
    lay_deck(x, "specialist", [take(x, "specialists", (*path, i), id_) for i, id_ in enumerate(read_list(path, value))])


def _get_oldest(x: Position) -> str:
    card = int(x.s["oldest"])
    return "" if card == S.NO_CARD else x.names.specialists[card]


def _get_masks(place: str, x: Position) -> dict[int, list[str]]:
    return x.by_seat(lambda p: [getattr(x.names, place)[card] for card in bits(x.s[place][p])])


# Treasures


def _get_hands(x: Position) -> dict[int, list[str]]:
    return x.by_seat(lambda p: _copies(x, x.s["hand"][p], int(x.s["hand_mask"][p])))


def _copies(x: Position, numbers: Any, kinds: int) -> list[str]:
    """Ids of some kinds of treasures, each as often as there are copies, in file order."""
    return [x.names.treasures[card] for card in bits(kinds) for _ in range(int(numbers[card]))]


def _get_treasure_decks(x: Position) -> dict[str, list[str]]:
    decks = {}
    for c, colour in enumerate(COLOURS):
        cards = x.s["treasure_deck"][c, int(x.s["next_treasure"][c]) : int(x.s["n_treasure_deck"][c])]
        decks[colour] = [x.names.treasures[int(card)] for card in cards]
    return decks


def _set_treasure_decks(x: Position, path: Path, value: Any) -> None:
    for colour, ids in read_mapping(path, value).items():
        at = (*path, colour)
        c = read_name(at, colour, COLOURS)
        lay_treasures(x, c, [take_treasure(x, (*at, i), id_) for i, id_ in enumerate(read_list(at, ids))])


def _get_discards(x: Position) -> dict[str, list[str]]:
    mask = int(x.s["discard_mask"])
    return {colour: _copies(x, x.s["discards"], mask & int(x.t["of_colour"][c])) for c, colour in enumerate(COLOURS)}


def _set_discards(x: Position, path: Path, value: Any) -> None:
    for colour, ids in read_mapping(path, value).items():
        at = (*path, colour)
        c = read_name(at, colour, COLOURS)
        for card in range(len(x.names.treasures)):
            if int(x.t["colour"][card]) == c:
                x.s["discards"][card] = 0
        for i, id_ in enumerate(read_list(at, ids)):
            x.s["discards"][take_treasure(x, (*at, i), id_)] += 1


def _get_drawn(x: Position) -> list[str]:
    return [x.names.treasures[int(card)] for card in x.s["drawn"][: int(x.s["n_drawn"])]]


# What is being asked


def _top(x: Position) -> int:
    """What the question on top of the stack is about."""
    return int(x.s["pending_n"][int(x.s["n_pending"]) - 1])


def _get_about(x: Position) -> str:
    if x.phase == S.SQUARE:
        return x.names.rooms[_top(x) // 4]
    if x.phase == S.SAVING:
        return x.names.rooms[_top(x)]
    if x.phase == S.SPACE:
        return x.names.specialists[_top(x) // 2]
    if x.phase in (S.DOUBLE, S.LUCKY, S.KEEP, S.POWER):
        return x.names.quest(x.s["craft_quest"][int(x.s["n_crafts"]) - 1])
    return ""


def _asks_other_colour(x: Position) -> bool:
    """Whether the colour asked for is that of KG-T-13."""
    return int(x.s["pending_row"][int(x.s["n_pending"]) - 1]) >= S.FIRST_STEP


def _get_left(x: Position) -> int:
    if x.phase == S.COLOUR and _asks_other_colour(x):
        return 1
    return _top(x) if x.phase in (S.KEEP, S.DISCARD, S.COLOUR, S.EXCHANGE) else 0


def _get_had(x: Position) -> list[dict[str, int]]:
    made = int(x.s["n_had"]) if x.phase == S.EXCHANGE else 0
    return [resources_of(x.s["had"][k % S.MOST_HAD]) for k in range(max(made - S.MOST_HAD, 0), made)]


def _get_named(x: Position) -> list[str]:
    if x.phase != S.COLOUR or _asks_other_colour(x):
        return []
    return [COLOURS[int(colour)] for colour in x.s["named"][: int(x.s["n_named"])]]


def _get_bids(x: Position) -> dict[int, int]:
    return x.by_seat(lambda p: int(x.s["bid"][p]) if x.phase == S.BID else -1)


def _get_auction(x: Position) -> dict[str, Any]:
    """The winner of an auction has paid more than nothing; its shared end is marked."""
    paid = [int(n) for n in x.s["auction"][: x.n, S.AUCTION_PAID]]
    if not x.s["shared_bid"] and not any(paid):
        return {"bids": {}, "winner": 0}
    return {"bids": x.by_seat(lambda p: int(x.s["auction"][p, S.AUCTION_BID])), "winner": paid.index(max(paid)) + 1 if any(paid) else 0}


FIELDS: tuple[Field[Position], ...] = (
    Field("turn", lambda x: int(x.s["turns"]), _set_turn),
    Field("phase", lambda x: OVER if x.s["over"] else PHASES[x.phase], _set_phase),
    Field("actor", lambda x: 0 if x.s["over"] else int(x.s["actor"]) + 1, _set_player),
    Field("player", _get_player, _set_player),
    Field("over", lambda x: bool(x.s["over"])),
    Field("start", lambda x: int(x.s["first"]) + 1, _set_start),
    Field("boards", partial(_get_ids, "board", "boards"), partial(_set_ids, "board", "boards")),
    Field("guilds", partial(_get_ids, "guild", "guilds"), partial(_set_ids, "guild", "guilds")),
    Field("coins", lambda x: x.by_seat(lambda p: int(x.s["coins"][p])), _set_coins),
    Field("resources", lambda x: x.by_seat(lambda p: resources_of(x.s["held"][p])), _set_resources),
    Field("stock", lambda x: dict(zip(RESOURCES, counts_of(x.s["stock"]), strict=True)), _set_stock),
    Field("hands", _get_hands, set_hands),
    Field("quests", partial(_get_masks, "quests"), partial(set_masks, "quests")),
    Field("specialists", partial(_get_masks, "specialists"), partial(set_masks, "specialists")),
    Field("spaces", _get_spaces, _set_spaces),
    Field("baggage", _get_baggage, _set_baggage),
    Field("rooms", _get_rooms, _set_rooms),
    Field("offered", _get_offered, _set_offered),
    Field("slots", _get_slots, _set_slots),
    Field("made", lambda x: [int(n) for n in x.s["made"][: _slots(x)]], partial(_set_by_slot, "made", 2)),
    Field("openers", _get_openers, _set_openers),
    Field("used", _get_used, _set_used),
    Field("thug", _get_thug, _set_thug),
    Field("row", _get_row, _set_row),
    Field("row_coins", _get_row_coins, _set_row_coins),
    Field("masters", _get_masters, _set_masters),
    Field("tiles", _get_tiles, _set_tiles),
    Field("quest_deck", _get_quest_deck, _set_quest_deck),
    Field("specialist_deck", _get_specialist_deck, _set_specialist_deck),
    Field("treasure_decks", _get_treasure_decks, _set_treasure_decks),
    Field("discards", _get_discards, _set_discards),
    Field("main", _get_main, _set_main),
    Field("halves", lambda x: {"build": int(x.s["built"]), "hire": int(x.s["hired"])}, _set_halves),
    _number("moves", "moves", S.MOST_MOVES),
    Field("stood", _get_stood),
    _flag("lucky", "lucky"),
    Field("oldest", _get_oldest),
    Field("drawn", _get_drawn),
    Field("about", _get_about),
    Field("left", _get_left),
    Field("had", _get_had),
    Field("named", _get_named),
    Field("bids", _get_bids),
    Field("auction", _get_auction),
    _number("idle", "idle", MOST),
    _number("last_turns", "last_turns", S.MAX_PLAYERS),
    _flag("stalled", "stalled"),
)
"""In the order in which they are told (RULES.md, section 25)."""
