"""Kernel and oracle agree on every legal text, every field and every result of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.games.kings_guild.lockstep import PLAYERS, play_side_by_side
from tests.games.kings_guild.patches import PATCHES, components_of
from tests.games.kings_guild.tables import COMPONENTS, UNDER_TEST, all_options
from tests.games.side_by_side import VIEWED, checker, names

DEALS, OPTION_DEALS, MIXED_DEALS, BAN_DEALS, PATCH_DEALS, RARE_DEALS = 3, 1, 4, 2, 1, 2
SOAK_DEALS, SOAK_OPTION_DEALS, SOAK_PATCH_DEALS = 100, 20, 20
check_games = checker(UNDER_TEST, play_side_by_side)

# As the rules are printed

COUNTS = [1, 2, 3, 4, 5, 6]
PHASES_OF_ALL = {"turn", "expand", "free", "gather", "square", "power", "colour", "return", "last turns"}


@pytest.mark.parametrize("players", COUNTS)
def test_kernel_and_oracle_play_the_same_lively_game(players):
    of_some = {"bid", "keep", "asked in another's turn"} if players > 1 else set()
    check_games(players, {}, range(DEALS), least=dict.fromkeys(PHASES_OF_ALL | of_some, 1))


@pytest.mark.parametrize("player", ["random", "hoarder"])
@pytest.mark.parametrize("players", COUNTS)
def test_kernel_and_oracle_play_the_same_game_of_other_players(players, player):
    seen = check_games(players, {"promo_specialists": player == "hoarder"}, range(100, 102), player=player)
    assert seen.keys() >= {"turn", "expand", "free", "gather", "return"}
    assert (player, players) != ("hoarder", 4) or seen["limit"] >= 1


FOUND = {
    "a turn is over when the game is": ("", 3, 0, "lively"),
    "the Funeral takes no slot": ("", 3, 1, "lively"),
    "coins kept by any card": ("other numbers", 2, 0, "lively"),
    "a condition with a most": ("other rooms", 3, 0, "lively"),
    "a count of nothing ends no chain": ("other rooms", 5, 0, "lively"),
}
"""Games in which kernel and oracle once differed: changed components, players, deal, kind of player."""


@pytest.mark.parametrize("name", FOUND)
def test_games_in_which_they_once_differed(name):
    patch, players, deal, player = FOUND[name]
    components, options = (components_of(patch), PATCHES[patch][1]) if patch else (COMPONENTS, {})
    check_games(players, options, range(deal, deal + 1), components, player=player, viewed=1)


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("players", COUNTS)
def test_kernel_and_oracle_play_the_same_hundreds_of_games(players, player):
    check_games(players, {}, range(10_000, 10_000 + SOAK_DEALS), player=player)


# Options

TWO_CHOICES = {row["id"]: row["values"] for row in COMPONENTS["options"]["options"] if "values" in row}
RANGES = {row["id"]: range(row["low"], row["high"] + 1) for row in COMPONENTS["options"]["options"] if "low" in row}
MOST_ROUNDS = 8
"""Rounds without anything done that one game in five allows; the others, those of the rules."""
OPTIONS = [
    *((3 - len(id_) % 2, {id_: value}) for id_, values in TWO_CHOICES.items() for value in values[1:] if not id_.startswith("solo")),
    *((1, {id_: value}) for id_, values in TWO_CHOICES.items() for value in values[1:] if id_.startswith("solo")),
    *((2, {"blue_treasure_maps": n}) for n in (0, 1)),
    *((4, {"stall_rule_rounds": n}) for n in (1, 4)),
    (1, {"statue_auction": False}),
    (1, {"coins_on_the_row": "two", "solo_specialist_row": "normal"}),
    (3, {"adjacency": False, "bonus_squares": False, "builder_places_statue_anywhere": True}),
    (6, {"shared_quests": False, "sigil_needed_to_finish": True}),
    (5, {"selling": False, "pass_allowed": "never"}),
]


def some_options(number: int) -> dict[str, Any]:
    """A value of every option."""
    dice = Random(f"options {number}")
    chosen: dict[str, Any] = {id_: dice.choice(values) for id_, values in TWO_CHOICES.items()}
    chosen["blue_treasure_maps"] = dice.choice(RANGES["blue_treasure_maps"])
    if dice.random() < 0.2:
        chosen["stall_rule_rounds"] = dice.randint(1, MOST_ROUNDS)
    return chosen


def check_mixed_games(players: int, deals: range, player: str = "") -> Counter[str]:
    """Games of which each has options of its own."""
    seen: Counter[str] = Counter()
    for deal in deals:
        seen += check_games(players, some_options(deal), range(deal, deal + 1), player=player or list(PLAYERS)[deal % len(PLAYERS)])
    return seen


def test_every_value_of_every_option_is_played():
    """GO-01 to GO-38."""
    played = {(name, value) for _, options in OPTIONS for name, value in all_options(options).items()}
    values = {(id_, value) for id_, values in TWO_CHOICES.items() for value in values}
    assert values | {("blue_treasure_maps", n) for n in RANGES["blue_treasure_maps"]} <= played


@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_under_every_value_of_every_option(players, options):
    """GO-01 to GO-38."""
    check_games(players, options, range(2000, 2000 + OPTION_DEALS), player="hoarder")


@pytest.mark.parametrize("players", COUNTS)
def test_kernel_and_oracle_agree_under_options_together(players):
    """GO-01 to GO-38."""
    check_mixed_games(players, range(2100, 2100 + MIXED_DEALS))


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("players", COUNTS)
def test_kernel_and_oracle_agree_for_long_under_options_together(players, player):
    check_mixed_games(players, range(20_000, 20_000 + SOAK_DEALS), player)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_for_long_under_every_option(players, options):
    check_games(players, options, range(22_000, 22_000 + SOAK_OPTION_DEALS))


# Restricted play

ROOMS = [row["id"] for row in COMPONENTS["rooms"]["rooms"] if row["type"] != "special"]
SPECIALISTS = [row["id"] for row in COMPONENTS["specialists"]["specialists"] if row["set"] == "base"]
QUESTS = [row["id"] for row in COMPONENTS["quests"]["quests"]]
BANS: dict[str, dict[int, Sequence[str]]] = {
    "rooms": {1: ROOMS, 2: ["warehouse", "kitchen", "barracks"]},
    "specialists": {1: SPECIALISTS, 3: ["miner", "thug", "fighter", "overseer", "craftswoman"]},
    "quests": {2: QUESTS, 3: QUESTS[::3]},
    "some of all": {1: [*ROOMS[::2], *SPECIALISTS[::2]], 2: [*ROOMS[1::2], *QUESTS[::2]], 3: [*SPECIALISTS[1::3], *QUESTS[1::2]]},
}


@pytest.mark.parametrize("bans", BANS)
def test_kernel_and_oracle_agree_on_bans(bans):
    """Restricted play of section 24, GO-19."""
    check_games(3, {}, range(3000, 3000 + BAN_DEALS), bans=BANS[bans])
    check_games(3, {"overseer_unplaceable": "take_next_oldest", "pass_allowed": "never"}, range(3100, 3102), bans=BANS[bans])
    check_games(1, {}, range(3200, 3202), bans={1: BANS[bans].get(1, BANS[bans].get(3, []))})


# Changed components

MUST_HAPPEN = {
    "few treasures": ["shuffled"],
    "small hands": ["limit"],
    "cheap specialists": ["hire overseer", "exchange", "steal"],
    "free rooms": ["build great_hall"],
    "other chains": ["choose", "discard", "kind"],
    "copies": ["copy"],
    "crafts within crafts": ["a craft within a craft"],
}


@pytest.mark.parametrize(("number", "name"), list(enumerate(PATCHES)), ids=names)
def test_kernel_and_oracle_agree_on_changed_components(number, name):
    """Section 22."""
    components, options = components_of(name), PATCHES[name][1]
    seen: Counter[str] = Counter()
    deals = range(4000, 4000 + (RARE_DEALS if name in MUST_HAPPEN else PATCH_DEALS))
    tables = [(1 + number % 6, "lively"), (1 + (number + 2) % 6, "hoarder")]
    for players, player in tables if name not in MUST_HAPPEN else product([n for n, _ in tables], ("lively", "hoarder")):
        viewed = VIEWED if player == "lively" else VIEWED - 1  # of one deal the lively player's game
        seen += check_games(players, options, deals, components, viewed, player=player)
    assert all(seen[what] for what in MUST_HAPPEN.get(name, ()))


@pytest.mark.soak
@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("name", PATCHES)
def test_kernel_and_oracle_agree_for_long_on_changed_components(name, players):
    components, options = components_of(name), PATCHES[name][1]
    for player in PLAYERS:
        check_games(players, options, range(30_000, 30_000 + SOAK_PATCH_DEALS), components, player=player)
