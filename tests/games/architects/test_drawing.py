"""The main board in lines and as a picture: whole, small, the same every time, told apart by readers who see few colours."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from xml.etree import ElementTree

import pytest

from simcli.games.architects.datafiles import PLACES
from simcli.games.architects.text import board
from simcli.sim.folder.picture import stranger_in
from simcli.testing.colours import EYES, check_told_apart
from simcli.testing.lockstep import liked_choice
from simcli.testing.pictures import SVG, check_picture, nodes_of, texts_of
from simcli.testing.under_test import play_out
from tests.games.architects.lockstep import LIKED
from tests.games.architects.tables import dealt, table

ALL_CARDS = {"include_promo_cards": True, "player_boards": "variable"}
SET = {
    "workers": {"quarry": {1: 2, 3: 1}, "mines": {2: 4}, "town_centre": {1: 1}},
    "market": {"left": 0, "middle": 2, "right": 0},
    "prison": {1: 3, 2: 0, 3: 1},
    "guildhall": {1: 2, 2: 3, 3: 0},
    "captured": {1: {2: 2, 3: 1}},
    "level": {1: 2, 2: 2, 3: 0},
    "virtue": {1: 7, 2: 3, 3: 7},
    "silver": {1: 12},
    "goods": {1: {"clay": 2, "marble": 1}},
    "unpaid": {2: 2},
    "paid": {2: 1},
    "tax_stand": 9,
}


def drawn(game):
    return board.board_svg(game.s, game.t, game.names, *game.results())


def full_game(players=5, deal=2):
    """A game played out at random, with all boards and cards."""
    game = table(players, ALL_CARDS)
    return play_out(game, deal, partial(liked_choice, liking=LIKED))


def test_picture_is_well_formed_small_and_named():
    check_picture(drawn(full_game()))


def test_picture_holds_shapes_and_texts_only():
    assert stranger_in(drawn(full_game())) == ""
    assert stranger_in(drawn(dealt(2))) == ""


def test_board_in_lines():
    """Workers by place, Guildhall, Cathedral and virtue track."""
    game = dealt(3, **SET)
    assert board.board_lines(game.fields(), game.t) == [
        "  quarry       2 of seat 1, 1 of seat 3",
        "  forest       -",
        "  silversmith  -",
        "  mines        4 of seat 2",
        "  storehouse   -",
        "  workshop     -",
        "  town_centre  1 of seat 1",
        "  tax_stand    9 silver",
        "  guardhouse   -",
        "  prison       3 of seat 1, 1 of seat 3",
        "  market       left free, middle seat 2, right free, right card -",
        "  guildhall    5 of 16 spaces, 2 of seat 1, 3 of seat 2",
        "  cathedral    level 2 seats 1 and 2",
        "  virtue       3 seat 2, 7 seats 1 and 3",
    ]
    assert board.held_lines(game.fields(), 1) == ["12 silver 2 clay 1 marble; supply 12", "captives: 2 of seat 2, 1 of seat 3"]
    assert board.held_lines(game.fields(), 2)[0] == "4 silver; supply 10; debts 2 unpaid 1 paid"


def test_picture_says_in_words_what_it_shows():
    game = dealt(3, **SET, player=1)
    root = ElementTree.fromstring(drawn(game))
    assert root.find(f"{SVG}title").text == "Architects of the West Kingdom, 3 players: turn of seat 1"
    said = root.find(f"{SVG}desc").text
    assert said.startswith("quarry 2 of seat 1, 1 of seat 3. forest -. ")
    assert "Seat 1: 12 silver 2 clay 1 marble; supply 12; captives: 2 of seat 2, 1 of seat 3." in said


def test_every_place_is_drawn_with_its_workers():
    texts = texts_of(drawn(dealt(3, **SET)))
    for place in (*PLACES, "black market", "prison", "guildhall", "cathedral", "virtue"):
        assert texts.count(place.replace("_", " ")) == 1, place
    at = texts.index("quarry")
    assert texts[at : at + 5] == ["quarry", "1", "2", "3", "1"]  # seat and number of its workers, in turn
    assert "9 silver" in texts
    assert texts[texts.index("prison") : texts.index("guildhall")] == ["prison", "1", "3", "3", "1"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_guildhall_and_cathedral_have_their_spaces(players):
    """AW-A11a, AW-A13b."""
    game = dealt(players)
    squares = [node for node in nodes_of(drawn(game), "rect") if node.get("width") == str(board.CELL)]
    spaces = sum(int(n) for n in game.t["level_spaces"][1 : int(game.t["n_levels"]) + 1])
    assert len(squares) == int(game.t["hall_spaces"]) + spaces == 4 * (players + 1) + 11


def test_workers_beyond_the_last_space_are_counted():
    """AW-A11a."""
    game = dealt(2, guildhall={1: 10, 2: 5})
    assert "12 of 12 spaces, 3 beyond" in texts_of(drawn(game))
    assert "  guildhall    12 of 12 spaces, 3 beyond, 10 of seat 1, 5 of seat 2" in board.board_lines(game.fields(), game.t)


def test_the_market_shows_its_goods():
    """AW-B03, AW-BM11: the front card of the pile and the card on the right; without a card what is printed."""
    game = dealt(2, market_pile=["bm_02", "bm_04"], market_right="bm_09")
    assert {"left: 2 gold", "right: 1 wood 1 stone 1 gold 1 marble"} <= {*texts_of(drawn(game))}
    said = ElementTree.fromstring(drawn(game)).find(f"{SVG}desc").text
    assert "market left free, middle free, right free, left offers 2 gold, right offers 1 wood 1 stone 1 gold 1 marble." in said
    assert {"left: 1 gold 1 marble", "right: 1 wood 1 stone 2 marble"} <= {*texts_of(drawn(dealt(2, market_right="", market_pile=[])))}


def test_cards_and_boards_are_called_what_people_call_them():
    game = dealt(
        2, ALL_CARDS, boards={1: "hugo", 2: "ada"}, built={1: ["thieves_den"]}, apprentices={1: ["debt_collector_tiling", "thief"]}
    )
    texts = texts_of(drawn(game))
    assert {"built: Thieves' Den", "apprentices: Debt Collector (tiling), Thief"} <= {*texts}
    assert any(text.startswith("seat 1 (Hugo): ") for text in texts)
    assert not any("_" in text for text in [*texts, ElementTree.fromstring(drawn(full_game())).find(f"{SVG}desc").text])


def test_five_seats_at_one_place_stay_inside_it():
    crowd = dict.fromkeys(range(1, 6), 10)
    svg = drawn(dealt(5, workers={"mines": crowd}, virtue=dict.fromkeys(range(1, 6), 7)))
    xs = [int(node.get("x")) for node in nodes_of(svg, "text") if node.text == "10" and node.get("y") == "167"]
    assert len(xs) == 5
    assert max(xs) + 14 <= board.EDGE + board.BOX
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
    for node in nodes_of(svg, "text"):
        assert 0 < int(node.get("x")) < width
        assert 0 < int(node.get("y")) < height


def test_picture_tells_points_and_winners():
    """AW-P02, AW-K01."""
    game = full_game()
    points, shares = game.results()
    texts = texts_of(drawn(game))
    for p in range(5):
        won = ", wins" if shares[p] else ""
        assert any(text.startswith(f"seat {p + 1} (") and text.endswith(f"): {points[p].sum()} points{won}") for text in texts), p


def test_equal_positions_give_equal_pictures():
    assert drawn(full_game(3)) == drawn(full_game(3))


def test_names_are_escaped():
    game = dealt(3, built={1: ["well"]}, market_right="bm_01")
    names = game.names
    hostile = replace(names, titles=dict.fromkeys(names.titles, "</svg>"), goods=dict.fromkeys(names.goods, ('<b title="x">&', "<i>")))
    root = ElementTree.fromstring(board.board_svg(game.s, game.t, hostile, *game.results()))
    assert root.find(f".//{SVG}b") is None
    texts = [node.text or "" for node in root.iter()]
    assert any("</svg>" in text for text in texts)
    assert any('<b title="x">&' in text for text in texts)


@pytest.mark.parametrize("eye", EYES)
def test_colours_of_seats_are_told_apart_by_all_readers(eye):
    check_told_apart([fill for fill, _ in board.SEATS], eye)
