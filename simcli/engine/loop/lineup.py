"""Strategies and scratch space in the form the playout loop takes them."""

from __future__ import annotations

import hashlib
import linecache
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import CodeType
from typing import Any, Protocol

import numpy as np

from simcli.base.models import BAND, MOST_COLUMNS, MOST_TRIED, pack_models
from simcli.engine.batch import Strategies
from simcli.engine.code.entries import POINTERS, Pointer, entry_of
from simcli.engine.code.store import JIT, code_of, know_record, mark_warm
from simcli.engine.gumbel import SIZE, gumbel_table
from simcli.engine.header import BAN_WORDS, FUNCTION, HEURISTIC, LEARNED, MAX_CONTEXT, MAX_SEATS, RANDOM, SEARCH
from simcli.engine.layout import as_records, observed
from simcli.errors import UserError, Where
from simcli.game import Game

SEARCH_DOOR, FILL_DOOR = entry_of(POINTERS, "choose_by_search"), entry_of(POINTERS, "fill_features")
MAX_FUNCTIONS = 8
"""Strategies written as Python functions in one run; the loop is compiled for this many pointers, whatever they point to."""


class Strategy(Protocol):
    """What the engine needs to know of a strategy (`config.strategies.Strategy` has it)."""

    @property
    def name(self) -> str:
        """Its name, for messages."""

    @property
    def kind(self) -> str:
        """random, heuristic, function, search or learned."""

    @property
    def weights(self) -> Mapping[str, Mapping[str, int]]:
        """decision -> feature -> weight x1000."""

    @property
    def temperature(self) -> int:
        """Noise x1000."""

    @property
    def rollout(self) -> str:
        """Name of the strategy that a search plays its playouts with, or whose favourites a learned one judges; its weights and
        temperature are theirs."""

    @property
    def playouts(self) -> int:
        """Playouts per decision of a search strategy."""

    @property
    def best(self) -> int:
        """Most actions it tries or judges."""

    @property
    def lead(self) -> int:
        """Standard errors x1000 by which another action than its favourite must be ahead."""

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """decision -> columns that a learned strategy decides by."""

    @property
    def trees(self) -> Mapping[str, str]:
        """decision -> trees over these columns (`models.read_trees`)."""

    @property
    def source(self) -> str:
        """Text of a function strategy."""

    @property
    def where(self) -> str:
        """File it comes from."""


KINDS = {"random": RANDOM, "heuristic": HEURISTIC, "function": FUNCTION, "search": SEARCH, "learned": LEARNED}


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


_dtypes: dict[Any, np.dtype[Any]] = {}


def _dtype_of(kind: str, game: Game, fields: Callable[[Game], list[Any]]) -> np.dtype[Any]:
    """The dtype of records of a kind for a game, one object, known to be the game's (`store.know_record`)."""
    state = game.state
    key = (kind, code_of(game.folder), len(game.decisions), game.n_features, state.MAX_ITEMS, state.MAX_ACTIONS, state.MAX_CATEGORIES)
    if key not in _dtypes:
        _dtypes[key] = np.dtype(fields(game), align=True)
        know_record(_dtypes[key], game.folder)
    return _dtypes[key]


def strategy_dtype(game: Game) -> np.dtype[Any]:
    """Record of one strategy as the playout loop takes it: a record is reached without counting references, arrays are not.

    The noise table is the strategy's own, its temperature already multiplied in (x1000).
    """
    return _dtype_of("strategy", game, _strategy_fields)


def _strategy_fields(game: Game) -> list[Any]:
    k, f = len(game.decisions), game.n_features
    return [
        ("kind", np.int64),
        ("function", np.int64),
        ("temperature", np.int64),
        ("playouts", np.int64),
        ("best", np.int64),
        ("max_decisions", np.int64),
        ("lead", np.int64),
        ("together", np.int64),
        ("model", np.int64),
        ("seen_mask", np.uint64, (k,)),
        ("feature_mask", np.uint64, (k,)),
        ("weights", np.int64, (k, f)),
        ("weights_key", np.uint64, (k,)),
        ("banned", np.uint64, (BAN_WORDS,)),
        ("must", np.uint64, (BAN_WORDS,)),
        ("granted", np.uint16, (max(1, game.state.MAX_ITEMS),)),
        ("swapped", np.uint16, (max(1, game.state.MAX_ITEMS),)),
        ("noise", np.int32, (SIZE,)),
    ]


def scratch_dtype(game: Game) -> np.dtype[Any]:
    """Scratch record of one worker: legal actions, features, weighted sums, keys, generators, line-up and results of a finished game.

    seat_banned, seat_must, seat_granted, seat_swapped: what seats may not have, what they must take, and copies by item of what they begin
    with and are dealt; fixed: cards that each seat was dealt so; must: what each seat of a game must take, found by `restrict_seats`;
    musts: a bit for each seat that must take anything; without: room for the actions that take nothing of it; grants: 1 when anybody begins
    with or is dealt anything; blind_rows: how far behind the given strategies' records the copies lie that a blind seat chooses by, 0 for a
    seat that sees all; rows: the record that each seat chooses by, set by `restrict_seats`; luck: key of each seat's noise; noise:
    generator of a decision, for Python functions; period: see `playout.period_of`.
    """
    return _dtype_of("scratch", game, _scratch_fields)


def _scratch_fields(game: Game) -> list[Any]:
    state = game.state
    return [
        ("actions", np.uint32, (state.MAX_ACTIONS,)),
        ("X", np.int32, (max(state.MAX_ACTIONS, MOST_TRIED), game.n_features)),
        ("weighed", weighed_fields(game)),
        ("luck", np.uint64, (MAX_SEATS,)),
        ("search", search_fields(game)),
        ("learned", LEARNED_FIELDS),
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
        ("standing", np.int32, (MAX_SEATS,)),
        ("held", np.int32, (MAX_SEATS, max(1, state.MAX_ITEMS), 2)),
    ]


def weighed_fields(game: Game) -> list[Any]:
    """Fields of what weighs features: a strategy's weights of the decision at hand with their key, the sums of the actions, and room for a
    list of actions, for a game whose `sums` works out a part of them.
    """
    n = game.state.MAX_ACTIONS
    return [("weights", np.int64, (game.n_features,)), ("key", np.uint64), ("sums", np.int64, (n,)), ("list", np.uint32, (n,))]


def search_fields(game: Game) -> list[Any]:
    """Fields of what a search has tried: the legal actions and the seats' luck, put back afterwards; playouts of each, win shares in
    sixtieths, leads, squares and products of their differences to those of the favourite; the actions as they are tried; sums over the
    playouts of the decision and the weights found from them; playouts of all decisions so far; room for two states.
    """
    n = game.state.MAX_ACTIONS
    counts: list[Any] = [(name, np.int64, (n,)) for name in ("playouts", "won", "ahead", "order")]
    counts += [("squares", np.int64, (n, 3)), ("sums", np.int64, (6,)), ("units", np.int64, (2,))]
    room = ("room", np.uint64, (-(-2 * observed(game).itemsize // 8),))
    return [("actions", np.uint32, (n,)), ("luck", np.uint64, (MAX_SEATS,)), *counts, ("made", np.int64), room]


CACHE_LINE = 64
"""Bytes that a processor reads in one piece."""
LEARNED_FIELDS: list[Any] = [
    ("actions", np.uint32, (MOST_TRIED,)),
    ("order", np.int64, (MOST_TRIED,)),
    ("values", np.int32, (MOST_TRIED,)),
    ("columns", np.int32, (MOST_COLUMNS, MOST_TRIED)),
    ("rows", np.int32, (MOST_COLUMNS, MOST_TRIED)),
    ("gone", np.int32, (BAND,)),
    ("before", np.int32, (MAX_CONTEXT,)),
    ("after", np.int32, (MOST_TRIED, MAX_CONTEXT)),
]
"""What a learned player has judged: the actions, by their places among the legal ones, what each is worth, the columns it was found
from, where their rows of leaves are and which leaves are gone; what the player knows of the position, and of those after each action."""


def new_scratch(game: Game) -> Any:
    """One blank scratch record, with the columns of learned players where each of their rows is read in one piece."""
    dtype = scratch_dtype(game)
    room = np.zeros(dtype.itemsize + CACHE_LINE, np.uint8)
    columns = room[: dtype.itemsize].view(dtype)["learned"]["columns"]
    first = -columns.ctypes.data % CACHE_LINE
    return as_records(room[first : first + dtype.itemsize].view(dtype))


def pack_strategies(game: Game, strategies: Sequence[Strategy]) -> Strategies:
    """One record a strategy, and the compiled functions of users' files."""
    records = strategy_records(game, strategies)
    written = [i for i, s in enumerate(strategies) if s.kind == "function"]
    if len(written) > MAX_FUNCTIONS:
        raise UserError.of(
            strategies[written[MAX_FUNCTIONS]].where, f"is function strategy number {MAX_FUNCTIONS + 1}, a run takes {MAX_FUNCTIONS}"
        )
    records["function"][written] = range(len(written))
    functions = [_compiled_function(game, strategies[i]) for i in written]
    functions += [Pointer("choose", game)] * (MAX_FUNCTIONS - len(functions))
    models = pack_models(game, [(one.columns, one.trees) for one in strategies], records)
    searches = any(s.kind in ("search", "learned") for s in strategies)
    return Strategies(records, tuple(functions), fill_pointer(game, needed=bool(written)), search_pointer(game, needed=searches), models)


def _compiled_function(game: Game, strategy: Strategy) -> Any:
    return import_module(POINTERS).user_function(game, strategy)


def strategy_records(game: Game, strategies: Sequence[Strategy]) -> Any:
    """One record a strategy; those of users' files do not know their function yet."""
    records = as_records(np.zeros(len(strategies), strategy_dtype(game)))
    table = gumbel_table()
    for record, strategy in zip(records, strategies, strict=True):
        record.kind = KINDS[strategy.kind]
        record.temperature = strategy.temperature
        if strategy.kind in ("search", "learned"):
            record.playouts, record.best, record.lead = strategy.playouts, strategy.best, strategy.lead
            record.max_decisions = game.max_decisions
            record.together = game.together
        record.noise[:] = strategy.temperature * table // 1000
        for d, decision in enumerate(game.decisions):
            row = strategy.weights.get(decision.name, {})
            record.weights[d, : len(decision.features)] = [row.get(f.name, 0) for f in decision.features]
            used = np.flatnonzero(record.weights[d])
            record.feature_mask[d] = sum(1 << int(j) for j in used)
    note_keys(records)
    return records


def without_search(records: Any) -> Any:
    """Records of strategies with searches as what they try actions with: each choice of a search would be thousands of games."""
    plain = records.copy()
    plain["kind"][plain["kind"] == SEARCH] = HEURISTIC
    return plain


def note_keys(records: Any) -> None:
    """Writes a key for the weights of each decision into records of strategies, found from these weights alone: a sum that a game keeps
    for a key is that of every strategy with this key.
    """
    for record in records:
        for d, row in enumerate(record["weights"]):
            digest = hashlib.blake2b(bytes([d]) + row.tobytes(), digest_size=8).digest()
            record["weights_key"][d] = int.from_bytes(digest, "little")


def search_pointer(game: Game, *, needed: bool) -> Any:
    """Pointer to what chooses for search players (`pointers.choose_by_search`); to nothing when it is not `needed`."""
    if not needed:
        return Pointer("search", game)
    pointer = SEARCH_DOOR.pointer("search", game)
    if JIT:
        mark_warm(game, "-search")
    return pointer


def fill_pointer(game: Game, *, needed: bool) -> Any:
    """Pointer to what fills the matrix of features (`pointers.fill_features`); to nothing when it is not `needed`: it is compiled only
    where a strategy is a function.
    """
    return FILL_DOOR.pointer("fill", game) if needed else Pointer("fill", game)
