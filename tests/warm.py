"""Compiles once, before the first test, the kernels that many tests share, so that no two workers compile the same.

`python -m tests.warm` does it from the root of the repository. What is compiled already is left; of two at once, the second waits.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
from contextlib import ExitStack
from pathlib import Path

TESTS = Path(__file__).parent
SMALL = TESTS / "toys/small/stones.py"
os.environ |= {"SIMCLI_GAMES": str(SMALL), "PYTHONPATH": os.pathsep.join([str(TESTS.parent), str(TESTS / "cli/site")])}
sys.path.append(str(TESTS / "toys/pig"))

from pig import GAME as PIG  # noqa: E402

from simcli.base.files import cache_root  # noqa: E402
from simcli.base.game_sources import digest_of  # noqa: E402
from simcli.cli.app import main  # noqa: E402
from simcli.engine.code import store  # noqa: E402
from simcli.games import GAME_IDS, get_game, register  # noqa: E402


def mark_of(game: str) -> Path:
    """A file of the cache that is there once all of a game is compiled for tests."""
    facts = repr((store.CACHE_NAME, game, digest_of(get_game(game).folder)))
    return cache_root() / f"tests-{hashlib.sha256(facts.encode()).hexdigest()[:16]}.warm"


def warm() -> int:
    """Compiles what is missing; exit code."""
    register(PIG)
    with ExitStack() as stack:
        fcntl.flock(stack.enter_context((cache_root() / "tests.lock").open("w")), fcntl.LOCK_EX)
        missing = [game for game in (*GAME_IDS, PIG.id, SMALL.stem) if not mark_of(game).exists()]
        code = main(["warm", "--all", *missing]) if missing else 0
        if code == 0:
            for game in missing:
                mark_of(game).touch()
        return code


if __name__ == "__main__":
    sys.exit(warm())
