"""Captures: all workers of one colour from one open location, paid for at the Town Centre or free by a building."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, pay_tax, tax_due
from simcli.games.architects.kernels.stack import NOBODY, forget_total, standing

OF_A_LOCATION = (1 << S.MAX_PLAYERS) - 1


@kernel
def silver_saved(s, t, p):
    """AW-AP04, AW-Q08: silver Conspirators save at a capture after the first; with GO-10 each of them once a visit."""
    less = min(standing(s, t, p, S.CAPTURE_SILVER, s.noted), int64(t.capture_silver))
    if t.conspirator_once == 1:
        less = min(less, standing(s, t, p, S.CAPTURE_SILVER, s.noted) - int64(s.saved))
    return less


@cold
def capture_mask(s, t, p):
    """AW-D09, AW-A07d, GO-23: groups that can be taken, at open places only; the ransom of the Barracks, and STOP."""
    mask = s.groups & t.groups_open[p]
    if s.free == 0:
        if s.captures == 0:
            price = tax_due(s, t, p, int64(t.capture_tax))
        else:
            price = int64(t.capture_silver) - silver_saved(s, t, p)
        if price > s.amount[p, S.SILVER]:
            mask = NOBODY
        if int64(s.n_places) >= int64(t.capture_places):  # AW-A07c
            mask &= groups_at(s)
    if s.may_ransom == 1 and s.amount[p, S.HELD] > 0:
        mask |= ONE << uint64(S.RANSOM_CODE)
    if s.may_stop == 1 or mask == NOBODY:
        mask |= ONE << uint64(S.STOP)
    return mask


@kernel
def groups_at(s):
    """All groups at the places used in this visit, as a mask."""
    mask = NOBODY
    for k in range(int64(s.n_places)):
        mask |= uint64(OF_A_LOCATION) << uint64(S.MAX_PLAYERS * int64(s.places[k]))
    return mask


@cold
def capture(s, t, p, code):
    """AW-A07a, AW-A07b: the price, then the workers: own ones to the supply, others to the captured area, with GO-22 to the Prison."""
    if s.free == 0:
        if s.captures == 0:
            pay_tax(s, t, p, int64(t.capture_tax))
        else:
            saved = silver_saved(s, t, p)
            if saved > 0:
                mark(s, p, S.STANDING_EFFECTS + S.CAPTURE_SILVER)
            s.saved += saved
            s.amount[p, S.SILVER] -= int64(t.capture_silver) - saved
        note_place(s, code // S.MAX_PLAYERS)
        s.captures += 1
    location, colour = code // S.MAX_PLAYERS, code % S.MAX_PLAYERS
    n = int64(s.at[location, colour])
    s.at[location, colour] = 0
    s.crowd[location] -= n
    s.biggest_kept = 0
    s.groups &= ~(ONE << uint64(code))
    if colour == p:
        s.amount[p, S.SUPPLY] += n
        return
    s.taken[p] += n
    forget_total(s, colour)
    if t.captives_kept == 0:
        s.amount[colour, S.PRISON] += n
    else:
        s.captured[p, colour] += n
        s.amount[p, S.CAPTURED] += n
        s.amount[colour, S.HELD] += n


@kernel
def note_place(s, location):
    """AW-A07c: a place is used in this visit."""
    for k in range(int64(s.n_places)):
        if s.places[k] == location:
            return
    s.places[s.n_places] = location
    s.n_places += 1


assert S.ALL_GROUPS == (1 << S.LOCATIONS * S.MAX_PLAYERS) - 1
