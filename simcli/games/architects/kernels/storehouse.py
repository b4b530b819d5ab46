"""The King's Storehouse: goods for virtue or marble, trades of apprentices."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import covers, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, purse
from simcli.games.architects.kernels.stack import NOBODY, push


@cold
def storehouse_mask(s, t, p):
    """AW-A05, AW-D08: mixes and trades that can be paid, and STOP."""
    word = purse(s, p)
    mask = ONE << uint64(S.STOP)
    for k in range(t.n_mixes):
        if covers(word, t.mix_price[k]):
            mask |= ONE << uint64(k)
    own = s.noted & t.traders
    while own != NOBODY:
        k = int64(t.trade_of[lowest_bit(own)])
        own &= own - ONE
        if covers(word, t.trade_price[min(int64(s.power[p, S.INTERCHANGEABLE]), 1), k]):
            mask |= ONE << uint64(S.FIRST_TRADE + k)
    return mask


@kernel
def trade_at_storehouse(s, t, p, code):
    """One action: a mix of goods is paid here, a trade by its own row."""
    if code >= S.FIRST_TRADE:
        mark(s, p, S.TRIGGER_EFFECTS + S.AT_STOREHOUSE)
        push(s, int64(t.trade_row[code - S.FIRST_TRADE]), p, 1)
        return
    price = t.mix_price[code]
    for what in range(S.PURSE):
        s.amount[p, what] -= int64((price >> uint64(8 * what)) & uint64(0xFF))
    push(s, int64(t.mix_row[code]), p, 1)
