"""The slow oracle of Guildes against the worked examples, and random play on random chance."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.games.guildes.oracle.game import Oracle, batches, random_chance, score_guild, winners
from tests.games.guildes.oracle.rules import Rules, load_components
from tests.games.guildes.oracle.tables import (
    BASE,
    BOTH,
    EVENTS,
    GU_86,
    TRICK_VECTORS,
    TRICKS,
    new_game,
    play_until,
    sorted_packs,
    table_with,
    texts_at,
)
from tests.games.oracles import read_yaml

VARIANTS = [pytest.param(options, id=name) for name, options in [("base", BASE), ("events", EVENTS), ("tricks", TRICKS), ("both", BOTH)]]

VECTORS_FILE = Path(__file__).with_name("test_vectors.yaml")
VECTORS = read_yaml(VECTORS_FILE)


def vectors(section):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS[section]]


# The worked examples


@pytest.mark.parametrize("vector", vectors("scoring"))
def test_scoring_of_one_guild_gives_the_stated_votes(vector):
    """GU-81 to GU-86."""
    assert score_guild(vector["prizes"], vector["counts"]) == vector["expect"]


@pytest.mark.parametrize("vector", vectors("scoring_ties_event"))
def test_scoring_under_ties_score_nothing_gives_the_stated_votes(vector):
    """GU-421."""
    assert score_guild(vector["prizes"], vector["counts"], ties_score_nothing=True) == vector["expect"]


@pytest.mark.parametrize("vector", vectors("militia"))
def test_militia_pays_in_every_scoring(vector):
    """GU-90."""
    game = new_game(4, BASE)
    gained = []
    for game.round, cards in enumerate(vector["militia_in_tableau_by_round"], start=1):
        before = game.totals()[1]
        game.tableau[1] = Counter(militia=cards)
        game.score_round()
        gained.append(game.totals()[1] - before)
    assert gained == vector["votes_by_round"]


@pytest.mark.parametrize("vector", vectors("batches"))
def test_batches_of_one_or_two_come_out_exactly(vector):
    """GU-424."""
    assert batches(vector["cards_to_play"], "exact_fit") == vector["expect"]


@pytest.mark.parametrize("vector", vectors("play_counts"))
def test_picks_and_plays_of_a_round_are_as_many_as_stated(vector):
    """GU-20, GU-62, GU-420."""
    options = {"events": [vector["event"]]} if "event" in vector else BASE
    game = new_game(vector["players"], options)
    asked = Counter()
    while game.round == 1:
        asked[game.phase] += 1
        game.apply(game.legal()[0])
    if "play" in vector:
        assert asked["play"] == vector["play"] * vector["players"]
    picks = vector.get("draft_picks", vector.get("hand"))
    if picks:
        assert asked["pick"] == picks * vector["players"]


@pytest.mark.parametrize("vector", vectors("deck_checks"))
def test_deck_and_unseen_cards_have_the_stated_size(vector):
    """GU-20, X-18."""
    chance = random_chance(vector["players"], BASE, Random(1))
    assert Rules(vector["players"], BASE).deck.total() == vector["deck"]
    assert sum(len(pack) for packs in chance["packs"] for pack in packs) == vector["dealt"]
    assert len(chance["unseen"]) == vector["unseen"]


@pytest.mark.parametrize(("round_number", "expected"), [(1, "expect_round_1"), (2, "expect_round_2_halving")])
@pytest.mark.parametrize("vector", vectors("full_scoring"))
def test_full_scoring_gives_the_stated_votes(vector, round_number, expected):
    """GU-80 to GU-90, X-19."""
    game = table_with(vector["tableaus"], "A", 1, options=BASE)
    game.round = round_number
    game.score_round()
    assert list(game.totals().values()) == vector[expected]


@pytest.mark.parametrize("vector", vectors("final_tie_break"))
def test_final_tie_is_broken_by_militia(vector):
    """GU-110, GU-111."""
    assert winners(vector["totals"], vector["militia"]) == vector["winners"]


@pytest.mark.parametrize("vector", vectors("tricks"))
def test_trick_changes_the_table_as_stated(vector):
    """GU-431 to GU-439."""
    TRICK_VECTORS[vector["trick"]](vector)


@pytest.mark.parametrize("vector", vectors("delayed_reveal"))
def test_delayed_reveal_shows_cards_one_step_late(vector):
    """GU-425, X-26."""
    game = play_until(new_game(5, {"events": ["delayed_reveal"]}), lambda game: game.phase == "play", Random(3))
    known = []
    while game.phase == "play":
        if game.actor == 5:
            known.append(sum(game.view()["tableau"][1].values()))
            assert len(game.face_down[1]) == (1 if len(known) == 1 else 2)
        game.apply(game.legal()[0])
    assert known == vector["known_when_choosing"]
    assert len(known) == vector["cards_to_play"]
    assert {seat: cards.total() for seat, cards in game.tableau.items()} == dict.fromkeys(range(1, 6), 5)


# Scoring beyond the vectors


def test_tied_groups_fill_their_places_when_nobody_moves_up():
    """GO-06."""
    assert score_guild([7, 4, 1], [2, 2, 1, 0], ties_score_nothing=True, move_up=False) == [0, 0, 1, 0]
    assert score_guild([7, 4, 1], [3, 2, 2, 1], ties_score_nothing=True, move_up=False) == [7, 0, 0, 0]
    assert score_guild([7, 4, 1], [3, 2, 2, 1], ties_score_nothing=True) == [7, 0, 0, 4]  # X-12c


def test_alchemist_pays_four_places_in_the_written_ties():
    """GU-86, X-17."""
    assert score_guild([14, 7, 3, 1], [4, 2, 2, 2, 1]) == [14, 3, 3, 3, 0]
    assert score_guild([14, 7, 3, 1], [3, 3, 3, 1, 1]) == [8, 8, 8, 0, 0]
    assert score_guild([14, 7, 3, 1], [3, 3, 2, 2]) == [10, 10, 2, 2]
    assert score_guild([7, 4, 1], [3, 2, 1, 1, 1]) == [7, 4, 0, 0, 0]


@pytest.mark.parametrize(
    ("options", "votes"),
    [
        ({}, [6, 6, 6, 6]),
        ({"events": ["ties_score_nothing"]}, [0, 0, 18, 6]),
        ({"events": ["ties_score_nothing"], "tied_groups_lower_players_move_up": False}, [0, 0, 6, 6]),
    ],
)
def test_ties_score_nothing_in_the_scoring_of_its_round(options, votes):
    """GU-200, GU-421, GO-06; militia is not affected."""
    game = table_with([{"noble": 2}, {"noble": 2}, {"noble": 1, "militia": 2}, {"militia": 2}], "A", 1, options=options)
    game.score_round()
    assert list(game.totals().values()) == votes


@pytest.mark.parametrize(("prizes", "counts", "votes"), GU_86)
def test_every_row_of_the_table_of_ties_holds(prizes, counts, votes):
    """GU-86."""
    assert score_guild(prizes, counts) == votes


def test_batches_of_other_totals_alternate_and_the_last_is_cut():
    """GU-424, GO-07."""
    assert [batches(cards, "exact_fit") for cards in (1, 2, 3, 4, 5, 6)] == [[1], [2], [2, 1], [1, 2, 1], [2, 1, 2], [2, 1, 2, 1]]
    assert batches(5, "always_one") == [1, 2, 1, 1]
    assert batches(7, "always_two") == [2, 1, 2, 1, 1]
    assert batches(0, "always_two") == []


def test_written_batch_patterns_are_those_of_the_rule():
    """GU-424."""
    patterns = {event["id"]: event["effect"] for event in load_components()["events"]["events"]}["one_or_two"]["batch_pattern"]
    assert {cards: batches(cards, "exact_fit") for cards in patterns} == patterns


def test_votes_at_stake_are_those_of_the_sanity_figures():
    """S-11, GO-03."""
    at_stake = {}
    for profile in ("halving", "equal_steps"):
        for players in (4, 3):
            rules = Rules(players, {"value_profile": profile})
            guilds = [guild for guild in rules.guild_order if guild != "militia" and rules.in_game(guild)]
            at_stake[profile, players] = [sum(sum(rules.prizes(guild, number)) for guild in guilds) for number in (1, 2, 3)]
    assert at_stake == {
        ("halving", 4): [95, 145, 163],
        ("halving", 3): [81, 124, 138],
        ("equal_steps", 4): [95, 155, 179],
        ("equal_steps", 3): [81, 131, 147],
    }


def test_patched_prize_holds_under_any_profile():
    """GO-03."""
    guilds = load_components()["guilds"]
    next(guild for guild in guilds["guilds"] if guild["id"] == "scholar")["prizes"]["round_2"] = [9, 1]
    rules = Rules(4, {"value_profile": "equal_steps"}, {"guilds": guilds})
    assert rules.prizes("scholar", 2) == [9, 1]
    assert rules.prizes("scholar", 3) == [8, 5, 2]
    assert rules.prizes("merchant", 2) == [9, 6]


@pytest.mark.parametrize(("option", "counts"), [(True, [1, 1, 0, 0]), (False, [0, 1, 0, 0])])
def test_virtual_card_scores_alone_only_by_option(option, counts):
    """A-15, GO-11."""
    game = table_with([{}, {"noble": 2}], "G", 1, options=TRICKS | {"virtual_card_scores_alone": option}, players=4)
    game.shifts = {1: {"noble": 1}, 2: {"noble": -1}}
    assert game.scoring_counts("noble") == counts


@pytest.mark.parametrize(("option", "votes"), [("no_effect", 0), ("literal", 14)])
def test_virtual_alchemist_of_three_players_scores_only_by_option(option, votes):
    """A-16, GO-12."""
    game = table_with([{}], "E", 1, options=TRICKS | {"trick_e_three_players": option})
    assert texts_at(game, 1, ["use alchemist_shift", "shift seat 1"]) == ["one more"]  # GU-438
    texts_at(game, 1, ["use alchemist_shift", "shift seat 1", "one more"])
    game.score_round()
    assert game.totals() == {1: votes, 2: 0, 3: 0}


# Draft, redistribution and play


@pytest.mark.parametrize(
    ("event", "clockwise", "passed"),
    [
        (
            "delayed_reveal",
            True,
            {1: {"scholar": 6, "merchant": 3}, 2: {"fisherman": 4, "peasant": 5}, 3: {"peasant": 1, "artisan": 6, "scholar": 2}},
        ),
        (
            "redistribution",
            False,
            {1: {"peasant": 1, "artisan": 6, "scholar": 2}, 2: {"scholar": 6, "merchant": 3}, 3: {"fisherman": 4, "peasant": 5}},
        ),
    ],
)
def test_packs_pass_in_the_direction_of_the_event_card_in_the_base_game(event, clockwise, passed):
    """GU-22, GU-61."""
    chance = sorted_packs(3)
    chance["events"] = [event] + [other for other in chance["events"] if other != event]
    game = Oracle(3, BASE, chance)
    assert game.view()["packs"] == {
        1: {"fisherman": 5, "peasant": 5},
        2: {"peasant": 1, "artisan": 7, "scholar": 2},
        3: {"scholar": 6, "merchant": 4},
    }
    game.apply("pick fisherman")
    assert game.view()["packs"][1] == {"fisherman": 4, "peasant": 5}
    assert game.view()["hands"] == {1: {"fisherman": 1}, 2: {}, 3: {}}
    assert (game.phase, game.actor) == ("pick", 2)
    assert game.legal() == ["pick peasant", "pick artisan", "pick scholar"]
    game.apply("pick artisan")
    game.apply("pick merchant")
    assert game.view()["packs"] == passed
    assert game.view()["clockwise"] is clockwise


@pytest.mark.parametrize(("option", "directions"), [("alternate", [True, False, True]), ("clockwise", [True, True, True])])
def test_draft_direction_option_replaces_the_event_card(option, directions):
    """GO-04."""
    rules = Rules(4, {"draft_direction": option})
    for event in rules.events:
        assert [rules.clockwise(event, number) for number in (1, 2, 3)] == directions


def test_last_card_of_a_pack_is_asked_too():
    """GU-62, D-01."""
    game = new_game(6, BASE)
    for _ in range(30):
        game.apply(game.legal()[0])
    for seat in range(1, 7):
        assert (game.phase, game.actor, len(game.legal())) == ("pick", seat, 1)
        game.apply(game.legal()[0])
    assert game.phase == "play"
    assert game.view()["packs"] == {seat: {} for seat in range(1, 7)}


def test_redistribution_deals_the_given_cards_in_the_drawn_order():
    """GU-423."""
    options = {"events": ["redistribution"]}
    game = new_game(3, options, redistribution=[[1, 2, 0]] * 3)
    play_until(game, lambda game: game.phase == "give", Random(1))
    hands = {seat: Counter(cards) for seat, cards in game.view()["hands"].items()}
    given = {}
    for seat in (1, 2, 3):
        assert (game.phase, game.actor, game.given) == ("give", seat, given)
        given[seat] = game.legal()[-1].removeprefix("give ")
        game.apply(game.legal()[-1])
    assert (game.phase, game.given) == ("play", {})
    for seat, giver in ((1, 2), (2, 3), (3, 1)):
        assert game.view()["hands"][seat] == hands[seat] - Counter([given[seat]]) + Counter([given[giver]])


def test_sequential_play_goes_clockwise_and_the_start_moves_on():
    """GU-422, A-11."""
    game = new_game(4, {"events": ["sequential_play"]}, starters=[3, 1, 1])
    play_until(game, lambda game: game.phase == "play", Random(2))
    actors = []
    while game.phase == "play":
        actors.append(game.actor)
        game.apply(game.legal()[0])
        if game.phase == "play":
            assert sum(game.tableau[actors[-1]].values()) == actors.count(actors[-1])
            assert game.view()["face_down"] == {1: [], 2: [], 3: [], 4: []}
    assert actors == [3, 4, 1, 2, 4, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3, 1, 2, 3, 4]


def test_batch_of_two_is_two_passes_without_a_reveal():
    """GU-424, D-04."""
    game = play_until(new_game(5, {"events": ["one_or_two"]}), lambda game: game.phase == "play", Random(2))
    face_up, face_down, actors = [], [], []
    while game.phase == "play":
        if game.actor == 1:
            face_up.append(game.tableau[5].total())
            face_down.append(len(game.face_down[5]))
        actors.append(game.actor)
        game.apply(game.legal()[0])
    assert face_up == [0, 0, 2, 3, 3]
    assert face_down == [0, 1, 0, 0, 1]
    assert actors == [1, 2, 3, 4, 5] * 5


def test_event_text_does_not_count_in_the_base_game():
    """GU-22."""
    chance = random_chance(4, BASE, Random(5))
    chance["events"] = ["play_one_fewer", "redistribution", "sequential_play"]
    game = play_until(Oracle(4, BASE, chance), lambda game: False, Random(5))
    assert game.decisions == 192


def test_leftovers_are_discarded_after_the_play_phase_of_the_base_game():
    """GU-73."""
    game = play_until(new_game(4, BASE), lambda game: game.round == 2, Random(5))
    assert game.discards.total() == 8
    assert game.view()["hands"] == {1: {}, 2: {}, 3: {}, 4: {}}
    assert game.view()["discards_this_round"] == {}


# Dirty tricks


def test_owners_act_in_the_order_of_the_letters_and_discard_after_deciding():
    """GU-310, GU-312."""
    deal = [
        ["noble_shift", "discard_draw", "costly_removal"],
        ["card_swap", "protection", "hand_exchange"],
        ["knight_shift", "cleric_shift", "protection"],
    ]
    game = play_until(new_game(3, TRICKS, tricks=deal), lambda game: game.phase == "use", Random(7))
    turns = []
    while game.round == 1:
        assert game.hands[game.actor].total() == 2
        turns.append(game.actor)
        assert game.discards.total() == 2 * len(turns) - 2
        game.apply(game.legal()[0])
    assert turns == [3, 1, 2]
    assert game.discards.total() == 6
    assert game.view()["tricks"] == {1: "card_swap", 2: "protection", 3: "hand_exchange"}


def test_protection_keeps_other_owners_away_until_the_end_of_the_round():
    """GU-430."""
    game = table_with([{"noble": 2}, {"cleric": 1}, {"militia": 1}], "B", 3)
    game.tricks[1] = "protection"
    assert texts_at(game, 1, ["use protection"]) == []
    assert game.view()["protected"] == [1]
    assert texts_at(game, 3, ["use card_swap"]) == ["swap with seat 2"]
    game.tricks[3] = "noble_shift"
    assert texts_at(game, 3, ["use noble_shift"]) == ["shift seat 2", "shift seat 3"]
    game.tricks[2], game.tableau[2] = "costly_removal", Counter(cleric=2)
    assert texts_at(game, 2, ["use costly_removal", "pay cleric"]) == ["remove from seat 2", "remove from seat 3"]


@pytest.mark.parametrize(("option", "texts"), [(True, ["swap with seat 2"]), (False, ["swap with seat 1", "swap with seat 2"])])
def test_protected_player_swaps_only_by_option(option, texts):
    """A-12, GO-08."""
    options = TRICKS | {"swap_needs_both_unprotected": option}
    game = table_with([{"noble": 2}, {"cleric": 1}, {"militia": 1}], "B", 3, options=options, protected=[1])
    assert texts_at(game, 3, ["use card_swap"]) == texts


def test_swap_offers_only_parts_that_lead_to_two_different_guilds():
    """GU-431, A-13, D-06."""
    game = table_with([{"noble": 1, "artisan": 1}, {"noble": 1}, {"noble": 2}], "B", 2)
    assert texts_at(game, 2, ["use card_swap"]) == ["swap with seat 1"]
    assert texts_at(game, 2, ["use card_swap", "swap with seat 1"]) == ["move artisan"]
    assert texts_at(game, 2, ["use card_swap", "swap with seat 1", "move artisan"]) == ["and seat 2", "and seat 3"]
    assert texts_at(game, 2, ["use card_swap", "swap with seat 1", "move artisan", "and seat 3"]) == ["for noble"]


@pytest.mark.parametrize(("option", "texts"), [(False, ["skip card_swap"]), (True, ["skip card_swap", "use card_swap"])])
def test_swap_of_equal_cards_is_legal_only_by_option(option, texts):
    """A-13, GO-09."""
    game = table_with([{"noble": 1}, {"noble": 1}, {"noble": 1}], "B", 1, options=TRICKS | {"null_trick_actions_legal": option})
    assert texts_at(game, 1) == texts


def test_hand_exchange_needs_two_different_guilds():
    """GU-433, A-13."""
    game = table_with([{"noble": 1, "artisan": 1}], "D", 1, hand={"noble": 2})
    assert texts_at(game, 1, ["use hand_exchange"]) == ["take back artisan"]
    assert texts_at(game, 1, ["use hand_exchange", "take back artisan"]) == ["put down noble"]
    game = table_with([{"noble": 1}], "D", 1, hand={"noble": 2})
    assert texts_at(game, 1) == ["skip hand_exchange"]


def test_costly_removal_needs_a_named_guild_and_a_card_to_remove():
    """GU-432, A-14."""
    game = table_with([{"militia": 3, "merchant": 1}, {"noble": 1}], "C", 1)
    assert texts_at(game, 1) == ["skip costly_removal"]
    game = table_with([{"noble": 1}], "C", 1)
    assert texts_at(game, 1) == ["skip costly_removal"]
    game = table_with([{"noble": 2}], "C", 1)
    assert texts_at(game, 1, ["use costly_removal", "pay noble"]) == ["remove from seat 1"]
    game = table_with([{"noble": 2}], "C", 1, options=TRICKS | {"trick_c_may_hit_owner": False})  # GO-10
    assert texts_at(game, 1) == ["skip costly_removal"]


def test_discard_draw_uses_the_draw_numbers_on_the_pile_in_guild_order():
    """GU-439."""
    chance = random_chance(3, TRICKS, Random(0)) | {"draws": [(0x80000000, 0xFFFFFFFF)] * 3}
    game = Oracle(3, TRICKS, chance)
    game.tricks[1] = "discard_draw"
    game.discards = Counter(militia=1, noble=1, fisherman=2)
    assert texts_at(game, 1, ["use discard_draw"]) == ["keep noble", "keep militia"]
    assert game.drawn == ["noble", "militia"]
    assert +game.discards == Counter(fisherman=2)


def test_discard_draw_needs_two_cards_in_its_pile():
    """GU-439, GO-13."""
    game = table_with([{}], "I", 1, hand={"noble": 2})
    game.discards = Counter(militia=1)
    assert texts_at(game, 1) == ["skip discard_draw"]
    game = table_with([{}], "I", 1, options=TRICKS | {"discard_pile_scope": "this_round"})
    game.discards, game.discards_this_round = Counter(militia=5, noble=1), Counter(noble=1)
    assert texts_at(game, 1) == ["skip discard_draw"]
