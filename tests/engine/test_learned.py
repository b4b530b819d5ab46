"""A learned player takes what its trees value most, sees the columns it learned from, and plays the same games however they are run."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import zlib
from random import Random
from typing import Any

import numpy as np
import pig
import pytest
from numba import njit

from simcli.base.models import (
    AFTER,
    BAND,
    BEFORE,
    FEATURE,
    HEAD,
    HIGHEST,
    KIND_BITS,
    LOWEST,
    MOST_LEAVES,
    MOST_TREES,
    MOST_TRIED,
    MOST_WORDS,
    N_BANDS,
    N_EACH,
    NODE_ABOVE,
    NODE_BELOW,
    PLACE_MASK,
    PLAN,
    TABLE,
    TABLE_COLUMNS,
    Trees,
    against_mean,
    column_codes,
    pack_trees,
    read_trees,
)
from simcli.engine import batch
from simcli.engine.header import ALL_FEATURES
from simcli.engine.loop.columns import put_against_mean
from simcli.engine.loop.lineup import pack_strategies
from simcli.engine.loop.trees import sum_trees
from simcli.games import get_game
from simcli.testing.playthrough import Case, Playthrough, learner, play, strategies_of, stumps


def test_trees_come_back_from_their_text() -> None:
    trees = stumps(5, Random(1))
    again = read_trees(trees.text())
    assert all(np.array_equal(getattr(trees, part), getattr(again, part)) for part in ("roots", "nodes", "leaves"))


def text_of(*words: int) -> str:
    return base64.b64encode(zlib.compress(np.array(words, "<i4").tobytes())).decode()


@pytest.mark.parametrize(
    "text",
    [
        *("", "no trees", "AAAA", stumps(2, Random(1)).text()[:-8]),
        *(text_of(), text_of(1, 0), text_of(-1, 0, 1), text_of(0, 2**30, 0), text_of(2, 0, 0, 1)),
        base64.b64encode(zlib.compress(bytes(8 * MOST_WORDS))).decode(),
    ],
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_trees(text)


@pytest.mark.parametrize("node", [[0, 0, 0, -1], [0, 0, -3, -1], [0, 0, 7, -1], [2, 0, -1, -2], [-1, 0, -1, -2]])
def test_trees_that_lead_nowhere_are_not_sound(node: list[int]) -> None:
    leaves = np.zeros(2, np.int32)
    assert Trees(np.zeros(1, np.int32), np.array([[0, 0, -1, -2]], np.int32), leaves).is_sound(2)
    assert not Trees(np.zeros(1, np.int32), np.array([node], np.int32), leaves).is_sound(2)


def test_trees_that_add_up_to_more_than_32_bits_are_refused() -> None:
    none, half = np.zeros((0, 4), np.int32), np.array([2**30, -(2**30)], np.int32)
    assert len(Trees(np.array([-1, -2], np.int32), none, half - np.array([1, 0], np.int32)).splits[1]) == 2
    with pytest.raises(ValueError, match="32 bits"):
        assert Trees(np.array([-1, -2], np.int32), none, half).splits


def test_more_trees_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="more than 4,000 trees"):
        assert Trees(-1 - np.arange(MOST_TREES + 1, dtype=np.int32), np.zeros((0, 4), np.int32), np.zeros(MOST_TREES + 1, np.int32)).splits


@pytest.mark.parametrize("game_id", ["guildes", "kingdom_builder"])
def test_the_columns_are_what_they_are_called_and_the_best_by_the_trees_is_taken(game_id: str) -> None:
    game = get_game(game_id)
    table, who = Playthrough(Case(game, 3)), learner(game, best=5)
    packed = pack_strategies(game, [who])
    choose = table.chooser(packed)
    seen = 0
    for legal in table.walk(3):
        n, decision = len(legal), game.decisions[int(table.s.phase)]
        if n < 2 or seen == 40:
            continue
        seen += 1
        before = table.saved()
        chosen = choose(0, n)
        work = table.scratch[0].learned
        m = min(n, 5)
        order, columns = work.order[:m].tolist(), work.columns[: len(who.columns[decision.name]), :m].T.tolist()
        trees = read_trees(who.trees[decision.name])
        values = [trees.value(row) for row in columns]
        assert values == work.values[:m].tolist()
        assert chosen == order[values.index(max(values))]
        assert order == list(range(n)) if n <= 5 else len(set(order)) == 5
        assert table.is_at(before, frozenset(["feature_mask"]) | {name for name in game.state.STATE.names or () if is_scratch(game, name)})
        X = table.features(ALL_FEATURES, 0)[order].astype(np.int64)
        for name, column in zip(who.columns[decision.name], np.array(columns).T, strict=True):
            code = column_codes(game, decision)[name]
            kind, k = code >> KIND_BITS, code & PLACE_MASK
            if kind == FEATURE:
                assert column.tolist() == X[:, k].tolist(), name
            elif kind == TABLE:
                place = (int(table.s.actor) - int(table.s.first)) % 3
                known = {"players": 3, "round": int(table.s["round"]), "legal": n, "place": place}
                assert set(column.tolist()) == {known[TABLE_COLUMNS[k].name]}
            elif kind == PLAN:
                sums = table.sums(0, packed)[order].tolist()
                said = [max(sums) - own for own in sums] if k == 0 else [sum(other > own for other in sums) for own in sums]
                assert column.tolist() == said
            elif kind not in (BEFORE, AFTER):
                assert column.tolist() == [against_mean(int(x), int(X[:, k].sum()), m) for x in X[:, k]], name
    assert seen == 40


def forest(columns: int, number: int, dice: Random) -> Trees:
    """Trees of up to MOST_LEAVES leaves, which are split as they are drawn, also by what no value lies above."""
    roots, nodes, leaves = list[int](), list[list[int]](), list[int]()
    for tree in range(number):
        roots.append(0)
        ends = [(roots, tree)]
        for _ in range(dice.randrange(MOST_LEAVES)):
            row, at = ends.pop(dice.randrange(len(ends)))
            row[at] = len(nodes)
            nodes.append([dice.randrange(columns), dice.choice([*range(-3, 4), LOWEST, HIGHEST - 1, HIGHEST]), 0, 0])
            ends += [(nodes[-1], NODE_BELOW), (nodes[-1], NODE_ABOVE)]
        for row, at in ends:
            leaves.append(dice.randint(-(10**6), 10**6))
            row[at] = -len(leaves)
    return Trees(np.array(roots, np.int32), np.array(nodes, np.int32), np.array(leaves, np.int32))


@njit
def summed(columns: Any, m: int, models: Any, gone: Any, values: Any) -> None:
    sum_trees(columns, np.int64(m), models, np.int64(0), np.zeros_like(columns), gone, values)


@pytest.mark.parametrize(("columns", "looked_up"), [(6, True), (90, False)])
@pytest.mark.parametrize("m", range(1, 9))
def test_trees_of_any_shape_say_of_each_action_what_a_walk_from_the_root_comes_to(m: int, columns: int, looked_up: bool) -> None:
    dice = Random(m)
    trees = forest(columns, BAND + 20, dice)
    assert trees.is_sound(columns)
    kinds = [(FEATURE, TABLE, AFTER, BEFORE, PLAN, FEATURE)[k % 6] for k in range(columns)]
    models, values = pack_trees(tuple(kind << KIND_BITS for kind in kinds), trees.text()), np.zeros(MOST_TRIED, np.int32)
    assert [models[at + N_EACH] > 0 for at in models[HEAD + columns :][: models[N_BANDS]]] == [looked_up] * 2
    known = [[dice.choice([*range(-4, 5), LOWEST, HIGHEST]) for _ in range(MOST_TRIED)] for _ in kinds]
    shared = [row[:1] * MOST_TRIED if kind in (TABLE, BEFORE) else row for kind, row in zip(kinds, known, strict=True)]
    summed(np.array(shared, np.int32), m, models, np.ones(BAND, np.int32), values)
    assert values[:m].tolist() == [trees.value(column) for column in np.array(shared).T.tolist()[:m]]


@njit
def against_mean_of(values: Any, columns: Any, m: int) -> None:
    for k in range(values.shape[1]):
        put_against_mean(values, k, columns, k, np.int64(m))


@pytest.mark.parametrize("m", range(1, 9))
def test_features_against_their_mean_are_whole_numbers_rounded_down_as_python_has_them(m: int) -> None:
    rng = np.random.default_rng(m)
    wide = [*(rng.integers(-(2**b), 2**b, (8, 40)) for b in (3, 12, 26, 31)), np.array([[2**31 - 1], [-(2**31)]] * 4)]
    values = np.concatenate(wide, axis=1).astype(np.int32)
    found = np.zeros((values.shape[1], 8), np.int32)
    against_mean_of(values, found, m)
    for column, row in zip(values.T.tolist(), found.tolist(), strict=True):
        exact = [against_mean(x, sum(column[:m]), m) for x in column[:m]]
        assert row[:m] == [min(max(x, -(2**31)), 2**31 - 1) for x in exact]


def is_scratch(game: Any, name: str) -> bool:
    return bool(game.state.STATE_FIELDS[name].startswith("scratch"))


def games(first: int, deals: int) -> np.ndarray:
    table = Playthrough(Case(pig.GAME, 2))
    played = play(table, [learner(pig.GAME), strategies_of(pig.GAME)[0]], first, deals, records=True)
    assert played["status"][0] == batch.OK
    return played["rows"]


def test_deals_played_apart_are_the_deals_of_one_batch() -> None:
    assert np.array_equal(games(0, 6), np.concatenate([games(0, 2), games(2, 4)]))


def test_without_the_compiler_the_same_games_are_played() -> None:
    code = "import sys; from tests.engine.test_learned import games; sys.stdout.write(games(0, 1).tobytes().hex())"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert done.stdout == games(0, 1).tobytes().hex()
