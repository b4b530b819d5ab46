"""Dealing, the first apprentices, the draft of buildings, and what the record repeats of a position that was set by hand."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits
from simcli.engine.chance import next_seat
from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE
from simcli.games.architects.kernels.chance import draw_boards, draw_start_player, shuffle_decks
from simcli.games.architects.kernels.rules import go_on
from simcli.games.architects.kernels.scoring import built_points
from simcli.games.architects.kernels.stack import NOBODY, push
from simcli.games.architects.kernels.workshop import lay_open


@cold
def deal(s, t):
    """Section 3, up to the first choice."""
    s.n_players = t.players
    s.round = 1
    shuffle_decks(s, t)
    for space in range(S.SPACES):
        s.market[space] = S.NONE
    for place in range(S.DISPLAY):  # AW-S03
        lay_open(s, place)
    s.tax_stand = t.start_tax_stand  # AW-S05
    if t.variable == 1:
        draw_boards(s, t)
    s.first = start_player(s, t)
    give_boards(s, t)
    s.active = s.first
    push(s, S.DO_DRAFT, int64(s.first), 1)
    if t.first_apprentice == 1:  # GO-04
        push(s, S.DO_FIRST_APPRENTICE, int64(s.first), 0)
    go_on(s, t)


@kernel
def start_player(s, t):
    """AW-S07, AW-V01, GO-19: random, or the highest printed virtue, the lowest seat among equals."""
    if t.fixed_seat == 1:
        return int64(0)
    if t.variable == 0:
        return draw_start_player(s)
    best = int64(0)
    for p in range(int64(s.n_players)):
        if t.board_start[s.board[p], S.VIRTUE] > t.board_start[s.board[best], S.VIRTUE]:
            best = p
    return best


@kernel
def give_boards(s, t):
    """AW-S06, AW-S07, AW-V01."""
    p = int64(s.first)
    for k in range(int64(s.n_players)):
        board = int64(s.board[p])
        for what in range(S.STORED):
            s.amount[p, what] = t.board_start[board, what]
        if t.variable == 0:  # AW-Q22
            s.amount[p, S.SILVER] = t.start_silver[k]
        p = next_seat(s, p)
    read_powers(s, t)


@kernel
def read_powers(s, t):
    """Standing numbers of the player boards."""
    for p in range(s.n_players):
        for what in range(S.STANDINGS):
            s.power[p, what] = t.board_power[s.board[p], what]


@cold
def derive(s, t):
    """What follows from the fields of a position: powers, groups, counts; legal actions are found anew."""
    read_powers(s, t)
    s.n_hall = 0
    s.groups = NOBODY
    for location in range(S.LOCATIONS):
        s.crowd[location] = 0
    for p in range(s.n_players):
        s.n_hall += s.hall[p]
        s.amount[p, S.CARDS] = count_bits(int64(s.hand[p]))
        s.amount[p, S.BUILDINGS] = count_bits(int64(s.built[p]))
        s.printed[p] = built_points(s, t, p)
        s.amount[p, S.CAPTURED] = 0
        s.amount[p, S.HELD] = 0
        for q in range(s.n_players):
            s.amount[p, S.CAPTURED] += s.captured[p, q]
            s.amount[p, S.HELD] += s.captured[q, p]
        for location in range(S.LOCATIONS):
            s.crowd[location] += s.at[location, p]
            if s.at[location, p] > 0:
                s.groups |= ONE << uint64(S.MAX_PLAYERS * location + p)
    s.biggest_kept = 0
    s.steady_kept = 0
    s.offers_kept = 0
    s.filled = 0
    for place in range(S.DISPLAY):
        if s.shown[place] != S.NO_CARD:
            s.filled |= 1 << place
    s.legal = NOBODY
