"""What cards do: chains of rows (kind, a, b, c, next), one branch a kind; questions wait on the stack until they are answered."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.chance import next_seat
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import check_storage, gain, gatherable, kinds_of, lose, some, take_card, total_of
from simcli.games.kings_guild.kernels.board import put_baggage, room_for_baggage
from simcli.games.kings_guild.kernels.hire import bring_oldest
from simcli.games.kings_guild.kernels.quests import PER_ROOM, take_quest
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has, push
from simcli.games.kings_guild.kernels.treasures import colours_left, push_draws

ALL_KINDS = uint64((1 << S.RESOURCES) - 1)


@cold
def run_row(s, t, row, p, n, reg):
    """Carries out a chain from a row on; true when a question was asked, which is then on top of the stack.

    n: how often a row that asks is still to ask, 0 if it has not begun; reg: what the chain remembers.
    """
    while row != 0:
        kind, a, b, following = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row]), int64(t.next[row])
        if n == 0:
            mark(s, p, S.ROW_EFFECTS + kind)
        if kind == S.GAIN:
            gain(s, p, a, b, reg & S.REG_KIND)
            if t.kind[following] != S.GAIN:  # KG-AM-61
                if following != 0:
                    push(s, following, p, 0, reg)
                check_storage(s, t, p)
                return False
        elif kind == S.LOSE:
            lose(s, p, a, b, reg & S.REG_KIND)
        elif kind == S.PAY:
            if s.coins[p] < b:
                return False
            s.coins[p] -= b
        elif kind == S.IF:
            value = asked_of(s, t, a)
            if value < b or value > int64(t.c[row]):
                return False
        elif kind == S.EACH:
            push_each(s, following, p, a == 1, reg)
            return False
        elif kind == S.DRAW:
            if following != 0:
                push(s, following, p, 0, reg)
            push_draws(s, p, a, b, S.TO_HAND)
            return False
        elif kind == S.DO_ACTION:
            push(s, S.DO_HIRE if a == S.ACT_HIRE else S.DO_CRAFT if a == S.ACT_CRAFT else S.DO_GATHER, p, int64(t.c[row]), 0)
            return False
        elif kind == S.PLACE_ROOM:
            push(s, S.DO_SQUARE, p, a * PER_ROOM + S.GIVEN, 0)
            return False
        elif kind == S.TAKE_OLDEST:
            bring_oldest(s, t, p)
            return False
        else:
            left = row_left(s, t, row, p, n, reg)
            if left > 0:
                push(s, row, p, left, reg)
                s.actor = p
                s.phase = phase_of(kind)
                return True
            if left < 0:
                return False
            if kind == S.NAME:
                reg &= ~S.REG_KIND
        n = 0
        row = following
    return False


@kernel
def asked_of(s, t, what):
    """KG-SP-16, KG-SP-38: 1 if the quest crafted on bears a hero, or its items."""
    quest = int64(s.craft_quest[int64(s.n_crafts) - 1])
    if what == S.OF_ITEMS:
        return int64(t.items[quest])
    return int64(t.hero[quest] == what)


@kernel
def push_each(s, row, p, following_seat, reg):
    """The rest of a chain for all in turn order from the user, or the next player; hand limits before, after (KG-TR-36, KG-AM-59)."""
    if following_seat:
        q = int64(next_seat(s, p))
        if reg & S.REG_WARLOCK != 0:  # KG-SP-22
            q = p
        if q != p or reg & S.REG_WARLOCK != 0:  # KG-V-17
            push(s, S.DO_LIMIT, q, 0, 0)
            push(s, row, q, 0, reg)
    else:
        q = p
        for _ in range(s.n_players):
            q = int64(s.n_players) - 1 if q == 0 else q - 1
            push(s, S.DO_LIMIT, q, 0, 0)
            push(s, row, q, 0, reg)
    push(s, S.DO_LIMIT, p, 0, 0)


@kernel
def phase_of(kind):
    """The decision that a row asks for."""
    if kind == S.CHOOSE:
        return S.CHOICE
    if kind == S.DISCARDS:
        return S.DISCARD
    if kind == S.DRAW_NAMED:
        return S.COLOUR
    if kind == S.NAME:
        return S.KIND
    if kind == S.EXCHANGES:
        return S.EXCHANGE
    if kind == S.BRING_BAGGAGE:
        return S.BAGGAGE
    if kind == S.BUY_RELICS:
        return S.BUY
    if kind == S.STEAL_ONE:
        return S.STEAL
    return S.QUEST if kind == S.TAKE_QUEST else S.COPY


@kernel
def row_left(s, t, row, p, n, reg):
    """How often a row is still to ask; 0 if the chain goes on without, -1 if it ends."""
    kind, b = int64(t.kind[row]), int64(t.b[row])
    if kind == S.CHOOSE:
        return 1 if options_of(s, t, row, p, reg) != NOBODY else -1
    if kind == S.DISCARDS:
        return (b if n == 0 else n) if s.n_hand[p] > 0 else 0
    if kind == S.DRAW_NAMED:
        if n == 0:
            s.n_named = 0
        return (b if n == 0 else n) if colours_of(s, t, row, reg) != 0 else -1
    if kind == S.NAME:
        return 1 if kinds_named(s, t, row, p) != NOBODY else 0
    if kind == S.EXCHANGES:
        if n == 0:
            s.n_had = 0
        return total_of(s.held[p]) if n == 0 else n  # KG-AM-34
    if kind == S.BRING_BAGGAGE:  # KG-AM-58
        return 1 if s.baggage_out == 0 and room_for_baggage(s, t, p) > 0 else -1
    if kind == S.BUY_RELICS:
        return 1 if s.coins[p] >= b and s.discard_mask & t.relics != NOBODY else -1
    return 1


# What can be answered


@kernel
def options_of(s, t, row, p, reg):
    """Options of a choice that are possible, as a mask."""
    mask = NOBODY
    for i in range(int64(t.a[row])):
        if is_possible(s, t, int64(t.b[row]) + i, p, reg):
            mask |= bit(i)
    return mask


@kernel
def is_possible(s, t, row, p, reg):
    """Whether an option can be paid and, where a `draw_named` follows the payment, a colour can be named."""
    if t.kind[row] != S.PAY:
        return True
    if s.coins[p] < t.b[row]:
        return False
    following = int64(t.next[row])
    return t.kind[following] != S.DRAW_NAMED or colours_of(s, t, following, reg) != 0


@kernel
def colours_of(s, t, row, reg):
    """Colours a row lets the seat name, as a mask (KG-AM-45)."""
    return colours_left(s, t, reg if t.a[row] == 1 else 0)


@kernel
def kinds_named(s, t, row, p):
    """Kinds of resources a row lets the seat name, as a mask (KG-T-12)."""
    return kinds_of(gatherable(s, t, p)) if t.a[row] == 1 else ALL_KINDS


@kernel
def exchanges(s, p):
    """KG-SP-26, KG-AM-34: kind given times six plus kind taken, as a mask."""
    mask = NOBODY
    held, there = kinds_of(s.held[p]), kinds_of(s.stock)
    for kind in range(S.RESOURCES):
        if has(held, kind):
            mask |= (there & ~bit(kind)) << uint64(S.RESOURCES * kind)
    for i in range(min(int64(s.n_had), S.MOST_HAD)):
        for code in range(S.RESOURCES * S.RESOURCES):
            if s.had[i] == after_exchange(s.held[p], code):
                mask &= ~bit(code)
    return mask


@kernel
def after_exchange(held, code):
    """Resources after an exchange."""
    return held - some(code // S.RESOURCES, 1) + some(code % S.RESOURCES, 1)


@kernel
def thefts(s, p):
    """KG-SP-34: kind times eight plus seat, as a mask."""
    mask = NOBODY
    for q in range(s.n_players):
        if q != p:
            kinds = kinds_of(s.held[q])
            while kinds != NOBODY:
                mask |= bit(S.SEATS * lowest_bit(kinds) + q)
                kinds &= kinds - ONE
    return mask


@kernel
def copies(s, t):
    """KG-SP-39: specialists in any guild with an ability of being hired, but none that copies, as a mask."""
    mask = NOBODY
    for q in range(s.n_players):
        mask |= s.specialists[q]
    return mask & t.fires[S.HIRED] & ~t.copiers


# Answers


@cold
def answer_row(s, t, row, p, left, reg, code):
    """Takes an answer to a row that asked."""
    kind, following = int64(t.kind[row]), int64(t.next[row])
    if code == S.STOP:
        return
    if kind == S.CHOOSE:
        push(s, int64(t.b[row]) + code, p, 0, reg & ~S.REG_HELD)
    elif kind == S.DRAW_NAMED:
        name_colour(s, t, row, p, left, reg, code)
    elif kind == S.NAME:
        push(s, following, p, 0, (reg & ~S.REG_KIND) | (code + 1))
    elif kind == S.EXCHANGES:
        s.had[int64(s.n_had) % S.MOST_HAD] = s.held[p]
        s.n_had += 1
        after = after_exchange(s.held[p], code)
        s.stock = s.stock + s.held[p] - after
        s.held[p] = after
        if left > 1:
            push(s, row, p, left - 1, reg)
    elif kind == S.BRING_BAGGAGE:
        put_baggage(s, p, code)
    elif kind == S.BUY_RELICS:
        s.coins[p] -= int64(t.b[row])
        s.discards[code] -= 1
        if s.discards[code] == 0:
            s.discard_mask &= ~bit(code)
        take_card(s, p, code)
        push(s, row, p, 1, reg)
    elif kind == S.STEAL_ONE:
        what = some(code // S.SEATS, 1)
        s.held[code % S.SEATS] -= what
        s.held[p] += what
        check_storage(s, t, p)
    elif kind == S.TAKE_QUEST:
        take_quest(s, t, p, code)
    elif kind == S.COPY_HIRED:
        push(s, int64(t.head[S.HIRED, code]), p, 0, 0)


@kernel
def name_colour(s, t, row, p, left, reg, colour):
    """A colour is named; after the last one the treasures are drawn in the order named."""
    s.named[s.n_named] = colour
    s.n_named += 1
    if left > 1:
        push(s, row, p, left - 1, reg)
        return
    for i in range(int64(s.n_named)):
        reg |= 1 << (3 + int64(s.named[i]))
    if t.next[row] != 0:
        push(s, int64(t.next[row]), p, 0, reg)
    for i in range(int64(s.n_named) - 1, -1, -1):
        push_draws(s, p, int64(s.named[i]), 1, S.TO_HAND)
    s.n_named = 0


assert S.REG_COLOURS == 7 << 3
