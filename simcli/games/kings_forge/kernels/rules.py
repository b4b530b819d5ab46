"""A round: gather, craft, cleanup; a decision with one choice is made at once (section 16)."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine import rng
from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.games.kings_forge.kernels.craft import choose_card, list_crafts, list_places, place_die
from simcli.games.kings_forge.kernels.dice import (
    change_cemetery,
    list_cemetery,
    list_marks,
    list_modify,
    list_targets,
    mark_die,
    raise_die,
    roll_hand,
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
from simcli.games.kings_forge.state import (
    BASIC,
    BONUS,
    BOX,
    CEMETERY,
    CEMETERY_DIE,
    COLOURS,
    CRAFT,
    FACES,
    GATHER,
    GIVE_UP,
    KINDS,
    LIBRARY,
    MARK,
    MAX_ACTIONS,
    MODIFY,
    NONE,
    PAY,
    PLACE,
    STOP,
    TARGET,
)

DECK_STREAM = 1 << 16
BLOCK = 8
assert MAX_ACTIONS % BLOCK == 0


@hot_in_bounds
def legal_actions(s, t, actions):
    """The choices of the decision asked; codes by phase, see state.py."""
    if s.n_options == 0 or s.restricted == 1:
        s.n_options = find_again(s, t)
    n = int64(s.n_options)
    for first in range(0, n, BLOCK):  # whole blocks: how many choices there are is no branch to be guessed wrong
        for i in range(first, first + BLOCK):
            actions[i] = s.options[i]
    return n


@kernel
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`, and those that follow without a choice."""
    choice = int64(action)
    while True:
        carry_out(s, t, choice)
        if s.over != 0:
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
    if s.phase == GATHER:
        return list_gather(s, t, p)
    if s.phase == PAY:
        return list_payments(s, t, p)
    if s.phase == PLACE:
        return list_places(s, t)
    if s.phase == CRAFT:
        return list_crafts(s, t, p)
    if s.phase == MODIFY:
        return list_modify(s, p)
    if s.phase == TARGET:
        return list_targets(s, t)
    if s.phase == MARK:
        return list_marks(s)
    if s.phase == GIVE_UP:
        return list_given(s, t)
    if s.phase == CEMETERY:
        return list_cemetery(s, t, p)
    for i in range(t.n_bonus):
        s.options[i] = i
    return int64(t.n_bonus)


@hot
def carry_out(s, t, action):
    """One choice."""
    p = s.actor
    if s.phase == GATHER:
        begin_gather_turn(s, t, action)
    elif s.phase == PAY:
        pay_square(s, t, action)
    elif s.phase == PLACE:
        place_die(s, t, action)
        return
    elif s.phase == CRAFT:
        if action == STOP:
            end_craft_turn(s, t, p)
        else:
            choose_card(s, t, action)
        return
    elif s.phase == MODIFY:
        if action == STOP:
            s.phase = CRAFT
        else:
            use_ability(s, p, action)
        return
    elif s.phase == TARGET:
        raise_die(s, t, action)
        return
    elif s.phase == MARK:
        mark_die(s, p, action)
        return
    elif s.phase == GIVE_UP:
        give_card(s, t, action)
    elif s.phase == CEMETERY:
        if action == STOP:
            end_gather_turn(s, t)
        else:
            change_cemetery(s, t, p, action)
    elif s.phase == BONUS:
        take_bonus(s, t, action)
    if s.phase == GATHER and all_passed(s):  # KF-20, KF-49
        s.turns = 0
        s.actor = s.start
        begin_craft_turn(s, t)


@kernel
def begin_craft_turn(s, t):
    """KF-51, KF-52."""
    roll_hand(s, t, s.actor)
    s.phase = MODIFY


@kernel
def end_craft_turn(s, t, p):
    """KF-78, KF-50: dice left over go back to the hand; the next player, or cleanup."""
    for colour in range(COLOURS):
        back = int64(0)
        for value in range(1, FACES + 1):
            back += int64(s.rolled[colour, value])
            s.rolled[colour, value] = 0
        s.hand[p, colour] += back
    s.turns += 1
    if s.turns < uint32(s.players):
        s.actor = 0 if p + 1 == uint32(s.players) else p + 1  # KF-21
        begin_craft_turn(s, t)
    else:
        clean_up(s, t)  # KF-20


@cold
def clean_up(s, t):
    """KF-79 to KF-81, KF-84; when the game ends, dice stay where they lie."""
    done = False
    for i in range(s.n_drawn):
        if (int64(s.unsecured) >> i) & 1:
            s.secured[s.holder[i]] |= int64(1) << i
    for p in range(s.players):
        done |= count_bits(int64(s.secured[p])) >= int64(t.crafts_to_end)
    if done:
        s.unsecured = 0
        s.over = 1
        return
    if s.round == t.max_rounds:  # GO-10
        s.unsecured = 0
        s.over = 2
        return
    return_dice(s, t)
    for p in range(s.players):
        s.ones[p] = 0
        s.wake[p] = 0
        for kind in range(KINDS):
            s.ability[p, kind] = 0
    s.tokens[0] = t.tokens[0]
    s.tokens[1] = t.tokens[1]
    s.start = 0 if s.start + 1 == uint32(s.players) else s.start + 1  # KF-22
    s.round += 1
    begin_round(s, t)


@cold
def return_laid(s):
    """Dice on crafts go to their owners; a library die to the pile."""
    for i in range(s.n_drawn):
        if (int64(s.unsecured) >> i) & 1 == 0:
            continue
        p = int64(s.holder[i])
        for colour in range(BASIC):
            s.laid_ge[i, colour] = uint64(0)
            s.laid_room[i, colour] = uint64(0)
            for value in range(1, FACES + 1):
                libraries = int64(s.laid_library[i, colour, value])
                s.hand[p, colour] += int64(s.laid[i, colour, value]) - libraries
                s.stock[LIBRARY] += libraries
                s.laid[i, colour, value] = 0
                s.laid_library[i, colour, value] = 0
    s.unsecured = 0


@cold
def return_dice(s, t):
    """KF-79, step 3, KF-05."""
    return_laid(s)
    for p in range(s.players):
        for colour in range(COLOURS):
            back = int64(s.workshop[p, colour]) + int64(s.allocated[p, colour])
            s.workshop[p, colour] = 0
            s.allocated[p, colour] = 0
            s.hand[p, colour] += back
        s.stock[LIBRARY] += s.hand[p, LIBRARY]
        s.hand[p, LIBRARY] = 0
    for colour in range(BOX):
        s.stock[colour] += s.burned[colour]
        s.burned[colour] = 0
    if s.cemetery > 0:
        s.stock[CEMETERY_DIE] += 1
    s.cemetery = 0


@cold
def begin_round(s, t):
    """KF-16, KF-79: the gather deck is shuffled and cards are revealed; nobody has passed."""
    rng.seed(s.chance, rng.derive(s.key, DECK_STREAM + int64(s.round)))
    for i in range(s.n_gather - 1, 0, -1):
        j = rng.below(s.chance, i + 1)
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card
    s.deck_next = 0
    for place in range(t.n_face_up):
        s.face_up[place] = NONE
        if s.deck_next < s.n_gather:
            s.face_up[place] = s.deck[s.deck_next]
            s.deck_next += 1
    s.n_used = 0
    s.n_docks = 0
    s.docks_used = 0
    s.n_passed = 0
    s.out = 0
    s.turns = 0
    s.cemetery_rolls = 0
    s.actor = s.start
    s.phase = GATHER
