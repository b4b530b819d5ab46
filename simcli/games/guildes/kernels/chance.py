"""Everything random: one stream of the deal a purpose, and the redeal of what a player cannot know."""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.chance import draw_from_mask, open_stream, shuffle_counted, shuffle_in, shuffle_numbers
from simcli.engine.kernel import kernel
from simcli.games.guildes import state as S

DECK, EVENTS, TRICKS, STARTERS, REDISTRIBUTION, DRAWS, GRANTS, SWAPS = 0, 1, 2, 3, 4, 5, 6, 1024
"""Streams of a deal; from the last two on each card that a seat is given, or is dealt by a swap, has a stream of its own."""


@kernel
def shuffle_deck(s, t):
    """GU-20, GU-21: one shuffled deck for all three rounds.

    Cards that a patch or the player count takes out are shuffled too and skipped afterwards, added ones come last: a changed
    number of copies leaves the order of all other cards as it was, so runs with and without the change stay comparable.
    """
    open_stream(s, DECK)
    deck = s.deck
    for i in range(t.n_source):
        shuffle_in(s, deck, i, t.source[i])
    n = t.n_source
    if t.n_deck < t.n_source:
        n = 0
        for i in range(t.n_source):
            if deck[i] != S.NO_CARD:
                deck[n] = deck[i]
                n += 1
    s.n_deck = n


@kernel
def find_copy(s, t, g):
    """GO-16: place in the deck of one of its cards of guild g, each as likely; -1 where it has none, or no card to spare."""
    copies = 0
    for k in range(s.n_deck):
        copies += s.deck[k] == g
    if copies == 0 or s.n_deck <= t.rounds * t.players * t.hand:
        return int64(-1)
    open_stream(s, GRANTS + t.n_deck - int64(s.n_deck))
    others = int64(rng.below(s.chance, copies))
    place = int64(0)
    while s.deck[place] != g or others > 0:
        others -= s.deck[place] == g
        place += 1
    return place


@kernel
def find_swapped(s, t, g, fixed):
    """GO-24: place in the deck of one of its cards of guild g, each as likely, without those swapped into packs before; -1 if there is
    none."""
    copies, swaps = 0, 0
    for k in range(s.n_deck):
        copies += s.deck[k] == g and not is_fixed(t, k, fixed)
    if copies == 0:
        return int64(-1)
    for p in range(t.players):
        swaps += fixed[p]
    open_stream(s, SWAPS + swaps)
    others = int64(rng.below(s.chance, copies))
    place = int64(0)
    while s.deck[place] != g or is_fixed(t, place, fixed) or others > 0:
        others -= s.deck[place] == g and not is_fixed(t, place, fixed)
        place += 1
    return place


@kernel
def is_fixed(t, place, fixed):
    """GO-24: whether the card at a place of the deck was swapped into a pack of the first round."""
    p = place // t.hand
    return p < t.players and place - p * t.hand < fixed[p]


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
            choice = draw_from_mask(s, free, S.MAX_EVENTS)
        free &= ~(int64(1) << choice)
        s.events[r] = choice


@kernel
def draw_starters(s, t, first):
    """GU-422: who plays first in each round, should the event be in force."""
    for r in range(first, t.rounds):
        s.starter[r] = rng.below(s.chance, t.players)


@kernel
def draw_redistributions(s, t, first):
    """GU-423: seat i receives the card handed in by seat redistribution[round, i]."""
    for r in range(first, t.rounds):
        shuffle_numbers(s, s.redistribution[r], t.players)


@kernel
def deal_tricks(s, t, first):
    """GU-301 to GU-303: every round each seat gets a trick from the whole pool, not its own of the round before."""
    for r in range(first, t.rounds):
        undealt = int64(t.trick_pool)
        for p in range(t.players):
            allowed = undealt
            if r > 0 and t.tricks_repeat == 0:  # GU-303, GO-14
                allowed = undealt & ~(int64(1) << s.trick_deal[r - 1, p])
            trick = draw_from_mask(s, allowed, S.MAX_TRICKS)
            undealt &= ~(int64(1) << trick)
            s.trick_deal[r, p] = trick


@kernel
def draw_pile_numbers(s, t, first):
    """GU-439: two 32-bit numbers a round that pick the cards trick I draws."""
    for r in range(first, t.rounds):
        for i in range(2):
            s.draws[r, i] = rng.next_u64(s.chance) >> rng.U32


@kernel
def redeal_hidden(s, t, player, noise):
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
    shuffle_counted(s, s.deck, 0, n + undealt, s.counts)
    for k in range(undealt - 1, -1, -1):
        s.deck[dealt + k] = s.deck[n + k]
    move_hidden(s, t, player, 1)
    redraw_chance(s, t)
    for q in range(s.n_players):
        if q != player:
            s.kept_mask[q] = 0


@kernel
def move_hidden(s, t, player, back):
    """Hidden cards into the bag at the front of the deck (back = 0) or out of it, place by place (back = 1); returns how many."""
    n = 0
    for q in range(s.n_players):
        if q == player:
            continue
        if s.phase == S.PICK:
            pack = (int64(q) + s.offset) % int64(s.n_players)
            n = move_counts(s.packs[pack], s.deck, n, t.n_guilds, back)
            if back == 1:
                s.pack_mask[pack] = mask_of(s.packs[pack], t.n_guilds)
        n = move_counts(s.hands[q], s.deck, n, t.n_guilds, back)
        if back == 1:
            s.hand_mask[q] = mask_of(s.hands[q], t.n_guilds)
        if s.phase == S.GIVE and q < s.actor:
            n = move_card(s.given, q, s.deck, n, back)
        if s.phase == S.PLAY and t.event_sequential[s.event] == 0:
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
    if t.starters_on == 1:
        draw_starters(s, t, r if s.phase == S.PLAY else r - 1)
    if t.events_on == 1:
        draw_redistributions(s, t, r - 1 if s.phase <= S.GIVE else r)
    if t.tricks_on == 1:
        deal_tricks(s, t, r)
        draw_pile_numbers(s, t, r if s.phase == S.KEEP else r - 1)
