"""What one scenario cannot show: what is dealt for every number of players, and over many deals."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.games.kings_guild.data import BOARDS, COMPONENTS, GUILDS, PLAYERS, QUESTS, ROOMS, SETUP, SPECIALISTS, TREASURES
from tests.games.kings_guild.tables import dealt, table

DECK = {quest["id"]: quest["deck"] for quest in QUESTS}
LETTER = {card["id"]: card["deck"] for card in SPECIALISTS}
PROMO = {card["id"] for card in SPECIALISTS if card["set"] == "promo"}
MASTERS = {room["id"] for room in ROOMS if room["type"] == "master"}
FIXED = {"start_player": "fixed_seat"}


def deals(players, n, **options):
    """Named fields of the first deals."""
    game = table(players, options)
    for deal in range(n):
        game.deal(deal, 1)
        yield game.fields()


@pytest.mark.parametrize(
    ("players", "common", "rare", "late", "slots"),
    [(1, 7, 7, 12, 6), (2, 5, 5, 8, 5), (3, 7, 7, 12, 5), (4, 8, 8, 14, 5), (5, 9, 9, 17, 6), (6, 10, 10, 19, 6)],
)
def test_quests_of_a_game(players, common, rare, late, slots):
    """KG-U-06, KG-U-07, KG-U-08, KG-C-04, KG-V-10, KG-AM-01, KG-AM-35."""
    for f in deals(players, 5):
        cards = [*f["slots"], *f["quest_deck"]]
        assert len(f["slots"]) == slots
        assert cards[-1] == "offering"
        funeral = cards.index("funeral")
        assert Counter(DECK[card] for card in cards[:funeral]) == {"age1_common": common, "age1_rare": rare}
        assert Counter(DECK[card] for card in cards[funeral + 1 : -1]) == {"age2": late}
        assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(("players", "funeral", "offering"), [(2, 6, 14), (3, 10, 22), (4, 12, 26), (5, 13, 30), (6, 15, 34)])
def test_quests_that_leave_until_an_event(players, funeral, offering):
    """KG-EX-26: the card that fills the slot of the last of them is the event."""
    deck = next(deals(players, 1))["quest_deck"]
    assert deck.index("funeral") + 1 == funeral
    assert [card for card in deck if card != "funeral"].index("offering") + 1 == offering


def test_common_and_rare_quests_are_shuffled_together():
    """KG-U-06: among the first cards laid out both kinds are as frequent; 800 cards, 5 standard deviations."""
    first = Counter(DECK[f["slots"][0]] for f in deals(4, 800))
    assert abs(first["age1_common"] - 400) < 71
    assert first["age1_common"] + first["age1_rare"] == 800


@pytest.mark.parametrize(("players", "each"), [(1, 5), (2, 5), (3, 7), (4, 8), (5, 9), (6, 10)])
def test_specialists_of_a_game(players, each):
    """KG-U-03, KG-U-04, KG-C-08: A in front, then B, then C; the first card drawn is the one on the right."""
    for f in deals(players, 5):
        drawn = [*reversed(f["row"]), *f["specialist_deck"]]
        assert len(f["row"]) == 5
        assert [LETTER[card] for card in drawn] == ["A"] * each + ["B"] * each + ["C"] * each
        assert not PROMO & {*drawn}
        assert f["row_coins"] == [0] * 5


def test_promotional_specialists_come_into_their_letters():
    """GO-27, KG-AM-50, KG-AM-27: 13 cards of a letter, of which with six players 10 are used."""
    seen = set()
    for f in deals(6, 20, promo_specialists=True):
        drawn = [*reversed(f["row"]), *f["specialist_deck"]]
        assert [LETTER[card] for card in drawn] == ["A"] * 10 + ["B"] * 10 + ["C"] * 10
        seen |= {*drawn}
    assert seen == {*LETTER}


@pytest.mark.parametrize("players", PLAYERS)
def test_master_rooms_on_offer(players):
    """KG-U-01: three more than players, none twice, and in other deals others."""
    seen: set[str] = set()
    for f in deals(players, 30):
        assert len(f["masters"]) == len(set(f["masters"])) == players + 3
        seen |= {*f["masters"]}
    assert seen == MASTERS


@pytest.mark.parametrize("players", PLAYERS)
def test_boards_and_guild_tiles(players):
    """KG-U-10: each player gets one of each, all of them are dealt."""
    boards, guilds = set(), set()
    for f in deals(players, 40):
        assert len(set(f["boards"].values())) == len(set(f["guilds"].values())) == players
        boards |= {*f["boards"].values()}
        guilds |= {*f["guilds"].values()}
    assert boards == {board["id"] for board in BOARDS}
    assert guilds == {guild["id"] for guild in GUILDS}


def test_treasure_decks_are_shuffled_each_for_itself():
    """KG-U-09, KG-C-07: 28 cards a colour, in another order in every deal."""
    copies = Counter({card["id"]: card["count"] for card in TREASURES})
    orders = []
    for f in deals(2, 6):
        decks = f["treasure_decks"]
        drawn = Counter(card for hand in f["hands"].values() for card in hand)
        assert Counter(card for deck in decks.values() for card in deck) + drawn == copies
        assert all(len(deck) == 28 for deck in decks.values())
        orders.append([[card["type"] for id_ in decks[c] for card in TREASURES if card["id"] == id_] for c in ("blue", "red", "yellow")])
    assert all(mine != other for before, after in pairwise(orders) for mine, other in zip(before, after, strict=True))
    assert orders[0][0] != orders[0][1] != orders[0][2]


@pytest.mark.parametrize("maps", [0, 1, 2])
def test_copies_of_the_blue_map(maps):
    """GO-28, KG-AM-02."""
    deck = next(deals(2, 1, blue_treasure_maps=maps, **FIXED))["treasure_decks"]["blue"]
    assert deck.count("treasure_map_blue") == maps
    assert len(deck) == 26 + maps


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_anybody_may_start(players):
    """KG-U-11, GO-30: 600 deals, 5 standard deviations; coins in turn order, before the guild tiles."""
    starts: Counter[int] = Counter()
    for f in deals(players, 600):
        starts[f["start"]] += 1
        for place in range(players):
            seat = (f["start"] - 1 + place) % players + 1
            more = f["coins"][seat] - [3, 4, 5, 5, 6, 6][place]
            assert more == 0 or (more == 4 and f["guilds"][seat] == "mercantile_trust")
    share = 1 / players
    assert sorted(starts) == list(range(1, players + 1))
    assert all(abs(n - 600 * share) < 5 * (600 * share * (1 - share)) ** 0.5 for n in starts.values())


def test_seat_one_starts_if_asked_for():
    """GO-30, KG-U-11."""
    assert {f["start"] for f in deals(4, 30, **FIXED)} == {1}
    assert {f["start"] for f in deals(1, 30)} == {1}


def test_alone_some_cards_are_left_out_before_anything_is_shuffled():
    """KG-V-11."""
    left_out = {*SETUP["solo"]["specialists"]}
    assert left_out == {"recruiter", "thug", "smuggler"}
    for f in deals(1, 40):
        assert not left_out & {*f["row"], *f["specialist_deck"]}
        assert "spoiling_potion" not in f["treasure_decks"]["blue"]
        assert len(f["treasure_decks"]["blue"]) == 26
    assert left_out <= {card for f in deals(2, 40) for card in (*f["row"], *f["specialist_deck"])}
    assert "spoiling_potion" in next(deals(2, 1))["treasure_decks"]["blue"]


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_of_the_stock_is_lost_in_the_set_up(players):
    """KG-U-05, KG-C-03: what the guild tiles gave is held, the rest lies in the stock."""
    common, rare = [4, 5, 6, 7, 8, 8][players - 1], [3, 3, 4, 5, 6, 6][players - 1]
    for f in deals(players, 5):
        held = sum((Counter(resources) for resources in f["resources"].values()), Counter())
        assert held + Counter(f["stock"]) == dict.fromkeys(("cloth", "leather", "metal", "wood"), common) | {"gem": rare, "magic": rare}


def test_nobody_is_limited_in_coins():
    """KG-C-10: a seat may hold more coins than any box has."""
    game = dealt(2, FIXED, guilds={"all": "mercantile_trust"}, coins={1: 900}, hands={1: ["bag_of_gold"]})
    game.apply(game.texts()["sell bag_of_gold"])
    assert game.fields()["coins"][1] == 904


def test_the_new_deck_is_in_any_order():
    """KG-T-13: of three cards each is as often in front; 300 deals, 5 standard deviations."""
    fronts: Counter[str] = Counter()
    game = table(2, FIXED)
    for deal in range(300):
        game.deal(deal, 1)
        game.set(
            {
                "guilds": {"all": "mercantile_trust"},
                "hands": {"all": []},
                "coins": {"all": 6},
                "row": ["", "", "", "", "minstrel"],
                "treasure_decks": {"red": []},
                "discards": {"red": ["ancient_boots", "scroll_of_wonders", "carved_charm", "lucky_potion"]},
            }
        )
        for text in ("hire minstrel", "name red"):
            game.apply(game.texts()[text])
        fronts.update(game.fields()["hands"][1])
    assert sorted(fronts) == ["ancient_boots", "carved_charm", "lucky_potion"]
    assert all(abs(n - 100) < 41 for n in fronts.values())


def test_ratings_of_a_score_alone():
    """KG-V-21, KG-EX-29: 83 is rated king."""
    ratings = COMPONENTS["setup"]["solo"]["ratings"]

    def rating(score):
        return max((least, name) for name, least in ratings.items() if least <= score)[1]

    assert [rating(n) for n in (0, 49, 50, 69, 70, 79, 80, 83, 89, 90, 140)] == [
        *("recruit", "recruit", "member", "member", "leader", "leader"),
        *("king", "king", "king", "legend", "legend"),
    ]
