"""Rules tests as data (simcli.sim.scenario says what a file holds): they hold, and name rules that RULES.md has."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from simcli.config.yaml.document import Document
from simcli.config.yaml.text_files import read_mappings, read_text, split_documents
from simcli.game import Game
from simcli.sim.scenario import scenario_problems

SUFFIXES = ("*.yaml", "*.yml")


@dataclass(frozen=True)
class Scenario:
    """One document of a file of scenarios; the file is parsed when one is first needed. number: its place in the file, from 0."""

    path: Path
    text: str
    number: int

    def __str__(self) -> str:
        return self.name

    @cached_property
    def name(self) -> str:
        """What it shows: its `name`, or that of its file."""
        named = re.search(r"^name: *(.+?)\s*$", self.text, re.M)
        return named[1].strip("'\"") if named else self.path.stem

    @cached_property
    def document(self) -> Document:
        """Its keys and values, each with its place in the file."""
        return _documents(self.path)[self.number]

    @property
    def rules(self) -> set[str]:
        """Ids of the rules it names."""
        return set(self.document.data["rule"])


def scenarios_in(folder: Path) -> list[Scenario]:
    """The scenarios of a folder, by file."""
    files = sorted(path for suffix in SUFFIXES for path in folder.glob(suffix))
    return [Scenario(path, text, number) for path in files for number, text in enumerate(split_documents(read_text(path)))]


_documents = cache(read_mappings)


def check_scenario(scenario: Scenario) -> None:
    """Plays one scenario; AssertionError with everything that is not as it expects."""
    problems = [str(problem) for problem in scenario_problems(scenario.document)]
    assert problems == [], "\n".join(problems)


def check_without_the_compiler(folder: Path) -> None:
    """Plays the scenarios of a folder with the kernels as plain Python, where numbers do not wrap round."""
    command = [sys.executable, "-m", "simcli", "check", str(folder)]
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=os.environ | path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def check_rules_named(scenarios: Iterable[Scenario], known: set[str]) -> None:
    """Every scenario has a name of its own and names rules, and only such as are known."""
    names = set()
    for scenario in scenarios:
        assert scenario.name not in names, f"two scenarios {scenario.name}"
        names.add(scenario.name)
        assert scenario.rules != set(), scenario.name
        assert scenario.rules <= known, scenario.name


def check_scenario_names(scenarios: Iterable[Scenario], pattern: str) -> None:
    """The name of every scenario begins with one of its rules in small letters, as the pattern matches it."""
    for scenario in scenarios:
        begins = re.match(pattern, scenario.name)
        assert begins is not None, scenario.name
        assert begins.group() in {rule.lower() for rule in scenario.rules}, scenario.name


def check_sections(scenarios: Iterable[Scenario], game: Game) -> None:
    """Every file of scenarios is called after a heading of RULES.md, without its number."""
    headings = re.findall(r"^##+ (?:\d+\. )?(.*)$", (game.folder / "RULES.md").read_text("utf-8"), re.M)
    sections = {"-".join(re.findall(r"\w+", heading.lower().replace("'", ""))) for heading in headings}
    assert {scenario.path.stem for scenario in scenarios} - sections == set()


def rules_named(scenarios: Iterable[Scenario]) -> set[str]:
    """Ids of all rules that scenarios name."""
    return {rule for scenario in scenarios for rule in scenario.rules}


def rules_of(game: Game, pattern: str) -> set[str]:
    """Ids in RULES.md that match a pattern as whole words, such as `PG-[0-9]+`."""
    return set(re.findall(rf"\b(?:{pattern})\b", (game.folder / "RULES.md").read_text("utf-8")))
