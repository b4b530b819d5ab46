"""The guild houses: rooms on their squares, spaces for specialists, resources stored; in lines for a terminal, and as a picture (SVG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from simcli.games.kings_guild import datafiles
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.catalogue import CATEGORIES
from simcli.games.kings_guild.datafiles import HEROES, RESOURCES
from simcli.games.kings_guild.text.fields import get_fields
from simcli.games.kings_guild.text.names import Names, mix_text
from simcli.games.sheet import amount
from simcli.games.svg import FRAME, LARGE, LINE_AROUND, PLAIN, SMALL, sheet_svg, text_at

Fields = Mapping[str, Any]

# The house of one seat

BONUSES = (*RESOURCES, "coins")
GUILD_SQUARES = tuple(S.COLUMNS * y + x for x, y in datafiles.GUILD_SQUARES)


@dataclass(frozen=True)
class House:
    """What lies on one seat's board, and around it.

    tiles: left square of each room; people: specialists by kind of space; bonuses: what free and covered squares give, 0 for nothing;
    spaces: of each room, outside first; storage: resources that can be stored.
    """

    seat: int
    guild: str
    board: str
    tiles: Mapping[str, int]
    people: Mapping[str, int]
    spaces: Mapping[str, int]
    baggage: str
    bonuses: Sequence[int]
    sizes: Mapping[str, int]
    resources: Mapping[str, int]
    storage: int

    @property
    def on(self) -> dict[int, str]:
        """Rooms by square, the guild tile as ""."""
        squares = dict.fromkeys(GUILD_SQUARES, "")
        for room, square in self.tiles.items():
            squares |= dict.fromkeys(range(square, square + self.sizes[room]), room)
        return squares

    @property
    def doors(self) -> list[tuple[int, int]]:
        """Squares beside each other under different tiles, the left or upper one first."""
        on, doors = self.on, []
        for square in range(S.SQUARES):
            for other in (square + 1, square + S.COLUMNS):
                is_in_line = other == square + S.COLUMNS or other % S.COLUMNS != 0
                if is_in_line and square in on and other in on and on[square] != on[other]:
                    doors.append((square, other))
        return doors

    def bonus(self, square: int, coins: int) -> str:
        """`cloth`, `2 coins`; "" for none."""
        bonus = int(self.bonuses[square])
        return "" if bonus == 0 else amount(coins, "coin") if bonus == 1 + S.COINS else BONUSES[bonus - 1]

    def filled(self, room: str) -> str:
        """`1/2`, specialists in the spaces of a room; with the baggage `1/2 and baggage`."""
        return f"{self.people.get(room, 0)}/{self.spaces[room]}" + (" and baggage" if self.baggage == room else "")


def house_of(f: Fields, s: Any, t: Any, names: Names, seat: int) -> House:
    """The house of a seat, of named fields."""
    p = seat - 1
    spaces = {names.spaces[0]: int(t["outside"])}
    spaces |= {room: n for k, room in enumerate(names.rooms) if room in f["rooms"][seat] and (n := int(t["room_spaces"][k]))}
    return House(
        seat=seat,
        guild=f["guilds"][seat],
        board=f["boards"][seat],
        tiles={room: S.COLUMNS * y + x for room, (x, y) in f["rooms"][seat].items()},
        people=f["spaces"][seat],
        spaces=spaces,
        baggage=f["baggage"][seat],
        bonuses=[int(n) for n in t["bonus"][int(s["board"][p])]],
        sizes={room: int(t["room_size"][k]) for k, room in enumerate(names.rooms)},
        resources=f["resources"][seat],
        storage=int(t["guild_storage"][int(s["guild"][p])]) + int(s["power"][p, S.STORAGE]),
    )


# In lines


def house_lines(house: House, coins: int) -> list[str]:
    """The house as a map: a line a row of squares. Free squares show their bonus in brackets; a room of two squares stands twice."""
    cells = [[_cell(house, S.COLUMNS * y + x, coins) for x in range(S.COLUMNS)] for y in range(S.ROWS)]
    widths = [max(len(row[x]) for row in cells) for x in range(S.COLUMNS)]
    head, *rest = house.spaces
    lines = [
        f"seat {house.seat} ({house.guild}, {house.board}): {house.people.get(head, 0)} of {house.spaces[head]} spaces outside taken",
        f"  stores {sum(house.resources.values())} of {house.storage}: {mix_text(house.resources) or '-'}",
    ]
    lines += ["  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return lines + [f"  {room} {house.filled(room)}" for room in rest]


def _cell(house: House, square: int, coins: int) -> str:
    """What is on a square."""
    on = house.on
    if square in on:
        return on[square] or "guild"
    bonus = house.bonus(square, coins)
    return f"({bonus})" if bonus else "-"


def board_lines(f: Fields, s: Any, t: Any, names: Names) -> list[str]:
    """The houses of all seats."""
    return [f"  {line}" for seat in f["coins"] for line in house_lines(house_of(f, s, t, names, seat), int(t["square_coins"]))]


def held_lines(f: Fields, t: Any, seat: int, names: Names) -> list[str]:
    """What a seat holds beside its house: specialists, quests by hero, treasures, by their titles."""
    lines = []
    if people := f["specialists"][seat]:
        lines.append(f"{amount(len(people), 'specialist')}: {', '.join(names.titles[id_] for id_ in people)}")
    if quests := f["quests"][seat]:
        heroes = Counter(HEROES[int(t["hero"][names.quests.index(id_)])] for id_ in quests)
        lines.append(f"{amount(len(quests), 'quest')}: {', '.join(f'{heroes[hero]} {hero}' for hero in HEROES if heroes[hero])}")
    if cards := f["hands"][seat]:
        copies = Counter(names.titles[id_] for id_ in cards)
        lines.append(f"{amount(len(cards), 'treasure')}: {', '.join(title + (f' x{n}' if n > 1 else '') for title, n in copies.items())}")
    return [*lines, *(["offering made"] if f["offered"][seat] else [])]


# The picture

WIDTH, EDGE = 622, 12
"""Of the picture, and left free on both sides. Pixels."""
CELL, TALL = 74, 52
"""A square of a board: width, height."""
GAP = 4
"""Between tiles, where the doors are."""
TOKEN = 20
"""From resource to resource."""
A_LINE = 14
"""Resources side by side."""
LINE, LETTERS = 16, 43
"""From line to line of text; letters of a line at most: a wide fallback font still fits."""
DARK, PALE = "#111111", "#ffffff"
GUILDS = (("#f0a030", DARK), ("#7fc97f", DARK), ("#b22222", PALE), ("#2b6cb0", PALE), ("#222222", PALE), ("#c9a0e0", DARK))
"""Colour of each guild tile, in file order, and of what is written on it."""
TOKENS = (("#f0e442", DARK), ("#8f4a00", PALE), ("#8fd0f5", DARK), ("#007a56", PALE), ("#2c2c84", PALE), ("#c04dd8", DARK))
"""The same of the resources, in their order; no two look alike to readers with any of the common colour deficiencies."""
TILES = {"shared room": "#d5e3ec", "chamber": "#f3dcc3", "master room": "#efe6a2", "special room": "#e2d6ee"}
DOOR = "#7a5230"
EDGE_OF_TILE = f'fill="none" stroke="{DARK}"'


def board_svg(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """The houses of all seats as a self-contained SVG: rooms, spaces, doors, resources stored; beside them what the seats hold, points.

    It has its own paper, light or dark like the page it stands in.
    """
    f = get_fields(s, t, names)
    seats = list(f["coins"])
    parts: list[str] = []
    below = 62
    for seat, mine in zip(seats, points[: len(seats), : len(CATEGORIES)].tolist(), strict=True):
        house = house_of(f, s, t, names, seat)
        lines = _told(f, t, names, house, mine, _result(f, names, sum(mine), bool(share[seat - 1] > 0)))
        drawn, tall = _draw_house(house, t, names, below)
        parts += [*drawn, *_draw_told(lines, below)]
        below += max(tall, LINE * (len(lines) + 1)) + 22
    legend, below = _legend(below)
    now = "the game is over" if f["over"] else f"turn of seat {f['player']}"
    title = f"The King's Guild, {len(seats)} {'players' if len(seats) > 1 else 'player'}: {now}"
    head = [text_at(EDGE, 26, title, LARGE, is_bold=True), text_at(EDGE, 46, f"turn {f['turn']}, seat {f['start']} started")]
    return sheet_svg(WIDTH, below, title, _description(f, s, t, names), [*head, *parts, *legend])


def _description(f: Fields, s: Any, t: Any, names: Names) -> str:
    """The picture in words."""
    said = []
    for seat in f["coins"]:
        house = house_of(f, s, t, names, seat)
        lines = [*house_lines(house, int(t["square_coins"])), amount(f["coins"][seat], "coin"), *held_lines(f, t, seat, names)]
        said.append("; ".join(" ".join(line.split()) for line in lines).replace("_", " "))
    return ". ".join(said) + "."


# Shapes


def _box(x: int, y: int, width: int, height: int, paint: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" {paint}/>'


def _space(x: int, y: int, mark: str, *, on_tile: bool = False) -> str:
    """A space for a specialist, centred: free, with a specialist, or with the baggage."""
    if mark == "baggage":
        return _box(x - 6, y - 5, 12, 10, f'fill="{DOOR}" stroke="{DARK}"')
    if mark == "free":
        return f'<circle cx="{x}" cy="{y}" r="6.5" {EDGE_OF_TILE if on_tile else FRAME}/>'
    return (
        f'<circle cx="{x}" cy="{y}" r="7" fill="#ffffff" stroke="{DARK}"/>'
        + f'\n<path fill="{DARK}" d="M{x - 4} {y + 5}q0-6 2-6q-1-4 2-4t2 4q2 0 2 6z"/>'
    )


def _spaces(x: int, y: int, house: House, kind: str) -> Iterator[str]:
    """The spaces of a kind side by side, from x on."""
    n, taken = house.spaces[kind], house.people.get(kind, 0)
    marks = ["taken"] * taken + ["baggage"] * (house.baggage == kind)
    for k in range(max(n, len(marks))):
        yield _space(x + 18 * k, y, marks[k] if k < len(marks) else "free", on_tile=kind in house.tiles)


def _corner(square: int, top: int) -> tuple[int, int]:
    return EDGE + CELL * (square % S.COLUMNS), top + TALL * (square // S.COLUMNS)


def _tile(square: int, size: int, top: int, fill: str) -> str:
    """A tile on its squares; a little of the board shows all around."""
    x, y = _corner(square, top)
    return _box(x + GAP // 2, y + GAP // 2, CELL * size - GAP, TALL - GAP, f'fill="{fill}" {LINE_AROUND}')


def _written(square: int, size: int, top: int, text: str, ink: str, *, is_high: bool = False) -> Iterator[str]:
    """A title on a tile, in two lines at most; `is_high` leaves room below."""
    lines = wrap(text, 10 * size)[:2]
    x, y = _corner(square, top)
    first = y + (16 if is_high else 24 if len(lines) == 2 else 30)
    for k, line in enumerate(lines):
        yield text_at(x + CELL * size / 2, first + 12 * k, line, SMALL, "middle", ink=f'fill="{ink}"')


# Parts of a house


def _draw_house(house: House, t: Any, names: Names, top: int) -> tuple[list[str], int]:
    """Spaces outside, the squares with their tiles, the resources; returns the shapes and how tall they are."""
    outside, grid = names.spaces[0], top + 22
    parts = [text_at(EDGE + 4, top + 13, "outside"), *_spaces(EDGE + 62, top + 9, house, outside)]
    on = house.on
    for square in range(S.SQUARES):
        if square not in on:
            x, y = _corner(square, grid)
            parts.append(_box(x + 2, y + 2, CELL - GAP, TALL - GAP, f'stroke-dasharray="3 3" {FRAME}'))
            if bonus := house.bonus(square, int(t["square_coins"])):
                parts.append(text_at(x + CELL / 2, y + 30, f"({bonus})", SMALL, "middle"))
    guild, ink = GUILDS[names.guilds.index(house.guild) % len(GUILDS)]
    parts += [_tile(GUILD_SQUARES[0], len(GUILD_SQUARES), grid, guild)]
    parts += _written(GUILD_SQUARES[0], len(GUILD_SQUARES), grid, f"{house.seat}: {names.titles[house.guild]}", ink)
    for room, square in house.tiles.items():
        size, has_spaces = house.sizes[room], room in house.spaces
        parts.append(_tile(square, size, grid, TILES[kind_of(t, names, room)]))
        parts += _written(square, size, grid, names.titles[room], DARK, is_high=has_spaces)
        if has_spaces:
            x, y = _corner(square, grid)
            wide = 18 * (max(house.spaces[room], house.people.get(room, 0) + (house.baggage == room)) - 1)
            parts += _spaces(x + CELL * size // 2 - wide // 2, y + TALL - 14, house, room)
    parts += _doors(house, grid)
    stored, tall = _draw_stored(house, grid + TALL * S.ROWS + 4)
    return parts + stored, 22 + TALL * S.ROWS + 4 + tall


def kind_of(t: Any, names: Names, room: str) -> str:
    """What kind of room it is, a word of TILES."""
    k = names.rooms.index(room)
    if int(t["special"]) >> k & 1:
        return "special room"
    if room in names.masters:
        return "master room"
    return "chamber" if int(t["with_spaces"]) >> k & 1 else "shared room"


def _doors(house: House, top: int) -> Iterator[str]:
    """A door wherever two tiles lie edge to edge (KG-X-02)."""
    for square, other in house.doors:
        x, y = _corner(other, top)
        across = other == square + 1
        width, height = (8, 12) if across else (14, 8)
        left, high = (x - 4, y + TALL // 2 - 6) if across else (x + CELL // 2 - 7, y - 4)
        yield f'<rect x="{left}" y="{high}" width="{width}" height="{height}" fill="{DOOR}"/>'


def _draw_stored(house: House, top: int) -> tuple[list[str], int]:
    """A place for every resource that can be stored, with the resources in them."""
    held = [k for k, id_ in enumerate(RESOURCES) for _ in range(house.resources.get(id_, 0))]
    places = max(house.storage, len(held))
    parts = []
    for k in range(places):
        x, y = EDGE + 2 + TOKEN * (k % A_LINE), top + TOKEN * (k // A_LINE)
        parts.append(_token(x, y, held[k]) if k < len(held) else _box(x, y, TOKEN - 3, TOKEN - 3, FRAME))
    return parts, TOKEN * -(-places // A_LINE)


def _token(x: int, y: int, kind: int) -> str:
    """A resource with the first two letters of its name."""
    fill, ink = TOKENS[kind]
    box = _box(x, y, TOKEN - 3, TOKEN - 3, f'fill="{fill}" {LINE_AROUND}')
    return box + "\n" + text_at(x + (TOKEN - 3) / 2, y + 12, RESOURCES[kind][:2].capitalize(), SMALL, "middle", ink=f'fill="{ink}"')


# Beside a house


def _result(f: Fields, names: Names, points: int, wins: bool) -> str:
    """`, wins` of a finished game; alone the rating (KG-V-21)."""
    if not f["over"]:
        return ""
    return f", {names.rating(points)}" if len(f["coins"]) == 1 else ", wins" if wins else ""


def _told(f: Fields, t: Any, names: Names, house: House, points: list[int], result: str) -> list[str]:
    """Points and what came of them, then lines of what the seat holds."""
    seat = house.seat
    counted = ", ".join(f"{name} {n}" for name, n in zip(CATEGORIES, points, strict=True) if n)
    guild = f"{names.titles[house.guild]}, {names.titles[house.board]}, {amount(f['coins'][seat], 'coin')}"
    texts = [guild, *([counted] if counted else []), *held_lines(f, t, seat, names)]
    lines = [line for text in texts for line in wrap(text, LETTERS, subsequent_indent="   ")]
    return [f"seat {seat}: {amount(sum(points), 'point')}{result}", *lines]


def _draw_told(lines: Sequence[str], top: int) -> Iterator[str]:
    x = EDGE + CELL * S.COLUMNS + 14
    for k, line in enumerate(lines):
        indent = 12 if line.startswith(" ") else 0
        yield text_at(x + indent, top + 13 + LINE * k, line.strip(), 13 if k == 0 else PLAIN, is_bold=k == 0)


def _legend(top: int) -> tuple[list[str], int]:
    """What the shapes mean."""
    parts, x = [], EDGE
    for k, id_ in enumerate(RESOURCES):
        parts += [_token(x, top, k), text_at(x + TOKEN + 2, top + 13, id_)]
        x += 100
    x, y = EDGE, top + 26
    for kind, fill in TILES.items():
        parts += [_box(x, y, TOKEN - 3, TOKEN - 3, f'fill="{fill}" {LINE_AROUND}'), text_at(x + TOKEN + 2, y + 13, kind)]
        x += 125
    parts += [f'<rect x="{x + 4}" y="{y + 2}" width="8" height="12" fill="{DOOR}"/>', text_at(x + TOKEN, y + 13, "edge to edge")]
    x, y = EDGE, top + 52
    for mark, said in (("taken", "specialist"), ("free", "free space"), ("baggage", "baggage")):
        parts += [_space(x + 8, y + 8, mark), text_at(x + TOKEN + 2, y + 13, said)]
        x += 125
    parts += [
        _box(x, y, TOKEN - 3, TOKEN - 3, f'stroke-dasharray="3 3" {FRAME}'),
        text_at(x + TOKEN + 2, y + 13, "free square (its bonus)"),
    ]
    return parts, top + 82
