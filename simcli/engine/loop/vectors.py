"""Vectors of whole numbers in the code of the machine: a number for each action that is judged, or for each tree."""

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils

from simcli.base.models import MOST_TRIED

HALF = MOST_TRIED // 2
HALVES = (0, HALF)
WORD, LONG = ir.IntType(32), ir.IntType(64)
EIGHT, FOUR = (ir.VectorType(WORD, n) for n in (MOST_TRIED, HALF))
NONE = ir.Constant(EIGHT, [0] * MOST_TRIED)


def in_all(builder, value, of=EIGHT):
    """A number in each place of a vector."""
    none = ir.Constant(of, ir.Undefined)
    one = builder.insert_element(none, value, ir.Constant(WORD, 0))
    return builder.shuffle_vector(one, none, NONE)


def made(builder, name, kind, *arguments):
    """An operation of the machine, and what it gives."""
    signature = ir.FunctionType(kind, [one.type for one in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, signature, name), arguments)


def word(builder, words, k):
    """The k-th of these words."""
    return builder.load(builder.gep(words, [ir.Constant(WORD, k)]))


def among(builder, m):
    """Which of a vector of actions are among the first m."""
    return builder.icmp_signed("<", ir.Constant(EIGHT, list(range(MOST_TRIED))), in_all(builder, builder.trunc(m, WORD)))


def data_of(context, builder, signature, arguments, k):
    """Where the numbers of an array begin that is the k-th argument."""
    return context.make_array(signature.args[k])(context, builder, arguments[k]).data


def eight_at(builder, numbers):
    """The address of a vector."""
    return builder.bitcast(numbers, EIGHT.as_pointer())


def row_at(context, builder, signature, arguments, k):
    """The address of row `j` of `columns`, the k-th argument and the one behind it."""
    return builder.bitcast(at_row(builder, data_of(context, builder, signature, arguments, k), arguments[k + 1]), EIGHT.as_pointer())


def at_row(builder, numbers, row):
    """Where a row of MOST_TRIED numbers begins."""
    return builder.gep(numbers, [builder.mul(row, ir.Constant(row.type, MOST_TRIED))])
