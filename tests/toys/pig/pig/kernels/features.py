"""What a strategy may see of an action. Names stand in GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import kernel
from simcli.engine.sink import put

from ..state import HOLD

HOLDS, AT_RISK, OVER_TWENTY, WINS, BEHIND = range(5)


@kernel
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink; everything is public in Pig."""
    mine = int64(s.banked[s.actor])
    best = 0
    for p in range(s.n_players):
        if p != s.actor:
            best = max(best, int64(s.banked[p]))
    for i in range(n):
        if actions[i] == HOLD:
            at_risk = int64(s.at_risk)
            put(sink, i, HOLDS, 1)
            put(sink, i, AT_RISK, at_risk)
            put(sink, i, OVER_TWENTY, 1 if at_risk >= 20 else -1)
            put(sink, i, WINS, mine + at_risk >= t.goal)
            put(sink, i, BEHIND, best - mine)
