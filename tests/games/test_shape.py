"""Every game's folder has the same files in the same roles, and no file grows past what a reader can hold."""

from __future__ import annotations

from pathlib import Path

import pig
import pytest

from simcli.games import GAME_IDS, get_game

ROOT = Path(__file__).parents[2]
TOP = {"__init__.py", "datafiles.py", "checks.py", "catalogue.py", "state.py", "tables.py"}
KERNELS = {"__init__", "setup", "chance", "rules", "scoring", "features"}
TEXT = {"__init__.py", "names.py", "notation.py", "fields.py", "position.py", "events.py"}
VERBS = {"deal", "derive", "legal_actions", "apply_action", "features", "score", "shares", "redeal_hidden", "holdings"}
TESTS = {"cases.py", "tables.py", "lockstep.py", *(f"test_{name}.py" for name in ("contract", "golden", "lockstep", "oracle", "scenarios"))}
LONGEST = 600
each_game = pytest.mark.parametrize("game", [*map(get_game, GAME_IDS), pig.GAME], ids=lambda game: game.id)


def modules_in(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.py")}


@each_game
def test_a_game_has_the_files_of_every_game_and_no_other_at_its_top(game) -> None:
    assert modules_in(game.folder) == TOP | ({"decisions.py"} if game.id in GAME_IDS else set())  # the toy has few, in its __init__
    assert (game.folder / "RULES.md").is_file()
    assert {p.name for p in game.folder.iterdir() if p.is_dir() and p.name != "__pycache__"} - {"configs", "strategies"} == {
        "data",
        "kernels",
        "text",
    }
    kernels = {path.stem for path in (game.folder / "kernels").iterdir()} - {"__pycache__"}
    assert kernels >= KERNELS
    assert modules_in(game.folder / "text") >= TEXT
    assert game.has_pictures is (game.folder / "text" / "board.py").is_file()


@each_game
def test_a_package_says_what_it_offers(game) -> None:
    for package in (game.kernels, game.text):
        assert all(hasattr(package, name) for name in package.__all__)
    offered = {"deal", "derive", "legal_actions", "apply_action", "features", "score", "shares", "redeal_hidden", "holdings", "standings"}
    assert offered == set(game.kernels.__all__) - {"context", "grant", "swap", "sums"}  # what only some games can do


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_tests_of_a_game_have_the_files_of_every_game(game_id: str) -> None:
    home = ROOT / "tests" / "games" / game_id
    assert modules_in(home) >= TESTS
    assert modules_in(home / "oracle") >= {"game.py", "chance.py"}
    assert all(any((home / folder).iterdir()) for folder in ("scenarios", "golden"))


def test_no_source_is_longer_than_a_reader_can_hold() -> None:
    lines = {
        path: path.read_text("utf-8").count("\n")
        for folder in ("simcli", "tools", "tests", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert len(lines) > 150
    assert {path: n for path, n in lines.items() if n > LONGEST} == {}
