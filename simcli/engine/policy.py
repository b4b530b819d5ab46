"""Integer-only policies: a number in, an index out, the same on every machine."""

from __future__ import annotations

import numpy as np

from simcli.engine import rng
from simcli.engine.kernel import hot_in_bounds, kernel

RANDOM, HEURISTIC, FUNCTION = 0, 1, 2
GUMBEL_BITS = 10
GUMBEL_MASK = np.uint64((1 << GUMBEL_BITS) - 1)
GUMBEL_SHIFT = np.uint64(GUMBEL_BITS)
DRAWS_PER_WORD = 6
INDEX_BITS = 12
INDEX_MASK = (1 << INDEX_BITS) - 1
LOWEST = -(1 << 62)
BLOCK = 8
"""Columns of X that are weighed together; `engine.lineup` makes rows of X and of weights whole blocks long."""


@hot_in_bounds
def weigh(X, n, player, phase, noise):
    """Index of the action with the highest weighted sum of features, plus noise.

    X int32[n, columns], columns in whole blocks; player: a strategy record (weights and temperature x1000). With temperature T
    the choice follows a softmax of the sums over T; at 0 the best is taken and equals are drawn among uniformly.
    """
    if player.temperature == 0:
        return best_of(X, n, player, phase, noise)
    # The index rides in the low bits, so that the best is found by `max` alone: a branch would be guessed wrong once a decision.
    best = LOWEST
    word = rng.ONE
    blocks = player.blocks[phase]
    draws = 0
    for i in range(n):
        if draws == 0:
            word = rng.next_u64(noise)
            draws = DRAWS_PER_WORD
        draws -= 1
        value = weighted_sum(X, i, player, phase, blocks) + player.noise[word & GUMBEL_MASK]
        word >>= GUMBEL_SHIFT
        best = max(best, (value << INDEX_BITS) + (n - i))
    return n - (best & INDEX_MASK)


@hot_in_bounds
def weighted_sum(X, i, player, phase, blocks):
    """Weights x features of action i (x1000), over the first so many blocks of columns; what has no weight counts 0 times.

    Blocks of eight without bounds checks become vector instructions: a fifth less time for a strategy with twenty weights.
    """
    value = 0
    for k in range(blocks * BLOCK):
        value += np.int64(player.factors[phase, k]) * np.int64(X[i, k])
    return value


@kernel
def best_of(X, n, player, phase, noise):
    """The highest weighted sum without noise; equals are drawn among uniformly."""
    best = 0
    best_value = LOWEST
    equals = 0
    blocks = player.blocks[phase]
    for i in range(n):
        value = weighted_sum(X, i, player, phase, blocks)
        if value > best_value:
            best = i
            best_value = value
            equals = 1
        elif value == best_value:
            equals += 1
            if rng.below(noise, equals) == 0:
                best = i
    return best
