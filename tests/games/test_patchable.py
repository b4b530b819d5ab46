"""A number a patch may change is read by the game: changing any leaf of a component file changes its tables or catalogue, or is refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from simcli.config.data.components import component_data, read_components
from simcli.config.data.patch import NOT_FOR_PATCHES, apply_patch
from simcli.config.yaml.document import known_data
from simcli.config.yaml.problems import Problems
from simcli.errors import Where
from simcli.game import Components, Game
from simcli.games import game_ids, get_game
from simcli.games.components import DESCRIPTIVE, options_of

Path = tuple[str | int, ...]
ALIKE = 3
"""Leaves that differ only in the record they are of: so many are tried."""


def leaves(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value that is neither a mapping nor a list with something in it."""
    if not isinstance(node, dict | list) or not node:
        yield path, node
        return
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        yield from leaves(value, (*path, key))


def others(value: Any, alike: set[str]) -> list[Any]:
    """Values to put in a leaf's place; texts are those that other records have there."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return sorted(alike - {value})[:4]
    return [["metal"], ["knight"], {"knight": 1}, 1]


def changed(data: Components, path: Path, value: Any) -> Components:
    """The data with one leaf changed, as patched data is: what is printed stays."""
    new: Any = data | {}
    node = new
    for key in path[:-1]:
        node[key] = copy.copy(node[key])
        node = node[key]
    node[path[-1]] = value
    return new


def readings(game: Game, data: Components) -> Iterator[Any]:
    """What a game makes of components under the default options, then under each other value of each option, for each number of players;
    nothing if it refuses them."""
    if game.checks.validate(data):
        return
    options = options_of(data)
    default = {o.id: o.default for o in options}
    for chosen in [default, *(default | {o.id: v} for o in options for v in o.values if v != o.default)]:
        yield game.catalogue(data, chosen)
        for n in range(game.min_players, game.max_players + 1):
            faults = game.checks.check_setup(data, chosen, n)
            yield faults or game.tables.build(data, chosen, n).tobytes()


def is_dead(game: Game, data: Components, path: Path, values: list[Any], base: list[Any]) -> bool:
    """Whether a leaf takes another value and nothing in the game notices."""
    taken = False
    for value in values:
        for new, old in zip(readings(game, changed(data, path, value)), base, strict=False):
            taken = True
            if new != old:
                return False
    return taken


@pytest.mark.parametrize("game_id", game_ids())
def test_changing_any_leaf_of_a_component_file_is_seen_or_refused(game_id):
    game = get_game(game_id)
    data = component_data(read_components(game))
    unread = NOT_FOR_PATCHES.keys() | DESCRIPTIVE
    base = list(readings(game, data))
    assert base
    texts: dict[Any, set[str]] = {}
    tried: dict[Path, int] = {}
    for path, value in leaves(data):
        if isinstance(value, str):
            texts.setdefault(path[-1], set()).add(value)
    dead = []
    for path, value in leaves(data):
        shape = tuple("" if isinstance(key, int) else key for key in path)
        if path[0] == "options" or unread & set(path) or tried.get(shape, 0) == ALIKE:
            continue
        tried[shape] = tried.get(shape, 0) + 1
        if is_dead(game, data, path, others(value, texts.get(path[-1], set())), base):
            dead.append(path)
    assert not dead
    assert len(tried) > 20


@pytest.mark.parametrize("field", sorted(DESCRIPTIVE))
def test_a_patch_of_what_only_describes_a_component_is_refused(field):
    data = copy.deepcopy(component_data(read_components(get_game("guildes"))))
    data["guilds"]["guilds"][6] = data["guilds"]["guilds"][6] | {field: "as it was"}
    patch = {"guilds": {"knight": {field: "other"}}}
    problems = Problems()
    apply_patch(data, patch, known_data({"patch": patch}, Where("a.yaml")), problems, get_game("guildes").models)
    assert [p.what for p in problems.sorted()] == [
        f"patch.guilds.knight.{field}: it describes the component as printed, nothing in the game depends on it"
    ]
