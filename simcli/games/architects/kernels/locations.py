"""A turn's worker: where it can go, what the place gives, and how a worker comes back when none is left."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, draw_buildings, lose_virtue, tax_due
from simcli.games.architects.kernels.black_market import space_silver, visit_market
from simcli.games.architects.kernels.effects import MAY_STOP, PER_CAPTURE
from simcli.games.architects.kernels.guardhouse import guard_mask
from simcli.games.architects.kernels.guildhall import enter_hall, project_mask
from simcli.games.architects.kernels.stack import NOBODY, fire, forget_total, mark_standing, push, standing
from simcli.games.architects.kernels.workshop import hireable, unbanned_places

ALWAYS = 1 << S.TO_QUARRY | 1 << S.TO_FOREST | 1 << S.TO_SILVERSMITH | 1 << S.TO_CLAY | 1 << S.TO_STOREHOUSE | 1 << S.TO_DRAW
"""AW-T02: places without a price or a condition."""


@cold
def place_mask(s, t, p):
    """AW-D03: where the worker can be placed."""
    mask = int64(ALWAYS)
    silver = int64(s.amount[p, S.SILVER])
    if int64(s.at[S.MINES, p]) + 1 >= t.gold_per:  # AW-A04
        mask |= 1 << S.TO_GOLD
    if hireable(s, t, p, int64(s.at[S.WORKSHOP, p]) + 1) != 0:
        mask |= 1 << S.TO_HIRE
    if tax_due(s, t, p, int64(t.capture_tax)) <= silver:  # AW-A07a
        mask |= 1 << S.TO_TOWN_CENTRE
    if s.tax_stand > 0:  # AW-A08
        mask |= 1 << S.TO_TAX_STAND
    if s.amount[p, S.VIRTUE] < t.market_closed:  # AW-A09a, AW-R05
        cards = s.apprentices[p]
        if s.market[S.LEFT] == S.NONE and space_silver(s, t, p, S.LEFT, cards) <= silver:
            mask |= 1 << S.TO_LEFT
        if s.market[S.RIGHT] == S.NONE and space_silver(s, t, p, S.RIGHT, cards) <= silver:
            mask |= 1 << S.TO_RIGHT
        if s.market[S.MIDDLE] == S.NONE and space_silver(s, t, p, S.MIDDLE, cards) <= silver:
            mask |= 1 << S.TO_MIDDLE_DRAW
            if unbanned_places(s, t, p, int64(s.filled)) != 0:
                mask |= 1 << S.TO_MIDDLE_HIRE
    if guard_mask(s, t, p) != NOBODY:
        mask |= 1 << S.TO_GUARDHOUSE
    s.projects = project_mask(s, t, p)
    if s.projects != NOBODY:
        mask |= 1 << S.TO_GUILDHALL
    if s.restricted == 1:
        mask = without_banned(s, t, p, mask)
    return uint64(mask)


@kernel
def without_banned(s, t, p, mask):
    """GO-21: places without those the seat is kept from."""
    for place in range(S.PLACES):
        if t.place_item[place] != S.NO_ITEM and is_banned(s, p, int64(t.place_item[place])):
            mask &= ~(int64(1) << place)
    return mask


@kernel
def put_worker(s, p, location):
    """AW-G04: one more own worker at an open location; n is their number."""
    s.amount[p, S.SUPPLY] -= 1
    s.at[location, p] += 1
    s.crowd[location] += 1
    s.groups |= ONE << uint64(S.MAX_PLAYERS * location + int64(p))
    s.n = s.at[location, p]
    s.biggest[p] = max(int64(s.biggest[p]), int64(s.n))
    return int64(s.n)


@cold
def place_worker(s, t, p, place):
    """AW-T02: a worker is placed and its action begins."""
    s.noted = s.apprentices[p]  # AW-G06
    s.visits[p, place] += 1
    s.n = 1
    if place <= S.TO_CLAY:  # AW-A01 to AW-A04
        n = put_worker(s, p, place)
        s.amount[p, t.yield_what[place]] += n + int64(t.yield_plus[place])
        fire(s, t, place, p, s.noted)
    elif place == S.TO_GOLD:  # AW-A04
        s.amount[p, S.GOLD] += put_worker(s, p, S.MINES) // int64(t.gold_per)
        fire(s, t, S.AT_MINES, p, s.noted)
    elif place == S.TO_STOREHOUSE:  # AW-A05, AW-AP37
        mark_standing(s, t, p, S.STOREHOUSE_WORKERS, s.noted)
        push(s, S.DO_STORE, p, put_worker(s, p, S.STOREHOUSE) + standing(s, t, p, S.STOREHOUSE_WORKERS, s.noted))
    elif place == S.TO_HIRE:  # AW-A06
        put_worker(s, p, S.WORKSHOP)
        push(s, S.DO_HIRING, p, 0)
    elif place == S.TO_DRAW:  # AW-A06e
        draw_buildings(s, t, p, int64(t.draw_plus) + put_worker(s, p, S.WORKSHOP) // int64(t.draw_per))
    elif place == S.TO_TOWN_CENTRE:  # AW-A07
        s.captures = 0
        s.n_places = 0
        s.saved = 0
        push(s, S.DO_CAPTURES, p, put_worker(s, p, S.TOWN_CENTRE) * PER_CAPTURE + MAY_STOP)
    elif place == S.TO_TAX_STAND:  # AW-A08, AW-AP30
        put_worker(s, p, S.TAX_STAND)
        push(s, S.DO_TAX, p, 0)
        mark_standing(s, t, p, S.TAX_STAND_VIRTUE, s.noted)
        lose_virtue(s, t, p, max(int64(t.tax_stand_virtue) - standing(s, t, p, S.TAX_STAND_VIRTUE, s.noted), 0))
    elif place == S.TO_GUARDHOUSE:  # AW-A10
        push(s, S.DO_GUARD, p, put_worker(s, p, S.GUARDHOUSE))
    elif place == S.TO_GUILDHALL:  # AW-A11
        s.constructed = 0
        push(s, S.DO_VISIT_END, p, 0)
        enter_hall(s, t, p)
    else:
        s.amount[p, S.SUPPLY] -= 1
        visit_market(s, t, p, place)


@kernel
def take_tax(s, t, p):
    """AW-A08: all silver of the Tax Stand, then bonuses (AW-AP22)."""
    s.amount[p, S.SILVER] += s.tax_stand
    s.tax_stand = 0
    fire(s, t, S.AT_TAX_STAND, p, s.noted)


# No worker left


@cold
def back_mask(s, t, p):
    """AW-T03, AW-T04, AW-D04: from where a worker can come back; nothing if there is nowhere. GO-16: captors with Prison and market."""
    mask = NOBODY
    for location in range(S.LOCATIONS):
        if s.at[location, p] > 0:
            mask |= ONE << uint64(location)
    if mask != NOBODY:
        return mask
    for q in range(s.n_players):
        if s.captured[q, p] > 0:
            mask |= ONE << uint64(S.BACK_CAPTOR + q)
    if mask != NOBODY and t.back_together == 0:
        return mask
    if s.amount[p, S.PRISON] > 0:
        mask |= ONE << uint64(S.BACK_PRISON)
    for space in range(S.SPACES):
        if s.market[space] == p:
            mask |= ONE << uint64(S.BACK_MARKET + space)
    return mask


@cold
def take_back(s, p, code):
    """AW-T03, AW-T04: one worker comes back."""
    if code < S.BACK_CAPTOR:
        s.at[code, p] -= 1
        s.crowd[code] -= 1
        s.biggest_kept = 0
        if s.at[code, p] == 0:
            s.groups &= ~(ONE << uint64(S.MAX_PLAYERS * int64(code) + int64(p)))
    elif code < S.BACK_PRISON:
        captor = code - S.BACK_CAPTOR
        s.captured[captor, p] -= 1
        forget_total(s, captor)
        s.amount[captor, S.CAPTURED] -= 1
        s.amount[p, S.HELD] -= 1
        s.freed[p] += 1
    elif code == S.BACK_PRISON:
        s.amount[p, S.PRISON] -= 1
        s.freed[p] += 1
    else:
        s.market[code - S.BACK_MARKET] = S.NONE
    s.amount[p, S.SUPPLY] += 1


assert (S.AT_QUARRY, S.AT_MINES) == (S.QUARRY, S.MINES) == (S.TO_QUARRY, S.TO_CLAY)
