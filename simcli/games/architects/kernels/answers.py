"""Decisions: what is legal in each phase, and what an answer does."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
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
from simcli.games.architects.kernels.stack import push
from simcli.games.architects.kernels.storehouse import storehouse_mask, trade_at_storehouse
from simcli.games.architects.kernels.town_centre import capture, capture_mask
from simcli.games.architects.kernels.workshop import hire, hireable, pay_hire, unbanned_places
from simcli.games.architects.state import (
    ABILITY,
    CAPTOR,
    CAPTURE,
    CRANE,
    DEBT,
    DEBT_SILVER,
    DESTROY,
    DESTROY_DEBT,
    DISMISS,
    DO_CAPTURES,
    DO_CATHEDRAL,
    DO_DRAFT,
    DO_END_TURN,
    DO_GUARD,
    DO_OVER_LIMIT,
    DO_RANSOM,
    DO_STORE,
    DRAFT,
    FIRST_APPRENTICE,
    FIRST_STEP,
    GUARD,
    HIRE,
    KEEP,
    LIMIT,
    MIX,
    PAY_SILVER,
    PLACE,
    PROJECT,
    RANSOM_CODE,
    SACRIFICE,
    SAVING,
    SILVER,
    STANDING_EFFECTS,
    STOP,
    STORE,
    TAKE_BACK,
    UNPAID,
)


@cold
def find_legal(s, t):
    """Codes of the legal actions of `s.actor` in `s.phase`, as a mask."""
    p = int64(s.actor)
    if s.phase == PLACE:
        return place_mask(s, t, p)
    if s.phase == STORE:
        return storehouse_mask(s, t, p)
    if s.phase == CAPTURE:
        return capture_mask(s, t, p)
    if s.phase == GUARD:
        return guard_mask(s, t, p) | STOP_BIT
    if s.phase == HIRE:
        if s.free == 0:
            return uint64(hireable(s, t, p, int64(s.n)))
        mask = uint64(unbanned_places(s, t, p, int64(s.filled)))
        return mask | STOP_BIT if s.may_stop == 1 else mask
    if s.phase == PROJECT:
        return project_mask(s, t, p)
    if s.phase == SAVING:
        return saving_mask(s, t, p)
    return find_rare_legal(s, t, p)


@cold
def find_rare_legal(s, t, p):
    """The same for decisions that come now and then."""
    if s.phase == TAKE_BACK:
        return back_mask(s, t, p)
    if s.phase == FIRST_APPRENTICE:
        return first_mask(s, t, p)
    if s.phase == DRAFT:
        return packet_mask(s, t, p)
    if s.phase == KEEP:
        return keep_mask(s, t)
    if s.phase == MIX:
        return mix_mask(s, p)
    if s.phase == SACRIFICE or s.phase == LIMIT:
        return first_copies(t.building_type, t.later_buildings, s.hand[p])
    if s.phase == CRANE:
        return ONE | STOP_BIT if s.may_stop == 1 else ONE
    if s.phase == DEBT or s.phase == DESTROY:
        return uint64(3)
    if s.phase == CAPTOR:
        return captor_mask(s, p)
    if s.phase == ABILITY:
        return first_copies(t.apprentice_type, t.later_apprentices, s.abilities)
    row = int64(s.pending_row[int64(s.n_pending) - 1])
    if row >= FIRST_STEP:  # DISMISS asked by a rule
        return first_copies(t.apprentice_type, t.later_apprentices, s.apprentices[p])
    return answers_to(s, t, row, p)


@cold
def carry_out(s, t, code):
    """One choice of `s.actor`."""
    p = int64(s.actor)
    if s.phase == PLACE:
        push(s, DO_END_TURN, p, 0)
        place_worker(s, t, p, code)
    elif s.phase == STORE:
        if code != STOP:
            push(s, DO_STORE, p, int64(s.left) - 1)
            trade_at_storehouse(s, t, p, code)
    elif s.phase == CAPTURE:
        answer_capture(s, t, p, code)
    elif s.phase == GUARD:
        if code != STOP:
            push(s, DO_GUARD, p, int64(s.left) - 1)
            guard(s, t, p, code)
    elif s.phase == HIRE:
        if code != STOP:
            if s.free == 0:
                pay_hire(s, t, p, code)
            hire(s, t, p, code)
    elif s.phase == PROJECT:
        begin_project(s, t, p, code)
    elif s.phase == SAVING:
        construct(s, t, p, int64(s.using), code)
    else:
        carry_out_rare(s, t, p, code)


@kernel
def answer_capture(s, t, p, code):
    """AW-D09: a capture, and the next one is asked for; a ransom takes the place of all captures of the effect."""
    if code == RANSOM_CODE:
        push(s, DO_RANSOM, p, 0)
    elif code != STOP:
        flags = FREE * int64(s.free) + MAY_STOP * int64(s.may_stop)
        push(s, DO_CAPTURES, p, (int64(s.left) - 1) * PER_CAPTURE + flags)
        capture(s, t, p, code)


@cold
def carry_out_rare(s, t, p, code):
    """The same for decisions that come now and then."""
    if s.phase == TAKE_BACK:
        push(s, DO_END_TURN, p, 0)
        take_back(s, p, code)
    elif s.phase == FIRST_APPRENTICE:
        take_first(s, t, p, code)
    elif s.phase == DRAFT:
        push(s, DO_DRAFT, p, 0)
        pick(s, p, code)
    elif s.phase == KEEP:
        keep_building(s, p, code)
    elif s.phase == MIX:
        pay_mix(s, p, code)
    elif s.phase == SACRIFICE:
        discard_building(s, p, code)
        push(s, DO_CATHEDRAL, p, 0)
    elif s.phase == LIMIT:
        discard_building(s, p, code)
        push(s, DO_END_TURN, p, 0)
    elif s.phase == CRANE:
        if code != STOP:
            enter_hall(s, t, p)
    elif s.phase == DEBT:
        s.owed[p] -= 1
        s.n_asked -= 1
        if code == PAY_SILVER:
            s.amount[p, SILVER] -= s.power[p, DEBT_SILVER]
            mark(s, p, STANDING_EFFECTS + DEBT_SILVER)
        else:
            add_debts(s, p, 1)
    elif s.phase == DESTROY:
        s.overflow[p] -= 1
        s.n_asked -= 1
        if code == DESTROY_DEBT:
            s.amount[p, UNPAID] -= 1
    elif s.phase == CAPTOR:
        free_captured(s, p, code)
    elif s.phase == ABILITY:
        resolve_ability(s, t, p, code)
    else:
        answer_top(s, t, p, code)


@kernel
def answer_top(s, t, p, code):
    """The answer to what is on top of the stack: a row of effects, or one apprentice too many."""
    f = int64(s.n_pending) - 1
    if s.pending_row[f] == DO_OVER_LIMIT and s.phase == DISMISS:
        dismiss(s, p, code)  # asked again if it is still one too many
    else:
        answer_row(s, t, code)
