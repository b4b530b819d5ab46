"""What a strategy may see of each choice; everything is open but the order of the gather deck. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import kernel
from simcli.engine.sink import clear, put
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.features.craft import craft_features, place_features
from simcli.games.kings_forge.kernels.features.dice import mark_features, modify_features, target_features
from simcli.games.kings_forge.kernels.features.gather import gather_features, gather_sums, next_hand, pay_features, total


@kernel
def sums(s, t, actions, n, sink):
    """As `features`, weighed."""
    if s.phase == S.GATHER:
        gather_sums(s, t, s.actor, actions, n, sink)
    elif s.phase == S.PAY:
        pay_features(s, t, s.actor, actions, n, sink)
    else:
        clear(sink, n)
        features(s, t, actions, n, sink)


@kernel
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = s.actor
    if s.phase == S.GATHER:
        gather_features(s, t, p, actions, n, sink)
    elif s.phase == S.PAY:
        pay_features(s, t, p, actions, n, sink)
    elif s.phase == S.CRAFT:
        craft_features(s, t, p, actions, n, sink)
    elif s.phase == S.PLACE:
        place_features(s, t, p, actions, n, sink)
    elif s.phase == S.MODIFY:
        modify_features(s, t, p, actions, n, sink)
    elif s.phase == S.TARGET:
        target_features(s, t, p, actions, n, sink)
    elif s.phase == S.REROLL:
        mark_features(s, t, p, actions, n, sink)
    elif s.phase == S.GIVE_UP:
        next_ = next_hand(s, p)
        for i in range(n):
            card = int64(s.face_up[actions[i]])
            put(sink, i, 0, int64(t.dear[2 * card, S.MAX_SQUARES + 1]))
            put(sink, i, 1, (int64(t.mandatory) >> card) & 1)
            put(sink, i, 2, int64(t.dear[2 * card, next_]))
    elif s.phase == S.BONUS:
        for i in range(n):
            put(sink, i, 0, total(t.bonus_gain, int64(actions[i])))
            put(sink, i, 1, int64(t.bonus_tokens[actions[i]]))
    elif s.phase == S.CEMETERY:
        for i in range(n):
            put(sink, i, 0, int64(actions[i] != S.STOP))
            put(sink, i, 1, int64(s.cemetery == 1))
