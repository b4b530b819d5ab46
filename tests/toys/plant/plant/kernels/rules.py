"""A turn: a seat keeps cards of its hand, then chooses."""

from __future__ import annotations

from numpy import int64

from plant.state import CHOOSE, KEEP, N_CARDS
from simcli.engine import rng
from simcli.engine.bans import is_banned
from simcli.engine.chance import open_stream, shuffle
from simcli.engine.header import ENDED
from simcli.engine.kernel import kernel


@kernel
def deal(s, t):
    """A shuffled deck, hands, and the luck of the deal."""
    s.n_players = t.players
    s.round = 1
    open_stream(s, 0)
    for i in range(t.n_deck):
        s.deck[i] = t.deck[i]
    shuffle(s, s.deck, 0, t.n_deck)
    at = 0
    for p in range(t.players):
        for _ in range(t.hand):
            k = s.deck[at]
            at += 1
            s.dealt[p, k] += 1
            s.hand[p, k] += 1
        s.choice[p] = -1
    open_stream(s, 1)
    draw_luck(s, t)
    begin_seat(s, t)


@kernel
def draw_luck(s, t):
    """Gumbel: the seat with the highest sum of strength and luck wins."""
    for p in range(t.players):
        g = int64(t.gumbel[rng.below(s.chance, 4096)])
        s.luck[p] = g * t.noise // 100
        s.fine[p] = rng.below(s.chance, 64) if t.noise > 0 else 0


@kernel
def begin_seat(s, t):
    """Where all cards dealt are kept nothing is asked (PL-10)."""
    s.kept = 0
    s.phase = KEEP
    if t.keep >= t.hand:
        p = int64(s.actor)
        for k in range(N_CARDS):
            s.held[p, k] += s.hand[p, k]
            s.hand[p, k] = 0
        s.phase = CHOOSE


@kernel
def legal_actions(s, t, actions):
    """PL-10, PL-11; who may have none of the cards in hand keeps any."""
    n = 0
    p = int64(s.actor)
    if s.phase == KEEP:
        for k in range(N_CARDS):
            if s.hand[p, k] > 0 and not is_banned(s, p, k):
                actions[n] = k
                n += 1
        if n == 0:
            for k in range(N_CARDS):
                if s.hand[p, k] > 0:
                    actions[n] = k
                    n += 1
    else:
        for k in range(t.n_choices):
            actions[n] = k
            n += 1
    return n


@kernel
def apply_action(s, t, action):
    """The seats choose one after another."""
    p = int64(s.actor)
    if s.phase == KEEP:
        k = int64(action)
        s.hand[p, k] -= 1
        s.held[p, k] += 1
        s.kept += 1
        if s.kept >= t.keep:
            s.phase = CHOOSE
    else:
        s.choice[p] = int64(action)
        if p + 1 == s.n_players:
            s.over = ENDED
        else:
            s.actor = p + 1
            begin_seat(s, t)


@kernel
def grant(s, t, player, item):
    """One more copy kept."""
    s.held[player, item] += 1


@kernel
def swap(s, t, player, item, fixed):
    """PL-12: a card of a hand and one of a kind change places."""
    copies = 0
    for k in range(t.n_deck):
        copies += is_swappable(s, t, k, item, fixed)
    if copies == 0 or fixed[player] >= t.hand:
        return 0
    open_stream(s, 2)
    others = int64(rng.below(s.chance, copies))
    place, found = player * int64(t.hand) + fixed[player], int64(0)
    while not is_swappable(s, t, found, item, fixed) or others > 0:
        others -= is_swappable(s, t, found, item, fixed)
        found += 1
    out = int64(s.deck[place])
    s.deck[place] = item
    s.deck[found] = out
    replace(s, t, place, out, item)
    replace(s, t, found, item, out)
    return 1


@kernel
def is_swappable(s, t, place, item, fixed):
    """Whether at a place of the deck lies a card of a kind, not yet swapped into a hand."""
    p = place // t.hand
    return s.deck[place] == item and not (p < t.players and place - p * t.hand < fixed[p])


@kernel
def replace(s, t, place, card, other):
    """Puts another card where a card lay in the deck, and in the hand that has it."""
    p = place // t.hand
    if p < t.players:
        s.dealt[p, card] -= 1
        s.dealt[p, other] += 1
        if s.phase == CHOOSE and p == s.actor:  # PL-10: kept without a question
            s.held[p, card] -= 1
            s.held[p, other] += 1
        else:
            s.hand[p, card] -= 1
            s.hand[p, other] += 1


@kernel
def derive(s, t):
    """The record repeats nothing."""


@kernel
def redeal_hidden(s, t, player, noise):
    """All luck is hidden to the end."""
    s.key = rng.next_u64(noise)
    rng.seed(s.chance, rng.next_u64(noise))
    draw_luck(s, t)
