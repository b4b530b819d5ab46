"""What search and learned players share: the actions that a plan likes best, and room for positions that are tried."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from simcli.engine import rng
from simcli.engine.code.inner import INNER
from simcli.engine.contract import features
from simcli.engine.kernel import kernel
from simcli.engine.layout import plain
from simcli.engine.sink import weigh_with

WORLD, TRIED = 0, 1
"""Rows of a search's states: a deal of what the seat cannot know, and a game played on from it."""


def two_states(s: Any, room: Any) -> Any:
    """Two states of the kind of `s`, not filled, in the words of `room`: memory of the scratch record, so that no search allocates any."""
    return plain(room.view(np.uint8)[: 2 * s.dtype.itemsize].view(s.dtype))


@overload(two_states, jit_options=INNER)
def _two_states(s, room):
    if isinstance(s, types.Record):
        dtype = as_dtype(s)
        return lambda s, room: carray(_address(room.ctypes.data), 2, dtype)  # noqa: ARG005


@intrinsic
def _address(typing_context: Any, number: Any) -> Any:
    """A number as the address of memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.voidptr(number), generate


@kernel
def find_sums(s, t, n, strategy, scratch):
    """Writes the weighted sums of the n legal actions into scratch.weighed.sums."""
    s.feature_mask = strategy.feature_mask[s.phase]
    weigh_with(scratch.weighed, strategy, s.phase)
    features(s, t, scratch.actions, n, scratch.weighed)


@kernel
def list_favourites(s, t, n, most, strategy, scratch, key, order):
    """Lists in `order` the actions with the highest weighted sums, `most` of the n legal ones, the highest first; equals in an order drawn
    for the decision, by its `key`. Returns how many."""
    find_sums(s, t, n, strategy, scratch)
    sums, m = scratch.weighed.sums, 0
    for i in range(n):
        word = rng.derive(key, scratch.actions[i])
        if m == most and not is_before(sums[i], word, sums[order[m - 1]], rng.derive(key, scratch.actions[order[m - 1]])):
            continue
        at = m if m < most else m - 1
        while at > 0 and is_before(sums[i], word, sums[order[at - 1]], rng.derive(key, scratch.actions[order[at - 1]])):
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
        m = min(m + 1, most)
    return m


@kernel
def is_before(sum_, word, other_sum, other_word):
    """Whether a sum is the higher one, or of equals comes first."""
    return sum_ > other_sum or (sum_ == other_sum and word > other_word)
