"""What a placement brings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.architects.kernels.amounts import ONE, tax_due
from simcli.games.architects.kernels.black_market import goods_row, space_silver
from simcli.games.architects.kernels.effects import worth
from simcli.games.architects.kernels.features.target import find_target
from simcli.games.architects.kernels.guildhall import project_mask
from simcli.games.architects.kernels.stack import NOBODY, standing
from simcli.games.architects.kernels.workshop import hire_silver
from simcli.games.architects.state import (
    AT_MARKET,
    AT_TAX_STAND,
    CAPTURED,
    CARDS,
    CATHEDRAL_CODE,
    CLAY,
    GAIN,
    GOLD,
    GOODS,
    GUARDHOUSE,
    HELD,
    LEFT,
    LEVEL,
    LOCATIONS,
    MARKET_VIRTUE,
    MIDDLE,
    MINES,
    NONE,
    PRISON,
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
    TO_GOLD,
    TO_GUARDHOUSE,
    TO_GUILDHALL,
    TO_HIRE,
    TO_LEFT,
    TO_MIDDLE_DRAW,
    TO_MIDDLE_HIRE,
    TO_RIGHT,
    TO_STOREHOUSE,
    TO_TAX_STAND,
    TO_TOWN_CENTRE,
    TOWN_CENTRE,
    UNPAID,
    WORKSHOP,
)
from simcli.games.columns import architects as c

FEW_WORKERS, CROWD = 3, 3
ENOUGH_CARDS = 2
GOODS_COLUMNS = (1 << c.PLACE_CLAY) * ((1 << GOODS + 1) - 1) | 1 << c.PLACE_LACKS
NEEDS_TARGET = 1 << c.PLACE_LACKS | 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_VIRTUE_FOR
RIVALS, BUILD = 1 << c.PLACE_RIVALS, 1 << c.PLACE_BUILD

assert (c.PLACE_MARBLE, c.PLACE_SILVER) == (c.PLACE_CLAY + GOODS - 1, c.PLACE_CLAY + SILVER)


@cold
def place_features(s, t, p, actions, n, sink):
    """AW-D03."""
    if wants(s, NEEDS_TARGET):
        find_target(s, t, p)
    for i in range(n):
        place = int64(actions[i])
        location = location_of(place)
        there = int64(1)
        if location < LOCATIONS:
            there = int64(s.at[location, p]) + 1
            if there > CROWD:
                put(sink, i, c.PLACE_EXPOSED, there - 1)
        put(sink, i, c.PLACE_N, there)
        if s.amount[p, SUPPLY] <= FEW_WORKERS and place != TO_GUILDHALL and place != TO_TOWN_CENTRE and place != TO_GUARDHOUSE:
            put(sink, i, c.PLACE_LOW, 1)
        if place <= TO_CLAY:
            what = int64(t.yield_what[place])
            put_gain(s, sink, i, what, there + int64(t.yield_plus[place]) + bonus(s, t, p, place, what))
        elif place == TO_GOLD:
            put_gain(s, sink, i, int64(GOLD), there // int64(t.gold_per))
            put_gain(s, sink, i, int64(CLAY), bonus(s, t, p, int64(MINES), int64(CLAY)))
        elif place == TO_STOREHOUSE:
            put(sink, i, c.PLACE_STORE, 1)
            put(sink, i, c.PLACE_VIRTUE_FOR, min(spare_pairs(s, p), there + standing(s, t, p, STOREHOUSE_WORKERS, s.apprentices[p])))
        elif place == TO_HIRE:
            put_hire(s, sink, i)
            put(sink, i, c.PLACE_SILVER, -hire_silver(s, t, p) - tax_due(s, t, p, int64(t.hire_tax)))
        elif place == TO_DRAW:
            put_draw(s, sink, i, p, int64(t.draw_plus) + there // int64(t.draw_per))
        elif place == TO_TAX_STAND:
            put_gain(s, sink, i, int64(SILVER), int64(s.tax_stand))
            put(sink, i, c.PLACE_GOLD, bonus(s, t, p, int64(AT_TAX_STAND), int64(GOLD)))
            put(sink, i, c.PLACE_VIRTUE, min(standing(s, t, p, TAX_STAND_VIRTUE, s.apprentices[p]) - int64(t.tax_stand_virtue), 0))
        elif place == TO_TOWN_CENTRE:
            put_captures(s, t, sink, i, p, there)
        elif place == TO_GUARDHOUSE:
            put(sink, i, c.PLACE_CAPTIVES, s.amount[p, CAPTURED])
            put(sink, i, c.PLACE_OWN_BACK, int64(s.amount[p, PRISON]) + int64(s.amount[p, HELD]))
            price = tax_due(s, t, p, int64(t.pay_off_tax)) + int64(t.pay_off_silver)
            put(sink, i, c.PLACE_PAY_OFF, s.amount[p, UNPAID] > 0 and s.amount[p, SILVER] >= price)
        elif place == TO_GUILDHALL:
            put_project(s, t, sink, i, p)
        else:
            put_market(s, t, sink, i, p, place)


@kernel
def location_of(place):
    """Open location of a placement, LOCATIONS for none."""
    if place <= TO_CLAY:
        return place
    if place == TO_GOLD:
        return int64(MINES)
    if place == TO_STOREHOUSE:
        return int64(STOREHOUSE)
    if place == TO_HIRE or place == TO_DRAW:
        return int64(WORKSHOP)
    if place == TO_TOWN_CENTRE:
        return int64(TOWN_CENTRE)
    if place == TO_TAX_STAND:
        return int64(TAX_STAND)
    if place == TO_GUARDHOUSE:
        return int64(GUARDHOUSE)
    return int64(LOCATIONS)


@kernel
def put_gain(s, sink, i, what, gained):
    """Goods or silver gained, and how many of them the nearest project lacks."""
    lacks = min(gained, int64(s.lack[what]))
    put(sink, i, c.PLACE_CLAY + what, gained)
    put(sink, i, c.PLACE_LACKS, lacks)


@kernel
def bonus(s, t, p, trigger, what):
    """What own apprentices add of one kind."""
    n = int64(0)
    cards = s.apprentices[p] & t.fires[trigger]
    while cards != NOBODY:
        n += worth(s, t, p, int64(t.head[trigger, lowest_bit(cards)]), what)
        cards &= cards - ONE
    return n


@kernel
def spare_pairs(s, p):
    """Basic goods beyond what the nearest project needs, in twos."""
    n = int64(0)
    for what in range(GOLD):
        n += max(int64(s.amount[p, what]) - int64(s.due[what]), 0)
    return n // 2


@kernel
def put_hire(s, sink, i):
    """Hiring, and whether it brings the nearest project on."""
    lacks = s.lack_skills != 0
    put(sink, i, c.PLACE_HIRE, 1)
    put(sink, i, c.PLACE_LACKS_SKILL, lacks)


@kernel
def put_draw(s, sink, i, p, drawn):
    """Buildings drawn."""
    few = s.amount[p, CARDS] < ENOUGH_CARDS
    put(sink, i, c.PLACE_CARDS, min(drawn, int64(s.n_building_deck)))
    put(sink, i, c.PLACE_WANTS_CARDS, few)


@cold
def put_captures(s, t, sink, i, p, there):
    """The best place for captures: workers of the biggest groups of others, and own ones."""
    if not wants(s, RIVALS | 1 << c.PLACE_OWN_BACK):
        return
    silver = int64(s.amount[p, SILVER]) - tax_due(s, t, p, int64(t.capture_tax))
    captures = min(there, 1 + silver // max(int64(t.capture_silver), 1))
    most, own = int64(0), int64(0)
    for location in range(LOCATIONS):
        own = max(own, int64(s.at[location, p]))
        sum_ = int64(0)
        taken = int64(0)
        for _ in range(captures):  # the next smaller group each time
            biggest, colour = int64(0), int64(-1)
            for q in range(s.n_players):
                if q != p and (taken >> q) & 1 == 0 and s.at[location, q] > biggest:
                    biggest, colour = int64(s.at[location, q]), int64(q)
            if colour < 0:
                break
            taken |= int64(1) << colour
            sum_ += biggest
        most = max(most, sum_)
    put(sink, i, c.PLACE_RIVALS, most)
    put(sink, i, c.PLACE_OWN_BACK, own)


@cold
def put_project(s, t, sink, i, p):
    """The Guildhall: the best project, the end, a reset."""
    best = int64(0)
    if wants(s, BUILD):
        projects = project_mask(s, t, p)
        while projects != NOBODY:
            code = lowest_bit(projects)
            projects &= projects - ONE
            best = max(best, project_points(s, t, p, code))
    number = int64(s.n_hall) + 1
    resets = number <= t.hall_spaces and (t.reset_at >> uint64(number)) & ONE != NOBODY
    put(sink, i, c.PLACE_BUILD, best)
    put(sink, i, c.PLACE_ENDS, number == t.hall_spaces)
    put(sink, i, c.PLACE_RESET, resets)


@kernel
def project_points(s, t, p, code):
    """Printed points of a building, or what the next level is worth more."""
    if code == CATHEDRAL_CODE:
        level = int64(s.amount[p, LEVEL])
        return int64(t.level_points[level + 1]) - int64(t.level_points[level])
    return int64(t.building_points[code])


@cold
def put_market(s, t, sink, i, p, place):
    """A market space: its price, goods, a hiring or a draw, Swindlers."""
    space = int64(LEFT if place == TO_LEFT else RIGHT if place == TO_RIGHT else MIDDLE)
    full = True
    for k in range(SPACES):
        full = full and (k == space or s.market[k] != NONE)
    put(sink, i, c.PLACE_RESET, full)
    put(sink, i, c.PLACE_SILVER, -space_silver(s, t, p, space, s.apprentices[p]))
    put(sink, i, c.PLACE_VIRTUE, min(standing(s, t, p, MARKET_VIRTUE, s.apprentices[p]) - int64(t.space_virtue[space]), 0))
    for what in range(GOLD):
        gained = bonus(s, t, p, int64(AT_MARKET), what)
        if gained > 0:
            put_gain(s, sink, i, what, gained)
    if place == TO_MIDDLE_HIRE:
        put_hire(s, sink, i)
    elif place == TO_MIDDLE_DRAW:
        put_draw(s, sink, i, p, int64(1))
    elif wants(s, GOODS_COLUMNS):
        row = goods_row(s, t, space)
        while row != 0:
            if t.kind[row] == GAIN:
                put_gain(s, sink, i, int64(t.a[row]), int64(t.b[row]))
            row = int64(t.next[row])
