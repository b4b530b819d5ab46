"""Loops of a game's file count their steps."""

from __future__ import annotations

import ast
import traceback
from typing import Any

import pytest

from simcli.games.onefile.fuse import ENDLESS, MOST_STEPS, fused
from tests.cli.project import TESTS

TEXT = '''"""Loops."""

from __future__ import annotations


def down(n):
    """Counts down."""
    count = 0
    while n > 0:
        n -= 1
        if n == 3:
            continue
        count += 1
    return count


def twice(n, m):
    for _ in range(2):
        while n > 0:
            k = m
            while k > 0:
                k -= 1
            n -= 1
    return n
'''


def _made(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(fused(ast.parse(text)), "loops.py", "exec", dont_inherit=True), names)
    return names


def _line_told(call: Any) -> int:
    with pytest.raises(RuntimeError, match=ENDLESS) as raised:
        call()
    return traceback.extract_tb(raised.value.__traceback__)[-1].lineno or 0


def test_a_loop_with_an_end_is_played_as_it_was():
    down = _made(TEXT)["down"]
    assert down(10) == 9
    assert down.__doc__ == "Counts down."
    assert down(MOST_STEPS) == MOST_STEPS - 1


def test_a_step_too_many_is_told_at_the_line_of_the_loop():
    assert _line_told(lambda: _made(TEXT)["down"](MOST_STEPS + 1)) == 9


def test_all_loops_of_a_call_count_together():
    twice = _made(TEXT)["twice"]
    assert twice(999, 999) == 0
    assert _line_told(lambda: twice(1001, 1000)) == 21


def test_loops_outside_functions_count_too():
    assert _line_told(lambda: _made("X = 1\nif X:\n    while X:\n        X += 1\n")) == 3


def test_a_file_without_such_loops_is_as_it_was():
    text = (TESTS / "toys/small/stones.py").read_text("utf-8")
    assert ast.dump(fused(ast.parse(text)), include_attributes=True) == ast.dump(ast.parse(text), include_attributes=True)
