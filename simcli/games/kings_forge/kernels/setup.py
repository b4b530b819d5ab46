"""Dealing: craft cards, gather cards, start player, each from a stream of its own; and what a player cannot see."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_forge.kernels.rules import begin_round
from simcli.games.kings_forge.state import BASIC, BOX, MAX_CARDS, NONE

CRAFT_STREAM, GATHER_STREAM, START_STREAM = 0, 1, 2
ONE = uint64(1)


@cold
def deal(s, t):
    """Section 2."""
    s.players = t.players
    for colour in range(BOX):
        s.stock[colour] = t.box[colour]
    for p in range(t.players):
        for colour in range(BASIC):  # KF-11
            s.hand[p, colour] = t.starting_hand[colour]
            s.stock[colour] -= t.starting_hand[colour]  # KF-12
    s.tokens[0] = t.tokens[0]  # KF-17
    s.tokens[1] = t.tokens[1]
    draw_crafts(s, t)
    choose_gather_cards(s, t)
    rng.seed(s.chance, rng.derive(s.key, START_STREAM))
    s.start = 0 if t.start_fixed == 1 else rng.below(s.chance, t.players)  # KF-19, GO-08
    s.first = s.start
    s.round = 1
    begin_round(s, t)


@kernel
def draw_some(s, n, named, wanted):
    """`wanted` of n things as a mask: the named ones, and of the others those that come first in a shuffle of all.

    A config that names some so keeps the rest of a deal as it was where it can.
    """
    order = s.drawn_order
    for i in range(n):
        j = rng.below(s.chance, i + 1)
        order[i] = order[j]
        order[j] = i
    chosen = uint64(named)
    missing = int64(wanted)
    for i in range(n):
        missing -= int64((chosen >> uint64(i)) & ONE)
    for i in range(n):
        bit = ONE << uint64(order[i])
        if missing > 0 and chosen & bit == 0:
            chosen |= bit
            missing -= 1
    return chosen


@cold
def draw_crafts(s, t):
    """KF-13, KF-14: rows of craft cards are by rank."""
    rng.seed(s.chance, rng.derive(s.key, CRAFT_STREAM))
    chosen = draw_some(s, int64(t.n_cards), t.fixed_cards, int64(t.n_to_draw))
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
    rng.seed(s.chance, rng.derive(s.key, GATHER_STREAM))
    optional = 0
    for card in range(t.n_gather_cards):
        if (int64(t.mandatory) >> card) & 1 == 0:
            s.spare[optional] = card
            optional += 1
    named = uint64(0)
    for k in range(optional):
        named |= uint64((int64(t.fixed_gather) >> int64(s.spare[k])) & 1) << uint64(k)
    chosen = draw_some(s, int64(optional), named, int64(t.n_random))
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
def conceal(s, t, player, noise):
    """Re-deals what nobody can see: the order of the face-down gather cards (KF-18) and all rolls and shuffles to come."""
    rng.seed(s.chance, rng.next_u64(noise))
    s.key = rng.next_u64(s.chance)
    for i in range(int64(s.n_gather) - 1, int64(s.deck_next), -1):
        j = int64(s.deck_next) + rng.below(s.chance, i + 1 - int64(s.deck_next))
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card


assert MAX_CARDS <= 64
assert NONE > MAX_CARDS
