"""What a seat holds: resources in a byte a kind, coins, treasures, standing numbers; and what it may store, hold and gather."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import hot, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has, push

ONES = uint64(0x0101010101010101)
BYTE = uint64(0xFF)
MOST_SAVED = 100


# Words of resources, a byte a kind


@hot
def count_of(word, kind):
    """Number of one kind."""
    return int64((word >> uint64(8 * kind)) & BYTE)


@hot
def total_of(word):
    """Number of all kinds together."""
    return int64((word * ONES) >> uint64(56))


@hot
def some(kind, n):
    """n of one kind, as a word."""
    return uint64(n) << uint64(8 * kind)


@kernel
def kinds_of(word):
    """Kinds that occur, as a mask."""
    mask = NOBODY
    for kind in range(S.RESOURCES):
        if count_of(word, kind) > 0:
            mask |= bit(kind)
    return mask


@hot
def gatherable(s, t, p):
    """The stock without what the seat has no access to (KG-G-02, KG-T-12), a byte a kind."""
    word = s.stock
    if s.power[p, S.GEM_ACCESS] == 0:
        word &= ~(BYTE << uint64(8 * S.GEM))
    if s.power[p, S.MAGIC_ACCESS] == 0:
        word &= ~(BYTE << uint64(8 * S.MAGIC))
    return word


# Gaining and losing


@kernel
def gain(s, p, what, n, named):
    """Coins, or of a resource what the stock has (KG-T-11); named: 1 + the kind named last, 0 for none."""
    if what == S.COINS:
        s.coins[p] += n
        return
    kind = what
    if what == S.NAMED:
        if named == 0:
            return
        kind = named - 1
    there = some(kind, min(n, count_of(s.stock, kind)))
    s.stock -= there
    s.held[p] += there


@kernel
def lose(s, p, what, n, named):
    """As many as are held, at most n; they go to the stock."""
    kind = what
    if what == S.NAMED:
        if named == 0:
            return
        kind = named - 1
    there = some(kind, min(n, count_of(s.held[p], kind)))
    s.held[p] -= there
    s.stock += there


@hot
def storage(s, t, p):
    """Resources a guild stores (KG-T-09, KG-GT-07)."""
    return int64(t.guild_storage[s.guild[p]]) + int64(s.power[p, S.STORAGE])


@hot
def hand_room(s, t, p):
    """Treasures a hand holds (KG-T-08)."""
    return int64(t.hand_limit) + int64(s.power[p, S.HAND_LIMIT])


@kernel
def check_storage(s, t, p):
    """Resources beyond the limit are to be returned before anything else goes on."""
    if total_of(s.held[p]) > storage(s, t, p):
        push(s, S.DO_STORAGE, p, 0, 0)
    elif counts(s) and total_of(s.held[p]) > t.guild_storage[s.guild[p]]:
        mark(s, p, S.NUMBER_EFFECTS + S.STORAGE)


# Treasures in a hand


@kernel
def take_card(s, p, card):
    """A treasure comes into a hand."""
    s.hand[p, card] += 1
    s.hand_mask[p] |= bit(card)
    s.n_hand[p] += 1
    s.taken[p, card] += 1


@kernel
def drop_card(s, p, card):
    """A treasure leaves a hand."""
    s.hand[p, card] -= 1
    if s.hand[p, card] == 0:
        s.hand_mask[p] &= ~bit(card)
    s.n_hand[p] -= 1


@kernel
def discard_card(s, p, card):
    """A treasure of a hand goes on its pile (KG-T-06)."""
    drop_card(s, p, card)
    s.discards[card] += 1
    s.discard_mask |= bit(card)


@kernel
def sale_of(s, t, p, card):
    """KG-T-07, KG-SP-13: coins a treasure is sold for."""
    if s.power[p, S.SALE] > 0 and has(t.sold_well, card):
        return int64(s.power[p, S.SALE])
    return int64(t.sell[card])


@kernel
def sell(s, t, p, card):
    """KG-T-07."""
    s.coins[p] += sale_of(s, t, p, card)
    s.spent[p, S.SPENT_SOLD, t.colour[card]] += 1
    if counts(s) and s.power[p, S.SALE] > 0 and has(t.sold_well, card):
        mark(s, p, S.NUMBER_EFFECTS + S.SALE)
    discard_card(s, p, card)


# Standing numbers


@kernel
def add_standing(s, p, numbers):
    """Numbers of a card or room that the seat owns from now on."""
    s.aims_of = 0
    for number in range(S.STANDINGS):
        s.power[p, number] += numbers[number]
    for kind in range(2):
        word = NOBODY
        for resource in range(S.RESOURCES):
            saved = min(int64(s.power[p, S.DISCOUNT + S.RESOURCES * kind + resource]), MOST_SAVED)
            word |= some(resource, saved)
        s.less[p, kind] = word


@hot
def free_sigils(s, t, p):
    """KG-K-06, KG-E-04: sigils that lie neither on a quest nor on the Offering."""
    return int64(t.sigils) - int64(s.out[p]) - int64(s.offered[p])


assert uint64(1) == ONE
