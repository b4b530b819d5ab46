"""The positions of a turn that a coverage run keeps (engine.undone). Free of numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcli.engine.header import MAX_SEATS

if TYPE_CHECKING:
    from simcli.game import Game

COUNTED = frozenset(("decisions", "decided", "feature_mask"))
"""Fields of the header that say nothing of a position."""
SCRATCH = "scratch"
KEPT = 256
"""Positions of a turn that are remembered, the last ones."""


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
