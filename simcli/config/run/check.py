"""`simcli check`: finds what a file is and checks it as fully as a run would."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from simcli.base.entry_points import GROUP
from simcli.base.game_sources import KERNELS
from simcli.config.data.components import FaultPlaces, check_components, component_data, readable_components
from simcli.config.data.options import read_options, resolve_options
from simcli.config.data.patch import Patched
from simcli.config.data.scenario_files import check_names, check_scenario
from simcli.config.data.shipped import SUFFIXES
from simcli.config.players.fields import load_field_file
from simcli.config.players.python_strategy import check_source, parsed
from simcli.config.players.strategies import load_strategy_file
from simcli.config.run.resolve import resolve_document
from simcli.config.run.targets import check_targets
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.text_files import meant_file, nearest_file, read_mapping, read_mappings, read_text
from simcli.errors import Problem, UserError, Where, nearest
from simcli.game import Game
from simcli.games import game_ids, game_of_file, get_game
from simcli.games.onefile.places import is_game_file
from simcli.games.onefile.source import fractions

DECORATORS = {"kernel", "hot", "hot_in_bounds", "in_bounds", "cold", "entry"}
ScenarioCheck = Callable[[Document, Game], Iterable[Problem]]
"""What else to check in a scenario whose keys are right; given the document and the game."""

TELLING_KEYS = {
    "scenario": {"expect"},
    "data": {"schema"},
    "strategy": {"weights", "kind", "extends"},
    "field": {"plans"},
    "config": {"players"},
    "targets": {"targets"},
}
FORMS = (
    "a config has `players`, a strategy `weights` or `kind`, a field `plans`, component data `schema`, a scenario `expect`, "
    "targets `targets`"
)


def check_paths(
    paths: Sequence[str | Path], scenario_check: ScenarioCheck | None = None, warnings: Problems | None = None
) -> list[Problem]:
    """Problems of all files and folders given, sorted by place; folders are searched for simcli's YAML files and strategies.

    `warnings` takes up what is allowed in a config and yet hardly meant.
    """
    problems, warnings = Problems(), Problems() if warnings is None else warnings
    for path in map(Path, paths):
        given = problems.attempt(partial(meant_file, path))
        if given is None:
            continue
        if given.is_dir():
            files = [path for path in sorted(visible(given)) if path.is_file() and path.suffix in (*SUFFIXES, ".py")]
            if not files:
                problems.add(Where(str(given)), "there is nothing to check in this folder", "configs and strategies end in .yaml or .py")
            absent = _games_not_installed(given, problems)
            for file in files:
                _check_file(file, problems, scenario_check, warnings, absent)
        elif given.exists():
            _check_file(given, problems, scenario_check, warnings)
        else:
            problems.add(Where(str(given)), "there is no such file", nearest_file(given))
    return problems.sorted()


def recognise(document: Document) -> str:
    """What a YAML file is: scenario, data, strategy, field, config or targets; empty when it is none of them."""
    return next((kind for kind, keys in TELLING_KEYS.items() if keys & set(document.data)), "")


def visible(folder: Path) -> Iterator[Path]:
    """Everything below a folder but what is hidden or made by Python."""
    return (path for path in folder.rglob("*") if not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts))


def _games_not_installed(folder: Path, problems: Problems) -> set[str]:
    """Games that packages in a folder bring and that are not installed: a problem each, at the line that names the game."""
    absent = set()
    for file in sorted(folder.rglob("pyproject.toml")):
        text = problems.attempt(partial(read_text, file)) or ""
        for game in sorted(_games_of_package(text) - set(game_ids())):
            line = next((i for i, line in enumerate(text.splitlines(), 1) if line.startswith(game)), 0)
            message = f"the game '{game}' is not installed, so its files were not checked"
            problems.add(Where(str(file), line, min(line, 1)), message, f"pip install --editable {file.parent}")
            absent.add(game)
    return absent


def _games_of_package(text: str) -> set[str]:
    """Ids of the games that a pyproject.toml names as entry points; none where it cannot be read: pip reports what is wrong with it."""
    try:
        return set(tomllib.loads(text).get("project", {}).get("entry-points", {}).get(GROUP, {}))
    except (tomllib.TOMLDecodeError, AttributeError, TypeError):
        return set()


def _check_file(
    path: Path, problems: Problems, scenario_check: ScenarioCheck | None, warnings: Problems, absent: Collection[str] | None = None
) -> None:
    """Checks one file; `absent`: of a file found in a folder, the games that are known not to be installed, None for a file by name."""
    named = absent is None
    if path.suffix == ".py":
        source = problems.attempt(lambda: read_text(path))
        if source is not None and is_game_file(path):
            problems.attempt(partial(game_of_file, path))
        elif source is not None and is_kernel_file(path):
            check_kernels(source, path, problems)
        elif source is not None and (named or _is_strategy(source, path)):
            check_source(source, path, problems)
        return
    if path.suffix not in SUFFIXES:
        problems.add(Where(str(path)), "this kind of file is not checked", "configs and strategies end in .yaml or .py")
        return
    documents = _mappings(path, problems, named=named)
    if not documents:
        return
    schema = documents[0].data.get("schema")
    if absent and (schema.split("/")[0] if isinstance(schema, str) else documents[0].data.get("game")) in absent:
        return
    kinds = [recognise(document) for document in documents]
    if "scenario" in kinds:
        _check_scenarios(documents, problems, scenario_check)
    elif len(documents) == 1:
        _check_document(documents[0], path, problems, warnings, named=named)
    elif named or any(kinds):
        problems.attempt(lambda: read_mapping(path))  # only scenarios share a file: the second document is the fault


def _check_document(document: Document, path: Path, problems: Problems, warnings: Problems, *, named: bool) -> None:
    kind = recognise(document)
    if kind == "data":
        problems.extend(document.problems)
        _check_data(document, problems)
    elif kind == "strategy":
        _check_of_game(document, path, problems, load_strategy_file)
    elif kind == "field":
        _check_of_game(document, path, problems, load_field_file)
    elif kind == "config":
        problems.extend(document.problems)
        run = resolve_document(document, path, problems)
        warnings.extend(run.warnings if run else ())
    elif kind == "targets":
        problems.extend(document.problems)
        list(check_targets(document, problems))
    elif named or "game" in document.data:
        problems.add(document.value(()), "this is no file of simcli", FORMS)


def _mappings(path: Path, problems: Problems, *, named: bool) -> list[Document]:
    """The file's documents. A YAML file found in a folder whose root is no mapping is not ours and passed over."""
    try:
        return read_mappings(path)
    except UserError as error:
        if named or not any("expected keys with values" in p.what for p in error.problems):
            problems.extend(error.problems)
        return []


def _is_strategy(source: str, path: Path) -> bool:
    """Whether a Python file found in a folder means to be a strategy: it defines `choose`, or lies in a folder of strategies."""
    if "strategies" in path.resolve().parts:
        return True
    try:
        return any(isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and n.name == "choose" for n in ast.parse(source).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _check_scenarios(documents: Sequence[Document], problems: Problems, scenario_check: ScenarioCheck | None) -> None:
    check_names(documents, problems)
    for document in documents:
        problems.extend(document.problems)
        before = len(problems)
        game = check_scenario(document, problems)
        if game is not None and scenario_check is not None and len(problems) == before:
            problems.extend(scenario_check(document, game))


def _check_of_game(document: Document, path: Path, problems: Problems, load: Callable[[Path, Game, Problems], object]) -> None:
    """Checks a strategy or field as the game it names reads it."""
    game_id = document.data.get("game")
    if isinstance(game_id, str) and game_id in game_ids():
        load(path, get_game(game_id), problems)
        return
    problems.extend(document.problems)
    if "game" not in document.data:
        problems.add(document.value(()), "the key 'game' is missing", "add `game: ` with the id of a game")
    else:
        problems.add(document.value(("game",)), f"game: found {found(game_id)}, expected the id of a game", nearest(game_id, game_ids()))


def _check_data(document: Document, problems: Problems) -> None:
    """Checks a component file in the place of the shipped file its schema names."""
    schema = document.data["schema"]
    parts = schema.split("/") if isinstance(schema, str) else []
    where = document.value(("schema",))
    if len(parts) != 3 or parts[2] != "1":
        problems.add(where, f"schema: found {found(schema)}, expected game/file/1")
        return
    if parts[0] not in game_ids():
        problems.add(where, f"schema: there is no game '{parts[0]}'", nearest(parts[0], game_ids()))
        return
    game = get_game(parts[0])
    files = readable_components(game, problems)
    if files is None:
        return
    if parts[1] not in files:
        problems.add(where, f"schema: {game.title} has no component file '{parts[1]}'", nearest(parts[1], files))
        return
    files = files | {parts[1]: document}
    places = FaultPlaces(files, Patched(component_data(files)), None)
    known_options = read_options(files.get("options"), problems)
    options = resolve_options(game, known_options, places.patched.data, document, {}, problems)
    check_components(game, places, options, range(game.min_players, game.max_players + 1), problems)


def is_kernel_file(path: Path) -> bool:
    """Whether a file may hold kernels of a game, by where it lies."""
    return path.suffix == ".py" and KERNELS in path.resolve().parent.parts[-2:]


def check_kernels(source: str, path: Path, problems: Problems) -> None:
    """Adds the fractions in the kernels of a file. A game with one would play: the record drops what does not fit it."""
    tree = parsed(source, path, problems)
    for function in _kernels(tree) if tree is not None else ():
        for body in function.body:
            for node in ast.walk(body):
                if said := fractions(node):
                    where = Where(str(path), getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)
                    problems.add(where, f"{function.name}(): {said[0]}", said[1])


def _kernels(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The decorated functions of a file."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(one).split("(")[0] in DECORATORS for one in node.decorator_list):
            yield node
