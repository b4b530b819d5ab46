"""What every game offers to the engine: stubs that dispatch on the type of the state record.

One generic source, one compiled specialisation per game. Closures over a game's functions, or functions handed over as arguments,
would be compiled again in every process; overloads on a record type are found in the disk cache.
"""

from __future__ import annotations

from threading import RLock
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from simcli.engine.code.inner import INNER
from simcli.engine.kernel import before_compiling, kernel
from simcli.engine.layout import BLANK, PLAYED, loaded, observed, plain_dtype
from simcli.engine.mark import let_pass
from simcli.engine.sharing import by_points
from simcli.engine.sink import clear
from simcli.game import Game

_rules: dict[Any, SimpleNamespace] = {}
_known: list[Game] = []
_loading = RLock()


def make_known() -> None:
    """Makes the kernels of all games that are loaded known to the stubs. Loads them."""
    with _loading:
        for game in loaded()[len(_known) :]:
            _make_known(game)
            _known.append(game)


before_compiling.append(make_known)


def _make_known(game: Game) -> None:
    verbs = ("deal", "derive", "legal_actions", "apply_action", "features", "score", "shares", "redeal_hidden", "holdings")
    rules = SimpleNamespace(**{verb: getattr(game.kernels, verb) for verb in verbs})
    for verb in ("standings", "grant", "swap", "sums", "context"):
        setattr(rules, verb, getattr(game.kernels, verb, None))
    for state in (game.state.STATE, observed(game)):
        _rules[str(numba.from_dtype(state))] = rules
        _rules[state] = rules
        for rows in (np.dtype((np.record, state)), plain_dtype(state)):
            _rules[rows] = rules  # what a row of an array of records says of itself
    let_pass(game)


def rules_of(game: Game) -> SimpleNamespace:
    """The functions of a loaded game that the stubs dispatch to; without the compiler each call looks here."""
    make_known()
    return _rules[game.state.STATE]


def _of_record(s: Any) -> SimpleNamespace | None:
    return _rules.get(str(s)) if isinstance(s, types.Record) else None


def _of_value(s: Any) -> SimpleNamespace:
    found = _rules.get(s.dtype)
    if found is None:
        make_known()
    return found or _rules[s.dtype]


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


def context(s, t, player, out):
    """Writes int32[columns]: what `player` knows of a position as it stands, columns as `Game.context` names them; `out` is zeros.

    Nothing in it may hang on what the player cannot know. A game without a kernel of this name writes nothing: it names no columns.
    """
    known = _of_value(s).context
    if known is not None:
        known(s, t, player, out)


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


@overload(context, jit_options=INNER)
def _context(s, t, player, out):
    if rules := _of_record(s):
        f = rules.context
        if f is None:
            return lambda s, t, player, out: None  # noqa: ARG005
        return lambda s, t, player, out: f(s, t, player, out)


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
