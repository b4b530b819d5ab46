"""Integer-only policies: a number in, an index out, the same on every machine."""

from __future__ import annotations

import numpy as np

from simcli.engine import rng
from simcli.engine.header import INDEX_BITS, MAX_ACTIONS
from simcli.engine.kernel import hot_in_bounds, kernel

RANDOM, HEURISTIC, FUNCTION = 0, 1, 2
GUMBEL_BITS = 10
GUMBEL_MASK = np.uint64((1 << GUMBEL_BITS) - 1)
GUMBEL_SHIFT = np.uint64(GUMBEL_BITS)
DRAWS_PER_WORD = 6
LOWEST = -(1 << 62)


@hot_in_bounds
def softmax(sums, n, strategy, noise):
    """Index of the action with the highest weighted sum of features, plus noise.

    sums: int64[n] (x1000); strategy: a strategy record (temperature x1000). With temperature T the choice follows a softmax of the sums
    over T; at 0 the best is taken and equals are drawn among uniformly.
    """
    if strategy.temperature == 0:
        return best_of(sums, n, noise)
    # The index rides in the low bits, so that the best is found by `max` alone: a branch would be mispredicted once a decision.
    best = LOWEST
    word = rng.ONE
    draws = 0
    for i in range(n):
        if draws == 0:
            word = rng.next_u64(noise)
            draws = DRAWS_PER_WORD
        draws -= 1
        value = sums[i] + strategy.noise[word & GUMBEL_MASK]
        word >>= GUMBEL_SHIFT
        best = max(best, (value << INDEX_BITS) + (n - i))
    return n - (best & MAX_ACTIONS)


@kernel
def best_of(sums, n, noise):
    """The highest weighted sum without noise; equals are drawn among uniformly."""
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
            if rng.below(noise, equals) == 0:
                best = i
    return best
