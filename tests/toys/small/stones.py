"""Stones: five stones in hand, lay one down or give it away, draw anew; most points win."""

from simcli.small import EACH, Cards, Deck, Int, draw, next_player, seat_after, total

PLAYERS = 2, 4
NUMBERS = {"hand": 4, "gifts": 3}

# A row a card. What is changed here, or by `--set patch.cards.pearl.points=5`, needs no change of the rules: they read t.points.
CARDS = """
id      copies  points  set
pebble  10      1       1
flint   8       2       0
pearl   6       4       0
slag    8       -3      0
"""


class State:
    deck: Deck()
    hand: Cards(EACH, hidden=True)
    front: Cards(EACH)
    gifts: Int(EACH)


def setup(s, t):
    """Every player gets a hand and some gifts to make."""
    for p in range(t.players):
        s.gifts[p] = t.gifts
        for _ in range(t.hand):
            draw(s.deck, s.hand[p])


def legal_keep(s, t, card):
    return s.hand[s.actor, card] > 0


def act_keep(s, t, card):
    """A stone of the hand goes before the player."""
    s.hand[s.actor, card] -= 1
    s.front[s.actor, card] += 1
    end_turn(s)


def legal_give(s, t, card):
    return s.hand[s.actor, card] > 0 and s.gifts[s.actor] > 0


def act_give(s, t, card):
    """A stone of the hand goes before the next player, three times a game."""
    s.hand[s.actor, card] -= 1
    s.front[seat_after(s, s.actor), card] += 1
    s.gifts[s.actor] -= 1
    end_turn(s)


def end_turn(s):
    """The player draws, and the next one is on."""
    draw(s.deck, s.hand[s.actor])
    next_player(s)


def over(s, t):
    """The game ends when it is the turn of a player without a stone."""
    return total(s.hand[s.actor]) == 0


def points(s, t, p):
    """Stones score their points; of a set the second scores double, the third three times."""
    score = 0
    for card in range(t.n_cards):
        n = s.front[p, card]
        score += t.points[card] * (n * (n + 1) // 2 if t.set[card] else n)
    return score


# Weights over the columns that `simcli games stones --features` lists.
PLANS = {
    "generous": {"idea": "gives slag away and keeps the rest", "gain": 1, "lead": 2},
    "collector": {"idea": "goes for pebbles", "gain": 1, "keep_set": 3},
}
