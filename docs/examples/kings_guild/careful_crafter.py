"""Gathers for what is worth most a turn, crafts whole quests, and turns coins into rooms; of all actions it takes the best it sees."""

import numba
import numpy as np

from simcli.engine import rng
from simcli.games.columns import kings_guild as c

# Columns and their hundredths. Main actions and free steps share their columns; ending or passing is worth 0.
TURN = np.array(
    [
        (c.TURN_GATHER, -175),
        (c.TURN_ROOM, 183),
        (c.TURN_RATE, 11),
        (c.TURN_READY, -21),
        (c.TURN_CRAFT, 142),
        (c.TURN_CRAFT_COINS, 137),
        (c.TURN_CRAFT_PAYS, -17),
        (c.TURN_OPENS, -153),
        (c.TURN_SHARES, -196),
        (c.TURN_TREASURES, 72),
        (c.TURN_RED, -19),
        (c.TURN_OWN_QUEST, 575),
        (c.TURN_OVER_HAND, -66),
        (c.TURN_QUEST_POINTS, 148),
        (c.TURN_BUILD, -23),
        (c.TURN_BUILD_COST, -38),
        (c.TURN_BUILD_POINTS, 124),
        (c.TURN_BUILD_HOPE, 39),
        (c.TURN_FULL_POINTS, 43),
        (c.TURN_MASTER, 16),
        (c.TURN_KEPT_COINS, -130),
        (c.TURN_STORAGE, 93),
        (c.TURN_SALE, -10),
        (c.TURN_ACCESS, 13),
        (c.TURN_ACCESS_RATE, 36),
        (c.TURN_DISCOUNTS, 62),
        (c.TURN_HIRE, 28),
        (c.TURN_HIRE_PRICE, -84),
        (c.TURN_HIRE_POINTS, 38),
        (c.TURN_BARGAIN, 14),
        (c.TURN_GATHERERS, 30),
        (c.TURN_POWERS, 13),
        (c.TURN_ABILITIES, 78),
        (c.TURN_SPACES_LEFT, 31),
        (c.TURN_FILLS, 63),
        (c.TURN_LAST_POINTS, 138),
        (c.TURN_LATE_POINTS, 99),
        (c.TURN_STATUE, 109),
        (c.TURN_OFFERING, 43),
        (c.TURN_OFFERING_POINTS, 364),
        (c.TURN_PLAY, 14),
        (c.TURN_PLAY_GAINS, 141),
        (c.TURN_PLAY_ENABLES, 118),
        (c.TURN_PLAY_SCROLL, 39),
        (c.TURN_PLAY_MAP, -635),
        (c.TURN_PLAY_CONTRACT, 262),
        (c.TURN_PLAY_LATE, 222),
        (c.TURN_STUCK, 585),
        (c.TURN_SELL, 73),
        (c.TURN_SELL_COINS, 184),
        (c.TURN_SELL_POINTS, -218),
        (c.TURN_SELL_PLAYABLE, -311),
        (c.TURN_SELL_IDLE, 325),
        (c.TURN_SELL_LAST, 12),
        (c.TURN_BARD, -56),
        (c.TURN_BARD_FILLS, 85),
    ]
)
EXPAND = np.array(
    [
        (c.TURN_BUILD, -252),
        (c.TURN_BUILD_COST, -17),
        (c.TURN_BUILD_POINTS, 65),
        (c.TURN_BUILD_HOPE, 16),
        (c.TURN_FULL_POINTS, 39),
        (c.TURN_SPACES, 19),
        (c.TURN_KEPT_COINS, -20),
        (c.TURN_SALE, -14),
        (c.TURN_ACCESS, 94),
        (c.TURN_ACCESS_RATE, -18),
        (c.TURN_DISCOUNTS, 31),
        (c.TURN_HIRE, 168),
        (c.TURN_HIRE_PRICE, -45),
        (c.TURN_HIRE_POINTS, 91),
        (c.TURN_BARGAIN, 20),
        (c.TURN_GATHERERS, 67),
        (c.TURN_POWERS, 24),
        (c.TURN_ABILITIES, 32),
        (c.TURN_SPACES_LEFT, 22),
        (c.TURN_FILLS, 19),
        (c.TURN_LAST_POINTS, 290),
        (c.TURN_LATE_POINTS, 162),
        (c.TURN_PLAY, -449),
        (c.TURN_PLAY_GAINS, 21),
        (c.TURN_PLAY_SCROLL, -11),
        (c.TURN_PLAY_MAP, 14),
        (c.TURN_PLAY_CONTRACT, 248),
        (c.TURN_STUCK, 184),
        (c.TURN_SELL, -962),
        (c.TURN_SELL_COINS, 164),
        (c.TURN_SELL_POINTS, -132),
        (c.TURN_SELL_IDLE, 1293),
        (c.TURN_BARD, 128),
        (c.TURN_BARD_FILLS, 38),
    ]
)
FREE = np.array(
    [
        (c.TURN_STATUE, 261),
        (c.TURN_OFFERING, 363),
        (c.TURN_PLAY_GAINS, 164),
        (c.TURN_PLAY_POINTS, -129),
        (c.TURN_PLAY_SCROLL, 235),
        (c.TURN_PLAY_MAP, -80),
        (c.TURN_PLAY_CONTRACT, 150),
        (c.TURN_PLAY_LATE, 278),
        (c.TURN_STUCK, 240),
        (c.TURN_SELL, -1047),
        (c.TURN_SELL_COINS, 36),
        (c.TURN_SELL_POINTS, -431),
        (c.TURN_SELL_PLAYABLE, -159),
        (c.TURN_SELL_IDLE, 1187),
        (c.TURN_SELL_LAST, 32),
        (c.TURN_BARD, -50),
        (c.TURN_BARD_FILLS, 154),
        (c.TURN_END, -74),
    ]
)
GATHER = np.array(
    [
        (c.GATHER_DECLINE, -647),
        (c.GATHER_N, 112),
        (c.GATHER_OVER, -137),
        (c.GATHER_RARE, 46),
        (c.GATHER_NEARER, 44),
        (c.GATHER_READY, 58),
        (c.GATHER_USED, 86),
        (c.GATHER_SOONER, 14),
        (c.GATHER_KINDS, 108),
    ]
)


# What a strategy calls is compiled too: every function of its own needs this line.
@numba.njit
def best(values, noise):
    """Index of the greatest of whole numbers; equals are drawn among by the seat's own noise, each as likely."""
    found, equals = 0, 0
    for i in range(len(values)):
        if values[i] > values[found]:
            found, equals = i, 1
        elif values[i] == values[found]:
            equals += 1
            if rng.below(noise, equals) == 0:
                found = i
    return found


@numba.njit
def worth(x, weights):
    """The features of an action times their weights."""
    found = 0
    for k in range(len(weights)):
        found += weights[k, 1] * x[weights[k, 0]]
    return found


def choose(s, t, actions, X, weights, noise):
    """Called whenever the seat `s.actor` has two legal actions or more; the answer is a position in `actions`."""
    values = X[:, 0] * 0  # one whole number for each action
    for i in range(len(actions)):
        x = X[i]
        if s.phase == c.TURN:
            values[i] = worth(x, TURN)
        elif s.phase == c.EXPAND:
            values[i] = worth(x, EXPAND)
        elif s.phase == c.FREE:
            values[i] = worth(x, FREE)
        elif s.phase == c.GATHER:
            values[i] = worth(x, GATHER)
        elif s.phase == c.RETURN or s.phase == c.KIND or s.phase == c.EXCHANGE or s.phase == c.STEAL:
            # The five decisions about a kind of resource share their columns.
            values[i] = 10 * x[c.RETURN_NEARER] + 7 * x[c.RETURN_READY] - 5 * x[c.RETURN_STOP]
        elif s.phase == c.LIMIT or s.phase == c.DISCARD:
            values[i] = 7 * x[c.LIMIT_COINS] - 15 * x[c.LIMIT_POINTS] - 10 * x[c.LIMIT_PLAYABLE]
        elif s.phase == c.KEEP:
            values[i] = 5 * x[c.KEEP_COINS] + 10 * x[c.KEEP_POINTS] + 10 * x[c.KEEP_PLAYABLE]
        elif s.phase == c.SPACE or s.phase == c.BAGGAGE:
            values[i] = x[c.SPACE_FILLS] - 3 * x[c.SPACE_OUTSIDE]  # chambers count only when they are full
        elif s.phase == c.SQUARE:
            values[i] = 2 * x[c.SQUARE_COINS] + x[c.SQUARE_RESOURCES]
        elif s.phase == c.DOUBLE:
            values[i] = x[c.DOUBLE_COINS] - 5 * x[c.DOUBLE_POTIONS]
        elif s.phase == c.LUCKY:
            values[i] = x[c.LUCKY_TWICE]
        elif s.phase == c.POWER:
            values[i] = 3 * x[c.POWER_HERO] + 2 * x[c.POWER_THUG] + x[c.POWER_SCROLL]
        elif s.phase == c.CRAFT:
            values[i] = x[c.CRAFT_COINS] + 4 * x[c.CRAFT_WHOLE] - 5 * x[c.CRAFT_DECLINE]
        elif s.phase == c.CHOOSE:
            values[i] = x[c.CHOOSE_NEARER] - 2 * x[c.CHOOSE_DECLINE]
        elif s.phase == c.BID:
            values[i] = 2 * x[c.BID_UP_TO_FIVE] - x[c.BID_BID]  # five coins for four points, never more
    # All other decisions are left to the noise: their values are 0.
    return best(values, noise)
