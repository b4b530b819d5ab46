"""Dealing: board, cards, start player and terrain deck, each from a stream of its own; and the terrain deck in play."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine import rng
from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold
from simcli.games.kingdom_builder.kernels.board import ONE, around, bit_of, parity, widen, word_of
from simcli.games.kingdom_builder.kernels.rules import start_turn
from simcli.games.kingdom_builder.state import (
    AREAS,
    AROUND_BITS,
    AROUND_SPECIALS,
    AROUND_SPOTS,
    BESIDE_SPECIAL,
    BEST_ROW,
    CASTLE,
    CASTLES,
    KINDS,
    LARGEST_AREA,
    LINKED,
    LOCATION,
    MAX_DECK,
    N_CELLS,
    NEXT_TO,
    OFF_BOARD,
    ROWS,
    SLOTS,
    TERRAINS,
    WORDS,
)

QUADRANTS, ROTATION, CARDS, START, DECK = 0, 1, 2, 3, 4
"""Streams of a deal; those of the reshuffles are in rules.py."""


@cold
def deal(s, t):
    """Sets up a game and begins the first turn."""
    s.players = t.players
    choose_quadrants(s, t)
    lay_board(s, t)
    find_specials(s, t)
    choose_cards(s, t)
    prepare_cards(s, t)
    sum_lures(s, t)
    shuffle_terrain(s, t)
    rng.seed(s.chance, rng.derive(s.key, START))
    s.first = 0 if t.start_fixed == 1 else rng.below(s.chance, t.players)  # KB-35, GO-05
    for p in range(t.players):
        s.supply[p] = t.settlements  # KB-34, KB-36
        s.hand[p] = s.pile[p]  # KB-33
    s.pile_next = t.players
    s.round = 1
    s.actor = s.first
    start_turn(s, t)


@cold
def choose_quadrants(s, t):
    """KB-30: four quadrants, their slots and rotation.

    All quadrants are shuffled; the ones named by GO-02 and then the first others are in the game, in the order of the shuffle. A config
    that names a quadrant so keeps the board of a deal as it was where it can.
    """
    rng.seed(s.chance, rng.derive(s.key, QUADRANTS))
    order = s.pile  # scratch until the deck is shuffled
    for i in range(t.n_quadrants):
        j = rng.below(s.chance, i + 1)
        order[i] = order[j]
        order[j] = i
    named = int64(0)
    for i in range(t.n_fixed_quadrants):
        named |= int64(1) << int64(t.fixed_quadrants[i])
    others = SLOTS - int64(t.n_fixed_quadrants)
    slot = 0
    for i in range(t.n_quadrants):
        q = int64(order[i])
        if (named >> q) & 1 == 0:
            if others == 0:
                continue
            others -= 1
        s.quadrants[slot] = q
        slot += 1
    rng.seed(s.chance, rng.derive(s.key, ROTATION))
    for k in range(SLOTS):
        drawn = rng.below(s.chance, 2)
        s.turned[k] = drawn if t.rotation[k] == 2 else t.rotation[k]  # GO-03
        if t.slots_fixed == 1:  # GO-01, GO-02
            s.quadrants[k] = t.fixed_quadrants[k]


@cold
def lay_board(s, t):
    """KB-1, KB-11: masks and kinds of all hexes."""
    for k in range(SLOTS):
        row = (int64(s.quadrants[k]) * 2 + int64(s.turned[k])) * SLOTS + k
        for kind in range(KINDS):
            for w in range(WORDS):
                s.kind_mask[kind, w] |= t.quadrant_mask[row, kind * WORDS + w]
    for cell in range(N_CELLS):
        s.kind[cell] = OFF_BOARD
        s.open[cell] = OFF_BOARD
    for kind in range(KINDS):
        for w in range(WORDS):
            word = s.kind_mask[kind, w]
            while word != 0:
                cell = w * 64 + lowest_bit(word)
                s.kind[cell] = kind
                s.open[cell] = kind if kind < TERRAINS else OFF_BOARD
                word &= word - ONE
    for w in range(WORDS):
        s.free[w] = t.board[w]
        for kind in range(TERRAINS):  # KB-7
            s.buildable[w] |= s.kind_mask[kind, w]
        s.rim[w] = s.buildable[w] & t.rim[w]


@cold
def find_specials(s, t):
    """KB-10, KB-31: location hexes with their tiles, castles, and which hexes touch them."""
    n = 0
    for kind in (LOCATION, CASTLE):
        for w in range(WORDS):
            word = s.kind_mask[kind, w]
            while word != 0:
                cell = w * 64 + lowest_bit(word)
                word &= word - ONE
                s.special[n] = cell
                for neighbour in around(int64(cell), parity(t, cell)):
                    s.beside[neighbour] = n + 1  # KB-63
                if kind == LOCATION:
                    s.tile[n] = t.quadrant_tile[s.quadrants[t.sector_of[cell]]]
                    s.tiles_left[n] = t.tiles_per_hex
                    s.stocked |= int64(t.tiles_per_hex > 0) << n
                n += 1
        if kind == LOCATION:
            s.n_locations = n
    s.n_specials = n


@cold
def choose_cards(s, t):
    """KB-32: three cards, those named by GO-04 for certain; the castle rule applies as well."""
    rng.seed(s.chance, rng.derive(s.key, CARDS))
    order = s.pile  # scratch until the deck is shuffled
    for i in range(t.n_cards):
        j = rng.below(s.chance, i + 1)
        order[i] = order[j]
        order[j] = i
    pool = int64(0)
    for i in range(t.n_pool):
        pool |= int64(1) << int64(t.pool[i])
    chosen = int64(0)
    for i in range(t.n_fixed_cards):
        chosen |= int64(1) << int64(t.fixed_cards[i])
    missing = 3 - int64(t.n_fixed_cards)
    for i in range(t.n_cards):
        card = int64(order[i])
        if missing > 0 and ((pool & ~chosen) >> card) & 1:
            chosen |= int64(1) << card
            missing -= 1
    s.cards[0] = t.castle_card
    n = 1
    while chosen != 0:
        s.cards[n] = lowest_bit(chosen)
        chosen &= chosen - 1
        n += 1


@cold
def prepare_cards(s, t):
    """What the cards in play look at: the hexes on which a settlement scores, areas, links."""
    for k in range(len(s.cards)):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        s.scorers |= int64(1) << int64(scorer)
        if scorer == CASTLES:
            s.per_castle += t.card_points[card]
        elif scorer == ROWS:
            s.per_row += t.card_points[card]
        elif scorer == BEST_ROW:
            s.per_best_row += t.card_points[card]
        elif scorer == NEXT_TO:  # KB-102, KB-103
            kind = t.card_terrain[card]
            for w in range(WORDS):
                s.work[3, w] = s.kind_mask[kind, w]
            widen(s, t)
            for w in range(WORDS):
                dry = s.kind_mask[kind, w] if t.card_dry[card] == 1 else uint64(0)
                s.spots[k, w] = s.work[0, w] & t.board[w] & ~dry
        elif scorer == BESIDE_SPECIAL:  # KB-105
            for i in range(s.n_specials):
                cell = int64(s.special[i])
                for neighbour in around(cell, parity(t, cell)):
                    s.spots[k, word_of(neighbour)] |= bit_of(neighbour)
        elif scorer == LINKED:
            s.link_min = t.card_per[card]
            s.uses_areas = 1
        elif scorer == AREAS or scorer == LARGEST_AREA:
            s.uses_areas = 1
        if scorer == NEXT_TO or scorer == BESIDE_SPECIAL:
            for w in range(WORDS):
                word = s.spots[k, w]
                while word != 0:
                    cell = w * 64 + lowest_bit(word)
                    if s.kind[cell] < TERRAINS:
                        s.lure[cell] += uint32(1 << AROUND_SPOTS)
                    s.worth[cell] += t.card_points[card]
                    word &= word - ONE


@cold
def sum_lures(s, t):
    """What strategies see around a cell, before the first settlement."""
    for kind in range(TERRAINS):
        for w in range(WORDS):
            word = s.kind_mask[kind, w]
            while word != 0:
                cell = w * 64 + lowest_bit(word)
                word &= word - ONE
                lure = s.lure[cell] + (uint32(1) << uint32(AROUND_BITS * kind))
                if s.beside[cell] != 0:
                    lure += uint32(1 << AROUND_SPECIALS)
                s.lure[cell] = lure
                for n in around(int64(cell), parity(t, cell)):
                    s.around[n] += lure


@cold
def shuffle_terrain(s, t):
    """KB-33: the draw pile."""
    rng.seed(s.chance, rng.derive(s.key, DECK))
    n = 0
    for terrain in range(TERRAINS):
        for _ in range(t.deck_count[terrain]):
            j = rng.below(s.chance, n + 1)
            s.pile[n] = s.pile[j]
            s.pile[j] = terrain
            n += 1
    s.pile_end = n


@cold
def conceal(s, t, player, noise):
    """Re-deals what `player` cannot see: the order of the draw pile and the other hands (KB-33, unless GO-06 lays them open).

    The hand of the player to act is open while the turn lasts (KB-41).
    """
    rng.seed(s.chance, rng.next_u64(noise))
    s.key = rng.next_u64(s.chance)  # later reshuffles
    n = 0
    unseen = int64(s.pile_end) - int64(s.pile_next)
    for i in range(unseen):
        s.pile[n] = s.pile[int64(s.pile_next) + i]
        n += 1
    if t.hidden == 1:
        for p in range(t.players):
            if p != player and p != s.actor and s.hand[p] < TERRAINS:
                s.pile[n] = s.hand[p]
                n += 1
    for i in range(n):
        j = rng.below(s.chance, i + 1)
        card = s.pile[i]
        s.pile[i] = s.pile[j]
        s.pile[j] = card
    if t.hidden == 1:
        for p in range(t.players):
            if p != player and p != s.actor and s.hand[p] < TERRAINS:
                n -= 1
                s.hand[p] = s.pile[n]
    s.pile_next = 0
    s.pile_end = n
    for i in range(n, MAX_DECK):
        s.pile[i] = 0
