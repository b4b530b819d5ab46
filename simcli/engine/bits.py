"""Bit helpers with a Python body, overloaded by machine instructions when compiled."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy import uint64

from simcli.engine.code.inner import INNER
from simcli.engine.kernel import hot

HIGH_BITS = uint64(0x8080808080808080)
"""The highest bit of every byte of a word that holds a number below 128 in each: kinds of goods, values of dice."""


def lowest_bit(mask):
    """Index of the lowest set bit of a mask, int64 or uint64; 64 for 0, as the machine instruction has it."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1 if mask else 64


def count_bits(mask):
    """Number of set bits of a mask, int64 not below 0 or uint64."""
    return int(mask).bit_count()


@intrinsic
def _cttz(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@intrinsic
def _ctpop(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def overlap(a, b, c):
    """Whether some bit is set in all of three masks of several words, uint64[n]; n is a length that the type of `a` knows.

    All words at once: of a loop over eight of them the compiler makes eight steps, in numbers of 64 bits.
    """
    return bool((a & b & c).any())


@intrinsic
def _overlap_words(typing_context, a, b, c):
    words = a.shape[0]

    def generate(context, builder, signature, arguments):
        block = ir.VectorType(ir.IntType(64), words)
        common = None
        for kind, array in zip(signature.args, arguments, strict=True):
            data = builder.bitcast(context.make_array(kind)(context, builder, array).data, block.as_pointer())
            mask = builder.load(data, align=8)
            common = mask if common is None else builder.and_(common, mask)
        kind_of_reduce = ir.FunctionType(ir.IntType(64), [block])
        reduce = cgutils.get_or_insert_function(builder.module, kind_of_reduce, f"llvm.vector.reduce.or.v{words}i64")
        return builder.icmp_unsigned("!=", builder.call(reduce, [common]), ir.IntType(64)(0))

    return types.boolean(a, b, c), generate


@overload(overlap, jit_options=INNER)
def _overlap(a, b, c):
    return lambda a, b, c: _overlap_words(a, b, c)


@overload(lowest_bit, jit_options=INNER)
def _lowest_bit(mask):
    return lambda mask: _cttz(mask)


@overload(count_bits, jit_options=INNER)
def _count_bits(mask):
    return lambda mask: _ctpop(mask)


@hot
def list_bits(mask, out):
    """Writes the numbers of the set bits of `mask`, ascending, to the uint32 array `out`; returns how many.

    Four are written at a time, whether there are as many or not, because a branch per bit is mispredicted half of the time: `out` needs
    room for three more numbers than there are bits.
    """
    n = count_bits(mask)
    i = 0
    while i < n:
        for k in range(i, i + 4):
            out[k] = lowest_bit(mask)
            mask &= mask - 1
        i += 4
    return n


@hot
def covers(word, price):
    """Whether a word has in every byte as many as another one."""
    return ((word | HIGH_BITS) - price) & HIGH_BITS == HIGH_BITS


@hot
def less_by(price, word):
    """In every byte what one word has beyond another, never below 0."""
    left = (price | HIGH_BITS) - word
    beyond = left & HIGH_BITS
    return left & (beyond - (beyond >> uint64(7)))
