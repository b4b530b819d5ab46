"""Shared checks of component files: a pydantic model per file, problems as key paths a designer recognises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simcli.errors import Fault
from simcli.game import Components, Option

Provenance = Literal["official", "derived", "reconstructed"]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]

DESCRIPTIVE = frozenset({"note", "source", "provenance", "provenance_fields", "parts", "rule", "name_ja", "name_fr", "face"})
"""Fields that tell where a component comes from and what it is called elsewhere: nothing in a game depends on them."""


@dataclass(frozen=True)
class Unit:
    """What a number of a model counts: votes, cards, rounds. It stands beside `Field` in the number's type."""

    text: str


@dataclass(frozen=True)
class Entries:
    """What the entries of a list, or the keys of a mapping, stand for: a seat, a place, a number of players.

    Entries are spoken of from `first` on; of a mapping the key is said with the word behind it: with 3 players.
    """

    text: str
    first: int = 1


class Strict(BaseModel):
    """Base of all component models: exact types, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Sourced(Strict):
    """A record that says where its numbers come from."""

    provenance: Provenance
    provenance_fields: dict[str, Provenance] = {}
    note: str = ""


class OptionRow(Strict):
    """A row of options.yaml; see `Option`."""

    id: Id
    default: bool | int | str
    values: list[bool | str] = []
    list_of: str = ""
    list_min: int = 0
    list_max: int = 0
    list_repeats: bool = False
    low: int | None = None
    high: int | None = None
    see: str
    rule: str
    text: str
    provenance: Provenance | Literal["house rule"]

    @model_validator(mode="after")
    def _default_is_allowed(self) -> OptionRow:
        """A list is no default; the default of a whole number lies in its range."""
        if isinstance(self.default, bool | str):
            allowed = self.default in self.values
        else:
            allowed = self.low is not None and self.high is not None and self.low <= self.default <= self.high
        if not allowed:
            raise ValueError(f"the default is {self.default!r}, which is neither one of the values nor in a range low to high")
        return self


class OptionsFile(Sourced):
    """options.yaml of any game."""

    schema_: str = Field(alias="schema")
    options: list[OptionRow]


def validate_files(components: Components, models: Mapping[str, Any]) -> list[Fault]:
    """Checks every component file against its model; a fault's path is (stem, id or key, field, ...)."""
    faults = [Fault((stem,), "component file is missing") for stem in models if stem not in components]
    for stem, model in models.items():
        if stem in components:
            faults += _faults_of(stem, model, components[stem])
    return faults


def _faults_of(stem: str, model: type[BaseModel], data: object) -> list[Fault]:
    try:
        model.model_validate(data)
    except ValidationError as error:
        faults: dict[tuple[str | int, ...], Fault] = {}
        for e in error.errors():
            path = (stem, *_named(data, e["loc"]))
            faults.setdefault(path, Fault(path, _plain(e)))
        return list(faults.values())
    return []


def _named(data: object, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Turns (list key, index, field) of a file into (id, field); keys pydantic adds for unions and dict keys fall away."""
    path: list[str | int] = []
    node = data
    for depth, key in enumerate(loc, 1):
        if isinstance(node, Mapping) and key in node:
            node = node[key]
            path.append(key)
        elif isinstance(node, list) and isinstance(key, int) and key < len(node):
            node = node[key]
            if isinstance(node, Mapping) and isinstance(node.get("id"), str | int):
                path = [*(path[:-1] if len(path) == 1 else path), node["id"]]
            else:
                path.append(key)
        elif isinstance(node, Mapping) and depth == len(loc) and key != "[key]":  # what is missing; before that, the kind of a row
            path.append(key)
    return tuple(path)


def _plain(error: Any) -> str:
    """A pydantic error in a designer's words."""
    kind, context = error["type"], error.get("ctx", {})
    value = error.get("input")
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not a known field"
    if kind == "literal_error":
        return f"is {value!r}, expected {context['expected']}"
    word = str(context.get("discriminator", "")).strip("'")
    if kind == "union_tag_not_found":
        return f"has no {word}"
    if kind == "union_tag_invalid":
        return f"{word} is {context['tag']!r}, expected {context['expected_tags']}"
    expected = {
        "int_type": "a whole number",
        "bool_type": "true or false",
        "string_type": "a text",
        "list_type": "a list",
        "dict_type": "a mapping",
        "model_type": "a mapping",
        "greater_than_equal": f"at least {context.get('ge')}",
        "less_than_equal": f"at most {context.get('le')}",
        "string_pattern_mismatch": "lower-case letters, digits and _",
        "too_short": f"at least {context.get('min_length')} entries",
        "too_long": f"at most {context.get('max_length')} entries",
    }.get(kind)
    return f"is {value!r}, expected {expected}" if expected else str(error["msg"]).removeprefix("Value error, ")


def id_faults(components: Components, lists: Iterable[tuple[str, str]], reserved: Iterable[str]) -> list[Fault]:
    """Ids in lists (file, key) that occur twice, or are those of other items."""
    faults, seen = [], Counter(reserved)
    for stem, key in lists:
        for row in components[stem][key]:
            seen[row["id"]] += 1
            if seen[row["id"]] == 2:
                faults.append(Fault((stem, row["id"]), "the id occurs twice, or is that of another item"))
    return faults


def box_faults(components: Components, held: Mapping[tuple[str, str], int]) -> list[Fault]:
    """The list of the box is as printed, and counts what the files hold: nothing in play depends on it."""
    now, printed = components["components"], components.printed["components"]
    faults = [Fault(("components", key), "describes the box and cannot be patched") for key in printed if now.get(key) != printed[key]]
    for (part, name), n in held.items():
        if now[part].get(name) != n:
            faults.append(Fault(("components", part, name), f"is {now[part].get(name)}, the files hold {n}"))
    return faults


def options_of(components: Components) -> tuple[Option, ...]:
    """The rule switches of options.yaml."""
    rows = OptionsFile.model_validate(components["options"]).options
    return tuple(Option(**{**row.model_dump(exclude={"values"}), "values": tuple(row.values)}) for row in rows)


def fill(record: Any, **fields: object) -> None:
    """Writes named fields into a tables record; arrays go to the front of longer fields."""
    for name, value in fields.items():
        target = record[name]
        if isinstance(target, np.ndarray) and target.ndim:
            array = np.asarray(value)
            target[tuple(slice(0, n) for n in array.shape)] = array
        else:
            record[name] = value


def mask(flags: Iterable[object]) -> int:
    """Bit i for every flag i that is true."""
    return sum(1 << i for i, flag in enumerate(flags) if flag)


def packed(numbers: Iterable[int]) -> int:
    """Up to eight numbers in a byte each, the first lowest."""
    return int.from_bytes(bytes(numbers), "little")
