"""Everything random: one stream of the deal a purpose, decks and what is put under them, the redeal of what a player cannot know."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.bits import lowest_bit
from simcli.engine.chance import next_seat, open_stream, shuffle_in, shuffle_sorted
from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S

START_STREAM, MARKET_STREAM, REWARD_STREAM, APPRENTICE_STREAM, BUILDING_STREAM, BOARD_STREAM, PACKET_STREAM, SWAPS = range(8)
"""Streams of the set-up; from the last one on each building that a seat is dealt by a swap has a stream of its own."""
APPRENTICES_UNDER, BUILDINGS_UNDER = 65536, 131072
"""First streams of cards put under a deck together: one for every time it happens."""
ONE = uint64(1)
NOBODY_KNOWS = -1


# Set-up


@kernel
def draw_start_player(s):
    """AW-S07: the seat that begins."""
    open_stream(s, START_STREAM)
    return rng.below(s.chance, int64(s.n_players))


@cold
def shuffle_decks(s, t):
    """AW-S01 to AW-S04: Black Market cards, rewards, apprentices, buildings."""
    open_stream(s, MARKET_STREAM)
    s.n_market = shuffle_source(s, t.market_source, int64(t.n_market_source), s.market_deck)
    open_stream(s, REWARD_STREAM)
    shuffle_source(s, t.reward_source, int64(t.n_reward_source), s.rewards)
    s.n_rewards = t.n_rewards
    open_stream(s, APPRENTICE_STREAM)
    s.n_apprentice_deck = shuffle_source(s, t.apprentice_source, int64(t.n_apprentice_source), s.apprentice_deck)
    open_stream(s, BUILDING_STREAM)
    s.n_building_deck = shuffle_source(s, t.building_source, int64(t.n_building_source), s.building_deck)


@kernel
def shuffle_source(s, source, n, deck):
    """Shuffles the cards of a list into a deck; returns their number."""
    for i in range(n):
        shuffle_in(s, deck, i, int64(source[i]))
    return n


@cold
def draw_boards(s, t):
    """AW-V01, AW-Q29: the boards in random order; each seat gets the next one of a colour that is not dealt yet."""
    open_stream(s, BOARD_STREAM)
    n = shuffle_source(s, t.board_source, int64(t.n_board_source), s.loose)
    colours = int64(0)
    k = 0
    for p in range(s.n_players):
        while (colours >> int64(t.board_colour[s.loose[k]])) & 1:
            k += 1
        s.board[p] = s.loose[k]
        colours |= int64(1) << int64(t.board_colour[s.loose[k]])
    return n


# Decks


@kernel
def draw_building(s):
    """The top card of the building deck, which is not empty; whoever put it there knows no longer where it is (AW-S10)."""
    card = int64(s.building_deck[s.building_first])
    for q in range(s.n_players):
        s.known_under[q] &= ~(ONE << uint64(card))
    s.building_first = (int64(s.building_first) + 1) & S.RING_MASK
    s.n_building_deck -= 1
    return card


@kernel
def put_building_under(s, p, card):
    """A building card goes under its deck; only seat p knows it there (AW-S10)."""
    for q in range(s.n_players):
        s.known_under[q] &= ~(ONE << uint64(card))
    if p >= 0:
        s.known_under[p] |= ONE << uint64(card)
    s.building_deck[(int64(s.building_first) + int64(s.n_building_deck)) & S.RING_MASK] = card
    s.n_building_deck += 1


@cold
def put_loose_under(s, n):
    """AW-T08: the first n cards of `loose`, in that order."""
    for i in range(n):
        put_building_under(s, NOBODY_KNOWS, int64(s.loose[i]))


@cold
def put_packets_under(s):
    """AW-S09: the last cards of the packets go under the deck together."""
    open_stream(s, PACKET_STREAM)
    n = 0
    p = int64(s.first)
    for _ in range(s.n_players):
        for i in range(int64(s.n_packet[p])):
            shuffle_in(s, s.loose, n, int64(s.packet[p, i]))
            n += 1
        s.n_packet[p] = 0
        p = next_seat(s, p)
    put_loose_under(s, n)


@cold
def put_drawn_under(s, p):
    """AW-A09c: the cards drawn to keep one of go under the deck together; one alone without chance."""
    if s.n_drawn == 1:
        put_building_under(s, p, int64(s.drawn[0]))
    elif s.n_drawn > 1:
        open_stream(s, BUILDINGS_UNDER + int64(s.building_shuffles))
        s.building_shuffles += 1
        for i in range(int64(s.n_drawn)):
            shuffle_in(s, s.loose, i, int64(s.drawn[i]))
        put_loose_under(s, int64(s.n_drawn))
    s.n_drawn = 0


@kernel
def draw_apprentice(s):
    """The top card of the apprentice deck, NO_CARD if it is empty (AW-T08)."""
    if s.n_apprentice_deck == 0:
        return int64(S.NO_CARD)
    card = int64(s.apprentice_deck[s.apprentice_first])
    s.apprentice_first = (int64(s.apprentice_first) + 1) & S.RING_MASK
    s.n_apprentice_deck -= 1
    s.paired_apprentices &= ~(ONE << uint64(card))
    return card


@kernel
def put_apprentice_under(s, card):
    """An apprentice goes under its deck, for all to see."""
    s.apprentice_deck[(int64(s.apprentice_first) + int64(s.n_apprentice_deck)) & S.RING_MASK] = card
    s.n_apprentice_deck += 1
    s.known_apprentices |= ONE << uint64(card)


@cold
def put_two_apprentices_under(s, one, other):
    """AW-A11b, AW-T08: two together, in random order; NO_CARD for none, and one alone goes without chance."""
    if one == S.NO_CARD or other == S.NO_CARD:
        if one != S.NO_CARD:
            put_apprentice_under(s, one)
        if other != S.NO_CARD:
            put_apprentice_under(s, other)
        return
    open_stream(s, APPRENTICES_UNDER + int64(s.apprentice_shuffles))
    s.apprentice_shuffles += 1
    shuffle_in(s, s.loose, 0, one)
    shuffle_in(s, s.loose, 1, other)
    put_apprentice_under(s, int64(s.loose[0]))
    put_apprentice_under(s, int64(s.loose[1]))
    s.paired_apprentices |= ONE << uint64(s.loose[0])


# What a player cannot know


@cold
def redeal_hidden(s, t, player, noise):
    """Re-deals for a seat the hands and packets of others, the decks and what comes later; cards it put under a deck stay there."""
    rng.seed(s.chance, rng.next_u64(noise))
    s.key = rng.next_u64(s.chance)
    redeal_buildings(s, player)
    n = 0
    for i in range(int64(s.n_apprentice_deck)):
        card = s.apprentice_deck[(int64(s.apprentice_first) + i) & S.RING_MASK]
        if (s.known_apprentices >> uint64(card)) & ONE == 0:
            s.loose[n] = int64(card)
            n += 1
    shuffle_sorted(s, s.loose, 0, n)
    n = 0
    for i in range(int64(s.n_apprentice_deck)):
        place = (int64(s.apprentice_first) + i) & S.RING_MASK
        if (s.known_apprentices >> uint64(s.apprentice_deck[place])) & ONE == 0:
            s.apprentice_deck[place] = s.loose[n]
            n += 1
    turn_pairs(s)
    shuffle_sorted(s, s.rewards, int64(s.next_reward), max(int64(s.n_rewards), int64(t.n_reward_source)))  # AW-S02: nor what is out
    shuffle_sorted(s, s.market_deck, int64(s.n_turned) + 1, int64(s.n_market))


@cold
def turn_pairs(s):
    """AW-T08: of two apprentices that were put under their deck together nobody knows which lies in front."""
    i = 0
    while i < int64(s.n_apprentice_deck):
        place = (int64(s.apprentice_first) + i) & S.RING_MASK
        card = uint64(s.apprentice_deck[place])
        if (s.paired_apprentices >> card) & ONE:
            behind = (place + 1) & S.RING_MASK
            low = min(int64(card), int64(s.apprentice_deck[behind]))
            high = max(int64(card), int64(s.apprentice_deck[behind]))
            front = low if rng.below(s.chance, 2) == 0 else high
            s.apprentice_deck[place] = front
            s.apprentice_deck[behind] = low + high - front
            s.paired_apprentices &= ~(ONE << card)
            s.paired_apprentices |= ONE << uint64(front)
            i += 1
        i += 1


@cold
def redeal_buildings(s, player):
    """Building cards that the seat does not see are dealt anew to the places they lie in."""
    n = 0
    for i in range(int64(s.n_building_deck)):
        card = s.building_deck[(int64(s.building_first) + i) & S.RING_MASK]
        if (s.known_under[player] >> uint64(card)) & ONE == 0:
            s.loose[n] = int64(card)
            n += 1
    for q in range(s.n_players):
        if q != player:
            for i in range(int64(s.n_packet[q])):
                s.loose[n] = int64(s.packet[q, i])
                n += 1
            cards = s.hand[q]
            while cards != uint64(0):
                s.loose[n] = lowest_bit(cards)
                cards &= cards - ONE
                n += 1
    if s.actor != player:
        for i in range(int64(s.n_drawn)):
            s.loose[n] = int64(s.drawn[i])
            n += 1
    shuffle_sorted(s, s.loose, 0, n)
    n = 0
    for i in range(int64(s.n_building_deck)):
        place = (int64(s.building_first) + i) & S.RING_MASK
        if (s.known_under[player] >> uint64(s.building_deck[place])) & ONE == 0:
            s.building_deck[place] = s.loose[n]
            n += 1
    for q in range(s.n_players):
        if q != player:
            for i in range(int64(s.n_packet[q])):
                s.packet[q, i] = s.loose[n]
                n += 1
            cards = s.hand[q]
            dealt = uint64(0)
            while cards != uint64(0):
                cards &= cards - ONE
                dealt |= ONE << uint64(s.loose[n])
                n += 1
            s.hand[q] = dealt
    if s.actor != player:
        for i in range(int64(s.n_drawn)):
            s.drawn[i] = s.loose[n]
            n += 1
