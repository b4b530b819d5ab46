"""Kernel and oracle agree on every legal text, every field and every result of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from simcli.base.restrictions import Restrictions
from simcli.game import Components
from tests.games.architects.lockstep import play_side_by_side
from tests.games.architects.tables import COMPONENTS, UNDER_TEST, all_options, patched, table
from tests.games.refusals import changed
from tests.games.side_by_side import checker, names

DEALS, CARD_DEALS, OPTION_DEALS, PATCH_DEALS, RARE_DEALS = 3, 5, 1, 1, 4
SOAK_DEALS, SOAK_OPTION_DEALS, SOAK_PATCH_DEALS = 300, 20, 20
ALL_CARDS = {"include_promo_cards": True, "player_boards": "variable"}
PUBLISHED = {"profile": "published"}
check_games = checker(UNDER_TEST, play_side_by_side)

# As the rules are printed

PROFILES = {"seed": {}, "published": PUBLISHED, "all cards": ALL_CARDS, "published, all cards": PUBLISHED | ALL_CARDS}
PLACEMENTS = {
    *(f"place {place}" for place in ("quarry", "forest", "silversmith", "mines clay", "mines gold", "storehouse", "workshop hire")),
    *(f"place {place}" for place in ("workshop draw", "town_centre", "tax_stand", "guardhouse", "guildhall")),
    *(f"place market {space}" for space in ("left", "middle hire", "middle draw", "right")),
}
OFTEN = ("resets", "cathedral", "ransom for debt", "release", "send", "pay off")
PHASES_OF_ALL = {"draft", "place", "hire", "dismiss", "keep", "storehouse", "capture", "guardhouse", "project", "mix", "hand_limit"}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernel_and_oracle_play_the_same_lively_game(players, profile):
    least = dict.fromkeys(PLACEMENTS | PHASES_OF_ALL, 1) | dict.fromkeys(OFTEN, 3)
    check_games(players, PROFILES[profile], range(DEALS if players > 3 else 2 * DEALS), least=least)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernel_and_oracle_play_the_same_random_game(players, profile):
    check_games(players, PROFILES[profile], range(100, 101), least=dict.fromkeys(PLACEMENTS, 1), lively=False)


@pytest.mark.soak
@pytest.mark.parametrize("lively", [False, True], ids=["random", "lively"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernel_and_oracle_play_the_same_hundreds_of_games(players, profile, lively):
    check_games(players, PROFILES[profile], range(10_000, 10_000 + SOAK_DEALS), lively=lively, viewed=1)


# Every card

FREE_BUILDINGS = {
    "buildings": {row["id"]: {"cost": dict.fromkeys(row["cost"], 0), "skills": []} for row in COMPONENTS["buildings"]["buildings"]}
}
ASKING = {"choose", "forgive", "library", "crane", "dismiss", "capture", "hire", "debt", "destroy", "saving", "sacrifice", "take_back"}


@pytest.mark.parametrize("options", [{}, PUBLISHED, {"optional_building_effects": "all_mandatory"}], ids=names)
def test_kernel_and_oracle_agree_on_every_building(options):
    """Buildings that cost nothing are built all: AW-BL01 to AW-BL43, and boards that meet them."""
    components = patched(FREE_BUILDINGS)
    seen: Counter[str] = Counter()
    for players in (2, 3, 4, 5):
        seen += check_games(
            players, ALL_CARDS | options, range(200, 200 + (2 * CARD_DEALS if options == PUBLISHED else CARD_DEALS)), components
        )
    assert {f"build {row['id']}" for row in COMPONENTS["buildings"]["buildings"]} <= seen.keys()
    assert {"choose", "dismiss", "library", "sacrifice"} <= seen.keys()
    assert ("crane" in seen) is ("optional_building_effects" not in options)
    assert options != PUBLISHED or ASKING - {"saving"} <= seen.keys()


def test_kernel_and_oracle_agree_on_every_trade_and_board():
    """AW-AP12 to AW-AP21, AW-AP31 to AW-AP33, AW-PB01 to AW-PB10: rich players with many apprentices."""
    rich = {
        row["id"]: {"start": {"silver": 20, "clay": 9, "wood": 9, "stone": 9, "gold": 5, "marble": 5}}
        for row in COMPONENTS["player_boards"]["boards"]
    }
    components = patched(
        {"player_boards": rich, "apprentices": {"hire_limit": 8}, "board": {"places": {"workshop": {"hire": {"silver": 0}}}}}
    )
    seen: Counter[str] = Counter()
    for players in (2, 3, 4, 5):
        seen += check_games(players, ALL_CARDS | PUBLISHED, range(300, 312), components)
    trades = {f"trade {row['id']}" for row in COMPONENTS["apprentices"]["apprentices"] if "storehouse" in row["effects"]}
    assert trades <= seen.keys()
    assert {"saving", "debt", "destroy", "crane"} <= seen.keys()


# Options

OPTIONS = [
    (3, {"reward_pile": "use_2_per_player_plus_1"}),
    (4, PUBLISHED | {"reward_pile": "remove_2_per_player_plus_1"}),
    (2, {"black_market_middle_price": "2_silver_and_1_virtue"}),
    (5, PUBLISHED | {"black_market_middle_price": "free"}),
    (3, {"initial_apprentice": False}),
    (4, {"initial_apprentice_order": "reverse_turn_order"}),
    (5, PUBLISHED | {"initial_apprentice_order": "start_player_first"}),
    (2, {"guildhall_apprentice_discard": False}),
    (5, {"ransom_scope": "one_captor"} | ALL_CARDS),
    (4, {"ransom_scope": "one_captor"}),
    (3, {"apprentice_overflow": "discard_before_hiring"}),
    (3, PUBLISHED | {"apprentice_overflow": "hire_then_discard_any"}),
    (4, {"reset_debt_goes_to": "fewest_in_prison"}),
    (5, {"reset_debt_goes_to": "fewest_in_prison"} | ALL_CARDS),
    (2, {"conspirator_scope": "each_visit"}),
    (3, {"conspirator_scope": "each_visit"}),
    (4, {"reset_ability_order": "owner_choice"}),
    (5, {"reset_ability_order": "owner_choice", "virtue_overflow_destroys_debt": "owner_may"} | ALL_CARDS),
    (3, {"final_virtue_order": "card_order"}),
    (4, PUBLISHED | {"final_virtue_order": "best_for_owner"} | ALL_CARDS),
    (2, {"silver_on_discarded_apprentice": "to_tax_stand"}),
    (5, {"silver_on_discarded_apprentice": "to_tax_stand"}),
    (3, {"virtue_overflow_destroys_debt": "owner_may"}),
    (4, PUBLISHED | {"virtue_overflow_destroys_debt": "automatic"}),
    (3, {"optional_building_effects": "all_mandatory"} | ALL_CARDS),
    (4, {"optional_building_effects": "all_mandatory"}),
    (2, {"no_worker_fallback": "captured_prison_or_market"}),
    (3, PUBLISHED | {"no_worker_fallback": "captured_then_prison_or_market_then_pass"}),
    (4, {"include_promo_cards": True}),
    (3, {"player_boards": "variable"}),
    (5, {"player_boards": "variable"}),
    (4, {"start_player": "fixed_seat"}),
    (3, {"start_player": "fixed_seat"} | ALL_CARDS),
    (3, {"max_turns": 1}),
    (5, {"max_turns": 10} | ALL_CARDS),
    (2, {"max_turns": 30}),
    (4, {"max_turns": 25, "start_player": "fixed_seat"}),
    (3, {"captives": "to_prison"}),
    (5, {"captives": "to_prison", "prison_penalties": False} | ALL_CARDS),
    (2, {"own_captures": False}),
    (4, {"own_captures": False, "optional_building_effects": "all_mandatory"} | ALL_CARDS),
    (4, {"capture_places": "any"}),
    (5, {"capture_places": "any", "own_captures": False}),
    (2, {"virtue_gates": False}),
    (4, PUBLISHED | {"virtue_gates": False}),
    (5, {"cathedral_spaces": "unlimited", "virtue_gates": False} | ALL_CARDS),
    (4, {"cathedral_spaces": "unlimited"}),
    (3, {"prison_penalties": False}),
    (3, {"taxes_go_to": "common_pile"} | ALL_CARDS),
    (5, {"taxes_go_to": "common_pile"}),
    (3, {"last_turn": "at_once"}),
    (4, {"last_turn": "at_once", "max_turns": 25}),
]


def test_every_value_of_every_option_is_played():
    """GO-01 to GO-20, GO-22 to GO-29."""
    played = {(name, value) for _, options in OPTIONS for name, value in (all_options(options)).items()}
    values = {(row["id"], value) for row in COMPONENTS["options"]["options"] for value in row.get("values", [])}
    assert values - played == set()


@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_under_every_value_of_every_option(players, options):
    """GO-01 to GO-20, GO-22 to GO-29."""
    deals = RARE_DEALS if "ransom_scope" in options else OPTION_DEALS
    seen = check_games(players, options, range(2000, 2000 + deals))
    assert (seen["stopped"] > 0) is (options.get("max_turns", 300) <= 30)
    assert "ransom_scope" not in options or seen["captor"]


@pytest.mark.soak
@pytest.mark.parametrize("lively", [False, True], ids=["random", "lively"])
@pytest.mark.parametrize(("players", "options"), OPTIONS, ids=names)
def test_kernel_and_oracle_agree_for_long_under_every_option(players, options, lively):
    check_games(players, options, range(20_000, 20_000 + SOAK_OPTION_DEALS), lively=lively)


# Restricted play

BANNABLE = ("mines_gold", "workshop_hire", "town_centre", "tax_stand", "market_left", "market_middle_hire", "market_middle_draw")
BANS: dict[str, dict[int, Sequence[str]]] = {
    "placements": {1: [*BANNABLE, "market_right", "guardhouse", "guildhall"], 3: BANNABLE[:3]},
    "cathedral": {1: ["cathedral"], 2: ["cathedral", "town_centre"], 3: ["cathedral", "guardhouse"]},
    "apprentices": {2: [row["id"] for row in COMPONENTS["apprentices"]["apprentices"] if row["set"] == "base"]},
    "some apprentices": {1: ["miner", "thief", "labourer", "gatekeeper"], 3: ["conspirator", "trickster", "squire_gold", "patron_wood"]},
    "buildings": {2: [row["id"] for row in COMPONENTS["buildings"]["buildings"] if row["set"] == "base"], 3: ["well", "smithy", "church"]},
}


@pytest.mark.parametrize("options", [{}, PUBLISHED], ids=["seed", "published"])
@pytest.mark.parametrize("bans", BANS)
def test_kernel_and_oracle_agree_on_bans(bans, options):
    """GO-21."""
    check_games(3, options, range(3000, 3000 + PATCH_DEALS), bans=BANS[bans])
    check_games(3, options, range(3100, 3100 + PATCH_DEALS), bans=BANS[bans], lively=False)


@pytest.mark.parametrize("allowed", ["first", "last"])
def test_kernel_and_oracle_agree_where_a_ban_leaves_one_first_apprentice(allowed):
    """GO-21, section 16: the first choice of a game is asked all the same; that of another seat is not."""
    game = table(3, {"start_player": "fixed_seat"})
    game.deal(7, 1)
    shown = [card for row in game.fields()["display"] for card in row]
    left = shown[0] if allowed == "first" else shown[-1]
    assert len({*shown}) == 8
    bans = {1: [card for card in shown if card != left], 2: [card for card in shown if card != shown[3]]}
    game.restrict(Restrictions({f"seat {seat}": items for seat, items in bans.items()}))
    (only,) = game.texts()
    assert (game.fields()["actor"], only) == (1, "take row 1 column 1" if allowed == "first" else "take row 2 column 4")
    game.apply(game.texts()[only])
    assert (game.fields()["actor"], len(game.actions()), int(game.s["decisions"])) == (3, 6, 1)
    assert game.fields()["apprentices"] == {1: [left], 2: [shown[3]], 3: []}
    options = {"start_player": "fixed_seat"}
    check_games(3, options, range(7, 8), bans=bans, viewed=1)


# Changed components


def board(**changes: Any) -> dict[str, Any]:
    """A patch of the main board."""
    return {"board": changes}


def places(**changes: Any) -> dict[str, Any]:
    """A patch of places of the main board."""
    return board(places=changes)


def gain(what: str, n: int, then: Any = None) -> dict[str, Any]:
    """A row of effects."""
    return {"kind": "gain", "what": what, "n": n} | ({"then": then} if then else {})


FREE_BOARDS = {row["id"]: {"start": {"prison": 0}} for row in COMPONENTS["player_boards"]["boards"]}
FREE_HIRE = places(workshop={"hire": {"tax": 0, "silver": 0}})
CONSPIRATORS = {"apprentices": {"conspirator": {"count": 8}}} | places(town_centre={"captures": {"next_silver": 2}})
MOST_VIRTUE = {"kind": "most", "of": "virtue"}
PATCHES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "few workers": (board(workers_per_player=5) | {"player_boards": FREE_BOARDS}, {}),
    "few workers, boards": (board(workers_per_player=10), ALL_CARDS),
    "fewest workers, boards": (board(workers_per_player=3) | {"player_boards": FREE_BOARDS}, PUBLISHED | ALL_CARDS),
    "yields": (places(quarry={"gain": {"plus": 3}}, silversmith={"gain": {"what": "gold"}}, mines={"gold": {"every": 1}}), {}),
    "storehouse": (places(storehouse={"trades": [{"gain": "gold", "n": 2, "of": ["clay", "stone"], "amount": 4}]}), {}),
    "dear workshop": (places(workshop={"hire": {"tax": 3, "silver": 4, "skip": 2}, "draw": {"plus": 2, "every": 1}}), {}),
    "workshop for nothing": (FREE_HIRE, ALL_CARDS),
    "captures": (places(town_centre={"captures": {"first_tax": 0, "next_silver": 3, "places": {2: 1, 3: 3, 4: 9, 5: 2}}}), {}),
    "tax stand": (board(start_tax_stand=0, places={"tax_stand": {"virtue": 0}}), {}),
    "guardhouse": (places(guardhouse={"send_silver": 3, "ransom": {"tax": 0, "silver": 0, "debt": 2, "virtue": 3}}), ALL_CARDS),
    "virtue track": (
        board(virtue_track={"market_closed_from": 8, "cathedral_closed_up_to": 1, "tax_discount": {0: 4, 3: 0}, "final_points": {7: 9}}),
        {},
    ),
    "cathedral": (board(cathedral={"cards_per_step": 0}), {}),
    "small guildhall": (board(guildhall={"rows": 2, "columns": {2: 2, 3: 2, 4: 3, 5: 1}}), {}),
    "many icons": (
        board(guildhall={"apprentices_leave": {"rows": [1, 2, 4], "column": 1}, "market_reset": {"rows": [1, 2, 3], "column": 2}}),
        {},
    ),
    "harsh reset": (board(reset={"prison_penalty_from": 1, "prison_penalty": 4, "debts": 3}), PUBLISHED | ALL_CARDS),
    "scoring": (board(scoring={"gold": 3, "marble": 0, "silver_per_point": 2, "prison_per_minus_point": 1}), {}),
    "small market": (
        {"black_market": {"left": {"cost": {"silver": 0, "virtue": 3}}, "middle": {"draw": 2, "free": {"silver": 1, "virtue": 2}}}},
        {},
    ),
    "wide market": ({"black_market": {"middle": {"draw": 8}, "right": {"cost": {"silver": 1}, "printed": {"marble": 5}}}}, PUBLISHED),
    "many apprentices": ({"apprentices": {"hire_limit": 20}} | FREE_HIRE, {"include_promo_cards": True}),
    "few apprentices": ({"apprentices": {"hire_limit": 1}}, {}),
    "few apprentices, dismissed first": ({"apprentices": {"hire_limit": 2}}, PUBLISHED | ALL_CARDS),
    "copies": (
        {"apprentices": {"miner": {"count": 4}, "thief": {"count": 3}, "squire_virtue": {"count": 3}, "gatekeeper": {"count": 2}}},
        PUBLISHED,
    ),
    "reset abilities": (
        {"apprentices": {"squire_virtue": {"count": 4}, "squire_gold": {"count": 4}, "gatekeeper": {"count": 3}, "hire_limit": 9}},
        {"reset_ability_order": "owner_choice", "virtue_overflow_destroys_debt": "owner_may"},
    ),
    "squires": (
        {"apprentices": {"squire_virtue": {"count": 6, "virtue": 2}, "squire_marble": {"count": 6}, "hire_limit": 9}} | FREE_HIRE,
        PUBLISHED,
    ),
    "conspirators": (CONSPIRATORS, {}),
    "conspirators once a visit": (CONSPIRATORS, {"conspirator_scope": "each_visit"}),
    "large hands": ({"buildings": {"hand_limit": 20}, "setup": {"draft": {"deal": 8, "keep": 6}}}, {}),
    "small hands": ({"buildings": {"hand_limit": 1}, "setup": {"draft": {"deal": 6, "keep": 2}}}, ALL_CARDS),
    "packets of one": ({"setup": {"draft": {"deal": 1, "keep": 1}}}, {}),
    "packets kept": ({"setup": {"draft": {"deal": 3, "keep": 3}}}, {}),
    "few rewards": ({"setup": {"players": {n: {"rewards": {"remove_2_per_player_plus_1": 1}} for n in (2, 3, 4, 5)}}}, {}),
    "rewards": ({"rewards": {"virtue_silver": {"count": 6}, "virtue_virtue": {"effect": {"n": 4}}}}, ALL_CARDS),
    "debts": ({"debts": {"unpaid": {"points": -5}, "paid": {"virtue": 3}, "pay_off": {"tax": 0, "silver": 0}}}, ALL_CARDS | PUBLISHED),
    "standard side": ({"player_boards": {"standard": {"virtue": 3, "prison": 6}}}, {}),
    "boards": (
        {
            "player_boards": {
                "hugo": {"start": {"virtue": 0, "silver": 20}},
                "rudolf": {"start": {"virtue": 14}},
                "ada": {"start": {"virtue": 14}},
            }
        },
        ALL_CARDS,
    ),
    "promotional": (
        {"apprentices": {"miner": {"set": "promo"}}, "buildings": {"well": {"set": "promo"}}, "player_boards": {"ada": {"set": "promo"}}},
        ALL_CARDS,
    ),
    "without some cards": (
        {"apprentices": {"miner": {"set": "promo"}}, "buildings": {"well": {"set": "promo"}, "crane": {"set": "base"}}},
        {},
    ),
    "most virtue at the end": (FREE_BUILDINGS, ALL_CARDS),
    "losses at the end": (FREE_BUILDINGS, ALL_CARDS),
    "captures of the Barracks": (FREE_BUILDINGS, {"ransom_scope": "one_captor"}),
    "bonuses": ({}, PUBLISHED | ALL_CARDS),
}
EDITS: dict[str, dict[str, Any]] = {
    "cathedral": {"board.cathedral.levels.0.spaces": 1, "board.cathedral.levels.2.cost": {"clay": 2}},
    "standard side": {
        "player_boards.standard.clay": 3,
        "player_boards.standard.debt": 2,
        "player_boards.standard.cards": 2,
    },
    "most virtue at the end": {
        "buildings.dungeon.effects": {"end_virtue": MOST_VIRTUE | {"then": gain("virtue", 4)}},
        "buildings.castle.effects": {"end_virtue": {"kind": "lose", "what": "virtue", "n": 3}},
        "buildings.chapel.effects": {"end_virtue": gain("virtue", 6)},
        "buildings.well.effects": {"end_points": MOST_VIRTUE | {"then": gain("points", 9)}},
        "buildings.smithy.effects": {"end_points": {"kind": "most", "of": "debt", "then": gain("points", 9)}},
    },
    "losses at the end": {
        "buildings.dungeon.effects": {"end_virtue": {"kind": "lose", "what": "virtue", "n": 5}},
        "buildings.castle.effects": {"end_virtue": {"kind": "lose", "what": "virtue", "n": 2}},
        "buildings.well.effects": {"end_virtue": gain("virtue", 6)},
    },
    "captures of the Barracks": {"buildings.barracks.effects.built.options.capture.n": 3},
    "bonuses": {
        "apprentices.enforcer.effects": {"sent": gain("cards", 1)},
        "apprentices.pickpocket.effects": {"tax_stand": gain("virtue", 3)},
        "apprentices.miner.effects": {"mines": gain("debt", 1, gain("gold", 2))},
        "apprentices.swindler_wood.effects": {"market": gain("cards", 2)},
        "player_boards.bertha.effects": {"sent": gain("cards", 2)},
        "buildings.clay_pit.effects.built.may": True,
    },
}
"""What a patch cannot put in the place of something else: values by path."""


MUST_HAPPEN = {
    "few workers": ["take_back"],
    "reset abilities": ["ability"],
    "many apprentices": ["no apprentice left"],
    "captures of the Barracks": ["build barracks"],
    "harsh reset": ["asked in another's turn"],
}


def components_of(name: str) -> Components:
    """The components of a patch."""
    return changed(patched(PATCHES[name][0]), EDITS.get(name, {}))


@pytest.mark.parametrize(("number", "name"), list(enumerate(PATCHES)), ids=names)
def test_kernel_and_oracle_agree_on_changed_components(number, name):
    components, options = components_of(name), PATCHES[name][1]
    seen: Counter[str] = Counter()
    deals = RARE_DEALS if name in MUST_HAPPEN else PATCH_DEALS
    for players in (2 + number % 4, 2 + (number + 2) % 4):
        seen += check_games(players, options, range(4000, 4000 + deals), components)
    assert all(seen[what] for what in MUST_HAPPEN.get(name, ()))


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", PATCHES)
def test_kernel_and_oracle_agree_for_long_on_changed_components(name, players):
    components, options = components_of(name), PATCHES[name][1]
    check_games(players, options, range(30_000, 30_000 + SOAK_PATCH_DEALS), components)
    check_games(players, options, range(40_000, 40_000 + SOAK_PATCH_DEALS // 4), components, lively=False)
