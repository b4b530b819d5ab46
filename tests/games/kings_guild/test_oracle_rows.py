"""Rows of effects as no printed card has them, but a patch may: the table of section 24 of RULES.md says what happens."""

from __future__ import annotations

import copy

from tests.games.kings_guild.data import COMPONENTS
from tests.games.oracles import play

from .oracle import crafting, effects, people, turns
from .oracle.scene import decks, give, held, lay, room, row_of, scene

ORCS, ISLE = "crush_the_orc_rebellion", "explore_bluevein_isle"
FULL = {"blue": "contract mithril_bars", "red": "lucky_potion sacred_charm", "yellow": "coin_purse bag_of_gold"}


def patched(stem, id_, players=2, **changes):
    """A scene in which a card is another one."""
    data = dict(COMPONENTS)
    data[stem] = copy.deepcopy(COMPONENTS[stem])
    next(row for row in data[stem][stem] if row["id"] == id_).update(changes)
    return scene(players, components=data)


def gain(what, n, then=None):
    return {"kind": "gain", "what": what, "n": n} | ({"then": then} if then else {})


def test_gains_and_losses():
    """Of coins and resources, at most what is held and in the stock; the storage limit after gains that follow each other."""
    table = give(scene(), cloth=5, coins=1)
    row = gain("wood", 1, gain("coins", 2, {"kind": "lose", "what": "coins", "n": 9, "then": {"kind": "lose", "what": "wood", "n": 9}}))
    chain = play(effects.fire(table, 1, row))
    assert (chain.phase, chain.legal, table.guilds[1].coins) == ("return", ["return cloth", "return wood"], 3)
    assert chain.say("return cloth").over
    assert (held(table), table.guilds[1].coins) == ({"cloth": 4}, 0)


def test_paying():
    """All of it, or the chain ends."""
    row = {"kind": "pay", "what": "coins", "n": 2, "then": gain("metal", 1)}
    for coins, metal, left in ((1, {}, 1), (2, {"metal": 1}, 0)):
        table = give(scene(), coins=coins)
        assert play(effects.fire(table, 1, row)).over
        assert (held(table), table.guilds[1].coins) == (metal, left)


def test_one_of_several_chains():
    """Options that can be paid; `decline` with `may`; without a possible option the chain ends."""
    options = {"ore": {"kind": "pay", "what": "coins", "n": 1, "then": gain("metal", 2)}, "coin": gain("coins", 1)}
    table = give(scene(), coins=1)
    chain = play(effects.fire(table, 1, {"kind": "choose", "options": options, "may": True}))
    assert chain.legal == ["take ore", "take coin", "decline"]
    assert chain.say("take ore").over
    assert (held(table), table.guilds[1].coins) == ({"metal": 2}, 0)
    assert play(effects.fire(table, 1, {"kind": "choose", "options": options, "may": True})).legal == ["take coin", "decline"]
    only = {"kind": "choose", "options": {"ore": options["ore"]}, "may": True}
    assert play(effects.fire(scene(), 1, only)).over


def test_each_player_in_turn_order_with_own_limits():
    """`each` of all: from the user on."""
    table = give(give(scene(3), 1, cloth=5), 3, leather=5)
    chain = play(effects.fire(table, 2, {"kind": "each", "who": "all", "then": gain("wood", 1)}))
    assert (held(table, 2), chain.actor, chain.phase) == ({"wood": 1}, 3, "return")
    chain.say("return leather")
    assert chain.actor == 1
    assert chain.say("return wood").over


def test_what_is_named_holds_for_the_rows_that_follow():
    """A kind named before `each` is that of every player's row."""
    table = give(give(scene(), 1, gem=1), 2, gem=2)
    row = {"kind": "name", "of": "any", "then": {"kind": "each", "who": "next", "then": {"kind": "lose", "what": "named", "n": 2}}}
    assert play(effects.fire(table, 1, row), "name gem").over
    assert (held(table), held(table, 2)) == ({"gem": 1}, {})


def test_several_treasures_of_a_colour():
    """`draw` n times, then the hand limit at the end of the chain."""
    table = decks(give(scene(), hand="ancient_helm contract " * 3), **FULL)
    chain = play(effects.fire(table, 1, {"kind": "draw", "colour": "red", "n": 2, "then": gain("coins", 1)}))
    assert (chain.phase, table.guilds[1].coins, len(table.guilds[1].hand)) == ("limit", 1, 8)


def test_discarding_ends_with_the_hand():
    """As long as there are cards."""
    table = give(scene(), hand="contract")
    assert play(effects.fire(table, 1, {"kind": "discard", "from": "hand", "n": 3, "then": gain("coins", 1)})).over
    assert (table.guilds[1].hand, table.guilds[1].coins) == ([], 1)


def test_a_power_without_a_choice():
    """`use CARD` for any chain after a craft; a hero's limit is that of chains with an `if` on a hero only."""
    table = patched("specialists", "fighter", effects={"crafted": gain("coins", 3)})
    give(lay(table, ORCS, ISLE), specialists="fighter", metal=1, wood=1, cloth=3)
    powers = play(crafting.craft(table, 1, ISLE, (0,)))
    assert powers.legal == ["use fighter", "stop"]
    assert powers.say("use fighter").over
    assert (table.guilds[1].coins, table.used[ISLE]) == (6, set())


def test_a_power_with_a_price():
    """Not offered without the coins of a `pay` behind its `if`s."""
    row = {"kind": "if", "of": "mage", "least": 1, "then": {"kind": "pay", "what": "coins", "n": 4, "then": gain("gem", 1)}}
    for coins, legal in ((0, []), (1, ["use fighter", "stop"])):
        table = give(lay(patched("specialists", "fighter", effects={"crafted": row}), ISLE), specialists="fighter", cloth=3, coins=coins)
        assert play(crafting.craft(table, 1, ISLE, (0,))).legal == legal


def test_a_power_with_two_options():
    """The first `choose` has no `decline`."""
    row = {"kind": "choose", "options": {"a": gain("gem", 1), "b": gain("coins", 1)}, "may": True}
    table = give(lay(patched("specialists", "fighter", effects={"crafted": row}), ISLE), specialists="fighter", cloth=3)
    powers = play(crafting.craft(table, 1, ISLE, (0,)), "use fighter")
    assert (powers.phase, powers.legal) == ("choose", ["take a", "take b"])


def test_two_thugs_share_the_token():
    """The first in file order is used first; the fee is that of the owner's first row."""
    table = patched("specialists", "miner", effects={"crafted": {"kind": "thug", "n": 5, "may": True}})
    lay(give(table, specialists="thug miner", cloth=3), ISLE, ORCS)
    powers = play(crafting.craft(table, 1, ISLE, (0,)), f"thug {ISLE}")
    assert powers.legal == [f"thug {ORCS}", "stop"]
    powers.say(f"thug {ORCS}")
    assert (table.thug, crafting.fee(table, 2, ORCS)) == ((ORCS, 1), (5, 1))


def test_standing_numbers_add_up():
    """Rows of specialists and rooms together."""
    table = patched("rooms", "kitchen", effects={"standing": {"kind": "standing", "number": "row_coins_again", "n": 2}})
    row_of(give(room(table, kitchen=(0, 0)), specialists="recruiter"), ("adventurer", 2))
    assert people.price(table, 1, table.row[0]) == 9 - 2 * 4


def test_ability_with_several_rows():
    """A hire that draws, pays and then gathers."""
    gather = {"kind": "action", "which": "gather", "n": 1, "may": True}
    row = {"kind": "draw", "colour": "blue", "n": 1, "then": gain("coins", 2, gather)}
    table = decks(patched("specialists", "minstrel", effects={"hired": row}), **FULL)
    table.row = row_of(table, "minstrel").row
    give(table, coins=6)
    hire = play(people.hire(table, 1, "minstrel"))
    assert (hire.phase, table.guilds[1].hand) == ("gather", ["contract"])
    assert hire.say("decline").over
    assert table.guilds[1].coins == 2


def test_a_second_baggage():
    """KG-AM-58: hired like any other once the token lies on a board."""
    table = patched("specialists", "vizier", effects={"hired": {"kind": "baggage"}})
    row_of(give(room(table, kitchen=(0, 0)), coins=6), "vizier")
    assert people.space_choices(table, 1, "vizier") == {"put in outside": "outside"}
    table.guilds[2].baggage = "shrine"
    assert people.space_choices(table, 1, "vizier") == {"put in outside": "outside", "put in kitchen": "kitchen"}


def test_rooms_of_any_type_may_have_spaces():
    """GO-04: the baggage goes into any of them, with the option into chambers only."""
    table = room(patched("rooms", "library", spaces=2), library=(0, 0))
    assert table.free_spaces(1) == {"outside": 4, "library": 2}
    assert table.for_baggage(1) == {"library": 2}
    table.options["baggage_in_shrine"] = False
    assert table.for_baggage(1) == {}


def test_playing_a_card_that_discards_two():
    """KG-TR-39: as many other cards are asked for."""
    row = {"kind": "discard", "from": "hand", "n": 2, "then": {"kind": "draw_named", "n": 1}}
    table = patched("treasures", "treasure_map_red", effects={"played": row})
    assert not turns.can_play(give(table, hand="treasure_map_red contract"), 1, "treasure_map_red", "turn")
    assert turns.can_play(give(table, hand="contract"), 1, "treasure_map_red", "turn")
