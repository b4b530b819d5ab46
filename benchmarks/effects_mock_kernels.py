"""State, verbs and interpreter of the mock in effects_mock.py: card effects as data rows, run from a stack of pending rows.

What a card does is a chain of rows (kind, a, b, c, next). `run` carries out the chain on top of the stack until a row asks a
question, whose legal answers are then a bit mask in s.asks; `answer` takes one, and `run` goes on. The verbs (`gain`, `draw`, ...)
are shared with the functions that effects_mock_rows.py writes, one per effect, for comparison.
"""

from __future__ import annotations

import os

import numpy as np
from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, entry, kernel

SEATS, STACK, CHUNK = 4, 16, 64
STORAGE = 12

CLOTH, LEATHER, METAL, WOOD, GEM, MAGIC, SILVER, VIRTUE, DEBT, POINTS, PRISON, CAPTURED, LEVEL, CARDS, QUESTS, NAMED = range(16)
"""Amounts of a player. NAMED stands for the kind named a moment ago."""
GOODS, COLOURS, FACES = 6, 3, 12

NOTHING, GAIN, COUNT, IF, PAY, LOSE, MOST, EACH, DRAW, STANDING, RELEASE = range(11)
CHOOSE, NAME, DISCARD, DRAW_NAMED, ACTION, SWAP, STEAL, BUY, QUEST, BAGGAGE = range(11, 21)
"""Kinds of rows; those of the second line ask a question, the last five are kinds of one card each."""
ALL, NEXT = 0, 1

i4, u1, u2, u4, u8 = np.int32, np.uint8, np.uint16, np.uint32, np.uint64
STATE = np.dtype(
    [
        ("amount", i4, (SEATS, 16)),
        ("stock", u4, (8,)),
        ("hand", u1, (SEATS, 16)),
        ("deck", u1, (4, 32)),
        ("deck_next", u4, (4,)),
        ("discards", u1, (16,)),
        ("standing", u1, (SEATS, 16)),
        ("spaces", u1, (SEATS, 8)),
        ("quests", u1, (8,)),
        ("pending_row", u2, (STACK,)),
        ("pending_stage", u1, (STACK,)),
        ("pending_seat", u1, (STACK,)),
        ("pending_times", u1, (STACK,)),
        ("pending_named", u1, (STACK,)),
        ("pending_step", u1, (STACK,)),
        ("n_pending", u4),
        ("asks", u8),
    ],
    align=True,
)
MAX_ROWS = 256
TABLES = np.dtype(
    [(name, u1, (MAX_ROWS,)) for name in ("kind", "a", "b", "c", "next")] + [("head", u2, (CHUNK * 2,))],
    align=True,
)

rare = cold if os.environ.get("EFFECTS_COLD", "1") == "1" else kernel
"""The decorator of what is rare or big: both are measured."""


# verbs: what the kinds do to the state


@kernel
def gain(s, p, what, n):
    """n of an amount: goods as far as stock and storage go, virtue up to 14, a card from the first deck."""
    if what < GOODS:
        held = int64(0)
        for k in range(GOODS):
            held += s.amount[p, k]
        got = max(min(n, int64(s.stock[what]), STORAGE - held), 0)
        s.stock[what] -= got
        s.amount[p, what] += got
    elif what == VIRTUE:
        s.amount[p, VIRTUE] += n
        while s.amount[p, VIRTUE] > 14:
            s.amount[p, VIRTUE] -= 1
            if s.amount[p, DEBT] > 0:
                s.amount[p, DEBT] -= 1
    elif what == CARDS:
        draw(s, p, 0, n)
    else:
        s.amount[p, what] += n


@kernel
def lose(s, p, what, n):
    """n of an amount, as far as it goes; virtue below 0 becomes debts."""
    lost = min(n, int64(s.amount[p, what]))
    s.amount[p, what] -= lost
    if what < GOODS:
        s.stock[what] += lost
    elif what == VIRTUE:
        s.amount[p, DEBT] += n - lost


@kernel
def pay(s, p, what, n):
    """Whether the seat had n of an amount and has paid it."""
    if s.amount[p, what] < n:
        return False
    lose(s, p, what, n)
    return True


@kernel
def alone_most(s, p, what):
    """Whether the seat has more of an amount than every other."""
    alone = True
    for q in range(SEATS):
        alone = alone and (q == p or s.amount[q, what] < s.amount[p, what])
    return alone


@kernel
def draw(s, p, colour, n):
    """n cards of a colour; what is over the hand limit is sold."""
    for _ in range(n):
        face = int64(s.deck[colour, s.deck_next[colour]])
        s.deck_next[colour] = (s.deck_next[colour] + 1) % 32
        s.hand[p, face] += 1
        s.amount[p, CARDS] += 1
    face = 0
    while s.amount[p, CARDS] > 6 + int64(s.standing[p, 1]):
        if s.hand[p, face] > 0:
            s.hand[p, face] -= 1
            s.discards[face] += 1
            s.amount[p, CARDS] -= 1
            s.amount[p, SILVER] += 2
        else:
            face += 1


@kernel
def stand(s, p, slot, n):
    """A standing number of the seat comes, or goes if it is there."""
    s.standing[p, slot] = n - min(int64(s.standing[p, slot]), n)


@kernel
def release(s, p, n):
    """Workers leave the prison."""
    s.amount[p, PRISON] -= min(n, int64(s.amount[p, PRISON]))


# questions: the legal answers as a mask (0: nothing to ask), and what an answer does


@kernel
def nameable(s, p):
    """Kinds of goods in the stock that the seat may name: rare ones with access only."""
    mask = int64(0)
    for k in range(GOODS):
        mask |= int64(s.stock[k] > 0 and (k < GEM or s.standing[p, k] > 0)) << k
    return mask


@kernel
def discardable(s, p, step, n):
    """Faces of the hand, until n are discarded."""
    mask = int64(0)
    if step < n:
        for face in range(FACES):
            mask |= int64(s.hand[p, face] > 0) << face
    return mask


@kernel
def discard(s, p, face):
    """A card leaves the hand."""
    s.hand[p, face] -= 1
    s.discards[face] += 1
    s.amount[p, CARDS] -= 1


@kernel
def colour_choices(n, named, other):
    """Multisets of n colours; of one colour, not the one named before if another is asked for."""
    if n == 1:
        return int64(7) & ~(int64(other) << int64(named))
    return int64(63) if n == 2 else int64(1023)


@kernel
def draw_colours(s, p, n, code):
    """Draws the multiset with this number."""
    k = int64(0)
    for first in range(COLOURS):
        if n == 1:
            if code == first:
                draw(s, p, first, 1)
            continue
        for second in range(first, COLOURS):
            if n == 2:
                if code == k:
                    draw(s, p, first, 1)
                    draw(s, p, second, 1)
                k += 1
                continue
            for third in range(second, COLOURS):
                if code == k:
                    draw(s, p, first, 1)
                    draw(s, p, second, 1)
                    draw(s, p, third, 1)
                k += 1


@rare
def act(s, p, which, code):
    """An action of the rules without its price: gather, capture, hire."""
    if which == 0:
        gain(s, p, code, 3)
    elif which == 1:
        for q in range(SEATS):
            if q != p:
                s.amount[q, PRISON] += code & 1
                s.amount[p, CAPTURED] += code & 1
    else:
        s.standing[p, 8 + code] = 1
        gain(s, p, VIRTUE, code & 1)


@rare
def swaps(s, p, step):
    """Pairs give * 6 + take that can be exchanged, and 36: stop; none once as many are done as goods are held."""
    mask = int64(0)
    held = int64(0)
    for give in range(GOODS):
        held += s.amount[p, give]
        if s.amount[p, give] > 0:
            for take in range(GOODS):
                mask |= int64(take != give and s.stock[take] > 0) << (give * GOODS + take)
    return mask | (int64(1) << 36) if step < held and mask != 0 else int64(0)


@rare
def swap(s, p, code):
    """One exchange; true for stop."""
    if code == 36:
        return True
    give, take = code // GOODS, code % GOODS
    s.amount[p, give] -= 1
    s.stock[give] += 1
    s.stock[take] -= 1
    s.amount[p, take] += 1
    return False


@rare
def victims(s, p):
    """Seat * 6 + kind of every good that another seat holds."""
    mask = int64(0)
    for q in range(SEATS):
        if q != p:
            for k in range(GOODS):
                mask |= int64(s.amount[q, k] > 0) << (q * GOODS + k)
    return mask


@rare
def steal(s, p, code):
    """A good changes hands."""
    s.amount[code // GOODS, code % GOODS] -= 1
    s.stock[code % GOODS] += 1
    gain(s, p, code % GOODS, 1)


@rare
def relics(s, p):
    """Faces 0 to 5 that lie in the discards and can be paid, and 6: stop."""
    mask = int64(0)
    if s.amount[p, SILVER] >= 3:
        for face in range(6):
            mask |= int64(s.discards[face] > 0) << face
    return mask | 64 if mask != 0 else int64(0)


@rare
def buy(s, p, face):
    """A relic is bought; true for stop."""
    if face == 6:
        return True
    s.amount[p, SILVER] -= 3
    s.discards[face] -= 1
    s.hand[p, face] += 1
    s.amount[p, CARDS] += 1
    return False


@rare
def single_quests(s):
    """Places of quests with one item."""
    mask = int64(0)
    for place in range(5):
        mask |= int64(s.quests[place] % 2 == 1) << place
    return mask


@rare
def take_quest(s, p, place):
    """A quest is taken and the place refilled."""
    s.amount[p, QUESTS] += 1
    s.quests[place] = (s.quests[place] * 5 + 3) % 48


@rare
def free_spaces(s, p):
    """Places without a token."""
    mask = int64(0)
    for place in range(7):
        mask |= int64(s.spaces[p, place] == 0) << place
    return mask


@rare
def lay_baggage(s, p, place):
    """The token is laid down, or moved."""
    for other in range(7):
        if s.spaces[p, other] == 2:
            s.spaces[p, other] = 0
    s.spaces[p, place] = 2


# the stack of rows that wait


@kernel
def push(s, row, stage, p, times, named, step):
    """A row (of the interpreter) or an effect and its stage (of the functions) is put on the stack."""
    f = s.n_pending
    s.pending_row[f] = row
    s.pending_stage[f] = stage
    s.pending_seat[f] = p
    s.pending_times[f] = times
    s.pending_named[f] = named
    s.pending_step[f] = step
    s.n_pending = f + 1


@kernel
def push_each(s, row, stage, p, who, times, named):
    """The rest of a chain for the next seat, or for all in turn order, the seat itself first."""
    if who == NEXT:
        push(s, row, stage, (p + 1) % SEATS, times, named, 0)
    else:
        for k in range(SEATS):
            push(s, row, stage, (p + SEATS - 1 - k) % SEATS, times, named, 0)


@kernel
def choosable(s, t, p, a, b, c):
    """Options of `choose` whose first row can be carried out, and the last code for none of them."""
    mask = int64(c) << int64(a)
    for i in range(a):
        row = b + i
        mask |= int64(t.kind[row] != PAY or s.amount[p, t.a[row]] >= int64(t.b[row])) << i
    return mask


@kernel
def question(s, t, kind, p, a, b, c, named, step):
    """Legal answers to the row of an asking kind; 0 when it is done or cannot be."""
    if kind == CHOOSE:
        return choosable(s, t, p, a, b, c)
    if kind == NAME:
        return nameable(s, p)
    if kind == DISCARD:
        return discardable(s, p, step, b)
    if kind == DRAW_NAMED:
        return colour_choices(b, named, c) if step == 0 else int64(0)
    if kind == ACTION:
        return int64(a) if step < b else int64(0)
    return rare_question(s, kind, p, step)


@rare
def rare_question(s, kind, p, step):
    """The same for kinds of one card."""
    if kind == SWAP:
        return swaps(s, p, step)
    if kind == STEAL:
        return victims(s, p)
    if kind == BUY:
        return relics(s, p)
    if kind == QUEST:
        return single_quests(s)
    return free_spaces(s, p)


@cold
def run(s, t):
    """Carries out what is on the stack until it is empty or a row asks."""
    while s.n_pending > 0:
        f = int64(s.n_pending) - 1
        s.n_pending = f
        row, p, times = int64(s.pending_row[f]), int64(s.pending_seat[f]), int64(s.pending_times[f])
        named, step = int64(s.pending_named[f]), int64(s.pending_step[f])
        while row != 0:
            kind, a, b, c, following = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row]), int64(t.c[row]), int64(t.next[row])
            if kind >= CHOOSE:
                mask = question(s, t, kind, p, a, b, c, named, step)
                if mask != 0:
                    push(s, row, 0, p, times, named, step)
                    s.asks = uint64(mask)
                    return
                step = 0
                if kind <= NAME:
                    following = 0
            elif kind == GAIN:
                gain(s, p, named if a == NAMED else a, b * times)
            elif kind == COUNT:
                times = int64(s.amount[p, a]) // b
                following = following if times > 0 else 0
            elif kind == IF:
                following = following if b <= s.amount[p, a] and s.amount[p, a] <= c else 0
            elif kind == PAY:
                following = following if pay(s, p, a, b) else 0
            elif kind == LOSE:
                lose(s, p, named if a == NAMED else a, b * times)
            elif kind == MOST:
                following = following if alone_most(s, p, a) else 0
            elif kind == EACH:
                push_each(s, following, 0, p, a, times, named)
                following = 0
            elif kind == DRAW:
                draw(s, p, a, b)
            elif kind == STANDING:
                stand(s, p, a, b)
            elif kind == RELEASE:
                release(s, p, b)
            row = following


@cold
def answer(s, t, code):
    """Takes an answer to the row on top of the stack."""
    f = int64(s.n_pending) - 1
    row, p = int64(s.pending_row[f]), int64(s.pending_seat[f])
    kind, a, b = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row])
    following = int64(t.next[row])
    s.asks = 0
    if kind == CHOOSE:
        following = b + code if code < a else 0
    elif kind == NAME:
        s.pending_named[f] = code
    elif kind == DISCARD:
        discard(s, p, code)
        s.pending_step[f] += 1
        following = row
    elif kind == DRAW_NAMED:
        draw_colours(s, p, b, code)
        s.pending_named[f] = code
    elif kind == ACTION:
        act(s, p, int64(t.c[row]), code)
        s.pending_step[f] += 1
        following = row
    elif not rare_answer(s, kind, p, code):
        s.pending_step[f] += 1
        following = row
    if following != row:
        s.pending_step[f] = 0
    s.pending_row[f] = following


@rare
def rare_answer(s, kind, p, code):
    """The same for kinds of one card; true when the row is done."""
    if kind == SWAP:
        return swap(s, p, code)
    if kind == STEAL:
        steal(s, p, code)
    elif kind == BUY:
        return buy(s, p, code)
    elif kind == QUEST:
        take_quest(s, p, code)
    else:
        lay_baggage(s, p, code)
    return True


@kernel
def pick(mask, x):
    """One of the bits of a mask, by a number."""
    for _ in range(int64((x >> uint64(33)) % uint64(count_bits(mask)))):
        mask &= mask - uint64(1)
    return lowest_bit(mask)


@entry
def play_rows(states, t, order, n):
    """Applies n effects in the given order with random answers; returns how many questions were asked."""
    s = states[0]
    asked = 0
    x = uint64(1)
    for i in range(n):
        if i % CHUNK == 0:
            states[0] = states[1]
        push(s, t.head[order[i & 4095]], 0, i & 3, 1, 0, 0)
        run(s, t)
        while s.asks != 0:
            x = x * uint64(6364136223846793005) + uint64(1442695040888963407)
            asked += 1
            answer(s, t, pick(s.asks, x))
            run(s, t)
    return asked
