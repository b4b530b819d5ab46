"""What every game offers to the engine: stubs that dispatch on the type of the state record.

One generic source, one compiled specialisation per game. Closures over a game's functions, or functions handed over as arguments,
would be compiled again in every process; overloads on a record type are found in the disk cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from simcli.engine.checked_cache import know_records
from simcli.engine.header import MAX_ACTIONS, MAX_FEATURES, MAX_ITEMS, MAX_SEATS
from simcli.engine.kernel import INNER, JIT, kernel
from simcli.engine.mark import let_pass, observed
from simcli.engine.sharing import by_points
from simcli.engine.sink import clear
from simcli.errors import Problem, UserError, Where
from simcli.game import Game

_rules: dict[Any, SimpleNamespace] = {}
_loaded: dict[tuple[str, str], Game] = {}


def load(game: Game) -> Game:
    """Makes a game's kernels known to the stubs; returns the game. UserError when it passes a limit of the engine."""
    if (game.id, game.package) not in _loaded:
        check_limits(game)
        verbs = ("deal", "derive", "legal_actions", "apply_action", "features", "score", "shares", "redeal_hidden", "holdings")
        rules = SimpleNamespace(**{verb: getattr(game.kernels, verb) for verb in verbs})
        rules.standings = getattr(game.kernels, "standings", None)
        rules.grant = getattr(game.kernels, "grant", None)
        rules.swap = getattr(game.kernels, "swap", None)
        rules.sums = getattr(game.kernels, "sums", None)
        records = {state: numba.from_dtype(state) for state in (game.state.STATE, observed(game))}
        know_records(records.values(), game.folder)
        for state, record in records.items():
            _rules[str(record)] = rules
            _rules[state] = rules
            for rows in (np.dtype((np.record, state)), plain_dtype(state)):
                _rules[rows] = rules  # what a row of an array of records says of itself
        let_pass(game)
        _loaded[game.id, game.package] = game
    return game


def rules_of(game: Game) -> SimpleNamespace:
    """The functions of a loaded game that the stubs dispatch to; without the compiler each call looks here."""
    return _rules[game.state.STATE]


def check_limits(game: Game) -> None:
    """UserError with every limit of the engine that a game passes, by how much, and where it would be raised."""
    state = game.state
    passed = [
        ("players", game.max_players, MAX_SEATS, "MAX_SEATS"),
        ("items (state.MAX_ITEMS)", state.MAX_ITEMS, MAX_ITEMS, "BAN_WORDS"),
        ("legal actions (state.MAX_ACTIONS)", state.MAX_ACTIONS, MAX_ACTIONS, "INDEX_BITS"),
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
    states = np.zeros(3, game.state.STATE if state is None else state)
    return states.view(np.recarray) if JIT else plain(states)


def bare(records: Any) -> Any:
    """The same memory as an array without attributes: numba asks those of a `recarray` through Python, at every call.

    Without the compiler the kernels need attributes: `plain` ones.
    """
    return records.view(np.ndarray).view(_bare_dtype(records.dtype)) if JIT else plain(records)


@cache
def _bare_dtype(dtype: Any) -> Any:
    """One object for all arrays of a kind: of two equal ones numba compares all fields at every call."""
    return np.dtype((np.void, dtype))


def _of_record(s: Any) -> SimpleNamespace | None:
    return _rules.get(str(s)) if isinstance(s, types.Record) else None


def _of_value(s: Any) -> SimpleNamespace:
    return _rules[s.dtype]


def deal(s, t):
    """Sets up a game from `s.key`; every deck is shuffled here, and `s.first` is the seat that begins, if the game has a start player."""
    _of_value(s).deal(s, t)


def derive(s, t):
    """Finds anew what the record repeats of a position (masks, sums, caches) after a scenario has set fields of it."""
    _of_value(s).derive(s, t)


def legal_actions(s, t, actions):
    """Writes ascending, unique uint32 codes of what `s.actor` may do; returns how many (never 0 while the game runs)."""
    return _of_value(s).legal_actions(s, t, actions)


def apply_action(s, t, action):
    """Advances to the next decision."""
    _of_value(s).apply_action(s, t, action)


def features(s, t, actions, n, sink):
    """Puts into a sink (see engine.sink) what the actor may know of each legal action; at least the features in `s.feature_mask`.

    A game with a kernel `sums` of the same arguments has it write the weighted sums, all of the n, which nobody has cleared: it may keep
    sums in the record from one decision to the next, for weights of the same `sink.key`.
    """
    rules = _of_value(s)
    if rules.sums is not None and not isinstance(sink, np.ndarray):
        rules.sums(s, t, actions, n, sink)
    else:
        clear(sink, n)
        rules.features(s, t, actions, n, sink)


def score(s, t, points):
    """Writes int32[players, categories]: points so far, final when over."""
    _of_value(s).score(s, t, points)


def shares(s, t, out):
    """Writes int32[players]: win shares in sixtieths after all tie-breaks."""
    _of_value(s).shares(s, t, out)


def standings(s, t, points, share, out):
    """Writes int32[players]: the higher a seat finishes, the greater its number; equal where seats are level after all tie-breaks.

    A game that does not say so, which has no kernel of this name: who shares the win is level in front, the others follow by points.
    """
    ranked = _of_value(s).standings
    if ranked is None:
        by_points(s, points, share, out)
    else:
        ranked(s, t, out)


def grant(s, t, player, item):
    """Gives `player` a copy of item number `item` of the catalogue, in a game just dealt; all that the record repeats stays true.

    What is not in the deal (its board, its deck) cannot be given, and nothing changes. A game without a kernel of this name gives nothing:
    none of its items is `grantable`.
    """
    given = _of_value(s).grant
    if given is not None:
        given(s, t, player, item)


def swap(s, t, player, item, fixed):
    """Has chance deal `player` a copy of item number `item`: in a game just dealt, card number `fixed[player]` of those dealt to it changes
    places with a copy of the item, drawn among all there are, wherever they lie; all that the record repeats stays true.

    fixed: int64[seats], how many cards each seat was dealt that way before; these are not drawn and stay where they are. So the deal is one
    of those that chance makes with these cards in these places, each equally likely. Returns 1; or 0 where nothing changes, since the deal
    has no copy or the player no card left. A game without a kernel of this name swaps nothing: none of its items is `dealt`.
    """
    dealt = _of_value(s).swap
    return 0 if dealt is None else dealt(s, t, player, item, fixed)


def redeal_hidden(s, t, player, noise):
    """Re-deals what `player` cannot know, from the generator `noise`; what is dealt depends on this and on what the player sees alone."""
    _of_value(s).redeal_hidden(s, t, player, noise)


def holdings(s, t, out):
    """Writes int32[players, items, 2]: copies offered, copies held at the end."""
    _of_value(s).holdings(s, t, out)


@overload(deal, jit_options=INNER)
def _deal(s, t):
    if rules := _of_record(s):
        f = rules.deal
        return lambda s, t: f(s, t)


@overload(derive, jit_options=INNER)
def _derive(s, t):
    if rules := _of_record(s):
        f = rules.derive
        return lambda s, t: f(s, t)


@overload(legal_actions, jit_options=INNER)
def _legal_actions(s, t, actions):
    if rules := _of_record(s):
        f = rules.legal_actions
        return lambda s, t, actions: f(s, t, actions)


@overload(apply_action, jit_options=INNER)
def _apply_action(s, t, action):
    if rules := _of_record(s):
        f = rules.apply_action
        return lambda s, t, action: f(s, t, action)


@overload(features, jit_options=INNER)
def _features(s, t, actions, n, sink):
    if rules := _of_record(s):
        if rules.sums is not None and not isinstance(sink, types.Array):
            sums = rules.sums
            return lambda s, t, actions, n, sink: sums(s, t, actions, n, sink)
        f = rules.features

        def cleared(s, t, actions, n, sink):
            clear(sink, n)
            f(s, t, actions, n, sink)

        return cleared


@overload(score, jit_options=INNER)
def _score(s, t, points):
    if rules := _of_record(s):
        f = rules.score
        return lambda s, t, points: f(s, t, points)


@overload(shares, jit_options=INNER)
def _shares(s, t, out):
    if rules := _of_record(s):
        f = rules.shares
        return lambda s, t, out: f(s, t, out)


@overload(standings, jit_options=INNER)
def _standings(s, t, points, share, out):
    if rules := _of_record(s):
        f = rules.standings
        if f is None:
            return lambda s, t, points, share, out: by_points(s, points, share, out)  # noqa: ARG005
        return lambda s, t, points, share, out: f(s, t, out)  # noqa: ARG005


@overload(grant, jit_options=INNER)
def _grant(s, t, player, item):
    if rules := _of_record(s):
        f = rules.grant
        if f is None:
            return lambda s, t, player, item: None  # noqa: ARG005
        return lambda s, t, player, item: f(s, t, player, item)


@overload(swap, jit_options=INNER)
def _swap(s, t, player, item, fixed):
    if rules := _of_record(s):
        f = rules.swap
        if f is None:
            return lambda s, t, player, item, fixed: 0  # noqa: ARG005
        return lambda s, t, player, item, fixed: f(s, t, player, item, fixed)


@overload(redeal_hidden, jit_options=INNER)
def _redeal_hidden(s, t, player, noise):
    if rules := _of_record(s):
        f = rules.redeal_hidden
        return lambda s, t, player, noise: f(s, t, player, noise)


@overload(holdings, jit_options=INNER)
def _holdings(s, t, out):
    if rules := _of_record(s):
        f = rules.holdings
        return lambda s, t, out: f(s, t, out)


@kernel
def start(states, t, key):
    """Blanks the played state, gives it the deal's key and deals."""
    states[PLAYED] = states[BLANK]
    s = states[PLAYED]
    s.key = key
    deal(s, t)
