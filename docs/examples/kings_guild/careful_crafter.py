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
    gather = 140 * x[c.TURN_ROOM] - 150 * x[c.TURN_GATHER] + 3 * x[c.TURN_RATE] - 30 * x[c.TURN_READY]
    craft = 100 * x[c.TURN_CRAFT] + 70 * x[c.TURN_CRAFT_COINS] - 15 * x[c.TURN_CRAFT_PAYS] + 150 * x[c.TURN_TREASURES]
    craft += 300 * x[c.TURN_OWN_QUEST] + 100 * x[c.TURN_QUEST_POINTS] - 350 * x[c.TURN_OPENS] - 100 * x[c.TURN_SHARES]
    craft -= 70 * x[c.TURN_OVER_HAND]
    build = 90 * x[c.TURN_BUILD_POINTS] + 45 * x[c.TURN_BUILD_HOPE] + 50 * x[c.TURN_FULL_POINTS] - 32 * x[c.TURN_BUILD_COST]
    build -= 60 * x[c.TURN_BUILD]
    both = 25 * x[c.TURN_STORAGE] + 5 * x[c.TURN_HAND] + 70 * x[c.TURN_ACCESS] + 3 * x[c.TURN_ACCESS_RATE] + 25 * x[c.TURN_DISCOUNTS]
    both += 150 * x[c.TURN_LAST_POINTS] - 50 * x[c.TURN_KEPT_COINS]
    hire = 90 * x[c.TURN_HIRE_POINTS] - 40 * x[c.TURN_HIRE_PRICE] + 30 * x[c.TURN_BARGAIN] + 35 * x[c.TURN_GATHERERS] + 50 * x[c.TURN_FILLS]
    # Treasures are kept for their points; those that do something are played when there is room for it.
    cards = 100 * x[c.TURN_PLAY_GAINS] + 80 * x[c.TURN_PLAY_ENABLES] - 200 * x[c.TURN_PLAY] - 200 * x[c.TURN_PLAY_POINTS]
    cards += 200 * x[c.TURN_PLAY_LATE] + 100 * x[c.TURN_SELL_COINS] - 600 * x[c.TURN_SELL] - 200 * x[c.TURN_SELL_POINTS]
    cards += 800 * x[c.TURN_SELL_IDLE]
    end = 400 * x[c.TURN_STATUE] + 130 * x[c.TURN_OFFERING_POINTS] - 200 * x[c.TURN_BARD]
    return gather + craft + build + both + hire + cards + end


def choose(s, t, actions, X, weights, noise):
    """Called whenever the seat `s.actor` has two legal actions or more; the answer is a position in `actions`."""
    values = X[:, 0] * 0  # one whole number for each action
    for i in range(len(actions)):
        x = X[i]
        if s.phase == c.TURN or s.phase == c.EXPAND or s.phase == c.FREE:
            values[i] = step(x)
        elif s.phase == c.GATHER:
            values[i] = 50 * x[c.GATHER_N] - 100 * x[c.GATHER_OVER] + 30 * x[c.GATHER_NEARER] + 50 * x[c.GATHER_READY]
            values[i] += 30 * x[c.GATHER_USED] + 8 * x[c.GATHER_SOONER]
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
