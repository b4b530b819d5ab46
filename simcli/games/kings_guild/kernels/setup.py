"""Dealing (section 2), and what the record repeats of a position that was set by hand."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import lowest_bit
from simcli.engine.chance import next_seat
from simcli.engine.kernel import cold
from simcli.engine.mark import mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import add_standing
from simcli.games.kings_guild.kernels.board import GUILD_SQUARES, count_free, find_offer, tile
from simcli.games.kings_guild.kernels.chance import (
    draw_boards,
    draw_rooms,
    draw_start_player,
    make_quest_deck,
    make_specialist_deck,
    make_treasure_decks,
)
from simcli.games.kings_guild.kernels.hire import close_row
from simcli.games.kings_guild.kernels.quests import lay, next_card
from simcli.games.kings_guild.kernels.rules import go_on
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, push


@cold
def deal(s, t):
    """Section 2, up to the first choice."""
    s.n_players = t.players
    s.round = 1
    s.thug_quest = S.NO_CARD
    s.oldest = S.NO_CARD
    for p in range(S.MAX_PLAYERS):
        s.bid[p] = -1
        for room in range(S.MAX_ROOMS):
            s.room_square[p, room] = S.NONE
    for k in range(S.MAX_SLOTS):
        s.slot[k] = S.NO_CARD
        s.opener[k] = S.NONE
    for place in range(S.MAX_ROW):
        s.row[place] = S.NO_CARD
    draw_boards(s, t)
    draw_rooms(s, t)
    make_specialist_deck(s, t)
    make_quest_deck(s, t)
    make_treasure_decks(s, t)
    find_offer(s, t)
    s.shown_rooms = s.on_offer
    s.stock = t.stock  # KG-U-05
    close_row(s, t)  # KG-U-04
    for k in range(int64(t.slots)):  # KG-U-08
        lay(s, k, next_card(s))
    s.first = draw_start_player(s, t)
    s.active = s.first
    p = int64(s.first)
    for k in range(s.n_players):
        s.coins[p] = t.start_coins[k]  # KG-U-11
        s.covered[p] = GUILD_SQUARES
        s.n_free[p] = t.outside
        p = int64(next_seat(s, p))
    for _ in range(s.n_players):  # KG-U-12
        p = int64(s.n_players) - 1 if p == 0 else p - 1
        push(s, S.DO_LIMIT, p, 0, 0)
        if t.guild_row[s.guild[p]] != 0:
            mark(s, p, S.AT_SETUP)
            push(s, int64(t.guild_row[s.guild[p]]), p, 0, 0)
    go_on(s, t)


@cold
def derive(s, t):
    """What follows from the fields of a position: powers, squares, spaces, sigils, the offer, counts; legal actions are found anew."""
    for p in range(s.n_players):
        s.hand_mask[p] = NOBODY
        s.n_hand[p] = 0
        for card in range(S.MAX_CARDS):
            s.n_hand[p] += s.hand[p, card]
            if s.hand[p, card] > 0:
                s.hand_mask[p] |= bit(card)
        for number in range(S.STANDINGS):
            s.power[p, number] = 0
        s.less[p, 0] = NOBODY
        s.less[p, 1] = NOBODY
        s.covered[p] = GUILD_SQUARES
        rooms = s.rooms[p]
        while rooms != NOBODY:
            room = lowest_bit(rooms)
            rooms &= rooms - ONE
            s.covered[p] = int64(s.covered[p]) | tile(t, room, int64(s.room_square[p, room]))
            add_standing(s, p, t.room_stands[room])
        cards = s.specialists[p]
        while cards != NOBODY:
            add_standing(s, p, t.stands[lowest_bit(cards)])
            cards &= cards - ONE
        s.n_free[p] = count_free(s, t, p)
        s.out[p] = 0
    for k in range(S.MAX_SLOTS):
        if s.opener[k] != S.NONE:
            s.out[s.opener[k]] += 1
    s.discard_mask = NOBODY
    for card in range(S.MAX_CARDS):
        if s.discards[card] > 0:
            s.discard_mask |= bit(card)
    s.baggage_out = 0
    for p in range(s.n_players):
        if s.baggage[p] != 0:
            s.baggage_out = 1
    find_offer(s, t)
    s.aims_of = 0
    for word in range(S.WORDS):
        s.legal[word] = NOBODY
