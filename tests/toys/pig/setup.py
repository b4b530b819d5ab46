"""Dealing: there are no cards, so a deal is the dice to come."""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.kernel import kernel

from .state import MAX_PLAYERS

DICE = 0
"""First stream of the dice; each turn has its own, MAX_PLAYERS a round."""


@kernel
def deal(s, t):
    """PG-01."""
    s.players = t.players
    s.round = 1
    start_turn(s)


@kernel
def start_turn(s):
    """PG-30: the turn's own dice."""
    s.rolls = 0
    s.at_risk = 0
    s.turn_faces[:] = 0
    rng.seed(s.chance, rng.derive(s.key, DICE + int64(s.round) * MAX_PLAYERS + s.actor))


@kernel
def conceal(s, t, player, noise):
    """Nobody knows the dice to come: those of this turn and, through the key, of all later ones."""
    s.key = rng.next_u64(noise)
    rng.seed(s.chance, rng.next_u64(noise))
