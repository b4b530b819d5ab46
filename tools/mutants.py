"""Puts known faults into a game's rules, one at a time, and says which test finds each.

    python tools/mutants.py guildes               # all of tools/mutants/guildes.yaml
    python tools/mutants.py guildes --only 4 13   # these lines of the list
    python tools/mutants.py guildes --quick       # what the tests of single rules find without the compiler need not be compiled
    python tools/mutants.py guildes --named       # only the tests that name the rule that is broken

Every fault (a mutant) is put into a copy of the tree, which compiles its kernels again into a cache of its own; the game's tests then run
until one fails. With `--quick` the tests of single rules run first on the kernels as plain Python, with `--named` nothing else runs than
the scenarios and tests of single rules that name the rule, in plain Python too. Ends with 1 when a fault is found by no
test and not explained in the list, or when an explained one is found after all.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

from simcli.testing.scenarios import scenarios_in

ROOT = Path(__file__).parents[1]
LISTS = Path(__file__).parent / "mutants"
GAMES = tuple(sorted(path.stem for path in LISTS.glob("*.yaml")))
COPIED = ("simcli", "tests", "strategies", "configs", "docs", "pyproject.toml")
RULES = ("test_scenarios", "test_rules", "test_holdings", "test_components", "test_vectors")
"""Files of tests that show single rules."""
FIRST = (*RULES, "test_odds", "test_chance", "test_lockstep")
"""Files of tests that come before the others; the last plays whole games beside the oracle."""
LAST = ("test_contract", "test_strategies", "test_golden")
"""Files that come last: they find that something changed, not that it is wrong."""
PATIENCE = 5
"""A fault that keeps the tests busy so many times as long as no fault does counts as found."""
WHOLE = 1800.0
"""Seconds that the whole suite of a game is given where it was not timed."""


@dataclass(frozen=True)
class Mutant:
    """One fault: in `file` of the game the text `old`, which stands there once, becomes `new`."""

    number: int
    file: str
    rule: str
    says: str
    old: str
    new: str
    why: str = ""


def mutants_of(game: str) -> list[Mutant]:
    """The list of a game, numbered from 1."""
    rows = YAML(typ="safe", pure=True).load((LISTS / f"{game}.yaml").read_text("utf-8"))
    return [Mutant(number, **row) for number, row in enumerate(rows, 1)]


def changed(mutant: Mutant, text: str) -> str:
    """The text of the file with the fault in it; ValueError when `old` does not stand in it exactly once."""
    times = text.count(mutant.old)
    if times != 1:
        raise ValueError(f"number {mutant.number} of the list: {mutant.old!r} stands {times} times in {mutant.file}")
    return text.replace(mutant.old, mutant.new)


def tests_of(game: str, root: Path) -> list[str]:
    """Files of tests for a game, the likely finders first; the oracle's own tests see nothing of the game."""
    folder = root / "tests" / "games" / game
    files = sorted(set(folder.glob("test_*.py")) - {folder / "test_oracle.py"})
    order = {stem: place - len(FIRST) for place, stem in enumerate(FIRST)} | {stem: 1 + place for place, stem in enumerate(LAST)}
    files.sort(key=lambda path: order.get(path.stem, 0))
    shared = [root / "tests" / "games" / f"test_{what}.py" for what in ("restrict", "must", "swaps")]
    late = sum(path.stem in LAST for path in files)
    files[len(files) - late : len(files) - late] = shared
    return [str(path.relative_to(root)) for path in files]


def tests_naming(rule: str, game: str, root: Path) -> list[str]:
    """Scenarios and test functions for single rules that name a rule."""
    folder = root / "tests" / "games" / game
    names = re.compile(rf"\b{re.escape(rule)}(?![\w-])")
    found = []
    for scenario in scenarios_in(folder / "scenarios"):
        if any(map(names.search, re.findall("^rule:.*", scenario.text, re.M))):
            found.append(f"tests/games/{game}/test_scenarios.py::test_scenario_holds[{scenario}]")
    for stem in (*RULES, "test_words", "test_refusals"):
        path = folder / f"{stem}.py"
        text = path.read_text("utf-8") if path.exists() else ""
        for node in ast.parse(text).body:
            if (
                isinstance(node, ast.FunctionDef)
                and node.name.startswith("test_")
                and names.search(ast.get_source_segment(text, node) or "")
            ):
                found.append(f"tests/games/{game}/{path.name}::{node.name}")
    return found


def run_tests(copy: Path, tests: list[str], seconds: float, plain: bool) -> str:
    """The first test that fails in the copy, `crash` or `no end`, or "" when all pass; `plain`: without the compiler."""
    cache = copy / "cache"
    env = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "SIMCLI_FAST")}
    env |= {"PYTHONPATH": str(copy), "SIMCLI_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    if plain:
        env["NUMBA_DISABLE_JIT"] = "1"
    command = [sys.executable, "-m", "pytest", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider", *tests]
    out = subprocess.PIPE
    process = subprocess.Popen(command, cwd=copy, env=env, text=True, start_new_session=True, stdout=out, stderr=subprocess.STDOUT)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "no end"
    finally:
        shutil.rmtree(cache, ignore_errors=True)
    if process.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - |$)", output, re.M)
    if found:
        return found.group(1).removeprefix("tests/").removeprefix("games/")
    if process.returncode > 1:
        raise RuntimeError(f"pytest ended with {process.returncode}:\n{output[-2000:]}")
    return "crash"


def verdict_of(mutant: Mutant, found: str) -> str:
    """What the run says of a mutant."""
    if found:
        return "found, though explained" if mutant.why else "found"
    return "explained" if mutant.why else "NOT FOUND"


def copy_tree(to: Path) -> None:
    """What the tests need."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, to / name)


class Runner:
    """Runs the tests of a game in a copy of the tree: all of them compiled, or `plain` those of single rules without the compiler."""

    def __init__(self, game: str, copy: Path, named: bool) -> None:
        self.game, self.copy, self.named = game, copy, named
        self.tests = tests_of(game, copy)
        self.of_rules = [test for test in self.tests if Path(test).stem in RULES]
        self.seconds = {True: WHOLE, False: WHOLE}

    def run(self, tests: list[str], plain: bool) -> str:
        """The first test that fails, or ""."""
        return run_tests(self.copy, tests, self.seconds[plain], plain) if tests else ""

    def soundness(self, plain: bool) -> str:
        """What fails without a fault; notes how long the tests take."""
        start = time.monotonic()
        failed = self.run(self.of_rules if plain else self.tests, plain)
        self.seconds[plain] = PATIENCE * (time.monotonic() - start)
        return failed

    def try_mutant(self, mutant: Mutant, plain: bool) -> str:
        """The test that finds it, or ""."""
        path = self.copy / "simcli" / "games" / self.game / mutant.file
        sound = path.read_text("utf-8")
        path.write_text(changed(mutant, sound), "utf-8")
        tests = self.of_rules if plain else self.tests
        try:
            return self.run(tests_naming(mutant.rule, self.game, self.copy) if self.named else tests, plain)
        finally:
            path.write_text(sound, "utf-8")


def try_all(runner: Runner, mutants: list[Mutant], passes: list[bool]) -> Counter[str]:
    """Prints two lines for each fault and says how often each verdict was given; what one pass does not find is left to the next."""
    verdicts: Counter[str] = Counter()
    finders: Counter[str] = Counter()
    for plain in passes:
        left = []
        for m in mutants:
            start = time.monotonic()
            found = runner.try_mutant(m, plain)
            if not found and plain != passes[-1]:
                left.append(m)
                continue
            verdict = verdict_of(m, found)
            verdicts[verdict] += 1
            finders[found.split("::")[0] or verdict] += 1
            ran = f"{'plain' if plain else 'compiled'} {time.monotonic() - start:4.0f} s"
            print(f"{m.number:3} {m.file:11} {m.rule:10} {verdict:10} {ran:15}  {m.says}\n      {found or m.why}", flush=True)
        mutants = left
    print(", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common()))
    print("; ".join(f"{finder} {number}" for finder, number in finders.most_common()))
    return verdicts


def main(argv: list[str] | None = None) -> int:
    """Runs the list of one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of faults in the list")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="tests of single rules first, without the compiler")
    how.add_argument("--named", action="store_true", help="nothing but tests that name the rule, without the compiler")
    chosen = parser.parse_args(argv)
    mutants = [m for m in mutants_of(chosen.game) if not chosen.only or m.number in chosen.only]
    passes = [True] if chosen.named else [True, False] if chosen.quick else [False]
    with tempfile.TemporaryDirectory(prefix="simcli-mutants-") as folder:
        copy_tree(Path(folder))
        runner = Runner(chosen.game, Path(folder), chosen.named)
        if failed := runner.soundness(passes[0]):
            print(f"without a fault {failed} fails: mend that first")
            return 2
        verdicts = try_all(runner, mutants, passes)
    return int(set(verdicts) - {"found", "explained"} != set())


if __name__ == "__main__":
    sys.exit(main())
