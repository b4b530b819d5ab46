"""Addresses inside component data: designers say `guilds.knight.copies`, the data holds a list of records with ids.

The *canonical* path of a value is made of the keys and list indices that really lead to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import getitem
from typing import Any

KeyPath = tuple[str | int, ...]


def inside(node: Any, path: KeyPath) -> Any:
    """What stands at a canonical path below `node`."""
    return reduce(getitem, path, node)


def is_records(value: object) -> bool:
    """Whether `value` is a list of mappings with ids, each of which can be addressed by its id."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) and "id" in row for row in value)


def step(node: Any, key: str | int, *, indices: bool = True) -> KeyPath | None:
    """Canonical steps from `node` to what `key` names directly in it: a mapping's key, a record's id, a list's index if `indices`."""
    if isinstance(node, dict):
        number = [int(key)] if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10 else []
        return next(((candidate,) for candidate in (key, str(key), *number) if candidate in node), None)
    if is_records(node):
        for i, row in enumerate(node):
            if row["id"] == key:
                return (i,)
    if indices and isinstance(node, list) and isinstance(key, int) and 0 <= key < len(node):
        return (key,)
    return None


def step_from_file(data: object, key: str | int, *, indices: bool = True) -> KeyPath | None:
    """The same from the root of a component file, where the ids (or indices) of its records may be named without the list's key."""
    direct = step(data, key)
    if direct is not None:
        return direct
    for name, part in data.items() if isinstance(data, dict) else ():
        inner = step(part, key, indices=indices) if is_records(part) else None
        if inner is not None:
            return (name, *inner)
    return None


def canonical(components: Mapping[str, object], path: KeyPath) -> KeyPath:
    """Canonical path of the longest beginning of `path` (file stem first) that leads to something."""
    return next(iter(places(components, path)[-1:]), ())


def places(components: Mapping[str, object], path: KeyPath) -> list[KeyPath]:
    """Canonical paths of all beginnings of `path` (file stem first) that lead to something, the shortest first."""
    found: list[KeyPath] = [path[:1]] if path and path[0] in components else []
    for key in path[1:] if found else ():
        node = inside(components, found[-1])
        steps = step_from_file(node, key) if len(found) == 1 else step(node, key)
        if steps is None:
            break
        found.append(found[-1] + steps)
    return found


def names_in(node: Any) -> list[str | int]:
    """Keys or ids by which `step` can go on from `node`."""
    if isinstance(node, dict):
        return list(node)
    return [row["id"] for row in node] if is_records(node) else []


def names_in_file(data: Any) -> list[str | int]:
    """Keys and ids by which `step_from_file` can go on: ids first."""
    parts = data.values() if isinstance(data, dict) else ()
    return [name for part in parts if is_records(part) for name in names_in(part)] + [k for k in data if k != "schema"]


def all_ids(components: Mapping[str, object]) -> set[str | int]:
    """Ids of all records of all files."""
    parts = [part for data in components.values() if isinstance(data, dict) for part in data.values()]
    return {name for part in parts if is_records(part) for name in names_in(part)}


def alike(node: object, path: KeyPath) -> Iterator[object]:
    """Values at the places that correspond to `path` in its sibling records: the same field of every guild, of every player count."""
    if not path:
        yield node
    elif isinstance(node, list) or (isinstance(node, dict) and _holds_records(node)):
        for row in node if isinstance(node, list) else node.values():
            yield from alike(row, path[1:])
    elif isinstance(node, dict) and path[0] in node:
        yield from alike(node[path[0]], path[1:])


def _holds_records(node: dict[str | int, Any]) -> bool:
    """Whether a mapping's values are records of one kind (player counts, profiles): mappings that share a key."""
    values = list(node.values())
    return len(values) > 1 and all(isinstance(v, dict) for v in values) and bool(set.intersection(*map(set, values)))
