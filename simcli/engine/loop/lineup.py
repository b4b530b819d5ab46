"""Strategies and scratch space in the form the playout loop takes them."""

from __future__ import annotations

import hashlib
import linecache
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher

from simcli.engine import rng
from simcli.engine.batch import RAISED, Strategies
from simcli.engine.contract import features
from simcli.engine.gumbel import SIZE, gumbel_table
from simcli.engine.header import BAN_WORDS, MAX_SEATS
from simcli.engine.kernel import JIT, mark_warm
from simcli.engine.loop.search import search
from simcli.engine.policy import FUNCTION, HEURISTIC, RANDOM, SEARCH
from simcli.errors import UserError, Where
from simcli.game import Game

MAX_FUNCTIONS = 8
"""Strategies written as Python functions in one run; the loop is compiled for this many pointers, whatever they point to."""


class Strategy(Protocol):
    """What the engine needs to know of a strategy (`config.strategies.Strategy` has it)."""

    @property
    def name(self) -> str:
        """Its name, for messages."""

    @property
    def kind(self) -> str:
        """random, heuristic, function or search."""

    @property
    def weights(self) -> Mapping[str, Mapping[str, int]]:
        """decision -> feature -> weight x1000."""

    @property
    def temperature(self) -> int:
        """Noise x1000."""

    @property
    def rollout(self) -> str:
        """Name of the strategy that a search plays its playouts with; its weights and temperature are those of the search."""

    @property
    def playouts(self) -> int:
        """Playouts per decision of a search strategy."""

    @property
    def best(self) -> int:
        """Most actions it tries."""

    @property
    def lead(self) -> int:
        """Standard errors x1000 by which another action than its favourite must be ahead."""

    @property
    def source(self) -> str:
        """Text of a function strategy."""

    @property
    def where(self) -> str:
        """File it comes from."""


KINDS = {"random": RANDOM, "heuristic": HEURISTIC, "function": FUNCTION, "search": SEARCH}

warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)


def choose_signature(game: Game) -> Any:
    """numba signature of `choose(s, t, actions, X, weights, noise) -> index` for one game."""
    state = numba.from_dtype(game.state.STATE)
    record = numba.from_dtype(game.tables.TABLES)
    arrays = (types.uint32[::1], types.int32[:, ::1], types.int64[::1], types.uint64[::1])
    return types.int64(state, record, *arrays)


def _uniform(s, t, actions, X, weights, noise):  # type: ignore[no-untyped-def]
    return rng.below(noise, len(actions))  # type: ignore[no-untyped-call]


def user_function(game: Game, strategy: Strategy) -> Callable[..., Any]:
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

        def guarded(s, t, actions, X, weights, noise):  # type: ignore[no-untyped-def]
            n = columns[s.phase]
            n0, n1, n2, n3 = noise[0], noise[1], noise[2], noise[3]
            try:
                return np.int64(inner(s, t, actions, X[:, :n], weights[:n], noise))
            except Exception:
                noise[0], noise[1], noise[2], noise[3] = n0, n1, n2, n3
                return np.int64(RAISED)

        compiled: Callable[..., Any] = numba.cfunc(choose_signature(game))(guarded)
    except (NumbaError, KeyError) as error:
        line, text = _fault_of(error, strategy.source, Path(name).name)
        raise UserError.of(Where(name, line, 1), f"choose() does not compile: {text}", "only what numba compiles may be used") from error
    return compiled


def loaded_function(source: str, name: str) -> Callable[..., Any]:
    """The `choose` that a user's text defines; UserError with the line when the text cannot be run. Tracebacks will find its lines."""
    try:
        code: CodeType = compile(source, name, "exec")
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        scope: dict[str, Any] = {"__name__": f"simcli_strategy_{hashlib.sha256(source.encode()).hexdigest()[:8]}"}
        exec(code, scope)  # the user's own strategy, run at the user's own request
    except Exception as error:
        line = getattr(error, "lineno", None) or (
            error.__traceback__.tb_next.tb_lineno if error.__traceback__ and error.__traceback__.tb_next else 1
        )
        raise UserError.of(Where(name, line, 1), f"the strategy cannot be loaded: {error}") from error
    function: Callable[..., Any] = scope["choose"]
    return function


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


def strategy_dtype(game: Game) -> np.dtype[Any]:
    """Record of one strategy as the playout loop takes it: a record is reached without counting references, arrays are not.

    The noise table is the strategy's own, its temperature already multiplied in (x1000).
    """
    k, f = len(game.decisions), game.n_features
    return np.dtype(
        [
            ("kind", np.int64),
            ("function", np.int64),
            ("temperature", np.int64),
            ("playouts", np.int64),
            ("best", np.int64),
            ("max_decisions", np.int64),
            ("lead", np.int64),
            ("feature_mask", np.uint64, (k,)),
            ("weights", np.int64, (k, f)),
            ("weights_key", np.uint64, (k,)),
            ("banned", np.uint64, (BAN_WORDS,)),
            ("must", np.uint64, (BAN_WORDS,)),
            ("granted", np.uint16, (max(1, game.state.MAX_ITEMS),)),
            ("swapped", np.uint16, (max(1, game.state.MAX_ITEMS),)),
            ("noise", np.int32, (SIZE,)),
        ],
        align=True,
    )


def scratch_dtype(game: Game) -> np.dtype[Any]:
    """Scratch record of one worker: legal actions, features, weighted sums, keys, generators, line-up and results of a finished game.

    seat_banned, seat_must, seat_granted, seat_swapped: what seats may not have, what they must take, and copies by item of what they begin
    with and are dealt; fixed: cards that each seat was dealt so; must: what each seat of a game must take, found by `restrict_seats`;
    musts: a bit for each seat that must take anything; without: room for the actions that take nothing of it; grants: 1 when anybody begins
    with or is dealt anything; blind_rows: how far behind the given strategies' records the copies lie that a blind seat chooses by, 0 for a
    seat that sees all; rows: the record that each seat chooses by, set by `restrict_seats`; luck: key of each seat's noise; noise:
    generator of a decision, for Python functions; period: see `playout.period_of`.
    """
    state = game.state
    return np.dtype(
        [
            ("actions", np.uint32, (state.MAX_ACTIONS,)),
            ("X", np.int32, (state.MAX_ACTIONS, game.n_features)),
            ("weighed", weighed_fields(game)),
            ("luck", np.uint64, (MAX_SEATS,)),
            ("search", search_fields(game)),
            ("noise", np.uint64, (4,)),
            ("generator", np.uint64, (4,)),
            ("lineup", np.int64, (MAX_SEATS,)),
            ("period", np.int64),
            ("seats", np.int64, (MAX_SEATS,)),
            ("seat_banned", np.uint64, (MAX_SEATS, BAN_WORDS)),
            ("seat_must", np.uint64, (MAX_SEATS, BAN_WORDS)),
            ("must", np.uint64, (MAX_SEATS, BAN_WORDS)),
            ("musts", np.int64),
            ("without", np.uint32, (state.MAX_ACTIONS,)),
            ("grants", np.int64),
            ("seat_granted", np.uint16, (MAX_SEATS, max(1, state.MAX_ITEMS))),
            ("seat_swapped", np.uint16, (MAX_SEATS, max(1, state.MAX_ITEMS))),
            ("fixed", np.int64, (MAX_SEATS,)),
            ("blind_rows", np.int64, (MAX_SEATS,)),
            ("rows", np.int64, (MAX_SEATS,)),
            ("points", np.int32, (MAX_SEATS, state.MAX_CATEGORIES)),
            ("share", np.int32, (MAX_SEATS,)),
            ("total", np.int64, (MAX_SEATS,)),
            ("standing", np.int32, (MAX_SEATS,)),
            ("held", np.int32, (MAX_SEATS, max(1, state.MAX_ITEMS), 2)),
        ],
        align=True,
    )


def weighed_fields(game: Game) -> list[Any]:
    """Fields of what weighs features: a strategy's weights of the decision at hand with their key, the sums of the actions, and room for a
    list of actions, for a game whose `sums` works out a part of them.
    """
    n = game.state.MAX_ACTIONS
    return [("weights", np.int64, (game.n_features,)), ("key", np.uint64), ("sums", np.int64, (n,)), ("list", np.uint32, (n,))]


def search_fields(game: Game) -> list[Any]:
    """Fields of what a search has tried: the legal actions and the seats' luck, put back afterwards; playouts of each, win shares in
    sixtieths, squares of their differences to those of the favourite; the actions as they are tried; playouts of all decisions so far.
    """
    n = game.state.MAX_ACTIONS
    counts = [(name, np.int64, (n,)) for name in ("playouts", "won", "squares", "order")]
    return [("actions", np.uint32, (n,)), ("luck", np.uint64, (MAX_SEATS,)), *counts, ("made", np.int64)]


def new_scratch(game: Game) -> np.recarray[Any, Any]:
    """One blank scratch record."""
    return np.zeros(1, scratch_dtype(game)).view(np.recarray)


def pack_strategies(game: Game, strategies: Sequence[Strategy]) -> Strategies:
    """One record a strategy, and the compiled functions of users' files."""
    records = strategy_records(game, strategies)
    written = [i for i, s in enumerate(strategies) if s.kind == "function"]
    if len(written) > MAX_FUNCTIONS:
        raise UserError.of(
            strategies[written[MAX_FUNCTIONS]].where, f"is function strategy number {MAX_FUNCTIONS + 1}, a run takes {MAX_FUNCTIONS}"
        )
    records.function[written] = range(len(written))
    functions = [user_function(game, strategies[i]) for i in written]
    if len(functions) < MAX_FUNCTIONS:
        functions += [_pointer(_uniform, choose_signature(game))] * (MAX_FUNCTIONS - len(functions))
    searches = any(s.kind == "search" for s in strategies)
    return Strategies(records, tuple(functions), fill_pointer(game, needed=bool(written)), search_pointer(game, needed=searches))


def strategy_records(game: Game, strategies: Sequence[Strategy]) -> Any:
    """One record a strategy; those of users' files do not know their function yet."""
    records = np.zeros(len(strategies), strategy_dtype(game)).view(np.recarray)
    table = gumbel_table()
    for record, strategy in zip(records, strategies, strict=True):
        record.kind = KINDS[strategy.kind]
        record.temperature = strategy.temperature
        if strategy.kind == "search":
            record.playouts, record.best, record.lead = strategy.playouts, strategy.best, strategy.lead
            record.max_decisions = game.max_decisions
        record.noise[:] = strategy.temperature * table // 1000
        for d, decision in enumerate(game.decisions):
            row = strategy.weights.get(decision.name, {})
            record.weights[d, : len(decision.features)] = [row.get(f.name, 0) for f in decision.features]
            used = np.flatnonzero(record.weights[d])
            record.feature_mask[d] = sum(1 << int(j) for j in used)
    note_keys(records)
    return records


def note_keys(records: Any) -> None:
    """Writes a key for the weights of each decision into records of strategies, found from these weights alone: a sum that a game keeps
    for a key is that of every strategy with this key.
    """
    for record in records:
        for d, row in enumerate(record["weights"]):
            digest = hashlib.blake2b(bytes([d]) + row.tobytes(), digest_size=8).digest()
            record["weights_key"][d] = int.from_bytes(digest, "little")


def search_signature(game: Game) -> Any:
    """numba signature of `search(s, t, n, strategy, scratch) -> index` for one game."""
    state, record = choose_signature(game).args[:2]
    return types.int64(state, record, types.int64, numba.from_dtype(strategy_dtype(game)), numba.from_dtype(scratch_dtype(game)))


def search_pointer(game: Game, *, needed: bool) -> Any:
    """Pointer to `search.search`; not `needed`, to nothing that would have to be compiled."""
    pointer = _pointer(_search if needed else _first, search_signature(game))
    if JIT and needed:
        mark_warm(game, "-search")
    return pointer


def _search(s, t, n, strategy, scratch):  # type: ignore[no-untyped-def]
    return search(s, t, n, strategy, scratch)  # type: ignore[no-untyped-call]


def _first(s, t, n, strategy, scratch):  # type: ignore[no-untyped-def]
    return 0


def fill_pointer(game: Game, *, needed: bool) -> Any:
    """Pointer to `fill(s, t, n, scratch)`: the features in `s.feature_mask` of the n legal actions into scratch.X. Not `needed`, it does
    nothing: behind a pointer the features are compiled for the matrix only where a strategy is a function, for weighed sums elsewhere.
    """
    state, record = choose_signature(game).args[:2]
    signature = types.void(state, record, types.int64, numba.from_dtype(scratch_dtype(game)))
    return _pointer(_fill if needed else _leave, signature)


def _fill(s, t, n, scratch):  # type: ignore[no-untyped-def]
    features(s, t, scratch.actions, n, scratch.X)  # type: ignore[no-untyped-call]


def _leave(s, t, n, scratch):  # type: ignore[no-untyped-def]
    pass


def _pointer(function: Callable[..., Any], signature: Any) -> Any:
    return numba.cfunc(signature, cache=True)(function) if JIT else function
