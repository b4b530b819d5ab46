"""Kingdom Builder: the assembled board, its hexes and their neighbours (RULES.md is the authority)."""

from collections.abc import Iterable, Set
from functools import cache

Hex = tuple[int, int]

DIRECTIONS = ("E", "W", "NE", "NW", "SE", "SW")


@cache
def text_of(where: Hex) -> str:
    """A hex as the rules write it: r6c2."""
    return f"r{where[0]}c{where[1]}"


def step(where: Hex, direction: str) -> Hex:
    """The next coordinates in one direction, on the board or not."""
    row, col = where
    right = row % 2  # KB-1: odd rows are shifted to the right
    return {
        "E": (row, col + 1),
        "W": (row, col - 1),
        "NE": (row - 1, col + right),
        "NW": (row - 1, col + right - 1),
        "SE": (row + 1, col + right),
        "SW": (row + 1, col + right - 1),
    }[direction]


def walk(where: Hex, direction: str, steps: int) -> Hex:
    """The coordinates so many steps away in a straight line."""
    for _ in range(steps):  # KB-3
        where = step(where, direction)
    return where


@cache
def line(where: Hex, direction: str, length: int) -> frozenset[Hex]:
    """The coordinates from the first to so many steps away in a straight line."""
    return frozenset(walk(where, direction, steps) for steps in range(1, length + 1))


@cache
def ring(where: Hex, steps: int) -> frozenset[Hex]:
    """The coordinates exactly so many steps away in a straight line."""
    return frozenset(walk(where, direction, steps) for direction in DIRECTIONS)


def turned(rows: list[str], rotation: int) -> list[str]:
    """The rows of a quadrant, upright or turned by 180 degrees."""
    return list(rows) if rotation == 0 else [row[::-1] for row in reversed(rows)]


class Board:
    """Four quadrants put together: what is printed on them."""

    def __init__(self, components: dict, layout: list) -> None:
        data = components["quadrants"]
        quadrants = {quadrant["id"]: quadrant for quadrant in data["quadrants"]}
        height, width = data["geometry"]["quadrant_rows"], data["geometry"]["quadrant_cols"]
        self.terrain: dict[Hex, str] = {}
        self.sector: dict[Hex, int] = {}
        self.tile_at: dict[Hex, str] = {}
        for slot, (quadrant_id, rotation) in enumerate(layout):  # KB-30
            quadrant = quadrants[quadrant_id]
            top, left = slot // 2 * height, slot % 2 * width
            for r, row in enumerate(turned(quadrant["rows"], rotation)):
                for c, letter in enumerate(row):
                    where = (top + r, left + c)
                    self.terrain[where] = data["legend"][letter]
                    self.sector[where] = slot  # KB-5
                    if self.terrain[where] == "location":
                        self.tile_at[where] = quadrant["location"]  # KB-20
        self._near = {where: ring(where, 1) & self.terrain.keys() for where in self.terrain}  # KB-2
        kinds = set(self.terrain.values())
        self._hexes = {kind: frozenset(where for where in self.terrain if self.terrain[where] == kind) for kind in kinds}
        self.sectors = sorted(set(self.sector.values()))
        self.rows = sorted({row for row, _ in self.terrain})  # KB-4
        self.columns = sorted({col for _, col in self.terrain})
        buildable = {terrain["id"] for terrain in components["terrain"]["terrain_types"] if terrain["buildable"]}
        self.buildable = frozenset(where for where, terrain in self.terrain.items() if terrain in buildable)  # KB-7
        self.castles = self.hexes("castle")
        self.locations = self.hexes("location")
        self.special = self.castles | self.locations  # KB-10
        self.edge = {(row, col) for row, col in self.terrain if row in (0, self.rows[-1]) or col in (0, self.columns[-1])}  # KB-6

    def hexes(self, terrain: str) -> frozenset[Hex]:
        """All hexes of a printed type, free or not."""
        return self._hexes.get(terrain, frozenset())  # KB-11

    def neighbours(self, where: Hex) -> frozenset[Hex]:
        """The adjacent hexes on the board."""
        return self._near[where]

    def touches(self, where: Hex, hexes: Set[Hex]) -> bool:
        """Whether one of these hexes is adjacent."""
        return not self._near[where].isdisjoint(hexes)

    def around(self, hexes: Iterable[Hex]) -> set[Hex]:
        """The hexes on the board adjacent to one of these."""
        return set().union(*map(self._near.__getitem__, hexes))

    def straight(self, where: Hex, steps: int) -> frozenset[Hex]:
        """The hexes on the board exactly so many steps away in a straight line."""
        return ring(where, steps) & self.terrain.keys()  # KB-3

    def continues_line(self, where: Hex, own: Set[Hex], length: int) -> bool:
        """Whether the hex directly continues a straight unbroken run of at least so many of these hexes."""
        return any(line(where, direction, length) <= own for direction in DIRECTIONS)  # KB-84

    def areas(self, own: set[Hex]) -> list[set[Hex]]:
        """The connected sets of these hexes."""
        areas = []
        left = set(own)
        while left:  # KB-9
            area, border = set(), {min(left)}
            while border:
                area |= border
                border = self.around(border) & own - area
            areas.append(area)
            left -= area
        return areas
