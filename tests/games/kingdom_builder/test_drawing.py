"""The picture of the board: whole, small, the same every time, told apart by readers who see few colours."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from simcli.games.kingdom_builder.text import board
from tests.games.kingdom_builder.tables import first_game, table

SVG = "{http://www.w3.org/2000/svg}"


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
    text = drawn(full_game())
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert root.get("aria-labelledby").split() == ids == ["board-title", "board-desc"]
    assert len(text.encode()) < 150_000
    assert text.count("http") == 1  # the name of the language


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
    texts = [node.text for node in ElementTree.fromstring(drawn(game)).iter(f"{SVG}text")]
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


# Machado, Oliveira, Fernandes 2009: what is seen without one kind of cone, in linear RGB.
EYES = {
    "all colours": np.eye(3),
    "no red": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "no green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "no blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
WHITE = np.array([0.95047, 1.0, 1.08883])


def seen(colour, eye):
    """A colour as CIE L*a*b*, where distances are like differences seen."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(EYES[eye] @ linear, 0, 1) / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("colours", [dict.fromkeys(board.FILLS), [fill for fill, _ in board.SEATS]], ids=["hexes", "seats"])
def test_colours_are_told_apart_by_all_readers(colours, eye):
    for one, other in combinations(colours, 2):
        assert np.linalg.norm(seen(one, eye) - seen(other, eye)) > 20, (one, other)
