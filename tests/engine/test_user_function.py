"""A user's own strategy in Python: it runs, and what is wrong with it is said with file and line."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pig
import pytest

from simcli.engine import batch
from simcli.engine.loop.lineup import MAX_FUNCTIONS, pack_strategies
from simcli.errors import UserError
from simcli.game import FIXED
from simcli.testing import playthrough

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

HOLD_AT_20 = """\
def choose(s, t, actions, X, weights, noise):
    for i in range(len(actions)):
        if actions[i] == 0 and X[i, 1] >= 20:
            return i
    return len(actions) - 1
"""


def function(source: str, where: str = "mine.py") -> Any:
    return SimpleNamespace(name="mine", kind="function", weights={}, temperature=0, source=source, where=where, columns={}, trees={})


def choosing(expression: str) -> Any:
    return function(f"def choose(s, t, actions, X, weights, noise):\n    return {expression}\n")


RANDOM = SimpleNamespace(name="random", kind="random", weights={}, temperature=0, source="", where="built in", columns={}, trees={})
FIRST = choosing("0")


@pytest.fixture(scope="module")
def table() -> playthrough.Playthrough:
    return playthrough.Playthrough(playthrough.Case(pig.GAME, 2))


def test_a_function_plays_as_the_same_weights_do(table: playthrough.Playthrough) -> None:
    heuristic = SimpleNamespace(**vars(RANDOM) | {"name": "hold_at_20", "kind": "heuristic", "weights": {"turn": {"over_twenty": 1000}}})
    mine = playthrough.play(table, [function(HOLD_AT_20), RANDOM], 0, 50, records=True)
    same = playthrough.play(table, [heuristic, RANDOM], 0, 50, records=True)
    assert mine["status"][0] == batch.OK
    assert mine["flat"].tolist() == same["flat"].tolist()
    assert mine["rows"].tolist() == same["rows"].tolist()


def test_eight_functions_play_and_a_ninth_is_refused(table: playthrough.Playthrough) -> None:
    assert playthrough.play(table, [function(HOLD_AT_20)] * MAX_FUNCTIONS, 0, 2)["status"][0] == batch.OK
    with pytest.raises(UserError, match="number 9, a run takes 8"):
        pack_strategies(table.game, [function(HOLD_AT_20)] * (MAX_FUNCTIONS + 1))


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        ("def choose(s, t, actions, X, weights, noise)\n    return 0\n", 1, "cannot be loaded"),
        ("x = 1\n\ny = x / 0\n", 3, "division by zero"),
        ("def choose(s, t, actions, X, weights, noise):\n    n = 0\n    return n.upper()\n", 3, "does not compile"),
        ("def choose(s, t, actions, X, weights, noise):\n    return s.no_such_field\n", 2, "does not compile"),
        ("def choose(s, t, actions, X, weights, noise):\n    return 'first'\n", 2, "choose() returns a value of type unicode_type"),
        (
            "def choose(s, t, actions, X, weights, noise):\n    return len(actions) / 2\n",
            2,
            "returns a value of type float64, expected a whole",
        ),
        ("def choose(s, t, actions, X, weights, noise):\n    return X[0, 1] > 3\n", 2, "returns true or false, expected a whole number"),
        ("def choose(s, t, actions, X, weights, noise):\n    if X[0, 1] > 3:\n        return 1\n", 2, "returns nothing, expected a whole"),
        ("def choose(s, t, actions, X, weights, noise):\n    if X[0, 1] > 3:\n        return 1.5\n    return 0\n", 3, "type float64"),
    ],
    ids=["syntax", "module code", "type", "field", "text", "fraction", "switch", "no return", "one fraction of two"],
)
def test_what_cannot_run_is_told_with_file_and_line(table: playthrough.Playthrough, source: str, line: int, says: str) -> None:
    with pytest.raises(UserError) as caught:
        pack_strategies(table.game, [RANDOM, function(source, "folder/mine.py")])
    problem = caught.value.problems[0]
    assert (problem.where.file, problem.where.line) == ("folder/mine.py", line)
    assert says in problem.what


@pytest.mark.parametrize("expression", ["2", "-1", "len(actions)", "10**12"])
def test_an_index_out_of_range_ends_the_batch_and_is_told(table: playthrough.Playthrough, expression: str) -> None:
    played = playthrough.play(table, [RANDOM, choosing(expression)], 5, 3, FIXED)
    code, strategy, index, n, deal, rotation = played["status"].tolist()
    assert (code, strategy, n, deal, rotation) == (batch.BAD_CHOICE, 1, 2, 5, 0)
    assert index == {"2": 2, "-1": -1, "len(actions)": 2, "10**12": 10**12}[expression]


@pytest.mark.parametrize(
    "expression",
    ["1 // (len(actions) - len(actions))", "X[0, 5]", "X[0, X.shape[1]]", "weights[5]", "actions[len(actions)]", "X[len(X), 0]"],
)
def test_an_exception_in_a_function_is_told(table: playthrough.Playthrough, expression: str) -> None:
    played = playthrough.play(table, [choosing(expression)], 0, 1)
    assert played["status"][[0, 2]].tolist() == [batch.BAD_CHOICE, batch.RAISED]


def test_a_function_sees_the_columns_of_the_decision_and_no_more(table: playthrough.Playthrough) -> None:
    played = playthrough.play(table, [choosing("1000 * len(weights) + 10 * X.shape[1] + X.shape[0]")], 0, 1)
    assert len(table.game.decisions[0].features) == 5
    assert played["status"][2] == 5052
