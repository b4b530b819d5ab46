"""Records as JSON: their fields in their order, and the words that are made of a record when it is written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import cache
from json.encoder import encode_basestring
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from simcli.base.escapes import NO_TEXT, json_safe
from simcli.base.restrictions import NOBODY, Restrictions
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.verdicts import Fraction, TestResult


class Said(NamedTuple):
    """What JSON says of a record in words (in `SAID` of its class): the key, the field it follows, and its meaning."""

    key: str
    after: str
    meaning: str
    left_out: bool = False
    """whether it is left out where there is nothing to say"""
    hint: Any = str
    """its type"""


def answered(after: str, meaning: str) -> tuple[Said, ...]:
    """What JSON says of a record with an answer: the answer itself, behind the field `after`, how sure it is, and the rows of both."""
    sure = "how many of the rows are certain, and what would settle the others"
    rows = "the results that answer, picture and first table are made of, the one named first before the others"
    return (
        Said("answer", after, meaning),
        Said("confidence", after, sure, left_out=True),
        Said("answer_rows", after, rows, left_out=True, hint=tuple[AnswerRow, ...]),
    )


@dataclass(frozen=True)
class Tolerance:
    """Distance from the even share that still counts as even."""

    value: Fraction
    """the distance"""
    of_even: bool
    """whether it is a part of the even share (0.04 is 4 % of it), else a difference of win shares (0.01 is one point)"""

    def at(self, players: int) -> float:
        """The tolerance as a difference of win shares with this number of players."""
        return self.value / players if self.of_even else self.value


@dataclass(frozen=True, kw_only=True)
class Played:
    """What the record of every study says of the games that were played."""

    schema: Literal[1] = 1
    """version of this format"""
    game: str
    """id of the game"""
    title: str
    """its name"""
    identity: str
    """hash of everything the games depend on"""
    seed: int
    """seed of all chance"""
    tolerance: Tolerance
    """distance from the even share that still counts as even"""
    behaviour: int | None = None
    """version of the game's rules"""
    options: Mapping[str, Any] | None = None
    """options of the game"""
    patch: Mapping[str, Any] | None = None
    """changes of the component files"""
    restrictions: Restrictions = NOBODY
    """who is restricted, and how"""


PLAIN = NO_TEXT | {str}
"""Types of what stands in a record as it is."""

Words = Callable[[object], Sequence[object]]
"""Writes the words of a record, a value for each `Said` of its class; none for one without any."""


def no_words(_record: object) -> tuple[str, ...]:
    """Of records that are only counted or kept."""
    return ()


@cache
def ordered(record: type) -> tuple[Field[object], ...]:
    """The fields of a record in the order of JSON: one that names another as `after` stands right behind it."""
    ordered_fields = [one for one in fields(record) if "after" not in one.metadata]
    for one in fields(record):
        if "after" in one.metadata:
            ordered_fields.insert([other.name for other in ordered_fields].index(one.metadata["after"]) + 1, one)
    return tuple(ordered_fields)


@cache
def _read(record: type) -> tuple[tuple[tuple[str, bool], ...], Callable[[object], tuple[object, ...]]]:
    """How a record of some class is read: the names of its fields, each with whether it shows that it is not given; and what gives all."""
    found = ordered(record)
    read = attrgetter(*(one.name for one in found))
    shown = tuple((one.name, one.default is not None) for one in found)
    return shown, read if len(found) > 1 else lambda record: (read(record),)


def entries(record: Any, words: Words = no_words) -> list[tuple[str, Any]]:
    """Names and values of a record as the file has them, with its words.

    What is not given is left out; a test and restrictions stand among the fields of their row.
    """
    said: tuple[Said, ...] = getattr(record, "SAID", ())
    texts = words(record) if said else ()
    names, read = _read(record.__class__)
    found: list[tuple[str, Any]] = []
    for (name, shows_none), value in zip(names, read(record), strict=True):
        if type(value) in PLAIN:
            if value is not None or shows_none:
                found.append((name, value))
        elif isinstance(value, TestResult):
            found += entries(value)
        elif isinstance(value, Restrictions):
            found += value.to_json().items()
        else:
            found.append((name, value))
        if texts:
            found += ((one.key, text) for one, text in zip(said, texts, strict=False) if name == one.after and text)
    return found


def to_json(value: object, words: Words = no_words) -> object:
    """A record, and all in it, as plain data: what summary.json holds."""
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value):
        return {name: to_json(part, words) for name, part in entries(value, words)}
    if isinstance(value, Mapping):
        return {key: to_json(part, words) for key, part in value.items()}
    return [to_json(part, words) for part in value] if isinstance(value, tuple | list) else value


def dump_json(summary: object, words: Words = no_words) -> str:
    """A summary as JSON text, with its words: the fields in their order, one space of indent, a newline at the end.

    Equal tallies give equal bytes: those of `json_text(to_json(summary, words))`, without the plain data in between.
    """
    writer = _Writer(words)
    writer.write(summary, "\n")
    return "".join(writer.parts) + "\n"


def json_text(data: object) -> str:
    """Plain data as the text of a JSON file."""
    return dump_json(data)


class _Texts(dict[str, str]):
    """Texts as JSON has them, each made once: most are names that stand in many records."""

    def __missing__(self, text: str) -> str:
        self[text] = made = json_safe(encode_basestring(text))
        return made


class _Heads(dict[str, str]):
    """What stands before the value of a key in a line that begins so, each made once."""

    def __init__(self, line: str, texts: _Texts) -> None:
        self.line, self.texts = line, texts

    def __missing__(self, key: str) -> str:
        self[key] = made = f",{self.line}{self.texts[key]}: "
        return made


class _Writer:
    """What `json.dumps` makes with an indent of one space, which hands every part through a generator of each level."""

    def __init__(self, words: Words) -> None:
        self.words, self.parts, self.texts, self.heads = words, list[str](), _Texts(), dict[str, _Heads]()
        self.scalars: Mapping[type, Callable[[Any], str]] = {
            str: self.texts.__getitem__,
            float: lambda number: repr(number) if math.isfinite(number) else json.dumps(number, allow_nan=False),
            int: str,
            bool: {True: "true", False: "false"}.__getitem__,
            type(None): {None: "null"}.__getitem__,
        }

    def write(self, value: object, line: str, head: str = "") -> None:
        """Writes a value behind `head`; `line` begins a line of its level."""
        scalar = self.scalars.get(type(value))
        if scalar is not None:
            self.parts.append(head + scalar(value))
            return
        self.parts.append(head)
        start, signs, inner = len(self.parts), "{}", f"{line} "
        if isinstance(value, tuple | list):
            signs, comma = "[]", f",{inner}"
            if value and PLAIN.issuperset(map(type, value)):
                self.parts.append(comma + comma.join([self.scalars[type(part)](part) for part in value]))
            else:
                for part in value:
                    self.write(part, inner, comma)
        elif is_dataclass(value) or isinstance(value, Mapping):
            heads, scalars, append = self._heads_at(inner), self.scalars, self.parts.append
            comma, is_plain = f",{inner} ", PLAIN.issuperset
            for key, part in value.items() if isinstance(value, Mapping) else entries(value, self.words):
                head = heads[key] if type(key) is str else f",{inner}{_key(key)}: "
                if (scalar := scalars.get(type(part))) is not None:
                    append(head + scalar(part))
                elif isinstance(part, tuple) and part and is_plain(map(type, part)):
                    append(f"{head}[{comma[1:]}{comma.join([scalars[type(one)](one) for one in part])}{inner}]")
                else:
                    self.write(part, inner, head)
        else:
            self.parts.append(json_safe(json.dumps(value, ensure_ascii=False, allow_nan=False)))
            return
        if len(self.parts) == start:
            self.parts.append(signs)
        else:
            self.parts[start] = signs[0] + self.parts[start][1:]
            self.parts.append(line + signs[1])

    def _heads_at(self, line: str) -> _Heads:
        heads = self.heads.get(line)
        if heads is None:
            heads = self.heads[line] = _Heads(line, self.texts)
        return heads


def _key(key: object) -> str:
    """A key that is no text, as JSON has it."""
    return json.dumps({key: 0}, allow_nan=False)[1:-4]
