"""The cards of one game, the numbers of the data files and the options in force."""

from collections import Counter, defaultdict
from typing import Any

Row = dict[str, Any]
Goods = dict[str, int]

GOODS = ("clay", "wood", "stone", "gold", "marble")
BASIC = ("clay", "wood", "stone")
SKILLS = ("carpentry", "tiling", "masonry")
PLACES = ("quarry", "forest", "silversmith", "mines", "storehouse", "workshop", "town_centre", "tax_stand", "guardhouse")
SPACES = ("left", "middle", "right")
BY_PROFILE = "by_profile"


def options_in_force(given: Row, components: Row) -> Row:
    """Every option with its value; `by_profile` is what the profile says (GO-01)."""
    values = {option["id"]: option["default"] for option in components["options"]["options"]} | given
    profile = components["setup"]["profiles"][values["profile"]]
    return {name: profile[name] if value == BY_PROFILE else value for name, value in values.items()}


class Tables:
    """What does not change in a game."""

    def __init__(self, players: int, options: Row, components: Row) -> None:
        self.players = players
        self.options = options_in_force(options, components)
        self.board, self.setup, self.debts = components["board"], components["setup"], components["debts"]
        self.seats = list(range(1, players + 1))
        self.places = {place["id"]: place for place in self.board["places"]}
        self.spaces = {space["id"]: space for space in components["black_market"]["spaces"]}
        self.market_cards = {card["id"]: card for card in components["black_market"]["cards"]}
        self.apprentices = self._in_play(components["apprentices"]["apprentices"])
        self.buildings = self._in_play(components["buildings"]["buildings"])
        self.boards = self._in_play(components["player_boards"]["boards"])
        self.rewards = {reward["id"]: reward for reward in components["rewards"]["rewards"]}
        self.empty_pile = components["rewards"]["empty_pile"]
        self.standard = components["player_boards"]["standard"]
        self.hire_limit = components["apprentices"]["hire_limit"]
        self.hand_limit = components["buildings"]["hand_limit"]
        self.apprentice_order = list(self.apprentices)
        self.building_order = list(self.buildings)
        self.standing = numbers_of([*self.apprentices.values(), *self.boards.values()])

    def _in_play(self, cards: list[Row]) -> dict[str, Row]:
        promo = self.options["include_promo_cards"]  # GO-17
        return {card["id"]: card for card in cards if promo or card["set"] == "base"}

    @property
    def all_apprentices(self) -> list[str]:
        """Ids in the order they are shuffled: file order, copies next to each other, the promotional ones last."""
        return [card["id"] for card in promo_last(self.apprentices) for _ in range(card["count"])]

    @property
    def all_buildings(self) -> list[str]:
        """The same of the buildings."""
        return [card["id"] for card in promo_last(self.buildings)]

    @property
    def all_rewards(self) -> list[str]:
        """The same of the rewards."""
        return [card["id"] for card in self.rewards.values() for _ in range(card["count"])]

    @property
    def n_rewards(self) -> int:
        """AW-S02, GO-02: rewards in the pile."""
        number: int = self.setup["players"][self.players]["rewards"][self.options["reward_pile"]]
        return number

    # Guildhall: workers counted from 1

    def _spaces_at(self, icon: Row) -> list[int]:
        columns, rows = self.board["guildhall"]["columns"][self.players], self.board["guildhall"]["rows"]
        return [(row - 1) * columns + icon["column"] for row in icon["rows"] if row <= rows and icon["column"] <= columns]

    @property
    def leaving_spaces(self) -> list[int]:
        """AW-A11b: workers that send two apprentices away."""
        return self._spaces_at(self.board["guildhall"]["apprentices_leave"])

    @property
    def reset_spaces(self) -> list[int]:
        """AW-A11c: workers that trigger a market reset."""
        return self._spaces_at(self.board["guildhall"]["market_reset"])

    @property
    def last_space(self) -> int:
        """AW-E01: the worker that triggers the end."""
        number: int = self.board["guildhall"]["rows"] * self.board["guildhall"]["columns"][self.players]
        return number


def promo_last(cards: dict[str, Row]) -> list[Row]:
    """Cards of the box before promotional ones."""
    return sorted(cards.values(), key=lambda card: bool(card["set"] == "promo"))


def mixes(of: list[str], amount: int) -> list[Goods]:
    """Every way to take `amount` of the goods named; goods of which nothing is taken are left out."""
    if len(of) == 1:
        return [{of[0]: amount} if amount else {}]
    found = []
    for number in range(amount + 1):
        first = {of[0]: number} if number else {}
        found += [first | rest for rest in mixes(of[1:], amount - number)]
    return found


def text_of(goods: Goods) -> str:
    """Goods in words: `1 wood 2 stone`."""
    return " ".join(f"{goods[what]} {what}" for what in GOODS if goods.get(what))


def numbers_of(cards: list[Row]) -> dict[str, Counter[str]]:
    """By number of the rules, what the `standing` rows of each card or board raise it by."""
    numbers: dict[str, Counter[str]] = defaultdict(Counter)
    for card in cards:
        for row in rows_of(card["effects"].get("standing")):
            numbers[row["number"]][card["id"]] += row["n"]
    return numbers


def rows_of(row: Row | None) -> list[Row]:
    """A row and those that follow it."""
    return [row, *rows_of(row.get("then"))] if row else []
