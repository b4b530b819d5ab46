"""Loops of a game's file that never end: each `while` counts its steps, and raises when a call of its function has made too many."""

from __future__ import annotations

import ast
from collections.abc import Iterator

MOST_STEPS = 1_000_000
"""Steps that all `while` of a function may make in one call: no rule of a board game needs as many."""
ENDLESS = "this does not come to an end"
"""What the exception says, at the line of the loop."""
BEGIN = "__steps = 0"
COUNT = f"__steps += 1\nif __steps > {MOST_STEPS}:\n    raise RuntimeError({ENDLESS!r})"


def fused(tree: ast.Module) -> ast.Module:
    """The tree of a file, whose loops count from now on; all else stays at its line."""
    homes: list[ast.Module | ast.FunctionDef] = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]
    for home in homes:
        looping = [i for i, part in enumerate(home.body) if any(_loops(part))]
        for part in home.body:
            for loop in list(_loops(part)):
                loop.body[:0] = _lines(COUNT, loop)
        for i in looping[:1]:
            home.body[i:i] = _lines(BEGIN, home.body[i])
    return tree


def told(code: str) -> tuple[str, str]:
    """What is said of a loop that never ends, whose line is `code`, and a hint."""
    return ENDLESS, f"what makes `{code}` stop?"


def _loops(node: ast.AST) -> Iterator[ast.While]:
    """The loops in a part of a function, those of functions and classes inside it left out."""
    if isinstance(node, ast.While):
        yield node
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        for part in ast.iter_child_nodes(node):
            yield from _loops(part)


def _lines(text: str, where: ast.stmt) -> list[ast.stmt]:
    """Lines of code that stand where a statement begins."""
    made = ast.parse(text)
    for node in ast.walk(made):
        if isinstance(node, ast.stmt | ast.expr):
            ast.copy_location(node, where).end_lineno = where.lineno
            node.end_col_offset = where.col_offset
    return made.body
