"""Kernel and oracle agree on every legal text, every field and every result of random games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.guildes.lockstep import play_side_by_side
from tests.games.guildes.tables import BASE, BOTH, COMPONENTS, EVENTS, TRICKS, UNDER_TEST, VARIANTS, patched
from tests.games.side_by_side import checker

DEALS = 16
OPTION_DEALS = 8
SOAK_DEALS = 2000
SOAK_OPTION_DEALS = 400
check_games = checker(UNDER_TEST, play_side_by_side)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kernel_and_oracle_play_the_same_game(variant, players):
    check_games(players, VARIANTS[variant], range(DEALS))


@pytest.mark.soak
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kernel_and_oracle_play_the_same_thousands_of_games(variant, players):
    check_games(players, VARIANTS[variant], range(10_000, 10_000 + SOAK_DEALS))


OPTIONS = [
    (3, EVENTS | {"value_profile": "equal_steps"}),
    (6, BOTH | {"value_profile": "custom"}),
    (4, BASE | {"draft_direction": "alternate"}),
    (5, BASE | {"draft_direction": "clockwise"}),
    (5, BOTH | {"unplayed_cards_revealed": True}),
    (5, {"events": ["ties_score_nothing"], "tied_groups_lower_players_move_up": False}),
    (3, {"events": ["one_or_two"], "one_or_two_start": "always_one"}),
    (4, {"events": ["one_or_two"], "one_or_two_start": "always_two"}),
    (6, TRICKS | {"swap_needs_both_unprotected": False}),
    (3, TRICKS | {"null_trick_actions_legal": True}),
    (5, TRICKS | {"trick_c_may_hit_owner": False}),
    (6, BOTH | {"virtual_card_scores_alone": False}),
    (3, TRICKS | {"trick_e_three_players": "remove_card"}),
    (3, TRICKS | {"trick_e_three_players": "literal"}),
    (4, TRICKS | {"discard_pile_scope": "this_round"}),
    (6, TRICKS | {"trick_repeat_rule": "free"}),
    (5, EVENTS | {"tied_players": "full_prize"}),
    (4, TRICKS | {"tied_players": "nothing", "shared_prizes": "rounded_up"}),
    (6, EVENTS | {"shared_prizes": "rounded_up"}),
    (3, TRICKS | {"militia_pays": "last_scoring"}),
    (5, BASE | {"militia_pays": "never"}),
    (4, BOTH | {"tableaus": "cleared"}),
    (3, TRICKS | {"tableaus": "cleared", "discard_pile_scope": "this_round", "militia_pays": "last_scoring"}),
    (3, BASE | {"cards_played": "one_by_one"}),
    (5, BOTH | {"cards_played": "one_by_one"}),
    (4, BASE | {"draft": False}),
    (6, BOTH | {"draft": False}),
    (4, TRICKS | {"draft": False, "cards_played": "one_by_one", "tableaus": "cleared", "tied_players": "full_prize"}),
]


def names(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_under_every_value_of_every_option(players, options):
    """GO-03 to GO-22."""
    check_games(players, options, range(1000, 1000 + OPTION_DEALS))


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_in_more_games_under_every_value_of_every_option(players, options):
    check_games(players, options, range(11_000, 11_000 + SOAK_OPTION_DEALS))


EVENT_IDS = [event["id"] for event in COMPONENTS["events"]["events"]]


@pytest.mark.parametrize("event", EVENT_IDS)
@pytest.mark.parametrize("players", [3, 5])
def test_kernel_and_oracle_agree_on_a_fixed_first_event(event, players):
    """GO-01, GU-420 to GU-425."""
    check_games(players, {"events": [event], "tricks": "on" if players == 3 else "off"}, range(2000, 2000 + OPTION_DEALS))


def test_kernel_and_oracle_agree_on_a_fixed_list_of_events():
    """GO-01."""
    check_games(4, {"events": ["redistribution", "sequential_play", "delayed_reveal"]}, range(2500, 2500 + OPTION_DEALS))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("players", "given"),
    [(3, {1: ["knight"]}), (3, {2: ["militia", "militia"], 3: ["alchemist", "noble"]}), (4, {4: ["knight"], 1: ["fisherman"]})],
)
def test_kernel_and_oracle_agree_where_seats_begin_with_cards(variant, players, given):
    """GO-16; a guild that is not in the game with three players is not given."""
    in_game = {seat: [guild for guild in guilds if players > 3 or guild != "alchemist"] for seat, guilds in given.items()}
    check_games(players, VARIANTS[variant], range(3500, 3500 + OPTION_DEALS), given=in_game)


@pytest.mark.parametrize("options", [{"draft": False}, {"tableaus": "cleared", "cards_played": "one_by_one"}], ids=names)
def test_kernel_and_oracle_agree_on_cards_to_begin_with_under_house_rules(options):
    """GO-16, GO-20 to GO-22: without a draft the card that is dealt in its place is in a hand."""
    given = {1: ["knight"], 3: ["militia"]}
    check_games(4, TRICKS | options, range(3700, 3700 + OPTION_DEALS), given=given)


@pytest.mark.parametrize(
    ("players", "pool", "repeat"),
    [
        (3, ["card_swap", "costly_removal", "hand_exchange", "discard_draw"], "no_repeat_for_same_player"),
        (4, ["protection", "card_swap", "knight_shift", "noble_shift"], "free"),
    ],
)
def test_kernel_and_oracle_agree_on_a_chosen_pool_of_tricks(players, pool, repeat):
    """GO-02, GO-14."""
    check_games(players, {"tricks": pool, "trick_repeat_rule": repeat}, range(3000, 3000 + OPTION_DEALS))


BEGGAR = {
    "new": True,
    "name_en": "Beggar",
    "kind": "majority",
    "copies": 9,
    "prizes": {"round_1": [4, 3, 2, 1], "round_2": [9], "round_3": [5, 5, 5, 5, 5, 5]},
    "provenance": "reconstructed",
}
PATCHES = {
    "a guild added": {"guilds": {"beggar": BEGGAR}},
    "copies changed": {"guilds": {"fisherman": {"copies": 0}, "knight": {"copies": 20}, "militia": {"copies": 25}}},
    "prizes changed": {
        "guilds": {"scholar": {"prizes": {"round_2": [20, 10, 5]}}, "noble": {"prizes": {"round_1": [1], "round_3": [0, 30]}}}
    },
    "hand and play changed": {"setup": {"players": {3: {"hand": 8, "play": 7}, 5: {"hand": 6, "play": 4}}}},
    "militia votes and tie-break changed": {"guilds": {"militia": {"votes_per_card": 7}}, "setup": {"militia_tie_break": False}},
    "cost and shifts changed": {"tricks": {"costly_removal": {"cost_guilds": ["peasant"]}, "knight_shift": {"guild": "artisan"}}},
    "events changed": {
        "events": {
            "play_one_fewer": {"effect": {"play_count_delta": 1}},
            "one_or_two": {"effect": {"batch_pattern": {5: [1, 1, 1, 2]}, "ties_score_nothing": True}},
            "delayed_reveal": {"direction": "counterclockwise"},
        }
    },
}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=list(PATCHES))
@pytest.mark.parametrize("players", [3, 5])
def test_kernel_and_oracle_agree_on_changed_components(players, patch):
    check_games(players, BOTH | {"value_profile": "equal_steps"}, range(4000, 4000 + OPTION_DEALS), patched(patch))
