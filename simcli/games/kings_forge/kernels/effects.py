"""What cards and docks bring, and what abilities and tokens do: one branch a kind, the numbers stand in the rows of the tables."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import kernel
from simcli.engine.mark import mark
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.dice import roll_cemetery, roll_marked

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
def any_die(s, limit):
    """Whether a rolled die shows less than `limit`."""
    found = 0
    for colour in range(S.COLOURS):
        for value in range(1, limit):
            found |= int64(s.rolled[colour, value])
    return found != 0


@kernel
def list_modify(s, p):
    """D6, KF-60, KF-68."""
    n = 0
    if holds_ability(s, p):
        below_six = any_die(s, int64(S.FACES))
        for kind in range(S.KINDS):
            if s.ability[p, kind] > 0 and (any_die(s, int64(S.FACES + 1)) if kind == S.REROLL_ABILITY else below_six):
                s.options[n] = kind
                n += 1
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
    n = 0
    for colour in range(S.COLOURS):
        for value in range(1, S.FACES):
            class_ = colour * S.ROW + value
            dice = s.base[colour, value] if t.plus_pips_distinct == 1 else s.rolled[colour, value]  # GO-03
            s.options[n] = class_  # counted if it is a choice, without a branch to be mispredicted
            n += (dice > 0) & (class_ >= s.last)
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
    n = 0
    for colour in range(S.COLOURS):
        for value in range(1, S.FACES + 1):
            class_ = colour * S.ROW + value
            s.options[n] = class_
            n += (s.rolled[colour, value] > 0) & (class_ >= s.last)
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
