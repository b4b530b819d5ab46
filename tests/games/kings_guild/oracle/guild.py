"""What one player owns: the board with its rooms and specialists, cards, coins and resources."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Square = tuple[int, int]
RESOURCES = ("cloth", "leather", "metal", "wood", "gem", "magic")
GUILD_SQUARES = ((1, 0), (2, 0))  # KG-U-10
SQUARES = [(x, y) for y in range(3) for x in range(4)]
OUTSIDE, BAGGAGE = "outside", "baggage"


@dataclass
class Guild:
    """One player's things; `rooms` maps a room to its squares, `people` a specialist (or the baggage) to the room it is in, or outside."""

    coins: int = 0
    resources: Counter[str] = field(default_factory=Counter)
    hand: list[str] = field(default_factory=list)
    quests: list[str] = field(default_factory=list)
    rooms: dict[str, tuple[Square, ...]] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    offered: bool = False

    def specialists_in(self, room: str) -> list[str]:
        """Specialists in a room; the baggage is none (KG-SP-27)."""
        return [person for person, place in self.people.items() if place == room and person != BAGGAGE]

    def taken(self) -> set[Square]:
        """Squares under a tile, the guild tile's own too."""
        return {*GUILD_SQUARES, *(square for squares in self.rooms.values() for square in squares)}

    def places(self, size: int, *, anywhere: bool = False) -> list[tuple[Square, ...]]:
        """KG-X-02, KG-PB-08: where a room of one or two squares fits; the Builder's owner may build anywhere (KG-SP-02)."""
        free = [square for square in SQUARES if square not in self.taken()]
        found = [(square,) for square in free] if size == 1 else [((x, y), (x + 1, y)) for x, y in free if (x + 1, y) in free]
        return [place for place in found if anywhere or any(beside(square, tile) for square in place for tile in self.taken())]


def beside(one: Square, other: Square) -> bool:
    """Whether two squares have an edge in common."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
