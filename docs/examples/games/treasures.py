"""Treasures: build a deck of coins, turn them into land; whose deck holds most points when the provinces are gone.

Rules: Donald X. Vaccarino, Dominion (Rio Grande Games 2008), its treasures and victory cards alone, for 2 to 4 players: a turn is one
purchase with the coins of a hand of five. In a tie who has had fewer turns wins.
"""

from simcli.small import EACH, Cards, Deck, Int, copies_in, draw, left_in, next_player, shuffle_back

PLAYERS = 2, 4
SCORES = 0, 120
NUMBERS = {"hand": 5, "coppers": 7, "estates": 3, "empty_piles": 3, "rounds": 60}  # no game of players who buy nothing goes on beyond these
# Of victory cards there are so many with two players, and half as many again with more.
CARDS = """
id        copies  cost  coins  points
copper    60      0     1      0
silver    40      3     2      0
gold      30      6     3      0
estate    8       2     0      1
duchy     8       5     0      3
province  8       8     0      6
"""
COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE = range(6)


class State:
    supply: Cards()
    deck: Deck(EACH)
    hand: Cards(EACH, hidden=True)
    discard: Cards(EACH)
    turns: Int(EACH)


def setup(s, t):
    for card in range(t.n_cards):
        copies = t.copies_of_cards[card]
        s.supply[card] = copies * 3 // 2 if t.points[card] > 0 and t.players > 2 else copies
    for p in range(t.players):
        s.discard[p, COPPER] = t.coppers
        s.discard[p, ESTATE] = t.estates
        s.supply[COPPER] -= t.coppers
        draw_hand(s, t, p)


def draw_hand(s, t, p):
    """Five cards; where the deck runs out the discard pile is shuffled into it."""
    for _ in range(t.hand):
        if left_in(s.deck[p]) == 0:
            shuffle_back(s, s.deck[p], s.discard[p])
        draw(s.deck[p], s.hand[p])


def legal_buy(s, t, card):
    coins = 0
    for held in range(t.n_cards):
        coins += s.hand[s.actor, held] * t.coins[held]
    return s.supply[card] > 0 and t.cost[card] <= coins


def act_buy(s, t, card):
    """A card of the supply goes to the discard pile."""
    s.supply[card] -= 1
    s.discard[s.actor, card] += 1
    clean_up(s, t)


def act_stop(s, t):
    clean_up(s, t)


def clean_up(s, t):
    """The hand is discarded, five cards are drawn, and the next player is on."""
    p = s.actor
    s.discard[p, :] += s.hand[p]
    s.hand[p, :] = 0
    s.turns[p] += 1
    draw_hand(s, t, p)
    next_player(s)


def over(s, t):
    """The provinces are gone, or three piles."""
    empty = 0
    for card in range(t.n_cards):
        empty += s.supply[card] == 0
    return s.supply[PROVINCE] == 0 or empty >= t.empty_piles or s.round > t.rounds


def points(s, t, p):
    score = 0
    for card in range(t.n_cards):
        score += t.points[card] * (s.hand[p, card] + s.discard[p, card] + copies_in(s.deck[p], card))
    return score


def tie_break(s, t, p):
    return -s.turns[p]


def column_buy_late(s, t, card):
    """1 for a duchy once few provinces are left."""
    return card == DUCHY and s.supply[PROVINCE] <= 4


PLANS = {
    "big_money": {
        "idea": "provinces, else gold, else silver, duchies at the end",
        "buy_province": 9,
        "buy_late": 7,
        "buy_gold": 5,
        "buy_silver": 3,
        "stop": 1,
    },
    "never_silver": {"idea": "as big money without silver", "buy_province": 9, "buy_late": 7, "buy_gold": 5, "stop": 1},
    "copper_too": {
        "idea": "buys a copper rather than nothing",
        "buy_province": 9,
        "buy_late": 7,
        "buy_gold": 5,
        "buy_silver": 3,
        "buy_copper": 2,
        "stop": 1,
    },
}
