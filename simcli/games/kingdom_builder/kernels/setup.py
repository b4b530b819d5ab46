"""Dealing: board, cards, start player and terrain deck; and what follows from a board that a scenario sets."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, entry, kernel
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels.board import ONE, around, bit_of, parity, settle, widen, word_of
from simcli.games.kingdom_builder.kernels.chance import draw_start, shuffle_cards, shuffle_deck, shuffle_quadrants, turn_quadrants
from simcli.games.kingdom_builder.kernels.rules import start_turn


@cold
def deal(s, t):
    """Sets up a game and begins the first turn."""
    s.n_players = t.players
    choose_quadrants(s, t)
    choose_cards(s, t)
    lay_out(s, t)
    for location in range(s.n_locations):
        s.tiles_left[location] = t.tiles_per_hex  # KB-31
    find_stock(s)
    shuffle_deck(s, t)
    s.first = 0 if t.start_fixed == 1 else draw_start(s, t)  # KB-35, GO-05
    for p in range(t.players):
        s.supply[p] = t.settlements  # KB-34, KB-36
        s.hand[p] = s.pile[p]  # KB-33
    s.pile_next = t.players
    s.round = 1
    s.actor = s.first
    start_turn(s, t)


@entry
def derive(s: Any, t: Any) -> None:
    """Finds anew all that follows from the quadrants, the cards in play, the settlements on the board (`settled`) and the tiles left.

    The board is laid out as for a new game, then settlement after settlement comes to stand. Python may call it too: a scenario that sets
    the board goes on to name its locations.
    """
    clear_board(s)
    clear_players(s)
    lay_out(s, t)
    find_stock(s)
    for p in range(s.n_players):
        for w in range(S.WORDS):
            word = s.settled[p, w]
            while word != 0:
                settle(s, t, p, uint32(w * 64 + lowest_bit(word)))
                word &= word - ONE


@cold
def lay_out(s, t):
    """The board and what the cards in play look at, before the first settlement; on a cleared record."""
    lay_board(s, t)
    find_specials(s, t)
    prepare_cards(s, t)
    sum_lures(s, t)


@kernel
def find_stock(s):
    """KB-60: the locations that have a tile."""
    s.stocked = 0
    for location in range(s.n_locations):
        s.stocked |= int64(s.tiles_left[location] > 0) << location


@cold
def choose_quadrants(s, t):
    """KB-30: four quadrants, their slots and rotation.

    All quadrants are shuffled; the ones named by GO-02 and then the first others are in the game, in the order of the shuffle. A config
    that names a quadrant so keeps the board of a deal as it was where it can.
    """
    order = s.pile  # scratch until the deck is shuffled
    shuffle_quadrants(s, t, order)
    named = int64(0)
    for i in range(t.n_fixed_quadrants):
        named |= int64(1) << int64(t.fixed_quadrants[i])
    others = S.SLOTS - int64(t.n_fixed_quadrants)
    slot = 0
    for i in range(t.n_quadrants):
        q = int64(order[i])
        if (named >> q) & 1 == 0:
            if others == 0:
                continue
            others -= 1
        s.quadrants[slot] = q
        slot += 1
    turn_quadrants(s)
    for k in range(S.SLOTS):
        if t.rotation[k] != 2:  # GO-03
            s.turned[k] = t.rotation[k]
        if t.slots_fixed == 1:  # GO-01, GO-02
            s.quadrants[k] = t.fixed_quadrants[k]


@cold
def choose_cards(s, t):
    """KB-32: three cards, those named by GO-04 for certain; the castle rule applies as well."""
    order = s.pile  # scratch until the deck is shuffled
    shuffle_cards(s, t, order)
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
def lay_board(s, t):
    """KB-1, KB-11: masks and kinds of all hexes."""
    for k in range(S.SLOTS):
        row = (int64(s.quadrants[k]) * 2 + int64(s.turned[k])) * S.SLOTS + k
        for kind in range(S.KINDS):
            for w in range(S.WORDS):
                s.kind_mask[kind, w] |= t.quadrant_mask[row, kind * S.WORDS + w]
    for cell in range(S.N_CELLS):
        s.kind[cell] = S.OFF_BOARD
        s.open[cell] = S.OFF_BOARD
    for kind in range(S.KINDS):
        for w in range(S.WORDS):
            word = s.kind_mask[kind, w]
            while word != 0:
                cell = w * 64 + lowest_bit(word)
                s.kind[cell] = kind
                s.open[cell] = kind if kind < S.TERRAINS else S.OFF_BOARD
                word &= word - ONE
    for w in range(S.WORDS):
        s.free[w] = t.board[w]
        for kind in range(S.TERRAINS):  # KB-7
            s.buildable[w] |= s.kind_mask[kind, w]
        s.rim[w] = s.buildable[w] & t.rim[w]


@cold
def find_specials(s, t):
    """KB-10, KB-31: location hexes with their tiles, castles, and which hexes touch them."""
    n = 0
    for kind in (S.LOCATION, S.CASTLE):
        for w in range(S.WORDS):
            word = s.kind_mask[kind, w]
            while word != 0:
                cell = w * 64 + lowest_bit(word)
                word &= word - ONE
                s.special[n] = cell
                for neighbour in around(int64(cell), parity(t, cell)):
                    s.beside[neighbour] = n + 1  # KB-63
                if kind == S.LOCATION:
                    s.tile[n] = t.quadrant_tile[s.quadrants[t.sector_of[cell]]]
                n += 1
        if kind == S.LOCATION:
            s.n_locations = n
    s.n_specials = n


@cold
def prepare_cards(s, t):
    """What the cards in play look at: the hexes on which a settlement scores, areas, links."""
    for k in range(len(s.cards)):
        card = s.cards[k]
        scorer = t.card_scorer[card]
        s.scorers |= int64(1) << int64(scorer)
        if scorer == S.CASTLES:
            s.per_castle += t.card_points[card]
        elif scorer == S.ROWS:
            s.per_row += t.card_points[card]
        elif scorer == S.BEST_ROW:
            s.per_best_row += t.card_points[card]
        elif scorer == S.NEXT_TO:  # KB-102, KB-103
            kind = t.card_terrain[card]
            for w in range(S.WORDS):
                s.work[1, w] = s.kind_mask[kind, w]
            widen(s, t)
            for w in range(S.WORDS):
                dry = s.kind_mask[kind, w] if t.card_dry[card] == 1 else uint64(0)
                s.spots[k, w] = s.work[0, w] & t.board[w] & ~dry
        elif scorer == S.BESIDE_SPECIAL:  # KB-105
            for i in range(s.n_specials):
                cell = int64(s.special[i])
                for neighbour in around(cell, parity(t, cell)):
                    s.spots[k, word_of(neighbour)] |= bit_of(neighbour)
        elif scorer == S.LINKED:
            s.link_min = t.card_per[card]
            s.uses_areas = 1
        elif scorer == S.AREAS:
            s.per_area += t.card_points[card]
            s.uses_areas = 1
        elif scorer == S.LARGEST_AREA:
            s.uses_areas = 1
            for size in range(S.MAX_AREAS):
                s.for_largest[size] += int64(t.card_points[card]) * (size // int64(t.card_per[card]))
        if scorer == S.NEXT_TO or scorer == S.BESIDE_SPECIAL:
            for w in range(S.WORDS):
                word = s.spots[k, w]
                while word != 0:
                    cell = w * 64 + lowest_bit(word)
                    if s.kind[cell] < S.TERRAINS:
                        s.lure[cell] += uint32(1 << S.AROUND_SPOTS)
                    s.worth[cell] += t.card_points[card]
                    word &= word - ONE


@cold
def sum_lures(s, t):
    """What strategies see around a cell, before the first settlement."""
    for kind in range(S.TERRAINS):
        for w in range(S.WORDS):
            word = s.kind_mask[kind, w]
            while word != 0:
                cell = w * 64 + lowest_bit(word)
                word &= word - ONE
                lure = s.lure[cell] + (uint32(1) << uint32(S.AROUND_BITS * kind))
                if s.beside[cell] != 0:
                    lure += uint32(1 << S.AROUND_SPECIALS)
                s.lure[cell] = lure
                for n in around(int64(cell), parity(t, cell)):
                    s.around[n] += lure


@cold
def clear_board(s):
    """Blanks what `lay_out` adds to."""
    s.kind_mask[:, :] = 0
    s.buildable[:] = 0
    s.lure[:] = 0
    s.around[:] = 0
    s.worth[:] = 0
    s.beside[:] = 0
    s.special[:] = 0
    s.tile[:] = 0
    s.spots[:, :] = 0
    s.scorers = 0
    s.uses_areas = 0
    s.link_min = 0
    s.per_castle = 0
    s.per_row = 0
    s.per_best_row = 0
    s.per_area = 0
    s.for_largest[:] = 0


@cold
def clear_players(s):
    """Blanks what `settle` adds to, but for the settlements themselves."""
    s.owner[:] = 0
    s.touched[:] = 0
    s.near[:, :] = 0
    s.beside_own[:, :] = 0
    s.in_row[:, :] = 0
    s.in_sector[:, :] = 0
    s.sector_known = 0
    s.best_row[:] = 0
    s.area[:] = 0
    s.areas[:] = 0
    s.area_size[:, :] = 0
    s.area_touch[:, :] = 0
    s.largest[:] = 0
    s.linked[:] = 0
    s.ends_of = 0
