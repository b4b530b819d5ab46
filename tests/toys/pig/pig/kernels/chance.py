"""The dice: each turn has a stream of its own."""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.chance import open_stream
from simcli.engine.kernel import kernel

from ..state import MAX_PLAYERS

DICE = 0
"""First stream of the dice; each turn has its own, MAX_PLAYERS a round."""


@kernel
def open_turn(s):
    """PG-30: the turn's own dice."""
    open_stream(s, DICE + int64(s.round) * MAX_PLAYERS + s.actor)


@kernel
def redeal_hidden(s, t, player, noise):
    """Nobody knows the dice to come: those of this turn and, through the key, of all later ones."""
    s.key = rng.next_u64(noise)
    rng.seed(s.chance, rng.next_u64(noise))
