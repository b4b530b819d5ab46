"""Reading the record in plain Python: names of things, hexes and masks of cells, points. Shared by words, setting and drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.game import Components
from simcli.games.fields import Path, bits, refuse
from simcli.games.kingdom_builder import GAME
from simcli.games.kingdom_builder import state as S

Mask = NDArray[np.uint64]
PHASES = tuple(d.name for d in GAME.decisions)
CELLS = tuple((r + 1) * S.WIDTH + c + 1 for r in range(S.SIDE) for c in range(S.SIDE))
"""All cells of the board in reading order."""


@dataclass(frozen=True)
class Names:
    """Ids in the order of the tables, and the letters that stand for hexes on a map."""

    quadrants: tuple[str, ...]
    tiles: tuple[str, ...]
    cards: tuple[str, ...]
    castle: int  # row of the card that is always in play
    kinds: tuple[str, ...]  # kinds of hexes; the first ones are the terrains of the cards
    letters: tuple[str, ...]  # of the kinds of hexes
    marks: tuple[str, ...]  # of the kinds of tiles: capitals, unlike that of castles

    @property
    def terrains(self) -> tuple[str, ...]:
        """Kinds of hexes that cards show."""
        return self.kinds[: S.TERRAINS]


def make_names(components: Components) -> Names:
    """The names of a game's (patched) components."""
    types = components["terrain"]["terrain_types"]
    cards = components["scoring_cards"]["cards"]
    tiles = tuple(row["id"] for row in components["location_tiles"]["tiles"])
    letters = tuple(row["letter"] for row in types)
    return Names(
        quadrants=tuple(row["id"] for row in components["quadrants"]["quadrants"]),
        tiles=tiles,
        cards=tuple(row["id"] for row in cards),
        castle=next(i for i, row in enumerate(cards) if not row["drawable"]),
        kinds=tuple(row["id"] for row in types),
        letters=letters,
        marks=_marks(tiles, letters[S.CASTLE]),
    )


def _marks(tiles: Iterable[str], castle: str) -> tuple[str, ...]:
    """For each tile the first letter of its id that is not taken yet; any other letter when all of them are."""
    taken = [castle]
    for tile in tiles:
        taken.append(next(x for x in tile.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if x.isalpha() and x not in taken))
    return tuple(taken[1:])


# Hexes


def place_of(cell: int) -> tuple[int, int]:
    """Row and column of a cell."""
    return cell // S.WIDTH - 1, cell % S.WIDTH - 1


@cache
def hex_text(cell: int) -> str:
    """`r6c2`."""
    r, c = place_of(cell)
    return f"r{r}c{c}"


def read_hex(path: Path, value: Any) -> int:
    """The cell of a hex written like `r6c2`."""
    found = re.fullmatch(r"r(\d{1,2})c(\d{1,2})", value) if isinstance(value, str) else None
    if found is None or max(int(found[1]), int(found[2])) >= S.SIDE:
        refuse(path, f"is {value!r}, expected a hex such as 'r6c2', rows and columns from 0 to {S.SIDE - 1}")
    return (int(found[1]) + 1) * S.WIDTH + int(found[2]) + 1


def around(cell: int) -> tuple[int, ...]:
    """KB-2: the six cells next to a cell of the board; some may lie off the board."""
    odd = place_of(cell)[0] & 1
    return (cell - 23 + odd, cell - 22 + odd, cell - 1, cell + 1, cell + 21 + odd, cell + 22 + odd)


def cells_in(mask: Any) -> list[int]:
    """The cells of a mask, in reading order."""
    cells: list[int] = np.flatnonzero(np.unpackbits(mask.astype("<u8").view(np.uint8), bitorder="little")).tolist()
    return cells


def mask_of(cells: Iterable[int]) -> Mask:
    """The mask of some cells."""
    whole = 0
    for cell in cells:
        whole |= 1 << cell
    return np.array([whole >> 64 * w & (1 << 64) - 1 for w in range(S.WORDS)], np.uint64)


def settlements(s: Any, p: int) -> list[int]:
    """Cells with a settlement of seat p."""
    return cells_in(s["settled"][p])


# Locations


def location_text(s: Any, names: Names, location: int) -> str:
    """`tavern at r6c2`."""
    return f"{names.tiles[s['tile'][location]]} at {hex_text(int(s['special'][location]))}"


# Points


def cards_in_play(s: Any) -> list[int]:
    """Rows of the castle rule and the cards drawn."""
    return [int(card) for card in s["cards"]]


def points_now(s: Any, t: Any) -> list[list[int]]:
    """Points by seat and card in play, the castle first, as things stand (KB-101 to KB-112)."""
    return [[_card_points(s, t, k, p) for k in range(S.CARDS_IN_PLAY)] for p in range(int(s["players"]))]


def _card_points(s: Any, t: Any, k: int, p: int) -> int:
    card = int(s["cards"][k])
    scorer, points = int(t["card_scorer"][card]), int(t["card_points"][card])
    if scorer == S.SECTORS:
        return sum(_rank_points(t, card, row[: int(s["players"])].tolist(), p) for row in s["in_sector"])
    if scorer in (S.NEXT_TO, S.BESIDE_SPECIAL):
        return points * len(cells_in(s["settled"][p] & s["spots"][k]))
    counted = {
        S.CASTLES: len(bits(int(s["touched"][p]) >> int(s["n_locations"]))),
        S.LINKED: len(_linked_by(s, p, int(t["card_per"][card]))),
        S.ROWS: int((s["in_row"][p, : S.SIDE] > 0).sum()),
        S.BEST_ROW: int(s["best_row"][p]),
        S.AREAS: len(bits(s["areas"][p])),
        S.LARGEST_AREA: int(s["largest"][p]) // int(t["card_per"][card]),
        S.WEAKEST_SECTOR: int(s["in_sector"][:, p].min()),
    }
    return points * counted[scorer]


def _linked_by(s: Any, p: int, least: int) -> set[int]:
    """KB-104: special hexes linked by areas that touch at least so many."""
    touched = [set(bits(s["area_touch"][p, label])) for label in bits(s["areas"][p])]
    return {special for specials in touched if len(specials) >= least for special in specials}


def _rank_points(t: Any, card: int, counts: list[int], p: int) -> int:
    """KB-109, GO-12: the most settlements in a sector, or the next number that occurs."""
    if counts[p] == 0 and not t["lords_zero"]:
        return 0
    ranks = sorted(set(counts), reverse=True)
    by_rank = (int(t["card_points"][card]), int(t["card_second"][card]))
    rank = ranks.index(counts[p])
    return by_rank[rank] if rank < len(by_rank) else 0


# Counts


def counts_text(counts: Mapping[str, int]) -> str:
    """`forest 2, grass`."""
    return ", ".join(name if number == 1 else f"{name} {number}" for name, number in counts.items())
