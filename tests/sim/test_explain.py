"""A choose() that raises is told with its line, its code and the exception's text, in a run and in a trace."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from simcli.config import ResolvedRun, load_config
from simcli.errors import UserError
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.trace.trace import Setup, trace

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

SOURCE = '''"""reads what is not there after some decisions"""

import numpy as np
from numba import njit

from simcli.engine import rng

@njit
def column(X, i):
    return X[0, i]


def choose(s, t, actions, X, weights, noise):
    if rng.below(noise, 20) == 0:
        {line}
    return np.int64(0)
'''


@pytest.mark.parametrize(
    ("line", "place", "text", "code"),
    [
        ("return column(X, 5)", 10, "IndexError: index 5 is out of bounds for axis 1 with size 5", "in `return X[0, i]`"),
        ("return 7 // (X[0, 0] - X[0, 0])", 15, "ZeroDivisionError: division by zero", "in `return 7 // (X[0, 0] - X[0, 0])`"),
        ("raise ValueError('no plan')", 15, "ValueError: no plan", "in `raise ValueError('no plan')`"),
    ],
)
def test_an_exception_is_told_with_line_code_and_text(run_of: object, line: str, place: int, text: str, code: str) -> None:
    run = own_run(line)
    with pytest.raises(UserError) as caught:
        Player(make_plan(run)).play(Batch(0, 0, 0, 50))
    (problem,) = caught.value.problems
    assert (problem.where.file, problem.where.line) == ("mine.py", place)
    assert problem.what.startswith(f"choose() raised {text} (deal ")
    assert problem.hint == code


def test_a_trace_tells_the_same(run_of: object) -> None:
    run = own_run("return X[0, 5]")
    setup = Setup.of(run, run.played_variants[0], 2)
    with pytest.raises(UserError) as caught:
        deque(line for deal in range(20) for line in trace(setup, deal))
    (problem,) = caught.value.problems
    assert (problem.where.file, problem.where.line) == ("mine.py", 15)
    assert problem.what == "choose() raised IndexError: index 5 is out of bounds for axis 1 with size 5 (in this game)"


def own_run(line: str) -> ResolvedRun:
    Path("mine.py").write_text(SOURCE.format(line=line), "utf-8")
    Path("own.yaml").write_text("game: pig\nplayers: 2\nstrategies: [./mine.py]\ntables: mirror\n", "utf-8")
    return load_config("own.yaml")
