"""A game of a user's own whose rules cannot finish it: told with the game, the deal and the command that shows the position."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import simcli
from tests.cli.forked import forks
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

    def make(*changes: tuple[str, str], most: int = 400, is_compiled: bool = False) -> Call:
        shutil.copytree(PIG, tmp_path / "package" / "pig", ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / "package" / "sitecustomize.py").write_text(SITE, "utf-8")
        rules, init = (tmp_path / "package" / "pig" / name for name in ("kernels/rules.py", "__init__.py"))
        for file, old, new in [*((rules, *change) for change in changes), (init, "max_decisions=20_000", f"max_decisions={most}")]:
            text = file.read_text("utf-8")
            assert text.count(old) == 1, old
            file.write_text(text.replace(old, new), "utf-8")
        (tmp_path / "my.yaml").write_text(CONFIG, "utf-8")
        path = os.pathsep.join(map(str, (tmp_path / "package", Path(simcli.__file__).parents[1])))
        environment = os.environ | {"PYTHONPATH": path} | ({} if is_compiled else {"NUMBA_DISABLE_JIT": "1"})
        return lambda *words: forks().run([*words], tmp_path, environment)

    return make


def command_of(told: str) -> list[str]:
    """The words of the command that a message names, without `simcli`."""
    line = told[told.index("simcli trace") :].partition(";")[0].partition("\n")[0]
    return shlex.split(line)[1:]


def test_a_position_without_legal_actions_is_refused_and_can_be_seen(broken: Callable[..., Call]) -> None:
    call = broken(STUCK)
    for verb in (("run",), ("feel",), ("regret",), ("coverage",), ("trace", "--pick", "closest")):
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
    call = broken(ENDLESS, NO_LIMIT, most=60)
    few = ("--deals", "4")
    for verb in (
        ("run",),
        ("run", "--deals", "1", "--out", "short"),
        ("feel", *few),
        ("regret", "--deals", "8"),
        ("trace", "--pick", "closest"),
    ):
        told = call(verb[0], "my.yaml", *verb[1:])
        assert told.returncode == 2, (verb, told.stdout, told.stderr)
        assert "game pig: none of " in told.stderr
        assert "has ended after 60 decisions" in told.stderr
    shown = call(*command_of(told.stderr))
    assert shown.returncode == 0
    assert shown.stdout.startswith("The game did not end: it was stopped after 60 decisions.\n")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((STUCK,), "game pig: no action is legal after"),
        ((ENDLESS, NO_LIMIT), "game pig: none of "),
        (
            (("s.rolls += 1", 's.rolls += "1"'),),
            "package/pig/kernels/rules.py:48:1: game pig: TypeError: a text stands where a number belongs",
        ),
    ],
)
def test_a_player_cannot_learn_in_it_and_no_folder_stays(
    broken: Callable[..., Call], changes: tuple[tuple[str, str], ...], said: str
) -> None:
    call = broken(*changes, most=100)
    told = call("learn", "pig", "--players", "2", "--deals", "150", "--worlds", "2", "--out", "learned")
    assert (told.returncode, said in told.stderr) == (2, True), told.stderr
    assert "learned" not in call("runs", ".").stdout
    assert call("run", "my.yaml", "--out", "learned", "--dry-run", "--format", "json").stdout.count('"folder_exists": false') == 1


def test_a_score_outside_the_range_of_the_catalogue_is_refused_with_its_game(broken: Callable[..., Call]) -> None:
    call = broken(("    s.banked[p] += s.at_risk\n", "    s.banked[p] += 5000 + s.at_risk\n"))
    told = call("run", "my.yaml")
    assert told.returncode == 2
    assert "game pig: a score lies outside the range of its catalogue, 0 to 1000 (deal 0, rotation 0)" in told.stderr
    assert call(*command_of(told.stderr)).returncode == 0


RULES = "package/pig/kernels/rules.py"
MISTAKES = {
    "a misspelt field": (
        ("s.at_risk += t", "s.at_rsik += t"),
        f"{RULES}:51:1: game pig: there is no field 'at_rsik' in this record in roll() (deal 0)",
        "did you mean 'at_risk'?",
    ),
    "a misspelt table": (
        ("below(s.chance, t.n_faces)", "below(s.chance, t.n_fases)"),
        f"{RULES}:47:1: game pig: there is no field 'n_fases'",
        "did you mean 'n_faces'?",
    ),
    "a misspelt name": (("        hold(s, t)", "        hodl(s, t)"), f"{RULES}:29:1: game pig: there is no name 'hodl'", "'hold'?"),
    "a missing import": (
        ("from simcli.engine.mark import mark\n", ""),
        f"{RULES}:52:1: game pig: there is no name 'mark' here in roll()",
        "import it, or define it",
    ),
    "a text for a number": (
        ("s.rolls += 1", 's.rolls += "1"'),
        f"{RULES}:48:1: game pig: TypeError: a text stands where a number belongs in roll()",
        'in `s.rolls += "1"`',
    ),
    "a forgotten return": (
        ("    return n + 1", "    n + 1"),
        f"{RULES}:15:1: game pig: legal_actions returns None, expected the number of actions that it has listed (deal 0)",
        "in `def legal_actions(s, t, actions):`",
    ),
    "too many arguments": (
        ("        start_turn(s)", "        start_turn(s, t)"),
        f"{RULES}:77:1: game pig: TypeError: start_turn() takes 1 positional argument but 2 were given in end_turn()",
        "in `start_turn(s, t)`",
    ),
    "an index outside its array": (
        ("t.points[face]", "t.points[face + 99]"),
        f"{RULES}:51:1: game pig: IndexError: index ",
        "in `s.at_risk += t.points[face + 99]`",
    ),
    "a kernel that is not there": (
        ("def apply_action(", "def aply_action("),
        "package/pig/kernels/__init__.py:5:1: game pig: ImportError: cannot import name 'apply_action'",
        "in `from .rules import apply_action, legal_actions`",
    ),
    "a line that is no Python": (
        ("def hold(s, t):", "def hold(s, t)"),
        f"{RULES}:35:1: game pig: SyntaxError: expected ':'",
        "in `def hold",
    ),
}
"""A change of the rules of Pig, the place and words of the message, and its hint."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_rules_is_told_at_its_line(broken: Callable[..., Call], mistake: str) -> None:
    change, said, hint = MISTAKES[mistake]
    found = broken(change)("run", "my.yaml", "--seed", "1")
    assert found.returncode == 2, found.stderr
    assert said in found.stderr
    assert hint in found.stderr.partition(said)[2]


@pytest.mark.parametrize(
    "verb",
    [
        ("feel", "--deals", "4"),
        ("regret", "--deals", "4"),
        ("coverage", "--deals", "4"),
        ("trace", "--deal", "3"),
        ("trace", "--pick", "closest"),
    ],
)
def test_every_study_tells_it(broken: Callable[..., Call], verb: tuple[str, ...]) -> None:
    change, said, hint = MISTAKES["a text for a number"]
    found = broken(change)(verb[0], "my.yaml", *verb[1:])
    assert found.returncode == 2, found.stderr
    assert said in found.stderr
    assert hint in found.stderr


@pytest.mark.parametrize(
    ("change", "said", "hint"),
    [
        (
            ("@kernel\ndef roll(", "def roll("),
            f"{RULES}:31:1: game pig: kernels call 'roll', which is no kernel",
            "write @kernel above `def roll`",
        ),
        (
            ("t.points[face]", "t.points[face] // (s.rolls - s.rolls)"),
            f"{RULES}:51:1: game pig: ZeroDivisionError: division by zero in roll() (deal 0)",
            "in `s.at_risk += t.points[face] // (s.rolls - s.rolls)`",
        ),
        MISTAKES["a misspelt field"],
    ],
)
def test_what_is_compiled_is_told_at_its_line_too(broken: Callable[..., Call], change: tuple[str, str], said: str, hint: str) -> None:
    found = broken(change, is_compiled=True)("run", "my.yaml", "--seed", "1")
    assert found.returncode == 2, found.stderr
    assert said in found.stderr
    assert hint in found.stderr
