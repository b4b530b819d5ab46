"""What a seat could make of the quests face up, and how near it is: what resources are judged by."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.kernel import cold, kernel
from simcli.games.kings_guild.kernels.amounts import BYTE, less_by, storage, total_of
from simcli.games.kings_guild.kernels.craft import cost_of
from simcli.games.kings_guild.kernels.stack import NOBODY
from simcli.games.kings_guild.state import FUNERAL, GEM, GEM_ACCESS, MAGIC, MAGIC_ACCESS, MAX_SLOTS, NONE

PER_VALUE, PER_LACK, PER_RARE = 2, 3, 4
"""A resource lacking weighs against coins; one the seat cannot gather weighs more."""
WHOLE, SHARED, TREASURE = 2, 2, 3
"""Worth of a card of one's own, of a quest finished for another, of a treasure, in coins."""
NOT_AT_ALL = -60


@kernel
def worth_of(s, t, p, k, quest, items):
    """What making the first item (0), the second (1) or both (2) of a slot is worth, in coins."""
    value = int64(0)
    if items != 1:
        value += int64(t.item_coins[0, quest])
    if items != 0:
        value += int64(t.item_coins[1, quest])
    if t.items[quest] == 1:
        return value + WHOLE + TREASURE
    if items == 2 or s.opener[k] == p:
        return value + WHOLE + 2 * TREASURE
    if s.opener[k] != NONE:
        return value + SHARED + TREASURE
    return value


@cold
def find_aims(s, t, p):
    """Writes `aim_cost`, `aim_value` and `rare`: what the seat could make if it had the resources and the room for them."""
    s.n_aims = 0
    s.rare = NOBODY
    if s.power[p, GEM_ACCESS] == 0:
        s.rare |= BYTE << uint64(8 * GEM)
    if s.power[p, MAGIC_ACCESS] == 0:
        s.rare |= BYTE << uint64(8 * MAGIC)
    room = storage(s, t, p)
    for k in range(MAX_SLOTS):
        quest = int64(s.slot[k])
        if quest >= FUNERAL:
            continue
        first, made = cost_of(s, t, p, quest, 0), int64(s.made[k])
        if made != 1:
            add_aim(s, first, worth_of(s, t, p, k, quest, 0), room)
        if t.items[quest] == 2:
            second = cost_of(s, t, p, quest, 1)
            if made != 2:
                add_aim(s, second, worth_of(s, t, p, k, quest, 1), room)
            if made == 0:
                add_aim(s, first + second, worth_of(s, t, p, k, quest, 2), room)


@kernel
def add_aim(s, cost, value, room):
    """One more thing to be made, if it finds room."""
    if total_of(cost) <= room:
        s.aim_cost[s.n_aims] = cost
        s.aim_value[s.n_aims] = value
        s.n_aims += 1


@kernel
def aim(s, held):
    """Worth of the nearest thing to be made with some resources, less what is lacking; see PER_VALUE."""
    best = int64(NOT_AT_ALL)
    for k in range(s.n_aims):
        lack = less_by(s.aim_cost[k], held)
        at = PER_VALUE * int64(s.aim_value[k]) - PER_LACK * total_of(lack) - PER_RARE * total_of(lack & s.rare)
        best = max(best, at)
    return best


@kernel
def reach(s, held):
    """Worth of the best thing that some resources suffice for."""
    best = int64(0)
    for k in range(s.n_aims):
        if less_by(s.aim_cost[k], held) == NOBODY:
            best = max(best, int64(s.aim_value[k]))
    return best


@kernel
def use(s, held):
    """Resources that something to be made asks for, of the thing that asks for most of them."""
    best = int64(0)
    for k in range(s.n_aims):
        best = max(best, total_of(s.aim_cost[k]) - total_of(less_by(s.aim_cost[k], held)))
    return best
