"""xoshiro256** (Blackman, Vigna 2018), seeded by splitmix64; one generator is a uint64[4] array or record field.

A stream is found from (seed, deal, purpose), never from the worker or the order of play, so another strategy or a patched card leaves
every other stream as it was. Known-answer tests compare both generators with their published outputs.
"""

from __future__ import annotations

import numpy as np

from simcli.engine.kernel import hot, kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW_32 = np.uint64(0xFFFFFFFF)
U5, U7, U9, U17, U27, U30, U31, U32, U45 = (np.uint64(x) for x in (5, 7, 9, 17, 27, 30, 31, 32, 45))
U57, U19 = np.uint64(57), np.uint64(19)
ONE = np.uint64(1)


@kernel
def splitmix(z):
    """Output function of splitmix64 for the counter value z (uint64)."""
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@kernel
def derive(key, index):
    """Output number `index` (from 0) of splitmix64 seeded with `key`: a subkey, distinct for every index."""
    return splitmix(np.uint64(key) + (np.uint64(index) + ONE) * GOLDEN)


@hot
def below_once(key, n):
    """A uniform integer in [0, n) found from a 64-bit key alone, 1 <= n < 2**32, by the method of `below`."""
    size = np.uint64(n)
    scaled = (key >> U32) * size
    low = scaled & LOW_32
    if low < size:
        threshold = ((ONE << U32) - size) % size
        while low < threshold:
            key = derive(key, 0)
            scaled = (key >> U32) * size
            low = scaled & LOW_32
    return np.int64(scaled >> U32)


@kernel
def deal_key(seed, deal):
    """Key of one deal of a run: output `deal` of a generator seeded with a mixed seed.

    Seeded with the seed as it is, seed s + GOLDEN (mod 2**64) would deal from deal 0 on what seed s deals from deal 1 on. Mixed seeds are
    64 bits that look random: that the deals of two of them overlap anywhere within a billion has a chance of 1 in 9 billion.
    """
    return derive(derive(seed, 0), deal)


@kernel
def seed(g, key):
    """Starts generator `g` (uint64[4]) from a 64-bit key by four outputs of splitmix64."""
    x = np.uint64(key)
    for i in range(4):
        x += GOLDEN
        g[i] = splitmix(x)


@hot
def next_u64(g):
    """64 random bits."""
    s0, s1, s2, s3 = g[0], g[1], g[2], g[3]
    x = s1 * U5
    result = ((x << U7) | (x >> U57)) * U9
    t = s1 << U17
    s2 ^= s0
    s3 ^= s1
    g[1] = s1 ^ s2
    g[0] = s0 ^ s3
    g[2] = s2 ^ t
    g[3] = (s3 << U45) | (s3 >> U19)
    return result


@hot
def below(g, n):
    """An exactly uniform integer in [0, n), 1 <= n < 2**32 (Lemire 2019: multiply, and draw again in the rare biased case)."""
    size = np.uint64(n)
    product = (next_u64(g) >> U32) * size
    low = product & LOW_32
    if low < size:
        threshold = ((ONE << U32) - size) % size
        while low < threshold:
            product = (next_u64(g) >> U32) * size
            low = product & LOW_32
    return np.int64(product >> U32)
