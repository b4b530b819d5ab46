"""Gather: which mixtures can be taken, and what taking one brings (section 4)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import check_storage, count_of, gain, gatherable
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, has, push

ALL_MIXES = 3
"""A number `gather_mix` from which mixtures are more than those of KG-G-01."""


@kernel
def mixes(s, t, p, high):
    """KG-G-01, KG-G-02, KG-G-05: mixtures that can be taken, as a mask; those below 64, or from there on."""
    stock = gatherable(s, t, p)
    word = 1 if high else 0
    every = s.power[p, S.GATHER_MIX] >= ALL_MIXES
    mask = t.mixes[word] if every else t.plain_mixes[word]
    for kind in range(S.RESOURCES):
        mask &= t.mixes_within[kind, min(count_of(stock, kind), S.MOST_IN_MIX), word]
    return mask


@cold
def take_mix(s, t, p, k):
    """KG-G-01 to KG-G-04: the mixture, the storage limit, then what own specialists bring."""
    if counts(s):
        mark_mix(s, t, p, k)
    s.stock -= t.mix[k]
    s.held[p] += t.mix[k]
    push(s, S.DO_GATHERED, p, 0, 0)
    check_storage(s, t, p)  # KG-G-03


@kernel
def mark_mix(s, t, p, k):
    """Marks the numbers without which the mixture could not be taken."""
    if not has(t.plain_mixes[k // 64], k % 64):
        mark(s, p, S.NUMBER_EFFECTS + S.GATHER_MIX)
    if count_of(t.mix[k], S.GEM) > 0:
        mark(s, p, S.NUMBER_EFFECTS + S.GEM_ACCESS)
    if count_of(t.mix[k], S.MAGIC) > 0:
        mark(s, p, S.NUMBER_EFFECTS + S.MAGIC_ACCESS)


@cold
def gathered(s, t, p):
    """KG-G-04: one after the other in file order, then the storage limit once more."""
    cards = s.specialists[p] & t.fires[S.GATHERED]
    while cards != NOBODY:
        row = int64(t.head[S.GATHERED, lowest_bit(cards)])
        cards &= cards - ONE
        mark(s, p, S.AT_GATHERED)
        while row != 0:
            mark(s, p, S.ROW_EFFECTS + S.GAIN)
            gain(s, p, int64(t.a[row]), int64(t.b[row]), 0)
            row = int64(t.next[row])
    check_storage(s, t, p)


assert uint64(1) == ONE
