"""Gathers dear dice and whatever the display lacks while the end is far; crafts the dearest card, steals when it can."""

import numba

from simcli.engine import rng
from simcli.games.columns import kings_forge as c


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
def worth_gathering(x, early):
    """What a gather turn is worth, from its row of X."""
    value = 30 * x[c.GATHER_GEM] + 30 * x[c.GATHER_MAGIC] + 34 * x[c.GATHER_LACKS] + 18 * x[c.GATHER_FIRST_PASS]
    value += 17 * x[c.GATHER_PIPS] + 60 * x[c.GATHER_REROLL] + 90 * x[c.GATHER_TOKEN] + 95 * x[c.GATHER_LIBRARY] + 84 * x[c.GATHER_ONES]
    value += 5 * x[c.GATHER_PASS] - 18 * x[c.GATHER_BURNS_DEAR] - 8 * x[c.GATHER_TIES] + x[c.GATHER_ODDS] - 19 * x[c.GATHER_WOOD]
    # `growth` counts dice gained times the crafts the leader still needs; in the first rounds that is what matters.
    return value + (26 if early else 22) * x[c.GATHER_GROWTH]


def choose(s, t, actions, X, weights, noise):
    """Called whenever the seat `s.actor` has two legal actions or more; the answer is a position in `actions`."""
    values = X[:, 0] * 0  # one whole number for each action
    for i in range(len(actions)):
        if s.phase == c.GATHER:
            values[i] = worth_gathering(X[i], s.round <= 3)
        elif s.phase == c.GIVE_UP:
            values[i] = -X[i, c.GIVE_UP_MANDATORY]
        elif s.phase == c.PAY:
            # Metal first, magic last; a burned die is gone for good, one that is only tied comes back.
            values[i] = (
                -7 * X[i, c.PAY_WOOD] - 13 * X[i, c.PAY_GEM] - 38 * X[i, c.PAY_MAGIC] - 37 * X[i, c.PAY_BURNS] - 15 * X[i, c.PAY_LACKS]
            )
        elif s.phase == c.BONUS:
            values[i] = X[i, c.BONUS_DIE]
        elif s.phase == c.CEMETERY:
            values[i] = -X[i, c.CEMETERY_USE]
        elif s.phase == c.MODIFY:
            values[i] = 15 * X[i, c.MODIFY_USE] + 17 * X[i, c.MODIFY_ENABLES] + 4 * X[i, c.MODIFY_CLOSER] - 4 * X[i, c.MODIFY_RISKS]
        elif s.phase == c.TARGET:
            values[i] = 7 * X[i, c.TARGET_ENABLES] - X[i, c.TARGET_WASTES] - X[i, c.TARGET_USE]
        elif s.phase == c.REROLL:
            values[i] = -3 * X[i, c.REROLL_USE] - X[i, c.REROLL_HIGH] - 3 * X[i, c.REROLL_RISKS]
        elif s.phase == c.CRAFT:
            # Steal before crafting: the own card can still be made afterwards, the craft of another may be gone.
            values[i] = 77 * X[i, c.CRAFT_STEAL] + 12 * X[i, c.CRAFT_RANK] + 16 * X[i, c.CRAFT_FINISHES] - 29 * X[i, c.CRAFT_STOP]
            values[i] += 74 * X[i, c.CRAFT_BLOCKS] + 13 * X[i, c.CRAFT_FROM_LEADER]
        elif s.phase == c.PLACE:
            # Just enough pips, unless somebody may still steal the card: then better dice protect it.
            values[i] = -12 * X[i, c.PLACE_SURPLUS] + 16 * X[i, c.PLACE_EXPOSED] - 15 * X[i, c.PLACE_WILD] + 16 * X[i, c.PLACE_KEEPS]
    return best(values, noise)
