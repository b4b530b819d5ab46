"""Where a game's features go: into the matrix X, or weighed into one sum an action as soon as they are known.

One source of the features serves both: `put` dispatches on the type of the sink. Writing a matrix of 32-bit numbers, reading it back as
wide vectors and multiplying 16 to 32 columns where 3 to 5 have a weight took a quarter to a third of balanced play.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy import int64, uint64

from simcli.engine.code.inner import INNER
from simcli.engine.kernel import hot, hot_in_bounds

NO_FEATURES = uint64(0)


@hot
def wants(s, columns):
    """Whether the strategy to decide is given one of the columns in a mask."""
    return s.feature_mask & uint64(columns) != NO_FEATURES


def clear(sink, n):
    """Forgets what was put for the first n actions."""
    if isinstance(sink, np.ndarray):
        clear_rows(sink, n)
    else:
        clear_sums(sink, n)


def put(sink, i, column, value):
    """Adds a whole number to a feature of action i; a feature that nothing is put into is 0.

    sink: the matrix, int32[actions, columns], or a record with the weights of the decision (x1000) and the `sums` of the actions.
    """
    if isinstance(sink, np.ndarray):
        add_to_row(sink, i, column, value)
    else:
        add_weighed(sink, i, column, value)


def part(sink, i, column, value):
    """As `put`, for many columns of an action one after the other: what the sum of the action gains is returned, to be added up by the
    caller and put by `put_parts`. A chain of `put`s writes the sum and reads it back at each of them.
    """
    if isinstance(sink, np.ndarray):
        return row_part(sink, i, column, value)
    return weighed_part(sink, i, column, value)


def put_parts(sink, i, parts):
    """Adds the sum of what `part` returned for action i: 0 for a matrix, whose row is complete."""
    if isinstance(sink, np.ndarray):
        add_to_row(sink, i, 0, parts)
    else:
        add_parts(sink, i, parts)


def set_parts(sink, i, parts):
    """As `put_parts`, of an action of which nothing has been put yet: sums need not be cleared before."""
    if isinstance(sink, np.ndarray):
        add_to_row(sink, i, 0, parts)
    else:
        set_sum(sink, i, parts)


@overload(clear, jit_options=INNER)
def _clear(sink, n):
    f = clear_rows if isinstance(sink, types.Array) else clear_sums
    return lambda sink, n: f(sink, n)


@overload(put, jit_options=INNER)
def _put(sink, i, column, value):
    f = add_to_row if isinstance(sink, types.Array) else add_weighed
    return lambda sink, i, column, value: f(sink, i, column, value)


@overload(part, jit_options=INNER)
def _part(sink, i, column, value):
    f = row_part if isinstance(sink, types.Array) else weighed_part
    return lambda sink, i, column, value: f(sink, i, column, value)


@overload(put_parts, jit_options=INNER)
def _put_parts(sink, i, parts):
    if isinstance(sink, types.Array):
        return lambda sink, i, parts: add_to_row(sink, i, 0, parts)
    return lambda sink, i, parts: add_parts(sink, i, parts)


@overload(set_parts, jit_options=INNER)
def _set_parts(sink, i, parts):
    if isinstance(sink, types.Array):
        return lambda sink, i, parts: add_to_row(sink, i, 0, parts)
    return lambda sink, i, parts: set_sum(sink, i, parts)


@hot
def clear_rows(X, n):
    """Zeros in the rows of the first n actions."""
    for i in range(n):
        for column in range(X.shape[1]):
            X[i, column] = 0


@hot
def add_to_row(X, i, column, value):
    """Adds to one number of the matrix."""
    X[i, column] += int64(value)


@hot
def row_part(X, i, column, value):
    """Adds to one number of the matrix; there is no sum to gain anything."""
    add_to_row(X, i, column, value)
    return int64(0)


def copy_numbers(target, source):
    """Copies an array into one of the same length and type that does not overlap it.

    The compiler must suppose that two arrays overlap, and copies them number by number; as one block it takes a quarter of the time.
    """
    target[:] = source


@intrinsic
def _copy_block(typing_context, target, source):
    def generate(context, builder, signature, arguments):
        to, of = (context.make_array(kind)(context, builder, array) for kind, array in zip(signature.args, arguments, strict=True))
        cgutils.raw_memcpy(builder, to.data, of.data, context.get_constant(types.intp, target.shape[0]), target.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(target, source), generate


@overload(copy_numbers, jit_options=INNER)
def _copy_numbers(target, source):
    return lambda target, source: _copy_block(target, source)


# Without bounds checks: the same indices are checked whenever the same source fills a matrix.


@hot_in_bounds
def weigh_with(weighed, strategy, phase):
    """Takes over a strategy's weights for one decision, next to the sums: one address is enough for both."""
    if weighed.key != strategy.weights_key[phase]:  # mostly they are those of the last decision
        copy_numbers(weighed.weights, strategy.weights[phase])
        weighed.key = strategy.weights_key[phase]


@hot_in_bounds
def clear_sums(weighed, n):
    """Zeros for the first n actions."""
    for i in range(n):
        weighed.sums[i] = 0


@hot_in_bounds
def add_weighed(weighed, i, column, value):
    """Adds weight x feature to the sum of action i."""
    weighed.sums[i] += weighed.weights[column] * int64(value)


@hot_in_bounds
def weighed_part(weighed, i, column, value):
    """Weight x feature."""
    return weighed.weights[column] * int64(value)


@hot_in_bounds
def add_parts(weighed, i, parts):
    """Adds to the sum of action i."""
    weighed.sums[i] += parts


@hot_in_bounds
def set_sum(weighed, i, parts):
    """The sum of action i."""
    weighed.sums[i] = parts
