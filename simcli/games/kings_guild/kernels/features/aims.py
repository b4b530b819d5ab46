"""What a seat could make of the quests face up, how many turns it takes, and what own rooms make of it: what resources are judged by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy import int64, uint64

from simcli.engine.bits import HIGH_BITS, count_bits, covers, less_by, lowest_bit
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import BYTE, count_of, free_sigils, some, storage, total_of
from simcli.games.kings_guild.kernels.craft import cost_of, opened_by_another
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has

PER_VALUE, PER_LACK, PER_RARE = 2, 3, 4
"""A resource lacking weighs against coins; one the seat cannot gather weighs more."""
WHOLE, TREASURE, LEFT_OPEN, PER_POINT = 3, 3, 1, 2
"""Worth of a card of one's own, of a treasure, of one that another player may still bring, of a point of own rooms, in coins."""
NOT_AT_ALL = -60
RATE = 12
"""Worth a turn is told in so many parts of a coin."""
FROM_ONE, FROM_TWO, FROM_FOUR = uint64(0x7F7F7F7F7F7F7F7F), uint64(0x7E7E7E7E7E7E7E7E), uint64(0x7C7C7C7C7C7C7C7C)
BACK, TWO_BITS = uint64(3), uint64(3)
SHORT_TURNS = 2
"""Turns to wait for what the stock has not got."""
FRACTION, MOST_TURNS = 32, 128
A_TURN = np.array([(RATE << FRACTION) // turns + 1 for turns in range(1, MOST_TURNS)], np.int64)
"""RATE a turn, by the turns before the one of making, with 32 bits behind the point: exact for the whole part of a value below 2^20."""


class Prospects(NamedTuple):
    """What some resources are good for.

    nearest: worth of the nearest thing to be made, less what is lacking, see PER_VALUE; ready: worth of the best thing they suffice for;
    used: how many of them are asked for by the thing that asks for most; rate: worth a turn of what is best made, in twelfths of a coin.
    """

    nearest: int
    ready: int
    used: int
    rate: int


# Own rooms


@kernel
def icons_of(t, quest):
    """What a quest adds to what rooms count: mages, rogues, warriors, weapons and armor, a byte each."""
    word = some(int64(t.hero[quest]) - S.MAGE, 1)
    return word | some(S.N_WEAPONS - S.N_MAGES, int64(t.icons[0, quest])) | some(S.N_ARMORS - S.N_MAGES, int64(t.icons[1, quest]))


@cold
def tally_of(s, t, p):
    """The same of all own quests, those with an own sigil too: whoever finishes them, the card is the seat's (KG-K-09, KG-E-06)."""
    word = NOBODY
    quests = s.quests[p]
    while quests != NOBODY:
        word += icons_of(t, lowest_bit(quests))
        quests &= quests - ONE
    if s.out[p] > 0:
        for k in range(S.MAX_SLOTS):
            if s.opener[k] == p and s.slot[k] < S.FUNERAL:
                word += icons_of(t, int64(s.slot[k]))
    return word


@hot
def tallied(what):
    """Whether an amount is one of the tally."""
    return S.N_MAGES <= what <= S.N_ARMORS


@kernel
def hall_points(t, room, tally):
    """Points of a room that counts quests or their icons, 0 of other rooms."""
    row = int64(t.end_row[room])
    a, c = int64(t.a[row]), int64(t.c[row])
    if t.kind[row] != S.COUNT or not tallied(a):
        return int64(0)
    n = count_of(tally, a - S.N_MAGES)
    if c != S.N_NOTHING:
        n = min(n, count_of(tally, c - S.N_MAGES)) if tallied(c) else int64(0)
    return n // int64(t.b[row]) * int64(t.b[t.next[row]])


@kernel
def halls_of(s, t, p):
    """Own rooms whose points are counted at the end, as a mask."""
    return s.rooms[p] & t.end_rooms & ~t.with_spaces


@kernel
def per_one(s, t, p, what):
    """Points that own rooms give for one more of an amount that is no pair."""
    points = int64(0)
    halls = halls_of(s, t, p)
    while halls != NOBODY:
        row = int64(t.end_row[lowest_bit(halls)])
        halls &= halls - ONE
        if t.kind[row] == S.COUNT and t.a[row] == what and t.c[row] == S.N_NOTHING:
            points += int64(t.b[t.next[row]]) // int64(t.b[row])
    return points


@kernel
def quest_gain(s, t, p, tally, quest):
    """Points that own rooms gain by one more quest."""
    points = int64(0)
    halls = halls_of(s, t, p)
    if halls != NOBODY:
        after = tally + icons_of(t, quest)
        while halls != NOBODY:
            room = lowest_bit(halls)
            halls &= halls - ONE
            points += hall_points(t, room, after) - hall_points(t, room, tally)
    return points


# What could be made


@cold
def find_aims(s, t, p):
    """Writes what the seat could make if it had the resources and the room for them: `aim_cost`, `aim_value`, `aim_wait`, `rare`, `tally`.

    All of this stands until a quest, a sigil or a standing number changes (`aims_of`), but for what the stock has not got.
    """
    if s.aims_of != p + 1:
        list_aims(s, t, p)
        s.aims_of = p + 1
        s.aims_there = NOBODY
    there = s.held[p] + s.stock
    if s.aims_there != ~there:
        s.aims_there = ~there
        note_waits(s, there)


@hot_in_bounds
def note_waits(s, there):
    """Writes `aim_wait`; there: resources of the seat and the stock."""
    for k in range(int64(s.n_aims)):
        s.aim_wait[k] = 0 if covers(there, s.aim_cost[k]) else SHORT_TURNS


@cold
def list_aims(s, t, p):
    """All of them but `aim_wait`."""
    s.tally = tally_of(s, t, p)
    s.rare = NOBODY
    if s.power[p, S.GEM_ACCESS] == 0:
        s.rare |= BYTE << uint64(8 * S.GEM)
    if s.power[p, S.MAGIC_ACCESS] == 0:
        s.rare |= BYTE << uint64(8 * S.MAGIC)
    room, n = storage(s, t, p), int64(0)
    sigils = free_sigils(s, t, p)
    for k in range(S.MAX_SLOTS):
        quest = int64(s.slot[k])
        if quest >= S.FUNERAL or (t.sharing == 0 and opened_by_another(s, p, k)):
            continue
        first, made = cost_of(s, t, p, quest, 0), int64(s.made[k])
        card = WHOLE + PER_POINT * quest_gain(s, t, p, s.tally, quest)
        if t.items[quest] == 1:
            n = add_aim(s, n, first, int64(t.item_coins[0, quest]) + card + TREASURE, room)
            continue
        second = cost_of(s, t, p, quest, 1)
        if made == 0:
            if sigils > 0:
                n = add_aim(s, n, first, int64(t.item_coins[0, quest]) + card + LEFT_OPEN, room)
                n = add_aim(s, n, second, int64(t.item_coins[1, quest]) + card + LEFT_OPEN, room)
            both = int64(t.item_coins[0, quest]) + int64(t.item_coins[1, quest])
            n = add_aim(s, n, first + second, both + card + 2 * TREASURE, room)
        else:
            gained = 2 * TREASURE if s.opener[k] == p else TREASURE
            last = 1 if made == 1 else 0
            n = add_aim(s, n, second if last == 1 else first, int64(t.item_coins[last, quest]) + gained, room)
    s.n_aims = n


@kernel
def add_aim(s, n, cost, value, room):
    """One more thing to be made, if it finds room; returns how many there are then."""
    if total_of(cost) > room:
        return n
    s.aim_cost[n] = cost
    s.aim_value[n] = value
    return n + 1


@hot
def turns_for(lack, mixing):
    """Turns of gathering that bring what is lacking: three of a kind, or one each of two kinds; with a Laborer any three."""
    if mixing:
        return (total_of(lack) + 2) // 3
    halves = (lack + FROM_ONE) & HIGH_BITS | (((lack + FROM_TWO) & HIGH_BITS) >> ONE)
    halves |= (((lack + FROM_FOUR) & HIGH_BITS) >> BACK) * TWO_BITS
    return (count_bits(int64(halves)) + 1) >> 1


@hot_in_bounds
def with_near(s, so_far, k, size, lack, mixing):
    """What was found so far and an aim that lacks nothing but what can be gathered; size: resources it costs; mixing: with a Laborer."""
    value, lacking = int64(s.aim_value[k]), total_of(lack)
    pace = value * A_TURN[turns_for(lack, mixing) + int64(s.aim_wait[k])] >> FRACTION
    return Prospects(
        max(so_far.nearest, PER_VALUE * value - PER_LACK * lacking),
        max(so_far.ready, value * int64(lack == NOBODY)),
        max(so_far.used, size - lacking),
        max(so_far.rate, pace),
    )


@hot
def with_far(so_far, near, size, lack):
    """The same with an aim that lacks more; near: how near it is but for what can be gathered."""
    lacking = total_of(lack)
    return Prospects(max(so_far.nearest, near - PER_LACK * lacking), so_far.ready, max(so_far.used, size - lacking), so_far.rate)


@hot
def nearness(value, far):
    """How near something of a value is that lacks some resources which cannot be gathered."""
    return PER_VALUE * value - PER_RARE * total_of(far)


@hot_in_bounds
def look_around(s, held, rare, mixing):
    """What some resources are good for. rare: kinds that cannot be gathered; mixing: with a Laborer."""
    found = Prospects(int64(NOT_AT_ALL), int64(0), int64(0), int64(0))
    for k in range(int64(s.n_aims)):
        cost = s.aim_cost[k]
        lack = less_by(cost, held)
        if lack & rare == NOBODY:
            found = with_near(s, found, k, total_of(cost), lack, mixing)
        else:
            found = with_far(found, nearness(int64(s.aim_value[k]), lack & rare), total_of(cost), lack)
    return found


# Mixtures


@hot_in_bounds
def look_before(s, p):
    """What the seat's resources are good for, kept for `look_after`, and what they leave lacking of each aim."""
    found, mixing = Prospects(int64(NOT_AT_ALL), int64(0), int64(0), int64(0)), mixes_freely(s, p)
    s.in_reach = s.most_lack = s.looked[0] = s.looked[1] = NOBODY
    for kind in range(S.RESOURCES):
        s.lacking[kind] = NOBODY
    for k in range(int64(s.n_aims)):
        cost = s.aim_cost[k]
        lack = less_by(cost, s.held[p])
        far, size = lack & s.rare, total_of(cost)
        near = nearness(int64(s.aim_value[k]), far)
        found = with_near(s, found, k, size, lack, mixing) if far == NOBODY else with_far(found, near, size, lack)
        s.aim_lack[k] = lack
        s.aim_size[k] = size
        s.aim_near[k] = near
        s.in_reach |= uint64(far == NOBODY) << uint64(k)
        s.most_lack += less_by(lack, s.most_lack)
        kinds = (lack + FROM_ONE) & HIGH_BITS
        while kinds != NOBODY:
            s.lacking[lowest_bit(kinds) >> 3] |= bit(k)
            kinds &= kinds - ONE
    keep_prospects(s, 0, found)
    return found


@kernel
def look_after(s, t, now, k, mixing):
    """What they are good for with a mixture; smaller mixtures come before, where they are asked for at all.

    More of a kind than any aim lacks changes nothing, and aims that lack nothing of it stay as they are.
    """
    mix = t.mix[k]
    beyond = less_by(mix, s.most_lack)
    row = int64(t.mix_without[k, lowest_bit(beyond) >> 3]) if beyond != NOBODY else k + 1
    if has(s.looked[row >> 6], row & 63):
        then = kept_prospects(s, row)
    else:
        aims = s.lacking[t.mix_kinds[k, 0]] | s.lacking[t.mix_kinds[k, 1]] | s.lacking[t.mix_kinds[k, 2]]
        then = look_on(s, now, mix, aims, mixing)
    keep_prospects(s, k + 1, then)
    return then


@hot_in_bounds
def look_on(s, now, more, aims, mixing):
    """What the resources of `look_before` and some more that can be gathered are good for; aims: those that lack any of these."""
    near, far = aims & s.in_reach, aims & ~s.in_reach
    while near != NOBODY:
        k = lowest_bit(near)
        near &= near - ONE
        now = with_near(s, now, k, int64(s.aim_size[k]), less_by(s.aim_lack[k], more), mixing)
    while far != NOBODY:
        k = lowest_bit(far)
        far &= far - ONE
        now = with_far(now, int64(s.aim_near[k]), int64(s.aim_size[k]), less_by(s.aim_lack[k], more))
    return now


@hot
def keep_prospects(s, row, prospects):
    """Keeps what a mixture makes possible, in row 1 + its number; 0 for none."""
    kept = s.prospects[row]
    kept[0] = prospects.nearest
    kept[1] = prospects.ready
    kept[2] = prospects.used
    kept[3] = prospects.rate
    s.looked[row >> 6] |= bit(row & 63)


@hot
def kept_prospects(s, row):
    """The same read back."""
    kept = s.prospects[row]
    return Prospects(int64(kept[0]), int64(kept[1]), int64(kept[2]), int64(kept[3]))


# At a turn


@hot
def mixes_freely(s, p):
    """Whether a gathering of the seat takes any three resources (a Laborer)."""
    return s.power[p, S.GATHER_MIX] > 0


@kernel
def look_ahead(s, p, held):
    """What some resources are good for, for a seat at its turn."""
    return look_around(s, held, s.rare, mixes_freely(s, p))


@hot_in_bounds
def rate(s, p):
    """Worth a turn, in twelfths of a coin, of what is best made of what the seat holds, after a turn of gathering at least."""
    best, held, mixing = int64(0), s.held[p], mixes_freely(s, p)
    for k in range(int64(s.n_aims)):
        lack = less_by(s.aim_cost[k], held)
        turns = turns_for(lack, mixing)
        in_time = int64(lack & s.rare == NOBODY) & int64(turns >= 1)
        best = max(best, in_time * int64(s.aim_value[k]) * A_TURN[turns + int64(s.aim_wait[k])])
    return best >> FRACTION


@hot_in_bounds
def rate_gained(s, p, rare):
    """How much more such a worth a turn is, with or without gathering, where other kinds cannot be gathered than now."""
    best, now, held, mixing = int64(0), int64(0), s.held[p], mixes_freely(s, p)
    for k in range(int64(s.n_aims)):
        lack = less_by(s.aim_cost[k], held)
        pace = int64(s.aim_value[k]) * A_TURN[turns_for(lack, mixing) + int64(s.aim_wait[k])]
        best = max(best, int64(lack & rare == NOBODY) * pace)
        now = max(now, int64(lack & s.rare == NOBODY) * pace)
    return (best >> FRACTION) - (now >> FRACTION)


@hot_in_bounds
def reach(s, held):
    """Worth of the best thing that some resources suffice for."""
    best = int64(0)
    for k in range(int64(s.n_aims)):
        best = max(best, int64(s.aim_value[k]) * int64(covers(held, s.aim_cost[k])))
    return best


@kernel
def is_open(s, p):
    """Whether something can be made of what the seat holds, can gather and the stock has."""
    found = False
    for k in range(s.n_aims):
        found |= s.aim_wait[k] == 0 and less_by(s.aim_cost[k], s.held[p]) & s.rare == NOBODY
    return found


assert (S.N_ROGUES, S.N_WARRIORS, S.N_WEAPONS, S.N_ARMORS) == (S.N_MAGES + 1, S.N_MAGES + 2, S.N_MAGES + 3, S.N_MAGES + 4)
