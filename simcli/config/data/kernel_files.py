"""Files with kernels of a game, read without being imported: what would play and count wrong, at its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from simcli.base.game_sources import KERNELS
from simcli.config.players.python_strategy import parsed
from simcli.config.yaml.problems import Problems
from simcli.errors import Where
from simcli.games.onefile.source import fractions

DECORATORS = {"kernel", "hot", "hot_in_bounds", "cold", "entry"}


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
