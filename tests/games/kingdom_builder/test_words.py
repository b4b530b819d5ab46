"""Positions and actions as text and as named fields, and back."""

from __future__ import annotations

import numpy as np
import pytest

from simcli.errors import FaultsError
from simcli.games.kingdom_builder.state import MAX_AREAS
from simcli.games.kingdom_builder.text.names import CELLS, cells_in, hex_text, mask_of, read_hex
from tests.games.kingdom_builder.tables import BASE, COMPONENTS, FIRST_GAME, dealt, first_game, give, table
from tests.games.words import assert_fault, assert_news, read_back, told

# Texts


def test_position_is_told_with_everything_on_the_table():
    game = first_game(
        settlements={1: ["r5c1", "r5c2", "r4c2"], 2: ["r2c17"]},
        tiles={1: ["tavern at r6c2"], 2: ["paddock at r2c18"]},
        usable=[],
        phase="build",
        builds_left=2,
        hands={1: "canyon", 2: "grass"},
        pile=["forest", "desert"],
        discards={"forest": 2, "desert": 1},
        removed={"grass": 1},
        round=3,
    )
    assert game.text.state_text(game.s, game.t, game.names).splitlines() == [
        "round 3, seat 1 is asked to build: card canyon, 2 to build; cards in play: fishermen, merchants, knights; seat 1 started",
        "",
        "                          1 1 1 1 1 1 1 1 1 1",
        "      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9",
        "   0  l d d m m d d c c c c c c d d w d d d d",
        "   1   l l d d d m m c c c m m c d d w d d d d",
        "   2  l l l l l l l m m m m m c m m w d 2 P l",
        "   3   w w l K g g f f m m m c m m w m d l l l",
        "   4  l l 1 w g g g f f c c c f f w m m c l l",
        "   5   l 1 1 w g f f c c c c f f w c c c m l l",
        "   6  d l V c w f f V c g c P f f w l l l l l",
        "   7   d d c w f f g g g g g g f w g K g l g f",
        "   8  d d d w f f f g g g g g f f w g g g g f",
        "   9   d d w w f f f g g g g g f f w g g g f f",
        "  10  d d c w w f f g g g d d c w w f f f g g",
        "  11   d c w l l f f f g g d K c w f f f F g g",
        "  12  d d w l l f f A l g c c c l l l f c l l",
        "  13   w w w l g f l l l l c c l l w d d c c l",
        "  14  w w w w g g g g l l c g g w l l d d c c",
        "  15   w f f w g g c c d c g g F l w l w d d c",
        "  16  w f c f w g c c d c g g g f l l w w d d",
        "  17   w K c l w A d d c w g g f f m w w w d w",
        "  18  w w c l w w w d d w g m f f w w w w w w",
        "  19   w w w w w w w w w w f f f w w w w w w w",
        "  g grass, c canyon, d desert, l flower_field, f forest, w water, m mountain, K castle, digits: settlements of that seat",
        "  F farm r11c17 (2 left), r15c12 (2 left); A oasis r12c7 (2 left), r17c5 (2 left); "
        "V tavern r6c2 (1 left), r6c7 (2 left); P paddock r2c18 (1 left), r6c11 (2 left)",
        "",
        "  seat 1: supply 37, card canyon; tiles tavern at r6c2 (not this turn); on water r4c2",
        "  seat 2: supply 39, card grass; tiles paddock at r2c18",
        "  draw pile 2; discards desert, forest 2; removed grass",
    ]


@pytest.mark.parametrize(
    ("texts", "header"),
    [
        ((), "seat 1 is asked to use a tile or build: card canyon, 3 to build"),
        (("use paddock at r2c18",), "seat 1 is asked to lift with the paddock at r2c18: card canyon, 3 to build"),
        (
            ("use paddock at r2c18", "lift r5c1"),
            "seat 1 is asked to put the settlement of r5c1 with the paddock at r2c18: card canyon, 3 to build",
        ),
        (("use farm at r11c17",), "seat 1 is asked to place with the farm at r11c17: card canyon, 3 to build"),
        (("build", "build r5c2", "build r6c3", "build r7c2"), "seat 1 is asked to use a tile or end the turn: card canyon"),
    ],
)
def test_header_says_what_is_asked(texts, header):
    game = first_game(settlements={1: ["r5c1"]}, tiles={1: ["paddock at r2c18", "farm at r11c17"]}, terrain="canyon")
    assert state_line(give(game, *texts)) == header


def test_header_of_an_ended_game_and_of_a_choice_between_tiles():
    """GO-09."""
    assert state_line(ended()) == "the game is over"
    assert state_line(two_paddocks()) == "seat 1 is asked to give up a tile: card canyon, 3 to build"


def state_line(game):
    """The header without round and cards."""
    return game.text.state_text(game.s, game.t, game.names).splitlines()[0].split(", ", 1)[1].split("; cards")[0]


def ended():
    """A game ended by the last settlement of seat 2."""
    game = first_game(actor=2, settlements={2: ["r5c1"]}, supply={2: 1}, terrain="canyon", hands={1: "grass"}, pile=["forest"])
    return give(game, "build r5c2")


def two_paddocks():
    """Seat 1 has moved away from one of two paddocks, the one it has used."""
    options = FIRST_GAME | {"lost_tile_choice": "either_of_same_kind"}
    held = ["paddock at r2c18", "paddock at r6c11"]
    game = dealt(2, options, settlements={1: ["r3c18", "r5c11"]}, tiles={1: held}, terrain="canyon")
    return give(game, "use paddock at r2c18", "lift r3c18", "put r5c19")


def test_score_sheet_lists_points_by_card_and_the_winner():
    """KB-100, KB-120."""
    game = first_game(settlements={1: ["r2c3", "r2c4"], 2: ["r5c1"]}, phase="after")
    assert game.text.score_sheet(game.s, game.t, game.names, *game.results()).splitlines() == [
        "                seat 1    seat 2",
        "castle               3         0",
        "fishermen            0         1",
        "merchants            0         0",
        "knights              4         2",
        "total                7         3",
        "seat 1 wins",
    ]


def test_score_sheet_names_all_who_share_the_victory():
    """KB-120."""
    game = dealt(4)
    sheet = game.text.score_sheet(game.s, game.t, game.names, np.zeros((4, 11), np.int32), np.array([20, 0, 20, 20]))
    assert sheet.splitlines()[-1] == "seats 1, 3 and 4 share the victory"


# News


KINDS = first_game().s["kind"]
ALL_BUT_TWO_CANYONS = [hex_text(cell) for cell in CELLS if KINDS[cell] == 1 and hex_text(cell) not in ("r0c7", "r6c3")]
HALF = len(ALL_BUT_TWO_CANYONS) // 2
CROWDED = {"settlements": {1: ALL_BUT_TWO_CANYONS[:HALF], 2: ALL_BUT_TWO_CANYONS[HALF:]}, "taken": {"all": ["r6c2"]}}
"""Every canyon hex of board A is settled but two."""


LOSES = {"settlements": {1: ["r5c1"]}, "tiles": {1: ["paddock at r6c11", "tavern at r6c2"]}, "terrain": "canyon"}
OF_TWO = {"settlements": {1: ["r5c1", "r5c2"]}, "taken": {1: ["r6c2"]}, "terrain": "canyon", "builds_left": 1, "phase": "build"}
LAST = {"settlements": {1: ["r5c1"]}, "taken": {1: ["r6c2"]}, "supply": {1: 1}, "terrain": "canyon", "pile": ["forest"]}
BOTH_CANYON = {"phase": "build", "builds_left": 2, "hands": {1: "canyon", 2: "canyon"}, "pile": ["grass", "forest"]}
NEWS = {
    "KB-60: a tile taken": (
        {"terrain": "canyon"},
        {"build r5c1": ["seat 1 takes a tile: tavern at r6c2 (1 left there)"], "build r5c2": []},
    ),
    "KB-65: a tile lost": (LOSES, {"use paddock at r6c11": None, "lift r5c1": None, "put r3c2": ["seat 1 loses the tile tavern at r6c2"]}),
    "KB-47: a turn that ends": (OF_TWO | {"pile": ["forest", "desert"]}, {"build r6c3": ["seat 1 discards canyon and draws forest"]}),
    "KB-90: the last settlement": (
        LAST,
        {"build r5c2": ["seat 1 has placed the last settlement: the game ends with this round", "seat 1 discards canyon and draws forest"]},
    ),
    "KB-56: a card replaced in a turn": (
        CROWDED | {"phase": "build", "terrain": "canyon", "pile": ["canyon", "forest"]},
        {"build r0c7": None, "build r6c3": ["no hex of canyon is free: seat 1 plays forest instead; out of the game: canyon 2"]},
    ),
    "KB-42: a card replaced as a turn begins": (
        CROWDED | BOTH_CANYON,
        {
            "build r0c7": None,
            "build r6c3": [
                "seat 1 discards canyon and draws grass",
                "no hex of canyon is free: seat 2 plays forest instead; out of the game: canyon",
            ],
        },
    ),
}


@pytest.mark.parametrize("case", NEWS)
def test_news(case):
    """KB-42, KB-47, KB-56, KB-60, KB-65, KB-90."""
    fields, news = NEWS[case]
    assert_news(first_game(**fields), news)


def test_news_of_a_reshuffle():
    """KB-48."""
    game = first_game(**OF_TWO, pile=[], discards={"forest": 3})
    assert told(game, "build r6c3") == [
        "seat 1 discards canyon and draws " + game.fields()["hands"][1],
        "the draw pile was empty: the discards are shuffled into a new one",
    ]


def test_news_of_the_last_settlement_of_the_second_who_places_it():
    """KB-90."""
    assert told(first_game(**LAST | {"supply": {1: 1, 2: 0}}), "build r5c2")[0] == "seat 1 has placed the last settlement"


def test_news_of_builds_forfeited():
    """GO-07."""
    options = FIRST_GAME | {"no_free_hex_of_card_terrain": "skip_remaining_builds"}
    game = dealt(2, options, **CROWDED, phase="build", terrain="canyon", pile=["forest"])
    assert told(give(game, "build r0c7"), "build r6c3") == [
        "no hex of canyon is free: 1 to build are forfeited",
        "seat 1 discards canyon and draws forest",
    ]


# Fields


WITHIN_A_TILE = ("place", "lift", "put", "give_up")
NOT_SET = ("over", "winners", "lifted", "using")
SCRATCH = (
    *("key", "chance", "decisions", "decided", "feature_mask", "work", "stack"),
    *("pile", "pile_next", "pile_end", "reshuffles", "idle", "phase", "area"),
)
SCRATCH_OF_A_STEP = ("playable", "using", "vacated", "area_size", "area_touch", "areas", "ends", "ends_of")


@pytest.mark.parametrize(
    "options",
    [
        BASE,
        FIRST_GAME,
        {"cards": ["merchants", "hermits", "citizens"]},
        {"cards": ["workers", "miners", "fishermen"]},
        {"cards": ["lords"]},
    ],
    ids=["base", "first game", "areas", "spots", "lords"],
)
def test_fields_set_into_another_deal_are_read_back(options):
    """Every position of a random game outside the use of a tile survives the way through its own fields, and so does the whole record."""
    game, other = dealt(3, options, deal=5), table(3, options)
    compared = 0
    for _ in read_back(game, other, 6, to_be_set):
        same_record(game, other)
        compared += 1
    assert compared > 60


def to_be_set(fields):
    return None if fields["phase"] in WITHIN_A_TILE else {name: value for name, value in fields.items() if name not in NOT_SET}


def same_record(game, other):
    """All fields of the records that play on looks at."""
    for name in game.s.dtype.names:
        if name not in SCRATCH + SCRATCH_OF_A_STEP:
            assert np.array_equal(game.s[name], other.s[name]), name
    assert areas_of(game) == areas_of(other)


def areas_of(game):
    """Areas of every seat with the special hexes they touch, whatever their labels."""
    found = set()
    for p in range(int(game.s["n_players"])):
        labels = [label for label in range(MAX_AREAS) if int(game.s["areas"][p]) >> label & 1]
        cells = cells_in(game.s["settled"][p])
        for label in labels:
            area = frozenset(cell for cell in cells if game.s["area"][cell] == 64 * (1 + p) + label)
            assert int(game.s["area_size"][p, label]) == len(area)
            found.add((p, area, int(game.s["area_touch"][p, label])))
    return found


def test_named_fields_alone_leave_the_rest_as_dealt():
    game, other = first_game(), first_game(settlements={2: ["r5c1"]})
    changed = {name for name, value in game.fields().items() if other.fields()[name] != value}
    assert changed == {"settlements", "supply"}


def test_nothing_set_changes_nothing():
    game = dealt(4, deal=3)
    before = game.s.tobytes()
    game.set({})
    assert game.s.tobytes() == before


def test_board_given_is_laid_with_its_specials_and_empty():
    """KB-30, KB-31."""
    board = [["quadrant_harbor", 180], ["quadrant_oracle", 0], ["quadrant_farm", 180], ["quadrant_barn", 0]]
    game = first_game(settlements={1: ["r5c1"]}, tiles={1: ["tavern at r6c2"]})
    game.set({"board": board, "terrain": "grass"})
    fields = game.fields()
    assert fields["board"] == board
    assert fields["tiles_left"] == dict.fromkeys(["r2c3", "r3c17", "r14c7", "r18c2", "r12c16", "r16c12"], 2)
    assert fields["settlements"] == {1: [], 2: []}
    assert fields["supply"] == {1: 40, 2: 40}
    assert len(game.texts()) == sum("".join(q["rows"]).count("G") for q in COMPONENTS["quadrants"]["quadrants"] if q["id"] in dict(board))


def test_phase_follows_from_the_tiles_held():
    assert first_game(tiles={1: ["tavern at r6c2"]}).fields()["phase"] == "before"
    assert first_game(tiles={1: ["tavern at r6c2"]}, usable=[]).fields()["phase"] == "build"
    assert first_game(tiles={2: ["tavern at r6c2"]}).fields()["phase"] == "build"
    assert first_game(start=2).fields()["actor"] == 2


def test_what_is_taken_is_not_left():
    """KB-31, KB-61."""
    fields = first_game(tiles={1: ["tavern at r6c2"]}, taken={2: ["r6c2", "r2c18"]}).fields()
    assert fields["tiles_left"] | {"r6c2": 0, "r2c18": 1} == fields["tiles_left"]
    assert fields["taken"] == {1: ["r6c2"], 2: ["r2c18", "r6c2"]}
    assert fields["tiles"][2] == []
    assert first_game(taken={"all": ["r6c2"]}, tiles_left={"r6c2": 2}).fields()["tiles_left"]["r6c2"] == 2


HELD = {"tiles": {1: ["tavern at r6c2"]}}


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"setlements": {}}, "setlements: is no field that can be set (did you mean 'settlements'?)"),
        ({"settlements": {3: ["r5c1"]}}, "settlements.3: is 3, expected a whole number from 1 to 2"),
        ({"settlements": {1: "r5c1"}}, "settlements.1: is 'r5c1', expected a list"),
        ({"settlements": {1: ["5,1"]}}, "settlements.1.0: is '5,1', expected a hex such as 'r6c2', rows and columns from 0 to 19"),
        ({"settlements": {1: ["r5c20"]}}, "settlements.1.0: is 'r5c20', expected a hex such as 'r6c2', rows and columns from 0 to 19"),
        ({"settlements": {1: ["r6c2"]}}, "settlements.1.0: is r6c2, a location hex, where nobody can stand (KB-7)"),
        ({"settlements": {1: ["r0c3"]}}, "settlements.1.0: is r0c3, a mountain hex, where nobody can stand (KB-7)"),
        ({"settlements": {1: ["r5c1", "r5c1"]}}, "settlements.1.1: is r5c1, where seat 1 has a settlement already (KB-51)"),
        ({"settlements": {1: ["r5c1"], 2: ["r5c1"]}}, "settlements.2.0: is r5c1, where seat 1 has a settlement already (KB-51)"),
        ({"supply": {1: 41}}, "supply.1: is 41, expected a whole number from 0 to 40"),
        ({"settlements": {1: ["r5c1"]}, "supply": {1: 40}}, "supply.1: is 40, expected a whole number from 0 to 39"),
        ({"tiles": {1: ["tavern r6c2"]}}, "tiles.1.0: is 'tavern r6c2', which is not known here (did you mean 'tavern at r6c2'?)"),
        ({"tiles": {"all": ["tavern at r6c2"]}, "players": 3}, "tiles: has 3 tiles of r6c2, there are 2 (KB-31)"),
        ({"taken": {1: ["r6c3"]}}, "taken.1.0: is 'r6c3', which is not known here (did you mean 'r6c7'?)"),
        ({"tiles_left": {"r6c2": -1}}, "tiles_left.r6c2: is -1, expected a whole number from 0 to 255"),
        ({"tiles_left": {"r16c2": 1}}, "tiles_left.r16c2: is 'r16c2', which is not known here (did you mean 'r6c2'?)"),
        ({"usable": ["tavern at r6c2"]}, "usable: has tavern at r6c2, which seat 1 does not hold (give it under `tiles`)"),
        ({"terrain": "flowers"}, "terrain: is 'flowers', which is not known here (did you mean 'flower_field'?)"),
        ({"terrain": "water"}, "terrain: is 'water', which is not known here (known: grass, canyon, desert, flower_field, forest)"),
        ({"terrain": "grass", "hands": {1: "forest"}}, "terrain: is 'grass', but seat 1 holds 'forest' (the card shown counts as in hand)"),
        ({"hands": {"all": "gras"}}, "hands.all: is 'gras', which is not known here (did you mean 'grass'?)"),
        ({"pile": ["forest", 3]}, "pile.1: is 3, which is not known here (known: grass, canyon, desert, flower_field, forest)"),
        ({"pile": ["forest"] * 61}, "pile: has 61 cards, expected at most 60"),
        ({"discards": {"forest": 50}}, "pile: and the other places of the terrain deck hold 75 cards together, expected at most 60"),
        ({"discards": {"forrest": 1}}, "discards.forrest: is 'forrest', which is not known here (did you mean 'forest'?)"),
        ({"round": 0}, "round: is 0, expected a whole number from 1 to 1000"),
        ({"start": 3}, "start: is 3, expected a whole number from 1 to 2"),
        ({"actor": True}, "actor: is True, expected a whole number from 1 to 2"),
        ({"phase": "bild"}, "phase: is 'bild', which is not known here (did you mean 'build'?)"),
        ({"phase": "put"}, "phase: is 'put', which lies inside the use of a tile (set `phase: before` and give the texts under `do`)"),
        ({"builds_left": 4}, "builds_left: is 4, expected a whole number from 0 to 3"),
        ({"builds_left": 0}, "builds_left: is 0, expected 1 to 3 in the phase build (KB-44, KB-45)"),
        ({"builds_left": 2, "phase": "after"}, "builds_left: is 2, expected 0 in the phase after (KB-44, KB-45)"),
        ({"supply": {1: 0}, "phase": "build"}, "phase: is 'build', but seat 1 has no settlement left (KB-55)"),
        ({"supply": {1: 0}, "phase": "before"}, "phase: is 'before', but seat 1 has no settlement left (KB-55)"),
        ({"supply": {1: 0}, "builds_left": 2}, "builds_left: is 2, but seat 1 has no settlement left (KB-55)"),
        (
            {"terrain": "", "phase": "build"},
            "phase: is 'build', but no hex of any card is free (KB-56; set `phase: before` to see the card replaced)",
        ),
        ({"cards": ["lords", "knights"]}, "cards: has 2 entries, expected 3 different cards (KB-32)"),
        ({"cards": ["lords", "knights", "lords"]}, "cards: has 3 entries, expected 3 different cards (KB-32)"),
        ({"cards": ["lords", "castle", "knights"]}, "cards.1: is 'castle', which is always in play (name the three that are drawn)"),
        ({"cards": ["lords", "knight", "hermits"]}, "cards.1: is 'knight', which is not known here (did you mean 'knights'?)"),
        ({"board": [["quadrant_farm", 0]]}, "board: has 1 entries, expected 4 pairs of a quadrant and 0 or 180"),
        ({"board": ["quadrant_farm"] * 4}, "board.0: is 'quadrant_farm', expected a list"),
        ({"board": [["quadrant_farm"]] * 4}, "board.0: has 1 entries, expected a quadrant and 0 or 180"),
        ({"board": [["quadrant_farm", 90]] * 4}, "board.0.1: is 90, expected 0 or 180"),
        ({"board": [["quadrant_fram", 0]] * 4}, "board.0.0: is 'quadrant_fram', which is not known here (did you mean 'quadrant_farm'?)"),
        ({"board": [["quadrant_farm", 0]] * 4}, "board: names a quadrant twice (KB-30)"),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, dict) else "",
)
def test_what_cannot_be_set_is_told_with_its_place_and_the_nearest_name(fields, fault):
    assert_fault(fault, first_game, **fields)


def test_a_card_without_a_free_hex_cannot_be_built_on():
    """KB-56."""
    full = [hex_text(cell) for cell in CELLS if first_game().s["kind"][cell] == 1]
    with pytest.raises(FaultsError, match="phase: is 'build', but no hex of canyon is free"):
        first_game(settlements={1: full[:30], 2: full[30:]}, terrain="canyon", phase="build")


def test_faults_of_all_fields_come_together():
    with pytest.raises(FaultsError) as error:
        first_game(round=0, actr=1, settlements={1: ["r0c3"]})
    assert [fault.path for fault in error.value.faults] == [("actr",), ("round",), ("settlements", 1, 0)]


# Hexes


def test_masks_hold_cells_in_reading_order():
    cells = [CELLS[0], CELLS[41], CELLS[399]]
    assert cells_in(mask_of(reversed(cells))) == cells
    assert [hex_text(cell) for cell in cells] == ["r0c0", "r2c1", "r19c19"]
    assert [read_hex((), hex_text(cell)) for cell in cells] == cells
