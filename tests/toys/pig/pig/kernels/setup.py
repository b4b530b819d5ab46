"""Dealing: there are no cards, so a deal is the dice to come."""

from __future__ import annotations

from simcli.engine.kernel import kernel

from .chance import open_turn


@kernel
def deal(s, t):
    """PG-01."""
    s.n_players = t.players
    s.round = 1
    start_turn(s)


@kernel
def start_turn(s):
    """PG-30: a turn starts with nothing at risk and dice of its own."""
    s.rolls = 0
    s.at_risk = 0
    s.turn_faces[:] = 0
    open_turn(s)


@kernel
def derive(s, t):
    """The record repeats nothing."""
