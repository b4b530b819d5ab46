"""Chances by counting all rolls check the dice engine, and the table of odds that strategies see."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod, sqrt
from typing import Any

import numpy as np
import pytest

from simcli.engine import rng
from simcli.engine.contract import start
from simcli.engine.kernel import entry
from simcli.engine.layout import new_states
from simcli.games.kings_forge import state as S  # noqa: N812
from simcli.games.kings_forge.datafiles import by_rank, craft_cards
from simcli.games.kings_forge.kernels.craft import count_rolled, makes
from simcli.games.kings_forge.kernels.dice import roll_hand
from simcli.games.kings_forge.tables import ways_to_meet
from tests.games.kings_forge.tables import COMPONENTS, all_options, dealt, give, table

ROLLS = 4000
HANDS = (
    {"metal": 5},
    {"metal": 7, "wood": 4, "gem": 2},
    {"metal": 4, "wood": 5, "gem": 5, "magic": 4},
    {"metal": 12, "wood": 3, "gem": 3, "magic": 3},
)


@entry
def count_makable(states, t, rolls, hand, counts, faces):  # type: ignore[no-untyped-def]
    """How often a roll of the hand makes each card of the deck, each laid on the display in turn; how often a metal die shows each face."""
    s = states[0]
    for k in range(rolls):
        start(states, t, rng.derive(np.uint64(77), k))
        for colour in range(S.BASIC):
            s.hand[0, colour] = hand[colour]
        roll_hand(s, t, 0)
        count_rolled(s)
        for value in range(1, S.FACES + 1):
            faces[value] += s.rolled[S.METAL, value]
        for row in range(t.n_cards):
            s.drawn[0] = row
            counts[row] += makes(s, t, 0)


def exact(card: Any, hand: dict[str, int]) -> float:
    """Chance that a roll of the hand makes the card: colours are independent."""
    return prod(
        ways_to_meet(tuple(sorted(minima)), hand.get(colour, 0)) / 6 ** hand.get(colour, 0) for colour, minima in card["dice"].items()
    )


@pytest.mark.parametrize(
    ("minima", "dice"), [((2, 2, 2), 5), ((1, 2, 3), 3), ((5, 5), 4), ((3, 4, 4, 5, 5, 6), 7), ((6,), 6), ((4,), 1), ((), 2)]
)
def test_ways_to_meet_minima_are_those_found_by_trying_all_rolls(minima, dice):
    def meets(roll: tuple[int, ...]) -> bool:
        best = sorted(roll, reverse=True)[: len(minima)]
        return len(best) == len(minima) and all(value >= least for value, least in zip(best, sorted(minima, reverse=True), strict=True))

    assert ways_to_meet(minima, dice) == sum(map(meets, product(range(1, 7), repeat=dice)))


def test_too_few_dice_never_do():
    assert ways_to_meet((1, 1), 1) == 0


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: " ".join(f"{colour} {n}" for colour, n in hand.items()))
def test_rolls_make_every_craft_card_as_often_as_they_should(hand):
    """KF-52, KF-70: within four standard errors of the exact chance; never where it is 0, always where it is 1."""
    game = table(4)
    counts, faces = np.zeros(S.MAX_CARDS, np.int64), np.zeros(7, np.int64)
    dice = np.array([hand.get(colour, 0) for colour in ("metal", "wood", "gem", "magic")])
    count_makable(new_states(game.game), game.t, ROLLS, dice, counts, faces)
    cards = craft_cards(COMPONENTS, all_options({}))
    for row, place in enumerate(by_rank(cards)):
        chance = exact(cards[place], hand)
        error = sqrt(chance * (1 - chance) / ROLLS)
        assert abs(counts[row] / ROLLS - chance) <= 4 * error, (cards[place]["id"], counts[row], chance)
    thrown = ROLLS * hand["metal"]
    assert faces.sum() == thrown
    assert np.all(np.abs(faces[1:] / thrown - 1 / 6) <= 4 * sqrt(5 / 36 / thrown))


def test_odds_of_the_tables_are_the_exact_ones():
    game = table(2)
    cards = craft_cards(COMPONENTS, all_options({}))
    for row, place in enumerate(by_rank(cards)):
        for c, colour in enumerate(("metal", "wood", "gem", "magic")):
            minima = tuple(sorted(cards[place]["dice"].get(colour, [])))
            for dice in (0, 1, 3, 8, S.MAX_ODDS_DICE):
                assert int(game.t["odds"][row * S.BASIC + c, dice]) == S.CERTAIN * ways_to_meet(minima, dice) // 6**dice


@pytest.mark.parametrize("dice", [0, 1, 5, 29, S.MAX_ODDS_DICE, S.MOST_FALLING])
def test_odds_counted_down_are_those_of_so_many_dice_and_fewer(dice: int):
    t = table(2).t
    for k in range(S.FALLS):
        left = min(max(dice - k, 0), S.MAX_ODDS_DICE)
        assert list(t["falling"][:, S.MOST_FALLING - dice + k]) == list(t["odds"][:, left])


def rolled(hands: dict[int, dict[str, int]]) -> Counter[str]:
    """Dice of seat 2 in the first round after both have passed; seat 1 starts and ends its turn."""
    game = dealt(2, {"start_player": "fixed_seat"}, hands=hands, tokens={"auto_six": 0, "plus_one_plus_one": 0})
    give(game, "pass", "take metal_die")
    give(game, "pass")
    while game.fields()["actor"] == 1:
        give(game, "end turn")
    return Counter(game.fields()["rolled"])


def test_what_others_own_moves_no_die():
    """KF-52: each roll comes from a stream of its own for (deal, round, seat, colour)."""
    rich = {"metal": 8, "wood": 4, "gem": 3, "magic": 3}
    first = rolled({1: {"metal": 5}, 2: rich})
    assert sum(first.values()) == 18
    assert rolled({1: {"metal": 9, "gem": 6}, 2: rich}) == first
    more = rolled({1: {"metal": 5}, 2: rich | {"metal": 9}})
    assert sum((more - first).values()) == 1
    assert not first - more


DEALS = 4000


def spread_of_draws(game: Any, column: str, number: str, of: int) -> float:
    """Chi-square, with one degree of freedom less than there are cards, of how often each is among those drawn."""
    found: Counter[int] = Counter()
    for deal in range(DEALS):
        game.deal(deal, 1)
        found.update(game.s[column][: int(game.s[number])].tolist())
    drawn = sum(found.values()) / DEALS
    assert len(found) == of
    return sum((times - DEALS * drawn / of) ** 2 for times in found.values()) / (DEALS * drawn / of * (1 - drawn / of) * of / (of - 1))


def test_every_craft_card_is_drawn_as_often():
    """KF-13: 9 of 33; 32 degrees of freedom, above 80 in 1 of 100000 runs."""
    assert spread_of_draws(table(2), "drawn", "n_drawn", 33) < 80


def test_every_gather_card_that_is_not_mandatory_is_drawn_as_often():
    """KF-15: 7 of 14; 13 degrees of freedom, above 47 in 1 of 100000 runs."""
    game, found = table(2), Counter()
    for deal in range(DEALS):
        game.deal(deal, 1)
        found.update(game.s["deck"][: int(game.s["n_gather"])].tolist())
    always = [card for card, times in found.items() if times == DEALS]
    others = [times for times in found.values() if times < DEALS]
    assert (len(always), len(others), sum(others)) == (4, 14, 7 * DEALS)
    assert sum((times - DEALS / 2) ** 2 for times in others) / (DEALS / 4 * 14 / 13) < 47
