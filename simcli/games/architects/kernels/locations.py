"""A turn's worker: where it can go, what the place gives, and how a worker comes back when none is left."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.kernel import cold, kernel
from simcli.games.architects.kernels.amounts import ONE, draw_buildings, lose_virtue, tax_due
from simcli.games.architects.kernels.black_market import space_silver, visit_market
from simcli.games.architects.kernels.effects import MAY_STOP, PER_CAPTURE
from simcli.games.architects.kernels.guardhouse import guard_mask
from simcli.games.architects.kernels.guildhall import enter_hall, project_mask
from simcli.games.architects.kernels.stack import NOBODY, fire, mark_standing, push, standing
from simcli.games.architects.kernels.workshop import hireable, unbanned_places
from simcli.games.architects.state import (
    AT_MINES,
    AT_QUARRY,
    AT_TAX_STAND,
    BACK_CAPTOR,
    BACK_MARKET,
    BACK_PRISON,
    CAPTURED,
    DO_CAPTURES,
    DO_GUARD,
    DO_HIRING,
    DO_STORE,
    DO_TAX,
    DO_VISIT_END,
    GOLD,
    GUARDHOUSE,
    HELD,
    LEFT,
    LOCATIONS,
    MAX_PLAYERS,
    MIDDLE,
    MINES,
    NO_ITEM,
    NONE,
    PLACES,
    PRISON,
    QUARRY,
    RIGHT,
    SILVER,
    SPACES,
    STOREHOUSE,
    STOREHOUSE_WORKERS,
    SUPPLY,
    TAX_STAND,
    TAX_STAND_VIRTUE,
    TO_CLAY,
    TO_DRAW,
    TO_FOREST,
    TO_GOLD,
    TO_GUARDHOUSE,
    TO_GUILDHALL,
    TO_HIRE,
    TO_LEFT,
    TO_MIDDLE_DRAW,
    TO_MIDDLE_HIRE,
    TO_QUARRY,
    TO_RIGHT,
    TO_SILVERSMITH,
    TO_STOREHOUSE,
    TO_TAX_STAND,
    TO_TOWN_CENTRE,
    TOWN_CENTRE,
    VIRTUE,
    WORKSHOP,
)

ALWAYS = 1 << TO_QUARRY | 1 << TO_FOREST | 1 << TO_SILVERSMITH | 1 << TO_CLAY | 1 << TO_STOREHOUSE | 1 << TO_DRAW
"""AW-T02: places without a price or a condition."""


@cold
def place_mask(s, t, p):
    """AW-D03: where the worker can be placed."""
    mask = int64(ALWAYS)
    silver = int64(s.amount[p, SILVER])
    if int64(s.at[MINES, p]) + 1 >= t.gold_per:  # AW-A04
        mask |= 1 << TO_GOLD
    if hireable(s, t, p, int64(s.at[WORKSHOP, p]) + 1) != 0:
        mask |= 1 << TO_HIRE
    if tax_due(s, t, p, int64(t.capture_tax)) <= silver:  # AW-A07a
        mask |= 1 << TO_TOWN_CENTRE
    if s.tax_stand > 0:  # AW-A08
        mask |= 1 << TO_TAX_STAND
    if s.amount[p, VIRTUE] < t.market_closed:  # AW-A09a, AW-R05
        cards = s.apprentices[p]
        if s.market[LEFT] == NONE and space_silver(s, t, p, LEFT, cards) <= silver:
            mask |= 1 << TO_LEFT
        if s.market[RIGHT] == NONE and space_silver(s, t, p, RIGHT, cards) <= silver:
            mask |= 1 << TO_RIGHT
        if s.market[MIDDLE] == NONE and space_silver(s, t, p, MIDDLE, cards) <= silver:
            mask |= 1 << TO_MIDDLE_DRAW
            if unbanned_places(s, t, p, int64(s.filled)) != 0:
                mask |= 1 << TO_MIDDLE_HIRE
    if guard_mask(s, t, p) != NOBODY:
        mask |= 1 << TO_GUARDHOUSE
    if project_mask(s, t, p) != NOBODY:
        mask |= 1 << TO_GUILDHALL
    if s.restricted == 1:
        mask = without_banned(s, t, p, mask)
    return uint64(mask)


@kernel
def without_banned(s, t, p, mask):
    """GO-21: places without those the seat is kept from."""
    for place in range(PLACES):
        if t.place_item[place] != NO_ITEM and is_banned(s, p, int64(t.place_item[place])):
            mask &= ~(int64(1) << place)
    return mask


@kernel
def put_worker(s, p, location):
    """AW-G04: one more own worker at an open location; n is their number."""
    s.amount[p, SUPPLY] -= 1
    s.at[location, p] += 1
    s.groups |= ONE << uint64(MAX_PLAYERS * location + int64(p))
    s.n = s.at[location, p]
    return int64(s.n)


@cold
def place_worker(s, t, p, place):
    """AW-T02: a worker is placed and its action begins."""
    s.noted = s.apprentices[p]  # AW-G06
    s.visits[p, place] += 1
    s.n = 1
    if place <= TO_CLAY:  # AW-A01 to AW-A04
        n = put_worker(s, p, place)
        s.amount[p, t.yield_what[place]] += n + int64(t.yield_plus[place])
        fire(s, t, place, p, s.noted)
    elif place == TO_GOLD:  # AW-A04
        s.amount[p, GOLD] += put_worker(s, p, MINES) // int64(t.gold_per)
        fire(s, t, AT_MINES, p, s.noted)
    elif place == TO_STOREHOUSE:  # AW-A05, AW-AP37
        mark_standing(s, t, p, STOREHOUSE_WORKERS, s.noted)
        push(s, DO_STORE, p, put_worker(s, p, STOREHOUSE) + standing(s, t, p, STOREHOUSE_WORKERS, s.noted))
    elif place == TO_HIRE:  # AW-A06
        put_worker(s, p, WORKSHOP)
        push(s, DO_HIRING, p, 0)
    elif place == TO_DRAW:  # AW-A06e
        draw_buildings(s, t, p, int64(t.draw_plus) + put_worker(s, p, WORKSHOP) // int64(t.draw_per))
    elif place == TO_TOWN_CENTRE:  # AW-A07
        s.captures = 0
        s.n_places = 0
        s.saved = 0
        push(s, DO_CAPTURES, p, put_worker(s, p, TOWN_CENTRE) * PER_CAPTURE + MAY_STOP)
    elif place == TO_TAX_STAND:  # AW-A08, AW-AP30
        put_worker(s, p, TAX_STAND)
        push(s, DO_TAX, p, 0)
        mark_standing(s, t, p, TAX_STAND_VIRTUE, s.noted)
        lose_virtue(s, t, p, max(int64(t.tax_stand_virtue) - standing(s, t, p, TAX_STAND_VIRTUE, s.noted), 0))
    elif place == TO_GUARDHOUSE:  # AW-A10
        push(s, DO_GUARD, p, put_worker(s, p, GUARDHOUSE))
    elif place == TO_GUILDHALL:  # AW-A11
        s.constructed = 0
        push(s, DO_VISIT_END, p, 0)
        enter_hall(s, t, p)
    else:
        s.amount[p, SUPPLY] -= 1
        visit_market(s, t, p, place)


@kernel
def take_tax(s, t, p):
    """AW-A08: all silver of the Tax Stand, then bonuses (AW-AP22)."""
    s.amount[p, SILVER] += s.tax_stand
    s.tax_stand = 0
    fire(s, t, AT_TAX_STAND, p, s.noted)


# No worker left


@cold
def back_mask(s, t, p):
    """AW-T03, AW-T04, AW-D04: from where a worker can come back; nothing if there is nowhere. GO-16: captors with Prison and market."""
    mask = NOBODY
    for location in range(LOCATIONS):
        if s.at[location, p] > 0:
            mask |= ONE << uint64(location)
    if mask != NOBODY:
        return mask
    for q in range(s.n_players):
        if s.captured[q, p] > 0:
            mask |= ONE << uint64(BACK_CAPTOR + q)
    if mask != NOBODY and t.back_together == 0:
        return mask
    if s.amount[p, PRISON] > 0:
        mask |= ONE << uint64(BACK_PRISON)
    for space in range(SPACES):
        if s.market[space] == p:
            mask |= ONE << uint64(BACK_MARKET + space)
    return mask


@cold
def take_back(s, p, code):
    """AW-T03, AW-T04: one worker comes back."""
    if code < BACK_CAPTOR:
        s.at[code, p] -= 1
        if s.at[code, p] == 0:
            s.groups &= ~(ONE << uint64(MAX_PLAYERS * int64(code) + int64(p)))
    elif code < BACK_PRISON:
        captor = code - BACK_CAPTOR
        s.captured[captor, p] -= 1
        s.amount[captor, CAPTURED] -= 1
        s.amount[p, HELD] -= 1
        s.freed[p] += 1
    elif code == BACK_PRISON:
        s.amount[p, PRISON] -= 1
        s.freed[p] += 1
    else:
        s.market[code - BACK_MARKET] = NONE
    s.amount[p, SUPPLY] += 1


assert (AT_QUARRY, AT_MINES) == (QUARRY, MINES) == (TO_QUARRY, TO_CLAY)
