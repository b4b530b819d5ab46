"""What specialists do when hired, and what treasures do when played, in the oracle: card by card."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.oracles import play

from .oracle import people, rooms, treasures, turns
from .oracle.hiring import Card
from .oracle.scene import decks, give, held, lay, room, row_of, scene

FULL = {"blue": "mithril_bars oak_branches contract", "red": "sacred_charm ornate_charm lucky_potion", "yellow": "coin_purse bag_of_gold"}


def hire(table, card, seat=1):
    """The card is hired out of a row of its own, at no price worth a word."""
    if card not in [other.id for other in table.row]:
        table.row = [*table.row, Card(card)]
    give(table, seat, coins=table.tables.costs[card])
    return play(people.hire(table, seat, card))


def use(table, card, seat=1):
    """The card is played out of the hand."""
    give(table, seat, hand=card)
    return play(turns.play(table, seat, card))


# Specialists when hired


def test_adventurer():
    """KG-SP-25, KG-X-09: one treasure of each colour, then the hand limit."""
    table = decks(give(scene(), hand="contract " * 5), **FULL)
    limit = hire(table, "adventurer")
    assert (limit.phase, len(table.guilds[1].hand)) == ("limit", 8)
    assert limit.say("sell coin_purse", "sell sacred_charm").over
    assert table.guilds[1].hand == table.tables.in_order([*["contract"] * 5, "mithril_bars"])


def test_alchemist():
    """KG-SP-26, KG-DP-35, KG-AM-34: as often as resources were held, rare ones without access."""
    table = give(scene(), cloth=1, metal=1)
    table.stock["wood"] = 0
    exchange = hire(table, "alchemist")
    assert (exchange.phase, exchange.question.left, len(exchange.legal)) == ("exchange", 2, 2 * 4 + 1)
    assert not any(text.endswith("for wood") for text in exchange.legal)
    exchange.say("exchange cloth for gem")
    assert exchange.question.left == 1
    assert exchange.say("exchange gem for magic").over
    assert (held(table), table.stock["gem"], table.stock["cloth"]) == ({"metal": 1, "magic": 1}, 3, 5)
    assert hire(give(scene(), cloth=1), "alchemist").say("stop").over
    assert hire(scene(), "alchemist").over


def test_aristocrat():
    """KG-SP-27, KG-DP-20: not without a space inside, not on the last one inside."""
    table = row_of(give(scene(), coins=9), "aristocrat")
    assert people.hire_choices(table, 1) == {}
    room(table, kitchen=(0, 0))
    assert people.space_choices(table, 1, "aristocrat") == {"put in outside": "outside"}
    assert hire(table, "aristocrat").over
    assert (table.guilds[1].baggage, table.free_spaces(1)) == ("kitchen", {"outside": 3})
    table = room(scene(), great_hall=(1, 1), kitchen=(0, 0))
    placing = hire(table, "aristocrat")
    assert placing.legal == ["put in outside", "put in kitchen", "put in great_hall"]
    placing.say("put in great_hall")
    assert (placing.phase, placing.legal) == ("baggage", ["baggage in kitchen", "baggage in great_hall"])
    assert placing.say("baggage in great_hall").over
    assert (table.guilds[1].spaces, table.free_spaces(1)) == (Counter(great_hall=1), {"outside": 4, "kitchen": 1})


def test_baggage_and_shrine():
    """KG-AM-05, GO-04: chambers only, and the last one of them is the baggage's."""
    table = row_of(room(give(scene(), coins=9), shrine=(0, 0)), "aristocrat")
    assert people.hire_choices(table, 1).keys() == {"hire aristocrat"}
    table = row_of(room(give(scene(baggage_in_shrine=False), coins=9), shrine=(0, 0)), "aristocrat")
    assert people.hire_choices(table, 1) == {}
    room(table, kitchen=(3, 0))
    assert people.space_choices(table, 1, "aristocrat") == {"put in outside": "outside", "put in shrine": "shrine"}


def test_craftswoman():
    """KG-SP-28, KG-DP-39, KG-AM-39, KG-AM-65: a craft with all that belongs to it, or none."""
    table = decks(give(lay(scene(), "crush_the_orc_rebellion"), metal=1, wood=1, specialists="wizard"), **FULL)
    craft = hire(table, "craftswoman")
    assert (craft.phase, craft.legal) == ("craft", ["craft crush_the_orc_rebellion", "decline"])
    assert craft.say("craft crush_the_orc_rebellion").phase == "power"
    assert craft.say("use wizard").over
    assert table.guilds[1].hand == ["oak_branches", "mithril_bars"]
    assert hire(give(lay(scene(), "crush_the_orc_rebellion"), metal=1, wood=1), "craftswoman").say("decline").over
    assert hire(lay(scene(), "crush_the_orc_rebellion"), "craftswoman").over


def test_dealer():
    """KG-SP-30, KG-DP-39: a Gather with what it brings besides, or none."""
    table = give(scene(), specialists="miner")
    gather = hire(table, "dealer")
    assert (gather.phase, gather.legal[-1], len(gather.legal)) == ("gather", "decline", 19)
    assert gather.say("gather 1 cloth 1 wood").over
    assert held(table) == {"cloth": 1, "wood": 1, "metal": 1}
    assert hire(scene(), "dealer").say("decline").over


def test_curator():
    """KG-SP-29, KG-DP-37, KG-AM-43: relics for 3 coins each, the hand limit at the end."""
    table = give(scene(), coins=7, hand="contract " * 5)
    table.discards = {"blue": ["ancient_helm", "ancient_helm", "contract"], "red": ["ancient_boots"], "yellow": []}
    buy = hire(table, "curator")
    assert (buy.phase, buy.legal) == ("buy", ["buy ancient_helm", "buy ancient_boots", "stop"])
    buy.say("buy ancient_helm", "buy ancient_boots")
    assert (buy.phase, table.guilds[1].coins, len(table.guilds[1].hand)) == ("limit", 1, 7)
    assert buy.say("sell ancient_helm").over
    assert table.discards == {"blue": ["ancient_helm", "contract", "ancient_helm"], "red": [], "yellow": []}
    assert hire(give(scene(), coins=7), "curator").over
    poor = give(scene(), coins=2)
    poor.discards["blue"] = ["ancient_helm"]
    assert hire(poor, "curator").over


def test_merchant():
    """KG-SP-31, KG-DP-13, KG-DP-34: three colours are named, three drawn, three discarded for nothing."""
    table = decks(give(scene(), hand="ancient_helm " * 6), **FULL)
    name = hire(table, "merchant")
    assert (name.phase, name.question.left, name.question.named) == ("colour", 3, ())
    name.say("name red", "name red")
    assert (name.question.left, name.question.named, table.guilds[1].hand) == (1, ("red", "red"), ["ancient_helm"] * 6)
    name.say("name blue")
    assert (name.phase, name.question.left, len(table.guilds[1].hand)) == ("discard", 3, 9)
    assert name.say("discard ancient_helm", "discard sacred_charm", "discard ancient_helm").over
    assert table.guilds[1].hand == ["mithril_bars", *["ancient_helm"] * 4, "ornate_charm"]
    assert table.guilds[1].coins == 0
    assert hire(decks(scene(), red="sacred_charm"), "merchant").over  # one colour: nothing to choose, the one card is discarded


def test_minstrel():
    """KG-SP-32, KG-DP-33."""
    table = decks(scene(), **FULL)
    assert hire(table, "minstrel").legal == ["name blue", "name red", "name yellow"]


def test_overseer():
    """KG-SP-33: the oldest after the row was filled, without payment; coins on it go back, none are put; its ability happens."""
    table = decks(row_of(scene(), "overseer", "miner", "thug", ("minstrel", 2), deck="weaver tanner oracle"), **FULL)
    table.row[0].coins = 1  # the Overseer is not at full price
    brought = hire(table, "overseer")
    assert (brought.phase, table.guilds[1].specialists) == ("colour", ["minstrel", "overseer"])
    assert [card.id for card in table.row] == ["oracle", "tanner", "weaver", "miner", "thug"]
    assert (table.guilds[1].coins, [card.coins for card in table.row]) == (1, [0] * 5)
    assert brought.say("name red").over


def test_overseer_at_full_price_and_spaces():
    """KG-SP-33: two free spaces, even with an empty row; the chosen space is asked for each."""
    table = row_of(room(scene(), kitchen=(0, 0)), "overseer", "thug")
    placing = hire(table, "overseer")
    assert placing.question.about == "overseer"
    placing.say("put in kitchen")
    assert (placing.over, table.guilds[1].spaces) == (True, Counter(kitchen=1, outside=1))
    one = row_of(give(scene(), coins=8, specialists="miner weaver tanner"), "overseer")
    assert people.hire_choices(one, 1) == {}
    assert hire(scene(), "overseer").over


@pytest.mark.parametrize(("value", "expected"), [("skip", ["overseer"]), ("take_next_oldest", ["miner", "overseer"])])
def test_oldest_that_cannot_be_placed(value, expected):
    """KG-AM-19, GO-19: an Aristocrat without a space inside."""
    table = row_of(scene(overseer_unplaceable=value), "overseer", "miner", ("aristocrat", 1))
    table.row[0].coins = 1
    assert hire(table, "overseer").over
    assert table.guilds[1].specialists == expected


def test_smuggler():
    """KG-SP-34, KG-DP-36, KG-AM-13, GO-13: any kind of an opponent's, access or not; the storage limit holds."""
    table = give(give(give(scene(3), 2, gem=1), 3, cloth=2), wood=5)
    steal = hire(table, "smuggler")
    assert (steal.phase, steal.legal) == ("steal", ["steal gem from seat 2", "steal cloth from seat 3"])
    steal.say("steal gem from seat 2")
    assert (steal.phase, steal.legal) == ("return", ["return wood", "return gem"])
    assert steal.say("return wood").over
    assert (held(table), held(table, 2)) == ({"wood": 4, "gem": 1}, {})
    assert hire(scene(), "smuggler").over
    optional = give(scene(witch_and_smuggler_optional=True), 2, gem=1)
    assert hire(optional, "smuggler").legal == ["steal gem from seat 2", "decline"]


def test_witch():
    """KG-SP-36, KG-DP-38, GO-13: a quest of one item, without coins and treasure; the slot is filled, the thug token comes back."""
    orcs, fox, isle = "crush_the_orc_rebellion", "catch_the_jeweltone_fox", "explore_bluevein_isle"
    table = decks(lay(scene(), orcs, isle, fox, "offering", deck="track_the_sludge_ents"), **FULL)
    table.thug = (fox, 2)
    take = hire(table, "witch")
    assert (take.phase, take.legal) == ("quest", [f"take {orcs}", f"take {fox}"])
    assert take.say(f"take {fox}").over
    assert (table.guilds[1].quests, table.guilds[1].coins, table.guilds[1].hand) == ([fox], 0, [])
    assert (table.slots[:4], table.thug) == ([orcs, isle, "track_the_sludge_ents", "offering"], ("", 0))
    assert hire(lay(scene(), isle), "witch").over
    assert hire(lay(scene(witch_and_smuggler_optional=True), orcs), "witch").legal == [f"take {orcs}", "decline"]


def test_carpenter():
    """KG-SP-37, KG-AM-51, GO-27: a resource and 3 coins less, or not."""
    table = give(scene(promo_specialists=True), coins=6, specialists="carpenter", wood=1, gem=1)
    saving = play(rooms.build(table, 1, "warehouse"))
    assert (saving.phase, saving.legal, saving.question.about) == ("saving", ["spend wood", "spend gem", "spend nothing"], "warehouse")
    saving.say("spend gem", "put at 0 0")
    assert (table.guilds[1].coins, held(table)) == (3, {"wood": 1})
    poor = give(scene(promo_specialists=True), coins=1, specialists="carpenter", wood=1)
    assert set(rooms.build_choices(poor, 1).values()) == {"library", "kitchen"}
    assert play(rooms.build(poor, 1, "kitchen"), "put at 0 0").over
    assert (poor.guilds[1].coins, held(poor)) == (0, {})


def test_doppelganger():
    """KG-SP-39, KG-AM-51: the ability of any specialist on a board that has one."""
    table = decks(give(give(scene(promo_specialists=True), 2, specialists="adventurer miner"), specialists="minstrel"), **FULL)
    copy = hire(table, "doppelganger")
    assert (copy.phase, copy.legal) == ("copy", ["copy adventurer", "copy minstrel"])
    assert copy.say("copy adventurer").over
    assert table.guilds[1].hand == ["mithril_bars", "sacred_charm", "coin_purse"]
    assert hire(give(scene(promo_specialists=True), 2, specialists="miner"), "doppelganger").over


def test_there_is_one_baggage_token():
    """KG-AM-58: a copy of the Aristocrat brings none."""
    table = room(give(scene(promo_specialists=True), 2, specialists="aristocrat"), kitchen=(0, 0))
    table.guilds[2].baggage = "kitchen"
    assert hire(table, "doppelganger").say("put in outside").over
    assert table.guilds[1].baggage == ""


# Specialists that stand


def test_the_bard_moves_specialists():
    """KG-SP-14, KG-DP-40, KG-AM-46, KG-AM-57: between kinds of spaces, to no arrangement twice in a turn, and eleven times."""
    table = room(give(scene(), specialists="bard miner"), kitchen=(0, 0), bedchamber=(3, 0))
    turn = play(turns.take_turn(table, 1), "bard")
    assert (turn.phase, turn.legal) == ("move", ["move outside to bedchamber", "move outside to kitchen"])
    turn.say("move outside to kitchen")
    assert (turn.phase, table.guilds[1].spaces) == ("turn", Counter(outside=1, kitchen=1))
    turn.say("bard", "move kitchen to bedchamber", "gather", "gather 1 wood", "bard")
    assert turn.over  # outside to kitchen alone is left, then nothing new
    assert table.guilds[1].spaces == Counter(outside=0, kitchen=1, bedchamber=1)
    table = room(give(scene(), specialists="bard miner"), kitchen=(0, 0))
    turn = play(turns.take_turn(table, 1), "bard")
    table.moves = turns.MOST_MOVES
    assert not people.move_choices(table, 1)


def test_who_can_move_with_the_bard():
    """GO-21, KG-AM-21: the baggage may; without another kind of space nobody."""
    assert people.move_choices(give(scene(), specialists="bard"), 1) == {}
    for movable in (False, True):
        table = room(give(scene(baggage_movable_by_bard=movable), specialists="bard"), kitchen=(0, 0), bedchamber=(3, 0))
        table.guilds[1].baggage = "kitchen"
        expected = ["move outside to bedchamber", *["baggage to bedchamber"] * movable]
        assert list(people.move_choices(table, 1)) == expected
    play(people.move(table, 1), "baggage to bedchamber")
    assert table.guilds[1].baggage == "bedchamber"


def test_the_oracles_number():
    """KG-SP-08, KG-AM-46: what its owner knows; no step is asked for it."""
    table = lay(give(scene(), specialists="oracle"), deck="burn_the_briar_roots funeral")
    assert table.standing(1, "foresight") == 2
    assert play(turns.take_turn(table, 1)).phase == "gather"  # the one main action, and nothing else to choose


# Treasures that are played


@pytest.mark.parametrize(
    ("card", "gained"),
    [
        ("secret_stash", {"cloth": 1, "leather": 1, "metal": 1, "wood": 1}),
        ("oak_branches", {"wood": 3}),
        ("mithril_bars", {"metal": 3}),
        ("dragon_hides", {"leather": 3}),
        ("bolts_of_silk", {"cloth": 3}),
        ("brilliant_diamonds", {"gem": 2}),
        ("bottle_of_faerie_dust", {"magic": 2}),
    ],
)
def test_resource_cards(card, gained):
    """KG-TR-03, KG-TR-05 to KG-TR-07, KG-TR-09 to KG-TR-11, KG-T-12: rare ones without access."""
    table = scene()
    assert use(table, card).over
    assert (held(table), table.discards["blue"], table.guilds[1].hand) == (gained, [card], [])


def test_storage_limit_after_all_of_a_card_has_come():
    """KG-AM-61, KG-T-11."""
    table = give(scene(), magic=3)
    table.stock["leather"] = 0
    back = use(table, "secret_stash")
    assert (back.phase, dict(Counter(held(table)))) == ("return", {"magic": 3, "cloth": 1, "metal": 1, "wood": 1})
    assert back.say("return magic").over


def test_what_can_be_played():
    """KG-TR-39, KG-TR-12, KG-TR-13, KG-TR-27, KG-TR-28, KG-TR-32 to KG-TR-35, KG-DP-24, KG-DP-25."""
    table = row_of(give(scene(), coins=3), "miner")
    kept = "ancient_helm ancient_breastplate ancient_sword ancient_boots ancient_shield ancient_gauntlets"
    give(table, hand=f"{kept} sacred_charm coin_purse bag_of_gold lucky_potion fortune_potion contract spoiling_potion scroll_of_riches")
    playable = [text for text in turns.turn_choices(table, 1, "turn") if text.startswith("play ")]
    assert playable == ["play spoiling_potion", "play scroll_of_riches"]
    give(table, coins=1, hand="treasure_map_red")
    playable = [text for text in turns.turn_choices(table, 1, "turn") if text.startswith("play ")]
    assert playable == ["play spoiling_potion", "play contract", "play treasure_map_red", "play scroll_of_riches"]
    assert not turns.can_play(give(scene(), hand="treasure_map_blue"), 1, "treasure_map_blue", "turn")
    assert sum(text.startswith("sell ") for text in turns.turn_choices(table, 1, "free")) == len(table.guilds[1].hand)


@pytest.mark.parametrize("card", ["treasure_map_blue", "treasure_map_red", "treasure_map_yellow"])
def test_treasure_maps(card):
    """KG-EX-22, KG-TR-01, KG-TR-14, KG-TR-29, KG-TR-40, KG-DP-26, KG-DP-27."""
    table = decks(give(scene(), hand="coin_purse ancient_sword"), **FULL)
    use_map = use(table, card)
    assert (use_map.phase, use_map.legal) == ("discard", ["discard ancient_sword", "discard coin_purse"])
    use_map.say("discard coin_purse")
    assert (use_map.phase, use_map.question.left) == ("colour", 2)
    assert use_map.say("name red", "name red").over
    assert table.guilds[1].hand == table.tables.in_order(["ancient_sword", "sacred_charm", "ornate_charm"])
    assert table.guilds[1].coins == 0
    assert sorted(card for pile in table.discards.values() for card in pile) == sorted(["coin_purse", card])


def test_a_map_may_come_back():
    """KG-AM-47: it is on its pile before it acts."""
    table = give(scene(), hand="sacred_charm")
    assert use(table, "treasure_map_red").over
    assert table.guilds[1].hand == ["treasure_map_red", "sacred_charm"]


def test_contract():
    """KG-TR-08, KG-AM-54, KG-DP-18: a hire besides the action, also between the halves of an Expand."""
    table = row_of(give(scene(), coins=12, hand="contract"), "weaver", "tanner", "oracle")
    turn = play(turns.take_turn(table, 1), "play contract")
    assert (turn.phase, turn.legal) == ("hire", ["hire weaver", "hire tanner", "hire oracle"])
    turn.say("hire oracle")
    assert turn.phase == "turn"
    turn.say("hire tanner")
    assert turn.phase == "expand"
    assert not any(text.startswith("hire") for text in turn.legal)
    assert table.guilds[1].specialists == ["oracle", "tanner"]
    between = row_of(give(scene(), coins=15, hand="contract"), "weaver", "tanner")
    turn = play(turns.take_turn(between, 1), "hire weaver")
    assert "play contract" in turn.legal
    turn.say("play contract")
    assert (turn.phase, turn.legal[-1], between.guilds[1].specialists) == ("expand", "end", ["tanner", "weaver"])


def test_spoiling_potion():
    """KG-EX-21, KG-TR-02, KG-DP-28."""
    table = scene(4)
    for seat, n in enumerate((2, 0, 3, 1), 1):
        give(table, seat, metal=n)
    before = table.stock["metal"]
    name = use(table, "spoiling_potion")
    assert (name.phase, len(name.legal)) == ("kind", 6)
    assert name.say("name metal").over
    assert [held(table, seat).get("metal", 0) for seat in range(1, 5)] == [1, 0, 2, 0]
    assert table.stock["metal"] == before + 3


def test_scroll_of_plenty():
    """KG-EX-19, KG-TR-04, KG-TR-36, KG-DP-29, KG-DP-30, KG-T-12, KG-AM-33, KG-AM-59: each of what that player can gather."""
    table = give(room(scene(3), 2, gem_workshop=(0, 0)), 2, wood=5)
    table.stock["metal"] = 1
    scroll = use(table, "scroll_of_plenty")
    assert (scroll.phase, scroll.actor, scroll.legal) == ("kind", 1, ["name cloth", "name leather", "name metal", "name wood"])
    scroll.say("name metal")
    assert (scroll.actor, scroll.legal, held(table)) == (2, ["name cloth", "name leather", "name wood", "name gem"], {"metal": 1})
    scroll.say("name gem")
    assert (scroll.phase, scroll.actor, scroll.legal) == ("return", 2, ["return wood", "return gem"])
    assert scroll.say("return gem").over
    empty = room(scene(3), 2, gem_workshop=(0, 0))
    for kind in ("cloth", "leather", "metal", "wood"):
        empty.stock[kind] = 0
    assert use(empty, "scroll_of_plenty").over  # nothing for the user, the one gem kind for the next player
    assert (held(empty), held(empty, 2)) == ({}, {"gem": 1})


def test_scroll_of_wonders():
    """KG-TR-15, KG-DP-31, KG-DP-32, KG-AM-45: the next player may buy one of another colour."""
    table = decks(give(scene(3), 2, coins=1), **FULL)
    scroll = use(table, "scroll_of_wonders").say("name blue")
    assert (scroll.phase, scroll.actor, scroll.legal) == ("choose", 2, ["take buy", "decline"])
    scroll.say("take buy")
    assert (scroll.phase, scroll.actor, scroll.legal) == ("colour", 2, ["name red", "name yellow"])
    assert scroll.say("name yellow").over
    assert [guild.hand for guild in table.guilds.values()] == [["mithril_bars"], ["coin_purse"], []]
    assert [guild.coins for guild in table.guilds.values()] == [1, 0, 0]
    poor = decks(scene(3), **FULL)
    assert use(poor, "scroll_of_wonders").say("name blue").over
    one_colour = decks(give(scene(3), 2, coins=1), blue="contract")
    assert use(one_colour, "scroll_of_wonders").over  # no other colour can be named: nothing can be bought
    assert one_colour.guilds[2].coins == 1


def test_scroll_of_riches_round_the_table():
    """KG-EX-19, KG-TR-30: 4 coins, the next player 2; after the last seat comes the first."""
    table = scene(3)
    assert use(table, "scroll_of_riches", 3).over
    assert [guild.coins for guild in table.guilds.values()] == [2, 0, 4]


def test_hand_limit_of_the_user_comes_before_the_next_players_half():
    """KG-AM-59, KG-TR-36: then that of the next player."""
    table = decks(give(give(scene(), hand="contract ancient_helm " * 3), 2, hand="contract ancient_helm " * 3, coins=1), **FULL)
    scroll = use(table, "scroll_of_wonders").say("name blue")
    assert (scroll.phase, scroll.actor) == ("limit", 1)
    scroll.say("sell contract")
    assert (scroll.phase, scroll.actor) == ("choose", 2)
    scroll.say("take buy", "name red")
    assert (scroll.phase, scroll.actor) == ("limit", 2)
    assert scroll.say("sell sacred_charm").over


def test_every_treasure_is_sold_for_its_value():
    """KG-T-07, KG-TR-01 to KG-TR-35."""
    table = scene()
    for card, row in table.tables.treasures.items():
        assert treasures.value(table, 1, card) == row["sell"]
