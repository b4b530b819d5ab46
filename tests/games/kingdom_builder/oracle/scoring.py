"""Kingdom Builder: what the castles and the cards pay (RULES.md is the authority)."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from tests.games.kingdom_builder.oracle.board import Board, Hex


class Table(NamedTuple):
    """All that scoring looks at."""

    board: Board
    settlements: dict[int, set[Hex]]
    zero_settlements_score: bool


def sector_points(counts: dict[int, int], first: int, second: int, zero_settlements_score: bool) -> dict[int, int]:
    """Points of each player for one sector, from the numbers of settlements in it."""
    ranked = {seat: count for seat, count in counts.items() if count > 0 or zero_settlements_score}  # GO-12
    numbers = sorted(set(ranked.values()), reverse=True)  # KB-109, KB-A10
    prizes = dict(zip(numbers, (first, second), strict=False))
    return {seat: prizes.get(ranked[seat], 0) if seat in ranked else 0 for seat in counts}


def castles_touched(table: Table, seat: int, card: dict) -> int:
    """KB-101."""
    own = table.settlements[seat]
    return card["points"] * sum(table.board.touches(castle, own) for castle in table.board.castles)


def settlements_next_to(table: Table, seat: int, card: dict) -> int:
    """KB-102, KB-103."""
    terrain = table.board.hexes(card["terrain"])  # KB-A11: with or without a settlement on it
    counting = set(table.settlements[seat])
    if card.get("exclude_own_terrain", False):
        counting -= terrain
    return card["points"] * sum(table.board.touches(where, terrain) for where in counting)


def linked_locations_and_castles(table: Table, seat: int, card: dict) -> int:
    """KB-104."""
    linked = set()
    for area in table.board.areas(table.settlements[seat]):
        reached = {special for special in table.board.special if table.board.touches(special, area)}
        if len(reached) >= card["min_linked"]:
            linked |= reached
    return card["points"] * len(linked)


def settlements_next_to_location_or_castle(table: Table, seat: int, card: dict) -> int:
    """KB-105."""
    return card["points"] * sum(table.board.touches(where, table.board.special) for where in table.settlements[seat])


def per_row(table: Table, seat: int) -> list[int]:
    """The number of own settlements in every row."""
    counts = Counter(row for row, _ in table.settlements[seat])
    return [counts[row] for row in table.board.rows]


def per_sector(table: Table, seat: int) -> list[int]:
    """The number of own settlements in every sector."""
    counts = Counter(table.board.sector[where] for where in table.settlements[seat])
    return [counts[sector] for sector in table.board.sectors]


def rows_occupied(table: Table, seat: int, card: dict) -> int:
    """KB-106."""
    return card["points"] * sum(count > 0 for count in per_row(table, seat))


def settlements_in_best_row(table: Table, seat: int, card: dict) -> int:
    """KB-107."""
    return card["points"] * max(per_row(table, seat))


def settlement_areas(table: Table, seat: int, card: dict) -> int:
    """KB-108."""
    return card["points"] * len(table.board.areas(table.settlements[seat]))


def sector_majority(table: Table, seat: int, card: dict) -> int:
    """KB-109."""
    zero_settlements_score = table.zero_settlements_score
    numbers = {other: per_sector(table, other) for other in table.settlements}
    points = 0
    for sector in table.board.sectors:
        counts = {other: numbers[other][sector] for other in table.settlements}
        points += sector_points(counts, card["points_first"], card["points_second"], zero_settlements_score)[seat]
    return points


def largest_area(table: Table, seat: int, card: dict) -> int:
    """KB-110."""
    sizes = [len(area) for area in table.board.areas(table.settlements[seat])]
    return card["points"] * (max(sizes, default=0) // card["per_settlements"])


def settlements_in_weakest_sector(table: Table, seat: int, card: dict) -> int:
    """KB-111."""
    return card["points"] * min(per_sector(table, seat))


SCORERS: dict[str, Callable[[Table, int, dict], int]] = {
    scorer.__name__: scorer
    for scorer in (
        castles_touched,
        settlements_next_to,
        linked_locations_and_castles,
        settlements_next_to_location_or_castle,
        rows_occupied,
        settlements_in_best_row,
        settlement_areas,
        sector_majority,
        largest_area,
        settlements_in_weakest_sector,
    )
}
