"""The house has one direction: who may import whom is read from the sources and held here."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "simcli"
LEAVES = {"collector", "errors", "files", "game", "installed", "shown", "tally_parts", "__version__"}
MAY_IMPORT = {
    "collector": set(),
    "errors": set(),
    "files": set(),
    "game": set(),
    "installed": set(),
    "shown": set(),
    "tally_parts": set(),
    "config": {"games"},
    "engine": set(),
    "games": {"engine"},
    "sim": {"engine", "games", "config"},
    "stats": set(),
    "report": {"stats", "config"},
    "measures": {"tuning", "engine", "sim", "stats", "report", "config"},
    "api": {"measures", "config", "sim", "stats", "report", "games"},
    "round_robin": {"api", "measures", "sim", "stats", "report", "config"},
    "gates": {"api", "round_robin", "sim", "report", "config"},
    "game_feel": {"api", "measures", "sim", "stats", "report", "config"},
    "comparison": {"api", "sim", "stats", "report", "config"},
    "sensitivities": {"api", "measures", "sim", "stats", "report", "config"},
    "fixes": {"api", "round_robin", "measures", "sim", "stats", "report", "config"},
    "tuning": {"engine", "games", "sim", "stats", "report", "config"},
    "ladders": {"api", "sim", "stats", "report", "config"},
    "leagues": {"api", "tuning", "sim", "stats", "report", "config"},
    "testing": {"api", "config", "games", "engine", "sim"},
    "cli": {
        *("api", "comparison", "round_robin", "gates", "game_feel", "sensitivities", "fixes", "tuning", "ladders", "leagues", "measures"),
        *("config", "games", "engine", "sim", "stats", "report"),
    },
}
HOME_OF_LIBRARY = {
    "cmaes": {"stats"},
    "numba": {"engine", "games", "testing"},
    "llvmlite": {"engine"},
    "matplotlib": {"report"},
    "PIL": {"report"},
    "pandas": {"report", "api", "sensitivities"},
    "jinja2": {"report"},
    "typer": {"cli"},
    "click": {"cli"},
    "ruamel": {"config", "games"},
    "scipy": {"stats"},
    "pyarrow": {"sim"},
}
FREE_OF_NUMBA = ("game.py", "games/__init__.py", "games/columns.py", "games/components.py", "engine/header.py", "engine/batch.py")


def imports_of(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are written in full"
            names |= {f"{node.module}.{alias.name}" if node.module == "simcli" else node.module for alias in node.names}
    return names


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = [p for p in sorted(PACKAGE.rglob("*.py")) if room_of(p) not in ("__init__", "__main__")]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_what_lies_before_it(path: Path) -> None:
    room = room_of(path)
    for name in imports_of(path):
        if not name.startswith("simcli."):
            continue
        target = name.removeprefix("simcli.")
        allowed = MAY_IMPORT[room]
        if target.split(".")[0] in LEAVES | {room} or target in allowed or target.split(".")[0] in allowed:
            continue
        pytest.fail(f"{path.relative_to(PACKAGE)} imports {name}")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_library_is_imported_only_in_its_home(path: Path) -> None:
    for name in imports_of(path):
        home = HOME_OF_LIBRARY.get(name.split(".")[0])
        assert home is None or room_of(path) in home, f"{path.relative_to(PACKAGE)} imports {name}"


@pytest.mark.parametrize("name", FREE_OF_NUMBA)
def test_describing_a_game_needs_no_compiler(name: str) -> None:
    assert not {n.split(".")[0] for n in imports_of(PACKAGE / name)} & {"numba", "llvmlite"}


@pytest.mark.parametrize(
    "module",
    [
        "simcli",
        "simcli.config",
        "simcli.games.guildes.checks",
        "simcli.games.guildes.tables",
        "simcli.games.kingdom_builder.text",
        "simcli.games.columns",
        "simcli.report.html",
        "simcli.stats.balance",
    ],
)
def test_light_modules_do_not_load_the_compiler(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('numba', 'matplotlib', 'pandas') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
