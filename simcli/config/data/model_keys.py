"""What the game's own model of a place in component data says of it: the keys a mapping may have, bounds, words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from simcli.config.yaml.addresses import KeyPath


@dataclass(frozen=True)
class Kind:
    """A type that a value may have, and what the model says of it: bounds, and words to speak of it."""

    type: Any
    about: tuple[object, ...] = ()


def keys_at(
    models: Mapping[str, object], data: Mapping[str, object], path: KeyPath, changes: Mapping[str | int, object] = {}
) -> list[str | int]:
    """Keys that the mapping at the canonical `path` (file stem first) of `data` may have once it is changed; none where no model says so.

    Of several models for one place (rows of effects) those count whose fixed words are the mapping's own. Keys that could be any id are
    not listed: which ids there are, data say.
    """
    keys: dict[str | int, None] = {}
    for kind in [one.type for one in kinds_on(models, data, path, changes)[-1]]:
        if _is_model(kind):
            keys |= dict.fromkeys(_name(field, info) for field, info in kind.model_fields.items())
        elif get_origin(kind) is dict:
            for words in _members(get_args(kind)[0]):
                keys |= dict.fromkeys(get_args(words.type) if get_origin(words.type) is Literal else ())
    return list(keys)


def kinds_on(
    models: Mapping[str, object], data: Mapping[str, object], path: KeyPath, changes: Mapping[str | int, object] = {}
) -> list[list[Kind]]:
    """The types of every step of a canonical `path` of `data`, the file's first; none where no model says so."""
    node: Any = data[str(path[0])]
    kinds = [Kind(models[str(path[0])])] if path[0] in models else []
    met = [kinds]
    for depth, key in enumerate(path[1:], 2):
        node = node[key] if depth < len(path) or not changes else {**node[key], **changes}
        kinds = _fitting([member for kind in kinds for member in _below(kind.type, key)], node)
        met.append(kinds)
    return met


def _below(kind: Any, key: str | int) -> Iterator[Kind]:
    if _is_model(kind):
        for field, info in kind.model_fields.items():
            if _name(field, info) == key:
                yield from _members(info.annotation, tuple(info.metadata))
    elif get_origin(kind) in (dict, list):
        yield from _members(get_args(kind)[-1])


def _members(kind: object, about: tuple[object, ...] = ()) -> Iterator[Kind]:
    """The types a type is a union of, without None, each with what is said of it."""
    if get_origin(kind) is Annotated:
        inner, *said = get_args(kind)
        flat = [part for one in said for part in (one.metadata if isinstance(one, FieldInfo) else [one])]
        yield from _members(inner, (*about, *flat))
    elif get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from _members(member, about)
    elif kind is not NoneType:
        yield Kind(kind, about)


def _fitting(kinds: list[Kind], node: Any) -> list[Kind]:
    """Those of several models whose fixed words (`kind: gain`) are those of the mapping; all if there are none."""
    words = [_words(kind.type) for kind in kinds]
    common = set.intersection(*map(set, words)) if words and isinstance(node, Mapping) else set()
    fitting = [kind for kind, own in zip(kinds, words, strict=True) if all(node.get(key) in own[key] for key in common)]
    return fitting or kinds


def _words(kind: Any) -> dict[str, tuple[object, ...]]:
    fields = kind.model_fields.items() if _is_model(kind) else ()
    needed = {_name(field, info): info.annotation for field, info in fields if info.is_required()}
    return {name: get_args(words) for name, words in needed.items() if get_origin(words) is Literal}


def _is_model(kind: Any) -> bool:
    """Whether a type is a model; one that names a model below it in its file is completed first."""
    is_model = isinstance(kind, type) and issubclass(kind, BaseModel)
    if is_model and not kind.__pydantic_complete__:
        kind.model_rebuild()
    return is_model


def _name(field: str, info: Any) -> str:
    return str(info.alias or field)
