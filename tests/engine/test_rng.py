"""The generators give their published numbers, `below` is exactly uniform, and every stream is its own.

Expected numbers come from the public-domain reference programs splitmix64.c (Vigna 2015) and xoshiro256starstar.c (Blackman, Vigna
2018), compiled with gcc.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from simcli.engine import rng
from simcli.engine.kernel import entry

MASK = 2**64 - 1

derive = entry(rng.derive)
deal_key = entry(rng.deal_key)
seed = entry(rng.seed)
next_u64 = entry(rng.next_u64)
below = entry(rng.below)


@entry
def count_below(g, n, draws, counts):
    """Counts `draws` results of `below(g, n)`."""
    for _ in range(draws):
        counts[rng.below(g, n)] += 1


def generator(key: int) -> np.ndarray:
    g = np.zeros(4, np.uint64)
    seed(g, np.uint64(key))
    return g


def about_to_draw(*highs: int) -> np.ndarray:
    """A generator whose next outputs have these upper 32 bits (at most two): its second word is found by running the output backwards."""

    def word(high: int) -> int:
        x = (high << 32) * pow(9, -1, 2**64) & MASK
        return ((x >> 7) | (x << 57)) * pow(5, -1, 2**64) & MASK

    first, second = word(highs[0]), word(highs[-1])
    # The second word after one step is s1 ^ s2 ^ s0.
    return np.array([0, first, first ^ second, 1], np.uint64)


@pytest.mark.parametrize(
    ("key", "outputs"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B]),
        (1234567, [0x599ED017FB08FC85, 0x2C73F08458540FA5, 0x883EBCE5A3F27C77, 0x3FBEF740E9177B3F, 0xE3B8346708CB5ECD]),
        (MASK, [0xE4D971771B652C20, 0xE99FF867DBF682C9, 0x382FF84CB27281E9, 0x6D1DB36CCBA982D2, 0xB4A0472E578069AE]),
    ],
)
def test_derive_gives_the_outputs_of_splitmix64(key: int, outputs: list[int]) -> None:
    assert [int(derive(np.uint64(key), i)) for i in range(5)] == outputs


def test_next_gives_the_outputs_of_xoshiro256starstar() -> None:
    g = np.array([1, 2, 3, 4], np.uint64)
    first = [11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600]
    outputs = [int(next_u64(g)) for _ in range(1000)]
    assert outputs[:6] == first
    assert outputs[999] == 3475037357188383021


def test_seeding_is_four_outputs_of_splitmix64() -> None:
    g = generator(42)
    expected = [0x15780B2E0C2EC716, 0x6104D9866D113A7E, 0xAE17533239E499A1, 0xECB8AD4703B360A1, 0xFDE6DC7FE2EC5E64]
    assert [int(next_u64(g)) for _ in range(5)] == expected


STRIDE = 0x9E3779B97F4A7C15
"""What splitmix64 adds to its counter."""


def test_no_seed_deals_what_another_deals() -> None:
    """With `derive(seed, deal)` the first three pairs share all deals but one. That random keys agree has a chance of 1 in 10**11."""
    dice = Random(1)
    pairs = [(s, (s + k * STRIDE) % 2**64) for s in (1, 2**63 - 1) for k in (-1000, -1, 1, 2, 500)]
    assert (1 + 7046029254386353131 + STRIDE) % 2**64 == 1
    pairs += [(s, s + 1) for s in range(50)] + [(dice.randrange(2**63), dice.randrange(2**63)) for _ in range(50)]
    for one, other in pairs:
        keys = [{int(deal_key(np.uint64(s), np.int64(d))) for d in range(1000)} for s in (one, other)]
        assert [len(k) for k in keys] == [1000, 1000]
        assert not keys[0] & keys[1]


def test_subkeys_of_a_key_are_all_different() -> None:
    keys = {int(derive(np.uint64(7), i)) for i in range(20_000)}
    assert len(keys) == 20_000


@pytest.mark.parametrize(
    ("n", "draw", "result"),
    [
        (1, 0x00000000, 0),
        (1, 0xFFFFFFFF, 0),
        # 3 splits the 2**32 - 1 accepted draws (0 is rejected) into three runs of 0x55555555
        (3, 0x00000001, 0),
        (3, 0x55555555, 0),
        (3, 0x55555556, 1),
        (3, 0xAAAAAAAA, 1),
        (3, 0xAAAAAAAB, 2),
        (3, 0xFFFFFFFF, 2),
        # a power of two rejects nothing
        (4, 0x00000000, 0),
        (4, 0x3FFFFFFF, 0),
        (4, 0x40000000, 1),
        (4, 0xFFFFFFFF, 3),
        (2**32 - 1, 0x00000002, 1),
        (2**32 - 1, 0xFFFFFFFF, 2**32 - 2),
    ],
)
def test_below_cuts_the_draws_into_equal_runs(n: int, draw: int, result: int) -> None:
    assert below(about_to_draw(draw), n) == result


@pytest.mark.parametrize(
    ("n", "rejected", "accepted", "result"),
    [
        (3, 0x00000000, 0xFFFFFFFF, 2),
        (6, 0x00000000, 0x40000000, 1),
        # 2**32 mod (2**31 + 1) = 2**31 - 1: almost every other draw is rejected
        (2**31 + 1, 0x00000000, 0xFFFFFFFF, 2**31),
        (2**31 + 1, 0x00000002, 0x80000000, 2**30),
        (2**32 - 1, 0x00000000, 0x80000000, 0x7FFFFFFF),
    ],
)
def test_below_draws_again_where_a_draw_would_favour_some_results(n: int, rejected: int, accepted: int, result: int) -> None:
    g = about_to_draw(rejected, accepted)
    twice = g.copy()
    next_u64(twice)
    next_u64(twice)
    assert below(g, n) == result
    assert g.tolist() == twice.tolist()


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 13])
def test_below_is_uniform(n: int) -> None:
    """Each count lies within 5 standard deviations; a false alarm in 1 of 35,000 runs of all cases."""
    draws = 1_000_000
    counts = np.zeros(n, np.int64)
    count_below(generator(n), n, draws, counts)
    assert counts.sum() == draws
    spread = (draws * (1 / n) * (1 - 1 / n)) ** 0.5
    assert np.abs(counts - draws / n).max() < 5 * spread
