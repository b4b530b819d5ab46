"""What each kind of location tile does: where it may build, what it may move and where to (KB-70 to KB-88)."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import lowest_bit, overlap
from simcli.engine.kernel import cold, kernel
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels.board import (
    ONE,
    add_shifted,
    around,
    bit_of,
    jumps,
    line_ends,
    list_cells,
    parity,
    word_of,
)


@cold
def playable_tiles(s, t, p):
    """KB-46, KB-70, KB-75: the locations whose tile seat p may use now."""
    playable = int64(0)
    rest = int64(s.usable)
    while rest != 0:
        location = lowest_bit(rest)
        rest &= rest - 1
        banned = s.restricted == 1 and is_banned(s, p, int64(s.tile[location]))  # GO-14
        if not banned and has_target(s, t, p, uint32(s.tile[location])):
            playable |= int64(1) << location
    return playable


@cold
def has_target(s, t, p, tile):
    """Whether a tile of this kind can be used. Looks for one target, where the lists of targets look for all of them."""
    target = t.tile_target[tile]
    if t.tile_moves[tile] == 1:
        if target == S.STRAIGHT_TWO:
            return some_jump(s, p)
        if surely_moves(s, t, p, tile):
            return True
        movers(s, t, p, tile)
        return any_word(s, 1)
    if s.supply[p] == 0:  # KB-70
        return False
    if target == S.LINE_END:
        line_ends(s, t, p, int64(t.tile_line[tile]))
        return any_word(s, 0)
    # where a hex is free there is a target, be it next to an own settlement or not (KB-52, KB-53)
    if target == S.EDGE:
        return overlap(s.free, s.rim, s.rim)
    kind = terrain_of(s, t, tile)
    if kind == S.NO_CARD:
        return False
    return overlap(s.free, s.kind_mask[kind], s.free)


@kernel
def some_jump(s, p):
    """Whether a paddock can move an own settlement; as a rule the first one that is tried."""
    for w in range(S.WORDS):
        word = s.settled[p, w]
        while word != 0:
            for target in jumps(int64(w * 64 + lowest_bit(word))):
                if can_land(s, target):
                    return True
            word &= word - ONE
    return False


@kernel
def any_word(s, row):
    """Whether work[row] holds a cell."""
    union = uint64(0)
    for w in range(S.WORDS):
        union |= s.work[row, w]
    return union != 0


@kernel
def terrain_of(s, t, tile):
    """Kind of hex a tile aims at; NO_CARD when it aims at the card's and there is none (KB-57)."""
    return uint32(s.card) if t.tile_target[tile] == S.CARD_TERRAIN else uint32(t.tile_terrain[tile])


@cold
def find_targets(s, t, p, tile):
    """work[0] = hexes a build tile may build on, or a lifted settlement may be put on, adjacency rule applied (KB-72, KB-73)."""
    target = t.tile_target[tile]
    if target == S.LINE_END:  # KB-84
        line_ends(s, t, p, int64(t.tile_line[tile]))
    elif target == S.EDGE:  # KB-83
        for w in range(S.WORDS):
            s.work[0, w] = s.free[w] & s.rim[w]
    else:
        kind = terrain_of(s, t, tile)
        if kind == S.NO_CARD:
            for w in range(S.WORDS):
                s.work[0, w] = uint64(0)
        else:
            for w in range(S.WORDS):
                s.work[0, w] = s.free[w] & s.kind_mask[kind, w]
    if t.tile_adjacent[tile] == 1:
        keep_adjacent(s, p)


@kernel
def keep_adjacent(s, p):
    """KB-52, KB-53: where one of the hexes of work[0] is next to an own settlement, only those remain."""
    if overlap(s.free, s.work[0], s.near[p]):
        for w in range(S.WORDS):
            s.work[0, w] &= s.near[p, w]


@cold
def movers(s, t, p, tile):
    """work[1] = own settlements that barn or harbor can move (KB-73, KB-74, KB-85, KB-86).

    Lifting x can only matter for the adjacency rule in two ways. Its own hex becomes free: if it is of the right kind and still next to an
    own settlement, it is an adjacent target itself. And hexes that were adjacent through x alone no longer are.
    """
    kind = terrain_of(s, t, tile)
    for w in range(S.WORDS):
        s.work[1, w] = uint64(0)
    if kind == S.NO_CARD:
        return
    free = uint64(0)
    close = uint64(0)
    for w in range(S.WORDS):
        targets = s.free[w] & s.kind_mask[kind, w]
        s.work[0, w] = targets & s.near[p, w]
        close |= s.work[0, w]
        free |= targets
    tied = -1  # the one settlement through which alone all adjacent targets are adjacent; -1 when there is none
    if close != 0 and t.tile_adjacent[tile] == 1:
        tied = sole_neighbour(s, t, p)
    for w in range(S.WORDS):
        settled = s.settled[p, w]
        on_kind = settled & s.kind_mask[kind, w]
        home = on_kind & s.near[p, w]  # whose own hex would be an adjacent target
        if t.move_back == 1:  # GO-11
            movable = settled if free != 0 else on_kind
        elif free == 0:
            movable = uint64(0)
        elif t.tile_adjacent[tile] == 0:
            movable = settled
        elif close == 0:
            movable = settled & ~home
        elif tied >= 0 and word_of(tied) == w:
            movable = settled & ~(home & bit_of(tied))
        else:
            movable = settled
        s.work[1, w] = movable


@kernel
def surely_moves(s, t, p, tile):
    """Whether `movers` finds some for a simple reason: of two settlements and more, at most one is tied while a target is adjacent."""
    kind = terrain_of(s, t, tile)
    if kind == S.NO_CARD or t.settlements - s.supply[p] < 2:
        return False
    return overlap(s.free, s.kind_mask[kind], s.near[p])


@cold
def sole_neighbour(s, t, p):
    """The own settlement that is the only own neighbour of every hex of work[0]; -1 if there is none."""
    mine = p + 1
    only = int64(-1)
    for w in range(S.WORDS):
        word = s.work[0, w]
        while word != 0:
            cell = w * 64 + lowest_bit(word)
            word &= word - ONE
            for n in around(int64(cell), parity(t, cell)):
                if s.owner[uint32(n)] == mine:
                    if only >= 0 and only != n:
                        return int64(-1)
                    only = n
    return only


@cold
def jumpers(s, p):
    """work[1] = own settlements that a paddock can move (KB-87): landing places moved by two steps in all directions."""
    for w in range(S.WORDS):
        s.work[0, w] = s.free[w] & s.buildable[w]
        s.work[1, w] = uint64(0)
    for shift in (2, 43, 45):
        add_shifted(s, 0, 1, shift)
        add_shifted(s, 0, 1, -shift)
    for w in range(S.WORDS):
        s.work[1, w] &= s.settled[p, w]


@kernel
def can_land(s, cell):
    """Whether a cell, which may lie anywhere, is a free buildable hex."""
    if cell < 0 or cell >= S.N_CELLS:
        return False
    return s.open[uint32(cell)] != S.OFF_BOARD


@kernel
def list_jumps(s, cell, out):
    """Writes the hexes that a paddock reaches from a cell, and beyond them one more; returns how many."""
    n = 0
    for target in jumps(cell):
        out[n] = target
        n += can_land(s, target)  # no branch: it would be mispredicted every other time
    return n


@cold
def list_places(s, t, p, actions):
    """KB-D3 to KB-D6."""
    find_targets(s, t, p, uint32(s.tile[s.using]))
    return list_work(s, 0, actions)


@cold
def list_lifts(s, t, p, actions):
    """KB-D7, KB-D10."""
    tile = uint32(s.tile[s.using])
    if t.tile_target[tile] == S.STRAIGHT_TWO:
        jumpers(s, p)
    else:
        movers(s, t, p, tile)
    return list_work(s, 1, actions)


@cold
def list_puts(s, t, p, actions):
    """KB-D8, KB-D9, KB-D11; the settlement is off the board (KB-73), and may not return (KB-74, GO-11)."""
    tile = uint32(s.tile[s.using])
    cell = int64(s.lifted)
    if t.tile_target[tile] == S.STRAIGHT_TWO:
        return list_jumps(s, cell, actions)
    find_targets(s, t, p, tile)
    if t.move_back == 0:
        s.work[0, word_of(cell)] &= ~bit_of(cell)
    return list_work(s, 0, actions)


@kernel
def list_work(s, row, actions):
    """The cells of work[row] as actions."""
    n = 0
    for w in range(S.WORDS):
        n = list_cells(s.work[row, w], w * 64, n, actions)
    return n
