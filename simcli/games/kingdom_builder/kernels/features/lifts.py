"""What lifting a settlement means: what it gives up, and where it can go."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.sink import put, wants
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels import effects
from simcli.games.kingdom_builder.kernels.board import (
    ALL,
    LOW_SIX,
    ONE,
    SOME,
    around,
    bit_of,
    jumps,
    parity,
    parts_around,
    word_of,
)
from simcli.games.kingdom_builder.kernels.features.columns import ALONE, BEARABLE, FREE_TILE, GAIN, IDLE, LIFT_TILE, LOSS, ROW_BITS
from simcli.games.kingdom_builder.kernels.features.gains import rank_step
from simcli.games.kingdom_builder.kernels.features.hexes import rounds_left, takes_tile
from simcli.games.kingdom_builder.kernels.features.targets import best_jump, best_target, takes_any
from simcli.games.kingdom_builder.kernels.scoring import weakest_sector


@cold
def loss_at(s, t, p, cell):
    """Points given up by lifting an own settlement; areas are judged by the six hexes around it. Not counted far beyond BEARABLE."""
    loss = area_loss(s, t, p, cell) if s.uses_areas == 1 else int64(0)
    for k in range(S.CARDS_IN_PLAY):
        if loss > BEARABLE:
            break
        card = s.cards[k]
        scorer = t.card_scorer[card]
        points = int64(t.card_points[card])
        if scorer == S.NEXT_TO or scorer == S.BESIDE_SPECIAL:
            loss += points * int64(s.spots[k, word_of(cell)] & bit_of(cell) != 0)
        elif scorer == S.CASTLES:
            special = int64(s.beside[cell]) - 1
            loss += points * int64(special >= s.n_locations and only_one_at(s, p, special))
        elif scorer == S.ROWS:
            loss += points * int64(s.in_row[p, t.row_of[cell]] == 1)
        elif scorer == S.BEST_ROW:
            loss += points * int64(is_only_best_row(s, p, int64(t.row_of[cell])))
        elif scorer == S.SECTORS or scorer == S.WEAKEST_SECTOR:
            loss += sector_loss(s, t, card, int64(t.sector_of[cell]), p)
    return loss


@cold
def area_loss(s, t, p, cell):
    """Points of cards about areas given up by lifting an own settlement (an estimate); negative when hermits gain areas."""
    loss = int64(0)
    for k in range(1, S.CARDS_IN_PLAY):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        if scorer == S.AREAS:
            parts, _ = parts_around(s, t, p, cell)
            loss += int64(t.card_points[card]) * (1 - parts)
        elif scorer == S.LARGEST_AREA:
            loss += int64(t.card_points[card]) * smaller_area(s, t, p, cell, int64(t.card_per[card]))
        elif scorer == S.LINKED:
            loss += int64(t.card_points[card]) * links_cut(s, t, p, cell)
    return loss


@kernel
def smaller_area(s, t, p, cell, per):
    """Steps of `per` settlements by which the largest area shrinks without the settlement; a cut is taken to halve it."""
    largest = int64(s.largest[p])
    if s.area_size[p, s.area[cell] & LOW_SIX] != largest:
        return int64(0)
    parts, _ = parts_around(s, t, p, cell)
    left = largest - 1 if parts <= 1 else largest // 2
    return largest // per - left // per


@kernel
def links_cut(s, t, p, cell):
    """Special hexes no longer linked without the settlement (an estimate)."""
    touch = int64(s.area_touch[p, s.area[cell] & LOW_SIX]) & int64(s.linked[p])
    if touch == 0:
        return int64(0)
    parts, neighbours = parts_around(s, t, p, cell)
    if parts > 1 and neighbours < 4:
        return count_bits(touch) // 2
    special = int64(s.beside[cell]) - 1
    if special >= 0 and only_one_at(s, p, special):
        return int64(2) if count_bits(touch) == 2 else int64(1)
    return int64(0)


@kernel
def is_only_best_row(s, p, row):
    """Whether no other row holds as many own settlements."""
    best = int64(s.in_row[p, row])
    rows = 0
    for r in range(S.SIDE):
        rows += int64(s.in_row[p, r]) >= best
    return rows == 1


@cold
def sector_loss(s, t, card, sector, p):
    """Points a sector card gives up for one settlement less in the sector, of those held there now."""
    if t.card_scorer[card] == S.WEAKEST_SECTOR:
        return int64(t.card_points[card]) * int64(int64(s.in_sector[sector, p]) == weakest_sector(s, p))
    return rank_step(s, t, card, sector, p, int64(s.in_sector[sector, p]) - 1)


@cold
def keep_idle(s, t, p, enough):
    """Of the own settlements in work[1], keeps those that give up nothing: as `loss_at` finds, for all of them at once.

    enough: SOME to stop looking at areas once one is found, or ALL.
    """
    cuts = False
    for k in range(S.CARDS_IN_PLAY):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        if scorer == S.NEXT_TO or scorer == S.BESIDE_SPECIAL:
            for w in range(S.WORDS):
                s.work[1, w] &= ~s.spots[k, w]
        elif scorer == S.CASTLES:
            for special in range(s.n_locations, s.n_specials):
                if (int64(s.touched[p]) >> special) & 1:
                    drop_sole_neighbour(s, t, p, int64(s.special[special]))
        elif scorer == S.ROWS:
            rows = rows_with(s, p, 1)
            while rows != 0:
                drop_row(s, lowest_bit(rows))
                rows &= rows - 1
        elif scorer == S.BEST_ROW:
            rows = rows_with(s, p, int64(s.best_row[p]))
            if rows & (rows - 1) == 0:
                drop_row(s, lowest_bit(rows))
        elif scorer == S.SECTORS or scorer == S.WEAKEST_SECTOR:
            for sector in range(S.SLOTS):
                if s.in_sector[sector, p] > 0 and sector_loss(s, t, card, sector, p) > 0:
                    for w in range(S.WORDS):
                        s.work[1, w] &= ~t.sector_mask[sector, w]
        elif scorer == S.AREAS:
            for w in range(S.WORDS):
                s.work[1, w] &= s.near[p, w]
        elif scorer == S.LINKED or scorer == S.LARGEST_AREA:
            cuts = True
    if cuts:
        drop_cuts(s, t, p, enough)


@kernel
def drop_cuts(s, t, p, enough):
    """Takes out of work[1] what holds areas together; enough: see `keep_idle`."""
    largest = int64(s.largest[p])
    one_less = half = links = False
    for k in range(1, S.CARDS_IN_PLAY):
        card = s.cards[k]
        if t.card_scorer[card] == S.LARGEST_AREA:
            steps = largest // int64(t.card_per[card])
            one_less |= (largest - 1) // int64(t.card_per[card]) < steps
            half |= (largest // 2) // int64(t.card_per[card]) < steps
        links |= t.card_scorer[card] == S.LINKED
    for w in range(S.WORDS):
        word = s.work[1, w]
        while word != 0:
            cell = uint32(w * 64 + lowest_bit(word))
            if cuts_largest(s, t, p, cell, one_less, half) or (links and links_cut(s, t, p, cell) > 0):
                s.work[1, w] &= ~bit_of(cell)
            elif enough == SOME:
                return
            word &= word - ONE


@kernel
def cuts_largest(s, t, p, cell, one_less, half):
    """Whether citizens pay less without the settlement, as `smaller_area` finds.

    one_less, half: whether they pay less for a largest area that is one smaller, or half as large.
    """
    if not half or s.area_size[p, s.area[cell] & LOW_SIX] != s.largest[p]:
        return False
    return one_less or (s.beside_own[p, cell] > 1 and parts_around(s, t, p, cell)[0] > 1)


@hot
def rows_with(s, p, n):
    """Mask of the rows with so many own settlements."""
    rows = int64(0)
    for row in range(S.SIDE):
        rows |= int64(s.in_row[p, row] == n) << row
    return rows


@kernel
def drop_row(s, row):
    """Takes the hexes of a row out of work[1]."""
    first = (row + 1) * S.WIDTH + 1
    shift = uint64(first & LOW_SIX)
    s.work[1, word_of(first)] &= ~(ROW_BITS << shift)
    last = first + S.SIDE - 1  # in the same word: nothing more, as no row begins with a word
    s.work[1, word_of(last)] &= ~(ROW_BITS >> (uint64(64) - shift))


@kernel
def drop_sole_neighbour(s, t, p, cell):
    """Takes the only own settlement next to a cell out of work[1]; leaves several where they are."""
    if s.beside_own[p, cell] != 1:
        return
    mine = p + 1
    found = int64(0)
    for n in around(cell, parity(t, cell)):
        found += n * int64(s.owner[uint32(n)] == mine)
    s.work[1, word_of(found)] &= ~bit_of(found)


@kernel
def only_one_at(s, p, special):
    """Whether just one own settlement touches the special hex."""
    return s.beside_own[p, s.special[special]] == 1


@cold
def lift_features(s, t, p, actions, n, sink):
    """Settlements to lift."""
    tile = uint32(s.tile[s.using])
    jumping = t.tile_target[tile] == S.STRAIGHT_TWO
    gains_wanted = wants(s, 1 << GAIN)
    tiles = wants(s, 1 << FREE_TILE) and t.tile_by_move == 1
    worth = rounds_left(s)
    gain = int64(0)
    takes = False
    if not jumping and (gains_wanted or tiles):
        effects.find_targets(s, t, p, tile)
        gain = best_target(s, t, p, 0) if gains_wanted else int64(0)
        takes = tiles and takes_any(s, p, 0)
    for w in range(S.WORDS):
        s.work[1, w] = s.settled[p, w]
    keep_idle(s, t, p, ALL)
    if jumping:
        jump_features(s, t, p, actions, n, tiles, sink)
    else:
        for i in range(n):
            cell = uint32(actions[i])
            idle = int64(s.work[1, word_of(cell)] >> uint64(cell & LOW_SIX)) & 1
            put(sink, i, IDLE, idle)
            put(sink, i, GAIN, gain * idle)
        if takes:
            for i in range(n):
                put(sink, i, FREE_TILE, worth)
    if wants(s, 1 << LOSS):
        for i in range(n):
            cell = uint32(actions[i])
            if s.work[1, word_of(cell)] & bit_of(cell) == 0:
                put(sink, i, LOSS, loss_at(s, t, p, cell))
    if wants(s, 1 << LIFT_TILE):
        for i in range(n):
            location = int64(s.beside[actions[i]]) - 1
            held = 0 <= location < s.n_locations and (int64(s.held[p]) >> location) & 1 == 1
            put(sink, i, LIFT_TILE, worth if held and only_one_at(s, p, location) else 0)
    if wants(s, 1 << ALONE):
        for i in range(n):
            put(sink, i, ALONE, int64(s.beside_own[p, actions[i]] == 0))


@cold
def jump_features(s, t, p, actions, n, tiles, sink):
    """`idle`, `gain` and `free_tile` of settlements that may jump; those that give up nothing are in work[1]."""
    gains_wanted = wants(s, 1 << GAIN)
    worth = rounds_left(s)
    for i in range(n):
        cell = uint32(actions[i])
        if s.work[1, word_of(cell)] & bit_of(cell) != 0:
            put(sink, i, IDLE, 1)
            if gains_wanted:
                put(sink, i, GAIN, best_jump(s, t, p, cell))
        if tiles and jump_takes(s, p, cell):
            put(sink, i, FREE_TILE, worth)


@cold
def jump_takes(s, p, cell):
    """Whether a hex that a paddock reaches from `cell` takes a tile."""
    takes = False
    for target in jumps(int64(cell)):
        takes |= effects.can_land(s, target) and takes_tile(s, p, uint32(target)) >= 0
    return takes
