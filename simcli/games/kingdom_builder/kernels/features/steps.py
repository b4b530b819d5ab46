"""What the next step of a turn may be: a tile, or going on."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold
from simcli.engine.sink import put, wants
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels import effects
from simcli.games.kingdom_builder.kernels.board import ALL, ONE, SOME
from simcli.games.kingdom_builder.kernels.features.columns import (
    FAR_BELOW,
    STEP_BUILDS,
    STEP_ENDS,
    STEP_IDLE,
    STEP_MOVES,
    STEP_POINTS,
    STEP_STOP,
    STEP_SUPPLY,
    STEP_SWING,
    STEP_TILE,
)
from simcli.games.kingdom_builder.kernels.features.hexes import rounds_left
from simcli.games.kingdom_builder.kernels.features.lifts import jump_takes, keep_idle
from simcli.games.kingdom_builder.kernels.features.targets import best_jump, best_target, takes_any


@cold
def step_features(s, t, p, actions, n, sink):
    """Tiles to use, or none."""
    tiles = wants(s, 1 << STEP_TILE)
    for i in range(n):
        put(sink, i, STEP_SUPPLY, int64(s.supply[p]))
        if actions[i] == S.STOP:
            put(sink, i, STEP_STOP, 1)
            continue
        tile = uint32(s.tile[actions[i]])
        if t.tile_moves[tile] == 1:
            put(sink, i, STEP_MOVES, 1)
            if wants(s, 1 << STEP_IDLE):
                put(sink, i, STEP_IDLE, int64(has_idle(s, t, p, tile)))
            if wants(s, 1 << STEP_SWING):
                put(sink, i, STEP_SWING, best_jumps(s, t, p) if t.tile_target[tile] == S.STRAIGHT_TWO else best_move(s, t, p, tile))
            if tiles and t.tile_by_move == 1 and move_takes(s, t, p, tile):
                put(sink, i, STEP_TILE, rounds_left(s))
        else:
            put(sink, i, STEP_BUILDS, 1)
            put(sink, i, STEP_ENDS, int64(s.supply[p] == 1))
            if tiles or wants(s, 1 << STEP_POINTS):
                effects.find_targets(s, t, p, tile)
                put(sink, i, STEP_POINTS, best_target(s, t, p, 0))
                put(sink, i, STEP_TILE, rounds_left(s) if tiles and takes_any(s, p, 0) else 0)


@cold
def has_idle(s, t, p, tile):
    """Whether a settlement that gives up nothing can be moved."""
    if t.tile_target[tile] == S.STRAIGHT_TWO:
        effects.jumpers(s, p)
    else:
        effects.movers(s, t, p, tile)
    keep_idle(s, t, p, SOME)
    return effects.any_word(s, 1)


@cold
def move_takes(s, t, p, tile):
    """Whether a move of this kind of tile may take another tile."""
    if t.tile_target[tile] != S.STRAIGHT_TWO:
        effects.find_targets(s, t, p, tile)
        return takes_any(s, p, 0)
    takes = False
    effects.jumpers(s, p)
    for w in range(S.WORDS):
        word = s.work[1, w]
        while word != 0:
            takes |= jump_takes(s, p, uint32(w * 64 + lowest_bit(word)))
            word &= word - ONE
    return takes


@cold
def best_jumps(s, t, p):
    """Points of the best move of a tile that jumps, of settlements that give up nothing."""
    effects.jumpers(s, p)
    keep_idle(s, t, p, ALL)
    best = int64(FAR_BELOW)
    for w in range(S.WORDS):
        word = s.work[1, w]
        while word != 0:
            best = max(best, best_jump(s, t, p, uint32(w * 64 + lowest_bit(word))))
            word &= word - ONE
    return best


@cold
def best_move(s, t, p, tile):
    """Points of the best move of a tile that may move any settlement, of settlements that give up nothing."""
    if not has_idle(s, t, p, tile):
        return int64(FAR_BELOW)
    effects.find_targets(s, t, p, tile)
    return best_target(s, t, p, 0)
