"""What a strategy may see of each choice. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold
from simcli.engine.sink import put
from simcli.games.columns import kings_guild as c
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
from simcli.games.kings_guild.state import (
    BAGGAGE,
    BID,
    BUY,
    CHOICE,
    COLOUR,
    COPY,
    CRAFT,
    DISCARD,
    DOUBLE,
    EXCHANGE,
    FREE,
    GATHER,
    HIRE,
    KEEP,
    KIND,
    LIMIT,
    LUCKY,
    MOVE,
    POWER,
    QUEST,
    RETURN,
    SAVING,
    SPACE,
    SQUARE,
    STEAL,
)


@cold
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = int64(s.actor)
    phase = s.phase
    if phase <= FREE:
        step_features(s, t, p, actions, n, sink)
    elif phase == GATHER:
        gather_features(s, t, p, actions, n, sink)
    elif phase == RETURN or phase == KIND or phase == EXCHANGE or phase == STEAL or phase == SAVING:
        kind_features(s, t, p, actions, n, sink)
    elif phase == KEEP or phase == LIMIT or phase == DISCARD or phase == BUY:
        treasure_features(s, t, p, actions, n, sink)
    elif phase == COLOUR:
        colour_features(s, actions, n, sink)
    elif phase == SQUARE:
        square_features(s, t, p, actions, n, sink)
    elif phase == SPACE or phase == BAGGAGE:
        space_features(s, t, p, actions, n, sink)
    elif phase == POWER:
        power_features(actions, n, sink)
    elif phase == BID:
        bid_features(s, t, p, actions, n, sink)
    elif phase == CHOICE:
        option_features(s, t, p, actions, n, sink)
    elif phase == MOVE:
        move_features(actions, n, sink)
    elif phase == HIRE:
        hire_features(s, t, p, actions, n, sink)
    elif phase == CRAFT:
        craft_features(s, t, actions, n, sink)
    elif phase == DOUBLE:
        double_features(s, t, actions, n, sink)
    elif phase == QUEST:
        quest_features(s, t, actions, n, sink)
    elif phase == LUCKY:
        for i in range(n):
            put(sink, i, c.LUCKY_TWICE, actions[i] == 0)
    elif phase == COPY:
        for i in range(n):
            put(sink, i, c.COPY_POINTS, t.prestige[actions[i]])
