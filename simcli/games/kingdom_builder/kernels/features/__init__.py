"""What a strategy may see of each legal action: public facts and the player's own card. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import kernel
from simcli.engine.sink import clear, put, wants
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels.features.columns import FREQUENT
from simcli.games.kingdom_builder.kernels.features.hexes import hex_features
from simcli.games.kingdom_builder.kernels.features.lifts import lift_features
from simcli.games.kingdom_builder.kernels.features.steps import step_features

HEX_CHOICES = 1 << S.BUILD | 1 << S.PLACE | 1 << S.PUT
"""Decisions whose actions are hexes to put a settlement on."""


@kernel
def features(s, t, actions, n, sink):
    """Puts the features of each action into a cleared sink, by the kind of decision."""
    p = s.actor
    if s.phase == S.BEFORE or s.phase == S.AFTER:
        step_features(s, t, p, actions, n, sink)
    elif s.phase == S.LIFT:
        lift_features(s, t, p, actions, n, sink)
    elif s.phase == S.GIVE_UP:
        for i in range(n):
            put(sink, i, 0, (int64(s.usable) >> int64(actions[i])) & 1)
    else:
        hex_features(s, t, p, actions, n, sink)


@kernel
def sums(s, t, actions, n, sink):
    """As `features`, weighed: where hexes are chosen the frequent columns set the sums, which need not be cleared before."""
    if HEX_CHOICES >> int64(s.phase) & 1 == 0 or not wants(s, FREQUENT):
        clear(sink, n)
    features(s, t, actions, n, sink)
