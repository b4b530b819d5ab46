"""Dealing a game and a round, and a position found anew."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine.chance import open_stream
from simcli.engine.kernel import cold, kernel
from simcli.games.guildes import state as S
from simcli.games.guildes.kernels.chance import (
    DRAWS,
    EVENTS,
    REDISTRIBUTION,
    STARTERS,
    TRICKS,
    deal_tricks,
    draw_pile_numbers,
    draw_redistributions,
    draw_starters,
    find_copy,
    find_swapped,
    mask_of,
    order_events,
    shuffle_deck,
)
from simcli.games.guildes.kernels.effects import move, none_shown, seat_bit


@kernel
def deal(s, t):
    """Sets up a game: deck, event order and what the variants need, then the first round."""
    s.n_players = t.players  # GU-23: all else in the record is 0
    for g in range(t.n_guilds):
        s.shown_ge[g] = none_shown(s)
    shuffle_deck(s, t)
    open_stream(s, EVENTS)
    order_events(s, t, 0)
    if t.starters_on == 1:
        open_stream(s, STARTERS)
        draw_starters(s, t, 0)
    if t.events_on == 1:
        open_stream(s, REDISTRIBUTION)
        draw_redistributions(s, t, 0)
    if t.tricks_on == 1:
        open_stream(s, TRICKS)
        deal_tricks(s, t, 0)
        open_stream(s, DRAWS)
        draw_pile_numbers(s, t, 0)
    s.round = 1
    start_round(s, t)


@kernel
def derive(s, t):
    """What the record repeats: guilds in packs and hands, cards played face up and face down, seats by cards shown, guilds with a shift."""
    s.judged = 0
    s.kept_mask[:] = 0
    s.shifted = 0
    s.chain[:] = 0
    for g in range(t.n_guilds):
        s.shown_ge[g] = none_shown(s)
        for p in range(s.n_players):
            for shown in range(s.tableau[g, p]):
                s.shown_ge[g] += seat_bit(uint64(shown))
    for p in range(s.n_players):
        s.pack_mask[p] = mask_of(s.packs[p], t.n_guilds)
        s.hand_mask[p] = mask_of(s.hands[p], t.n_guilds)
        for g in range(t.n_guilds):
            s.played[p, g] = s.tableau[g, p]
            if s.shifts[p, g] != 0:
                s.shifted |= int64(1) << g
        if s.phase == S.PLAY and t.event_sequential[s.event] == 0:
            for k in range(s.revealed, int64(s.step) + (1 if p < s.actor else 0)):
                s.played[p, s.down[p, k & 3]] += 1


@cold
def grant(s, t, player, item):
    """GO-16: a card of a guild out of the deck into the tableau of a seat; where it lay, the deck's last card is dealt in its place.

    So every order of the cards that are left is equally likely, and all packs but one are what they would have been.
    """
    place = find_copy(s, t, item)
    if place < 0:
        return
    s.n_deck -= 1
    last = int64(s.deck[s.n_deck])
    s.deck[place] = last
    deal_instead(s, t, place, item, last)
    move(s, player, item, 1)


@cold
def swap(s, t, player, item, fixed):
    """GO-24: a card of a pack of the first round and one of a guild change places; see `engine.contract.swap`."""
    place = player * int64(t.hand) + fixed[player]
    found = find_swapped(s, t, item, fixed) if fixed[player] < t.hand else int64(-1)
    if found < 0:
        return 0
    out = int64(s.deck[place])
    s.deck[place] = item
    s.deck[found] = out
    deal_instead(s, t, place, out, item)
    deal_instead(s, t, found, item, out)
    return 1


@kernel
def deal_instead(s, t, place, card, other):
    """Puts another card where a card lay in the deck: in a pack of the round that has begun, if it was dealt into one."""
    if place >= t.players * t.hand:
        return
    p = place // t.hand
    dealt = s.packs[p] if t.draft == 1 else s.hands[p]  # GO-22
    dealt[card] -= 1
    s.offered[p, card] -= 1
    dealt[other] += 1
    s.offered[p, other] += 1
    if t.draft == 1:
        s.pack_mask[p] = mask_of(dealt, t.n_guilds)
    else:
        s.hand_mask[p] = mask_of(dealt, t.n_guilds)


@kernel
def start_round(s, t):
    """GU-41, GU-42, GU-301: new packs, a new event card, new tricks."""
    r = s.round - 1
    s.event_card = s.events[r]
    s.event = s.event_card if t.events_on == 1 else S.NO_EVENT  # GU-22, GU-200, GU-201
    if t.direction_mode == 0:  # GU-61, A-05
        s.clockwise = t.event_clockwise[s.event_card]
    elif t.direction_mode == 1:  # GO-04
        s.clockwise = s.round & 1
    else:
        s.clockwise = 1
    s.phase = S.PICK
    s.actor = 0  # GU-24: somebody must be asked first; nobody is told what the others chose
    s.step = 0
    s.turn = 0
    s.offset = 0
    s.revealed = 0
    s.kept_mask[:] = 0
    next_card = r * t.players * t.hand
    for p in range(t.players):
        mask = 0
        for _ in range(t.hand):
            g = s.deck[uint32(next_card)]
            next_card += 1
            s.packs[p, g] += 1
            s.offered[p, g] += 1
            mask |= int64(1) << g
        s.pack_mask[p] = mask
        s.hand_mask[p] = 0
    if t.tricks_on == 1:
        order_tricks(s, t)
    if t.draft == 0:  # GO-22
        take_packs(s, t)
        start_play(s, t)


@kernel
def take_packs(s, t):
    """GO-22: the pack dealt to a seat is its hand."""
    for p in range(t.players):
        for g in range(t.n_guilds):
            s.hands[p, g] += s.packs[p, g]
            s.packs[p, g] = 0
        s.hand_mask[p] = s.pack_mask[p]
        s.pack_mask[p] = 0


@kernel
def start_play(s, t):
    """The play phase, or first the redistribution (GU-423)."""
    s.step = 0
    s.turn = 0
    s.phase = S.GIVE if t.event_redistribute[s.event] == 1 and s.phase == S.PICK else S.PLAY
    s.actor = 0
    if s.phase == S.PLAY and t.event_sequential[s.event] == 1:  # GU-422
        s.actor = s.starter[s.round - 1]


@kernel
def order_tricks(s, t):
    """GU-310: seats in the alphabetical order of their trick's letter (tricks are numbered in that order)."""
    s.trick_turn = 0
    s.protected_mask = 0
    n = 0
    for trick in range(t.n_tricks):
        for p in range(t.players):
            if s.trick_deal[s.round - 1, p] == trick:
                s.trick_order[n] = p
                n += 1


@kernel
def clear_tricks(s):
    """GU-304, GU-314: protection and virtual changes end with the round."""
    s.protected_mask = 0
    if s.shifted != 0:
        for p in range(S.MAX_PLAYERS):
            s.shifts[p, :] = 0
        s.shifted = 0
