"""What stands in the component files: a model per file, and the words in them with the numbers the game has for them.

No card number stands in the code.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import Field, model_validator

from simcli.games.components import Entries, Id, OptionsFile, Sourced, Strict, Unit
from simcli.games.kingdom_builder import state as S

QUADRANT = S.SIDE // 2
"""Rows and columns of a quadrant (KB-5)."""
ORIENTATIONS = ("upright", "turned")

Terrain = Literal["grass", "canyon", "desert", "flower_field", "forest", "water", "mountain", "castle", "location"]
TERRAIN_ORDER: tuple[str, ...] = get_args(Terrain)
"""Kinds of hexes in the order the state numbers them."""
Hexes = list[
    Annotated[
        list[Annotated[int, Field(ge=0, le=QUADRANT - 1)]], Field(min_length=2, max_length=2), Unit("coordinate"), Entries("coordinate")
    ]
]
Points = Annotated[int, Field(ge=0, le=100), Unit("points")]


class TerrainType(Strict):
    """A kind of hex."""

    id: Terrain
    letter: str
    buildable: bool
    on_cards: bool
    name_ja: str | None = None


class TerrainCards(Strict):
    """Equal cards of the terrain deck."""

    id: Id
    terrain: Id
    count: Annotated[int, Field(ge=0, le=S.MAX_DECK), Unit("cards")]


class TerrainDeck(Sourced):
    """The terrain deck (KB-21)."""

    cards: list[TerrainCards]


class TerrainFile(Sourced):
    """terrain.yaml."""

    schema_: Literal["kingdom_builder/terrain/1"] = Field(alias="schema")
    terrain_types: list[TerrainType]
    terrain_deck: TerrainDeck


class Geometry(Strict):
    """How the rows of a quadrant are to be read. The code knows no other way."""

    layout: Literal["pointy_top"]
    offset: Literal["odd_r_right"]
    quadrant_rows: Literal[10]
    quadrant_cols: Literal[10]
    slots: list[str]
    rotations: Annotated[list[int], Unit("degrees")]


class Quadrant(Sourced):
    """A quarter of the board. `castles`, `location_hexes` and `counts` repeat what `rows` say and may be left out."""

    id: Id
    location: Id
    castles: Hexes | None = None
    location_hexes: Annotated[Hexes, Entries("location hex")] | None = None
    counts: Annotated[dict[str, int], Unit("hexes")] | None = None
    rows: list[str]


class QuadrantsFile(Sourced):
    """quadrants.yaml."""

    schema_: Literal["kingdom_builder/quadrants/1"] = Field(alias="schema")
    geometry: Geometry
    legend: dict[str, str]
    quadrants: list[Quadrant]


class Tile(Sourced):
    """A kind of location tile."""

    id: Id
    name_ja: str | None = None
    kind: Literal["build", "move"]
    target: Id
    adjacency: Literal["if_possible", "none"]
    min_line: Annotated[int, Field(ge=1, le=6), Unit("settlements")] | None = None
    distance: Literal[2] | None = None
    uses_per_turn: Literal[1] = 1


class TilesFile(Sourced):
    """location_tiles.yaml."""

    schema_: Literal["kingdom_builder/location_tiles/1"] = Field(alias="schema")
    max_tiles_per_player_per_location_hex: Literal[1]
    tiles: list[Tile]


SCORERS: dict[str, tuple[int, tuple[str, ...]]] = {
    "castles_touched": (S.CASTLES, ("points",)),
    "settlements_next_to": (S.NEXT_TO, ("points", "terrain", "exclude_own_terrain")),
    "linked_locations_and_castles": (S.LINKED, ("points", "min_linked")),
    "settlements_next_to_location_or_castle": (S.BESIDE_SPECIAL, ("points",)),
    "rows_occupied": (S.ROWS, ("points",)),
    "settlements_in_best_row": (S.BEST_ROW, ("points",)),
    "settlement_areas": (S.AREAS, ("points",)),
    "sector_majority": (S.SECTORS, ("points_first", "points_second", "ranking")),
    "largest_area": (S.LARGEST_AREA, ("points", "per_settlements", "rounding")),
    "settlements_in_weakest_sector": (S.WEAKEST_SECTOR, ("points",)),
}
"""Words for scorers, and the fields each of them has."""
SCORER_FIELDS = tuple(dict.fromkeys(name for _, names in SCORERS.values() for name in names))


class Card(Sourced):
    """The castle rule or a Kingdom Builder card."""

    id: Id
    name_ja: str | None = None
    drawable: bool
    scorer: Literal[
        "castles_touched",
        "settlements_next_to",
        "linked_locations_and_castles",
        "settlements_next_to_location_or_castle",
        "rows_occupied",
        "settlements_in_best_row",
        "settlement_areas",
        "sector_majority",
        "largest_area",
        "settlements_in_weakest_sector",
    ]
    points: Points | None = None
    terrain: Id | None = None
    exclude_own_terrain: bool | None = None
    min_linked: Annotated[int, Field(ge=1, le=S.SPECIALS), Unit("locations and castles")] | None = None
    points_first: Points | None = None
    points_second: Points | None = None
    ranking: Literal["dense"] | None = None
    per_settlements: Annotated[int, Field(ge=1, le=S.MAX_SETTLEMENTS), Unit("settlements")] | None = None
    rounding: Literal["down"] | None = None

    @model_validator(mode="after")
    def _has_what_its_scorer_needs(self) -> Card:
        needed = SCORERS[self.scorer][1]
        missing = [name for name in needed if getattr(self, name) is None]
        if missing:
            raise ValueError(f"a card with the scorer {self.scorer} needs {' and '.join(missing)}")
        foreign = [name for name in SCORER_FIELDS if name not in needed and getattr(self, name) is not None]
        if foreign:
            raise ValueError(f"a card with the scorer {self.scorer} has no {' and no '.join(foreign)}; null takes a field away")
        return self


class CardsFile(Sourced):
    """scoring_cards.yaml."""

    schema_: Literal["kingdom_builder/scoring_cards/1"] = Field(alias="schema")
    always_in_play: list[Id]
    cards: list[Card]


class Players(Sourced):
    """Numbers of players (KB-24)."""

    min: Literal[2]
    max: Literal[5]


class NamedSetup(Sourced):
    """A board and cards to begin with; nothing given means drawn."""

    id: Literal["random", "first_game"]
    board: list[Annotated[list[Id | int], Entries("value"), Unit("degrees")]] | None = None
    scoring_cards: list[Id] | None = None


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["kingdom_builder/setup/1"] = Field(alias="schema")
    players: Players
    settlements_per_player: Annotated[int, Field(ge=1, le=S.MAX_SETTLEMENTS), Unit("settlements")]
    quadrants_used: Literal[4]
    location_tiles_per_hex: Annotated[int, Field(ge=0, le=20), Unit("tiles")]
    scoring_cards_used: Literal[3]
    starting_terrain_cards_per_player: Literal[1]
    mandatory_builds_per_turn: Annotated[int, Field(ge=1, le=6), Unit("settlements")]
    setups: list[NamedSetup]


class Orientation(Strict):
    """A way a quadrant may lie (KB-30)."""

    id: Literal["upright", "turned"]
    degrees: Annotated[Literal[0, 180], Unit("degrees")]


class OrientationsFile(Sourced):
    """orientations.yaml."""

    schema_: Literal["kingdom_builder/orientations/1"] = Field(alias="schema")
    orientations: list[Orientation]


MODELS = {
    "terrain": TerrainFile,
    "quadrants": QuadrantsFile,
    "location_tiles": TilesFile,
    "scoring_cards": CardsFile,
    "setup": SetupFile,
    "orientations": OrientationsFile,
    "options": OptionsFile,
}
GEOMETRY: dict[str, list[Any]] = {"slots": ["top_left", "top_right", "bottom_left", "bottom_right"], "rotations": [0, 180]}
TARGETS = {"card_terrain": S.CARD_TERRAIN, "edge": S.EDGE, "line_end": S.LINE_END, "straight_two": S.STRAIGHT_TWO}
"""Words for targets of tiles; any other target is a kind of hex."""
