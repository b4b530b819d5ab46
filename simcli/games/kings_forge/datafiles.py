"""The component files of King's Forge: a model per file, with the numbers the rules and the tables have room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simcli.game import Components, Options
from simcli.games.components import Entries, Id, OptionsFile, Provenance, Sourced, Strict, Unit
from simcli.games.kings_forge import state as S

COLOURS = ("metal", "wood", "gem", "magic", "library", "cemetery")
"""Kinds of dice in the order of the state (KF-01)."""
BASIC = COLOURS[:4]
"""Colours that players own for good and that cards ask for (KF-02)."""
TOKENS = ("auto_six", "plus_one_plus_one")
DECKS = {"base_33": "craft_cards", "early_24": "early_cards"}
"""GO-01: file of each deck."""
HALVES = ("top", "bottom")
CHOICES = {
    "craft_deck": tuple(DECKS),
    "victory_order": ("most_then_rank", "rank_among_finishers"),
    "dock_capacity": ("unlimited", "one_per_exchange"),
    "burned_dice_return": ("cleanup", "immediately"),
    "start_player": ("random", "fixed_seat"),
    "crafts_a_turn": ("unlimited", "one"),
    "unused_tokens": ("given_back", "kept"),
}
"""Values of options in words, in the order of their numbers in the tables."""

Basic = Literal["metal", "wood", "gem", "magic"]
Faces = Annotated[int, Field(ge=1, le=6)]
Gained = Annotated[int, Field(ge=0, le=20), Unit("dice")]
Dealt = Annotated[int, Field(ge=1, le=32), Unit("cards")]
ByColour = Annotated[dict[Basic, Annotated[int, Field(ge=0, le=200)]], Unit("dice")]


class Record(Sourced):
    """A record that also names its source, a key of SOURCES.md."""

    source: str = ""


class DiceGain(Strict):
    """Dice gained, by colour."""

    metal: Gained = 0
    wood: Gained = 0
    gem: Gained = 0
    magic: Gained = 0


class Gain(DiceGain):
    """What an action gives: dice, or tokens of one kind."""

    token: Literal["auto_six", "plus_one_plus_one"] | None = None
    count: Annotated[int, Field(ge=1, le=20), Unit("tokens")] | None = None

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> Gain:
        if (self.token is None) is not (self.count is None):
            raise ValueError("has one of token and count, expected both or none")
        if self.token and has_dice(self.model_dump()):
            raise ValueError("gives dice and tokens, expected one of them (0 takes a colour away, null a token and its count)")
        return self


class Square(Strict):
    """Equal squares of a cost."""

    n: Annotated[int, Field(ge=1, le=S.MAX_SQUARES), Unit("dice")]
    colours: str | list[str]
    burn: bool

    @model_validator(mode="after")
    def _has_basic_colours(self) -> Square:
        named = [] if isinstance(self.colours, str) else self.colours
        if self.colours != "any" and (not named or not set(named) <= set(BASIC) or len(set(named)) < len(named)):
            raise ValueError(f"has the colours {self.colours!r}, expected any or a list of different ones of {', '.join(BASIC)}")
        return self


ABILITY_FIELDS = {
    "add_pips": ("pips", "dice"),
    "library_dice": ("count",),
    "reroll": (),
    "roll_workshop": (),
    "ones_to_sixes": (),
    "cemetery": (),
    "none": (),
}
"""Kinds of abilities, and the fields each of them has."""


class Ability(Strict):
    """Help for the round; `none` gives an ability of a card up for a gain."""

    kind: Literal["add_pips", "library_dice", "reroll", "roll_workshop", "ones_to_sixes", "cemetery", "none"]
    pips: Annotated[int, Field(ge=1, le=5), Unit("pips")] | None = None
    dice: Annotated[Faces, Unit("dice")] | None = None
    count: Annotated[int, Field(ge=1, le=12), Unit("dice")] | None = None

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> Ability:
        needed, given = ABILITY_FIELDS[self.kind], {name for name in ("pips", "dice", "count") if getattr(self, name) is not None}
        if missing := [name for name in needed if name not in given]:
            raise ValueError(f"an ability of the kind {self.kind} needs {' and '.join(missing)}")
        if foreign := sorted(given.difference(needed)):
            raise ValueError(f"an ability of the kind {self.kind} has no {' and no '.join(foreign)}; null takes a field away")
        return self


class Tier(Strict):
    """Gain for a number of dice paid, first to last."""

    dice: Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(min_length=2, max_length=2), Unit("dice"), Entries("end")]
    gain: DiceGain


class Half(Strict):
    """One of the two actions of a gather card. `parts` says how sure its parts are, where they differ."""

    cost: Annotated[list[Square], Entries("cost")] | None = None
    gain: Gain | None = None
    ability: Ability | None = None
    cost_special: Literal["all_payable_dice_in_hand"] | None = None
    min_dice: Annotated[int, Field(ge=1, le=15), Unit("dice")] | None = None
    gain_by_dice_allocated: Annotated[list[Tier], Field(min_length=1, max_length=8), Entries("gain by dice allocated")] | None = None
    provenance: Provenance
    source: str = ""
    parts: dict[str, Provenance] = {}
    note: str = ""

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> Half:
        gains = self.gain is not None and (self.gain.token is not None or has_dice(self.gain.model_dump()))
        helps = self.ability is not None and self.ability.kind != "none"
        by_hand = (self.cost_special, self.min_dice, self.gain_by_dice_allocated)
        if self.cost_special:
            if None in by_hand or self.cost is not None or gains or helps:
                raise ValueError("a half that takes all dice of the hand has min_dice and gain_by_dice_allocated, no cost, gain or ability")
        elif any(by_hand) or self.cost is None:
            raise ValueError("a half has a cost ([] if it is free); min_dice and gain_by_dice_allocated go with cost_special only")
        elif self.gain is None and self.ability is None:
            raise ValueError("has neither a gain nor an ability")
        elif gains and helps:
            raise ValueError("has a gain and an ability, expected one of them (kind: none takes an ability away, 0 dice a gain)")
        return self


class GatherCard(Record):
    """A gather card (KF-07)."""

    id: Id
    rule: str = ""
    name: str
    mandatory: bool
    top: Half
    bottom: Half


class GatherFile(Record):
    """gather_cards.yaml."""

    schema_: Literal["kings_forge/gather_cards/1"] = Field(alias="schema")
    cards: Annotated[list[GatherCard], Field(min_length=1, max_length=32)]


class CraftCard(Record):
    """A craft card (KF-06)."""

    id: Id
    rank: Annotated[int, Field(ge=1, le=999), Unit("rank")]
    name: str
    dice: dict[Basic, Annotated[list[Faces], Unit("pips"), Entries("die")]]

    @model_validator(mode="after")
    def _has_one_to_eight_dice(self) -> CraftCard:
        n = sum(len(minima) for minima in self.dice.values())
        if not 1 <= n <= 8:
            raise ValueError(f"asks for {n} dice, expected 1 to 8")
        return self


class CraftFile(Record):
    """craft_cards.yaml."""

    schema_: Literal["kings_forge/craft_cards/1"] = Field(alias="schema")
    cards: Annotated[list[CraftCard], Field(min_length=1, max_length=48)]


class EarlyFile(Record):
    """early_cards.yaml."""

    schema_: Literal["kings_forge/early_cards/1"] = Field(alias="schema")
    cards: Annotated[list[CraftCard], Field(min_length=1, max_length=48)]


class Exchange(Record):
    """An exchange of a dock."""

    id: Id
    dice: Annotated[int, Field(ge=0, le=S.MAX_SQUARES), Unit("dice")]
    burned: Annotated[int, Field(ge=0, le=S.MAX_SQUARES), Unit("dice")]

    @model_validator(mode="after")
    def _burns_no_more_than_is_paid(self) -> Exchange:
        if self.burned > self.dice:
            raise ValueError(f"burns {self.burned} of {self.dice} dice")
        return self


class Dock(Record):
    """A dock (KF-08)."""

    id: Id
    gain: Gain
    exchanges: Annotated[list[Exchange], Field(min_length=1, max_length=3)]


class DocksFile(Record):
    """docks.yaml."""

    schema_: Literal["kings_forge/docks/1"] = Field(alias="schema")
    docks: Annotated[list[Dock], Field(min_length=1, max_length=8)]


class Players(Record):
    """Numbers of players."""

    min: Literal[2]
    max: Literal[4]


class Dice(Record):
    """Dice of a colour in the box (KF-01)."""

    id: Literal["metal", "wood", "gem", "magic", "library", "cemetery"]
    count: Annotated[int, Field(ge=0, le=200), Unit("dice")]


class Token(Record):
    """Tokens of a kind in the box (KF-09)."""

    id: Literal["auto_six", "plus_one_plus_one"]
    count: Annotated[Gained, Unit("tokens")]


class Bonus(Record):
    """A choice of the first player who passes (KF-47)."""

    id: Id
    gain: Gain


class SetupFile(Record):
    """setup.yaml."""

    schema_: Literal["kings_forge/setup/1"] = Field(alias="schema")
    players: Players
    dice: list[Dice]
    tokens: list[Token]
    starting_hand: ByColour
    craft_cards_drawn: dict[Annotated[int, Field(ge=2, le=4)], Dealt]
    craft_display_size: Annotated[Faces, Unit("cards")]
    gather_random_drawn: Annotated[int, Field(ge=0, le=S.MAX_IN_PLAY), Unit("cards")]
    gather_face_up: Annotated[Faces, Unit("cards")]
    first_pass_bonus: Annotated[list[Bonus], Field(min_length=1, max_length=4)]
    crafts_to_end: Annotated[int, Field(ge=1, le=8), Unit("crafts")]


MODELS = {
    "setup": SetupFile,
    "craft_cards": CraftFile,
    "early_cards": EarlyFile,
    "gather_cards": GatherFile,
    "docks": DocksFile,
    "options": OptionsFile,
}


def has_dice(gain: Mapping[str, Any]) -> bool:
    """Whether a gain gives a die."""
    return any(gain.get(colour) for colour in BASIC)


# What rules ask of the files


def craft_cards(components: Components, options: Options) -> Sequence[Any]:
    """GO-01: the craft cards of the deck in use, in the order of the file."""
    cards: Sequence[Any] = components[DECKS[options["craft_deck"]]]["cards"]
    return cards


def listed(options: Options, option: str) -> Sequence[str]:
    """GO-11, GO-12: cards that are in the game for certain."""
    value: Sequence[str] = options[option]
    return () if value == "random" else value


def by_rank(cards: Sequence[Any]) -> list[int]:
    """Places in the file, by rank."""
    return sorted(range(len(cards)), key=lambda i: cards[i]["rank"])


def halves(components: Components) -> Iterator[tuple[Any, str, Any]]:
    """(card, top or bottom, half) of all gather cards."""
    return ((card, name, card[name]) for card in components["gather_cards"]["cards"] for name in HALVES)


def exchanges(components: Components) -> Iterator[tuple[Any, Any]]:
    """(dock, exchange) of all docks."""
    return ((dock, exchange) for dock in components["docks"]["docks"] for exchange in dock["exchanges"])


def pips_kinds(components: Components) -> list[tuple[int, int]]:
    """(pips, dice) of the abilities that raise dice, ascending."""
    abilities = [half.get("ability") or {} for _, _, half in halves(components)]
    return sorted({(a["pips"], a["dice"]) for a in abilities if a.get("kind") == "add_pips"})
