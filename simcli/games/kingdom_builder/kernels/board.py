"""The board: masks of cells, settlements coming and going, areas.

What every build needs is kept up to date (cells next to a player, rows, sectors, areas); what only a move can take away is computed anew
when a settlement is lifted, since moves are rare.
"""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.games.kingdom_builder import state as S

ONE = uint64(1)
WORD_BITS = uint64(64)
SIX, LOW_SIX = 6, 63
UNLABELLED = 0xFFFF
ALL, SOME = int64(0), int64(1)
"""Whether a search for cells ends with the first ones found."""


@hot
def around(cell, odd):
    """KB-2: the six cells next to a cell (int64) of a row with even (0) or odd (1) number; may lie off the board."""
    return (cell - 23 + odd, cell - 22 + odd, cell - 1, cell + 1, cell + 21 + odd, cell + 22 + odd)


@hot
def jumps(cell):
    """KB-3: the six cells two steps away in a straight line; may lie outside the array of cells."""
    return (cell - 45, cell - 43, cell - 2, cell + 2, cell + 43, cell + 45)


@hot
def bit_of(cell):
    """The bit of a cell in its word."""
    return ONE << uint64(cell & LOW_SIX)


@hot
def word_of(cell):
    """The word of a cell in a mask."""
    return uint32(cell >> SIX)


@hot
def parity(t, cell):
    """0 or 1: parity of a cell's row."""
    return int64(t.row_of[cell] & 1)


@hot
def list_cells(word, base, n, out):
    """Appends the cells of one word of a mask to `out` (uint32) from place n; returns the new length. Writes in fours, like list_bits, and
    the first four without a look at how many there are: whether a word is empty cannot be guessed."""
    m = count_bits(word)
    i = 0
    while True:
        for k in range(i, i + 4):
            out[n + k] = base + lowest_bit(word)
            word &= word - ONE
        i += 4
        if i >= m:
            return n + m


@hot
def settle(s, t, p, cell):
    """A settlement of seat p comes to stand on a cell (KB-51); rows, sectors, neighbours and areas follow."""
    word = word_of(cell)
    bit = bit_of(cell)
    row = t.row_of[cell]
    odd = int64(row & 1)
    s.settled[p, word] |= bit
    s.free[word] &= ~bit
    s.owner[cell] = p + 1
    s.ends_of = 0
    s.open[cell] = S.OFF_BOARD
    in_row = int64(s.in_row[p, row]) + 1
    s.in_row[p, row] = in_row
    s.best_row[p] = max(int64(s.best_row[p]), in_row)
    s.in_sector[t.sector_of[cell], p] += 1
    forget_sector(s, int64(t.sector_of[cell]), p)
    lure = s.lure[cell]
    for n in around(int64(cell), odd):
        s.near[p, word_of(n)] |= bit_of(n)
        s.beside_own[p, uint32(n)] += 1
        s.around[uint32(n)] -= lure
    s.touched[p] |= int64(1) << int64(s.beside[cell]) >> 1
    if s.uses_areas == 1:
        join_areas(s, t, p, cell)


@hot
def forget_sector(s, sector, p):
    """What a settlement more brings has to be found again after one of seat p in a sector: for all in this sector, and where a card in play
    looks at the weakest sector, for p in all of them."""
    known = int64(s.sector_known) & ~(int64(S.ALL_SEATS) << sector)
    if int64(s.scorers) >> S.WEAKEST_SECTOR & 1 == 1:
        known &= ~(int64(S.ALL_SECTORS) << S.SLOTS * int64(p))
    s.sector_known = known


@hot_in_bounds
def own_areas_around(s, t, p, cell):
    """Mask of the labels of own areas next to a cell of the board, all six of which are in the array of cells."""
    labels = int64(0)
    if s.beside_own[p, cell] == 0:  # most hexes of a choice, where the adjacency rule leaves all of them
        return labels
    own = area_of(p, 0)
    for n in around(int64(cell), parity(t, cell)):
        labels |= int64(t.label_bit[int64(s.area[uint32(n)]) ^ own])
    return labels


@hot
def area_of(p, label):
    """What `area` holds for an area of seat p."""
    return (int64(p) + 1) << SIX | label


@cold
def join_areas(s, t, p, cell):
    """KB-9: the new settlement is an area of its own, or joins all own areas it touches."""
    labels = own_areas_around(s, t, p, cell)
    beside = int64(s.beside[cell])
    touch = int64(1) << (beside - 1) if beside > 0 else 0
    size = 1
    if labels == 0:
        label = lowest_bit(~int64(s.areas[p]))
        s.areas[p] |= bit_of(label)
    else:
        label = lowest_bit(labels)
        rest = labels & (labels - 1)
        while labels != 0:
            other = lowest_bit(labels)
            labels &= labels - 1
            size += int64(s.area_size[p, other])
            touch |= int64(s.area_touch[p, other])
        if rest != 0:
            s.areas[p] &= ~uint64(rest)
            relabel(s, p, rest, label)
    s.area[cell] = area_of(p, label)
    store_area(s, p, label, size, touch)


@cold
def relabel(s, p, labels, label):
    """Settlements of the areas in the mask `labels` join area `label`."""
    for w in range(S.WORDS):
        word = s.settled[p, w]
        while word != 0:
            cell = uint32(w * 64 + lowest_bit(word))
            word &= word - ONE
            if (labels >> int64(s.area[cell] & LOW_SIX)) & 1:
                s.area[cell] = area_of(p, label)


@kernel
def store_area(s, p, label, size, touch):
    """Size and special hexes of an area; what it means for the largest and for the links."""
    s.area_size[p, label] = size
    s.area_touch[p, label] = touch
    s.largest[p] = max(int64(s.largest[p]), size)
    if s.link_min > 0 and count_bits(touch) >= s.link_min:  # KB-104
        s.linked[p] |= touch


@cold
def lift(s, t, p, cell):
    """A settlement of seat p leaves a cell; the reverse of `settle`, with everything that depends on others computed anew."""
    word = word_of(cell)
    bit = bit_of(cell)
    row = t.row_of[cell]
    odd = int64(row & 1)
    s.settled[p, word] &= ~bit
    s.free[word] |= bit
    s.owner[cell] = 0
    s.ends_of = 0
    s.open[cell] = s.kind[cell] if s.kind[cell] < S.TERRAINS else S.OFF_BOARD
    s.in_row[p, row] -= uint32(1)
    s.in_sector[t.sector_of[cell], p] -= uint32(1)
    forget_sector(s, int64(t.sector_of[cell]), p)
    if s.in_row[p, row] + 1 == s.best_row[p]:
        best = 0
        for r in range(S.SIDE):
            best = max(best, int64(s.in_row[p, r]))
        s.best_row[p] = best
    lure = s.lure[cell]
    for n in around(int64(cell), odd):
        s.around[uint32(n)] += lure
        left = int64(s.beside_own[p, uint32(n)]) - 1
        s.beside_own[p, uint32(n)] = left
        s.near[p, word_of(n)] &= ~(uint64(left == 0) << uint64(n & LOW_SIX))
    beside = int64(s.beside[cell])
    if beside > 0 and s.beside_own[p, s.special[beside - 1]] == 0:
        s.touched[p] &= ~(int64(1) << (beside - 1))
    if s.uses_areas == 1:
        split_area(s, t, p, cell)


@cold
def split_area(s, t, p, cell):
    """KB-9: the area that lost a settlement goes on, smaller, or is found anew in as many parts as are left.

    Where the own settlements around the cell hold together by themselves nothing falls apart, and no flood fill is needed.
    """
    old = int64(s.area[cell] & LOW_SIX)
    s.area[cell] = 0
    beside = int64(s.beside[cell])
    size = int64(s.area_size[p, old])
    touch = int64(s.area_touch[p, old])
    parts, _ = parts_around(s, t, p, cell)
    if parts <= 1:
        left = touch
        if beside > 0 and (parts == 0 or not area_touches(s, t, p, old, uint32(s.special[beside - 1]))):
            left = touch & ~(int64(1) << (beside - 1))
        s.area_size[p, old] = size - 1
        s.area_touch[p, old] = left
        if parts == 0:
            s.areas[p] &= ~bit_of(old)
        if left == touch and size < int64(s.largest[p]):
            return
    else:
        s.areas[p] &= ~bit_of(old)
        s.area_size[p, old] = 0
        s.area_touch[p, old] = 0
        for w in range(S.WORDS):
            word = s.settled[p, w]
            while word != 0:
                other = uint32(w * 64 + lowest_bit(word))
                word &= word - ONE
                if s.area[other] == area_of(p, old):
                    s.area[other] = UNLABELLED
        for w in range(S.WORDS):
            word = s.settled[p, w]
            while word != 0:
                other = uint32(w * 64 + lowest_bit(word))
                word &= word - ONE
                if s.area[other] == UNLABELLED:
                    flood(s, t, p, other)
    s.largest[p] = 0
    s.linked[p] = 0
    labels = s.areas[p]
    while labels != 0:
        label = lowest_bit(labels)
        labels &= labels - ONE
        store_area(s, p, label, int64(s.area_size[p, label]), int64(s.area_touch[p, label]))


@kernel
def area_touches(s, t, p, label, special):
    """Whether a settlement of the own area stands next to a special hex."""
    found = False
    for n in around(int64(special), parity(t, special)):
        found |= s.area[uint32(n)] == area_of(p, label)
    return found


@kernel
def parts_around(s, t, p, cell):
    """(runs of own settlements in the ring of six hexes, own settlements in it): lifting leaves at most that many parts."""
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


@cold
def flood(s, t, p, cell):
    """Gives a new label to all settlements connected with the one on `cell`."""
    label = lowest_bit(~int64(s.areas[p]))
    s.areas[p] |= bit_of(label)
    mine = p + 1
    size = 0
    touch = int64(0)
    s.stack[0] = cell
    s.area[cell] = area_of(p, label)
    depth = 1
    while depth > 0:
        depth -= 1
        at = uint32(s.stack[depth])
        size += 1
        if s.beside[at] != 0:
            touch |= int64(1) << (int64(s.beside[at]) - 1)
        for n in around(int64(at), parity(t, at)):
            if s.owner[uint32(n)] == mine and s.area[uint32(n)] == UNLABELLED:
                s.area[uint32(n)] = area_of(p, label)
                s.stack[depth] = n
                depth += 1
    s.area_size[p, label] = size
    s.area_touch[p, label] = touch


# Masks


@cold
def step_mask(s, t, shift_even, shift_odd):
    """work[2] = work[1] moved by a number of cells, by parity of the row the cells stand in; negative is towards cell 0.

    Both numbers have the same sign and are below 64. One pass does the rows of both parities.
    """
    step(s, t, shift_even, shift_odd)


@hot_in_bounds
def step(s, t, shift_even, shift_odd):
    """The loops of `step_mask`, from the word on that no other comes over to."""
    last_even = last_odd = uint64(0)
    if shift_even > 0:
        even_step = uint64(shift_even)
        odd_step = uint64(shift_odd)
        even_rest = WORD_BITS - even_step
        odd_rest = WORD_BITS - odd_step
        for w in range(S.WORDS):
            even, odd = s.work[1, w] & t.even_rows[w], s.work[1, w] & t.odd_rows[w]
            s.work[2, w] = (even << even_step) | (odd << odd_step) | (last_even >> even_rest) | (last_odd >> odd_rest)
            last_even, last_odd = even, odd
    else:
        even_step = uint64(-shift_even)
        odd_step = uint64(-shift_odd)
        even_rest = WORD_BITS - even_step
        odd_rest = WORD_BITS - odd_step
        for w in range(S.WORDS - 1, -1, -1):
            even, odd = s.work[1, w] & t.even_rows[w], s.work[1, w] & t.odd_rows[w]
            s.work[2, w] = (even >> even_step) | (odd >> odd_step) | (last_even << even_rest) | (last_odd << odd_rest)
            last_even, last_odd = even, odd


@kernel
def add_shifted(s, source, target, shift):
    """work[target] |= work[source] << shift, or >> -shift; 0 < |shift| < 64."""
    beyond = uint64(0)
    if shift > 0:
        step = uint64(shift)
        for w in range(S.WORDS):
            s.work[target, w] |= (s.work[source, w] << step) | beyond
            beyond = s.work[source, w] >> (WORD_BITS - step)
    else:
        step = uint64(-shift)
        for i in range(S.WORDS):
            w = S.WORDS - 1 - i
            s.work[target, w] |= (s.work[source, w] >> step) | beyond
            beyond = s.work[source, w] << (WORD_BITS - step)


@kernel
def shift_of(direction, odd):
    """Cells to the neighbour in one of the six directions (KB-3), opposite ones 5 - direction, from a row of the given parity."""
    if direction == 0:
        return -23 + odd
    if direction == 1:
        return -22 + odd
    if direction == 2:
        return -1
    if direction == 3:
        return 1
    if direction == 4:
        return 21 + odd
    return 22 + odd


@cold
def line_ends(s, t, p, length):
    """KB-84: work[0] = free buildable hexes that continue a straight run of at least `length` own settlements.

    The cells that do, free or not, are kept until a settlement comes or goes: whether there is one is asked before they are listed.
    """
    kept_for = (int64(p) + 1) << SIX | length
    if s.ends_of != kept_for:
        s.ends_of = kept_for
        for w in range(S.WORDS):
            s.ends[w] = uint64(0)
        add_ends(s, t, p, length, 1, 1, 2)
        add_ends(s, t, p, length, 21, 22, 43)
        add_ends(s, t, p, length, 22, 23, 45)
    for w in range(S.WORDS):
        s.work[0, w] = s.ends[w] & s.free[w] & s.buildable[w]


@hot_in_bounds
def add_ends(s, t, p, length, even, odd, two):
    """Adds to `ends` the cells that continue a run along one axis.

    even, odd: numbers of cells that a step to a hex further on goes from an even and from an odd row; two: that two steps go.
    """
    if not find_runs(s, t, p, length, even, odd, two):
        return
    last_even = last_odd = uint64(0)
    for w in range(S.WORDS):
        evens, odds = s.work[1, w] & t.even_rows[w], s.work[1, w] & t.odd_rows[w]
        s.ends[w] |= ahead(evens, last_even, even) | ahead(odds, last_odd, odd)
        last_even, last_odd = evens, odds
    for _ in range(length >> 1):  # back from the last settlement of a run to the cell before its first one
        last = uint64(0)
        for w in range(S.WORDS - 1, -1, -1):
            here = s.work[1, w]
            s.work[1, w] = behind(here, last, two)
            last = here
    last_even = last_odd = uint64(0)
    for w in range(S.WORDS - 1, -1, -1):
        if length & 1 == 1:
            evens, odds = s.work[1, w] & t.even_rows[w], s.work[1, w] & t.odd_rows[w]
            s.ends[w] |= behind(evens, last_even, odd) | behind(odds, last_odd, even)
            last_even, last_odd = evens, odds
        else:
            s.ends[w] |= s.work[1, w]


@hot_in_bounds
def find_runs(s, t, p, length, even, odd, two):
    """work[1] = own settlements with length - 1 others right behind them along an axis; returns whether there are any."""
    of_two = uint64(0) if length > 2 else ~uint64(0)
    found = last = last_even = last_odd = uint64(0)
    for w in range(S.WORDS):
        own = s.settled[p, w]
        evens, odds = own & t.even_rows[w], own & t.odd_rows[w]
        pairs = own & (ahead(evens, last_even, even) | ahead(odds, last_odd, odd))
        s.work[2, w] = pairs
        runs = pairs & (ahead(own, last, two) | of_two)
        s.work[1, w] = runs
        found |= runs
        last, last_even, last_odd = own, evens, odds
    for _ in range(length - 3):  # work[2]: those with one less behind them
        if found == 0:
            return False
        found = last = uint64(0)
        for w in range(S.WORDS):
            less, runs = s.work[2, w], s.work[1, w]
            s.work[2, w] = runs
            runs &= ahead(less, last, two)
            s.work[1, w] = runs
            found |= runs
            last = less
    if length == 1:
        for w in range(S.WORDS):
            s.work[1, w] = s.settled[p, w]
        return True
    return found != 0


@hot
def ahead(word, last, shift):
    """A word of a mask moved towards higher cells; last: the word before it."""
    return word << uint64(shift) | last >> (WORD_BITS - uint64(shift))


@hot
def behind(word, last, shift):
    """A word of a mask moved towards lower cells; last: the word after it."""
    return word >> uint64(shift) | last << (WORD_BITS - uint64(shift))


@cold
def widen(s, t):
    """work[0] = cells next to a cell of work[1]."""
    for w in range(S.WORDS):
        s.work[0, w] = uint64(0)
    for direction in range(6):
        step_mask(s, t, shift_of(direction, 0), shift_of(direction, 1))
        for w in range(S.WORDS):
            s.work[0, w] |= s.work[2, w]
