"""The best of the hexes that a tile or a lifted settlement can go to."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels import effects
from simcli.games.kingdom_builder.kernels.board import ONE
from simcli.games.kingdom_builder.kernels.features.columns import FAR_BELOW
from simcli.games.kingdom_builder.kernels.features.gains import common_gains, gain
from simcli.games.kingdom_builder.kernels.features.hexes import takes_tile


@cold
def best_target(s, t, p, row):
    """Best points of a hex of work[row]; FAR_BELOW when it is empty."""
    best = int64(FAR_BELOW)
    common = common_gains(s, t, p)
    for w in range(S.WORDS):
        word = s.work[row, w]
        while word != 0:
            best = max(best, gain(s, t, p, uint32(w * 64 + lowest_bit(word)), common))
            word &= word - ONE
    return best


@cold
def takes_any(s, p, row):
    """Whether a hex of work[row] takes a tile."""
    for w in range(S.WORDS):
        word = s.work[row, w]
        while word != 0:
            if takes_tile(s, p, uint32(w * 64 + lowest_bit(word))) >= 0:
                return True
            word &= word - ONE
    return False


@cold
def best_jump(s, t, p, cell):
    """Best points of a hex that a paddock reaches from `cell`."""
    n = effects.list_jumps(s, int64(cell), s.stack)
    best = int64(FAR_BELOW)
    common = common_gains(s, t, p)
    for i in range(n):
        best = max(best, gain(s, t, p, uint32(s.stack[i]), common))
    return best
