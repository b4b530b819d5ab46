"""What a placement brings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.architects.kernels.amounts import ONE, tax_due
from simcli.games.architects.kernels.black_market import goods_row, space_silver
from simcli.games.architects.kernels.features.gains import bonus, put_completes, put_draw, put_gain, put_points, put_silver, put_virtue
from simcli.games.architects.kernels.features.target import find_best, find_target, find_wanted, skills_of
from simcli.games.architects.kernels.guildhall import own_skills, project_mask
from simcli.games.architects.kernels.scoring import total_points
from simcli.games.architects.kernels.stack import NOBODY, standing
from simcli.games.architects.kernels.workshop import hire_silver, hireable, unbanned_places
from simcli.games.architects.state import (
    AT_MARKET,
    AT_TAX_STAND,
    CAPTURED,
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
    MARBLE,
    MARKET_VIRTUE,
    MIDDLE,
    MINES,
    NONE,
    PRISON,
    RIGHT,
    SILVER,
    SPACES,
    STONE,
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
    WOOD,
    WORKSHOP,
)
from simcli.games.columns import architects as c

LOW, REFILL, CROWD = 3, 5, 3
"""Workers in the supply that are few, or nearly so; workers at a place that are many."""
FAR_AHEAD = 20
GOODS_PER_MARBLE = 3
NEEDS_WANTED = 1 << c.PLACE_USEFUL | 1 << c.PLACE_STEP_LACKS
AHEAD = 1 << c.PLACE_AHEAD | 1 << c.PLACE_ENDS_AHEAD
NEAR_THE_END = 1 << c.PLACE_LAST_POINTS | 1 << c.PLACE_LATE_POINTS
GAINS = 1 << c.PLACE_LACKS | 1 << c.PLACE_BEST_LACKS | 1 << c.PLACE_COMPLETES | NEAR_THE_END
GOODS_COLUMNS = (1 << c.PLACE_CLAY) * ((1 << GOODS + 1) - 1) | GAINS | NEEDS_WANTED
NEEDS_BEST = 1 << c.PLACE_BEST_LACKS | 1 << c.PLACE_BEST_SKILL
NEEDS_TARGET = 1 << c.PLACE_LACKS | 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_VIRTUE_FOR | 1 << c.PLACE_COMPLETES
IN_REACH = 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_BEST_SKILL | 1 << c.PLACE_NEW_SKILLS
BACK = 1 << c.PLACE_OWN_BACK | 1 << c.PLACE_REFILL
RIVALS, BIGGEST = 1 << c.PLACE_RIVALS | 1 << c.PLACE_BIG_CATCH, 1 << c.PLACE_BIGGEST
PROJECTS = 1 << c.PLACE_BUILD | 1 << c.PLACE_STEP | NEAR_THE_END | AHEAD
RESETS = 1 << c.PLACE_RESET_HARM | 1 << c.PLACE_RESET_RIVALS

assert (c.PLACE_MARBLE, c.PLACE_SILVER) == (c.PLACE_CLAY + GOODS - 1, c.PLACE_CLAY + SILVER)


@cold
def place_features(s, t, p, actions, n, sink):
    """AW-D03."""
    if wants(s, NEEDS_TARGET):
        find_target(s, t, p)
    if wants(s, NEEDS_BEST):
        find_best(s, t, p)
    if wants(s, NEEDS_WANTED):
        find_wanted(s, t, p)
    crowd = biggest_of_others(s, p) if wants(s, BIGGEST) else int64(0)
    early = 2 * int64(s.n_hall) < int64(t.hall_spaces)
    for i in range(n):
        place = int64(actions[i])
        location = location_of(place)
        there = int64(1)
        if location < LOCATIONS:
            there = int64(s.at[location, p]) + 1
            if there > CROWD:
                put(sink, i, c.PLACE_EXPOSED, there - 1)
            if there > crowd:
                put(sink, i, c.PLACE_BIGGEST, there - crowd)
            if early and location <= MINES:
                put(sink, i, c.PLACE_EARLY, there)
        put(sink, i, c.PLACE_N, there)
        if s.amount[p, SUPPLY] <= LOW and place != TO_GUILDHALL and place != TO_TOWN_CENTRE and place != TO_GUARDHOUSE:
            put(sink, i, c.PLACE_LOW, 1)
        if place <= TO_CLAY:
            what = int64(t.yield_what[place])
            put_completes(s, sink, i, put_gain(s, t, sink, i, p, what, there + int64(t.yield_plus[place]) + bonus(s, t, p, place, what)))
        elif place == TO_GOLD:
            lacks = put_gain(s, t, sink, i, p, int64(GOLD), there // int64(t.gold_per))
            lacks += put_gain(s, t, sink, i, p, int64(CLAY), bonus(s, t, p, int64(MINES), int64(CLAY)))
            put_completes(s, sink, i, lacks)
        elif place == TO_STOREHOUSE:
            put_storehouse(s, sink, i, p, there + standing(s, t, p, STOREHOUSE_WORKERS, s.apprentices[p]))
        elif place == TO_HIRE:
            in_reach = hireable(s, t, p, there) if wants(s, IN_REACH) else int64(0)
            put_hire(s, t, sink, i, p, in_reach, early)
            put_silver(s, sink, i, p, -hire_silver(s, t, p) - tax_due(s, t, p, int64(t.hire_tax)))
        elif place == TO_DRAW:
            put_draw(s, t, sink, i, p, int64(t.draw_plus) + there // int64(t.draw_per))
        elif place == TO_TAX_STAND:
            put(sink, i, c.PLACE_TAX_STAND, 1)
            put_gain(s, t, sink, i, p, int64(SILVER), int64(s.tax_stand))
            put_completes(s, sink, i, put_gain(s, t, sink, i, p, int64(GOLD), bonus(s, t, p, int64(AT_TAX_STAND), int64(GOLD))))
            virtue = min(standing(s, t, p, TAX_STAND_VIRTUE, s.apprentices[p]) - int64(t.tax_stand_virtue), 0)
            put_virtue(s, t, sink, i, p, virtue)
        elif place == TO_TOWN_CENTRE:
            put_captures(s, t, sink, i, p, there)
        elif place == TO_GUARDHOUSE:
            put_guardhouse(s, t, sink, i, p)
        elif place == TO_GUILDHALL:
            put_project(s, t, sink, i, p)
        else:
            put_market(s, t, sink, i, p, place, early)


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
def biggest_of_others(s, p):
    """Workers of the biggest group of any other player at an open place."""
    most = int64(0)
    for location in range(LOCATIONS):
        for q in range(s.n_players):
            if q != p:
                most = max(most, int64(s.at[location, q]))
    return most


@kernel
def put_storehouse(s, sink, i, p, trades):
    """What can be traded of goods beyond those the nearest project needs: for virtue, or for marble that it lacks."""
    spare = int64(0)
    for what in range(GOLD):
        spare += max(int64(s.amount[p, what]) - int64(s.due[what]), 0)
    spare_wood = max(int64(s.amount[p, WOOD]) - int64(s.due[WOOD]), 0)
    spare_stone = max(int64(s.amount[p, STONE]) - int64(s.due[STONE]), 0)
    marble = min(min((spare_wood + spare_stone) // GOODS_PER_MARBLE, trades), int64(s.lack[MARBLE]))
    put(sink, i, c.PLACE_STORE, 1)
    put(sink, i, c.PLACE_VIRTUE_FOR, min(spare // 2, trades))
    put(sink, i, c.PLACE_LACKS, marble)
    put_completes(s, sink, i, marble)


@kernel
def put_hire(s, t, sink, i, p, in_reach, early):
    """Hiring one of the apprentices at some places of the display: what skills they have."""
    own = own_skills(s, t, p)
    union, most = int64(0), int64(0)
    places = in_reach
    while places != 0:
        place = lowest_bit(uint64(places))
        places &= places - 1
        skills = skills_of(t, int64(s.shown[place])) & ~own
        union |= skills
        most = max(most, count_bits(skills))
    lacks = union & int64(s.lack_skills) != 0
    best = union & int64(s.best_skills) != 0
    put(sink, i, c.PLACE_HIRE, 1)
    put(sink, i, c.PLACE_LACKS_SKILL, lacks)
    put(sink, i, c.PLACE_BEST_SKILL, best)
    put(sink, i, c.PLACE_NEW_SKILLS, most)
    if early:
        put(sink, i, c.PLACE_EARLY_HIRE, 1)


@kernel
def put_back(s, sink, i, p, n):
    """Own workers that come back."""
    put(sink, i, c.PLACE_OWN_BACK, n)
    if s.amount[p, SUPPLY] <= REFILL:
        put(sink, i, c.PLACE_REFILL, n)


@cold
def put_captures(s, t, sink, i, p, there):
    """The best place for captures: workers of the biggest groups of others, and own ones."""
    if not wants(s, RIVALS | BACK):
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
    put(sink, i, c.PLACE_BIG_CATCH, max(most - CROWD, 0))
    put_back(s, sink, i, p, own)


@kernel
def put_guardhouse(s, t, sink, i, p):
    """The Guardhouse: captives, own workers, debts."""
    prison, captives = int64(s.amount[p, PRISON]), int64(s.amount[p, CAPTURED])
    price = tax_due(s, t, p, int64(t.pay_off_tax)) + int64(t.pay_off_silver)
    pays = s.amount[p, UNPAID] > 0 and s.amount[p, SILVER] >= price
    put(sink, i, c.PLACE_CAPTIVES, captives)
    put(sink, i, c.PLACE_PRISON, prison)
    put(sink, i, c.PLACE_PAY_OFF, pays)
    held = int64(s.amount[p, HELD])
    put_back(s, sink, i, p, prison + held)
    if s.amount[p, SILVER] >= tax_due(s, t, p, int64(t.ransom_tax)) + int64(t.ransom_silver):
        put(sink, i, c.PLACE_FREED, held)
    put_points(s, t, sink, i, max(prison // int64(t.prison_per), -int64(t.unpaid_points) * pays))


@cold
def put_project(s, t, sink, i, p):
    """The Guildhall: the best project, the end, a reset."""
    best, step = int64(0), False
    if wants(s, PROJECTS):
        projects = project_mask(s, t, p)
        step = (projects >> uint64(CATHEDRAL_CODE)) & ONE != NOBODY
        while projects != NOBODY:
            code = lowest_bit(projects)
            projects &= projects - ONE
            best = max(best, project_points(s, t, p, code))
    number = int64(s.n_hall) + 1
    put(sink, i, c.PLACE_HALL, 1)
    put(sink, i, c.PLACE_BUILD, best)
    put(sink, i, c.PLACE_STEP, step)
    ahead = points_ahead(s, t, p, best) if wants(s, AHEAD) else int64(0)
    put(sink, i, c.PLACE_AHEAD, ahead)
    if number == t.hall_spaces:
        put(sink, i, c.PLACE_ENDS, 1)
        put(sink, i, c.PLACE_ENDS_AHEAD, ahead)
    if number <= t.hall_spaces and (t.reset_at >> uint64(number)) & ONE != NOBODY:
        put_reset(s, t, sink, i, p, int64(0))
    put_points(s, t, sink, i, best)


@kernel
def points_ahead(s, t, p, more):
    """Points of a seat, with some more, less those of the best other, within bounds."""
    best = int64(-1 << 20)
    for q in range(s.n_players):
        if q != p:
            best = max(best, total_points(s, t, q))
    return min(max(total_points(s, t, p) + more - best, -FAR_AHEAD), FAR_AHEAD)


@kernel
def project_points(s, t, p, code):
    """Printed points of a building, or what the next level is worth more."""
    if code == CATHEDRAL_CODE:
        level = int64(s.amount[p, LEVEL])
        return int64(t.level_points[level + 1]) - int64(t.level_points[level])
    return int64(t.building_points[code])


@kernel
def in_prison(s, q):
    """Workers of a seat in the Prison once those in the market are there."""
    n = int64(s.amount[q, PRISON])
    for space in range(SPACES):
        n += s.market[space] == q
    return n


@cold
def put_reset(s, t, sink, i, p, more):
    """AW-B05, AW-B06: a reset, with so many more own workers in the market: who has most in the Prison takes a debt."""
    put(sink, i, c.PLACE_RESET, 1)
    if not wants(s, RESETS):
        return
    own = in_prison(s, p) + more
    most = max(own, 1)
    for q in range(s.n_players):
        if q != p:
            most = max(most, in_prison(s, q))
    rivals = int64(0)
    for q in range(s.n_players):
        rivals += q != p and in_prison(s, q) == most
    put(sink, i, c.PLACE_RESET_HARM, int64(own == most) + int64(own >= t.penalty_workers))
    put(sink, i, c.PLACE_RESET_RIVALS, rivals)


@cold
def put_market(s, t, sink, i, p, place, early):
    """A market space: its price, goods, a hiring or a draw, Swindlers."""
    space = int64(LEFT if place == TO_LEFT else RIGHT if place == TO_RIGHT else MIDDLE)
    full = True
    for k in range(SPACES):
        full = full and (k == space or s.market[k] != NONE)
    put(sink, i, c.PLACE_MARKET, 1)
    if full:
        put_reset(s, t, sink, i, p, int64(1))
    put_silver(s, sink, i, p, -space_silver(s, t, p, space, s.apprentices[p]))
    put_virtue(s, t, sink, i, p, min(standing(s, t, p, MARKET_VIRTUE, s.apprentices[p]) - int64(t.space_virtue[space]), 0))
    lacks = int64(0)
    for what in range(GOLD):
        gained = bonus(s, t, p, int64(AT_MARKET), what)
        if gained > 0:
            lacks += put_gain(s, t, sink, i, p, what, gained)
    if place == TO_MIDDLE_HIRE:
        put_hire(s, t, sink, i, p, unbanned_places(s, t, p, int64(s.filled)), early)
    elif place == TO_MIDDLE_DRAW:
        put_draw(s, t, sink, i, p, int64(1))
    elif wants(s, GOODS_COLUMNS):
        row = goods_row(s, t, space)
        while row != 0:
            if t.kind[row] == GAIN:
                lacks += put_gain(s, t, sink, i, p, int64(t.a[row]), int64(t.b[row]))
            row = int64(t.next[row])
    put_completes(s, sink, i, lacks)
