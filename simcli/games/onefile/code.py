"""What the compiled code of a game in one file comes from: its functions without their docstrings, and the shape of its records.

Texts, plans, and numbers of tables are no part of it: an edit of these compiles nothing.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from simcli.games.onefile.fuse import fused
from simcli.games.onefile.kernels_text import kernels_text
from simcli.games.onefile.source import names_read
from simcli.games.onefile.spec import Rules

MADE = "made.py"
"""The file of the kernels that are made."""


def code_of(rules: Rules) -> str:
    """Digest of it: 16 hexadecimal digits."""
    tables = [(one.stem, one.item, one.columns, dict(one.words), one.room, one.deck_room) for one in rules.tables]
    fields = [(name, type(field).__name__, field) for name, field in rules.fields.items()]
    shape = (rules.id, rules.players, fields, list(rules.numbers), [one.name for one in rules.options], tables)
    return hashlib.sha256(f"{shape}{kernels_text(rules)}{_functions(rules)}".encode()).hexdigest()[:16]


def _functions(rules: Rules) -> str:
    """The functions, and the values that they read by name, whatever these were made from."""
    functions = [node for node in fused(ast.parse(rules.text)).body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if ast.get_docstring(function) is not None:
            del function.body[0]
    module = vars(rules.module)
    read = {name: module[name] for name in sorted(names_read(functions)) if name in module}
    values = [f"{name} = {value!r}" for name, value in read.items() if not (callable(value) or isinstance(value, ModuleType))]
    return "\n".join([*values, *map(ast.dump, functions)])


def name_by_code(rules: Rules) -> None:
    """Calls the module of the file by its code: what is compiled names the module it comes from, and is found again by that name."""
    name = f"_simcli_{rules.id}_{rules.code}"
    vars(rules.module)["__name__"] = name
    for function in rules.functions.values():
        function.__module__ = name
    sys.modules[name] = rules.module


def kernels_of(rules: Rules, package: str, folder: str) -> dict[str, Any]:
    """The kernels that are made, by their names, in a module called by the code; `package` is what they import from."""
    module = ModuleType(f"_simcli_{rules.id}_{rules.code}_made")
    sys.modules[module.__name__] = module
    names = vars(module)
    names["__package__"] = package
    file = Path(folder, MADE)
    exec(compile(file.read_text("utf-8"), str(file), "exec", dont_inherit=True), names)
    return {name: value for name, value in names.items() if not name.startswith("__")}
