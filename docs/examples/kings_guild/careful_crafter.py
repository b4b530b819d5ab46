"""Gathers for what is worth most a turn, crafts whole quests, and turns coins into rooms; of all actions it takes the best it sees."""

import numba
import numpy as np

from simcli.engine import rng
from simcli.games.columns import kings_guild as c

# Columns and their hundredths. Main actions and free steps share their columns; ending or passing is worth 0.
TURN = np.array(
    [
        (c.TURN_GATHER, 97),
        (c.TURN_ROOM, 263),
        (c.TURN_RATE, 11),
        (c.TURN_CRAFT, 815),
        (c.TURN_CRAFT_COINS, 228),
        (c.TURN_CRAFT_PAYS, -27),
        (c.TURN_OPENS, -237),
        (c.TURN_SHARES, -828),
        (c.TURN_BOTH, -10),
        (c.TURN_TREASURES, 138),
        (c.TURN_OWN_QUEST, 538),
        (c.TURN_QUEST_POINTS, 108),
        (c.TURN_BUILD, -23),
        (c.TURN_BUILD_COST, -40),
        (c.TURN_BUILD_POINTS, 209),
        (c.TURN_FULL_POINTS, 58),
        (c.TURN_MASTER, 29),
        (c.TURN_SPACES, -31),
        (c.TURN_KEPT_COINS, -469),
        (c.TURN_STORAGE, 150),
        (c.TURN_ACCESS_RATE, 89),
        (c.TURN_STRANDS, -800),
        (c.TURN_HIRE, 37),
        (c.TURN_HIRE_PRICE, -102),
        (c.TURN_HIRE_POINTS, 31),
        (c.TURN_GATHERERS, 30),
        (c.TURN_POWERS, -16),
        (c.TURN_ABILITIES, 56),
        (c.TURN_SPACES_LEFT, 37),
        (c.TURN_FILLS, 21),
        (c.TURN_LAST_POINTS, 359),
        (c.TURN_LATE_POINTS, 126),
        (c.TURN_STATUE, 43),
        (c.TURN_OFFERING, 32),
        (c.TURN_OFFERING_POINTS, 680),
        (c.TURN_PLAY_GAINS, 128),
        (c.TURN_PLAY_ENABLES, 134),
        (c.TURN_PLAY_SCROLL, 29),
        (c.TURN_PLAY_MAP, -95),
        (c.TURN_PLAY_CONTRACT, 158),
        (c.TURN_PLAY_LATE, 53),
        (c.TURN_STUCK, 1199),
        (c.TURN_SELL, 21),
        (c.TURN_SELL_COINS, -12),
        (c.TURN_SELL_POINTS, -161),
        (c.TURN_SELL_PLAYABLE, -106),
        (c.TURN_SELL_IDLE, 59),
        (c.TURN_SELL_LAST, 16),
        (c.TURN_BARD_FILLS, 93),
    ]
)
EXPAND = np.array(
    [
        (c.TURN_BUILD_COST, -18),
        (c.TURN_BUILD_POINTS, 34),
        (c.TURN_FULL_POINTS, 24),
        (c.TURN_SPACES, 21),
        (c.TURN_KEPT_COINS, -28),
        (c.TURN_STORAGE, 13),
        (c.TURN_SALE, -12),
        (c.TURN_ACCESS, 76),
        (c.TURN_ACCESS_RATE, -10),
        (c.TURN_STRANDS, -114),
        (c.TURN_DISCOUNTS, 29),
        (c.TURN_HIRE, 274),
        (c.TURN_HIRE_PRICE, -63),
        (c.TURN_BARGAIN, 19),
        (c.TURN_GATHERERS, 50),
        (c.TURN_POWERS, 23),
        (c.TURN_ABILITIES, 131),
        (c.TURN_SPACES_LEFT, 25),
        (c.TURN_FILLS, 24),
        (c.TURN_LAST_POINTS, 208),
        (c.TURN_LATE_POINTS, 216),
        (c.TURN_PLAY, -742),
        (c.TURN_PLAY_GAINS, 29),
        (c.TURN_PLAY_CONTRACT, 77),
        (c.TURN_STUCK, 224),
        (c.TURN_SELL, -1923),
        (c.TURN_SELL_COINS, 118),
        (c.TURN_SELL_POINTS, -241),
        (c.TURN_SELL_IDLE, 1010),
        (c.TURN_BARD, 220),
        (c.TURN_BARD_FILLS, 17),
    ]
)
FREE = np.array(
    [
        (c.TURN_STATUE, 378),
        (c.TURN_OFFERING, 74),
        (c.TURN_OFFERING_POINTS, -30),
        (c.TURN_PLAY, -21),
        (c.TURN_PLAY_GAINS, 93),
        (c.TURN_PLAY_POINTS, -100),
        (c.TURN_PLAY_SCROLL, 264),
        (c.TURN_PLAY_MAP, -47),
        (c.TURN_PLAY_CONTRACT, 34),
        (c.TURN_PLAY_LATE, 134),
        (c.TURN_STUCK, 670),
        (c.TURN_SELL, -1532),
        (c.TURN_SELL_COINS, 58),
        (c.TURN_SELL_POINTS, -134),
        (c.TURN_SELL_IDLE, 3048),
        (c.TURN_SELL_LAST, 71),
        (c.TURN_BARD, -46),
        (c.TURN_BARD_FILLS, 97),
        (c.TURN_END, -245),
    ]
)
GATHER = np.array(
    [
        (c.GATHER_DECLINE, -694),
        (c.GATHER_N, 258),
        (c.GATHER_OVER, -75),
        (c.GATHER_RARE, 33),
        (c.GATHER_NEARER, 22),
        (c.GATHER_READY, 74),
        (c.GATHER_USED, -23),
        (c.GATHER_SOONER, 12),
        (c.GATHER_KINDS, 265),
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
            values[i] = 6 * x[c.RETURN_NEARER] + 4 * x[c.RETURN_SOONER] - 9 * x[c.RETURN_RARE] + 6 * x[c.RETURN_HELD]
        elif s.phase == c.LIMIT or s.phase == c.DISCARD:
            values[i] = 2 * x[c.LIMIT_COINS] - 6 * x[c.LIMIT_POINTS] + 3 * x[c.LIMIT_POTION]
        elif s.phase == c.KEEP:
            values[i] = 7 * x[c.KEEP_COINS] + 32 * x[c.KEEP_POINTS] + 6 * x[c.KEEP_PLAYABLE]
        elif s.phase == c.SPACE or s.phase == c.BAGGAGE:
            values[i] = x[c.SPACE_FILLS] - 3 * x[c.SPACE_OUTSIDE]  # chambers count only when they are full
        elif s.phase == c.SQUARE:
            values[i] = 2 * x[c.SQUARE_COINS] + x[c.SQUARE_RESOURCES]
        elif s.phase == c.COLOUR:
            values[i] = 2 * x[c.COLOUR_YELLOW] - 5 * x[c.COLOUR_STOP]
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
