"""Component data changed as a row of a game's refusals.yaml says.

A row is a list: the change, the path of the fault, words of the fault. A change maps dotted paths to values; a record is named by its
id, with or without the list it stands in. A word before a path is an edit of EDITS or one of the game's own, and `options.x` chooses an
option. The fault stands where the first change is if no path is named; `..` is the place around that, `.x` is x in it. A row of what
cannot be set up begins with the number of players.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simcli.game import Components, Fault
from tests.games.oracles import read_yaml

Edit = Callable[[Any, Any, Any], object]
"""A function of the list or mapping a path ends in, the key there, and the value of the row."""


def words_of(path: str) -> list[str | int]:
    return [int(word) if re.fullmatch(r"-?\d+", word) else word for word in path.split(".")]


def place(home: Any, key: str | int) -> tuple[Any, Any]:
    """The list or mapping in which a key or an id stands, and the key or index there."""
    if isinstance(home, dict) and key not in home:
        lists = [part for part in home.values() if isinstance(part, list)]
        home = next((part for part in lists if any(isinstance(row, dict) and row.get("id") == key for row in part)), home)
    if isinstance(home, list) and isinstance(key, str):
        key = [row["id"] for row in home].index(key)
    return home, key


def resize(home: Any, key: Any, n: int) -> None:
    """Records brought to n by copies of the last one, alike except for id and rank."""
    rows = home[key]
    for i in range(n - len(rows)):
        own = {name: value for name, value in (("id", f"copy_{i}"), ("rank", 500 + i)) if name in rows[-1]}
        rows.append(copy.deepcopy(rows[-1]) | own)
    del rows[n:]


EDITS: dict[str, Edit] = {
    "": lambda home, key, value: home.__setitem__(key, value),
    "remove": lambda home, key, _: home.pop(key),
    "reverse": lambda home, key, _: home[key].reverse(),
    "repeat": lambda home, key, _: home.append(home[key]),
    "last": lambda home, key, _: home.append(home.pop(key)),
    "each": lambda home, key, value: [row.update(value) for row in home[key]],
    "resize": resize,
}


def changed(components: Components, change: dict[str, Any], edits: dict[str, Edit] | None = None) -> Components:
    """The components with changes, as a patch makes them: what is printed stays."""
    data = Components(copy.deepcopy(dict(components)), components.printed)
    for text, value in change.items():
        if text.startswith("options."):
            continue
        verb, _, path = text.rpartition(" ")
        *way, last = words_of(path)
        node: Any = data
        for step in way:
            home, key = place(node, step)
            node = home[key]
        (EDITS | (edits or {}))[verb](*place(node, last), value)
    return data


def options_of(change: dict[str, Any]) -> dict[str, Any]:
    """The options a change chooses; lists are tuples there."""
    chosen = {key.removeprefix("options."): value for key, value in change.items() if key.startswith("options.")}
    return {key: tuple(value) if isinstance(value, list) else value for key, value in chosen.items()}


def section(test_file: str, name: str) -> dict[str, Any]:
    """A section of the refusals.yaml beside a test file."""
    rows: dict[str, Any] = read_yaml(Path(test_file).with_name("refusals.yaml"))[name]
    return rows


def rows(test_file: str, name: str) -> list[Any]:
    """Parameters for each row of a section: the number of players if the row has one, the change, the path and the words of the fault."""
    params = []
    for case, row in section(test_file, name).items():
        *players, change = row[: 1 + isinstance(row[0], int)]
        *rest, words = row[1 + len(players) :]
        first = next(iter(change)).rpartition(" ")[2]
        where = rest[0] if rest else first
        path = words_of(first)[:-1] if where == ".." else words_of(first + where if where.startswith(".") else where)
        params.append(pytest.param(*players, change, tuple(path), words, id=case))
    return params


def assert_refused(faults: list[Fault], path: tuple[str | int, ...], words: str) -> None:
    """There is one fault, there, in these words."""
    assert [fault.path for fault in faults] == [path]
    assert words in f"{faults[0].what} ({faults[0].hint})"
