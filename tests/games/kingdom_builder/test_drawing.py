"""The picture of the board: whole, small, the same every time, told apart by readers who see few colours."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from simcli.games.kingdom_builder.text import board
from simcli.testing.colours import EYES, check_told_apart
from simcli.testing.pictures import SVG, check_picture, texts_of
from tests.games.kingdom_builder.tables import first_game, table


def drawn(game):
    return board.board_svg(game.s, game.t, game.names, *game.results())


def full_game(players=5, deal=2):
    """A game played out with first and last legal actions in turn."""
    game = table(players)
    game.deal(deal, 1)
    k = 0
    while not game.s["over"]:
        actions = game.actions()
        game.apply(actions[(k := k + 1) * 7 % len(actions)])
    return game


def test_picture_is_well_formed_small_and_named():
    check_picture(drawn(full_game()))


def test_picture_says_in_words_what_it_shows():
    game = first_game(settlements={1: ["r5c1", "r12c15"]}, tiles={1: ["tavern at r6c2"]}, phase="after")
    root = ElementTree.fromstring(drawn(game))
    assert root.find(f"{SVG}title").text == "Kingdom Builder, 2 players: round 1, turn of seat 1"
    assert root.find(f"{SVG}desc").text == (
        "A map of 20 by 20 hexes: quadrant tavern at the top left, quadrant paddock at the top right, quadrant oasis at the bottom left, "
        "quadrant farm at the bottom right. "
        "Seat 1 has 4 points, 2 settlements (1 top left, 0 top right, 0 bottom left, 1 bottom right) and tavern at r6c2. "
        "Seat 2 has 0 points, 0 settlements (0 top left, 0 top right, 0 bottom left, 0 bottom right) and no tiles."
    )


def test_every_hex_and_every_settlement_is_drawn_once():
    game = full_game()
    root = ElementTree.fromstring(drawn(game))
    hexes = [node.get("d").count("z") for node in root.iter(f"{SVG}path") if node.get("stroke-opacity") == ".45"]
    assert sum(hexes) == 400
    numbers = "".join(node.text for node in root.iter(f"{SVG}text") if node.get("font-size") == "12")
    legend = 1  # beside the points
    assert [numbers.count(str(p)) for p in range(1, 6)] == [len(own) + legend for own in game.fields()["settlements"].values()]
    for node in root.iter(f"{SVG}text"):
        if " " in node.get("x", ""):
            assert len(node.get("x").split()) == len(node.get("y").split()) == len(node.text)


def test_picture_tells_cards_points_and_winners():
    """KB-100, KB-120."""
    game = full_game()
    points, shares = game.results()
    texts = texts_of(drawn(game))
    assert f"cards in play: {', '.join(['castle', *game.fields()['cards']])}" in texts
    for p in range(5):
        won = ", wins" if shares[p] else ""
        assert f"seat {p + 1}: {points[p].sum()} points{won}" in texts
        assert ", ".join(f"{game.names.cards[c]} {points[p, c]}" for c in game.s["cards"]) in texts


def test_locations_bear_the_name_of_their_tile_and_what_is_left():
    """KB-31."""
    text = drawn(first_game(taken={"all": ["r6c2"], 1: ["r6c2", "r2c18"]}))
    assert re.findall(r">(\w+)</text>\n<text[^>]*>(\d) left<", text) == [
        ("paddock", "1"),
        ("tavern", "0"),
        ("tavern", "2"),
        ("paddock", "2"),
        ("farm", "2"),
        ("oasis", "2"),
        ("farm", "2"),
        ("oasis", "2"),
    ]


def test_equal_positions_give_equal_pictures():
    assert drawn(full_game(3)) == drawn(full_game(3))


def test_names_are_escaped():
    game = first_game()
    hostile = replace(game.names, cards=tuple('<b title="x">&' for _ in game.names.cards), tiles=tuple("</svg>" for _ in game.names.tiles))
    root = ElementTree.fromstring(board.board_svg(game.s, game.t, hostile, *game.results()))
    assert root.find(f".//{SVG}b") is None
    assert sum("</svg>" in (node.text or "") for node in root.iter()) >= 8


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("colours", [dict.fromkeys(board.FILLS), [fill for fill, _ in board.SEATS]], ids=["hexes", "seats"])
def test_colours_are_told_apart_by_all_readers(colours, eye):
    check_told_apart(colours, eye)
