"""All chance of the game by name: what is shuffled and drawn, each from a stream of its own; what a player cannot know, dealt anew."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine import rng
from simcli.engine.chance import open_stream, shuffle_in, shuffle_numbers, shuffle_sorted
from simcli.engine.kernel import cold, kernel
from simcli.games.kingdom_builder import state as S

QUADRANTS, ROTATION, CARDS, START, DECK = 0, 1, 2, 3, 4
RESHUFFLE = 16
"""Streams of a deal by number; RESHUFFLE is the first of the streams of the reshuffles."""


@kernel
def shuffle_quadrants(s, t, order):
    """KB-30: all quadrants of the data in random order."""
    open_stream(s, QUADRANTS)
    shuffle_numbers(s, order, t.n_quadrants)


@kernel
def turn_quadrants(s):
    """KB-30: each slot upright or turned."""
    open_stream(s, ROTATION)
    for slot in range(S.SLOTS):
        s.turned[slot] = rng.below(s.chance, 2)


@kernel
def shuffle_cards(s, t, order):
    """KB-32: all scoring cards of the data in random order, the castle among them."""
    open_stream(s, CARDS)
    shuffle_numbers(s, order, t.n_cards)


@kernel
def draw_start(s, t):
    """KB-35: the seat that begins."""
    open_stream(s, START)
    return rng.below(s.chance, t.players)


@cold
def shuffle_deck(s, t):
    """KB-33: the draw pile."""
    open_stream(s, DECK)
    n = 0
    for terrain in range(S.TERRAINS):
        for _ in range(t.deck_count[terrain]):
            shuffle_in(s, s.pile, n, terrain)
            n += 1
    s.pile_end = n


@kernel
def draw(s):
    """KB-47, KB-48: the next card of the draw pile, the shuffled discards when it is empty; NO_CARD when both are."""
    if s.pile_next == s.pile_end:
        reshuffle(s)
        if s.pile_end == 0:
            return uint32(S.NO_CARD)
    card = uint32(s.pile[s.pile_next])
    s.pile_next += 1
    return card


@cold
def reshuffle(s):
    """KB-48: the discards become the draw pile; the order comes from a stream of this reshuffle."""
    open_stream(s, RESHUFFLE + int64(s.reshuffles))
    s.reshuffles += 1
    n = 0
    for terrain in range(S.TERRAINS):
        for _ in range(int64(s.discards[terrain])):
            shuffle_in(s, s.pile, n, terrain)
            n += 1
        s.discards[terrain] = 0
    s.pile_next = 0
    s.pile_end = n


@cold
def redeal_hidden(s, t, player, noise):
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
            if p != player and p != s.actor and s.hand[p] < S.TERRAINS:
                s.pile[n] = s.hand[p]
                n += 1
    shuffle_sorted(s, s.pile, 0, n)
    if t.hidden == 1:
        for p in range(t.players):
            if p != player and p != s.actor and s.hand[p] < S.TERRAINS:
                n -= 1
                s.hand[p] = s.pile[n]
    s.pile_next = 0
    s.pile_end = n
    for i in range(n, S.MAX_DECK):
        s.pile[i] = 0
