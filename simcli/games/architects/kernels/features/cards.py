"""What apprentices and buildings are good for."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, purse_by_kind
from simcli.games.architects.kernels.effects import worth
from simcli.games.architects.kernels.features.places import project_points
from simcli.games.architects.kernels.features.points import project_worth
from simcli.games.architects.kernels.features.target import find_projects, lacking, weight
from simcli.games.architects.kernels.guildhall import own_skills
from simcli.games.architects.kernels.scoring import total_points
from simcli.games.architects.kernels.stack import NOBODY
from simcli.games.columns import architects as c

DECLINE = c.LIBRARY_DECLINE

assert c.DRAFT_POINTS == c.LIBRARY_POINTS == 0


# Apprentices


@kernel
def made_possible(s, t, p, skills, more):
    """Buildings of the hand for which skills suffice with some more and do not without."""
    n = int64(0)
    cards = s.hand[p]
    while cards != NOBODY:
        need = int64(t.need[lowest_bit(cards)])
        cards &= cards - ONE
        n += need & ~skills != 0 and need & ~(skills | more) == 0
    return n


@kernel
def asked_for(s, t, p, skills):
    """Buildings of the hand that ask for one of some skills."""
    n = int64(0)
    cards = s.hand[p]
    while cards != NOBODY:
        n += int64(t.need[lowest_bit(cards)]) & skills != 0
        cards &= cards - ONE
    return n


@kernel
def put_apprentice(s, t, sink, i, p, card, skills):
    """The features of one card, in the same columns wherever apprentices are chosen."""
    more = int64(t.apprentice_skills[card])
    bit = ONE << uint64(card)
    helps = made_possible(s, t, p, skills, more) if wants(s, 1 << c.HIRE_LACKS_SKILL) else int64(0)
    new = count_bits(more & ~skills)
    virtue = int64(t.apprentice_virtue[card])
    yields = int64(0)
    for trigger in range(S.AT_SILVERSMITH + 2):
        yields += int64((t.fires[trigger] & bit) != NOBODY)
    trades = (t.traders & bit) != NOBODY
    cathedral = (t.fires[S.AT_CATHEDRAL] & bit) != NOBODY
    market = ((t.fires[S.AT_MARKET] | t.stands[S.MARKET_VIRTUE] | t.stands[S.MARKET_SILVER]) & bit) != NOBODY
    put(sink, i, c.HIRE_VIRTUE, virtue)
    put(sink, i, c.HIRE_SKILLS, new)
    put(sink, i, c.HIRE_LACKS_SKILL, helps)
    put(sink, i, c.HIRE_YIELDS, yields)
    put(sink, i, c.HIRE_TRADE, trades)
    put(sink, i, c.HIRE_CATHEDRAL, cathedral)
    put(sink, i, c.HIRE_MARKET, market)


@cold
def apprentice_features(s, t, p, actions, n, sink):
    """AW-D01, AW-D05."""
    skills = own_skills(s, t, p)
    paid = s.phase != S.FIRST_APPRENTICE and s.free == 0
    if s.phase != S.FIRST_APPRENTICE and wants(s, 1 << c.HIRE_TARGET | 1 << c.HIRE_BEST):
        find_projects(s, t, p)
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, c.HIRE_DECLINE, 1)
            continue
        place = int64(actions[i])
        silver = int64(s.coins[place])
        if paid:
            silver -= max(place % S.COLUMNS + 1 - int64(s.n), 0) * int64(t.skip_silver)
        card = int64(s.shown[place])
        if s.phase != S.FIRST_APPRENTICE:
            new = int64(t.apprentice_skills[card]) & ~skills
            needs = asked_for(s, t, p, new) if wants(s, 1 << c.HIRE_NEEDS) else int64(0)
            put(sink, i, c.HIRE_SILVER, silver)
            put(sink, i, c.HIRE_NEEDS, needs)
            put(sink, i, c.HIRE_TARGET, count_bits(new & int64(s.lack_skills)))
            put(sink, i, c.HIRE_BEST, count_bits(new & int64(s.best_skills)))
        put_apprentice(s, t, sink, i, p, card, skills)


@cold
def dismiss_features(s, t, p, actions, n, sink):
    """AW-D06: what the card is worth, as if it were hired by a player who has the others."""
    for i in range(n):
        card = int64(actions[i])
        own = s.apprentices[p]
        s.apprentices[p] = own & ~(ONE << uint64(card))
        skills = own_skills(s, t, p)
        s.apprentices[p] = own
        put_apprentice(s, t, sink, i, p, card, skills)


# Buildings


@kernel
def goods_of(t, card):
    """Goods a building costs, gold and marble twice."""
    n = int64(0)
    for what in range(S.GOODS):
        n += int64(t.cost[card, what]) * weight(what)
    return n


@cold
def building_features(s, t, p, actions, n, sink):
    """AW-D02, AW-D07, AW-D13 to AW-D15: a card to keep or to give away."""
    skills, word = own_skills(s, t, p), purse_by_kind(s, p)
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, DECLINE, 1)
            continue
        card = int64(actions[i])
        goods = goods_of(t, card)
        missing = lacking(t, word, card, skills | int64(t.need[card]))
        lacks = count_bits(int64(t.need[card]) & ~skills)
        ends = ((t.end_points_cards | t.end_virtue_cards) >> uint64(card)) & ONE
        points, virtue = int64(t.building_points[card]), int64(t.building_virtue[card])
        put(sink, i, c.DRAFT_POINTS, points)
        put(sink, i, c.DRAFT_GOODS, goods)
        put(sink, i, c.DRAFT_LACKS, missing)
        put(sink, i, c.DRAFT_SKILLS, lacks)
        put(sink, i, c.DRAFT_VIRTUE, virtue)
        put(sink, i, c.DRAFT_ENDS, int64(ends))


@cold
def project_features(s, t, p, actions, n, sink):
    """AW-D11."""
    before = total_points(s, t, p) if wants(s, 1 << c.PROJECT_NET) else int64(0)
    for i in range(n):
        code = int64(actions[i])
        put(sink, i, c.PROJECT_POINTS, project_points(s, t, p, code))
        if wants(s, 1 << c.PROJECT_NET):
            put(sink, i, c.PROJECT_NET, project_worth(s, t, p, code, before))
        if code == S.CATHEDRAL_CODE:
            put(sink, i, c.PROJECT_CATHEDRAL, 1)
            put(sink, i, c.PROJECT_VIRTUE, 1)
            continue
        goods, virtue = goods_of(t, code), int64(t.building_virtue[code])
        ends = int64(((t.end_points_cards | t.end_virtue_cards) >> uint64(code)) & ONE)
        now = t.built_row[code] != 0
        points = int64(0)
        if (t.end_points_cards >> uint64(code)) & ONE != NOBODY and wants(s, 1 << c.PROJECT_END_POINTS):
            points = worth(s, t, p, int64(t.end_points_row[code]), S.POINTS)
        put(sink, i, c.PROJECT_GOODS, goods)
        put(sink, i, c.PROJECT_VIRTUE, virtue)
        put(sink, i, c.PROJECT_ENDS, ends)
        put(sink, i, c.PROJECT_NOW, now)
        put(sink, i, c.PROJECT_END_POINTS, points)


assert c.HIRE_MARKET == c.FIRST_APPRENTICE_MARKET == c.DISMISS_MARKET
assert c.HIRE_LACKS_SKILL == c.FIRST_APPRENTICE_LACKS_SKILL == c.DISMISS_LACKS_SKILL
