"""Every apprentice, building, board power and reward in the slow oracle, with the figures of RULES.md written out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.oracles import play

from .oracle.locations import place_worker, placements
from .oracle.reset import market_reset
from .oracle.scene import components, empty_table, stand
from .oracle.scoring import final_virtue, points_of

TRADES = {
    "merchant_clay": ("silver", 1, "clay", 3),
    "merchant_gold": ("silver", 2, "gold", 1),
    "merchant_marble": ("silver", 3, "marble", 1),
    "merchant_stone": ("silver", 1, "stone", 2),
    "merchant_wood": ("silver", 1, "wood", 2),
    "patron_clay": ("clay", 1, "virtue", 1),
    "patron_silver": ("silver", 2, "virtue", 1),
    "patron_stone": ("stone", 1, "virtue", 1),
    "patron_wood": ("wood", 1, "virtue", 1),
    "trader_clay": ("clay", 3, "marble", 1),
    "trader_stone": ("stone", 2, "marble", 1),
    "trader_wood": ("wood", 2, "marble", 1),
}
"""AW-AP12 to AW-AP16, AW-AP18 to AW-AP21, AW-AP31 to AW-AP33."""
GAINED = {
    "jeweller": ("silversmith", {"silver": 3}),
    "miner": ("mines clay", {"clay": 3}),
    "stonecutter": ("quarry", {"stone": 2}),
    "woodcutter": ("forest", {"wood": 2}),
    "pickpocket": ("tax_stand", {"silver": 4, "virtue": -2, "gold": 1}),
    "thief": ("tax_stand", {"silver": 4, "virtue": -1}),
    "swindler_clay": ("market left", {"silver": -1, "virtue": -1, "gold": 1, "marble": 1, "clay": 2}),
    "swindler_stone": ("market left", {"silver": -1, "virtue": -1, "gold": 1, "marble": 1, "stone": 1}),
    "swindler_wood": ("market left", {"silver": -1, "virtue": -1, "gold": 1, "marble": 1, "wood": 1}),
    "illusionist": ("market left", {"silver": -1, "gold": 1, "marble": 1}),
    "trickster": ("market left", {"virtue": -1, "gold": 1, "marble": 1}),
    "labourer": ("quarry", {"stone": 1}),
    "acolyte_carpentry": ("guildhall", {"gold": -1, "virtue": 1, "hand": 0}),
    "acolyte_tiling": ("guildhall", {"gold": -1, "virtue": 1, "hand": -1, "clay": 2}),
    "acolyte_masonry": ("guildhall", {"gold": -1, "virtue": 1, "hand": -1, "silver": 2}),
    "debt_collector_tiling": ("guardhouse", {"silver": -6, "virtue": 1, "clay": 2, "unpaid": -1, "paid": 1}),
    "debt_collector_masonry": ("guardhouse", {"silver": -6, "virtue": 1, "stone": 2, "unpaid": -1, "paid": 1}),
    "debt_collector_carpentry": ("guardhouse", {"silver": -6, "virtue": 1, "wood": 2, "unpaid": -1, "paid": 1}),
}
RESET = {
    "gatekeeper": (3, {"prison": -2}),
    "squire_gold": (0, {"gold": 1}),
    "squire_marble": (0, {"marble": 1}),
    "squire_virtue": (0, {"virtue": 2}),
    "peddler": (0, {"silver": 2}),
}
ELSEWHERE = {"conspirator", "enforcer", "overseer"}
NOW = {
    "betting_house": {"unpaid": 1, "virtue": -1},
    "drafting_room": {"hand": 2},
    "factory": {"marble": 2},
    "lumber_camp": {"wood": 4},
    "smithy": {"stone": 4},
    "thieves_den": {"silver": 4, "virtue": -2},
    "well": {"clay": 4},
    "monument": {"virtue": 2},
    "palace": {"gold": 1},
    "watchtower": {"virtue": -2},
    "hideout": {"virtue": -2, "prison": -3, "supply": 3},
}
"""What construction gives at virtue 7 with 3 workers in the Prison."""
END_POINTS = {
    "aqueduct": 1,
    "carpenters_hut": 2,
    "masons_hut": 1,
    "tilers_hut": 1,
    "clay_market": 2,
    "silver_market": 2,
    "steeple": 2,
    "stone_market": 2,
    "wood_market": 0,
    "fountain": 3,
    "gamblers_den": -3,
    "keep": 2,
    "lighthouse": 3,
    "moneylender": 5,
    "university": 0,
}
END_VIRTUE = {"castle": 2, "chapel": 2, "dungeon": -2, "observatory": 1, "reservoir": 2, "trading_post": 4, "museum": 0}
ASKING = {"armoury", "barracks", "church", "clay_pit", "fortress", "library", "tavern", "treasury", "crane", "graveyard"}


def holdings(table, seat: int = 1) -> dict[str, int]:
    player = table.players[seat]
    own: dict[str, int] = dict(player.goods)
    return own | {
        "silver": player.silver,
        "virtue": player.virtue,
        "unpaid": player.unpaid,
        "paid": player.paid,
        "hand": len(player.hand),
        "prison": player.prison,
        "supply": player.supply,
    }


def change(before: dict[str, int], after: dict[str, int], without: tuple[str, ...] = ()) -> dict[str, int]:
    return {what: after[what] - number for what, number in before.items() if after[what] != number and what not in without}


def rich_table(**options: Any):
    """Seat 1 has plenty of everything but cards."""
    table = empty_table(3, include_promo_cards=True, **options)
    player = table.players[1]
    player.silver, player.unpaid = 10, 1
    player.goods.update(clay=9, wood=9, stone=9, gold=5, marble=5)
    player.hand = ["keep"]
    table.building_deck = ["palace", "castle", "dungeon", "well"]
    return table


def test_all_cards_are_tested_here():
    data = components()
    assert TRADES.keys() | GAINED.keys() | RESET.keys() | ELSEWHERE == {card["id"] for card in data["apprentices"]["apprentices"]}
    assert NOW.keys() | END_POINTS.keys() | END_VIRTUE.keys() | ASKING == {card["id"] for card in data["buildings"]["buildings"]}


@pytest.mark.parametrize("card", TRADES)
def test_trades_of_the_storehouse(card):
    table = rich_table()
    table.players[1].apprentices = [card]
    before = holdings(table)
    play(place_worker(table, 1), "place storehouse", f"trade {card}")
    paid, price, what, number = TRADES[card]
    assert change(before, holdings(table), ("supply",)) == {paid: -price, what: number}


@pytest.mark.parametrize("card", GAINED)
def test_apprentices_at_their_places(card):
    table = rich_table()
    table.players[1].apprentices = [card]
    place, expected = GAINED[card]
    texts = {"guardhouse": ["pay off"], "guildhall": []}.get(place, [])
    before = holdings(table)
    play(place_worker(table, 1), f"place {place}", *texts)
    assert change(before, holdings(table), ("supply",)) == {what: number for what, number in expected.items() if number}


@pytest.mark.parametrize("card", RESET)
def test_apprentices_in_the_reset(card):
    """Three in the Prison are one after the Gatekeeper, so no virtue is lost; the most there brings a debt."""
    table = empty_table(3, include_promo_cards=True)
    prison, expected = RESET[card]
    table.players[1].prison, table.players[1].apprentices = prison, [card]
    before = holdings(table)
    play(market_reset(table, 1))
    assert change(before, holdings(table), ("supply", "unpaid")) == expected


@pytest.mark.parametrize("card", ["squire_gold", "squire_marble", "squire_virtue"])
def test_squires_ask_for_an_empty_prison(card):
    table = empty_table()
    table.players[1].prison, table.players[1].apprentices = 1, [card]
    before = holdings(table)
    play(market_reset(table, 1))
    assert change(before, holdings(table)) == {"unpaid": 1}


def test_overseer_counts_as_a_worker():
    """AW-AP37."""
    table = rich_table()
    table.players[1].apprentices = ["overseer"]
    assert play(place_worker(table, 1), "place storehouse").question.left == 2


def constructing(card: str, **options: Any):
    """A table on which seat 1 can construct the card; its cost is added so that the rest is what was there."""
    table = rich_table(**options)
    player = table.players[1]
    player.hand, player.apprentices, player.prison, player.supply, player.level = [card], ["labourer"], 3, 17, 5
    player.goods.update(table.tables.buildings[card]["cost"])
    return table


@pytest.mark.parametrize("card", NOW)
def test_buildings_that_give_at_once(card):
    table = constructing(card)
    before = holdings(table)
    play(place_worker(table, 1), "place guildhall")
    cost = table.tables.buildings[card]["cost"]
    after = holdings(table)
    for what, number in cost.items():
        after[what] += number
    after["hand"] += 1
    after["supply"] += 1
    assert change(before, after) == NOW[card]
    others = {"monument": 8}.get(card, 7)
    assert [table.players[seat].virtue for seat in (2, 3)] == [others, others]


def test_watchtower_hits_everybody():
    """AW-BL38."""
    table = constructing("watchtower")
    table.players[3].prison = 3
    play(place_worker(table, 1), "place guildhall")
    assert [player.virtue for player in table.players.values()] == [5, 7, 6]


@pytest.mark.parametrize("card", END_POINTS)
def test_points_of_buildings(card):
    """Level 2, alone; virtue 13; 3 debts, 5 paid; 7 captives; Labourer and Woodcutter; clay, stone, silver alone, wood shared."""
    table = empty_table(3, include_promo_cards=True)
    player = table.players[1]
    player.built, player.level, player.virtue, player.unpaid, player.paid = [card], 2, 13, 3, 5
    player.apprentices, player.silver = ["labourer", "woodcutter"], 9
    player.goods.update(clay=1, wood=1, stone=1)
    player.captives.update({2: 3, 3: 4})
    table.players[2].goods["wood"], table.players[3].level = 1, 1
    assert points_of(table, 1)["effects"] == END_POINTS[card]


def test_university_without_a_debt():
    """AW-BL37."""
    table = empty_table()
    table.players[1].built = ["university"]
    assert points_of(table, 1)["effects"] == 2


@pytest.mark.parametrize("card", END_VIRTUE)
def test_buildings_that_move_virtue_at_the_end(card):
    """4 gold, 3 marble, 5 paid debts, 19 basic goods, one building, level 1 alone."""
    table = empty_table(3, include_promo_cards=True)
    player = table.players[1]
    player.built, player.level, player.paid = [card], 1, 5
    player.goods.update(clay=9, wood=9, stone=1, gold=4, marble=3)
    play(final_virtue(table))
    assert player.virtue == 7 + END_VIRTUE[card]


def test_museum_counts_itself():
    """AW-BL43."""
    table = empty_table(include_promo_cards=True)
    table.players[1].built = ["museum", "well"]
    play(final_virtue(table))
    assert table.players[1].virtue == 8


@pytest.mark.parametrize(("card", "taken"), [("clay_pit", {"gold", "marble"}), ("treasury", {"gold", "silver"})])
def test_buildings_with_a_choice(card, taken):
    """AW-BL10, AW-BL36."""
    texts = {"gold": "take 1 gold", "marble": "take 1 marble", "silver": "take 3 silver"}
    assert {*play(place_worker(constructing(card), 1), "place guildhall").legal} == {texts[what] for what in taken}
    table = constructing(card)
    gold = table.players[1].goods["gold"] - table.tables.buildings[card]["cost"].get("gold", 0)
    play(place_worker(table, 1), "place guildhall", "take 1 gold")
    assert table.players[1].goods["gold"] == gold + 1


@pytest.mark.parametrize(("card", "captures"), [("armoury", 1), ("barracks", 1), ("fortress", 2)])
def test_buildings_that_capture(card, captures):
    """AW-BL02, AW-BL03, AW-BL14: for nothing, at any open place."""
    table = constructing(card)
    table.players[1].silver = 0
    stand(table, "forest", 2, 2)
    stand(table, "mines", 3, 1)
    stand(table, "quarry", 1, 1)
    run = play(place_worker(table, 1), "place guildhall")
    assert {*run.legal} == {"capture seat 2 at forest", "capture seat 3 at mines", "capture seat 1 at quarry", "stop"}
    run.say("capture seat 2 at forest")
    assert (table.players[1].captives[2], run.question is None) == (2, captures == 1)
    if captures == 2:
        run.say("capture seat 3 at mines")
        assert run.question is None


def test_barracks_ransom():
    """AW-BL03."""
    table = constructing("barracks")
    table.players[2].captives[1], table.players[3].captives[1] = 2, 1
    table.players[1].supply -= 3
    play(place_worker(table, 1), "place guildhall", "ransom")
    assert (table.players[1].supply, table.players[1].unpaid, table.players[2].captives[1]) == (16, 1, 0)


def test_church():
    """AW-BL08, GO-15."""
    for answer, left in (("destroy debt", 0), ("decline", 1)):
        table = constructing("church")
        play(place_worker(table, 1), "place guildhall", answer)
        assert (table.players[1].unpaid, table.players[1].paid, table.players[1].virtue) == (left, 0, 8)
    table = constructing("church", optional_building_effects="all_mandatory")
    play(place_worker(table, 1), "place guildhall")
    assert table.players[1].unpaid == 0


def test_library():
    """AW-BL19."""
    table = constructing("library")
    table.players[1].hand = ["keep", "library", "well"]
    gold = table.players[1].goods["gold"]
    run = play(place_worker(table, 1), "place guildhall", "build library")
    assert {*run.legal} == {"discard keep", "discard well", "decline"}
    run.say("discard well")
    assert (table.players[1].hand, table.building_deck[-1], table.players[1].goods["gold"]) == (["keep"], "well", gold + 2)


def test_tavern():
    """AW-BL32, AW-A09c: no price, silver on the card comes along."""
    table = constructing("tavern")
    table.players[1].silver = 0
    table.display[1] = ["", "", "", "squire_gold"]
    table.display_silver[1][3] = 3
    run = play(place_worker(table, 1), "place guildhall")
    assert {*run.legal} == {"hire row 2 column 4", "decline"}
    run.say("hire row 2 column 4")
    assert (table.players[1].silver, table.players[1].virtue, len(table.players[1].apprentices)) == (3, 8, 2)


def test_graveyard():
    """AW-BL42: the only apprentice goes without a question."""
    table = constructing("graveyard")
    play(place_worker(table, 1), "place guildhall")
    assert (table.players[1].apprentices, table.apprentice_deck) == ([], ["labourer"])


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        ("virtue_silver", {"virtue": 1, "silver": 3}),
        ("virtue_wood", {"virtue": 1, "wood": 2}),
        ("virtue_stone", {"virtue": 1, "stone": 2}),
        ("virtue_card", {"virtue": 1, "hand": 1}),
        ("virtue_virtue", {"virtue": 2}),
        ("virtue_gold", {"virtue": 1, "gold": 1}),
        ("", {"virtue": 1}),
    ],
)
def test_rewards(reward, expected):
    """AW-RW01 to AW-RW07; level 3 costs 1 marble and a building of the hand."""
    table = rich_table()
    player = table.players[1]
    player.level, table.rewards = 2, [reward] if reward else []
    before = holdings(table)
    play(place_worker(table, 1), "place guildhall")
    after = holdings(table)
    after["marble"] += 1
    after["hand"] += 1
    assert change(before, after, ("supply",)) == expected
    assert table.rewards == []


@pytest.mark.parametrize(
    ("level", "cost"),
    [(0, {"gold": 1}), (1, {"wood": 3, "stone": 1}), (2, {"marble": 1}), (3, {"wood": 3, "stone": 5}), (4, {"gold": 2, "marble": 2})],
)
def test_levels(level, cost):
    """AW-A13a."""
    table = rich_table()
    player = table.players[1]
    player.level = level
    before = holdings(table)
    run = play(place_worker(table, 1), "place guildhall")
    if len(cost) == 2 and "wood" in cost:
        assert len(run.legal) == sum(cost.values()) + 1
        run.say(f"pay {cost['wood']} wood {cost['stone']} stone")
    assert change(before, holdings(table), ("supply", "virtue", "hand")) == {what: -number for what, number in cost.items()}
    assert (player.level, points_of(table, 1)["cathedral"]) == (level + 1, (2, 4, 7, 12, 20)[level])


def test_frederick_keeps_his_cards():
    """AW-PB04."""
    table = rich_table()
    player = table.players[1]
    player.hand = []
    assert "guildhall" not in placements(table, 1)
    player.board = table.tables.boards["frederick"]
    play(place_worker(table, 1), "place guildhall")
    assert player.level == 1


def test_rudolf_hires_cheaper_and_owns_six():
    """AW-PB05."""
    table = empty_table(board="rudolf")
    player = table.players[1]
    player.silver, player.apprentices = 3, ["acolyte_carpentry", "acolyte_tiling", "jeweller", "miner", "miner"]
    table.display[0][0] = "thief"
    run = play(place_worker(table, 1), "place workshop hire")
    assert (run.question, player.silver, table.tax_stand, len(player.apprentices)) == (None, 0, 6, 6)


def test_fara_takes_one_back():
    """AW-PB09: after the Squires, beside a Gatekeeper."""
    table = empty_table(include_promo_cards=True)
    player = table.players[1]
    player.board, player.prison, player.apprentices = table.tables.boards["fara"], 3, ["gatekeeper", "squire_gold"]
    play(market_reset(table, 1))
    assert (player.prison, player.goods["gold"], player.unpaid) == (0, 0, 0)
