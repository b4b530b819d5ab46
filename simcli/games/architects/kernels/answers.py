"""Decisions: what is legal in each phase, and what an answer does."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, add_debts
from simcli.games.architects.kernels.black_market import keep_building, keep_mask, resolve_ability
from simcli.games.architects.kernels.drafts import first_mask, packet_mask, pick, take_first
from simcli.games.architects.kernels.effects import (
    FREE,
    MAY_STOP,
    PER_CAPTURE,
    STOP_BIT,
    answer_row,
    answers_to,
    discard_building,
    dismiss,
    first_copies,
    free_captured,
)
from simcli.games.architects.kernels.guardhouse import captor_mask, guard, guard_mask
from simcli.games.architects.kernels.guildhall import begin_project, construct, enter_hall, mix_mask, pay_mix, project_mask, saving_mask
from simcli.games.architects.kernels.locations import back_mask, place_mask, place_worker, take_back
from simcli.games.architects.kernels.stack import NOBODY, forget_total, push
from simcli.games.architects.kernels.storehouse import storehouse_mask, trade_at_storehouse
from simcli.games.architects.kernels.town_centre import capture, capture_mask
from simcli.games.architects.kernels.workshop import hire, hireable, pay_hire, unbanned_places


@cold
def find_legal(s, t):
    """Codes of the legal actions of `s.actor` in `s.phase`, as a mask."""
    p = int64(s.actor)
    if s.phase == S.PLACE:
        return place_mask(s, t, p)
    if s.phase == S.STORE:
        return storehouse_mask(s, t, p)
    if s.phase == S.CAPTURE:
        return capture_mask(s, t, p)
    if s.phase == S.GUARD:
        return guard_mask(s, t, p) | STOP_BIT
    if s.phase == S.HIRE:
        if s.free == 0:
            return uint64(hireable(s, t, p, int64(s.n)))
        mask = uint64(unbanned_places(s, t, p, int64(s.filled)))
        return mask | STOP_BIT if s.may_stop == 1 else mask
    if s.phase == S.PROJECT:
        return project_mask(s, t, p)
    if s.phase == S.SAVING:
        return saving_mask(s, t, p)
    return find_rare_legal(s, t, p)


@cold
def crane_mask(s, t, p):
    """AW-D14, GO-30: a worker goes to the Guildhall where a project is possible; a ban of all that are takes that away."""
    stay = STOP_BIT if s.may_stop == 1 else NOBODY
    return stay if project_mask(s, t, p) == NOBODY else stay | ONE


@cold
def find_rare_legal(s, t, p):
    """The same for decisions that come now and then."""
    if s.phase == S.TAKE_BACK:
        return back_mask(s, t, p)
    if s.phase == S.FIRST_APPRENTICE:
        return first_mask(s, t, p)
    if s.phase == S.DRAFT:
        return packet_mask(s, t, p)
    if s.phase == S.KEEP:
        return keep_mask(s, t)
    if s.phase == S.MIX:
        return mix_mask(s, p)
    if s.phase == S.SACRIFICE or s.phase == S.LIMIT:
        return first_copies(t.building_type, t.later_buildings, s.hand[p])
    if s.phase == S.CRANE:
        return crane_mask(s, t, p)
    if s.phase == S.DEBT or s.phase == S.DESTROY:
        return uint64(3)
    if s.phase == S.CAPTOR:
        return captor_mask(s, p)
    if s.phase == S.ABILITY:
        return first_copies(t.apprentice_type, t.later_apprentices, s.abilities)
    row = int64(s.pending_row[int64(s.n_pending) - 1])
    if row >= S.FIRST_STEP:  # DISMISS asked by a rule
        return first_copies(t.apprentice_type, t.later_apprentices, s.apprentices[p])
    return answers_to(s, t, row, p)


@cold
def carry_out(s, t, code):
    """One choice of `s.actor`."""
    p = int64(s.actor)
    forget_total(s, p)
    if s.phase == S.PLACE:
        push(s, S.DO_END_TURN, p, 0)
        place_worker(s, t, p, code)
    elif s.phase == S.STORE:
        if code != S.STOP:
            push(s, S.DO_STORE, p, int64(s.left) - 1)
            trade_at_storehouse(s, t, p, code)
    elif s.phase == S.CAPTURE:
        answer_capture(s, t, p, code)
    elif s.phase == S.GUARD:
        if code != S.STOP:
            push(s, S.DO_GUARD, p, int64(s.left) - 1)
            guard(s, t, p, code)
    elif s.phase == S.HIRE:
        if code != S.STOP:
            if s.free == 0:
                pay_hire(s, t, p, code)
            hire(s, t, p, code)
    elif s.phase == S.PROJECT:
        begin_project(s, t, p, code)
    elif s.phase == S.SAVING:
        construct(s, t, p, int64(s.using), code)
    else:
        carry_out_rare(s, t, p, code)


@kernel
def answer_capture(s, t, p, code):
    """AW-D09: a capture, and the next one is asked for; a ransom takes the place of all captures of the effect."""
    if code == S.RANSOM_CODE:
        push(s, S.DO_RANSOM, p, 0)
    elif code != S.STOP:
        flags = FREE * int64(s.free) + MAY_STOP * int64(s.may_stop)
        push(s, S.DO_CAPTURES, p, (int64(s.left) - 1) * PER_CAPTURE + flags)
        capture(s, t, p, code)


@cold
def carry_out_rare(s, t, p, code):
    """The same for decisions that come now and then."""
    if s.phase == S.TAKE_BACK:
        push(s, S.DO_END_TURN, p, 0)
        take_back(s, p, code)
    elif s.phase == S.FIRST_APPRENTICE:
        take_first(s, t, p, code)
    elif s.phase == S.DRAFT:
        push(s, S.DO_DRAFT, p, 0)
        pick(s, p, code)
    elif s.phase == S.KEEP:
        keep_building(s, p, code)
    elif s.phase == S.MIX:
        pay_mix(s, p, code)
    elif s.phase == S.SACRIFICE:
        discard_building(s, p, code)
        push(s, S.DO_CATHEDRAL, p, 0)
    elif s.phase == S.LIMIT:
        discard_building(s, p, code)
        push(s, S.DO_END_TURN, p, 0)
    elif s.phase == S.CRANE:
        if code != S.STOP:
            enter_hall(s, t, p)
    elif s.phase == S.DEBT:
        s.owed[p] -= 1
        s.n_asked -= 1
        if code == S.PAY_SILVER:
            s.amount[p, S.SILVER] -= s.power[p, S.DEBT_SILVER]
            mark(s, p, S.STANDING_EFFECTS + S.DEBT_SILVER)
        else:
            add_debts(s, p, 1)
    elif s.phase == S.DESTROY:
        s.overflow[p] -= 1
        s.n_asked -= 1
        if code == S.DESTROY_DEBT:
            s.amount[p, S.UNPAID] -= 1
    elif s.phase == S.CAPTOR:
        free_captured(s, p, code)
    elif s.phase == S.ABILITY:
        resolve_ability(s, t, p, code)
    else:
        answer_top(s, t, p, code)


@kernel
def answer_top(s, t, p, code):
    """The answer to what is on top of the stack: a row of effects, or one apprentice too many."""
    f = int64(s.n_pending) - 1
    if s.pending_row[f] == S.DO_OVER_LIMIT and s.phase == S.DISMISS:
        dismiss(s, p, code)  # asked again if it is still one too many
    else:
        answer_row(s, t, code)
