"""Restricted play: items a seat may neither take nor use, and the weights of seats that do not see everything.

A game asks `is_banned` where an action would take or use an item; what that means is its rule.
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.header import BAN_WORDS
from simcli.engine.kernel import hot, kernel


@kernel
def restrict_seats(s, strategies, scratch):
    """Restricts every seat: by the bans of its strategy (`strategies[k].banned`, its record) and its own (`scratch.seat_banned`), and by
    what it does not see (`scratch.blind_rows`)."""
    for p in range(s.n_players):
        scratch.rows[p] = scratch.seats[p] + scratch.blind_rows[p]
        for word in range(BAN_WORDS):
            bans = strategies[scratch.seats[p]].banned[word] | scratch.seat_banned[p, word]
            s.banned[p, word] = bans
            if bans != 0:
                s.restricted = 1


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
