"""The win of a finished game, and who finishes before whom."""

from __future__ import annotations

import numpy as np

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


@kernel
def by_points(s, points, share, out):
    """out int32[players]: standing of each seat where a game tells no more than points and the win: winners level in front."""
    most = np.int64(0)
    for p in range(s.n_players):
        total = np.int64(0)
        for c in range(points.shape[1]):
            total += points[p, c]
        out[p] = total
        most = total if p == 0 else max(most, total)
    for p in range(s.n_players):
        if share[p] > 0:
            out[p] = most + 1
