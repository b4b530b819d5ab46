"""Rules tests as data (simcli.sim.scenario says what a file holds): they hold, and name rules that RULES.md has."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from simcli.config.yaml.text_files import read_mapping
from simcli.game import Game
from simcli.sim.scenario import scenario_problems

SUFFIXES = ("*.yaml", "*.yml")


def scenarios_in(folder: Path) -> list[Path]:
    """The scenarios of a folder, by name."""
    return sorted(path for suffix in SUFFIXES for path in folder.glob(suffix))


def check_scenario(path: Path) -> None:
    """Plays one scenario; AssertionError with everything that is not as the file expects."""
    problems = [str(problem) for problem in scenario_problems(path)]
    assert problems == [], "\n".join(problems)


def check_without_the_compiler(folder: Path) -> None:
    """Plays the scenarios of a folder with the kernels as plain Python, where numbers do not wrap round."""
    command = [sys.executable, "-m", "simcli", "check", str(folder)]
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=os.environ | path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def check_rules_named(paths: Iterable[Path], known: set[str]) -> None:
    """Every scenario names rules, and only such as are known."""
    for path in paths:
        named = rules_named([path])
        assert named != set(), path.stem
        assert named <= known, path.stem


def check_file_names(paths: Iterable[Path], pattern: str) -> None:
    """The name of every scenario begins with one of its rules in small letters, as the pattern matches it."""
    for path in paths:
        begins = re.match(pattern, path.stem)
        assert begins is not None, path.stem
        assert begins.group() in {rule.lower() for rule in rules_named([path])}, path.stem


def rules_named(paths: Iterable[Path]) -> set[str]:
    """Ids of all rules that scenarios name."""
    return {rule for path in paths for rule in read_mapping(path).data["rule"]}


def rules_of(game: Game, pattern: str) -> set[str]:
    """Ids in RULES.md that match a pattern as whole words, such as `PG-[0-9]+`."""
    return set(re.findall(rf"\b(?:{pattern})\b", (game.folder / "RULES.md").read_text("utf-8")))
