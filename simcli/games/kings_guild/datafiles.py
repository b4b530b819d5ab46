"""The component files of The King's Guild: a model per file, and the words they may use."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simcli.game import Components, Options
from simcli.games.components import Entries, Id, OptionsFile, Sourced, Strict, Unit
from simcli.games.effect_rows import Action, CountWords, GainWords, IfWords, Number, PayWords, Standing, check_words, rows_of
from simcli.games.kings_guild import state as S

COMMON = ("cloth", "leather", "metal", "wood")
RARE = ("gem", "magic")
RESOURCES = (*COMMON, *RARE)
COLOURS = ("blue", "red", "yellow")
HEROES = ("mage", "rogue", "warrior")
ITEM_KINDS = ("weapon", "armor")
DECKS = ("age1_common", "age1_rare", "age2")
LETTERS = ("A", "B", "C")
RELICS = ("helm", "breastplate", "sword", "boots", "shield", "gauntlets")
SPECIAL = ("shrine", "kings_statue")
"""Rooms that are not for sale."""
BLUE_MAP = "treasure_map_blue"
WORKSHOPS = ("gem_workshop", "magic_arcaenum")
"""Rooms of which nobody owns both with two players (KG-X-04)."""
COLUMNS, ROWS = 4, 3
GUILD_SQUARES = ((1, 0), (2, 0))
"""Squares (x, y) of a player board under the guild tile (KG-U-10)."""

MAX_CARDS = 64
"""Quests, specialists, different treasures, treasures of a colour."""
MAX_ROOMS, MAX_TILES = 32, 8
MAX_PLAYERS, MAX_SLOTS, MAX_ROW = 6, 6, 8
MAX_NAMED, MAX_MIX, MAX_COST = 3, 3, 12
"""Colours named at once; resources of any mixture in a gather; resources of an item."""

Small = Annotated[int, Field(ge=0, le=20)]
Points = Annotated[int, Field(ge=0, le=50), Unit("points")]
Price = Annotated[int, Field(ge=0, le=S.MOST_PRICE), Unit("coins")]
Players = Literal[1, 2, 3, 4, 5, 6]
Resource = Literal["cloth", "leather", "metal", "wood", "gem", "magic"]
Colour = Literal["blue", "red", "yellow"]
Hero = Literal["mage", "rogue", "warrior"]
Rating = Literal["recruit", "member", "leader", "king", "legend"]


# Rows of effects (docs/architecture.md): kinds shared with other games, with the rows of this one behind them, and its own


class Gain(GainWords):
    """n of something gained or lost, after a count so many times."""

    then: Row | None = None


class Pay(PayWords):
    """n coins, or the chain ends."""

    then: Row


class Count(CountWords):
    """Every full `every` of an amount, or of the smaller of two, counts once."""

    other: Id | None = None
    then: Row


class If(IfWords):
    """Goes on if the amount lies between."""

    then: Row


class Choose(Strict):
    """One of several chains; `may`: or none."""

    kind: Literal["choose"]
    options: Annotated[dict[Id, Row], Field(min_length=1, max_length=7)]
    may: bool = False


class Each(Strict):
    """The rest of the chain for every player, or for the next one."""

    kind: Literal["each"]
    who: Literal["all", "next"]
    then: Row


class Discard(Strict):
    """n treasures of the hand, for nothing."""

    kind: Literal["discard"]
    from_: Literal["hand"] = Field(alias="from")
    n: Annotated[int, Field(ge=1, le=MAX_NAMED), Unit("treasures")]
    then: Row | None = None


class Draw(Strict):
    """n treasures of a colour."""

    kind: Literal["draw"]
    colour: Colour
    n: Annotated[int, Field(ge=1, le=6), Unit("treasures")]
    then: Row | None = None


class DrawNamed(Strict):
    """n treasures of colours named before the first is drawn; `may`: or none; `other`: no colour named before."""

    kind: Literal["draw_named"]
    n: Annotated[int, Field(ge=1, le=MAX_NAMED), Unit("treasures")]
    may: bool = False
    other: bool = False
    then: Row | None = None


class Name(Strict):
    """A kind of resource is named for the rows that follow."""

    kind: Literal["name"]
    of: Literal["any", "gatherable"]
    then: Row


class Double(Strict):
    """The coins of an item, or the treasure of a quest, twice."""

    kind: Literal["double"]
    what: Literal["coins", "treasure"]


class OfOneCard(Strict):
    """What one card does: the rule of the card says it; `n`: a number in it, `may`: it can be declined."""

    kind: Literal["thug", "warlock", "exchange", "baggage", "buy_relics", "take_oldest", "steal", "take_quest", "copy_hired"]
    n: Number | None = None
    may: bool = False

    @model_validator(mode="after")
    def _has_its_number(self) -> OfOneCard:
        if (self.n is None) is (self.kind in ("thug", "buy_relics", "steal")):
            raise ValueError(f"{self.kind} {'lacks n' if self.n is None else 'has no n'}")
        if self.may is not (self.kind in ("thug", "warlock", "exchange", "buy_relics")):
            raise ValueError(f"{self.kind} {'cannot' if self.may else 'can always'} be declined")
        if self.kind == "steal" and self.n != 1:
            raise ValueError(f"n is {self.n}, expected 1: one resource is taken")
        return self


class PlaceRoom(Strict):
    """A special room is put on the board."""

    kind: Literal["place_room"]
    room: Literal["shrine"]


Row = Annotated[
    Gain | Pay | Count | If | Choose | Each | Discard | Draw | DrawNamed | Name | Double | Action | Standing | OfOneCard | PlaceRoom,
    Field(discriminator="kind"),
]

FLAGS = ("gem_access", "magic_access", "build_anywhere", "moves", "free_offering", "coins_kept")
"""Standing numbers that are 1 or nothing."""
AMOUNT_NUMBERS = ("storage", "hand_limit", "gather_mix", "bonus_again", "row_coins_again", "foresight", "sale", "room_saving")
DISCOUNTS = tuple(f"{kind}_{resource}" for kind in ITEM_KINDS for resource in RESOURCES)
NUMBERS = (*AMOUNT_NUMBERS, *FLAGS, *DISCOUNTS)
"""Words for standing numbers."""
COUNTED = ("scrolls", "coins", "specialists", "rooms", "resource_kinds", "mages", "rogues", "warriors", "weapons", "armors")
"""Words for what is counted at the end."""
CONDITIONS = {"crafted": HEROES, "quest_treasure": (*HEROES, "items"), "end_points": ("full", "statue_beside")}
"""Words for what an `if` may ask, by trigger."""
HIRED = ("exchange", "baggage", "buy_relics", "take_oldest", "steal", "take_quest", "copy_hired")
KINDS = {
    "standing": ("standing",),
    "gathered": ("gain",),
    "crafted": ("gain", "pay", "if", "choose", "draw", "draw_named", "thug", "warlock"),
    "quest_treasure": ("gain", "pay", "if", "choose", "discard", "draw", "draw_named"),
    "hired": ("gain", "pay", "choose", "discard", "draw", "draw_named", "action", *HIRED),
    "played": ("gain", "lose", "pay", "choose", "each", "discard", "draw", "draw_named", "name", "action"),
    "item_made": ("double",),
    "quest_done": ("double",),
    "end_points": ("gain", "count", "if"),
    "setup": ("gain", "choose", "draw", "draw_named", "place_room"),
}
"""Kinds of rows by trigger."""
TRIGGERS = tuple(KINDS)
ACTIONS = {"hired": ("craft", "gather"), "played": ("hire",)}
DOUBLED = {"item_made": "coins", "quest_done": "treasure"}


def check_chain(trigger: str, chain: Any) -> None:
    """ValueError for a row that cannot stand under its trigger, or where it stands in the chain."""
    for row in rows_of(chain):
        if row.kind not in KINDS[trigger]:
            raise ValueError(f"{trigger} has a row of the kind {row.kind}, expected {', '.join(KINDS[trigger])}")
        if row.kind == "standing":
            check_standing(row)
        elif row.kind == "count":
            check_words(row, of=COUNTED, other=COUNTED)
        elif row.kind == "if":
            check_words(row, of=CONDITIONS[trigger])
        elif row.kind == "action":
            check_words(row, which=ACTIONS[trigger])
            if row.n != 1 or row.may is (trigger == "played"):
                raise ValueError("an action is done once; it may be declined when hired, not when played")
        elif row.kind == "double" and row.what != DOUBLED[trigger]:
            raise ValueError(f"{trigger} doubles {DOUBLED[trigger]}, not {row.what}")
        elif isinstance(row, OfOneCard | PlaceRoom) and row is not chain:
            raise ValueError(f"{row.kind} stands at the head of a chain")
    check_places(trigger, chain, named=False, drawn=False)


def check_standing(row: Any) -> None:
    """ValueError for a standing number out of its range."""
    check_words(row, number=NUMBERS)
    most = 1 if row.number in FLAGS else MAX_MIX if row.number == "gather_mix" else 20
    if row.n > most:
        raise ValueError(f"n is {row.n}, expected at most {most} for {row.number}")


def check_places(trigger: str, row: Any, *, named: bool, drawn: bool) -> None:
    """ValueError where a row asks for something that no row before it gives: a kind or colour named."""
    if row is None:
        return
    if row.kind in ("gain", "lose"):
        gained = ("points",) if trigger == "end_points" else (*RESOURCES, "coins", *(("named",) if named else ()))
        check_words(row, what=gained if row.kind == "gain" else ("named",) if named else RESOURCES)
    elif row.kind == "pay":
        check_words(row, what=("coins",))
    elif row.kind == "draw_named":
        if row.other and not drawn:
            raise ValueError("draw_named: other, but no colour was named before")
        drawn = True
    elif row.kind == "choose":
        options = list(row.options.values())
        if any(option in options[:i] for i, option in enumerate(options)):
            raise ValueError("two options are the same")
        for option in options:
            check_places(trigger, option, named=named, drawn=drawn)
    check_places(trigger, getattr(row, "then", None), named=named or row.kind == "name", drawn=drawn)


class Effects(Strict):
    """Chains by trigger."""

    @model_validator(mode="after")
    def _chains_fit(self) -> Effects:
        for trigger in type(self).model_fields:
            if (chain := getattr(self, trigger)) is not None:
                check_chain(trigger, chain)
        return self


class SpecialistEffects(Effects):
    """Chains of a specialist."""

    standing: Standing | None = None
    gathered: Row | None = None
    crafted: Row | None = None
    quest_treasure: Row | None = None
    hired: Row | None = None


class TreasureEffects(Effects):
    """The chain of a treasure: it is played, or used when an item is made or a quest done."""

    played: Row | None = None
    item_made: Double | None = None
    quest_done: Double | None = None

    @model_validator(mode="after")
    def _has_one_moment(self) -> TreasureEffects:
        if sum(chain is not None for chain in (self.played, self.item_made, self.quest_done)) != 1:
            raise ValueError("expected one of played, item_made and quest_done")
        return self


class RoomEffects(Effects):
    """Chains of a room."""

    standing: Standing | None = None
    end_points: Row | None = None


class GuildEffects(Effects):
    """The chain of a guild tile."""

    setup: Row | None = None


# Cards and tiles


class Item(Strict):
    """An item of a quest; `face`: what is shown."""

    face: str
    kind: Literal["weapon", "armor"]
    cost: dict[Resource, Annotated[int, Field(ge=1, le=MAX_COST)]]
    coins: Price


class Quest(Sourced):
    """A quest card."""

    id: Id
    name: str
    deck: Literal["age1_common", "age1_rare", "age2"]
    hero: Hero
    items: Annotated[list[Item], Field(min_length=1, max_length=2)]
    reward: list[Colour]
    rule: str

    @model_validator(mode="after")
    def _has_a_treasure_an_item(self) -> Quest:
        if len(self.reward) != len(self.items):
            raise ValueError(f"has {len(self.items)} items and {len(self.reward)} treasures, expected as many")
        return self


class QuestsFile(Sourced):
    """quests.yaml."""

    schema_: Literal["kings_guild/quests/1"] = Field(alias="schema")
    prestige: Points
    quests: Annotated[list[Quest], Field(min_length=1, max_length=MAX_CARDS)]


class Specialist(Sourced):
    """A specialist card."""

    id: Id
    name: str
    deck: Literal["A", "B", "C"]
    set: Literal["base", "promo"]
    cost: Annotated[int, Field(ge=1, le=50), Unit("coins")]
    prestige: Points
    effects: SpecialistEffects
    rule: str


class SpecialistsFile(Sourced):
    """specialists.yaml."""

    schema_: Literal["kings_guild/specialists/1"] = Field(alias="schema")
    specialists: Annotated[list[Specialist], Field(min_length=1, max_length=MAX_CARDS)]


class Treasure(Sourced):
    """A treasure card; `face`: what it shows."""

    id: Id
    name: str
    colour: Colour
    count: Annotated[int, Field(ge=0, le=28), Unit("cards")]
    type: Literal["map", "scroll", "relic", "charm", "coin", "other"]
    face: Id | None = None
    sell: Price
    points: Points | None = None
    relic: Literal["helm", "breastplate", "sword", "boots", "shield", "gauntlets"] | None = None
    effects: TreasureEffects | None = None
    rule: str

    @model_validator(mode="after")
    def _is_complete(self) -> Treasure:
        for field, value in (("points", self.points), ("relic", self.relic)):
            owner = {"points": "charm", "relic": "relic"}[field]
            if (value is None) is (self.type == owner):
                raise ValueError(f"{field} stands at a {owner}, and only there")
        if (self.effects is None) is not (self.type in ("relic", "charm", "coin")):
            raise ValueError("relics, charms and coin cards have no effects, all others do")
        return self


class TreasuresFile(Sourced):
    """treasures.yaml."""

    schema_: Literal["kings_guild/treasures/1"] = Field(alias="schema")
    treasures: Annotated[list[Treasure], Field(min_length=1, max_length=MAX_CARDS)]


class Room(Sourced):
    """A room, or one side of a chamber tile."""

    id: Id
    name: str
    type: Literal["shared", "chamber", "master", "special"]
    tile: Id | None = None
    count: Annotated[int, Field(ge=1, le=MAX_TILES), Unit("tiles")]
    size: Annotated[Literal[1, 2], Unit("squares")]
    cost: Price | None = None
    prestige: Points
    spaces: Annotated[Literal[1, 2], Unit("spaces")] | None = None
    effects: RoomEffects
    rule: str

    @model_validator(mode="after")
    def _is_complete(self) -> Room:
        if (self.tile is None) is (self.type == "chamber"):
            raise ValueError("tile stands at a chamber, and only there")
        if (self.cost is None) is not (self.type == "special"):
            raise ValueError("special rooms have no cost, all others do")
        if self.type in ("master", "special") and self.count != 1:
            raise ValueError(f"count is {self.count}, expected 1 for a {self.type} room")
        if any(row.kind == "if" and row.of == "full" for row in rows_of(self.effects.end_points)) and self.spaces is None:
            raise ValueError("asks whether its spaces are full and has none")
        return self


class RoomsFile(Sourced):
    """rooms.yaml."""

    schema_: Literal["kings_guild/rooms/1"] = Field(alias="schema")
    rooms: Annotated[list[Room], Field(min_length=1, max_length=MAX_ROOMS)]


class Guild(Sourced):
    """A guild tile; `face`: its colour."""

    id: Id
    name: str
    face: Id
    storage: Annotated[int, Field(ge=1, le=20), Unit("resources")]
    effects: GuildEffects
    rule: str


class GuildsFile(Sourced):
    """guilds.yaml."""

    schema_: Literal["kings_guild/guilds/1"] = Field(alias="schema")
    guilds: Annotated[list[Guild], Field(min_length=1, max_length=MAX_TILES)]


class Bonus(Strict):
    """What a square gives when a tile covers it."""

    x: Annotated[int, Field(ge=0, le=COLUMNS - 1), Unit("column")]
    y: Annotated[int, Field(ge=0, le=ROWS - 1), Unit("row")]
    what: Literal["cloth", "leather", "metal", "wood", "gem", "magic", "coins"]


class Board(Sourced):
    """A player board."""

    id: Id
    name: str
    bonuses: Annotated[list[Bonus], Field(max_length=10), Entries("bonus")]
    rule: str


class PlayerBoardsFile(Sourced):
    """player_boards.yaml."""

    schema_: Literal["kings_guild/player_boards/1"] = Field(alias="schema")
    outside_spaces: Annotated[int, Field(ge=0, le=8), Unit("spaces")]
    coins: Annotated[Small, Unit("coins")]
    boards: Annotated[list[Board], Field(min_length=1, max_length=MAX_TILES)]


# Numbers


class ResourceRow(Sourced):
    """A kind of resource."""

    id: Resource


class InPlay(Strict):
    """Resources of each kind in the stock."""

    common: Annotated[dict[Players, Small], Unit("tokens")]
    rare: Annotated[dict[Players, Small], Unit("tokens")]


class ResourcesFile(Sourced):
    """resources.yaml."""

    schema_: Literal["kings_guild/resources/1"] = Field(alias="schema")
    resources: list[ResourceRow]
    in_play: InPlay


class PlayersRow(Sourced):
    """Set-up for one number of players."""

    quests: Annotated[dict[Literal["age1_common", "age1_rare", "age2"], Annotated[int, Field(ge=0, le=MAX_CARDS)]], Unit("cards")]
    slots: Annotated[int, Field(ge=1, le=MAX_SLOTS), Unit("quests")]
    specialists: Annotated[int, Field(ge=0, le=MAX_CARDS), Unit("cards")]
    masters: Annotated[int, Field(ge=0, le=MAX_ROOMS), Unit("tiles")]
    tiles: Annotated[dict[Id, Annotated[int, Field(ge=0, le=MAX_TILES)]], Unit("tiles")]


class Solo(Strict):
    """What is left out with one player, and the lowest score of each rating."""

    specialists: list[Id]
    treasures: list[Id]
    ratings: Annotated[dict[Rating, Annotated[int, Field(ge=0, le=500)]], Unit("points")]


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["kings_guild/setup/1"] = Field(alias="schema")
    min_players: Literal[1]
    max_players: Literal[6]
    row: Annotated[int, Field(ge=1, le=MAX_ROW), Unit("places")]
    coins: Annotated[list[Small], Field(min_length=MAX_PLAYERS, max_length=MAX_PLAYERS), Unit("coins"), Entries("to move")]
    sigils: Annotated[int, Field(ge=0, le=4), Unit("sigils")]
    hand_limit: Annotated[Small, Unit("cards")]
    one_workshop: Annotated[list[Players], Unit("players"), Entries("entry")]
    players: dict[Players, PlayersRow]
    solo: Solo


class Offering(Strict):
    """Points of the offering."""

    base: Points
    coins_per_point: Annotated[Number, Unit("coins")]
    resources_per_point: Annotated[Number, Unit("resources")]


class ScoringFile(Sourced):
    """scoring.yaml."""

    schema_: Literal["kings_guild/scoring/1"] = Field(alias="schema")
    charm_majority: Points
    relics: Annotated[
        list[Annotated[int, Field(ge=0, le=100)]],
        Field(min_length=len(RELICS), max_length=len(RELICS)),
        Unit("points"),
        Entries("a set of"),
    ]
    offering: Offering


class ComponentsFile(Sourced):
    """components.yaml: the box as it is, for cross-checks only (KG-C-01 to KG-C-09)."""

    schema_: Literal["kings_guild/components/1"] = Field(alias="schema")
    cards: dict[str, int]
    tiles: dict[str, int]
    boards: dict[str, int]
    tokens: dict[str, int]
    promo: dict[str, int]


MODELS = {
    "components": ComponentsFile,
    "guilds": GuildsFile,
    "options": OptionsFile,
    "player_boards": PlayerBoardsFile,
    "quests": QuestsFile,
    "resources": ResourcesFile,
    "rooms": RoomsFile,
    "scoring": ScoringFile,
    "setup": SetupFile,
    "specialists": SpecialistsFile,
    "treasures": TreasuresFile,
}


# What the other modules ask of the files


def specialists_in_play(components: Components, options: Options, players: int) -> list[Any]:
    """Specialists that may be shuffled in: those of the box, with GO-27 the promotional ones; alone without three (KG-V-11)."""
    out = components["setup"]["solo"]["specialists"] if players == 1 else []
    sets = ("base", "promo")[: 1 + bool(options["promo_specialists"])]
    return [row for row in components["specialists"]["specialists"] if row["set"] in sets and row["id"] not in out]


def copies(components: Components, options: Options, players: int) -> dict[str, int]:
    """Copies in play of each treasure by id: GO-28 says how many blue Treasure Maps, alone there are no Spoiling Potions (KG-V-11)."""
    out = components["setup"]["solo"]["treasures"] if players == 1 else []
    counts = {row["id"]: 0 if row["id"] in out else row["count"] for row in components["treasures"]["treasures"]}
    return counts | {BLUE_MAP: min(counts[BLUE_MAP], int(options["blue_treasure_maps"]))}


def rooms_of(components: Components, type_: str) -> list[Any]:
    """Rooms of a type."""
    return [row for row in components["rooms"]["rooms"] if row["type"] == type_]


def tiles_for_sale(components: Components) -> dict[str, int]:
    """Tiles in the box by the name set-up has for them: shared rooms, then chamber tiles by what both their sides share."""
    counts = {row["id"]: row["count"] for row in rooms_of(components, "shared")}
    return counts | {row["tile"]: row["count"] for row in rooms_of(components, "chamber")}
