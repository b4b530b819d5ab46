"""A user's own strategy in Python, looked at but not run: it must parse and define `choose` with the six arguments."""

from __future__ import annotations

import ast
from pathlib import Path

from simcli.config.yaml.problems import Problems
from simcli.errors import Where

CHOOSE_ARGUMENTS = ("s", "t", "actions", "X", "weights", "noise")
SIGNATURE = f"def choose({', '.join(CHOOSE_ARGUMENTS)}):"


def check_source(source: str, path: Path, problems: Problems) -> bool:
    """Whether `source` can be a strategy; what stands in the way goes to `problems` with its line."""
    tree = parsed(source, path, problems)
    if tree is None:
        return False
    named = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and n.name == "choose"]
    if not named:
        problems.add(Where(str(path), 1, 1), "the file defines no function `choose`", f"write `{SIGNATURE}`")
        return False
    choose = named[-1]  # as in Python, the last definition counts
    where = Where(str(path), choose.lineno, choose.col_offset + 1)
    if isinstance(choose, ast.AsyncFunctionDef):
        problems.add(where, "`choose` is an async function", f"write `{SIGNATURE}`")
        return False
    args = choose.args
    is_plain = not (args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg or args.defaults)
    if not is_plain or tuple(a.arg for a in args.args) != CHOOSE_ARGUMENTS:
        taken = ast.unparse(args)
        problems.add(where, f"`choose` takes ({taken}), expected ({', '.join(CHOOSE_ARGUMENTS)})", f"write `{SIGNATURE}`")
        return False
    return True


def parsed(source: str, path: Path, problems: Problems) -> ast.Module | None:
    """The tree of a Python file; None where it is no Python, which is a problem."""
    try:
        return ast.parse(source, str(path))
    except SyntaxError as error:
        problems.add(Where(str(path), error.lineno or 1, max(1, error.offset or 1)), f"this is not Python: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        problems.add(Where(str(path)), f"this is not Python that can be read: {error}")
    return None
