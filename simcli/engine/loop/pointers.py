"""What kernels reach through pointers: strategies in Python, the search, and what fills the matrix of features. Loads the compiler."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher

from simcli.engine.batch import RAISED, Match, Waiting
from simcli.engine.code.entries import Pointer
from simcli.engine.code.store import JIT
from simcli.engine.contract import features
from simcli.engine.header import LEARNED
from simcli.engine.kernel import entry
from simcli.engine.loop.learned import choose_learned
from simcli.engine.loop.lineup import Strategy, loaded_function, scratch_dtype, strategy_dtype
from simcli.engine.loop.search import search
from simcli.errors import UserError, Where
from simcli.tally_parts import COUNTED, PARTS, RATIO_PARTS, RatioRows, Sums

if TYPE_CHECKING:
    from simcli.game import Game

warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)


MODELS = types.int32[::1]
"""What learned players have learned."""
_functions: list[Any] = []
"""What pointers point to for as long as the process lives."""


def choose_signature(game: Game) -> Any:
    """numba signature of `choose(s, t, actions, X, weights, noise) -> index` for one game."""
    state = numba.from_dtype(game.state.STATE)
    record = numba.from_dtype(game.tables.TABLES)
    arrays = (types.uint32[::1], types.int32[:, ::1], types.int64[::1], types.uint64[::1])
    return types.int64(state, record, *arrays)


def user_function(game: Game, strategy: Strategy) -> Any:
    """Compiles the `choose` of a user's file, always with bounds checks; UserError with the file and line when it does not compile.

    The function is handed the columns of X and the weights of the decision at hand, so that a column it does not have is out of bounds.
    When it raises an exception the noise is put back, for the same call once more in plain Python (sim.explain).
    """
    name = strategy.where or strategy.name
    function = loaded_function(strategy.source, name)
    columns = np.array([len(d.features) for d in game.decisions], np.int64)
    if not JIT:
        return lambda s, t, actions, X, weights, noise: function(
            s, t, actions, X[:, : columns[s.phase]], weights[: columns[s.phase]], noise
        )
    state, record, actions_type, _, weights_type, noise_type = choose_signature(game).args
    try:
        plain = getattr(function, "py_func", function)
        for helper in plain.__globals__.values():  # functions of the file that are compiled with it; nothing compiled them yet
            if isinstance(helper, CPUDispatcher) and helper.py_func.__globals__ is plain.__globals__:
                helper.targetoptions["boundscheck"] = True
        inner = numba.njit(boundscheck=True)(plain)
        inner.compile((state, record, actions_type, types.Array(types.int32, 2, "A"), weights_type, noise_type))
        _check_result(inner, name)

        def guarded(s, t, actions, X, weights, noise):
            n = columns[s.phase]
            n0, n1, n2, n3 = noise[0], noise[1], noise[2], noise[3]
            try:
                return np.int64(inner(s, t, actions, X[:, :n], weights[:n], noise))
            except Exception:
                noise[0], noise[1], noise[2], noise[3] = n0, n1, n2, n3
                return np.int64(RAISED)

        compiled = numba.cfunc(choose_signature(game))(guarded)
    except (NumbaError, KeyError) as error:
        line, text = _fault_of(error, strategy.source, Path(name).name)
        raise UserError.of(Where(name, line, 1), f"choose() does not compile: {text}", "only what numba compiles may be used") from error
    _functions.append(compiled)
    return Pointer("choose", game, plain=compiled.address)


def _check_result(inner: Any, name: str) -> None:
    """UserError at the first `return` of a compiled function whose value is no whole number; a fraction is not cut off."""
    annotation = next(iter(inner.overloads.values())).type_annotation
    for block in annotation.blocks.values():
        for cast in block.find_exprs(op="cast"):  # numba's form of `return`
            given = types.unliteral(annotation.typemap[cast.value.name])
            if not isinstance(given, types.Integer):
                kind = {types.none: "nothing", types.boolean: "true or false"}.get(given, f"a value of type {given}")
                message = f"choose() returns {kind}, expected a whole number"
                raise UserError.of(Where(name, cast.loc.line, 1), message, "return an index from 0 to len(actions) - 1")


def _fault_of(error: Exception, source: str, file: str) -> tuple[int, str]:
    """Line of the user's file and message of a compile error."""
    if isinstance(error, KeyError):  # numba's way of saying that a record has no such field
        field = str(error.args[0])
        lines = [i for i, row in enumerate(source.splitlines(), 1) if f".{field}" in row]
        return (lines or [1])[0], f"s and t have no field '{field}'"
    places = re.findall(rf"{re.escape(file)}\W+(?:line )?(\d+)", str(error))
    text = next((row.strip() for row in str(error).splitlines() if row.strip() and "Failed in" not in row), "")
    return int(places[-1]) if places else 1, text


def search_signature(game: Game) -> Any:
    """numba signature of `choose_by_search` for one game."""
    state, record = choose_signature(game).args[:2]
    return types.int64(state, record, types.int64, numba.from_dtype(strategy_dtype(game)), numba.from_dtype(scratch_dtype(game)), MODELS)


def fill_signature(game: Game) -> Any:
    """numba signature of `fill_features` for one game."""
    state, record = choose_signature(game).args[:2]
    return types.void(state, record, types.int64, numba.from_dtype(scratch_dtype(game)))


def count_signature(_: None) -> Any:
    """numba signature of `count_waiting`, for all games."""
    row, table, rooms, numbers = types.int64[::1], types.int64[:, ::1], types.int64[:, :, ::1], types.int32[:, ::1]
    waiting = Waiting(table, table, numbers, numbers, table, types.int32[:, :, ::1], types.int32[:, :, :, ::1])
    match = Match(
        seed=types.uint64,
        first_deal=types.int64,
        n_deals=types.int64,
        mode=types.int64,
        fixed=row,
        n_players=types.int64,
        max_decisions=types.int64,
        score_low=types.int64,
        kinds=row,
        by_strategy=row,
        offer_pairs=table,
        held_pairs=table,
        held_items=row,
        terms=table,
        asked=types.int64,
        asked_items=row,
        trail=types.none,
    )
    counted = [types.Array(types.int64, len(PARTS[name].axes), "C") for name in COUNTED]
    first_rows = types.NamedUniTuple(types.int64, len(RATIO_PARTS), RatioRows)
    sums = Sums(*(first_rows, table, row, row, rooms, rooms, *counted))
    named = [types.NamedTuple(list(one), type(one)) for one in (waiting, match, sums)]
    return types.void(named[0], types.int64, types.int64, *named[1:], table, types.int64, row)


SIGNATURES: dict[str, Callable[[Any], Any]] = {
    "choose": choose_signature,
    "search": search_signature,
    "fill": fill_signature,
    "count": count_signature,
}
"""By the kind of a pointer."""


@entry
def choose_by_search(s, t, n, strategy, scratch, models):
    """Index of the action that a search player, or a learned one, takes."""
    if strategy.kind == LEARNED:
        return choose_learned(s, t, n, strategy, scratch, models)
    return search(s, t, n, strategy, scratch, models)


@entry
def fill_features(s, t, n, scratch):
    """The features in `s.feature_mask` of the n legal actions into scratch.X."""
    features(s, t, scratch.actions, n, scratch.X)
