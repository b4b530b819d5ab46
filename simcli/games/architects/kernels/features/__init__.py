"""What a strategy may see of each choice. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold
from simcli.engine.sink import put
from simcli.games.architects import state as S
from simcli.games.architects.kernels.features.actions import (
    ability_features,
    back_features,
    capture_features,
    choice_features,
    guard_features,
    mix_features,
    store_features,
)
from simcli.games.architects.kernels.features.cards import apprentice_features, building_features, dismiss_features, project_features
from simcli.games.architects.kernels.features.places import place_features


@cold
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = int64(s.actor)
    phase = s.phase
    if phase == S.PLACE:
        place_features(s, t, p, actions, n, sink)
    elif phase == S.TAKE_BACK:
        back_features(s, p, actions, n, sink)
    elif phase == S.STORE:
        store_features(s, t, p, actions, n, sink)
    elif phase == S.CAPTURE:
        capture_features(s, t, p, actions, n, sink)
    elif phase == S.GUARD:
        guard_features(s, t, p, actions, n, sink)
    elif phase == S.HIRE or phase == S.FIRST_APPRENTICE:
        apprentice_features(s, t, p, actions, n, sink)
    elif phase == S.PROJECT:
        project_features(s, t, p, actions, n, sink)
    elif phase == S.DRAFT or phase == S.KEEP or phase == S.LIMIT or phase == S.SACRIFICE or phase == S.LIBRARY:
        building_features(s, t, p, actions, n, sink)
    elif phase == S.DISMISS:
        dismiss_features(s, t, p, actions, n, sink)
    elif phase == S.MIX:
        mix_features(s, t, p, actions, n, sink)
    elif phase == S.CHOICE:
        choice_features(s, t, p, actions, n, sink)
    elif phase == S.ABILITY:
        ability_features(s, t, actions, n, sink)
    elif phase == S.CAPTOR:
        for i in range(n):
            put(sink, i, 0, s.captured[actions[i], p])
    else:
        yes_features(s, actions, n, sink)


@cold
def yes_features(s, actions, n, sink):
    """Decisions of two answers: 1 for the one the feature names."""
    wanted = int64(0)  # forgive, crane: anything but STOP
    if s.phase == S.DEBT:
        wanted = int64(S.PAY_SILVER)
    elif s.phase == S.SAVING:
        wanted = int64(S.LESS_WOOD)
    elif s.phase == S.DESTROY:
        wanted = int64(S.DESTROY_DEBT)
    for i in range(n):
        put(sink, i, 0, actions[i] == wanted)
