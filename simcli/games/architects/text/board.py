"""The main board and what the seats hold: in lines for a terminal, and as a picture (SVG) for a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from simcli.games.architects import state as S
from simcli.games.architects.catalogue import CATEGORIES
from simcli.games.architects.datafiles import PLACES, SPACES
from simcli.games.architects.text.fields import get_fields
from simcli.games.architects.text.names import STANDARD, Names, goods_text
from simcli.games.svg import FRAME, LARGE, PLAIN, SMALL, sheet_svg, text_at

Fields = Mapping[str, Any]

# In lines


def board_lines(f: Fields, t: Any, shown: tuple[str, str] | None = None) -> list[str]:
    """The main board of named fields: workers by place, Guildhall, Cathedral, virtue track.

    `shown`: goods of the left and of the right market space, told in place of the card that lies on the right one.
    """
    silver = {"tax_stand": [f"{f['tax_stand']} silver"]}
    said = [(place, silver.get(place, []) + _crowd(f["workers"][place])) for place in PLACES]
    said.append(("prison", _crowd({seat: n for seat, n in f["prison"].items() if n})))
    spaces = [f"{space} {f'seat {seat}' if seat else 'free'}" for space, seat in f["market"].items()]
    offers = [f"right card {f['market_right'] or '-'}"] if shown is None else [f"left offers {shown[0]}", f"right offers {shown[1]}"]
    said.append(("market", [*spaces, *offers]))
    said.append(("guildhall", [_spaces_taken(f, t), *_crowd({seat: n for seat, n in f["guildhall"].items() if n})]))
    levels = _places_of(f["level"])
    said.append(("cathedral", [f"level {level} {_seats(levels[level])}" for level in sorted(levels, reverse=True) if level]))
    track = _places_of(f["virtue"])
    said.append(("virtue", [f"{virtue} {_seats(track[virtue])}" for virtue in sorted(track)]))
    return [f"  {place:12} {', '.join(parts) or '-'}" for place, parts in said]


def _crowd(workers: Mapping[int, int]) -> list[str]:
    """`2 of seat 1`, a part a seat."""
    return [f"{n} of seat {seat}" for seat, n in workers.items()]


def _places_of(by_seat: Mapping[int, int]) -> dict[int, list[int]]:
    """Seats by where their marker stands."""
    out: dict[int, list[int]] = {}
    for seat, place in by_seat.items():
        out.setdefault(place, []).append(seat)
    return out


def _seats(seats: Sequence[int]) -> str:
    """`seat 2`, `seats 1, 2 and 3`."""
    *first, last = map(str, seats)
    return f"seats {', '.join(first)} and {last}" if first else f"seat {last}"


def _spaces_taken(f: Fields, t: Any) -> str:
    """`16 of 16 spaces, 2 beyond` of the Guildhall."""
    workers, spaces = sum(f["guildhall"].values()), int(t["hall_spaces"])
    return f"{min(workers, spaces)} of {spaces} spaces" + (f", {workers - spaces} beyond" if workers > spaces else "")


def held_lines(f: Fields, seat: int, titles: Mapping[str, str] = {}) -> list[str]:
    """What one seat holds: silver, goods, debts, workers, captives, cards; these by their titles where there are any, else by their ids."""
    debts = f"; debts {f['unpaid'][seat]} unpaid {f['paid'][seat]} paid" if f["unpaid"][seat] or f["paid"][seat] else ""
    lines = [f"{f['silver'][seat]} silver {goods_text(f['goods'][seat])}".rstrip() + f"; supply {f['supply'][seat]}{debts}"]
    if f["captured"][seat]:
        lines.append(f"captives: {', '.join(_crowd(f['captured'][seat]))}")
    cards = {place: [titles.get(card, card) for card in f[place][seat]] for place in ("apprentices", "hands", "built")}
    return lines + [f"{place}: {', '.join(held)}" for place, held in cards.items() if held]


# The picture

WIDTH, EDGE = 622, 12
"""Of the picture, and left free on both sides. Pixels."""
LINE, CELL, STEP = 18, 24, 38
"""From line to line of text; a space of the Guildhall or the Cathedral; from seat to seat of a crowd."""
BOX, GAP = 194, 8
"""Width of the box of a place; between boxes."""
TALL = 54
TOP = 64
LETTERS = 78
"""Letters of a line of text, at most: a wide fallback font still fits."""
SEATS = (("#0072b2", "#ffffff"), ("#d55e00", "#ffffff"), ("#ffffff", "#111111"), ("#111111", "#ffffff"), ("#f0e442", "#111111"))
"""Colour of each seat's workers and of the number on them; no two look alike to readers with any of the common colour deficiencies."""


def board_svg(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """The main board and the seats as a self-contained SVG: workers by place, Guildhall, Cathedral, virtue, what each seat holds, points.

    It has its own paper, light or dark like the page it stands in.
    """
    f = get_fields(s, t, names)
    winners = [seat for seat in f["virtue"] if share[seat - 1] > 0] if f["over"] else []
    parts: list[str] = []
    below = TOP
    for draw in (_places, _market_and_prison, _buildings, _track):
        drawn, below = draw(f, t, names, below)
        parts += drawn
    drawn, height = _holdings(f, points[: len(f["virtue"]), : len(CATEGORIES)].tolist(), winners, names, below)
    title, about = _title(f), f"turn {f['turn']}, seat {f['start']} started; on every worker the number of its seat, beside it how many"
    head = [text_at(EDGE, 26, title, LARGE, is_bold=True), text_at(EDGE, 48, about)]
    return sheet_svg(WIDTH, height, title, _description(f, t, names), [*head, *parts, *drawn])


def _title(f: Fields) -> str:
    now = "the game is over" if f["over"] else f"turn of seat {f['player']}"
    return f"Architects of the West Kingdom, {len(f['virtue'])} players: {now}"


def _description(f: Fields, t: Any, names: Names) -> str:
    """The picture in words."""
    board = " ".join(f"{' '.join(line.split())}." for line in board_lines(f, t, _shown(f, names))).replace("_", " ")
    return board + "".join(f" Seat {seat}: {'; '.join(held_lines(f, seat, names.titles))}." for seat in f["virtue"])


def _shown(f: Fields, names: Names) -> tuple[str, str]:
    """Goods of the left and of the right market space (AW-B03, AW-BM11)."""
    front = f["market_pile"][0] if f["market_pile"] else ""
    return names.goods[front][0] or "nothing", names.goods[f["market_right"]][1] or "nothing"


# Shapes


def _frame(x: int, y: int, width: int, height: int, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {more}{FRAME}/>'


def _worker(x: int, y: int, seat: int) -> str:
    """A worker of a seat with its number, centred: a head and a body."""
    fill, ink = SEATS[seat - 1]
    edge = "#ffffff" if ink == "#ffffff" else "#111111"
    body = f"M{x - 9} {y + 9}q0-12 5-13q-1-7 4-7t4 7q5 1 5 13z"
    number = f'<text x="{x}" y="{y + 7}" font-size="11" font-weight="700" text-anchor="middle" fill="{ink}">{seat}</text>'
    return f'<path fill="{fill}" stroke="{edge}" stroke-width="1.2" d="{body}"/>\n{number}'


def _workers(x: int, y: int, crowd: Mapping[int, int]) -> Iterator[str]:
    """A worker of each seat with how many there are."""
    for k, (seat, n) in enumerate(crowd.items()):
        yield _worker(x + STEP * k, y, seat)
        yield text_at(x + STEP * k + 11, y + 5, str(n))


# Parts of the board; each is drawn from `top` on and says where it ends


def _place_box(x: int, top: int, name: str, note: str, crowd: Mapping[int, int], tall: int = TALL) -> list[str]:
    parts = [_frame(x, top, BOX, tall, 'rx="4" '), text_at(x + 7, top + 16, name.replace("_", " "), is_bold=True)]
    if note:
        parts.append(text_at(x + BOX - 7, top + 16, note, PLAIN, "end"))
    return parts + list(_workers(x + 16, top + 36, crowd))


def _places(f: Fields, t: Any, names: Names, top: int) -> tuple[list[str], int]:
    """The nine open places."""
    parts = []
    for k, place in enumerate(PLACES):
        note = f"{f['tax_stand']} silver" if place == "tax_stand" else ""
        parts += _place_box(EDGE + (BOX + GAP) * (k % 3), top + (TALL + GAP) * (k // 3), place, note, f["workers"][place])
    return parts, top + (TALL + GAP) * 3


def _market_and_prison(f: Fields, t: Any, names: Names, top: int) -> tuple[list[str], int]:
    """Three spaces of one worker with the goods they offer, and the Prison beside the Guardhouse."""
    width, tall = 2 * BOX + GAP, TALL + LINE
    parts = [_frame(EDGE, top, width, tall, 'rx="4" '), text_at(EDGE + 7, top + 16, "black market", is_bold=True)]
    for k, (space, goods) in enumerate(zip((SPACES[0], SPACES[-1]), _shown(f, names), strict=True)):
        parts.append(text_at(EDGE + width - 7, top + 16 + LINE * k, f"{space}: {goods}", PLAIN, "end"))
    for k, space in enumerate(SPACES):
        x = EDGE + 7 + 128 * k
        seat = f["market"][space]
        parts.append(text_at(x, top + LINE + 42, space if seat else f"{space}: free"))
        if seat:
            parts.append(_worker(x + 60, top + LINE + 36, seat))
    crowd = {seat: n for seat, n in f["prison"].items() if n}
    parts += _place_box(EDGE + 2 * (BOX + GAP), top, "prison", "", crowd, tall)
    return parts, top + tall + GAP


def _buildings(f: Fields, t: Any, names: Names, top: int) -> tuple[list[str], int]:
    """Guildhall and Cathedral side by side."""
    half, height = (WIDTH - 2 * EDGE - GAP) // 2, 28 + CELL * max(S.HALL_ROWS, int(t["n_levels"])) + 10
    right = EDGE + half + GAP
    parts = [_frame(EDGE, top, half, height, 'rx="4" '), _frame(right, top, half, height, 'rx="4" ')]
    return parts + _hall(f, t, EDGE, top, half) + _cathedral(f, t, right, top, half), top + height + GAP


def _hall(f: Fields, t: Any, left: int, top: int, width: int) -> list[str]:
    """The spaces of the Guildhall, and who has how many workers there: which of them stands where is not kept, so they stand by seat."""
    spaces = int(t["hall_spaces"])
    columns = spaces // S.HALL_ROWS
    inside = [seat for seat, n in f["guildhall"].items() for _ in range(n)]
    parts = [text_at(left + 7, top + 16, "guildhall", is_bold=True), text_at(left + width - 7, top + 16, _spaces_taken(f, t), PLAIN, "end")]
    parts.append(text_at(left + 10, top + 28 + CELL * S.HALL_ROWS + 17, "workers in order of the seats", SMALL))
    for k in range(spaces):
        x, y = left + 10 + CELL * (k % columns), top + 28 + CELL * (k // columns)
        parts.append(_frame(x, y, CELL, CELL))
        if k < len(inside):
            parts.append(_worker(x + CELL // 2, y + 13, inside[k]))
    for seat, n in f["guildhall"].items():
        y = top + 44 + CELL * (seat - 1)
        parts.append(text_at(left + 24 + CELL * S.MAX_COLUMNS, y, f"seat {seat}: {n}"))
    return parts


def _cathedral(f: Fields, t: Any, left: int, top: int, width: int) -> list[str]:
    """The levels from the ground up, with the seats that have reached them."""
    parts = [text_at(left + 7, top + 16, "cathedral", is_bold=True)]
    on, n_levels = _places_of(f["level"]), int(t["n_levels"])
    for level in range(1, n_levels + 1):
        y = top + 28 + CELL * (n_levels - level)
        parts.append(text_at(left + 10, y + 16, f"level {level}: {int(t['level_points'][level])} points"))
        for k in range(int(t["level_spaces"][level])):
            x = left + 130 + CELL * k
            parts.append(_frame(x, y, CELL, CELL))
            if k < len(on.get(level, [])):
                parts.append(_worker(x + CELL // 2, y + 13, on[level][k]))
    return parts


def _track(f: Fields, t: Any, names: Names, top: int) -> tuple[list[str], int]:
    """The virtue track: a column a position, with its points at the end."""
    on = _places_of(f["virtue"])
    rows = max((len(seats) + 1) // 2 for seats in on.values())
    width, height = (WIDTH - 2 * EDGE) // S.TRACK, 18 + 20 * rows + 18
    closed = f"Cathedral closed up to {int(t['cathedral_closed'])}, market from {int(t['market_closed'])}"
    parts = [text_at(EDGE, top + 16, "virtue", is_bold=True), text_at(EDGE + 52, top + 16, f"with points at the end; {closed}")]
    for virtue in range(S.TRACK):
        x, y = EDGE + width * virtue, top + 24
        parts += [_frame(x, y, width, height), text_at(x + width // 2, y + 13, str(virtue), 11, "middle", is_bold=True)]
        for k, seat in enumerate(on.get(virtue, [])):
            is_alone = len(on[virtue]) == k + 1 and k % 2 == 0
            parts.append(_worker(x + (width // 2 if is_alone else 11 + 18 * (k % 2)), y + 29 + 20 * (k // 2), seat))
        points = int(t["track_points"][virtue])
        parts.append(text_at(x + width // 2, y + height - 5, f"{points:+}" if points else "0", SMALL, "middle"))
    return parts, top + 24 + height + GAP


def _holdings(f: Fields, points: list[list[int]], winners: list[int], names: Names, top: int) -> tuple[list[str], int]:
    """Lines a seat: points, whether it has won, what it holds."""
    parts, y = [], top + 20
    for seat, mine in zip(f["virtue"], points, strict=True):
        board = "" if f["boards"][seat] == STANDARD else f" ({names.titles[f['boards'][seat]]})"
        won = ", wins" if seat in winners else ""
        parts += [_worker(EDGE + 10, y - 5, seat), text_at(EDGE + 28, y, f"seat {seat}{board}: {sum(mine)} points{won}", 13, is_bold=True)]
        counted = ", ".join(f"{name} {n}" for name, n in zip(CATEGORIES, mine, strict=True) if n)
        for text in [*([counted] if counted else []), *held_lines(f, seat, names.titles)]:
            for line in wrap(text, LETTERS, subsequent_indent="   "):
                y += LINE
                parts.append(text_at(EDGE + 28, y, line))
        y += LINE + 10
    return parts, y
