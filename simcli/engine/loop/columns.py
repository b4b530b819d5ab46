"""Columns of the actions that a learned player judges, each written as a vector."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy import int64

from simcli.base.models import HIGHEST, LOWEST, MEAN_SCALE, MOST_TRIED, against_mean
from simcli.engine.code.inner import INNER
from simcli.engine.loop.vectors import EIGHT, among, in_all, made, row_at


def put_for_all(columns, j, value):
    """Writes a number for all actions into a row of int32[n, MOST_TRIED]."""
    columns[j] = value


def put_column(values, k, columns, j, less):
    """Writes what stands in a column of int32[MOST_TRIED or more, n] less a number into a row of int32[n, MOST_TRIED]."""
    columns[j] = values[:MOST_TRIED, k] - less


def put_against_mean(values, k, columns, j, m):
    """Writes `models.against_mean` of the first m of a column of int32[MOST_TRIED or more, n] into a row of int32[n, MOST_TRIED]."""
    row = values[:MOST_TRIED, k].astype(int64)
    columns[j] = np.clip(against_mean(row, row[:m].sum(), m), LOWEST, HIGHEST)


def _sum(builder, vector):
    """The sum of a vector of reals, which are whole: in any order the same."""
    number = ir.IntType(32)
    while (half := vector.type.count // 2) > 0:
        low, high = (ir.Constant(ir.VectorType(number, half), list(range(first, first + half))) for first in (0, half))
        none = ir.Constant(vector.type, ir.Undefined)
        vector = builder.fadd(builder.shuffle_vector(vector, none, low), builder.shuffle_vector(vector, none, high))
    return builder.extract_element(vector, ir.Constant(number, 0))


def _column(context, builder, signature, arguments):
    """The first MOST_TRIED numbers of column `k` of `values` as a vector, and the address of row `j` of `columns`."""
    values = context.make_array(signature.args[0])(context, builder, arguments[0])
    across, down = cgutils.unpack_tuple(builder, values.strides, 2)
    first = cgutils.pointer_add(builder, values.data, builder.mul(arguments[1], down))
    if signature.args[0].layout == "F":  # its numbers lie side by side
        column = builder.load(builder.bitcast(first, EIGHT.as_pointer()), align=4)
    else:
        column = ir.Constant(EIGHT, ir.Undefined)
        for c in range(MOST_TRIED):
            one = builder.load(cgutils.pointer_add(builder, first, builder.mul(across, ir.Constant(across.type, c))))
            column = builder.insert_element(column, one, ir.Constant(ir.IntType(32), c))
    return column, row_at(context, builder, signature, arguments, 2)


@intrinsic
def _put_for_all(typing_context, columns, j, value):
    """The same as a vector."""

    def generate(context, builder, signature, arguments):
        builder.store(in_all(builder, arguments[2]), row_at(context, builder, signature, arguments, 0), align=4)
        return context.get_dummy_value()

    return types.void(columns, j, value), generate


@intrinsic
def _put_column(typing_context, values, k, columns, j, less):
    """The same as a vector."""

    def generate(context, builder, signature, arguments):
        column, row = _column(context, builder, signature, arguments)
        builder.store(builder.sub(column, in_all(builder, arguments[4])), row, align=4)
        return context.get_dummy_value()

    return types.void(values, k, columns, j, less), generate


@intrinsic
def _put_against_mean(typing_context, values, k, columns, j, m):
    """The same in numbers of 53 bits, which hold all of it. The mean is found once, by a multiplication with 1 / m: half a number is added
    first, so that it lies farther from a whole one than rounding reaches."""

    def generate(context, builder, signature, arguments):
        column, row = _column(context, builder, signature, arguments)
        real, wide = ir.DoubleType(), ir.VectorType(ir.DoubleType(), MOST_TRIED)
        counts = among(builder, arguments[4])
        found = builder.sitofp(column, wide)
        total = _sum(builder, builder.select(counts, found, ir.Constant(wide, [0] * MOST_TRIED)))
        lost = builder.fmul(total, ir.Constant(real, -MEAN_SCALE))
        part = builder.fdiv(ir.Constant(real, 1), builder.sitofp(arguments[4], real))
        least = made(builder, "llvm.floor.f64", real, builder.fmul(builder.fadd(lost, ir.Constant(real, 0.5)), part))
        found = builder.fmul(found, in_all(builder, ir.Constant(real, MEAN_SCALE), wide))
        found = builder.fadd(found, in_all(builder, least, wide))
        for sign, bound in ((">", HIGHEST), ("<", LOWEST)):
            limit = in_all(builder, ir.Constant(real, bound), wide)
            found = builder.select(builder.fcmp_ordered(sign, found, limit), limit, found)
        builder.store(builder.fptosi(found, EIGHT), row, align=4)
        return context.get_dummy_value()

    return types.void(values, k, columns, j, m), generate


@overload(put_for_all, jit_options=INNER)
def _of_all(columns, j, value):
    return lambda columns, j, value: _put_for_all(columns, j, value)


@overload(put_column, jit_options=INNER)
def _of_column(values, k, columns, j, less):
    return lambda values, k, columns, j, less: _put_column(values, k, columns, j, less)


@overload(put_against_mean, jit_options=INNER)
def _of_mean(values, k, columns, j, m):
    return lambda values, k, columns, j, m: _put_against_mean(values, k, columns, j, m)
