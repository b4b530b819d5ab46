"""What functions of a game's file do to the game, read from the text: which arguments they change, and whether they ask chance.

Functions that answer a question are asked any number of times, in positions that are tried out as well: they must do neither.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
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
Effect = tuple[ast.expr, int, str]
"""Where a function does something, the place of the argument it is done to, and CHANGES or CHANCE."""
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
    texts = {name: _Text(function) for name, function in functions.items()}
    of_calls = helpers | _effects_of(texts, helpers)
    for name, text in texts.items():
        effects = list(text.effects(of_calls))
        found = [*_changed_tables(functions[name], effects), *_no_answers(name, effects), *_foreign_chance(text, known)]
        for line in sorted({node.lineno for node, *_ in found}):
            node, what, hint = next(one for one in found if one[0].lineno == line)
            yield Problem(Where(where, line, node.col_offset + 1), f"{name}(): {what}", hint)


def _changed_tables(function: ast.FunctionDef, effects: Sequence[Effect]) -> Iterator[Told]:
    tables = {place for place, one in enumerate(function.args.args[:2]) if one.arg == "t"}
    for node, place, _ in effects:
        if place in tables:
            yield node, "tables never change during a game", "what changes is a field of State"


def _no_answers(name: str, effects: Sequence[Effect]) -> Iterator[Told]:
    said = next((text for key, text in ANSWERS.items() if name == key or (key.endswith("_") and name.startswith(key))), "")
    found = [(node, effect) for node, place, effect in effects if place == 0] if said else []
    for node, effect in sorted(found, key=lambda one: one[1]):
        does = f"`{ast.unparse(node)}` {effect}" if isinstance(node, ast.Call) else f"`{ast.unparse(node)}` is changed"
        hint = "roll in setup or in an action, and keep it in a field" if effect == CHANCE else "change it in setup or in an action"
        yield node, f"{does}, and {name} only says {said}", hint


def _foreign_chance(text: _Text, known: Mapping[str, Any]) -> Iterator[Told]:
    for node, name, _ in text.calls:
        if _is_foreign_chance(_value_of(node.func, known)):
            yield node, f"{name}() is chance that no seed repeats", "write roll(s, n), a number from 0 to n - 1"


@cache
def helper_texts() -> Mapping[str, ast.FunctionDef]:
    """The functions of the helpers' file, read as text: naming them loads no compiler."""
    tree = ast.parse(Path(__file__).with_name("kernels").joinpath("helpers.py").read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def of_helpers() -> Mapping[str, Effects]:
    """Those of every helper."""
    found = _effects_of({name: _Text(node) for name, node in helper_texts().items()}, OF_ENGINE)
    return {name: found[name] for name in HELPERS}


def _effects_of(texts: Mapping[str, _Text], known: Mapping[str, Effects]) -> dict[str, Effects]:
    """Those of functions that call each other and known ones."""
    found: dict[str, Effects] = {name: {} for name in texts}
    is_new = True
    while is_new:
        is_new = False
        for name, text in texts.items():
            for _, place, effect in text.effects({**known, **found}):
                if found[name].get(place) not in (effect, CHANCE):
                    found[name][place] = effect
                    is_new = True
    return found


class _Text:
    """A function: what it changes itself, each with the place of the argument that this is a part of, and what it calls, each with the
    name and the places of what is handed over."""

    def __init__(self, function: ast.FunctionDef) -> None:
        nodes = list(ast.walk(function))
        self._parts = {one.arg: {place} for place, one in enumerate(function.args.args)}
        self._follow([pair for node in nodes for pair in _bound(node)])
        stores = [node for node in nodes if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)]
        self.changes: list[tuple[ast.expr, int]] = [(node, place) for node in stores for place in self._places(node.value)]
        self.calls: list[tuple[ast.Call, str, list[set[int]]]] = []
        for node in nodes:
            if isinstance(node, ast.Call):
                self.calls.append((node, _dotted(node.func), [self._places(one) for one in node.args]))
                if isinstance(node.func, ast.Attribute) and node.func.attr in IN_PLACE:
                    self.changes += [(node, place) for place in self._places(node.func.value)]

    def effects(self, of_calls: Mapping[str, Effects]) -> Iterator[Effect]:
        """Where it changes an argument or asks chance, with what it calls."""
        yield from ((node, place, CHANGES) for node, place in self.changes)
        for node, name, given in self.calls:
            for at, effect in of_calls.get(name, {}).items():
                yield from ((node, place, effect) for places in given[at : at + 1] for place in places)

    def _follow(self, bound: list[tuple[str, ast.expr]]) -> None:
        """Finds which arguments the names inside are a part of."""
        count = -1
        while count != (count := sum(map(len, self._parts.values()))):
            for name, value in bound:
                self._parts.setdefault(name, set()).update(self._places(value))

    def _places(self, node: ast.expr) -> set[int]:
        """The places of the arguments that an expression is a part of."""
        if isinstance(node, ast.Name):
            return self._parts.get(node.id, set())
        if isinstance(node, ast.Attribute | ast.Subscript | ast.NamedExpr | ast.Starred):
            return self._places(node.value)
        if isinstance(node, ast.IfExp):
            return self._places(node.body) | self._places(node.orelse)
        return set().union(*map(self._places, node.elts)) if isinstance(node, ast.Tuple) else set()


def _dotted(node: ast.expr) -> str:
    """`roll`, `rng.below`; nothing of an expression."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _bound(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names that are given a value here, each with what it is taken from."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.For):
        pairs = [(node.target, node.iter)]
    elif isinstance(node, ast.NamedExpr | ast.AnnAssign) and node.value is not None:
        pairs = [(node.target, node.value)]
    for target, value in pairs:
        if isinstance(target, ast.Name):
            yield target.id, value
        elif isinstance(target, ast.Tuple):
            given = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else [value] * len(target.elts)
            yield from ((one.id, part) for one, part in zip(target.elts, given, strict=True) if isinstance(one, ast.Name))


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
