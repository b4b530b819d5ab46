"""What functions of a game's file do to the game, read from the text: which arguments they change, and whether they ask chance.

Functions that answer a question are asked any number of times, in positions that are tried out as well: they must do neither.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from simcli.errors import Problem, Where
from simcli.games.onefile.words import HELPERS, Helper

ANSWERS = {
    "legal_": "whether an action is allowed",
    "over": "whether the game has ended",
    "points": "what a seat has scored",
    "points_": "what a seat has scored",
    "tie_break": "who is ahead among equals",
    "column_": "what plans weigh",
}
"""What functions say that only answer, by the beginnings of their names."""
CHANGES, CHANCE = "changes the game", "asks chance"
Effects = dict[int, str]
"""What a function does to its arguments, by their places: CHANGES or CHANCE, which changes too."""
Told = tuple[ast.expr, str, str]
"""Where something is wrong, what, and a hint."""
OF_ENGINE: dict[str, Effects] = {"open_stream": {0: CHANCE}, "shuffle": {0: CHANCE, 1: CHANGES}, "rng.below": {0: CHANCE}}
IN_PLACE = ("fill", "sort")
"""Methods that change a row."""


def problems_of(functions: Mapping[str, ast.FunctionDef], where: str, known: Mapping[str, Any]) -> Iterator[Problem]:
    """Functions that only answer and change the game or ask chance, tables that are changed, and chance that is not simcli's.

    known: what the names of the file are.
    """
    helpers = OF_ENGINE | {name: of_helpers()[one.name] for name, one in known.items() if isinstance(one, Helper)}
    of_calls = {**helpers, **_effects_of(functions, helpers)}
    for name, function in functions.items():
        found = [
            *_changed_tables(function, of_calls),
            *_no_answers(function, of_calls),
            *_foreign_chance(function, known),
        ]
        for line in sorted({node.lineno for node, *_ in found}):
            node, what, hint = next(one for one in found if one[0].lineno == line)
            yield Problem(Where(where, line, node.col_offset + 1), f"{name}(): {what}", hint)


def _changed_tables(function: ast.FunctionDef, of_calls: Mapping[str, Effects]) -> Iterator[Told]:
    tables = {place for place, one in enumerate(function.args.args[:2]) if one.arg == "t"}
    for node, place, _ in _found(function, of_calls):
        if place in tables:
            yield node, "tables never change during a game", "what changes is a field of State"


def _no_answers(function: ast.FunctionDef, of_calls: Mapping[str, Effects]) -> Iterator[Told]:
    name = function.name
    said = next((text for key, text in ANSWERS.items() if name == key or (key.endswith("_") and name.startswith(key))), "")
    found = [(node, effect) for node, place, effect in _found(function, of_calls) if place == 0] if said else []
    for node, effect in sorted(found, key=lambda one: one[1]):
        does = f"`{ast.unparse(node)}` {effect}" if isinstance(node, ast.Call) else f"`{ast.unparse(node)}` is changed"
        hint = "roll in setup or in an action, and keep it in a field" if effect == CHANCE else "change it in setup or in an action"
        yield node, f"{does}, and {name} only says {said}", hint


def _foreign_chance(function: ast.FunctionDef, known: Mapping[str, Any]) -> Iterator[Told]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _is_foreign_chance(_value_of(node.func, known)):
            yield node, f"{ast.unparse(node.func)}() is chance that no seed repeats", "write roll(s, n), a number from 0 to n - 1"


@cache
def of_helpers() -> Mapping[str, Effects]:
    """Those of every helper, read from their text: naming them loads no compiler."""
    tree = ast.parse(Path(__file__).with_name("kernels").joinpath("helpers.py").read_text("utf-8"))
    found = _effects_of({node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}, OF_ENGINE)
    return {name: found[name] for name in HELPERS}


def _effects_of(functions: Mapping[str, ast.FunctionDef], known: Mapping[str, Effects]) -> dict[str, Effects]:
    """Those of functions that call each other and known ones."""
    found: dict[str, Effects] = {name: {} for name in functions}
    is_new = True
    while is_new:
        is_new = False
        for name, function in functions.items():
            for _, place, effect in _found(function, {**known, **found}):
                if found[name].get(place) not in (effect, CHANCE):
                    found[name][place] = effect
                    is_new = True
    return found


def _found(function: ast.FunctionDef, of_calls: Mapping[str, Effects]) -> Iterator[tuple[ast.expr, int, str]]:
    """Where a function changes something or asks chance: with the place of the argument that it does so to, or to a part of which."""
    parts = _Parts(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield from ((node, place, CHANGES) for place in parts.of(node.value))
        elif isinstance(node, ast.Call):
            for at, effect in of_calls.get(ast.unparse(node.func), {}).items():
                if at < len(node.args):
                    yield from ((node, place, effect) for place in parts.of(node.args[at]))
            if isinstance(node.func, ast.Attribute) and node.func.attr in IN_PLACE:
                yield from ((node, place, CHANGES) for place in parts.of(node.func.value))


class _Parts:
    """Which arguments of a function the names in it are a part of, by their places."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.names = {one.arg: {place} for place, one in enumerate(function.args.args)}
        bound = list(_bound(function))
        count = -1
        while count != (count := sum(map(len, self.names.values()))):
            for name, value in bound:
                self.names.setdefault(name, set()).update(self.of(value))

    def of(self, node: ast.expr | None) -> set[int]:
        """Those that an expression is a part of."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, set())
        if isinstance(node, ast.Attribute | ast.Subscript | ast.NamedExpr | ast.Starred):
            return self.of(node.value)
        if isinstance(node, ast.IfExp):
            return self.of(node.body) | self.of(node.orelse)
        return set().union(*map(self.of, node.elts)) if isinstance(node, ast.Tuple) else set()


def _bound(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Names that are given a value, each with what it is taken from."""
    for node in ast.walk(function):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.For):
            pairs = [(node.target, node.iter)]
        elif isinstance(node, ast.NamedExpr | ast.AnnAssign) and node.value is not None:
            pairs = [(node.target, node.value)]
        for target, value in pairs:
            both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
            for one, given in zip(target.elts, value.elts, strict=True) if both else [(target, value)]:  # type: ignore[attr-defined]
                yield from ((part.id, given) for part in ast.walk(one) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))


def _value_of(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """What a name, or a name in a module, is."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    home = _value_of(node.value, known) if isinstance(node, ast.Attribute) else None
    return getattr(home, node.attr, None) if isinstance(node, ast.Attribute) and isinstance(home, ModuleType) else None


def _is_foreign_chance(value: Any) -> bool:
    """Whether a function is one of Python's or numpy's generators."""
    is_method = isinstance(getattr(value, "__self__", None), random.Random | np.random.RandomState)
    return is_method or str(getattr(value, "__module__", "")).startswith(("random", "secrets", "numpy.random"))
