"""What one scenario cannot show: what is set up over many deals, and cards of a kind side by side."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.kings_guild.data import QUESTS, ROOMS, SETUP, SPECIALISTS, TREASURES
from tests.games.kings_guild.tables import dealt, table

COUNTS = (1, 2, 3, 4, 5, 6)
RESOURCES = ("cloth", "leather", "metal", "wood", "gem", "magic")
SEATED = {"start_player": "fixed_seat"}


def deals_of(players, n, options=SEATED):
    """Fields of some games just dealt."""
    game, found = table(players, options), []
    for deal in range(n):
        game.deal(deal, 1)
        found.append(game.fields())
    return found


# Set-up


@pytest.mark.parametrize("players", COUNTS)
def test_stock_and_slots(players):
    """KG-U-05, KG-U-08, KG-V-10: what the table of section 2 says, less what a guild tile has brought."""
    common, rare = {1: (4, 3), 2: (5, 3), 3: (6, 4), 4: (7, 5), 5: (8, 6), 6: (8, 6)}[players]
    for f in deals_of(players, 5):
        held = Counter(kind for stored in f["resources"].values() for kind, n in stored.items() for _ in range(n))
        assert [f["stock"][kind] + held[kind] for kind in RESOURCES] == [common] * 4 + [rare] * 2
        assert len(f["slots"]) == (6 if players in (1, 5, 6) else 5)
        assert all(f["slots"])


@pytest.mark.parametrize("players", COUNTS)
def test_specialists_come_letter_by_letter(players):
    """KG-U-03, KG-U-04, KG-V-11: so many of each letter, A in front; which ones is chance."""
    letters = {row["id"]: row["deck"] for row in SPECIALISTS if row["set"] == "base"}
    n, met = {1: 5, 2: 5, 3: 7, 4: 8, 5: 9, 6: 10}[players], set()
    for f in deals_of(players, 40):
        oldest_first = [*reversed(f["row"]), *f["specialist_deck"]]
        assert "".join(letters[card] for card in oldest_first) == n * "A" + n * "B" + n * "C"
        assert len({*oldest_first}) == 3 * n
        met |= {*oldest_first}
    assert letters.keys() - met == ({"recruiter", "thug", "smuggler"} if players == 1 else set())


@pytest.mark.parametrize("players", COUNTS)
def test_quests_come_age_by_age(players):
    """KG-U-06, KG-U-07: common and rare ones of age I mixed, the Funeral, age II, the Offering."""
    decks = {row["id"]: row["deck"] for row in QUESTS}
    first, last = {1: (7, 12), 2: (5, 8), 3: (7, 12), 4: (8, 14), 5: (9, 17), 6: (10, 19)}[players]
    met, orders = set(), set()
    for f in deals_of(players, 60):
        cards = [*f["slots"], *f["quest_deck"]]
        one, two = cards[: 2 * first], cards[2 * first + 1 : -1]
        assert (cards[2 * first], cards[-1], len(two), len({*cards})) == ("funeral", "offering", last, len(cards))
        assert Counter(decks[card] for card in one) == {"age1_common": first, "age1_rare": first}
        assert {decks[card] for card in two} == {"age2"}
        met |= {*one, *two}
        orders.add(tuple(decks[card] for card in one[:4]))
    assert met == decks.keys()
    assert len(orders) > 8


def test_boards_and_tiles_are_dealt_to_anybody():
    """KG-U-10: no two of a kind at a table, each of them in every seat."""
    met = Counter()
    for f in deals_of(6, 100):
        assert len({*f["boards"].values()}) == len({*f["guilds"].values()}) == 6
        met.update((seat, id_) for place in ("boards", "guilds") for seat, id_ in f[place].items())
    assert len(met) == 6 * 12
    assert min(met.values()) >= 3  # 17 expected; once in 300,000 runs below 3


def test_anybody_may_start():
    """KG-U-11, GO-30: each of six seats about as often; alone and with GO-30 seat 1."""
    starts = Counter(f["start"] for f in deals_of(6, 300, {}))
    assert set(starts) == {1, 2, 3, 4, 5, 6}
    assert min(starts.values()) > 20  # 50 expected; once in 900,000 runs as few in some seat
    assert {f["start"] for f in deals_of(1, 10, {}) + deals_of(4, 10)} == {1}


def test_master_rooms_are_any():
    """KG-U-01, KG-U-02."""
    met = Counter(room for f in deals_of(3, 60) for room in f["masters"])
    assert met.keys() == {row["id"] for row in ROOMS if row["type"] == "master"}
    assert {len(f["masters"]) for f in deals_of(3, 5)} == {6}
    assert deals_of(3, 1)[0]["tiles"] == SETUP["players"][3]["tiles"]


# Cards of a kind


HALLS = {
    "hall_of_wisdom": [0, 6, 12, 12],
    "hall_of_warriors": [0, 4, 8, 12],
    "hall_of_strength": [0, 0, 6, 18],
    "hall_of_rogues": [0, 0, 4, 12],
    "hall_of_mages": [0, 8, 8, 8],
    "hall_of_cunning": [0, 0, 6, 12],
    "gallery": [0, 6, 9, 15],
    "arsenal": [0, 6, 10, 12],
    "armory": [0, 4, 6, 10],
}
"""Points for no quest, three, five and eight."""
OWN_QUESTS = [
    "explore_bluevein_isle",  # mage, two armors
    "crush_the_orc_rebellion",  # mage, a weapon
    "topple_the_moonstone_giant",  # warrior, two weapons
    "fortify_skullbreaker_point",  # warrior, an armor
    "seize_the_riches_of_anduar",  # rogue, two weapons
    "claim_the_briareye_gemstone",  # rogue, an armor
    "wake_the_princess_of_eternal_sleep",  # rogue, an armor
    "raid_the_frost_queens_castle",  # warrior, a weapon
]


@pytest.mark.parametrize("room", HALLS)
def test_rooms_that_count_quests(room):
    """KG-RM-12 to KG-RM-17, KG-RM-19, KG-RM-21, KG-RM-22: all of them, by what they count."""
    column = dealt(2, SEATED).catalogue.categories.index("rooms")
    points = []
    for n in (0, 3, 5, 8):
        game = dealt(2, SEATED, rooms={1: {room: [1, 1]}}, quests={1: OWN_QUESTS[:n]})
        points.append(int(game.results()[0][0, column]))
    assert points == HALLS[room]


GAINS = {
    "secret_stash": {"cloth": 1, "leather": 1, "metal": 1, "wood": 1},
    "oak_branches": {"wood": 3},
    "mithril_bars": {"metal": 3},
    "dragon_hides": {"leather": 3},
    "bolts_of_silk": {"cloth": 3},
    "brilliant_diamonds": {"gem": 2},
    "bottle_of_faerie_dust": {"magic": 2},
}


@pytest.mark.parametrize("card", GAINS)
def test_resource_cards(card):
    """KG-TR-03, KG-TR-05, KG-TR-06, KG-TR-07, KG-TR-09, KG-TR-10, KG-TR-11, KG-T-12: access or not."""
    assert GAINS.keys() == {row["id"] for row in TREASURES if row.get("face") == "resource"}
    game = dealt(3, SEATED, hands={1: [card]}, resources={1: {}})
    stock = game.fields()["stock"]
    game.apply(game.texts()[f"play {card}"])
    assert game.fields()["resources"][1] == GAINS[card]
    assert game.fields()["stock"] == {kind: n - GAINS[card].get(kind, 0) for kind, n in stock.items()}
    assert game.fields()["discards"]["blue"] == [card]


def test_a_deck_made_of_the_same_discards_again_lies_in_another_order():
    """KG-T-13: each time is a chance of its own."""
    pile = [card["id"] for card in TREASURES if card["colour"] == "yellow" and card["type"] != "scroll"]
    fields = {"guilds": {"all": "mercantile_trust"}, "slots": ["claim_the_briareye_gemstone"], "resources": {1: {"cloth": 2}}}
    again = {"treasure_decks": {"yellow": []}, "discards": {"yellow": pile}, "hands": {"all": []}, "turn": 1, "player": 1, "main": ""}
    game, orders = dealt(2, SEATED), set()
    for _ in range(4):
        game.set({**fields, "quests": {"all": []}, **again})
        game.apply(game.texts()["craft claim_the_briareye_gemstone"])
        now = game.fields()
        orders.add((*now["hands"][1], *now["treasure_decks"]["yellow"]))
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(pile))}
    assert len(orders) == 4
