"""A game that has grown out of its file plays the same games, and is a package as others are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from simcli.cli.app import main
from simcli.games.onefile.find import known, load
from simcli.games.onefile.grown import package_of
from tests.cli.forked import forks

ROOT = Path(__file__).parents[2]
STONES = ROOT / "tests/toys/small/stones.py"
PLAYED = ("--deals", "6", "--format", "csv", "--out")
REGISTERED = "from stones import GAME\nfrom simcli.games import register\nregister(GAME)\n"


@pytest.mark.parametrize("is_plain", [pytest.param("0", marks=pytest.mark.soak), "1"], ids=["compiled", "plain"])
def test_a_grown_game_plays_the_same_games(tmp_path: Path, is_plain: str) -> None:
    shutil.copy(STONES, tmp_path)
    by_file = run(tmp_path, "run", "stones/plans", *PLAYED, "by-file")
    run(tmp_path, "grow", "stones.py", "grown")
    (tmp_path / "stones.py").unlink()
    (tmp_path / "grown/sitecustomize.py").write_text(REGISTERED)
    config = "grown/stones/configs/plans.yaml"
    by_package = run(tmp_path, "run", config, *PLAYED, "by-package", path=tmp_path / "grown", NUMBA_DISABLE_JIT=is_plain)
    assert by_package == by_file
    assert by_file.count("generous") == 3
    assert all("cache" not in file.read_text() for file in (tmp_path / "grown").rglob("*.py"))


def run(folder: Path, *words: str, path: Path | None = None, **environment: str) -> str:
    """What simcli prints in a folder."""
    paths = os.pathsep.join(str(one) for one in (path, ROOT) if one)
    env = os.environ | {"PYTHONPATH": paths} | environment
    done = forks().run([*words], folder, env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_is_written_over(tmp_path: Path) -> None:
    shutil.copy(STONES, tmp_path)
    (tmp_path / "grown").mkdir()
    (tmp_path / "grown/pyproject.toml").write_text("mine")
    assert main(["grow", str(tmp_path / "stones.py"), str(tmp_path / "grown")]) == 2
    assert [p.name for p in (tmp_path / "grown").iterdir()] == ["pyproject.toml"]
    assert (tmp_path / "grown/pyproject.toml").read_text() == "mine"


def test_a_package_says_of_decks_what_the_file_says() -> None:
    shape = package_of(known(load(ROOT / "docs/examples/games/treasures.py").package))["treasures/shape.py"].decode()
    assert """"deck": Deck(EACH, 'cards')""" in shape


def test_a_package_says_of_hidden_fields_what_the_file_says() -> None:
    shape = package_of(known(load(ROOT / "docs/examples/games/drafting.py").package))["drafting/shape.py"].decode()
    assert """"hand": Cards(EACH, of='cards', hidden='seen_by')""" in shape
    assert """"pick": Sealed('hand')""" in shape
