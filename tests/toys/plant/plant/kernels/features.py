"""What a strategy sees: which card or choice it is, and what it is worth."""

from __future__ import annotations

from numpy import int64

from plant.state import KEEP, N_CARDS, N_CHOICES
from simcli.engine.kernel import kernel
from simcli.engine.sink import put


@kernel
def features(s, t, actions, n, sink):
    """PL-10, PL-11."""
    for i in range(n):
        k = int64(actions[i])
        put(sink, i, k, 1)
        if s.phase == KEEP:
            put(sink, i, N_CARDS, t.value[k])
        else:
            put(sink, i, N_CHOICES, t.worth[k])
