"""The component files of Architects of the West Kingdom: a model per file, and the words they may use."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simcli.game import Components, Options
from simcli.games.architects import state as S
from simcli.games.components import Entries, Id, OptionsFile, Provenance, Sourced, Strict, Unit
from simcli.games.effect_rows import Gain, Pay, Row, Standing, check_words, rows_of

GOODS = ("clay", "wood", "stone", "gold", "marble")
PURSE = (*GOODS, "silver")
SKILLS = ("carpentry", "tiling", "masonry")
PLACES = ("quarry", "forest", "silversmith", "mines", "storehouse", "workshop", "town_centre", "tax_stand", "guardhouse")
"""Open places in the order of the state (AW-A00)."""
SPACES = ("left", "middle", "right")
LEVEL_MIX = ("wood", "stone")
AMOUNTS = {name: number for number, name in enumerate(PURSE)} | {
    "virtue": S.VIRTUE,
    "debt": S.UNPAID,
    "paid_debt": S.PAID,
    "level": S.LEVEL,
    "prison": S.PRISON,
    "cards": S.CARDS,
    "buildings": S.BUILDINGS,
    "captives": S.CAPTURED,
    "carpentry": S.CARPENTRY,
    "tiling": S.TILING,
    "masonry": S.MASONRY,
    "basic": S.BASIC,
    "points": S.POINTS,
}
"""Words for amounts."""
OF_APPRENTICES = ("capture_silver", "market_virtue", "market_silver", "tax_stand_virtue", "storehouse_workers")
OF_BOARDS = ("tax", "hire_silver", "hire_limit", "sacrifice", "interchange", "saving", "buy_off")
NUMBERS = {name: number for number, name in enumerate((*OF_APPRENTICES, *OF_BOARDS))}
"""Words for standing numbers, as the state numbers them."""
FLAGS = ("sacrifice", "interchange", "saving")
"""Standing numbers that are 1 or nothing."""
IN_TURNS = ("quarry", "forest", "silversmith", "mines", "tax_stand", "market", "cathedral", "debt_paid", "sent", "reset", "storehouse")
TRIGGERS = {name: number for number, name in enumerate((*IN_TURNS, "built", "end_virtue", "end_points"))}
"""Words for when a row starts, as the state numbers them."""

Small = Annotated[int, Field(ge=0, le=20)]
Positive = Annotated[int, Field(ge=1, le=20)]
Good = Literal["clay", "wood", "stone", "gold", "marble"]
Bought = Literal["clay", "wood", "stone", "gold", "marble", "silver"]
Skill = Literal["carpentry", "tiling", "masonry"]
Set = Literal["base", "promo"]
ByGood = dict[Good, Small]
Icon = Annotated[int, Field(ge=-5, le=5)]


# Rows of effects

GAINED = (*PURSE, "virtue", "debt", "cards", "points")
COUNTED = tuple(word for word in AMOUNTS if word != "points")
PLAIN = ("gain", "lose", "pay", "count", "if", "most", "each", "release")
"""Kinds of rows that ask nothing."""
ENDING = ("gain", "lose", "count", "if", "most")
"""Kinds of rows at the end of the game."""
ACTIONS = ("capture", "ransom", "hire", "guildhall")
FROM = ("hand", "apprentices")


def check_chain(trigger: str, chain: Any) -> None:
    """ValueError for a row that cannot stand under its trigger."""
    kinds = {"standing": ("standing",), "end_virtue": ENDING, "end_points": ENDING, "built": (*PLAIN, "choose", "discard", "action")}
    for row in rows_of(chain):
        check_words(row, what=PURSE if row.kind == "pay" else GAINED, of=COUNTED, which=ACTIONS, from_=FROM, number=NUMBERS)
        if row.kind not in (expected := kinds.get(trigger, PLAIN)):
            raise ValueError(f"{trigger} has a row of the kind {row.kind}, expected {', '.join(expected)}")
        moved = row.what if row.kind in ("gain", "lose") else ""
        if moved and trigger.startswith("end_") and moved != trigger.removeprefix("end_"):
            raise ValueError(f"{trigger} moves {moved}, expected {trigger.removeprefix('end_')}")
        if (moved == "points" and trigger != "end_points") or ((row.kind, moved) == ("lose", "debt") and trigger != "built"):
            raise ValueError(f"{trigger} cannot {row.kind} {moved}")
        if row.kind == "choose":
            check_choice(row)
        elif row.kind == "action" and row.which != "capture" and row.n != 1:
            raise ValueError(f"n is {row.n}, expected 1: only captures can be several")
        elif row.kind == "standing" and row.number in FLAGS and row.n != 1:
            raise ValueError(f"n is {row.n}, expected 1 for {row.number}")


def check_choice(row: Any) -> None:
    """ValueError unless it is one of several gains, one debt lost, or a ransom or a capture."""
    options = list(row.options.values())
    forms = [(option.kind, getattr(option, "what", "") or getattr(option, "which", "")) for option in options]
    if all(kind == "gain" and what not in ("debt", "points") for kind, what in forms):
        if len({(option.what, option.n) for option in options}) < len(options):
            raise ValueError("two options are the same gain")
    elif forms != [("lose", "debt")] and sorted(forms) != [("action", "capture"), ("action", "ransom")]:
        raise ValueError("options are gains, or one debt lost, or a ransom and a capture")
    elif options[0].kind == "lose" and options[0].n != 1:
        raise ValueError(f"n is {options[0].n}, expected 1 for a debt destroyed")


class Effects(Strict):
    """Chains by trigger."""

    @model_validator(mode="after")
    def _chains_fit(self) -> Effects:
        for trigger in type(self).model_fields:
            check_chain(trigger, getattr(self, trigger))
        return self


class ApprenticeEffects(Effects):
    """Chains of an apprentice."""

    quarry: Row | None = None
    forest: Row | None = None
    silversmith: Row | None = None
    mines: Row | None = None
    tax_stand: Row | None = None
    market: Row | None = None
    cathedral: Row | None = None
    debt_paid: Row | None = None
    sent: Row | None = None
    reset: Row | None = None
    storehouse: Pay | None = None
    standing: Standing | None = None

    @model_validator(mode="after")
    def _are_of_an_apprentice(self) -> ApprenticeEffects:
        if any(NUMBERS[row.number] >= S.APPRENTICE_STANDINGS for row in rows_of(self.standing)):
            raise ValueError("standing has a number that only a player board can have")
        if self.storehouse is not None and [row.kind for row in rows_of(self.storehouse)] != ["pay", "gain"]:
            raise ValueError("storehouse: a trade pays one thing and gains one")
        return self


class BoardEffects(Effects):
    """Chains of a player board; `built` for each building constructed."""

    market: Row | None = None
    sent: Row | None = None
    reset: Row | None = None
    built: Row | None = None
    standing: Standing | None = None

    @model_validator(mode="after")
    def _asks_nothing(self) -> BoardEffects:
        check_chain("market", self.built)
        return self


class BuildingEffects(Effects):
    """Chains of a building."""

    built: Row | None = None
    end_virtue: Row | None = None
    end_points: Row | None = None


# Cards and boards


class Apprentice(Sourced):
    """An apprentice card."""

    id: Id
    name: str
    set: Set
    count: Annotated[int, Field(ge=1, le=8), Unit("cards")]
    skills: Annotated[list[Skill], Field(max_length=3)]
    virtue: Annotated[Icon, Unit("virtue")]
    effects: ApprenticeEffects
    rule: str


class ApprenticesFile(Sourced):
    """apprentices.yaml."""

    schema_: Literal["architects/apprentices/1"] = Field(alias="schema")
    hire_limit: Annotated[int, Field(ge=1, le=20), Unit("apprentices")]
    apprentices: Annotated[list[Apprentice], Field(min_length=8, max_length=S.MAX_CARDS)]


class Building(Sourced):
    """A building card."""

    id: Id
    name: str
    set: Set
    points: Annotated[int, Field(ge=0, le=50), Unit("points")]
    skills: Annotated[list[Skill], Field(max_length=3)]
    cost: ByGood
    virtue: Annotated[Icon, Unit("virtue")]
    effects: BuildingEffects
    rule: str


class BuildingsFile(Sourced):
    """buildings.yaml."""

    schema_: Literal["architects/buildings/1"] = Field(alias="schema")
    hand_limit: Annotated[int, Field(ge=1, le=30), Unit("cards")]
    buildings: Annotated[list[Building], Field(min_length=20, max_length=S.MAX_CARDS)]


class Space(Sourced):
    """A space of the Black Market."""

    id: Literal["left", "middle", "right"]
    cost: dict[Literal["silver", "virtue"], Small]
    free: dict[Literal["silver", "virtue"], Small] | None = None
    printed: ByGood | None = None
    draw: Annotated[int, Field(ge=1, le=S.DRAWN), Unit("cards")] | None = None
    keep: Annotated[Literal[1], Unit("cards")] | None = None
    rule: str

    @model_validator(mode="after")
    def _is_complete(self) -> Space:
        middle = self.id == "middle"
        if any((value is None) is middle for value in (self.free, self.draw, self.keep)) is False and (self.printed is None) is middle:
            return self
        raise ValueError("the middle space has free, draw and keep, the others have printed")


class MarketCard(Sourced):
    """A card of the Black Market."""

    id: Id
    small: ByGood
    large: ByGood
    rule: str


class BlackMarketFile(Sourced):
    """black_market.yaml."""

    schema_: Literal["architects/black_market/1"] = Field(alias="schema")
    spaces: Annotated[list[Space], Field(min_length=3, max_length=3)]
    cards: Annotated[list[MarketCard], Field(min_length=1, max_length=S.MAX_MARKET)]


class Reward(Sourced):
    """A reward card."""

    id: Id
    count: Annotated[int, Field(ge=1, le=8), Unit("cards")]
    effect: Gain
    rule: str

    @model_validator(mode="after")
    def _chain_fits(self) -> Reward:
        check_chain("cathedral", self.effect)
        return self


class RewardsFile(Sourced):
    """rewards.yaml."""

    schema_: Literal["architects/rewards/1"] = Field(alias="schema")
    empty_pile: Gain
    rewards: Annotated[list[Reward], Field(min_length=1, max_length=S.MAX_REWARDS)]

    @model_validator(mode="after")
    def _chain_fits(self) -> RewardsFile:
        check_chain("cathedral", self.empty_pile)
        return self


class DebtsFile(Sourced):
    """debts.yaml."""

    schema_: Literal["architects/debts/1"] = Field(alias="schema")
    unpaid: dict[Literal["points"], Annotated[int, Field(ge=-10, le=0)]]
    paid: dict[Literal["virtue"], Small]
    pay_off: dict[Literal["tax", "silver"], Small]


class Start(Strict):
    """What a board begins with."""

    virtue: Annotated[int, Field(ge=0, le=S.TRACK - 1), Unit("virtue")]
    silver: Small = 0
    prison: Annotated[Small, Unit("workers")]
    debt: Small = 0
    cards: Annotated[int, Field(ge=0, le=5), Unit("cards")] = 0
    clay: Small = 0
    wood: Small = 0
    stone: Small = 0
    gold: Small = 0
    marble: Small = 0


class Board(Sourced):
    """The variable side of a player board."""

    id: Id
    name: str
    colour: Id
    set: Set
    start: Start
    effects: BoardEffects
    rule: str


class PlayerBoardsFile(Sourced):
    """player_boards.yaml."""

    schema_: Literal["architects/player_boards/1"] = Field(alias="schema")
    standard: Start
    boards: Annotated[list[Board], Field(min_length=5, max_length=S.MAX_BOARDS - 1)]


# Main board and numbers


class YieldPlace(Sourced):
    """A place that gives n of something, or a bit more; the mines give gold as well."""

    id: Literal["quarry", "forest", "silversmith", "mines"]
    gain: YieldRow
    gold: Annotated[dict[Literal["every"], Annotated[int, Field(ge=1, le=20)]], Unit("workers")] | None = None
    rule: str

    @model_validator(mode="after")
    def _only_the_mines_have_gold(self) -> YieldPlace:
        if (self.gold is None) is (self.id == "mines"):
            raise ValueError("gold stands at the mines, and only there")
        return self


class YieldRow(Strict):
    """n and `plus` more."""

    what: Bought
    plus: Annotated[Small, Unit("goods")]


class Trade(Strict):
    """Goods in any mix for something."""

    gain: Literal["clay", "wood", "stone", "gold", "marble", "silver", "virtue"]
    n: Annotated[Positive, Unit("goods")]
    of: Annotated[list[Literal["clay", "wood", "stone"]], Field(min_length=1, max_length=3)]
    amount: Annotated[int, Field(ge=1, le=4), Unit("goods")]


class StorehousePlace(Sourced):
    """The King's storehouse."""

    id: Literal["storehouse"]
    trades: Annotated[list[Trade], Field(min_length=1, max_length=3)]
    rule: str


class HirePrice(Strict):
    """Price at the workshop, and of each card in the way."""

    tax: Annotated[Small, Unit("silver")]
    silver: Small
    skip: Annotated[int, Field(ge=1, le=20), Unit("silver")]


class DrawRow(Strict):
    """`plus` and one for every so many of n."""

    plus: Annotated[Small, Unit("cards")]
    every: Annotated[Positive, Unit("workers")]


class WorkshopPlace(Sourced):
    """The workshop."""

    id: Literal["workshop"]
    hire: HirePrice
    draw: DrawRow
    rule: str


class CapturePrices(Strict):
    """Prices of captures, and at how many places they may be by number of players."""

    first_tax: Annotated[Small, Unit("silver")]
    next_silver: Annotated[Small, Unit("silver")]
    places: Annotated[dict[Literal[2, 3, 4, 5], Annotated[int, Field(ge=1, le=S.LOCATIONS)]], Unit("places")]


class TownCentrePlace(Sourced):
    """The town centre."""

    id: Literal["town_centre"]
    captures: CapturePrices
    rule: str


class TaxStandPlace(Sourced):
    """The tax stand."""

    id: Literal["tax_stand"]
    virtue: Annotated[Small, Unit("virtue")]
    rule: str


class GuardhousePlace(Sourced):
    """The guardhouse."""

    id: Literal["guardhouse"]
    send_silver: Annotated[Small, Unit("silver")]
    ransom: dict[Literal["tax", "silver", "debt", "virtue"], Small]
    rule: str


Place = Annotated[
    YieldPlace | StorehousePlace | WorkshopPlace | TownCentrePlace | TaxStandPlace | GuardhousePlace, Field(discriminator="id")
]


class VirtueTrack(Strict):
    """The virtue track."""

    max: Literal[14]
    market_closed_from: Annotated[int, Field(ge=0, le=S.TRACK), Unit("virtue")]
    cathedral_closed_up_to: Annotated[int, Field(ge=-1, le=S.TRACK - 1), Unit("virtue")]
    tax_discount: Annotated[dict[Annotated[int, Field(ge=0, le=S.TRACK - 1)], Small], Unit("silver"), Entries("virtue")]
    final_points: Annotated[
        dict[Annotated[int, Field(ge=0, le=S.TRACK - 1)], Annotated[int, Field(ge=-50, le=50)]], Unit("points"), Entries("virtue")
    ]


class Mix(Strict):
    """Wood and stone in any mix."""

    of: Annotated[list[Literal["wood", "stone"]], Field(min_length=2, max_length=2)]
    amount: Annotated[int, Field(ge=1, le=20), Unit("goods")]


class Level(Strict):
    """A level of the Cathedral: fixed goods, or a mix."""

    level: Annotated[int, Field(ge=1, le=S.MAX_LEVELS - 1), Unit("level")]
    points: Annotated[int, Field(ge=0, le=100), Unit("points")]
    spaces: Annotated[int, Field(ge=1, le=5), Unit("markers")]
    cost: dict[Literal["clay", "gold", "marble"], Small] | None = None
    mix: Mix | None = None
    provenance: Provenance

    @model_validator(mode="after")
    def _has_one_price(self) -> Level:
        if (self.cost is None) is (self.mix is None):
            raise ValueError("has one of cost and mix")
        return self


class Cathedral(Strict):
    """The Cathedral."""

    cards_per_step: Annotated[int, Field(ge=0, le=1), Unit("cards")]
    levels: Annotated[list[Level], Field(min_length=1, max_length=S.MAX_LEVELS - 1)]


class Icons(Strict):
    """Where icons of the Guildhall stand: rows and a column, from 1."""

    rows: Annotated[list[Annotated[int, Field(ge=1, le=S.HALL_ROWS)]], Unit("row"), Entries("row")]
    column: Annotated[int, Field(ge=1, le=S.MAX_COLUMNS), Unit("column")]


class Guildhall(Strict):
    """The Guildhall."""

    rows: Annotated[int, Field(ge=1, le=S.HALL_ROWS), Unit("rows")]
    columns: Annotated[dict[Literal[2, 3, 4, 5], Annotated[int, Field(ge=1, le=S.MAX_COLUMNS)]], Unit("columns")]
    apprentices_leave: Icons
    market_reset: Icons


class Reset(Strict):
    """Numbers of a market reset."""

    prison_penalty_from: Annotated[Positive, Unit("workers")]
    prison_penalty: Annotated[Small, Unit("virtue")]
    debts: Annotated[Small, Unit("debts")]


class Scoring(Strict):
    """Points of goods and workers."""

    gold: Annotated[Small, Unit("points")]
    marble: Annotated[Small, Unit("points")]
    silver_per_point: Annotated[Positive, Unit("silver")]
    prison_per_minus_point: Annotated[Positive, Unit("workers")]


class Display(Strict):
    """Face-up apprentices."""

    rows: Literal[2]
    columns: Literal[4]


class BoardFile(Sourced):
    """board.yaml."""

    schema_: Literal["architects/board/1"] = Field(alias="schema")
    goods: list[Good]
    workers_per_player: Annotated[int, Field(ge=1, le=20), Unit("workers")]
    start_tax_stand: Annotated[Small, Unit("silver")]
    display: Display
    places: Annotated[list[Place], Field(min_length=9, max_length=9)]
    virtue_track: VirtueTrack
    cathedral: Cathedral
    guildhall: Guildhall
    reset: Reset
    scoring: Scoring


class Draft(Strict):
    """Buildings dealt and kept."""

    deal: Annotated[int, Field(ge=1, le=S.PACKET), Unit("cards")]
    keep: Annotated[int, Field(ge=1, le=S.PACKET), Unit("cards")]


class PlayersRow(Sourced):
    """Set-up for one number of players."""

    silver: Annotated[list[Small], Field(min_length=2, max_length=5), Unit("silver"), Entries("to move")]
    rewards: Annotated[dict[Literal["remove_2_per_player_plus_1", "use_2_per_player_plus_1"], Small], Unit("cards")]


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["architects/setup/1"] = Field(alias="schema")
    min_players: Literal[2]
    max_players: Literal[5]
    draft: Draft
    players: dict[Literal[2, 3, 4, 5], PlayersRow]
    profiles: dict[Literal["seed", "published"], dict[Id, str]]


class ComponentsFile(Sourced):
    """components.yaml: the box as it is, for cross-checks only (AW-C01 to AW-C04)."""

    schema_: Literal["architects/components/1"] = Field(alias="schema")
    cards: dict[str, int]
    boards: dict[str, int]
    workers: dict[str, int]
    markers: dict[str, int]
    tokens: dict[str, int]
    promo: dict[str, int]


MODELS = {
    "apprentices": ApprenticesFile,
    "black_market": BlackMarketFile,
    "board": BoardFile,
    "buildings": BuildingsFile,
    "components": ComponentsFile,
    "debts": DebtsFile,
    "options": OptionsFile,
    "player_boards": PlayerBoardsFile,
    "rewards": RewardsFile,
    "setup": SetupFile,
}


# What the other modules ask of the files

BY_PROFILE = "by_profile"


def settled(components: Components, options: Options) -> dict[str, Any]:
    """The options with what the profile stands for in place of `by_profile` (GO-01)."""
    profile = components["setup"]["profiles"][options["profile"]]
    return {id_: profile[id_] if value == BY_PROFILE else value for id_, value in options.items()}


def in_play(components: Components, options: Options, stem: str, rows: str = "") -> list[Any]:
    """Cards or boards of a file that are in play: those of the box, then the promotional ones (AW-V02, GO-17)."""
    all_rows = components[stem][rows or stem]
    return [row for set_ in ("base", "promo")[: 1 + bool(options["include_promo_cards"])] for row in all_rows if row["set"] == set_]


def place(components: Components, id_: str) -> Any:
    """An open place of the main board."""
    return components["board"]["places"][PLACES.index(id_)]


def space(components: Components, id_: str) -> Any:
    """A space of the Black Market."""
    return components["black_market"]["spaces"][SPACES.index(id_)]


assert NUMBERS["buy_off"] == S.DEBT_SILVER
assert TRIGGERS["end_points"] == S.END_POINTS
