"""Turns, gathering, building, hiring, the auction and the end, in the oracle: positions made by hand, answers, what comes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.oracles import play

from .oracle import effects, events, game, gathering, people, rooms, treasures, turns
from .oracle.hiring import Card
from .oracle.scene import decks, give, held, lay, room, row_of, scene


def nothing_to_gather(table):
    """A stock without anything."""
    table.stock.clear()
    return table


# The turn


def test_a_turn_is_one_main_action_with_free_steps_around_it():
    """KG-T-01, KG-T-02, KG-T-04, KG-T-05, KG-DP-04: sell, gather, sell, end."""
    table = give(scene(), hand="bag_of_gold coin_purse")
    turn = play(turns.take_turn(table, 1))
    assert (turn.phase, turn.actor) == ("turn", 1)
    assert turn.legal == ["gather", "sell coin_purse", "sell bag_of_gold"]
    turn.say("sell bag_of_gold", "gather", "gather 3 metal")
    assert (turn.phase, turn.legal) == ("free", ["sell coin_purse", "end"])
    turn.say("sell coin_purse")
    assert turn.over  # with `end` alone nothing is asked
    assert (table.guilds[1].coins, held(table)) == (7, {"metal": 3})
    assert table.discards["yellow"] == ["bag_of_gold", "coin_purse"]  # KG-T-06


def test_who_has_no_main_action_passes():
    """KG-AM-16, KG-AM-60, GO-16: with nothing to gather and nobody to hire."""
    turn = play(turns.take_turn(nothing_to_gather(give(scene(), hand="bag_of_gold")), 1))
    assert turn.legal == ["sell bag_of_gold", "pass"]
    assert turn.say("pass").over
    table = row_of(nothing_to_gather(give(scene(), hand="bag_of_gold")), "miner")
    turn = play(turns.take_turn(table, 1), "sell bag_of_gold")
    assert turn.legal == ["build library", "build kitchen", "hire miner"]  # nobody has to sell, but who can act now does


@pytest.mark.parametrize(
    ("value", "stuck", "gathers"), [("only_if_no_main_action", True, False), ("always", True, True), ("never", False, False)]
)
def test_when_passing_is_allowed(value, stuck, gathers):
    """GO-16: with a treasure to sell, without and with a main action."""
    first = play(turns.take_turn(nothing_to_gather(give(scene(pass_allowed=value), hand="bag_of_gold coin_purse")), 1))
    assert ("pass" in first.legal) is stuck
    second = play(turns.take_turn(give(scene(pass_allowed=value), hand="bag_of_gold"), 1))
    assert ("pass" in second.legal) is gathers
    nothing = play(turns.take_turn(nothing_to_gather(scene(pass_allowed=value)), 1))
    assert nothing.over


def test_cards_without_a_value_are_sold_for_nothing():
    """KG-T-07, KG-AM-31, KG-EX-10; the Auctioneer: KG-SP-13."""
    cards = ["bag_of_gold", "glowing_charm", "scroll_of_riches", "ancient_helm"]
    table = scene()
    assert [treasures.value(table, 1, card) for card in cards] == [4, 0, 0, 2]
    give(table, specialists="auctioneer")
    assert [treasures.value(table, 1, card) for card in cards] == [4, 4, 4, 4]
    assert treasures.value(table, 1, "contract") == 2


def test_hand_limit():
    """KG-T-08, KG-EX-10, KG-DP-11, KG-RM-02, KG-SP-04: 8 cards, limit 6; a Library 3 more, the Inventor 2 more."""
    hand = "bag_of_gold glowing_charm ancient_helm ancient_helm sacred_charm ornate_charm contract contract"
    table = give(scene(), hand=hand)
    limit = play(treasures.limit_hand(table, 1))
    assert limit.phase == "limit"
    assert len(limit.legal) == 6  # copies are one choice
    assert limit.say("sell bag_of_gold", "sell glowing_charm").over
    assert (table.guilds[1].coins, len(table.guilds[1].hand)) == (4, 6)
    assert play(treasures.limit_hand(room(give(scene(), hand=hand), library=(0, 0)), 1)).over
    assert play(treasures.limit_hand(give(scene(), hand=hand, specialists="inventor"), 1)).over


# Gather


def test_storage_limit():
    """KG-EX-01, KG-T-09, KG-T-11, KG-G-03, KG-DP-06, KG-AM-29."""
    table = give(scene(), wood=1, leather=2)
    gather = play(gathering.gather(table, 1), "gather 3 metal")
    assert (gather.phase, gather.legal) == ("return", ["return leather", "return metal", "return wood"])
    assert gather.say("return wood").over
    assert held(table) == {"leather": 2, "metal": 3}
    assert (table.stock["metal"], table.stock["wood"], table.stock["leather"]) == (2, 5, 3)


def test_what_stores_more():
    """KG-T-09, KG-GT-01, KG-GT-07, KG-RM-01, KG-SP-03, KG-SP-18."""
    table = scene()
    assert table.storage(1) == 5
    table.guilds[1].tile = "craft_collective"
    assert table.storage(1) == 6
    room(give(table, specialists="courier peasant"), warehouse=(0, 0))
    assert table.storage(1) == 12


def test_gatherers_bring_one_more_each():
    """KG-G-04, KG-SP-06, KG-SP-07, KG-SP-10, KG-SP-12: after the storage limit, then once more."""
    table = give(scene(), specialists="lumberjack miner tanner weaver peasant", gem=2)
    gather = play(gathering.gather(table, 1), "gather 3 wood")
    assert gather.phase == "return"  # 2 gem, 3 wood, then 1 of each: 9 of 7
    assert dict(table.guilds[1].resources) == {"gem": 2, "wood": 4, "metal": 1, "leather": 1, "cloth": 1}
    gather.say("return gem", "return gem")
    assert gather.over


def test_gathering_gem_and_magic_needs_access():
    """KG-G-02, KG-T-12, KG-RM-03, KG-RM-04, KG-SP-20."""
    assert scene().access(1) == set()
    assert room(scene(), gem_workshop=(0, 0)).access(1) == {"gem"}
    assert room(scene(), magic_arcaenum=(0, 0)).access(1) == {"magic"}
    assert give(scene(), specialists="sorceress").access(1) == {"gem", "magic"}
    assert len(gathering.gather_choices(give(scene(), specialists="sorceress"), 1)) == 33


def test_the_laborer_gathers_any_mixture():
    """KG-G-05, KG-SP-05, KG-AM-44."""
    choices = gathering.gather_choices(give(scene(), specialists="laborer"), 1)
    assert {"gather 1 cloth", "gather 1 cloth 1 leather 1 wood", "gather 2 metal 1 wood"} <= choices.keys()
    assert len(choices) == 4 + 10 + 20
    assert "gather 2 metal 1 wood" not in gathering.gather_choices(scene(), 1)


# Expand: rooms


def test_expand_is_a_room_and_a_specialist_in_either_order():
    """KG-X-01, KG-DP-14, KG-DP-15, KG-EX-03: a Warehouse on the leather square, then the Oracle."""
    table = row_of(give(scene(3), coins=9), "laborer", "oracle", "miner", "thug", "builder", deck="weaver")
    turn = play(turns.take_turn(table, 1))
    assert {"build warehouse", "build library", "build kitchen", "build bedchamber", "build barracks", "hire oracle"} <= set(turn.legal)
    assert "build great_hall" not in turn.legal
    turn.say("build warehouse")
    assert (turn.phase, turn.legal) == ("square", ["put at 0 0", "put at 3 0", "put at 1 1", "put at 2 1"])
    turn.say("put at 2 1")
    assert (turn.phase, turn.legal) == ("expand", ["hire oracle", "end"])
    assert turn.say("hire oracle").over
    assert (table.guilds[1].coins, held(table), table.storage(1)) == (0, {"leather": 1}, 8)
    assert table.row == [Card("weaver"), Card("laborer"), Card("miner", 1), Card("thug", 1), Card("builder", 1)]
    assert table.tiles["warehouse"] == 1


def test_the_second_half_may_be_left_out_and_comes_once():
    """KG-X-01: after a hire only rooms are open; free steps between (KG-T-02)."""
    table = row_of(give(scene(), coins=20, hand="coin_purse"), "weaver", "tanner")
    turn = play(turns.take_turn(table, 1), "hire tanner")
    assert turn.phase == "expand"
    assert not any(text.startswith(("hire", "gather", "craft")) for text in turn.legal)
    turn.say("sell coin_purse", "build library", "put at 0 0")
    assert turn.over
    assert table.guilds[1].specialists == ["tanner"]
    assert play(turns.take_turn(row_of(give(scene(), coins=20), "weaver"), 1), "hire weaver", "end").over


def test_what_was_hired_counts_in_the_same_expand():
    """KG-X-09: the Builder's owner builds anywhere at once."""
    table = row_of(give(scene(), coins=9), "builder")
    turn = play(turns.take_turn(table, 1), "hire builder", "build kitchen")
    assert len(turn.legal) == 10
    turn.say("put at 3 2")
    assert table.guilds[1].coins == 4


def test_what_cannot_be_built():
    """KG-X-02 to KG-X-04, KG-V-01, KG-U-02: owned, sold out, not payable, the second workshop of two players."""
    table = room(give(scene(), coins=6), gem_workshop=(0, 0), kitchen=(3, 0))
    choices = rooms.build_choices(table, 1)
    assert set(choices.values()) == {"warehouse", "library", "barracks"}
    assert "build magic_arcaenum" in rooms.build_choices(room(give(scene(3), coins=6), gem_workshop=(0, 0)), 1)
    assert "build gem_workshop" in rooms.build_choices(give(scene(), coins=6, specialists="sorceress"), 1)
    table = give(scene(), coins=8)
    table.tiles["bedchamber_kitchen"] = 0
    table.masters = ["tavern"]
    assert set(rooms.build_choices(table, 1).values()) == {"warehouse", "library", "gem_workshop", "magic_arcaenum", "barracks"}
    assert "build tavern" in rooms.build_choices(give(table, coins=11), 1)


def test_sides_of_a_chamber_tile_are_one_pile_and_two_names():
    """KG-X-03, KG-C-06."""
    table = give(scene(), coins=30)
    play(rooms.build(table, 1, "bedchamber"), "put at 0 0")
    assert table.tiles["bedchamber_kitchen"] == 1
    assert {"build kitchen", "build great_hall"} <= rooms.build_choices(table, 1).keys()
    play(rooms.build(table, 1, "great_hall"), "put at 1 1")
    assert table.guilds[1].rooms == {"bedchamber": ((0, 0),), "great_hall": ((1, 1), (2, 1))}
    assert held(table) == {"leather": 1}  # KG-PB-07, KG-PB-08, KG-DP-17
    assert table.tiles["great_hall_barracks"] == 1


def test_a_room_that_fits_nowhere_cannot_be_built():
    """KG-X-02, KG-PB-08."""
    full = {"a": ((0, 1), (1, 1)), "b": ((2, 1), (3, 1)), "c": ((1, 2),), "d": ((3, 2),)}
    table = give(scene(), coins=30)
    table.guilds[1].rooms = {"great_hall": full["a"], "barracks": full["b"], "library": full["c"], "warehouse": full["d"]}
    choices = set(rooms.build_choices(table, 1).values())
    assert {"kitchen", "gem_workshop"} <= choices
    table.guilds[1].rooms |= {"kitchen": ((0, 0),), "bedchamber": ((3, 0),), "shrine": ((0, 2),), "kings_statue": ((2, 2),)}
    assert rooms.build_choices(table, 1) == {}


@pytest.mark.parametrize(("builder", "at", "coins", "metal"), [(False, "0 1", 0, 0), (True, "0 1", 0, 2), (True, "3 2", 4, 0)])
def test_the_builder_builds_anywhere_and_has_bonuses_twice(builder, at, coins, metal):
    """KG-EX-25, KG-SP-02, KG-X-05, KG-AM-07, KG-DP-16."""
    table = give(scene(), coins=4, specialists="builder" if builder else "")
    building = play(rooms.build(table, 1, "library"))
    assert (f"put at {at}" in building.legal) is builder
    if builder:
        building.say(f"put at {at}")
        assert (table.guilds[1].coins, table.guilds[1].resources["metal"]) == (coins, metal)


def test_the_builders_bonus_ends_with_the_stock():
    """KG-EX-25, KG-T-11."""
    table = give(scene(), coins=4, specialists="builder")
    table.stock["metal"] = 1
    play(rooms.build(table, 1, "library"), "put at 0 1")
    assert held(table) == {"metal": 1}


# Expand: specialists


def test_hiring():
    """KG-X-06 to KG-X-08, KG-DP-18, KG-DP-19, KG-EX-04."""
    table = room(give(scene(), coins=4), kitchen=(0, 0))
    row_of(table, "weaver", "tanner", ("courier", 2), ("recruiter", 1), ("oracle", 2), deck="miner thug builder")
    assert people.hire_choices(table, 1).keys() == {"hire weaver", "hire tanner", "hire courier", "hire recruiter", "hire oracle"}
    hire = play(people.hire(table, 1, "weaver"))
    assert (hire.phase, hire.legal) == ("space", ["put in outside", "put in kitchen"])
    assert hire.say("put in kitchen").over
    assert table.row == [Card("builder"), Card("thug"), Card("miner"), Card("tanner", 1), Card("recruiter", 2)]
    assert sorted(table.gone) == ["courier", "oracle"]
    assert (table.guilds[1].coins, table.guilds[1].spaces) == (0, Counter(kitchen=1))


def test_prices():
    """KG-EX-05, KG-SP-09, KG-AM-42: coins on a card, twice for the Recruiter's owner; then no coins go on others."""
    table = row_of(give(scene(), coins=6), "miner", ("adventurer", 3), ("courier", 2))
    assert people.hire_choices(table, 1).keys() == {"hire miner", "hire adventurer", "hire courier"}
    give(table, specialists="recruiter")
    assert [people.price(table, 1, card) for card in table.row] == [4, 3, 0]
    play(people.hire(table, 1, "courier"))
    assert (table.guilds[1].coins, table.row) == (6, [Card("miner"), Card("adventurer", 3)])
    assert not people.hire_choices(give(scene(), coins=3), 1)


def test_without_a_free_space_nobody_is_hired():
    """KG-X-06."""
    table = row_of(give(scene(), coins=9, specialists="miner weaver tanner lumberjack"), "oracle")
    assert people.hire_choices(table, 1) == {}
    assert people.hire_choices(room(table, shrine=(0, 0)), 1).keys() == {"hire oracle"}


# The King's Funeral


def funeral(players, *coins, **options):
    """A slot of a quest that is to be filled, the Funeral in front of the deck; coins by seat."""
    table = lay(scene(players, **options), deck="funeral burn_the_briar_roots")
    for seat, n in enumerate(coins, 1):
        give(table, seat, coins=n)
    return table


def test_auction_is_won_by_the_one_highest_bid():
    """KG-EX-14, KG-F-01, KG-F-02, KG-F-05, KG-DP-41, KG-AM-53, KG-RM-24: seat 1 pays 6 and covers a coin square."""
    table = funeral(4, 6, 5, 3, 0)
    table.player = 3
    auction = play(events.fill_slot(table, 0))
    assert (auction.phase, auction.actor) == ("bid", 3)  # in turn order from the player whose turn it is; seat 4 has nothing to bid
    auction.say("bid 3")
    assert (auction.actor, table.bids) == (1, {1: -1, 2: -1, 3: 3, 4: 0})
    auction.say("bid 6")
    assert auction.actor == 2
    auction.say("bid 5")
    assert (auction.phase, auction.actor, auction.question.about) == ("square", 1, "kings_statue")
    room(table, 1, library=(1, 1), kitchen=(2, 1))
    assert table.slots[0] == ""
    auction.say("put at 3 0")
    assert table.guilds[1].rooms["kings_statue"] == ((3, 0),)
    assert ([guild.coins for guild in table.guilds.values()], held(table)) == ([0, 5, 3, 0], {"cloth": 1})
    assert (table.slots[0], table.gone, table.bids[3]) == ("burn_the_briar_roots", ["funeral"], -1)


def test_a_shared_highest_bid_wins_nothing():
    """KG-EX-14, KG-F-03."""
    table = funeral(4, 5, 5, 3, 0)
    assert play(events.fill_slot(table, 0), "bid 5", "bid 5", "bid 3").over
    assert [guild.coins for guild in table.guilds.values()] == [5, 5, 3, 0]
    assert not any(guild.rooms for guild in table.guilds.values())
    assert table.slots[0] == "burn_the_briar_roots"


def test_bids_end_at_sixty():
    """KG-AM-56."""
    assert play(events.fill_slot(funeral(2, 70), 0)).legal[-1] == "bid 60"


FULL_BOARD = {
    "great_hall": ((0, 1), (1, 1)),
    "barracks": ((2, 1), (3, 1)),
    "a": ((0, 0),),
    "b": ((3, 0),),
    "c": ((0, 2),),
    "d": ((1, 2),),
    "e": ((2, 2),),
    "f": ((3, 2),),
}


@pytest.mark.parametrize("may_bid", [False, True])
def test_who_has_no_square_for_the_statue(may_bid):
    """KG-F-04, KG-AM-15, GO-15: bids 0, or pays and gets nothing."""
    table = funeral(2, 5, 4, no_space_players_may_bid=may_bid)
    names = ["great_hall", "barracks", "library", "kitchen", "warehouse", "shrine", "bedchamber", "tavern"]
    table.guilds[1].rooms = dict(zip(names, FULL_BOARD.values(), strict=True))
    auction = play(events.fill_slot(table, 0))
    assert auction.actor == (1 if may_bid else 2)
    if may_bid:
        auction.say("bid 5", "bid 4")
        assert (auction.over, table.guilds[1].coins, table.guilds[2].coins) == (True, 0, 4)
    else:
        auction.say("bid 1", "put at 0 0")
        assert table.guilds[2].rooms == {"kings_statue": ((0, 0),)}
    assert "kings_statue" not in table.guilds[1].rooms


@pytest.mark.parametrize(("anywhere", "doubles", "metal"), [(False, True, None), (True, True, 2), (True, False, 1)])
def test_builder_and_statue(anywhere, doubles, metal):
    """GO-06, GO-07, KG-AM-07."""
    table = give(funeral(2, 1, builder_places_statue_anywhere=anywhere, builder_doubles_statue_bonus=doubles), specialists="builder")
    auction = play(events.fill_slot(table, 0), "bid 1")
    assert ("put at 0 1" in auction.legal) is anywhere
    if anywhere:
        auction.say("put at 0 1")
        assert held(table) == {"metal": metal}


# The end


def finish(table):
    """Whose turns are still to come, by counting them."""
    order = []
    while True:
        order.append(table.player)
        if table.last_turns == 1:
            return order
        table.acted = True
        game.count_turns(table)
        table.player = table.order_from(table.player)[1]


def test_last_turns():
    """KG-EX-17, KG-E-01 to KG-E-03: seat 3 draws the Offering, then 4, 1, 2, 3 have one turn each."""
    table = lay(scene(4), "burn_the_briar_roots", deck="offering")
    table.player = 3
    assert play(events.fill_slot(table, 1)).over
    assert table.slots[:2] == ["burn_the_briar_roots", "offering"]
    assert play(events.fill_slot(table, 2)).over
    assert finish(table) == [3, 4, 1, 2, 3]


def test_offering_as_the_main_action():
    """KG-E-04, KG-AM-10, GO-10, KG-DP-42, KG-QC-50: in the last turn, with a free sigil, once."""
    table = give(scene(), hand="bag_of_gold")
    assert "offering" not in play(turns.take_turn(table, 1)).legal
    table.last_turns = 2
    turn = play(turns.take_turn(table, 1), "offering")
    assert (turn.phase, turn.legal) == ("free", ["sell bag_of_gold", "end"])
    assert table.guilds[1].offered
    assert table.free_sigils(1) == 1
    assert "offering" not in play(turns.take_turn(table, 1)).legal
    ends = give(scene(offering_ends_turn=True), hand="bag_of_gold")
    ends.last_turns = 2
    assert play(turns.take_turn(ends, 1), "offering").over
    both_out = lay(scene(), "burn_the_briar_roots", "seize_the_riches_of_anduar")
    both_out.last_turns = 1
    both_out.openers = {"burn_the_briar_roots": 1}
    both_out.made = {"burn_the_briar_roots": 1}
    assert "offering" in turns.turn_choices(both_out, 1, "turn")
    both_out.openers["seize_the_riches_of_anduar"] = 1
    assert "offering" not in turns.turn_choices(both_out, 1, "turn")


def test_the_viziers_offering_is_a_free_step():
    """KG-E-05, KG-SP-35: also when the Vizier was hired in this turn."""
    table = row_of(give(scene(), coins=6), "vizier")
    table.last_turns = 1
    turn = play(turns.take_turn(table, 1), "hire vizier")
    assert turn.legal == ["free offering", "end"]
    turn.say("free offering")
    assert (turn.over, table.guilds[1].offered) == (True, True)
    assert "free offering" not in turns.turn_choices(give(scene(), specialists="vizier"), 1, "turn")


def test_quests_with_an_own_sigil_are_taken_at_the_end():
    """KG-E-06, KG-EX-18."""
    table = lay(scene(), "rescue_the_graytop_miners", "burn_the_briar_roots")
    table.openers, table.made = {"rescue_the_graytop_miners": 2}, {"rescue_the_graytop_miners": 2}
    game.take_own_quests(table)
    assert (table.guilds[2].quests, table.guilds[1].quests) == (["rescue_the_graytop_miners"], [])
    assert table.slots[:2] == ["", "burn_the_briar_roots"]


def test_stall_rule():
    """KG-E-08, KG-AM-37, GO-29: after so many turns on end without a craft, a room built or a specialist hired."""
    table = scene(3, stall_rule_rounds=2)
    for turn in range(1, 7):
        assert (table.last_turns, table.idle) == (0, turn - 1)
        game.count_turns(table)
    assert (table.stalled, table.last_turns) == (True, 3)
    assert turns.offering_possible(table, 1)  # KG-AM-52
    table = scene(3, stall_rule_rounds=2)
    for turn in range(12):
        table.acted = turn % 5 == 0
        game.count_turns(table)
    assert not table.stalled


# Treasure decks


def test_an_empty_deck_is_made_of_discards_without_scrolls():
    """KG-T-13, KG-AM-14, KG-AM-62: the scrolls leave the game."""
    table = scene()
    table.discards["red"] = ["scroll_of_wonders", "lucky_potion", "sacred_charm"]
    assert play(treasures.draw_to_hand(table, 1, "red")).over
    assert table.guilds[1].hand == ["lucky_potion"]
    assert (table.treasure_decks["red"], table.discards["red"], table.gone) == (["sacred_charm"], [], ["scroll_of_wonders"])
    assert table.reshuffles["red"] == 1


def test_another_colour_when_one_is_used_up():
    """KG-T-13, KG-DP-44."""
    table = decks(scene(), blue="contract", yellow="coin_purse")
    table.discards["red"] = ["scroll_of_wonders"]
    draw = play(treasures.draw_to_hand(table, 1, "red"))
    assert (draw.phase, draw.legal, draw.question.left) == ("colour", ["name blue", "name yellow"], 1)
    assert draw.say("name yellow").over
    assert play(treasures.draw_to_hand(table, 1, "red")).over  # one colour is no choice
    assert table.guilds[1].hand == ["contract", "coin_purse"]
    assert play(treasures.draw_to_hand(table, 1, "red")).over
    assert len(table.guilds[1].hand) == 2


def test_discards_are_shuffled_at_the_last_card_of_a_deck():
    """GO-14."""
    for when, deck in (("on_needed_draw", []), ("on_last_card", ["lucky_potion"])):
        table = decks(scene(reshuffle_when=when), red="sacred_charm")
        table.discards["red"] = ["lucky_potion", "scroll_of_wonders"]
        assert play(treasures.draw_to_hand(table, 1, "red")).over
        assert table.treasure_decks["red"] == deck


# Guild tiles


@pytest.mark.parametrize(
    ("tile", "texts", "expected"),
    [
        ("explorers_league", ["take cloth", "take both", "take leather"], {"cloth": 1, "leather": 1}),
        ("greycastle_guard", ["take metal", "take both", "take wood"], {"metal": 1, "wood": 1}),
    ],
)
def test_resources_to_start_with(tile, texts, expected):
    """KG-GT-02, KG-GT-03, KG-DP-01, KG-U-12."""
    table = scene()
    choice = play(set_up_of(table, tile))
    assert (choice.phase, choice.legal) == ("choose", texts)
    choice.say("take both")
    assert held(table) == expected


def set_up_of(table, tile):
    return effects.fire(table, 1, table.tables.guilds[tile]["effects"]["setup"])


def test_treasure_shrine_and_coins_to_start_with():
    """KG-GT-04 to KG-GT-06, KG-DP-02, KG-DP-03, KG-RM-23."""
    table = decks(scene(), blue="contract", red="lucky_potion", yellow="coin_purse")
    choice = play(set_up_of(table, "starfall_syndicate"))
    assert (choice.phase, choice.legal) == ("colour", ["name blue", "name red", "name yellow"])
    choice.say("name red")
    assert table.guilds[1].hand == ["lucky_potion"]
    shrine = play(set_up_of(table, "the_holy_order"))
    assert shrine.legal == ["put at 0 0", "put at 3 0", "put at 1 1", "put at 2 1"]
    shrine.say("put at 3 0")
    assert (table.guilds[1].rooms, held(table)) == ({"shrine": ((3, 0),)}, {"cloth": 1})
    assert table.free_spaces(1) == {"outside": 4, "shrine": 1}
    assert play(set_up_of(table, "mercantile_trust")).over
    assert table.guilds[1].coins == 4
