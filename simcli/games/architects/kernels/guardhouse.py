"""The Guardhouse: captured workers to the Prison, own workers out of it, ransom, debts paid off."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, gain_virtue, pay_tax, take_debts, tax_due
from simcli.games.architects.kernels.effects import release
from simcli.games.architects.kernels.stack import NOBODY, fire, fire_board, forget_total, push


@kernel
def guard_mask(s, t, p):
    """AW-A10, AW-Q23: actions that are possible, without STOP."""
    mask = NOBODY
    silver = int64(s.amount[p, S.SILVER])
    if s.amount[p, S.CAPTURED] > 0:
        mask |= ONE << uint64(S.SEND)
    if s.amount[p, S.PRISON] > 0:
        mask |= ONE << uint64(S.RELEASE_ALL)
    if s.amount[p, S.UNPAID] > 0 and silver >= tax_due(s, t, p, int64(t.pay_off_tax)) + int64(t.pay_off_silver):
        mask |= ONE << uint64(S.PAY_OFF)
    if s.amount[p, S.HELD] > 0:
        mask |= ONE << uint64(S.RANSOM_DEBT)
        if silver >= tax_due(s, t, p, int64(t.ransom_tax)) + int64(t.ransom_silver):
            mask |= ONE << uint64(S.RANSOM_SILVER)
    return mask


@cold
def guard(s, t, p, code):
    """One action at the Guardhouse."""
    if code == S.SEND:
        send_to_prison(s, t, p)
    elif code == S.RELEASE_ALL:  # AW-A10b
        release(s, p, int64(s.amount[p, S.PRISON]))
    elif code == S.PAY_OFF:
        pay_off(s, t, p)
    elif code == S.RANSOM_DEBT:  # AW-A10c: a debt, a virtue, then the workers
        push(s, S.DO_RANSOM, p, 0)
        push(s, S.DO_VIRTUE, p, -int64(t.ransom_virtue))
        take_debts(s, t, p, int64(t.ransom_debts))
    else:
        pay_tax(s, t, p, int64(t.ransom_tax))
        s.amount[p, S.SILVER] -= t.ransom_silver
        push(s, S.DO_RANSOM, p, 0)


@kernel
def captor_mask(s, p):
    """AW-D20: who has own workers."""
    mask = NOBODY
    for q in range(s.n_players):
        if s.captured[q, p] > 0:
            mask |= ONE << uint64(q)
    return mask


@kernel
def send_to_prison(s, t, p):
    """AW-A10a: silver for each captive sent, then AW-PB10 and AW-AP36."""
    n = int64(s.amount[p, S.CAPTURED])
    for q in range(s.n_players):
        sent = int64(s.captured[p, q])
        s.captured[p, q] = 0
        s.amount[q, S.HELD] -= sent
        forget_total(s, q)
        s.amount[q, S.PRISON] += sent
    s.amount[p, S.CAPTURED] = 0
    s.amount[p, S.SILVER] += n * int64(t.send_silver)
    s.sent[p] += n
    fire(s, t, S.AT_SENDING, p, s.noted)
    fire_board(s, t, S.AT_SENDING, p, 1)


@kernel
def pay_off(s, t, p):
    """AW-A10d, AW-DB02, AW-DB03: the price, the debt is turned, virtue, then bonuses of Debt Collectors."""
    pay_tax(s, t, p, int64(t.pay_off_tax))
    s.amount[p, S.SILVER] -= t.pay_off_silver
    s.amount[p, S.UNPAID] -= 1
    s.amount[p, S.PAID] += 1
    fire(s, t, S.AT_DEBT_PAID, p, s.noted)
    gain_virtue(s, t, p, int64(t.pay_off_virtue))
