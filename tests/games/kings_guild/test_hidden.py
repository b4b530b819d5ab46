"""What a seat cannot know is dealt again for it, and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

from simcli.engine.loop import lineup, steps
from simcli.testing.playthrough import Case, Playthrough, searcher
from tests.games.kings_guild.data import QUESTS, SPECIALISTS, TREASURES
from tests.games.kings_guild.tables import GAME

COLOUR = {card["id"]: card["colour"] for card in TREASURES}
DECK = {quest["id"]: quest["deck"] for quest in QUESTS}
LETTER = {card["id"]: card["deck"] for card in SPECIALISTS}
HANDS = {1: ["bag_of_gold", "contract"], 2: ["oak_branches", "carved_charm", "coin_purse"], 3: ["scroll_of_plenty", "ancient_boots"]}
OPEN = ("slots", "row", "masters", "discards", "coins", "resources", "boards", "guilds", "specialists", "quests")


def standing(**fields: Any) -> Playthrough:
    """A dealt game of three with named fields set."""
    table = Playthrough(Case(GAME, 3, (("start_player", "fixed_seat"),)))
    table.start(0)
    table.text.set_fields(table.s, table.t, table.names, {"guilds": {"all": "mercantile_trust"}} | fields)
    derive: Any = steps.step_derive
    derive(*table.at)
    return table


def redealt(table: Playthrough, seat: int) -> list[dict[str, Any]]:
    """The position of ten redeals for a seat."""
    saved, found = table.saved(), []
    for noise in range(1, 11):
        table.put_back(saved)
        table.redeal_hidden(seat - 1, noise)
        found.append(table.fields())
    table.put_back(saved)
    return found


def test_hands_of_others_are_hidden_but_for_their_colours():
    """KG-T-06, KG-DP-04: the own hand and all that lies open is as before."""
    table = standing(hands=HANDS)
    before = table.fields()
    for after in redealt(table, 1):
        assert after["hands"][1] == before["hands"][1]
        for seat in (2, 3):
            assert [COLOUR[card] for card in after["hands"][seat]] == [COLOUR[card] for card in before["hands"][seat]]
        assert [after[name] for name in OPEN] == [before[name] for name in OPEN]
        for colour in ("blue", "red", "yellow"):
            assert [COLOUR[card] for card in after["treasure_decks"][colour]] == [colour] * len(before["treasure_decks"][colour])
    assert len({tuple(after["hands"][2]) for after in redealt(table, 1)}) > 3


def test_decks_are_dealt_anew_within_their_ages_and_letters():
    """KG-U-03, KG-U-06: the order, where the rare quests of age I lie, and which cards are left out; ages, letters and events stay."""
    table = standing()
    before = table.fields()
    kinds = [DECK.get(card, card) for card in before["quest_deck"]]
    letters = [LETTER[card] for card in before["specialist_deck"]]
    ages = [kind.removesuffix("_rare").removesuffix("_common") for kind in kinds]
    quests, specialists, orders = set(), set(), set()
    for after in redealt(table, 2):
        dealt = [DECK.get(card, card) for card in after["quest_deck"]]
        assert [kind.removesuffix("_rare").removesuffix("_common") for kind in dealt] == ages
        assert Counter(dealt) == Counter(kinds)
        orders.add(tuple(dealt))
        assert [LETTER[card] for card in after["specialist_deck"]] == letters
        quests |= {*after["quest_deck"]}
        specialists |= {*after["specialist_deck"]}
    assert len(orders) > 3
    assert quests > {*before["quest_deck"]}
    assert specialists > {*before["specialist_deck"]}


def test_the_oracles_owner_knows_two_quests_in_own_turns():
    """KG-SP-08: the first two cards of the deck, not the third; nothing in turns of others, and others nothing."""
    table = standing(specialists={1: ["oracle"]})
    front = table.fields()["quest_deck"][:2]
    assert all(after["quest_deck"][:2] == front for after in redealt(table, 1))
    assert len({after["quest_deck"][2] for after in redealt(table, 1)}) > 1
    assert any(after["quest_deck"][:2] != front for after in redealt(table, 2))
    table = standing(specialists={1: ["oracle"]}, player=2)
    front = table.fields()["quest_deck"][:2]
    assert any(after["quest_deck"][:2] != front for after in redealt(table, 1))


def test_treasures_of_a_shared_quest_are_seen_by_the_finisher_alone():
    """KG-K-09, KG-DP-10: while the finisher chooses, the opener knows their colours only."""
    table = standing(
        slots=["explore_bluevein_isle"], made=[1], openers=[3], resources={1: {"leather": 3, "metal": 1}}, hands={"all": []}, quest_deck=[]
    )
    texts = {table.text.action_text(table.s, table.t, table.names, action): action for action in table.legal()}
    table.apply(texts["craft explore_bluevein_isle second"])
    drawn = table.fields()["drawn"]
    assert [COLOUR[card] for card in drawn] == ["blue", "yellow"]
    assert all(after["drawn"] == drawn for after in redealt(table, 1))
    others = [after["drawn"] for after in redealt(table, 3)]
    assert any(cards != drawn for cards in others)
    assert all([COLOUR[card] for card in cards] == ["blue", "yellow"] for cards in others)


def test_earlier_bids_are_unknown_to_later_bidders():
    """KG-F-01: what a bidder can choose does not hang on the bids made."""
    legal = []
    for bid in ("bid 0", "bid 3"):
        table = standing(
            slots=["crush_the_orc_rebellion"],
            quest_deck=["funeral"],
            resources={1: {"metal": 1, "wood": 1}},
            coins={1: 0, 2: 4, 3: 4},
            hands={"all": []},
        )
        for text in ("craft crush_the_orc_rebellion", bid):
            texts = {table.text.action_text(table.s, table.t, table.names, action): action for action in table.legal()}
            table.apply(texts[text])
        legal.append(table.legal())
    assert legal[0] == legal[1] == [0, 1, 2, 3, 4]


def bidding(bid: int) -> Playthrough:
    """Seat 1 has made a bid for the Statue and seat 3, who has four coins, is asked."""
    table = standing(
        slots=["crush_the_orc_rebellion"],
        quest_deck=["funeral"],
        resources={1: {"metal": 1, "wood": 1}},
        coins={1: 3, 2: 4, 3: 4},
        hands={"all": []},
    )
    for text in ("craft crush_the_orc_rebellion", f"bid {bid}"):
        texts = {table.text.action_text(table.s, table.t, table.names, action): action for action in table.legal()}
        table.apply(texts[text])
    return table


def test_a_redeal_deals_every_bid_that_could_have_been_made():
    """KG-F-01: nothing to all coins held, however much was bid; the own bid stays."""
    worlds = []
    for bid in (0, 2):
        table = bidding(bid)
        position, first, actor = table.saved(), int(table.s["active"]), int(table.s["actor"])
        bids = []
        for noise in range(1, 200):
            table.put_back(position)
            table.redeal_hidden(actor, noise)
            bids.append(int(table.s["bid"][first]))
        assert {*bids} == {*range(int(table.s["coins"][first]) + 1)}
        worlds.append(bids)
        table.put_back(position)
        table.redeal_hidden(first, 1)
        assert int(table.s["bid"][first]) == bid
    assert worlds[0] == worlds[1]


def test_a_search_bids_the_same_whatever_was_bid_before():
    """KG-F-01: the same luck, another first bid."""
    answers = []
    for bid in (0, 1, 2, 3):
        table = bidding(bid)
        choose = table.chooser(lineup.pack_strategies(table.game, [searcher(table.game, 24, best=4)]))
        n = len(table.legal())
        answers.append((choose(0, n), table.scratch[0].search.won[:n].tolist()))
    assert answers[1:] == answers[:1] * 3
