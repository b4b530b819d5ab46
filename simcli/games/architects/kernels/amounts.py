"""What players gain, pay and lose: goods, silver and tax, virtue and debts, building cards."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits
from simcli.engine.kernel import hot, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.chance import draw_building
from simcli.games.architects.kernels.stack import NOBODY, mark_standing

ONE = uint64(1)
BYTE = uint64(0xFF)
ONES = uint64(0x0101010101010101)
MOST = 127
"""More of a kind counts as so many when a price is compared."""


@hot
def times_part(n, part):
    """n divided by the number whose reciprocal a table has: the whole part, exact from 0 to 2^20. A division takes ten times as long."""
    return (n * int64(part)) >> S.FRACTION


# Goods and silver


@kernel
def purse_by_kind(s, p):
    """Goods and silver in a byte each."""
    word = uint64(0)
    for what in range(S.PURSE):
        word |= uint64(min(int64(s.amount[p, what]), MOST)) << uint64(8 * what)
    return word


@kernel
def purse(s, p):
    """The same for comparison with prices: gold and marble together where they are one good (AW-PB01)."""
    word = purse_by_kind(s, p)
    if s.power[p, S.INTERCHANGEABLE] != 0:
        both = min(int64(s.amount[p, S.GOLD]) + int64(s.amount[p, S.MARBLE]), MOST)
        word &= ~(uint64(0xFFFF) << uint64(8 * S.GOLD))
        word |= uint64(both) << uint64(8 * S.GOLD)
    return word


@hot
def number_of(word, what):
    """Goods of a kind in a word."""
    return int64((word >> uint64(8 * what)) & BYTE)


@hot
def total_of(word):
    """Goods of all kinds in a word together."""
    return int64((word * ONES) >> uint64(56))


@kernel
def pay_good(s, p, what, n):
    """n of one kind of goods or silver; for Therese gold and marble stand in for each other (AW-PB01)."""
    own = min(int64(n), int64(s.amount[p, what]))
    s.amount[p, what] -= own
    if own < n:
        s.amount[p, S.MARBLE if what == S.GOLD else S.GOLD] -= n - own
        mark(s, p, S.STANDING_EFFECTS + S.INTERCHANGEABLE)


@kernel
def tax_due(s, t, p, tax):
    """AW-R02, AW-PB03: tax at the virtue of the moment, never below 0."""
    return max(int64(tax) - int64(t.tax_less[s.amount[p, S.VIRTUE]]) - int64(s.power[p, S.TAX_LESS]), 0)


@kernel
def pay_tax(s, t, p, tax):
    """AW-G02: silver onto the Tax Stand, with GO-28 into the common pile."""
    due = tax_due(s, t, p, tax)
    mark_standing(s, t, p, S.TAX_LESS, NOBODY)
    s.amount[p, S.SILVER] -= due
    s.tax_stand += due * int64(t.tax_kept)  # GO-28


# Virtue and debts


@kernel
def gain_virtue(s, t, p, n):
    """AW-R01, AW-R03: what goes above the track destroys unpaid debts, or may (AW-Q12)."""
    virtue = int64(s.amount[p, S.VIRTUE]) + n
    top = S.TRACK - 1
    if virtue > top:
        above = virtue - top
        virtue = int64(top)
        if t.owner_may_destroy == 0:
            s.amount[p, S.UNPAID] -= min(above, int64(s.amount[p, S.UNPAID]))  # AW-DB04
        elif s.amount[p, S.UNPAID] > 0:
            s.overflow[p] += above
            s.n_asked += above
    s.amount[p, S.VIRTUE] = virtue


@kernel
def lose_virtue(s, t, p, n):
    """AW-R01, AW-R04: what goes below the track are debts."""
    virtue = int64(s.amount[p, S.VIRTUE]) - n
    s.amount[p, S.VIRTUE] = max(virtue, 0)
    if virtue < 0:
        take_debts(s, t, p, -virtue)


@kernel
def take_debts(s, t, p, n):
    """Unpaid debts; who may buy them off is asked about each (AW-PB07), `settle_debts` asks."""
    if s.power[p, S.DEBT_SILVER] != 0:
        s.owed[p] += n
        s.n_asked += n
    else:
        add_debts(s, p, n)


@kernel
def add_debts(s, p, n):
    """AW-DB01."""
    s.amount[p, S.UNPAID] += n
    s.debts_taken[p] += n


@kernel
def change_virtue(s, t, p, n):
    """A virtue icon."""
    if n > 0:
        gain_virtue(s, t, p, n)
    elif n < 0:
        lose_virtue(s, t, p, -int64(n))


# Amounts by number


@kernel
def gain(s, t, p, what, n):
    """n of an amount; supplies have no end (AW-G01)."""
    if what < S.VIRTUE:
        s.amount[p, what] += n
    elif what == S.VIRTUE:
        gain_virtue(s, t, p, n)
    elif what == S.CARDS:
        draw_buildings(s, t, p, n)
    elif what == S.UNPAID:
        take_debts(s, t, p, n)


@kernel
def lose(s, t, p, what, n):
    """n of an amount, as far as it goes; virtue and debts are never short (AW-G05)."""
    if what == S.VIRTUE:
        lose_virtue(s, t, p, n)
    else:
        s.amount[p, what] -= min(int64(n), int64(s.amount[p, what]))


@kernel
def draw_buildings(s, t, p, n):
    """AW-T08: as many as there are."""
    for _ in range(min(int64(n), int64(s.n_building_deck))):
        take_building(s, p, draw_building(s))


@kernel
def take_building(s, p, card):
    """A building card comes to the hand."""
    s.hand[p] |= ONE << uint64(card)
    s.amount[p, S.CARDS] += 1
    s.offered_buildings[p] |= ONE << uint64(card)


@kernel
def amount_of(s, t, p, what):
    """Any amount, also those that are counted when asked for."""
    if what == S.GOLD or what == S.MARBLE:
        if s.power[p, S.INTERCHANGEABLE] != 0:  # AW-PB01
            return int64(s.amount[p, S.GOLD]) + int64(s.amount[p, S.MARBLE])
        return int64(s.amount[p, what])
    if what < S.STORED:
        return int64(s.amount[p, what])
    if what == S.BASIC:
        return int64(s.amount[p, S.CLAY]) + int64(s.amount[p, S.WOOD]) + int64(s.amount[p, S.STONE])
    return skilled(s, t, p, what - S.CARPENTRY)


@kernel
def skilled(s, t, p, skill):
    """Own apprentices with a skill; the Labourer has all three (AW-AP11)."""
    return count_bits(int64(s.apprentices[p] & t.skilled[skill]))


@kernel
def alone_most(s, t, p, what):
    """Whether the seat has strictly more of an amount than every other."""
    own = amount_of(s, t, p, what)
    alone = True
    for q in range(s.n_players):
        alone = alone and (q == p or amount_of(s, t, q, what) < own)
    return alone
