"""A game that has outgrown its file, as a package: its data, its shape as records, its functions as kernels, the same games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from simcli.games.onefile.folder import MODULES, files_of, values_of
from simcli.games.onefile.kernels_text import HEAD_OF_PACKAGE, kernels_text
from simcli.games.onefile.records import SETUP
from simcli.games.onefile.spec import Decision, Rules, Table
from simcli.games.onefile.words import EACH, HELPERS, Cards, Deck, Field, Sealed

PYPROJECT = """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{id}"
version = "0.1.0"
description = "{title} for simcli"
requires-python = ">=3.11"
dependencies = ["simcli-games"]

# How simcli finds the game: its id, and the module with its GAME.
[project.entry-points."simcli.games"]
{id} = "{id}:GAME"

[dependency-groups]
dev = ["pytest>=8.3"]

[tool.hatch.build.targets.wheel]
packages = ["{id}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
"""
INIT = '''"""{title}."""

from simcli.games.onefile.game import game_of

from .shape import RULES

GAME = game_of(RULES, __name__, __path__[0])
'''
SHAPE = '''"""{title} as records: a field of the state, an argument of an action or a column of a table is a line here."""

from pathlib import Path

from simcli.games.onefile.grown import numbers_of, rows_of
from simcli.games.onefile.records import SETUP
from simcli.games.onefile.spec import Argument, Decision, OwnColumn, Shape, Switch, Table, Verb
from simcli.games.onefile.words import EACH, Cards, Deck, Int, Sealed

DATA = Path(__file__).parent / "data"

RULES = Shape(
    id="{id}",
    title={title_text},
    players={players},
    scores={scores},
    numbers=numbers_of(DATA),
    options={options},
    tables={tables},
    fields={fields},
    decisions={decisions},
    categories={categories},
    together={together},
    own_columns={own_columns},
)

__all__ = ("EACH", "RULES", "Argument", "Cards", "Deck", "Decision", "Int", "OwnColumn", "Sealed", "Switch", "Table", "Verb")
'''
TESTS = '''"""The game keeps the contract with the engine."""

from {id} import GAME

from simcli.testing.contract import ContractTests, FastTests
from simcli.testing.one_file import cases_of, witness_of


class TestContract(ContractTests):
    cases, witness = cases_of(GAME), witness_of(GAME)


class TestFast(FastTests):
    cases = cases_of(GAME)
'''
TOLD = ("TITLE", "PLAYERS", "SCORES", "NUMBERS", "OPTIONS", "DECISIONS", "PLANS")
"""What shape, data and strategies say of a grown game."""


def rows_of(data: Path, stem: str) -> tuple[Mapping[str, Any], ...]:
    """Rows of a table of the package, as its file has them."""
    rows = YAML(typ="safe").load((data / f"{stem}.yaml").read_text("utf-8"))[stem]
    return tuple({key: value for key, value in row.items() if key != "provenance"} for row in rows)


def numbers_of(data: Path) -> dict[str, int]:
    """Numbers of the package, as its setup.yaml has them."""
    found = YAML(typ="safe").load((data / f"{SETUP}.yaml").read_text("utf-8"))
    return {key: value for key, value in found.items() if key not in ("schema", "provenance", "provenance_fields", "note")}


def package_of(rules: Rules) -> dict[str, bytes]:
    """Every file of the project by its place in the folder."""
    values = values_of(rules)
    modules = {place: text.format(**values) for place, text in MODULES.items()}
    modules["__init__.py"] = INIT.format(**values)
    modules["shape.py"] = SHAPE.format(**values, **_shape(rules))
    modules["kernels/__init__.py"] = kernels_text(rules, HEAD_OF_PACKAGE)
    modules["kernels/rules.py"] = re.sub(r"\n{4,}", "\n\n\n", "\n".join(_rules_module(rules))) + "\n"
    made = {f"{rules.id}/{place}": data for place, data in files_of(rules).items() if place.endswith((".yaml", ".md"))}
    made |= {f"{rules.id}/{place}": text.encode() for place, text in modules.items()}
    return made | {"pyproject.toml": PYPROJECT.format(**values).encode(), "tests/test_contract.py": TESTS.format(**values).encode()}


def _shape(rules: Rules) -> dict[str, str]:
    """Texts of the records."""
    return {
        "title_text": repr(rules.title),
        "players": repr(rules.players),
        "scores": repr(rules.scores),
        "options": _tuple(map(repr, rules.options)),
        "tables": _tuple(map(_table, rules.tables)),
        "fields": _lines("{", (f'"{name}": {_field(field)}' for name, field in rules.fields.items()), "}"),
        "decisions": _tuple(map(_decision, rules.decisions)),
        "categories": repr(rules.categories),
        "together": repr(rules.together),
        "own_columns": _tuple(map(repr, rules.own_columns)),
    }


def _lines(opening: str, entries: Iterator[str], closing: str, indent: str = "        ") -> str:
    told = [f"{indent}{one},\n" for one in entries]
    return f"{opening}\n{''.join(told)}{indent[4:]}{closing}" if told else opening + closing


def _tuple(entries: Any, indent: str = "        ") -> str:
    return _lines("(", iter(entries), ")", indent)


def _table(table: Table) -> str:
    return f"Table({table.stem!r}, {table.item!r}, {table.columns!r}, {dict(table.words)!r}, rows_of(DATA, {table.stem!r}))"


def _field(field: Field) -> str:
    """A field as the file has it."""
    lengths = ["EACH" if one == EACH else repr(one) for one in field.shape]
    if isinstance(field, Sealed):
        return f"Sealed({field.hand!r})" if field.hand else f"Sealed{field.hidden}"
    if isinstance(field, Deck):
        return f"Deck({', '.join([*lengths, repr(field.of)])})"
    more = [f"of={field.of!r}"] if isinstance(field, Cards) else []
    return f"{type(field).__name__}({', '.join([*lengths, *more, *([f'hidden={field.hidden!r}'] if field.hidden else [])])})"


def _decision(decision: Decision) -> str:
    inner = " " * 16
    return f"Decision(\n            {decision.name!r},\n            {_tuple(map(repr, decision.verbs), inner)},\n        )"


def _rules_module(rules: Rules) -> Iterator[str]:
    """The functions of the file as they stand there, each a kernel; what the package says elsewhere is left out."""
    tree, lines = ast.parse(rules.text), rules.text.splitlines()
    names = _helpers(tree)
    yield f'"""The rules of {rules.title}: what its file said, each function a kernel."""'
    yield ""
    yield "from simcli.engine.kernel import kernel"
    if names:
        yield f"from simcli.games.onefile.kernels.helpers import {', '.join(names)}"
    left_out: set[int] = set()
    decorated: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            decorated.add(node.lineno)
        elif _is_told_elsewhere(node, rules):
            left_out |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for number, line in enumerate(lines, start=1):
        if number in decorated:
            yield "@kernel"
        if number not in left_out:
            yield line


def _helpers(tree: ast.Module) -> list[str]:
    """Helpers that the file imports."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "simcli.small"]
    return sorted(alias.name for node in imports for alias in node.names if alias.name in HELPERS)


def _is_told_elsewhere(node: ast.stmt, rules: Rules) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.ImportFrom):
        return node.module in ("simcli.small", "__future__")
    if isinstance(node, ast.ClassDef):
        return node.name == "State"
    names = [target.id for target in node.targets if isinstance(target, ast.Name)] if isinstance(node, ast.Assign) else []
    return any(name in TOLD or name.lower() in rules.by_stem for name in names)
