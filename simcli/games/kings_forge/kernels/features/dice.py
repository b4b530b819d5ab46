"""What changing rolled dice by abilities and tokens brings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import HIGH_BITS, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.sink import put
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.craft import beats, count_rolled, makes, stealable, values_up_to
from simcli.games.kings_forge.kernels.effects import BELOW_SIX
from simcli.games.kings_forge.kernels.features.columns import CLOSER, ENABLES, HIGH, LOW, REACHES, RISKS, USES, WASTES
from simcli.games.kings_forge.kernels.words import EACH, classes_in

LOW_SEVEN = uint64(0x7F)
SIX_ADDS = 3
"""Pips an Automatic 6 adds to a die, on average."""


@cold
def makable(s, t, p):
    """Cards of the display that the counted dice can make, and crafts of others they can beat."""
    count = int64(0)
    rest = int64(s.display)
    while rest != 0:
        count += makes(s, t, lowest_bit(rest))
        rest &= rest - 1
    rest = stealable(s, t, p)
    while rest != 0:
        count += beats(s, t, lowest_bit(rest))
        rest &= rest - 1
    return count


@kernel
def pips_missing(need, have):
    """Pips that the dice of a colour lack: for every value up, the requirements beyond the dice, summed over the bytes."""
    beyond = (need | HIGH_BITS) - have
    positive = beyond & ((beyond & HIGH_BITS) >> uint64(7)) * LOW_SEVEN
    return int64((positive * EACH) >> uint64(56)) + 8 * int64((positive >> uint64(8)) & LOW_SEVEN)


@kernel
def surpasses(s, i, colour, have):
    """Whether these dice of a colour beat a craft: more of some value and more than lie on it, where there is room (KF-74)."""
    return ((have | HIGH_BITS) - s.laid_ge[i, colour] - EACH) & s.laid_room[i, colour] != 0


@kernel
def judge_card(s, i, colour, demand):
    """Notes what the counted dice of a colour lack for a card."""
    lack = pips_missing(demand, s.rolled_ge[colour])
    s.lacks[i, colour] = lack
    s.lacks_all[i] += lack


@cold
def judge(s, t, others):
    """lacks, lacks_all, beaten_in: what the counted dice lack for the display and the crafts of others, so that to raise a die is to look
    at one colour.
    """
    rest = int64(s.display)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        s.lacks_all[i] = 0
        for colour in range(S.BASIC):
            judge_card(s, i, colour, t.need_ge[s.drawn[i], colour])
    rest = others
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        s.lacks_all[i] = 0
        s.beaten_in[i] = 0
        for colour in range(S.BASIC):
            judge_card(s, i, colour, s.laid_ge[i, colour])
            s.beaten_in[i] |= int64(surpasses(s, i, colour, s.rolled_ge[colour])) << colour


@cold
def judge_with(s, t, others, colour, have, help_):
    """(cards that can be made or beaten, pips that the nearest card of the display misses, cards that lack at most `help_` pips) with other
    dice of one colour, by `judge`.

    Without library dice. A missing die counts 9 pips; NONE when nothing is missing for any card.
    """
    count = int64(0)
    near = int64(S.NONE)
    reached = int64(0)
    rest = int64(s.display)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        lack = int64(s.lacks_all[i]) - int64(s.lacks[i, colour]) + pips_missing(t.need_ge[s.drawn[i], colour], have)
        count += lack == 0
        near = min(near, lack if lack > 0 else int64(S.NONE))
        reached += lack <= help_
    rest = others
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        lack = int64(s.lacks_all[i]) - int64(s.lacks[i, colour]) + pips_missing(s.laid_ge[i, colour], have)
        beaten = int64(s.beaten_in[i]) & ~(int64(1) << colour) | int64(surpasses(s, i, colour, have)) << colour
        count += (lack == 0) & (beaten != 0)
        reached += (lack if beaten != 0 else max(lack, 1)) <= help_
    return count, near, reached


@cold
def judge_now(s, t, p, others, help_):
    """`judge_with` the dice as they are, library dice too."""
    count_rolled(s)
    judge(s, t, others)
    count, near, reached = judge_with(s, t, others, int64(0), s.rolled_ge[0], help_)
    if s.libraries > 0:
        count = makable(s, t, p)
    return count, near, max(reached, count)


@hot
def judge_raised(s, t, p, others, colour, value, raised, help_):
    """`judge_now` with one die raised; leaves everything as it was."""
    more = values_up_to(raised) - values_up_to(value) if colour < S.LIBRARY else uint64(0)
    counted = colour if colour < S.LIBRARY else int64(0)
    count, near, reached = judge_with(s, t, others, counted, s.rolled_ge[counted] + more, help_)
    if s.libraries > 0:
        s.rolled[colour, value] -= 1
        s.rolled[colour, raised] += 1
        s.rolled_ge[counted] += more
        count = makable(s, t, p)
        s.rolled_ge[counted] -= more
        s.rolled[colour, raised] -= 1
        s.rolled[colour, value] += 1
    return count, near, max(reached, count)


@kernel
def held_pips(s, t, p):
    """Pips that the abilities and tokens held can add, over all their dice; for an Automatic 6 what it adds on average."""
    token = int64(t.pips[S.PLUS_TOKEN]) * int64(t.targets[S.PLUS_TOKEN])
    pips = int64(SIX_ADDS) * int64(s.ability[p, S.AUTO_SIX]) + token * int64(s.ability[p, S.PLUS_TOKEN])
    for kind in range(t.n_kinds):
        pips += int64(s.ability[p, kind]) * int64(t.pips[kind]) * int64(t.targets[kind])
    return pips


@cold
def modify_features(s, t, p, actions, n, sink):
    """Abilities and tokens."""
    others = stealable(s, t, p)
    held = held_pips(s, t, p)
    now, near, reached = judge_now(s, t, p, others, held)
    for i in range(n):
        kind = int64(actions[i])
        put(sink, i, USES, int64(kind != S.STOP))
        if kind == S.STOP:
            put(sink, i, REACHES, now)
        elif kind == S.REROLL_ABILITY:
            put(sink, i, HIGH, 1)
            put(sink, i, RISKS, now)
            put(sink, i, REACHES, reached)
        else:
            rest = held - (SIX_ADDS if kind == S.AUTO_SIX else int64(t.pips[kind]))
            count, left, most = best_raise(s, t, p, others, kind, now, near, rest)
            put(sink, i, ENABLES, count - now)
            put(sink, i, CLOSER, near - left)
            put(sink, i, LOW, int64(t.targets[kind]) - 1)
            put(sink, i, REACHES, most)


@cold
def best_raise(s, t, p, others, kind, now, near, help_):
    """(cards that are possible by the best single raise with an ability, pips the nearest card then misses: never worse than it is
    now; cards that are then in reach).
    """
    most = now
    least = near
    reached = now
    rest = classes_in(s.rolled) & BELOW_SIX
    while rest != 0:
        class_ = lowest_bit(rest)
        rest &= rest - 1
        colour, value = class_ // S.ROW, class_ % S.ROW
        raised = S.FACES if kind == S.AUTO_SIX else min(value + int64(t.pips[kind]), S.FACES)
        count, left, reach = judge_raised(s, t, p, others, colour, value, raised, help_)
        most = max(most, count)
        least = min(least, left)
        reached = max(reached, reach)
    return most, least, reached


@cold
def target_features(s, t, p, actions, n, sink):
    """Dice to raise."""
    kind = int64(s.using)
    others = stealable(s, t, p)
    held = held_pips(s, t, p)
    rest = held + (int64(t.targets[kind]) - 1 - int64(s.step)) * int64(t.pips[kind])
    now, near, reached = judge_now(s, t, p, others, held)
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, REACHES, reached)
            continue
        put(sink, i, USES, 1)
        colour, value = int64(actions[i]) // S.ROW, int64(actions[i]) % S.ROW
        raised = S.FACES if kind == S.AUTO_SIX else min(value + int64(t.pips[kind]), S.FACES)
        count, left, reach = judge_raised(s, t, p, others, colour, value, raised, rest)
        put(sink, i, ENABLES, count - now)
        put(sink, i, CLOSER, near - left)
        put(sink, i, HIGH, value)
        put(sink, i, WASTES, max(0, value + int64(t.pips[kind]) - S.FACES))
        put(sink, i, REACHES, reach)


@cold
def mark_features(s, t, p, actions, n, sink):
    """Dice to roll anew."""
    count_rolled(s)
    now = makable(s, t, p)
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, USES, 1)
            continue
        colour, value = int64(actions[i]) // S.ROW, int64(actions[i]) % S.ROW
        put(sink, i, HIGH, value)
        put(sink, i, LOW, int64(value <= S.FACES // 2))
        s.rolled[colour, value] -= 1
        count_rolled(s)
        put(sink, i, RISKS, now - makable(s, t, p))
        s.rolled[colour, value] += 1
