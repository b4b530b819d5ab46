"""What a player knows of a position, in columns for learned players; all of it lies open but the own card."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold, kernel
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.decisions import CARD_IN_PLAY, FREE
from simcli.games.kingdom_builder.kernels.board import around, bit_of, parity, word_of
from simcli.games.kingdom_builder.kernels.scoring import castles_touched, rows_occupied, total, weakest_sector
from simcli.games.kingdom_builder.state import NONE, TERRAINS, WORDS


@cold
def context(s, t, player, out):
    """Columns of `decisions.CONTEXT`."""
    p = int64(player)
    hand, points, best, least = int64(s.hand[p]), total(s, t, p), int64(0), int64(s.supply[p])
    for q in range(s.n_players):
        if q != p:
            best = max(best, total(s, t, q))
            least = min(least, int64(s.supply[q]))
    out[0] = points
    out[1] = points - best
    out[2] = s.supply[p]
    out[3] = least
    out[4] = s.builds_left if s.actor == player else 0
    out[5] = min(hand, TERRAINS)
    builds, held = int64(0), int64(s.held[p])
    for location in range(s.n_locations):
        if (held >> location) & 1:
            builds += int64(t.tile_moves[s.tile[location]]) == 0
    out[6] = builds
    out[7] = count_bits(held) - builds
    out[8] = count_bits(int64(s.stocked) & ~int64(s.taken[p]))
    out[9] = castles_touched(s, p)
    out[10] = near_specials(s, t, p, 0, s.n_locations)
    out[11] = near_specials(s, t, p, s.n_locations, s.n_specials)
    out[12] = rows_occupied(s, p)
    out[13] = s.best_row[p]
    out[14] = weakest_sector(s, p)
    out[15] = count_bits(int64(s.areas[p]))
    out[16] = s.largest[p]
    bound = int64(0)
    for terrain in range(TERRAINS):
        n = int64(0)
        for w in range(WORDS):
            n += count_bits(s.near[p, w] & s.free[w] & s.kind_mask[terrain, w])
        out[FREE + terrain] = n
        bound += n > 0
        if terrain == hand:
            out[18] = n
    out[17] = bound
    for k in range(1, S.CARDS_IN_PLAY):
        feature = t.card_feature[s.cards[k]]
        if feature != NONE:
            out[CARD_IN_PLAY + int64(feature) - 1] = 1


@kernel
def near_specials(s, t, p, first, last):
    """Special hexes, from the first on, not touched yet and next to a free buildable hex that is next to an own settlement."""
    n = int64(0)
    for k in range(first, last):
        if (int64(s.touched[p]) >> k) & 1:
            continue
        cell, found = int64(s.special[k]), int64(0)
        for c in around(cell, parity(t, cell)):
            w = word_of(c)
            found |= int64(s.near[p, w] & s.free[w] & s.buildable[w] & bit_of(c) != 0)
        n += found
    return n
