"""Eight whole numbers at once, 32 bits each, with + - * >> among themselves and with a number that all eight get; compiled they are one
vector of the machine, without the compiler they are numpy arrays.

The compiler makes vectors of loops only that run over many numbers, and not of a few neighbours: where a rule asks for the same sum of
eight places in a row, this says so.
"""

from __future__ import annotations

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel
from numba.extending import intrinsic, overload, register_model

from simcli.engine.code.inner import INNER

LANES = 8
LANE = ir.IntType(32)
EIGHT = ir.VectorType(LANE, LANES)


class Eight(types.Type):  # type: ignore[misc]
    """The type of eight numbers in kernels."""

    def __init__(self) -> None:
        super().__init__("eight numbers")


eight = Eight()


@register_model(Eight)
class EightModel(PrimitiveModel):  # type: ignore[misc]
    """Eight numbers are a vector."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, EIGHT)


def eight_at(rows, i, first):
    """Eight neighbours of row i of a table of whole numbers from 0 to 65535; without a bounds check."""
    return rows[i, first : first + LANES].astype(np.int64)


def eight_of(row, first):
    """As `eight_at`, of a single row."""
    return row[first : first + LANES].astype(np.int64)


def same_eight(number):
    """The same number eight times."""
    return np.full(LANES, number, np.int64)


def least(numbers, most):
    """Of eight numbers those that are larger than another one are replaced by it."""
    return np.minimum(numbers, int(most))


def number_at(numbers, place):
    """One of eight numbers."""
    return int(numbers[place])


def second_at(numbers, place):
    """The first of eight numbers eight times, but the second one at a place."""
    return np.where(np.arange(LANES) == place, numbers[1], numbers[0])


def put_eight(out, first, numbers):
    """Writes eight numbers to a row of whole numbers of at most 32 bits, from a place on; without a bounds check."""
    out[first : first + LANES] = numbers


def _in_all(builder, number):
    """A vector of a number of 64 bits."""
    one = builder.insert_element(ir.Constant(EIGHT, ir.Undefined), builder.trunc(number, LANE), ir.Constant(LANE, 0))
    return builder.shuffle_vector(one, one, ir.Constant(EIGHT, [0] * LANES))


@intrinsic
def _eight_in(typing_context, rows, place):
    """Eight neighbours of a table, from a place in all of it on."""
    bits = rows.dtype.bitwidth

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        some = builder.bitcast(builder.gep(data, [arguments[1]]), ir.VectorType(ir.IntType(bits), LANES).as_pointer())
        return builder.zext(builder.load(some, align=bits // 8), EIGHT)

    return eight(rows, types.int64), generate


@intrinsic
def _same_eight_made(typing_context, number):
    def generate(context, builder, signature, arguments):
        return _in_all(builder, arguments[0])

    return eight(types.int64), generate


@intrinsic
def _least_made(typing_context, numbers, most):
    def generate(context, builder, signature, arguments):
        bound = _in_all(builder, arguments[1])
        return builder.select(builder.icmp_signed("<", arguments[0], bound), arguments[0], bound)

    return eight(eight, types.int64), generate


@intrinsic
def _number_at_made(typing_context, numbers, place):
    def generate(context, builder, signature, arguments):
        return builder.sext(builder.extract_element(arguments[0], builder.trunc(arguments[1], LANE)), ir.IntType(64))

    return types.int64(eight, types.int64), generate


@intrinsic
def _second_at_made(typing_context, numbers, place):
    def generate(context, builder, signature, arguments):
        first, second = (builder.shuffle_vector(arguments[0], arguments[0], ir.Constant(EIGHT, [k] * LANES)) for k in range(2))
        there = builder.icmp_signed("==", ir.Constant(EIGHT, list(range(LANES))), _in_all(builder, arguments[1]))
        return builder.select(there, second, first)

    return eight(eight, types.int64), generate


@intrinsic
def _put_eight_made(typing_context, out, first, numbers):
    bits = out.dtype.bitwidth
    some = ir.VectorType(ir.IntType(bits), LANES)

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        numbers = arguments[2] if bits == LANE.width else builder.trunc(arguments[2], some)
        builder.store(numbers, builder.bitcast(builder.gep(data, [arguments[1]]), some.as_pointer()), align=bits // 8)
        return context.get_dummy_value()

    return types.void(out, types.int64, eight), generate


@overload(eight_of, jit_options=INNER)
def _eight_of(row, first):
    return lambda row, first: _eight_in(row, first)


@overload(same_eight, jit_options=INNER)
def _same_eight(number):
    return lambda number: _same_eight_made(number)


@overload(least, jit_options=INNER)
def _least(numbers, most):
    return lambda numbers, most: _least_made(numbers, most)


@overload(number_at, jit_options=INNER)
def _number_at(numbers, place):
    return lambda numbers, place: _number_at_made(numbers, place)


@overload(second_at, jit_options=INNER)
def _second_at(numbers, place):
    return lambda numbers, place: _second_at_made(numbers, place)


@overload(put_eight, jit_options=INNER)
def _put_eight(out, first, numbers):
    return lambda out, first, numbers: _put_eight_made(out, first, numbers)


@overload(eight_at, jit_options=INNER)
def _eight_at(rows, i, first):
    columns = rows.shape[1]
    return lambda rows, i, first: _eight_in(rows, i * columns + first)


def _make_known(operation, name):
    """An operation of two eights, or of one and a number."""

    @intrinsic
    def of_eights(typing_context, a, b):
        def generate(context, builder, signature, arguments):
            return getattr(builder, name)(*arguments)

        return eight(eight, eight), generate

    @intrinsic
    def of_number(typing_context, a, b):
        def generate(context, builder, signature, arguments):
            return getattr(builder, name)(arguments[0], _in_all(builder, arguments[1]))

        return eight(eight, types.int64), generate

    @overload(operation, jit_options=INNER)
    def _known(a, b):
        if a is eight:
            f = of_eights if b is eight else of_number
            return lambda a, b: f(a, b)


for _operation, _name in ((operator.add, "add"), (operator.sub, "sub"), (operator.mul, "mul"), (operator.rshift, "ashr")):
    _make_known(_operation, _name)
