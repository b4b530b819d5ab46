"""The machine instructions and the plain Python bodies of the bit helpers say the same."""

from __future__ import annotations

import numpy as np
import pytest

from simcli.engine import bits
from simcli.engine.kernel import entry

MASKS = [0, 1, 2, 3, 0b1010, 0b111111, 1 << 15, 0xFFFF, 1 << 31, (1 << 32) + 1, 1 << 62, 2**63 - 1, 0x5555_5555_5555_5555]
LOWEST = [64, 0, 1, 0, 1, 0, 15, 0, 31, 0, 62, 0, 0]
COUNTS = [0, 1, 1, 2, 2, 6, 1, 16, 1, 2, 1, 63, 32]
list_bits = entry(bits.list_bits)


@entry
def lowest_bit(mask):
    """The compiled form."""
    return bits.lowest_bit(mask)


MASK_WORDS = np.zeros(1, np.dtype([("mask", np.uint64, (8,)), ("others", np.uint64, (2, 8))]))


@entry
def overlap(masks):
    """The compiled form: the first mask a field of a record, the others rows of one."""
    return bits.overlap(masks[0].mask, masks[0].others[0], masks[0].others[1])


@entry
def count_bits(mask):
    """The compiled form."""
    return bits.count_bits(mask)


@pytest.mark.parametrize(("mask", "lowest", "count"), list(zip(MASKS, LOWEST, COUNTS, strict=True)))
def test_lowest_bit_and_count(mask: int, lowest: int, count: int) -> None:
    assert (bits.lowest_bit(mask), bits.count_bits(mask)) == (lowest, count)
    assert (lowest_bit(np.int64(mask)), count_bits(np.int64(mask))) == (lowest, count)


@pytest.mark.parametrize("mask", MASKS)
def test_listed_bits_ascend_and_need_room_for_three_more(mask: int) -> None:
    expected = [i for i in range(63) if mask >> i & 1]
    out = np.full(70, 99, np.uint32)
    n = list_bits(np.int64(mask), out)
    assert out[:n].tolist() == expected
    assert (out[n + 3 :] == 99).all()


@pytest.mark.parametrize("word", [0, 3, 7])
@pytest.mark.parametrize("bit", [0, 31, 63])
def test_masks_overlap_where_all_three_have_a_bit(word: int, bit: int) -> None:
    masks = MASK_WORDS.copy().view(np.recarray)
    a, (b, c) = masks[0].mask, masks[0].others
    for mask, least in ((a, word), (b, word), (c, 0)):
        assert not bits.overlap(a, b, c)
        assert not overlap(masks)
        mask[least:] |= np.uint64(1 << bit)
    assert bits.overlap(a, b, c)
    assert overlap(masks)
    b[word] = ~b[word]
    assert bits.overlap(a, b, c) == overlap(masks) == (word < 7)
