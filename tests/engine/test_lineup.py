"""Who sits where: line-ups of a deal and their rotations."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pig
import pytest

from simcli.engine import batch
from simcli.engine.loop import lineup, steps
from simcli.game import FIXED, MIRROR, MIXED
from simcli.testing import playthrough

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def lineup_of(deal: int, strategies: int, players: int, seed: int = 3) -> list[int]:
    scratch = lineup.new_scratch(pig.GAME)
    order = np.zeros(strategies, np.int64)
    steps.step_lineup(MIXED, np.zeros(1, np.int64), strategies, deal, np.uint64(seed), players, scratch, order)
    assert not order.any()
    return [int(k) for k in scratch[0].lineup[:players]]


def test_columns_of_learned_players_are_read_in_one_piece() -> None:
    for _ in range(20):
        (scratch,) = lineup.new_scratch(pig.GAME)
        assert scratch.learned.columns.ctypes.data % lineup.CACHE_LINE == 0


@pytest.mark.parametrize(("strategies", "players"), [(1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (9, 3), (2, 3)])
def test_in_every_deal_strategies_appear_equally_often_or_once_more(strategies: int, players: int) -> None:
    least, more = divmod(players, strategies)
    for deal in range(200):
        counts = Counter(lineup_of(deal, strategies, players))
        seen = sorted(counts.get(k, 0) for k in range(strategies))
        assert seen == [least] * (strategies - more) + [least + 1] * more


@pytest.mark.parametrize(("strategies", "players"), [(3, 4), (5, 3), (2, 3)])
def test_over_all_deals_each_strategy_appears_equally_often(strategies: int, players: int) -> None:
    """Counts within 5 standard deviations of the mean; a false alarm in 1 of 170,000 runs."""
    deals = 3000
    counts = Counter(k for deal in range(deals) for k in lineup_of(deal, strategies, players))
    chance = players % strategies / strategies
    spread = (deals * chance * (1 - chance)) ** 0.5
    assert all(abs(counts[k] - deals * players / strategies) < 5 * spread for k in range(strategies))


def test_all_orders_of_three_strategies_are_equally_likely() -> None:
    """Each of six orders within 5 standard deviations of 1,000 in 6,000 deals; a false alarm in 1 of 290,000 runs."""
    counts = Counter(tuple(lineup_of(deal, 3, 3)) for deal in range(6000))
    assert set(counts) == set(permutations(range(3)))
    assert max(abs(c - 1000) for c in counts.values()) < 5 * (6000 / 6 * 5 / 6) ** 0.5


def test_a_line_up_depends_on_seed_and_deal_only() -> None:
    assert lineup_of(17, 4, 4) == lineup_of(17, 4, 4)
    assert [lineup_of(d, 4, 4) for d in range(20)] != [lineup_of(d, 4, 4, seed=4) for d in range(20)]


def seats_of(mode: int, strategies: int, players: int) -> dict[int, list[tuple[int, ...]]]:
    """deal -> strategies by seat of every rotation."""
    table = playthrough.Playthrough(playthrough.Case(pig.GAME, players))
    made = [
        SimpleNamespace(name=str(k), kind="random", weights={}, temperature=0, source="", where="here", columns={}, trees={})
        for k in range(strategies)
    ]
    rows: Any = playthrough.play(table, made, 0, 5, mode, records=True)["rows"]
    seats: dict[int, list[tuple[int, ...]]] = {}
    for at in range(0, len(rows), players):
        game = rows[at : at + players]
        assert game[:, batch.RECORD_SEAT].tolist() == list(range(1, players + 1))
        seats.setdefault(int(game[0, batch.RECORD_DEAL]), []).append(tuple(game[:, batch.RECORD_STRATEGY].tolist()))
    return seats


def test_each_strategy_of_a_mixed_line_up_sits_once_in_every_seat() -> None:
    for deal, games in seats_of(MIXED, 4, 4).items():
        dealt = lineup_of(deal, 4, 4, seed=9)
        assert games == [tuple(dealt[(p + r) % 4] for p in range(4)) for r in range(4)]
        assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*games, strict=True))


def test_a_fixed_line_up_rotates() -> None:
    assert seats_of(FIXED, 2, 3)[0] == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]


def test_a_mirror_table_is_one_strategy_in_all_seats() -> None:
    assert seats_of(MIRROR, 3, 2)[4] == [(0, 0), (1, 1), (2, 2)]
