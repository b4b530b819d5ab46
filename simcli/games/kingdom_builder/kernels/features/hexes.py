"""What a settlement on each of the hexes means."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.bans import is_banned
from simcli.engine.bits import count_bits, overlap
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.engine.sink import part, put, set_parts, wants
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels.board import around, bit_of, own_areas_around, parity, word_of
from simcli.games.kingdom_builder.kernels.features.columns import (
    ANY_AREA,
    ANY_CARD,
    BINDS,
    EACH_TILE,
    FREQUENT,
    JOINS,
    LACK,
    LARGEST,
    LINE,
    ON_RIM,
    OPENS,
    POINTS,
    RACE,
    RARE,
    RIVALS,
    ROOM,
    ROW,
    SPOTS,
    TILE,
    TILE_EDGE,
    TILE_LINE,
    TILE_MOVE,
    TILE_TERRAIN,
    TO_CASTLE,
    TO_LINK,
    TO_TILE,
    WAYS,
)
from simcli.games.kingdom_builder.kernels.features.gains import common_gains, gain, gains_by_card, in_play, joined_size


@hot
def hex_features(s, t, p, actions, n, sink):
    """A settlement on each of the hexes."""
    if wants(s, FREQUENT):
        frequent(s, t, p, actions, n, sink)
    if wants(s, RARE):
        rare(s, t, p, actions, n, sink)


@cold
def rare(s, t, p, actions, n, sink):
    """The columns that few strategies weigh."""
    if wants(s, ANY_CARD):
        gains_by_card(s, t, p, actions, n, sink)
    if wants(s, EACH_TILE):
        tiles_by_kind(s, t, p, actions, n, sink)
    if wants(s, WAYS):
        ways_to_specials(s, t, p, actions, n, sink)
    if wants(s, 1 << ROOM | 1 << OPENS):
        rooms(s, actions, n, sink)
    if wants(s, 1 << RIVALS):
        for i in range(n):
            put(sink, i, RIVALS, rivals_near(s, p, actions[i]))
    if wants(s, 1 << ROW) and in_play(s, S.BEST_ROW):
        for i in range(n):
            put(sink, i, ROW, int64(s.in_row[p, t.row_of[actions[i]]]))
    if wants(s, 1 << RACE):
        races(s, t, p, actions, n, sink)
    if wants(s, ANY_AREA):
        areas_joined(s, t, p, actions, n, sink)
    if wants(s, 1 << LINE):
        for i in range(n):
            put(sink, i, LINE, longest_line(s, t, p, actions[i]))
    if wants(s, 1 << ON_RIM):
        for i in range(n):
            put(sink, i, ON_RIM, int64(s.rim[word_of(actions[i])] & bit_of(actions[i]) != 0))


@hot_in_bounds
def frequent(s, t, p, actions, n, sink):
    """The columns that most strategies weigh, in one pass: a loop for each is left at a place the processor has to guess once more. They
    set the sums of the actions, which need not be cleared before.
    """
    common = common_gains(s, t, p)
    worth = rounds_left(s)
    tiles = free_tiles(s, t, p) << 1  # bit 0 stands for hexes beside nothing
    unbound = unbound_around(s, p) if wants(s, 1 << BINDS) else int64(0)
    lack = wants(s, 1 << LACK) and in_play(s, S.WEAKEST_SECTOR)
    strongest = int64(0)
    if lack:
        for k in range(S.SLOTS):
            strongest = max(strongest, int64(s.in_sector[k, p]))
    for i in range(n):
        cell = actions[i]
        offers = int64(s.around[cell])
        parts = part(sink, i, POINTS, gain(s, t, p, cell, common))
        parts += part(sink, i, TILE, worth * (tiles >> int64(s.beside[cell]) & 1))
        parts += part(sink, i, BINDS, count_bits((offers | offers >> 1 | offers >> 2) & unbound))
        parts += part(sink, i, SPOTS, offers >> S.AROUND_SPOTS & 0xFF)
        if lack:
            parts += part(sink, i, LACK, strongest - int64(s.in_sector[t.sector_of[cell], p]))
        set_parts(sink, i, parts)


@kernel
def rounds_left(s):
    """Rounds until the first supply runs out by mandatory builds alone."""
    least = int64(s.supply[0])
    for q in range(1, s.n_players):
        least = min(least, int64(s.supply[q]))
    return (least + 2) // 3


@kernel
def takes_tile(s, p, cell):
    """The location whose tile a settlement on `cell` takes (KB-60, KB-61), else -1."""
    location = int64(s.beside[cell]) - 1
    return location if location >= 0 and (takeable(s, p) >> location) & 1 else int64(-1)


@kernel
def takeable(s, p):
    """Mask of the locations seat p can still take a tile from (KB-61)."""
    mask = int64(s.stocked) & ~int64(s.taken[p])
    if s.restricted == 1:
        for location in range(s.n_locations):
            if is_banned(s, p, int64(s.tile[location])):  # GO-14
                mask &= ~(int64(1) << location)
    return mask


@hot
def free_tiles(s, t, p):
    """Mask of the locations from which the settlement in question can take a tile."""
    return takeable(s, p) if s.phase != S.PUT or t.tile_by_move == 1 else int64(0)


@cold
def tiles_by_kind(s, t, p, actions, n, sink):
    """The columns of tiles by kind."""
    worth = rounds_left(s)
    tiles = free_tiles(s, t, p) << 1
    for i in range(n):
        special = int64(s.beside[actions[i]])
        if tiles >> special & 1 != 0:
            put(sink, i, tile_column(t, s.tile[special - 1]), worth)


@kernel
def tile_column(t, tile):
    """Column of a kind of tile."""
    if t.tile_moves[tile] == 1:
        return TILE_MOVE
    if t.tile_target[tile] == S.EDGE:
        return TILE_EDGE
    if t.tile_target[tile] == S.LINE_END:
        return TILE_LINE
    return TILE_TERRAIN


@hot
def unbound_around(s, p):
    """Terrains without a free hex next to an own settlement: the lowest bit of the count of each, as `around` holds them."""
    unbound = int64(0)
    for kind in range(S.TERRAINS):
        unbound |= int64(not overlap(s.free, s.kind_mask[kind], s.near[p])) << (S.AROUND_BITS * kind)
    return unbound


@cold
def rooms(s, actions, n, sink):
    """The columns `room` and `opens`."""
    due = s.phase == S.BUILD and s.builds_left > 1
    for i in range(n):
        offers = int64(s.around[actions[i]])
        room = int64(0)
        for kind in range(S.TERRAINS):
            room += offers >> (S.AROUND_BITS * kind) & 7
        put(sink, i, ROOM, room)
        put(sink, i, OPENS, offers >> (S.AROUND_BITS * int64(s.card)) & 7 if due else 0)


@cold
def ways_to_specials(s, t, p, actions, n, sink):
    """The columns `to_tile`, `to_castle` and `to_link`."""
    tiles = takeable(s, p) << 1  # bit 0 stands for hexes beside nothing
    castles = ((int64(1) << int64(s.n_specials)) - (int64(1) << int64(s.n_locations))) & ~int64(s.touched[p])
    unlinked = ~int64(s.linked[p]) if s.link_min > 0 else int64(0)
    for i in range(n):
        cell = actions[i]
        if int64(s.around[cell]) >> S.AROUND_SPECIALS == 0:
            continue
        near = int64(0)
        for around_cell in around(int64(cell), parity(t, cell)):
            other = uint32(around_cell)
            near |= int64(s.open[other] < S.TERRAINS) << int64(s.beside[other])
        takes = tiles >> int64(s.beside[cell]) & 1 != 0
        near >>= 1
        put(sink, i, TO_TILE, int64(near & tiles >> 1 != 0 and not takes))
        put(sink, i, TO_CASTLE, int64(near & castles != 0))
        put(sink, i, TO_LINK, int64(near & unlinked != 0))


@kernel
def rivals_near(s, p, cell):
    """Other players with a settlement next to the cell."""
    count = 0
    for q in range(s.n_players):
        count += q != p and s.near[q, word_of(cell)] & bit_of(cell) != 0
    return count


@cold
def races(s, t, p, actions, n, sink):
    """The column `race`."""
    if not in_play(s, S.SECTORS):
        return
    for sector in range(S.SLOTS):
        best = int64(0)
        for q in range(s.n_players):
            if q != p:
                best = max(best, int64(s.in_sector[sector, q]))
        s.stack[sector] = max(0, 4 - abs(best - int64(s.in_sector[sector, p])))
    for i in range(n):
        put(sink, i, RACE, int64(s.stack[t.sector_of[actions[i]]]))


@cold
def areas_joined(s, t, p, actions, n, sink):
    """The columns `joins` and `largest`."""
    matters = in_play(s, S.LARGEST_AREA)
    if not matters and (s.uses_areas == 0 or not wants(s, 1 << JOINS)):
        return
    for i in range(n):
        labels = own_areas_around(s, t, p, actions[i])
        put(sink, i, JOINS, max(0, count_bits(labels) - 1))
        if matters:
            put(sink, i, LARGEST, max(0, joined_size(s, p, labels) - int64(s.largest[p])))


@cold
def longest_line(s, t, p, cell):
    """Own settlements in the longest straight run a settlement on `cell` would stand in, itself included, at most 6."""
    mine = p + 1
    longest = 1
    for axis in range(3):
        length = 1
        for side in range(2):
            direction = axis if side == 0 else 5 - axis
            at = step_to(int64(cell), parity(t, cell), direction)
            while length < 6 and s.owner[uint32(at)] == mine:
                length += 1
                at = step_to(at, parity(t, uint32(at)), direction)
        longest = max(longest, length)
    return longest


@hot
def step_to(cell, odd, direction):
    """The neighbour in one of six directions, numbered as in `around`."""
    if direction == 0:
        return cell - 23 + odd
    if direction == 1:
        return cell - 22 + odd
    if direction == 2:
        return cell - 1
    if direction == 3:
        return cell + 1
    if direction == 4:
        return cell + 21 + odd
    return cell + 22 + odd
