"""Decisions that are undone in the same turn: those between two asked at one position.

A position is the state record without what the engine counts, without what is scratch (the meaning of its field begins with that word) and
without what a game names in `PASSING` of its state.py: counts of the turn, lists that are found again, what is left on a stack. A turn is
what one seat is asked on end in one round.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import overload

from simcli.engine.code.inner import INNER
from simcli.engine.kernel import kernel
from simcli.engine.rng import GOLDEN, derive
from simcli.engine.trail import KEPT

LENGTH, SEAT, ROUND = range(3)
NOBODY = -1
SHIFT, ALL_BITS = 29, (1 << 64) - 1


def key_of(trail):
    """Key of the position: two that differ share one with a chance of 1 in 10^19."""
    key = 0
    for word in (trail.words[trail.places] & trail.masks).tolist():  # Python's own numbers: ten times as fast as those of numpy
        key = (key ^ word) * int(GOLDEN) & ALL_BITS
        key ^= key >> SHIFT
    return derive(np.uint64(key), 0)


@overload(key_of, jit_options=INNER)
def _key_of(trail):
    shift = np.uint64(SHIFT)

    def compiled(trail):
        key = np.uint64(0)
        for i in range(trail.places.shape[0]):
            key = (key ^ np.uint64(trail.words[trail.places[i]] & trail.masks[i])) * GOLDEN
            key ^= key >> shift
        return derive(key, 0)

    return compiled


@kernel
def begin_trail(trail):
    """A game begins."""
    trail.turn[SEAT] = NOBODY
    trail.undone[:] = 0


@kernel
def follow(s, trail):
    """`s.actor` is asked: the decisions since it was asked here before are undone, each counted once."""
    turn, seat, round_ = trail.turn, np.int64(s.actor), np.int64(s.round)
    if turn[SEAT] != seat or turn[ROUND] != round_:
        turn[LENGTH], turn[SEAT], turn[ROUND] = 0, seat, round_
    n = turn[LENGTH]
    key = key_of(trail)
    for back in range(1, min(n, KEPT) + 1):
        if trail.positions[(n - back) % KEPT] == key:
            for k in range(n - back, n):
                trail.undone[seat, trail.kinds[k % KEPT]] += 1
            n -= back
            break
    trail.positions[n % KEPT] = key
    trail.kinds[n % KEPT] = s.phase
    turn[LENGTH] = n + 1


def note_position(s, trail):
    """Follows a game that is watched; without a trail it compiles to nothing."""
    if trail is not None:
        follow(s, trail)


@overload(note_position, jit_options=INNER)
def _note_position(s, trail):
    if isinstance(trail, types.NoneType):
        return lambda s, trail: None  # noqa: ARG005  (numba asks for the same arguments)
    return lambda s, trail: follow(s, trail)
