"""Full positions on whose scores and legal targets two unrelated programs agree (test_vectors.yaml)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.text_files import read_mapping

from .tables import COMPONENTS, give, patched, table

VECTORS = read_mapping(Path(__file__).with_name("test_vectors.yaml")).data["positions"]
TERRAINS = ("grass", "canyon", "desert", "flower_field", "forest")
TRIOS = (("fishermen", "miners", "merchants"), ("workers", "discoverers", "knights"), ("hermits", "lords", "citizens"))
SPARE = ("farmers", "miners", "lords")
"""Three cards for the one that is left."""


def fields_of(vector, seat):
    """The position with `seat` to act."""
    settlements = {seat: [] for seat in range(1, vector["players"] + 1)}
    for r, row in enumerate(vector["settlements"]):
        for c, owner in enumerate(row):
            if owner != ".":
                settlements[int(owner)].append(f"r{r}c{c}")
    return {"board": vector["board"], "settlements": settlements, "actor": seat}


def laid(vector, seat, components=COMPONENTS, **more):
    game = table(vector["players"], components=components)
    game.deal(0, 1)
    game.set(fields_of(vector, seat) | more)
    return game


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
@pytest.mark.parametrize("cards", [*TRIOS, SPARE], ids=lambda cards: cards[0])
def test_cards_score_as_stated(vector, cards):
    """KB-101 to KB-112."""
    game = laid(vector, 1, cards=list(cards))
    points, _ = game.results()
    for seat, expected in vector["expected"].items():
        found = {card: int(points[seat - 1, game.names.cards.index(card)]) for card in ("castle", *cards)}
        assert found == {card: expected[card] for card in found}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_settlements_and_build_targets_are_as_stated(vector):
    """KB-50 to KB-53."""
    for seat, expected in vector["expected"].items():
        assert len(fields_of(vector, seat)["settlements"][seat]) == expected["settlements"]
        found = {terrain: len(laid(vector, seat, terrain=terrain, phase="build").texts()) for terrain in TERRAINS}
        assert found == {terrain: expected[f"build_{terrain}"] for terrain in TERRAINS}


def targets(vector, seat, tile):
    """How many hexes a tile may build on, or how many moves it may make. The locations of the first quadrant are given that tile."""
    components = patched({"quadrants": {vector["board"][0][0]: {"location": tile}}})
    at = laid(vector, seat, components)
    places = list(at.fields()["tiles_left"])
    held = f"{tile} at {places[at.s['tile'].tolist().index(at.names.tiles.index(tile))]}"
    position = {"tiles": {seat: [held]}, "phase": "before", "terrain": "grass"}
    if f"use {held}" not in laid(vector, seat, components, **position).texts():
        return 0
    texts = give(laid(vector, seat, components, **position), f"use {held}").texts()
    if tile != "paddock":
        return len(texts)
    return sum(len(give(laid(vector, seat, components, **position), f"use {held}", lift).texts()) for lift in texts)


@pytest.mark.parametrize("tile", ["oracle", "farm", "oasis", "tower", "tavern", "paddock"])
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_tiles_have_as_many_targets_as_stated(vector, tile):
    """KB-80 to KB-84, KB-87."""
    names = {"oracle": "build_grass", "farm": "build_grass", "oasis": "build_desert", "paddock": "paddock_moves"}
    for seat, expected in vector["expected"].items():
        assert targets(vector, seat, tile) == expected[names.get(tile, tile)]
