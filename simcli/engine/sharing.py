"""The win of a finished game."""

from __future__ import annotations

from simcli.engine.kernel import kernel
from simcli.game import SIXTIETHS


@kernel
def share_win(out, players):
    """out int32[players]: in comes the standing of each seat, out goes its share in sixtieths: the highest standings share the win."""
    best = out[0]
    winners = 0
    for p in range(players):
        if out[p] > best:
            best = out[p]
            winners = 0
        winners += out[p] == best
    for p in range(players):
        out[p] = SIXTIETHS // winners if out[p] == best else 0
