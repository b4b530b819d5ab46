"""The set-up of many deals, beside test_rules.py: treasures, start players and their coins, events in the quest deck, ratings."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.games.kings_guild.data import COMPONENTS, SETUP, SPECIALISTS, TREASURES
from tests.games.kings_guild.tables import table

LETTER = {card["id"]: card["deck"] for card in SPECIALISTS}
FIXED = {"start_player": "fixed_seat"}


def deals(players, n, **options):
    """Named fields of the first deals."""
    game = table(players, options)
    for deal in range(n):
        game.deal(deal, 1)
        yield game.fields()


@pytest.mark.parametrize(("players", "funeral", "offering"), [(2, 6, 14), (3, 10, 22), (4, 12, 26), (5, 13, 30), (6, 15, 34)])
def test_quests_that_leave_until_an_event(players, funeral, offering):
    """KG-EX-26: the card that fills the slot of the last of them is the event."""
    deck = next(deals(players, 1))["quest_deck"]
    assert deck.index("funeral") + 1 == funeral
    assert [card for card in deck if card != "funeral"].index("offering") + 1 == offering


def test_promotional_specialists_come_into_their_letters():
    """GO-27, KG-AM-50, KG-AM-27: 13 cards of a letter, of which with six players 10 are used."""
    seen = set()
    for f in deals(6, 20, promo_specialists=True):
        drawn = [*reversed(f["row"]), *f["specialist_deck"]]
        assert [LETTER[card] for card in drawn] == ["A"] * 10 + ["B"] * 10 + ["C"] * 10
        seen |= {*drawn}
    assert seen == {*LETTER}


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
def test_every_seat_starts_as_often_and_coins_follow_the_turn_order(players):
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
