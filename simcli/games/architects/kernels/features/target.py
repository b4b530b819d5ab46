"""The nearest project of a seat: the building of the hand, or the level of the Cathedral, that lacks least for its points."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.architects.kernels.amounts import ONE, tax_due
from simcli.games.architects.kernels.guildhall import own_skills, sacrifices
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.architects.kernels.workshop import hire_silver
from simcli.games.architects.state import CARDS, GOLD, GOODS, LEVEL, SILVER, SKILLS, STONE, VIRTUE, WOOD

SKILL_LACKS, PER_LACK, PER_POINT = 4, 3, 2
"""A skill lacking weighs as many goods; goods lacking and points are weighed against each other."""
FINE = 2
"""Gold and marble count so often."""
FAR = 1 << 20


@kernel
def weight(what):
    """How often a kind of goods counts."""
    return FINE if what >= GOLD else 1


@kernel
def lacking(s, t, p, card, skills):
    """What is missing for a building, in basic goods."""
    n = int64(0)
    for what in range(GOODS):
        n += max(int64(t.cost[card, what]) - int64(s.amount[p, what]), 0) * weight(what)
    missing = int64(t.need[card]) & ~skills
    for skill in range(SKILLS):
        n += ((missing >> skill) & 1) * SKILL_LACKS
    return n


@cold
def find_target(s, t, p):
    """Writes `due`, `lack` and `lack_skills` of the nearest project, all 0 if there is none.

    A seat that lacks a skill for it lacks the price of a hire in silver as well.
    """
    skills = own_skills(s, t, p)
    best, best_at = int64(-1), int64(FAR)
    cards = s.hand[p]
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        at = PER_LACK * lacking(s, t, p, card, skills) - PER_POINT * int64(t.building_points[card])
        if at < best_at:
            best, best_at = card, at
    for what in range(GOODS):
        s.due[what] = t.cost[best, what] if best >= 0 else 0
        s.lack[what] = max(int64(s.due[what]) - int64(s.amount[p, what]), 0)
    s.lack_skills = int64(t.need[best]) & ~skills if best >= 0 else 0
    price = tax_due(s, t, p, int64(t.hire_tax)) + hire_silver(s, t, p)
    s.lack[SILVER] = max(price - int64(s.amount[p, SILVER]), 0) if s.lack_skills != 0 else 0
    aim_at_cathedral(s, t, p, best_at)


@kernel
def aim_at_cathedral(s, t, p, best_at):
    """The next level in place of the building, if it is nearer."""
    level = int64(s.amount[p, LEVEL]) + 1
    if level > t.n_levels or s.amount[p, VIRTUE] <= t.cathedral_closed or (s.amount[p, CARDS] == 0 and sacrifices(s, t, p)):
        return
    there = 0
    for q in range(s.n_players):
        there += s.amount[q, LEVEL] == level
    if there >= t.level_spaces[level]:
        return
    lacks = max(int64(t.level_any[level]) - int64(s.amount[p, WOOD]) - int64(s.amount[p, STONE]), 0)
    for what in range(GOODS):
        lacks += max(int64(t.level_cost[level, what]) - int64(s.amount[p, what]), 0) * weight(what)
    points = int64(t.level_points[level]) - int64(t.level_points[level - 1]) + 1
    if PER_LACK * lacks - PER_POINT * points >= best_at:
        return
    for what in range(GOODS):
        s.due[what] = t.level_cost[level, what]
        s.lack[what] = max(int64(s.due[what]) - int64(s.amount[p, what]), 0)
    if t.level_any[level] > 0:
        missing = max(int64(t.level_any[level]) - int64(s.amount[p, WOOD]) - int64(s.amount[p, STONE]), 0)
        for what in range(WOOD, STONE + 1):
            s.due[what] = min(int64(t.level_any[level]), int64(s.amount[p, what]))
            s.lack[what] = missing
    s.lack_skills = 0
    s.lack[SILVER] = 0
