"""YAML text to plain dicts and lists, with the place in the file of every key and value."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simcli.base.strangers import composed
from simcli.config.yaml.addresses import KeyPath, inside
from simcli.config.yaml.nodes import MAX_DEPTH, MAX_VALUES, ListNode, Node, ScalarNode, compose
from simcli.errors import Problem, UserError, Where


@dataclass(frozen=True)
class Mark:
    """Where a key (or list entry) and its value stand, and the value as it was typed when it is a scalar."""

    key: Where
    value: Where
    text: str = ""


@dataclass
class Document:
    """A parsed text.

    `data` is plain dicts, lists, text, numbers, booleans and None; `marks` holds a `Mark` per key path, the root at ().
    `problems` are faults that did not stop the parse (duplicate keys, tags, infinite numbers), `notes` warnings about how it was read.
    """

    file: str
    data: Any
    marks: dict[KeyPath, Mark] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def mark(self, path: Sequence[str | int]) -> Mark:
        """Mark of `path`, or of its longest beginning that stands in the text."""
        for length in range(len(path), -1, -1):
            mark = self.marks.get(tuple(path[:length]))
            if mark is not None:
                return mark
        return Mark(Where(self.file), Where(self.file))

    def value(self, path: Sequence[str | int]) -> Where:
        """Place of the value at `path`."""
        return self.mark(path).value

    def key(self, path: Sequence[str | int]) -> Where:
        """Place of the key at `path`."""
        return self.mark(path).key

    def text(self, path: Sequence[str | int]) -> str:
        """The scalar at `path` as it was typed, without quotes; empty when there is none."""
        mark = self.marks.get(tuple(path))
        return mark.text if mark else ""

    def overlay(self, path: KeyPath, value: Document) -> None:
        """Puts the root of `value` at `path`, marks included; the containers on the way must exist."""
        inside(self.data, path[:-1])[path[-1]] = copy.deepcopy(value.data)
        self.marks = {p: m for p, m in self.marks.items() if p[: len(path)] != path}
        self.marks |= {path + p: m for p, m in value.marks.items()}


def parse_yaml(text: str, file: str) -> Document:
    """Document of one YAML text; `file` is the name used in places. UserError when the syntax is broken or it is empty."""
    problems: list[Problem] = []
    root = compose(composed(text), file, problems)
    if root is None:
        raise UserError([*problems, Problem(Where(file), "the file is empty", "`simcli init DIR` writes examples to start from")])
    document = Document(file, None, problems=problems)
    builder = _Builder(document)
    document.data = builder.value(root, (), root.where, root.where)
    return document


def parse_value(text: str, place: Where) -> Document:
    """Document of a one-line YAML value given on the command line; every mark and problem is `place`."""
    try:
        problems: list[Problem] = []
        root = compose(composed(text), place.file, problems)
    except UserError as error:
        raise UserError([Problem(place, p.what, p.hint) for p in error.problems]) from None
    document = Document(place.file, None)
    if root is not None:
        document.data = _Builder(document).value(root, (), root.where, root.where)
    document.problems = [replace(p, where=place) for p in problems + document.problems]
    marks = {p: Mark(_at(place, m.key), _at(place, m.value), m.text) for p, m in document.marks.items()}
    document.marks = marks or {(): Mark(place, place)}
    return document


def _at(place: Where, inside: Where) -> Where:
    """The place of all that one argument says, with what is strange in this part of it."""
    suspect = inside.suspect
    return place if suspect is None else replace(place, suspect=replace(suspect, line=place.line, column=place.column))


def known_data(data: object, place: Where) -> Document:
    """Document of values that did not come from a text, all at one place."""
    marks = {path: Mark(place, place, "" if isinstance(value, Mapping | list) else str(value)) for path, value in _walk(data, ())}
    return Document(place.file, data, marks)


def _walk(data: object, path: KeyPath) -> Iterable[tuple[KeyPath, object]]:
    yield path, data
    entries = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from _walk(value, (*path, key))


class _Builder:
    """Flattens nodes (aliases share them) into data and marks, and bounds the result."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.n_values = 0

    def value(self, node: Node, path: KeyPath, key: Where, place: Where) -> Any:
        self.n_values += 1
        if len(path) > MAX_DEPTH:
            raise UserError.of(place, f"values are nested more than {MAX_DEPTH} deep once the aliases are written out")
        if self.n_values > MAX_VALUES:
            raise UserError.of(place, f"the file holds more than {MAX_VALUES} values once its aliases are written out")
        text = node.text if isinstance(node, ScalarNode) else ""
        self.document.marks[path] = Mark(key, place, text)
        if isinstance(node, ScalarNode):
            return node.value
        if isinstance(node, ListNode):
            return [self.value(e.node, (*path, i), e.where, e.where) for i, e in enumerate(node.entries)]
        return {name: self.value(e.node, (*path, name), key, e.where) for name, (key, e) in node.entries.items()}
