"""Sealed bid: all bid at once for a lot that is worth something else to each; the highest bid wins and pays itself.

The first-price sealed-bid auction with private values that are even from 0 to 100: William Vickrey, "Counterspeculation, Auctions, and
Competitive Sealed Tenders", The Journal of Finance 16 (1961). Among n who bid so, nobody does better than to bid (n - 1) / n of the value.
"""

from simcli.small import EACH, Int, Sealed, all_sealed, reveal, roll

PLAYERS = 2, 5
NUMBERS = {"lots": 10}
SCORES = (0, 1000)


class State:
    value: Int(EACH, hidden=(0, 100))
    bid: Sealed(0, 100)
    profit: Int(EACH)
    sold: Int()


def setup(s, t):
    value_the_lot(s)


def value_the_lot(s):
    """What the lot is worth to each player, known to that player alone."""
    for p in range(s.n_players):
        s.value[p] = roll(s, 101)


def legal_bid(s, t, coins):
    return coins <= s.value[s.actor]


def act_bid(s, t, coins: range(101)):
    """A bid under cover. With the last one all are laid open, and the next lot comes up."""
    if all_sealed(s, s.bid, coins):
        winner = highest_bidder(s)
        s.profit[winner] += s.value[winner] - s.bid[winner]
        s.sold += 1
        reveal(s.bid)
        value_the_lot(s)


def highest_bidder(s):
    """Who bids most; among equals chance decides."""
    best, winner, equals = -1, 0, 0
    for p in range(s.n_players):
        if s.bid[p] > best:
            best, winner, equals = s.bid[p], p, 1
        elif s.bid[p] == best:
            equals += 1
            if roll(s, equals) == 0:
                winner = p
    return winner


def over(s, t):
    """The auction ends with the last lot."""
    return s.sold == t.lots


def points(s, t, p):
    """Points are profit: what lots are worth to their buyer less what was paid."""
    return s.profit[p]


def off(s, coins, part, whole):
    """How far a bid is from a part of the value, in parts."""
    return abs(coins * whole - s.value[s.actor] * part)


def column_bid_off_full(s, t, coins):
    """Distance of the bid from the value."""
    return off(s, coins, 4, 4)


def column_bid_off_high(s, t, coins):
    """Distance of the bid from three quarters of the value, in quarters of a coin."""
    return off(s, coins, 3, 4)


def column_bid_off_half(s, t, coins):
    """Distance of the bid from half the value, in quarters of a coin."""
    return off(s, coins, 2, 4)


def column_bid_off_low(s, t, coins):
    """Distance of the bid from a quarter of the value, in quarters of a coin."""
    return off(s, coins, 1, 4)


def column_bid_off_even(s, t, coins):
    """Distance of the bid from what is best where all bid so, (n - 1) / n of the value."""
    return off(s, coins, s.n_players - 1, s.n_players)


PLANS = {
    "balanced": {"idea": "bids (n - 1) / n of its value among n", "bid_off_even": -1},
    "full": {"idea": "bids what the lot is worth to it", "bid_off_full": -1},
    "three_quarters": {"idea": "bids three quarters of its value", "bid_off_high": -1},
    "half": {"idea": "bids half its value", "bid_off_half": -1},
    "quarter": {"idea": "bids a quarter of its value", "bid_off_low": -1},
}
