"""What one player owns: the board with its rooms and specialists, cards, coins and resources."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .tables import OUTSIDE

Square = tuple[int, int]
GUILD_SQUARES = ((1, 0), (2, 0))  # KG-U-10
SQUARES = [(x, y) for y in range(3) for x in range(4)]


@dataclass
class Guild:
    """One player's things.

    `rooms` maps a room to its squares, the left one first; `spaces` a kind of space to the specialists there (KG-AM-57); `baggage` is the
    room the token is in.
    """

    seat: int = 1
    board: str = ""
    tile: str = ""
    coins: int = 0
    resources: Counter[str] = field(default_factory=Counter)
    hand: list[str] = field(default_factory=list)
    quests: list[str] = field(default_factory=list)
    rooms: dict[str, tuple[Square, ...]] = field(default_factory=dict)
    specialists: list[str] = field(default_factory=list)
    spaces: Counter[str] = field(default_factory=Counter)
    baggage: str = ""
    offered: bool = False

    def in_space(self, kind: str) -> int:
        """Spaces of a kind that are taken, by the baggage too."""
        return self.spaces[kind] + (self.baggage == kind and kind != OUTSIDE)

    def taken(self) -> set[Square]:
        """Squares under a tile, the guild tile's own too."""
        return {*GUILD_SQUARES, *(square for squares in self.rooms.values() for square in squares)}

    def places(self, size: int, *, anywhere: bool = False) -> list[tuple[Square, ...]]:
        """KG-X-02, KG-PB-08: where a room of one or two squares fits; the Builder's owner may build anywhere (KG-SP-02)."""
        taken = self.taken()
        free = [square for square in SQUARES if square not in taken]
        found = [(square,) for square in free] if size == 1 else [((x, y), (x + 1, y)) for x, y in free if (x + 1, y) in free]
        return [place for place in found if anywhere or any(beside(square, tile) for square in place for tile in taken)]


def beside(one: Square, other: Square) -> bool:
    """Whether two squares have an edge in common."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
