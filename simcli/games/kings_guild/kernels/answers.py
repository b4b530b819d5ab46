"""Decisions: what is legal in each phase, and what an answer does."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.kings_guild.kernels.amounts import check_storage, discard_card, kinds_of, sell, some
from simcli.games.kings_guild.kernels.board import (
    baggage_targets,
    free_spaces,
    kind_number,
    own_spaces,
    put_room,
    spaces_for,
    squares_of,
)
from simcli.games.kings_guild.kernels.craft import craft, craftable, doubles, draws_twice, keep, keep_mask, sell_items
from simcli.games.kings_guild.kernels.effects import (
    answer_row,
    colours_of,
    copies,
    exchanges,
    kinds_named,
    options_of,
    thefts,
)
from simcli.games.kings_guild.kernels.gather import mixes, take_mix
from simcli.games.kings_guild.kernels.hire import PER_CARD, come, hireable
from simcli.games.kings_guild.kernels.powers import scroll_targets, thug_targets, usable, use_power
from simcli.games.kings_guild.kernels.quests import PER_ROOM, bid_mask, one_item_quests
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has, push
from simcli.games.kings_guild.kernels.treasures import colours_left, push_draws
from simcli.games.kings_guild.kernels.turn import pay_room, take_step, turn_legal
from simcli.games.kings_guild.state import (
    BAGGAGE,
    BID,
    BUY,
    C_BAGGAGE,
    CHOICE,
    COLOUR,
    COPY,
    CRAFT,
    DISCARD,
    DO_SPACE,
    DOUBLE,
    EXCHANGE,
    FIRST_STEP,
    FREE,
    FROM_HIRE,
    GATHER,
    HIRE,
    KEEP,
    KIND,
    KINDS_OF_SPACE,
    LIMIT,
    LUCKY,
    MOVE,
    NO_SAVING,
    NUMBER_EFFECTS,
    POWER,
    QUEST,
    REG_HELD,
    RETURN,
    ROOM_SAVING,
    SAVING,
    SPACE,
    SQUARE,
    STEAL,
    STOP,
    WORDS,
)

STOP_BIT = uint64(1 << STOP - 192)


@cold
def find_legal(s, t):
    """Writes the codes of the legal actions of `s.actor` in `s.phase` into `legal`; returns whether there is none, one, or more (2)."""
    p = int64(s.actor)
    for word in range(WORDS):
        s.legal[word] = NOBODY
    if s.phase <= FREE:
        turn_legal(s, t, p)
    else:
        asked_legal(s, t, p)
    n = 0
    for word in range(WORDS):
        mask = s.legal[word]
        if mask != NOBODY:
            n += 1 if mask & (mask - ONE) == NOBODY else 2
    return n


@cold
def asked_legal(s, t, p):
    """The same for what is on top of the stack."""
    f = int64(s.n_pending) - 1
    row, n, reg = int64(s.pending_row[f]), int64(s.pending_n[f]), int64(s.pending_reg[f])
    phase = s.phase
    mask = NOBODY
    stops = False
    if phase == GATHER:
        mask = mixes(s, t, p, False)
        s.legal[1] = mixes(s, t, p, True)
        stops = n == 1
    elif phase == SPACE:
        mask = spaces_for(s, t, p, n // PER_CARD)
    elif phase == SQUARE:
        mask = uint64(squares_of(s, t, p, n // PER_ROOM, n % PER_ROOM))
    elif phase == RETURN:
        mask = kinds_of(s.held[p])
    elif phase == DISCARD or phase == LIMIT:
        mask = s.hand_mask[p]
    elif phase == KEEP:
        mask = keep_mask(s)
    elif phase == COLOUR:
        if row >= FIRST_STEP:
            mask = uint64(colours_left(s, t, 0))
        else:
            mask = uint64(colours_of(s, t, row, reg))
            stops = t.c[row] == 1 and n == t.b[row]
    elif phase == POWER:
        mask = usable(s, t, p, n)
        if n == 0:
            s.legal[1] = thug_targets(s, t, p)
            s.legal[2] = scroll_targets(s, t, p)
        stops = True
    elif phase == CHOICE:
        mask = options_of(s, t, row, p, reg)
        stops = t.c[row] == 1 and reg & REG_HELD == 0
    elif phase == KIND:
        mask = kinds_named(s, t, row, p)
    elif phase == BID:
        mask = bid_mask(s, t, p)
    elif phase == DOUBLE:
        mask = doubles(s, t, p)
    elif phase == LUCKY:
        mask = bit(0) | bit(1)
    else:
        rare_legal(s, t, p, row, n)
        return
    s.legal[0] = mask
    if stops:
        s.legal[3] |= STOP_BIT


@cold
def rare_legal(s, t, p, row, n):
    """The same for decisions that come now and then."""
    mask = NOBODY
    stops = False
    if s.phase == CRAFT:
        mask = craftable(s, t, p)
        stops = n == 1
    elif s.phase == HIRE:
        mask = hireable(s, t, p)
    elif s.phase == BAGGAGE:
        mask = free_spaces(s, t, p) & t.takes_baggage
    elif s.phase == MOVE:
        move_legal(s, t, p)
        return
    elif s.phase == SAVING:
        price = int64(t.room_cost[n])
        if s.coins[p] >= price - int64(s.power[p, ROOM_SAVING]):
            mask = kinds_of(s.held[p])
        if s.coins[p] >= price:
            mask |= bit(NO_SAVING)
    elif s.phase == EXCHANGE:
        mask = exchanges(s, p)
        stops = True
    elif s.phase == STEAL:
        mask = thefts(s, p)
        stops = t.theft_optional == 1
    elif s.phase == BUY:
        mask = s.discard_mask & t.relics
        stops = True
    elif s.phase == QUEST:
        mask = one_item_quests(s, t, p)
        stops = t.theft_optional == 1
    elif s.phase == COPY:
        mask = copies(s, t)
    s.legal[0] = mask
    if stops:
        s.legal[3] |= STOP_BIT


@cold
def move_legal(s, t, p):
    """KG-SP-14, KG-AM-46, GO-21: from one kind of space to another, by their numbers among the own ones."""
    kinds, free, targets = own_spaces(s, t, p), free_spaces(s, t, p), baggage_targets(s, t, p)
    i = 0
    while kinds != NOBODY:
        left = lowest_bit(kinds)
        kinds &= kinds - ONE
        taken, j = own_spaces(s, t, p), 0
        while taken != NOBODY:
            to = lowest_bit(taken)
            taken &= taken - ONE
            if to != left and s.crowd[p, left] > 0 and has(free, to):
                allow(s, KINDS_OF_SPACE * i + j)
            if i == 0 and has(targets, to):
                allow(s, C_BAGGAGE + j)
            j += 1
        i += 1


@kernel
def allow(s, code):
    """One more legal code."""
    s.legal[code >> 6] |= bit(code & 63)


# What an answer does


@cold
def carry_out(s, t, code):
    """One choice of `s.actor`; code -1: there was none, and what was asked does not happen."""
    p = int64(s.actor)
    if s.phase <= FREE:
        take_step(s, t, p, code)
        return
    f = int64(s.n_pending) - 1
    s.n_pending = f
    row, n, reg = int64(s.pending_row[f]), int64(s.pending_n[f]), int64(s.pending_reg[f])
    if code < 0:
        return
    phase = s.phase
    if phase == GATHER:
        if code != STOP:
            take_mix(s, t, p, code)
    elif phase == SPACE:
        come(s, t, p, n, code)
    elif phase == SQUARE:
        put_room(s, t, p, n // PER_ROOM, code, n % PER_ROOM)
    elif phase == RETURN:
        s.held[p] -= some(code, 1)
        s.stock += some(code, 1)
        check_storage(s, t, p)
    elif phase == LIMIT:
        sell(s, t, p, code)
        push(s, row, p, 0, 0)
    elif phase == DISCARD:
        discard(s, t, row, p, n, reg, code)
    elif phase == KEEP:
        keep(s, p, code, n)
    elif phase == POWER:
        use_power(s, t, p, n, code)
    elif phase == DOUBLE:
        sell_items(s, t, p, code)
    elif phase == LUCKY:
        draws_twice(s, t, p, code)
    elif phase == BID:
        s.bid[p] = code
    elif row < FIRST_STEP:
        answer_row(s, t, row, p, n, reg, code)
    else:
        carry_out_rare(s, t, p, n, code)


@kernel
def discard(s, t, row, p, left, reg, card):
    """A treasure is discarded for nothing, and the next one is asked for as long as there are cards."""
    discard_card(s, p, card)
    if left > 1 and s.n_hand[p] > 0:
        push(s, row, p, left - 1, reg)
    elif t.next[row] != 0:
        push(s, int64(t.next[row]), p, 0, reg)


@cold
def carry_out_rare(s, t, p, n, code):
    """The same for steps of the rules that are asked now and then."""
    if s.phase == COLOUR:  # KG-T-13
        push_draws(s, p, code, 1, n)
    elif s.phase == CRAFT:
        if code != STOP:
            craft(s, t, p, code)
    elif s.phase == HIRE:
        push(s, DO_SPACE, p, int64(s.row[code]) * PER_CARD + FROM_HIRE, 0)
    elif s.phase == SAVING:
        if code == NO_SAVING:
            pay_room(s, t, p, n, 0)
        else:
            mark(s, p, NUMBER_EFFECTS + ROOM_SAVING)
            s.held[p] -= some(code, 1)
            s.stock += some(code, 1)
            pay_room(s, t, p, n, int64(s.power[p, ROOM_SAVING]))
    elif s.phase == MOVE:
        s.moves += 1
        if code >= C_BAGGAGE:
            s.baggage[p] = kind_number(s, t, p, code - C_BAGGAGE)
        else:
            s.crowd[p, kind_number(s, t, p, code // KINDS_OF_SPACE)] -= 1
            s.crowd[p, kind_number(s, t, p, code % KINDS_OF_SPACE)] += 1
