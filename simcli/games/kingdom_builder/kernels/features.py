"""What a strategy may see of each legal action: public facts and the player's own card. Names and meaning: GAME.decisions.

Loops run over the actions inside and over cards outside, so that the kind of card is decided once and not for every hex.
"""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.engine.sink import put, wants
from simcli.games.columns import kingdom_builder as c
from simcli.games.kingdom_builder.kernels import effects
from simcli.games.kingdom_builder.kernels.board import (
    LOW_SIX,
    ONE,
    around,
    bit_of,
    jumps,
    own_areas_around,
    own_neighbours,
    parity,
    parts_around,
    word_of,
)
from simcli.games.kingdom_builder.kernels.scoring import linked_by, weakest_sector
from simcli.games.kingdom_builder.state import (
    AFTER,
    AREAS,
    AROUND_BITS,
    AROUND_SPECIALS,
    AROUND_SPOTS,
    BEFORE,
    BESIDE_SPECIAL,
    BEST_ROW,
    BUILD,
    CARDS_IN_PLAY,
    CASTLES,
    EDGE,
    GIVE_UP,
    LARGEST_AREA,
    LIFT,
    LINE_END,
    LINKED,
    NEXT_TO,
    NONE,
    PUT,
    ROWS,
    SECTORS,
    SIDE,
    SLOTS,
    STOP,
    STRAIGHT_TWO,
    TERRAINS,
    WEAKEST_SECTOR,
    WIDTH,
    WORDS,
)

# Columns of a hex decision; all of them have the same.
POINTS, CARD_COLUMN = c.BUILD_POINTS, c.BUILD_CASTLE
TILE, TILE_TERRAIN, TILE_EDGE, TILE_LINE = c.BUILD_TILE, c.BUILD_TILE_TERRAIN, c.BUILD_TILE_EDGE, c.BUILD_TILE_LINE
TILE_MOVE, TO_TILE, TO_CASTLE, TO_LINK = c.BUILD_TILE_MOVE, c.BUILD_TO_TILE, c.BUILD_TO_CASTLE, c.BUILD_TO_LINK
BINDS, OPENS, ROOM, SPOTS = c.BUILD_BINDS, c.BUILD_OPENS, c.BUILD_ROOM, c.BUILD_SPOTS
RIVALS, ROW, LACK, RACE = c.BUILD_RIVALS, c.BUILD_ROW, c.BUILD_LACK, c.BUILD_RACE
JOINS, LARGEST, LINE, ON_RIM = c.BUILD_JOINS, c.BUILD_LARGEST, c.BUILD_LINE, c.BUILD_EDGE
ANY_CARD = (1 << TILE) - (1 << CARD_COLUMN)
ANY_TILE = 0b11111 << TILE
EACH_TILE = 0b1111 << TILE_TERRAIN
ANY_AROUND = 0b1111111 << TO_TILE
ANY_AREA = 0b11 << JOINS

# Columns of a step of the turn, of a settlement to lift.
STEP_STOP, STEP_BUILDS, STEP_MOVES = c.BEFORE_STOP, c.BEFORE_BUILDS, c.BEFORE_MOVES
STEP_POINTS, STEP_IDLE, STEP_SWING = c.BEFORE_POINTS, c.BEFORE_IDLE, c.BEFORE_SWING
STEP_TILE, STEP_SUPPLY, STEP_ENDS = c.BEFORE_TILE, c.BEFORE_SUPPLY, c.BEFORE_ENDS
IDLE, LOSS, GAIN, LIFT_TILE, FREE_TILE, ALONE = c.LIFT_IDLE, c.LIFT_LOSS, c.LIFT_GAIN, c.LIFT_TILE, c.LIFT_FREE_TILE, c.LIFT_ALONE
FAR_BELOW = -1000
NOT_YET = 0xFFFF
ANY_SECTOR = 1 << SECTORS | 1 << WEAKEST_SECTOR
BEARABLE = 3
"""Losses are not counted far beyond this: such settlements are hardly ever worth moving."""
ROW_BITS = uint64((1 << SIDE) - 1)


@kernel
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = s.actor
    if s.phase == BEFORE or s.phase == AFTER:
        step_features(s, t, p, actions, n, sink)
    elif s.phase == LIFT:
        lift_features(s, t, p, actions, n, sink)
    elif s.phase == GIVE_UP:
        for i in range(n):
            put(sink, i, 0, (int64(s.usable) >> int64(actions[i])) & 1)
    else:
        hex_features(s, t, p, actions, n, sink)


@hot
def hex_features(s, t, p, actions, n, sink):
    """A settlement on each of the hexes."""
    if wants(s, 1 << POINTS):
        gains(s, t, p, actions, n, sink)
    if wants(s, ANY_CARD):
        gains_by_card(s, t, p, actions, n, sink)
    if wants(s, ANY_TILE):
        tiles_taken(s, t, p, actions, n, sink)
    if wants(s, ANY_AROUND):
        neighbourhood(s, t, p, actions, n, sink)
    if wants(s, 1 << RIVALS):
        for i in range(n):
            put(sink, i, RIVALS, rivals_near(s, p, actions[i]))
    if wants(s, 1 << ROW) and in_play(s, BEST_ROW):
        for i in range(n):
            put(sink, i, ROW, s.in_row[p, t.row_of[actions[i]]])
    if wants(s, 1 << LACK):
        lacks(s, t, p, actions, n, sink)
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


@hot
def in_play(s, scorer):
    """Whether a card of this kind is in play."""
    return (int64(s.scorers) >> scorer) & 1 == 1


@hot
def common_gains(s, p):
    """What the gains of all hexes have in common: (castles not touched yet, as a mask of special hexes moved up by one, so that bit 0
    stands for hexes beside none; points a castle, a row, one more in the best row brings; size of the best row; whether sectors matter).

    Forgets the points of sectors in `stack`: NOT_YET until asked for.
    """
    for sector in range(SLOTS):
        s.stack[sector] = NOT_YET
    castles = (((int64(1) << int64(s.n_specials)) - (int64(1) << int64(s.n_locations))) & ~int64(s.touched[p])) << 1
    return castles, int64(s.per_castle), int64(s.per_row), int64(s.per_best_row), int64(s.best_row[p]), int64(s.scorers) & ANY_SECTOR != 0


@hot_in_bounds
def gain_but_areas(s, t, p, cell, common):
    """Points gained at once by a settlement on `cell`, but for cards about areas."""
    castles, per_castle, per_row, per_best_row, best_row, sectors = common
    points = int64(s.worth[cell]) + per_castle * (castles >> int64(s.beside[cell]) & 1)
    if per_row != 0 or per_best_row != 0:
        in_row = int64(s.in_row[p, t.row_of[cell]])
        points += per_row * int64(in_row == 0) + per_best_row * int64(in_row >= best_row)
    if sectors:
        sector = t.sector_of[cell]
        if s.stack[sector] == NOT_YET:
            s.stack[sector] = all_sector_gains(s, t, sector, p)
        points += int64(s.stack[sector])
    return points


@cold
def gains(s, t, p, actions, n, sink):
    """Points gained at once, in all: what `card_gain` says of all cards."""
    common = common_gains(s, p)
    if s.uses_areas == 0:
        for i in range(n):
            put(sink, i, POINTS, gain_but_areas(s, t, p, actions[i], common))
        return
    for i in range(n):
        cell = actions[i]
        labels = own_areas_around(s, p, cell, parity(t, cell))
        points = gain_but_areas(s, t, p, cell, common)
        for k in range(1, CARDS_IN_PLAY):
            points += area_gain(s, t, s.cards[k], p, cell, labels)
        put(sink, i, POINTS, points)


@hot
def area_gain(s, t, card, p, cell, labels):
    """Points a card about areas brings at once for a settlement on `cell`, which touches these own areas; 0 for other cards."""
    scorer = t.card_scorer[card]
    if scorer == AREAS:
        return int64(t.card_points[card]) * (1 - count_bits(labels))
    if scorer == LARGEST_AREA:
        size, largest = joined_size(s, p, labels), int64(s.largest[p])
        if size > largest:
            per = int64(t.card_per[card])
            return int64(t.card_points[card]) * (size // per - largest // per)
    if scorer == LINKED and (s.beside[cell] != 0 or labels & (labels - 1) != 0):  # else nothing new is touched
        return int64(t.card_points[card]) * newly_linked(s, p, cell, labels, int64(t.card_per[card]))
    return int64(0)


@cold
def gains_by_card(s, t, p, actions, n, sink):
    """Points gained at once, by card; cards without a column count in the sum only."""
    for k in range(CARDS_IN_PLAY):
        feature = t.card_feature[s.cards[k]]
        if feature != NONE and wants(s, 1 << (CARD_COLUMN + int64(feature))):
            for i in range(n):
                put(sink, i, CARD_COLUMN + feature, card_gain(s, t, k, p, actions[i]))


@cold
def all_sector_gains(s, t, sector, p):
    """Points all sector cards in play bring at once for one more settlement in the sector."""
    points = int64(0)
    for k in range(CARDS_IN_PLAY):
        card = s.cards[k]
        if t.card_scorer[card] == SECTORS or t.card_scorer[card] == WEAKEST_SECTOR:
            points += sector_gain(s, t, card, sector, p)
    return points


@cold
def sector_gain(s, t, card, sector, p):
    """Points a sector card brings at once for one more settlement in the sector; never negative."""
    if t.card_scorer[card] == WEAKEST_SECTOR:
        return int64(t.card_points[card]) if is_only_weakest(s, p, sector) else int64(0)
    return max(int64(0), rank_step(s, t, card, sector, p, int64(s.in_sector[sector, p])))


@cold
def rank_step(s, t, card, sector, p, mine):
    """Points between `mine` settlements in the sector and one more: rank_points(mine + 1) - rank_points(mine)."""
    best = int64(0)
    same = False
    between = False
    for q in range(s.players):
        if q != p:
            best = max(best, int64(s.in_sector[sector, q]))
    for q in range(s.players):
        if q != p:
            theirs = int64(s.in_sector[sector, q])
            same |= theirs == mine + 1
            between |= mine + 1 < theirs < best
    first = int64(t.card_points[card])
    second = int64(t.card_second[card])
    if mine + 1 >= best:
        after = first
        before = first if mine >= best else second
    else:
        after = int64(0) if between else second
        before = int64(0) if between or same else second
    if mine == 0 and t.lords_zero == 0:
        before = int64(0)
    return after - before


@cold
def card_gain(s, t, k, p, cell):
    """Points the k-th card in play brings seat p at once for a settlement on `cell` (the rules of scoring.card_points)."""
    card = s.cards[k]
    scorer = t.card_scorer[card]
    points = int64(t.card_points[card])
    if scorer == NEXT_TO or scorer == BESIDE_SPECIAL:
        return points if s.spots[k, word_of(cell)] & bit_of(cell) != 0 else 0
    if scorer == CASTLES:
        special = int64(s.beside[cell]) - 1
        return points if special >= s.n_locations and (int64(s.touched[p]) >> special) & 1 == 0 else 0
    if scorer == ROWS:
        return points if s.in_row[p, t.row_of[cell]] == 0 else 0
    if scorer == BEST_ROW:
        return points if s.in_row[p, t.row_of[cell]] >= s.best_row[p] else 0
    if scorer == SECTORS or scorer == WEAKEST_SECTOR:
        return sector_gain(s, t, card, t.sector_of[cell], p)
    return area_gain(s, t, card, p, cell, own_areas_around(s, p, cell, parity(t, cell)))


@kernel
def is_only_weakest(s, p, sector):
    """Whether one more settlement in the sector raises the least number of all sectors."""
    mine = int64(s.in_sector[sector, p])
    others = 0
    for k in range(SLOTS):
        others += int64(s.in_sector[k, p]) <= mine
    return others == 1


@kernel
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


@kernel
def rounds_left(s):
    """Rounds until the first supply runs out by mandatory builds alone."""
    least = int64(s.supply[0])
    for q in range(1, s.players):
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


@hot_in_bounds
def tiles_taken(s, t, p, actions, n, sink):
    """The columns of tiles."""
    worth = rounds_left(s)
    open_locations = takeable(s, p) if s.phase != PUT or t.tile_by_move == 1 else int64(0)
    for i in range(n):
        put(sink, i, TILE, worth * (open_locations << 1 >> int64(s.beside[actions[i]]) & 1))
    if wants(s, EACH_TILE):
        for i in range(n):
            special = int64(s.beside[actions[i]])
            if open_locations << 1 >> special & 1 != 0:
                put(sink, i, tile_column(t, s.tile[special - 1]), worth)


@kernel
def tile_column(t, tile):
    """Column of a kind of tile."""
    if t.tile_moves[tile] == 1:
        return TILE_MOVE
    if t.tile_target[tile] == EDGE:
        return TILE_EDGE
    if t.tile_target[tile] == LINE_END:
        return TILE_LINE
    return TILE_TERRAIN


@hot
def bound_terrains(s, p):
    """Mask of the terrains with a free hex next to an own settlement."""
    bound = 0
    for kind in range(TERRAINS):
        union = ONE - ONE
        for w in range(WORDS):
            union |= s.kind_mask[kind, w] & s.free[w] & s.near[p, w]
        bound |= int64(union != 0) << kind
    return bound


@hot_in_bounds
def neighbourhood(s, t, p, actions, n, sink):
    """What the six hexes around offer, read off the sums that `settle` keeps."""
    unbound = int64(0)
    if wants(s, 1 << BINDS):
        bound = bound_terrains(s, p)
        for kind in range(TERRAINS):
            unbound |= ((bound >> kind & 1) ^ 1) << (AROUND_BITS * kind)
    ways = wants(s, 0b111 << TO_TILE)
    open_locations = takeable(s, p) if ways else int64(0)
    for i in range(n):
        offers = int64(s.around[actions[i]])
        put(sink, i, BINDS, count_bits((offers | offers >> 1 | offers >> 2) & unbound))
        put(sink, i, SPOTS, offers >> AROUND_SPOTS & 0xFF)
        if ways and offers >> AROUND_SPECIALS != 0:
            ways_to_specials(s, t, p, i, actions[i], open_locations, sink)
    if wants(s, 1 << ROOM | 1 << OPENS):
        rooms(s, actions, n, sink)


@cold
def rooms(s, actions, n, sink):
    """The columns `room` and `opens`."""
    due = s.phase == BUILD and s.builds_left > 1
    for i in range(n):
        offers = int64(s.around[actions[i]])
        room = int64(0)
        for kind in range(TERRAINS):
            room += offers >> (AROUND_BITS * kind) & 7
        put(sink, i, ROOM, room)
        put(sink, i, OPENS, offers >> (AROUND_BITS * int64(s.card)) & 7 if due else 0)


@cold
def ways_to_specials(s, t, p, i, cell, open_locations, sink):
    """The columns `to_tile`, `to_castle` and `to_link`."""
    near = int64(0)
    for around_cell in around(int64(cell), parity(t, cell)):
        other = uint32(around_cell)
        near |= int64(s.open[other] < TERRAINS) << int64(s.beside[other])
    near >>= 1  # bit 0 stood for hexes beside nothing
    own = int64(s.beside[cell]) - 1
    takes = own >= 0 and open_locations >> own & 1
    castles = near >> int64(s.n_locations)
    put(sink, i, TO_TILE, near & open_locations != 0 and not takes)
    put(sink, i, TO_CASTLE, castles & ~(int64(s.touched[p]) >> int64(s.n_locations)) != 0)
    put(sink, i, TO_LINK, s.link_min > 0 and near & ~int64(s.linked[p]) != 0)


@kernel
def rivals_near(s, p, cell):
    """Other players with a settlement next to the cell."""
    count = 0
    for q in range(s.players):
        count += q != p and s.near[q, word_of(cell)] & bit_of(cell) != 0
    return count


@hot_in_bounds
def lacks(s, t, p, actions, n, sink):
    """The column `lack`."""
    if not in_play(s, WEAKEST_SECTOR):
        return
    strongest = int64(0)
    for k in range(SLOTS):
        strongest = max(strongest, int64(s.in_sector[k, p]))
    for i in range(n):
        put(sink, i, LACK, strongest - int64(s.in_sector[t.sector_of[actions[i]], p]))


@cold
def races(s, t, p, actions, n, sink):
    """The column `race`."""
    if not in_play(s, SECTORS):
        return
    for sector in range(SLOTS):
        best = int64(0)
        for q in range(s.players):
            if q != p:
                best = max(best, int64(s.in_sector[sector, q]))
        s.stack[sector] = max(0, 4 - abs(best - int64(s.in_sector[sector, p])))
    for i in range(n):
        put(sink, i, RACE, s.stack[t.sector_of[actions[i]]])


@cold
def areas_joined(s, t, p, actions, n, sink):
    """The columns `joins` and `largest`."""
    matters = in_play(s, LARGEST_AREA)
    if not matters and (s.uses_areas == 0 or not wants(s, 1 << JOINS)):
        return
    for i in range(n):
        labels = own_areas_around(s, p, actions[i], parity(t, actions[i]))
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


# Steps of the turn


@cold
def gain_at(s, t, p, cell, common):
    """Points gained at once by a settlement on `cell`: what `gains` says of one hex."""
    points = gain_but_areas(s, t, p, cell, common)
    if s.uses_areas == 1:
        labels = own_areas_around(s, p, cell, parity(t, cell))
        for k in range(1, CARDS_IN_PLAY):
            points += area_gain(s, t, s.cards[k], p, cell, labels)
    return points


@cold
def best_target(s, t, p, row):
    """Best points of a hex of work[row]; FAR_BELOW when it is empty."""
    best = int64(FAR_BELOW)
    common = common_gains(s, p)
    for w in range(WORDS):
        word = s.work[row, w]
        while word != 0:
            best = max(best, gain_at(s, t, p, uint32(w * 64 + lowest_bit(word)), common))
            word &= word - ONE
    return best


@cold
def takes_any(s, p, row):
    """Whether a hex of work[row] takes a tile."""
    for w in range(WORDS):
        word = s.work[row, w]
        while word != 0:
            if takes_tile(s, p, uint32(w * 64 + lowest_bit(word))) >= 0:
                return True
            word &= word - ONE
    return False


@cold
def step_features(s, t, p, actions, n, sink):
    """Tiles to use, or none."""
    tiles = wants(s, 1 << STEP_TILE)
    for i in range(n):
        put(sink, i, STEP_SUPPLY, s.supply[p])
        if actions[i] == STOP:
            put(sink, i, STEP_STOP, 1)
            continue
        tile = uint32(s.tile[actions[i]])
        if t.tile_moves[tile] == 1:
            put(sink, i, STEP_MOVES, 1)
            if wants(s, 1 << STEP_IDLE):
                put(sink, i, STEP_IDLE, has_idle(s, t, p, tile))
            if wants(s, 1 << STEP_SWING):
                put(sink, i, STEP_SWING, best_jumps(s, t, p) if t.tile_target[tile] == STRAIGHT_TWO else best_move(s, t, p, tile))
            if tiles and t.tile_by_move == 1 and move_takes(s, t, p, tile):
                put(sink, i, STEP_TILE, rounds_left(s))
        else:
            put(sink, i, STEP_BUILDS, 1)
            put(sink, i, STEP_ENDS, s.supply[p] == 1)
            if tiles or wants(s, 1 << STEP_POINTS):
                effects.find_targets(s, t, p, tile)
                put(sink, i, STEP_POINTS, best_target(s, t, p, 0))
                put(sink, i, STEP_TILE, rounds_left(s) if tiles and takes_any(s, p, 0) else 0)


@cold
def has_idle(s, t, p, tile):
    """Whether a settlement that gives up nothing can be moved."""
    if t.tile_target[tile] == STRAIGHT_TWO:
        effects.jumpers(s, p)
    else:
        effects.movers(s, t, p, tile)
    keep_idle(s, t, p, 1)
    return effects.any_word(s, 1)


@cold
def move_takes(s, t, p, tile):
    """Whether a move of this kind of tile may take another tile."""
    if t.tile_target[tile] != STRAIGHT_TWO:
        effects.find_targets(s, t, p, tile)
        return takes_any(s, p, 0)
    takes = False
    effects.jumpers(s, p)
    for w in range(WORDS):
        word = s.work[1, w]
        while word != 0:
            takes |= jump_takes(s, p, uint32(w * 64 + lowest_bit(word)))
            word &= word - ONE
    return takes


@cold
def best_jumps(s, t, p):
    """Points of the best move of a tile that jumps, of settlements that give up nothing."""
    effects.jumpers(s, p)
    keep_idle(s, t, p, 0)
    best = int64(FAR_BELOW)
    common = common_gains(s, p)
    for w in range(WORDS):
        word = s.work[1, w]
        while word != 0:
            best = max(best, best_jump(s, t, p, uint32(w * 64 + lowest_bit(word)), common))
            word &= word - ONE
    return best


@cold
def best_move(s, t, p, tile):
    """Points of the best move of a tile that may move any settlement, of settlements that give up nothing."""
    if not has_idle(s, t, p, tile):
        return int64(FAR_BELOW)
    effects.find_targets(s, t, p, tile)
    return best_target(s, t, p, 0)


@cold
def best_jump(s, t, p, cell, common):
    """Best points of a hex that a paddock reaches from `cell`."""
    best = int64(FAR_BELOW)
    for target in jumps(int64(cell)):
        if effects.can_land(s, target):
            best = max(best, gain_at(s, t, p, uint32(target), common))
    return best


@cold
def loss_at(s, t, p, cell):
    """Points given up by lifting an own settlement; areas are judged by the six hexes around it. Not counted far beyond BEARABLE."""
    loss = area_loss(s, t, p, cell) if s.uses_areas == 1 else int64(0)
    for k in range(CARDS_IN_PLAY):
        if loss > BEARABLE:
            break
        card = s.cards[k]
        scorer = t.card_scorer[card]
        points = int64(t.card_points[card])
        if scorer == NEXT_TO or scorer == BESIDE_SPECIAL:
            loss += points * int64(s.spots[k, word_of(cell)] & bit_of(cell) != 0)
        elif scorer == CASTLES:
            special = int64(s.beside[cell]) - 1
            loss += points * int64(special >= s.n_locations and only_one_at(s, t, p, special))
        elif scorer == ROWS:
            loss += points * int64(s.in_row[p, t.row_of[cell]] == 1)
        elif scorer == BEST_ROW:
            loss += points * int64(is_only_best_row(s, p, t.row_of[cell]))
        elif scorer == SECTORS or scorer == WEAKEST_SECTOR:
            loss += sector_loss(s, t, card, t.sector_of[cell], p)
    return loss


@cold
def area_loss(s, t, p, cell):
    """Points of cards about areas given up by lifting an own settlement (an estimate); negative when hermits gain areas."""
    loss = int64(0)
    for k in range(1, CARDS_IN_PLAY):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        if scorer == AREAS:
            parts, _ = parts_around(s, t, p, cell)
            loss += int64(t.card_points[card]) * (1 - parts)
        elif scorer == LARGEST_AREA:
            loss += int64(t.card_points[card]) * smaller_area(s, t, p, cell, int64(t.card_per[card]))
        elif scorer == LINKED:
            loss += int64(t.card_points[card]) * links_cut(s, t, p, cell)
    return loss


@kernel
def smaller_area(s, t, p, cell, per):
    """Steps of `per` settlements by which the largest area shrinks without the settlement; a cut is taken to halve it."""
    largest = int64(s.largest[p])
    if s.area_size[p, s.area[cell]] != largest:
        return int64(0)
    parts, _ = parts_around(s, t, p, cell)
    left = largest - 1 if parts <= 1 else largest // 2
    return largest // per - left // per


@kernel
def links_cut(s, t, p, cell):
    """Special hexes no longer linked without the settlement (an estimate)."""
    touch = int64(s.area_touch[p, s.area[cell]]) & int64(s.linked[p])
    if touch == 0:
        return int64(0)
    parts, neighbours = parts_around(s, t, p, cell)
    if parts > 1 and neighbours < 4:
        return count_bits(touch) // 2
    special = int64(s.beside[cell]) - 1
    if special >= 0 and only_one_at(s, t, p, special):
        return int64(2) if count_bits(touch) == 2 else int64(1)
    return int64(0)


@kernel
def is_only_best_row(s, p, row):
    """Whether no other row holds as many own settlements."""
    best = int64(s.in_row[p, row])
    rows = 0
    for r in range(SIDE):
        rows += int64(s.in_row[p, r]) >= best
    return rows == 1


@cold
def sector_loss(s, t, card, sector, p):
    """Points a sector card gives up for one settlement less in the sector, of those held there now."""
    if t.card_scorer[card] == WEAKEST_SECTOR:
        return int64(t.card_points[card]) * int64(int64(s.in_sector[sector, p]) == weakest_sector(s, p))
    return rank_step(s, t, card, sector, p, int64(s.in_sector[sector, p]) - 1)


@cold
def keep_idle(s, t, p, enough):
    """Of the own settlements in work[1], keeps those that give up nothing: as `loss_at` finds, for all of them at once.

    enough: 1 to stop looking at areas once one is found, 0 to find all.
    """
    cuts = False
    for k in range(CARDS_IN_PLAY):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        if scorer == NEXT_TO or scorer == BESIDE_SPECIAL:
            for w in range(WORDS):
                s.work[1, w] &= ~s.spots[k, w]
        elif scorer == CASTLES:
            for special in range(s.n_locations, s.n_specials):
                if (int64(s.touched[p]) >> special) & 1:
                    drop_sole_neighbour(s, t, p, int64(s.special[special]))
        elif scorer == ROWS:
            for row in range(SIDE):
                if s.in_row[p, row] == 1:
                    drop_row(s, row)
        elif scorer == BEST_ROW:
            for row in range(SIDE):
                if s.in_row[p, row] == s.best_row[p] and is_only_best_row(s, p, uint32(row)):
                    drop_row(s, row)
        elif scorer == SECTORS or scorer == WEAKEST_SECTOR:
            for sector in range(SLOTS):
                if s.in_sector[sector, p] > 0 and sector_loss(s, t, card, sector, p) > 0:
                    for w in range(WORDS):
                        s.work[1, w] &= ~t.sector_mask[sector, w]
        elif scorer == AREAS:
            for w in range(WORDS):
                s.work[1, w] &= s.near[p, w]
        elif scorer == LINKED or scorer == LARGEST_AREA:
            cuts = True
    if cuts:
        for w in range(WORDS):
            word = s.work[1, w]
            while word != 0:
                cell = uint32(w * 64 + lowest_bit(word))
                if cuts_area(s, t, p, cell):
                    s.work[1, w] &= ~bit_of(cell)
                elif enough == 1:
                    return
                word &= word - ONE


@kernel
def cuts_area(s, t, p, cell):
    """Whether citizens or merchants pay less without the settlement (an estimate)."""
    for k in range(1, CARDS_IN_PLAY):
        scorer = t.card_scorer[s.cards[k]]
        if scorer == LARGEST_AREA and smaller_area(s, t, p, cell, int64(t.card_per[s.cards[k]])) > 0:
            return True
        if scorer == LINKED and links_cut(s, t, p, cell) > 0:
            return True
    return False


@kernel
def drop_row(s, row):
    """Takes the hexes of a row out of work[1]."""
    first = (row + 1) * WIDTH + 1
    shift = uint64(first & LOW_SIX)
    s.work[1, word_of(first)] &= ~(ROW_BITS << shift)
    last = first + SIDE - 1
    if word_of(last) != word_of(first):
        s.work[1, word_of(last)] &= ~(ROW_BITS >> (uint64(64) - shift))


@kernel
def drop_sole_neighbour(s, t, p, cell):
    """Takes the only own settlement next to a cell out of work[1]; leaves several where they are."""
    mine = p + 1
    found = int64(0)
    count = 0
    for n in around(cell, parity(t, cell)):
        if s.owner[uint32(n)] == mine:
            found = n
            count += 1
    if count == 1:
        s.work[1, word_of(found)] &= ~bit_of(found)


@kernel
def only_one_at(s, t, p, special):
    """Whether just one own settlement touches the special hex."""
    return own_neighbours(s, t, p, uint32(s.special[special])) == 1


@cold
def lift_features(s, t, p, actions, n, sink):
    """Settlements to lift."""
    tile = uint32(s.tile[s.using])
    jumping = t.tile_target[tile] == STRAIGHT_TWO
    losses = wants(s, 1 << LOSS)
    gains_wanted = wants(s, 1 << GAIN)
    tiles = wants(s, 1 << FREE_TILE) and t.tile_by_move == 1
    worth = rounds_left(s)
    gain = int64(0)
    takes = False
    if not jumping and (gains_wanted or tiles):
        effects.find_targets(s, t, p, tile)
        gain = best_target(s, t, p, 0) if gains_wanted else int64(0)
        takes = tiles and takes_any(s, p, 0)
    for w in range(WORDS):
        s.work[1, w] = s.settled[p, w]
    keep_idle(s, t, p, 0)
    common = common_gains(s, p)
    for i in range(n):
        cell = uint32(actions[i])
        idle = s.work[1, word_of(cell)] & bit_of(cell) != 0
        put(sink, i, IDLE, idle)
        put(sink, i, LOSS, loss_at(s, t, p, cell) if losses and not idle else 0)
        if idle and gains_wanted:
            put(sink, i, GAIN, best_jump(s, t, p, cell, common) if jumping else gain)
        if jumping and tiles:
            takes = jump_takes(s, p, cell)
        put(sink, i, FREE_TILE, worth if takes else 0)
    if wants(s, 1 << LIFT_TILE):
        for i in range(n):
            location = int64(s.beside[actions[i]]) - 1
            held = 0 <= location < s.n_locations and (int64(s.held[p]) >> location) & 1 == 1
            put(sink, i, LIFT_TILE, worth if held and only_one_at(s, t, p, location) else 0)
    if wants(s, 1 << ALONE):
        for i in range(n):
            put(sink, i, ALONE, own_neighbours(s, t, p, uint32(actions[i])) == 0)


@cold
def jump_takes(s, p, cell):
    """Whether a hex that a paddock reaches from `cell` takes a tile."""
    takes = False
    for target in jumps(int64(cell)):
        takes |= effects.can_land(s, target) and takes_tile(s, p, uint32(target)) >= 0
    return takes
