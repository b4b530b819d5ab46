"""What one scenario cannot show: chance over many deals, information, and components changed by a designer."""

from __future__ import annotations

from collections import Counter

import pytest

from simcli.engine.loop import steps
from tests.games.guildes.lockstep import chance_of
from tests.games.guildes.tables import (
    BASE,
    COMPONENTS,
    EVENTS,
    TRICK_LETTERS,
    TRICKS,
    dealt,
    give,
    patched,
    payout,
    play_to,
    score_once,
    table,
)

DEALS = 400


def chances(players, options, deals=DEALS):
    game = table(players, options)
    for deal in range(deals):
        game.deal(deal, 1)
        yield chance_of(game)


# Chance


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_one_shuffled_deck_serves_all_three_rounds(players):
    """GU-20, GU-21, GU-41, X-18."""
    removed = {"alchemist": 14, "militia": 3} if players == 3 else {}
    whole = Counter({guild["id"]: guild["copies"] for guild in COMPONENTS["guilds"]["guilds"]}) - Counter(removed)
    tops = set()
    for chance in chances(players, BASE, 50):
        packs = [card for row in chance["packs"] for pack in row for card in pack]
        assert Counter(packs) + Counter(chance["unseen"]) == whole
        tops.add(packs[0])
    assert len(tops) >= 8  # of 10 or 11; 50 deals all within 7 types: below 1e-4


def test_every_card_lands_in_every_place_as_often():
    """GU-21. Seat 1's first card of 6000 deals with 110 cards; chi-square with 10 degrees of freedom, above 40 in 2 of 100000 runs."""
    game, found = table(4), Counter()
    for deal in range(6000):
        game.deal(deal, 1)
        found[int(game.s["deck"][0])] += 1
    expected = [6000 * guild["copies"] / 110 for guild in COMPONENTS["guilds"]["guilds"]]
    assert sum((found[g] - e) ** 2 / e for g, e in enumerate(expected)) < 40


def test_event_cards_differ_from_round_to_round_and_all_come_first_sometimes():
    """GU-22, GU-42, A-07."""
    first = set()
    for chance in chances(3, BASE):
        assert len(set(chance["events"])) == 3
        first.add(chance["events"][0])
    assert len(first) == 6


def test_events_named_by_the_option_come_first_and_the_others_from_the_rest():
    """GO-01."""
    third = set()
    for chance in chances(3, {"events": ["one_or_two", "redistribution"]}):
        assert chance["events"][:2] == ["one_or_two", "redistribution"]
        third.add(chance["events"][2])
    assert third == {"ties_score_nothing", "sequential_play", "delayed_reveal", "play_one_fewer"}


def test_any_seat_may_start_sequential_play():
    """GU-422, GO-21: in the base game, too, where cards are played one by one."""
    assert {chance["starters"][0] for chance in chances(5, EVENTS)} == {1, 2, 3, 4, 5}
    assert {chance["starters"][2] for chance in chances(5, {"cards_played": "one_by_one"})} == {1, 2, 3, 4, 5}


def test_any_order_of_redistribution_may_come_also_the_own_card():
    """GU-423."""
    orders = {tuple(chance["redistribution"][0]) for chance in chances(3, EVENTS)}
    assert orders == {(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}


def test_nobody_gets_a_trick_twice_in_a_row_and_none_is_dealt_twice_in_a_round():
    """GU-301, GU-302, GU-303, A-18, GO-14."""
    second = set()
    for chance in chances(6, TRICKS | {"trick_repeat_rule": "no_repeat_for_same_player"}):
        for row in chance["tricks"]:
            assert len(set(row)) == 6
        for before, after in zip(chance["tricks"], chance["tricks"][1:], strict=False):
            assert not any(x == y for x, y in zip(before, after, strict=True))
        second.update(chance["tricks"][1])
    assert second == set(TRICK_LETTERS.values())


def test_same_trick_may_come_twice_in_a_row_by_option():
    """GO-14."""
    repeats = 0
    for chance in chances(6, TRICKS | {"trick_repeat_rule": "free"}, 50):
        repeats += sum(x == y for x, y in zip(*chance["tricks"][:2], strict=True))
    assert repeats >= 10  # 33 expected, each of 300 with chance 1/9


def test_chosen_tricks_are_the_whole_pool():
    """GO-02."""
    pool = ["card_swap", "hand_exchange", "noble_shift", "discard_draw"]
    dealt_out = {trick for chance in chances(3, {"tricks": pool}, 50) for row in chance["tricks"] for trick in row}
    assert dealt_out == set(pool)


@pytest.mark.parametrize(
    ("players", "option", "dealt_out"), [(3, "remove_card", False), (3, "no_effect", True), (3, "literal", True), (4, "remove_card", True)]
)
def test_trick_of_a_missing_guild_leaves_the_pool_by_option(players, option, dealt_out):
    """GO-12, A-16, GU-409."""
    options = TRICKS | {"trick_e_three_players": option}
    found = any("alchemist_shift" in row for chance in chances(players, options, 100) for row in chance["tricks"])
    assert found is dealt_out


# Draft and tricks over a whole round


def test_a_pack_of_nine_means_nine_picks_in_seat_order():
    """GU-60, GU-62, GU-24, X-09b."""
    game = table(4)
    game.deal(0, 1)
    for round_number in (1, 2, 3):
        actors = []
        while game.fields()["phase"] == "pick":
            actors.append(game.fields()["actor"])
            game.apply(game.actions()[0])
        assert actors == [1, 2, 3, 4] * 9
        assert [sum(hand.values()) for hand in game.fields()["hands"].values()] == [9, 9, 9, 9]
        while game.fields()["phase"] == "play" and game.fields()["round"] == round_number:
            game.apply(game.actions()[0])


def test_sequential_play_moves_its_start_round_the_table():
    """GU-422, A-11."""
    game, actors = dealt(3, {"events": ["sequential_play"]}, starter=2), []
    play_to(game, "play")
    while game.fields()["phase"] == "play":
        actors.append(game.fields()["actor"])
        game.apply(game.actions()[0])
    assert actors[:12] == [2, 3, 1, 3, 1, 2, 1, 2, 3, 2, 3, 1]
    assert len(actors) == 24


TWO_SHIFTS_OF_NOBLES = {"tricks": {"knight_shift": {"guild": "noble"}}}
"""With the printed tricks no guild is shifted twice (GU-440)."""


def test_virtual_cards_alone_tie_with_nobody_by_option():
    """GU-421, GO-11: seat 3 has two nobles in name only, so seat 1 is untied with two, and seat 2 does not move up."""
    votes = {}
    for alone in (True, False):
        options = TRICKS | {"events": ["ties_score_nothing"], "virtual_card_scores_alone": alone}
        game = table(3, options, patched(TWO_SHIFTS_OF_NOBLES))
        game.deal(0, 1)
        fields = {"round": 2, "event": "ties_score_nothing", "phase": "use", "tableau": {1: {"noble": 2}, 2: {"noble": 1}}}
        game.set(fields | {"tricks": {1: "protection", 2: "noble_shift", 3: "knight_shift"}})
        give(game, "skip protection", "use noble_shift", "shift seat 3", "one more", "use knight_shift", "shift seat 3", "one more")
        votes[alone] = [seat.get("noble", 0) for seat in game.fields()["votes"].values()]
    assert votes == {True: [0, 12, 0], False: [12, 6, 0]}


def test_every_round_of_sequential_play_has_a_starter_of_its_own():
    """GU-422."""
    game, started = table(5, {"events": ["sequential_play"]}), set()
    for deal in range(12):
        game.deal(deal, 1)
        starters = chance_of(game)["starters"]
        for round_number in (1, 2, 3):
            game.set({"round": round_number, "event": "sequential_play", "phase": "pick"})
            assert play_to(game, "play").fields()["actor"] == starters[round_number - 1]
        started.add(tuple(starters))
    assert len(started) > 1


def test_first_pile_of_trick_i_holds_the_leftovers_of_the_others():
    """A-17, GU-312, GU-439: four cards with three players, the owner's own two are not among them."""
    fields = {"phase": "use", "tricks": {1: "card_swap", 2: "knight_shift", 3: "discard_draw"}}
    hands = {1: {"noble": 2}, 2: {"cleric": 2}, 3: {"militia": 2}}
    game = give(dealt(3, TRICKS, **fields, hands=hands), "skip card_swap", "skip knight_shift")
    assert game.fields()["discards"] == {"noble": 2, "cleric": 2}
    assert list(game.texts()) == ["skip discard_draw", "use discard_draw"]


def test_tricks_are_public_in_draft_and_play_and_gone_at_the_end():
    """GU-301, GU-314."""
    game = dealt(3, TRICKS, tricks={1: "protection", 2: "noble_shift", 3: "discard_draw"})
    for phase in ("pick", "play", "use"):
        assert play_to(game, phase).fields()["tricks"] == {1: "protection", 2: "noble_shift", 3: "discard_draw"}
    assert play_to(game, "over").fields()["tricks"] == {}


# Information


@pytest.mark.parametrize(("public", "discards_change"), [(True, False), (False, True)])
def test_discards_are_public_by_option_only(public, discards_change):
    """GO-05, A-06: what seat 1 cannot know is dealt again, and the discards are part of it unless they were revealed."""
    game = dealt(3, {"unplayed_cards_revealed": public}, round=2, discards={"noble": 6, "cleric": 3})
    before = game.fields()["discards"]
    game._scratch["generator"][:] = [1, 2, 3, 4]
    steps.step_redeal_hidden(game._states, game._tables, 0, game._scratch_array)
    assert (game.fields()["discards"] != before) is discards_change
    assert sum(game.fields()["discards"].values()) == 9


# Components changed by a designer


def test_custom_profile_takes_prizes_from_the_guilds_file():
    """GO-03: only `custom` ignores the profiles."""
    profile = {"value_profiles": {"profiles": {"halving": {"round_2": {"noble": [40, 20]}}}}}
    second = {}
    for option in ("halving", "custom"):
        second[option] = payout(table(4, {"value_profile": option}, patched(profile)), 2, "noble", ahead=1, tied=0)
    assert second == {"halving": 20, "custom": 6}


def test_patched_prizes_hold_under_every_profile():
    """GO-03."""
    patch = {"guilds": {"noble": {"prizes": {"round_2": [9, 1]}}}}
    for option in ("halving", "equal_steps", "custom"):
        assert payout(table(4, {"value_profile": option}, patched(patch)), 2, "noble", ahead=1, tied=0) == 1


def test_longer_prize_lists_pay_more_places():
    """GU-83, GU-84 with patched prizes."""
    votes = score_once(
        1, {1: {"noble": 3}, 2: {"noble": 2}, 3: {"noble": 1}, 4: {}}, {"guilds": {"noble": {"prizes": {"round_1": [9, 5, 2]}}}}
    )
    assert [votes[seat].get("noble", 0) for seat in (1, 2, 3, 4)] == [9, 5, 2, 0]


@pytest.mark.parametrize(("play_size", "face_up"), [(4, [1, 1, 3, 4]), (6, [0, 2, 3, 3, 5, 6]), (3, [0, 2, 3]), (1, [1])])
def test_batches_of_other_totals_start_so_that_they_come_out(play_size, face_up):
    """GU-424, GO-07: cards of each seat face up after 1, 2, ... cards placed; 1-2-1, 2-1-2-1, 2-1 and 1."""
    t = table(5, {"events": ["one_or_two"]}, patched({"setup": {"players": {5: {"play": play_size}}}, **NOT_FEWER})).t
    assert [int(n) for n in t["reveal"][4, :play_size]] == face_up


NOT_FEWER = {"events": {"play_one_fewer": {"effect": {"play_count_delta": 0}}}}


def test_cost_of_trick_c_is_a_list_not_a_value():
    """A-22, GU-432: a fisherman that pays 20 votes still does not pay for the trick, a listed peasant does."""
    prizes = {"guilds": {"fisherman": {"prizes": {"round_1": [20]}, "copies": 12}}}
    listed = {"tricks": {"costly_removal": {"cost_guilds": ["peasant"]}}}
    texts = {}
    for name, patch in (("prizes", prizes), ("listed", listed)):
        game = table(3, TRICKS, patched(patch))
        game.deal(0, 1)
        tricks = {1: "costly_removal", 2: "noble_shift", 3: "knight_shift"}
        game.set({"phase": "use", "tricks": tricks, "tableau": {1: {"fisherman": 1, "peasant": 1}, 2: {"noble": 1}}})
        texts[name] = list(game.texts())
    assert texts == {"prizes": ["skip costly_removal"], "listed": ["skip costly_removal", "use costly_removal"]}


def test_without_the_tie_break_equal_votes_share():
    """GU-110, GU-111."""
    game = table(3, BASE, patched({"setup": {"militia_tie_break": False}}))
    game.deal(0, 1)
    votes, tableau = {1: {"noble": 23}, 2: {"noble": 20}}, {1: {"militia": 3}, 2: {"militia": 4}}
    game.set({"round": 3, "phase": "play", "votes": votes, "tableau": tableau, "hands": {"all": {"militia": 3}}})
    give(game, "play militia", "play militia", "play militia")
    assert game.results()[1].tolist() == [30, 30, 0]
    assert game.fields()["winners"] == [1, 2]


def test_more_copies_leave_the_order_of_the_other_cards():
    """GU-21 under a patch: with two knights less, the other cards come in the same order."""
    game, fewer = table(4), table(4, BASE, patched({"guilds": {"knight": {"copies": 9}}}))
    game.deal(5, 1)
    fewer.deal(5, 1)
    knight = game.names.guilds.index("knight")
    decks = [[int(c) for c in g.s["deck"][: int(g.s["n_deck"])] if c != knight] for g in (game, fewer)]
    assert decks[0] == decks[1]
    assert int(fewer.s["n_deck"]) == 108
