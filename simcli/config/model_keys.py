"""Which keys a mapping in component data may have: those of the game's own model of that place, which printed data need not show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from simcli.config.addresses import KeyPath


def keys_at(models: Mapping[str, Any], data: Mapping[str, Any], path: KeyPath, changes: Mapping[Any, Any] = {}) -> list[str | int]:
    """Keys that the mapping at the canonical `path` (file stem first) of `data` may have once it is changed; none where no model says so.

    Of several models for one place (rows of effects) those count whose fixed words are the mapping's own. Keys that could be any id are
    not listed: which ids there are, data say.
    """
    node: Any = data[str(path[0])]
    kinds = [models[str(path[0])]] if path[0] in models else []
    for depth, key in enumerate(path[1:], 2):
        node = node[key] if depth < len(path) else {**node[key], **changes}
        kinds = _fitting([member for kind in kinds for below in _below(kind, key) for member in _members(below)], node)
    found: dict[str | int, None] = {}
    for kind in kinds:
        if _is_model(kind):
            found |= dict.fromkeys(_name(field, info) for field, info in kind.model_fields.items())
        elif get_origin(kind) is dict:
            for words in _members(get_args(kind)[0]):
                found |= dict.fromkeys(get_args(words) if get_origin(words) is Literal else ())
    return list(found)


def _below(kind: Any, key: str | int) -> Iterator[Any]:
    """Type of what stands at `key` of a value of this type."""
    if _is_model(kind):
        yield from (info.annotation for field, info in kind.model_fields.items() if _name(field, info) == key)
    elif get_origin(kind) in (dict, list):
        yield get_args(kind)[-1]


def _members(kind: Any) -> Iterator[Any]:
    """The types a type is a union of, without None."""
    if get_origin(kind) is Annotated:
        yield from _members(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from _members(member)
    elif kind is not NoneType:
        yield kind


def _fitting(kinds: list[Any], node: Any) -> list[Any]:
    """Those of several models whose fixed words (`kind: gain`) are those of the mapping; all if there are none."""
    words = [_words(kind) for kind in kinds]
    common = set.intersection(*map(set, words)) if words and isinstance(node, Mapping) else set()
    fitting = [kind for kind, own in zip(kinds, words, strict=True) if all(node.get(key) in own[key] for key in common)]
    return fitting or kinds


def _words(kind: Any) -> dict[str, tuple[Any, ...]]:
    """Fields of a model that must be there and hold one of a few words."""
    fields = kind.model_fields.items() if _is_model(kind) else ()
    needed = {_name(field, info): info.annotation for field, info in fields if info.is_required()}
    return {name: get_args(words) for name, words in needed.items() if get_origin(words) is Literal}


def _is_model(kind: Any) -> bool:
    """Whether a type is a model; one that names a model below it in its file is completed first."""
    found = isinstance(kind, type) and issubclass(kind, BaseModel)
    if found and not kind.__pydantic_complete__:
        kind.model_rebuild()
    return found


def _name(field: str, info: Any) -> str:
    """The key of a field in a file."""
    return str(info.alias or field)
