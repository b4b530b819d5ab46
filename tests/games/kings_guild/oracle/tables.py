"""The cards of one game, the numbers of the data files and the options in force."""

from collections import Counter, defaultdict
from typing import Any

Row = dict[str, Any]

RESOURCES = ("cloth", "leather", "metal", "wood", "gem", "magic")
RARE = ("gem", "magic")
COLOURS = ("blue", "red", "yellow")
HEROES = ("mage", "rogue", "warrior")
LETTERS = ("A", "B", "C")
FUNERAL, OFFERING = "funeral", "offering"
SHRINE, STATUE, BLUE_MAP = "shrine", "kings_statue", "treasure_map_blue"
WORKSHOPS = {"gem_workshop", "magic_arcaenum"}
OUTSIDE = "outside"


class Tables:
    """What does not change in a game."""

    def __init__(self, players: int, options: Row, components: Row) -> None:
        self.players, self.alone = players, players == 1
        self.options = {option["id"]: option["default"] for option in components["options"]["options"]} | options
        self.components = components
        self.setup = components["setup"]
        self.numbers = self.setup["players"][players]
        self.scoring = components["scoring"]
        self.seats = list(range(1, players + 1))
        self.quests = by_id(components["quests"]["quests"])
        self.specialists = by_id(row for row in components["specialists"]["specialists"] if self._is_in_play(row))
        self.treasures = by_id(components["treasures"]["treasures"])
        self.rooms = by_id(components["rooms"]["rooms"])
        self.guilds = by_id(components["guilds"]["guilds"])
        self.boards = by_id(components["player_boards"]["boards"])
        self.outside_spaces = components["player_boards"]["outside_spaces"]
        self.board_coins = components["player_boards"]["coins"]
        self.file_order = {card: i for cards in (self.quests, self.specialists, self.treasures, self.rooms) for i, card in enumerate(cards)}
        self.costs = {card: row["cost"] for card, row in self.specialists.items()}
        self.standing = numbers_of(self.specialists | self.rooms)

    def _is_in_play(self, row: Row) -> bool:
        """GO-27, KG-V-11."""
        left_out = self.alone and row["id"] in self.setup["solo"]["specialists"]
        return not left_out and (row["set"] == "base" or self.options["promo_specialists"])

    def in_order(self, cards: Any) -> list[str]:
        """Ids in file order."""
        return sorted(cards, key=self.file_order.__getitem__)

    def stock(self) -> dict[str, int]:
        """KG-U-05: resources in the game."""
        kinds = self.components["resources"]["in_play"]
        return {what: kinds["rare" if what in RARE else "common"][self.players] for what in RESOURCES}

    def treasures_of(self, colour: str) -> list[str]:
        """KG-U-09: cards of a colour in file order, copies next to each other (GO-28, KG-V-11)."""
        out = self.setup["solo"]["treasures"] if self.alone else []
        return [
            card for card, row in self.treasures.items() if row["colour"] == colour and card not in out for _ in range(self._copies(row))
        ]

    def _copies(self, row: Row) -> int:
        copies: int = row["count"]
        return min(copies, self.options["blue_treasure_maps"]) if row["id"] == BLUE_MAP else copies

    def effects_of(self, card: str) -> Row:
        """Chains by trigger of a specialist, treasure or room."""
        for cards in (self.specialists, self.treasures, self.rooms):
            if card in cards:
                chains: Row = cards[card].get("effects") or {}
                return chains
        raise KeyError(card)


def by_id(rows: Any) -> dict[str, Row]:
    """Records by their id."""
    return {row["id"]: row for row in rows}


def numbers_of(cards: dict[str, Row]) -> dict[str, Counter[str]]:
    """By number of the rules, what the `standing` rows of each card raise it by."""
    numbers: dict[str, Counter[str]] = defaultdict(Counter)
    for card in cards:
        for row in rows_of(cards[card]["effects"].get("standing")):
            numbers[row["number"]][card] += row["n"]
    return numbers


def rows_of(row: Row | None) -> list[Row]:
    """A row and those that follow it."""
    return [row, *rows_of(row.get("then"))] if row else []
