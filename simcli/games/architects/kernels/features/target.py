"""What a seat works towards: its nearest project, that is the building of the hand, or the level of the Cathedral, that lacks least for its
points; and the goods all its projects lack together."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, less_by, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, purse_by_kind, tax_due, total_of
from simcli.games.architects.kernels.guildhall import own_skills, sacrifices
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.architects.kernels.workshop import hire_silver

SKILL_LACKS, PER_LACK, PER_POINT = 4, 3, 2
"""A skill lacking weighs as many goods; goods lacking and points are weighed against each other."""
FINE = 2
"""Gold and marble count so often."""
FINE_GOODS = uint64(0xFF << 8 * S.GOLD | 0xFF << 8 * S.MARBLE)
WORTHY = 3
"""Points count so often for the worthiest building."""
FAR = 1 << 20


@kernel
def weight(what):
    """How often a kind of goods counts."""
    return FINE if what >= S.GOLD else 1


@kernel
def lacking(t, word, card, skills):
    """What a purse and some skills lack for a building, in basic goods."""
    goods = less_by(t.price[0, 0, card], word)
    return total_of(goods) + (FINE - 1) * total_of(goods & FINE_GOODS) + SKILL_LACKS * count_bits(int64(t.need[card]) & ~skills)


@kernel
def next_level(s, t, p):
    """The next level of the Cathedral, 0 if it is closed to the seat for now."""
    level = int64(s.amount[p, S.LEVEL]) + 1
    if level > t.n_levels or s.amount[p, S.VIRTUE] <= t.cathedral_closed or (s.amount[p, S.CARDS] == 0 and sacrifices(s, t, p)):
        return int64(0)
    there = 0
    for q in range(s.n_players):
        there += s.amount[q, S.LEVEL] == level
    return level if there < t.level_spaces[level] else int64(0)


@kernel
def lacking_mix(s, t, p, level):
    """Wood and stone that a level in any mix lacks."""
    return max(int64(t.level_any[level]) - int64(s.amount[p, S.WOOD]) - int64(s.amount[p, S.STONE]), 0)


@cold
def find_projects(s, t, p):
    """Writes `due`, `lack`, `lack_goods`, `lack_skills` of the nearest project, `best_lack`, `best_skills` of the worthiest building.

    All are 0 if there is none. A seat that lacks a skill for it lacks the price of a hire in silver as well.
    """
    skills, word = own_skills(s, t, p), purse_by_kind(s, p)
    nearest, nearest_at = int64(-1), int64(FAR)
    best, best_at = int64(-1), int64(-FAR)
    cards = s.hand[p]
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        lacks, points = lacking(t, word, card, skills), int64(t.building_points[card])
        if PER_LACK * lacks - PER_POINT * points < nearest_at:
            nearest, nearest_at = card, PER_LACK * lacks - PER_POINT * points
        if WORTHY * points - lacks > best_at:
            best, best_at = card, WORTHY * points - lacks
    goods = int64(0)
    for what in range(S.GOODS):
        s.due[what] = t.cost[nearest, what] if nearest >= 0 else 0
        s.lack[what] = max(int64(s.due[what]) - int64(s.amount[p, what]), 0)
        s.best_lack[what] = max(int64(t.cost[best, what]) - int64(s.amount[p, what]), 0) if best >= 0 else 0
        goods += int64(s.lack[what])
    s.lack_goods = goods
    s.lack_skills = int64(t.need[nearest]) & ~skills if nearest >= 0 else 0
    s.best_skills = int64(t.need[best]) & ~skills if best >= 0 else 0
    silver = max(tax_due(s, t, p, int64(t.hire_tax)) + hire_silver(s, t, p) - int64(s.amount[p, S.SILVER]), 0)
    s.lack[S.SILVER] = silver if s.lack_skills != 0 else 0
    s.best_lack[S.SILVER] = silver if s.best_skills != 0 else 0
    aim_at_cathedral(s, t, p, nearest_at)


@kernel
def aim_at_cathedral(s, t, p, best_at):
    """The next level in place of the building, if it is nearer."""
    level = next_level(s, t, p)
    if level == 0:
        return
    lacks = lacking_mix(s, t, p, level)
    for what in range(S.GOODS):
        lacks += max(int64(t.level_cost[level, what]) - int64(s.amount[p, what]), 0) * weight(what)
    points = int64(t.level_points[level]) - int64(t.level_points[level - 1]) + 1
    if PER_LACK * lacks - PER_POINT * points >= best_at:
        return
    goods = lacking_mix(s, t, p, level)
    for what in range(S.GOODS):
        s.due[what] = t.level_cost[level, what]
        s.lack[what] = max(int64(s.due[what]) - int64(s.amount[p, what]), 0)
        goods += int64(s.lack[what])
    s.lack_goods = goods
    if t.level_any[level] > 0:
        for what in range(S.WOOD, S.STONE + 1):
            s.due[what] = min(int64(t.level_any[level]), int64(s.amount[p, what]))
            s.lack[what] = goods
    s.lack_skills = 0
    s.lack[S.SILVER] = 0


@cold
def find_wanted(s, t, p):
    """Writes `step_lack` of the next level, and `wanted`, what it and all buildings of the hand lack together."""
    level = next_level(s, t, p)
    mix = lacking_mix(s, t, p, level)
    for what in range(S.GOODS):
        s.wanted[what] = int64(t.level_cost[level, what]) - int64(s.amount[p, what])
        s.step_lack[what] = max(int64(s.wanted[what]), 0)
    s.step_lack[S.WOOD] = mix
    s.step_lack[S.STONE] = mix
    cards = s.hand[p]
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        for what in range(S.GOODS):
            s.wanted[what] += t.cost[card, what]
    for what in range(S.GOODS):
        s.wanted[what] = max(int64(s.wanted[what]), 0)
    s.wanted[S.WOOD] += mix // 2
    s.wanted[S.STONE] += mix - mix // 2
