"""Collecting everything wrong with the user's input, worded for a designer, each with its place and the nearest valid name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from simcli.config.yaml.document import Document
from simcli.errors import Problem, Unreadable, UserError, Where, nearest

_THOUSANDS = re.compile(r"[0-9]{1,3}(\.[0-9]{3})+")

T = TypeVar("T")
TAG = "\0"
"""Begins the tags of kinds of values in models, which are no keys; no key of a YAML file can begin so."""


class Problems:
    """A growing list of problems; `raise_any` hands all of them over at once."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, where: Where, message: str, hint: str = "") -> None:
        """One more problem."""
        self._found.append(Problem(where, message, hint))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Several more problems."""
        self._found.extend(problems)

    def refuse_unknown(self, document: Document, keys: Sequence[str], what: str) -> None:
        """A problem for each key at the top of a document of some kind that it does not have."""
        for key in document.data:
            if key not in keys:
                self.add(document.key((key,)), f"unknown key '{key}' in {what}", nearest(key, keys))

    def attempt(self, read: Callable[[], T]) -> T | None:
        """Result of `read`, or None after taking over the problems of the UserError it raised."""
        try:
            return read()
        except UserError as error:
            self.extend(error.problems)
            return None

    def sorted(self) -> list[Problem]:
        """All problems by file, line and column; exact repeats, and what is said of a value that could not be read, dropped."""
        unread = {p.where for p in self._found if isinstance(p, Unreadable)}
        reported = [p for p in self._found if isinstance(p, Unreadable) or p.where not in unread]
        return sorted(dict.fromkeys(reported), key=lambda p: (p.where, p.what))

    def raise_any(self) -> None:
        """UserError with all problems, if there are any."""
        if self._found:
            raise UserError(self.sorted())

    def __len__(self) -> int:
        return len(self._found)


def found(value: object) -> str:
    """What a value is, in words: "the text 'abc'", "the number 1.5", "a list"."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{value if len(value) <= 40 else value[:37] + '...'}'"
    kind = "list" if isinstance(value, list | tuple) else "mapping"
    return f"a {kind}" if value else f"an empty {kind}"


def by_points(text: str, otherwise: str) -> str:
    """Hint for a whole number as some write thousands, `1.000`; any other text has the other hint."""
    return f"write {text.replace('.', '')}, without separators" if _THOUSANDS.fullmatch(text) else otherwise


def dotted(path: Sequence[str | int]) -> str:
    """A key path as a person says it: `patch.setup.players.3`."""
    return ".".join(str(step) for step in path)


def from_validation(error: ValidationError, document: Document, expected: Mapping[str, str], misplaced: Mapping[str, str]) -> list[Problem]:
    """Problems of a failed model.

    `expected` says per key path pattern (indices dropped) what belongs there; `misplaced` where a key found at the top belongs.
    """
    return [_problem(detail, document, expected, misplaced) for detail in error.errors(include_url=False)]


def _problem(detail: ErrorDetails, document: Document, expected: Mapping[str, str], misplaced: Mapping[str, str]) -> Problem:
    path = tuple(step for step in detail["loc"] if not str(step).startswith(TAG))
    kind = detail["type"]
    names = [k.rsplit(".", 1)[-1] for k in expected if k.rpartition(".")[0] == _pattern(path[:-1])]
    if kind == "missing":
        message = f"the key '{path[-1]}' is missing"
        return Problem(document.value(path[:-1]), message, f"add `{path[-1]}: ...`, {expected.get(_pattern(path), '')}".rstrip(" ,"))
    if kind in ("extra_forbidden", "invalid_key"):
        hint = misplaced.get(str(path[-1]), "") if len(path) == 1 else ""
        inside = f" in {_pattern(path[:-1])}" if len(path) > 1 else ""
        return Problem(document.key(path), f"unknown key '{path[-1]}'{inside}", hint or nearest(path[-1], names))
    ctx = detail.get("ctx", {})
    if kind == "simcli":
        path += tuple(ctx.get("path", ()))
        hint, mark = ctx.get("hint", ""), document.marks.get(path)
        if mark and "a whole number" in ctx["what"]:
            hint = by_points(mark.text, hint)
        return Problem(document.value(path), f"{_pattern(path)}: {ctx['what']}", hint)
    belongs = expected.get(_pattern(path), "another kind of value")
    hint = f"write [{detail['input']}]" if kind == "tuple_type" and isinstance(detail["input"], str) else ""
    return Problem(document.value(path), f"{_pattern(path)}: found {found(detail['input'])}, expected {belongs}", hint)


def _pattern(path: Sequence[str | int]) -> str:
    return ".".join(str(p) for p in path if not isinstance(p, int))
