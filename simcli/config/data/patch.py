"""Changing component data from the config: `patch: {guilds: {knight: {copies: 9}}}`, merged deep and checked for what does not exist."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from simcli.config.data.model_keys import keys_at
from simcli.config.yaml.addresses import KeyPath, alike, all_ids, inside, is_records, names_in, names_in_file, step, step_from_file
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, dotted, found
from simcli.errors import nearest
from simcli.game import Components
from simcli.games.components import DESCRIPTIVE

NEW = "new"
NOT_FOR_PATCHES = {"schema": "the schema of a file", "id": "the id of a component"}


class Patched:
    """Component data with a patch applied. `origins` maps the canonical path of each changed value to its path in the config."""

    def __init__(self, components: Components) -> None:
        self.data = Components(copy.deepcopy(dict(components)), components.printed)
        self.origins: dict[KeyPath, KeyPath] = {}

    def origin(self, path: KeyPath) -> KeyPath | None:
        """Config path of what the patch put at, above, or within the canonical `path`; None when it left all of that alone."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.origins:
                return self.origins[path[:length]] + path[length:]
        return next((config for changed, config in self.origins.items() if changed[: len(path)] == path), None) if path else None

    def without(self, path: KeyPath, components: Mapping[str, object]) -> Components:
        """The data with the one change at the canonical `path` taken back; `components` are the data before the patch."""
        data = self.data | {str(path[0]): copy.deepcopy(self.data[str(path[0])])}
        parent: Any = data
        before: object = components
        for key in path[:-1]:
            parent, before = parent[key], _given(before, key)
        old = _given(before, path[-1])
        if old is None:
            del parent[path[-1]]
        else:
            parent[path[-1]] = copy.deepcopy(old)
        return data


def _given(node: Any, key: str | int) -> object:
    """What stands at `key`; None when there is nothing."""
    try:
        return None if node is None else node[key]
    except (KeyError, IndexError):
        return None


def apply_patch(
    components: Components, patch: Mapping[Any, object], document: Document, problems: Problems, models: Mapping[str, object]
) -> Patched:
    """Component files with `patch` merged in. What names something unknown or of another shape is a problem and left out.

    models: those of the files by stem (`Game.models`), which say what keys a mapping may get that no printed one has.
    """
    patched = Patched(components)
    stems = [stem for stem in components if stem != "options"]
    for stem, changes in patch.items():
        at = ("patch", stem)
        if stem == "options":
            problems.add(document.key(at), "patch: options are not components", "set them under `options:`")
        elif stem not in components:
            hint = _inside(components, stems, stem) or nearest(stem, stems)
            problems.add(document.key(at), f"patch: there is no component file '{stem}'", hint)
        elif not isinstance(changes, dict):
            problems.add(document.value(at), f"{dotted(at)}: found {found(changes)}, expected ids with changed fields")
        else:
            _Merge(patched, document, problems, models).mapping(patched.data[stem], (stem,), changes, at)
    return patched


def _inside(components: Mapping[str, object], stems: Iterable[str], name: object) -> str:
    """The path of what has this name in a file, as a hint; empty where nothing has."""
    found = [stem for stem in stems if name in names_in_file(components[stem])]
    return f"did you mean {' or '.join(f'patch.{stem}.{name}' for stem in found)}?" if found else ""


@dataclass(frozen=True)
class _Merge:
    """One file's merge; walks the patch and the data side by side, `path` canonical in the data, `at` the path in the config."""

    patched: Patched
    document: Document
    problems: Problems
    models: Mapping[str, Any]

    def mapping(self, node: object, path: KeyPath, changes: Mapping[str | int, object], at: KeyPath) -> None:
        """Merges `changes` into the mapping or list of records `node`."""
        self.leave_kind(node, path, changes)
        for key, value in changes.items():
            here = (*at, key)
            steps = step_from_file(node, key, indices=False) if len(path) == 1 else step(node, key, indices=False)
            if isinstance(value, dict) and NEW in value and value[NEW] is not True:
                self.refuse_value((*here, NEW), value[NEW], "true")
            elif isinstance(value, dict) and NEW in value:
                self.add_record(node, path, key, value, here, exists=steps is not None)
            elif key in NOT_FOR_PATCHES and (not is_records(node)):
                self.problems.add(self.document.key(here), f"{dotted(here)}: {NOT_FOR_PATCHES[key]} cannot be changed", "remove this line")
            elif key in DESCRIPTIVE and not is_records(node):
                message = f"{dotted(here)}: it describes the component as printed, nothing in the game depends on it"
                self.problems.add(self.document.key(here), message, "remove this line")
            elif steps is not None:
                self.change(inside(node, steps[:-1]), path + steps, value, here)
            elif self.may_hold(node, path, key, changes):
                self.set(node, (*path, key), value, here)
            else:
                self.unknown(node, path, key, here, changes)

    def leave_kind(self, node: object, path: KeyPath, changes: Mapping[str | int, object]) -> None:
        """A row that becomes one of another kind keeps of its keys those that the new kind has too."""
        if isinstance(node, dict) and any(key in node and node[key] != value for key, value in changes.items()):
            known = self.model_keys(path, changes)
            for key in set(self.model_keys(path)) - set(known) if known else ():
                if key in node and key not in changes:
                    del node[key]

    def model_keys(self, path: KeyPath, changes: Mapping[str | int, object] = {}) -> list[str | int]:
        """Keys that the mapping at `path` may have once it is changed, as the game's data model has it."""
        return keys_at(self.models, self.patched.data, path, changes)

    def change(self, parent: Any, path: KeyPath, value: object, at: KeyPath) -> None:
        """Replaces or merges the value at `path`, whose container is `parent`."""
        old = parent[path[-1]]
        if isinstance(old, dict) or is_records(old):
            if isinstance(value, dict):
                self.mapping(old, path, value, at)
            else:
                self.refuse_value(at, value, "keys or ids with changed values")
        elif isinstance(old, list) and isinstance(value, dict) and value:
            self.entries(old, path, value, at)
        elif old is not None and (isinstance(value, dict) or isinstance(old, list) != isinstance(value, list)):
            self.refuse_value(at, value, "a list" if isinstance(old, list) else "a single value")
        else:
            self.set(parent, path, value, at)

    def entries(self, old: list[Any], path: KeyPath, changes: Mapping[str | int, object], at: KeyPath) -> None:
        """Changes entries of a list by their places, which count from 0."""
        for key, value in changes.items():
            if isinstance(key, int) and 0 <= key < len(old):
                self.change(old, (*path, key), value, (*at, key))
            else:
                what = f"{dotted(at)} is a list of {len(old)}; {found(key)} is no entry of it, they count from 0"
                self.problems.add(self.document.key((*at, key)), what, "change its entries by their places, or write the whole list")

    def set(self, parent: Any, path: KeyPath, value: object, at: KeyPath) -> None:
        parent[path[-1]] = copy.deepcopy(value)
        self.patched.origins[path] = at

    def add_record(self, node: object, path: KeyPath, key: Any, value: Mapping[str | int, object], at: KeyPath, *, exists: bool) -> None:
        """Appends a component that is `new: true`; its id is its key."""
        if exists:
            self.problems.add(self.document.key((*at, NEW)), f"{dotted(at)}: '{key}' exists already", "remove `new: true` to change it")
            return
        record = {k: copy.deepcopy(v) for k, v in value.items() if k != NEW}
        if record.get("id", key) != key:
            message = f"{dotted(at)}: the id {record['id']!r} differs from the key '{key}'"
            self.problems.add(self.document.value((*at, "id")), message, "remove the id")
            return
        home, home_path = self.home(node, path)
        if isinstance(home, list):
            home.append({"id": key, **record})
            self.patched.origins[(*home_path, len(home) - 1)] = at
        elif any(isinstance(v, dict) for v in home.values()) and len(path) > 1:
            self.set(home, (*path, key), record, at)
        else:
            self.problems.add(self.document.key(at), f"{dotted(at)}: no components can be added here", nearest(key, names_in(node)))

    def home(self, node: Any, path: KeyPath) -> tuple[Any, KeyPath]:
        """Where a new record under `node` goes: its only list of records at the top of a file, else `node` itself."""
        lists = [name for name, part in node.items() if is_records(part)] if len(path) == 1 else []
        return (node[lists[0]], (*path, lists[0])) if len(lists) == 1 else (node, path)

    def may_hold(self, node: object, path: KeyPath, key: object, changes: Mapping[str | int, object]) -> bool:
        """Whether `node` may get a key it does not have.

        So it is if a sibling record or the game's data model has it, or its kind of mapping is keyed by ids or numbers.
        """
        if isinstance(node, dict) and key in self.model_keys(path, changes):
            return True
        if not isinstance(node, dict) or len(path) == 1:
            return False
        known, ids = set(self.sibling_keys(path)), all_ids(self.patched.data)
        if key in known or (key in ids and known & ids):
            return True
        plain = not any(isinstance(v, dict) for v in node.values())
        return plain and bool(known) and isinstance(key, int) and all(isinstance(k, int) for k in known)

    def sibling_keys(self, path: KeyPath) -> list[str | int]:
        """Keys of the mapping at `path` and of those that correspond to it in sibling records."""
        return [key for other in alike(self.patched.data, path) if isinstance(other, dict) for key in other]

    def unknown(self, node: object, path: KeyPath, key: object, at: KeyPath, changes: Mapping[str | int, object]) -> None:
        names = names_in_file(node) if len(path) == 1 else names_in(node)
        if isinstance(node, dict) and len(path) > 1:
            names = list(dict.fromkeys([*names, *(self.model_keys(path, changes) or self.sibling_keys(path))]))
        where = f" in {dotted(at[1:-1])}"
        hint = nearest(key, [n for n in names if n not in NOT_FOR_PATCHES])
        if not hint and (is_records(node) or len(path) == 1):
            hint = "add `new: true` inside it if it is a new component"
        self.problems.add(self.document.key(at), f"patch: there is no '{key}'{where}", hint)

    def refuse_value(self, at: KeyPath, value: object, expected: str) -> None:
        self.problems.add(self.document.value(at), f"{dotted(at)}: found {found(value)}, expected {expected}")
