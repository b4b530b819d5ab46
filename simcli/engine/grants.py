"""What seats begin with: items that a run gives them before the first decision, or has chance deal to them. What either means is a rule of
the game (`grant`, `swap`)."""

from __future__ import annotations

from numpy import int64

from simcli.engine.contract import grant, swap
from simcli.engine.kernel import cold


@cold
def grant_items(s, t, strategies, scratch):
    """Gives every seat of a game just dealt its items: those of its strategy (`strategies[k].granted`) and its own (`seat_granted`); then
    has it dealt `strategies[k].swapped` and `seat_swapped`.

    All count copies by item. Ask `scratch.grants` first: most runs do neither.
    """
    for p in range(s.n_players):
        k = scratch.seats[p]
        for item in range(scratch.seat_granted.shape[1]):
            for _ in range(int64(strategies[k].granted[item]) + int64(scratch.seat_granted[p, item])):
                grant(s, t, p, item)
    fixed = scratch.fixed
    fixed[:] = 0
    for p in range(s.n_players):
        k = scratch.seats[p]
        for item in range(scratch.seat_swapped.shape[1]):
            for _ in range(int64(strategies[k].swapped[item]) + int64(scratch.seat_swapped[p, item])):
                fixed[p] += swap(s, t, p, item, fixed)
