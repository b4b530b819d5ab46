"""Points of the castle rule and the builder cards, winners, holdings."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold, kernel
from simcli.engine.sharing import share_win
from simcli.games.kingdom_builder import state as S


@cold
def card_points(s, t, k, p):
    """KB-101 to KB-112: points of seat p from the k-th card in play (0: the castle)."""
    card = s.cards[k]
    scorer = t.card_scorer[card]
    points = int64(t.card_points[card])
    if scorer == S.CASTLES:
        return points * castles_touched(s, p)
    if scorer == S.NEXT_TO or scorer == S.BESIDE_SPECIAL:
        return points * on_spots(s, k, p)
    if scorer == S.LINKED:
        return points * count_bits(linked_by(s, p, int64(t.card_per[card])))
    if scorer == S.ROWS:
        return points * rows_occupied(s, p)
    if scorer == S.BEST_ROW:
        return points * int64(s.best_row[p])
    if scorer == S.AREAS:
        return points * count_bits(int64(s.areas[p]))
    if scorer == S.SECTORS:
        total = int64(0)
        for sector in range(S.SLOTS):
            total += sector_points(s, t, card, sector, p)
        return total
    if scorer == S.LARGEST_AREA:
        return points * (int64(s.largest[p]) // int64(t.card_per[card]))
    return points * weakest_sector(s, p)


@kernel
def castles_touched(s, p):
    """KB-101."""
    return count_bits(int64(s.touched[p]) >> int64(s.n_locations))


@kernel
def on_spots(s, k, p):
    """KB-102, KB-103, KB-105: own settlements on the hexes the card counts."""
    n = 0
    for w in range(S.WORDS):
        n += count_bits(s.settled[p, w] & s.spots[k, w])
    return n


@kernel
def linked_by(s, p, least):
    """KB-104: mask of the special hexes linked by areas that touch at least so many; kept up to date for one such number only."""
    if least == s.link_min:
        return int64(s.linked[p])
    linked = int64(0)
    for label in range(S.MAX_AREAS - 1):
        touch = int64(s.area_touch[p, label])
        if (int64(s.areas[p]) >> label) & 1 and count_bits(touch) >= least:
            linked |= touch
    return linked


@kernel
def rows_occupied(s, p):
    """KB-106."""
    n = 0
    for r in range(S.SIDE):
        n += s.in_row[p, r] > 0
    return n


@kernel
def sector_points(s, t, card, sector, p):
    """KB-109: dense ranking of the sector's settlements; GO-12 leaves players without any out."""
    return rank_points(s, t, card, sector, p, int64(s.in_sector[sector, p]))


@cold
def rank_points(s, t, card, sector, p, mine):
    """What seat p would get with `mine` settlements in the sector (KB-109, KB-A9, KB-A10)."""
    if mine == 0 and t.lords_zero == 0:
        return int64(0)
    best = mine
    for q in range(s.n_players):
        if q != p:
            best = max(best, int64(s.in_sector[sector, q]))
    if mine == best:
        return int64(t.card_points[card])
    for q in range(s.n_players):
        if q != p and mine < int64(s.in_sector[sector, q]) < best:
            return int64(0)
    return int64(t.card_second[card])


@kernel
def weakest_sector(s, p):
    """KB-111."""
    least = int64(s.in_sector[0, p])
    for sector in range(1, S.SLOTS):
        least = min(least, int64(s.in_sector[sector, p]))
    return least


@cold
def score(s, t, points):
    """points[player, card]: KB-100; cards that are not in play give nothing."""
    for p in range(s.n_players):
        for c in range(t.n_cards):
            points[p, c] = 0
        for k in range(S.CARDS_IN_PLAY):
            points[p, s.cards[k]] = card_points(s, t, k, p)


@kernel
def total(s, t, p):
    """Points of seat p as things stand."""
    points = int64(0)
    for k in range(S.CARDS_IN_PLAY):
        points += card_points(s, t, k, p)
    return points


@cold
def standings(s, t, out):
    """Higher for who finishes ahead: points, and no tie-break (KB-120)."""
    for p in range(s.n_players):
        out[p] = total(s, t, p)


@cold
def shares(s, t, out):
    """Sixtieths of the win by seat; KB-120: all with the highest total share it."""
    standings(s, t, out)
    share_win(out, s.n_players)


@cold
def holdings(s, t, out):
    """out[player, item, 0/1]: copies offered and held; kinds of tiles, builder cards, the start-player marker.

    A tile is offered by every location hex of its kind on the board and held when it was taken, also if it was lost later. A card in
    play is offered to and held by everybody. The marker is held by the start player, and offered if chance drew who that is (GO-05).
    """
    for p in range(s.n_players):
        for i in range(t.n_items):
            out[p, i, 0] = 0
            out[p, i, 1] = 0
        for location in range(s.n_locations):
            out[p, s.tile[location], 0] += 1
            out[p, s.tile[location], 1] += (int64(s.taken[p]) >> location) & 1
        for k in range(1, S.CARDS_IN_PLAY):
            item = t.card_item[s.cards[k]]
            out[p, item, 0] = 1
            out[p, item, 1] = 1
        out[p, t.marker_item, 0] = t.start_fixed == 0 and s.first == p
        out[p, t.marker_item, 1] = s.first == p
