"""The kernels of the toy games decide what compiled code does as much as the package's own: their text enters the cache's key.

Tests marked `soak` are left out unless asked for (`-m soak`).
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.cli.project import Project, make_project

settings.register_profile("any machine", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("any machine")  # how long an example takes is no test: a busy machine fails it
MakeRun = Callable[..., Any]
WARMING = pytest.StashKey[subprocess.Popen[bytes]]()
TESTS = Path(__file__).parent
TOYS = [TESTS / "toys" / name for name in ("pig", "plant")]
LONG = (TESTS, TESTS / "cli", TESTS / "onefile")
"""Folders with single tests of minutes, which begin first: nobody waits for one at the end."""
sys.path[:0] = [str(toy) for toy in TOYS if str(toy) not in sys.path]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begins to compile the games where several workers will test them: each would compile what it meets first, much of it twice."""
    config = session.config
    if config.args_source == config.ArgsSource.TESTPATHS and getattr(config.option, "numprocesses", None):
        config.stash[WARMING] = subprocess.Popen([sys.executable, "-m", "tests.warm"], cwd=TESTS.parent)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    """No test begins before all is compiled."""
    if warming := node.config.stash.get(WARMING, None):
        assert warming.wait() == 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What shares kernels, fixtures or a cluster is for one worker (`--dist loadgroup`): the tests of a game, or those of a file."""
    for item in items:
        parts = item.path.relative_to(TESTS).parts
        item.add_marker(pytest.mark.xdist_group("/".join(parts[:2] if parts[0] == "games" else parts)))
    items.sort(key=lambda item: item.path.parent not in LONG)


def pytest_collection_finish() -> None:
    """What was imported stays to the end, so the collector need not look through it; nor, as often as it does, through compiled kernels."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


# A shell script starts its background jobs with SIGINT ignored, and a child inherits that. The tests of Ctrl-C mean the usual state.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def count_calls(monkeypatch: pytest.MonkeyPatch, places: Iterable[tuple[Any, str]]) -> Counter[str]:
    """Calls of functions from now on, by their names; places: module and name of each."""
    found: Counter[str] = Counter()

    def counted(module: Any, name: str) -> None:
        whole = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *a, **k: found.update([name]) or whole(*a, **k))

    for module, name in places:
        counted(module, name)
    return found


@pytest.fixture(autouse=True)
def no_game_in_a_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games in one file are known to the test that names them."""
    from simcli import games

    monkeypatch.setenv("SIMCLI_GAMES", "")
    yield
    for name in [name for name, game in games._registered.items() if game.file is not None]:
        games._registered.pop(name)


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


@pytest.fixture(scope="session", autouse=True)
def nobody_waits_for_the_disk() -> Iterator[None]:
    """A file is not forced to the disk in this process; a process of its own does it, and so do tests of what a lost power cut leaves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def all_versions_are_kept() -> Iterator[None]:
    """Tests play more versions of the toys than the cache keeps: the toys as they are would be compiled again and again."""
    from simcli.engine.code import store

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "VERSIONS", 100)
        yield


@pytest.fixture(scope="session", autouse=True)
def drawn_in_this_process() -> Iterator[None]:
    """The engine that draws charts is started once, and draws each chart once; a process of its own starts another for each page."""
    from simcli.report.charts import vega
    from simcli.report.charts.renderer import drawn

    made = cache(lambda job: drawn(json.loads(job)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vega, "_render", lambda job: made(json.dumps({"version": vega.VERSION, **job})))
        yield


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], toy_game: object) -> Project:
    """The toy game on the command line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("SIMCLI_FAST", raising=False)
    return make_project(tmp_path, capsys)


@pytest.fixture(scope="session")
def straight(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    """Bytes of summary.json and size of batches.log of the long run, played without interruption on one worker."""
    folder = tmp_path_factory.mktemp("straight")
    project = make_project(folder, None)  # type: ignore[arg-type]
    process = project.start("run", "long.yaml", "--out", "run", "--workers", 1, "--quiet", stdout=subprocess.DEVNULL)
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return project.read("run/summary.json"), len(project.read("run/batches.log"))


@pytest.fixture
def row() -> Callable[..., Any]:
    """A ratio row from per-deal counts and totals."""
    import numpy as np

    from simcli.stats.intervals import ratio_row

    return lambda c, y: np.array(ratio_row(np.asarray(c, np.int64), np.asarray(y, np.int64)), np.int64)


@pytest.fixture
def summary_of() -> Callable[..., Any]:
    from tests.report.samples import make

    return make


@pytest.fixture(params=("small", "large", "one strategy", "one deal", "empty", "half empty", "no cells"))
def any_summary(request: pytest.FixtureRequest, summary_of: Callable[..., Any]) -> Any:
    return summary_of(request.param)


@pytest.fixture
def run_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: object) -> MakeRun:
    """A run of Pig by the keys of its config."""
    from simcli.config import load_config

    monkeypatch.chdir(tmp_path)
    config = tmp_path / "pig.yaml"

    def make(players: str = "2", deals: int = 100, more: str = "") -> Any:
        config.write_text(f"game: pig\nplayers: {players}\nstrategies: [hold_at_20, random]\ndeals: {deals}\n{more}", "utf-8")
        return load_config(config)

    return make


@pytest.fixture
def plan_of(run_of: MakeRun) -> Callable[..., Any]:
    """A plan of such a run, cut into batches of `batch_deals`."""
    from simcli.sim.plan import make_plan

    def make(batch_deals: int = 10, **keys: object) -> Any:
        return replace(make_plan(run_of(**keys)), batch_deals=batch_deals)

    return make


@pytest.fixture
def flat_of() -> Callable[..., Any]:
    """A made-up tally of a batch: its deals and games, and a number of its own in every other place."""
    import numpy as np

    def make(plan: Any, number: int) -> Any:
        batch = plan.batch(number)
        cell = plan.cells[batch.cell]
        flat = np.full(cell.layout.size, number + 1, np.int64)
        flat[:2] = batch.deals, batch.deals * cell.rotations
        return flat

    return make


@pytest.fixture
def piece_of(flat_of: Callable[..., Any]) -> Callable[..., Any]:
    """A batch with such a tally."""
    from simcli.sim.blocks import Piece

    return lambda plan, number: Piece(number, plan.batch(number).first_deal, plan.batch(number).deals, flat_of(plan, number))
