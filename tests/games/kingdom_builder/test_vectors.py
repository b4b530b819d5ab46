"""The full positions of test_vectors.yaml and the worked examples of RULES.md, on the compiled game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simcli.engine.kernel import entry
from simcli.games.kingdom_builder.kernels import board
from simcli.games.kingdom_builder.text.names import CELLS, place_of
from simcli.sim.scenario import Table
from tests.games.kingdom_builder.oracle.tables import NEIGHBOURS
from tests.games.kingdom_builder.tables import BASE, COMPONENTS, FIRST_GAME, dealt, first_game, give, hexes, patched, table
from tests.games.oracles import read_yaml

VECTORS = read_yaml(Path(__file__).with_name("test_vectors.yaml"))["positions"]
POSITIONS = [pytest.param(vector, id=vector["id"]) for vector in VECTORS]
CARDS = [card["id"] for card in COMPONENTS["scoring_cards"]["cards"] if card["drawable"]]
TERRAINS = ["grass", "canyon", "desert", "flower_field", "forest"]
TILES = ["tower", "tavern", "paddock"]

around = entry(board.around)


# Full positions


def position(vector: dict[str, Any], **fields: Any) -> Table:
    """The position; the location hexes of the first three quadrants give a tower, a tavern and a paddock."""
    quadrants = [quadrant for quadrant, _ in vector["board"]]
    patch = {"quadrants": {quadrant: {"location": tile} for quadrant, tile in zip(quadrants, TILES, strict=False)}}
    standing: dict[int, list[str]] = {seat: [] for seat in range(1, vector["players"] + 1)}
    for r, row in enumerate(vector["settlements"]):
        for c, owner in enumerate(row):
            if owner != ".":
                standing[int(owner)] += hexes((r, c))
    game = table(vector["players"], BASE, patched(patch))
    game.deal(0, 1)
    game.set({"board": vector["board"], "settlements": standing, "pile": [], "phase": "build"} | fields)
    return game


def points_by_card(game: Table, seat: int) -> dict[str, int]:
    points, _ = game.results()
    return dict(zip(game.names.cards, points[seat - 1].tolist(), strict=False))


def put_after(vector: dict[str, Any], fields: dict[str, Any], *texts: str) -> int:
    """How many choices there are after these texts."""
    return len(give(position(vector, **fields), *texts).texts())


@pytest.mark.parametrize("vector", POSITIONS)
def test_position_has_the_stated_scores(vector):
    """KB-101 to KB-112."""
    found: dict[int, dict[str, int]] = {seat: {} for seat in vector["expected"]}
    for cards in (CARDS[:3], CARDS[3:6], CARDS[6:9], CARDS[7:]):
        game = position(vector, cards=cards)
        for seat in found:
            points = points_by_card(game, seat)
            found[seat] |= {card: points[card] for card in ["castle", *cards]}
    assert found == {seat: {card: expected[card] for card in found[seat]} for seat, expected in vector["expected"].items()}


@pytest.mark.parametrize("vector", POSITIONS)
def test_position_has_the_stated_targets_of_mandatory_builds(vector):
    """KB-50 to KB-53."""
    for seat, expected in vector["expected"].items():
        found = {terrain: len(position(vector, actor=seat, terrain=terrain).texts()) for terrain in TERRAINS}
        assert found == {terrain: expected[f"build_{terrain}"] for terrain in TERRAINS}


@pytest.mark.parametrize("vector", POSITIONS)
def test_position_has_the_stated_targets_of_tiles(vector):
    """KB-83, KB-84, KB-87."""
    held = [next(f"{tile} at {where}" for where in locations_of(vector, tile)) for tile in TILES]
    for seat, expected in vector["expected"].items():
        fields = {"actor": seat, "tiles": {seat: held}, "phase": "before"}
        uses = {tile: f"use {text}" for tile, text in zip(TILES, held, strict=True)}
        legal = position(vector, **fields).texts()
        for tile in ("tower", "tavern"):
            found = put_after(vector, fields, uses[tile]) if uses[tile] in legal else 0
            assert found == expected[tile], (seat, tile)
        lifts = give(position(vector, **fields), uses["paddock"]).texts()
        assert sum(put_after(vector, fields, uses["paddock"], lift) for lift in lifts) == expected["paddock_moves"]


def locations_of(vector: dict[str, Any], tile: str) -> list[str]:
    game = position(vector)
    tiles = game.s["tile"][: int(game.s["n_locations"])].tolist()
    return [where for where, kind in zip(game.fields()["tiles_left"], tiles, strict=True) if game.names.tiles[kind] == tile]


# Worked examples


def on_board_a(tile: str = "oasis", **fields: Any) -> Table:
    """Board "A"; the locations of its third quadrant give another tile."""
    game = table(2, FIRST_GAME, patched({"quadrants": {"quadrant_oasis": {"location": tile}}}))
    game.deal(0, 1)
    game.set(fields)
    return game


def using(tile: str, own: list[str], **fields: Any) -> Table:
    """Seat 1 is about to use a tile from r12c7, and holds nothing else."""
    return on_board_a(tile, settlements={1: own}, tiles={1: [f"{tile} at r12c7"]}, phase="before", **fields)


def targets(game: Table) -> set[str]:
    return {text.split()[-1] for text in game.texts()}


@pytest.mark.parametrize(("where", "neighbours"), NEIGHBOURS)
def test_neighbours_are_as_stated(where, neighbours):
    """KB-EX-1."""
    r, c = where
    assert {place_of(cell) for cell in around((r + 1) * 22 + c + 1, r % 2) if cell in CELLS} == neighbours


def test_empty_board_offers_all_hexes_of_the_terrain():
    """KB-EX-2."""
    assert len(first_game(hands={1: "flower_field"}).texts()) == 57


def test_each_build_is_forced_by_the_one_before():
    """KB-EX-3, KB-EX-5: the hexes lie around one location, which gives one tile."""
    game = first_game(settlements={1: ["r5c1"]}, tiles={1: ["tavern at r6c2"]}, phase="build", hands={1: "canyon"})
    for hex_ in ("r5c2", "r6c3", "r7c2"):
        assert targets(game) == {hex_}
        give(game, f"build {hex_}")
    assert game.fields()["tiles_left"]["r6c2"] == 1


@pytest.mark.parametrize(("terrain", "number"), [("desert", 53), ("grass", 61), ("forest", 58), ("flower_field", 3)])
def test_adjacent_hexes_come_first(terrain, number):
    """KB-EX-4."""
    game = first_game(settlements={1: ["r5c1", "r5c2", "r6c3"]}, hands={1: terrain})
    assert len(game.texts()) == number
    if number == 3:
        assert targets(game) == {"r4c1", "r5c0", "r6c1"}


def test_one_tile_is_taken_from_each_location():
    """KB-EX-5."""
    game = first_game(hands={1: "canyon"}, phase="build")
    give(game, "build r5c1")
    assert (game.fields()["tiles"][1], game.fields()["usable"], game.fields()["tiles_left"]["r6c2"]) == (["tavern at r6c2"], [], 1)
    give(game, "build r5c2")
    assert game.fields()["tiles_left"]["r6c2"] == 1
    game.set({"settlements": {1: ["r5c1", "r5c2", "r5c6"]}, "hands": {1: "forest"}, "phase": "build", "usable": []})
    give(game, "build r6c6")
    assert (game.fields()["tiles"][1], game.fields()["tiles_left"]["r6c7"]) == (["tavern at r6c2", "tavern at r6c7"], 1)


@pytest.mark.parametrize(
    ("quadrants", "number"), [(["tavern", "paddock", "oasis", "farm"], 47), (["oracle", "paddock", "harbor", "farm"], 55)]
)
def test_tower_has_the_stated_number_of_targets_on_an_empty_board(quadrants, number):
    """KB-EX-6."""
    names = [f"quadrant_{name}" for name in quadrants]
    game = table(2, {"quadrants": names, "rotation": "upright"}, patched({"quadrants": {"quadrant_paddock": {"location": "tower"}}}))
    game.deal(0, 1)
    game.set({"tiles": {"all": ["tower at r2c18"]}})
    assert len(give(game, "use tower at r2c18").texts()) == number


def test_paddock_jumps_over_anything_to_buildable_hexes():
    """KB-EX-8."""
    fields = {"settlements": {1: ["r5c1"]}, "tiles": {1: ["paddock at r2c18", "tavern at r6c2"]}, "hands": {1: "canyon"}}
    game = give(first_game(**fields), "use paddock at r2c18", "lift r5c1")
    assert targets(game) == {"r3c2", "r7c2", "r7c0"}
    give(game, "put r3c2")
    assert "tavern at r6c2" not in game.fields()["tiles"][1]
    assert (game.fields()["taken"][1], game.fields()["tiles_left"]["r6c2"]) == (["r2c18", "r6c2"], 1)
    game.set({"settlements": {1: []}, "hands": {1: "canyon"}, "phase": "build"})
    give(game, "build r5c1")
    assert game.fields()["tiles_left"]["r6c2"] == 1


PATCH = ["r5c1", "r5c2", "r6c3", "r7c2"]


def test_barn_cannot_be_used_when_every_settlement_would_come_back():
    """KB-EX-9."""
    assert list(using("barn", PATCH, hands={1: "canyon"}).texts()) == ["build"]
    game = give(using("barn", PATCH[:3], hands={1: "canyon"}), "use barn at r12c7")
    assert targets(game) == {"r5c1", "r5c2"}
    for source in ("r5c1", "r5c2"):
        assert targets(give(using("barn", PATCH[:3], hands={1: "canyon"}), "use barn at r12c7", f"lift {source}")) == {"r7c2"}


@pytest.mark.parametrize(
    ("own", "lifted", "puts"),
    [(["r5c1", "r5c2"], "r5c2", {"r4c2"}), (["r5c1", "r5c2"], "r5c1", {"r4c2", "r4c3", "r5c3"}), (["r5c1"], "r5c1", 80)],
)
def test_harbor_looks_for_water_next_to_the_others(own, lifted, puts):
    """KB-EX-10."""
    game = give(using("harbor", own), "use harbor at r12c7", f"lift {lifted}")
    assert (targets(game) if isinstance(puts, set) else len(targets(game))) == puts


SCORES = [
    ([(2, 3), (2, 4)], {"castle": 3}),
    ([(2, 3), (6, 15)], {"castle": 6}),
    ([(5, 1), (4, 2), (5, 0), (1, 4)], {"fishermen": 1}),
    ([(5, 1), (4, 2), (5, 0), (1, 4)], {"miners": 1}),
    ([(3, 14)], {"fishermen": 0, "miners": 1}),
    ([(5, 1), (5, 2), (6, 3), (7, 0)], {"workers": 3}),
    ([(8, 0), (8, 1), (8, 5), (8, 7), (9, 0), (9, 5), (9, 8), (9, 11), (12, 13)], {"discoverers": 3, "knights": 8}),
]


@pytest.mark.parametrize(("own", "expected"), SCORES)
def test_cards_pay_the_stated_points(own, expected):
    """KB-EX-11, KB-EX-12, KB-EX-14, KB-EX-15."""
    named = [card for card in expected if card != "castle"]
    cards = named + [card for card in CARDS if card not in named][: 3 - len(named)]
    points = points_by_card(first_game(settlements={1: hexes(*own)}, cards=cards), 1)
    assert {card: points[card] for card in expected} == expected


SECTOR = hexes(*[(r, c) for r in (7, 8, 9) for c in (5, 6, 7, 8, 9)], *[(4, c) for c in (4, 5, 6, 7, 8)], *[(2, c) for c in range(5)])
"""Buildable hexes of the first sector of board "A"."""
LORDS = [
    (True, [8, 8, 6, 2], [12, 12, 6, 0]),
    (True, [5, 0, 0], [12, 6, 6]),
    (True, [0, 0], [12, 12]),
    (True, [4, 4, 4, 1, 0], [12, 12, 12, 6, 0]),
    (False, [5, 0, 0], [12, 0, 0]),
    (False, [0, 0], [0, 0]),
    (False, [3, 1, 0], [12, 6, 0]),
]


@pytest.mark.parametrize(("zero", "counts", "expected"), LORDS)
def test_lords_rank_numbers_densely(zero, counts, expected):
    """KB-EX-17, GO-12: three more sectors, where all have nothing, pay 12 each or nothing."""
    left = iter(SECTOR)
    standing = {seat: [next(left) for _ in range(count)] for seat, count in enumerate(counts, start=1)}
    options = FIRST_GAME | {"lords_zero_settlements_score": zero}
    game = dealt(len(counts), options, settlements=standing, cards=["lords", "miners", "workers"])
    assert [points_by_card(game, seat)["lords"] for seat in standing] == [points + 36 * zero for points in expected]


RUN = ["r8c7", "r8c8", "r8c9"]


def test_round_is_finished_after_the_last_settlement():
    """KB-EX-19, KB-49, KB-90, KB-91."""
    tiles = ["tavern at r6c7", "paddock at r6c11"]
    game = first_game(3, actor=2, settlements={2: [*RUN, "r5c6"]}, tiles={2: tiles}, supply={2: 1}, hands={2: "desert"})
    give(game, "use tavern at r6c7", "place r8c6")
    assert (game.fields()["phase"], game.fields()["supply"][2]) == ("after", 0)
    assert all(text.startswith("use paddock") or text == "end turn" for text in game.texts())
    give(game, "end turn")
    for _ in range(3):
        assert (game.fields()["over"], game.fields()["actor"]) == (False, 3)
        game.apply(game.actions()[0])
    assert game.fields()["over"]


def test_game_ends_right_after_the_last_player_triggers():
    """KB-EX-19, KB-91, KB-A16."""
    game = first_game(3, actor=3, supply={3: 2})
    for _ in range(2):
        assert not game.fields()["over"]
        game.apply(game.actions()[0])
    assert game.fields()["over"]


def test_empty_pile_is_refilled_when_a_card_is_needed():
    """KB-EX-20, KB-48."""
    game = first_game(5)
    while game.fields()["round"] < 5:
        game.apply(game.actions()[0])
    fields = game.fields()
    assert (fields["pile"], sum(fields["discards"].values())) == ([], 20)
    while game.fields()["actor"] == 1:
        game.apply(game.actions()[0])
    fields = game.fields()
    assert (len(fields["pile"]), fields["discards"]) == (20, {})
