"""What captures, and workers that come back, are worth to a placement."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, tax_due
from simcli.games.architects.kernels.features.points import leader_of_others
from simcli.games.columns import architects as c

REFILL, CROWD = 5, 3
"""Workers in the supply that are few; workers at a place that are many."""
PAIR, TWELFTHS = 2, 12
BACK = 1 << c.PLACE_OWN_BACK | 1 << c.PLACE_REFILL
LEADER = 1 << c.PLACE_LEADER_CATCH | 1 << c.PLACE_IDLE_CATCH
CATCHES = 1 << c.PLACE_RIVALS | 1 << c.PLACE_BIG_CATCH | 1 << c.PLACE_CATCH_EACH | 1 << c.PLACE_GOLD_CATCH | 1 << c.PLACE_OWN_SHARE


@kernel
def biggest_of_others(s, p):
    """Workers of the biggest group of any other player at an open place."""
    most = int64(0)
    for location in range(S.LOCATIONS):
        for q in range(s.n_players):
            if q != p:
                most = max(most, int64(s.at[location, q]))
    return most


@kernel
def gold_of(s, t, q):
    """Gold that the next worker of a seat at the mines brings."""
    return (int64(s.at[S.MINES, q]) + 1) // int64(t.gold_per)


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
def put_back(s, sink, i, p, n):
    """Own workers that come back."""
    put(sink, i, c.PLACE_OWN_BACK, n)
    if s.amount[p, S.SUPPLY] <= REFILL:
        put(sink, i, c.PLACE_REFILL, n)


@cold
def put_captures(s, t, sink, i, p, there):
    """The best place for captures: workers of the biggest groups of others, and own ones."""
    if not wants(s, CATCHES | LEADER | BACK):
        return
    silver = int64(s.amount[p, S.SILVER]) - tax_due(s, t, p, int64(t.capture_tax))
    captures = min(there, 1 + silver // max(int64(t.capture_silver), 1))
    most, own, gold = int64(0), int64(0), int64(0)
    own_open = int64((t.groups_open[p] >> uint64(p)) & ONE)  # GO-23
    for location in range(S.LOCATIONS):
        own = max(own, int64(s.at[location, p]) * own_open)
        sum_, gold_here = int64(0), int64(0)
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
            gold_here += biggest // int64(t.gold_per) if location == S.MINES else int64(0)
        most, gold = max(most, sum_), max(gold, gold_here)
    put(sink, i, c.PLACE_RIVALS, most)
    put(sink, i, c.PLACE_BIG_CATCH, max(most - CROWD, 0))
    put(sink, i, c.PLACE_CATCH_EACH, max(most - CROWD, 0) * TWELFTHS // (int64(s.n_players) - 1))
    put(sink, i, c.PLACE_GOLD_CATCH, gold)
    if has_captured_least(s, p):
        put(sink, i, c.PLACE_OWN_SHARE, max(most - CROWD, 0))
    if wants(s, LEADER):
        put(sink, i, c.PLACE_LEADER_CATCH, max(biggest_group(s, leader_of_others(s, t, p)) - PAIR, 0))
        idle = int64(0)
        for q in range(s.n_players):
            if is_idle(s, p, q):
                idle = max(idle, biggest_group(s, q))
        put(sink, i, c.PLACE_IDLE_CATCH, max(idle - PAIR, 0))
    put_back(s, sink, i, p, own)


@kernel
def biggest_group(s, q):
    """Workers of the biggest group of a seat at an open place."""
    most = int64(0)
    for location in range(S.LOCATIONS):
        most = max(most, int64(s.at[location, q]))
    return most
