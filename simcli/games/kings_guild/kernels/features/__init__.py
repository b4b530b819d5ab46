"""What a strategy may see of each choice. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold
from simcli.engine.sink import put
from simcli.games.columns import kings_guild as c
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.features.choices import (
    bid_features,
    colour_features,
    craft_features,
    double_features,
    gather_features,
    hire_features,
    kind_features,
    move_features,
    option_features,
    power_features,
    quest_features,
    space_features,
    square_features,
    treasure_features,
)
from simcli.games.kings_guild.kernels.features.steps import step_features


@cold
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = int64(s.actor)
    phase = s.phase
    if phase <= S.FREE:
        step_features(s, t, p, actions, n, sink)
    elif phase == S.GATHER:
        gather_features(s, t, p, actions, n, sink)
    elif phase == S.RETURN or phase == S.KIND or phase == S.EXCHANGE or phase == S.STEAL or phase == S.SAVING:
        kind_features(s, t, p, actions, n, sink)
    elif phase == S.KEEP or phase == S.LIMIT or phase == S.DISCARD or phase == S.BUY:
        treasure_features(s, t, p, actions, n, sink)
    elif phase == S.COLOUR:
        colour_features(s, actions, n, sink)
    elif phase == S.SQUARE:
        square_features(s, t, p, actions, n, sink)
    elif phase == S.SPACE or phase == S.BAGGAGE:
        space_features(s, t, p, actions, n, sink)
    elif phase == S.POWER:
        power_features(actions, n, sink)
    elif phase == S.BID:
        bid_features(s, t, p, actions, n, sink)
    elif phase == S.CHOICE:
        option_features(s, t, p, actions, n, sink)
    elif phase == S.MOVE:
        move_features(s, t, p, actions, n, sink)
    elif phase == S.HIRE:
        hire_features(s, t, p, actions, n, sink)
    elif phase == S.CRAFT:
        craft_features(s, t, actions, n, sink)
    elif phase == S.DOUBLE:
        double_features(s, t, actions, n, sink)
    elif phase == S.QUEST:
        quest_features(s, t, actions, n, sink)
    elif phase == S.LUCKY:
        for i in range(n):
            put(sink, i, c.LUCKY_TWICE, actions[i] == 0)
    elif phase == S.COPY:
        for i in range(n):
            put(sink, i, c.COPY_POINTS, t.prestige[actions[i]])
