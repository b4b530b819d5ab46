"""Rooms: what can be built, where it goes, what the squares under it give (KG-X-02 to KG-X-05)."""

from __future__ import annotations

from . import gathering
from .guild import Square
from .position import Asking, Table, ask
from .tables import STATUE, WORKSHOPS, Row


def tile_of(table: Table, room: str) -> str:
    """The pile a room is taken from: its own, or that of a chamber tile (KG-X-03)."""
    tile: str = table.tables.rooms[room].get("tile") or room
    return tile


def is_on_offer(table: Table, room: str) -> bool:
    """KG-U-01, KG-U-02."""
    return room in table.masters or table.tiles.get(tile_of(table, room), 0) > 0


def places(table: Table, seat: int, room: str) -> list[tuple[Square, ...]]:
    """KG-X-02, KG-SP-02: squares for a room that is built."""
    anywhere = bool(table.standing(seat, "build_anywhere")) or not table.options["adjacency"]  # GO-38
    return table.guilds[seat].places(table.tables.rooms[room]["size"], anywhere=anywhere)


def special_places(table: Table, seat: int, room: str) -> list[tuple[Square, ...]]:
    """KG-F-02, KG-GT-06, GO-06: squares for Statue and Shrine."""
    anywhere = room == STATUE and table.options["builder_places_statue_anywhere"] and bool(table.standing(seat, "build_anywhere"))
    return table.guilds[seat].places(1, anywhere=anywhere or not table.options["adjacency"])


def savings(table: Table, seat: int, room: str) -> dict[str, tuple[str, int]]:
    """KG-SP-37, KG-AM-51: by text the resource spent and the price; only what can be paid."""
    full, saving, coins = table.tables.rooms[room]["cost"], table.standing(seat, "room_saving"), table.guilds[seat].coins
    ways = {f"spend {kind}": (kind, max(0, full - saving)) for kind in table.held(seat)} if saving else {}
    return {text: way for text, way in (ways | {"spend nothing": ("", full)}).items() if way[1] <= coins}


def build_choices(table: Table, seat: int) -> dict[str, str]:
    """KG-DP-15: texts of the rooms that can be built."""
    owned = table.guilds[seat].rooms.keys()
    one_workshop = table.tables.players in table.tables.setup["one_workshop"]  # KG-X-04

    def is_possible(room: str) -> bool:
        if room in owned or not table.may(seat, room) or (room in WORKSHOPS and one_workshop and owned & WORKSHOPS):
            return False
        return bool(savings(table, seat, room)) and bool(places(table, seat, room))

    return {f"build {room}": room for room in table.tables.rooms if is_on_offer(table, room) and is_possible(room)}


def build(table: Table, seat: int, room: str) -> Asking:
    """KG-X-02 to KG-X-05."""
    table.acted = True
    kind, price = yield from ask(seat, "saving", savings(table, seat, room), about=room)
    if kind:
        table.give_back(seat, kind, 1)
    table.guilds[seat].coins -= price
    if room in table.masters:
        table.masters.remove(room)
    else:
        table.tiles[tile_of(table, room)] -= 1
    yield from put(table, seat, room, places(table, seat, room), doubles=True)


def place_special(table: Table, seat: int, row: Row) -> Asking:
    """KG-GT-06: the Shrine."""
    yield from place(table, seat, row["room"], doubles=table.options["builder_doubles_statue_bonus"])


def place(table: Table, seat: int, room: str, doubles: bool) -> Asking:
    """A special room is put on the board."""
    yield from put(table, seat, room, special_places(table, seat, room), doubles)


def put(table: Table, seat: int, room: str, found: list[tuple[Square, ...]], doubles: bool) -> Asking:
    """KG-X-05, KG-SP-02, GO-07: a room on one of the places, and the bonuses under it."""
    guild = table.guilds[seat]
    squares = yield from ask(seat, "square", {f"put at {at[0][0]} {at[0][1]}": at for at in found}, about=room)
    guild.rooms[room] = squares
    table.stood = []
    times = 1 + (table.standing(seat, "bonus_again") if doubles else 0)
    for square in squares if table.options["bonus_squares"] else ():  # GO-37
        for bonus in table.tables.boards[guild.board]["bonuses"]:
            if (bonus["x"], bonus["y"]) == square and bonus["what"] == "coins":
                guild.coins += times * table.tables.board_coins
            elif (bonus["x"], bonus["y"]) == square:
                table.take(seat, bonus["what"], times)
    yield from gathering.store(table, seat)
