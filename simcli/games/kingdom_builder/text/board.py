"""The board as a map of letters for a terminal, and as a picture (SVG) for a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

from simcli.games.fields import bits
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.text.names import (
    CELLS,
    Names,
    cards_in_play,
    hex_text,
    location_text,
    place_of,
    settlements,
)
from simcli.games.svg import LARGE, SHADE, SMALL, TEXT, sheet_svg

# The map of letters


def board_lines(s: Any, names: Names) -> list[str]:
    """The board with rulers: small letters for terrain, capitals for castles and locations, digits for settlements."""
    tens = "".join(f" {c // 10 or ' '}" for c in range(S.SIDE))
    ones = "".join(f" {c % 10}" for c in range(S.SIDE))
    lines = [f"     {tens}", f"     {ones}"]
    for r in range(S.SIDE):
        marks = " ".join(_mark(s, names, cell) for cell in CELLS[r * S.SIDE : (r + 1) * S.SIDE])
        lines.append(f"{r:4}  {' ' * (r & 1)}{marks}")
    kinds = ", ".join(f"{_letter(names, kind)} {names.kinds[kind]}" for kind in range(S.LOCATION))
    lines.append(f"  {kinds}, digits: settlements of that seat")
    at: dict[int, list[str]] = {}
    for i in range(int(s["n_locations"])):
        at.setdefault(int(s["tile"][i]), []).append(f"{hex_text(int(s['special'][i]))} ({int(s['tiles_left'][i])} left)")
    lines.append("  " + "; ".join(f"{names.marks[tile]} {names.tiles[tile]} {', '.join(hexes)}" for tile, hexes in sorted(at.items())))
    return lines


def _mark(s: Any, names: Names, cell: int) -> str:
    """One character for a hex."""
    if s["owner"][cell]:
        return str(int(s["owner"][cell]))
    if s["kind"][cell] == S.LOCATION:
        return names.marks[int(s["tile"][s["special"].tolist().index(cell)])]
    return _letter(names, int(s["kind"][cell]))


def _letter(names: Names, kind: int) -> str:
    return names.letters[kind] if kind >= S.CASTLE else names.letters[kind].lower()


# The picture

HALF, PITCH, POINT = 14, 24, 8
"""Half the width of a hex; from row to row; from its centre line to where its upright sides end. Pixels."""
LEFT, TOP = 40, 98
"""Centre of hex r0c0."""
WIDTH = LEFT + 2 * HALF * S.SIDE + HALF + 8
LINE = 22
TEXT_SIZE = 13
FILLS = ("#a5dd52", "#9a5020", "#f2d294", "#f389c9", "#0f4a40", "#4f91ea", "#7b7f70", "#ffffff", "#ffffff")
"""By kind of hex; no two look alike to readers with any of the common colour deficiencies."""
DARK_KINDS = (1, 4, 6)
"""Kinds of hexes whose letter is light."""
SEATS = (("#0b4f8a", "#ffffff"), ("#d1480f", "#ffffff"), ("#ffffff", "#111111"), ("#111111", "#ffffff"), ("#ffe14d", "#111111"))
"""Colour of each seat's settlements and of the number on them."""
SLOTS = ("top left", "top right", "bottom left", "bottom right")


def board_svg(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """The board as a self-contained SVG: hexes, locations, castles, settlements with their seat's number, and the points as things stand.

    It has its own paper, light or dark like the page it stands in.
    """
    n = int(s["n_players"])
    by_card = points[:n, cards_in_play(s)].tolist()
    winners = [p + 1 for p in range(n) if share[p] > 0] if s["over"] else []
    below = TOP + PITCH * S.SIDE + 18
    height = below + LINE * n + 78
    title, cards = _title(s), ", ".join(names.cards[card] for card in cards_in_play(s))
    parts = [
        f"<g {TEXT}>",
        f'<text x="16" y="28" font-size="{LARGE}" font-weight="600">{escape(title)}</text>',
        f'<text x="16" y="50">cards in play: {escape(cards)}</text>',
        *_rulers(),
        *_score_lines(names, by_card, cards_in_play(s), winners, below),
        *_legend_names(names, below + LINE * n + 20),
        "</g>",
        *_hexes(s),
        *_letters(s, names),
        *_borders(),
        *_castles(s),
        *_locations(s, names),
        *(_houses(p, [_centre(cell) for cell in settlements(s, p)]) for p in range(n)),
        *(_houses(p, [(26, below + LINE * p - 5)]) for p in range(n)),
        *_legend_hexes(names, below + LINE * n + 20),
    ]
    return sheet_svg(WIDTH, height, title, _description(s, names, by_card), filter(None, parts), TEXT_SIZE)


def _title(s: Any) -> str:
    now = "the game is over" if s["over"] else f"turn of seat {int(s['actor']) + 1}"
    return f"Kingdom Builder, {int(s['n_players'])} players: round {int(s['round'])}, {now}"


def _description(s: Any, names: Names, points: list[list[int]]) -> str:
    """The picture in words."""
    quadrants = zip(SLOTS, s["quadrants"].tolist(), s["turned"].tolist(), strict=True)
    said = ", ".join(f"{names.quadrants[q].replace('_', ' ')}{' turned' if turned else ''} at the {slot}" for slot, q, turned in quadrants)
    lines = [f"A map of {S.SIDE} by {S.SIDE} hexes: {said}."]
    for p, mine in enumerate(points):
        counts = s["in_sector"][:, p].tolist()
        where = ", ".join(f"{number} {slot}" for number, slot in zip(counts, SLOTS, strict=True))
        tiles = ", ".join(location_text(s, names, i) for i in bits(s["held"][p])) or "no tiles"
        lines.append(f"Seat {p + 1} has {sum(mine)} points, {sum(counts)} settlements ({where}) and {tiles}.")
    return " ".join(lines)


def _centre(cell: int) -> tuple[int, int]:
    r, c = place_of(cell)
    return LEFT + 2 * HALF * c + HALF * (r & 1), TOP + PITCH * r


def _hex_path(x: int, y: int) -> str:
    """Outline of a hex, from its top corner clockwise."""
    return f"M{x} {y - 2 * POINT}l{HALF} {POINT}v{2 * POINT}l-{HALF} {POINT}-{HALF}-{POINT}v-{2 * POINT}z"


def _spread(marks: Iterable[tuple[int, int, str]], more: str) -> str:
    """One element with a character at each place; nothing without any."""
    placed = list(marks)
    if not placed:
        return ""
    xs, ys = " ".join(str(x) for x, _, _ in placed), " ".join(str(y) for _, y, _ in placed)
    return f'<text text-anchor="middle" {more} x="{xs}" y="{ys}">{escape("".join(mark for *_, mark in placed))}</text>'


def _rulers() -> Iterator[str]:
    """Numbers of columns and rows."""
    for c in range(S.SIDE):
        yield f'<text text-anchor="middle" font-size="{SMALL}" x="{LEFT + 2 * HALF * c}" y="{TOP - 22}">{c}</text>'
    for r in range(S.SIDE):
        yield f'<text text-anchor="end" font-size="{SMALL}" x="{LEFT - 18}" y="{TOP + PITCH * r + 4}">{r}</text>'


def _hexes(s: Any) -> Iterator[str]:
    for kind, fill in enumerate(FILLS):
        cells = [cell for cell in CELLS if s["kind"][cell] == kind]
        outlines = "".join(_hex_path(*_centre(cell)) for cell in cells)
        if outlines:
            yield f'<path fill="{fill}" stroke="{SHADE}" stroke-opacity=".45" stroke-width=".8" d="{outlines}"/>'


def _letters(s: Any, names: Names) -> Iterator[str]:
    """The letter of its kind on every hex nobody stands on."""
    for colour, is_dark in (("#ffffff", True), (SHADE, False)):
        shown = [
            cell for cell in CELLS if not s["owner"][cell] and s["kind"][cell] < S.CASTLE and (s["kind"][cell] in DARK_KINDS) == is_dark
        ]
        marks = [(x, y + 4, _letter(names, int(s["kind"][cell]))) for cell in shown for x, y in [_centre(cell)]]
        yield _spread(marks, f'font-size="{SMALL}" fill="{colour}" fill-opacity=".6"')


def _borders() -> Iterator[str]:
    """Where the quadrants meet (KB-5)."""
    half = S.SIDE // 2
    x, y = _centre(CELLS[half])
    upright = f"M{x - HALF} {y - POINT}"
    for r in range(S.SIDE):
        step = f"l{HALF if r % 2 == 0 else -HALF} {POINT}" if r < S.SIDE - 1 else ""
        upright += f"v{2 * POINT}{step}"
    x, y = _centre(CELLS[(half - 1) * S.SIDE])
    level = f"M{x - HALF} {y + POINT}" + f"l{HALF} {POINT} {HALF}-{POINT}" * S.SIDE
    yield f'<path fill="none" stroke="{SHADE}" stroke-width="2" stroke-opacity=".8" stroke-linejoin="round" d="{upright}{level}"/>'


def _castle_path(x: int, y: int) -> str:
    """A tower with battlements and a gate."""
    return f"M{x - 8} {y + 9}v-18h4v4h2v-4h4v4h2v-4h4v18h-5v-6h-6v6z"


def _castles(s: Any) -> Iterator[str]:
    outlines = "".join(_castle_path(*_centre(cell)) for cell in CELLS if s["kind"][cell] == S.CASTLE)
    if outlines:
        yield f'<path fill="{SHADE}" d="{outlines}"/>'


def _locations(s: Any, names: Names) -> Iterator[str]:
    """The name of its tile on every location hex, and how many are left."""
    for i in range(int(s["n_locations"])):
        x, y = _centre(int(s["special"][i]))
        name, left = names.tiles[s["tile"][i]].replace("_", " "), int(s["tiles_left"][i])
        fit = f' textLength="{2 * HALF - 3}" lengthAdjust="spacingAndGlyphs"' if len(name) > 5 else ""
        yield f'<path fill="none" stroke="{SHADE}" stroke-width="1.8" d="{_hex_path(x, y)}"/>'
        yield f'<text text-anchor="middle" fill="{SHADE}" font-size="9" font-weight="700" x="{x}" y="{y}"{fit}>{escape(name)}</text>'
        yield f'<text text-anchor="middle" fill="{SHADE}" font-size="9" x="{x}" y="{y + 9}">{left} left</text>'


def _houses(p: int, places: list[tuple[int, int]]) -> str:
    """Houses of one seat with its number."""
    if not places:
        return ""
    fill, ink = SEATS[p]
    edge = "#ffffff" if ink == "#ffffff" else "#111111"
    outlines = "".join(f"M{x - 9} {y + 9}v-10l9-9 9 9v10z" for x, y in places)
    numbers = _spread(((x, y + 6, str(p + 1)) for x, y in places), f'font-size="12" font-weight="700" fill="{ink}"')
    return f'<path fill="{fill}" stroke="{edge}" stroke-width="1.2" d="{outlines}"/>\n{numbers}'


def _score_lines(names: Names, points: list[list[int]], cards: list[int], winners: list[int], top: int) -> Iterator[str]:
    """One line a seat: total, points by card, whether it has won."""
    for p, mine in enumerate(points):
        parts = ", ".join(f"{names.cards[card]} {number}" for card, number in zip(cards, mine, strict=True))
        won = ", wins" if p + 1 in winners else ""
        y = top + LINE * p
        yield f'<text x="44" y="{y}" font-weight="600">seat {p + 1}: {sum(mine)} points{won}</text>'
        yield f'<text x="230" y="{y}">{escape(parts)}</text>'


def _legend_places(top: int) -> Mapping[int, tuple[int, int]]:
    """Where the swatches of the kinds stand: five in the first line, the others in the second."""
    return {kind: (30 + 120 * (kind % 5), top + 34 * (kind // 5)) for kind in range(S.LOCATION)}


def _legend_names(names: Names, top: int) -> Iterator[str]:
    for kind, (x, y) in _legend_places(top).items():
        yield f'<text x="{x + 20}" y="{y + 5}">{escape(names.kinds[kind].replace("_", " "))}</text>'


def _legend_hexes(names: Names, top: int) -> Iterator[str]:
    for kind, (x, y) in _legend_places(top).items():
        yield f'<path fill="{FILLS[kind]}" stroke="{SHADE}" stroke-opacity=".6" d="{_hex_path(x, y)}"/>'
        if kind == S.CASTLE:
            yield f'<path fill="{SHADE}" d="{_castle_path(x, y)}"/>'
        else:
            ink = "#ffffff" if kind in DARK_KINDS else SHADE
            yield f'<text text-anchor="middle" font-size="{SMALL}" fill="{ink}" x="{x}" y="{y + 4}">{escape(_letter(names, kind))}</text>'
