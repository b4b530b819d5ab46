"""What a strategy may see of each legal action: public facts and the player's own card. Names and meaning: GAME.decisions.

Loops run over the actions inside and over cards outside, so that the kind of card is decided once and not for every hex.
"""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import hot, kernel
from simcli.games.kingdom_builder import cards
from simcli.games.kingdom_builder.board import ONE, around, bit_of, jumps, own_areas_around, own_neighbours, parity, word_of
from simcli.games.kingdom_builder.scoring import rank_points, weakest_sector
from simcli.games.kingdom_builder.state import (
    AFTER,
    AREAS,
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
    NEXT_TO,
    NONE,
    PUT,
    ROWS,
    SECTORS,
    SLOTS,
    STOP,
    STRAIGHT_TWO,
    TERRAINS,
    WATER,
    WEAKEST_SECTOR,
    WORDS,
)

# Columns of a hex decision.
POINTS, CARD_COLUMN = 0, 1
TILE_TERRAIN, TILE_EDGE, TILE_LINE, TILE_MOVE = 12, 13, 14, 15
TO_TILE, TO_CASTLE, TO_LINK, BINDS, OPENS, ROOM, SPOTS = 16, 17, 18, 19, 20, 21, 22
RIVALS, ROW, LACK, RACE, JOINS, LARGEST, LINE, ON_WATER = 23, 24, 25, 26, 27, 28, 29, 30
ANY_CARD = (1 << TILE_TERRAIN) - 1
ANY_TILE = 0b1111 << TILE_TERRAIN
ANY_AROUND = 0b1111111 << TO_TILE
ANY_AREA = 0b11 << JOINS

# Columns of a step of the turn, of a settlement to lift.
STEP_STOP, STEP_BUILDS, STEP_MOVES, STEP_POINTS, STEP_TILE, STEP_SUPPLY, STEP_ENDS = 0, 1, 2, 3, 4, 5, 6
LOSS, GAIN, LIFT_TILE, FREE_TILE, ALONE = 0, 1, 2, 3, 4
FAR_BELOW = -1000


@hot
def features(s, t, actions, n, X):
    """X[action, feature] by the kind of decision."""
    p = s.actor
    if s.phase == BEFORE or s.phase == AFTER:
        step_features(s, t, p, actions, n, X)
    elif s.phase == LIFT:
        lift_features(s, t, p, actions, n, X)
    elif s.phase == GIVE_UP:
        for i in range(n):
            X[i, 0] = (int64(s.usable) >> int64(actions[i])) & 1
    else:
        hex_features(s, t, p, actions, n, X)


@hot
def wants(s, columns):
    """Whether the strategy weighs one of the columns in a mask."""
    return int64(s.wanted) & columns != 0


@kernel
def hex_features(s, t, p, actions, n, X):
    """A settlement on each of the hexes."""
    if wants(s, ANY_CARD):
        gains(s, t, p, actions, n, X)
    if wants(s, ANY_TILE):
        tiles_taken(s, t, p, actions, n, X)
    if wants(s, ANY_AROUND):
        neighbourhood(s, t, p, actions, n, X)
    if wants(s, 1 << RIVALS):
        for i in range(n):
            X[i, RIVALS] = rivals_near(s, p, actions[i])
    if wants(s, 1 << ROW):
        rows_matter = in_play(s, t, BEST_ROW)
        for i in range(n):
            X[i, ROW] = s.in_row[p, t.row_of[actions[i]]] if rows_matter else 0
    if wants(s, 1 << LACK):
        lacks(s, t, p, actions, n, X)
    if wants(s, 1 << RACE):
        races(s, t, p, actions, n, X)
    if wants(s, ANY_AREA):
        areas_joined(s, t, p, actions, n, X)
    if wants(s, 1 << LINE):
        for i in range(n):
            X[i, LINE] = longest_line(s, t, p, actions[i])
    if wants(s, 1 << ON_WATER):
        for i in range(n):
            X[i, ON_WATER] = s.kind[actions[i]] == WATER


@hot
def in_play(s, t, scorer):
    """Whether a card of this kind is in play."""
    found = False
    for k in range(CARDS_IN_PLAY):
        found |= t.card_scorer[s.cards[k]] == scorer
    return found


@hot
def gains(s, t, p, actions, n, X):
    """Points gained at once: in all, and by card."""
    for i in range(n):
        for f in range(TILE_TERRAIN):
            X[i, f] = 0
    for k in range(CARDS_IN_PLAY):
        column = t.card_feature[s.cards[k]]
        for i in range(n):
            points = card_gain(s, t, k, p, actions[i])
            X[i, POINTS] += points
            if column != NONE:
                X[i, CARD_COLUMN + column] = points


@hot
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
    if scorer == SECTORS:
        sector = t.sector_of[cell]
        mine = int64(s.in_sector[sector, p])
        return rank_points(s, t, card, sector, p, mine + 1) - rank_points(s, t, card, sector, p, mine)
    if scorer == WEAKEST_SECTOR:
        return points if is_only_weakest(s, p, t.sector_of[cell]) else 0
    labels = own_areas_around(s, p, cell, parity(t, cell))
    if scorer == AREAS:
        return points * (1 - count_bits(labels))
    if scorer == LARGEST_AREA:
        per = int64(t.card_per[card])
        return points * (max(joined_size(s, p, labels), int64(s.largest[p])) // per - int64(s.largest[p]) // per)
    return points * newly_linked(s, p, cell, labels)


@hot
def is_only_weakest(s, p, sector):
    """Whether one more settlement in the sector raises the least number of all sectors."""
    mine = int64(s.in_sector[sector, p])
    others = 0
    for k in range(SLOTS):
        others += int64(s.in_sector[k, p]) <= mine
    return others == 1


@hot
def joined_size(s, p, labels):
    """Size of the area that a settlement next to these own areas makes."""
    size = 1
    while labels != 0:
        size += int64(s.area_size[p, lowest_bit(labels)])
        labels &= labels - 1
    return size


@hot
def newly_linked(s, p, cell, labels):
    """Special hexes that a settlement next to these own areas links (KB-104)."""
    touch = int64(0)
    if s.beside[cell] != 0:
        touch = int64(1) << (int64(s.beside[cell]) - 1)
    while labels != 0:
        touch |= int64(s.area_touch[p, lowest_bit(labels)])
        labels &= labels - 1
    return count_bits(touch & ~int64(s.linked[p])) if count_bits(touch) >= s.link_min else 0


@hot
def rounds_left(s):
    """Rounds until the first supply runs out by mandatory builds alone."""
    least = int64(s.supply[0])
    for q in range(1, s.players):
        least = min(least, int64(s.supply[q]))
    return (least + 2) // 3


@hot
def takes_tile(s, p, cell):
    """The location whose tile a settlement on `cell` takes (KB-60, KB-61), else -1."""
    location = int64(s.beside[cell]) - 1
    if location < 0 or not may_take(s, p, location):
        return -1
    return location


@hot
def may_take(s, p, special):
    """Whether seat p can still take a tile from this special hex."""
    return special < s.n_locations and s.tiles_left[special] > 0 and (int64(s.taken[p]) >> special) & 1 == 0


@hot
def tiles_taken(s, t, p, actions, n, X):
    """The columns of tiles."""
    worth = rounds_left(s)
    moved = s.phase == PUT and t.tile_by_move == 0
    for i in range(n):
        for f in range(TILE_TERRAIN, TO_TILE):
            X[i, f] = 0
        location = takes_tile(s, p, actions[i])
        if location >= 0 and not moved:
            X[i, tile_column(t, s.tile[location])] = worth


@hot
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


@hot
def neighbourhood(s, t, p, actions, n, X):
    """What the six hexes around offer."""
    bound = bound_terrains(s, p)
    builds_left = s.phase == BUILD and s.builds_left > 1
    for i in range(n):
        cell = actions[i]
        binds = int64(0)
        room = 0
        opens = 0
        spots = 0
        to_tile = 0
        to_castle = 0
        to_link = 0
        for around_cell in around(int64(cell), parity(t, cell)):
            other = uint32(around_cell)
            kind = s.kind[other]
            if kind < TERRAINS and s.owner[other] == 0:
                room += 1
                binds |= int64(1) << int64(kind)
                word = word_of(other)
                bit = bit_of(other)
                if s.near[p, word] & bit == 0:
                    opens += kind == s.card
                    for k in range(1, CARDS_IN_PLAY):
                        spots += s.spots[k, word] & bit != 0
                special = int64(s.beside[other]) - 1
                if special >= s.n_locations:
                    to_castle |= (int64(s.touched[p]) >> special) & 1 == 0
                elif special >= 0:
                    to_tile |= may_take(s, p, special)
                if special >= 0 and s.link_min > 0:
                    to_link |= (int64(s.linked[p]) >> special) & 1 == 0
        X[i, TO_TILE] = to_tile if takes_tile(s, p, cell) < 0 else 0
        X[i, TO_CASTLE] = to_castle
        X[i, TO_LINK] = to_link
        X[i, BINDS] = count_bits(binds & ~bound)
        X[i, OPENS] = opens if builds_left else 0
        X[i, ROOM] = room
        X[i, SPOTS] = spots


@hot
def rivals_near(s, p, cell):
    """Other players with a settlement next to the cell."""
    count = 0
    for q in range(s.players):
        count += q != p and s.near[q, word_of(cell)] & bit_of(cell) != 0
    return count


@hot
def lacks(s, t, p, actions, n, X):
    """The column `lack`."""
    strongest = int64(0)
    if in_play(s, t, WEAKEST_SECTOR):
        for k in range(SLOTS):
            strongest = max(strongest, int64(s.in_sector[k, p]))
    for i in range(n):
        X[i, LACK] = max(0, strongest - int64(s.in_sector[t.sector_of[actions[i]], p]))


@hot
def races(s, t, p, actions, n, X):
    """The column `race`."""
    matters = in_play(s, t, SECTORS)
    for i in range(n):
        sector = t.sector_of[actions[i]]
        best = int64(0)
        for q in range(s.players):
            if q != p:
                best = max(best, int64(s.in_sector[sector, q]))
        X[i, RACE] = max(0, 4 - abs(best - int64(s.in_sector[sector, p]))) if matters else 0


@hot
def areas_joined(s, t, p, actions, n, X):
    """The columns `joins` and `largest`."""
    matters = in_play(s, t, LARGEST_AREA)
    for i in range(n):
        X[i, JOINS] = 0
        X[i, LARGEST] = 0
        if s.uses_areas == 1:
            labels = own_areas_around(s, p, actions[i], parity(t, actions[i]))
            X[i, JOINS] = max(0, count_bits(labels) - 1)
            if matters:
                X[i, LARGEST] = max(0, joined_size(s, p, labels) - int64(s.largest[p]))


@kernel
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


@kernel
def gain_at(s, t, p, cell):
    """Points gained at once by a settlement on `cell`."""
    points = int64(0)
    for k in range(CARDS_IN_PLAY):
        points += card_gain(s, t, k, p, cell)
    return points


@kernel
def best_target(s, t, p, row):
    """Best points of a hex of work[row]; FAR_BELOW when it is empty."""
    best = int64(FAR_BELOW)
    for w in range(WORDS):
        word = s.work[row, w]
        while word != 0:
            best = max(best, gain_at(s, t, p, uint32(w * 64 + lowest_bit(word))))
            word &= word - ONE
    return best


@kernel
def takes_any(s, p, row):
    """Whether a hex of work[row] takes a tile."""
    for w in range(WORDS):
        word = s.work[row, w]
        while word != 0:
            if takes_tile(s, p, uint32(w * 64 + lowest_bit(word))) >= 0:
                return True
            word &= word - ONE
    return False


@kernel
def step_features(s, t, p, actions, n, X):
    """Tiles to use, or none."""
    judged = wants(s, 1 << STEP_POINTS | 1 << STEP_TILE)
    for i in range(n):
        stop = actions[i] == STOP
        X[i, STEP_STOP] = stop
        X[i, STEP_BUILDS] = 0
        X[i, STEP_MOVES] = 0
        X[i, STEP_POINTS] = 0
        X[i, STEP_TILE] = 0
        X[i, STEP_SUPPLY] = s.supply[p]
        X[i, STEP_ENDS] = 0
        if stop:
            continue
        tile = uint32(s.tile[actions[i]])
        if t.tile_moves[tile] == 1:
            X[i, STEP_MOVES] = 1
            if judged:
                X[i, STEP_POINTS] = best_move(s, t, p, tile)
                X[i, STEP_TILE] = rounds_left(s) if t.tile_by_move == 1 and takes_any(s, p, 0) else 0
        else:
            X[i, STEP_BUILDS] = 1
            X[i, STEP_ENDS] = s.supply[p] == 1
            if judged:
                cards.find_targets(s, t, p, tile)
                X[i, STEP_POINTS] = best_target(s, t, p, 0)
                X[i, STEP_TILE] = rounds_left(s) if takes_any(s, p, 0) else 0


@kernel
def best_move(s, t, p, tile):
    """Points of the best move of a tile (an estimate); leaves its hexes in work[0]."""
    jumping = t.tile_target[tile] == STRAIGHT_TWO
    if jumping:
        cards.jumpers(s, p)
    else:
        cards.movers(s, t, p, tile)
    best = int64(FAR_BELOW)
    for w in range(WORDS):
        word = s.work[1, w]
        while word != 0:
            cell = uint32(w * 64 + lowest_bit(word))
            word &= word - ONE
            value = -loss_at(s, t, p, cell)
            if jumping:
                value += best_jump(s, t, p, cell)
            best = max(best, value)
    if jumping:
        for w in range(WORDS):
            s.work[0, w] = ONE - ONE
        return best
    cards.find_targets(s, t, p, tile)
    return best + best_target(s, t, p, 0)


@kernel
def best_jump(s, t, p, cell):
    """Best points of a hex that a paddock reaches from `cell`."""
    best = int64(FAR_BELOW)
    for target in jumps(int64(cell)):
        if cards.can_land(s, target):
            best = max(best, gain_at(s, t, p, uint32(target)))
    return best


@kernel
def loss_at(s, t, p, cell):
    """Points given up by lifting an own settlement; areas are judged by the six hexes around it."""
    loss = int64(0)
    parts, neighbours = parts_around(s, t, p, cell)
    for k in range(CARDS_IN_PLAY):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        points = int64(t.card_points[card])
        special = int64(s.beside[cell]) - 1
        if scorer == NEXT_TO or scorer == BESIDE_SPECIAL:
            loss += points * int64(s.spots[k, word_of(cell)] & bit_of(cell) != 0)
        elif scorer == CASTLES:
            loss += points * int64(special >= s.n_locations and only_one_at(s, t, p, special))
        elif scorer == ROWS:
            loss += points * int64(s.in_row[p, t.row_of[cell]] == 1)
        elif scorer == BEST_ROW:
            loss += points * int64(s.in_row[p, t.row_of[cell]] == s.best_row[p])
        elif scorer == SECTORS:
            sector = t.sector_of[cell]
            mine = int64(s.in_sector[sector, p])
            loss += rank_points(s, t, card, sector, p, mine) - rank_points(s, t, card, sector, p, mine - 1)
        elif scorer == WEAKEST_SECTOR:
            loss += points * int64(int64(s.in_sector[t.sector_of[cell], p]) == weakest_sector(s, p))
        elif scorer == AREAS:
            loss += points * (1 - parts)
        elif scorer == LARGEST_AREA:
            if s.area_size[p, s.area[cell]] == s.largest[p]:
                left = int64(s.largest[p]) - 1
                if parts > 1:
                    left = (left + 1) // 2
                per = int64(t.card_per[card])
                loss += points * (int64(s.largest[p]) // per - left // per)
        else:
            touch = int64(s.area_touch[p, s.area[cell]]) & int64(s.linked[p])
            if parts > 1 and neighbours < 4:
                loss += points * count_bits(touch) // 2
            elif special >= 0 and only_one_at(s, t, p, special):
                loss += points * (2 if count_bits(touch) == 2 else 1) * int64(touch != 0)
    return loss


@hot
def only_one_at(s, t, p, special):
    """Whether just one own settlement touches the special hex."""
    return own_neighbours(s, t, p, uint32(s.special[special])) == 1


@hot
def parts_around(s, t, p, cell):
    """(runs of own settlements in the ring of six hexes, own settlements in it): lifting is expected to leave that many parts."""
    mine = p + 1
    a, b, c, d, e, f = around(int64(cell), parity(t, cell))
    ring = (
        int64(s.owner[uint32(a)] == mine)
        | int64(s.owner[uint32(b)] == mine) << 1
        | int64(s.owner[uint32(d)] == mine) << 2
        | int64(s.owner[uint32(f)] == mine) << 3
        | int64(s.owner[uint32(e)] == mine) << 4
        | int64(s.owner[uint32(c)] == mine) << 5
    )
    turned = (ring << 1 | ring >> 5) & 63
    return count_bits(ring & ~turned) if ring != 63 else 1, count_bits(ring)


@kernel
def lift_features(s, t, p, actions, n, X):
    """Settlements to lift."""
    tile = uint32(s.tile[s.using])
    jumping = t.tile_target[tile] == STRAIGHT_TWO
    worth = rounds_left(s)
    gain = int64(0)
    takes = False
    if not jumping and wants(s, 1 << GAIN | 1 << FREE_TILE):
        cards.find_targets(s, t, p, tile)
        gain = best_target(s, t, p, 0)
        takes = takes_any(s, p, 0)
    for i in range(n):
        cell = uint32(actions[i])
        X[i, LOSS] = loss_at(s, t, p, cell)
        X[i, GAIN] = best_jump(s, t, p, cell) if jumping else gain
        X[i, LIFT_TILE] = 0
        location = int64(s.beside[cell]) - 1
        if 0 <= location < s.n_locations and (int64(s.held[p]) >> location) & 1 and only_one_at(s, t, p, location):
            X[i, LIFT_TILE] = worth
        if jumping:
            takes = jump_takes(s, p, cell)
        X[i, FREE_TILE] = worth if takes and t.tile_by_move == 1 else 0
        X[i, ALONE] = own_neighbours(s, t, p, cell) == 0


@kernel
def jump_takes(s, p, cell):
    """Whether a hex that a paddock reaches from `cell` takes a tile."""
    takes = False
    for target in jumps(int64(cell)):
        takes |= cards.can_land(s, target) and takes_tile(s, p, uint32(target)) >= 0
    return takes
