"""The components are those RULES.md lists, every check of theirs can fail, and the tables hold them."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from math import comb, perm
from pathlib import Path

import numpy as np
import pytest

from simcli.games.components import options_of
from simcli.games.kingdom_builder import catalogue, checks, datafiles, tables
from simcli.games.kingdom_builder import state as S  # noqa: N812
from simcli.games.kingdom_builder.decisions import CARD_FEATURES
from tests.games.kingdom_builder.tables import COMPONENTS, all_options, patched

FOLDER = Path(checks.__file__).parent
RULES = (FOLDER / "RULES.md").read_text("utf-8")
DEFAULTS = all_options({})
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


def test_most_hexes_a_decision_can_offer():
    """KB-D2 to KB-D5, KB-D8, KB-D9: over all boards of four quadrants, each upright or turned."""
    boards = list(combinations((text.replace(" ", "") for _, text in PRINTED.values()), 4))
    most = {kind: max(sum(text.count(letter) for text in board) for board in boards) for kind, letter in zip(KINDS, LETTERS, strict=True)}
    assert {kind: most[kind] for kind in KINDS[:6]} == {
        "grass": 65,
        "desert": 64,
        "canyon": 61,
        "forest": 61,
        "flower_field": 59,
        "water": 98,
    }
    assert min(sum(text.count("W") for text in board) for board in boards) == 38
    edges = [[on_the_edge(text.split(), slot) for slot in range(4)] for _, text in PRINTED.values()]
    placed = [[edges[quadrant][slot] for slot, quadrant in enumerate(board)] for board in permutations(range(8), 4)]
    assert max(sum(map(max, board)) for board in placed) == 72
    assert min(sum(map(min, board)) for board in placed) == 39


def on_the_edge(rows, slot):
    """Buildable hexes at the edge of the board, of a quadrant upright and turned; slots from the top left, row by row."""
    row, column = 9 * (slot // 2), 9 * (slot % 2)
    turned = [line[::-1] for line in reversed(rows)]
    return [sum(lines[r][c] in BUILDABLE for r in range(10) for c in range(10) if r == row or c == column) for lines in (rows, turned)]


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
    assert [CARD_FEATURES[k] for k in t["card_feature"][:11]] == list(CARDS)
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
    assert [row["rule"] for row in rows] == [f"GO-{n:02}" for n in range(1, 23) if n not in (14, 15)]
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
