"""Decisions: what is legal in each phase, and what an answer does."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import check_storage, discard_card, kinds_of, sell, some
from simcli.games.kings_guild.kernels.board import (
    arranged,
    baggage_moves,
    free_spaces,
    kind_number,
    moves_from,
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
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, push
from simcli.games.kings_guild.kernels.treasures import colours_left, push_draws
from simcli.games.kings_guild.kernels.turn import pay_room, take_step, turn_legal

STOP_BIT = uint64(1 << S.STOP - 192)


@cold
def find_legal(s, t):
    """Writes the codes of the legal actions of `s.actor` in `s.phase` into `legal`; returns how many there are."""
    p = int64(s.actor)
    for word in range(S.WORDS):
        s.legal[word] = NOBODY
    if s.phase <= S.FREE:
        turn_legal(s, t, p)
    else:
        asked_legal(s, t, p)
    n = 0
    for word in range(S.WORDS):
        n += count_bits(s.legal[word])
    return n


@cold
def asked_legal(s, t, p):
    """The same for what is on top of the stack."""
    f = int64(s.n_pending) - 1
    row, n, reg = int64(s.pending_row[f]), int64(s.pending_n[f]), int64(s.pending_reg[f])
    phase = s.phase
    mask = NOBODY
    stops = False
    if phase == S.GATHER:
        mask = mixes(s, t, p, False)
        s.legal[1] = mixes(s, t, p, True)
        stops = n == 1
    elif phase == S.SPACE:
        mask = spaces_for(s, t, p, n // PER_CARD)
    elif phase == S.SQUARE:
        mask = uint64(squares_of(s, t, p, n // PER_ROOM, n % PER_ROOM))
    elif phase == S.RETURN:
        mask = kinds_of(s.held[p])
    elif phase == S.DISCARD or phase == S.LIMIT:
        mask = s.hand_mask[p]
    elif phase == S.KEEP:
        mask = keep_mask(s)
    elif phase == S.COLOUR:
        if row >= S.FIRST_STEP:
            mask = uint64(colours_left(s, t, 0))
        else:
            mask = uint64(colours_of(s, t, row, reg))
            stops = t.c[row] == 1 and n == t.b[row]
    elif phase == S.POWER:
        mask = usable(s, t, p, n)
        if n == 0:
            s.legal[1] = thug_targets(s, t, p)
            s.legal[2] = scroll_targets(s, t, p)
        stops = True
    elif phase == S.CHOICE:
        mask = options_of(s, t, row, p, reg)
        stops = t.c[row] == 1 and reg & S.REG_HELD == 0
    elif phase == S.KIND:
        mask = kinds_named(s, t, row, p)
    elif phase == S.BID:
        mask = bid_mask(s, t, p)
    elif phase == S.DOUBLE:
        mask = doubles(s, t, p)
    elif phase == S.LUCKY:
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
    if s.phase == S.CRAFT:
        mask = craftable(s, t, p)
        stops = n == 1
    elif s.phase == S.HIRE:
        mask = hireable(s, t, p)
    elif s.phase == S.BAGGAGE:
        mask = free_spaces(s, t, p) & t.takes_baggage
    elif s.phase == S.MOVE:
        move_legal(s, t, p)
        return
    elif s.phase == S.SAVING:
        price = int64(t.room_cost[n])
        if s.coins[p] >= price - int64(s.power[p, S.ROOM_SAVING]):
            mask = kinds_of(s.held[p])
        if s.coins[p] >= price:
            mask |= bit(S.NO_SAVING)
    elif s.phase == S.EXCHANGE:
        mask = exchanges(s, p)
        stops = True
    elif s.phase == S.STEAL:
        mask = thefts(s, p)
        stops = t.theft_optional == 1
    elif s.phase == S.BUY:
        mask = s.discard_mask & t.relics
        stops = True
    elif s.phase == S.QUEST:
        mask = one_item_quests(s, t, p)
        stops = t.theft_optional == 1
    elif s.phase == S.COPY:
        mask = copies(s, t)
    s.legal[0] = mask
    if stops:
        s.legal[3] |= STOP_BIT


@cold
def move_legal(s, t, p):
    """KG-SP-14, KG-AM-46, GO-21: from one kind of space to another, by their numbers among the own ones."""
    now, n = arranged(s, t, p), count_bits(int64(own_spaces(s, t, p)))
    for i in range(n + 1):
        mask = moves_from(s, t, p, i, now) if i < n else baggage_moves(s, t, p, now)
        while mask != NOBODY:
            allow(s, (S.KINDS_OF_SPACE * i if i < n else S.C_BAGGAGE) + lowest_bit(mask))
            mask &= mask - ONE


@kernel
def allow(s, code):
    """One more legal code."""
    s.legal[code >> 6] |= bit(code & 63)


# What an answer does


@cold
def carry_out(s, t, code):
    """One choice of `s.actor`; code -1: there was none, and what was asked does not happen."""
    p = int64(s.actor)
    if s.phase <= S.FREE:
        take_step(s, t, p, code)
        return
    f = int64(s.n_pending) - 1
    s.n_pending = f
    row, n, reg = int64(s.pending_row[f]), int64(s.pending_n[f]), int64(s.pending_reg[f])
    if code < 0:
        return
    phase = s.phase
    if phase == S.GATHER:
        if code != S.STOP:
            take_mix(s, t, p, code)
    elif phase == S.SPACE:
        come(s, t, p, n, code)
    elif phase == S.SQUARE:
        put_room(s, t, p, n // PER_ROOM, code, n % PER_ROOM)
    elif phase == S.RETURN:
        s.held[p] -= some(code, 1)
        s.stock += some(code, 1)
        check_storage(s, t, p)
    elif phase == S.LIMIT:
        sell(s, t, p, code)
        push(s, row, p, 0, 0)
    elif phase == S.DISCARD:
        discard(s, t, row, p, n, reg, code)
    elif phase == S.KEEP:
        keep(s, p, code, n)
    elif phase == S.POWER:
        use_power(s, t, p, n, code)
    elif phase == S.DOUBLE:
        sell_items(s, t, p, code)
    elif phase == S.LUCKY:
        draws_twice(s, t, p, code)
    elif phase == S.BID:
        s.bid[p] = code
    elif row < S.FIRST_STEP:
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
    if s.phase == S.COLOUR:  # KG-T-13
        push_draws(s, p, code, 1, n)
    elif s.phase == S.CRAFT:
        if code != S.STOP:
            craft(s, t, p, code)
    elif s.phase == S.HIRE:
        push(s, S.DO_SPACE, p, int64(s.row[code]) * PER_CARD + S.FROM_HIRE, 0)
    elif s.phase == S.SAVING:
        if code == S.NO_SAVING:
            pay_room(s, t, p, n, 0)
        else:
            mark(s, p, S.NUMBER_EFFECTS + S.ROOM_SAVING)
            s.held[p] -= some(code, 1)
            s.stock += some(code, 1)
            pay_room(s, t, p, n, int64(s.power[p, S.ROOM_SAVING]))
    elif s.phase == S.MOVE:
        s.moves += 1
        s.stood[s.n_stood] = arranged(s, t, p)
        s.n_stood += 1
        if code >= S.C_BAGGAGE:
            s.baggage[p] = kind_number(s, t, p, code - S.C_BAGGAGE)
        else:
            s.crowd[p, kind_number(s, t, p, code // S.KINDS_OF_SPACE)] -= 1
            s.crowd[p, kind_number(s, t, p, code % S.KINDS_OF_SPACE)] += 1
