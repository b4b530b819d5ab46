"""A config given as a dict by a Python program: the same document a file would be, with key paths for places."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from simcli.base.several import bare
from simcli.base.strangers import composed
from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document, Mark
from simcli.config.yaml.nodes import MAX_DEPTH, MAX_VALUES, refuse_long
from simcli.errors import Problem, Unreadable, UserError, Where

ROOT = "config"


def data_document(data: Mapping[Any, Any]) -> Document:
    """Document of a mapping; a problem stands at `config['strategies'][0]`. The data is copied, tuples become lists."""
    document = Document(ROOT, None)
    document.data = _copied(data, (), document)
    return document


def place(path: KeyPath) -> Where:
    """A key path as a Python program writes it."""
    return Where(ROOT + "".join(f"[{step!r}]" for step in path))


def _copied(value: object, path: KeyPath, document: Document) -> object:
    value, where = bare(value), place(path)
    if len(path) > MAX_DEPTH:
        raise UserError.of(ROOT, f"values are nested more than {MAX_DEPTH} deep")
    if len(document.marks) > MAX_VALUES:
        raise UserError.of(ROOT, f"the config holds more than {MAX_VALUES} values")
    document.marks[path] = Mark(where, where, "" if isinstance(value, Mapping | list | tuple) else str(value))
    if isinstance(value, Mapping | list | tuple):
        refuse_long(len(value), path[-1] if path else "", where)
    if isinstance(value, Mapping):
        entries = [(bare(key), inner) for key, inner in value.items()]
        return {_composed(key): _copied(inner, (*path, key), document) for key, inner in entries if _is_key(key, path, document)}
    if isinstance(value, list | tuple):
        return [_copied(inner, (*path, i), document) for i, inner in enumerate(value)]
    if isinstance(value, float) and not math.isfinite(value):
        document.problems.append(Unreadable(where, f"'{value}' is not a number that can be used", "write an ordinary number"))
        return 1
    if value is None or isinstance(value, str | bool | int | float):
        return _composed(value)
    kind = type(value).__name__
    document.problems.append(Unreadable(where, f"found a value of type {kind}", "use text, numbers, true or false, lists and dicts"))
    return None


def _composed(value: object) -> object:
    return composed(value) if isinstance(value, str) else value


def _is_key(key: object, path: KeyPath, document: Document) -> bool:
    if isinstance(key, str | int) and not isinstance(key, bool):
        return True
    document.problems.append(Problem(place(path), f"the key {key!r} is no name and no whole number"))
    return False
