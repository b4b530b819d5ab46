"""Decisions that are undone in the same turn: those between two asked at one position.

A position is the state record without what the engine counts, without what is scratch (the meaning of its field begins with that word) and
without what a game names in `PASSING` of its state.py: counts of the turn, lists that are found again, what is left on a stack. A turn is
what one seat is asked on end in one round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from numpy.typing import NDArray

from simcli.engine.header import MAX_SEATS
from simcli.engine.kernel import INNER, kernel
from simcli.engine.rng import GOLDEN, derive

if TYPE_CHECKING:
    from simcli.game import Game

COUNTED = frozenset(("decisions", "decided", "feature_mask"))
"""Fields of the header that say nothing of a position."""
SCRATCH = "scratch"
KEPT = 256
"""Positions of a turn that are remembered, the last ones."""
LENGTH, SEAT, ROUND = range(3)
NOBODY = -1
SHIFT, ALL_BITS = 29, (1 << 64) - 1


class Trail(NamedTuple):
    """The positions of the turn that goes on, and what was undone in the game.

    words: the state played as uint32; places, masks: which words of it make a position, and which bits of them; positions, kinds: key of
    each position asked in this turn, and the decision; turn: their number, seat and round; undone: int64[seats, decisions].
    """

    words: NDArray[np.uint32]
    places: NDArray[np.int64]
    masks: NDArray[np.uint32]
    positions: NDArray[np.uint64]
    kinds: NDArray[np.int64]
    turn: NDArray[np.int64]
    undone: NDArray[np.int64]


def passing(game: Game) -> frozenset[str]:
    """Fields of a game's record that say nothing of a position."""
    named = frozenset(getattr(game.state, "PASSING", ()))
    unknown = named - set(game.state.STATE.names or ())
    if unknown:
        raise ValueError(f"PASSING of {game.id}: the record has no {', '.join(sorted(unknown))}")
    return COUNTED | named | {name for name, text in game.state.STATE_FIELDS.items() if text.startswith(SCRATCH)}


def new_trail(game: Game, states: Any, played: int) -> Trail:
    """A trail of states of a game, of which `played` is the one that games are played in."""
    but = passing(game)
    counts = np.zeros(states.dtype.itemsize, np.uint8)
    for name, (field, start, *_) in (game.state.STATE.fields or {}).items():
        if name in but:
            continue
        counts[start : start + field.itemsize] = 0xFF
    masks = counts.view(np.uint32)
    places = np.flatnonzero(masks)
    words = np.frombuffer(states, np.uint32).reshape(len(states), -1)[played]
    undone = np.zeros((MAX_SEATS, len(game.decisions)), np.int64)
    return Trail(words, places, masks[places], np.zeros(KEPT, np.uint64), np.zeros(KEPT, np.int64), np.zeros(3, np.int64), undone)


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
