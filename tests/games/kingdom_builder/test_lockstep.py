"""Kernel and oracle agree on every legal text, every field and every result of random games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kingdom_builder.lockstep import play_side_by_side
from tests.games.kingdom_builder.tables import BASE, COMPONENTS, UNDER_TEST, patched
from tests.games.side_by_side import checker

DEALS = 20
OPTION_DEALS, RARE_DEALS = 4, 10
PATCH_DEALS = 3
SOAK_DEALS = 2000
SOAK_OPTION_DEALS = 200
SOAK_PATCH_DEALS = 150

BUILDERS = ["quadrant_oracle", "quadrant_farm", "quadrant_tavern", "quadrant_tower"]
MOVERS = ["quadrant_harbor", "quadrant_paddock", "quadrant_barn", "quadrant_oasis"]
TWICE = ["quadrant_barn", "quadrant_paddock", "quadrant_harbor", "quadrant_tavern"]
"""Quadrants with tiles that move, two locations of a kind each except for one."""
TERRAINS = ["grass", "canyon", "desert", "flower_field", "forest"]
EITHER = {"lost_tile_choice": "either_of_same_kind"}
DISCARDED = {"replaced_terrain_card": "discard_pile"}
SKIPPED = {"no_free_hex_of_card_terrain": "skip_remaining_builds"}
check_games = checker(UNDER_TEST, play_side_by_side)


def names(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, dict) else str(value)


# As the rules are printed


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernel_and_oracle_play_the_same_game(players):
    least = {f"use {tile['id']}": 1 for tile in COMPONENTS["location_tiles"]["tiles"]} | {"lost tiles": 10, "reshuffles": 10}
    check_games(players, BASE, range(DEALS), least=least)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernel_and_oracle_play_the_same_thousands_of_games(players):
    check_games(players, BASE, range(10_000, 10_000 + SOAK_DEALS))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("quadrants", [BUILDERS, MOVERS], ids=["builders", "movers"])
def test_kernel_and_oracle_agree_on_every_kind_of_tile(quadrants, players):
    """KB-80 to KB-88, GO-02."""
    seen = check_games(players, {"quadrants": quadrants}, range(500, 500 + OPTION_DEALS))
    assert min(seen[f"use {quadrant.removeprefix('quadrant_')}"] for quadrant in quadrants) > OPTION_DEALS


# Options

OPTIONS = [
    (2, {"setup": "first_game"}),
    (5, {"setup": "first_game", "rotation": "random", "cards": ["lords"], "quadrants": ["quadrant_harbor"]}),
    (3, {"quadrants": ["quadrant_harbor"]}),
    (4, {"quadrants": ["quadrant_barn", "quadrant_oracle"]}),
    (2, {"quadrants": ["quadrant_oasis", "quadrant_tower", "quadrant_farm"]}),
    (4, {"rotation": "upright"}),
    (2, {"rotation": "turned"}),
    (3, {"rotation": ["upright", "turned", "turned", "upright"]}),
    (4, {"cards": ["hermits"]}),
    (3, {"cards": ["merchants", "citizens"]}),
    (2, {"cards": ["workers", "miners", "discoverers"]}),
    (4, {"start_player": "fixed_seat"}),
    (3, {"terrain_card_hidden_until_played": False}),
    (5, SKIPPED),
    (4, DISCARDED),
    (2, EITHER),
    (3, {"tile_gained_by_moving": False, "quadrants": MOVERS}),
    (2, {"move_back_to_origin": True, "quadrants": MOVERS}),
    (4, {"lords_zero_settlements_score": False, "cards": ["lords"]}),
    (3, {"lords_card_in_deck": False}),
    (3, {"adjacency": False}),
    (2, {"adjacency": False, "quadrants": MOVERS, "move_back_to_origin": True}),
    (4, {"castle_scores": False}),
    (3, {"tile_uses": "once"}),
    (2, {"tile_uses": "once", "quadrants": TWICE, **EITHER}),
    (4, {"new_tiles": "at_once"}),
    (2, {"new_tiles": "at_once", "quadrants": TWICE, **EITHER}),
    (3, {"tiles_lost": False, "quadrants": MOVERS}),
    (5, {"last_turn": "at_once"}),
    (3, {"second_tile_of_a_kind": False}),
    (2, {"second_tile_of_a_kind": False, "new_tiles": "at_once", "tile_uses": "once", "quadrants": TWICE, "last_turn": "at_once"}),
]


@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_under_every_value_of_every_option(players, options):
    """GO-01 to GO-13, GO-16 to GO-22."""
    check_games(players, options, range(1000, 1000 + OPTION_DEALS))


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_in_more_games_under_every_value_of_every_option(players, options):
    check_games(players, options, range(11_000, 11_000 + SOAK_OPTION_DEALS))


CARDS = [card["id"] for card in COMPONENTS["scoring_cards"]["cards"] if card["drawable"]]


@pytest.mark.parametrize("cards", [CARDS[:3], CARDS[3:6], CARDS[6:9], CARDS[7:]], ids="-".join)
def test_kernel_and_oracle_agree_on_every_card(cards):
    """KB-101 to KB-112, where settlements stand on water and move away."""
    check_games(3, {"cards": cards, "quadrants": MOVERS}, range(1500, 1505), eager=True)


ALL_ALIKE = {"quadrants": {quadrant: {"location": "paddock"} for quadrant in TWICE}}


@pytest.mark.parametrize("players", [2, 3])
def test_kernel_and_oracle_agree_on_the_choice_of_the_lost_tile(players):
    """GO-09: with the printed tiles, and with more than two of a kind."""
    options = EITHER | {"quadrants": TWICE}
    deals = range(2000, 2000 + 2 * RARE_DEALS)
    check_games(players, options, deals, least={"give up": 3}, eager=True)
    check_games(players, options, deals, patched(ALL_ALIKE), least={"give up": 10}, eager=True)


@pytest.mark.parametrize(
    ("players", "given"),
    [
        (2, {1: ["harbor"], 2: ["barn"]}),
        (3, {1: ["paddock", "paddock"], 3: ["paddock"], 2: ["tavern"]}),
        (4, {1: ["barn"], 2: ["barn"], 3: ["barn"], 4: ["barn"]}),
    ],
    ids=names,
)
def test_kernel_and_oracle_agree_where_seats_begin_with_tiles(players, given):
    """GO-09, GO-15, whoever starts; also of tiles that a board has not."""
    deals = range(2200, 2200 + 2 * OPTION_DEALS)
    check_games(players, EITHER | {"quadrants": TWICE}, deals, least={"lost tiles": 10}, eager=True, given=given)
    check_games(players, BASE, range(2300, 2300 + OPTION_DEALS), given=given)


# Useless cards


def few(terrain: str, left: int, instead: str = "G") -> dict[str, Any]:
    """A patch that leaves so many hexes of a terrain on every quadrant."""
    letter = next(row["letter"] for row in COMPONENTS["terrain"]["terrain_types"] if row["id"] == terrain)
    patch = {}
    for quadrant in COMPONENTS["quadrants"]["quadrants"]:
        *before, after = " ".join(quadrant["rows"]).split(letter, left)
        text = "".join(part + letter for part in before) + after.replace(letter, instead)
        patch[quadrant["id"]] = {"rows": text.split(" "), "counts": {key: text.count(key) for key in (letter, instead)}}
    return {"quadrants": patch}


def deck(**counts: int) -> dict[str, Any]:
    """A patch of the terrain deck; terrains that are not named have no card."""
    return {"terrain": {"terrain_deck": {"cards": {f"{terrain}_cards": {"count": counts.get(terrain, 0)} for terrain in TERRAINS}}}}


@pytest.mark.parametrize("options", [BASE, DISCARDED, SKIPPED], ids=["removed", "discarded", "skipped"])
@pytest.mark.parametrize("players", [2, 5])
def test_kernel_and_oracle_agree_on_useless_cards(players, options):
    """KB-42, KB-56, GO-07, GO-08: four desert hexes on the board."""
    replaced, forfeited = ("card replaced at the start of a turn", "card replaced between builds"), ("builds forfeited",)
    least, never = (forfeited, replaced) if options == SKIPPED else (replaced, forfeited)
    deals = range(2500, 2500 + OPTION_DEALS)
    seen = check_games(players, options, deals, patched(few("desert", 1)), least=dict.fromkeys(least, 6))
    assert not {*never} & seen.keys()


@pytest.mark.parametrize("options", [BASE, DISCARDED, SKIPPED], ids=["removed", "discarded", "skipped"])
@pytest.mark.parametrize("players", [2, 3])
def test_kernel_and_oracle_agree_when_no_useful_card_is_left(players, options):
    """Section 15: as many cards as players, so that a useless card cannot be replaced and its builds are forfeited."""
    small = {"setup": {"settlements_per_player": 60 // players}}
    changes = few("flower_field", 1) | deck(grass=1, flower_field=players - 1) | small
    deals = range(3000, 3000 + RARE_DEALS)
    check_games(players, options | {"quadrants": MOVERS}, deals, patched(changes), least={"builds forfeited": 21})


def test_forfeited_builds_do_not_come_back_with_a_hex_that_a_move_frees():
    """Section 15: the kernel once offered `build r0c9`, which the paddock had vacated in the same turn."""
    changes = few("flower_field", 1) | deck(grass=1, flower_field=1)
    check_games(2, {"quadrants": MOVERS}, range(3002, 3003), patched(changes), viewed=1)


# Changed components


def card(like: str, **changes: Any) -> dict[str, Any]:
    """A card that scores like a printed one, with some things changed."""
    row = next(row for row in COMPONENTS["scoring_cards"]["cards"] if row["id"] == like)
    return {"new": True} | {key: value for key, value in row.items() if key not in ("id", "name_ja")} | changes


def tile(like: str, **changes: Any) -> dict[str, Any]:
    """A kind of tile that does what a printed one does, with some things changed."""
    row = next(row for row in COMPONENTS["location_tiles"]["tiles"] if row["id"] == like)
    return {"new": True} | {key: value for key, value in row.items() if key not in ("id", "name_ja")} | changes


FARM_ROWS = next(quadrant["rows"] for quadrant in COMPONENTS["quadrants"]["quadrants"] if quadrant["id"] == "quadrant_farm")
MILL = {
    "location_tiles": {"mill": tile("farm", target="forest")},
    "quadrants": {"quadrant_mill": {"new": True, "location": "mill", "rows": list(FARM_ROWS), "provenance": "reconstructed"}},
}
PATCHES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "short lines": ({"location_tiles": {"tavern": {"min_line": 2}}}, {"quadrants": ["quadrant_tavern"]}),
    "single settlements as lines": ({"location_tiles": {"tavern": {"min_line": 1}}}, {"quadrants": ["quadrant_tavern"]}),
    "long lines": ({"location_tiles": {"tavern": {"min_line": 4}}}, {"quadrants": ["quadrant_tavern"]}),
    "lines next to own": ({"location_tiles": {"tavern": {"min_line": 2, "adjacency": "if_possible"}}}, {"quadrants": ["quadrant_tavern"]}),
    "oasis on canyon": ({"location_tiles": {"oasis": {"target": "canyon"}}}, {"quadrants": ["quadrant_oasis"]}),
    "tavern on the edge": ({"location_tiles": {"tavern": {"target": "edge", "min_line": None}}}, {"quadrants": ["quadrant_tavern"]}),
    "nothing next to own": (
        {"location_tiles": {id_: {"adjacency": "none"} for id_ in ("oracle", "farm", "oasis", "tower", "barn", "harbor")}},
        {"quadrants": ["quadrant_oracle", "quadrant_tower", "quadrant_barn", "quadrant_harbor"]},
    ),
    "moves to a terrain": (
        {"location_tiles": {"harbor": {"target": "forest"}, "farm": {"kind": "move"}}},
        {"quadrants": ["quadrant_harbor", "quadrant_farm"]},
    ),
    "harbor as a second paddock": (
        {"location_tiles": {"harbor": {"target": "straight_two", "adjacency": "none", "distance": 2}}},
        {"quadrants": ["quadrant_harbor", "quadrant_paddock"]},
    ),
    "moves that may stay": (
        {"location_tiles": {"barn": {"adjacency": "none"}}},
        {"quadrants": ["quadrant_harbor", "quadrant_barn"], "move_back_to_origin": True},
    ),
    "fewer cards": (deck(**dict.fromkeys(TERRAINS, 3)), {}),
    "one card each": (deck(**dict.fromkeys(TERRAINS, 1)), {}),
    "more cards": (deck(grass=20, canyon=10, desert=10, flower_field=10, forest=10), {}),
    "two builds": ({"setup": {"mandatory_builds_per_turn": 2}}, {}),
    "four builds": ({"setup": {"mandatory_builds_per_turn": 4}}, {}),
    "twenty-five settlements": ({"setup": {"settlements_per_player": 25}}, {}),
    "fifty-five settlements": ({"setup": {"settlements_per_player": 55}}, {}),
    "one tile on a hex": ({"setup": {"location_tiles_per_hex": 1}}, {}),
    "no tiles": ({"setup": {"location_tiles_per_hex": 0}}, {}),
    "points": (
        {
            "scoring_cards": {
                "castle": {"points": 5},
                "lords": {"points_first": 7, "points_second": 9},
                "citizens": {"points": 3, "per_settlements": 4},
            }
        },
        {"cards": ["lords", "citizens"]},
    ),
    "more points": (
        {
            "scoring_cards": {
                "fishermen": {"exclude_own_terrain": False, "points": 2},
                "merchants": {"points": 1, "min_linked": 3},
                "farmers": {"points": 0},
            }
        },
        {"cards": ["fishermen", "merchants", "farmers"], "quadrants": MOVERS},
    ),
    "links of one": ({"scoring_cards": {"merchants": {"min_linked": 1}}}, {"cards": ["merchants"], "quadrants": MOVERS}),
    "cards added": (
        {
            "scoring_cards": {
                "rangers": card("miners", terrain="forest", points=2, exclude_own_terrain=True),
                "dukes": card("lords", points_first=3, points_second=1),
            }
        },
        {"cards": ["rangers", "dukes", "lords"]},
    ),
    "two kinds of links": (  # the kernel once paid both by the number of the last card
        {"scoring_cards": {"carriers": card("merchants", min_linked=3, points=5)}},
        {"cards": ["merchants", "carriers"]},
    ),
    "two kinds of largest areas": (
        {"scoring_cards": {"burghers": card("citizens", per_settlements=3), "nomads": card("hermits", points=2)}},
        {"cards": ["citizens", "burghers", "nomads"]},
    ),
    "cards that score another way": (
        {
            "scoring_cards": {
                "miners": {"scorer": "rows_occupied", "terrain": None, "exclude_own_terrain": None},
                "knights": {"scorer": "castles_touched"},
                "hermits": {"scorer": "settlements_in_weakest_sector"},
            }
        },
        {"cards": ["miners", "knights", "hermits"]},
    ),
    "mill added": (MILL, {"quadrants": ["quadrant_mill", "quadrant_farm"]}),
    "all locations alike": (ALL_ALIKE, {"quadrants": TWICE} | EITHER),
    "cards next to special hexes": (
        {"scoring_cards": {"miners": {"terrain": "location", "points": 3}, "fishermen": {"terrain": "castle"}}},
        {"cards": ["miners", "fishermen", "workers"]},
    ),
}


def patch_of(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options and components of a patch."""
    patch, options = PATCHES[name]
    return options, patched(patch)


@pytest.mark.parametrize(("number", "name"), list(enumerate(PATCHES)))
def test_kernel_and_oracle_agree_on_changed_components(number, name):
    """Section 18."""
    options, components = patch_of(name)
    check_games(2 + number % 4, options, range(4000, 4000 + PATCH_DEALS), components)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", PATCHES)
def test_kernel_and_oracle_agree_for_long_on_changed_components(name, players):
    """Section 18."""
    options, components = patch_of(name)
    check_games(players, options, range(20_000, 20_000 + SOAK_PATCH_DEALS), components, eager=True)
