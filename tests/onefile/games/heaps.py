"""Heaps: a deck of every player; one card of a hand of two is scored and lost, a card of the supply comes for it."""

from simcli.small import EACH, Cards, Deck, Int, copies_in, draw, left_in, next_player, shuffle_back

PLAYERS = 2, 3
SCORES = 0, 40
NUMBERS = {"rounds": 4}
CARDS = """
id      copies  points
pebble  9       1
shard   6       2
gem     3       4
"""


class State:
    supply: Cards()
    deck: Deck(EACH)
    hand: Cards(EACH, hidden=True)
    discard: Cards(EACH)
    scored: Int(EACH)


def setup(s, t):
    for card in range(t.n_cards):
        s.supply[card] = t.copies_of_cards[card]
    for p in range(t.players):
        s.supply[0] -= 3
        s.discard[p, 0] = 3
        s.discard[p, 1] = 1
        draw_hand(s, p)


def draw_hand(s, p):
    """Two cards; an empty deck is made of the discard pile first."""
    for _ in range(2):
        if left_in(s.deck[p]) == 0:
            shuffle_back(s, s.deck[p], s.discard[p])
        draw(s.deck[p], s.hand[p])


def legal_swap(s, t, card, new: "card"):
    return s.hand[s.actor, card] > 0 and s.supply[new] > 0 and t.points[new] <= t.points[card] + 1


def act_swap(s, t, card, new: "card"):
    """A card of the hand scores and goes to the supply, another comes to the discard pile with the rest of the hand."""
    p = s.actor
    s.scored[p] += t.points[card]
    s.hand[p, card] -= 1
    s.supply[card] += 1
    s.supply[new] -= 1
    s.discard[p, new] += 1
    s.discard[p, :] += s.hand[p]
    s.hand[p, :] = 0
    draw_hand(s, p)
    next_player(s)


def over(s, t):
    return s.round > t.rounds


def points(s, t, p):
    return s.scored[p] + 4 * copies_in(s.deck[p], 2)
