"""The tests of `make test-fast`: the law of the house, the Python API, the traces of one game, and the tests that name what has changed.

Changed is what differs from `origin/main`, or from `main` where there is no remote; of other branches pass the name.
"""

import re
import subprocess
import sys
from pathlib import Path

ALWAYS = ("tests/test_imports.py", "tests/test_api.py", "tests/games/guildes/test_golden.py")
ROOT = Path(__file__).parents[1]


def git(*words: str) -> list[str]:
    """Lines that git prints; none where it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()


def changed(against: str) -> set[str]:
    """Files that differ from where this branch began, those that are not committed included."""
    (base,) = git("merge-base", "HEAD", against)
    return {*git("diff", "--name-only", "--diff-filter=d", base), *git("ls-files", "--others", "--exclude-standard")}


def tests_of(files: set[str]) -> list[str]:
    """Changed tests, and those that import a changed module by its name."""
    modules = [file.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".") for file in files if file.startswith("simcli/")]
    named = re.compile(
        "|".join(
            rf"from {re.escape(package)} import .*\b{name}\b|{re.escape(package)}\.{name}\b"
            for package, _, name in (m.rpartition(".") for m in modules)
        )
        or "$^"
    )
    tests = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))
    return sorted({*ALWAYS, *(test for test in tests if test in files or named.search((ROOT / test).read_text("utf-8")))})


if __name__ == "__main__":
    given = sys.argv[1:] or [name for name in ("origin/main", "main") if git("rev-parse", "--verify", "--quiet", name)]
    print(*tests_of(changed(given[0])))
