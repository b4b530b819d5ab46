"""The guild houses in lines and as a picture: whole, small, the same every time, told apart by readers who see few colours."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from xml.etree import ElementTree

import pytest

from simcli.games.kings_guild.datafiles import RESOURCES
from simcli.games.kings_guild.text import board
from simcli.sim.folder.picture import stranger_in
from simcli.testing.colours import EYES, check_told_apart
from simcli.testing.lockstep import liked_choice
from simcli.testing.pictures import SVG, check_picture, nodes_of, texts_of
from simcli.testing.under_test import play_out
from tests.games.kings_guild.lockstep import LIKED
from tests.games.kings_guild.tables import dealt, table

SET = {
    "guilds": {1: "craft_collective", 2: "the_holy_order", 3: "greycastle_guard"},
    "boards": {1: "board_a", 2: "board_b", 3: "board_f"},
    "rooms": {
        1: {"warehouse": [0, 0], "great_hall": [0, 1], "throne_room": [2, 1], "kings_statue": [3, 1]},
        2: {"shrine": [3, 0], "kitchen": [3, 1]},
        3: {},
    },
    "specialists": {1: ["courier", "bard", "thug"], 2: ["aristocrat"], 3: []},
    "spaces": {1: {"outside": 1, "great_hall": 2}, 2: {"kitchen": 1}, 3: {}},
    "baggage": {2: "shrine"},
    "resources": {1: {"cloth": 2, "gem": 1}, 2: {"wood": 5}, 3: {}},
    "coins": {1: 12, 2: 0, 3: 4},
    "quests": {1: ["crush_the_orc_rebellion", "fortify_skullbreaker_point", "explore_bluevein_isle"]},
    "hands": {1: ["bag_of_gold", "bag_of_gold", "treasure_map_red"]},
    "player": 1,
}


def drawn(game):
    return board.board_svg(game.s, game.t, game.names, *game.results())


def house_of(game, seat):
    return board.house_of(game.fields(), game.s, game.t, game.names, seat)


def full_game(players=6, deal=2):
    """A game played out at random, with the promotional cards."""
    game = table(players, {"promo_specialists": True})
    return play_out(game, deal, partial(liked_choice, liking=LIKED))


def test_picture_is_well_formed_small_and_named():
    check_picture(drawn(full_game()))


def test_picture_holds_shapes_and_texts_only():
    assert stranger_in(drawn(full_game())) == ""
    assert stranger_in(drawn(dealt(1))) == ""


def test_houses_in_lines():
    """KG-PB-01, KG-PB-02, KG-PB-06: rooms by square, bonuses of free squares, spaces filled, resources stored."""
    game = dealt(3, **SET)
    assert board.board_lines(game.fields(), game.s, game.t, game.names) == [
        "  seat 1 (craft_collective, board_a): 1 of 4 spaces outside taken",
        "    stores 3 of 10: 2 cloth 1 gem",
        "    warehouse   guild       guild        (cloth)",
        "    great_hall  great_hall  throne_room  kings_statue",
        "    -           (wood)      -            (2 coins)",
        "    great_hall 2/2",
        "  seat 2 (the_holy_order, board_b): 0 of 4 spaces outside taken",
        "    stores 5 of 5: 5 wood",
        "    -          guild      guild    shrine",
        "    (leather)  -          (cloth)  kitchen",
        "    -          (2 coins)  -        (metal)",
        "    kitchen 1/1",
        "    shrine 0/1 and baggage",
        "  seat 3 (greycastle_guard, board_f): 0 of 4 spaces outside taken",
        "    stores 0 of 5: -",
        "    (leather)  guild   guild    -",
        "    -          (wood)  -        (2 coins)",
        "    (cloth)    -       (metal)  -",
    ]
    assert board.held_lines(game.fields(), game.t, 1, game.names) == [
        "3 specialists: Courier, Thug, Bard",
        "3 quests: 2 mage, 1 warrior",
        "3 treasures: Treasure Map (red), Bag of Gold x2",
    ]


def test_doors_are_where_tiles_lie_edge_to_edge():
    """KG-X-02; squares by number, four a row: the Great Hall lies on 4 and 5, the guild tile on 1 and 2."""
    game = dealt(3, **SET)
    assert house_of(game, 1).doors == [(0, 1), (0, 4), (1, 5), (2, 6), (5, 6), (6, 7)]
    assert house_of(game, 2).doors == [(2, 3), (3, 7)]
    assert house_of(game, 3).doors == []
    doors = [node for node in nodes_of(drawn(game), "rect") if node.get("fill") == board.DOOR and not node.get("stroke")]
    assert len(doors) == 6 + 2 + 1  # one explains them


def test_no_door_leads_from_one_end_of_a_row_to_the_other():
    game = dealt(2, rooms={1: {"warehouse": [3, 0], "library": [0, 1], "kitchen": [3, 1]}, 2: {}}, spaces={1: {}, 2: {}})
    assert house_of(game, 1).doors == [(2, 3), (3, 7)]


def test_picture_says_in_words_what_it_shows():
    root = ElementTree.fromstring(drawn(dealt(3, **SET)))
    assert root.find(f"{SVG}title").text == "The King's Guild, 3 players: turn of seat 1"
    said = root.find(f"{SVG}desc").text
    assert said.startswith(
        "seat 1 (craft collective, board a): 1 of 4 spaces outside taken; stores 3 of 10: 2 cloth 1 gem; warehouse guild "
    )
    assert "; great hall 2/2; 12 coins; 3 specialists: Courier, Thug, Bard; 3 quests: 2 mage, 1 warrior; 3 treasures: " in said


def test_one_of_a_thing_is_said_in_the_singular():
    one = {"coins": {1: 1, 2: 1}, "specialists": {1: ["courier"]}, "spaces": {1: {"outside": 1}}, "quests": {1: ["explore_bluevein_isle"]}}
    game = dealt(2, **one, hands={1: ["bag_of_gold"], 2: []}, quest_deck=[], last_turns=1)
    game.t["square_coins"] = 1
    drawing, words = drawn(game), game.text.state_text(game.s, game.t, game.names)
    said = ElementTree.fromstring(drawing).find(f"{SVG}desc").text
    assert "; 1 coin; 1 specialist: Courier; 1 quest: 1 mage; 1 treasure: Bag of Gold. " in said
    assert "(1 coin)" in texts_of(drawing)
    assert words.count("): 1 coin") == 2
    assert ", 1 last turn\n" in words
    assert not re.search(r"\b1 (coins|specialists|quests|treasures|points|last turns)\b", drawing + words)


def test_every_room_is_drawn_on_its_squares():
    game = dealt(3, **SET)
    tiles = [
        node
        for node in nodes_of(drawn(game), "rect")
        if node.get("height") == str(board.TALL - board.GAP) and "stroke-dasharray" not in node.attrib
    ]
    widths = sorted(int(node.get("width")) for node in tiles)
    assert widths == [board.CELL - board.GAP] * 5 + [2 * board.CELL - board.GAP] * 4  # three guild tiles and the Great Hall
    texts = texts_of(drawn(game))
    assert {"Warehouse", "Great Hall", "Throne", "Room", "King's", "Statue", "Shrine", "Kitchen", "1: Craft Collective"} <= {*texts}
    assert texts.count("(2 coins)") == 3
    assert texts.count("(cloth)") == 3


def test_every_resource_has_its_place():
    """KG-T-09: as many places as can be stored, filled with the first letters of what is there."""
    game = dealt(3, **SET)
    texts = texts_of(drawn(game))
    assert (texts.count("Cl"), texts.count("Ge"), texts.count("Wo"), texts.count("Ma")) == (2 + 1, 1 + 1, 5 + 1, 1)  # one explains each
    assert len({id_[:2] for id_ in RESOURCES}) == len(RESOURCES)
    places = [node for node in nodes_of(drawn(game), "rect") if node.get("width") == str(board.TOKEN - 3)]
    assert len(places) == 10 + 5 + 5 + len(RESOURCES) + len(board.TILES) + 1


def test_spaces_show_specialists_and_baggage():
    """KG-X-06, KG-SP-27."""
    game = dealt(3, **SET)
    circles, pawns = len(nodes_of(drawn(game), "circle")), len(nodes_of(drawn(game), "path"))
    assert circles == 3 * 4 + 2 + 1 + 2  # outside, Great Hall, Kitchen, two that explain; the baggage fills the Shrine
    assert pawns == 1 + 2 + 1 + 1


def test_cards_and_rooms_are_called_what_people_call_them():
    game = full_game()
    texts = texts_of(drawn(game))
    assert not any("_" in text for text in [*texts, nodes_of(drawn(game), "desc")[0].text])


def test_a_crowded_store_takes_more_lines():
    game = dealt(2, resources={1: {"cloth": 8, "leather": 8, "metal": 4}, 2: {}}, stock=dict.fromkeys(RESOURCES, 0))
    svg = drawn(game)
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
    assert texts_of(svg).count("Le") == 8 + 1
    for node in nodes_of(svg, "text"):
        assert 0 < float(node.get("x")) < width
        assert 0 < float(node.get("y")) < height


def test_picture_tells_points_and_winners():
    """KG-P-07."""
    game = full_game()
    points, shares = game.results()
    texts = texts_of(drawn(game))
    for p in range(6):
        won = ", wins" if shares[p] else ""
        assert f"seat {p + 1}: {points[p].sum()} points{won}" in texts, p


@pytest.mark.parametrize(
    ("points", "rating"), [(0, "recruit"), (49, "recruit"), (50, "member"), (79, "leader"), (80, "king"), (90, "legend"), (200, "legend")]
)
def test_a_player_alone_is_rated(points, rating):
    """KG-V-21."""
    assert table(1).names.rating(points) == rating


def test_picture_of_a_player_alone_tells_the_rating():
    """KG-V-21."""
    game = full_game(1)
    points = int(game.results()[0].sum())
    assert f"seat 1: {points} points, {game.names.rating(points)}" in texts_of(drawn(game))


def test_equal_positions_give_equal_pictures():
    assert drawn(full_game(3)) == drawn(full_game(3))


def test_names_are_escaped():
    game = dealt(3, **SET)
    hostile = replace(game.names, titles=dict.fromkeys(game.names.titles, '</svg><b title="x">&'))
    root = ElementTree.fromstring(board.board_svg(game.s, game.t, hostile, *game.results()))
    assert root.find(f".//{SVG}b") is None
    assert any("</svg>" in (node.text or "") for node in root.iter())


@pytest.mark.parametrize("eye", EYES)
def test_colours_of_resources_are_told_apart_by_all_readers(eye):
    check_told_apart([fill for fill, _ in board.TOKENS], eye)
