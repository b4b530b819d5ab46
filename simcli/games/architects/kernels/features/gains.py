"""What a placement gains or costs at once, as features."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import less_by, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.sink import part
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, number_of, total_of
from simcli.games.architects.kernels.effects import worth
from simcli.games.architects.kernels.features.points import silver_points, track_points
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.columns import architects as c

NEAR_THE_END = 1 << c.PLACE_LAST_POINTS | 1 << c.PLACE_LATE_POINTS
FEW_SILVER = 6
"""A hire costs four, a ransom five, a debt paid off six."""
ENOUGH_CARDS = 2


@hot
def gain_parts(s, t, sink, i, p, what, gained):
    """Goods or silver gained, and how many goods of them the nearest project lacks."""
    if gained == 0:
        return int64(0), int64(0)
    lacks = min(gained, number_of(s.lack, what))
    parts = part(sink, i, c.PLACE_LACKS, lacks)
    parts += part(sink, i, c.PLACE_BEST_LACKS, min(gained, number_of(s.best_lack, what)))
    if what == S.SILVER:
        return parts + silver_parts(s, t, sink, i, p, gained), int64(0)
    parts += part(sink, i, c.PLACE_CLAY + what, gained)
    parts += part(sink, i, c.PLACE_USEFUL, min(gained, number_of(s.wanted, what)))
    parts += part(sink, i, c.PLACE_STEP_LACKS, min(gained, number_of(s.step_lack, what)))
    if what >= S.GOLD:
        parts += points_parts(s, sink, i, gained * int64(t.gold_points if what == S.GOLD else t.marble_points))
    return parts, lacks


@kernel
def goods_parts(s, t, sink, i, p, goods):
    """The same of several kinds, a byte a kind as in the tables."""
    lacks, silver = goods - less_by(goods, s.lack), number_of(goods, S.SILVER)
    lacking = total_of(lacks)
    parts = part(sink, i, c.PLACE_LACKS, lacking)
    parts += part(sink, i, c.PLACE_BEST_LACKS, total_of(goods - less_by(goods, s.best_lack)))
    for what in range(S.GOODS):
        parts += part(sink, i, c.PLACE_CLAY + what, number_of(goods, what))
    parts += part(sink, i, c.PLACE_USEFUL, total_of(goods - less_by(goods, s.wanted)))
    parts += part(sink, i, c.PLACE_STEP_LACKS, total_of(goods - less_by(goods, s.step_lack)))
    if s.near == 1:
        fine = number_of(goods, S.GOLD) * int64(t.gold_points) + number_of(goods, S.MARBLE) * int64(t.marble_points)
        parts += points_parts(s, sink, i, fine)
    if silver > 0:
        lacking -= number_of(lacks, S.SILVER)
        parts += silver_parts(s, t, sink, i, p, silver)
    return parts, lacking


@kernel
def points_parts(s, sink, i, points):
    """Points gained at once, or lost, when the end is near."""
    if s.near == 0:
        return int64(0)
    return part(sink, i, c.PLACE_LAST_POINTS if s.last_turns > 0 else c.PLACE_LATE_POINTS, points)


@kernel
def silver_parts(s, t, sink, i, p, change):
    """Silver gained or paid."""
    if change == 0:
        return int64(0)
    own = int64(s.amount[p, S.SILVER])
    parts = part(sink, i, c.PLACE_SILVER, change)
    parts += part(sink, i, c.PLACE_FEW, min(own + change, FEW_SILVER) - min(own, FEW_SILVER))
    if s.near == 1:
        parts += points_parts(s, sink, i, silver_points(s, t, p, change))
    return parts


@kernel
def virtue_parts(s, t, sink, i, p, change):
    """Virtue gained or lost, in points of the track as well."""
    if change == 0:
        return int64(0)
    points = track_points(s, t, p, change)
    parts = part(sink, i, c.PLACE_VIRTUE, change)
    parts += part(sink, i, c.PLACE_VIRTUE_POINTS, points)
    return parts + points_parts(s, sink, i, points)


@kernel
def completing_part(s, sink, i, lacks):
    """Whether goods gained, as many of which the nearest project lacks, are all it lacks."""
    return part(sink, i, c.PLACE_COMPLETES, lacks > 0 and lacks >= s.lack_goods and s.lack_skills == 0)


@kernel
def draw_parts(s, sink, i, p, drawn):
    """Buildings drawn."""
    parts = part(sink, i, c.PLACE_CARDS, min(drawn, int64(s.n_building_deck)))
    return parts + part(sink, i, c.PLACE_WANTS_CARDS, s.amount[p, S.CARDS] < ENOUGH_CARDS)


@kernel
def find_bonuses(s, t, p):
    """Writes `bonus` of a seat, if it was found for other apprentices than the seat has."""
    own = s.apprentices[p]
    if s.bonus_for[p] == ~own:
        return
    s.bonus_for[p] = ~own
    for trigger in range(S.BONUS_TRIGGERS):
        word, cards = NOBODY, own & t.fires[trigger]
        while cards != NOBODY:
            word += t.row_goods[t.head[trigger, lowest_bit(cards)]]
            cards &= cards - ONE
        s.bonus[p, trigger] = word


@hot
def bonus(s, t, p, trigger, what):
    """What own apprentices add of one kind; see `find_bonuses`."""
    return number_of(s.bonus[p, trigger], what) if t.plain_bonuses == 1 else bonus_of_rows(s, t, p, trigger, what)


@cold
def bonus_of_rows(s, t, p, trigger, what):
    """The same, row by row."""
    n = int64(0)
    cards = s.apprentices[p] & t.fires[trigger]
    while cards != NOBODY:
        n += worth(s, t, p, int64(t.head[trigger, lowest_bit(cards)]), what)
        cards &= cards - ONE
    return n
