"""A round: gather, craft, cleanup; a decision with one choice is made at once (section 16)."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.chance import next_seat
from simcli.engine.code.eights import LANES, eight_of, put_eight
from simcli.engine.header import RUNNING
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.cleanup import clean_up
from simcli.games.kings_forge.kernels.craft import choose_card, list_crafts, list_places, place_die
from simcli.games.kings_forge.kernels.dice import roll_hand
from simcli.games.kings_forge.kernels.effects import (
    change_cemetery,
    list_cemetery,
    list_marks,
    list_modify,
    list_targets,
    mark_die,
    raise_die,
    use_ability,
)
from simcli.games.kings_forge.kernels.gather import (
    all_passed,
    begin_gather_turn,
    end_gather_turn,
    give_card,
    list_gather,
    list_given,
    list_payments,
    pay_square,
    take_bonus,
)

BLOCK = 3 * LANES
assert S.MAX_ACTIONS % BLOCK == 0


@hot_in_bounds
def legal_actions(s, t, actions):
    """The choices of the decision asked; codes by phase, see state.py."""
    if s.n_options == 0 or s.restricted == 1:
        s.n_options = find_again(s, t)
    n = int64(s.n_options)
    first = 0
    while first < n:  # whole blocks: how many choices there are is no branch to be mispredicted
        for i in range(first, first + BLOCK, LANES):
            put_eight(actions, i, eight_of(s.options, i))
        first += BLOCK
    return n


@kernel
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`, and those that follow without a choice."""
    choice = int64(action)
    while True:
        carry_out(s, t, choice)
        if s.over != RUNNING:
            return
        s.n_options = find_options(s, t)
        if s.n_options > 1:
            return
        choice = int64(s.options[0])


@cold
def find_again(s, t):
    """`find_options` once more, for the first decision of a deal and for seats with bans."""
    return find_options(s, t)


@hot
def find_options(s, t):
    """Fills s.options for the phase; returns their number."""
    p = s.actor
    if s.phase == S.GATHER:
        return list_gather(s, t, p)
    if s.phase == S.PAY:
        return list_payments(s, t, p)
    if s.phase == S.PLACE:
        return list_places(s, t)
    if s.phase == S.CRAFT:
        return list_crafts(s, t, p)
    if s.phase == S.MODIFY:
        return list_modify(s, p)
    if s.phase == S.TARGET:
        return list_targets(s, t)
    if s.phase == S.REROLL:
        return list_marks(s)
    if s.phase == S.GIVE_UP:
        return list_given(s, t)
    if s.phase == S.CEMETERY:
        return list_cemetery(s, t, p)
    for i in range(t.n_bonus):
        s.options[i] = i
    return int64(t.n_bonus)


@hot
def carry_out(s, t, action):
    """One choice."""
    p = s.actor
    if s.phase == S.GATHER:
        begin_gather_turn(s, t, action)
    elif s.phase == S.PAY:
        pay_square(s, t, action)
    elif s.phase == S.PLACE:
        place_die(s, t, action)
        if t.crafts_a_turn == S.ONE_CARD and s.phase == S.CRAFT:  # GO-17
            end_craft_turn(s, t, p)
        return
    elif s.phase == S.CRAFT:
        if action == S.STOP:
            end_craft_turn(s, t, p)
        else:
            choose_card(s, t, action)
        return
    elif s.phase == S.MODIFY:
        if action == S.STOP:
            s.phase = S.CRAFT
        else:
            use_ability(s, p, action)
        return
    elif s.phase == S.TARGET:
        raise_die(s, t, action)
        return
    elif s.phase == S.REROLL:
        mark_die(s, p, action)
        return
    elif s.phase == S.GIVE_UP:
        give_card(s, t, action)
    elif s.phase == S.CEMETERY:
        if action == S.STOP:
            end_gather_turn(s, t)
        else:
            change_cemetery(s, t, p, action)
    elif s.phase == S.BONUS:
        take_bonus(s, t, action)
    if s.phase == S.GATHER and all_passed(s):  # KF-20, KF-49
        s.turns = 0
        s.actor = s.start
        begin_craft_turn(s, t)


@kernel
def begin_craft_turn(s, t):
    """KF-51, KF-52."""
    roll_hand(s, t, s.actor)
    s.phase = S.MODIFY


@kernel
def end_craft_turn(s, t, p):
    """KF-78, KF-50: dice left over go back to the hand; the next player, or cleanup."""
    for colour in range(S.COLOURS):
        back = int64(0)
        for value in range(1, S.FACES + 1):
            back += int64(s.rolled[colour, value])
            s.rolled[colour, value] = 0
        s.hand[p, colour] += back
    s.turns += 1
    if s.turns < uint32(s.n_players):
        s.actor = next_seat(s, int64(p))  # KF-21
        begin_craft_turn(s, t)
    else:
        clean_up(s, t)  # KF-20
