"""The turn: what waits on the stack is run until a seat has a choice to make; a decision with one choice is made at once (section 16)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import list_bits, lowest_bit
from simcli.engine.chance import next_seat
from simcli.engine.header import ENDED, RUNNING, STOPPED
from simcli.engine.kernel import cold, hot, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, add_debts, change_virtue, take_debts
from simcli.games.architects.kernels.answers import carry_out, find_legal
from simcli.games.architects.kernels.black_market import abilities_of, draw_to_keep, goods_row, reset, reset_debt, reset_penalty
from simcli.games.architects.kernels.drafts import ask_draft, ask_first_apprentice, deal_packets
from simcli.games.architects.kernels.effects import FREE, MAY_RANSOM, MAY_STOP, PER_CAPTURE, free_all_captured, run_row
from simcli.games.architects.kernels.guildhall import climb, end_visit, project_mask
from simcli.games.architects.kernels.locations import back_mask, take_tax
from simcli.games.architects.kernels.scoring import mark_points, push_final
from simcli.games.architects.kernels.stack import NOBODY, forget_total, push
from simcli.games.architects.kernels.workshop import has_too_many, take_shown, unbanned_places


@hot
def legal_actions(s, t, actions):
    """Codes of the legal actions of the decision asked; see state.py."""
    if s.legal == NOBODY or s.restricted == 1:
        s.legal = find_legal(s, t)
    return list_bits(int64(s.legal), actions)


@kernel
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`, and those that follow without a choice."""
    carry_out(s, t, int64(action))
    go_on(s, t)


@cold
def go_on(s, t):
    """Runs what waits until a seat has more than one choice, or the game is over."""
    while True:
        run(s, t)
        if s.over != RUNNING:
            s.legal = NOBODY
            return
        mask = find_legal(s, t)
        if mask & (mask - ONE) != NOBODY:
            s.legal = mask
            return
        carry_out(s, t, lowest_bit(mask))


@cold
def run(s, t):
    """Carries out what is on the stack, then turns, until a decision is to be asked or the game is over."""
    while s.over == RUNNING:
        if s.n_asked > 0:
            if settle_debts(s, t):
                return
        elif s.n_pending == 0:
            if begin_turn(s, t):
                return
        else:
            f = int64(s.n_pending) - 1
            s.n_pending = f
            row, p, n = int64(s.pending_row[f]), int64(s.pending_seat[f]), int64(s.pending_n[f])
            forget_total(s, p)
            if row < S.FIRST_STEP:
                if run_row(s, t, row, p, n):
                    return
            elif do_step(s, t, row, p, n):
                return


@kernel
def ask(s, p, phase):
    """A decision is asked of a seat."""
    s.actor = p
    s.phase = phase
    return True


@cold
def settle_debts(s, t):
    """AW-D16, AW-D19: debts that may be bought off or destroyed, one after another; true when there is a question."""
    for p in range(s.n_players):
        price = int64(s.power[p, S.DEBT_SILVER])
        while s.owed[p] > 0:
            if s.amount[p, S.SILVER] >= price:  # AW-PB07
                return ask(s, p, S.DEBT)
            s.owed[p] -= 1
            s.n_asked -= 1
            forget_total(s, p)
            add_debts(s, p, 1)
        if s.overflow[p] > 0:
            if s.amount[p, S.UNPAID] > 0:
                return ask(s, p, S.DESTROY)
            s.n_asked -= s.overflow[p]
            s.overflow[p] = 0
    return False


# Turns


@cold
def begin_turn(s, t):
    """AW-T01 to AW-T04; true when there is a question, false when the turn is skipped."""
    p = int64(s.active)
    s.turns += 1
    s.round = (int64(s.turns) - 1) // int64(s.n_players) + 1
    if s.amount[p, S.SUPPLY] > 0:
        return ask(s, p, S.PLACE)
    if back_mask(s, t, p) != NOBODY:
        return ask(s, p, S.TAKE_BACK)
    push(s, S.DO_END_TURN, p, 0)
    return False


@cold
def end_turn(s, t, p):
    """AW-T06: reset, hand limit, end of the game; true when there is a question."""
    if s.reset_due == 1:
        s.reset_due = 0
        push(s, S.DO_END_TURN, p, 0)
        reset(s, t)
        return False
    if s.amount[p, S.CARDS] > t.hand_limit:  # AW-T07
        return ask(s, p, S.LIMIT)
    if s.ending == 1:
        s.last_turns -= 1
    elif s.triggered == 1:  # AW-E01
        s.ending = 1
        s.last_turns = t.turns_left  # GO-29
    if s.ending == 1 and s.last_turns == 0:
        push_final(s, t, ENDED)
    elif s.turns >= t.max_turns:  # GO-20, AW-E03
        push_final(s, t, STOPPED)
    else:
        s.active = next_seat(s, p)
    return False


# Steps


@cold
def do_step(s, t, step, p, n):
    """One step of the rules; true when it asks."""
    if step == S.DO_END_TURN:
        return end_turn(s, t, p)
    if step == S.DO_STORE:
        s.left = n
        return n > 0 and ask(s, p, S.STORE)
    if step == S.DO_CAPTURES:
        s.left = n // PER_CAPTURE
        s.free = int64(n & FREE != 0)
        s.may_stop = int64(n & MAY_STOP != 0)
        s.may_ransom = int64(n & MAY_RANSOM != 0)
        return n >= PER_CAPTURE and ask(s, p, S.CAPTURE)
    if step == S.DO_GUARD:
        s.left = n
        return n > 0 and ask(s, p, S.GUARD)
    if step == S.DO_HIRING:
        s.free = int64(n & FREE != 0)
        s.may_stop = int64(n & MAY_STOP != 0)
        return (s.free == 0 or unbanned_places(s, t, p, int64(s.filled)) != 0) and ask(s, p, S.HIRE)
    if step == S.DO_TAKE:
        take_shown(s, t, p, n)
    elif step == S.DO_OVER_LIMIT:
        if has_too_many(s, t, p, n):
            push(s, S.DO_OVER_LIMIT, p, n)
            return ask(s, p, S.DISMISS)
    elif step == S.DO_TAX:
        take_tax(s, t, p)
    elif step == S.DO_GOODS:
        push(s, goods_row(s, t, n), p, 1)
    elif step == S.DO_PROJECT:
        return ask(s, p, S.PROJECT)
    elif step == S.DO_LESS:
        return ask(s, p, S.SAVING)
    elif step == S.DO_VISIT_END:
        end_visit(s, t, p)
    elif step == S.DO_CATHEDRAL:
        climb(s, t, p)
    elif step == S.DO_CATHEDRAL_CARD:
        return ask(s, p, S.SACRIFICE)
    elif step == S.DO_MIX:
        s.left = n
        return ask(s, p, S.MIX)
    elif step == S.DO_KEEP:
        return draw_to_keep(s, t, p) and ask(s, p, S.KEEP)
    else:
        return do_rare_step(s, t, step, p, n)
    return False


@cold
def do_rare_step(s, t, step, p, n):
    """The same for what happens now and then."""
    if step == S.DO_VIRTUE:
        change_virtue(s, t, p, n)
    elif step == S.DO_DEBTS:
        take_debts(s, t, p, n)
    elif step == S.DO_PENALTY:
        reset_penalty(s, t, p)
    elif step == S.DO_RESET_DEBT:
        reset_debt(s, t)
    elif step == S.DO_RANSOM:
        if t.ransom_one == 1 and s.amount[p, S.HELD] > 0:
            return ask(s, p, S.CAPTOR)
        free_all_captured(s, p)
    elif step == S.DO_CRANE:
        if s.amount[p, S.SUPPLY] > 0 and project_mask(s, t, p) != NOBODY:
            s.may_stop = n
            return ask(s, p, S.CRANE)
    elif step == S.DO_ABILITIES:
        if n == 1:
            s.abilities = abilities_of(s, t, p)
        return s.abilities != NOBODY and ask(s, p, S.ABILITY)
    elif step == S.DO_FIRST_APPRENTICE:
        return ask_first_apprentice(s, t)
    elif step == S.DO_DRAFT:
        if n == 1:
            deal_packets(s, t)
        return ask_draft(s, t)
    elif step == S.DO_SCORE:
        mark_points(s, t)
        s.over = n
    return False


assert uint64(0) == NOBODY
