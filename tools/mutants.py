"""Puts known faults into a game's rules, one at a time, and says which test finds each.

    python tools/mutants.py guildes               # all of tools/mutants/guildes.yaml
    python tools/mutants.py guildes --only 4 13   # these lines of the list
    python tools/mutants.py guildes --quick       # what the tests of single rules find without the compiler need not be compiled

Every fault (a mutant) is put into a copy of the tree, which compiles its kernels anew into a cache of its own; the game's tests then run
until one fails. With `--quick` the tests of single rules run first on the kernels as plain Python. Ends with 1 when a fault is found by no
test and not explained in the list, or when an explained one is found after all.
"""

from __future__ import annotations

import argparse
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

ROOT = Path(__file__).parents[1]
LISTS = Path(__file__).parent / "mutants"
GAMES = ("guildes", "kingdom_builder", "kings_forge")
COPIED = ("simcli", "tests", "strategies", "configs", "pyproject.toml")
RULES = ("test_scenarios", "test_rules", "test_components", "test_vectors")
"""Files of tests that show single rules."""
FIRST = (*RULES, "test_odds", "test_lockstep")
"""Files of tests that come before the others; the last plays whole games beside the oracle."""
LAST = ("test_strategies", "test_golden")
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
    """Files of tests for a game, the likely finders first."""
    files = sorted((root / "tests" / "games" / game).glob("test_*.py"))
    order = {stem: place - len(FIRST) for place, stem in enumerate(FIRST)} | {stem: 1 + place for place, stem in enumerate(LAST)}
    files.sort(key=lambda path: order.get(path.stem, 0))
    shared = [root / "tests" / "games" / "test_restrict.py", root / "tests" / "test_contract.py"]
    late = sum(path.stem in LAST for path in files)
    files[len(files) - late : len(files) - late] = shared
    return [str(path.relative_to(root)) for path in files]


def run_tests(game: str, copy: Path, seconds: float, plain: bool = False) -> str:
    """The first test that fails in the copy, `crash` or `no end`, or "" when all pass; `plain`: of single rules, without the compiler."""
    cache = copy / "cache"
    env = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "SIMCLI_FAST")}
    env |= {"PYTHONPATH": str(copy), "SIMCLI_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    tests = tests_of(game, copy)
    if plain:
        env["NUMBA_DISABLE_JIT"] = "1"
        tests = [test for test in tests if Path(test).stem in RULES]
    of_game = ["-k", f"not test_contract or {game}"]
    command = [sys.executable, "-m", "pytest", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider", *of_game, *tests]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command, cwd=copy, env=env, text=True, start_new_session=True, **pipes)
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


def try_mutant(game: str, copy: Path, mutant: Mutant, seconds: float, quick: bool) -> tuple[str, str]:
    """(the test that finds it or "", how the tests ran); `seconds` is how long the first of them took without a fault."""
    path = copy / "simcli" / "games" / game / mutant.file
    sound = path.read_text("utf-8")
    path.write_text(changed(mutant, sound), "utf-8")
    found = run_tests(game, copy, PATIENCE * seconds, plain=True) if quick else ""
    how = "plain" if found else "compiled"
    found = found or run_tests(game, copy, WHOLE if quick else PATIENCE * seconds)
    path.write_text(sound, "utf-8")
    return found, how


def main(argv: list[str] | None = None) -> int:
    """Runs the list of one game and prints two lines for each fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of faults in the list")
    parser.add_argument("--quick", action="store_true", help="tests of single rules first, without the compiler")
    chosen = parser.parse_args(argv)
    verdicts: Counter[str] = Counter()
    finders: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="simcli-mutants-") as folder:
        copy = Path(folder)
        copy_tree(copy)
        start = time.monotonic()
        if found := run_tests(chosen.game, copy, WHOLE, plain=chosen.quick):
            print(f"without a fault {found} fails: mend that first")
            return 2
        seconds = time.monotonic() - start
        print(f"{chosen.game}: the tests take {seconds:.0f} s without a fault", flush=True)
        for m in mutants_of(chosen.game):
            if chosen.only and m.number not in chosen.only:
                continue
            start = time.monotonic()
            found, how = try_mutant(chosen.game, copy, m, seconds, chosen.quick)
            verdict = verdict_of(m, found)
            verdicts[verdict] += 1
            finders[found.split("::")[0] or verdict] += 1
            taken = time.monotonic() - start
            print(f"{m.number:3} {m.file:11} {m.rule:10} {verdict:10} {how:8} {taken:4.0f} s  {m.says}\n      {found or m.why}", flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common()))
    print("; ".join(f"{finder} {number}" for finder, number in finders.most_common()))
    return int(set(verdicts) - {"found", "explained"} != set())


if __name__ == "__main__":
    sys.exit(main())
