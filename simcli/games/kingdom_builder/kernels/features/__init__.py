"""What a strategy may see of each legal action: public facts and the player's own card. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import hot, kernel
from simcli.engine.sink import clear, put, wants
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels.features.columns import FREQUENT
from simcli.games.kingdom_builder.kernels.features.hexes import hex_features
from simcli.games.kingdom_builder.kernels.features.lifts import lift_features
from simcli.games.kingdom_builder.kernels.features.steps import step_features

HEX_CHOICES = 1 << S.BUILD | 1 << S.PLACE | 1 << S.PUT
"""Decisions whose actions are hexes to put a settlement on."""


@hot
def chooses_hex(s):
    """Whether the decision is one of HEX_CHOICES."""
    return HEX_CHOICES >> int64(s.phase) & 1 == 1


@kernel
def features(s, t, actions, n, sink):
    """Puts the features of each action into a cleared sink, by the kind of decision."""
    if chooses_hex(s):
        hex_features(s, t, s.actor, actions, n, sink)
    else:
        other_features(s, t, actions, n, sink)


@kernel
def sums(s, t, actions, n, sink):
    """As `features`, weighed: where hexes are chosen the frequent columns set the sums, which need not be cleared before."""
    if chooses_hex(s):
        if not wants(s, FREQUENT):
            clear(sink, n)
        hex_features(s, t, s.actor, actions, n, sink)
    else:
        clear(sink, n)
        other_features(s, t, actions, n, sink)


@hot
def other_features(s, t, actions, n, sink):
    """Those of a step of the turn, of settlements to lift, of tiles to give up."""
    p = s.actor
    if s.phase == S.LIFT:
        lift_features(s, t, p, actions, n, sink)
    elif s.phase == S.GIVE_UP:
        for i in range(n):
            put(sink, i, 0, (int64(s.usable) >> int64(actions[i])) & 1)
    else:
        step_features(s, t, p, actions, n, sink)
