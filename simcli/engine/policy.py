"""Integer-only policies: a number in, an index out, the same on every machine."""

from __future__ import annotations

import numpy as np

from simcli.engine import rng
from simcli.engine.kernel import kernel

RANDOM, HEURISTIC, FUNCTION = 0, 1, 2
GUMBEL_BITS = 10
GUMBEL_MASK = np.uint64((1 << GUMBEL_BITS) - 1)
GUMBEL_SHIFT = np.uint64(GUMBEL_BITS)
DRAWS_PER_WORD = 6


@kernel
def weigh(X, n, player, phase, noise):
    """Index of the action with the highest weighted sum of features, plus noise.

    X int32[n, features]; player: a strategy record (weights and temperature x1000, `active` lists the features with a weight). With
    temperature T the choice follows a softmax of the sums over T; at 0 the best is taken and equals are drawn among uniformly.
    """
    best = 0
    best_value = 0
    equals = 0
    word = rng.ONE
    left = 0
    for i in range(n):
        value = 0
        for k in range(player.n_active[phase]):
            f = player.active[phase, k]
            value += player.weights[phase, f] * X[i, f]
        if player.temperature > 0:
            if left == 0:
                word = rng.next_u64(noise)
                left = DRAWS_PER_WORD
            value += player.noise[word & GUMBEL_MASK]
            word >>= GUMBEL_SHIFT
            left -= 1
        if i == 0 or value > best_value:
            best = i
            best_value = value
            equals = 1
        elif value == best_value:
            equals += 1
            if rng.below(noise, equals) == 0:
                best = i
    return best
