"""Gathers for the nearest quest, opens hardly any for others, buys access and storage early, and rooms worth their coins late."""

import numba

from simcli.engine import rng
from simcli.games.columns import kings_guild as c


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
def step(x):
    """What a main action or a free step is worth. `turn`, `expand` and `free` share their columns; ending or passing is worth 0."""
    gather = 20 * x[c.TURN_GATHER] + 12 * x[c.TURN_ROOM] - 3 * x[c.TURN_READY]
    craft = 10 * x[c.TURN_CRAFT] + 7 * x[c.TURN_CRAFT_COINS] - 2 * x[c.TURN_CRAFT_PAYS] + 15 * x[c.TURN_TREASURES]
    craft += 25 * x[c.TURN_OWN_QUEST] + 10 * x[c.TURN_QUEST_POINTS] - 30 * x[c.TURN_OPENS] - 7 * x[c.TURN_OVER_HAND]
    build = 9 * x[c.TURN_BUILD_POINTS] - 2 * x[c.TURN_BUILD_COST] - 5 * x[c.TURN_BUILD] + 8 * x[c.TURN_SPACES]
    both = 15 * x[c.TURN_STORAGE] + 4 * x[c.TURN_HAND] + 60 * x[c.TURN_ACCESS] + 15 * x[c.TURN_DISCOUNTS] + 15 * x[c.TURN_LAST_POINTS]
    hire = 9 * x[c.TURN_HIRE_POINTS] - 4 * x[c.TURN_HIRE_PRICE] + 3 * x[c.TURN_BARGAIN] + 20 * x[c.TURN_GATHERERS] + 10 * x[c.TURN_POWERS]
    # Treasures are kept for their points; those that do something are played when there is room for it.
    cards = 10 * x[c.TURN_PLAY_ROOM] - 15 * x[c.TURN_PLAY] + 20 * x[c.TURN_PLAY_CONTRACT] + 20 * x[c.TURN_PLAY_LATE] - 60 * x[c.TURN_SELL]
    cards += 10 * x[c.TURN_SELL_COINS] - 15 * x[c.TURN_SELL_POINTS]
    return gather + craft + build + both + hire + cards + 40 * x[c.TURN_STATUE] + 13 * x[c.TURN_OFFERING_POINTS] - 50 * x[c.TURN_BARD]


def choose(s, t, actions, X, weights, noise):
    """Called whenever the seat `s.actor` has two legal actions or more; the answer is a position in `actions`."""
    values = X[:, 0] * 0  # one whole number for each action
    for i in range(len(actions)):
        x = X[i]
        if s.phase == c.TURN or s.phase == c.EXPAND or s.phase == c.FREE:
            values[i] = step(x)
        elif s.phase == c.GATHER:
            values[i] = 10 * x[c.GATHER_N] - 10 * x[c.GATHER_OVER] + 5 * x[c.GATHER_NEARER] + 6 * x[c.GATHER_READY] + 4 * x[c.GATHER_USED]
        elif s.phase == c.RETURN or s.phase == c.KIND or s.phase == c.EXCHANGE or s.phase == c.STEAL:
            # The five decisions about a kind of resource share their columns.
            values[i] = 10 * x[c.RETURN_NEARER] + 7 * x[c.RETURN_READY] - 5 * x[c.RETURN_STOP]
        elif s.phase == c.LIMIT or s.phase == c.DISCARD:
            values[i] = 7 * x[c.LIMIT_COINS] - 15 * x[c.LIMIT_POINTS] - 10 * x[c.LIMIT_PLAYABLE]
        elif s.phase == c.KEEP:
            values[i] = 5 * x[c.KEEP_COINS] + 10 * x[c.KEEP_POINTS] + 10 * x[c.KEEP_PLAYABLE]
        elif s.phase == c.SPACE or s.phase == c.BAGGAGE:
            values[i] = -x[c.SPACE_OUTSIDE]  # chambers count only when they are full
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
