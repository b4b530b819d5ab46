"""ruamel's event stream to a small tree of nodes, each with its place; syntax errors in a designer's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from simcli.base.strangers import stranger_in, stranger_in_lines
from simcli.config.yaml.scalars import UNUSABLE, NotANumberError, Scalar, plain_scalar
from simcli.errors import Problem, Suspect, Unreadable, UserError, Where

_HALF = re.compile("[\ud800-\udfff]")
MAX_DEPTH = 32
MAX_VALUES = 50_000
MAX_ENTRIES = 2_000
"""Of one list or mapping. Longer ones are not read to their end: to read them takes seconds."""


@dataclass
class ScalarNode:
    """A single value and the text it was typed as."""

    where: Where
    value: Scalar
    text: str


@dataclass
class Entry:
    """A node where it is used; for an alias the place of the alias."""

    where: Where
    node: Node


@dataclass
class ListNode:
    """A list."""

    where: Where
    entries: list[Entry] = field(default_factory=list)


@dataclass
class MappingNode:
    """A mapping: per key its place and its value's entry."""

    where: Where
    entries: dict[str | int, tuple[Where, Entry]] = field(default_factory=dict)


Node = ScalarNode | ListNode | MappingNode


def compose(text: str, file: str, problems: list[Problem]) -> Node | None:
    """Root node of the only document in `text`, None when there is none.

    Duplicate keys, tags and unusable numbers are appended to `problems`; UserError for what cannot be read at all.
    """
    root, faults = _composed(text, file)
    problems += faults
    return root


@lru_cache(maxsize=512)
def _composed(text: str, file: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """Root node and problems of a text. One file is read many times: by plans that extend it, by every level of a study."""
    problems: list[Problem] = []
    try:
        return _Composer(text, file, problems).root(), tuple(problems)
    except ReaderError as error:
        raise UserError.of(_place_of(text, error, file), "a control character stands in the text", "save the file as plain text") from None
    except MarkedYAMLError as error:
        raise UserError([_strange_problem(text, error, file) or _syntax_problem(error, file)]) from None
    except (YAMLError, ValueError, IndexError) as error:  # ruamel raises bare errors for a few odd directives and escapes
        raise UserError.of(Where(file), f"this is not YAML: {str(error).splitlines()[0]}") from None


class _Composer:
    def __init__(self, text: str, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.text = "" if text.isascii() else text
        self.problems = problems
        self.anchors: dict[str, Node | None] = {}
        self.n_nodes = 0
        self.events: Iterator[object] = YAML(typ="safe", pure=True).parse(text)

    def root(self) -> Node | None:
        node: Node | None = None
        for event in self.events:
            if isinstance(event, events.DocumentStartEvent) and node is not None:
                raise UserError.of(self.place(event), "a second document starts here", "keep one document in a file, without '---' between")
            if isinstance(event, events.NodeEvent):
                node = self.entry(event, 1).node
        if isinstance(node, ScalarNode) and node.value is None and not node.text:
            return None
        return node

    def place(self, event: Any) -> Where:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        suspect = self.suspect(event, line, column) if self.text and isinstance(event, events.ScalarEvent) else None
        return Where(self.file, line, column, suspect)

    def suspect(self, event: events.ScalarEvent, line: int, column: int) -> Suspect | None:
        """A character of a key or value that is not what it looks like, for the message where the text is refused."""
        typed = self.text[event.start_mark.index : event.end_mark.index]
        inside = len(typed) - len(typed.lstrip("'\"")) if event.style else 0
        found = stranger_in(typed[inside:])
        if found is None:
            return None
        before = typed[: inside + found.at]
        lines = before.count("\n")
        column = column + len(before) if not lines else len(before) - before.rfind("\n")
        return Suspect(found.sign, line + lines, column, found.what, found.hint)

    def entry(self, event: Any, depth: int, name: object = "") -> Entry:
        """A value; `name` is its key."""
        where = self.place(event)
        self.n_nodes += 1
        if self.n_nodes > 2 * MAX_VALUES:
            raise UserError.of(where, f"the file holds more than {MAX_VALUES} values")
        if depth > MAX_DEPTH:
            raise UserError.of(where, f"values are nested more than {MAX_DEPTH} deep")
        if isinstance(event, events.AliasEvent):
            if event.anchor not in self.anchors:
                raise UserError.of(where, f"the alias *{event.anchor} names nothing above it", f"mark a value with &{event.anchor} first")
            if (aliased := self.anchors[event.anchor]) is None:
                raise UserError.of(where, f"the alias *{event.anchor} stands inside the value it names")
            return Entry(where, aliased)
        if event.tag is not None:
            tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
            self.problems.append(Problem(where, f"the tag {tag} is not used here", "quote what is meant as text"))
        if event.anchor:
            self.anchors[event.anchor] = None
        node = self.node(event, where, depth, name)
        if event.anchor:
            self.anchors[event.anchor] = node
        return Entry(where, node)

    def node(self, event: object, where: Where, depth: int, name: object) -> Node:
        if isinstance(event, events.ScalarEvent):
            return ScalarNode(where, self.scalar(event, where), _HALF.sub("?", event.value))
        if isinstance(event, events.SequenceStartEvent):
            return ListNode(where, [self.entry(e, depth + 1) for e in self.children(where, name)])
        assert isinstance(event, events.MappingStartEvent)
        return self.mapping(where, depth, name)

    def children(self, where: Where, name: object) -> Iterator[object]:
        """Events of the entries of a list, or of the keys of a mapping, whose values are taken in between."""
        for n, event in enumerate(self.events, 1):
            if isinstance(event, events.CollectionEndEvent):
                return
            refuse_long(n, name, where)
            yield event

    def mapping(self, where: Where, depth: int, name: object) -> MappingNode:
        mapping = MappingNode(where)
        for event in self.children(where, name):
            key = self.entry(event, depth + 1)
            name_here = key.node.value if isinstance(key.node, ScalarNode) else ""
            value = self.entry(next(self.events), depth + 1, name_here)
            if isinstance(value.node, ScalarNode) and value.node.value is None and not value.node.text:
                value.where = key.where  # an absent value stands nowhere; its key is what the reader looks for
            name = key.node.value if isinstance(key.node, ScalarNode) else key.node
            if isinstance(name, bool) or not isinstance(name, str | int):
                self.problems.append(Problem(key.where, "a key must be a name or a whole number", "quote it if it is meant as a name"))
            elif name in mapping.entries:
                first = mapping.entries[name][0]
                message = f"the key '{name}' stands here a second time"
                self.problems.append(Problem(key.where, message, f"it stands first at {first}; keep one"))
            else:
                mapping.entries[name] = (key.where, value)
        return mapping

    def scalar(self, event: Any, where: Where) -> Scalar:
        if half := _HALF.search(event.value):
            message = f"the text holds \\u{ord(half[0]):04x}, half of a character, which no file can keep"
            self.problems.append(Problem(where, message, "write the character itself, or its code as \\UXXXXXXXX"))
            return _HALF.sub("?", event.value)
        if not event.implicit[0]:
            return str(event.value)
        try:
            return plain_scalar(event.value)
        except NotANumberError as error:
            self.problems.append(Unreadable(where, str(error), UNUSABLE))
            return 1


def refuse_long(n: int, name: object, where: Where | str) -> None:
    """UserError for a list or mapping with too many entries, under the key `name`."""
    if n > MAX_ENTRIES:
        what = f"{name}: found" if name else "found"
        raise UserError.of(where, f"{what} more than {MAX_ENTRIES:,} entries, the most that a list or mapping holds")


def _place_of(text: str, error: ReaderError, file: str) -> Where:
    before = text[: int(error.position)]
    return Where(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


_COLON = "quote text that holds ': ', and line up keys of one level"
_SYNTAX = (
    ("mapping values are not allowed here", "a ':' is not expected here", _COLON),
    ("could not find expected ':'", "a key without its ':'", "write `key: value`"),
    ("cannot start any token", "", "quote text that starts with a special character"),
    ("sequence entries are not allowed here", "a '-' is not expected here", "start a list on its own lines, or write [a, b]"),
    ("expected the node content, but found '<stream end>'", "the text ends where a value is expected", "close every '[', '{' and quote"),
    ("expected the node content", "a sign of YAML stands where a value is expected", "quote it if it is meant as text"),
    ("expected <block end>", "this line does not fit the indentation above", "line up keys and '-' of one level"),
    ("found unexpected end of stream", "the text ends inside quotes", "close the quote"),
    ("unknown escape character", "an unknown \\ escape inside double quotes", "use single quotes"),
)


def _strange_problem(text: str, error: MarkedYAMLError, file: str) -> Problem | None:
    """The character that is not what it looks like, in the lines that a fault of syntax is about."""
    marks = [mark.line for mark in (error.context_mark, error.problem_mark) if mark]
    found = stranger_in_lines(text.splitlines(), min(marks), max(marks)) if marks and not text.isascii() else None
    return None if found is None else Problem(Where(file, found[0] + 1, found[1].at + 1), found[1].what, found[1].hint)


def _syntax_problem(error: MarkedYAMLError, file: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    where = Where(file, mark.line + 1, mark.column + 1) if mark else Where(file)
    said = str(error.problem or error.context or "unreadable")
    if "found character '\\t'" in said:
        return Problem(where, "a tab stands in the indentation", "indent with spaces")
    start = error.context_mark
    for opened, close in (("flow sequence", "]"), ("flow mapping", "}")):
        if start and error.context and opened in error.context:
            message = f"the '{'[' if close == ']' else '{'}' of line {start.line + 1} is not closed before this"
            return Problem(where, message, f"add ',' or '{close}'")
    for pattern, message, hint in _SYNTAX:
        if pattern in said:
            return Problem(where, message or said.replace(" that cannot start any token", " cannot start a value"), hint)
    return Problem(where, f"this is not YAML: {said}", "see docs/config.md for the form of the file")
