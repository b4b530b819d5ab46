"""A game of a user's own whose rules cannot finish it: told with the game, the deal and the command that shows the position."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import simcli
from tests.cli.project import TESTS

PIG = TESTS / "toys" / "pig" / "pig"
CONFIG = "game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, random]\ndeals: 12\n"
STUCK = ("    n = 0\n    if s.rolls", "    n = 0\n    if s.round > 2:\n        return 0\n    if s.rolls")
ENDLESS = ("def goal_reached(s, t):", "def goal_reached(s, t):\n    return False\n\n\ndef goal_was_reached(s, t):")
NO_LIMIT = ("s.round == t.max_rounds", "s.round == 0")
SITE = "from pig import GAME\nfrom simcli.games import register\nregister(GAME)\n"
Call = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def broken(tmp_path: Path) -> Callable[..., Call]:
    """simcli in a folder whose Pig has these changes of its rules; uncompiled, which is how a game is debugged and soon done."""

    def make(*changes: tuple[str, str], most: int = 400) -> Call:
        shutil.copytree(PIG, tmp_path / "package" / "pig", ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / "package" / "sitecustomize.py").write_text(SITE, "utf-8")
        rules, init = (tmp_path / "package" / "pig" / name for name in ("kernels/rules.py", "__init__.py"))
        for file, old, new in [*((rules, *change) for change in changes), (init, "max_decisions=20_000", f"max_decisions={most}")]:
            text = file.read_text("utf-8")
            assert text.count(old) == 1
            file.write_text(text.replace(old, new), "utf-8")
        (tmp_path / "my.yaml").write_text(CONFIG, "utf-8")
        path = os.pathsep.join(map(str, (tmp_path / "package", Path(simcli.__file__).parents[1])))
        own = {k: v for k, v in os.environ.items() if k != "SIMCLI_KERNEL_SOURCES"}
        environment = own | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}

        def call(*words: str) -> subprocess.CompletedProcess[str]:
            line = [sys.executable, "-m", "simcli", *words]
            return subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)

        return call

    return make


def command_of(told: str) -> list[str]:
    """The words of the command that a message names, without `simcli`."""
    line = told[told.index("simcli trace") :].partition(";")[0].partition("\n")[0]
    return shlex.split(line)[1:]


def test_a_position_without_legal_actions_is_refused_and_can_be_seen(broken: Callable[..., Call]) -> None:
    call = broken(STUCK)
    for verb in (("run",), ("feel",), ("coverage",), ("trace", "--pick", "closest")):
        told = call(verb[0], "my.yaml", *verb[1:], *(["--seed", "1"] if verb[0] == "run" else []))
        assert told.returncode == 2, (verb, told.stderr)
        assert "game pig: no action is legal after" in told.stderr
        assert "of deal 0, rotation 0: seat 1 is asked for 'turn' (PG-10)" in told.stderr
        assert "see it: simcli trace my.yaml" in told.stderr
    shown = call(*command_of(told.stderr))
    assert shown.returncode == 2
    assert "round 2" in shown.stdout
    assert "game pig: no action is legal after" in shown.stderr
    assert "`legal_actions` lists at least one action" in shown.stderr


def test_a_game_that_never_ends_is_refused_and_can_be_seen(broken: Callable[..., Call]) -> None:
    call = broken(ENDLESS, NO_LIMIT)
    for verb in (("run",), ("run", "--deals", "1", "--out", "short"), ("feel", "--deals", "4"), ("trace", "--pick", "closest")):
        told = call(verb[0], "my.yaml", *verb[1:])
        assert told.returncode == 2, (verb, told.stdout, told.stderr)
        assert "game pig: none of " in told.stderr
        assert "has ended after 400 decisions" in told.stderr
    shown = call(*command_of(told.stderr))
    assert shown.returncode == 0
    assert shown.stdout.startswith("The game did not end: it was stopped after 400 decisions.\n")


def test_a_score_outside_the_range_of_the_catalogue_is_refused_with_its_game(broken: Callable[..., Call]) -> None:
    call = broken(("    s.banked[p] += s.at_risk\n", "    s.banked[p] += 5000 + s.at_risk\n"))
    told = call("run", "my.yaml")
    assert told.returncode == 2
    assert "game pig: a score lies outside the range of its catalogue, 0 to 1000 (deal 0, rotation 0)" in told.stderr
    assert call(*command_of(told.stderr)).returncode == 0
