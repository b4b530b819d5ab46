"""Dealing: everything random is fixed here, each purpose from a stream of its own."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine import rng
from simcli.engine.kernel import kernel
from simcli.games.guildes.state import GIVE, KEEP, MAX_EVENTS, MAX_PLAYERS, MAX_TRICKS, NO_CARD, NO_EVENT, PICK, PLAY

DECK, EVENTS, TRICKS, STARTERS, REDISTRIBUTION, DRAWS = 0, 1, 2, 3, 4, 5
"""Streams of a deal."""


@kernel
def deal(s, t):
    """Sets up a game: deck, event order and what the variants need, then the first round."""
    s.players = t.players  # GU-23: all else in the record is 0
    shuffle_deck(s, t)
    open_stream(s, EVENTS)
    order_events(s, t, 0)
    if t.events_on == 1:
        open_stream(s, STARTERS)
        draw_starters(s, t, 0)
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
def open_stream(s, stream):
    """Points the working generator at one of the deal's streams."""
    rng.seed(s.chance, rng.derive(s.key, stream))


@kernel
def shuffle_deck(s, t):
    """GU-20, GU-21: one shuffled deck for all three rounds.

    Cards that a patch or the player count takes out are shuffled too and skipped afterwards, added ones come last: a changed
    number of copies leaves the order of all other cards as it was, so runs with and without the change stay comparable.
    """
    open_stream(s, DECK)
    deck = s.deck
    for i in range(t.n_source):
        j = rng.below(s.chance, i + 1)
        deck[i] = deck[j]
        deck[j] = t.source[i]
    n = t.n_source
    if t.n_deck < t.n_source:
        n = 0
        for i in range(t.n_source):
            if deck[i] != NO_CARD:
                deck[n] = deck[i]
                n += 1
    s.n_deck = n


@kernel
def order_events(s, t, first):
    """GU-22, GU-42, A-07: a different event card each round; GO-01 fixes the first ones."""
    free = int64(t.event_mask)
    for r in range(first):
        free &= ~(int64(1) << s.events[r])
    for r in range(first, t.rounds):
        if r < t.n_fixed_events:
            choice = t.fixed_events[r]
        else:
            choice = draw_from_mask(s, free, MAX_EVENTS)
        free &= ~(int64(1) << choice)
        s.events[r] = choice


@kernel
def draw_from_mask(s, mask, width):
    """A uniform set bit of `mask` from the working stream; mask must not be empty."""
    n = 0
    for i in range(width):
        n += (mask >> i) & 1
    k = rng.below(s.chance, n)
    for i in range(width):
        if (mask >> i) & 1:
            if k == 0:
                return i
            k -= 1
    return width


@kernel
def draw_starters(s, t, first):
    """GU-422: who plays first in each round, should the event be in force."""
    for r in range(first, t.rounds):
        s.starter[r] = rng.below(s.chance, t.players)


@kernel
def draw_redistributions(s, t, first):
    """GU-423: seat i receives the card handed in by seat redistribution[round, i]."""
    for r in range(first, t.rounds):
        for i in range(t.players):
            j = rng.below(s.chance, i + 1)
            s.redistribution[r, i] = s.redistribution[r, j]
            s.redistribution[r, j] = i


@kernel
def deal_tricks(s, t, first):
    """GU-301 to GU-303: every round each seat gets a trick from the whole pool, not its own of the round before."""
    for r in range(first, t.rounds):
        undealt = int64(t.trick_pool)
        for p in range(t.players):
            allowed = undealt
            if r > 0 and t.tricks_repeat == 0:  # GU-303, GO-14
                allowed = undealt & ~(int64(1) << s.trick_deal[r - 1, p])
            trick = draw_from_mask(s, allowed, MAX_TRICKS)
            undealt &= ~(int64(1) << trick)
            s.trick_deal[r, p] = trick


@kernel
def draw_pile_numbers(s, t, first):
    """GU-439: two 32-bit numbers a round that pick the cards trick I draws."""
    for r in range(first, t.rounds):
        for i in range(2):
            s.draws[r, i] = rng.next_u64(s.chance) >> rng.U32


@kernel
def start_round(s, t):
    """GU-41, GU-42, GU-301: new packs, a new event card, new tricks."""
    r = s.round - 1
    s.event_card = s.events[r]
    s.event = s.event_card if t.events_on == 1 else NO_EVENT  # GU-22, GU-200, GU-201
    if t.direction_mode == 0:  # GU-61, A-05
        s.clockwise = t.event_clockwise[s.event_card]
    elif t.direction_mode == 1:  # GO-04
        s.clockwise = s.round & 1
    else:
        s.clockwise = 1
    s.phase = PICK
    s.actor = 0  # GU-24: somebody must be asked first; nobody is told what the others chose
    s.step = 0
    s.turn = 0
    s.offset = 0
    s.revealed = 0
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
        for p in range(MAX_PLAYERS):
            s.shifts[p, :] = 0
        s.shifted = 0


@kernel
def conceal(s, t, player, noise):
    """Re-deals what `player` cannot see: other hands, packs and face-down cards, discards, the undealt deck, chance to come.

    Every place keeps its number of cards. What the player remembers (packs passed on, own discards) is treated as forgotten, so the
    redeal is wider than a perfect memory would allow and never narrower.
    """
    rng.seed(s.chance, rng.next_u64(noise))
    # The part of the deck already dealt serves as a bag for the hidden cards; the undealt rest follows them.
    dealt = int64(s.round) * int64(t.players) * int64(t.hand)
    n = move_hidden(s, t, player, 0)
    undealt = int64(s.n_deck) - dealt
    for k in range(undealt):
        s.deck[n + k] = s.deck[dealt + k]
    for i in range(n + undealt):
        j = rng.below(s.chance, i + 1)
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card
    for k in range(undealt - 1, -1, -1):
        s.deck[dealt + k] = s.deck[n + k]
    move_hidden(s, t, player, 1)
    redraw_chance(s, t)


@kernel
def move_hidden(s, t, player, back):
    """Hidden cards into the bag at the front of the deck (back = 0) or out of it, place by place (back = 1); returns how many."""
    n = 0
    for q in range(s.players):
        if q == player:
            continue
        if s.phase == PICK:
            pack = (int64(q) + s.offset) % int64(s.players)
            n = move_counts(s.packs[pack], s.deck, n, t.n_guilds, back)
            if back == 1:
                s.pack_mask[pack] = mask_of(s.packs[pack], t.n_guilds)
        n = move_counts(s.hands[q], s.deck, n, t.n_guilds, back)
        if back == 1:
            s.hand_mask[q] = mask_of(s.hands[q], t.n_guilds)
        if s.phase == GIVE and q < s.actor:
            n = move_card(s.given, q, s.deck, n, back)
        if s.phase == PLAY and t.event_sequential[s.event] == 0:
            placed = int64(s.step) + (1 if q < s.actor else 0)
            for k in range(s.revealed, placed):
                if back == 0:
                    s.played[q, s.down[q, k & 3]] -= 1
                n = move_card(s.down[q], k & 3, s.deck, n, back)
                if back == 1:
                    s.played[q, s.down[q, k & 3]] += 1
    if t.discards_public == 0:  # A-06, GO-05
        n = move_counts(s.discards, s.deck, n, t.n_guilds, back)
        n = move_counts(s.gone, s.deck, n, t.n_guilds, back)
    return n


@kernel
def move_counts(counts, bag, n, n_guilds, back):
    """Cards counted in `counts` into the bag from place n on, leaving their number in the last column; or the same number back."""
    last = counts.shape[0] - 1
    if back == 0:
        cards = 0
        for g in range(n_guilds):
            for _ in range(counts[g]):
                bag[n + cards] = g
                cards += 1
            counts[g] = 0
        counts[last] = cards
        return n + cards
    cards = int64(counts[last])
    counts[last] = 0
    for k in range(cards):
        counts[bag[n + k]] += 1
    return n + cards


@kernel
def move_card(places, i, bag, n, back):
    """One card between places[i] and the bag."""
    if back == 0:
        bag[n] = places[i]
    else:
        places[i] = bag[n]
    return n + 1


@kernel
def mask_of(counts, n_guilds):
    """Bit mask of the guilds with at least one card."""
    mask = 0
    for g in range(n_guilds):
        if counts[g] > 0:
            mask |= int64(1) << g
    return mask


@kernel
def redraw_chance(s, t):
    """Events, starters, redistributions, tricks and draws that have not shown yet."""
    r = int64(s.round)
    order_events(s, t, max(r, int64(t.n_fixed_events)))
    if t.events_on == 1:
        draw_starters(s, t, r if s.phase == PLAY else r - 1)
        draw_redistributions(s, t, r - 1 if s.phase <= GIVE else r)
    if t.tricks_on == 1:
        deal_tricks(s, t, r)
        draw_pile_numbers(s, t, r if s.phase == KEEP else r - 1)
