"""Dice of a colour by value as one word of eight bytes, and masks of what is there: no loop with a branch for each value."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import HIGH_BITS, count_bits, lowest_bit
from simcli.engine.kernel import hot
from simcli.games.kings_forge import state as S

EACH = uint64(0x0101010101010101)
BELOW_HIGH = uint64(0x7F7F7F7F7F7F7F7F)
SIEVE = uint64(0x0102040810204080)
"""Times a word with bytes of 0 or 1: byte k comes to stand as bit k of the highest byte, and nothing is carried into it."""


@hot
def word_of(rows, colour):
    """Dice of a colour by value, as one word: those of value v in byte v. The compiler makes one look of the eight."""
    word = uint64(0)
    for value in range(S.ROW):
        word |= uint64(rows[colour, value]) << uint64(8 * value)
    return word


@hot
def high_bits_of(word):
    """The high bit of every byte that is not 0."""
    return (((word & BELOW_HIGH) + BELOW_HIGH) | word) & HIGH_BITS


@hot
def values_in(word):
    """Mask of the values of which a word has dice."""
    return int64((high_bits_of(word) >> uint64(7)) * SIEVE >> uint64(56))


@hot
def highest_in(word):
    """The highest value of which a word has dice, -1 for none."""
    word |= word >> uint64(8)
    word |= word >> uint64(16)
    word |= word >> uint64(32)
    return count_bits(high_bits_of(word)) - 1


@hot
def classes_in(rows):
    """Mask of the classes of dice, colour * 8 + value, that rows by colour hold."""
    mask = int64(0)
    for colour in range(S.COLOURS):
        mask |= values_in(word_of(rows, colour)) << (S.ROW * colour)
    return mask


@hot
def list_mask(s, n, mask, base):
    """Appends the bits of a mask to s.options from place n, each plus `base`; in fours, like list_bits. Returns the new length."""
    m = count_bits(mask)
    i = 0
    while i < m:
        for k in range(n + i, n + i + 4):
            s.options[uint64(k)] = base + lowest_bit(mask)  # a signed place could count from the end
            mask &= mask - 1
        i += 4
    return n + m
