"""What cards and docks bring, and what abilities and tokens do: one branch a kind, the numbers stand in the rows of the tables."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import kernel
from simcli.engine.mark import mark
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.dice import roll_cemetery, roll_marked
from simcli.games.kings_forge.kernels.words import classes_in, list_mask

BELOW_SIX = 0x3E3E3E3E3E
"""Classes of dice that show less than 6."""

# Gains


@kernel
def gain_dice(s, p, colour, n):
    """KF-24, KF-37: as many dice as the stock holds go to the workshop."""
    got = min(int64(n), int64(s.stock[colour]))
    s.stock[colour] -= got
    s.workshop[p, colour] += got


@kernel
def gain_by_tier(s, t, p, row, paid):
    """KF-G08B: the gain by the number of dice paid."""
    tier = 0
    for i in range(S.MAX_TIERS):
        if t.tier_least[row, i] <= paid:
            tier = i
    for colour in range(S.BASIC):
        gain_dice(s, p, colour, int64(t.tier_gain[row, tier * S.ROW + colour]))


@kernel
def gain_tokens(s, p, kind, n):
    """KF-09, KF-24: as many tokens as the pile holds."""
    mark(s, p, S.GAIN_TOKENS)
    pile = 0 if kind == S.AUTO_SIX else 1
    got = min(int64(n), int64(s.tokens[pile]))
    s.tokens[pile] -= got
    s.ability[p, kind] += got


@kernel
def gain_ability(s, p, kind):
    """KF-38."""
    s.ability[p, kind] += 1


@kernel
def take_effect(s, t, p, row):
    """KF-31, KF-32: what has been paid for; a rolled cemetery die may be changed before the turn ends, which is a decision of its own."""
    for colour in range(S.BASIC):
        gain_dice(s, p, colour, int64(t.gain[row, colour]))
    if t.gain_tokens[row] > 0:
        gain_tokens(s, p, int64(t.gain_token[row]), int64(t.gain_tokens[row]))
    effect = t.effect[row]
    if effect != S.NO_EFFECT:
        mark(s, p, int64(effect) - S.ADD_ABILITY)
    if effect == S.ADD_ABILITY:
        gain_ability(s, p, int64(t.effect_kind[row]))
    elif effect == S.ONES_TO_SIXES:
        s.ones[p] += 1  # KF-55
    elif effect == S.ROLL_WORKSHOP:
        s.wake[p] += 1  # KF-55
    elif effect == S.LIBRARY_DICE:  # KF-37: to the hand
        got = min(int64(t.effect_kind[row]), int64(s.stock[S.LIBRARY]))
        s.stock[S.LIBRARY] -= got
        s.hand[p, S.LIBRARY] += got
    elif effect == S.CEMETERY_ROLL and s.stock[S.CEMETERY_DIE] > 0:
        s.stock[S.CEMETERY_DIE] -= 1
        roll_cemetery(s)
        s.phase = S.CEMETERY


# Abilities and tokens


@kernel
def holds_ability(s, p):
    """Whether the seat holds something to be used by choice."""
    held = 0
    for kind in range(S.KINDS):
        held |= int64(s.ability[p, kind])
    return held != 0


@kernel
def list_cemetery(s, t, p):
    """D5: what may change the cemetery die, and `keep`."""
    n = 0
    if t.cemetery_die_manipulation == 1:  # GO-07
        for kind in range(S.KINDS):
            if s.ability[p, kind] > 0 and (kind == S.REROLL_ABILITY or s.cemetery < S.FACES):
                s.options[n] = kind
                n += 1
    s.options[n] = S.STOP
    return n + 1


@kernel
def change_cemetery(s, t, p, kind):
    """D5: one ability or token is used on the cemetery die."""
    mark(s, p, S.CHANGE_CEMETERY)
    s.ability[p, kind] -= 1
    if kind == S.REROLL_ABILITY:
        roll_cemetery(s)
    elif kind == S.AUTO_SIX:
        s.cemetery = S.FACES
    else:
        s.cemetery = min(int64(s.cemetery) + int64(t.pips[kind]), S.FACES)


@kernel
def list_modify(s, p):
    """D6, KF-60, KF-68."""
    n = 0
    if holds_ability(s, p):
        dice = classes_in(s.rolled)
        below_six = dice & BELOW_SIX
        for kind in range(S.KINDS):
            s.options[n] = kind  # counted if it is a choice, without a branch to be mispredicted
            n += (s.ability[p, kind] > 0) & ((dice if kind == S.REROLL_ABILITY else below_six) != 0)
    s.options[n] = S.STOP
    return n + 1


@kernel
def use_ability(s, p, kind):
    """D6: an ability or token is used up; its dice are chosen next."""
    mark(s, p, S.USE_PIPS + max(int64(kind) - S.REROLL_ABILITY + 1, 0))
    s.ability[p, kind] -= 1
    s.using = kind
    s.step = 0
    s.last = 0
    for colour in range(S.COLOURS):
        for value in range(S.ROW):
            s.base[colour, value] = 0 if kind == S.REROLL_ABILITY else s.rolled[colour, value]
    s.phase = S.REROLL if kind == S.REROLL_ABILITY else S.TARGET


@kernel
def list_targets(s, t):
    """D7: dice below 6, by class, not before the last one."""
    dice = classes_in(s.base) if t.plus_pips_distinct == 1 else classes_in(s.rolled)  # GO-03
    n = list_mask(s, int64(0), dice & BELOW_SIX & -(int64(1) << int64(s.last)), int64(0))
    if s.step > 0:
        s.options[n] = S.STOP
        n += 1
    return n


@kernel
def raise_die(s, t, action):
    """D7: pips for one die (KF-61 to KF-63), or no more."""
    kind = int64(s.using)
    if action != S.STOP:
        colour, value = int64(action) // S.ROW, int64(action) % S.ROW
        raised = S.FACES if kind == S.AUTO_SIX else min(value + int64(t.pips[kind]), S.FACES)
        s.base[colour, value] -= 1
        s.rolled[colour, value] -= 1
        s.rolled[colour, raised] += 1
        s.chosen[s.step] = action
        s.step += 1
        s.last = action
        if s.step < t.targets[kind]:
            return
    s.phase = S.MODIFY


@kernel
def list_marks(s):
    """D8: dice not marked yet, by class, not before the last one."""
    n = list_mask(s, int64(0), classes_in(s.rolled) & -(int64(1) << int64(s.last)), int64(0))
    if s.step > 0:
        s.options[n] = S.STOP
        n += 1
    return n


@kernel
def mark_die(s, p, action):
    """D8: one more die to roll anew, or the roll."""
    if action == S.STOP:
        roll_marked(s, p)
        s.phase = S.MODIFY
        return
    colour, value = int64(action) // S.ROW, int64(action) % S.ROW
    s.rolled[colour, value] -= 1
    s.base[colour, value] += 1
    s.step = 1
    s.last = action


assert S.PLUS_TOKEN < S.KINDS
