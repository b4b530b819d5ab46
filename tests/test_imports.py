"""The house has one direction: who may import whom is read from the sources and held here."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "simcli"
LEAVES = {"base", "errors", "game", "tally_parts"}
MAY_IMPORT = {
    "base": set(),
    "errors": set(),
    "game": set(),
    "tally_parts": set(),
    "config": {"games"},
    "engine": set(),
    "games": {"engine"},
    "small": {"games"},
    "sim": {"engine", "games", "config"},
    "stats": set(),
    "report": {"stats", "config"},
    "terminal": {"engine", "games", "sim", "stats", "report", "config"},
    "studies": {"engine", "games", "sim", "stats", "report", "config"},
    "trace": {"studies", "engine", "sim", "stats", "report", "config"},
    "testing": {"studies", "config", "games", "engine", "sim"},
    "cli": {"terminal", "studies", "trace", "config", "games", "engine", "sim", "stats", "report"},
}
COMMANDS = ("command.py", "study.py", "driver.py", "one_run.py")
"""Files of studies and of `trace` that read argv and print, so that they may use `terminal`."""
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
    "in_run": {"stats", "report", "config"},
}
"""What files of a study may import from other folders, by their names; a name that is not here may import what `studies` may."""
HOME_OF_LIBRARY = {
    "cmaes": {"studies"},
    "lightgbm": {"studies"},
    "numba": {"engine", "games", "testing"},
    "llvmlite": {"engine"},
    "matplotlib": {"report"},
    "PIL": {"report"},
    "pandas": {"studies", "report"},
    "jinja2": {"report"},
    "typer": {"cli", "terminal", "studies", "trace"},
    "click": {"cli", "terminal"},
    "ruamel": {"config", "games"},
    "scipy": {"stats", "studies"},
    "pyarrow": {"sim"},
    "dask": {"sim"},
    "distributed": {"sim"},
}
MEAN_TWO_THINGS = {"Cell", "Effect", "Facts", "Kind", "Number", "Played", "Strategy", "Tolerance"}
"""Names of classes that stand in two files; none is to join them."""
FREE_OF_NUMBA = (
    "game.py",
    "games/__init__.py",
    "games/onefile/places.py",
    "games/columns.py",
    "games/components.py",
    "engine/header.py",
    "engine/batch.py",
)


@cache
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


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@cache
def arrows() -> dict[str, set[str]]:
    """What each module imports of others, at the top, in functions and for types alone."""
    known = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    made: dict[str, set[str]] = {}
    for module, path in known.items():
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom) and node.module]
        names = {(str(node.module), f"{node.module}.{alias.name}") for node in nodes for alias in node.names}
        made[module] = {whole if whole in known else package for package, whole in names if {whole, package} & {*known}}
        assert module not in made[module], f"{module} imports itself"
    return made


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The rooms that reach each other, taken apart from where none is reached."""
    left = {node: set(others) for node, others in graph.items()}
    while ends := {node for node, others in left.items() if not others & {*left}}:
        left = {node: others for node, others in left.items() if node not in ends}
    while starts := {node for node in left if not any(node in others for others in left.values())}:
        left = {node: others for node, others in left.items() if node not in starts}
    return sorted([node, *sorted(others & {*left})] for node, others in left.items())


FILES = [p for p in sorted(PACKAGE.rglob("*.py")) if room_of(p) not in ("__init__", "__main__")]
STUDIES = {p.parent.name: p.parent for p in sorted((PACKAGE / "studies").glob("*/__init__.py"))}
OF_STUDIES = [p for p in FILES if room_of(p) == "studies" and p.parent != PACKAGE / "studies"]


def targets_of(path: Path) -> list[str]:
    return sorted(name.removeprefix("simcli.") for name in imports_of(path) if name.startswith("simcli."))


def study_of(path: Path) -> str:
    return path.relative_to(PACKAGE / "studies").parts[0]


def not_allowed(files: Iterable[Path], allowed: Callable[[Path], Callable[[str], bool]]) -> dict[str, list[str]]:
    """What files import that they may not, by place."""
    wrong = {place_of(path): [name for name in targets_of(path) if not allowed(path)(name)] for path in files}
    return {place: names for place, names in wrong.items() if names}


def test_no_module_and_no_room_imports_itself_in_a_circle() -> None:
    assert len(arrows()) > 400
    assert circles(arrows()) == []
    rooms: dict[str, set[str]] = {}
    for module, others in arrows().items():
        if module.count("."):
            rooms.setdefault(module.split(".")[1], set()).update(other.split(".")[1] for other in others)
    assert circles({room: others - {room} for room, others in rooms.items()}) == []
    assert len(rooms) <= 19
    assert sum(len(others - {room}) for room, others in rooms.items()) <= 90


def test_a_circle_is_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}) == [["b", "c"], ["c", "b"]]


def test_a_room_imports_only_what_lies_before_it() -> None:
    def allowed(path: Path) -> Callable[[str], bool]:
        rooms = LEAVES | {room_of(path)} | MAY_IMPORT[room_of(path)] | ({"terminal"} if path.name in COMMANDS else set())
        return lambda name: name.split(".")[0] in rooms

    assert len(FILES) > 300
    assert not_allowed(FILES, allowed) == {}


def test_a_study_imports_the_studies_it_names() -> None:
    def allowed(path: Path) -> Callable[[str], bool]:
        known = {study_of(path), *importlib.import_module(f"simcli.studies.{study_of(path)}").BUILDS_ON}
        return lambda name: not name.startswith("studies.") or name.split(".")[1] in known or name.split(".")[1] not in STUDIES

    assert len(OF_STUDIES) > 60
    assert not_allowed(OF_STUDIES, allowed) == {}


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_names_no_study_that_it_does_not_import(study: str) -> None:
    used = {name.split(".")[1] for path in STUDIES[study].rglob("*.py") for name in targets_of(path) if name.startswith("studies.")}
    assert set(importlib.import_module(f"simcli.studies.{study}").BUILDS_ON) <= used


def test_few_studies_build_on_others() -> None:
    assert sum(len(importlib.import_module(f"simcli.studies.{study}").BUILDS_ON) for study in STUDIES) <= 14


@pytest.mark.parametrize("study", [study for study in STUDIES if (STUDIES[study] / "command.py").exists()])
def test_a_study_is_played_by_the_function_of_its_name(study: str) -> None:
    """`play.py` plays and has the function of the Python API; what is asked stands in `question.py`; a rider rides in place of it."""
    names = [node.name for node in ast.parse((STUDIES[study] / "play.py").read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert {"run": "simulate"}.get(study, study) in names
    questions = {path.name for path in STUDIES[study].glob("*.py") if any(name.endswith("Question") for name in class_names(path))}
    assert questions <= {"question.py"}


def test_nothing_but_a_study_names_another_than_run() -> None:
    def allowed(path: Path) -> Callable[[str], bool]:
        return lambda name: not name.startswith("studies.") or name.split(".")[1] not in {*STUDIES} - {"run"}

    others = [path for path in FILES if path not in OF_STUDIES]
    assert not_allowed(others, allowed) == {}


def test_the_name_of_a_file_says_what_it_imports() -> None:
    def allowed(path: Path) -> Callable[[str], bool]:
        stem = path.stem.removeprefix("item_").removeprefix("use_").removeprefix("sweep_")
        kind = "words" if "words" in path.relative_to(PACKAGE).parts else stem
        rooms = STUDY_FILES.get(kind, MAY_IMPORT["studies"] | ({"terminal"} if path.name in COMMANDS else set()))
        return lambda name: name.split(".")[0] in LEAVES | {"studies"} | rooms

    assert not_allowed(OF_STUDIES, allowed) == {}


def class_names(path: Path) -> list[str]:
    return [node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("study", STUDIES)
def test_question_and_result_have_the_name_of_their_study(study: str) -> None:
    files = [path for path in STUDIES[study].rglob("*.py") if path.stem != "estimate"]  # records have names of their own
    names = [name for path in files for name in class_names(path)]
    assert {name for name in names if name.endswith("Question")} <= {f"{study.capitalize()}Question"}
    assert {name for name in names if name.endswith("Result")} <= {f"{study.capitalize()}Result"}
    assert [name for name in names if name in ("Asked", "Found", "Kept", "Question", "Result") or name.startswith("Asked")] == []


def test_a_class_name_means_one_thing() -> None:
    homes: dict[str, set[str]] = {}
    for path in FILES:
        if room_of(path) not in ("games", "testing", "trace"):
            for name in class_names(path):
                homes.setdefault(name, set()).add(place_of(path))
    assert {name for name, places in homes.items() if len(places) > 1 and not name.startswith("_")} == MEAN_TWO_THINGS


def late_imports(source: str) -> list[int]:
    """Lines of imports at the level of a file that stand behind anything but others, those for types alone among it."""
    is_behind, late = False, list[int]()
    for node in ast.parse(source).body[1:]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            late += [node.lineno] if is_behind else []
        else:
            is_behind = True
    return late


def test_imports_stand_together_at_the_top_of_a_file() -> None:
    assert {place_of(path): late for path in PACKAGE.rglob("*.py") if (late := late_imports(path.read_text("utf-8")))} == {}
    assert late_imports('"""Two files in one."""\nimport a\nif TYPE_CHECKING:\n    import b\nimport c\nfrom d import e\n') == [5, 6]


def private_imports(source: str) -> list[str]:
    """Names that belong to another module alone, and are taken from it all the same."""
    froms = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return [alias.name for node in froms for alias in node.names if alias.name.startswith("_") and not alias.name.endswith("__")]


def test_what_is_private_stays_in_its_module() -> None:
    assert {place_of(path): names for path in PACKAGE.rglob("*.py") if (names := private_imports(path.read_text("utf-8")))} == {}
    assert private_imports("from a import __version__, _b, c\n") == ["_b"]


def test_no_folder_is_crowded() -> None:
    counts = {place_of(folder): len(list(folder.glob("*.py"))) for folder in PACKAGE.rglob("*") if folder.is_dir()}
    assert {place: n for place, n in counts.items() if n > 20} == {}
    loose = {"__init__.py", "__main__.py", "errors.py", "game.py", "tally_parts.py"}
    assert {p.name for p in PACKAGE.glob("*.py")} == loose


def test_a_library_is_imported_only_in_its_home() -> None:
    homes = {
        (place_of(path), name): HOME_OF_LIBRARY.get(name.split(".")[0], {room_of(path)}) for path in FILES for name in imports_of(path)
    }
    assert [found for found, home in homes.items() if Path(found[0]).parts[0].removesuffix(".py") not in home] == []


@pytest.mark.parametrize("name", FREE_OF_NUMBA)
def test_describing_a_game_needs_no_compiler(name: str) -> None:
    assert not {n.split(".")[0] for n in imports_of(PACKAGE / name)} & {"numba", "llvmlite"}


LIGHT = (
    "simcli",
    "simcli.config",
    "simcli.games.guildes.checks",
    "simcli.games.guildes.tables",
    "simcli.games.kingdom_builder.text",
    "simcli.games.columns",
    "simcli.studies.run.page",
    "simcli.stats.balance",
)


def test_light_modules_do_not_load_the_compiler() -> None:
    code = "import importlib, sys\nfor module in sys.argv[1:]:\n    importlib.import_module(module)\n"
    code += "    print(module, [m for m in ('numba', 'matplotlib', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code, *LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"{module} []" for module in LIGHT]
