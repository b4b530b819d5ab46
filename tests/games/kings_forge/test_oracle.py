"""The slow oracle of King's Forge against the worked examples, and random play on random chance."""

from collections import Counter

import pytest

from tests.games.kings_forge.oracle.craft import Need, as_placed, can_complete, dice_to_place, needs_of_card, without
from tests.games.kings_forge.oracle.dice import Die
from tests.games.kings_forge.oracle.game import Oracle, random_chance, winners
from tests.games.kings_forge.oracle.tables import card_ids, components, dice_of, idle_round, new_game, pass_all, play, play_out, with_stock

MINES = ["north_mine", "south_mine", "east_forest", "west_forest"]
METAL_CARDS = [1, 5, 6, 36, 38, 40, 43, 46, 48]  # Anvil, Shield, Horseshoes and hard ones


def metal_rolls(*values, round_=1, seat=1):
    return {(round_, seat, "metal"): list(values)}


NO_BONUS = [{"id": "nothing", "gain": {"metal": 0}}]


def nine_cards(metal=5, **setup):
    """Set-up with nine craft cards and so many metal dice a hand."""
    return components(craft_cards_drawn={2: 9, 3: 9, 4: 9}, starting_hand={"metal": metal}, **setup)


def craft_game(rolls, players=2, ranks=METAL_CARDS, data=None, **kwargs):
    """A game whose first round goes straight to the craft phase."""
    data = data or nine_cards(first_pass_bonus=NO_BONUS)
    return pass_all(new_game(players, data, rolls=rolls, craft_cards=card_ids(ranks), **kwargs))


def metal_game(metal, first, **kwargs):
    """A game for two with cards that ask for metal on display."""
    return new_game(2, nine_cards(metal), first=first, craft_cards=card_ids(METAL_CARDS), **kwargs)


# The worked examples


def test_e01_set_up():
    view = new_game(4).view()
    assert view["stock"] == {"metal": 22, "wood": 22, "gem": 14, "magic": 10, "library": 2, "cemetery": 1}
    assert view["hands"] == {seat: {"metal": 5} for seat in (1, 2, 3, 4)}
    assert dice_of(view).total() == 91


def test_e02_display():
    view = new_game(2, craft_cards=card_ids([22, 5, 40, 1, 19, 33, 7, 12, 44])).view()
    assert view["display"] == card_ids([1, 5, 7])
    assert view["queue"] == card_ids([12, 19, 22, 33, 40, 44])


def test_e03_burning():
    game = play(new_game(2, first=["mill"]), "use mill top")
    view = game.view()
    assert (view["hands"][1], view["workshops"][1], view["burned"]) == ({"metal": 3}, {"wood": 2}, {"metal": 2})
    assert (view["stock"]["metal"], view["stock"]["wood"]) == (32, 20)
    idle_round(game)
    view = game.view()
    assert view["hands"][1] == {"metal": 3, "wood": 2}
    assert (view["stock"]["metal"], view["stock"]["wood"], view["burned"]) == (34, 20, {})


def test_e04_finite_stock():
    game = new_game(2, with_stock(components(), "metal", 12), first=MINES)
    assert game.view()["stock"]["metal"] == 2
    play(game, "use north_mine top")
    assert game.view()["workshops"][1] == {"metal": 2}
    game = play(new_game(2, with_stock(components(), "gem", 0), first=MINES), "use south_mine top")
    assert game.view()["burned"] == {"metal": 2}
    assert game.view()["workshops"][1] == {}


def test_e05_first_pass():
    rolls = metal_rolls(6, 5, 4, 3, 2, 1, seat=2)
    game = play(new_game(4, nine_cards(), start=2, rolls=rolls, craft_cards=card_ids(METAL_CARDS)), "pass")
    assert set(game.legal()) == {"take metal_die", "take plus_token"}
    play(game, "take metal_die")
    assert game.view()["hands"][2] == {"metal": 6}
    assert game.view()["stock"]["metal"] == 21
    play(game, "pass")
    assert game.view()["phase"] == "gather"
    assert game.view()["hands"][3] == {"metal": 5}
    pass_all(game)
    assert game.view()["actor"] == 2
    assert game.view()["rolled"] == [f"metal {value}" for value in (6, 5, 4, 3, 2, 1)]


def test_e06_empty_deck():
    game = new_game(2, components(starting_hand={"metal": 20}))
    for turn in range(11):
        assert len([card for card in game.view()["face_up"] if card]) == min(4, 11 - turn)
        assert len(game.view()["deck"]) == max(0, 7 - turn)
        play(game, "dock wood_dock_1")
        if game.view()["phase"] == "give_up":
            play(game, game.legal()[0])
    view = game.view()  # both can only pass, so the first of them is asked for the bonus
    assert (view["face_up"], view["phase"], view["actor"]) == ([""] * 4, "bonus", 2)


def test_e07_dock():
    data = components(starting_hand={"metal": 4})
    game = play(new_game(2, data, first=["alchemist", "bazaar", "east_forest", "tavern"]), "dock gem_dock_2")
    assert game.view()["using"] == "gem_dock_2"
    play(game, "give up bazaar")
    view = game.view()
    assert (view["hands"][1], view["workshops"][1], view["used"][1]) == ({}, {"gem": 1}, ["bazaar given up"])
    view = idle_round(game).view()
    assert view["hands"][1] == {"metal": 3, "gem": 1}
    assert (view["stock"]["metal"], view["stock"]["gem"]) == (42 - 8 + 1, 13)


def placements(needs, dice, placed=()):
    """The values of every set of dice that can be placed, by trying all ways."""
    if len(placed) == len(needs):
        return [tuple(die.value for die in placed)]
    need = needs[len(placed)]
    legal = dice_to_place(needs, dice, placed, False)
    return [found for die in legal for found in placements(needs, without(dice, die), (*placed, as_placed(die, need)))]


def test_e08_craft():
    game = craft_game(metal_rolls(6, 4, 3, 2, 1) | metal_rolls(6, 6, 1, 1, 1, seat=2))
    assert set(game.legal()) == {"craft anvil", "end turn"}
    needs = needs_of_card(game.table.craft_cards["anvil"])
    assert sorted(placements(needs, game.table.rolled)) == [(4, 3, 2), (6, 3, 2), (6, 4, 2), (6, 4, 3)]
    play(game, "craft anvil")
    assert game.view()["using"] == "craft anvil"
    assert set(game.legal()) == {"place metal 6", "place metal 4"}
    play(game, "place metal 4")
    view = game.view()
    assert view["unsecured"] == {"anvil": {"seat": 1, "dice": ["metal 4", "metal 3", "metal 2"]}}
    assert view["hands"] == {1: {"metal": 2}, 2: {}}
    assert view["display"] == card_ids([5, 6, 36])


@pytest.mark.parametrize(
    ("values", "succeeds"), [((5, 4, 4), False), ((5, 5, 4), True), ((6, 4, 4), True), ((4, 4, 6), True), ((6, 6, 3), False)]
)
def test_e10_steal(values, succeeds):
    rolls = metal_rolls(5, 4, 4, 1, 1) | metal_rolls(*values, 1, 1, seat=2)
    game = play(craft_game(rolls, ranks=[6, 36, 38, 40, 41, 43, 44, 46, 48]), "craft horseshoes")
    if not succeeds:
        assert game.view()["secured"] == {1: ["horseshoes"], 2: []}
        return
    assert set(game.legal()) == {"steal horseshoes", "end turn"}
    play(game, "steal horseshoes")
    view = game.view()
    assert view["secured"] == {1: [], 2: ["horseshoes"]}
    assert view["stolen"] == {1: [], 2: ["horseshoes"]}
    assert game.points()[2] == {"crafted": 0, "stolen": 1}
    assert view["hands"] == {1: {"metal": 5}, 2: {"metal": 5}}


def test_e12_thefts_in_a_row():
    rolls = {
        (1, 1, "metal"): [5, 5, 1, 1, 1],
        (1, 2, "metal"): [6, 5, 1, 1, 1],
        (1, 3, "metal"): [6, 6, 1, 1, 1],
        (1, 4, "metal"): [6, 6, 4, 4, 1],
    }
    ranks = [5, 36, 38, 40, 41, 43, 44, 46, 48]
    game = play(craft_game(rolls, 4, ranks), "craft shield")
    play(game, "steal shield")
    assert game.view()["workshops"] == {1: {"metal": 2}, 2: {}, 3: {}, 4: {}}
    play(game, "steal shield")
    view = game.view()  # nobody can beat 6 6, so the next round has begun
    assert (view["round"], view["secured"][3]) == (2, ["shield"])
    assert view["hands"] == {seat: {"metal": 5} for seat in (1, 2, 3, 4)}


def test_e14_plus_token():
    game = craft_game(metal_rolls(4, 4, 2), data=nine_cards(3))
    play(game, "use +1/+1")
    assert set(game.legal()) == {"on metal 2", "on metal 4"}
    play(game, "on metal 4")  # the second 4 is left as the only die that may follow, or no more
    assert game.view()["raised"] == ["metal 4"]
    assert set(game.legal()) == {"on metal 4", "no more"}
    play(game, "on metal 4")
    assert game.view()["rolled"] == ["metal 5", "metal 5", "metal 2"]
    assert "craft shield" in game.legal()


def test_e14_one_pip_and_automatic_6():
    rolls = metal_rolls(4, 4, 2, 1, 1) | metal_rolls(1, 1, 1, 1, 1, seat=2)
    game = play(metal_game(5, ["shrine"], rolls=rolls), "use shrine bottom", "pass", "take plus_token", "pass")
    play(game, "use +1", "on metal 4")
    assert game.view()["rolled"] == ["metal 5", "metal 4", "metal 2", "metal 1", "metal 1"]
    assert set(game.legal()) == {"craft anvil", "end turn"}
    rolls = metal_rolls(4, 4, 2)
    game = play(metal_game(5, ["armory"], rolls=rolls), "use armory top")
    assert game.view()["tokens"] == {"auto_six": 1, "plus_one_plus_one": 2}
    play(game, "pass", "take plus_token", "pass", "use automatic 6", "on metal 2")
    assert game.view()["rolled"] == ["metal 6", "metal 4", "metal 4"]
    assert set(game.legal()) == {"craft anvil", "craft horseshoes", "end turn"}


def test_e14_caps():
    game = metal_game(2, ["armory", "shrine"], rolls=metal_rolls(5) | metal_rolls(1, 1, seat=2))
    play(game, "use armory bottom", "pass", "take plus_token", "use shrine bottom", "pass")
    assert set(game.legal()) == {"use +1", "use +2", "done"}
    play(game, "use +2")  # the 5 is a 6 and the +1 of no use
    assert (game.view()["round"], game.view()["actor"], game.view()["phase"]) == (1, 2, "modify")
    assert game.view()["abilities"][1] == {"+1": 1}


def test_e15_end_and_ties():
    tied = {1: [1, 3, 5, 22], 2: [4, 6, 7, 29], 3: [9, 10, 48]}
    assert winners(tied, "most_then_rank", 4) == [2]
    more = {1: [1, 3, 5, 6, 12], 2: [4, 7, 9, 48]}
    assert winners(more, "most_then_rank", 4) == [1]
    assert winners(more, "rank_among_finishers", 4) == [2]
    assert winners({1: [], 2: [], 3: []}, "most_then_rank", 4) == [1, 2, 3]
    assert winners({1: [1], 2: [48], 3: [2, 3]}, "rank_among_finishers", 4) == [3]


def test_e18_caravan():
    hand = {"metal": 5, "wood": 1}
    bonus = [{"id": "plus_token", "gain": {"token": "plus_one_plus_one", "count": 1}}]
    data = components(starting_hand=hand, first_pass_bonus=bonus)
    game = new_game(2, data, first=["library", "caravan", "shrine"], rolls={(1, 1, "library"): [3]})
    play(game, "use library top", "pay metal", "pass")  # the only bonus is taken without a question
    assert game.view()["hands"][1] == {"metal": 4, "wood": 1, "library": 1}
    play(game, "use caravan bottom", "use shrine bottom")
    view = pass_all(game).view()
    assert view["workshops"][1] == {"wood": 1, "gem": 1}
    assert view["allocated"][1] == {"metal": 5, "wood": 1}
    assert view["rolled"] == ["library 3"]


def test_e20_anvil():
    game = new_game(3, start=3)
    starts = []
    for _ in range(4):
        starts.append(game.view()["start"])
        idle_round(game)
    assert starts == [3, 1, 2, 3]


# Other rules


def test_cemetery_cancels_before_ones_become_sixes():
    rolls = metal_rolls(1, 1, 3, 6, 5) | metal_rolls(3, 3, 3, 2, 2, 2, seat=2)
    game = metal_game(6, ["shrine", "cemetery"], rolls=rolls, cemetery=[6])
    play(game, "use shrine top", "pass", "take plus_token", "use cemetery bottom")
    assert game.view()["cemetery"] == 6
    assert game.view()["stock"]["cemetery"] == 0
    play(game, "pass")
    assert game.view()["rolled"] == ["metal 6", "metal 6", "metal 5", "metal 3"]
    assert game.view()["workshops"][1] == {"metal": 1}
    idle_round(game)
    assert game.view()["cemetery"] == 0
    assert game.view()["stock"]["cemetery"] == 1


def test_cemetery_die_is_changed():
    for manipulated in (True, False):
        options = {"cemetery_die_manipulation": manipulated}
        game = new_game(2, first=["tavern", "cemetery", "shrine"], cemetery=[3, 5], options=options)
        play(game, "use tavern top", "pass", "take plus_token", "use shrine bottom", "use cemetery bottom")
        if not manipulated:
            assert game.view()["phase"] == "gather"
            assert game.view()["cemetery"] == 3
            continue
        assert set(game.legal()) == {"use +1", "use reroll", "keep 3"}
        play(game, "use reroll")
        assert set(game.legal()) == {"use +1", "keep 5"}
        play(game, "use +1")
        assert game.view()["cemetery"] == 6
        assert game.view()["abilities"][1] == {}


def test_roll_the_workshop():
    seen = []
    game = metal_game(5, ["astrologer", "north_mine"])
    game.table.chance["roll"] = lambda round_, seat, colour, n: seen.append((seat, colour, n)) or [1] * n
    play(game, "use north_mine top", "pass", "take plus_token", "use astrologer bottom", "pass")
    assert seen[0] == (1, "metal", 5)
    assert game.view()["workshops"][1] == {}


def test_reroll_marks_dice():
    game = metal_game(4, ["tavern"], rolls=metal_rolls(2, 1, 2), rerolls=[[6, 5]])
    play(game, "use tavern top", "pass", "take plus_token", "pass", "use reroll")
    assert set(game.legal()) == {"mark metal 1", "mark metal 2"}
    play(game, "mark metal 1")
    assert set(game.legal()) == {"mark metal 2", "roll"}
    assert game.view()["rolled"] == ["metal 2", "metal 2"]
    play(game, "mark metal 2", "roll")
    assert game.view()["rolled"] == ["metal 6", "metal 5", "metal 2"]


def test_library_dice_stand_for_colours():
    needs = (Need("metal", 5), Need("gem", 4))
    dice = [Die("metal", 5), Die("library", 5), Die("library", 4)]
    assert {die.text for die in dice_to_place(needs, dice, (), False)} == {"metal 5", "library 5"}
    assert not can_complete(needs, dice[1:2], (), False)
    assert not can_complete(needs, [Die("metal", 5), Die("gem", 4)], (), True)
    assert can_complete(needs, [Die("metal", 5), Die("library", 5)], (), True)


def test_payment_does_not_go_back_on_a_run():
    data = components(starting_hand={"metal": 2, "wood": 2})
    game = play(new_game(2, data, first=["west_forest"]), "use west_forest top")
    assert game.view()["paid"] == []
    assert set(game.legal()) == {"pay metal", "pay wood"}
    play(game, "pay wood")  # then only wood may follow
    assert game.view()["allocated"][1] == {"wood": 2}


# Options


def test_plus_pips_on_the_same_die():
    options = {"plus_pips_distinct": False}
    game = craft_game(metal_rolls(4, 4, 2), data=nine_cards(3), options=options)
    play(game, "use +1/+1", "on metal 4")
    assert set(game.legal()) == {"on metal 4", "on metal 5", "no more"}
    play(game, "on metal 5")
    assert game.view()["rolled"] == ["metal 6", "metal 4", "metal 2"]


@pytest.mark.parametrize("pays", [True, False])
def test_library_dice_pay(pays):
    data = components(starting_hand={"metal": 1})
    game = new_game(2, data, first=["library", "north_mine"], options={"library_dice_payable": pays})
    play(game, "use library top", "pass", "take plus_token")
    if not pays:
        assert game.view()["phase"] != "gather" or not any("north_mine" in text for text in game.legal())
        return
    assert "use north_mine top" in game.legal()
    play(game, "use north_mine top")
    assert game.view()["burned"] == {"library": 1}
    idle_round(game)
    assert game.view()["stock"]["library"] == 2


@pytest.mark.parametrize("capacity", ["unlimited", "one_per_exchange"])
def test_dock_capacity(capacity):
    game = play(new_game(2, options={"dock_capacity": capacity}), "dock wood_dock_1")
    play(game, game.legal()[0])
    assert ("dock wood_dock_1" in game.legal()) == (capacity == "unlimited")
    assert game.view()["docks"] == ["wood_dock_1"]


def test_burned_dice_return_immediately():
    options = {"burned_dice_return": "immediately"}
    game = play(new_game(2, with_stock(components(), "metal", 10), first=MINES, options=options), "use north_mine top")
    assert game.view()["burned"] == {}
    assert game.view()["workshops"][1] == {"metal": 1}


def test_fixed_start_player():
    assert new_game(4, options={"start_player": "fixed_seat"}).view()["start"] == 1


def test_no_stop_while_a_card_can_be_made():
    game = craft_game(metal_rolls(6, 5, 2, 2, 2), options={"may_stop_crafting": False})
    assert set(game.legal()) == {"craft anvil", "craft shield"}
    game = craft_game(metal_rolls(6, 5, 2, 2, 2), options={"may_stop_crafting": False}, banned={1: {"anvil", "shield"}})
    assert game.view()["actor"] != 1 or game.view()["round"] == 2


def test_max_rounds():
    game = new_game(3, options={"max_rounds": 2})
    while not game.over:
        idle_round(game)
    view = game.view()
    assert (view["round"], view["winners"], view["phase"], view["actor"]) == (2, [1, 2, 3], "over", 0)
    assert game.shares() == [20, 20, 20]
    assert sum(game.totals().values()) == 0


def test_cards_for_certain():
    options = {"craft_cards": ["anvil", "crown"], "gather_cards": ["shrine"]}
    chance = random_chance(2, options, components(), 5)
    assert {"anvil", "crown"} <= set(chance["craft_cards"])
    assert "shrine" in chance["gather_cards"]
    assert len(chance["craft_cards"]) == 9
    assert len(chance["gather_cards"]) == 11


def test_bans():
    banned = {1: {"north_mine_top", "wood_dock_1"}}
    game = new_game(2, first=MINES, banned=banned)
    assert "use north_mine bottom" in game.legal()
    assert not {"use north_mine top", "dock wood_dock_1"} & set(game.legal())
    play(game, "pass", "take metal_die")
    assert {"use north_mine top", "dock wood_dock_1"} <= set(game.legal())


OPTION_VALUES = [
    {option["id"]: value}
    for option in components()["options"]["options"]
    for value in option.get("values", [1, 30])
    if value != option["default"]
]
OPTION_GAMES = [*OPTION_VALUES, {"craft_cards": ["crown", "anvil"]}, {"gather_cards": ["cemetery", "tavern", "shrine"]}]


@pytest.mark.parametrize("options", OPTION_GAMES, ids=str)
def test_random_games_with_an_option(options):
    data = components()
    for players in (2, 4):
        game = Oracle(players, options, random_chance(players, options, data, 7), data)
        play_out(game, data, 7)
        assert sum(game.shares()) == 60


# Random games

FEW = 10
"""Games after which no more are played if all phases have come."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end(players):
    data = components()
    phases = Counter()
    wanted = {"gather", "give_up", "pay", "bonus", "cemetery", "modify", "target", "reroll", "craft", "place"}
    for seed in range(30):
        if seed >= FEW and wanted <= set(phases):
            break
        game = Oracle(players, {}, random_chance(players, {}, data, seed), data)
        phases += play_out(game, data, seed)
        assert sum(game.shares()) == 60
        assert game.table.round == 100 or max(game.totals().values()) >= 4
    assert wanted <= set(phases)
