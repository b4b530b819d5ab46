"""Crafting in the oracle: costs, sigils, treasure, potions, the thug, powers after a craft."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.oracles import play

from .oracle import crafting, turns
from .oracle.scene import decks, give, held, lay, room, scene

ISLE, ORCS, BEACH = "explore_bluevein_isle", "crush_the_orc_rebellion", "sail_to_bloodsand_beach"
WARRIORS, ROGUES = "protect_the_eastern_ramparts", "claim_the_briareye_gemstone"
TREASURES = {
    "blue": "contract mithril_bars spoiling_potion",
    "red": "lucky_potion sacred_charm ancient_sword",
    "yellow": "coin_purse bag_of_gold",
}


def opened(table, quest, seat, item=1):
    """A two-item quest of which a seat has made one."""
    table.openers[quest], table.made[quest] = seat, item
    return table


def craft(table, quest, *items, seat=1):
    return play(crafting.craft(table, seat, quest, tuple(items)))


# What can be crafted


def test_one_item_or_both():
    """KG-K-01, KG-K-04, KG-DP-07, KG-C-11: for both, all resources must be there."""
    table = give(lay(scene(), ISLE, ORCS), cloth=3, leather=3)
    assert list(crafting.craft_choices(table, 1)) == [f"craft {ISLE} first"]
    give(table, metal=1)
    assert list(crafting.craft_choices(table, 1)) == [f"craft {ISLE} first", f"craft {ISLE} second", f"craft {ISLE} both"]
    give(table, wood=1)
    assert f"craft {ORCS}" in crafting.craft_choices(table, 1)
    assert list(crafting.craft_choices(opened(table, ISLE, 2), 1)) == [f"craft {ISLE} second", f"craft {ORCS}"]


def test_events_are_no_quests():
    """KG-QC-49, KG-QC-50."""
    table = give(lay(scene(), "offering", "funeral"), metal=5)
    assert crafting.craft_choices(table, 1) == {}


def test_discounts():
    """KG-K-02, KG-EX-07, KG-SP-15, KG-SP-17, KG-SP-21, KG-SP-24."""
    table = decks(give(lay(scene(), ORCS), specialists="blacksmith woodworker"), **TREASURES)
    assert craft(table, ORCS, 0).over
    assert (table.guilds[1].coins, table.guilds[1].hand, table.guilds[1].quests) == (3, ["contract"], [ORCS])
    smiths = give(scene(), specialists="blacksmith woodworker leatherworker tailor")
    assert crafting.cost(smiths, 1, ISLE, (0, 1)) == Counter(cloth=2, leather=2, metal=1)  # armor: metal is not the Blacksmith's
    assert crafting.cost(smiths, 1, "find_the_pinegrove_trolls", (0,)) == Counter(leather=1, wood=0, gem=2)
    assert crafting.cost(smiths, 1, "seize_the_riches_of_anduar", (0, 1)) == Counter(leather=2, wood=0, metal=2)


def test_two_items_of_one_kind_save_twice():
    """KG-K-02: for each item whose cost names the resource."""
    table = give(scene(), specialists="woodworker")
    assert crafting.cost(table, 1, "sink_the_zombielords_galley", (0, 1)) == Counter(metal=1, magic=1, cloth=1, wood=2)
    assert crafting.cost(table, 1, "search_for_the_fountain_of_youth", (0, 1)) == Counter(wood=2, cloth=1, leather=2)


def test_resources_go_to_the_stock_and_prices_are_taken():
    """KG-K-04, KG-K-05, KG-EX-08."""
    table = decks(give(lay(scene(3), BEACH), cloth=1, leather=1, gem=2, metal=2, wood=1), **TREASURES)
    assert craft(table, BEACH, 0, 1).over
    assert (table.guilds[1].coins, held(table)) == (10, {})
    assert table.stock == Counter(table.tables.stock())
    assert table.guilds[1].hand == ["lucky_potion", "coin_purse"]


# Sigils, who gets what


def test_half_a_quest_leaves_a_sigil():
    """KG-K-06, KG-C-02, KG-AM-03."""
    table = give(lay(scene(), ISLE), cloth=3)
    assert craft(table, ISLE, 0).over
    assert (table.openers, table.made, table.free_sigils(1), table.guilds[1].quests) == ({ISLE: 1}, {ISLE: 1}, 1, [])


def test_without_a_free_sigil_no_half_is_made():
    """KG-K-06, GO-01: but quests can be finished."""
    names = ["seize_the_riches_of_anduar", "fight_off_the_sharkskin_gnolls"]
    for needed, expected in ((False, [f"craft {names[0]} first", f"craft {ISLE} both", f"craft {ORCS}"]), (True, [])):
        table = lay(scene(sigil_needed_to_finish=needed), *names, ISLE, ORCS)
        give(table, leather=5, wood=2, cloth=3, metal=2)
        for quest in names:
            opened(table, quest, 1, 2)
        assert [text for text in crafting.craft_choices(table, 1) if "gnolls" not in text] == expected


def test_one_player_over_time():
    """KG-K-07, KG-K-08: sigils go back, treasures and card are the player's; the slot is filled (KG-K-11)."""
    table = decks(give(opened(lay(scene(), ISLE, deck=ORCS), ISLE, 1), leather=3, metal=1), **TREASURES)
    assert craft(table, ISLE, 1).over
    assert (table.guilds[1].quests, table.guilds[1].hand, table.guilds[1].coins) == ([ISLE], ["contract", "coin_purse"], 4)
    assert (table.slots[0], table.openers, table.made, table.free_sigils(1)) == (ORCS, {}, {}, 2)


def test_a_shared_quest():
    """KG-EX-02, KG-K-09, KG-DP-10: the opener has the card, the finisher keeps one treasure and gives the other."""
    table = decks(give(opened(lay(scene(), ISLE, deck=ORCS), ISLE, 2), leather=3, metal=1), **TREASURES)
    share = craft(table, ISLE, 1)
    assert (share.phase, share.actor, share.legal) == ("keep", 1, ["keep contract", "keep coin_purse"])
    assert (share.question.about, table.drawn, share.question.left) == (ISLE, ["contract", "coin_purse"], 1)
    assert share.say("keep coin_purse").over
    assert [guild.hand for guild in table.guilds.values()] == [["coin_purse"], ["contract"]]
    assert [guild.quests for guild in table.guilds.values()] == [[], [ISLE]]
    assert [guild.coins for guild in table.guilds.values()] == [4, 0]
    assert (table.free_sigils(2), table.slots[0]) == (2, ORCS)


def test_a_lucky_potion_on_a_shared_quest():
    """KG-TR-16, KG-AM-09, KG-DP-09: four treasures, two each."""
    table = give(opened(lay(scene(), ISLE), ISLE, 2), leather=3, metal=1, hand="lucky_potion")
    share = craft(decks(table, blue="contract mithril_bars", yellow="coin_purse bag_of_gold"), ISLE, 1)
    assert (share.phase, share.legal) == ("lucky", ["draw twice", "draw once"])
    share.say("draw twice")
    assert table.drawn == ["contract", "coin_purse", "mithril_bars", "bag_of_gold"]
    assert share.question.left == 2
    share.say("keep bag_of_gold")
    assert (table.drawn, share.question.left) == (["contract", "coin_purse", "mithril_bars"], 1)
    assert share.say("keep mithril_bars").over
    assert [guild.hand for guild in table.guilds.values()] == [["mithril_bars", "bag_of_gold"], ["contract", "coin_purse"]]
    assert table.discards["red"] == ["lucky_potion"]


def test_a_lucky_potion_alone_and_not_used():
    """KG-TR-16, KG-K-08."""
    for text, hand in (("draw twice", ["mithril_bars", "contract"]), ("draw once", ["mithril_bars", "lucky_potion"])):
        table = give(lay(scene(), ORCS), metal=1, wood=1, hand="lucky_potion")
        assert craft(decks(table, blue="mithril_bars contract"), ORCS, 0).say(text).over
        assert table.guilds[1].hand == hand


def test_a_lucky_potion_before_crafting():
    """GO-09: a free step before the main action, one at a time, lost at the end of the turn."""
    table = give(lay(scene(lucky_potion_timing="before_crafting"), ORCS), metal=1, wood=1, hand="lucky_potion lucky_potion")
    turn = play(turns.take_turn(decks(table, blue="oak_branches contract"), 1), "play lucky_potion")
    assert "play lucky_potion" not in turn.legal
    turn.say(f"craft {ORCS}")
    assert table.guilds[1].hand == ["oak_branches", "contract", "lucky_potion"]
    assert table.lucky is False
    assert "play lucky_potion" not in turn.legal
    table = give(scene(lucky_potion_timing="before_crafting"), hand="lucky_potion")
    assert play(turns.take_turn(table, 1), "play lucky_potion", "gather 1 cloth").over
    assert table.lucky is False


def test_the_finishers_share_comes_first_when_cards_are_few():
    """KG-K-09: one card left in all decks."""
    table = give(opened(lay(scene(), ISLE), ISLE, 2), leather=3, metal=1)
    assert craft(decks(table, red="sacred_charm"), ISLE, 1).over
    assert [guild.hand for guild in table.guilds.values()] == [["sacred_charm"], []]


def test_limits_of_both_players():
    """KG-K-10, KG-AM-40: the finisher sells first."""
    table = give(opened(lay(scene(), ISLE), ISLE, 2), leather=3, metal=1, hand="ancient_helm contract " * 3)
    give(table, 2, hand="ancient_helm contract " * 3)
    sale = craft(decks(table, blue="mithril_bars", yellow="bag_of_gold"), ISLE, 1).say("keep bag_of_gold")
    assert (sale.phase, sale.actor) == ("limit", 1)
    sale.say("sell bag_of_gold")
    assert (sale.phase, sale.actor) == ("limit", 2)
    assert sale.say("sell contract").over
    assert [guild.coins for guild in table.guilds.values()] == [8, 2]


def test_a_craft_may_draw_the_funeral():
    """KG-K-11, KG-QC-49: before powers after the craft (KG-K-12), GO-22."""
    for when, first in (("after_refill", "bid"), ("before_refill", "power")):
        table = give(lay(scene(after_craft_powers=when), ORCS, deck="funeral offering"), metal=1, wood=1, specialists="wizard")
        assert craft(decks(table, **TREASURES), ORCS, 0).phase == first


# Potions of fortune


@pytest.mark.parametrize(
    ("hand", "text", "coins"),
    [
        ("fortune_potion", "double first", 16),
        ("fortune_potion fortune_potion", "double both", 20),
        ("fortune_potion", "double nothing", 10),
    ],
)
def test_fortune_potions(hand, text, coins):
    """KG-TR-31, KG-EX-08, KG-DP-08, KG-AM-08, KG-AM-32."""
    table = decks(give(lay(scene(3), BEACH), cloth=1, leather=1, gem=2, metal=2, wood=1, hand=hand), **TREASURES)
    done = craft(table, BEACH, 0, 1)
    assert (done.phase, done.question.about) == ("double", BEACH)
    assert (table.guilds[1].coins, held(table)) == (0, {})  # nothing comes between choosing and paying: KG-T-03
    assert done.legal == ["double nothing", "double first", "double second", *["double both"] * (hand.count("fortune") == 2)]
    assert done.say(text).over
    assert table.guilds[1].coins == coins
    assert len(table.discards["yellow"]) == {"double first": 1, "double both": 2, "double nothing": 0}[text]


def test_one_fortune_potion_a_craft():
    """GO-08; a craft of one item offers that item."""
    table = give(lay(scene(3, fortune_potions_on_two_items=False), BEACH), cloth=1, leather=1, gem=2, metal=2, wood=1)
    give(table, hand="fortune_potion fortune_potion")
    assert craft(table, BEACH, 0, 1).legal == ["double nothing", "double first", "double second"]
    table = give(lay(scene(3), BEACH), metal=2, wood=1, hand="fortune_potion fortune_potion")
    assert craft(table, BEACH, 1).legal == ["double nothing", "double second"]


# The thug


def test_the_thugs_fee():
    """KG-K-03, KG-SP-11, KG-AM-11: 2 coins, once a craft, held before; the token comes back."""
    table = give(give(lay(scene(), ISLE, deck=ORCS), 2, specialists="thug"), cloth=3, leather=3, metal=1, coins=1)
    table.thug = (ISLE, 2)
    assert crafting.craft_choices(table, 1) == {}
    give(table, coins=1)
    assert craft(table, ISLE, 0, 1).over
    assert [guild.coins for guild in table.guilds.values()] == [7, 2]
    assert table.thug == ("", 0)
    own = give(lay(scene(), ISLE), 1, specialists="thug", cloth=3)
    own.thug = (ISLE, 1)
    assert list(crafting.craft_choices(own, 1)) == [f"craft {ISLE} first"]


def test_the_fee_from_the_prices():
    """GO-11: coins held and prices together must suffice."""
    table = give(give(lay(scene(thug_fee_from_coins_held_before=False), ISLE), 2, specialists="thug"), cloth=3)
    table.thug = (ISLE, 2)
    assert craft(table, ISLE, 0).over
    assert ([guild.coins for guild in table.guilds.values()], table.thug) == ([1, 2], (ISLE, 2))


def test_putting_the_thug_token():
    """KG-SP-11, KG-DP-22, KG-AM-12, GO-12, KG-C-09: on any other quest after a craft, from one to another."""
    for may_move in (True, False):
        table = lay(scene(thug_token_may_move_between_quests=may_move), ISLE, ORCS, WARRIORS, "offering")
        powers = craft(give(table, specialists="thug", cloth=3), ISLE, 0)
        assert (powers.phase, powers.legal) == ("power", [f"thug {ISLE}", f"thug {ORCS}", f"thug {WARRIORS}", "stop"])
        assert powers.say(f"thug {ORCS}").over
        assert table.thug == (ORCS, 1)
        assert craft(give(table, metal=2), WARRIORS, 0).legal == ([f"thug {ISLE}", "stop"] if may_move else [])
        craft(give(table, metal=1, wood=1), ORCS, 0)
        assert table.thug == ("", 0)  # when the quest leaves the board the token comes back


# Powers after a craft


@pytest.mark.parametrize(
    ("card", "quest", "resources", "colour", "drawn"),
    [
        ("fighter", WARRIORS, {"metal": 2}, "red", "sacred_charm"),
        ("ranger", ROGUES, {"cloth": 2}, "yellow", "bag_of_gold"),
        ("wizard", ORCS, {"metal": 1, "wood": 1}, "blue", "mithril_bars"),
    ],
)
def test_specialists_of_heroes(card, quest, resources, colour, drawn):
    """KG-SP-16, KG-SP-19, KG-SP-23, KG-DP-21, KG-DP-45, KG-AM-18: 1 coin for a treasure of the colour."""
    table = decks(give(lay(scene(), quest, BEACH), specialists="fighter ranger wizard", **resources), **TREASURES)
    powers = craft(table, quest, 0)
    assert (powers.phase, powers.legal, powers.question.about) == ("power", [f"use {card}", "stop"], quest)
    assert powers.say(f"use {card}").over
    assert drawn in table.guilds[1].hand
    assert table.guilds[1].coins == 2
    other = decks(give(lay(scene(), quest), specialists="thug", **resources), **TREASURES)
    assert craft(other, quest, 0).over


def test_a_heros_specialist_acts_once_for_each_quest_card():
    """KG-SP-23, KG-AM-66: at the first item or at the second."""
    table = decks(give(lay(scene(), ISLE, ORCS), specialists="wizard", cloth=3), **TREASURES)
    assert craft(table, ISLE, 0).say("use wizard").over
    assert table.used[ISLE] == {"wizard"}
    give(table, leather=3, metal=1)
    assert craft(table, ISLE, 1).over
    later = decks(give(lay(scene(), ISLE), specialists="wizard", cloth=3), **TREASURES)
    assert craft(later, ISLE, 0).say("stop").over
    assert craft(give(later, leather=3, metal=1), ISLE, 1).legal == ["use wizard", "stop"]


def test_a_power_needs_its_coin():
    """KG-SP-16, KG-AM-64: with the coin also when there is nothing to draw."""
    table = lay(scene(), WARRIORS)
    table.tables.quests[WARRIORS] = table.tables.quests[WARRIORS] | {"items": [table.tables.quests[WARRIORS]["items"][0] | {"coins": 0}]}
    assert craft(give(table, specialists="fighter", metal=2), WARRIORS, 0).over
    assert craft(give(lay(scene(), WARRIORS), specialists="fighter", metal=2), WARRIORS, 0).legal == ["use fighter", "stop"]


def test_powers_come_in_any_order_each_once():
    """KG-K-12, KG-DP-45: the Wizard's treasure may be the Warlock's scroll."""
    table = give(lay(scene(), ORCS, ISLE), specialists="wizard warlock thug", metal=1, wood=1)
    powers = craft(decks(table, blue="contract scroll_of_plenty"), ORCS, 0)
    assert powers.legal == ["use wizard", f"thug {ISLE}", "stop"]
    powers.say("use wizard")
    assert powers.legal == [f"thug {ISLE}", "scroll scroll_of_plenty", "stop"]
    powers.say("scroll scroll_of_plenty", "name wood", "name wood")
    assert (held(table), table.gone) == ({"wood": 3}, ["scroll_of_plenty"])
    assert powers.legal == [f"thug {ISLE}", "stop"]


def test_heroes_on_treasure():
    """GO-18: of finisher or opener, after the Appraiser; not after a craft."""
    table = opened(lay(scene(hero_specialists_trigger="on_treasure"), ISLE), ISLE, 2)
    give(give(table, 2, specialists="wizard appraiser fighter", coins=1), leather=3, metal=1)
    powers = craft(decks(table, **TREASURES), ISLE, 1).say("keep coin_purse")
    assert (powers.phase, powers.actor) == ("colour", 2)
    powers.say("decline")
    assert (powers.phase, powers.actor, powers.legal) == ("power", 2, ["use wizard", "stop"])
    assert powers.say("use wizard").over
    assert table.guilds[2].hand == ["mithril_bars", "contract"]
    half = give(lay(scene(hero_specialists_trigger="on_treasure"), ISLE), specialists="wizard", cloth=3)
    assert craft(half, ISLE, 0).over


# The Warlock


def test_the_warlock_has_both_halves_of_riches():
    """KG-EX-19, KG-SP-22, KG-DP-23: 6 coins, the next player nothing; the card leaves the game."""
    table = decks(give(lay(scene(), ORCS), specialists="warlock", metal=1, wood=1, hand="scroll_of_riches"), **TREASURES)
    powers = craft(table, ORCS, 0)
    assert powers.legal == ["scroll scroll_of_riches", "stop"]
    assert powers.say("scroll scroll_of_riches").over
    assert [guild.coins for guild in table.guilds.values()] == [3 + 6, 0]
    assert (table.gone, table.discards["yellow"]) == (["scroll_of_riches"], [])


def test_the_warlock_pays_for_the_second_colour_of_wonders():
    """KG-SP-22: another colour, 1 coin, may be declined."""
    table = decks(give(lay(scene(), ORCS), specialists="warlock", metal=1, wood=1, hand="scroll_of_wonders"), **TREASURES)
    powers = craft(table, ORCS, 0).say("scroll scroll_of_wonders", "name red")
    assert (powers.phase, powers.legal) == ("choose", ["take buy", "decline"])
    powers.say("take buy")
    assert (powers.phase, powers.legal) == ("colour", ["name blue", "name yellow"])
    assert powers.say("name yellow").over
    assert (table.guilds[1].coins, table.guilds[1].hand) == (3, ["contract", "lucky_potion", "coin_purse"])


# Appraiser and Pirate


def test_the_appraiser():
    """KG-SP-01, KG-DP-12, KG-DP-13, KG-AM-41, KG-AM-43, KG-K-10, KG-AM-67: the limit, then it draws one and discards one."""
    table = give(lay(scene(), ORCS), specialists="appraiser", metal=1, wood=1, hand="ancient_helm " * 6)
    power = craft(decks(table, **TREASURES), ORCS, 0)
    assert (power.phase, power.legal) == ("limit", ["sell contract", "sell ancient_helm"])
    power.say("sell ancient_helm")
    assert (power.phase, power.legal) == ("colour", ["name blue", "name red", "name yellow", "decline"])
    power.say("name yellow")
    assert (power.phase, power.legal) == ("discard", ["discard contract", "discard ancient_helm", "discard coin_purse"])
    assert power.say("discard contract").over
    assert len(table.guilds[1].hand) == 6


def test_both_sell_before_either_appraiser():
    """KG-K-10, KG-AM-40, KG-AM-67: limits of finisher and opener, then the Appraiser, here of the finisher; so with the opener's."""
    for owner in (1, 2):
        table = give(opened(lay(scene(), ISLE), ISLE, 2), leather=3, metal=1, hand="ancient_helm contract " * 3)
        give(give(table, 2, hand="ancient_helm contract " * 3), owner, specialists="appraiser")
        power = craft(decks(table, blue="mithril_bars", yellow="bag_of_gold", red="ancient_sword"), ISLE, 1).say("keep bag_of_gold")
        assert (power.phase, power.actor) == ("limit", 1)
        power.say("sell bag_of_gold")
        assert (power.phase, power.actor) == ("limit", 2)
        power.say("sell contract")
        assert (power.phase, power.actor) == ("colour", owner)
        power.say("name red")
        assert (power.phase, len(power.legal)) == ("discard", 3 if owner == 1 else 4)
        assert power.say("discard ancient_sword").over


FULL_HAND = (
    "contract mithril_bars oak_branches dragon_hides ancient_helm carved_charm glowing_charm ancient_sword coin_purse ancient_shield"
)


@pytest.mark.parametrize(("timing", "most"), [("at_completion", 15), ("before_crafting", 16)])
def test_most_cards_an_appraiser_that_comes_first_chooses_from(timing, most):
    """KG-DP-13, GO-31, GO-09: 11 in the hand, four treasures, one more; a potion used at the end of the quest is gone from the hand."""
    table = scene(appraiser_timing="before_hand_limits", lucky_potion_timing=timing)
    hand = FULL_HAND + (" lucky_potion" if timing == "at_completion" else " ancient_boots")
    room(give(lay(table, ISLE), specialists="appraiser inventor", cloth=3, leather=3, metal=1, hand=hand), library=(0, 0))
    table.lucky = timing == "before_crafting"
    decks(table, blue="bolts_of_silk ancient_breastplate", yellow="bag_of_gold ancient_gauntlets", red="curious_charm")
    power = craft(table, ISLE, 0, 1)
    if timing == "at_completion":
        power.say("draw twice")
    assert power.say("name red").phase == "discard"
    assert len(power.legal) == most


def test_the_appraiser_before_the_limit():
    """GO-31: draws one, discards one, then the limit."""
    table = give(
        lay(scene(appraiser_timing="before_hand_limits"), ORCS), specialists="appraiser", metal=1, wood=1, hand="ancient_helm " * 6
    )
    power = craft(decks(table, **TREASURES), ORCS, 0)
    assert (power.phase, power.legal) == ("colour", ["name blue", "name red", "name yellow", "decline"])
    power.say("name yellow")
    assert (power.phase, power.legal, power.question.left) == (
        "discard",
        ["discard contract", "discard ancient_helm", "discard coin_purse"],
        1,
    )
    power.say("discard contract")
    assert (power.phase, power.legal) == ("limit", ["sell ancient_helm", "sell coin_purse"])
    assert power.say("sell coin_purse").over
    assert table.guilds[1].coins == 3 + 3


def test_appraiser_of_opener_and_finisher():
    """KG-SP-01, KG-AM-63: in anybody's turn, if treasure came."""
    table = give(give(opened(lay(scene(), ISLE), ISLE, 2), 2, specialists="appraiser"), leather=3, metal=1)
    power = craft(decks(table, **TREASURES), ISLE, 1).say("keep contract")
    assert (power.phase, power.actor) == ("colour", 2)
    assert power.say("decline").over
    nothing = give(give(opened(lay(scene(), ISLE), ISLE, 2), 2, specialists="appraiser"), leather=3, metal=1)
    assert craft(decks(nothing, red="sacred_charm"), ISLE, 1).over


def test_the_pirate():
    """KG-SP-38, KG-AM-51: 2 coins for treasure of a quest with two items, as finisher and as opener."""
    for opener, coins in ((1, [6, 0]), (2, [6, 0])):
        table = give(opened(lay(scene(promo_specialists=True), ISLE), ISLE, opener), specialists="pirate", leather=3, metal=1)
        done = craft(decks(table, **TREASURES), ISLE, 1)
        if opener == 2:
            done.say("keep contract")
        assert [guild.coins for guild in table.guilds.values()] == coins
    table = give(give(opened(lay(scene(promo_specialists=True), ISLE), ISLE, 2), 2, specialists="pirate"), leather=3, metal=1)
    craft(decks(table, **TREASURES), ISLE, 1).say("keep contract")
    assert table.guilds[2].coins == 2
    one = give(lay(scene(promo_specialists=True), ORCS), specialists="pirate", metal=1, wood=1)
    craft(decks(one, **TREASURES), ORCS, 0)
    assert one.guilds[1].coins == 3


def test_a_library_lets_more_be_kept():
    """KG-EX-10, KG-T-08."""
    table = room(give(lay(scene(), ORCS), metal=1, wood=1, hand="ancient_helm " * 6), library=(0, 0))
    assert craft(decks(table, **TREASURES), ORCS, 0).over
    assert len(table.guilds[1].hand) == 7
