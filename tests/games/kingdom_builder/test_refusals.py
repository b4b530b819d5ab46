"""Data the rules or the tables have no room for is refused by name, and setups that cannot be played; data at the limits is not."""

from __future__ import annotations

import copy

import pytest

from simcli.games.kingdom_builder import checks
from simcli.games.kingdom_builder import state as S  # noqa: N812
from tests.games.kingdom_builder.test_components import COMPONENTS, DEFAULTS, KINDS, PRINTED, built, chosen, patched

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
