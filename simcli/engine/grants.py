"""What seats begin with: items that a run gives them before the first decision. What that means is a rule of the game (`grant`)."""

from __future__ import annotations

from numpy import int64

from simcli.engine.contract import grant
from simcli.engine.kernel import cold


@cold
def grant_items(s, t, strategies, scratch):
    """Gives every seat of a game just dealt its items: those of its strategy (`strategies[k].granted`) and its own (`seat_granted`).

    Both count copies by item. Ask `scratch.grants` first: most runs give nothing.
    """
    for p in range(s.n_players):
        k = scratch.seats[p]
        for item in range(scratch.seat_granted.shape[1]):
            for _ in range(int64(strategies[k].granted[item]) + int64(scratch.seat_granted[p, item])):
                grant(s, t, p, item)
