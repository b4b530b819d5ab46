"""Kingdom Builder: components, positions and games for the tests of the oracle."""

from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random

from tests.games.kingdom_builder.oracle.game import Oracle, Position, random_chance
from tests.games.oracles import read_yaml

ROOT = Path(__file__).resolve().parents[4]
DATA = ROOT / "simcli" / "games" / "kingdom_builder" / "data"
VECTORS_FILE = ROOT / "tests" / "games" / "kingdom_builder" / "test_vectors.yaml"
STEMS = ("quadrants", "location_tiles", "scoring_cards", "setup", "terrain")
BOARD_A = [["quadrant_tavern", 0], ["quadrant_paddock", 0], ["quadrant_oasis", 0], ["quadrant_farm", 0]]
FIRST_GAME = {"setup": "first_game", "start_player": "fixed_seat"}
TERRAINS = ["grass", "canyon", "desert", "flower_field", "forest"]
NEIGHBOURS = [
    ((0, 0), {(0, 1), (1, 0)}),
    ((0, 19), {(0, 18), (1, 18), (1, 19)}),
    ((19, 0), {(19, 1), (18, 0), (18, 1)}),
    ((19, 19), {(19, 18), (18, 19)}),
    ((6, 2), {(6, 1), (6, 3), (5, 1), (5, 2), (7, 1), (7, 2)}),
    ((3, 3), {(3, 2), (3, 4), (2, 3), (2, 4), (4, 3), (4, 4)}),
]
"""KB-EX-1: hexes and those around them."""


@cache
def _read_data():
    return {stem: read_yaml(DATA / f"{stem}.yaml") for stem in STEMS}


def components():
    """The data files as written, free to be changed."""
    return deepcopy(_read_data())


def tile_of(data, tile_id):
    return next(tile for tile in data["location_tiles"]["tiles"] if tile["id"] == tile_id)


def card_of(data, card_id):
    return next(card for card in data["scoring_cards"]["cards"] if card["id"] == card_id)


def without_terrain(terrain, instead):
    """Components whose quadrants print another terrain instead of this one."""
    data = components()
    letters = {name: letter for letter, name in data["quadrants"]["legend"].items()}
    for quadrant in data["quadrants"]["quadrants"]:
        quadrant["rows"] = [row.replace(letters[terrain], letters[instead]) for row in quadrant["rows"]]
    return data


def with_deck(data, **counts):
    """The same components with another deck of terrain cards."""
    data["terrain"]["terrain_deck"]["cards"] = [{"terrain": terrain, "count": counts.get(terrain, 0)} for terrain in TERRAINS]
    return data


def position_a(own=(), board=BOARD_A, data=None, **others):
    """Board A with settlements of seat 1, and of others written as seat2=..."""
    settlements = {1: set(own)} | {int(name[4:]): set(hexes) for name, hexes in others.items()}
    return Position(data or components(), board, settlements)


def pile_beginning(*first, deck=None):
    """A draw pile that starts with these cards."""
    rest = Counter(deck or dict.fromkeys(TERRAINS, 5))
    rest.subtract(first)
    assert min(rest.values()) >= 0
    return [*first, *rest.elements()]


def new_game(players=2, options=None, seed=0, data=None, banned=None, **changes):
    options, data = options or {}, data or components()
    return Oracle(players, options, random_chance(Random(seed), players, options, data) | changes, data, banned)


def play_until(game, stop, rng, look=None):
    while not game.over and not stop(game):
        if look:
            look(game)
        game.apply(rng.choice(game.legal()))
    return game


def play_out(game, seed=0, look=None):
    return play_until(game, lambda game: False, Random(seed), look)


def at_turn_of(seat, game, own=(), tiles=None, supply=None, card=None, others=None):
    """The game at the first question of this seat's first turn, with these things given to it just before."""
    game.settlements[seat].update(own)
    game.supply[seat] = 40 - len(own) if supply is None else supply
    for where, tile in (tiles or {}).items():
        assert game.board.tile_at[where] == tile
        game.tiles[seat][where] = tile
        game.taken[seat].add(where)
        game.tiles_left[where] -= 1
    if card:
        game.hands[seat] = card
    for other, hexes in (others or {}).items():
        game.settlements[other].update(hexes)
    return play_until(game, lambda game: game.actor == seat, Random(0))


def table_a(own=(), tiles=None, options=None, data=None, card=None, **given):
    """A game of two on board A at the second seat's first turn; the second seat has what is asked for."""
    game = new_game(2, FIRST_GAME | (options or {}), data=data)
    return at_turn_of(2, game, own, tiles, card=card, **given)


def check_invariants(game, settlements=40, cards=25):
    """What never changes: settlements, cards and tiles; no two settlements on one hex."""
    view = game.view()
    lifted = 1 if view["lifted"] else 0
    for seat in game.seats:
        on_hand = lifted if seat == view["actor"] else 0
        assert view["supply"][seat] + len(view["settlements"][seat]) + on_hand == settlements
        assert len(view["tiles"][seat]) <= len(view["taken"][seat])
    standing = [where for own in view["settlements"].values() for where in own]
    assert len(standing) == len(set(standing))
    hand = sum(bool(card) for card in view["hands"].values())
    assert len(view["pile"]) + sum(view["discards"].values()) + sum(view["removed"].values()) + hand == cards
    printed = 2 * len(view["tiles_left"])
    assert sum(view["tiles_left"].values()) + sum(len(taken) for taken in view["taken"].values()) == printed
    for own in game.settlements.values():
        assert not own & (game.board.special | game.board.hexes("mountain"))
    assert game.over == (game.legal() == [])
