"""Kernel and oracle agree on every legal text, every field and every result of random games."""

from __future__ import annotations

from typing import Any

import pytest

from simcli.base.restrictions import Restrictions
from tests.games.kings_forge.lockstep import play_side_by_side
from tests.games.kings_forge.tables import BASE, COMPONENTS, UNDER_TEST, patched, table
from tests.games.side_by_side import checker, names

DEALS, LIVELY_DEALS = 20, 20
OPTION_DEALS, BAN_DEALS, PATCH_DEALS, RARE_DEALS = 4, 2, 2, 4
SOAK_DEALS, SOAK_OPTION_DEALS, SOAK_PATCH_DEALS = 600, 60, 60
check_games = checker(UNDER_TEST, play_side_by_side, lively=True)

# As the rules are printed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kernel_and_oracle_play_the_same_game(players):
    seen = check_games(players, BASE, range(DEALS), lively=False)
    halves = {f"use {card['id']} {half}" for card in COMPONENTS["gather_cards"]["cards"] for half in ("top", "bottom")}
    docks = {f"dock {exchange['id']}" for dock in COMPONENTS["docks"]["docks"] for exchange in dock["exchanges"]}
    assert halves | docks <= seen.keys()
    assert min(seen[what] for what in ("deck exhausted", "stock exhausted", "craft", "keep", "cemetery", "reroll")) >= 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kernel_and_oracle_play_the_same_lively_game(players):
    least = dict.fromkeys(("steal", "stolen crafts", "roll cancelled", "reroll", "reroll cancelled"), 10)
    least |= dict.fromkeys(("library die placed", "keep", "fourth craft and more"), 5)
    deals = LIVELY_DEALS * (2 if players == 3 else 1)  # three steal seldom from a thief
    seen = check_games(players, BASE, range(1000, 1000 + deals), least=least)
    assert players == 2 or seen["steal from a thief"] + seen["steal from library dice"] >= 2


def test_kernel_and_oracle_agree_on_every_row_of_the_caravan():
    """KF-G08B."""
    seen = check_games(2, {"gather_cards": ["caravan"], "max_rounds": 25}, range(1500, 1520), lively=False)
    assert min(seen[f"caravan, tier {tier}"] for tier in range(1, 6)) >= 2


CARDS = [card["id"] for card in COMPONENTS["craft_cards"]["cards"]]


def test_kernel_and_oracle_agree_on_thieves_of_thieves():
    """KF-74 to KF-76: many dice, easy cards and library dice, so that crafts go from hand to hand."""
    components = patched({"setup": {"starting_hand": {"metal": 8, "wood": 3, "gem": 2}}})
    seen = check_games(4, {"gather_cards": ["library", "tavern", "armory"], "craft_cards": CARDS[:13]}, range(1600, 1620), components)
    assert min(seen["steal from a thief"], seen["steal from library dice"], seen["library die placed"]) >= 10
    assert seen["steal"] >= 50


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("lively", [False, True], ids=["random", "lively"])
def test_kernel_and_oracle_play_the_same_hundreds_of_games(players, lively):
    deals = SOAK_DEALS * (4 if lively else 1)
    seen = check_games(players, BASE, range(10_000, 10_000 + deals), lively=lively)
    assert players == 2 or not lively or min(seen["steal from a thief"], seen["steal from library dice"]) >= 5


# Options

HELP = ["cemetery", "library", "tavern", "toolmaker", "shrine", "armory", "astrologer"]
PAYING = {"library_dice_payable": True, "gather_cards": ["library", "bazaar", "caravan", "mill", "enchanter", "jeweler", "alchemist"]}
OPTIONS = [
    (2, {"craft_deck": "early_24"}),
    (4, {"craft_deck": "early_24"}),
    (3, {"victory_order": "rank_among_finishers"}),
    (4, {"plus_pips_distinct": False, "gather_cards": HELP}),
    (2, PAYING),
    (3, PAYING),
    (4, {"dock_capacity": "one_per_exchange"}),
    (2, {"burned_dice_return": "immediately"}),
    (4, {"burned_dice_return": "immediately"}),
    (3, {"cemetery_die_manipulation": False, "gather_cards": HELP}),
    (4, {"start_player": "fixed_seat"}),
    (3, {"may_stop_crafting": False}),
    (2, {"may_stop_crafting": False, "victory_order": "rank_among_finishers"}),
    (2, {"max_rounds": 1}),
    (4, {"max_rounds": 5}),
    (3, {"max_rounds": 3, "victory_order": "rank_among_finishers"}),
    (3, {"craft_cards": ["sword_of_destiny", "anvil", "crown"]}),
    (2, {"gather_cards": HELP}),
    (3, {"gather_cards": ["enchanter"]}),
    (3, {"stealing": False}),
    (4, {"stolen_again": False, "gather_cards": ["library", "tavern", "armory"], "craft_cards": CARDS[:13]}),
    (2, {"first_pass_bonus": False}),
    (4, {"crafts_a_turn": "one"}),
    (3, {"crafts_a_turn": "one", "may_stop_crafting": False, "victory_order": "rank_among_finishers"}),
    (3, {"burning": False}),
    (2, {"burning": False, **PAYING}),
    (4, {"unused_tokens": "kept", "gather_cards": HELP}),
    (3, {"free_reroll": True, "gather_cards": HELP}),
    (
        4,
        {
            "free_reroll": True,
            "unused_tokens": "kept",
            "burning": False,
            "crafts_a_turn": "one",
            "stolen_again": False,
            "first_pass_bonus": False,
        },
    ),
]


@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_under_every_value_of_every_option(players, options):
    """GO-01 to GO-12, GO-14 to GO-20."""
    seen = check_games(players, options, range(2000, 2000 + OPTION_DEALS))
    if options.get("max_rounds", 100) <= 5:
        assert seen["stopped"] > OPTION_DEALS // 4


@pytest.mark.parametrize("players", [2, 4])
def test_kernel_and_oracle_agree_on_options_for_random_players(players):
    """Random players use docks and burn dice."""
    options = {"dock_capacity": "one_per_exchange", "burned_dice_return": "immediately", "library_dice_payable": True}
    check_games(players, options, range(2500, 2500 + OPTION_DEALS), lively=False)
    check_games(players, {"burning": False, "unused_tokens": "kept"}, range(2510, 2510 + OPTION_DEALS), lively=False)  # GO-18, GO-19


@pytest.mark.soak
@pytest.mark.parametrize("lively", [False, True], ids=["random", "lively"])
@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_for_long_under_every_option(players, options, lively):
    check_games(players, options, range(20_000, 20_000 + SOAK_OPTION_DEALS), lively=lively)


# Restricted play

BANS = [
    {1: ["anvil", "shield", "horseshoes", "table", "axe", "ruby_collar"], 2: ["tavern_top", "north_mine_top", "wood_dock_1"]},
    {1: [f"{card['id']}_{half}" for card in COMPONENTS["gather_cards"]["cards"] for half in ("top", "bottom")]},
    {2: [exchange["id"] for dock in COMPONENTS["docks"]["docks"] for exchange in dock["exchanges"]], 3: ["cemetery_bottom", "library_top"]},
    {3: [card["id"] for card in COMPONENTS["craft_cards"]["cards"]]},
    {1: [f"{card}_stolen" for card in CARDS], 2: [f"{card}_stolen" for card in CARDS[::2]]},
]


@pytest.mark.parametrize("options", [BASE, {"may_stop_crafting": False}], ids=["may stop", "may not stop"])
@pytest.mark.parametrize("bans", BANS, ids=["some", "halves", "docks", "crafts", "thefts"])
def test_kernel_and_oracle_agree_on_bans(bans, options):
    """GO-13."""
    check_games(3, options, range(3000, 3000 + BAN_DEALS), bans=bans)
    check_games(3, options, range(3100, 3100 + BAN_DEALS), bans=bans, lively=False)


HALVES_AND_DOCKS = BANS[1][1] + [exchange["id"] for dock in COMPONENTS["docks"]["docks"] for exchange in dock["exchanges"]]


@pytest.mark.parametrize(
    "bans", [{1: HALVES_AND_DOCKS}, {1: HALVES_AND_DOCKS, 2: HALVES_AND_DOCKS, 3: HALVES_AND_DOCKS}], ids=["one", "all"]
)
def test_kernel_and_oracle_agree_where_a_ban_leaves_nothing_but_passing(bans):
    """GO-13, section 16: the first choice of a game is asked all the same; later ones are not."""
    game = table(3, {"start_player": "fixed_seat"})
    game.deal(7, 1)
    game.restrict(Restrictions({f"seat {seat}": items for seat, items in bans.items()}))
    assert (game.fields()["actor"], list(game.texts())) == (1, ["pass"])
    game.apply(game.texts()["pass"])
    assert (game.fields()["phase"], game.fields()["actor"], int(game.s["decisions"])) == ("bonus", 1, 1)
    game.apply(next(iter(game.texts().values())))
    assert (game.fields()["phase"] == "gather", game.fields()["actor"]) == ((True, 2) if len(bans) == 1 else (False, 1))
    check_games(3, {"start_player": "fixed_seat", "max_rounds": 5}, range(3200, 3204), bans=bans, viewed=1)


# Changed components


def cost(*squares: tuple[int, Any, bool]) -> list[dict[str, Any]]:
    """Squares as the data write them."""
    return [{"n": n, "colours": colours, "burn": burn} for n, colours, burn in squares]


def dice(**counts: int) -> dict[str, Any]:
    """A patch of the numbers of dice in the box."""
    return {"setup": {"dice": {colour: {"count": n} for colour, n in counts.items()}}}


SIX = cost((2, ["metal", "wood"], True), (1, ["metal"], False), (2, ["wood", "gem"], False), (1, "any", False))
RUNS = cost((2, "any", False), (1, "any", True), (1, ["magic", "gem"], False), (2, "any", False))
LIBRARY_3 = {"library": {"top": {"ability": {"count": 3}}, "bottom": {"ability": {"count": 2}}}}
EASY = CARDS[:9]
PATCHES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "six squares": ({"gather_cards": {"north_mine": {"bottom": {"cost": SIX}}}}, {}),
    "runs of squares": ({"gather_cards": {"south_mine": {"bottom": {"cost": RUNS}}, "mill": {"top": {"cost": RUNS}}}}, {}),
    "runs paid by library dice": ({"gather_cards": {"south_mine": {"bottom": {"cost": RUNS}, "top": {"cost": SIX}}}}, PAYING),
    "one square": ({"gather_cards": {"bazaar": {"bottom": {"cost": cost((1, ["gem"], True))}}}}, {"gather_cards": ["bazaar"]}),
    "free halves": ({"gather_cards": {"north_mine": {"top": {"cost": []}}, "enchanter": {"top": {"cost": []}}}}, {}),
    "docks without dice": ({"docks": {"gem_dock": {"exchanges": {"gem_dock_1": {"dice": 0, "burned": 0}}}}}, {}),
    "docks that burn": (
        {"docks": {"wood_dock": {"exchanges": {"wood_dock_2": {"dice": 6, "burned": 6}, "wood_dock_1": {"dice": 6, "burned": 0}}}}},
        {},
    ),
    "docks that give tokens": ({"docks": {"wood_dock": {"gain": {"wood": 0, "token": "plus_one_plus_one", "count": 2}}}}, {}),
    "pips on two dice": ({"gather_cards": {"shrine": {"bottom": {"ability": {"dice": 2}}}}}, {"gather_cards": HELP}),
    "more pips": (
        {
            "gather_cards": {
                "shrine": {"bottom": {"ability": {"pips": 5, "dice": 6}}},
                "armory": {"bottom": {"ability": {"pips": 2, "dice": 2}}},
                "tavern": {"bottom": {"ability": {"pips": 3}}},
            }
        },
        {"gather_cards": HELP},
    ),
    "more pips on one die": (
        {"gather_cards": {"shrine": {"bottom": {"ability": {"dice": 6}}}, "armory": {"bottom": {"ability": {"pips": 1, "dice": 3}}}}},
        {"gather_cards": HELP, "plus_pips_distinct": False},
    ),
    "three library dice": (dice(library=3) | {"gather_cards": LIBRARY_3}, {"gather_cards": HELP}),
    "three paying library dice": (dice(library=3) | {"gather_cards": LIBRARY_3}, PAYING),
    "easy crafts for library dice": (dice(library=3) | {"gather_cards": LIBRARY_3}, {"gather_cards": HELP, "craft_cards": EASY}),
    "few dice in the box": (dice(metal=22, wood=3, gem=2, magic=1, library=1), {}),
    "few dice that return at once": (dice(metal=22, wood=3, gem=2, magic=1, library=1), {"burned_dice_return": "immediately"}),
    "no library dice": (dice(library=0, wood=0), {"gather_cards": HELP}),
    "many dice": ({"setup": {"starting_hand": {"metal": 8, "wood": 4, "gem": 2, "magic": 2}}}, {}),
    "display of one": ({"setup": {"craft_display_size": 1}}, {}),
    "display of six": ({"setup": {"craft_display_size": 6}}, {}),
    "one face up": ({"setup": {"gather_face_up": 1}}, {}),
    "six face up": ({"setup": {"gather_face_up": 6, "gather_random_drawn": 14}}, {}),
    "mandatory cards alone": ({"setup": {"gather_random_drawn": 0}}, {}),
    "two crafts end it": ({"setup": {"crafts_to_end": 2}}, {}),
    "eight crafts end it": ({"setup": {"crafts_to_end": 8, "craft_cards_drawn": {2: 15, 3: 22, 4: 29}}}, {}),
    "more craft cards": ({"setup": {"craft_cards_drawn": {2: 32, 3: 32, 4: 32}}}, {}),
    "no tokens": ({"setup": {"tokens": {"auto_six": {"count": 0}, "plus_one_plus_one": {"count": 0}}}}, {}),
    "many tokens": ({"setup": {"tokens": {"auto_six": {"count": 9}}}, "docks": {"token_dock": {"gain": {"count": 3}}}}, {}),
    "bonus of dice": ({"setup": {"first_pass_bonus": {"metal_die": {"gain": {"metal": 0, "gem": 2, "wood": 1}}}}}, {}),
    "caravan": (
        {
            "gather_cards": {
                "caravan": {
                    "bottom": {
                        "min_dice": 3,
                        "gain_by_dice_allocated": [
                            {"dice": [3, 4], "gain": {"magic": 1}},
                            {"dice": [5, 6], "gain": {"metal": 9, "gem": 2}},
                        ],
                    }
                }
            }
        },
        {"gather_cards": ["caravan", "library"]},
    ),
    "big crafts": (
        {
            "craft_cards": {
                "anvil": {"dice": {"metal": [1, 1, 2, 2, 3, 3, 4, 4]}},
                "shield": {"dice": {"metal": [1], "wood": [1], "gem": [1]}},
            }
        },
        {"craft_cards": ["anvil", "shield"]},
    ),
    "ability made a gain": (
        {"gather_cards": {"tavern": {"top": {"gain": {"metal": 2}, "ability": {"kind": "none"}}}}},
        {"gather_cards": HELP},
    ),
    "gain made an ability": (
        {"gather_cards": {"north_mine": {"bottom": {"gain": {"metal": 0}, "ability": {"kind": "reroll"}}}}},
        {"gather_cards": HELP},
    ),
}


def patch_of(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options and components of a patch."""
    patch, options = PATCHES[name]
    return options, patched(patch)


@pytest.mark.parametrize(("number", "name"), list(enumerate(PATCHES)), ids=names)
def test_kernel_and_oracle_agree_on_changed_components(number, name):
    """Section 19."""
    options, components = patch_of(name)
    deals = range(4000, 4000 + (RARE_DEALS if "crafts for library dice" in name else PATCH_DEALS))
    seen = check_games(2 + number % 3, options, deals, components) + check_games(
        2 + (number + 1) % 3, options, deals[:1], components, lively=False
    )
    if "crafts for library dice" in name:
        assert seen["library die placed"] >= 5


def test_kernel_and_oracle_agree_when_there_is_one_bonus_and_nobody_is_asked():
    """D4."""
    setup = COMPONENTS["setup"]
    for bonus in setup["first_pass_bonus"]:
        seen = check_games(3, BASE, range(5000, 5000 + PATCH_DEALS), COMPONENTS | {"setup": setup | {"first_pass_bonus": [bonus]}})
        assert seen["take"] == 0


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", PATCHES)
def test_kernel_and_oracle_agree_for_long_on_changed_components(name, players):
    """Section 19."""
    options, components = patch_of(name)
    check_games(players, options, range(30_000, 30_000 + SOAK_PATCH_DEALS), components)
    check_games(players, options, range(40_000, 40_000 + SOAK_PATCH_DEALS // 4), components, lively=False)
