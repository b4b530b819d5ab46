"""The records of games as the engine handles them, and which games it has loaded. Free of numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from simcli.engine.code.store import JIT, know_record
from simcli.engine.header import MAX_ACTIONS, MAX_CONTEXT, MAX_FEATURES, MAX_ITEMS, MAX_SEATS
from simcli.errors import Problem, UserError, Where

if TYPE_CHECKING:
    from simcli.game import Game

_loaded: dict[tuple[str, str], Game] = {}


def load(game: Game) -> Game:
    """Makes a game known to the engine; returns the game. UserError when it passes a limit of the engine."""
    if (game.id, game.package) not in _loaded:
        check_limits(game)
        for record in (game.state.STATE, observed(game), game.tables.TABLES):
            know_record(record, game.folder)
        _loaded[game.id, game.package] = game
    return game


def loaded() -> tuple[Game, ...]:
    """All games that are loaded."""
    return tuple(_loaded.values())


def check_limits(game: Game) -> None:
    """UserError with every limit of the engine that a game passes, by how much, and where it would be raised."""
    state = game.state
    passed = [
        ("players", game.max_players, MAX_SEATS, "MAX_SEATS"),
        ("items (state.MAX_ITEMS)", state.MAX_ITEMS, MAX_ITEMS, "BAN_WORDS"),
        ("legal actions (state.MAX_ACTIONS)", state.MAX_ACTIONS, MAX_ACTIONS, "INDEX_BITS"),
        ("columns of a position (context)", len(game.context), MAX_CONTEXT, "MAX_CONTEXT"),
        *(
            (f"features of the decision '{d.name}'", len(d.features), MAX_FEATURES, "MAX_FEATURES, and widen `feature_mask`")
            for d in game.decisions
        ),
    ]
    problems = [
        Problem(Where(f"game {game.id}"), f"{number} {what}, at most {most} are possible", f"raise {where} in simcli/engine/header.py")
        for what, number, most, where in passed
        if number > most
    ]
    if problems:
        raise UserError(problems)


FIELD = "came_fired"
"""The field by which a record that counts is known."""


def observed(game: Game) -> np.dtype[Any]:
    """The game's state record with counts behind it: by seat decisions asked (of one action, of several) and effects fired; legal actions
    in all, and most at once."""
    state = game.state.STATE
    fields = [(name, state.fields[name][0]) for name in state.names or ()] if state.fields else []
    counts = [
        ("came_asked", np.uint32, (MAX_SEATS, len(game.decisions), 2)),
        (FIELD, np.uint32, (MAX_SEATS, max(1, len(game.effects)))),
        ("came_legal", np.int64, (2,)),
    ]
    return np.dtype([*fields, *counts], align=True)


def plain(records: Any) -> Any:
    """The same memory as records for kernels without the compiler: their fields are attributes.

    They are found at once, where numpy would search, and before the methods numpy gives a record (`s.round` is the round of play).
    """
    return records.view(np.ndarray).view(plain_dtype(records.dtype))


@cache
def plain_dtype(dtype: Any) -> Any:
    """The dtype of an array of such records: a class of its own for every kind, and for the records inside."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return np.dtype((plain_dtype(inner), shape))
    if dtype.names is None:
        return dtype
    formats, offsets = zip(*((plain_dtype(dtype.fields[name][0]), dtype.fields[name][1]) for name in dtype.names), strict=True)
    layout = np.dtype({"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize})
    fields = {name: property(itemgetter(name), _setter(name)) for name in dtype.names}
    return np.dtype((type("PlainRecord", (np.void,), {"__slots__": (), **fields}), layout))


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda record, value: record.__setitem__(name, value)


PLAYED, BLANK, DEALT = range(3)
"""Rows of the states: the game that is played, one that is never written to, a deal as it was before the first decision."""


def new_states(game: Game, state: Any = None) -> Any:
    """Three blank states, see PLAYED; one row of it is a state: the game's record, or the one given in its place (see engine.mark)."""
    return as_records(np.zeros(3, game.state.STATE if state is None else state))


def as_records(array: Any) -> Any:
    """The same memory as records with attributes, for rules and for tests: a `recarray`, without the compiler `plain` ones."""
    return array.view(np.recarray) if JIT else plain(array)


def bare(records: Any) -> Any:
    """The same memory as an array without attributes: numba asks those of a `recarray` through Python, at every call.

    Without the compiler the kernels need attributes: `plain` ones.
    """
    return records.view(np.ndarray).view(_bare_dtype(records.dtype)) if JIT else plain(records)


@cache
def _bare_dtype(dtype: Any) -> Any:
    """One object for all arrays of a kind: of two equal ones numba compares all fields at every call."""
    return np.dtype((np.void, dtype))
