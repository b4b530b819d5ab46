"""The components are those RULES.md lists, every check of theirs can fail, and the tables hold them."""

from __future__ import annotations

import copy
import re
from itertools import combinations
from math import comb, perm
from pathlib import Path

import numpy as np
import pytest

from simcli.config.components import component_data, read_components
from simcli.config.patch import apply_patch
from simcli.config.problems import Problems
from simcli.config.yaml_marks import known_data
from simcli.errors import Where
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.games.kingdom_builder import catalogue, checks, datafiles, tables
from simcli.games.kingdom_builder import state as S  # noqa: N812

FOLDER = Path(checks.__file__).parent
COMPONENTS = component_data(read_components(get_game("kingdom_builder")))
RULES = (FOLDER / "RULES.md").read_text("utf-8")
DEFAULTS = {option.id: option.default for option in options_of(COMPONENTS)}
QUADRANTS = {row["id"]: row for row in COMPONENTS["quadrants"]["quadrants"]}
TILES = {row["id"]: row for row in COMPONENTS["location_tiles"]["tiles"]}
CARDS = {row["id"]: row for row in COMPONENTS["scoring_cards"]["cards"]}
KINDS = ["grass", "canyon", "desert", "flower_field", "forest", "water", "mountain", "castle", "location"]
LETTERS = "GCDLFWMKT"
BUILDABLE = "GCDLF"

PRINTED = {  # KB-20
    "quadrant_oracle": (
        "oracle",
        "GGGFFWGFFF GGGKFWGFFF GLLGFFWGGF LLCGFWLTFF LLLCCWLLWW MMCGGWWWDD CCCMGLLLDD CCKDMDLLCC WWWDDDDMCC WWWWDDDDDC",
    ),
    "quadrant_farm": (
        "farm",
        "DDCWWFFFGG DKCWFFFTGG CCCLLLFCLL CCLLWDDCCL CGGWLLDDCC GGTLWLWDDC GGGFLLWWDD GGFFMWWWDW GMFFWWWWWW FFFWWWWWWW",
    ),
    "quadrant_tavern": (
        "tavern",
        "LDDMMDDCCC LLDDDMMCCC LLLLLLLMMM WWLKGGFFMM LLWWGGGFFC LCCWGFFCCC DLTCWFFTCG DDCWFFGGGG DDDWFFFGGG DDWWFFFGGG",
    ),
    "quadrant_tower": (
        "tower",
        "FFFFMMGMCC FMFFLGMMMC LLFLLLGGWM DLLLWTGWMM DDDDLWGWCC DCDDDWWCGC DDCDDWLKGC CCTDWLLLGG DCWWWFFLGG DCCWFFFGGG",
    ),
    "quadrant_harbor": (
        "harbor",
        "GGFFFWGFFL GLFFWGFFLL GLLFWGGLLL LLFFWGMLDD CLKFWGDDDD CCFWGGMMDD CCWWWGDDDC WWGGWWTCMC WDKGWMWCCC WDDWWWWCCC",
    ),
    "quadrant_paddock": (
        "paddock",
        "CCCDDWDDDD MMCDDWDDDD MMCMMWDDTL MCMMWMDLLL CCFFWMMCLL CFFWCCCMLL CTFFWLLLLL GGFWGKGLGF GGFFWGGGGF GGFFWGGGFF",
    ),
    "quadrant_oasis": (
        "oasis",
        "DDCWWFFGGG DCWLLFFFGG DDWLLFFTLG WWWLGFLLLL WWWWGGGGLL WFFWGGCCDC WFCFWGCCDC WKCLWTDDCW WWCLWWWDDW WWWWWWWWWW",
    ),
    "quadrant_barn": (
        "barn",
        "CDDDDDDDDD CCCDDDDDCD MMMDMMTDDC CMMMMMLLCC CCCMMWLLLC GCCCMLLWFC GGTFLLWLLF GGFFLLGKFF GGGFFWGGFF GGGFWGGFFF",
    ),
}


def patched(patch):
    """Component data with a patch as a config writes it."""
    problems = Problems()
    data = apply_patch(COMPONENTS, patch, known_data({"patch": patch}, Where("the test")), problems).data
    problems.raise_any()
    return data


def chosen(**options):
    assert options.keys() <= DEFAULTS.keys()
    return DEFAULTS | options


def built(players=4, components=COMPONENTS, **options):
    options = chosen(**options)
    assert checks.validate(components) == []
    assert checks.check_setup(components, options, players) == []
    return tables.build(components, options, players)[0]


def hexes(words):
    """Hexes (r, c) of a mask; no bit stands elsewhere."""
    cells = [64 * w + b for w, word in enumerate(words) for b in range(64) if int(word) >> b & 1]
    found = {(cell // 22 - 1, cell % 22 - 1) for cell in cells}
    assert len(found) == len(cells)
    assert all(0 <= r < 20 and 0 <= c < 20 for r, c in found)
    return found


# What the components are


def test_the_shipped_components_are_right():
    assert checks.validate(COMPONENTS) == []
    assert [checks.check_setup(COMPONENTS, DEFAULTS, players) for players in (2, 3, 4, 5)] == [[], [], [], []]


def test_eight_quadrants_as_printed():
    """KB-20."""
    assert {id_: (row["location"], " ".join(row["rows"])) for id_, row in QUADRANTS.items()} == PRINTED
    assert list(QUADRANTS) == list(PRINTED)


def test_counts_of_the_quadrants():
    """KB-20, KB-22, KB-23: 800 hexes, 10 castles, 14 location hexes, three special hexes on every quadrant."""
    specials = {id_: (text.count("K"), text.count("T")) for id_, (_, text) in PRINTED.items()}
    assert specials == {id_: (2, 1) if id_ in ("quadrant_oracle", "quadrant_harbor") else (1, 2) for id_ in PRINTED}
    text = "".join(rows.replace(" ", "") for _, rows in PRINTED.values())
    assert (len(text), text.count("K"), text.count("T")) == (800, 10, 14)
    for row in QUADRANTS.values():
        assert set(row["counts"]) == {*LETTERS, "buildable"}
        assert len(row["castles"]) + len(row["location_hexes"]) == 3


def test_25_terrain_cards():
    """KB-21."""
    rows = COMPONENTS["terrain"]["terrain_deck"]["cards"]
    assert [(row["terrain"], row["count"]) for row in rows] == [(kind, 5) for kind in KINDS[:5]]
    t = built()
    assert (int(t["n_deck"]), t["deck_count"].tolist()) == (25, [5, 5, 5, 5, 5, 0, 0, 0])


def test_nine_kinds_of_hexes():
    """KB-7."""
    rows = COMPONENTS["terrain"]["terrain_types"]
    assert [(row["id"], row["letter"]) for row in rows] == list(zip(KINDS, LETTERS, strict=True))
    assert [row["letter"] for row in rows if row["buildable"]] == list(BUILDABLE)
    assert list(datafiles.TERRAIN_ORDER) == KINDS
    assert [KINDS[k] for k in (S.WATER, S.MOUNTAIN, S.CASTLE, S.LOCATION)] == ["water", "mountain", "castle", "location"]


def test_eight_tiles():
    """KB-80 to KB-87."""
    assert {
        id_: (row["kind"], row["target"], row["adjacency"], row.get("min_line"), row.get("distance")) for id_, row in TILES.items()
    } == {
        "oracle": ("build", "card_terrain", "if_possible", None, None),
        "farm": ("build", "grass", "if_possible", None, None),
        "oasis": ("build", "desert", "if_possible", None, None),
        "tower": ("build", "edge", "if_possible", None, None),
        "tavern": ("build", "line_end", "none", 3, None),
        "barn": ("move", "card_terrain", "if_possible", None, None),
        "harbor": ("move", "water", "if_possible", None, None),
        "paddock": ("move", "straight_two", "none", None, 2),
    }


def test_28_location_tiles():
    """KB-23, KB-31, KB-A1: two for every location hex in the box."""
    each = COMPONENTS["setup"]["location_tiles_per_hex"]
    box = {location: each * rows.count("T") for location, rows in PRINTED.values()}
    assert box == {"oracle": 2, "harbor": 2, "farm": 4, "oasis": 4, "tower": 4, "tavern": 4, "barn": 4, "paddock": 4}
    assert sum(box.values()) == 28
    on_board = [sum(counts) for counts in combinations(box.values(), 4)]
    assert (min(on_board), max(on_board)) == (12, 16)


def test_castle_and_ten_cards():
    """KB-22, KB-101 to KB-111."""
    words = ("points", "terrain", "exclude_own_terrain", "min_linked", "points_first", "points_second", "per_settlements")
    assert {id_: (row["scorer"], {w: row[w] for w in words if w in row}) for id_, row in CARDS.items()} == {
        "castle": ("castles_touched", {"points": 3}),
        "fishermen": ("settlements_next_to", {"points": 1, "terrain": "water", "exclude_own_terrain": True}),
        "miners": ("settlements_next_to", {"points": 1, "terrain": "mountain", "exclude_own_terrain": False}),
        "merchants": ("linked_locations_and_castles", {"points": 4, "min_linked": 2}),
        "workers": ("settlements_next_to_location_or_castle", {"points": 1}),
        "discoverers": ("rows_occupied", {"points": 1}),
        "knights": ("settlements_in_best_row", {"points": 2}),
        "hermits": ("settlement_areas", {"points": 1}),
        "lords": ("sector_majority", {"points_first": 12, "points_second": 6}),
        "citizens": ("largest_area", {"points": 1, "per_settlements": 2}),
        "farmers": ("settlements_in_weakest_sector", {"points": 3}),
    }
    assert [id_ for id_, row in CARDS.items() if not row["drawable"]] == ["castle"]
    assert comb(len(CARDS) - 1, 3) == 120


def test_every_scorer_has_a_card_and_a_number_of_its_own():
    assert {row["scorer"] for row in CARDS.values()} == set(datafiles.SCORERS)
    assert [number for number, _ in datafiles.SCORERS.values()] == list(range(10))


def test_set_up_numbers():
    """KB-24, KB-31, KB-32, KB-33, KB-50."""
    setup = COMPONENTS["setup"]
    assert (setup["players"]["min"], setup["players"]["max"]) == (2, 5)
    assert {key: value for key, value in setup.items() if isinstance(value, int)} == {
        "settlements_per_player": 40,
        "quadrants_used": 4,
        "location_tiles_per_hex": 2,
        "scoring_cards_used": 3,
        "starting_terrain_cards_per_player": 1,
        "mandatory_builds_per_turn": 3,
    }
    assert perm(len(QUADRANTS), 4) * 2**4 == 26_880


@pytest.mark.parametrize(("players", "dealt", "pile"), [(2, 2, 23), (3, 3, 22), (4, 4, 21), (5, 5, 20)])
def test_what_depends_on_the_number_of_players(players, dealt, pile):
    """KB-36, KB-A2."""
    t = built(players)
    assert (int(t["players"]), int(t["settlements"]), int(t["tiles_per_hex"]), int(t["builds"])) == (players, 40, 2, 3)
    assert players * COMPONENTS["setup"]["starting_terrain_cards_per_player"] == dealt
    assert int(t["n_deck"]) - dealt == pile


def test_room_on_the_board():
    """KB-94: any four quadrants have 277 to 306 buildable hexes, five players have 200 settlements."""
    rooms = [sum(rows.count(letter) for letter in BUILDABLE) for _, rows in PRINTED.values()]
    boards = [sum(four) for four in combinations(rooms, 4)]
    assert (min(boards), max(boards)) == (277, 306)
    assert checks.room_on_board(COMPONENTS, DEFAULTS) == 277
    assert checks.room_on_board(COMPONENTS, chosen(setup="first_game")) == 78 + 74 + 63 + 69
    assert checks.room_on_board(COMPONENTS, chosen(quadrants=("quadrant_barn",))) == 79 + 63 + 69 + 71
    without_forest = patched({"terrain": {"terrain_deck": {"cards": {"forest_cards": {"count": 0}}}}})
    forest = sorted(sum(rows.count(letter) for letter in "GCDL") for _, rows in PRINTED.values())
    assert checks.room_on_board(without_forest, DEFAULTS) == sum(forest[:4])


# The masks


def test_cells_of_the_board():
    """KB-1, KB-4, KB-5, KB-6: 400 hexes, 20 rows, four sectors of 100, an edge of 76."""
    t = built()
    board = {(r, c) for r in range(20) for c in range(20)}
    assert hexes(t["board"]) == board
    assert hexes(t["rim"]) == {(r, c) for r, c in board if r in (0, 19) or c in (0, 19)}
    assert len(hexes(t["rim"])) == 76
    assert (hexes(t["even_rows"]), hexes(t["odd_rows"])) == ({h for h in board if h[0] % 2 == 0}, {h for h in board if h[0] % 2})
    corners = [(0, 0), (0, 10), (10, 0), (10, 10)]
    for k, (top, left) in enumerate(corners):
        sector = hexes(t["sector_mask"][k])
        assert sector == {(r, c) for r in range(top, top + 10) for c in range(left, left + 10)}
        assert len(sector) == 100
        assert {int(t["sector_of"][23 + 22 * r + c]) for r, c in sector} == {k}
    assert [int(t["row_of"][23 + 22 * r]) for r in range(20)] == list(range(20))
    assert [int(t["row_of"][42 + 22 * r]) for r in range(20)] == list(range(20))
    off = [n for n in range(S.N_CELLS) if (n // 22 - 1, n % 22 - 1) not in board]
    assert {int(t["row_of"][n]) for n in off} == {23}
    assert {int(t["sector_of"][n]) for n in off} == {0}


@pytest.mark.parametrize("slot", range(4))
@pytest.mark.parametrize("turned", [0, 1])
@pytest.mark.parametrize("quadrant", PRINTED)
def test_a_quadrant_in_a_slot(quadrant, turned, slot):
    """KB-5, KB-30: a turned quadrant shows (9-r, 9-c) of its rows at (r, c)."""
    t, q, rows = built(), list(PRINTED).index(quadrant), PRINTED[quadrant][1].split()
    masks = t["quadrant_mask"][(q * 2 + turned) * 4 + slot].reshape(S.KINDS, S.WORDS)
    top, left = (slot // 2) * 10, slot % 2 * 10
    for kind, letter in enumerate(LETTERS):
        expected = set()
        for r in range(10):
            for c in range(10):
                shown = rows[9 - r][9 - c] if turned else rows[r][c]
                if shown == letter:
                    expected.add((top + r, left + c))
        assert hexes(masks[kind]) == expected


def test_the_first_game_board():
    """KB-EX-2 and the list of board A's special hexes."""
    t = built(setup="first_game")
    ids = [list(QUADRANTS)[q] for q in t["fixed_quadrants"]]
    assert ids == ["quadrant_tavern", "quadrant_paddock", "quadrant_oasis", "quadrant_farm"]
    rows = [t["quadrant_mask"][int(q) * 8 + slot].reshape(S.KINDS, S.WORDS) for slot, q in enumerate(t["fixed_quadrants"])]
    kinds = [set().union(*(hexes(masks[kind]) for masks in rows)) for kind in range(S.KINDS)]
    assert kinds[S.CASTLE] == {(3, 3), (7, 15), (11, 11), (17, 1)}
    assert kinds[S.LOCATION] == {(6, 2), (6, 7), (2, 18), (6, 11), (12, 7), (17, 5), (11, 17), (15, 12)}
    assert [len(kind) for kind in kinds[:6]] == [61, 55, 53, 57, 58, 80]  # KB-EX-2, KB-EX-4, KB-EX-10
    assert len(hexes(t["rim"]) & set().union(*kinds[:5])) == 47  # KB-EX-6


# The tables


def test_tables_of_tiles():
    t = built()
    assert [list(TILES)[k] for k in t["quadrant_tile"][:8]] == [location for location, _ in PRINTED.values()]
    columns = ("tile_moves", "tile_target", "tile_terrain", "tile_adjacent", "tile_line")
    assert {id_: tuple(int(t[name][i]) for name in columns) for i, id_ in enumerate(TILES)} == {
        "oracle": (0, S.CARD_TERRAIN, 0, 1, 0),
        "farm": (0, S.TERRAIN, 0, 1, 0),
        "oasis": (0, S.TERRAIN, 2, 1, 0),
        "tower": (0, S.EDGE, 0, 1, 0),
        "tavern": (0, S.LINE_END, 0, 0, 3),
        "barn": (1, S.CARD_TERRAIN, 0, 1, 0),
        "harbor": (1, S.TERRAIN, 5, 1, 0),
        "paddock": (1, S.STRAIGHT_TWO, 0, 0, 0),
    }


def test_tables_of_cards():
    t = built()
    columns = ("card_scorer", "card_points", "card_second", "card_terrain", "card_dry", "card_per")
    assert {id_: tuple(int(t[name][i]) for name in columns) for i, id_ in enumerate(CARDS)} == {
        "castle": (S.CASTLES, 3, 0, 0, 0, 1),
        "fishermen": (S.NEXT_TO, 1, 0, 5, 1, 1),
        "miners": (S.NEXT_TO, 1, 0, 6, 0, 1),
        "merchants": (S.LINKED, 4, 0, 0, 0, 2),
        "workers": (S.BESIDE_SPECIAL, 1, 0, 0, 0, 1),
        "discoverers": (S.ROWS, 1, 0, 0, 0, 1),
        "knights": (S.BEST_ROW, 2, 0, 0, 0, 1),
        "hermits": (S.AREAS, 1, 0, 0, 0, 1),
        "lords": (S.SECTORS, 12, 6, 0, 0, 1),
        "citizens": (S.LARGEST_AREA, 1, 0, 0, 0, 2),
        "farmers": (S.WEAKEST_SECTOR, 3, 0, 0, 0, 1),
    }
    assert int(t["castle_card"]) == 0
    assert [S.CARD_FEATURES[k] for k in t["card_feature"][:11]] == list(CARDS)
    assert set(t["card_feature"][11:].tolist()) == {S.NONE}


def test_components_added_by_a_patch_stand_at_the_end():
    quadrant = {"new": True, "location": "inn", "provenance": "derived", "rows": PRINTED["quadrant_farm"][1].split()}
    tile = {"new": True, "kind": "move", "target": "forest", "adjacency": "none", "provenance": "derived"}
    scorer = {"scorer": "settlements_next_to", "terrain": "forest", "exclude_own_terrain": True, "points": 7}
    card = {"new": True, "drawable": True, "provenance": "derived", **scorer}
    patch = {"quadrants": {"quadrant_inn": quadrant}, "location_tiles": {"inn": tile}, "scoring_cards": {"foresters": card}}
    t = built(components=patched(patch))
    assert [int(t[name]) for name in ("n_quadrants", "n_items", "n_cards", "n_pool")] == [9, 21, 12, 11]
    assert int(t["quadrant_tile"][8]) == 8
    assert [int(t[name][8]) for name in ("tile_moves", "tile_target", "tile_terrain", "tile_adjacent")] == [1, S.TERRAIN, 4, 0]
    assert [int(t[name][11]) for name in ("card_scorer", "card_points", "card_terrain", "card_dry")] == [S.NEXT_TO, 7, 4, 1]
    assert int(t["card_feature"][11]) == S.NONE
    assert np.array_equal(t["quadrant_mask"][8 * 8 : 9 * 8], t["quadrant_mask"][8:16])  # the rows are those of the farm quadrant


def test_numbers_come_from_the_data():
    cards = {"knights": {"points": 5}, "lords": {"points_first": 9, "points_second": 4}, "citizens": {"per_settlements": 3}}
    setup = {"settlements_per_player": 20, "mandatory_builds_per_turn": 2, "location_tiles_per_hex": 0}
    deck = {"terrain_deck": {"cards": {"grass_cards": {"count": 9}, "forest_cards": {"count": 0}}}}
    patch = {"setup": setup, "scoring_cards": cards, "terrain": deck, "location_tiles": {"tavern": {"min_line": 2}}}
    t = built(components=patched(patch))
    assert [int(t[name]) for name in ("settlements", "builds", "tiles_per_hex", "n_deck")] == [20, 2, 0, 24]
    assert t["deck_count"].tolist() == [9, 5, 5, 5, 0, 0, 0, 0]
    assert (int(t["card_points"][6]), int(t["card_points"][8]), int(t["card_second"][8]), int(t["card_per"][9])) == (5, 9, 4, 3)
    assert int(t["tile_line"][4]) == 2


# Options


def test_options_are_those_of_the_rules():
    rows = COMPONENTS["options"]["options"]
    assert [(row["rule"], row["id"]) for row in rows] == re.findall(r"^- (GO-\d+) `(\w+)`", RULES, re.M)
    assert [row["rule"] for row in rows] == [f"GO-{n:02}" for n in range(1, 14)]
    known = set(re.findall(r"^- (KB-\w+) ", RULES, re.M))
    texts = dict(re.findall(r"^- (GO-\d+) (.*?)(?=^- |\n\n)", RULES, re.M | re.S))
    for row in rows:
        assert row["see"] in known
        assert row["default"] == row["values"][0]
        assert [value for value in row["values"] if isinstance(value, str) and f"`{value}`" not in texts[row["rule"]]] == []


def test_lists_of_options():
    """GO-02, GO-03, GO-04: of these three only the list of orientations goes by place."""
    lists = {o.id: (o.list_of, o.list_min, o.list_max, o.list_repeats) for o in options_of(COMPONENTS) if o.list_of}
    assert lists == {
        "quadrants": ("quadrants", 1, 4, False),
        "rotation": ("orientations", 4, 4, True),
        "cards": ("scoring_cards", 1, 3, False),
    }
    assert [row["id"] for row in COMPONENTS["orientations"]["orientations"]] == ["upright", "turned"]


SWITCHES = {"start_fixed": 0, "hidden": 1, "replace": 1, "replaced_to_discards": 0, "either_lost": 0, "tile_by_move": 1} | {
    "move_back": 0,
    "lords_zero": 1,
}


@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("start_player", "fixed_seat", "start_fixed"),
        ("terrain_card_hidden_until_played", False, "hidden"),
        ("no_free_hex_of_card_terrain", "skip_remaining_builds", "replace"),
        ("replaced_terrain_card", "discard_pile", "replaced_to_discards"),
        ("lost_tile_choice", "either_of_same_kind", "either_lost"),
        ("tile_gained_by_moving", False, "tile_by_move"),
        ("move_back_to_origin", True, "move_back"),
        ("lords_zero_settlements_score", False, "lords_zero"),
    ],
)
def test_every_switch_turns_its_own_field(option, value, field):
    """GO-05 to GO-12."""
    assert {name: int(built()[name]) for name in SWITCHES} == SWITCHES
    t = built(**{option: value})
    assert {name: int(t[name]) for name in SWITCHES} == SWITCHES | {field: 1 - SWITCHES[field]}


def the_board(t):
    """Fixed quadrants, whether they fill the slots, rotation by slot."""
    ids = [list(QUADRANTS)[q].removeprefix("quadrant_") for q in t["fixed_quadrants"][: int(t["n_fixed_quadrants"])]]
    return ids, int(t["slots_fixed"]), t["rotation"].tolist()


FIRST = ["tavern", "paddock", "oasis", "farm"]
TWO = ("quadrant_oasis", "quadrant_barn")
FOUR = ("quadrant_oasis", "quadrant_barn", "quadrant_farm", "quadrant_oracle")


@pytest.mark.parametrize(
    ("options", "board"),
    [
        ({}, ([], 0, [2, 2, 2, 2])),
        ({"setup": "first_game"}, (FIRST, 1, [0, 0, 0, 0])),
        ({"setup": "first_game", "rotation": "turned"}, (FIRST, 1, [1, 1, 1, 1])),
        ({"setup": "first_game", "quadrants": TWO}, (["oasis", "barn"], 0, [0, 0, 0, 0])),
        ({"quadrants": TWO}, (["oasis", "barn"], 0, [2, 2, 2, 2])),
        ({"quadrants": FOUR}, (["oasis", "barn", "farm", "oracle"], 1, [2, 2, 2, 2])),
        ({"rotation": "upright"}, ([], 0, [0, 0, 0, 0])),
        ({"rotation": ("turned", "upright", "upright", "turned")}, ([], 0, [1, 0, 0, 1])),
    ],
)
def test_boards_that_can_be_asked_for(options, board):
    """GO-01, GO-02, GO-03."""
    assert the_board(built(**options)) == board


def test_the_first_game_board_may_be_turned_by_a_patch():
    turned = [["quadrant_barn", 180], ["quadrant_farm", 0], ["quadrant_oasis", 0], ["quadrant_tower", 180]]
    t = built(components=patched({"setup": {"first_game": {"board": turned}}}), setup="first_game")
    assert the_board(t) == (["barn", "farm", "oasis", "tower"], 1, [1, 0, 0, 1])


@pytest.mark.parametrize(
    ("options", "fixed", "pool"),
    [
        ({}, [], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({"setup": "first_game"}, [1, 3, 6], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({"setup": "first_game", "cards": ("lords",)}, [8], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({"cards": ("lords", "miners")}, [2, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({"lords_card_in_deck": False}, [], [1, 2, 3, 4, 5, 6, 7, 9, 10]),
    ],
)
def test_cards_that_can_be_asked_for(options, fixed, pool):
    """GO-01, GO-04, GO-13."""
    t = built(**options)
    assert t["fixed_cards"][: int(t["n_fixed_cards"])].tolist() == fixed
    assert t["pool"][: int(t["n_pool"])].tolist() == pool


@pytest.mark.parametrize("lords", [True, False])
def test_items_have_the_numbers_of_the_catalogue(lords):
    """KB-25. A kind of tile has the number of its item, which bans are laid under."""
    t, known = built(lords_card_in_deck=lords), catalogue.catalogue(COMPONENTS, chosen(lords_card_in_deck=lords))
    assert int(t["n_items"]) == len(known.items) == 8 + 10 + 1
    assert [item.id for item in known.items[: len(TILES)]] == list(TILES)
    numbers = t["card_item"][: len(CARDS)].tolist()
    assert {card: known.items[i].id for card, i in zip(CARDS, numbers, strict=True) if i != S.NONE} == {c: c for c in list(CARDS)[1:]}
    assert numbers[0] == S.NONE
    assert known.items[int(t["marker_item"])].id == "start_marker"


# The catalogue


def test_what_is_counted():
    """KB-25."""
    known = catalogue.catalogue(COMPONENTS, DEFAULTS)
    assert [(item.id, item.kind) for item in known.items] == [
        *((id_, "tile") for id_ in TILES),
        *((id_, "card") for id_ in list(CARDS)[1:]),
        ("start_marker", "start"),
    ]
    assert known.items[-1].name == "start-player marker"
    assert known.categories == tuple(CARDS)
    assert len(known.items) <= S.MAX_ITEMS
    assert len(known.categories) <= S.MAX_CATEGORIES


def test_the_most_points_of_the_printed_cards():
    """KB-S4."""
    most = {"castle": 18, "fishermen": 40, "miners": 40, "merchants": 48, "workers": 40, "discoverers": 20, "knights": 40}
    most |= {"hermits": 40, "lords": 48, "citizens": 20, "farmers": 30}
    assert {id_: catalogue.most_points(card, 40, 6) for id_, card in CARDS.items()} == most


@pytest.mark.parametrize(
    ("patch", "options", "most"),
    [
        ({}, {}, 18 + 48 + 48 + 40),
        ({}, {"lords_card_in_deck": False}, 18 + 48 + 40 + 40),
        ({"setup": {"settlements_per_player": 10}}, {}, 18 + 48 + 48 + 20),
        ({"scoring_cards": {"castle": {"points": 5}, "farmers": {"points": 100}}}, {}, 30 + 1000 + 48 + 48),
        ({"scoring_cards": {"lords": {"points_second": 20}}}, {}, 18 + 80 + 48 + 40),
    ],
)
def test_no_score_lies_above_the_range(patch, options, most):
    """The ceiling follows from the numbers in force."""
    known = catalogue.catalogue(patched(patch), chosen(**options))
    assert (known.score_low, known.score_high) == (0, most)


# What is refused


def row(data, id_):
    """A record of a component file."""
    lists = [part for part in data.values() if isinstance(part, list)]
    return next(r for part in lists for r in part if isinstance(r, dict) and r.get("id") == id_)


def put(c, r, col, letter, quadrant="quadrant_farm"):
    """Another letter on a hex; what repeats the rows is left out."""
    q = row(c["quadrants"], quadrant)
    q["rows"][r] = q["rows"][r][:col] + letter + q["rows"][r][col + 1 :]
    for key in ("castles", "location_hexes", "counts"):
        q.pop(key, None)


def many(c, stem, key, id_, n):
    """The list brought to `n` records by copies of one."""
    rows = c[stem][key]
    rows += [copy.deepcopy(row(c[stem], id_)) | {"id": f"copy_{i}"} for i in range(n - len(rows))]
    del rows[n:]


def setting(stem, id_, key, value):
    """A check that fails on one field of one record."""

    def change(c):
        row(c[stem], id_)[key] = value

    return change


FARM = ("quadrants", "quadrant_farm")
GAME = ("setup", "first_game")
WRONG = {
    "too few quadrants": (
        lambda c: many(c, "quadrants", "quadrants", "", 3),
        ("quadrants", "quadrants"),
        "has 3 quadrants, expected 4 to 16",
    ),
    "too many quadrants": (
        lambda c: many(c, "quadrants", "quadrants", "quadrant_farm", 17),
        ("quadrants", "quadrants"),
        "has 17 quadrants, expected 4 to 16",
    ),
    "quadrant twice": (lambda c: c["quadrants"]["quadrants"].append(c["quadrants"]["quadrants"][1]), FARM, "the id occurs twice"),
    "no location tile": (setting(*FARM, "location", "inn"), (*FARM, "location"), "'inn', which is no location tile"),
    "rows missing": (lambda c: row(c["quadrants"], "quadrant_farm")["rows"].pop(), (*FARM, "rows"), "has 9 rows, a quadrant has 10"),
    "a long row": (lambda c: put(c, 0, 0, "DD"), (*FARM, "rows", 0), "with 11 hexes, a row of a quadrant has 10"),
    "unknown letter": (lambda c: put(c, 4, 0, "x"), (*FARM, "rows", 4), "x is no letter of terrain.yaml"),
    "castles elsewhere": (setting(*FARM, "castles", [[1, 2]]), (*FARM, "castles"), "is [[1, 2]], the rows have K at [[1, 1]]"),
    "castle off the quadrant": (setting(*FARM, "castles", [[1, 10]]), (*FARM, "castles", 0, 1), "is 10, expected at most 9"),
    "locations elsewhere": (setting(*FARM, "location_hexes", [[1, 7]]), (*FARM, "location_hexes"), "the rows have T at [[1, 7], [5, 2]]"),
    "wrong count": (
        lambda c: row(c["quadrants"], "quadrant_farm")["counts"].update(G=15),
        (*FARM, "counts", "G"),
        "is 15, the rows have 14",
    ),
    "wrong sum": (
        lambda c: row(c["quadrants"], "quadrant_farm")["counts"].update(buildable=1),
        (*FARM, "counts", "buildable"),
        "is 1, the rows have 69",
    ),
    "count of nothing": (
        lambda c: row(c["quadrants"], "quadrant_farm")["counts"].update(X=0),
        (*FARM, "counts", "X"),
        "is no letter of terrain.yaml",
    ),
    "two special hexes": (lambda c: put(c, 1, 1, "D"), (*FARM, "rows"), "has 2 castle and location hexes, a quadrant has 3"),
    "four special hexes": (lambda c: put(c, 7, 7, "K"), (*FARM, "rows"), "has 4 castle and location hexes, a quadrant has 3"),
    "special hex on the border": (
        lambda c: (put(c, 1, 1, "D"), put(c, 4, 9, "K")),
        (*FARM, "rows", 4),
        "on the quadrant's border, at [4, 9]",
    ),
    "special hexes too close": (
        lambda c: (put(c, 1, 1, "D"), put(c, 5, 4, "K")),
        (*FARM, "rows"),
        "the hex [5, 3] touches two castle or location hexes",
    ),
    "another legend": (
        lambda c: c["quadrants"]["legend"].update(G="canyon"),
        ("quadrants", "legend"),
        "differs from the letters of terrain.yaml",
    ),
    "other slots": (lambda c: c["quadrants"]["geometry"]["slots"].reverse(), ("quadrants", "geometry", "slots"), "cannot be changed"),
    "other rotations": (
        lambda c: c["quadrants"]["geometry"].update(rotations=[0, 90]),
        ("quadrants", "geometry", "rotations"),
        "cannot be changed",
    ),
    "other geometry": (
        lambda c: c["quadrants"]["geometry"].update(offset="even_r"),
        ("quadrants", "geometry", "offset"),
        "is 'even_r', expected 'odd_r_right'",
    ),
    # tiles
    "no tiles": (lambda c: c["location_tiles"]["tiles"].clear(), ("location_tiles", "tiles"), "has 0 kinds of tiles, expected 1 to 16"),
    "too many tiles": (
        lambda c: many(c, "location_tiles", "tiles", "farm", 17),
        ("location_tiles", "tiles"),
        "has 17 kinds of tiles, expected 1 to 16",
    ),
    "tile twice": (
        lambda c: c["location_tiles"]["tiles"].append(c["location_tiles"]["tiles"][1]),
        ("location_tiles", "farm"),
        "the id occurs twice",
    ),
    "unknown kind": (setting("location_tiles", "farm", "kind", "swap"), ("location_tiles", "farm", "kind"), "expected 'build' or 'move'"),
    "unknown adjacency": (
        setting("location_tiles", "farm", "adjacency", "always"),
        ("location_tiles", "farm", "adjacency"),
        "expected 'if_possible' or 'none'",
    ),
    "a jump next to others": (
        setting("location_tiles", "paddock", "adjacency", "if_possible"),
        ("location_tiles", "paddock", "adjacency"),
        "is if_possible, expected none: a jump goes where it may land (KB-87)",
    ),
    "no run named": (
        lambda c: row(c["location_tiles"], "tavern").pop("min_line"),
        ("location_tiles", "tavern", "min_line"),
        "is missing, a tile with target line_end needs it",
    ),
    "a run of none": (
        setting("location_tiles", "tavern", "min_line", 0),
        ("location_tiles", "tavern", "min_line"),
        "is 0, expected at least 1",
    ),
    "a run of seven": (
        setting("location_tiles", "tavern", "min_line", 7),
        ("location_tiles", "tavern", "min_line"),
        "is 7, expected at most 6",
    ),
    "a run for another target": (
        setting("location_tiles", "farm", "min_line", 3),
        ("location_tiles", "farm", "min_line"),
        "has no meaning for a tile with target grass",
    ),
    "a longer jump": (setting("location_tiles", "paddock", "distance", 3), ("location_tiles", "paddock", "distance"), "is 3, expected 2"),
    "a jump for another target": (
        setting("location_tiles", "barn", "distance", 2),
        ("location_tiles", "barn", "distance"),
        "has no meaning for a tile with target card_terrain",
    ),
    "two uses a turn": (
        setting("location_tiles", "farm", "uses_per_turn", 2),
        ("location_tiles", "farm", "uses_per_turn"),
        "is 2, expected 1",
    ),
    "two tiles from a hex": (
        lambda c: c["location_tiles"].update(max_tiles_per_player_per_location_hex=2),
        ("location_tiles", "max_tiles_per_player_per_location_hex"),
        "is 2, expected 1",
    ),
    # cards
    "no cards": (lambda c: c["scoring_cards"]["cards"].clear(), ("scoring_cards", "cards"), "has 0 cards, expected 1 to 20"),
    "too many cards": (
        lambda c: many(c, "scoring_cards", "cards", "miners", 21),
        ("scoring_cards", "cards"),
        "has 21 cards, expected 1 to 20",
    ),
    "card twice": (
        lambda c: c["scoring_cards"]["cards"].append(c["scoring_cards"]["cards"][1]),
        ("scoring_cards", "fishermen"),
        "the id occurs twice",
    ),
    "unknown scorer": (setting("scoring_cards", "miners", "scorer", "gold"), ("scoring_cards", "miners", "scorer"), "is 'gold', expected"),
    "unknown ranking": (setting("scoring_cards", "lords", "ranking", "sparse"), ("scoring_cards", "lords", "ranking"), "expected 'dense'"),
    "rounding up": (setting("scoring_cards", "citizens", "rounding", "up"), ("scoring_cards", "citizens", "rounding"), "expected 'down'"),
    "negative points": (
        setting("scoring_cards", "miners", "points", -1),
        ("scoring_cards", "miners", "points"),
        "is -1, expected at least 0",
    ),
    "too many points": (
        setting("scoring_cards", "lords", "points_first", 101),
        ("scoring_cards", "lords", "points_first"),
        "is 101, expected at most 100",
    ),
    "half a point": (setting("scoring_cards", "miners", "points", 0.5), ("scoring_cards", "miners", "points"), "expected a whole number"),
    "a chain of 13": (
        setting("scoring_cards", "merchants", "min_linked", 13),
        ("scoring_cards", "merchants", "min_linked"),
        "is 13, expected at most 12",
    ),
    "division by zero": (
        setting("scoring_cards", "citizens", "per_settlements", 0),
        ("scoring_cards", "citizens", "per_settlements"),
        "is 0, expected at least 1",
    ),
    "a number missing": (
        lambda c: row(c["scoring_cards"], "miners").pop("terrain"),
        ("scoring_cards", "miners"),
        "a card with the scorer settlements_next_to needs terrain",
    ),
    "a number of another scorer": (
        setting("scoring_cards", "knights", "points_first", 3),
        ("scoring_cards", "knights"),
        "a card with the scorer settlements_in_best_row has no points_first",
    ),
    "next to what is not there": (
        setting("scoring_cards", "miners", "terrain", "swamp"),
        ("scoring_cards", "miners", "terrain"),
        "is 'swamp', which is no kind of hex",
    ),
    "nothing always in play": (setting("scoring_cards", "castle", "drawable", True), ("scoring_cards", "cards"), "no card cannot be drawn"),
    "two always in play": (
        setting("scoring_cards", "miners", "drawable", False),
        ("scoring_cards", "cards"),
        "castle, miners cannot be drawn, expected exactly one",
    ),
    "castle not first": (
        lambda c: c["scoring_cards"]["cards"].append(c["scoring_cards"]["cards"].pop(0)),
        ("scoring_cards", "castle"),
        "must stand first",
    ),
    "another card named": (
        lambda c: c["scoring_cards"].update(always_in_play=["lords"]),
        ("scoring_cards", "always_in_play"),
        "is ['lords'], the card that cannot be drawn is castle",
    ),
    # terrain
    "other order": (lambda c: c["terrain"]["terrain_types"].reverse(), ("terrain", "terrain_types"), "expected grass, canyon, desert"),
    "a kind missing": (lambda c: c["terrain"]["terrain_types"].pop(), ("terrain", "terrain_types"), "are grass, canyon"),
    "a new kind": (setting("terrain", "forest", "id", "swamp"), ("terrain", "swamp", "id"), "is 'swamp', expected 'grass', 'canyon'"),
    "building on water": (setting("terrain", "water", "buildable", True), ("terrain", "water", "buildable"), "is true, expected false"),
    "no building on grass": (setting("terrain", "grass", "buildable", False), ("terrain", "grass", "buildable"), "is false, expected true"),
    "cards of water": (setting("terrain", "water", "on_cards", True), ("terrain", "water", "on_cards"), "is true, expected false"),
    "letter in lower case": (
        setting("terrain", "grass", "letter", "g"),
        ("terrain", "grass", "letter"),
        "is 'g', expected one letter from A to Z",
    ),
    "two letters": (
        setting("terrain", "grass", "letter", "GR"),
        ("terrain", "grass", "letter"),
        "is 'GR', expected one letter from A to Z",
    ),
    "no cards at all": (
        lambda c: [r.update(count=0) for r in c["terrain"]["terrain_deck"]["cards"]],
        ("terrain", "terrain_deck", "cards"),
        "has 0 cards, expected 1 to 60",
    ),
    "too many terrain cards": (
        lambda c: [r.update(count=13) for r in c["terrain"]["terrain_deck"]["cards"]],
        ("terrain", "terrain_deck", "cards"),
        "has 65 cards, expected 1 to 60",
    ),
    "fewer than no cards": (
        lambda c: c["terrain"]["terrain_deck"]["cards"][0].update(count=-1),
        ("terrain", "terrain_deck", "cards", "grass_cards", "count"),
        "is -1, expected at least 0",
    ),
    "a card of water": (
        lambda c: c["terrain"]["terrain_deck"]["cards"][0].update(terrain="water"),
        ("terrain", "terrain_deck", "cards", "grass_cards", "terrain"),
        "is 'water', which cannot be built on",
    ),
    "cards twice": (
        lambda c: c["terrain"]["terrain_deck"]["cards"].append(c["terrain"]["terrain_deck"]["cards"][0]),
        ("terrain", "terrain_deck", "cards", "grass_cards"),
        "the id occurs twice",
    ),
    # set-up
    "one player": (lambda c: c["setup"]["players"].update(min=1), ("setup", "players", "min"), "is 1, expected 2"),
    "six players": (lambda c: c["setup"]["players"].update(max=6), ("setup", "players", "max"), "is 6, expected 5"),
    "no settlements": (
        lambda c: c["setup"].update(settlements_per_player=0),
        ("setup", "settlements_per_player"),
        "is 0, expected at least 1",
    ),
    "61 settlements": (
        lambda c: c["setup"].update(settlements_per_player=61),
        ("setup", "settlements_per_player"),
        "is 61, expected at most 60",
    ),
    "no builds": (
        lambda c: c["setup"].update(mandatory_builds_per_turn=0),
        ("setup", "mandatory_builds_per_turn"),
        "is 0, expected at least 1",
    ),
    "seven builds": (
        lambda c: c["setup"].update(mandatory_builds_per_turn=7),
        ("setup", "mandatory_builds_per_turn"),
        "is 7, expected at most 6",
    ),
    "less than no tiles": (
        lambda c: c["setup"].update(location_tiles_per_hex=-1),
        ("setup", "location_tiles_per_hex"),
        "is -1, expected at least 0",
    ),
    "21 tiles on a hex": (
        lambda c: c["setup"].update(location_tiles_per_hex=21),
        ("setup", "location_tiles_per_hex"),
        "is 21, expected at most 20",
    ),
    "five quadrants": (lambda c: c["setup"].update(quadrants_used=5), ("setup", "quadrants_used"), "is 5, expected 4"),
    "four cards": (lambda c: c["setup"].update(scoring_cards_used=4), ("setup", "scoring_cards_used"), "is 4, expected 3"),
    "two cards in hand": (
        lambda c: c["setup"].update(starting_terrain_cards_per_player=2),
        ("setup", "starting_terrain_cards_per_player"),
        "is 2, expected 1",
    ),
    "no first game": (lambda c: c["setup"]["setups"].pop(), ("setup", "setups"), "has no set-up first_game"),
    "set-up twice": (lambda c: c["setup"]["setups"].append(c["setup"]["setups"][0]), ("setup", "random"), "the id occurs twice"),
    "another set-up": (
        setting("setup", "random", "id", "second_game"),
        ("setup", "second_game", "id"),
        "expected 'random' or 'first_game'",
    ),
    "random with a board": (
        setting("setup", "random", "scoring_cards", ["lords"]),
        ("setup", "random"),
        "draws its board and cards, nothing can be fixed here",
    ),
    "a board of three": (
        lambda c: row(c["setup"], "first_game")["board"].pop(),
        (*GAME, "board"),
        "expected 4 pairs of a quadrant and 0 or 180",
    ),
    "a quarter turn": (lambda c: row(c["setup"], "first_game")["board"][0].__setitem__(1, 90), (*GAME, "board"), "expected 4 pairs"),
    "no rotation": (lambda c: row(c["setup"], "first_game")["board"][0].pop(), (*GAME, "board"), "expected 4 pairs"),
    "no board": (lambda c: row(c["setup"], "first_game").pop("board"), (*GAME, "board"), "is None, expected 4 pairs"),
    "unknown quadrant": (
        lambda c: row(c["setup"], "first_game")["board"][2].__setitem__(0, "quadrant_inn"),
        (*GAME, "board", 2),
        "names 'quadrant_inn', which is no quadrant",
    ),
    "quadrant used twice": (
        lambda c: row(c["setup"], "first_game")["board"][2].__setitem__(0, "quadrant_farm"),
        (*GAME, "board"),
        "names 'quadrant_farm' twice",
    ),
    "two cards": (lambda c: row(c["setup"], "first_game")["scoring_cards"].pop(), (*GAME, "scoring_cards"), "expected 3 cards"),
    "castle among the cards": (
        setting(*GAME, "scoring_cards", ["lords", "castle", "miners"]),
        (*GAME, "scoring_cards", 1),
        "names 'castle', which is no card that can be drawn",
    ),
    "card used twice": (setting(*GAME, "scoring_cards", ["lords", "miners", "lords"]), (*GAME, "scoring_cards"), "names 'lords' twice"),
    # files
    "orientations in another order": (
        lambda c: c["orientations"]["orientations"].reverse(),
        ("orientations", "orientations"),
        "expected upright (0 degrees) and turned (180 degrees), in this order",
    ),
    "another orientation": (
        setting("orientations", "turned", "degrees", 90),
        ("orientations", "turned", "degrees"),
        "is 90, expected 0 or 180",
    ),
    "file missing": (lambda c: c.pop("setup"), ("setup",), "component file is missing"),
    "unknown field": (setting(*FARM, "colour", "red"), (*FARM, "colour"), "is not a known field"),
    "number as text": (setting("scoring_cards", "miners", "points", "1"), ("scoring_cards", "miners", "points"), "expected a whole number"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_components_are_refused_by_name(case):
    change, path, words = WRONG[case]
    components = copy.deepcopy(COMPONENTS)
    change(components)
    faults = checks.validate(components)
    assert [fault.path for fault in faults] == [path]
    assert words in f"{faults[0].what} ({faults[0].hint})"


def test_a_letter_used_twice_is_refused_at_both_places():
    components = copy.deepcopy(COMPONENTS)
    row(components["terrain"], "grass")["letter"] = "F"
    faults = checks.validate(components)
    assert [(fault.path, fault.what) for fault in faults] == [
        (("terrain", terrain, "letter"), "the letter occurs twice") for terrain in ("grass", "forest")
    ]


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("build", ["card_terrain", "edge", *KINDS[:5]], ["straight_two", "water", "mountain", "castle", "location", "swamp"]),
        ("move", ["card_terrain", "water", *KINDS[:5]], ["edge", "line_end", "mountain", "castle", "location", "swamp"]),
    ],
)
def test_targets_of_tiles(kind, right, wrong):
    for target in right:
        assert checks.validate(patched({"location_tiles": {"barn": {"kind": kind, "target": target}}})) == []
    for target in wrong:
        faults = checks.validate(patched({"location_tiles": {"barn": {"kind": kind, "target": target}}}))
        assert [fault.path for fault in faults] == [("location_tiles", "barn", "target")]
        assert faults[0].what == f"is {target!r}, which is no target of a tile of kind {kind}"


def test_a_tile_may_become_another():
    assert checks.validate(patched({"location_tiles": {"farm": {"target": "line_end", "min_line": 6}}})) == []
    assert checks.validate(patched({"location_tiles": {"harbor": {"target": "straight_two", "distance": 2, "adjacency": "none"}}})) == []


def test_a_card_may_score_another_way():
    """What its new scorer does not know is taken away."""
    patch = {"scorer": "rows_occupied", "points": 2}
    faults = checks.validate(patched({"scoring_cards": {"miners": patch}}))
    assert [fault.what for fault in faults] == [
        "a card with the scorer rows_occupied has no terrain and no exclude_own_terrain; null takes a field away"
    ]
    t = built(components=patched({"scoring_cards": {"miners": patch | {"terrain": None, "exclude_own_terrain": None}}}))
    assert [int(t[name][2]) for name in ("card_scorer", "card_points", "card_terrain", "card_dry")] == [S.ROWS, 2, 0, 0]
    t = built(components=patched({"location_tiles": {"tavern": {"target": "edge", "min_line": None}}}))
    assert [int(t[name][4]) for name in ("tile_target", "tile_line")] == [S.EDGE, 0]


def test_a_patched_quadrant_brings_its_counts():
    rows = PRINTED["quadrant_farm"][1].split()
    rows[0] = "CDCWWFFFGG"
    faults = checks.validate(patched({"quadrants": {"quadrant_farm": {"rows": rows}}}))
    assert [(fault.path[-1], fault.what) for fault in faults] == [("C", "is 14, the rows have 15"), ("D", "is 12, the rows have 11")]
    assert checks.validate(patched({"quadrants": {"quadrant_farm": {"rows": rows, "counts": {"C": 15, "D": 11}}}})) == []


FEW = {"terrain": {"terrain_deck": {"cards": {f"{kind}_cards": {"count": int(kind in ("grass", "forest"))} for kind in KINDS[:5]}}}}
REFUSED = {
    "more settlements than hexes": (
        {"setup": {"settlements_per_player": 56}},
        {},
        5,
        ("setup", "settlements_per_player"),
        "is 56; 5 players need room for 280, the smallest board has 277 hexes for terrain cards (at most 55, see KB-94)",
    ),
    "fewer terrain cards than players": (
        FEW,
        {},
        3,
        ("terrain", "terrain_deck", "cards"),
        "has 2 cards, 3 players need at least 3",
    ),
    "castle listed": (
        {},
        {"cards": ("castle", "lords")},
        2,
        ("options", "cards"),
        "names castle, which is always in play and cannot be listed",
    ),
    "lords listed and taken out": (
        {},
        {"cards": ("lords",), "lords_card_in_deck": False},
        2,
        ("options", "cards"),
        "names lords, which lords_card_in_deck takes out",
    ),
    "lords of the first game taken out": (
        {"setup": {"first_game": {"scoring_cards": ["lords", "knights", "miners"]}}},
        {"setup": "first_game", "lords_card_in_deck": False},
        2,
        ("options", "setup"),
        "names lords, which lords_card_in_deck takes out",
    ),
}


def refused(patch, options, players):
    components = patched(patch)
    assert checks.validate(components) == []
    return [(fault.path, f"{fault.what} ({fault.hint})") for fault in checks.check_setup(components, chosen(**options), players)]


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_set_up_is_refused(case):
    patch, options, players, path, words = REFUSED[case]
    faults = [fault for fault in refused(patch, options, players) if fault[0] == path]
    assert len(faults) == 1
    assert words in faults[0][1]


def test_settlements_must_find_room():
    """KB-94: counted for the players of the game, the smallest board that can be dealt and the terrains on cards."""
    most = {"setup": {"settlements_per_player": 60}}
    assert [len(refused(most, {}, players)) for players in (2, 3, 4, 5)] == [0, 0, 0, 1]
    assert refused({"setup": {"settlements_per_player": 55}}, {}, 5) == []
    largest = ("quadrant_barn", "quadrant_tavern", "quadrant_oracle", "quadrant_tower")
    assert refused(most, {"quadrants": largest}, 5) == []  # 306 hexes
    assert len(refused(most, {"quadrants": largest[1:]}, 5)) == 1
    grass = {"terrain": {"terrain_deck": {"cards": {f"{kind}_cards": {"count": 0} for kind in KINDS[1:5]}}}}
    assert refused(grass, {}, 2)[0][1].startswith("is 40; 2 players need room for 80, the smallest board has 59 hexes for terrain cards")


def test_a_deck_too_small_for_three_cards_is_refused():
    """KB-32."""
    components = copy.deepcopy(COMPONENTS)
    components["scoring_cards"]["cards"] = [row(components["scoring_cards"], id_) for id_ in ("castle", "lords", "miners", "knights")]
    row(components["setup"], "first_game")["scoring_cards"] = ["lords", "miners", "knights"]
    assert checks.validate(components) == []
    assert checks.check_setup(components, DEFAULTS, 2) == []
    faults = checks.check_setup(components, chosen(lords_card_in_deck=False), 2)
    assert [(fault.path, fault.what) for fault in faults] == [(("scoring_cards", "cards"), "has 2 cards to draw from, 3 are drawn")]
