"""The game for one player in the oracle (section 16)."""

from __future__ import annotations

import pytest

from tests.games.kings_guild.data import COMPONENTS
from tests.games.oracles import play

from .oracle import Chance, Oracle, crafting, effects, events, game, people, turns
from .oracle.hiring import Card
from .oracle.scene import decks, give, held, lay, room, row_of, scene

BELT = [
    "rescue_the_graytop_miners",
    "burn_the_briar_roots",
    "crush_the_orc_rebellion",
    "claim_the_briareye_gemstone",
    "brawl_at_goldgrass_inn",
    "catch_the_jeweltone_fox",
]


def alone(**options):
    return scene(1, **options)


def test_a_full_belt_pushes_the_oldest_out():
    """KG-V-12, KG-V-13, KG-EX-29, GO-23, KG-AM-23: but a quest with an own sigil is passed over."""
    table = lay(alone(), *BELT, deck="track_the_sludge_ents offering")
    table.openers, table.made = {BELT[0]: 1}, {BELT[0]: 2}
    events.draw_alone(table)
    assert table.slots == [BELT[0], *BELT[2:], "track_the_sludge_ents"]
    assert (table.gone, table.openers) == ([BELT[1]], {BELT[0]: 1})
    strict = lay(alone(solo_quest_conveyor="strict_oldest"), *BELT, deck="offering")
    strict.openers, strict.made = {BELT[0]: 1}, {BELT[0]: 2}
    events.draw_alone(strict)
    assert (strict.slots, strict.free_sigils(1)) == ([*BELT[1:], "offering"], 2)


def test_one_card_is_drawn_at_the_end_of_a_turn_only():
    """KG-V-13: a place that becomes free in a turn stays free until then."""
    table = decks(give(lay(alone(), *BELT, deck="track_the_sludge_ents"), metal=1, wood=1, hand="bag_of_gold"), blue="contract")
    turn = play(turns.take_turn(table, 1), "craft crush_the_orc_rebellion")
    assert table.slots == [*BELT[:2], *BELT[3:], ""]
    assert table.quest_deck == ["track_the_sludge_ents"]
    turn.say("end")
    assert (table.slots, table.gone) == ([*BELT[:2], *BELT[3:], "track_the_sludge_ents"], [])


def test_the_witch_leaves_a_free_place():
    """KG-SP-36, KG-V-13."""
    table = row_of(give(lay(alone(), *BELT, deck="track_the_sludge_ents"), coins=8), "witch")
    play(people.hire(table, 1, "witch"), "take claim_the_briareye_gemstone")
    assert (table.slots[-1], len(table.quest_deck)) == ("", 1)


@pytest.mark.parametrize(
    "texts",
    [
        ("build library", "put at 0 0", "build kitchen", "put at 3 0"),
        ("hire miner", "hire tanner"),
        ("build library", "put at 0 0", "hire tanner"),
    ],
)
def test_expand_takes_two_of_building_and_hiring(texts):
    """KG-V-14."""
    table = row_of(give(alone(), coins=20, hand="bag_of_gold"), "miner", "tanner", "weaver")
    turn = play(turns.take_turn(table, 1), *texts)
    assert (turn.phase, turn.legal) == ("free", ["sell bag_of_gold", "end"])
    assert sum(table.halves.values()) == 2


def test_the_row_ages_when_an_expand_is_over():
    """KG-V-15, KG-AM-24, KG-AM-55: no coins on cards; the oldest when it began leaves."""
    table = row_of(
        give(alone(), coins=9, hand="bag_of_gold"), "miner", "tanner", "weaver", "oracle", "laborer", deck="courier inventor builder"
    )
    turn = play(turns.take_turn(table, 1), "hire tanner")
    assert [card.id for card in table.row] == ["courier", "miner", "weaver", "oracle", "laborer"]
    assert table.oldest == "laborer"
    turn.say("hire courier")
    assert table.row == [Card("builder"), Card("inventor"), Card("miner"), Card("weaver"), Card("oracle")]
    assert (turn.phase, table.gone, table.oldest) == ("free", ["laborer"], "")


def test_the_row_ages_at_the_end_of_a_turn_with_one_half():
    """KG-AM-55, KG-AM-48: nobody leaves if the oldest was hired."""
    table = row_of(give(alone(), coins=4), "miner", "tanner", deck="courier")
    table.tables.setup = table.tables.setup | {"row": 2}
    assert play(turns.take_turn(table, 1), "build kitchen", "put at 0 0").over
    assert (table.row, table.gone) == ([Card("courier"), Card("miner")], ["tanner"])
    hired = row_of(give(alone(), coins=4, hand="coin_purse"), "miner", "tanner")
    turn = play(turns.take_turn(hired, 1), "hire tanner")
    assert turn.phase == "expand"
    turn.say("end")
    assert (hired.row, hired.gone) == ([Card("miner")], [])


def test_a_contract_does_not_age_the_row():
    """KG-AM-36."""
    table = row_of(give(alone(), coins=8, hand="contract"), "miner", "tanner", "weaver", deck="oracle")
    play(turns.take_turn(table, 1), "play contract", "hire tanner")
    assert ([card.id for card in table.row[1:]], table.gone) == (["miner", "weaver"], [])


def test_the_row_as_with_more_players():
    """GO-24."""
    table = row_of(give(alone(solo_specialist_row="normal"), coins=4), "miner", "tanner", "weaver")
    play(turns.take_turn(table, 1), "hire miner")
    assert (table.row, table.gone) == ([Card("tanner", 1), Card("weaver", 1)], [])


def test_the_funeral_alone():
    """KG-V-15, KG-V-16, KG-AM-25: it takes a place, the oldest specialist leaves; the Statue is a main action."""
    table = row_of(lay(alone(), *BELT[:5], deck="funeral offering"), "miner", "tanner")
    turn = play(turns.take_turn(table, 1), "gather 1 wood")
    assert turn.over
    assert (table.slots[5], table.row, table.gone) == ("funeral", [Card("miner")], ["tanner"])
    table.quest_deck = []
    turn = play(turns.take_turn(table, 1))
    assert turn.legal == ["gather", "statue"]
    turn.say("statue", "put at 3 0")
    assert (turn.over, table.main, table.guilds[1].rooms) == (True, "", {"kings_statue": ((3, 0),)})
    assert (held(table), table.slots) == ({"wood": 1, "cloth": 1}, [*BELT[:5], ""])
    assert "funeral" in table.gone


def test_the_statue_as_a_free_step():
    """GO-25, KG-DP-43."""
    table = lay(alone(solo_statue_costs_action=False), "funeral", *BELT[:2])
    turn = play(turns.take_turn(table, 1), "gather", "gather 1 wood")
    assert (turn.phase, turn.legal) == ("free", ["statue", "end"])
    turn.say("statue", "put at 0 0")
    assert turn.over


def test_the_statue_can_be_lost():
    """KG-V-16: pushed out of the belt."""
    table = lay(alone(), "funeral", *BELT[:5], deck="offering")
    events.draw_alone(table)
    assert table.gone == ["funeral"]
    assert not turns.statue_possible(table, 1)


def test_scrolls_have_no_next_player():
    """KG-V-17: that half does nothing; the Warlock gives both."""
    table = alone()
    assert play(turns.play(give(table, hand="scroll_of_riches"), 1, "scroll_of_riches")).over
    assert table.guilds[1].coins == 4
    scroll = table.tables.treasures["scroll_of_riches"]["effects"]["played"]
    assert play(effects.fire(table, 1, scroll, both_halves=True)).over
    assert table.guilds[1].coins == 10


def test_one_more_turn_after_the_offering():
    """KG-V-19, KG-E-04."""
    table = lay(alone(), *BELT[:5], deck="offering")
    play(turns.take_turn(table, 1), "gather 1 wood")
    game.count_turns(table)
    assert (table.slots[5], table.last_turns) == ("offering", 1)
    assert "offering" in play(turns.take_turn(table, 1)).legal


def test_no_stall_rule_alone():
    """KG-E-08."""
    table = alone(stall_rule_rounds=1)
    for _ in range(5):
        game.count_turns(table)
    assert not table.stalled


def test_a_craft_alone_asks_nobody_for_bids():
    """KG-V-16, KG-K-11."""
    table = decks(give(lay(alone(), *BELT, deck="funeral"), metal=1, wood=1, coins=5), blue="contract")
    assert play(crafting.craft(table, 1, "crush_the_orc_rebellion", (0,))).over
    assert table.quest_deck == ["funeral"]


def test_set_up_alone():
    """KG-V-10: 3 coins, 6 slots, a board and a guild tile; KG-U-11: seat 1 starts."""
    for deal in range(8):
        view = Oracle(1, {}, Chance(1, deal), COMPONENTS).view()
        assert (len(view["slots"]), view["start"], len(view["masters"])) == (6, 1, 4)
        assert view["guilds"][1] == "mercantile_trust" or view["coins"][1] in (3, 5)


def test_a_workshop_of_each_kind_alone():
    """KG-X-04, KG-V-01: with two players only."""
    table = room(give(alone(), coins=5), gem_workshop=(0, 0))
    assert "build magic_arcaenum" in play(turns.take_turn(table, 1)).legal
