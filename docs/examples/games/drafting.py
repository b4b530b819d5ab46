"""Drafting: all pick a card at once and hand the rest to the left; sets score after each of three rounds.

Rules: Phil Walker-Harding, Sushi Go! (Gamewright 2013), for 2 to 4 players and without the chopsticks.
"""

from simcli.small import EACH, Cards, Deck, Int, Sealed, all_sealed, draw, left_in, pass_left, rank, reveal, total

PLAYERS = 2, 4
# hand: cards dealt to each player, less one for each player.
NUMBERS = {
    "hand": 12,
    "rounds": 3,
    "most_rolls": 6,
    "second_rolls": 3,
    "most_puddings": 6,
    "fewest_puddings": -6,
    "dumplings": 5,
    "dipped": 3,
}
# points: of a set of `per` such cards. Ones in the other columns say what else a card does; rolls are counted.
CARDS = "drafting.csv"


class State:
    deck: Deck()
    hand: Cards(EACH, hidden="seen_by")
    seen_by: Int(EACH, EACH)  # whoever has passed a hand on knows it
    pick: Sealed("hand")
    front: Cards(EACH)
    eaten: Cards(EACH)
    dealt: Int()
    waiting: Int(EACH)  # wasabi without nigiri
    dip: Int(EACH)  # points that wasabi adds
    rolls: Int(EACH)
    puddings: Int(EACH)
    earned: Int(EACH)
    earned_by_rolls: Int(EACH)


def setup(s, t):
    deal(s, t)


def deal(s, t):
    """A new hand for every player."""
    s.dealt += 1
    s.seen_by[:] = 0
    for _ in range(min(t.hand - t.players, left_in(s.deck) // t.players)):
        for p in range(t.players):
            draw(s.deck, s.hand[p])


def legal_pick(s, t, card):
    return s.hand[s.actor, card] > 0


def act_pick(s, t, card):
    """One card of the hand, face down until all have picked; then the hands go to the left."""
    if all_sealed(s, s.pick, card):
        for p in range(t.players):
            serve(s, t, p, s.pick[p])
            s.seen_by[p, p] = 1
        reveal(s.pick)
        pass_left(s, s.hand)
        pass_left(s, s.seen_by)
        if total(s.hand[0]) == 0 and s.dealt < t.rounds:
            end_round(s, t)
            deal(s, t)


def serve(s, t, p, card):
    """A picked card goes before its player; nigiri is dipped into wasabi that waits for it."""
    s.hand[p, card] -= 1
    s.front[p, card] += 1
    s.rolls[p] += t.rolls[card]
    s.puddings[p] += t.pudding[card]
    s.waiting[p] += t.wasabi[card]
    if t.nigiri[card] and s.waiting[p] > 0:
        s.waiting[p] -= 1
        s.dip[p] += (t.dipped - 1) * t.points[card]


def end_round(s, t):
    """Points are noted, and the table is cleared."""
    for p in range(t.players):
        s.earned_by_rolls[p] = points_rolls(s, t, p)
    for p in range(t.players):
        s.earned[p] = points_dishes(s, t, p)
        s.dip[p], s.waiting[p], s.rolls[p] = 0, 0, 0
        for card in range(t.n_cards):
            s.eaten[p, card] += s.front[p, card]
            s.front[p, card] = 0


def over(s, t):
    return total(s.hand[0]) == 0


def points_dishes(s, t, p):
    """Sets of each kind, and dumplings, of which each scores one more than the last."""
    score = s.earned[p] + s.dip[p]
    for card in range(t.n_cards):
        score += value(s, t, p, card, s.front[p, card])
    return score


def value(s, t, p, card, count):
    """Points of so many cards of a kind."""
    if t.rising[card]:
        count = min(count, t.dumplings)
        return count * (count + 1) // 2
    return count // t.per[card] * t.points[card]


def points_rolls(s, t, p):
    """The most rolls of the round, and the second most; equals share, and nobody is second to several first."""
    place = rank(s, s.rolls, p)
    if s.rolls[p] == 0 or place > 1:
        return s.earned_by_rolls[p]
    return s.earned_by_rolls[p] + (t.second_rolls if place else t.most_rolls) // equals(s, s.rolls, p)


def points_puddings(s, t, p):
    """At the end the most puddings of the game win points, and the fewest lose some with more than two players; equals share."""
    level = equals(s, s.puddings, p)
    if s.dealt < t.rounds or total(s.hand[0]) > 0 or level == t.players:
        return 0
    if rank(s, s.puddings, p) == 0:
        return t.most_puddings // level
    if t.players > 2 and rank(s, s.puddings, p) + level == t.players:
        return -(-t.fewest_puddings // level)
    return 0


def equals(s, row, p):
    """Players with as many as player p."""
    count = 0
    for q in range(s.n_players):
        count += row[q] == row[p]
    return count


def tie_break(s, t, p):
    return s.puddings[p]


def column_pick_now(s, t, card):
    """Points that the card brings its player at once, rolls and puddings left out."""
    p = s.actor
    count = s.front[p, card]
    gain = value(s, t, p, card, count + 1) - value(s, t, p, card, count)
    return gain + (t.dipped - 1) * t.points[card] * (t.nigiri[card] > 0 and s.waiting[p] > 0)


SETS = {"pick_sashimi": 3, "pick_tempura": 2, "pick_dumpling": 1}
PLANS = {
    "diner": {"idea": "begins sets, and weighs what a card will be worth", "pick_now": 1, "pick_rolls": 0.3, "pick_pudding": 1} | SETS,
    "hungry": {"idea": "takes what scores at once", "pick_now": 1},
    "rolls": {"idea": "takes the most rolls, then what scores at once", "pick_rolls": 20, "pick_now": 1},
    "tempura": {"idea": "takes tempura, then what scores at once", "pick_tempura": 20, "pick_now": 1},
}
