"""The functions of a game's file as kernels, and what all such games do alike. Loads the compiler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from simcli.engine import rng
from simcli.engine.chance import shuffle_in
from simcli.engine.code.inner import INNER
from simcli.engine.code.store import JIT
from simcli.engine.kernel import kernel
from simcli.games.onefile.kernels import helpers
from simcli.games.onefile.kernels.helpers import END, FIRST, NEXT, total
from simcli.games.onefile.spec import Rules
from simcli.games.onefile.words import Helper


@cache
def _wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    return kernel(function)


def functions_of(rules: Rules) -> dict[str, Callable[..., Any]]:
    """The functions of the file as kernels. All names are put in place before the first is compiled, since they call each other."""
    names = vars(rules.module)
    for name, value in list(names.items()):
        if isinstance(value, Helper):
            names[name] = getattr(helpers, value.name)
    made = {name: _wrapped(function) for name, function in rules.functions.items()}
    names.update(made)
    return made


@kernel
def fill_deck(s, deck, copies, rows):
    """Writes all copies of a table into a deck, shuffled."""
    n = 0
    for card in range(rows):
        for _ in range(copies[card]):
            shuffle_in(s, deck[FIRST:], n, card)
            n += 1
    deck[NEXT] = FIRST
    deck[END] = FIRST + n


@kernel
def empty_decks(decks):
    """A deck of each seat, without cards."""
    decks[:, NEXT] = FIRST
    decks[:, END] = FIRST


@kernel
def most_of_others(row, p, seats):
    """The greatest number of a row that is of another seat than p; 0 where there is none."""
    found, most = False, np.int64(0)
    for q in range(seats):
        if q != p and (not found or row[q] > most):
            found, most = True, np.int64(row[q])
    return most


@kernel
def pool_deck(deck, pool, n):
    """Adds what is left of a deck to a pool of n cards; returns how many there are."""
    for i in range(deck[NEXT], deck[END]):
        pool[n] = deck[i]
        n += 1
    return n


@kernel
def pool_row(row, pool, n):
    """Adds a row of counts to a pool of n cards; returns how many there are."""
    for card in range(row.shape[0]):
        for _ in range(row[card]):
            pool[n] = card
            n += 1
    return n


@kernel
def deal_deck(deck, pool, n):
    """Lays the cards of a pool, from place n on, where those of a deck lie; returns the place behind them."""
    for i in range(deck[NEXT], deck[END]):
        deck[i] = pool[n]
        n += 1
    return n


@kernel
def deal_row(row, pool, n):
    """Makes a row of counts anew, of as many cards of a pool, from place n on; returns the place behind them."""
    held = total(row)
    row[:] = 0
    for _ in range(held):
        row[pool[n]] += 1
        n += 1
    return n


@kernel
def redeal_numbers(s, field, player, low, high):
    """Hidden numbers of the other seats, anew: any from low to high, as likely."""
    for p in range(s.n_players):
        if p != player and field[p] >= low:
            field[p] = low + rng.below(s.chance, high - low + 1)


@kernel
def redeal_choices(s, field, hands, player):
    """Sealed cards of the other seats, anew: any card of the hand, as likely."""
    for p in range(s.n_players):
        held = total(hands[p])
        if p != player and field[p] >= 0 and held > 0:
            place = rng.below(s.chance, held)
            for card in range(hands.shape[1]):
                if 0 <= place < hands[p, card]:
                    field[p] = card
                place -= hands[p, card]


def copy_of(s: Any, blank: Any) -> Any:
    """A copy of a record; `blank` is an array of one row of its type."""
    return s.copy()


@overload(copy_of, jit_options=INNER)
def _copy_of(s, blank):
    def copied(s, blank):
        blank[0] = s
        return blank[0]

    return copied


def room_of(dtype: Any, n: int = 1) -> Callable[[], Any]:
    """A function that gives room for n numbers or records, not filled, for as long as the kernel that calls it runs: no memory is
    allocated in a game.
    """
    if not JIT:
        return lambda: np.empty(n, dtype)
    kind = types.Array(from_dtype(np.dtype(dtype)), 1, "C")
    words = -(-np.dtype(dtype).itemsize * n // 8)

    @intrinsic
    def room(_: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, _: Any) -> Any:
            size = context.get_constant(types.intp, np.dtype(dtype).itemsize)
            memory = cgutils.alloca_once(builder, context.get_value_type(types.uint64), size=words)
            array = context.make_array(kind)(context, builder)
            data = builder.bitcast(memory, array.data.type)
            shape, strides = [context.get_constant(types.intp, n)], [size]
            context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(), generate

    opened: Callable[[], Any] = room
    return opened
