"""A search player takes the move that wins where it is known, keeps to its budget, and plays the same games however they are run."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import numpy as np
import pig
import pytest
from pig.state import HOLD, ROLL

from simcli.engine import batch
from simcli.engine.loop.lineup import pack_strategies
from simcli.testing.playthrough import Case, Playthrough, play, searcher, strategies_of

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

ALWAYS_ROLLS = {"turn": {"hold": -1000}}
HOLDS_AT_20 = {"turn": {"over_twenty": 1000, "wins": 2000}}


def at_risk(opponent: int, own: int) -> Playthrough:
    """Seat 1 of two has rolled once; points short of the goal that the other is, and that it would be by holding itself."""
    table = Playthrough(Case(pig.GAME, 2))
    for deal in range(100):
        table.start(deal)
        table.apply(ROLL)
        if table.s.actor == 0:
            break
    table.s.banked[0] = goal(table) - own - int(table.s.at_risk)
    table.s.banked[1] = goal(table) - opponent
    return table


def goal(table: Playthrough) -> int:
    return int(table.t.goal)


def choice(table: Playthrough, playouts: int, **keys: object) -> tuple[int, list[int], list[int]]:
    """What is taken; playouts and win shares in sixtieths of both actions."""
    strategies = pack_strategies(pig.GAME, [searcher(pig.GAME, playouts, temperature=0, **keys)])
    assert table.legal() == [HOLD, ROLL]
    chosen = table.chooser(strategies)(0, 2)
    tried = table.scratch[0].search
    return chosen, tried.playouts[:2].tolist(), tried.won[:2].tolist()


def test_a_hold_that_wins_is_found_though_the_roll_outs_never_hold() -> None:
    chosen, playouts, won = choice(at_risk(1, 0), 40, weights=ALWAYS_ROLLS)
    assert (chosen, playouts) == (HOLD, [20, 20])
    assert won[HOLD] == 60 * 20 > won[ROLL]


def test_a_player_who_is_about_to_lose_rolls_on() -> None:
    chosen, _, won = choice(at_risk(1, 2), 100, weights={"turn": {"hold": 1000, "wins": 5000}})
    assert chosen == ROLL
    assert won[ROLL] > won[HOLD]


def test_the_favourite_is_left_only_for_a_lead() -> None:
    table = at_risk(1, 0)
    assert choice(table, 40, weights=ALWAYS_ROLLS, lead=1000)[0] == HOLD
    assert choice(table, 40, weights=ALWAYS_ROLLS, lead=10_000)[0] == ROLL  # 20 differences are at most sqrt(20) standard errors


@pytest.mark.parametrize("luck", range(12))
def test_win_share_and_lead_count_alike_in_units_of_their_spread(luck: int) -> None:
    table = at_risk(50, 40)
    table.scratch[0].luck[0] = luck
    chosen, made, won = choice(table, 60, weights=HOLDS_AT_20, lead=0)
    tried = table.scratch[0].search
    ahead, n = tried.ahead[:2].tolist(), sum(made)
    of_share, _, of_lead, counted, shares, leads = tried.sums.tolist()
    assert (counted, shares, leads) == (n, sum(won), sum(ahead))
    spread = [math.isqrt(n * squares - total * total) // n for squares, total in ((of_share, shares), (of_lead, leads))]
    assert tried.units.tolist() == [spread[1], spread[0]]
    assert 0 < spread[1] < goal(table)
    worth = [spread[1] * won[i] + spread[0] * ahead[i] for i in range(2)]
    favourite = int(tried.order[0])
    assert chosen == (1 - favourite if worth[1 - favourite] > worth[favourite] else favourite)


def test_where_no_playout_tells_who_wins_the_lead_does() -> None:
    """Roll-outs that never hold come to no end, and nobody wins; what is banked stays."""
    table = at_risk(30, 40)
    chosen, _, won = choice(table, 40, weights=ALWAYS_ROLLS, max_decisions=30)
    assert (chosen, won) == (HOLD, [0, 0])


@pytest.mark.parametrize("playouts", [2, 3, 7, 40, 101])
def test_the_budget_is_shared_evenly_and_kept(playouts: int) -> None:
    _, made, _ = choice(at_risk(50, 40), playouts, weights=HOLDS_AT_20)
    assert made == [playouts // 2] * 2


def test_the_luck_of_the_seat_is_another_in_every_deal_and_the_same_in_every_process() -> None:
    table = at_risk(50, 40)
    found = set()
    for key in range(6):
        table.scratch[0].luck[0] = key
        first, again = (choice(table, 60, weights=HOLDS_AT_20) for _ in range(2))
        assert first == again
        found.add(tuple(first[2]))
    assert len(found) > 3


def games(first: int, deals: int) -> np.ndarray:
    table = Playthrough(Case(pig.GAME, 2))
    seated = [searcher(pig.GAME, 6, weights=HOLDS_AT_20, temperature=500), strategies_of(pig.GAME)[0]]
    played = play(table, seated, first, deals, records=True)
    assert played["status"][0] == batch.OK
    return played["rows"]


def test_deals_played_apart_are_the_deals_of_one_batch() -> None:
    assert np.array_equal(games(0, 6), np.concatenate([games(0, 2), games(2, 4)]))


def test_without_the_compiler_the_same_games_are_played() -> None:
    code = "import sys; from tests.engine.test_search import games; sys.stdout.write(games(0, 1).tobytes().hex())"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert done.stdout == games(0, 1).tobytes().hex()


def test_where_nobody_searches_no_search_is_compiled() -> None:
    assert pack_strategies(pig.GAME, strategies_of(pig.GAME)).search.direct == 0
    assert pack_strategies(pig.GAME, [searcher(pig.GAME, 6)]).search.direct != 0
