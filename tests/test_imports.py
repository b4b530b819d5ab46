"""The house has one direction: who may import whom is read from the sources and held here."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "simcli"
LEAVES = {"base", "errors", "game", "tally_parts", "__version__"}
MAY_IMPORT = {
    "base": set(),
    "errors": set(),
    "game": set(),
    "tally_parts": set(),
    "config": {"games"},
    "engine": set(),
    "games": {"engine"},
    "sim": {"engine", "games", "config"},
    "stats": set(),
    "report": {"stats", "config"},
    "studies": {"trace", "engine", "games", "sim", "stats", "report", "config"},
    "trace": {"engine", "sim", "config"},
    "testing": {"studies", "config", "games", "engine", "sim"},
    "cli": {"studies", "trace", "config", "games", "engine", "sim", "stats", "report"},
}
COMMANDS = ("command.py", "plan.py", "page_data.py")
"""Files of studies and of `trace` that read argv and print, so that they may use `cli`."""
STUDY_FILES = {
    "estimate": {"stats"},
    "judge": {"stats", "config"},
    "words": {"stats", "report", "config"},
    "tables": {"stats", "report"},
    "charts": {"stats", "report"},
    "page": {"stats", "report"},
    "ranking": {"stats", "report"},
    "findings": {"stats", "report"},
    "terminal": {"stats", "report"},
}
"""What files of a study may import from other folders, by their names; a name that is not here may import what `studies` may."""
HOME_OF_LIBRARY = {
    "cmaes": {"studies"},
    "numba": {"engine", "games", "testing"},
    "llvmlite": {"engine"},
    "matplotlib": {"report"},
    "PIL": {"report"},
    "pandas": {"studies"},
    "jinja2": {"report", "trace"},
    "typer": {"cli", "studies", "trace"},
    "click": {"cli"},
    "ruamel": {"config", "games"},
    "scipy": {"stats", "studies"},
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


def place_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


FILES = [p for p in sorted(PACKAGE.rglob("*.py")) if room_of(p) not in ("__init__", "__main__")]
STUDIES = {p.parent.name: p.parent for p in sorted((PACKAGE / "studies").glob("*/__init__.py"))}
OF_STUDIES = [p for p in FILES if room_of(p) == "studies" and p.parent != PACKAGE / "studies"]


def targets_of(path: Path) -> list[str]:
    return sorted(name.removeprefix("simcli.") for name in imports_of(path) if name.startswith("simcli."))


def study_of(path: Path) -> str:
    return path.relative_to(PACKAGE / "studies").parts[0]


@pytest.mark.parametrize("path", FILES, ids=place_of)
def test_a_room_imports_only_what_lies_before_it(path: Path) -> None:
    allowed = LEAVES | {room_of(path)} | MAY_IMPORT[room_of(path)] | ({"cli", "studies"} if path.name in COMMANDS else set())
    wrong = [name for name in targets_of(path) if name.split(".")[0] not in allowed]
    assert not wrong, f"{place_of(path)} imports {wrong}"


@pytest.mark.parametrize("path", OF_STUDIES, ids=place_of)
def test_a_study_imports_the_studies_it_names(path: Path) -> None:
    folders = {name.split(".")[1] for name in targets_of(path) if name.startswith("studies.")} & set(STUDIES)
    module = importlib.import_module(f"simcli.studies.{study_of(path)}")
    assert folders <= {study_of(path), *module.BUILDS_ON}, f"{place_of(path)} imports {folders}"


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_names_no_study_that_it_does_not_import(study: str) -> None:
    used = {name.split(".")[1] for path in STUDIES[study].rglob("*.py") for name in targets_of(path) if name.startswith("studies.")}
    assert set(importlib.import_module(f"simcli.studies.{study}").BUILDS_ON) <= used


@pytest.mark.parametrize("path", OF_STUDIES, ids=place_of)
def test_the_name_of_a_file_says_what_it_imports(path: Path) -> None:
    kind = (
        "words"
        if "words" in path.relative_to(PACKAGE).parts
        else path.stem.removeprefix("item_").removeprefix("use_").removeprefix("sweep_")
    )
    allowed = STUDY_FILES.get(kind, MAY_IMPORT["studies"] | ({"cli"} if path.name in COMMANDS else set()))
    wrong = [name for name in targets_of(path) if name.split(".")[0] not in LEAVES | {"studies"} | allowed]
    assert not wrong, f"{place_of(path)} imports {wrong}"


def test_no_folder_is_crowded() -> None:
    counts = {place_of(folder): len(list(folder.glob("*.py"))) for folder in PACKAGE.rglob("*") if folder.is_dir()}
    assert {place: n for place, n in counts.items() if n > 20} == {}
    loose = {"__init__.py", "__main__.py", "errors.py", "game.py", "tally_parts.py"}
    assert {p.name for p in PACKAGE.glob("*.py")} == loose


@pytest.mark.parametrize("path", FILES, ids=place_of)
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
        "simcli.studies.run.page",
        "simcli.stats.balance",
    ],
)
def test_light_modules_do_not_load_the_compiler(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('numba', 'matplotlib', 'pandas') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
