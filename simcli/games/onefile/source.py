"""The text of a game's file, read without being run: where its names stand, and mistakes that the compiler would tell in other words."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simcli.errors import Problem, UserError, Where, counted, nearest
from simcli.games.onefile import effects
from simcli.games.onefile.words import HELPERS

FRACTION = "a record holds whole numbers, and cuts a fraction off without a word"
MUST_RETURN = {"over": "True or False", "tie_break": "a number"}
"""Functions that must say something, and what; besides those that begin so:"""
MUST_RETURN_PREFIX = {"legal_": "True or False", "points": "a number", "column_": "a number"}


def parsed(text: str, where: str) -> ast.Module:
    """The syntax tree. UserError at the line that Python cannot read."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        code = (getattr(error, "text", None) or "").strip()
        what = f"{type(error).__name__}: {getattr(error, 'msg', None) or error}"
        raise UserError.of(Where(where, line, column), what, f"in `{code}`" if code else "") from None


def lines_of(tree: ast.Module) -> dict[str, int]:
    """Line of every name that is defined at the top."""
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node.lineno
        elif isinstance(node, ast.Assign):
            found |= {name.id: node.value.lineno for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def names_read(functions: Iterable[ast.FunctionDef]) -> set[str]:
    """Every name in some functions."""
    return {node.id for function in functions for node in ast.walk(function) if isinstance(node, ast.Name)}


def reads_argument(tree: ast.Module, name: str, number: int) -> bool:
    """Whether a function reads one of its arguments, or is not written out."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    return not found or any(node.args.args[number].arg in names_read([node]) for node in found)


TAKING = ("pay", "pass_left", "pass_right", "shuffle_back")
"""Helpers that take something from a row they are handed."""


def fields_taken_from(tree: ast.Module) -> frozenset[str]:
    """Fields of the game whose rows rules make smaller or write anew, but for the deal."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name != "setup"]
    nodes = [node for function in functions for node in ast.walk(function)]
    taken: list[ast.expr] = [node.target for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Sub)]
    taken += [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
    taken += [one for node in nodes if isinstance(node, ast.Call) and _called(node) in TAKING for one in node.args]
    return frozenset(row.attr for part in taken if isinstance(row := _row_of(part), ast.Attribute))


def _row_of(part: ast.expr) -> ast.expr:
    """The field that an entry of it stands in."""
    while isinstance(part, ast.Subscript):
        part = part.value
    return part


def line_of_field(tree: ast.Module, name: str) -> int:
    """Line of a field of `class State`."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "State":
            for one in node.body:
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id == name:
                    return one.lineno
    return 1


def line_of_key(tree: ast.Module, name: str, *keys: str) -> int:
    """Line of an entry of a dictionary, or of one within it, as deep as it is written out there; else where the name is defined."""
    given = [node for node in tree.body if isinstance(node, ast.Assign) and name in lines_of(ast.Module([node], []))]
    line, inner = (given[0].lineno, given[0].value) if given else (1, None)
    for wanted in keys:
        entries = zip(inner.keys, inner.values, strict=True) if isinstance(inner, ast.Dict) else ()
        found = [(key.lineno, value) for key, value in entries if isinstance(key, ast.Constant) and key.value == wanted]
        if not found:
            break
        line, inner = found[-1]
    return line


def fractions(node: ast.AST) -> tuple[str, str] | None:
    """What makes a fraction in a part of a kernel, and a hint."""
    if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
        return f"'/' makes a fraction; {FRACTION}", "write // and say by the order of the terms where it rounds"
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return f"{node.value} is a fraction; {FRACTION}", "count in smaller units, such as twelfths"
    return None


def problems_of(
    tree: ast.Module, where: str, known: Mapping[str, Any], fields: tuple[set[str], set[str]], numbered: Mapping[str, str]
) -> Iterator[Problem]:
    """What is wrong with the functions of a file. known: names that may be used; fields: those of the game `s` and of its tables `t`;
    numbered: what rules know as numbers alone, and how these are named."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name != "State":
            yield Problem(
                Where(where, node.lineno, 1),
                f"the class {node.name} has no meaning here",
                "rules are functions; class State has the fields",
            )
    yield from _problems_of_names(functions, tree, where)
    yield from effects.problems_of(functions, where, known)
    callable_here = {name: _arguments_of(node) for name, node in functions.items()}
    callable_here |= {name: _arguments_of(effects.helper_texts()[name]) for name in HELPERS if name in known and name not in functions}
    for function in functions.values():
        yield from _problems_of_function(function, where, known, callable_here, fields, numbered)


def _arguments_of(function: ast.FunctionDef) -> list[str]:
    return [one.arg for one in function.args.args]


def _problems_of_names(functions: Mapping[str, ast.FunctionDef], tree: ast.Module, where: str) -> Iterator[Problem]:
    """Functions that hide a helper, actions that answer in place of acting, and functions that call themselves."""
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    calls = {name: _calls_of(node) & {*functions} for name, node in functions.items()}
    for name, node in functions.items():
        place = Where(where, node.lineno, 1)
        if name in imported:
            yield Problem(place, f"{name} is a helper of simcli.small, which this file imports", "give the function another name")
        answers = [one for one in ast.walk(node) if isinstance(one, ast.Return) and not _is_nothing(one.value)]
        if name.startswith("act_") and answers:
            hint = f"what is allowed is said by legal_{name.removeprefix('act_')}"
            yield Problem(
                Where(where, answers[0].lineno, 1), f"{name}() returns a value: an action changes the game and returns nothing", hint
            )
        if name in (around := _reached(name, calls)):
            through = (
                "" if name in calls[name] else f" by way of {next(one for one in sorted(calls[name]) if name in _reached(one, calls))}"
            )
            line = min(call.lineno for call in ast.walk(node) if isinstance(call, ast.Call) and _called(call) in around)
            yield Problem(Where(where, line, 1), f"{name}() calls itself{through}", "rules have no recursion: write a loop")


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _calls_of(function: ast.FunctionDef) -> set[str]:
    return {_called(node) for node in ast.walk(function) if isinstance(node, ast.Call)}


def _reached(name: str, calls: Mapping[str, set[str]]) -> set[str]:
    """Functions that a function calls, itself or through others."""
    found: set[str] = set()
    left = [*calls[name]]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += calls[one]
    return found


def _is_nothing(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _wrong_call(call: ast.Call, wanted: list[str]) -> tuple[str, str] | None:
    """What is wrong with the arguments of a call, and how it is written."""
    name, hint = _called(call), f"write {_called(call)}({', '.join(wanted)})"
    for keyword in call.keywords:
        if keyword.arg is not None and keyword.arg not in wanted:
            return f"{name}() has no argument '{keyword.arg}'", nearest(keyword.arg, wanted)
    found = len(call.args) + len(call.keywords)
    if found == len(wanted) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    return f"{name}() has {counted(len(wanted), 'argument')} ({', '.join(wanted)}), found {found}", hint


def _problems_of_function(
    function: ast.FunctionDef,
    where: str,
    known: Mapping[str, Any],
    functions: Mapping[str, list[str]],
    fields: tuple[set[str], set[str]],
    numbered: Mapping[str, str],
) -> Iterator[Problem]:
    def problem(node: ast.AST, what: str, hint: str = "") -> Problem:
        place = Where(where, getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)
        return Problem(place, f"{function.name}(): {what}", hint)

    said = MUST_RETURN.get(function.name) or next((text for p, text in MUST_RETURN_PREFIX.items() if function.name.startswith(p)), "")
    if said and not always_returns(function.body):
        yield Problem(
            Where(where, function.lineno, 1), f"{function.name}() does not always return {said}", "a path through it ends without `return`"
        )
    arguments = [one.arg for one in function.args.args]
    inside = {*arguments} | {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    by_name = {name: kind for name, kind in zip(arguments[:2], fields, strict=False) if name in ("s", "t")}
    for body in function.body:
        for node in ast.walk(body):
            if told := fractions(node):
                yield problem(node, *told)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in by_name:
                names = by_name[node.value.id]
                if node.attr not in names:
                    what = (
                        f"there is no field '{node.attr}' in State"
                        if node.value.id == "s"
                        else f"no table, number or option is called '{node.attr}'"
                    )
                    yield problem(node, what, (node.value.id == "t" and numbered.get(node.attr.lower())) or nearest(node.attr, names))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in inside and node.id not in known:
                hint = numbered.get(node.id.lower()) or hint_of_name(node.id, [*inside, *known])
                yield problem(node, f"there is no name '{node.id}' here", hint)
            elif isinstance(node, ast.Call) and _called(node) in functions:
                if wrong := _wrong_call(node, functions[_called(node)]):
                    yield problem(node, *wrong)
            elif isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_docstring(body, node)
            ):
                yield problem(
                    node, "a text stands where a number belongs", "rules count in numbers; words stand in tables, NUMBERS and docstrings"
                )
            elif isinstance(node, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp):
                yield problem(node, "rules have no lists, sets or dictionaries", "a row of numbers is a field: `row: Int(10)`")
            elif isinstance(node, ast.Global | ast.Nonlocal | ast.Try | ast.With | ast.Lambda | ast.Yield | ast.FunctionDef | ast.Delete):
                yield problem(
                    node,
                    f"rules have no `{type(node).__name__.lower()}`",
                    "plain numbers, conditions, loops and calls of functions of the file",
                )


def hint_of_name(name: str, known: Iterable[str], otherwise: str = "import it, or define it") -> str:
    """Hint for a name that a file does not know: it may be one that it has not imported."""
    offered = importlib.import_module("simcli.small").__all__
    return f"`from simcli.small import {name}`" if name in offered else nearest(name, [*known, *offered], otherwise)


def _is_docstring(body: ast.stmt, node: ast.AST) -> bool:
    return isinstance(body, ast.Expr) and body.value is node


def always_returns(body: list[ast.stmt]) -> bool:
    """Whether every way through some lines ends in a `return` with a value."""
    last = body[-1]
    if isinstance(last, ast.Return):
        return not _is_nothing(last.value)
    if isinstance(last, ast.If):
        return bool(last.orelse) and always_returns(last.body) and always_returns(last.orelse)
    if isinstance(last, ast.While):
        return isinstance(last.test, ast.Constant) and bool(last.test.value)
    return isinstance(last, ast.Raise)
