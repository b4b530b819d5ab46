"""What a placement brings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, tax_due
from simcli.games.architects.kernels.black_market import goods_row, space_silver
from simcli.games.architects.kernels.features.captures import CROWD, biggest_of_others, outpaced, put_back, put_captures
from simcli.games.architects.kernels.features.gains import (
    NEAR_THE_END,
    bonus,
    put_completes,
    put_draw,
    put_gain,
    put_points,
    put_silver,
    put_virtue,
)
from simcli.games.architects.kernels.features.points import (
    guardhouse_points,
    near_the_end,
    points_ahead,
    prison_points,
    project_worth,
    sending_harm,
    storehouse_points,
    track_points,
)
from simcli.games.architects.kernels.features.target import FAR, find_best, find_target, find_wanted, skills_of
from simcli.games.architects.kernels.guildhall import own_skills, project_mask
from simcli.games.architects.kernels.stack import NOBODY, standing
from simcli.games.architects.kernels.workshop import hire_silver, hireable, unbanned_places
from simcli.games.columns import architects as c

LOW = 3
"""Workers in the supply that are few."""
GOODS_PER_MARBLE = 3
NEEDS_WANTED = 1 << c.PLACE_USEFUL | 1 << c.PLACE_STEP_LACKS
AHEAD = 1 << c.PLACE_AHEAD | 1 << c.PLACE_ENDS_AHEAD
GAINS = 1 << c.PLACE_LACKS | 1 << c.PLACE_BEST_LACKS | 1 << c.PLACE_COMPLETES | NEAR_THE_END
GOODS_COLUMNS = (1 << c.PLACE_CLAY) * ((1 << S.GOODS + 1) - 1) | GAINS | NEEDS_WANTED
NEEDS_BEST = 1 << c.PLACE_BEST_LACKS | 1 << c.PLACE_BEST_SKILL
NEEDS_TARGET = 1 << c.PLACE_LACKS | 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_VIRTUE_FOR | 1 << c.PLACE_COMPLETES
IN_REACH = 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_BEST_SKILL | 1 << c.PLACE_NEW_SKILLS | NEAR_THE_END
NET = NEAR_THE_END | AHEAD | 1 << c.PLACE_NET
BIGGEST, OUTPACED = 1 << c.PLACE_BIGGEST, 1 << c.PLACE_OUTPACED
SENDS = 1 << c.PLACE_HARM
PROJECTS = 1 << c.PLACE_BUILD | 1 << c.PLACE_STEP | NET
RESETS = 1 << c.PLACE_RESET_HARM | 1 << c.PLACE_RESET_RIVALS | NEAR_THE_END

assert (c.PLACE_MARBLE, c.PLACE_SILVER) == (c.PLACE_CLAY + S.GOODS - 1, c.PLACE_CLAY + S.SILVER)


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
        if location < S.LOCATIONS:
            there = int64(s.at[location, p]) + 1
            if there > CROWD:
                put(sink, i, c.PLACE_EXPOSED, there - 1)
            if there > crowd:
                put(sink, i, c.PLACE_BIGGEST, there - crowd)
            if early and location <= S.MINES:
                put(sink, i, c.PLACE_EARLY, there)
        put(sink, i, c.PLACE_N, there)
        if s.amount[p, S.SUPPLY] <= LOW and place != S.TO_GUILDHALL and place != S.TO_TOWN_CENTRE and place != S.TO_GUARDHOUSE:
            put(sink, i, c.PLACE_LOW, 1)
        if place <= S.TO_CLAY:
            what = int64(t.yield_what[place])
            put_completes(s, sink, i, put_gain(s, t, sink, i, p, what, there + int64(t.yield_plus[place]) + bonus(s, t, p, place, what)))
        elif place == S.TO_GOLD:
            lacks = put_gain(s, t, sink, i, p, int64(S.GOLD), there // int64(t.gold_per))
            lacks += put_gain(s, t, sink, i, p, int64(S.CLAY), bonus(s, t, p, int64(S.MINES), int64(S.CLAY)))
            put_completes(s, sink, i, lacks)
        elif place == S.TO_STOREHOUSE:
            put_storehouse(s, t, sink, i, p, there + standing(s, t, p, S.STOREHOUSE_WORKERS, s.apprentices[p]))
        elif place == S.TO_HIRE:
            in_reach = hireable(s, t, p, there) if wants(s, IN_REACH) else int64(0)
            put_hire(s, t, sink, i, p, in_reach, early)
            put_silver(s, t, sink, i, p, -hire_silver(s, t, p) - tax_due(s, t, p, int64(t.hire_tax)))
        elif place == S.TO_DRAW:
            put_draw(s, t, sink, i, p, int64(t.draw_plus) + there // int64(t.draw_per))
        elif place == S.TO_TAX_STAND:
            put(sink, i, c.PLACE_TAX_STAND, 1)
            put(sink, i, c.PLACE_TAX, s.tax_stand)
            put_gain(s, t, sink, i, p, int64(S.SILVER), int64(s.tax_stand))
            put_completes(s, sink, i, put_gain(s, t, sink, i, p, int64(S.GOLD), bonus(s, t, p, int64(S.AT_TAX_STAND), int64(S.GOLD))))
            virtue = min(standing(s, t, p, S.TAX_STAND_VIRTUE, s.apprentices[p]) - int64(t.tax_stand_virtue), 0)
            put_virtue(s, t, sink, i, p, virtue)
        elif place == S.TO_TOWN_CENTRE:
            put_captures(s, t, sink, i, p, there)
        elif place == S.TO_GUARDHOUSE:
            put_guardhouse(s, t, sink, i, p, there)
        elif place == S.TO_GUILDHALL:
            put_project(s, t, sink, i, p)
        else:
            put_market(s, t, sink, i, p, place, early)


@kernel
def location_of(place):
    """Open location of a placement, LOCATIONS for none."""
    if place <= S.TO_CLAY:
        return place
    if place == S.TO_GOLD:
        return int64(S.MINES)
    if place == S.TO_STOREHOUSE:
        return int64(S.STOREHOUSE)
    if place == S.TO_HIRE or place == S.TO_DRAW:
        return int64(S.WORKSHOP)
    if place == S.TO_TOWN_CENTRE:
        return int64(S.TOWN_CENTRE)
    if place == S.TO_TAX_STAND:
        return int64(S.TAX_STAND)
    if place == S.TO_GUARDHOUSE:
        return int64(S.GUARDHOUSE)
    return int64(S.LOCATIONS)


@kernel
def put_storehouse(s, t, sink, i, p, trades):
    """What can be traded of goods beyond those the nearest project needs: for virtue, or for marble that it lacks."""
    spare = int64(0)
    for what in range(S.GOLD):
        spare += max(int64(s.amount[p, what]) - int64(s.due[what]), 0)
    spare_wood = max(int64(s.amount[p, S.WOOD]) - int64(s.due[S.WOOD]), 0)
    spare_stone = max(int64(s.amount[p, S.STONE]) - int64(s.due[S.STONE]), 0)
    marble = min(min((spare_wood + spare_stone) // GOODS_PER_MARBLE, trades), int64(s.lack[S.MARBLE]))
    put(sink, i, c.PLACE_STORE, 1)
    put(sink, i, c.PLACE_VIRTUE_FOR, min(spare // 2, trades))
    put(sink, i, c.PLACE_LACKS, marble)
    put_completes(s, sink, i, marble)
    if wants(s, NEAR_THE_END) and near_the_end(s, t):
        put_points(s, t, sink, i, storehouse_points(s, t, p, trades))


@kernel
def put_hire(s, t, sink, i, p, in_reach, early):
    """Hiring one of the apprentices at some places of the display: what skills they have."""
    own = own_skills(s, t, p)
    union, most, points = int64(0), int64(0), int64(-FAR)
    places = in_reach
    while places != 0:
        place = lowest_bit(uint64(places))
        places &= places - 1
        card = int64(s.shown[place])
        skills = skills_of(t, card) & ~own
        points = max(points, track_points(s, t, p, int64(t.apprentice_virtue[card])))
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
    if in_reach != 0:
        put_points(s, t, sink, i, points)


@kernel
def put_guardhouse(s, t, sink, i, p, actions):
    """The Guardhouse: captives, own workers, debts."""
    prison, captives = int64(s.amount[p, S.PRISON]), int64(s.amount[p, S.CAPTURED])
    price = tax_due(s, t, p, int64(t.pay_off_tax)) + int64(t.pay_off_silver)
    pays = s.amount[p, S.UNPAID] > 0 and s.amount[p, S.SILVER] >= price
    put(sink, i, c.PLACE_CAPTIVES, captives)
    put(sink, i, c.PLACE_PRISON, prison)
    put(sink, i, c.PLACE_PAY_OFF, pays)
    held = int64(s.amount[p, S.HELD])
    put_back(s, sink, i, p, prison + held)
    if s.amount[p, S.SILVER] >= tax_due(s, t, p, int64(t.ransom_tax)) + int64(t.ransom_silver):
        put(sink, i, c.PLACE_FREED, held)
    if near_the_end(s, t):
        if wants(s, NEAR_THE_END):
            put_points(s, t, sink, i, guardhouse_points(s, t, p, actions, pays, price))
        if wants(s, SENDS):
            put(sink, i, c.PLACE_HARM, sending_harm(s, t, p))


@cold
def put_project(s, t, sink, i, p):
    """The Guildhall: the best project, the end, a reset."""
    best, net, step = int64(0), int64(-FAR), False
    if wants(s, PROJECTS):
        projects = project_mask(s, t, p)
        step = (projects >> uint64(S.CATHEDRAL_CODE)) & ONE != NOBODY
        while projects != NOBODY:
            code = lowest_bit(projects)
            projects &= projects - ONE
            best = max(best, project_points(s, t, p, code))
            if wants(s, NET):
                net = max(net, project_worth(s, t, p, code))
    number = int64(s.n_hall) + 1
    put(sink, i, c.PLACE_HALL, 1)
    put(sink, i, c.PLACE_BUILD, best)
    put(sink, i, c.PLACE_STEP, step)
    put(sink, i, c.PLACE_NET, net)
    if wants(s, OUTPACED):
        put(sink, i, c.PLACE_OUTPACED, outpaced(s, t, p))
    ahead = points_ahead(s, t, p, net) if wants(s, AHEAD) else int64(0)
    put(sink, i, c.PLACE_AHEAD, ahead)
    if number == t.hall_spaces:
        put(sink, i, c.PLACE_ENDS, 1)
        put(sink, i, c.PLACE_ENDS_AHEAD, ahead)
    if number <= t.hall_spaces and (t.reset_at >> uint64(number)) & ONE != NOBODY:
        put_reset(s, t, sink, i, p, int64(0))
    put_points(s, t, sink, i, net)


@kernel
def project_points(s, t, p, code):
    """Printed points of a building, or what the next level is worth more."""
    if code == S.CATHEDRAL_CODE:
        level = int64(s.amount[p, S.LEVEL])
        return int64(t.level_points[level + 1]) - int64(t.level_points[level])
    return int64(t.building_points[code])


@kernel
def in_prison(s, q):
    """Workers of a seat in the Prison once those in the market are there."""
    n = int64(s.amount[q, S.PRISON])
    for space in range(S.SPACES):
        n += s.market[space] == q
    return n


@cold
def put_reset(s, t, sink, i, p, more):
    """AW-B05, AW-B06: a reset, with so many more own workers in the market: who has most in the Prison takes a debt."""
    put(sink, i, c.PLACE_RESET, 1)
    if not wants(s, RESETS):
        return
    own = in_prison(s, p) + more
    most = max(own, 1) if t.resets_punish == 1 else int64(FAR)  # GO-27: no debt for anybody
    for q in range(s.n_players):
        if q != p:
            most = max(most, in_prison(s, q))
    rivals = int64(0)
    for q in range(s.n_players):
        rivals += q != p and in_prison(s, q) == most
    put(sink, i, c.PLACE_RESET_HARM, int64(own == most) + int64(own >= t.penalty_workers))
    virtue = track_points(s, t, p, -1) if own >= t.penalty_workers else int64(0)
    jailed = own - int64(s.amount[p, S.PRISON])
    put_points(s, t, sink, i, int64(t.unpaid_points) * (own == most) + virtue - prison_points(s, t, p, jailed))
    put(sink, i, c.PLACE_RESET_RIVALS, rivals)


@cold
def put_market(s, t, sink, i, p, place, early):
    """A market space: its price, goods, a hiring or a draw, Swindlers."""
    space = int64(S.LEFT if place == S.TO_LEFT else S.RIGHT if place == S.TO_RIGHT else S.MIDDLE)
    full = True
    for k in range(S.SPACES):
        full = full and (k == space or s.market[k] != S.NONE)
    put(sink, i, c.PLACE_MARKET, 1)
    if full:
        put_reset(s, t, sink, i, p, int64(1))
    put_silver(s, t, sink, i, p, -space_silver(s, t, p, space, s.apprentices[p]))
    put_virtue(s, t, sink, i, p, min(standing(s, t, p, S.MARKET_VIRTUE, s.apprentices[p]) - int64(t.space_virtue[space]), 0))
    lacks = int64(0)
    for what in range(S.GOLD):
        gained = bonus(s, t, p, int64(S.AT_MARKET), what)
        if gained > 0:
            lacks += put_gain(s, t, sink, i, p, what, gained)
    if place == S.TO_MIDDLE_HIRE:
        put_hire(s, t, sink, i, p, unbanned_places(s, t, p, int64(s.filled)), early)
    elif place == S.TO_MIDDLE_DRAW:
        put_draw(s, t, sink, i, p, int64(1))
    elif wants(s, GOODS_COLUMNS):
        row = goods_row(s, t, space)
        while row != 0:
            if t.kind[row] == S.GAIN:
                lacks += put_gain(s, t, sink, i, p, int64(t.a[row]), int64(t.b[row]))
            row = int64(t.next[row])
    put_completes(s, sink, i, lacks)
