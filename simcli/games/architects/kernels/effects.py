"""What cards do: chains of rows (kind, a, b, c, next), one branch a kind; questions wait on the stack until they are answered."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, alone_most, amount_of, gain, lose, number_of, pay_good, times_part
from simcli.games.architects.kernels.chance import put_apprentice_under, put_building_under
from simcli.games.architects.kernels.stack import NOBODY, forget_total, push

STOP_BIT = ONE << uint64(S.STOP)
FREE, MAY_STOP, MAY_RANSOM, PER_CAPTURE = 1, 2, 4, 8
"""What the number of a waiting capture or hiring says: bits, and how many captures times eight."""


@cold
def run_row(s, t, row, p, times):
    """Carries out a chain from a row on; true when a question was asked, which is then on top of the stack."""
    while row != 0:
        kind, a, b, following = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row]), int64(t.next[row])
        mark(s, p, S.ROW_EFFECTS + kind)
        if kind == S.GAIN:
            gain(s, t, p, a, b * times)
        elif kind == S.COUNT:
            times = amount_of(s, t, p, a) // b  # AW-G07
            following = following if times > 0 else 0
        elif kind == S.IF:
            n = amount_of(s, t, p, a)
            following = following if b <= n and n <= int64(t.c[row]) else 0
        elif kind == S.PAY:
            if amount_of(s, t, p, a) < b:
                return False
            pay_good(s, p, a, b)
        elif kind == S.LOSE:
            lose(s, t, p, a, b * times)
        elif kind == S.MOST:
            following = following if alone_most(s, t, p, a) else 0
        elif kind == S.EACH:
            push_each(s, following, p)
            return False
        elif kind == S.RELEASE:
            release(s, p, b)
        else:
            return ask_row(s, t, row, p, times)
        if s.n_asked > 0 and following != 0:  # a debt is asked about before the chain goes on
            push(s, following, p, times)
            return False
        row = following
    return False


@cold
def ask_row(s, t, row, p, times):
    """A row that asks; true when it does so itself, and not with the question of a rule that is put on the stack."""
    kind, a, b, c = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row]), int64(t.c[row])
    if kind < S.CAPTURING:
        if answers_to(s, t, row, p) & ~STOP_BIT == NOBODY:
            return False
        push(s, row, p, times)
        s.actor = p
        s.phase = S.CHOICE if kind == S.CHOOSE else S.FORGIVING if kind == S.FORGIVE else S.LIBRARY if kind == S.DISCARD else S.DISMISS
        return True
    if t.next[row] != 0:
        push(s, int64(t.next[row]), p, times)
    if kind == S.CAPTURING:
        push(s, S.DO_CAPTURES, p, a * PER_CAPTURE + FREE + MAY_STOP * c + MAY_RANSOM * b)
    elif kind == S.HIRING:
        push(s, S.DO_HIRING, p, FREE + MAY_STOP * c)
    elif kind == S.AGAIN:
        push(s, S.DO_CRANE, p, c)
    return False


@kernel
def push_each(s, row, p):
    """The rest of a chain for every seat in turn order, the seat itself first."""
    q = p
    for _ in range(s.n_players):
        q = int64(s.n_players) - 1 if q == 0 else q - 1
        push(s, row, q, 1)


@kernel
def release(s, p, n):
    """Own workers leave the Prison for the supply."""
    freed = min(int64(n), int64(s.amount[p, S.PRISON]))
    s.amount[p, S.PRISON] -= freed
    s.freed[p] += freed
    s.amount[p, S.SUPPLY] += freed


@kernel
def free_captured(s, p, captor):
    """Own workers leave the captured area of a seat for the supply."""
    n = int64(s.captured[captor, p])
    s.captured[captor, p] = 0
    forget_total(s, captor)
    s.amount[captor, S.CAPTURED] -= n
    s.amount[p, S.HELD] -= n
    s.freed[p] += n
    s.amount[p, S.SUPPLY] += n


@kernel
def free_all_captured(s, p):
    """AW-A10c: own workers leave the captured areas of all others."""
    for q in range(s.n_players):
        free_captured(s, p, q)


# Questions of rows


@kernel
def answers_to(s, t, row, p):
    """Legal answers to a row that asks, as a mask; nothing but STOP when it cannot be carried out."""
    kind, a = int64(t.kind[row]), int64(t.a[row])
    mask = STOP_BIT if t.c[row] == 1 else NOBODY
    if kind == S.CHOOSE:
        return mask | ((ONE << uint64(a)) - ONE)
    if kind == S.FORGIVE:
        return mask | ONE if s.amount[p, S.UNPAID] > 0 else mask
    if kind == S.DISCARD:
        return mask | first_copies(t.building_type, t.later_buildings, s.hand[p])
    return mask | first_copies(t.apprentice_type, t.later_apprentices, s.apprentices[p])


@kernel
def first_copies(types, later, cards):
    """A mask of cards with the lowest of equal ones only: which copy is meant makes no difference. `later`: all but first copies."""
    out = cards
    rest = cards & later
    while rest != NOBODY:
        card = lowest_bit(rest)
        rest &= rest - ONE
        for k in range(card):
            if types[k] == types[card] and (cards >> uint64(k)) & ONE != NOBODY:
                out &= ~(ONE << uint64(card))
    return out


@kernel
def answer_row(s, t, code):
    """Takes an answer to the row on top of the stack."""
    f = int64(s.n_pending) - 1
    s.n_pending = f
    row, p, times = int64(s.pending_row[f]), int64(s.pending_seat[f]), int64(s.pending_n[f])
    if code == S.STOP:
        return
    kind = int64(t.kind[row])
    if kind == S.CHOOSE:
        push(s, int64(t.b[row]) + int64(code), p, times)
        return
    if t.next[row] != 0:
        push(s, int64(t.next[row]), p, times)
    if kind == S.FORGIVE:
        s.amount[p, S.UNPAID] -= 1  # AW-DB04
    elif kind == S.DISCARD:
        discard_building(s, p, code)
    else:
        dismiss(s, p, code)


@kernel
def dismiss(s, p, card):
    """An own apprentice goes under the deck; what it brought stays (AW-A06c)."""
    s.apprentices[p] &= ~(ONE << uint64(card))
    put_apprentice_under(s, card)


@kernel
def discard_building(s, p, card):
    """A building card of the hand goes under the deck."""
    s.hand[p] &= ~(ONE << uint64(card))
    s.amount[p, S.CARDS] -= 1
    put_building_under(s, p, card)


# Worth of a chain that asks nothing


@hot
def worth(s, t, p, row, of):
    """What a chain gives of one amount, without carrying it out: points or virtue of buildings at the end."""
    if (int64(t.moves[row]) >> of) & 1 == 0:
        return int64(0)
    goods = t.row_goods[row]
    return number_of(goods, of) if goods != NOBODY else worth_of_rows(s, t, p, row, of)


@cold
def worth_of_rows(s, t, p, row, of):
    """The same, where it hangs on a condition: at once for a chain of one and a gain, otherwise row by row."""
    gives = int64(t.gives[row])
    if gives != 0:
        kind, a = int64(t.kind[row]), int64(t.a[row])
        if kind == S.MOST:
            return gives if alone_most(s, t, p, a) else int64(0)
        n = amount_of(s, t, p, a)
        if kind == S.COUNT:
            return gives * max(times_part(n, t.part[row]), 0)
        return gives if int64(t.b[row]) <= n and n <= int64(t.c[row]) else int64(0)
    times = int64(1)
    sum_ = int64(0)
    while row != 0:
        kind, a, b = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row])
        following = int64(t.next[row])
        if kind == S.GAIN:
            sum_ += b * times if a == of else 0
        elif kind == S.LOSE:
            sum_ -= b * times if a == of else 0
        elif kind == S.COUNT:
            times = amount_of(s, t, p, a) // b
            following = following if times > 0 else 0
        elif kind == S.IF:
            n = amount_of(s, t, p, a)
            following = following if b <= n and n <= int64(t.c[row]) else 0
        elif kind == S.MOST:
            following = following if alone_most(s, t, p, a) else 0
        row = following
    return sum_


@kernel
def mark_weighed(s, t, p, row, trigger):
    """Marks a chain that was weighed and gave something, not carried out row by row."""
    mark(s, p, S.TRIGGER_EFFECTS + trigger)
    while row != 0:
        mark(s, p, S.ROW_EFFECTS + int64(t.kind[row]))
        row = int64(t.next[row])
