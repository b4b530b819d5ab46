"""Kingdom Builder: settlements on a board, where the next one may go and what they score (RULES.md is the authority)."""

from collections.abc import Collection

from tests.games.kingdom_builder.oracle.board import Board, Hex
from tests.games.kingdom_builder.oracle.scoring import SCORERS, Table

Hexes = set[Hex] | frozenset[Hex]


class Position:
    """A board with settlements; it keeps the given sets, so it stays true when they change."""

    def __init__(self, components: dict, board: list, settlements: dict[int, set[Hex]], adjacency: bool = True) -> None:
        self.adjacency = adjacency  # GO-16
        self.board = Board(components, board)
        self.tiles = {tile["id"]: tile for tile in components["location_tiles"]["tiles"]}
        self.cards = {card["id"]: card for card in components["scoring_cards"]["cards"]}
        self.settlements = settlements

    def free_among(self, hexes: Hexes) -> Hexes:
        """Those of these hexes that are without a settlement."""
        return hexes.difference(*self.settlements.values())  # KB-8, KB-51

    def free_of(self, terrain: str) -> Hexes:
        """The free hexes of a terrain; none when there is no terrain, for want of a card."""
        return self.free_among(self.board.hexes(terrain))

    def build_targets(self, seat: int, terrain: str) -> Hexes:
        """Where the mandatory action may build."""
        return self._adjacent_if_possible(self.free_of(terrain), self.settlements[seat])  # KB-50

    def tower_targets(self, seat: int) -> Hexes:
        """Where the tile called tower may build."""
        return self.tile_targets(seat, "tower", "")

    def tavern_targets(self, seat: int) -> Hexes:
        """Where the tile called tavern may build."""
        return self.tile_targets(seat, "tavern", "")

    def paddock_moves(self, seat: int) -> set[tuple[Hex, Hex]]:
        """From where to where the tile called paddock may move."""
        return {(source, target) for source in self.settlements[seat] for target in self.tile_targets(seat, "paddock", "", source)}

    def tile_targets(self, seat: int, tile_id: str, card_terrain: str, source: Hex | None = None, back_allowed: bool = False) -> Hexes:
        """Where a tile may put a settlement; the one of a move stands nowhere, whether it was lifted from `source` or still will be."""
        tile = self.tiles[tile_id]
        own = self.settlements[seat] - {source}
        wanted = self._wanted(tile, card_terrain, own, source)
        targets = self.free_among(wanted) | (wanted & {source})  # KB-73
        if tile["adjacency"] == "if_possible":  # KB-72
            targets = self._adjacent_if_possible(targets, own)
        return targets if back_allowed else targets - {source}  # KB-74

    def scores(self, seat: int, options: dict, cards: Collection[str] = ()) -> dict[str, int]:
        """What these cards would pay, every card there is when none is named."""
        table = Table(self.board, self.settlements, options.get("lords_zero_settlements_score", True))
        named = [card for card_id, card in self.cards.items() if not cards or card_id in cards]
        if not options.get("castle_scores", True):  # GO-17
            named = [card for card in named if card["drawable"]]
        return {card["id"]: SCORERS[card["scorer"]](table, seat, card) for card in named}

    def _adjacent_if_possible(self, targets: Hexes, own: set[Hex]) -> Hexes:
        if not self.adjacency:  # GO-16
            return targets
        return targets & self.board.around(own) or targets  # KB-52, KB-53

    def _wanted(self, tile: dict, card_terrain: str, own: set[Hex], source: Hex | None) -> Hexes:
        """The hexes a tile may put a settlement on as far as they are free."""
        target = tile["target"]
        if target == "card_terrain":  # KB-80, KB-85
            return self.board.hexes(card_terrain)
        if target == "edge":  # KB-83
            return self.board.buildable & self.board.edge
        if target == "line_end":  # KB-84
            near = self.board.buildable & self.board.around(own)
            return {where for where in near if self.board.continues_line(where, own, tile["min_line"])}
        if target == "straight_two":  # KB-87
            starts = {source} if source else own
            reached = set().union(*(self.board.straight(start, tile.get("distance", 2)) for start in starts))
            return self.board.buildable & reached
        return self.board.hexes(target)  # KB-81, KB-82, KB-86
