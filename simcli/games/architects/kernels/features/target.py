"""What a seat works towards: its nearest project, that is the building of the hand, or the level of the Cathedral, that lacks least for its
points; and the goods all its projects lack together."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import HIGH_BITS, count_bits, less_by, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import MOST, ONE, purse_by_kind, tax_due, total_of
from simcli.games.architects.kernels.guildhall import next_level, own_skills
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.architects.kernels.workshop import hire_silver

SKILL_LACKS, PER_LACK, PER_POINT = 4, 3, 2
"""A skill lacking weighs as many goods; goods lacking and points are weighed against each other."""
FINE = 2
"""Gold and marble count so often."""
FINE_GOODS = uint64(0xFF << 8 * S.GOLD | 0xFF << 8 * S.MARBLE)
MIX_GOODS = uint64(0xFF << 8 * S.WOOD | 0xFF << 8 * S.STONE)
WORTHY = 3
"""Points count so often for the worthiest building."""
FAR = 1 << 20
CARD_BITS = 6
CARDS = 1 << CARD_BITS
"""Numbers of cards are below this."""


@kernel
def weight(what):
    """How often a kind of goods counts."""
    return FINE if what >= S.GOLD else 1


@kernel
def lacking(t, word, card, skills):
    """What a purse and some skills lack for a building, in basic goods."""
    return weighed_goods(less_by(t.price[0, 0, card], word)) + SKILL_LACKS * count_bits(int64(t.need[card]) & ~skills)


@hot
def weighed_goods(goods):
    """Goods in a word, fine ones as often as they count."""
    return total_of(goods) + (FINE - 1) * total_of(goods & FINE_GOODS)


@kernel
def lacking_mix(s, t, p, level):
    """Wood and stone that a level in any mix lacks."""
    return max(int64(t.level_any[level]) - int64(s.amount[p, S.WOOD]) - int64(s.amount[p, S.STONE]), 0)


@cold
def find_projects(s, t, p):
    """Writes `due`, `lack`, `lack_goods`, `lack_skills` of the nearest project, `best_lack`, `best_skills` of the worthiest building.

    All are 0 if there is none. A seat that lacks a skill for it lacks the price of a hire in silver as well.
    """
    find_nearest(s, t, p, purse_by_kind(s, p), next_level(s, t, p))


@cold
def find_nearest(s, t, p, word, level):
    """The same, of a seat whose purse and next level are known."""
    skills = own_skills(s, t, p)
    first, last = int64(FAR) * CARDS, int64(FAR) * CARDS  # how far a building is and its card in one number, the least of all: no branch
    cards = s.hand[p]
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        lacks, points = lacking(t, word, card, skills), int64(t.building_points[card])
        first = min(first, (PER_LACK * lacks - PER_POINT * points) * CARDS + card)
        last = min(last, (lacks - WORTHY * points) * CARDS + card)
    nearest_at = first >> CARD_BITS
    nearest, best = first & (CARDS - 1), last & (CARDS - 1)
    s.due, s.lack, s.best_lack = NOBODY, NOBODY, NOBODY
    s.lack_skills, s.best_skills = 0, 0
    if s.hand[p] != NOBODY:
        s.due = t.price[0, 0, nearest]
        s.lack = less_by(s.due, word)
        s.best_lack = less_by(t.price[0, 0, best], word)
        s.lack_skills = int64(t.need[nearest]) & ~skills
        s.best_skills = int64(t.need[best]) & ~skills
    s.lack_goods = total_of(s.lack)
    if s.lack_skills != 0 or s.best_skills != 0:
        price = max(tax_due(s, t, p, int64(t.hire_tax)) + hire_silver(s, t, p) - int64(s.amount[p, S.SILVER]), 0)
        silver = uint64(min(price, MOST)) << uint64(8 * S.SILVER)
        s.lack |= silver if s.lack_skills != 0 else NOBODY
        s.best_lack |= silver if s.best_skills != 0 else NOBODY
    if level != 0:
        aim_at_cathedral(s, t, p, word, level, nearest_at)


@kernel
def aim_at_cathedral(s, t, p, word, level, best_at):
    """The next level in place of the building, if it is nearer."""
    goods, mix = less_by(t.level_price[0, level], word), lacking_mix(s, t, p, level)
    points = int64(t.level_points[level]) - int64(t.level_points[level - 1]) + 1
    if PER_LACK * (mix + weighed_goods(goods)) - PER_POINT * points >= best_at:
        return
    lacks = mix + total_of(goods)
    s.due = t.level_price[0, level]
    s.lack = goods
    s.lack_goods = lacks
    s.lack_skills = 0
    if t.level_any[level] > 0:
        most = int64(t.level_any[level])
        s.due = with_mix(s.due, min(most, int64(s.amount[p, S.WOOD])), min(most, int64(s.amount[p, S.STONE])))
        s.lack = with_mix(goods, lacks, lacks)


@hot
def with_mix(word, wood, stone):
    """A word with so many wood and stone in the place of its own."""
    return (word & ~MIX_GOODS) | uint64(wood) << uint64(8 * S.WOOD) | uint64(stone) << uint64(8 * S.STONE)


@hot
def with_more(word, goods):
    """Goods of two words together, of each kind at most MOST: a byte spills into no other."""
    sum_ = word + goods
    beyond = sum_ & HIGH_BITS
    return (sum_ | (beyond - (beyond >> uint64(7)))) & ~HIGH_BITS


@kernel
def hand_goods(s, t, p):
    """What all buildings of the hand cost together; kept until the hand is another one."""
    cards = s.hand[p]
    if s.hand_for[p] != ~cards:
        s.hand_for[p] = ~cards
        goods = NOBODY
        while cards != NOBODY:
            goods = with_more(goods, t.price[0, 0, lowest_bit(cards)])
            cards &= cards - ONE
        s.hand_goods[p] = goods
    return s.hand_goods[p]


@cold
def find_wanted(s, t, p, word, level):
    """Writes `step_lack` of the next level, and `wanted`, what it and all buildings of the hand lack together; word: the purse."""
    mix = lacking_mix(s, t, p, level)
    goods = t.level_price[0, level]
    s.step_lack = with_mix(less_by(goods, word), mix, mix)
    goods = with_more(goods, hand_goods(s, t, p))
    half = mix // 2
    s.wanted = with_more(less_by(goods, word), (uint64(half) << uint64(8 * S.WOOD)) | (uint64(mix - half) << uint64(8 * S.STONE)))
