"""What lies on the table, and how a choice is asked."""

from collections import Counter
from collections.abc import Generator
from typing import Any, NamedTuple

from .chance import RESHUFFLES, Chance
from .guild import Guild
from .hiring import Card
from .tables import COLOURS, OUTSIDE, RESOURCES, Tables


class Question(NamedTuple):
    """One decision: who is asked, its phase, the legal texts with what they stand for, and what a view shows of it."""

    actor: int
    phase: str
    choices: dict[str, Any]
    about: str = ""
    left: int = 0
    had: tuple[dict[str, int], ...] = ()
    named: tuple[str, ...] = ()


Asking = Generator[Question, Any, Any]


def ask(actor: int, phase: str, choices: dict[str, Any], **shown: Any) -> Asking:
    """Asks; a decision with one legal choice is made by the program, one without a choice is not asked: None."""
    if len(choices) < 2:
        return next(iter(choices.values()), None)
    return (yield Question(actor, phase, choices, **shown))


class Table:
    """The whole position of one game, and what is read of it."""

    def __init__(self, tables: Tables, chance: Chance, banned: dict[int, set[str]] | None = None) -> None:
        self.tables, self.options, self.chance, self.banned = tables, tables.options, chance, banned or {}
        self.seats = tables.seats
        self.guilds = {seat: Guild(seat) for seat in self.seats}
        self.stock = Counter(tables.stock())
        self.turn, self.start, self.player = 0, 1, 0
        # Quests: what lies in the slots, the item made and whose sigil is on it, heroes' specialists used, the thug token
        self.slots = [""] * tables.numbers["slots"]
        self.made: dict[str, int] = {}
        self.openers: dict[str, int] = {}
        self.used: dict[str, set[str]] = {}
        self.thug: tuple[str, int] = ("", 0)
        # Specialists, the newest on the left, and rooms on offer
        self.row: list[Card] = []
        self.masters: list[str] = []
        self.tiles: dict[str, int] = dict(tables.numbers["tiles"])
        # Decks, and what is out of the game
        self.quest_deck: list[str] = []
        self.specialist_deck: list[str] = []
        self.treasure_decks: dict[str, list[str]] = {colour: [] for colour in COLOURS}
        self.discards: dict[str, list[str]] = {colour: [] for colour in COLOURS}
        self.drawn: list[str] = []
        self.reshuffles: Counter[str] = Counter()
        self.gone: list[str] = []
        # The turn
        self.main, self.halves, self.moves, self.lucky, self.oldest = "", Counter({"build": 0, "hire": 0}), 0, False, ""
        self.stood: list[dict[str, Any]] = []
        self.acted, self.idle = False, 0
        self.last_turns, self.offering_drawn, self.stalled = 0, False, False
        self.bids: dict[int, int] = dict.fromkeys(self.seats, -1)
        self.auction: dict[int, int] = {}

    def order_from(self, seat: int) -> list[int]:
        """In turn order from a seat (KG-AM-49)."""
        return self.seats[seat - 1 :] + self.seats[: seat - 1]

    def next_player(self, seat: int) -> int:
        """The player after a seat; 0 alone (KG-V-17)."""
        return 0 if self.tables.alone else self.order_from(seat)[1]

    def may(self, seat: int, item: str) -> bool:
        """Whether the item is not banned for the seat."""
        return item not in self.banned.get(seat, set())

    # Numbers of the rules

    def standing(self, seat: int, number: str) -> int:
        """How much own specialists and rooms raise a number."""
        guild, raised = self.guilds[seat], self.tables.standing.get(number)
        return sum(n for card, n in raised.items() if card in guild.specialists or card in guild.rooms) if raised else 0

    def storage(self, seat: int) -> int:
        """KG-T-09."""
        own: int = self.tables.guilds[self.guilds[seat].tile]["storage"]
        return own + self.standing(seat, "storage")

    def hand_limit(self, seat: int) -> int:
        """KG-T-08."""
        limit: int = self.tables.setup["hand_limit"]
        return limit + self.standing(seat, "hand_limit")

    def access(self, seat: int) -> set[str]:
        """KG-T-12: rare resources the player may gather."""
        return {kind for kind in ("gem", "magic") if self.standing(seat, f"{kind}_access")}

    def free_sigils(self, seat: int) -> int:
        """KG-K-06, KG-E-04."""
        out = sum(opener == seat for opener in self.openers.values()) + self.guilds[seat].offered
        number: int = self.tables.setup["sigils"] - out
        return number

    # Spaces for specialists

    def spaces(self, seat: int) -> dict[str, int]:
        """Free spaces by kind, `outside` first, then rooms in file order; kinds without a free one too."""
        guild = self.guilds[seat]
        inside = {room: self.tables.rooms[room].get("spaces") or 0 for room in self.tables.in_order(guild.rooms)}
        all_spaces = {OUTSIDE: self.tables.outside_spaces} | {room: n for room, n in inside.items() if n}
        return {kind: n - guild.in_space(kind) for kind, n in all_spaces.items()}

    def free_spaces(self, seat: int) -> dict[str, int]:
        """The same, kinds with a free one only."""
        return {kind: n for kind, n in self.spaces(seat).items() if n}

    def for_baggage(self, seat: int) -> dict[str, int]:
        """Those that the baggage may take (KG-SP-27, GO-04)."""
        in_shrine = self.options["baggage_in_shrine"]
        rooms = {kind: n for kind, n in self.free_spaces(seat).items() if kind != OUTSIDE}
        return {room: n for room, n in rooms.items() if in_shrine or self.tables.rooms[room]["type"] == "chamber"}

    @property
    def baggage_waits(self) -> bool:
        """KG-AM-58: whether the token lies on no board."""
        return not any(guild.baggage for guild in self.guilds.values())

    # Treasures

    def has_left(self, colour: str) -> bool:
        """KG-T-13: whether a colour can be named."""
        others = [card for card in self.discards[colour] if self.tables.treasures[card]["type"] != "scroll"]
        return bool(self.treasure_decks[colour] or others)

    def make_deck(self, colour: str) -> None:
        """KG-T-13, KG-AM-62: scrolls leave the game, the rest is shuffled."""
        scrolls = [card for card in self.discards[colour] if self.tables.treasures[card]["type"] == "scroll"]
        rest = self.tables.in_order(card for card in self.discards[colour] if card not in scrolls)
        self.gone += scrolls
        self.discards[colour] = []
        if rest:
            self.treasure_decks[colour] = self.chance.shuffled(RESHUFFLES[colour] + self.reshuffles[colour], rest)
            self.reshuffles[colour] += 1

    def to_hand(self, seat: int, card: str) -> None:
        """A treasure into a hand, which is in file order."""
        self.guilds[seat].hand = self.tables.in_order([*self.guilds[seat].hand, card])

    def discard(self, seat: int, card: str) -> None:
        """A treasure of the hand to the pile of its colour."""
        self.guilds[seat].hand.remove(card)
        self.discards[self.tables.treasures[card]["colour"]].append(card)

    # Quests

    def face_up(self) -> list[str]:
        """Quests in slot order; events are none."""
        return [card for card in self.slots if card in self.tables.quests]

    def leave(self, card: str) -> int:
        """A card leaves its slot, sigils and thug token go back (KG-K-07, KG-SP-11); returns the slot, from 0. Alone the belt closes up."""
        at = self.slots.index(card)
        for notes in (self.made, self.openers, self.used):
            notes.pop(card, None)
        if self.thug[0] == card:
            self.thug = ("", 0)
        if self.tables.alone:
            del self.slots[at]
            self.slots.append("")
        else:
            self.slots[at] = ""
        return at

    # Resources

    def take(self, seat: int, kind: str, n: int) -> None:
        """KG-T-11: what the stock has."""
        taken = min(n, self.stock[kind])
        self.stock[kind] -= taken
        self.guilds[seat].resources[kind] += taken

    def give_back(self, seat: int, kind: str, n: int) -> None:
        """Up to n go to the stock."""
        given = min(n, self.guilds[seat].resources[kind])
        self.stock[kind] += given
        self.guilds[seat].resources[kind] -= given

    def held(self, seat: int) -> list[str]:
        """Kinds of resources held."""
        return [kind for kind in RESOURCES if self.guilds[seat].resources[kind]]
