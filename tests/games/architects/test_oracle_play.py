"""Random games of the slow oracle: nothing is lost, nothing goes below zero, every game ends; and its chance is the engine's."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from random import Random

import numpy as np
import pytest

from simcli.engine import rng
from simcli.engine.kernel import entry

from .oracle import Chance, Oracle
from .oracle.chance import Generator
from .oracle.scene import components

BOARDS = {"player_boards": "variable", "include_promo_cards": True}
OTHER = {
    "ransom_scope": "one_captor",
    "reset_ability_order": "owner_choice",
    "conspirator_scope": "each_visit",
    "reset_debt_goes_to": "fewest_in_prison",
    "silver_on_discarded_apprentice": "to_tax_stand",
    "optional_building_effects": "all_mandatory",
}
SETTINGS = {
    "seed": {},
    "published": {"profile": "published"},
    "boards": BOARDS,
    "published boards": BOARDS | {"profile": "published"},
    "other readings": BOARDS | OTHER,
    "little at the start": {"initial_apprentice": False, "guildhall_apprentice_discard": False, "start_player": "fixed_seat"},
}
CHECKED = 20
"""Positions are checked at every so many decisions."""
LIVELY = 0.9


@cache
def data():
    return components()


def check(game: Oracle) -> None:
    """Conservation of workers and cards; no negative number."""
    view, table = game.view(), game.table
    for seat, player in table.players.items():
        free = sum(own[seat] for own in table.workers.values()) + list(table.market.values()).count(seat)
        captive = sum(other.captives[seat] for other in table.players.values())
        assert player.supply + player.prison + player.guildhall + free + captive == 20  # AW-G03
        assert not player.captives[seat]
        counts = [
            *player.goods.values(),
            player.silver,
            player.unpaid,
            player.paid,
            player.supply,
            player.prison,
            *player.captives.values(),
        ]
        assert min(counts) >= 0
        assert 0 <= player.virtue <= 14
        assert len(player.apprentices) <= (6 if player.board and player.board["id"] == "rudolf" else 5) + 1
    assert table.tax_stand >= 0
    shown = [card for row in view["display"] for card in row if card]
    apprentices = chain(shown, view["apprentice_deck"], *view["apprentices"].values())
    assert Counter(apprentices) == Counter(table.tables.all_apprentices)
    buildings = chain(view["building_deck"], view["drawn"], *view["hands"].values(), *view["built"].values(), *view["packets"].values())
    assert sorted(buildings) == sorted(table.tables.building_order)
    levels = Counter(player.level for player in table.players.values())
    assert all(levels[row["level"]] <= row["spaces"] for row in table.tables.board["cathedral"]["levels"])


def lively(dice: Random, legal: list[str]) -> str:
    """A player who uses the Guildhall, hires, and does not stop."""
    for text in ("place guildhall", "place workshop hire"):
        if text in legal and dice.random() < 0.7:
            return text
    return dice.choice([text for text in legal if text not in ("stop", "decline")] or legal)


def play_game(players: int, options: dict, deal: int, seen: Counter[str], lively_game: bool) -> Oracle:
    game, dice = Oracle(players, options, Chance(1, deal), data()), Random(deal)
    while not game.over:
        legal = game.legal()
        assert len(legal) > 1
        if game.decisions % CHECKED == 0:
            check(game)
        seen[game.phase] += 1
        text = lively(dice, legal) if lively_game and dice.random() < LIVELY else dice.choice(legal)
        game.apply(text)
    check(game)
    return game


@pytest.mark.parametrize("deals", [2, pytest.param(6, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(name, players, deals):
    """As many games of chance as of lively players."""
    seen: Counter[str] = Counter()
    for deal in range(2 * deals):
        game = play_game(players, SETTINGS[name], deal, seen, lively_game=deal >= deals)
        assert game.legal() == []
        assert 58 <= sum(game.shares()) <= 60
        assert game.totals() == {seat: sum(points.values()) for seat, points in game.points().items()}
        assert not game.unfinished
        assert game.table.n_in_guildhall() >= game.table.tables.last_space  # AW-E01
    assert {"place", "hire", "storehouse", "capture", "guardhouse", "project"} <= seen.keys()


def test_two_games_of_one_deal_are_the_same():
    one, two = (play_game(3, BOARDS, 5, Counter(), True).view() for _ in range(2))
    assert one == two
    assert one["display"] != play_game(3, BOARDS, 6, Counter(), True).view()["display"]


def test_game_is_stopped_after_a_number_of_turns():
    """AW-E03, GO-20."""
    game = play_game(3, {"max_turns": 4}, 0, Counter(), False)
    assert (game.table.turn, game.unfinished) == (12, True)


def test_other_readings_change_no_shuffle():
    """Section 16: a stream depends on seed, deal and number only."""
    seed, published = (Oracle(3, {"profile": name}, Chance(1, 3), data()).view() for name in ("seed", "published"))
    assert seed["start"] == published["start"]
    assert seed["building_deck"] == published["building_deck"]
    assert seed["rewards"] == published["rewards"][:4]


def test_banned_things_are_not_offered():
    """GO-21."""
    banned = {"town_centre", "cathedral", "market_left", "well", "miner"}
    for deal in range(5):
        game, dice = Oracle(2, {}, Chance(1, deal), data(), {1: banned}), Random(deal)
        while not game.over:
            view = game.view()
            if view["actor"] == 1:
                assert not {"place town_centre", "cathedral", "place market left", "build well"} & set(game.legal())
                for text in game.legal():
                    if text.startswith(("hire", "take row")):
                        _, _, row, _, column = text.split()
                        assert view["display"][int(row) - 1][int(column) - 1] != "miner"
            game.apply(dice.choice(game.legal()))


# Chance


def test_generator_is_the_engines():
    """Numbers of xoshiro256** seeded by splitmix64, and the key of a deal."""
    state = np.zeros(4, np.uint64)
    seed, below, key = entry(rng.seed), entry(rng.below), entry(rng.deal_key)
    for deal in range(4):
        assert Chance(7, deal).key == int(key(np.uint64(7), np.uint64(deal)))
        seed(state, np.uint64(Chance(7, deal).key))
        generator = Generator(Chance(7, deal).key)
        for n in (1, 2, 3, 40, 2**31 + 1, 2**31 + 1, 2**31 + 1, 10):
            assert generator.below(n) == int(below(state, n))


def test_every_order_comes_up_in_a_shuffle():
    """720 deals of 3 cards, 6 orders: 120 each; a deviation of 45 would be four and a half standard deviations."""
    orders = Counter(tuple(Chance(2, deal).shuffled(3, "abc")) for deal in range(720))
    assert len(orders) == 6
    assert all(abs(number - 120) < 45 for number in orders.values())
