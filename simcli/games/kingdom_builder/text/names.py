"""What the texts share: names of components by number, hexes and masks of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.game import Components
from simcli.games.fields import Path, refuse
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.decisions import DECISIONS

Mask = NDArray[np.uint64]
PHASES = tuple(d.name for d in DECISIONS)
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
    match = re.fullmatch(r"r(\d{1,2})c(\d{1,2})", value) if isinstance(value, str) else None
    if match is None or max(int(match[1]), int(match[2])) >= S.SIDE:
        refuse(path, f"is {value!r}, expected a hex such as 'r6c2', rows and columns from 0 to {S.SIDE - 1}")
    return (int(match[1]) + 1) * S.WIDTH + int(match[2]) + 1


def cells_in(mask: Any) -> list[int]:
    """The cells of a mask, in reading order."""
    cells: list[int] = np.flatnonzero(np.unpackbits(mask.astype("<u8").view(np.uint8), bitorder="little")).tolist()
    return cells


def mask_of(cells: Iterable[int]) -> Mask:
    """The mask of some cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return np.array([mask >> 64 * w & (1 << 64) - 1 for w in range(S.WORDS)], np.uint64)


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


# Counts


def counts_text(counts: Mapping[str, int]) -> str:
    """`forest 2, grass`."""
    return ", ".join(name if number == 1 else f"{name} {number}" for name, number in counts.items())
