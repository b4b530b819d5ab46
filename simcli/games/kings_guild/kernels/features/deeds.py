"""What cards do at once, in coins: a specialist when it is hired, a treasure that takes from the others."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import less_by, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import count_of, some, total_of
from simcli.games.kings_guild.kernels.features.aims import PER_POINT, RATE, TREASURE, WHOLE, quest_gain, rate, reach
from simcli.games.kings_guild.kernels.features.worth import relic_worth
from simcli.games.kings_guild.kernels.quests import one_item_quests
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE

WORST = 2
"""Coins a treasure is worth that is the worst of a hand."""


# Specialists


@cold
def ability_worth(s, t, p, place, tally):
    """Worth of what a specialist of the row does when hired, with the things that can be made now; see `find_aims`."""
    card = int64(s.row[place])
    row, worth = int64(t.head[S.HIRED, card]), int64(0)
    if t.stands[card, S.FREE_OFFERING] > 0 and s.offered[p] == 0 and t.may_offer == 1:  # the turn that the offering would take
        worth += rate(s, p) // RATE
    while row != 0:
        worth += row_worth(s, t, p, row, place, tally)
        row = int64(t.next[row])
    return worth


@kernel
def row_worth(s, t, p, row, place, tally):
    """The same of one row."""
    kind, a, b = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row])
    if kind == S.DRAW or kind == S.DRAW_NAMED:
        return TREASURE * b
    if kind == S.DISCARDS:
        return -WORST * b
    if kind == S.DO_ACTION:
        if a == S.ACT_CRAFT:
            return reach(s, s.held[p])
        return rate(s, p) // RATE if a == S.ACT_GATHER else int64(0)
    if kind == S.EXCHANGES:
        return exchanged(s, p) - reach(s, s.held[p])
    if kind == S.STEAL_ONE:
        return stolen(s, p) - reach(s, s.held[p])
    if kind == S.TAKE_QUEST:
        return best_quest(s, t, p, tally)
    if kind == S.TAKE_OLDEST:
        return oldest_cost(s, t, place)
    if kind == S.BUY_RELICS:
        return relics_worth(s, t, p, b)
    return b if kind == S.GAIN and a <= S.COINS else int64(0)


@kernel
def exchanged(s, p):
    """Worth of the best thing that can be made when resources are exchanged for those of the stock."""
    best = int64(0)
    for k in range(s.n_aims):
        lack = less_by(s.aim_cost[k], s.held[p])
        if total_of(s.aim_cost[k]) <= total_of(s.held[p]) and less_by(lack, s.stock) == NOBODY:
            best = max(best, int64(s.aim_value[k]))
    return best


@kernel
def stolen(s, p):
    """Worth of the best thing that can be made with one resource of another player."""
    best = reach(s, s.held[p])
    for kind in range(S.RESOURCES):
        if holders(s, p, kind) > 0:
            best = max(best, reach(s, s.held[p] + some(kind, 1)))
    return best


@kernel
def best_quest(s, t, p, tally):
    """Worth of the best quest that the Witch could take."""
    best, slots = int64(0), one_item_quests(s, t, p)
    while slots != NOBODY:
        quest = int64(s.slot[lowest_bit(slots)])
        slots &= slots - ONE
        best = max(best, WHOLE + PER_POINT * quest_gain(s, t, p, tally, quest))
    return best


@kernel
def oldest_cost(s, t, place):
    """Printed cost of the oldest specialist but the one in a place of the row."""
    for other in range(int64(t.places) - 1, -1, -1):
        if other != place and s.row[other] != S.NO_CARD:
            return int64(t.cost[s.row[other]])
    return int64(0)


@kernel
def relics_worth(s, t, p, price):
    """What the relics among the discards are worth that the hand has not, less their price."""
    worth, relics = int64(0), s.discard_mask & t.relics & ~s.hand_mask[p]
    while relics != NOBODY:
        worth += max(PER_POINT * relic_worth(s, t, p, lowest_bit(relics), 0) - price, 0)
        relics &= relics - ONE
    return worth


# Taking from the others


@kernel
def takes_away(t, row):
    """Whether a chain makes players return a kind that is named (KG-TR-02)."""
    while row != 0:
        if t.kind[row] == S.LOSE and t.a[row] == S.NAMED:
            return True
        row = int64(t.next[row])
    return False


@kernel
def holders(s, p, kind):
    """Other players who hold a kind of resource."""
    n = int64(0)
    for q in range(s.n_players):
        n += int64(q != p and count_of(s.held[q], kind) > 0)
    return n


@kernel
def most_harm(s, p):
    """Resources that the others return, less the own one, of the kind for which that is most."""
    best = int64(-1)
    for kind in range(S.RESOURCES):
        best = max(best, holders(s, p, kind) - int64(count_of(s.held[p], kind) > 0))
    return best
