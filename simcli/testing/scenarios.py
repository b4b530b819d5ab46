"""Rules tests as data (simcli.sim.scenario says what a file holds): they hold, and name rules that RULES.md has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from simcli.config.text_files import read_mapping
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


def rules_named(paths: Iterable[Path]) -> set[str]:
    """Ids of all rules that scenarios name."""
    return {rule for path in paths for rule in read_mapping(path).data["rule"]}


def rules_of(game: Game, pattern: str) -> set[str]:
    """Ids in RULES.md that match a pattern with word boundaries, such as `PG-[0-9]+`."""
    return set(re.findall(rf"\b{pattern}\b", (game.folder / "RULES.md").read_text("utf-8")))
