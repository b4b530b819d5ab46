"""Dealing, and what the record repeats of a position that was set by hand."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.chance import ONE, draw_craft_cards, draw_gather_cards, draw_start_player
from simcli.games.kings_forge.kernels.cleanup import begin_round
from simcli.games.kings_forge.kernels.craft import count_laid


@cold
def deal(s, t):
    """Section 2."""
    s.n_players = t.players
    for colour in range(S.BOX):
        s.stock[colour] = t.box[colour]
    for p in range(t.players):
        for colour in range(S.BASIC):  # KF-11
            s.hand[p, colour] = t.starting_hand[colour]
            s.stock[colour] -= t.starting_hand[colour]  # KF-12
    s.tokens[0] = t.tokens[0]  # KF-17
    s.tokens[1] = t.tokens[1]
    lay_out_crafts(s, t)
    choose_gather_cards(s, t)
    s.start = draw_start_player(s, t)  # KF-19
    s.first = s.start
    s.round = 1
    begin_round(s, t)


@cold
def lay_out_crafts(s, t):
    """KF-13, KF-14: rows of craft cards are by rank."""
    chosen = draw_craft_cards(s, t)
    n = 0
    for row in range(t.n_cards):
        if (chosen >> uint64(row)) & ONE != 0:
            s.drawn[n] = row
            n += 1
    s.n_drawn = n
    shown = min(n, int64(t.display_size))
    s.display = (int64(1) << shown) - 1
    s.queue_next = shown


@cold
def choose_gather_cards(s, t):
    """KF-15: the mandatory cards, those named by GO-12, and others at random; the deck lists them in the order of the data."""
    optional = 0
    for card in range(t.n_gather_cards):
        if (int64(t.mandatory) >> card) & 1 == 0:
            s.spare[optional] = card
            optional += 1
    named = uint64(0)
    for k in range(optional):
        named |= uint64((int64(t.gather_cards) >> int64(s.spare[k])) & 1) << uint64(k)
    chosen = draw_gather_cards(s, t, int64(optional), named)
    cards = int64(t.mandatory)
    for k in range(optional):
        if (chosen >> uint64(k)) & ONE != 0:
            cards |= int64(1) << int64(s.spare[k])
    n = 0
    while cards != 0:
        s.deck[n] = lowest_bit(cards)
        cards &= cards - 1
        n += 1
    s.n_gather = n


@cold
def derive(s, t):
    """What follows from the fields of a position: who began (KF-22), masks, turns done, what a thief must meet; options are found anew."""
    players = int64(s.n_players)
    s.first = (int64(s.start) + 1 - int64(s.round)) % players
    s.turns = (int64(s.actor) + players - int64(s.start)) % players if s.phase > S.CEMETERY else 0
    out = int64(0)
    for k in range(int64(s.n_passed)):
        out |= int64(1) << int64(s.passed[k])
    s.out = out
    docks = int64(0)
    for k in range(int64(s.n_docks)):
        docks |= int64(1) << int64(s.used_dock[k])
    s.docks_used = docks
    for i in range(S.MAX_DRAWN):
        count_laid(s, i)
    s.n_options = 0
    s.demanded_by = 0


assert S.MAX_CARDS <= 64
assert S.NONE > S.MAX_CARDS
