"""The oracle's parts by themselves: scoring, gathering, the row of specialists, places on a board, the auction."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.kings_guild.data import COMPONENTS, DEFAULTS, SETUP, SPECIALISTS, chosen

from .oracle.auction import winner
from .oracle.gathering import mixes
from .oracle.guild import Guild
from .oracle.hiring import Card, fill, hire, price
from .oracle.scoring import CATEGORIES, Scoring, rating, winners

COSTS = {row["id"]: row["cost"] for row in SPECIALISTS}


def points(guild, category, most_charms=False, **options):
    """Points of a guild in one category."""
    return Scoring(COMPONENTS, chosen(**options)).points(guild, most_charms)[category]


def in_rooms(*rooms, **things):
    """A guild with rooms that lie nowhere in particular."""
    return Guild(rooms=dict.fromkeys(rooms, ()), **things)


# Scoring


def test_an_empty_guild_has_no_points():
    assert Scoring(COMPONENTS, DEFAULTS).scores([Guild(), Guild()]) == [dict.fromkeys(CATEGORIES, 0)] * 2


@pytest.mark.parametrize(
    ("hands", "charms"),
    [
        ([["stunning_charm", "glowing_charm"], ["sacred_charm"]], [8, 3]),
        ([["stunning_charm"], ["glowing_charm"], []], [6, 5, 0]),
        ([["bag_of_gold"], []], [0, 0]),
    ],
)
def test_charms_and_their_majority(hands, charms):
    """KG-P-01, KG-TR-17 to KG-TR-26."""
    guilds = [Guild(hand=hand) for hand in hands]
    assert [row["charms"] for row in Scoring(COMPONENTS, DEFAULTS).scores(guilds)] == charms


def test_who_has_no_charm_and_who_plays_alone():
    """GO-05, KG-V-18, GO-26."""
    nobody = Scoring(COMPONENTS, chosen(charm_majority_needs_a_charm=False)).scores([Guild(), Guild()])
    assert [row["charms"] for row in nobody] == [3, 3]
    alone = [Guild(hand=["stunning_charm"])]
    assert [Scoring(COMPONENTS, chosen(solo_charm_majority=on)).scores(alone)[0]["charms"] for on in (False, True)] == [3, 6]


@pytest.mark.parametrize(
    ("relics", "expected"),
    [
        ("helm", 2),
        ("helm helm", 4),
        ("helm sword", 5),
        ("helm sword boots helm", 11),
        ("helm breastplate sword boots shield gauntlets", 22),
    ],
)
def test_relics_in_sets(relics, expected):
    """KG-P-02."""
    assert points(Guild(hand=[f"ancient_{name}" for name in relics.split()]), "relics") == expected


def test_quests_and_specialists():
    """KG-P-03, KG-P-04: the baggage is no specialist."""
    guild = Guild(quests=["burn_the_briar_roots", "track_the_sludge_ents"], specialists=["oracle", "aristocrat"], baggage="kitchen")
    assert (points(guild, "quests"), points(guild, "specialists")) == (2, 9)


def test_chambers_count_when_filled():
    """KG-P-05, KG-RM-05 to KG-RM-08, KG-RM-23, GO-02."""
    guild = in_rooms("great_hall", "kitchen", "shrine", spaces=Counter(great_hall=1, kitchen=1), baggage="great_hall")
    assert points(guild, "rooms") == 3 + 1
    assert points(guild, "rooms", baggage_fills_chamber=True) == 11 + 3 + 1
    guild.spaces["great_hall"], guild.baggage = 2, ""
    assert points(guild, "rooms") == 11 + 3 + 1


def test_throne_room_beside_the_statue():
    """KG-RM-10, KG-RM-24."""
    rooms = {"throne_room": ((0, 1),), "kings_statue": ((1, 1),)}
    assert points(Guild(rooms=rooms), "rooms") == 9 + 6 + 4
    assert points(Guild(rooms=rooms | {"kings_statue": ((1, 2),)}), "rooms") == 9 + 4


def test_hall_of_builders():
    """KG-EX-23, KG-RM-18, GO-17: Warehouse, Great Hall, Shrine, Statue and itself."""
    guild = in_rooms("warehouse", "great_hall", "shrine", "kings_statue", "hall_of_builders")
    printed = 2 + 1 + 4
    assert points(guild, "rooms") == 15 + printed
    assert points(guild, "rooms", statue_and_shrine_count_as_rooms=False) == 9 + printed


def test_half_quest_at_the_end_counts_in_full():
    """KG-EX-18, KG-RM-13, KG-RM-22."""
    quests = ["rescue_the_graytop_miners"]
    assert points(in_rooms("hall_of_warriors", quests=quests), "rooms") == 4
    assert points(in_rooms("armory", quests=quests), "rooms") == 4


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        ("hall_of_mages", 4),
        ("hall_of_rogues", 8),
        ("hall_of_warriors", 4),
        ("hall_of_wisdom", 6),
        ("hall_of_strength", 6),
        ("hall_of_cunning", 6),
        ("arsenal", 6),
        ("armory", 4),
        ("gallery", 6),
        ("tavern", 6),
        ("depot", 8),
        ("library", 6),
        ("vault_of_riches", 7),
    ],
)
def test_rooms_with_a_star(room, expected):
    """KG-RM-02, KG-RM-09, KG-RM-11 to KG-RM-22: a mage, two rogues, a warrior; three weapons, two armors."""
    guild = in_rooms(
        room,
        coins=7,
        resources=Counter(cloth=3, magic=1),
        hand=["scroll_of_plenty", "scroll_of_plenty", "contract"],
        quests=["crush_the_orc_rebellion", "claim_the_briareye_gemstone", "catch_the_jeweltone_fox", "brawl_at_goldgrass_inn"],
        specialists=["oracle", "miner"],
        baggage="kitchen",
    )
    if room in ("arsenal", "armory", "gallery"):
        guild.quests = [
            "seize_the_riches_of_anduar",
            "catch_the_jeweltone_fox",
            "help_the_whitetree_coopers",
            "wake_the_princess_of_eternal_sleep",
        ]
    assert points(guild, "rooms") == expected


def test_baggage_at_the_tavern():
    """GO-03."""
    assert points(in_rooms("tavern", specialists=["oracle"], baggage="kitchen"), "rooms", baggage_counts_for_tavern=True) == 6


def test_offering():
    """KG-EX-13, KG-P-06, KG-P-08."""
    things = {"coins": 14, "resources": Counter(cloth=2, wood=3), "offered": True}
    assert points(Guild(**things), "offering") == 8
    assert points(Guild(**things | {"offered": False}), "offering") == 0
    vault = in_rooms("vault_of_riches", **things)
    assert (points(vault, "rooms"), points(vault, "offering")) == (14, 4)


def test_splitting_coins_gains_nothing_as_printed():
    """GO-20."""
    for coins in range(20):
        vault = in_rooms("vault_of_riches", coins=coins, offered=True)
        assert points(vault, "rooms", vault_and_offering="split_coins") == coins
        assert points(vault, "offering", vault_and_offering="split_coins") == 2


def test_tie_break():
    """KG-EX-28, KG-P-07."""
    assert winners([70, 70, 60], [4, 6, 9]) == [2]
    assert winners([70, 70], [6, 6]) == [1, 2]


@pytest.mark.parametrize(("score", "name"), [(0, "recruit"), (49, "recruit"), (50, "member"), (83, "king"), (90, "legend")])
def test_ratings(score, name):
    """KG-EX-29, KG-V-21."""
    assert rating(score, SETUP["solo"]["ratings"]) == name


# Gathering


def test_what_can_be_gathered():
    """KG-G-01, KG-AM-38, KG-DP-05: 33 choices with all access, 83 with the Laborer; 18 without access."""
    stock = Counter(dict.fromkeys(("cloth", "leather", "metal", "wood", "gem", "magic"), 3))
    both = ("gem", "magic")
    assert [len(mixes(stock, access, n)) for access, n in ((both, 0), (both, 3), ((), 0))] == [33, 83, 18]


def test_the_stock_bounds_a_gather():
    """KG-G-02, KG-T-11, KG-T-12."""
    assert mixes(Counter(metal=2, gem=1), ()) == [("metal",), ("metal", "metal")]
    assert mixes(Counter(gem=1), ("magic",)) == []
    assert ("cloth", "cloth", "wood") in mixes(Counter(cloth=2, wood=1), (), 3)


# The row of specialists


def row_of(*cards):
    return [Card(*card) if isinstance(card, tuple) else Card(card) for card in cards]


def test_full_price_puts_coins_to_the_right():
    """KG-EX-03, KG-X-06 to KG-X-08."""
    row = hire(row_of("laborer", "oracle", "miner", "thug", "builder"), 1, ["weaver", "tanner"], COSTS)
    assert row == row_of("weaver", "laborer", ("miner", 1), ("thug", 1), ("builder", 1))
    assert [price(card, COSTS[card.id]) for card in row[2:]] == [3, 4, 4]


def test_a_card_whose_cost_is_gone_leaves():
    """KG-EX-04."""
    row = hire(row_of("weaver", "tanner", ("courier", 2), ("recruiter", 1), ("oracle", 2)), 0, ["miner", "thug", "builder"], COSTS)
    assert row == row_of("builder", "thug", "miner", ("tanner", 1), ("recruiter", 2))
    assert [price(card, COSTS[card.id]) for card in row[3:]] == [3, 1]


def test_a_card_with_coins_on_it_puts_none_on_others():
    """KG-EX-05, KG-SP-09."""
    row = row_of(("adventurer", 3), ("courier", 2))
    assert [(price(card, COSTS[card.id]), price(card, COSTS[card.id], 2)) for card in row] == [(6, 3), (1, 0)]
    assert hire(row, 0, [], COSTS) == row_of(("courier", 2))


def test_an_empty_deck_leaves_places_empty():
    """KG-X-08."""
    assert fill(row_of("miner"), ["thug"]) == row_of("thug", "miner")


# Boards and auction


def test_places_of_rooms():
    """KG-X-02, KG-PB-08, KG-GT-06, KG-SP-02, KG-DP-16, KG-DP-17."""
    guild = Guild()
    assert guild.places(1) == [((0, 0),), ((3, 0),), ((1, 1),), ((2, 1),)]
    assert guild.places(2) == [((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (3, 1))]
    assert (len(guild.places(1, anywhere=True)), len(guild.places(2, anywhere=True))) == (10, 6)
    full = Guild(rooms={"a": ((0, 1), (1, 1)), "b": ((2, 1), (3, 1)), "c": ((0, 2),), "d": ((2, 2),), "e": ((0, 0),)})
    assert full.places(1) == [((3, 0),), ((1, 2),), ((3, 2),)]
    assert full.places(2) == []


@pytest.mark.parametrize(("bids", "seat"), [([5, 5, 3, 0], 0), ([6, 5, 3, 0], 1), ([0, 0, 0], 0), ([0, 1], 2)])
def test_auction(bids, seat):
    """KG-EX-14, KG-F-02, KG-F-03."""
    assert winner(bids) == seat
