"""What a strategy may see of each choice. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold
from simcli.engine.sink import put
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
from simcli.games.architects.state import (
    ABILITY,
    CAPTOR,
    CAPTURE,
    CHOICE,
    DEBT,
    DESTROY,
    DESTROY_DEBT,
    DISMISS,
    DRAFT,
    FIRST_APPRENTICE,
    GUARD,
    HIRE,
    KEEP,
    LESS_WOOD,
    LIBRARY,
    LIMIT,
    MIX,
    PAY_SILVER,
    PLACE,
    PROJECT,
    SACRIFICE,
    SAVING,
    STORE,
    TAKE_BACK,
)


@cold
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = int64(s.actor)
    phase = s.phase
    if phase == PLACE:
        place_features(s, t, p, actions, n, sink)
    elif phase == TAKE_BACK:
        back_features(s, p, actions, n, sink)
    elif phase == STORE:
        store_features(s, t, p, actions, n, sink)
    elif phase == CAPTURE:
        capture_features(s, t, p, actions, n, sink)
    elif phase == GUARD:
        guard_features(s, t, p, actions, n, sink)
    elif phase == HIRE or phase == FIRST_APPRENTICE:
        apprentice_features(s, t, p, actions, n, sink)
    elif phase == PROJECT:
        project_features(s, t, p, actions, n, sink)
    elif phase == DRAFT or phase == KEEP or phase == LIMIT or phase == SACRIFICE or phase == LIBRARY:
        building_features(s, t, p, actions, n, sink)
    elif phase == DISMISS:
        dismiss_features(s, t, p, actions, n, sink)
    elif phase == MIX:
        mix_features(s, t, p, actions, n, sink)
    elif phase == CHOICE:
        choice_features(s, t, p, actions, n, sink)
    elif phase == ABILITY:
        ability_features(s, t, actions, n, sink)
    elif phase == CAPTOR:
        for i in range(n):
            put(sink, i, 0, s.captured[actions[i], p])
    else:
        yes_features(s, actions, n, sink)


@cold
def yes_features(s, actions, n, sink):
    """Decisions of two answers: 1 for the one the feature names."""
    wanted = int64(0)  # forgive, crane: anything but STOP
    if s.phase == DEBT:
        wanted = int64(PAY_SILVER)
    elif s.phase == SAVING:
        wanted = int64(LESS_WOOD)
    elif s.phase == DESTROY:
        wanted = int64(DESTROY_DEBT)
    for i in range(n):
        put(sink, i, 0, actions[i] == wanted)
