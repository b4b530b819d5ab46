"""Points that a settlement on a hex brings.

Loops run over the actions inside and over cards outside, so that the kind of card is decided once and not for every hex.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.engine.sink import put, wants
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels.board import bit_of, own_areas_around, word_of
from simcli.games.kingdom_builder.kernels.features.columns import ANY_SECTOR, CARD_COLUMN
from simcli.games.kingdom_builder.kernels.scoring import linked_by


@hot
def in_play(s, scorer):
    """Whether a card of this kind is in play."""
    return (int64(s.scorers) >> scorer) & 1 == 1


@hot
def common_gains(s, t, p):
    """What the gains of all hexes have in common: (castles not touched yet, as a mask of special hexes moved up by one, so that bit 0
    stands for hexes beside none; points a castle, a row, one more in the best row, an area brings; sizes of the best row and of the largest
    area, points of that; whether sectors, areas, how large they grow, links matter). Points of sectors are found where they matter.
    """
    castles = (((int64(1) << int64(s.n_specials)) - (int64(1) << int64(s.n_locations))) & ~int64(s.touched[p])) << 1
    each = int64(s.per_castle), int64(s.per_row), int64(s.per_best_row), int64(s.per_area)
    largest = int64(s.largest[p])
    sizes = int64(s.best_row[p]), largest, int64(s.for_largest[largest])
    sectors = int64(s.scorers) & ANY_SECTOR != 0
    if sectors:
        find_sector_gains(s, t, p)
    return castles, each, sizes, sectors, s.uses_areas != 0, in_play(s, S.LARGEST_AREA), in_play(s, S.LINKED)


@hot_in_bounds
def gain(s, t, p, cell, common):
    """Points gained at once by a settlement on `cell`, in all: what `card_gain` says of all cards."""
    castles, (per_castle, per_row, per_best_row, per_area), (best_row, largest, for_largest), sectors, areas, grows, links = common
    beside = int64(s.beside[cell])
    points = int64(s.worth[cell]) + per_castle * (castles >> beside & 1)
    if per_row != 0 or per_best_row != 0:
        in_row = int64(s.in_row[p, t.row_of[cell]])
        points += per_row * int64(in_row == 0) + per_best_row * int64(in_row >= best_row)
    if sectors:
        points += int64(s.sector_gain[t.sector_of[cell], p])
    if areas:
        labels = own_areas_around(s, t, p, cell)
        points += per_area * (1 - count_bits(labels))
        if grows:
            points += int64(s.for_largest[max(largest, joined_size(s, p, labels))]) - for_largest
        if links and (beside != 0 or labels & (labels - 1) != 0):  # else nothing new is touched
            points += link_gains(s, t, p, cell, labels)
    return points


@cold
def link_gains(s, t, p, cell, labels):
    """Points that all cards about linked hexes bring at once for a settlement on `cell` next to these own areas."""
    points = int64(0)
    for k in range(1, S.CARDS_IN_PLAY):
        card = s.cards[k]
        if t.card_scorer[card] == S.LINKED:
            points += int64(t.card_points[card]) * newly_linked(s, p, cell, labels, int64(t.card_per[card]))
    return points


@kernel
def area_gain(s, t, card, p, cell, labels):
    """Points a card about areas brings at once for a settlement on `cell`, which touches these own areas; 0 for other cards."""
    scorer = t.card_scorer[card]
    if scorer == S.AREAS:
        return int64(t.card_points[card]) * (1 - count_bits(labels))
    if scorer == S.LARGEST_AREA:
        size, largest = joined_size(s, p, labels), int64(s.largest[p])
        if size > largest:
            per = int64(t.card_per[card])
            return int64(t.card_points[card]) * (size // per - largest // per)
    if scorer == S.LINKED and (s.beside[cell] != 0 or labels & (labels - 1) != 0):  # else nothing new is touched
        return int64(t.card_points[card]) * newly_linked(s, p, cell, labels, int64(t.card_per[card]))
    return int64(0)


@cold
def gains_by_card(s, t, p, actions, n, sink):
    """Points gained at once, by card; cards without a column count in the sum only."""
    for k in range(S.CARDS_IN_PLAY):
        feature = t.card_feature[s.cards[k]]
        if feature != S.NONE and wants(s, 1 << (CARD_COLUMN + int64(feature))):
            for i in range(n):
                put(sink, i, CARD_COLUMN + int64(feature), card_gain(s, t, k, p, actions[i]))


@hot
def find_sector_gains(s, t, p):
    """Has `sector_gain` hold what a settlement more brings seat p in each sector."""
    stale = ~int64(s.sector_known) >> (S.SLOTS * int64(p)) & S.ALL_SECTORS
    if stale != 0:
        keep_sector_gains(s, t, p, stale)


@cold
def keep_sector_gains(s, t, p, sectors):
    """Keeps the points all sector cards in play bring at once for one more settlement in the sectors of a mask, until one comes or goes."""
    s.sector_known |= sectors << (S.SLOTS * int64(p))
    for sector in range(S.SLOTS):
        s.sector_gain[sector, p] *= ~sectors >> sector & 1
    for k in range(S.CARDS_IN_PLAY):
        card = s.cards[k]
        rest = sectors
        if t.card_scorer[card] == S.SECTORS:
            while rest != 0:
                sector = lowest_bit(rest)
                rest &= rest - 1
                s.sector_gain[sector, p] += max(int64(0), rank_step(s, t, card, sector, p, int64(s.in_sector[sector, p])))
        elif t.card_scorer[card] == S.WEAKEST_SECTOR:
            while rest != 0:
                sector = lowest_bit(rest)
                rest &= rest - 1
                s.sector_gain[sector, p] += int64(t.card_points[card]) * int64(is_only_weakest(s, p, sector))


@cold
def sector_gain(s, t, card, sector, p):
    """Points a sector card brings at once for one more settlement in the sector; never negative."""
    if t.card_scorer[card] == S.WEAKEST_SECTOR:
        return int64(t.card_points[card]) if is_only_weakest(s, p, sector) else int64(0)
    return max(int64(0), rank_step(s, t, card, sector, p, int64(s.in_sector[sector, p])))


@kernel
def rank_step(s, t, card, sector, p, mine):
    """Points between `mine` settlements in the sector and one more: rank_points(mine + 1) - rank_points(mine). Without a branch: who leads
    a sector cannot be guessed."""
    best = int64(0)
    least_above = int64(S.MAX_SETTLEMENTS)
    same = False
    for q in range(S.MAX_PLAYERS):  # empty seats have no settlements
        theirs = int64(s.in_sector[sector, q]) * int64(q != p)
        best = max(best, theirs)
        least_above = min(least_above, theirs if theirs > mine + 1 else int64(S.MAX_SETTLEMENTS))
        same |= theirs == mine + 1
    first = int64(t.card_points[card])
    second = int64(t.card_second[card])
    between = least_above < best
    leads = int64(mine + 1 >= best)
    ranks = int64(mine > 0 or t.lords_zero == 1)
    after = leads * first + (1 - leads) * int64(not between) * second
    before = (first if mine >= best else second) if mine + 1 >= best else int64(not (between or same)) * second
    return after - ranks * before


@cold
def card_gain(s, t, k, p, cell):
    """Points the k-th card in play brings seat p at once for a settlement on `cell` (the rules of scoring.card_points)."""
    card = s.cards[k]
    scorer = t.card_scorer[card]
    points = int64(t.card_points[card])
    if scorer == S.NEXT_TO or scorer == S.BESIDE_SPECIAL:
        return points if s.spots[k, word_of(cell)] & bit_of(cell) != 0 else 0
    if scorer == S.CASTLES:
        special = int64(s.beside[cell]) - 1
        return points if special >= s.n_locations and (int64(s.touched[p]) >> special) & 1 == 0 else 0
    if scorer == S.ROWS:
        return points if s.in_row[p, t.row_of[cell]] == 0 else 0
    if scorer == S.BEST_ROW:
        return points if s.in_row[p, t.row_of[cell]] >= s.best_row[p] else 0
    if scorer == S.SECTORS or scorer == S.WEAKEST_SECTOR:
        return sector_gain(s, t, card, int64(t.sector_of[cell]), p)
    return area_gain(s, t, card, p, cell, own_areas_around(s, t, p, cell))


@kernel
def is_only_weakest(s, p, sector):
    """Whether one more settlement in the sector raises the least number of all sectors."""
    mine = int64(s.in_sector[sector, p])
    others = 0
    for k in range(S.SLOTS):
        others += int64(s.in_sector[k, p]) <= mine
    return others == 1


@hot_in_bounds
def joined_size(s, p, labels):
    """Size of the area that a settlement next to these own areas makes."""
    size = 1
    while labels != 0:
        size += int64(s.area_size[p, lowest_bit(labels)])
        labels &= labels - 1
    return size


@kernel
def newly_linked(s, p, cell, labels, least):
    """Special hexes that a settlement next to these own areas links, as areas touching at least so many do (KB-104)."""
    touch = int64(0)
    if s.beside[cell] != 0:
        touch = int64(1) << (int64(s.beside[cell]) - 1)
    while labels != 0:
        touch |= int64(s.area_touch[p, lowest_bit(labels)])
        labels &= labels - 1
    return count_bits(touch & ~linked_by(s, p, least)) if count_bits(touch) >= least else 0
