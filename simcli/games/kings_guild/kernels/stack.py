"""What waits: rows of effects and steps of the rules, the last one pushed comes first."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import hot

NOBODY = uint64(0)
ONE = uint64(1)


@hot
def push(s, row, p, n, reg):
    """A row or step of seat p is put on the stack, which has room (`rules.run`); n: what it is about, reg: what its chain remembers."""
    f = int64(s.n_pending)
    s.pending_row[f] = row
    s.pending_seat[f] = p
    s.pending_n[f] = n
    s.pending_reg[f] = reg
    s.n_pending = f + 1


@hot
def bit(number):
    """The mask of one number."""
    return ONE << uint64(number)


@hot
def has(mask, number):
    """Whether a number is in a mask."""
    return (mask >> uint64(number)) & ONE != NOBODY
