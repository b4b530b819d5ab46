"""What waits: rows of effects and steps of the rules, the last one pushed comes first."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import hot, kernel
from simcli.engine.mark import counts, mark
from simcli.games.architects import state as S

NOBODY = uint64(0)


@hot
def push(s, row, p, n):
    """A row or step of seat p is put on the stack."""
    f = int64(s.n_pending)
    s.pending_row[f] = row
    s.pending_seat[f] = p
    s.pending_n[f] = n
    s.n_pending = f + 1


@hot
def forget_total(s, p):
    """What a seat has changes: its points as things stand are found anew (`features.points.find_totals`)."""
    s.steady_kept &= ~(int64(1) << int64(p))


@kernel
def fire(s, t, trigger, p, cards):
    """Pushes the rows that start with a trigger, of the apprentices in a mask: they run in the order of the cards."""
    own = cards & t.fires[trigger]
    while own != NOBODY:
        card = highest_bit(own)
        own &= ~(uint64(1) << uint64(card))
        mark(s, p, S.TRIGGER_EFFECTS + trigger)
        push(s, int64(t.head[trigger, card]), p, 1)


@kernel
def fire_board(s, t, trigger, p, times):
    """Pushes the row that starts with a trigger, of a seat's player board."""
    row = int64(t.board_row[trigger, s.board[p]])
    if row != 0:
        mark(s, p, S.TRIGGER_EFFECTS + trigger)
        push(s, row, p, times)


@kernel
def highest_bit(mask):
    """Number of the highest set bit of a mask that is not empty."""
    bit = lowest_bit(mask)
    mask &= mask - uint64(1)
    while mask != NOBODY:
        bit = lowest_bit(mask)
        mask &= mask - uint64(1)
    return bit


@kernel
def standing(s, t, p, what, cards):
    """A standing number of the apprentices in a mask and of the player board."""
    n = int64(s.power[p, what])
    own = cards & t.stands[what]
    while own != NOBODY:
        n += int64(t.standing[what, lowest_bit(own)])
        own &= own - uint64(1)
    return n


@kernel
def mark_standing(s, t, p, what, cards):
    """Marks that a standing number has changed what is paid or gained, if the seat has one."""
    if counts(s) and standing(s, t, p, what, cards) > 0:
        mark(s, p, S.STANDING_EFFECTS + what)
