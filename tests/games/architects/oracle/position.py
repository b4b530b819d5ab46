"""What lies on the table: players, workers, cards and silver, and how a choice is asked."""

from collections import Counter
from collections.abc import Generator
from typing import Any, NamedTuple

from .chance import APPRENTICES_UNDER, BUILDINGS_UNDER, Chance
from .tables import GOODS, PLACES, SPACES, Goods, Row, Tables


class Question(NamedTuple):
    """One decision: who is asked, its phase, the legal texts with what they stand for, and what a view shows of it."""

    actor: int
    phase: str
    choices: dict[str, Any]
    left: int = 0
    places: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


Asking = Generator[Question, Any, Any]


def ask(actor: int, phase: str, choices: dict[str, Any], **shown: Any) -> Asking:
    """Asks; a decision with one legal choice is made by the program."""
    if len(choices) == 1:
        return next(iter(choices.values()))
    return (yield Question(actor, phase, choices, **shown))


class Player:
    """What one player has."""

    def __init__(self, seat: int, workers: int) -> None:
        self.seat = seat
        self.board: Row | None = None
        self.virtue, self.silver, self.level = 0, 0, 0
        self.goods = Counter(dict.fromkeys(GOODS, 0))
        self.supply, self.prison, self.guildhall = workers, 0, 0
        self.captives: Counter[int] = Counter()
        self.unpaid, self.paid = 0, 0
        self.apprentices: list[str] = []
        self.hand: list[str] = []
        self.built: list[str] = []


class Table:
    """The whole position of one game, and the moves that nobody decides."""

    def __init__(self, tables: Tables, chance: Chance, banned: dict[int, set[str]] | None = None) -> None:
        self.tables, self.options, self.chance, self.banned = tables, tables.options, chance, banned or {}
        self.seats = tables.seats
        self.players = {seat: Player(seat, tables.board["workers_per_player"]) for seat in self.seats}
        self.turn, self.start, self.player = 0, 1, 0
        self.workers: dict[str, Counter[int]] = {place: Counter() for place in PLACES}
        self.market = dict.fromkeys(SPACES, 0)
        self.tax_stand = tables.board["start_tax_stand"]  # AW-S05
        rows, columns = tables.board["display"]["rows"], tables.board["display"]["columns"]
        self.display = [[""] * columns for _ in range(rows)]
        self.display_silver = [[0] * columns for _ in range(rows)]
        self.apprentice_deck: list[str] = []
        self.building_deck: list[str] = []
        self.market_pile: list[str] = []
        self.market_right = ""
        self.rewards: list[str] = []
        self.swaps: dict[int, list[str]] = {}
        self.packets: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.apprentices_under, self.buildings_under = 0, 0
        self.reset = False
        self.last_turns = 0

    def order_from(self, seat: int) -> list[int]:
        """In turn order from a seat."""
        return self.seats[seat - 1 :] + self.seats[: seat - 1]

    def may(self, seat: int, item: str) -> bool:
        """Whether the item is not banned for the seat (GO-21)."""
        return item not in self.banned.get(seat, set())

    # Cards

    def draw_buildings(self, number: int) -> list[str]:
        """The front cards of the deck, as many as there are (AW-T08)."""
        drawn, self.building_deck = self.building_deck[:number], self.building_deck[number:]
        return drawn

    def to_hand(self, seat: int, cards: list[str]) -> None:
        """Buildings into a hand, which is in file order."""
        hand = self.players[seat].hand
        hand += cards
        hand.sort(key=self.tables.building_order.index)

    def to_apprentices(self, seat: int, card: str) -> None:
        """An apprentice to a player's own, in file order."""
        own = self.players[seat].apprentices
        own.append(card)
        own.sort(key=self.tables.apprentice_order.index)

    def buildings_go_under(self, cards: list[str]) -> None:
        """Buildings of a market action under the deck together."""
        if len(cards) > 1:
            cards = self.chance.shuffled(BUILDINGS_UNDER + self.buildings_under, cards)
            self.buildings_under += 1
        self.building_deck += cards

    def apprentices_go_under(self, cards: list[str]) -> None:
        """Apprentices that leave the display under the deck together."""
        if len(cards) > 1:
            cards = self.chance.shuffled(APPRENTICES_UNDER + self.apprentices_under, cards)
            self.apprentices_under += 1
        self.apprentice_deck += cards

    def faces(self) -> dict[tuple[int, int], str]:
        """Apprentices of the display by row and column, from 1."""
        return {(r, c): card for r, row in enumerate(self.display, 1) for c, card in enumerate(row, 1) if card}

    def take_from_display(self, row: int, column: int) -> tuple[str, int]:
        """A card with its silver leaves; the cards to its right slide left (AW-A06b). Column 4 is left empty."""
        card, silver = self.display[row - 1].pop(column - 1), self.display_silver[row - 1].pop(column - 1)
        self.display[row - 1].append("")
        self.display_silver[row - 1].append(0)
        return card, silver

    def fill_last_column(self, rows: list[int]) -> None:
        """AW-A06b: the last column of rows that have slid; other empty places stay empty (AW-T08)."""
        for row in rows:
            if self.apprentice_deck:
                self.display[row - 1][-1] = self.apprentice_deck.pop(0)

    def fill_display(self) -> None:
        """AW-S03, AW-S08: empty places are filled from the deck, row by row from the left."""
        for row in self.display:
            for column, card in enumerate(row):
                if not card and self.apprentice_deck:
                    row[column] = self.apprentice_deck.pop(0)

    # Numbers that cards and boards change

    def standing(self, seat: int, number: str, crew: list[str]) -> int:
        """How much the apprentices of the crew and the board raise a number or lower a price by."""
        board, raised = self.players[seat].board, self.tables.standing.get(number)
        return sum(raised.get(card, 0) for card in (*crew, *([board["id"]] if board else []))) if raised else 0

    def board_number(self, seat: int, number: str) -> int:
        """The same of the board alone."""
        return self.standing(seat, number, [])

    # Paying

    def tax_due(self, seat: int, tax: int) -> int:
        """AW-R02, AW-PB03: tax at the virtue of now."""
        less = self.tables.board["virtue_track"]["tax_discount"].get(self.players[seat].virtue, 0)
        return max(0, tax - less - self.board_number(seat, "tax"))

    def can_pay_silver(self, seat: int, tax: int, silver: int) -> bool:
        """AW-G05."""
        return self.players[seat].silver >= self.tax_due(seat, tax) + silver

    def pay_silver(self, seat: int, tax: int, silver: int) -> None:
        """AW-G02."""
        due = self.tax_due(seat, tax)
        self.players[seat].silver -= due + silver
        if self.options["taxes_go_to"] == "tax_stand":  # GO-28
            self.tax_stand += due

    def can_pay(self, seat: int, cost: Goods) -> bool:
        """Whether the goods are there; gold and marble are one for Therese (AW-PB01)."""
        held = self.players[seat].goods
        if self.board_number(seat, "interchange"):
            fine = cost.get("gold", 0) + cost.get("marble", 0)
            return fine <= held["gold"] + held["marble"] and all(held[what] >= cost.get(what, 0) for what in ("clay", "wood", "stone"))
        return all(held[what] >= number for what, number in cost.items())

    def pay(self, seat: int, cost: Goods) -> None:
        """The kind asked for first, then the other one for what is missing."""
        held = self.players[seat].goods
        held.subtract(cost)
        for what, other in (("gold", "marble"), ("marble", "gold")):
            if held[what] < 0:
                held[other] += held[what]
                held[what] = 0

    def amount(self, seat: int, what: str) -> int:
        """How much a player has of what an effect counts."""
        player = self.players[seat]
        if what in ("gold", "marble") and self.board_number(seat, "interchange"):
            return player.goods["gold"] + player.goods["marble"]
        if what in GOODS:
            return player.goods[what]
        skilled = [card for card in player.apprentices if what in self.tables.apprentices[card]["skills"]]
        return {
            "basic": sum(player.goods[good] for good in ("clay", "wood", "stone")),
            "silver": player.silver,
            "virtue": player.virtue,
            "debt": player.unpaid,
            "paid_debt": player.paid,
            "captives": sum(player.captives.values()),
            "prison": player.prison,
            "level": player.level,
            "buildings": len(player.built),
        }.get(what, len(skilled))

    def alone_with_most(self, seat: int, what: str) -> bool:
        """Strictly more than every other player."""
        return all(self.amount(seat, what) > self.amount(other, what) for other in self.seats if other != seat)

    # Workers

    def captors_of(self, seat: int) -> list[int]:
        """Other players with workers of the seat among their captives."""
        return [other for other in self.seats if other != seat and self.players[other].captives[seat]]

    def release(self, seat: int, number: int) -> None:
        """Up to so many own workers come back from the Prison."""
        player = self.players[seat]
        freed = min(number, player.prison)
        player.prison -= freed
        player.supply += freed

    def n_in_guildhall(self) -> int:
        """Workers of all players in the Guildhall."""
        return sum(player.guildhall for player in self.players.values())
