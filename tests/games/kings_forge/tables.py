"""Tables of the compiled game for the tests: components, options and named positions."""

from __future__ import annotations

import copy
from typing import Any

from simcli.config.components import component_data, read_components
from simcli.config.patch import apply_patch
from simcli.config.problems import Problems
from simcli.config.yaml_marks import known_data
from simcli.errors import Where
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.sim.scenario import Table

GAME = get_game("kings_forge")
COMPONENTS = component_data(read_components(GAME))
BASE: dict[str, Any] = {}
SEAT_1 = {"start_player": "fixed_seat"}
"""Seat 1 starts."""


def patched(patch: dict[str, Any]) -> dict[str, Any]:
    """Component data with a patch as a config writes it."""
    problems = Problems()
    data = apply_patch(COMPONENTS, patch, known_data({"patch": patch}, Where("the test")), problems).data
    problems.raise_any()
    return data


def all_options(chosen: dict[str, Any], components: dict[str, Any] = COMPONENTS) -> dict[str, Any]:
    """Every option, those not chosen at their default."""
    return {o.id: o.default for o in options_of(components)} | copy.deepcopy(chosen)


def table(players: int, options: dict[str, Any] = BASE, components: dict[str, Any] = COMPONENTS) -> Table:
    """A table of the compiled game, not dealt yet."""
    chosen = all_options(options, components)
    tables = GAME.module("tables")
    assert tables.validate(components) == []
    assert tables.check_setup(components, chosen, players) == []
    return Table(GAME, components, chosen, players)


def dealt(players: int, options: dict[str, Any] = BASE, deal: int = 0, **fields: Any) -> Table:
    """A dealt game with named fields set."""
    out = table(players, options)
    out.deal(deal, 1)
    out.set(fields)
    return out


def seat_1(players: int = 2, **fields: Any) -> Table:
    """A dealt game that seat 1 starts, with named fields set."""
    return dealt(players, SEAT_1, **fields)


def give(game: Table, *texts: str) -> Table:
    """Gives action texts one by one."""
    for text in texts:
        legal = game.texts()
        assert text in legal, f"{text!r} is not legal, legal are {list(legal)}"
        game.apply(legal[text])
    return game
