"""The oracle in random play: what it refuses, and what holds in every game."""

from random import Random

import pytest

from tests.games.guildes.oracle.game import Oracle, random_chance
from tests.games.guildes.oracle.rules import Rules
from tests.games.guildes.oracle.tables import BASE, BOTH, TRICKS, all_cards, new_game, play_out, random_options
from tests.games.guildes.test_oracle import VARIANTS

# Refusals


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ({}, {"unseen": ["militia", "militia", "militia"]}),
        ({}, {"unseen": []}),
        ({}, {"packs": []}),
        ({}, {"events": ["redistribution", "redistribution", "one_or_two"]}),
        ({}, {"events": ["redistribution", "one_or_two"]}),
        ({}, {"events": ["redistribution", "one_or_two", "rain"]}),
        ({"events": ["one_or_two"]}, {"events": ["redistribution", "one_or_two", "play_one_fewer"]}),
        ({"events": ["sequential_play"]}, {"starters": [4, 1, 1]}),
        ({"events": ["redistribution"]}, {"redistribution": [[0, 1, 1]] * 3}),
        ({"tricks": "on"}, {"tricks": [["protection", "card_swap", "card_swap"]] * 3}),
        ({"tricks": "on"}, {"tricks": [["protection", "card_swap", "noble_shift"]] * 3}),
        ({"tricks": "on", "trick_e_three_players": "remove_card"}, {"tricks": [["alchemist_shift", "card_swap", "noble_shift"]] * 3}),
        ({"tricks": ["A", "B", "C", "D"]}, {"tricks": [["protection", "card_swap", "discard_draw"]] * 3}),
        ({"tricks": "on"}, {"draws": [(0, 2**32)] * 3}),
    ],
)
def test_chance_the_rules_do_not_allow_is_refused(options, changes):
    """GU-20, GU-42, GU-301 to GU-303, GU-422, GU-423, GO-01, GO-02, GO-12."""
    chance = random_chance(3, options, Random(4))
    Oracle(3, options, chance)
    with pytest.raises(ValueError):
        Oracle(3, options, chance | changes)


def test_same_trick_twice_in_a_row_is_possible_by_option():
    """GU-303, GO-14."""
    same = [["protection", "card_swap", "noble_shift"]] * 3
    assert new_game(3, TRICKS | {"trick_repeat_rule": "free"}, tricks=same).tricks == dict(enumerate(same[0], start=1))


@pytest.mark.parametrize(
    "options",
    [
        {"weather": "on"},
        {"events": "yes"},
        {"events": ["one_or_two", "one_or_two"]},
        {"events": ["redistribution", "one_or_two", "play_one_fewer", "delayed_reveal"]},
        {"events": []},
        {"tricks": ["A", "B", "C"]},
        {"tricks": ["A", "B", "C", "protection"]},
        {"tricks": ["A", "B", "C", "E"], "trick_e_three_players": "remove_card"},
    ],
)
def test_options_the_rules_do_not_have_are_refused(options):
    """GO-01, GO-02, GO-12."""
    with pytest.raises(ValueError):
        random_chance(3, options, Random(0))


@pytest.mark.parametrize("players", [2, 7])
def test_only_three_to_six_may_play(players):
    """GU-20."""
    with pytest.raises(ValueError):
        random_chance(players, BASE, Random(0))


# Random play


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_card_is_lost_or_made_in_random_play(players, options):
    """GU-01, GU-20, GU-43."""
    full = Rules(players, options).deck
    assert full.total() == (93 if players == 3 else 110)
    for seed in range(4):
        rng = Random(seed)
        game = new_game(players, options, seed)
        while not game.over:
            assert all_cards(game) == full
            assert len(set(game.legal())) == len(game.legal()) >= 1
            game.apply(rng.choice(game.legal()))
        assert all_cards(game) == full


@pytest.mark.parametrize("seed", range(24))
def test_no_card_is_lost_or_made_under_any_options(seed):
    """GU-01, GO-01 to GO-14."""
    rng = Random(seed)
    players = 3 + seed % 4
    options = random_options(rng)
    game = new_game(players, options, seed)
    while not game.over:
        assert all_cards(game) == game.rules.deck
        game.apply(rng.choice(game.legal()))
    assert sum(game.shares()) == 60


@pytest.mark.parametrize(("players", "decisions"), [(3, 162), (4, 192), (5, 180), (6, 198)])
def test_base_game_asks_the_stated_number_of_decisions(players, decisions):
    """GU-20, the decision points."""
    assert play_out(players, BASE, 1).decisions == decisions


@pytest.mark.parametrize(("players", "played"), [(3, 24), (4, 21), (5, 15), (6, 15)])
def test_every_player_ends_with_the_stated_number_of_cards(players, played):
    """GU-72, S-04."""
    game = play_out(players, BASE, 2)
    assert [game.tableau[seat].total() for seat in game.rules.seats] == [played] * players


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("players", [3, 6])
def test_every_legal_text_applies(players, options):
    chance = random_chance(players, options, Random(9))
    rng = Random(9)
    game, told = Oracle(players, options, chance), []
    while not game.over:
        if game.phase not in ("pick", "play") or rng.random() < 0.05:
            for text in game.legal():
                other = Oracle(players, options, chance)
                for earlier in told:
                    other.apply(earlier)
                assert other.view() == game.view()
                other.apply(text)
                assert other.decisions == game.decisions + 1
        told.append(rng.choice(game.legal()))
        game.apply(told[-1])


@pytest.mark.parametrize("options", VARIANTS)
def test_illegal_text_raises_and_changes_nothing(options):
    rng = Random(11)
    game = new_game(3, options, 11)
    guilds = game.rules.guild_order
    candidates = [f"{verb} {guild}" for verb in ("pick", "give", "play", "pay", "keep") for guild in guilds]
    candidates += ["", "pass", "pick", "skip", "use protection", "swap with seat 1", "shift seat 4", "one more"]
    while not game.over:
        before, decisions, legal = game.view(), game.decisions, game.legal()
        for text in [legal[0].upper(), legal[0] + " ", *candidates]:
            if text not in legal:
                with pytest.raises(ValueError):
                    game.apply(text)
        assert (game.view(), game.decisions, game.legal()) == (before, decisions, legal)
        game.apply(rng.choice(legal))
    with pytest.raises(ValueError):
        game.apply("pick noble")


def test_state_of_a_finished_game():
    """GU-44, GU-100, GU-314."""
    game = play_out(4, BOTH, 3)
    view = game.view()
    assert (game.over, game.phase, game.actor, game.round, game.legal()) == (True, "over", 0, 3, [])
    assert view["event"] == game.chance["events"][2]
    assert (view["tricks"], view["protected"], view["shifts"], view["given"]) == ({}, [], {}, {})
    assert view["hands"] == view["packs"] == {1: {}, 2: {}, 3: {}, 4: {}}
    assert {game.totals()[seat] for seat in view["winners"]} == {max(game.totals().values())}
    assert sum(game.shares()) == 60


def test_shared_victory_splits_sixty_shares():
    """GU-111."""
    game = play_out(5, BASE, 3)
    game.winning_seats = [1, 4, 5]
    assert game.shares() == [20, 0, 0, 20, 20]


def test_shares_are_refused_before_the_end():
    with pytest.raises(ValueError):
        new_game(4, BASE).shares()


def test_same_chance_and_texts_lead_to_the_same_game():
    games = [play_out(6, BOTH, 8) for _ in range(2)]
    assert games[0].view() == games[1].view()
    assert games[0].chance == games[1].chance
