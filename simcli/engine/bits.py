"""Bit helpers with a Python body, overloaded by machine instructions when compiled."""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic, overload

from simcli.engine.kernel import INNER, hot


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
