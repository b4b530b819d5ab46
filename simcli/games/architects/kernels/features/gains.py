"""What a placement gains or costs at once, as features."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import kernel
from simcli.engine.sink import put, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE
from simcli.games.architects.kernels.effects import worth
from simcli.games.architects.kernels.features.points import silver_points, track_points
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.columns import architects as c

NEAR_THE_END = 1 << c.PLACE_LAST_POINTS | 1 << c.PLACE_LATE_POINTS
FEW_SILVER = 6
"""A hire costs four, a ransom five, a debt paid off six."""
ENOUGH_CARDS = 2


@kernel
def put_gain(s, t, sink, i, p, what, gained):
    """Goods or silver gained; returns how many goods of them the nearest project lacks."""
    lacks = min(gained, int64(s.lack[what]))
    best = min(gained, int64(s.best_lack[what]))
    put(sink, i, c.PLACE_LACKS, lacks)
    put(sink, i, c.PLACE_BEST_LACKS, best)
    if what == S.SILVER:
        put_silver(s, t, sink, i, p, gained)
        return int64(0)
    useful, step = min(gained, int64(s.wanted[what])), min(gained, int64(s.step_lack[what]))
    put(sink, i, c.PLACE_CLAY + what, gained)
    put(sink, i, c.PLACE_USEFUL, useful)
    put(sink, i, c.PLACE_STEP_LACKS, step)
    if what >= S.GOLD:
        put_points(s, t, sink, i, gained * int64(t.gold_points if what == S.GOLD else t.marble_points))
    return lacks


@kernel
def put_points(s, t, sink, i, points):
    """Points gained at once, or lost, when the end is near."""
    if s.last_turns > 0:
        put(sink, i, c.PLACE_LAST_POINTS, points)
    elif int64(t.hall_spaces) - int64(s.n_hall) <= s.n_players:
        put(sink, i, c.PLACE_LATE_POINTS, points)


@kernel
def put_silver(s, t, sink, i, p, change):
    """Silver gained or paid."""
    own = int64(s.amount[p, S.SILVER])
    put(sink, i, c.PLACE_SILVER, change)
    put(sink, i, c.PLACE_FEW, min(own + change, FEW_SILVER) - min(own, FEW_SILVER))
    if wants(s, NEAR_THE_END):
        put_points(s, t, sink, i, silver_points(s, t, p, change))


@kernel
def put_virtue(s, t, sink, i, p, change):
    """Virtue gained or lost, in points of the track as well."""
    points = track_points(s, t, p, change)
    put(sink, i, c.PLACE_VIRTUE, change)
    put(sink, i, c.PLACE_VIRTUE_POINTS, points)
    put_points(s, t, sink, i, points)


@kernel
def put_completes(s, sink, i, lacks):
    """Whether goods gained, as many of which the nearest project lacks, are all it lacks."""
    if lacks > 0 and lacks >= s.lack_goods and s.lack_skills == 0:
        put(sink, i, c.PLACE_COMPLETES, 1)


@kernel
def put_draw(s, t, sink, i, p, drawn):
    """Buildings drawn."""
    own, there = int64(s.amount[p, S.CARDS]), min(drawn, int64(s.n_building_deck))
    few = own < ENOUGH_CARDS
    put(sink, i, c.PLACE_CARDS, there)
    put(sink, i, c.PLACE_WANTS_CARDS, few)


@kernel
def bonus(s, t, p, trigger, what):
    """What own apprentices add of one kind."""
    n = int64(0)
    cards = s.apprentices[p] & t.fires[trigger]
    while cards != NOBODY:
        n += worth(s, t, p, int64(t.head[trigger, lowest_bit(cards)]), what)
        cards &= cards - ONE
    return n
