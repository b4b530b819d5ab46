"""What changing rolled dice by abilities and tokens brings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put
from simcli.games.kings_forge.kernels.craft import MOST, count_rolled, possible
from simcli.games.kings_forge.kernels.features.columns import CLOSER, ENABLES, HIGH, LOW, RISKS, USES, WASTES
from simcli.games.kings_forge.kernels.gather import EACH, HIGH_BITS
from simcli.games.kings_forge.state import AUTO_SIX, BASIC, COLOURS, FACES, NONE, REROLL_ABILITY, ROW, STEAL, STOP


@kernel
def makable(s, t, p):
    """Cards of the display that the counted dice can make, and crafts of others they can beat."""
    count = int64(0)
    rest = int64(s.display)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        count += possible(s, t, i)
    rest = int64(s.unsecured)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if s.holder[i] != p:
            count += possible(s, t, STEAL + i)
    return count


@kernel
def nearest(s, t):
    """Pips missing for the card of the display that misses fewest; NONE when nothing is missing for any. A missing die counts 9."""
    best = int64(NONE)
    rest = int64(s.display)
    while rest != 0:
        row = int64(s.drawn[lowest_bit(rest)])
        rest &= rest - 1
        missing = int64(0)
        for colour in range(BASIC):
            missing += pips_missing(t.need_ge[row, colour], s.rolled_ge[colour])
        if missing > 0:
            best = min(best, missing)
    return best


@kernel
def pips_missing(need, have):
    """Pips that the dice of a colour lack: for every value up, the requirements beyond the dice, summed over the bytes."""
    beyond = (need | HIGH_BITS) - have
    positive = beyond & ((beyond & HIGH_BITS) >> uint64(7)) * MOST
    return int64((positive * EACH) >> uint64(56)) + 8 * int64((positive >> uint64(8)) & MOST)


@kernel
def move_die(s, colour, value, raised):
    """A rolled die changes its value, or comes back to it; counted dice follow."""
    s.rolled[colour, value] -= 1
    s.rolled[colour, raised] += 1
    if colour < BASIC:
        low, high = min(value, raised), max(value, raised)
        change = (EACH >> uint64(8 * (7 - high))) & ~(EACH >> uint64(8 * (7 - low)))
        if raised > value:
            s.rolled_ge[colour] += change
        else:
            s.rolled_ge[colour] -= change


@cold
def modify_features(s, t, p, actions, n, sink):
    """Abilities and tokens."""
    count_rolled(s)
    now = makable(s, t, p)
    for i in range(n):
        kind = int64(actions[i])
        put(sink, i, USES, kind != STOP)
        if kind == REROLL_ABILITY:
            put(sink, i, HIGH, 1)
            put(sink, i, RISKS, now)
        elif kind != STOP:
            raised = FACES if kind == AUTO_SIX else 0
            gain, closer = best_raise(s, t, p, int64(t.pips[kind]), raised, now)
            put(sink, i, ENABLES, gain)
            put(sink, i, CLOSER, closer)
            put(sink, i, LOW, int64(t.targets[kind]) - 1)


@cold
def best_raise(s, t, p, pips, set_to, now):
    """(cards that the best single raise makes possible, pips it brings the nearest card closer)."""
    gain = int64(0)
    closer = int64(0)
    near = nearest(s, t)
    for colour in range(COLOURS):
        for value in range(1, FACES):
            if s.rolled[colour, value] > 0:
                raised = set_to if set_to > 0 else min(value + pips, FACES)
                move_die(s, colour, value, raised)
                gain = max(gain, makable(s, t, p) - now)
                closer = max(closer, near - nearest(s, t))
                move_die(s, colour, raised, value)
    return gain, closer


@cold
def target_features(s, t, p, actions, n, sink):
    """Dice to raise."""
    kind = int64(s.using)
    count_rolled(s)
    now = makable(s, t, p)
    near = nearest(s, t)
    for i in range(n):
        if actions[i] == STOP:
            continue
        put(sink, i, USES, 1)
        colour, value = int64(actions[i]) // ROW, int64(actions[i]) % ROW
        raised = FACES if kind == AUTO_SIX else min(value + int64(t.pips[kind]), FACES)
        move_die(s, colour, value, raised)
        put(sink, i, ENABLES, makable(s, t, p) - now)
        put(sink, i, CLOSER, near - nearest(s, t))
        move_die(s, colour, raised, value)
        put(sink, i, HIGH, value)
        put(sink, i, WASTES, max(0, value + int64(t.pips[kind]) - FACES))


@cold
def mark_features(s, t, p, actions, n, sink):
    """Dice to roll anew."""
    count_rolled(s)
    now = makable(s, t, p)
    for i in range(n):
        if actions[i] == STOP:
            put(sink, i, USES, 1)
            continue
        colour, value = int64(actions[i]) // ROW, int64(actions[i]) % ROW
        put(sink, i, HIGH, value)
        put(sink, i, LOW, value <= FACES // 2)
        s.rolled[colour, value] -= 1
        count_rolled(s)
        put(sink, i, RISKS, now - makable(s, t, p))
        s.rolled[colour, value] += 1
