"""Integer-only policies: a number in, an index out, the same on every machine.

The noise of an action is found from the key of the decision and the action's code, so that the luck of an action does not depend on which
others are legal: a variant that adds one leaves the noise of all others as it was.
"""

from __future__ import annotations

import numpy as np

from simcli.engine import rng
from simcli.engine.header import INDEX_BITS, MAX_ACTIONS
from simcli.engine.kernel import hot_in_bounds, kernel

GUMBEL_BITS = 10
GUMBEL_SHIFT = np.uint64(64 - GUMBEL_BITS)
LOWEST = -(1 << 62)


@hot_in_bounds
def softmax(sums, actions, n, strategy, key):
    """Index of the action with the highest weighted sum of features, plus noise.

    sums: int64[n] (x1000); actions: uint32[n], codes; strategy: a strategy record (temperature x1000); key: uint64, of the decision.
    With temperature T the choice follows a softmax of the sums over T; at 0 the best is taken and equals are drawn among uniformly.
    """
    if strategy.temperature == 0:
        return best_of(sums, actions, n, key)
    # The index rides in the low bits, so that the best is found by `max` alone: a branch would be mispredicted once a decision.
    best = LOWEST
    start = key + rng.GOLDEN
    i = 0
    while i < n:
        word = rng.splitmix(start + np.uint64(actions[i]) * rng.GOLDEN)  # rng.derive(key, actions[i])
        value = sums[i] + strategy.noise[word >> GUMBEL_SHIFT]
        best = max(best, (value << INDEX_BITS) - i)
        i += 1
    return -best & MAX_ACTIONS


@kernel
def best_of(sums, actions, n, key):
    """The highest weighted sum without noise; of equals the one with the highest word, which is each as likely."""
    best = 0
    best_value = LOWEST
    equals = 0
    for i in range(n):
        value = sums[i]
        if value > best_value:
            best = i
            best_value = value
            equals = 1
        elif value == best_value:
            equals += 1
    if equals > 1:
        best_word = np.uint64(0)
        for i in range(n):
            if sums[i] == best_value:
                word = rng.derive(key, actions[i])
                if word >= best_word:
                    best = i
                    best_word = word
    return best
