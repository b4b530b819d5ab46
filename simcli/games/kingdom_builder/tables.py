"""Component data + options -> the read-only tables record. No card number stands in the code.

`validate` and `check_setup` say what is wrong with (patched) components, `catalogue` what can be counted, `build` fills the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import Field, model_validator

from simcli.engine.record import described
from simcli.errors import Fault
from simcli.game import MARKER, Catalogue, Components, Item
from simcli.games.components import Id, OptionsFile, Sourced, Strict, fill, validate_files
from simcli.games.kingdom_builder import state as S

QUADRANT = S.SIDE // 2
"""Rows and columns of a quadrant (KB-5)."""
SPECIALS_OF_QUADRANT = S.SPECIALS // S.SLOTS
DRAWN_CARDS = S.CARDS_IN_PLAY - 1
OFF_ROW = 23
"""`row_of` a cell that is not on the board."""
ORIENTATIONS = ("upright", "turned")
LORDS = "lords"
"""The card GO-13 speaks of."""
REPEATED = "it repeats what the rows say; change both"

Terrain = Literal["grass", "canyon", "desert", "flower_field", "forest", "water", "mountain", "castle", "location"]
TERRAIN_ORDER: tuple[str, ...] = get_args(Terrain)
"""Kinds of hexes in the order the state numbers them."""
Hexes = list[Annotated[list[Annotated[int, Field(ge=0, le=QUADRANT - 1)]], Field(min_length=2, max_length=2)]]
Points = Annotated[int, Field(ge=0, le=100)]


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
    count: Annotated[int, Field(ge=0, le=S.MAX_DECK)]


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
    rotations: list[int]


class Quadrant(Sourced):
    """A quarter of the board. `castles`, `location_hexes` and `counts` repeat what `rows` say and may be left out."""

    id: Id
    location: Id
    castles: Hexes | None = None
    location_hexes: Hexes | None = None
    counts: dict[str, int] | None = None
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
    min_line: Annotated[int, Field(ge=1, le=6)] | None = None
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
    min_linked: Annotated[int, Field(ge=1, le=S.SPECIALS)] | None = None
    points_first: Points | None = None
    points_second: Points | None = None
    ranking: Literal["dense"] | None = None
    per_settlements: Annotated[int, Field(ge=1, le=S.MAX_SETTLEMENTS)] | None = None
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
    board: list[list[Id | int]] | None = None
    scoring_cards: list[Id] | None = None


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["kingdom_builder/setup/1"] = Field(alias="schema")
    players: Players
    settlements_per_player: Annotated[int, Field(ge=1, le=S.MAX_SETTLEMENTS)]
    quadrants_used: Literal[4]
    location_tiles_per_hex: Annotated[int, Field(ge=0, le=20)]
    scoring_cards_used: Literal[3]
    starting_terrain_cards_per_player: Literal[1]
    mandatory_builds_per_turn: Annotated[int, Field(ge=1, le=6)]
    setups: list[NamedSetup]


class Orientation(Strict):
    """A way a quadrant may lie (KB-30)."""

    id: Literal["upright", "turned"]
    degrees: Literal[0, 180]


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

i4, u1, u4, u8 = np.int32, np.uint8, np.uint32, np.uint64

TABLES, TABLES_FIELDS = described(
    [
        # loop bounds, signed so that loop variables are
        ("players", i4, "number of players"),
        ("n_quadrants", i4, "quadrants in the data"),
        ("n_tiles", i4, "kinds of location tiles in the data"),
        ("n_cards", i4, "scoring cards in the data, castle included"),
        ("n_pool", i4, "scoring cards that may be drawn"),
        ("n_fixed_quadrants", i4, "quadrants named by the option"),
        ("n_fixed_cards", i4, "scoring cards named by the option"),
        ("n_deck", i4, "terrain cards"),
        ("settlements", u4, "settlements in each supply"),
        ("builds", u4, "mandatory settlements a turn"),
        ("tiles_per_hex", u4, "tiles on each location"),
        ("slots_fixed", u4, "1: fixed_quadrants fill the slots in order (four were named, or first_game)"),
        ("start_fixed", u4, "GO-05: 1 = seat 1 starts"),
        ("hidden", u4, "GO-06: 1 = cards in hand are secret"),
        ("replace", u4, "GO-07: 1 draw_replacement, 0 skip"),
        ("replaced_to_discards", u4, "GO-08: 1 = a replaced card is discarded"),
        ("either_lost", u4, "GO-09: 1 = either_of_same_kind"),
        ("tile_by_move", u4, "GO-10: 1 = a moved settlement takes tiles"),
        ("move_back", u4, "GO-11: 1 = a settlement may go back where it was"),
        ("lords_zero", u4, "GO-12: 1 = a player without a settlement in a sector ranks there for lords"),
        ("fixed_quadrants", u1, (S.SLOTS,), "rows of quadrants.yaml named by the option"),
        ("rotation", u1, (S.SLOTS,), "by slot: 0 upright, 1 turned, 2 random"),
        ("fixed_cards", u1, (3,), "rows of scoring_cards.yaml named by the option, ascending"),
        (
            "pool",
            u1,
            (S.MAX_CARDS,),
            "rows of scoring_cards.yaml that may be drawn (drawable, not taken out by GO-13), fixed ones included",
        ),
        ("castle_card", u1, "row of the card that is always in play"),
        ("deck_count", u4, (S.MAX_SEATS,), "cards by terrain, order of terrain.yaml"),
        # masks of cells, see state.py
        ("board", u8, (S.WORDS,), "all cells of the board, as a mask"),
        ("rim", u8, (S.WORDS,), "cells of the rim (KB-6)"),
        ("even_rows", u8, (S.WORDS,), "cells of board rows with even r"),
        ("odd_rows", u8, (S.WORDS,), "cells of board rows with odd r"),
        ("sector_mask", u8, (S.SLOTS, S.WORDS), "cells of each sector"),
        (
            "quadrant_mask",
            u8,
            (S.MAX_QUADRANTS * 2 * S.SLOTS, S.KINDS * S.WORDS),
            "hexes of each kind of quadrant q turned by rotation o in slot k: row (q * 2 + o) * 4 + k; second index kind * 8 + word",
        ),
        ("quadrant_tile", u1, (S.MAX_QUADRANTS,), "kind of tile of its location hexes"),
        ("row_of", u1, (S.N_CELLS,), "r of a cell (KB-4); 23 off the board"),
        ("sector_of", u1, (S.N_CELLS,), "sector of a cell (KB-5); 0 off the board"),
        # kinds of tiles
        ("tile_moves", u1, (S.MAX_TILES,), "1 for a tile that moves, 0 for one that builds"),
        ("tile_target", u1, (S.MAX_TILES,), "CARD_TERRAIN, TERRAIN (also for water), EDGE, LINE_END, STRAIGHT_TWO"),
        ("tile_terrain", u1, (S.MAX_TILES,), "kind of hex for TERRAIN"),
        ("tile_adjacent", u1, (S.MAX_TILES,), "1: adjacency if_possible"),
        ("tile_line", u4, (S.MAX_TILES,), "min_line of LINE_END"),
        # scoring cards
        ("card_scorer", u1, (S.MAX_CARDS,), "how a card scores: CASTLES, NEXT_TO, ..."),
        ("card_points", i4, (S.MAX_CARDS,), "points (points_first for SECTORS)"),
        ("card_second", i4, (S.MAX_CARDS,), "points_second of SECTORS"),
        ("card_terrain", u1, (S.MAX_CARDS,), "NEXT_TO: kind of hex"),
        ("card_dry", u1, (S.MAX_CARDS,), "NEXT_TO: exclude_own_terrain"),
        ("card_per", i4, (S.MAX_CARDS,), "LARGEST_AREA: per_settlements; LINKED: min_linked; else 1"),
        ("card_feature", u1, (S.MAX_CARDS,), "index in CARD_FEATURES (state.py) of the feature with the card's id, NONE for added cards"),
    ]
)


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS) or _too_many(components)
    if faults:
        return faults
    faults = _twice(components) + (_terrain_faults(components) or _fixed_faults(components))
    if faults:
        return faults  # what follows looks things up by id and letter
    for check in (_quadrant_faults, _tile_faults, _card_faults, _setup_faults):
        faults += check(components)
    return faults


def check_setup(components: Components, options: Any, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players."""
    setup, faults = components["setup"], []
    hands = players * setup["starting_terrain_cards_per_player"]
    deck = sum(_deck_count(components))
    if deck < hands:
        faults.append(Fault(("terrain", "terrain_deck", "cards"), f"has {deck} cards, {players} players need at least {hands}"))
    each, room = setup["settlements_per_player"], room_on_board(components, options)
    if players * each > room:
        what = f"is {each}; {players} players need room for {players * each}, the smallest board has {room} hexes for terrain cards"
        faults.append(Fault(("setup", "settlements_per_player"), what, f"at most {room // players}, see KB-94"))
    faults += _choice_faults(components, options)
    pool = card_pool(components, options)
    if len(pool) < DRAWN_CARDS:
        faults.append(Fault(("scoring_cards", "cards"), f"has {len(pool)} cards to draw from, {DRAWN_CARDS} are drawn", "KB-32"))
    return faults


def _choice_faults(components: Components, options: Any) -> list[Fault]:
    """GO-04, GO-13: cards that cannot be asked for."""
    faults = []
    castle, named = components["scoring_cards"]["cards"][castle_row(components)]["id"], chosen_cards(components, options)
    where = ("options", "setup") if options["cards"] == "random" else ("options", "cards")
    if castle in named:
        faults.append(Fault(where, f"names {castle}, which is always in play and cannot be listed", "GO-04"))
    if LORDS in named and not options["lords_card_in_deck"]:
        faults.append(Fault(where, f"names {LORDS}, which lords_card_in_deck takes out", "GO-13"))
    return faults


def _first_game(components: Components) -> Any:
    return next(row for row in components["setup"]["setups"] if row["id"] == "first_game")


def chosen_quadrants(components: Components, options: Any) -> list[str]:
    """GO-01, GO-02: quadrants that are in play for certain; four of them fill the slots in this order."""
    if options["quadrants"] != "random":
        return list(options["quadrants"])
    return [quadrant for quadrant, _ in _first_game(components)["board"]] if options["setup"] == "first_game" else []


def chosen_cards(components: Components, options: Any) -> list[str]:
    """GO-01, GO-04: drawn cards that are in play for certain."""
    if options["cards"] != "random":
        return list(options["cards"])
    return list(_first_game(components)["scoring_cards"]) if options["setup"] == "first_game" else []


def rotations(components: Components, options: Any) -> list[int]:
    """GO-01, GO-03: by slot 0 for upright, 1 for turned, 2 for drawn."""
    if options["rotation"] == "random":
        if options["setup"] == "first_game":
            return [int(degrees != 0) for _, degrees in _first_game(components)["board"]]
        return [len(ORIENTATIONS)] * S.SLOTS
    by_slot = [options["rotation"]] * S.SLOTS if isinstance(options["rotation"], str) else options["rotation"]
    return [ORIENTATIONS.index(way) for way in by_slot]


def castle_row(components: Components) -> int:
    """Row of the card that is always in play."""
    return next(i for i, card in enumerate(components["scoring_cards"]["cards"]) if not card["drawable"])


def card_pool(components: Components, options: Any) -> list[int]:
    """Rows of the cards that may be drawn (KB-32, GO-13)."""
    cards = components["scoring_cards"]["cards"]
    return [i for i, c in enumerate(cards) if c["drawable"] and (c["id"] != LORDS or options["lords_card_in_deck"])]


def room_on_board(components: Components, options: Any) -> int:
    """KB-94: buildable hexes of terrains the deck shows, on the smallest board that can be dealt."""
    letters = {row["letter"] for row, n in zip(components["terrain"]["terrain_types"], _deck_count(components), strict=False) if n}
    rooms = {q["id"]: sum(hex_ in letters for row in q["rows"] for hex_ in row) for q in components["quadrants"]["quadrants"]}
    certain = chosen_quadrants(components, options)
    others = sorted(room for quadrant, room in rooms.items() if quadrant not in certain)
    return sum(rooms[quadrant] for quadrant in certain) + sum(others[: S.SLOTS - len(certain)])


def most_points(card: Any, settlements: int, castles: int) -> int:
    """No player can score more from a card: every settlement counts, or every hex, row, sector there is."""
    most = {
        S.CASTLES: castles,
        S.NEXT_TO: settlements,
        S.LINKED: S.SPECIALS,
        S.BESIDE_SPECIAL: settlements,
        S.ROWS: min(S.SIDE, settlements),
        S.BEST_ROW: min(S.SIDE, settlements),
        S.AREAS: settlements,
        S.SECTORS: S.SLOTS,
        S.LARGEST_AREA: settlements // (card.get("per_settlements") or 1),
        S.WEAKEST_SECTOR: settlements // S.SLOTS,  # the fewest of four sectors is at most their mean
    }[SCORERS[card["scorer"]][0]]
    return int(most * max(card[name] for name in SCORERS[card["scorer"]][1] if name.startswith("points")))


def catalogue(components: Components, options: Any) -> Catalogue:
    """Tiles, drawable cards and the start-player marker (KB-25); points by card, the castle rule first.

    `score_high` is a ceiling: the sum of what the castle rule and the three best cards give at the very most, each for itself.
    """
    tiles, cards = components["location_tiles"]["tiles"], components["scoring_cards"]["cards"]
    items = [Item(tile["id"], "tile", _words(tile["id"]), tile["provenance"], bannable=True) for tile in tiles]
    items += [Item(card["id"], "card", _words(card["id"]), card["provenance"]) for card in cards if card["drawable"]]
    items.append(Item("start_marker", "start", "start-player marker", components["setup"]["provenance"], role=MARKER))
    letter = components["terrain"]["terrain_types"][S.CASTLE]["letter"]
    castles = sum(sorted(sum(row.count(letter) for row in q["rows"]) for q in components["quadrants"]["quadrants"])[-S.SLOTS :])
    most = [most_points(card, components["setup"]["settlements_per_player"], castles) for card in cards]
    drawn = sorted(most[i] for i in card_pool(components, options))[-DRAWN_CARDS:]
    return Catalogue(tuple(items), tuple(card["id"] for card in cards), 0, most[castle_row(components)] + sum(drawn))


def _words(id_: str) -> str:
    return id_.replace("_", " ")


def build(components: Components, options: Any, players: int) -> np.recarray:
    """The tables record for one number of players (a recarray of one row)."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    setup = components["setup"]
    deck = _deck_count(components)
    fill(
        t,
        players=players,
        settlements=setup["settlements_per_player"],
        builds=setup["mandatory_builds_per_turn"],
        tiles_per_hex=setup["location_tiles_per_hex"],
        n_deck=sum(deck),
        deck_count=deck,
    )
    _fill_options(t, options)
    _fill_board(t)
    _fill_quadrants(t, components, options)
    _fill_tiles(t, components)
    _fill_cards(t, components, options)
    return tables


def cell(r: int, c: int) -> int:
    """Number of the hex (r, c) of the board."""
    return (r + 1) * S.WIDTH + c + 1


def mask(cells: Iterable[int]) -> np.ndarray:
    """Cells as words of 64 bits; numpy would make floats of a list of them."""
    bits = sum(1 << n for n in set(cells))
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(S.WORDS)], np.uint64)


def placed(slot: int, turned: int, r: int, c: int) -> int:
    """Cell of the hex (r, c) of a quadrant that lies in a slot, upright or turned by 180 degrees."""
    if turned:
        r, c = QUADRANT - 1 - r, QUADRANT - 1 - c
    return cell(slot // 2 * QUADRANT + r, slot % 2 * QUADRANT + c)


def _fill_options(t: Any, options: Any) -> None:
    fill(
        t,
        start_fixed=int(options["start_player"] == "fixed_seat"),
        hidden=int(options["terrain_card_hidden_until_played"]),
        replace=int(options["no_free_hex_of_card_terrain"] == "draw_replacement"),
        replaced_to_discards=int(options["replaced_terrain_card"] == "discard_pile"),
        either_lost=int(options["lost_tile_choice"] == "either_of_same_kind"),
        tile_by_move=int(options["tile_gained_by_moving"]),
        move_back=int(options["move_back_to_origin"]),
        lords_zero=int(options["lords_zero_settlements_score"]),
    )


def _fill_board(t: Any) -> None:
    side = range(S.SIDE)
    board = [(r, c) for r in side for c in side]
    last = S.SIDE - 1
    sectors = [[cell(r, c) for r, c in board if r // QUADRANT * 2 + c // QUADRANT == k] for k in range(S.SLOTS)]
    fill(
        t,
        board=mask(cell(r, c) for r, c in board),
        rim=mask(cell(r, c) for r, c in board if r in (0, last) or c in (0, last)),
        even_rows=mask(cell(r, c) for r, c in board if r % 2 == 0),
        odd_rows=mask(cell(r, c) for r, c in board if r % 2),
        sector_mask=[mask(cells) for cells in sectors],
    )
    t["row_of"] = OFF_ROW
    for r, c in board:
        t["row_of"][cell(r, c)] = r
    for k, cells in enumerate(sectors):
        t["sector_of"][cells] = k


def _fill_quadrants(t: Any, components: Components, options: Any) -> None:
    quadrants = components["quadrants"]["quadrants"]
    ids = [q["id"] for q in quadrants]
    tiles = [tile["id"] for tile in components["location_tiles"]["tiles"]]
    fixed = [ids.index(quadrant) for quadrant in chosen_quadrants(components, options)]
    fill(
        t,
        n_quadrants=len(quadrants),
        n_fixed_quadrants=len(fixed),
        slots_fixed=int(len(fixed) == S.SLOTS),
        fixed_quadrants=fixed,
        rotation=rotations(components, options),
        quadrant_tile=[tiles.index(q["location"]) for q in quadrants],
    )
    letters = [row["letter"] for row in components["terrain"]["terrain_types"]]
    for q, quadrant in enumerate(quadrants):
        hexes = [[(r, c) for r, row in enumerate(quadrant["rows"]) for c, hex_ in enumerate(row) if hex_ == letter] for letter in letters]
        for turned in range(len(ORIENTATIONS)):
            for slot in range(S.SLOTS):
                masks = [mask(placed(slot, turned, r, c) for r, c in kind) for kind in hexes]
                t["quadrant_mask"][(q * len(ORIENTATIONS) + turned) * S.SLOTS + slot] = np.concatenate(masks)


def _fill_tiles(t: Any, components: Components) -> None:
    tiles = components["location_tiles"]["tiles"]
    targets = [tile["target"] for tile in tiles]
    fill(
        t,
        n_tiles=len(tiles),
        tile_moves=[tile["kind"] == "move" for tile in tiles],
        tile_target=[TARGETS.get(target, S.TERRAIN) for target in targets],
        tile_terrain=[0 if target in TARGETS else TERRAIN_ORDER.index(target) for target in targets],
        tile_adjacent=[tile["adjacency"] == "if_possible" for tile in tiles],
        tile_line=[tile.get("min_line") or 0 for tile in tiles],
    )


def _fill_cards(t: Any, components: Components, options: Any) -> None:
    cards = components["scoring_cards"]["cards"]
    ids = [card["id"] for card in cards]
    pool, fixed = card_pool(components, options), sorted(ids.index(card) for card in chosen_cards(components, options))
    t["card_feature"] = S.NONE
    fill(
        t,
        n_cards=len(cards),
        n_pool=len(pool),
        pool=pool,
        n_fixed_cards=len(fixed),
        fixed_cards=fixed,
        castle_card=castle_row(components),
        card_scorer=[SCORERS[card["scorer"]][0] for card in cards],
        card_points=[card.get("points") or card.get("points_first") or 0 for card in cards],
        card_second=[card.get("points_second") or 0 for card in cards],
        card_terrain=[TERRAIN_ORDER.index(card["terrain"]) if card.get("terrain") else 0 for card in cards],
        card_dry=[bool(card.get("exclude_own_terrain")) for card in cards],
        card_per=[card.get("per_settlements") or card.get("min_linked") or 1 for card in cards],
        card_feature=[S.CARD_FEATURES.index(id_) if id_ in S.CARD_FEATURES else S.NONE for id_ in ids],
    )


def _deck_count(components: Components) -> list[int]:
    """Cards by terrain, in the order of terrain.yaml (KB-21)."""
    rows = components["terrain"]["terrain_deck"]["cards"]
    return [sum(row["count"] for row in rows if row["terrain"] == terrain) for terrain in TERRAIN_ORDER[: S.TERRAINS]]


LISTS = {
    "quadrants": ("quadrants", "quadrants", S.SLOTS, S.MAX_QUADRANTS),
    "location_tiles": ("tiles", "kinds of tiles", 1, S.MAX_TILES),
    "scoring_cards": ("cards", "cards", 1, S.MAX_CARDS),
}
"""By file: its list of records, what they are called, the fewest and the most."""


def _too_many(components: Components) -> list[Fault]:
    """Lists that are longer than the tables, or too short."""
    faults = []
    for stem, (key, what, fewest, most) in LISTS.items():
        n = len(components[stem][key])
        if not fewest <= n <= most:
            faults.append(Fault((stem, key), f"has {n} {what}, expected {fewest} to {most}"))
    deck = sum(row["count"] for row in components["terrain"]["terrain_deck"]["cards"])
    if not 1 <= deck <= S.MAX_DECK:
        faults.append(Fault(("terrain", "terrain_deck", "cards"), f"has {deck} cards, expected 1 to {S.MAX_DECK}"))
    return faults


def _twice(components: Components) -> list[Fault]:
    lists: list[tuple[tuple[str, ...], Any]] = [((stem,), components[stem][key]) for stem, (key, *_) in LISTS.items()]
    lists.append((("terrain", "terrain_deck", "cards"), components["terrain"]["terrain_deck"]["cards"]))
    lists.append((("setup",), components["setup"]["setups"]))
    return [Fault((*path, id_), "the id occurs twice") for path, rows in lists for id_ in _repeated([row["id"] for row in rows])]


def _repeated(values: Sequence[Any]) -> list[Any]:
    return sorted({value for value in values if values.count(value) > 1})


def _terrain_faults(components: Components) -> list[Fault]:
    faults = []
    types = components["terrain"]["terrain_types"]
    ids, letters = [row["id"] for row in types], [row["letter"] for row in types]
    if tuple(ids) != TERRAIN_ORDER:
        return [Fault(("terrain", "terrain_types"), f"are {', '.join(ids)}", f"expected {', '.join(TERRAIN_ORDER)}, in this order")]
    for row in types:
        spelt, letter = ("terrain", row["id"], "letter"), row["letter"]
        if len(letter) != 1 or not "A" <= letter <= "Z":
            faults.append(Fault(spelt, f"is {letter!r}, expected one letter from A to Z"))
        elif letters.count(letter) > 1:
            faults.append(Fault(spelt, "the letter occurs twice"))
    for i, row in enumerate(types):
        for flag in ("buildable", "on_cards"):
            if row[flag] != (i < S.TERRAINS):
                expected = f"expected {str(i < S.TERRAINS).lower()}; only {', '.join(ids[: S.TERRAINS])} can be built on (KB-7)"
                faults.append(Fault(("terrain", row["id"], flag), f"is {str(row[flag]).lower()}, {expected}"))
    for row in components["terrain"]["terrain_deck"]["cards"]:
        if row["terrain"] not in ids[: S.TERRAINS]:
            path = ("terrain", "terrain_deck", "cards", row["id"], "terrain")
            faults.append(Fault(path, f"is {row['terrain']!r}, which cannot be built on", ", ".join(ids[: S.TERRAINS])))
    return faults


def _fixed_faults(components: Components) -> list[Fault]:
    """What stands in the files to be read, not to be changed."""
    faults = []
    geometry, legend = components["quadrants"]["geometry"], components["quadrants"]["legend"]
    for key, fixed in GEOMETRY.items():
        if geometry[key] != fixed:
            faults.append(Fault(("quadrants", "geometry", key), f"is {geometry[key]}, it cannot be changed", f"expected {fixed}"))
    letters = {row["letter"]: row["id"] for row in components["terrain"]["terrain_types"]}
    if legend != letters:
        expected = ", ".join(f"{letter}: {id_}" for letter, id_ in letters.items())
        faults.append(Fault(("quadrants", "legend"), "differs from the letters of terrain.yaml", f"expected {expected}"))
    orientations = tuple((row["id"], row["degrees"]) for row in components["orientations"]["orientations"])
    if orientations != tuple(zip(ORIENTATIONS, GEOMETRY["rotations"], strict=True)):
        faults.append(Fault(("orientations", "orientations"), "expected upright (0 degrees) and turned (180 degrees), in this order"))
    return faults


def _quadrant_faults(components: Components) -> list[Fault]:
    faults = []
    letters = {row["id"]: row["letter"] for row in components["terrain"]["terrain_types"]}
    tiles = [tile["id"] for tile in components["location_tiles"]["tiles"]]
    for quadrant in components["quadrants"]["quadrants"]:
        path, rows = ("quadrants", quadrant["id"]), quadrant["rows"]
        if quadrant["location"] not in tiles:
            faults.append(Fault((*path, "location"), f"is {quadrant['location']!r}, which is no location tile", ", ".join(tiles)))
        wrong = _row_faults((*path, "rows"), rows, set(letters.values()))
        faults += wrong or _special_faults(path, quadrant, letters) + _count_faults((*path, "counts"), quadrant, letters)
    return faults


def _row_faults(path: tuple[str, ...], rows: list[str], letters: set[str]) -> list[Fault]:
    if len(rows) != QUADRANT:
        return [Fault(path, f"has {len(rows)} rows, a quadrant has {QUADRANT}")]
    faults = []
    for r, row in enumerate(rows):
        unknown = sorted(set(row) - letters)
        if len(row) != QUADRANT:
            faults.append(Fault((*path, r), f"is {row!r} with {len(row)} hexes, a row of a quadrant has {QUADRANT}"))
        elif unknown:
            faults.append(Fault((*path, r), f"is {row!r}; {', '.join(unknown)} is no letter of terrain.yaml", ", ".join(sorted(letters))))
    return faults


def _special_faults(path: tuple[str, ...], quadrant: Any, letters: dict[str, str]) -> list[Fault]:
    """KB-20, KB-63: three castle and location hexes, apart from each other and from the border."""
    rows, faults = quadrant["rows"], []
    found = {name: hexes_of(rows, letters[name]) for name in ("castle", "location")}
    for key, name in (("castles", "castle"), ("location_hexes", "location")):
        given = quadrant.get(key)
        if given is not None and sorted(given) != found[name]:
            faults.append(Fault((*path, key), f"is {given}, the rows have {letters[name]} at {found[name]}", REPEATED))
    specials = [tuple(hex_) for hexes in found.values() for hex_ in hexes]
    if len(specials) != SPECIALS_OF_QUADRANT:
        what = f"has {len(specials)} castle and location hexes, a quadrant has {SPECIALS_OF_QUADRANT}"
        faults.append(Fault((*path, "rows"), what, "KB-20"))
    border = sorted((r, c) for r, c in specials if r in (0, QUADRANT - 1) or c in (0, QUADRANT - 1))
    faults += [Fault((*path, "rows", r), f"has a castle or location hex on the quadrant's border, at {[r, c]}", "KB-63") for r, c in border]
    if not border:
        touched = [near for r, c in specials for near in neighbours(r, c)]
        for r, c in _repeated(touched):
            faults.append(Fault((*path, "rows"), f"the hex {[r, c]} touches two castle or location hexes", "KB-63"))
    return faults


def hexes_of(rows: list[str], letter: str) -> list[list[int]]:
    """Where a letter stands, in reading order."""
    return [[r, c] for r, row in enumerate(rows) for c, hex_ in enumerate(row) if hex_ == letter]


def neighbours(r: int, c: int) -> list[tuple[int, int]]:
    """KB-2, of a hex that is not on the border."""
    left = c - 1 + r % 2
    return [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)]


def _count_faults(path: tuple[str, ...], quadrant: Any, letters: dict[str, str]) -> list[Fault]:
    text = "".join(quadrant["rows"])
    counts = {letter: text.count(letter) for letter in letters.values()}
    counts["buildable"] = sum(counts[letters[terrain]] for terrain in TERRAIN_ORDER[: S.TERRAINS])
    faults = []
    for key, given in (quadrant.get("counts") or {}).items():
        if key not in counts:
            faults.append(Fault((*path, key), "is no letter of terrain.yaml", ", ".join(counts)))
        elif given != counts[key]:
            faults.append(Fault((*path, key), f"is {given}, the rows have {counts[key]}", REPEATED))
    return faults


def _tile_faults(components: Components) -> list[Fault]:
    buildable = TERRAIN_ORDER[: S.TERRAINS]
    targets = {"build": ("card_terrain", "edge", "line_end", *buildable), "move": ("card_terrain", "straight_two", "water", *buildable)}
    faults = []
    for tile in components["location_tiles"]["tiles"]:
        path, target = ("location_tiles", tile["id"]), tile["target"]
        if target not in targets[tile["kind"]]:
            what = f"is {target!r}, which is no target of a tile of kind {tile['kind']}"
            faults.append(Fault((*path, "target"), what, ", ".join(targets[tile["kind"]])))
            continue
        if target == "line_end" and tile.get("min_line") is None:
            faults.append(Fault((*path, "min_line"), "is missing, a tile with target line_end needs it"))
        if target == "straight_two" and tile["adjacency"] != "none":
            faults.append(Fault((*path, "adjacency"), f"is {tile['adjacency']}, expected none: a jump goes where it may land", "KB-87"))
        for key, owner in (("min_line", "line_end"), ("distance", "straight_two")):
            if tile.get(key) is not None and target != owner:
                faults.append(
                    Fault((*path, key), f"has no meaning for a tile with target {target}", f"it belongs to {owner}; null takes it away")
                )
    return faults


def _card_faults(components: Components) -> list[Fault]:
    faults = []
    file = components["scoring_cards"]
    always = [card["id"] for card in file["cards"] if not card["drawable"]]
    if len(always) != 1:
        what = f"{', '.join(always) or 'no card'} cannot be drawn, expected exactly one card that is always in play"
        faults.append(Fault(("scoring_cards", "cards"), what, "KB-22"))
    elif file["cards"][0]["drawable"]:
        faults.append(Fault(("scoring_cards", always[0]), "is always in play and must stand first"))
    if file["always_in_play"] != always and len(always) == 1:
        faults.append(
            Fault(("scoring_cards", "always_in_play"), f"is {file['always_in_play']}, the card that cannot be drawn is {always[0]}")
        )
    for card in file["cards"]:
        if card.get("terrain") is not None and card["terrain"] not in TERRAIN_ORDER:
            path = ("scoring_cards", card["id"], "terrain")
            faults.append(Fault(path, f"is {card['terrain']!r}, which is no kind of hex", ", ".join(TERRAIN_ORDER)))
    return faults


def _setup_faults(components: Components) -> list[Fault]:
    """The named set-ups: existing quadrants and cards, each once."""
    rows = {row["id"]: row for row in components["setup"]["setups"]}
    if "first_game" not in rows:
        return [Fault(("setup", "setups"), "has no set-up first_game, which the option setup offers")]
    faults = []
    if rows.get("random", {}).get("board") or rows.get("random", {}).get("scoring_cards"):
        faults.append(Fault(("setup", "random"), "draws its board and cards, nothing can be fixed here"))
    quadrants = [q["id"] for q in components["quadrants"]["quadrants"]]
    drawable = [card["id"] for card in components["scoring_cards"]["cards"] if card["drawable"]]
    path, first = ("setup", "first_game"), rows["first_game"]
    board, cards = first.get("board"), first.get("scoring_cards")
    if not board or len(board) != S.SLOTS or any(len(p) != 2 or not isinstance(p[0], str) or p[1] not in (0, 180) for p in board):
        faults.append(Fault((*path, "board"), f"is {board}, expected {S.SLOTS} pairs of a quadrant and 0 or 180"))
    else:
        faults += _list_faults((*path, "board"), [p[0] for p in board], quadrants, "quadrant")
    if not cards or len(cards) != DRAWN_CARDS:
        faults.append(Fault((*path, "scoring_cards"), f"is {cards}, expected {DRAWN_CARDS} cards"))
    else:
        faults += _list_faults((*path, "scoring_cards"), cards, drawable, "card that can be drawn")
    return faults


def _list_faults(path: tuple[str, ...], named: list[str], known: list[str], what: str) -> list[Fault]:
    faults = [Fault((*path, i), f"names {id_!r}, which is no {what}", ", ".join(known)) for i, id_ in enumerate(named) if id_ not in known]
    return faults + [Fault(path, f"names {id_!r} twice") for id_ in _repeated(named)]
