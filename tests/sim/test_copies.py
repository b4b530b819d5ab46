"""Copies of a strategy under other names win and score exactly alike: seats have the same luck in all rotations that seat others.

Where the same strategies sit in the same seats again, their luck is another: no game is played twice.
"""

from __future__ import annotations

import importlib
from copy import copy
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pig
import pytest

from simcli.engine import batch
from simcli.engine.kernel import entry
from simcli.engine.loop import playout
from simcli.game import FIXED, MIRROR, MIXED
from simcli.testing import playthrough
from simcli.testing.playthrough import Case
from tests.sim.strategies import FIRST

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
GAMES = sorted(path.parent.name for path in Path(__file__).parents[1].glob("games/*/cases.py"))
ALL = [case for game in GAMES for case in importlib.import_module(f"tests.games.{game}.cases").CASES]
ALL += [Case(pig.GAME, n) for n in (2, 3, 4)]
CASES = list({(case.game.id, case.players): case for case in ALL if case.players > 1}.values())
KINDS = ("random", "cold", "hot")
DEALS = 6
R = batch
BY_NAME = [R.RECORD_ROTATION, R.RECORD_STRATEGY]
"""Columns of the records that tell copies apart."""

period_of = entry(playout.period_of)


def copies(game: Any, kind: str, number: int) -> list[Any]:
    """One strategy under several names."""
    original = next(strategy for strategy in playthrough.strategies_of(game) if strategy.name == kind)
    out = [copy(original) for _ in range(number)]
    for i, strategy in enumerate(out):
        strategy.name = f"copy {i + 1}"
    return out


def played(table: playthrough.Playthrough, strategies: list[Any], mode: int = MIXED) -> tuple[Any, np.ndarray]:
    """The parts of the tally, and the records: int64[deals, rotations, seats, columns]."""
    found = playthrough.play(table, strategies, 0, DEALS, mode, records=True)
    rows = found["rows"]
    return found["layout"].parts(found["flat"]), rows.reshape(DEALS, -1, table.case.players, rows.shape[1])


def without_names(rows: np.ndarray) -> list[Any]:
    """The records without the number of the rotation and the strategies."""
    kept: list[Any] = np.delete(rows, BY_NAME, axis=-1).tolist()
    return kept


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_copies_win_and_score_exactly_alike(case: Case, kind: str) -> None:
    """In every deal, those it seats; in the whole run where every deal seats all of them equally often."""
    table = playthrough.Playthrough(case)
    for number, mode in product((2, 3), (MIXED, MIRROR, FIXED)):
        parts, rows = played(table, copies(table.game, kind, number), mode)
        for deal in rows:
            lines = deal.reshape(-1, deal.shape[-1])
            total = np.delete(lines, BY_NAME, axis=1).sum(axis=0)
            for k in set(lines[:, R.RECORD_STRATEGY]):
                own = np.delete(lines[lines[:, R.RECORD_STRATEGY] == k], BY_NAME, axis=1)
                assert (own.sum(axis=0) * len(lines) == total * len(own)).all()
        if mode == MIRROR or case.players % number == 0:
            for part in (parts.strategy_share, parts.strategy_score):
                assert len({(c, y) for c, y in part[:, :2].tolist()}) == 1
        if mode == MIRROR:
            for deal in rows:
                assert all(without_names(game) == without_names(deal[0]) for game in deal)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_alone_a_strategy_plays_another_game_in_every_rotation(case: Case) -> None:
    """With a strategy that draws its choices, in each of the deals."""
    table = playthrough.Playthrough(case)
    _, rows = played(table, copies(table.game, "random", 1))
    for deal in rows:
        games = without_names(deal)
        assert all(games[i] != games[j] for i in range(len(games)) for j in range(i))


def test_a_line_up_that_comes_again_has_other_luck() -> None:
    """One, two, one, two: rotations 0 and 2 seat the same, and so do 1 and 3. With copies 0 and 1 are the same game, 0 and 2 are not."""
    table = playthrough.Playthrough(Case(pig.GAME, 4))
    _, rows = played(table, copies(table.game, "random", 2), FIXED)
    for deal in rows:
        assert (deal[0, :, R.RECORD_STRATEGY] == deal[2, :, R.RECORD_STRATEGY]).all()
        games = without_names(deal)
        assert games[0] == games[1]
        assert games[2] == games[3]
        assert games[0] != games[2]


def test_python_strategies_have_the_luck_of_their_seat() -> None:
    draws = copy(FIRST)
    source = "from simcli.engine import rng\n\n\ndef choose(s, t, actions, X, weights, noise):\n    return rng.below(noise, len(actions))\n"
    object.__setattr__(draws, "source", source)
    table = playthrough.Playthrough(Case(pig.GAME, 2))
    parts, rows = played(table, [draws, copy(draws)])
    assert len({str(without_names(deal)) for deal in rows}) == DEALS
    for part in (parts.strategy_share, parts.strategy_score):
        assert part[0, :2].tolist() == part[1, :2].tolist()
    for deal in rows:
        assert without_names(deal[0]) == without_names(deal[1])


@pytest.mark.parametrize("n", range(1, 7))
def test_the_period_of_a_line_up_is_where_it_first_seats_the_same(n: int) -> None:
    for lineup in product(range(3), repeat=n):
        turned = [lineup[r:] + lineup[:r] for r in range(1, n + 1)]
        assert period_of(np.array(lineup, np.int64), n) == turned.index(lineup) + 1
