"""Records as JSON: their fields in their order, and the words that are made of a record when it is written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import cache
from json.encoder import encode_basestring
from typing import Any, NamedTuple

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

    schema: int
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


Words = Callable[[Any], Sequence[Any]]
"""Writes the words of a record, a value for each `Said` of its class; none for one without any."""


def no_words(_record: object) -> tuple[str, ...]:
    """Of records that are only counted or kept."""
    return ()


@cache
def ordered(record: type) -> tuple[Field[Any], ...]:
    """The fields of a record in the order of JSON: one that names another as `after` stands right behind it."""
    ordered_fields = [one for one in fields(record) if "after" not in one.metadata]
    for one in fields(record):
        if "after" in one.metadata:
            ordered_fields.insert([other.name for other in ordered_fields].index(one.metadata["after"]) + 1, one)
    return tuple(ordered_fields)


def entries(record: Any, words: Words = no_words) -> Iterator[tuple[str, Any]]:
    """Names and values of a record as the file has them, with its words.

    What is not given is left out; a test and restrictions stand among the fields of their row.
    """
    said: tuple[Said, ...] = getattr(record, "SAID", ())
    texts = words(record) if said else ()
    for field in ordered(record.__class__):
        name, value = field.name, getattr(record, field.name)
        if type(value) in NO_TEXT:
            if value is not None or field.default is not None:
                yield name, value
        elif isinstance(value, TestResult):
            yield from entries(value)
        elif isinstance(value, Restrictions):
            yield from value.to_json().items()
        else:
            yield name, value
        if texts:
            for one, text in zip(said, texts, strict=False):
                if name == one.after and text:
                    yield one.key, text


def to_json(value: object, words: Words = no_words) -> Any:
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


class _Writer:
    """What `json.dumps` makes with an indent of one space, which hands every part through a generator of each level."""

    def __init__(self, words: Words) -> None:
        self.words, self.parts, self.texts = words, list[str](), _Texts()
        self.scalars: Mapping[type, Callable[[Any], str]] = {
            str: self.texts.__getitem__,
            float: _float,
            int: str,
            bool: {True: "true", False: "false"}.__getitem__,
            type(None): {None: "null"}.__getitem__,
        }

    def write(self, value: Any, line: str, head: str = "") -> None:
        """Writes a value behind `head`; `line` begins a line of its level."""
        scalar = self.scalars.get(type(value))
        if scalar is not None:
            self.parts.append(head + scalar(value))
            return
        self.parts.append(head)
        start, signs, inner = len(self.parts), "{}", f"{line} "
        if is_dataclass(value) or isinstance(value, Mapping):
            for key, part in value.items() if isinstance(value, Mapping) else entries(value, self.words):
                self.write(part, inner, f",{inner}{self.texts[key] if type(key) is str else _key(key)}: ")
        elif isinstance(value, tuple | list):
            signs, comma = "[]", f",{inner}"
            for part in value:
                if (scalar := self.scalars.get(type(part))) is not None:
                    self.parts.append(comma + scalar(part))
                else:
                    self.write(part, inner, comma)
        else:
            self.parts.append(json_safe(json.dumps(value, ensure_ascii=False, allow_nan=False)))
            return
        if len(self.parts) == start:
            self.parts.append(signs)
        else:
            self.parts[start] = signs[0] + self.parts[start][1:]
            self.parts.append(line + signs[1])


def _float(number: float) -> str:
    """A number as JSON has it, if it does."""
    return repr(number) if math.isfinite(number) else json.dumps(number, allow_nan=False)


def _key(key: object) -> str:
    """A key that is no text, as JSON has it."""
    return json.dumps({key: 0}, allow_nan=False)[1:-4]
