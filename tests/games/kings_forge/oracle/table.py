"""King's Forge: what lies on the table, and the moves of dice and tokens that nobody decides."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.games.kings_forge.oracle.chance import FIXED_SEAT, craft_deck, default_options
from tests.games.kings_forge.oracle.craft import Placed, own_colours, placed_order
from tests.games.kings_forge.oracle.dice import BASIC, CEMETERY, LIBRARY, Die, cost_of_exchange, cost_of_half, held, shown_order, texts

AUTOMATIC_6, PLUS_TOKEN = "automatic 6", "+1/+1"
TOKEN_KINDS = {"auto_six": AUTOMATIC_6, "plus_one_plus_one": PLUS_TOKEN}
REROLL, ROLL_WORKSHOP, ONES_TO_SIXES = "reroll", "roll workshop", "ones to sixes"
HALVES = ("top", "bottom")


class Question(NamedTuple):
    """One decision: who is asked, its phase and the legal texts with what they stand for."""

    actor: int
    phase: str
    choices: dict[str, object]


def ask(actor: int, phase: str, choices: dict[str, object]) -> Iterator[Question]:
    """Ask; a decision with one legal choice is made by the program."""
    if len(choices) == 1:
        return next(iter(choices.values()))
    return (yield Question(actor, phase, choices))


class Pips(NamedTuple):
    """Pips on each of up to so many dice."""

    pips: int
    dice: int

    @property
    def text(self) -> str:
        return f"+{self.pips}" if self.dice == 1 else f"+{self.pips} x{self.dice}"


class Craft(NamedTuple):
    """An unsecured craft."""

    seat: int
    dice: list[Placed]
    stolen: bool


class Table:
    """The whole position of one game."""

    def __init__(self, players: int, options: dict, chance: dict, components: dict, banned: dict[int, set[str]] | None) -> None:
        self.options = {**default_options(components), **options}
        self.chance, self.setup = chance, components["setup"]
        self.banned = banned or {}
        self.seats = list(range(1, players + 1))
        self.gather_cards = {card["id"]: card for card in components["gather_cards"]["cards"]}
        self.craft_cards = craft_deck(self.options, components)
        self.exchanges = {exchange["id"]: {**dock, **exchange} for dock in components["docks"]["docks"] for exchange in dock["exchanges"]}
        library_pays, burning = self.options["library_dice_payable"], self.options["burning"]  # GO-04, GO-18
        halves = {(card, half): record[half] for card, record in self.gather_cards.items() for half in HALVES}
        self.half_costs = {place: cost_of_half(half, library_pays, burning) for place, half in halves.items()}
        self.exchange_costs = {i: cost_of_exchange(exchange, library_pays, burning) for i, exchange in self.exchanges.items()}
        self.pips = _pips_by_kind(components["gather_cards"]["cards"])
        self.kinds = (*self.pips, REROLL, ROLL_WORKSHOP, ONES_TO_SIXES, AUTOMATIC_6, PLUS_TOKEN)  # in the order of texts
        self._set_up_dice()
        self._set_up_cards()
        self.start = 1 if self.options["start_player"] == FIXED_SEAT else chance["start"]  # KF-19, GO-08
        self.round = 0
        self.rolled: list[Die] = []
        self.using = ""
        self.paid: list[str] = []
        self.raised: list[Die] = []
        self.marked: list[Die] = []
        self.placed: list[Die] = []
        self.clear_round()

    def _set_up_dice(self) -> None:
        self.hands = {seat: Counter(self.setup["starting_hand"]) for seat in self.seats}  # KF-11
        self.stock = Counter({kind["id"]: kind["count"] for kind in self.setup["dice"]})
        for hand in self.hands.values():
            self.stock.subtract(hand)  # KF-12
        self.workshops = {seat: Counter() for seat in self.seats}
        self.allocated = {seat: Counter() for seat in self.seats}
        self.burned: Counter = Counter()
        self.tokens = Counter({token["id"]: token["count"] for token in self.setup["tokens"]})

    def _set_up_cards(self) -> None:
        drawn = sorted(self.chance["craft_cards"], key=self.rank)  # KF-14
        size = self.setup["craft_display_size"]
        self.display, self.queue = drawn[:size], drawn[size:]
        self.unsecured: dict[str, Craft] = {}
        self.secured: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.stolen: dict[int, list[str]] = {seat: [] for seat in self.seats}

    def clear_round(self) -> None:
        """Nothing is held, used or passed any more."""
        self.abilities = {seat: Counter() for seat in self.seats}
        self.cemetery, self.cemetery_rolls = 0, 0
        self.passed: list[int] = []
        self.used: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.docks: list[str] = []

    def begin_round(self) -> None:
        """Shuffle the gather cards and turn some up."""
        self.round += 1
        if self.options["free_reroll"]:  # GO-20
            for seat in self.seats:
                self.abilities[seat][REROLL] = 1
        deck = list(self.chance["deck"](self.round))
        places = self.setup["gather_face_up"]
        self.face_up = deck[:places] + [""] * (places - len(deck))  # KF-16
        self.deck = deck[places:]

    def order(self) -> list[int]:
        """The seats, from the start player on (KF-21)."""
        return self.seats[self.start - 1 :] + self.seats[: self.start - 1]

    def rank(self, card: str) -> int:
        return self.craft_cards[card]["rank"]

    def may(self, seat: int, item: str) -> bool:
        """Whether the item is not banned for the seat (GO-13)."""
        return item not in self.banned.get(seat, ())

    # Gains

    def gain(self, seat: int, gain: dict, place: dict[int, Counter]) -> None:
        """Take dice and tokens as far as there are any (KF-24)."""
        if "token" in gain:
            self._gain_token(seat, gain["token"], gain["count"])
            return
        for colour, number in gain.items():
            self.take_dice(colour, number, place[seat])

    def take_dice(self, colour: str, number: int, place: Counter) -> None:
        taken = min(number, self.stock[colour])
        self.stock[colour] -= taken
        place[colour] += taken

    def _gain_token(self, seat: int, token: str, number: int) -> None:
        taken = min(number, self.tokens[token])
        self.tokens[token] -= taken
        self.abilities[seat][TOKEN_KINDS[token]] += taken

    def kinds_held(self, seat: int) -> list[str]:
        """Kinds of abilities and tokens held, in the order of texts."""
        held_now = self.abilities[seat]
        return [kind for kind in self.kinds if held_now.get(kind, 0)]

    # Cleanup

    def secure(self) -> None:
        """Every unsecured craft becomes a secured one of its holder (KF-79, 1)."""
        for card, craft in self.unsecured.items():
            self.secured[craft.seat].append(card)
            if craft.stolen:
                self.stolen[craft.seat].append(card)
        for cards in [*self.secured.values(), *self.stolen.values()]:
            cards.sort(key=self.rank)

    def clean_up(self, crafts: dict[str, Craft]) -> None:
        """All dice and tokens go where they belong, the anvil goes on (KF-79, 3 to 5)."""
        for craft in crafts.values():
            self.workshops[craft.seat].update(own_colours(craft.dice))  # to the hand below
        self.stock.update(self.burned)
        self.burned = Counter()
        for seat in self.seats:
            self._return_dice(seat)
        if self.cemetery:
            self.stock[CEMETERY] += 1
        kept = {seat: Counter() for seat in self.seats}
        self.tokens = Counter({token["id"]: token["count"] for token in self.setup["tokens"]})
        if self.options["unused_tokens"] == "kept":  # GO-19
            for seat in self.seats:
                for token, kind in TOKEN_KINDS.items():
                    kept[seat][kind] = self.abilities[seat][kind]
                    self.tokens[token] -= kept[seat][kind]
        self.start = self.start % len(self.seats) + 1  # KF-22
        self.clear_round()
        self.abilities = kept

    def _return_dice(self, seat: int) -> None:
        own = self.hands[seat] + self.workshops[seat] + self.allocated[seat]
        self.stock[LIBRARY] += own[LIBRARY]  # KF-05
        self.hands[seat] = Counter({colour: own[colour] for colour in BASIC})
        self.workshops[seat], self.allocated[seat] = Counter(), Counter()

    def view(self) -> dict:
        """The position from `start` to `placed`."""
        return {
            "start": self.start,
            "stock": {kind["id"]: self.stock[kind["id"]] for kind in self.setup["dice"]},
            "hands": {seat: held(dice) for seat, dice in self.hands.items()},
            "workshops": {seat: held(dice) for seat, dice in self.workshops.items()},
            "allocated": {seat: held(dice) for seat, dice in self.allocated.items()},
            "burned": held(self.burned),
            "rolled": texts(sorted(self.rolled, key=shown_order)),
            "abilities": {seat: {kind: self.abilities[seat][kind] for kind in self.kinds_held(seat)} for seat in self.seats},
            "tokens": {token["id"]: self.tokens[token["id"]] for token in self.setup["tokens"]},
            "cemetery": self.cemetery,
            "passed": list(self.passed),
            "face_up": list(self.face_up),
            "deck": list(self.deck),
            "used": {seat: list(used) for seat, used in self.used.items()},
            "docks": list(self.docks),
            "display": list(self.display),
            "queue": list(self.queue),
            "unsecured": {card: self._craft_view(card) for card in sorted(self.unsecured, key=self.rank)},
            "secured": {seat: list(cards) for seat, cards in self.secured.items()},
            "stolen": {seat: list(cards) for seat, cards in self.stolen.items()},
            "using": self.using,
            "paid": list(self.paid),
            "raised": texts(self.raised),
            "marked": texts(self.marked),
            "placed": texts(self.placed),
        }

    def _craft_view(self, card: str) -> dict:
        craft = self.unsecured[card]
        return {"seat": craft.seat, "dice": [die.text for die in sorted(craft.dice, key=placed_order)]}


def _pips_by_kind(cards: list[dict]) -> dict[str, Pips]:
    abilities = [card[half].get("ability") or {} for card in cards for half in HALVES]
    kinds = sorted({Pips(ability["pips"], ability["dice"]) for ability in abilities if ability.get("kind") == "add_pips"})
    return {kind.text: kind for kind in kinds}
