"""How text of a user or a received file is shown: control characters as escapes, never as what they do. A leaf.

A name with an escape sequence in it could otherwise repaint a terminal, and one with a direction override could read as another name.
Data stays as it is (JSON, records, frames); what a person reads goes through `shown`: the terminal, the page, markdown, CSV.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter, is_
from typing import Any

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0 and C1 (ESC, BEL, the one-byte forms of CSI and OSC), marks that turn the direction of text, line separators, halves of characters."""

_NAMES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
SIGNS = {"─": "-", "│": "|", "┼": "|", "●": "o", "±": "+-", "−": "-", "–": "-", "—": "-", "…": "...", "×": "x", "·": ".", "→": "->"}
SIGNS |= {"▲": "^", "▼": "v", "△": "(^)", "▽": "(v)", "◐": "(o", "○": "( )", "“": '"', "”": '"', "‘": "'", "’": "'", "≥": ">=", "≤": "<="}
SIGNS |= {"\u00a0": " ", "✓": "+", "✗": "x", "█": "#", "▌": "#", "░": "."}
"""What stands for the signs of our tables and texts where an encoding lacks them."""
NO_TEXT = frozenset((type(None), bool, int, float))
"""Types of what is no text and has none in it."""
PROSE = "\n\t"
"""What may stay in a text of several lines."""


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, ... of a place in turn order."""
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n if n < 20 else n % 10, 'th') }"


def shown(text: str, keep: str = "") -> str:
    """The text with every control character but those in `keep` written as an escape such as `\\x1b` or `\\u202e`."""
    if _CONTROL.search(text) is None:
        return text
    return _CONTROL.sub(lambda match: match[0] if match[0] in keep else _escaped(match[0]), text)


class _Shown(dict[str, str]):
    """Texts as `shown` gives them, each worked out once: a record of many variants has the same names again and again."""

    def __init__(self, keep: str) -> None:
        self.keep = keep

    def __missing__(self, text: str) -> str:
        self[text] = made = shown(text, self.keep)
        return made


def shown_all(data: object, keep: str = "") -> Any:
    """Data (records, mappings, lists, tuples, scalars) with every text in it, keys too, as `shown` gives it."""
    return rewritten(data, _Shown(keep).__getitem__)


def rewritten(data: object, write: Callable[[str], str]) -> Any:
    """Data with every text in it, keys too, written again; records, mappings and tuples in which nothing changes are not copied."""
    kind: Any = type(data)
    if (record := _record(kind)) is not None:
        names, read = record
        values, changed = read(data), {}
        for name, old in zip(names, values, strict=True):
            if type(old) is str:
                new = write(old)
            elif type(old) in NO_TEXT or (isinstance(old, tuple) and NO_TEXT.issuperset(map(type, old))):
                continue
            else:
                new = rewritten(old, write)
            if new is not old:
                changed[name] = new
        if not changed or hasattr(kind, "__post_init__"):
            return replace(data, **changed) if changed else data  # type: ignore[type-var]
        made = object.__new__(kind)
        vars(made).update(zip(names, values, strict=True), **changed)
        return made
    if data is None or isinstance(data, int | float):
        return data
    if isinstance(data, str):
        return write(data)
    if isinstance(data, dict):
        return _mapping(data, write)
    if isinstance(data, tuple) and NO_TEXT.issuperset(map(type, data)):
        return data
    if isinstance(data, list | tuple):
        parts = [value if type(value) in NO_TEXT else rewritten(value, write) for value in data]
        if isinstance(data, tuple) and all(map(is_, parts, data)):
            return data
        return type(data)(*parts) if hasattr(data, "_fields") else type(data)(parts)
    return data


def _mapping(data: dict[object, object], write: Callable[[str], str]) -> dict[object, object]:
    keys = [rewritten(key, write) for key in data]
    values = [value if type(value) in NO_TEXT else rewritten(value, write) for value in data.values()]
    is_same = type(data) is dict and all(map(is_, keys, data)) and all(map(is_, values, data.values()))
    return data if is_same else dict(zip(keys, values, strict=True))


@cache
def _record(kind: type) -> tuple[tuple[str, ...], Callable[[object], Iterable[object]]] | None:
    """The names of the fields of a class of records, and what reads them all; None of another class."""
    names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return (names, attrgetter(*names) if len(names) > 1 else lambda record: [getattr(record, names[0])]) if names else None


def in_encoding(text: str, encoding: str) -> str:
    """The text with signs in the place of those that an encoding lacks: intervals as `---o---|`, `±` as `+-`, any other as its escape."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        return text[: error.start] + _instead(text[error.start]) + in_encoding(text[error.start + 1 :], encoding)
    return text


def stand_in(error: UnicodeError) -> tuple[str, int]:
    """What a stream writes for characters it cannot: a handler of `codecs`."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_instead, error.object[error.start : error.end])), error.end


def _instead(character: str) -> str:
    return SIGNS.get(character) or _escaped(character)


def json_safe(text: str) -> str:
    """JSON text with control characters inside its strings written as `\\uXXXX`: it shows nothing else and means the same."""
    if _CONTROL.search(text) is None:
        return text
    return _CONTROL.sub(lambda match: match[0] if match[0] in PROSE else f"\\u{ord(match[0]):04x}", text)


def _escaped(character: str) -> str:
    code = ord(character)
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return _NAMES.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
