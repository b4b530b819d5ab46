"""What a strategy may see of an action. Names stand in GAME.decisions."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import kernel

from ..state import HOLD

HOLDS, AT_RISK, OVER_TWENTY, WINS, BEHIND = range(5)


@kernel
def features(s, t, actions, n, X):
    """X[action, feature]; everything is public in Pig."""
    mine = int64(s.banked[s.actor])
    best = 0
    for p in range(s.players):
        if p != s.actor:
            best = max(best, int64(s.banked[p]))
    for i in range(n):
        holds = actions[i] == HOLD
        at_risk = int64(s.at_risk)
        X[i, HOLDS] = holds
        X[i, AT_RISK] = at_risk if holds else 0
        X[i, OVER_TWENTY] = (1 if at_risk >= 20 else -1) if holds else 0
        X[i, WINS] = holds and mine + at_risk >= t.goal
        X[i, BEHIND] = best - mine if holds else 0
