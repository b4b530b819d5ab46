"""What rule books have in common, as kernels: decks and hands, dice, turns, sealed choices, payments, tracks, majorities, grids.

`s` is the game, `t` its tables; rows of fields are handed over as they are: `draw(s.deck, s.hand[p])`.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.chance import open_stream, shuffle
from simcli.engine.header import MAX_SEATS
from simcli.engine.kernel import hot, kernel

NEXT, END, FIRST = 0, 1, 2
"""A deck: the place of the card that is drawn next, the place behind the last, and where cards begin."""
DECISIONS_A_ROUND = 12
"""Bits for the decisions that a seat takes in a round, in the number of a stream."""


@hot
def open_dice(s):
    """Opens the stream of the decision under way, before the first thing chance decides in it.

    Its number is made of round, seat and the seat's decisions in the round: what chance gives there is the same whatever came before.
    """
    if s.stream_is_open == 0:
        open_stream(s, s.stream)
        s.stream_is_open = 1


@kernel
def note_stream(s):
    """Before an action: the number of its stream."""
    s.stream = 1 + (((int64(s.round) * MAX_SEATS + int64(s.actor)) << DECISIONS_A_ROUND) | int64(s.decided[s.actor]))
    s.stream_is_open = 0


@kernel
def roll(s, n):
    """A number from 0 to n - 1, each as likely: a die, a wheel, a random row of a table. ValueError where there is none."""
    if n < 1:
        raise ValueError("a roll needs at least one face")
    open_dice(s)
    return rng.below(s.chance, n)


@kernel
def roll_dice(s, out, dice):
    """Rolls dice: out[face] is how many show it; as many faces as `out` has places."""
    for face in range(out.shape[0]):
        out[face] = 0
    for _ in range(dice):
        out[roll(s, out.shape[0])] += 1


@kernel
def left_in(deck):
    """Cards left in a deck."""
    return int64(deck[END]) - int64(deck[NEXT])


@kernel
def copies_in(deck, card):
    """How many copies of a row lie in a deck."""
    n = 0
    for i in range(deck[NEXT], deck[END]):
        n += int64(deck[i]) == card
    return n


@kernel
def top(deck):
    """The card that is drawn next, which stays there; -1 of an empty deck."""
    return int64(deck[deck[NEXT]]) if deck[NEXT] < deck[END] else int64(-1)


@kernel
def draw(deck, hand):
    """Moves the next card of a deck to a hand or pile; returns its row, -1 where the deck is empty."""
    card = top(deck)
    if card >= 0:
        deck[NEXT] += 1
        hand[card] += 1
    return card


@kernel
def put_back(deck, card):
    """Puts a card under a deck."""
    if deck[NEXT] > FIRST and deck[END] == deck.shape[0]:
        gap = deck[NEXT] - FIRST
        for i in range(deck[NEXT], deck[END]):
            deck[i - gap] = deck[i]
        deck[NEXT] -= gap
        deck[END] -= gap
    deck[deck[END]] = card
    deck[END] += 1


@kernel
def shuffle_back(s, deck, pile):
    """Puts all cards of a pile back and shuffles the whole deck."""
    open_dice(s)
    for card in range(pile.shape[0]):
        for _ in range(pile[card]):
            put_back(deck, card)
        pile[card] = 0
    shuffle(s, deck, int64(deck[NEXT]), int64(deck[END]))


@hot
def seat_after(s, p):
    """The seat to the left of seat p."""
    return int64(0) if int64(p) + 1 == s.n_players else int64(p) + 1


@kernel
def next_player(s):
    """It is the next seat's turn; after the last seat a new round begins. Seats are asked round the table from `s.first`."""
    s.actor = seat_after(s, s.actor)
    if s.actor == s.first:
        s.round += 1


@kernel
def next_in(s, active):
    """It is the turn of the next seat whose number in `active` is not 0, the same seat if it alone has one. True if there is any."""
    p = int64(s.actor)
    for _ in range(s.n_players):
        p = seat_after(s, p)
        if p == s.first:
            s.round += 1
        if active[p] != 0:
            s.actor = p
            return True
    return False


@kernel
def all_sealed(s, field, value):
    """Notes the actor's sealed choice and asks the next seat. True when all have chosen: then `reveal` after it has been used."""
    field[s.actor] = value
    next_player(s)
    undecided = 0
    for p in range(s.n_players):
        undecided += field[p] < 0
    return undecided == 0


@kernel
def reveal(field):
    """Makes sealed choices undone again, for the next time."""
    for p in range(field.shape[0]):
        field[p] = -1


@kernel
def pass_left(s, hands):
    """Every seat hands its row to the left: drafting."""
    for k in range(hands.shape[1]):
        last = hands[s.n_players - 1, k]
        for i in range(s.n_players - 1):
            p = s.n_players - 1 - i
            hands[p, k] = hands[p - 1, k]
        hands[0, k] = last


@kernel
def pass_right(s, hands):
    """Every seat hands its row to the right."""
    for k in range(hands.shape[1]):
        first = hands[0, k]
        for p in range(s.n_players - 1):
            hands[p, k] = hands[p + 1, k]
        hands[s.n_players - 1, k] = first


@kernel
def total(row):
    """The sum of a row."""
    count = int64(0)
    for i in range(row.shape[0]):
        count += row[i]
    return count


@kernel
def can_pay(purse, price):
    """Whether a row has as much of everything as another asks for."""
    short = 0
    for i in range(price.shape[0]):
        short += purse[i] < price[i]
    return short == 0


@kernel
def pay(purse, price):
    """Takes a price out of a row; True if it could be paid, else nothing is taken."""
    if not can_pay(purse, price):
        return False
    for i in range(price.shape[0]):
        purse[i] -= price[i]
    return True


@kernel
def advance(track, p, steps, last):
    """Moves seat p on a track, no further than `last`; returns the steps that were left over."""
    wanted = int64(track[p]) + int64(steps)
    track[p] = min(wanted, int64(last))
    return max(int64(0), wanted - int64(last))


@kernel
def most(s, row):
    """The seat with the greatest number in a row, -1 where several have it."""
    best, seat = int64(row[0]), int64(0)
    for p in range(1, s.n_players):
        if row[p] > best:
            best, seat = int64(row[p]), int64(p)
        elif row[p] == best:
            seat = int64(-1)
    return seat


@kernel
def rank(s, row, p):
    """How many seats have a greater number in a row than seat p: 0 is the first."""
    count = int64(0)
    for q in range(s.n_players):
        count += row[q] > row[p]
    return count


@kernel
def is_most(s, row, p):
    """Whether no seat has a greater number in a row than seat p, others as great allowed."""
    return rank(s, row, p) == 0


@kernel
def grid_step(cell, direction, width, height):
    """The cell next to one of a grid of cells numbered row by row; -1 beyond its edge. Directions: 0 right, 1 down, 2 left, 3 up, then
    the diagonals 4 right down, 5 left down, 6 left up, 7 right up."""
    x, y = int64(cell) % int64(width), int64(cell) // int64(width)
    d = int64(direction)
    if d in (0, 4, 7):
        x += 1
    elif d in (2, 5, 6):
        x -= 1
    if d in (1, 4, 5):
        y += 1
    elif d in (3, 6, 7):
        y -= 1
    if x < 0 or y < 0 or x >= width or y >= height:
        return int64(-1)
    return y * int64(width) + x
