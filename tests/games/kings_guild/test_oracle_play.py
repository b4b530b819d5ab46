"""Random games of the slow oracle: nothing is lost, nothing goes below zero, every game ends; and what RULES.md says of the asking."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from random import Random

import pytest

from tests.games.kings_guild.data import COMPONENTS, RULES

from .oracle import Chance, Oracle
from .oracle import chance as streams
from .oracle.tables import COLOURS, FUNERAL, OFFERING, RESOURCES

OTHER = {
    "sigil_needed_to_finish": True,
    "baggage_in_shrine": False,
    "fortune_potions_on_two_items": False,
    "lucky_potion_timing": "before_crafting",
    "offering_ends_turn": True,
    "thug_fee_from_coins_held_before": False,
    "thug_token_may_move_between_quests": False,
    "witch_and_smuggler_optional": True,
    "reshuffle_when": "on_last_card",
    "no_space_players_may_bid": True,
    "pass_allowed": "always",
    "hero_specialists_trigger": "on_treasure",
    "overseer_unplaceable": "take_next_oldest",
    "baggage_movable_by_bard": True,
    "after_craft_powers": "before_refill",
    "appraiser_timing": "before_hand_limits",
    "solo_quest_conveyor": "strict_oldest",
    "solo_specialist_row": "normal",
    "solo_statue_costs_action": False,
    "promo_specialists": True,
    "builder_places_statue_anywhere": True,
}
SETTINGS = {
    "default": {},
    "promotional": {"promo_specialists": True, "pass_allowed": "never", "stall_rule_rounds": 3},
    "other readings": OTHER,
}
CHECKED = 15
"""Positions are checked at every so many decisions."""
LIVELY = 0.9
LIKED = (
    ("craft ", 30),
    ("build ", 20),
    ("hire ", 20),
    ("use ", 8),
    ("thug ", 8),
    ("scroll ", 8),
    ("play ", 3),
    ("keep ", 2),
    ("sell ", 0.1),
)
HOARDS = (("play contract", 50), ("play ", 0.1), ("sell ", 0.01), ("draw ", 5), ("end", 3), *LIKED)
DISLIKED = ("stop", "decline", "end", "pass", "bard")


def all_treasures(game):
    """Every treasure, wherever it is; those asked about in `keep` are in no hand yet."""
    view, table = game.view(), game.table
    treasures = [card for card in table.gone if card in table.tables.treasures]
    return Counter(chain(*view["treasure_decks"].values(), *view["discards"].values(), *view["hands"].values(), view["drawn"], treasures))


def check(game):
    """Conservation of resources and cards, limits, no negative number."""
    view, table, tables = game.view(), game.table, game.table.tables
    held = Counter(view["stock"])
    for seat, guild in table.guilds.items():
        held += guild.resources
        assert min([guild.coins, *guild.resources.values(), *guild.spaces.values(), *table.spaces(seat).values()]) >= 0
        assert guild.spaces.total() == len(guild.specialists)
        assert table.free_sigils(seat) >= 0
        squares = [square for squares in guild.rooms.values() for square in squares]
        assert len(squares) == len(set(squares))
        assert not {(1, 0), (2, 0)} & set(squares)
        if view["phase"] in ("turn", "expand", "free"):
            assert guild.resources.total() <= table.storage(seat)
            assert len(guild.hand) <= table.hand_limit(seat)
    assert held == Counter(tables.stock())
    assert all_treasures(game) == Counter(card for colour in COLOURS for card in tables.treasures_of(colour))
    quests = [card for card in chain(view["slots"], view["quest_deck"], *view["quests"].values()) if card]
    gone = [card for card in table.gone if card in tables.quests or card == FUNERAL]
    cards = [card for card in [*quests, *gone] if card not in (FUNERAL, OFFERING)]
    assert len(cards) == len(set(cards))
    assert len(cards) <= sum(tables.numbers["quests"].values())
    if view["phase"] not in ("lucky", "keep", "double", "bid", "square", "colour", "limit"):
        assert len(cards) == sum(tables.numbers["quests"].values())
    people = [
        card
        for card in chain(view["row"], view["specialist_deck"], *view["specialists"].values(), table.gone)
        if card in tables.specialists
    ]
    assert len(people) == len(set(people)) == 3 * tables.numbers["specialists"]
    assert all(coins < tables.costs[card] for card, coins in zip(view["row"], view["row_coins"], strict=True) if card)
    for card in table.openers:
        assert card in view["slots"]
        assert table.made[card] in (1, 2)
    assert table.thug[0] == "" or table.thug[0] in view["slots"]
    tiles = {id_: n - table.tiles[id_] for id_, n in tables.numbers["tiles"].items()}
    built = Counter(tables.rooms[room].get("tile") or room for guild in table.guilds.values() for room in guild.rooms)
    assert all(built[id_] == n or view["phase"] == "square" for id_, n in tiles.items())


def lively(dice, legal, liked=LIKED):
    """A player who crafts, builds and hires, and does not stop."""
    weights = [next((w for beginning, w in liked if text.startswith(beginning)), 0.05 if text in DISLIKED else 1) for text in legal]
    return dice.choices(legal, weights)[0]


def play_game(players, options, deal, seen, lively_game, every=CHECKED, liked=LIKED):
    game, dice = Oracle(players, options, Chance(1, deal), COMPONENTS), Random(deal)
    while not game.over:
        legal = game.legal()
        assert 1 < len(legal) <= MOST.get(game.phase, len(legal)), game.phase
        if every and game.decisions % every == 0:
            check(game)
        text = lively(dice, legal, liked) if lively_game and dice.random() < LIVELY else dice.choice(legal)
        seen[game.phase] += 1
        seen[text.split()[0]] += 1
        game.apply(text)
    check(game)
    return game


JOINED = ("gather", "craft", "power")
"""Phases that ask several decisions in one choice; of others, the one with most choices."""


def most_choices():
    """What section 18 says is at most, by phase; `turn` and its kin ask for many things at once, a bid has no bound."""
    most = {
        int(number): max(map(int, cell.split(", ")))
        for number, cell in re.findall(r"^\| KG-DP-(\d+) \|(?:[^|]*\|){3} ([\d, ]+) \|", RULES, re.M)
    }
    found = {}
    for phase, cell in re.findall(r"^\| `(\w+)` \| KG-DP-([^|]*) \| ", RULES.split("## 24. How the program asks")[1], re.M):
        spans = [list(map(int, span.split(" to "))) for span in cell.split(", ")]
        numbers = [n for span in spans for n in range(span[0], span[-1] + 1)]
        if set(numbers) <= most.keys() and phase not in ("turn", "expand", "free"):
            found[phase] = sum(most[n] for n in numbers) if phase in JOINED else max(most[n] for n in numbers)
    return found


MOST = most_choices()


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("players", range(1, 7))
def test_random_games(name, players):
    """A game of chance and two of lively players each: 54 in all. KG-C-02, KG-C-03, KG-C-10, KG-T-08, KG-T-09, KG-E-06, KG-E-07."""
    seen = Counter()
    for deal in range(3):
        game = play_game(players, SETTINGS[name], deal, seen, lively_game=deal > 0)
        assert game.legal() == []
        assert sum(game.shares()) == 60
        assert game.totals() == {seat: sum(points.values()) for seat, points in game.points().items()}
        assert not game.table.openers
        if players == 1:
            assert (game.table.turn, game.unfinished) == (23, False)  # KG-V-20
        elif not game.unfinished:
            assert OFFERING in game.table.slots
    assert {"turn", "free", "expand", "gather", "return"} <= seen.keys()


RICH_DEALS = (104, 106, 239)
"""Deals of such games in which much comes up."""


def test_every_phase_comes_up():
    """All phases of section 24, and none besides, in games of players who keep their treasures."""
    seen = Counter()
    table = RULES.split("## 24. How the program asks")[1]
    phases = re.findall(r"^\| `(\w+)` \| KG[^|]*\| ", table, re.M)
    assert len(phases) == len(set(phases)) == 27
    for deal in chain(RICH_DEALS, range(100, 300)):
        if set(phases) - seen.keys():
            play_game(2 + deal % 3, {"promo_specialists": True, "start_player": "fixed_seat"}, deal, seen, True, every=0, liked=HOARDS)
    assert set(phases) - seen.keys() == set()


def test_bounds_are_those_of_the_text():
    assert (len(MOST), MOST["discard"], MOST["limit"], MOST["colour"], MOST["power"]) == (21, 16, 35, 10, 17)


def test_position_is_told_in_the_words_of_the_text():
    """Section 25: the fields, in this order."""
    table = RULES.split("## 25. What is told of a position")[1]
    lines = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ", table, re.M)
    assert [name for line in lines for name in re.findall(r"\w+", line)] == list(Oracle(3, {}, Chance(1, 0), COMPONENTS).view())


def test_streams_are_those_of_the_text():
    """KG-U-11: the table of section 24."""
    table = RULES.split("### Chance")[1].split("###")[0]
    numbers = [int(n) for cell in re.findall(r"^\| ([\d, ]+) \| ", table, re.M) for n in cell.split(",")]
    fixed = [streams.START, streams.MASTERS, streams.BOARDS, streams.GUILDS, *streams.SPECIALISTS.values(), *streams.QUESTS.values()]
    assert numbers == [*fixed, streams.FIRST_AGE, *streams.TREASURES.values()] == list(range(14))
    assert "65536 (1 + c) + k" in table
    assert [streams.RESHUFFLES[colour] for colour in COLOURS] == [65536, 131072, 196608]


# Set-up


@pytest.mark.parametrize("players", range(1, 7))
def test_set_up(players):
    """KG-U-01 to KG-U-09, KG-U-13, KG-V-01, KG-V-10, KG-V-11: numbers of section 2, nothing drawn twice."""
    game = Oracle(players, {}, Chance(3, 1), COMPONENTS)
    view, numbers = game.view(), COMPONENTS["setup"]["players"][players]
    rooms = {row["id"]: row for row in COMPONENTS["rooms"]["rooms"]}
    assert len(view["masters"]) == players + 3
    assert all(rooms[room]["type"] == "master" for room in view["masters"])
    assert view["tiles"] == numbers["tiles"]
    assert len(view["row"]) == 5
    letters = {row["id"]: row["deck"] for row in COMPONENTS["specialists"]["specialists"]}
    oldest_first = [*reversed(view["row"]), *view["specialist_deck"]]
    assert [letters[card] for card in oldest_first] == ["A"] * numbers["specialists"] + ["B"] * numbers["specialists"] + ["C"] * numbers[
        "specialists"
    ]
    decks = {row["id"]: row["deck"] for row in COMPONENTS["quests"]["quests"]}
    cards = [*view["slots"], *view["quest_deck"]]
    n1, n2 = numbers["quests"]["age1_common"], numbers["quests"]["age2"]
    assert (cards.index(FUNERAL), cards.index(OFFERING)) == (2 * n1, len(cards) - 1)
    assert Counter(decks[card] for card in cards[: 2 * n1]) == {"age1_common": n1, "age1_rare": n1}
    assert {decks[card] for card in cards[2 * n1 + 1 : -1]} == {"age2"}
    assert len(cards) == 2 * n1 + n2 + 2
    assert len(view["slots"]) == (6 if players in (1, 5, 6) else 5)
    assert [len(view["treasure_decks"][colour]) for colour in COLOURS] == [26 if players == 1 else 28, 28, 28]
    for kind in RESOURCES:
        held = sum(resources.get(kind, 0) for resources in view["resources"].values())
        assert view["stock"][kind] + held == COMPONENTS["resources"]["in_play"]["rare" if kind in ("gem", "magic") else "common"][players]
    assert len(set(view["boards"].values())) == len(set(view["guilds"].values())) == players


def test_coins_in_turn_order():
    """KG-U-11, KG-GT-04: 3, 4, 5, 5, 6, 6 from the start player; Mercantile Trust 4 more."""
    starts = set()
    for deal in range(12):
        game = Oracle(6, {}, Chance(2, deal), COMPONENTS)
        while game.view()["turn"] == 0:
            game.apply(game.legal()[0])
        view = game.view()
        starts.add(view["start"])
        for seat, coins in zip(game.table.order_from(view["start"]), (3, 4, 5, 5, 6, 6), strict=True):
            assert view["guilds"][seat] != "mercantile_trust" or view["coins"][seat] >= coins + 4
            assert view["coins"][seat] in (coins, coins + 2, coins + 4)  # the Shrine on a coin square: 2
    assert len(starts) > 2
    assert Oracle(4, {"start_player": "fixed_seat"}, Chance(2, 5), COMPONENTS).view()["start"] == 1  # GO-30


def test_options_change_no_shuffle():
    """Section 24: a stream depends on seed, deal and number only."""
    one, two = (
        Oracle(4, options, Chance(1, 3), COMPONENTS).view() for options in ({}, {"start_player": "fixed_seat", "blue_treasure_maps": 0})
    )
    assert one["quest_deck"] == two["quest_deck"]
    assert one["row"] == two["row"]
    assert one["boards"] == two["boards"]
    assert one["treasure_decks"]["red"] == two["treasure_decks"]["red"]
    assert len(two["treasure_decks"]["blue"]) == 26  # GO-28
    assert one["quest_deck"] != Oracle(4, {}, Chance(1, 4), COMPONENTS).view()["quest_deck"]


def test_two_games_of_one_deal_are_the_same():
    one, two = (play_game(3, {}, 5, Counter(), True, every=0).view() for _ in range(2))
    assert one == two


def test_banned_things_are_not_offered():
    """Restricted play of section 24."""
    banned = {"warehouse", "kitchen", "oracle", "tanner", "claim_the_briareye_gemstone", "wake_the_princess_of_eternal_sleep"}
    for deal in range(4):
        game, dice = Oracle(2, {}, Chance(1, deal), COMPONENTS, {1: banned}), Random(deal)
        while not game.over:
            if game.view()["actor"] == 1:
                assert not {text.split()[1] for text in game.legal() if text.startswith(("craft", "build", "hire", "take"))} & banned
            game.apply(lively(dice, game.legal()))
        assert not set(game.view()["specialists"][1]) & banned
        assert not set(game.view()["rooms"][1]) & banned


def test_a_game_in_which_everybody_can_only_pass_ends():
    """KG-E-08, KG-AM-37: nobody is asked any more, and the last turns come."""
    game = Oracle(2, {"stall_rule_rounds": 2, "start_player": "fixed_seat"}, Chance(1, 8), COMPONENTS)
    while game.view()["turn"] == 0:
        game.apply(game.legal()[0])
    table = game.table
    table.stock.clear()
    table.slots = [""] * 5
    for guild in table.guilds.values():
        guild.coins, guild.hand = 0, []
    game.apply("gather")  # of nothing; from here on there is one choice in every turn
    assert (game.over, game.unfinished, table.turn) == (True, True, 6)
    assert all(guild.offered for guild in table.guilds.values())  # the one choice of the last turns
