"""The component files of Architects of the West Kingdom: a model per file, and the words they may use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from simcli.game import Components, Options
from simcli.games.architects import state as S
from simcli.games.components import Id, OptionsFile, Provenance, Sourced, Strict

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
NUMBERS = {
    "capture_silver": S.CAPTURE_SILVER,
    "market_virtue": S.MARKET_VIRTUE,
    "market_silver": S.MARKET_SILVER,
    "tax_stand_virtue": S.TAX_STAND_VIRTUE,
    "storehouse_workers": S.STOREHOUSE_WORKERS,
    "tax": S.TAX_LESS,
    "hire_silver": S.HIRE_SILVER,
    "hire_limit": S.APPRENTICE_ROOM,
    "sacrifice": S.NO_SACRIFICE,
    "interchange": S.INTERCHANGEABLE,
    "saving": S.SAVING_GOODS,
    "buy_off": S.DEBT_SILVER,
}
"""Words for standing numbers."""
FLAGS = ("sacrifice", "interchange", "saving")
"""Standing numbers that are 1 or nothing."""
TRIGGERS = {
    "quarry": S.AT_QUARRY,
    "forest": S.AT_FOREST,
    "silversmith": S.AT_SILVERSMITH,
    "mines": S.AT_MINES,
    "tax_stand": S.AT_TAX_STAND,
    "market": S.AT_MARKET,
    "cathedral": S.AT_CATHEDRAL,
    "debt_paid": S.AT_DEBT_PAID,
    "sent": S.AT_SENDING,
    "reset": S.AT_RESET,
    "storehouse": S.AT_STOREHOUSE,
    "built": S.WHEN_BUILT,
    "end_virtue": S.END_VIRTUE,
    "end_points": S.END_POINTS,
}
STANDING = "standing"

Small = Annotated[int, Field(ge=0, le=20)]
Positive = Annotated[int, Field(ge=1, le=20)]
Good = Literal["clay", "wood", "stone", "gold", "marble"]
Bought = Literal["clay", "wood", "stone", "gold", "marble", "silver"]
Gained = Literal["clay", "wood", "stone", "gold", "marble", "silver", "virtue", "debt", "cards", "points"]
Counted = Literal[
    "clay",
    "wood",
    "stone",
    "gold",
    "marble",
    "silver",
    "virtue",
    "debt",
    "paid_debt",
    "level",
    "prison",
    "cards",
    "buildings",
    "captives",
    "carpentry",
    "tiling",
    "masonry",
    "basic",
]
Skill = Literal["carpentry", "tiling", "masonry"]
Set = Literal["base", "promo"]
ByGood = dict[Good, Small]
Icon = Annotated[int, Field(ge=-5, le=5)]


# Rows of effects


class Gain(Strict):
    """n of an amount, after a count so many times."""

    kind: Literal["gain", "lose"]
    what: Gained
    n: Positive
    then: Row | None = None


class Pay(Strict):
    """n of goods or silver, or the chain ends."""

    kind: Literal["pay"]
    what: Bought
    n: Positive
    then: Row


class Count(Strict):
    """Every full `every` of an amount counts once."""

    kind: Literal["count"]
    of: Counted
    every: Positive
    then: Row


class If(Strict):
    """Goes on if the amount lies between."""

    kind: Literal["if"]
    of: Counted
    least: Annotated[int, Field(ge=0, le=999)] = 0
    most: Annotated[int, Field(ge=0, le=9999)] = 9999
    then: Row


class Most(Strict):
    """Goes on if alone with most."""

    kind: Literal["most"]
    of: Counted
    then: Row


class Each(Strict):
    """The rest for every player."""

    kind: Literal["each"]
    who: Literal["all"]
    then: Row


class Release(Strict):
    """Up to n own workers leave the Prison."""

    kind: Literal["release"]
    n: Positive
    then: Row | None = None


class Choose(Strict):
    """One of several gains (`may`: or none); or a debt destroyed or none; or a ransom or a capture."""

    kind: Literal["choose"]
    options: Annotated[dict[Id, Row], Field(min_length=1, max_length=7)]
    may: bool = False

    @model_validator(mode="after")
    def _is_a_known_question(self) -> Choose:
        forms = [(option.kind, getattr(option, "what", "") or getattr(option, "which", "")) for option in self.options.values()]
        gains = all(kind == "gain" and what not in ("debt", "points") for kind, what in forms)
        if not gains and forms != [("lose", "debt")] and sorted(forms) != [("action", "capture"), ("action", "ransom")]:
            raise ValueError("options are gains, or one debt lost, or a ransom and a capture")
        if len({(option.what, option.n) for option in self.options.values() if isinstance(option, Gain)}) < len(self.options) and gains:
            raise ValueError("two options are the same gain")
        return self


class Discard(Strict):
    """A card of the hand, or an apprentice, goes under its deck."""

    kind: Literal["discard"]
    from_: Literal["hand", "apprentices"] = Field(alias="from")
    n: Literal[1]
    may: bool = False
    then: Row | None = None


class Action(Strict):
    """An action of the rules for nothing; only captures can be several."""

    kind: Literal["action"]
    which: Literal["capture", "ransom", "hire", "guildhall"]
    n: Positive
    may: bool = False

    @model_validator(mode="after")
    def _has_a_number(self) -> Action:
        if self.which != "capture" and self.n != 1:
            raise ValueError(f"n is {self.n}, expected 1: only captures can be several")
        if self.which == "ransom" and self.may:
            raise ValueError("may is true: a ransom stands among the options of `choose`, which may be declined")
        return self


class StandingNumber(Strict):
    """A number of the rules that is higher, or a price that is lower, while the card is owned."""

    kind: Literal["standing"]
    number: Literal[
        "capture_silver",
        "market_virtue",
        "market_silver",
        "tax_stand_virtue",
        "storehouse_workers",
        "tax",
        "hire_silver",
        "hire_limit",
        "sacrifice",
        "interchange",
        "saving",
        "buy_off",
    ]
    n: Positive
    then: StandingNumber | None = None

    @model_validator(mode="after")
    def _is_a_flag(self) -> StandingNumber:
        if self.number in FLAGS and self.n != 1:
            raise ValueError(f"n is {self.n}, expected 1 for {self.number}")
        return self


Row = Annotated[Gain | Pay | Count | If | Most | Each | Release | Choose | Discard | Action | StandingNumber, Field(discriminator="kind")]

PLAIN = {"gain", "lose", "pay", "count", "if", "most", "each", "release"}
ENDING = {"gain", "lose", "count", "if", "most"}


def rows_of(row: Any) -> Iterator[Any]:
    """All rows of a chain, options of a choice too."""
    while row is not None:
        yield row
        for option in getattr(row, "options", {}).values():
            yield from rows_of(option)
        row = getattr(row, "then", None)


def check_chain(trigger: str, chain: Any) -> None:
    """ValueError for a row that cannot stand under its trigger."""
    for row in rows_of(chain):
        what = getattr(row, "what", "") if isinstance(row, Gain) else ""
        if (row.kind == STANDING) is not (trigger == STANDING):
            raise ValueError(f"{trigger} has a row of the kind {row.kind}")
        if trigger in ("end_virtue", "end_points"):
            if row.kind not in ENDING:
                raise ValueError(f"{trigger} has a row of the kind {row.kind}, expected {', '.join(sorted(ENDING))}")
            if what and what != trigger.removeprefix("end_"):
                raise ValueError(f"{trigger} moves {what}, expected {trigger.removeprefix('end_')}")
        elif what == "points":
            raise ValueError(f"{trigger} gives points, which only end_points does")
        if trigger not in ("built", "end_virtue", "end_points", STANDING) and row.kind not in PLAIN:
            raise ValueError(f"{trigger} has a row of the kind {row.kind}, which only `built` can have")
        if row.kind == "lose" and row.what == "debt" and trigger != "built":
            raise ValueError(f"{trigger} loses a debt, which only the option of a choice does")


class ApprenticeEffects(Strict):
    """Chains by trigger."""

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
    standing: StandingNumber | None = None

    @model_validator(mode="after")
    def _chains_fit(self) -> ApprenticeEffects:
        for trigger in type(self).model_fields:
            check_chain(trigger, getattr(self, trigger))
        if self.standing is not None and any(NUMBERS[row.number] >= S.APPRENTICE_STANDINGS for row in rows_of(self.standing)):
            raise ValueError("standing has a number that only a player board can have")
        if self.storehouse is not None and [row.kind for row in rows_of(self.storehouse)] != ["pay", "gain"]:
            raise ValueError("storehouse: a trade pays one thing and gains one")
        return self


class BoardEffects(Strict):
    """Chains by trigger."""

    market: Row | None = None
    sent: Row | None = None
    reset: Row | None = None
    built: Row | None = None
    standing: StandingNumber | None = None

    @model_validator(mode="after")
    def _chains_fit(self) -> BoardEffects:
        for trigger in type(self).model_fields:
            check_chain("market" if trigger == "built" else trigger, getattr(self, trigger))
        return self


class BuildingEffects(Strict):
    """Chains by trigger."""

    built: Row | None = None
    end_virtue: Row | None = None
    end_points: Row | None = None

    @model_validator(mode="after")
    def _chains_fit(self) -> BuildingEffects:
        for trigger in type(self).model_fields:
            check_chain(trigger, getattr(self, trigger))
        return self


# Cards and boards


class Apprentice(Sourced):
    """An apprentice card."""

    id: Id
    name: str
    set: Set
    count: Annotated[int, Field(ge=1, le=8)]
    skills: Annotated[list[Skill], Field(max_length=3)]
    virtue: Icon
    effects: ApprenticeEffects
    rule: str


class ApprenticesFile(Sourced):
    """apprentices.yaml."""

    schema_: Literal["architects/apprentices/1"] = Field(alias="schema")
    hire_limit: Annotated[int, Field(ge=1, le=20)]
    apprentices: Annotated[list[Apprentice], Field(min_length=8, max_length=S.MAX_CARDS)]


class Building(Sourced):
    """A building card."""

    id: Id
    name: str
    set: Set
    points: Annotated[int, Field(ge=0, le=50)]
    skills: Annotated[list[Skill], Field(max_length=3)]
    cost: ByGood
    virtue: Icon
    effects: BuildingEffects
    rule: str


class BuildingsFile(Sourced):
    """buildings.yaml."""

    schema_: Literal["architects/buildings/1"] = Field(alias="schema")
    hand_limit: Annotated[int, Field(ge=1, le=30)]
    buildings: Annotated[list[Building], Field(min_length=20, max_length=S.MAX_CARDS)]


class Space(Sourced):
    """A space of the Black Market."""

    id: Literal["left", "middle", "right"]
    cost: dict[Literal["silver", "virtue"], Small]
    free: dict[Literal["silver", "virtue"], Small] | None = None
    printed: ByGood | None = None
    draw: Annotated[int, Field(ge=1, le=S.DRAWN)] | None = None
    keep: Literal[1] | None = None
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
    count: Annotated[int, Field(ge=1, le=8)]
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

    virtue: Annotated[int, Field(ge=0, le=S.TRACK - 1)]
    silver: Small
    prison: Small
    debt: Small = 0
    cards: Annotated[int, Field(ge=0, le=5)] = 0
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


class Standard(Strict):
    """The standard side."""

    virtue: Annotated[int, Field(ge=0, le=S.TRACK - 1)]
    prison: Small


class PlayerBoardsFile(Sourced):
    """player_boards.yaml."""

    schema_: Literal["architects/player_boards/1"] = Field(alias="schema")
    standard: Standard
    boards: Annotated[list[Board], Field(min_length=5, max_length=S.MAX_BOARDS - 1)]


# Main board and numbers


class YieldPlace(Sourced):
    """A place that gives n of something, or a bit more; the mines give gold as well."""

    id: Literal["quarry", "forest", "silversmith", "mines"]
    gain: YieldRow
    gold: dict[Literal["every"], Annotated[int, Field(ge=1, le=20)]] | None = None
    rule: str

    @model_validator(mode="after")
    def _only_the_mines_have_gold(self) -> YieldPlace:
        if (self.gold is None) is (self.id == "mines"):
            raise ValueError("gold stands at the mines, and only there")
        return self


class YieldRow(Strict):
    """n and `plus` more."""

    what: Bought
    plus: Small


class Trade(Strict):
    """Goods in any mix for something."""

    gain: Literal["clay", "wood", "stone", "gold", "marble", "silver", "virtue"]
    n: Positive
    of: Annotated[list[Literal["clay", "wood", "stone"]], Field(min_length=1, max_length=3)]
    amount: Annotated[int, Field(ge=1, le=4)]


class StorehousePlace(Sourced):
    """The King's storehouse."""

    id: Literal["storehouse"]
    trades: Annotated[list[Trade], Field(min_length=1, max_length=3)]
    rule: str


class HirePrice(Strict):
    """Price at the workshop, and of each card in the way."""

    tax: Small
    silver: Small
    skip: Annotated[int, Field(ge=1, le=20)]


class DrawRow(Strict):
    """`plus` and one for every so many of n."""

    plus: Small
    every: Positive


class WorkshopPlace(Sourced):
    """The workshop."""

    id: Literal["workshop"]
    hire: HirePrice
    draw: DrawRow
    rule: str


class CapturePrices(Strict):
    """Prices of captures, and at how many places they may be by number of players."""

    first_tax: Small
    next_silver: Small
    places: dict[Literal[2, 3, 4, 5], Annotated[int, Field(ge=1, le=S.LOCATIONS)]]


class TownCentrePlace(Sourced):
    """The town centre."""

    id: Literal["town_centre"]
    captures: CapturePrices
    rule: str


class TaxStandPlace(Sourced):
    """The tax stand."""

    id: Literal["tax_stand"]
    virtue: Small
    rule: str


class GuardhousePlace(Sourced):
    """The guardhouse."""

    id: Literal["guardhouse"]
    send_silver: Small
    ransom: dict[Literal["tax", "silver", "debt", "virtue"], Small]
    rule: str


def _form_of_place(value: Any) -> str:
    id_ = value.get("id") if isinstance(value, Mapping) else value.id
    return str(id_) if id_ in PLACES[4:] else "yield"


Place = Annotated[
    Annotated[YieldPlace, Tag("yield")]
    | Annotated[StorehousePlace, Tag("storehouse")]
    | Annotated[WorkshopPlace, Tag("workshop")]
    | Annotated[TownCentrePlace, Tag("town_centre")]
    | Annotated[TaxStandPlace, Tag("tax_stand")]
    | Annotated[GuardhousePlace, Tag("guardhouse")],
    Discriminator(_form_of_place),
]


class VirtueTrack(Strict):
    """The virtue track."""

    max: Literal[14]
    market_closed_from: Annotated[int, Field(ge=0, le=S.TRACK)]
    cathedral_closed_up_to: Annotated[int, Field(ge=-1, le=S.TRACK - 1)]
    tax_discount: dict[Annotated[int, Field(ge=0, le=S.TRACK - 1)], Small]
    final_points: dict[Annotated[int, Field(ge=0, le=S.TRACK - 1)], Annotated[int, Field(ge=-50, le=50)]]


class Mix(Strict):
    """Wood and stone in any mix."""

    of: Annotated[list[Literal["wood", "stone"]], Field(min_length=2, max_length=2)]
    amount: Annotated[int, Field(ge=1, le=20)]


class Level(Strict):
    """A level of the Cathedral: fixed goods, or a mix."""

    level: Annotated[int, Field(ge=1, le=S.MAX_LEVELS - 1)]
    points: Annotated[int, Field(ge=0, le=100)]
    spaces: Annotated[int, Field(ge=1, le=5)]
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

    cards_per_step: Annotated[int, Field(ge=0, le=1)]
    levels: Annotated[list[Level], Field(min_length=1, max_length=S.MAX_LEVELS - 1)]


class Icons(Strict):
    """Where icons of the Guildhall stand: rows and a column, from 1."""

    rows: list[Annotated[int, Field(ge=1, le=S.HALL_ROWS)]]
    column: Annotated[int, Field(ge=1, le=S.MAX_COLUMNS)]


class Guildhall(Strict):
    """The Guildhall."""

    rows: Annotated[int, Field(ge=1, le=S.HALL_ROWS)]
    columns: dict[Literal[2, 3, 4, 5], Annotated[int, Field(ge=1, le=S.MAX_COLUMNS)]]
    apprentices_leave: Icons
    market_reset: Icons


class Reset(Strict):
    """Numbers of a market reset."""

    prison_penalty_from: Positive
    prison_penalty: Small
    debts: Small


class Scoring(Strict):
    """Points of goods and workers."""

    gold: Small
    marble: Small
    silver_per_point: Positive
    prison_per_minus_point: Positive


class Display(Strict):
    """Face-up apprentices."""

    rows: Literal[2]
    columns: Literal[4]


class BoardFile(Sourced):
    """board.yaml."""

    schema_: Literal["architects/board/1"] = Field(alias="schema")
    goods: list[Good]
    workers_per_player: Annotated[int, Field(ge=1, le=20)]
    start_tax_stand: Small
    display: Display
    places: Annotated[list[Place], Field(min_length=9, max_length=9)]
    virtue_track: VirtueTrack
    cathedral: Cathedral
    guildhall: Guildhall
    reset: Reset
    scoring: Scoring


class Draft(Strict):
    """Buildings dealt and kept."""

    deal: Annotated[int, Field(ge=1, le=S.PACKET)]
    keep: Annotated[int, Field(ge=1, le=S.PACKET)]


class PlayersRow(Sourced):
    """Set-up for one number of players."""

    silver: Annotated[list[Small], Field(min_length=2, max_length=5)]
    rewards: dict[Literal["remove_2_per_player_plus_1", "use_2_per_player_plus_1"], Small]


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
    """Cards or boards of a file that are in play: those of the box, then the promotional ones (GO-17)."""
    all_rows = components[stem][rows or stem]
    return [row for set_ in ("base", "promo")[: 1 + bool(options["include_promo_cards"])] for row in all_rows if row["set"] == set_]


def apprentice_rows(components: Components) -> Sequence[Any]:
    """Apprentices in file order."""
    rows: Sequence[Any] = components["apprentices"]["apprentices"]
    return rows


def place(components: Components, id_: str) -> Any:
    """An open place of the main board."""
    return components["board"]["places"][PLACES.index(id_)]


def space(components: Components, id_: str) -> Any:
    """A space of the Black Market."""
    return components["black_market"]["spaces"][SPACES.index(id_)]
