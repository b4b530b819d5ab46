"""The oracle in random play: what chance may give, all options, changed components."""

import pytest

from tests.games.kingdom_builder.oracle.tables import (
    BOARD_A,
    FIRST_GAME,
    card_of,
    check_invariants,
    components,
    new_game,
    play_out,
    tile_of,
    with_deck,
)
from tests.games.kingdom_builder.test_oracle import CHOICE

# Chance


@pytest.mark.parametrize(
    "changes",
    [
        {"board": BOARD_A[::-1]},
        {"board": [["quadrant_tavern", 180], *BOARD_A[1:]]},
        {"board": BOARD_A[:3]},
        {"cards": ["fishermen", "knights", "lords"]},
        {"cards": ["fishermen", "knights", "castle"]},
        {"start": 2},
        {"pile": ["grass"] * 25},
        {"reshuffle": []},
    ],
)
def test_chance_against_the_options_is_refused(changes):
    with pytest.raises(ValueError):
        new_game(2, FIRST_GAME, **changes)


@pytest.mark.parametrize(
    "options",
    [
        {"quadrants": ["quadrant_tavern"] * 2},
        {"cards": ["castle"]},
        {"cards": ["lords"], "lords_card_in_deck": False},
        {"rotation": ["upright"]},
        {"rotation": 180},
        {"set_up": "random"},
        {"cards": []},
    ],
)
def test_unknown_option_is_refused(options):
    with pytest.raises(ValueError):
        new_game(2, options)


def test_reshuffle_must_give_the_same_cards():
    game = new_game(5, FIRST_GAME, reshuffle=lambda number, counts: ["grass"] * 21)
    with pytest.raises(ValueError):
        play_out(game)


# Random games


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_random_game_ends_and_nothing_gets_lost(players, seed):
    game = new_game(players, {}, seed)
    play_out(game, seed, check_invariants)
    check_invariants(game)
    view = game.view()
    assert view["round"] <= 14  # KB-93
    assert min(view["supply"].values()) == 0
    assert (view["actor"], view["terrain"], view["usable"]) == (0, "", [])
    assert sum(game.shares()) == 60
    best = max(game.totals().values())
    assert view["winners"] == [seat for seat, total in game.totals().items() if total == best]
    assert all(len(points) == 4 and "castle" in points for points in game.points().values())


OPTIONS = [
    {"setup": "first_game"},
    {"setup": "first_game", "rotation": "turned", "cards": ["lords"]},
    {"setup": "first_game", "quadrants": ["quadrant_oracle", "quadrant_harbor"]},
    {"quadrants": ["quadrant_oracle", "quadrant_harbor", "quadrant_barn", "quadrant_tower"]},
    {"quadrants": ["quadrant_barn"], "rotation": ["upright", "turned", "upright", "turned"]},
    {"cards": ["merchants", "hermits"], "lords_card_in_deck": False},
    {"start_player": "fixed_seat", "terrain_card_hidden_until_played": False},
    {"no_free_hex_of_card_terrain": "skip_remaining_builds"},
    {"replaced_terrain_card": "discard_pile"},
    {"lost_tile_choice": "either_of_same_kind"},
    {"tile_gained_by_moving": False},
    {"move_back_to_origin": True},
    {"lords_zero_settlements_score": False, "cards": ["lords"]},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options))
def test_every_option_is_played(options):
    for seed, players in enumerate((2, 5)):
        game = new_game(players, options, seed)
        play_out(game, seed, check_invariants)
        assert game.over


def test_random_play_comes_to_every_phase():
    """Section 15; with four kinds that come twice a tile is given up in one game out of ten or so."""
    options = CHOICE | {"quadrants": ["quadrant_barn", "quadrant_paddock", "quadrant_harbor", "quadrant_tavern"]}
    asked = set()
    play_out(new_game(2, options), look=lambda game: asked.add(game.view()["phase"]))
    assert asked == {"before", "build", "after", "place", "lift", "put", "give_up"}


# Changed components


def changed():
    data = components()
    data["setup"].update(settlements_per_player=21, location_tiles_per_hex=1, mandatory_builds_per_turn=4)
    tile_of(data, "tavern").update(min_line=2)
    tile_of(data, "oasis").update(kind="move", target="mountain")
    tile_of(data, "paddock").update(kind="build")
    tile_of(data, "tower").update(kind="move", uses_per_turn=2)
    data["location_tiles"]["tiles"].append(tile_of(data, "farm") | {"id": "mill", "target": "forest"})
    farm = next(quadrant for quadrant in data["quadrants"]["quadrants"] if quadrant["id"] == "quadrant_farm")
    data["quadrants"]["quadrants"].append(farm | {"id": "quadrant_mill", "location": "mill"})
    data["scoring_cards"]["cards"].append(card_of(data, "miners") | {"id": "rangers", "terrain": "forest", "points": 2})
    return with_deck(data, grass=3, canyon=4, desert=3, flower_field=4, forest=3)


def test_game_with_changed_components_is_played():
    data = changed()
    options = {"quadrants": ["quadrant_mill", "quadrant_tower", "quadrant_oasis", "quadrant_paddock"], "cards": ["rangers"]}
    for seed, players in enumerate((2, 3, 5)):
        game = play_out(new_game(players, options, seed, data), seed)
        view = game.view()
        assert view["round"] <= 6
        assert all(view["supply"][seat] + len(view["settlements"][seat]) == 21 for seat in game.seats)
        assert all("rangers" in points for points in game.points().values())
        assert all(number in (0, 1) for number in view["tiles_left"].values())


def test_words_without_a_meaning_are_refused():
    for change in ({"target": "castle"}, {"kind": "swap"}, {"adjacency": "always"}, {"target": "line_end"}):
        data = components()
        tile_of(data, "farm").update(change)
        with pytest.raises(ValueError):
            new_game(2, {}, data=data)
