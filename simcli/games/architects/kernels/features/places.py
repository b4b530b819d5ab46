"""What a placement brings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.sink import part, put_parts, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, number_of, purse_by_kind, tax_due, times_part
from simcli.games.architects.kernels.black_market import goods_row
from simcli.games.architects.kernels.features.captures import (
    CROWD,
    LEADER,
    PAIR,
    back_parts,
    biggest_of_others,
    capture_parts,
    find_biggest,
    outpaced,
)
from simcli.games.architects.kernels.features.gains import (
    NEAR_THE_END,
    bonus,
    completing_part,
    draw_parts,
    find_bonuses,
    gain_parts,
    goods_parts,
    points_parts,
    silver_parts,
    virtue_parts,
)
from simcli.games.architects.kernels.features.points import (
    find_totals,
    guardhouse_points,
    near_the_end,
    points_ahead,
    prison_points,
    project_worth,
    sending_harm,
    storehouse_points,
    track_points,
)
from simcli.games.architects.kernels.features.target import FAR, find_nearest, find_wanted
from simcli.games.architects.kernels.guildhall import own_skills
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
BEST = 1 << c.PLACE_BEST_LACKS | 1 << c.PLACE_BEST_SKILL
NEEDS_PROJECTS = BEST | 1 << c.PLACE_LACKS | 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_VIRTUE_FOR | 1 << c.PLACE_COMPLETES
IN_REACH = 1 << c.PLACE_LACKS_SKILL | 1 << c.PLACE_BEST_SKILL | 1 << c.PLACE_NEW_SKILLS | NEAR_THE_END
NET = NEAR_THE_END | AHEAD | 1 << c.PLACE_NET
OUTPACED = 1 << c.PLACE_OUTPACED
SENDS = 1 << c.PLACE_HARM
PROJECTS = 1 << c.PLACE_BUILD | 1 << c.PLACE_STEP | NET
RESETS = 1 << c.PLACE_RESET_HARM | 1 << c.PLACE_RESET_RIVALS | NEAR_THE_END

assert (c.PLACE_MARBLE, c.PLACE_SILVER) == (c.PLACE_CLAY + S.GOODS - 1, c.PLACE_CLAY + S.SILVER)


@cold
def place_features(s, t, p, actions, n, sink):
    """AW-D03. Actions mostly ascend: each pass takes the next places in turn, so that no table of places is jumped through."""
    find_biggest(s)
    crowd = biggest_of_others(s, p)
    find_what_counts(s, t, p, actions[n - 1] == S.TO_GUILDHALL, crowd)
    i = int64(0)
    while i < n:
        i = yield_features(s, t, p, actions, i, n, sink, crowd)
        if i < n and actions[i] == S.TO_STOREHOUSE:
            there = int64(s.at[S.STOREHOUSE, p]) + 1
            parts = worker_parts(s, sink, i, there, crowd) + low_part(s, sink, i, p)
            parts += storehouse_parts(s, t, sink, i, p, there + standing(s, t, p, S.STOREHOUSE_WORKERS, s.apprentices[p]))
            put_parts(sink, i, parts)
            i += 1
        if i < n and (actions[i] == S.TO_HIRE or actions[i] == S.TO_DRAW):
            i = workshop_features(s, t, p, actions, i, n, sink, crowd)
        if i < n and actions[i] == S.TO_TOWN_CENTRE:
            there = int64(s.at[S.TOWN_CENTRE, p]) + 1
            put_parts(sink, i, worker_parts(s, sink, i, there, crowd) + capture_parts(s, t, sink, i, p, there, crowd))
            i += 1
        if i < n and actions[i] == S.TO_TAX_STAND:
            there = int64(s.at[S.TAX_STAND, p]) + 1
            parts = worker_parts(s, sink, i, there, crowd) + low_part(s, sink, i, p)
            put_parts(sink, i, parts + tax_stand_parts(s, t, sink, i, p))
            i += 1
        if i < n and S.TO_LEFT <= actions[i] <= S.TO_RIGHT:
            i = market_features(s, t, p, actions, i, n, sink)
        if i < n and actions[i] == S.TO_GUARDHOUSE:
            there = int64(s.at[S.GUARDHOUSE, p]) + 1
            put_parts(sink, i, worker_parts(s, sink, i, there, crowd) + guardhouse_parts(s, t, sink, i, p, there))
            i += 1
        if i < n and actions[i] == S.TO_GUILDHALL:
            put_parts(sink, i, part(sink, i, c.PLACE_N, 1) + project_parts(s, t, sink, i, p))
            i += 1


@kernel
def find_what_counts(s, t, p, may_build, crowd):
    """What the placements of a decision are judged by, as far as it is wanted."""
    word, level = purse_by_kind(s, p), int64(s.level_ahead)
    if wants(s, NEEDS_PROJECTS):
        find_nearest(s, t, p, word, level)
    if wants(s, NEEDS_WANTED):
        find_wanted(s, t, p, word, level)
    find_bonuses(s, t, p)
    if (may_build and wants(s, NET)) or (wants(s, LEADER) and crowd > PAIR):
        find_totals(s, t)
    s.near = wants(s, NEAR_THE_END) and near_the_end(s, t)


@hot
def worker_parts(s, sink, i, there, crowd):
    """Own workers at an open place then, beside those of the others."""
    parts = part(sink, i, c.PLACE_N, there)
    parts += part(sink, i, c.PLACE_EXPOSED, there - 1 if there > CROWD else 0)
    return parts + part(sink, i, c.PLACE_BIGGEST, max(there - crowd, 0))


@hot
def low_part(s, sink, i, p):
    """Whether few workers are in the supply, at places that bring none back and are no project."""
    return part(sink, i, c.PLACE_LOW, s.amount[p, S.SUPPLY] <= LOW)


@hot
def is_early(s, t):
    """While less than half of the Guildhall is taken."""
    return 2 * int64(s.n_hall) < int64(t.hall_spaces)


@cold
def yield_features(s, t, p, actions, i, n, sink, crowd):
    """Places from the quarry to the mines, as many as follow each other from action i on; returns the action after them."""
    early = int64(is_early(s, t))
    for k in range(i, n):
        place = int64(actions[k])
        if place > S.TO_GOLD:
            return k
        there = int64(s.at[min(place, S.MINES), p]) + 1
        parts = worker_parts(s, sink, k, there, crowd) + low_part(s, sink, k, p)
        parts += part(sink, k, c.PLACE_EARLY, early * there)
        put_parts(sink, k, parts + yield_parts(s, t, sink, k, p, place, there))
    return n


@cold
def workshop_features(s, t, p, actions, i, n, sink, crowd):
    """A hiring and a draw at the workshop, from action i on; returns the action after them."""
    there = int64(s.at[S.WORKSHOP, p]) + 1
    if actions[i] == S.TO_HIRE:
        parts = worker_parts(s, sink, i, there, crowd) + low_part(s, sink, i, p)
        in_reach = hireable(s, t, p, there) if wants(s, IN_REACH) else int64(0)
        parts += hire_parts(s, t, sink, i, p, in_reach, is_early(s, t))
        parts += silver_parts(s, t, sink, i, p, -hire_silver(s, t, p) - tax_due(s, t, p, int64(t.hire_tax)))
        put_parts(sink, i, parts)
        i += 1
    if i < n and actions[i] == S.TO_DRAW:
        parts = worker_parts(s, sink, i, there, crowd) + low_part(s, sink, i, p)
        put_parts(sink, i, parts + draw_parts(s, sink, i, p, int64(t.draw_plus) + there // int64(t.draw_per)))
        i += 1
    return i


@kernel
def yield_parts(s, t, sink, i, p, place, there):
    """Goods or silver of the place, and what own apprentices add."""
    if place == S.TO_GOLD:
        parts, lacks = gain_parts(s, t, sink, i, p, int64(S.GOLD), times_part(there, t.gold_part))
        more, more_lacks = gain_parts(s, t, sink, i, p, int64(S.CLAY), bonus(s, t, p, int64(S.MINES), int64(S.CLAY)))
        return parts + more + completing_part(s, sink, i, lacks + more_lacks)
    what = int64(t.yield_what[place])
    parts, lacks = gain_parts(s, t, sink, i, p, what, there + int64(t.yield_plus[place]) + bonus(s, t, p, place, what))
    return parts + completing_part(s, sink, i, lacks)


@kernel
def tax_stand_parts(s, t, sink, i, p):
    """The Tax Stand: its silver, the virtue it costs, what own apprentices add."""
    parts = part(sink, i, c.PLACE_TAX_STAND, 1)
    parts += part(sink, i, c.PLACE_TAX, s.tax_stand)
    silver, _ = gain_parts(s, t, sink, i, p, int64(S.SILVER), int64(s.tax_stand))
    gold, lacks = gain_parts(s, t, sink, i, p, int64(S.GOLD), bonus(s, t, p, int64(S.AT_TAX_STAND), int64(S.GOLD)))
    parts += silver + gold + completing_part(s, sink, i, lacks)
    virtue = min(standing(s, t, p, S.TAX_STAND_VIRTUE, s.apprentices[p]) - int64(t.tax_stand_virtue), 0)
    return parts + virtue_parts(s, t, sink, i, p, virtue)


@kernel
def storehouse_parts(s, t, sink, i, p, trades):
    """What can be traded of goods beyond those the nearest project needs: for virtue, or for marble that it lacks."""
    clay = max(int64(s.amount[p, S.CLAY]) - number_of(s.due, S.CLAY), 0)
    mixed = max(int64(s.amount[p, S.WOOD]) - number_of(s.due, S.WOOD), 0) + max(int64(s.amount[p, S.STONE]) - number_of(s.due, S.STONE), 0)
    marble = min(min(mixed // GOODS_PER_MARBLE, trades), number_of(s.lack, S.MARBLE))
    parts = part(sink, i, c.PLACE_STORE, 1)
    parts += part(sink, i, c.PLACE_VIRTUE_FOR, min((clay + mixed) // 2, trades))
    parts += part(sink, i, c.PLACE_LACKS, marble)
    parts += completing_part(s, sink, i, marble)
    if s.near == 1:
        parts += points_parts(s, sink, i, storehouse_points(s, t, p, trades))
    return parts


@kernel
def find_offers(s, t):
    """Writes `offers`, if an apprentice has been revealed since they were found."""
    if s.offers_kept == 1:
        return
    s.offers_kept = 1
    for skill in range(S.SKILLS):
        s.offers[skill] = 0
    places = int64(s.filled)
    while places != 0:
        place = lowest_bit(uint64(places))
        places &= places - 1
        for skill in range(S.SKILLS):
            s.offers[skill] |= ((int64(t.apprentice_skills[s.shown[place]]) >> skill) & 1) << place


@kernel
def hire_points(s, t, p, places):
    """Most points of the virtue track that hiring the apprentice at one of some places brings."""
    points = int64(-FAR)
    while places != 0:
        card = int64(s.shown[lowest_bit(uint64(places))])
        places &= places - 1
        points = max(points, track_points(s, t, p, int64(t.apprentice_virtue[card])))
    return points


@kernel
def hire_parts(s, t, sink, i, p, in_reach, early):
    """Hiring one of the apprentices at some places of the display: what skills they have."""
    own = own_skills(s, t, p)
    union, one, two, three = int64(0), int64(0), int64(0), int64(0)  # places with so many skills the seat lacks
    find_offers(s, t)
    for skill in range(S.SKILLS):
        if (own >> skill) & 1 == 0:
            there = in_reach & int64(s.offers[skill])
            union |= int64(there != 0) << skill
            three |= two & there
            two |= one & there
            one |= there
    most = int64(one != 0) + int64(two != 0) + int64(three != 0)
    lacks = union & int64(s.lack_skills) != 0
    best = union & int64(s.best_skills) != 0
    parts = part(sink, i, c.PLACE_HIRE, 1)
    parts += part(sink, i, c.PLACE_LACKS_SKILL, lacks)
    parts += part(sink, i, c.PLACE_BEST_SKILL, best)
    parts += part(sink, i, c.PLACE_NEW_SKILLS, most)
    parts += part(sink, i, c.PLACE_EARLY_HIRE, early)
    if s.near == 1 and in_reach != 0:
        parts += points_parts(s, sink, i, hire_points(s, t, p, in_reach))
    return parts


@kernel
def guardhouse_parts(s, t, sink, i, p, actions):
    """The Guardhouse: captives, own workers, debts."""
    prison, captives = int64(s.amount[p, S.PRISON]), int64(s.amount[p, S.CAPTURED])
    price = tax_due(s, t, p, int64(t.pay_off_tax)) + int64(t.pay_off_silver)
    pays = s.amount[p, S.UNPAID] > 0 and s.amount[p, S.SILVER] >= price
    held = int64(s.amount[p, S.HELD])
    parts = part(sink, i, c.PLACE_CAPTIVES, captives)
    parts += part(sink, i, c.PLACE_PRISON, prison)
    parts += part(sink, i, c.PLACE_PAY_OFF, pays)
    parts += back_parts(s, sink, i, p, prison + held)
    if s.amount[p, S.SILVER] >= tax_due(s, t, p, int64(t.ransom_tax)) + int64(t.ransom_silver):
        parts += part(sink, i, c.PLACE_FREED, held)
    if s.near == 1:
        parts += points_parts(s, sink, i, guardhouse_points(s, t, p, actions, pays, price))
    if captives > 0 and wants(s, SENDS) and near_the_end(s, t):
        parts += part(sink, i, c.PLACE_HARM, sending_harm(s, t, p))
    return parts


@cold
def project_parts(s, t, sink, i, p):
    """The Guildhall: the best project, the end, a reset."""
    best, net, step = int64(0), int64(-FAR), False
    if wants(s, PROJECTS):
        projects = s.projects
        step = (projects >> uint64(S.CATHEDRAL_CODE)) & ONE != NOBODY
        while projects != NOBODY:
            code = lowest_bit(projects)
            projects &= projects - ONE
            best = max(best, project_points(s, t, p, code))
            if wants(s, NET):
                net = max(net, project_worth(s, t, p, code, int64(s.total[p])))
    number = int64(s.n_hall) + 1
    parts = part(sink, i, c.PLACE_HALL, 1)
    parts += part(sink, i, c.PLACE_BUILD, best)
    parts += part(sink, i, c.PLACE_STEP, step)
    parts += part(sink, i, c.PLACE_NET, net)
    if wants(s, OUTPACED):
        parts += part(sink, i, c.PLACE_OUTPACED, outpaced(s, t, p))
    ahead = points_ahead(s, p, net) if wants(s, AHEAD) else int64(0)
    parts += part(sink, i, c.PLACE_AHEAD, ahead)
    if number == t.hall_spaces:
        parts += part(sink, i, c.PLACE_ENDS, 1)
        parts += part(sink, i, c.PLACE_ENDS_AHEAD, ahead)
    if number <= t.hall_spaces and (t.reset_at >> uint64(number)) & ONE != NOBODY:
        parts += reset_parts(s, t, sink, i, p, int64(0))
    return parts + points_parts(s, sink, i, net)


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
def reset_parts(s, t, sink, i, p, more):
    """AW-B05, AW-B06: a reset, with so many more own workers in the market: who has most in the Prison takes a debt."""
    parts = part(sink, i, c.PLACE_RESET, 1)
    if not wants(s, RESETS):
        return parts
    own = in_prison(s, p) + more
    most = max(own, 1) if t.resets_punish == 1 else int64(FAR)  # GO-27: no debt for anybody
    for q in range(s.n_players):
        if q != p:
            most = max(most, in_prison(s, q))
    rivals = int64(0)
    for q in range(s.n_players):
        rivals += q != p and in_prison(s, q) == most
    parts += part(sink, i, c.PLACE_RESET_HARM, int64(own == most) + int64(own >= t.penalty_workers))
    parts += part(sink, i, c.PLACE_RESET_RIVALS, rivals)
    virtue = track_points(s, t, p, -1) if own >= t.penalty_workers else int64(0)
    jailed = own - int64(s.amount[p, S.PRISON])
    return parts + points_parts(s, sink, i, int64(t.unpaid_points) * (own == most) + virtue - prison_points(s, t, p, jailed))


@cold
def market_features(s, t, p, actions, i, n, sink):
    """Market spaces, as many as follow each other from action i on: their price, goods, a hiring or a draw, Swindlers; returns the
    action after them.
    """
    own = s.apprentices[p]
    less_silver, less_virtue = standing(s, t, p, S.MARKET_SILVER, own), standing(s, t, p, S.MARKET_VIRTUE, own)
    taken = int64(0)
    for space in range(S.SPACES):
        taken += s.market[space] != S.NONE
    for k in range(i, n):
        place = int64(actions[k])
        if place < S.TO_LEFT or place > S.TO_RIGHT:
            return k
        space = int64(S.LEFT if place == S.TO_LEFT else S.RIGHT if place == S.TO_RIGHT else S.MIDDLE)
        parts = part(sink, k, c.PLACE_N, 1) + part(sink, k, c.PLACE_MARKET, 1) + low_part(s, sink, k, p)
        if taken == S.SPACES - 1:  # the last one that is free
            parts += reset_parts(s, t, sink, k, p, int64(1))
        parts += silver_parts(s, t, sink, k, p, min(less_silver - int64(t.space_silver[space]), 0))
        parts += virtue_parts(s, t, sink, k, p, min(less_virtue - int64(t.space_virtue[space]), 0))
        lacks = int64(0)
        if own & t.fires[S.AT_MARKET] != NOBODY:
            more, lacks = bonus_parts(s, t, sink, k, p)
            parts += more
        if place == S.TO_MIDDLE_HIRE:
            parts += hire_parts(s, t, sink, k, p, unbanned_places(s, t, p, int64(s.filled)), is_early(s, t))
        elif place == S.TO_MIDDLE_DRAW:
            parts += draw_parts(s, sink, k, p, int64(1))
        elif wants(s, GOODS_COLUMNS):
            more, more_lacks = goods_parts(s, t, sink, k, p, t.row_goods[goods_row(s, t, space)])
            parts += more
            lacks += more_lacks
        put_parts(sink, k, parts + completing_part(s, sink, k, lacks))
    return n


@cold
def bonus_parts(s, t, sink, i, p):
    """Goods that own apprentices add in the market, and how many of them the nearest project lacks."""
    parts, lacks = int64(0), int64(0)
    for what in range(S.GOLD):
        gained = bonus(s, t, p, int64(S.AT_MARKET), what)
        if gained > 0:
            more, more_lacks = gain_parts(s, t, sink, i, p, what, gained)
            parts += more
            lacks += more_lacks
    return parts, lacks
