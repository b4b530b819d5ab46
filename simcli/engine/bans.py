"""Restricted play: items a seat may neither take nor use, those it must take, and the weights of seats that do not see everything.

A game asks `is_banned` where an action would take or use an item; what that means is its rule. What takes an item follows from that:
the actions that a ban of it would leave out. A seat that must take an item has only these to choose from, where there is one.
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.contract import legal_actions
from simcli.engine.header import BAN_WORDS
from simcli.engine.kernel import cold, hot, kernel


@kernel
def restrict_seats(s, strategies, scratch):
    """Restricts every seat: by the bans of its strategy (`strategies[k].banned`, its record) and its own (`scratch.seat_banned`), by what
    both must take (`must`, `seat_must`) and are not denied, and by what it does not see (`scratch.blind_rows`)."""
    scratch.musts = 0
    for p in range(s.n_players):
        scratch.rows[p] = scratch.seats[p] + scratch.blind_rows[p]
        for word in range(BAN_WORDS):
            bans = strategies[scratch.seats[p]].banned[word] | scratch.seat_banned[p, word]
            must = (strategies[scratch.seats[p]].must[word] | scratch.seat_must[p, word]) & ~bans
            s.banned[p, word] = bans
            scratch.must[p, word] = must
            if bans | must != 0:
                s.restricted = 1
            if must != 0:
                scratch.musts |= int64(1) << int64(p)


@kernel
def list_actions(s, t, scratch):
    """Lists in scratch.actions what `s.actor` may choose: the legal actions; of a seat that must take items those that take one, where
    there are any. Returns how many.

    Legal actions are listed twice then, with what must be taken banned and last without, so that what a game keeps of a list in its record
    is that of the second; in one place, since the compiler copies a game's rules into each.
    """
    must = (scratch.musts >> int64(s.actor)) & 1 == 1
    without = int64(-1)
    if must:
        ban_musts(s, scratch)
    while True:
        n = legal_actions(s, t, scratch.actions)
        if not must:
            return n if without < 0 else leave_takers(scratch, n, without)
        must = False
        without = n
        allow_musts(s, scratch, n)


@cold
def ban_musts(s, scratch):
    """Bans what the seat to decide must take."""
    for word in range(BAN_WORDS):
        s.banned[s.actor, word] |= scratch.must[s.actor, word]


@cold
def allow_musts(s, scratch, n):
    """Allows it again, and keeps the n actions of the list without it."""
    for word in range(BAN_WORDS):
        s.banned[s.actor, word] &= ~scratch.must[s.actor, word]
    for i in range(n):
        scratch.without[i] = scratch.actions[i]


@cold
def leave_takers(scratch, n, without):
    """Leaves of n actions those that are not among the `without` others, where there are any; both ascend. Returns how many."""
    taking = 0
    j = 0
    for i in range(n):
        while j < without and scratch.without[j] < scratch.actions[i]:
            j += 1
        if j == without or scratch.without[j] != scratch.actions[i]:
            scratch.actions[taking] = scratch.actions[i]
            taking += 1
    return taking if taking > 0 else n


@hot
def is_banned(s, p, item):
    """Whether item number `item` of the catalogue is banned for seat p. Ask `s.restricted` first where time counts."""
    return (s.banned[p, item >> 6] >> uint64(item & 63)) & uint64(1) != 0


@kernel
def unbanned(s, p, mask, first):
    """`mask` without the bits of banned items, bit b standing for item first + b; all of `mask` when nothing would be left."""
    left = mask
    rest = 0
    while mask >> rest != 0:
        if (mask >> rest) & 1 and is_banned(s, p, int64(first) + rest):
            left &= ~(int64(1) << rest)
        rest += 1
    return left if left != 0 else mask
