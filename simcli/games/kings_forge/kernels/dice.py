"""Rolls and what changes them: cemetery, ones-to-sixes, abilities and tokens."""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_forge.state import (
    AUTO_SIX,
    BASIC,
    COLOURS,
    FACES,
    KINDS,
    LIBRARY,
    MARK,
    MODIFY,
    PLUS_TOKEN,
    REROLL,
    ROW,
    STOP,
    TARGET,
)

# Streams of a deal's key; those of the set-up are in setup.py.
CEMETERY_STREAM, ROLL_STREAM, REROLL_STREAM = 1 << 17, 1 << 18, 1 << 19


@kernel
def roll_stream(round_, seat, colour):
    """Stream of the roll of one colour: what else a player has or does moves no die of this colour."""
    return ROLL_STREAM + (round_ << 5) + (seat << 3) + colour


@kernel
def reroll_stream(round_, seat, k):
    """Stream of the k-th reroll of a craft turn."""
    return REROLL_STREAM + (round_ << 8) + (seat << 6) + k


@kernel
def cemetery_stream(round_, k):
    """Stream of the k-th roll of the cemetery die in a round."""
    return CEMETERY_STREAM + (round_ << 6) + k


@kernel
def drop_die(s, p, colour, n):
    """One rolled die shows n: it counts, or is cancelled (KF-53), or becomes a six (KF-54, KF-G15T)."""
    if n == s.cemetery:
        s.workshop[p, colour] += 1
    else:
        s.rolled[colour, FACES if n == 1 and s.ones[p] > 0 else n] += 1


@cold
def roll_hand(s, t, p):
    """KF-52, KF-G06B: all dice of the hand are rolled, with roll-the-workshop its basic dice too."""
    for colour in range(COLOURS):
        n = int64(s.hand[p, colour])
        s.hand[p, colour] = 0
        if s.wake[p] > 0 and colour < BASIC:
            n += int64(s.workshop[p, colour])
            s.workshop[p, colour] = 0
        if n > 0:
            rng.seed(s.chance, rng.derive(s.key, roll_stream(int64(s.round), int64(p), colour)))
            for _ in range(n):
                drop_die(s, p, colour, rng.below(s.chance, FACES) + 1)
    s.rerolls = 0


@cold
def roll_marked(s, p):
    """KF-66: the marked dice are rolled anew."""
    rng.seed(s.chance, rng.derive(s.key, reroll_stream(int64(s.round), int64(p), int64(s.rerolls))))
    s.rerolls += 1
    for colour in range(COLOURS):
        for value in range(1, FACES + 1):
            n = int64(s.base[colour, value])
            s.base[colour, value] = 0
            for _ in range(n):
                drop_die(s, p, colour, rng.below(s.chance, FACES) + 1)


@cold
def roll_cemetery(s):
    """KF-G09B."""
    rng.seed(s.chance, rng.derive(s.key, cemetery_stream(int64(s.round), int64(s.cemetery_rolls))))
    s.cemetery_rolls += 1
    s.cemetery = rng.below(s.chance, FACES) + 1


# Abilities


@kernel
def holds_ability(s, p):
    """Whether the seat holds something to be used by choice."""
    held = 0
    for kind in range(KINDS):
        held |= int64(s.ability[p, kind])
    return held != 0


@kernel
def list_cemetery(s, t, p):
    """D5: what may change the cemetery die, and `keep`."""
    n = 0
    if t.manipulate == 1:  # GO-07
        for kind in range(KINDS):
            if s.ability[p, kind] > 0 and (kind == REROLL or s.cemetery < FACES):
                s.options[n] = kind
                n += 1
    s.options[n] = STOP
    return n + 1


@kernel
def change_cemetery(s, t, p, kind):
    """D5: one ability or token is used on the cemetery die."""
    s.ability[p, kind] -= 1
    if kind == REROLL:
        roll_cemetery(s)
    elif kind == AUTO_SIX:
        s.cemetery = FACES
    else:
        s.cemetery = min(int64(s.cemetery) + int64(t.pips[kind]), FACES)


@kernel
def any_die(s, limit):
    """Whether a rolled die shows less than `limit`."""
    found = 0
    for colour in range(COLOURS):
        for value in range(1, limit):
            found |= int64(s.rolled[colour, value])
    return found != 0


@kernel
def list_modify(s, p):
    """D6, KF-60, KF-68."""
    n = 0
    if holds_ability(s, p):
        below_six = any_die(s, FACES)
        for kind in range(KINDS):
            if s.ability[p, kind] > 0 and (any_die(s, FACES + 1) if kind == REROLL else below_six):
                s.options[n] = kind
                n += 1
    s.options[n] = STOP
    return n + 1


@kernel
def use_ability(s, p, kind):
    """D6: an ability or token is used up; its dice are chosen next."""
    s.ability[p, kind] -= 1
    s.using = kind
    s.step = 0
    s.last = 0
    for colour in range(COLOURS):
        for value in range(ROW):
            s.base[colour, value] = 0 if kind == REROLL else s.rolled[colour, value]
    s.phase = MARK if kind == REROLL else TARGET


@kernel
def list_targets(s, t):
    """D7: dice below 6, by class, not before the last one."""
    n = 0
    for colour in range(COLOURS):
        for value in range(1, FACES):
            class_ = colour * ROW + value
            dice = s.base[colour, value] if t.distinct == 1 else s.rolled[colour, value]  # GO-03
            s.options[n] = class_  # counted if it is a choice, without a branch to be guessed wrong
            n += (dice > 0) & (class_ >= s.last)
    if s.step > 0:
        s.options[n] = STOP
        n += 1
    return n


@kernel
def raise_die(s, t, action):
    """D7: pips for one die (KF-61 to KF-63), or no more."""
    kind = int64(s.using)
    if action != STOP:
        colour, value = int64(action) // ROW, int64(action) % ROW
        raised = FACES if kind == AUTO_SIX else min(value + int64(t.pips[kind]), FACES)
        s.base[colour, value] -= 1
        s.rolled[colour, value] -= 1
        s.rolled[colour, raised] += 1
        s.chosen[s.step] = action
        s.step += 1
        s.last = action
        if s.step < t.targets[kind]:
            return
    s.phase = MODIFY


@kernel
def list_marks(s):
    """D8: dice not marked yet, by class, not before the last one."""
    n = 0
    for colour in range(COLOURS):
        for value in range(1, FACES + 1):
            class_ = colour * ROW + value
            s.options[n] = class_
            n += (s.rolled[colour, value] > 0) & (class_ >= s.last)
    if s.step > 0:
        s.options[n] = STOP
        n += 1
    return n


@kernel
def mark_die(s, p, action):
    """D8: one more die to roll anew, or the roll."""
    if action == STOP:
        roll_marked(s, p)
        s.phase = MODIFY
        return
    colour, value = int64(action) // ROW, int64(action) % ROW
    s.rolled[colour, value] -= 1
    s.base[colour, value] += 1
    s.step = 1
    s.last = action


@kernel
def gain_ability(s, p, kind):
    """KF-38."""
    s.ability[p, kind] += 1


@kernel
def gain_tokens(s, p, kind, n):
    """KF-09, KF-24: as many tokens as the pile holds."""
    pile = 0 if kind == AUTO_SIX else 1
    got = min(int64(n), int64(s.tokens[pile]))
    s.tokens[pile] -= got
    s.ability[p, kind] += got


assert LIBRARY == COLOURS - 1
assert PLUS_TOKEN < KINDS
