"""The kernels of the toy games decide what compiled code does as much as the package's own: their text enters the cache's key.

Tests marked `soak` are left out unless asked for (`-m soak`).
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any machine", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("any machine")  # how long an example takes is no test: a busy machine fails it
WARMING = pytest.StashKey[subprocess.Popen[bytes]]()
TOYS = [Path(__file__).parent / "toys" / name for name in ("pig", "plant")]
os.environ.setdefault("SIMCLI_KERNEL_SOURCES", os.pathsep.join(str(toy / toy.name) for toy in TOYS))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy comes in: threads of several workers wait for each other
sys.path[:0] = [str(toy) for toy in TOYS if str(toy) not in sys.path]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begins to compile the games where several workers will test them: each would compile what it meets first, much of it twice."""
    config = session.config
    if config.args_source == config.ArgsSource.TESTPATHS and getattr(config.option, "numprocesses", None):
        config.stash[WARMING] = subprocess.Popen([sys.executable, "-m", "simcli", "warm"])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    """No test begins before all is compiled."""
    if warming := node.config.stash.get(WARMING, None):
        assert warming.wait() == 0


def pytest_collection_finish() -> None:
    """What was imported stays to the end, so the collector need not look through it; nor, as often as it does, through compiled kernels."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


# A shell script starts its background jobs with SIGINT ignored, and a child inherits that. The tests of Ctrl-C mean the usual state.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def toy_game() -> Iterator[Any]:
    """Pig, which is not installed here, made known for one test."""
    from pig import GAME

    from simcli import games

    games.register(GAME)
    yield GAME
    games._registered.pop("pig", None)


@pytest.fixture
def planted_game() -> Iterator[Any]:
    """Plant, whose win shares are known, made known for one test."""
    from plant import GAME

    from simcli import games

    games.register(GAME)
    yield GAME
    games._registered.pop("plant", None)
