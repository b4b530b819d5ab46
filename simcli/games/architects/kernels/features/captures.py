"""What captures, and workers that come back, are worth to a placement."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.sink import part, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, tax_due, times_part
from simcli.games.architects.kernels.features.points import leader_of_others
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.architects.kernels.town_centre import OF_A_LOCATION
from simcli.games.columns import architects as c

REFILL, CROWD = 5, 3
"""Workers in the supply that are few; workers at a place that are many."""
PAIR, TWELFTHS = 2, 12
WHOLE = 1 << S.FRACTION
BACK = 1 << c.PLACE_OWN_BACK | 1 << c.PLACE_REFILL
LEADER, IDLE = 1 << c.PLACE_LEADER_CATCH, 1 << c.PLACE_IDLE_CATCH
CATCHES = 1 << c.PLACE_RIVALS | 1 << c.PLACE_BIG_CATCH | 1 << c.PLACE_CATCH_EACH | 1 << c.PLACE_GOLD_CATCH | 1 << c.PLACE_OWN_SHARE


@kernel
def find_biggest(s):
    """Writes `biggest` of all seats, if workers have come back since it was found."""
    if s.biggest_kept == 1:
        return
    s.biggest_kept = 1
    for q in range(S.MAX_PLAYERS):
        s.biggest[q] = 0
    groups = s.groups
    while groups != NOBODY:
        group = lowest_bit(groups)
        groups &= groups - ONE
        location, q = group // S.MAX_PLAYERS, group % S.MAX_PLAYERS
        s.biggest[q] = max(int64(s.biggest[q]), int64(s.at[location, q]))


@kernel
def biggest_of_others(s, p):
    """Workers of the biggest group of any other player at an open place; see `find_biggest`."""
    most = int64(0)
    for q in range(s.n_players):
        if q != p:
            most = max(most, int64(s.biggest[q]))
    return most


@hot
def caught(s, p, location, captures, each):
    """What so many captures of the biggest groups of others bring at a place; each: what a worker of a group brings, see `times_part`.

    One capture brings the biggest group, as many as there are others all of them, one fewer all but the smallest: no group is looked for.
    """
    sum_, most, least = int64(0), int64(0), int64(WHOLE)
    for q in range(s.n_players):
        if q != p:
            n = int64(s.at[location, q])
            sum_ += times_part(n, each)
            most = max(most, n)
            least = min(least, n)
    spared = int64(s.n_players) - 1 - captures
    if captures == 1:
        return times_part(most, each)
    if spared <= 1:
        return sum_ - times_part(least, each) if spared == 1 else sum_
    return caught_of_many(s, p, location, captures, each, sum_)


@cold
def caught_of_many(s, p, location, captures, each, sum_):
    """The same where two groups stay or more, of what all bring together."""
    groups = (s.groups >> uint64(S.MAX_PLAYERS * location)) & uint64(OF_A_LOCATION) & ~(ONE << uint64(p))
    for _ in range(count_bits(int64(groups)) - captures):  # the smallest groups stay
        smallest, rest = lowest_bit(groups), groups
        while rest != NOBODY:
            q = lowest_bit(rest)
            rest &= rest - ONE
            if s.at[location, q] < s.at[location, smallest]:
                smallest = q
        groups &= ~(ONE << uint64(smallest))
        sum_ -= times_part(int64(s.at[location, smallest]), each)
    return sum_


@kernel
def best_catch(s, p, captures, crowd):
    """Most workers of others that so many captures bring at one place; crowd: `biggest_of_others`."""
    most = crowd
    if captures > 1:
        for location in range(S.LOCATIONS):
            if int64(s.crowd[location]) - int64(s.at[location, p]) > most:
                most = max(most, caught(s, p, location, captures, WHOLE))
    return most


@kernel
def gold_of(s, t, q):
    """Gold that the next worker of a seat at the mines brings."""
    return times_part(int64(s.at[S.MINES, q]) + 1, t.gold_part)


@kernel
def outpaced(s, t, p):
    """Gold a turn that the biggest group of another player at the mines brings beyond the own one."""
    most = int64(0)
    for q in range(s.n_players):
        if q != p:
            most = max(most, gold_of(s, t, q))
    return max(most - gold_of(s, t, p), 0)


@kernel
def is_idle(s, p, q):
    """Whether another player has captured less than half as many workers as the seat: who leaves it to the others to arrest."""
    return q != p and 2 * int64(s.taken[q]) < int64(s.taken[p])


@kernel
def has_captured_least(s, p):
    """Whether the seat has captured no more workers than the others on average."""
    others = int64(0)
    for q in range(s.n_players):
        others += int64(s.taken[q]) if q != p else int64(0)
    return int64(s.taken[p]) * (int64(s.n_players) - 1) <= others


@kernel
def back_parts(s, sink, i, p, n):
    """Own workers that come back."""
    parts = part(sink, i, c.PLACE_OWN_BACK, n)
    if s.amount[p, S.SUPPLY] <= REFILL:
        parts += part(sink, i, c.PLACE_REFILL, n)
    return parts


@kernel
def singled_out_parts(s, sink, i, p):
    """What there is to be caught beyond two workers of the other player with most points, and of one who has captured few."""
    parts, idle = int64(0), int64(0)
    if wants(s, LEADER):
        parts += part(sink, i, c.PLACE_LEADER_CATCH, max(int64(s.biggest[leader_of_others(s, p)]) - PAIR, 0))
    if wants(s, IDLE):
        for q in range(s.n_players):
            if is_idle(s, p, q):
                idle = max(idle, int64(s.biggest[q]))
        parts += part(sink, i, c.PLACE_IDLE_CATCH, max(idle - PAIR, 0))
    return parts


@cold
def capture_parts(s, t, sink, i, p, there, crowd):
    """The best place for captures: workers of the biggest groups of others, and own ones."""
    if not wants(s, CATCHES | LEADER | IDLE | BACK):
        return int64(0)
    silver = int64(s.amount[p, S.SILVER]) - tax_due(s, t, p, int64(t.capture_tax))
    captures = min(there, 1 + times_part(silver, t.capture_part))
    most, gold = best_catch(s, p, captures, crowd), caught(s, p, int64(S.MINES), captures, int64(t.gold_part))
    parts = part(sink, i, c.PLACE_RIVALS, most)
    parts += part(sink, i, c.PLACE_GOLD_CATCH, gold)
    if most > CROWD:
        parts += part(sink, i, c.PLACE_BIG_CATCH, most - CROWD)
        parts += part(sink, i, c.PLACE_CATCH_EACH, (most - CROWD) * TWELFTHS // (int64(s.n_players) - 1))
        if has_captured_least(s, p):
            parts += part(sink, i, c.PLACE_OWN_SHARE, most - CROWD)
    if crowd > PAIR:
        parts += singled_out_parts(s, sink, i, p)
    own = int64(s.biggest[p]) if (t.groups_open[p] >> uint64(p)) & ONE != NOBODY else int64(0)  # GO-23
    return parts + back_parts(s, sink, i, p, own)
