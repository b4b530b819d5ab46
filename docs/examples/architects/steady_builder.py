"""Collects what the buildings of its hand lack, arrests big groups of the others, and fills the Guildhall once it is worth the space."""

import numba

from simcli.engine import rng
from simcli.games.columns import architects as c


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
def worker(x):
    """What a place gives now and brings nearer."""
    goods = 6 * x[c.PLACE_CLAY] + 3 * x[c.PLACE_WOOD] + 34 * x[c.PLACE_GOLD] + 20 * x[c.PLACE_LATE_POINTS] + 10 * x[c.PLACE_EARLY]
    goods += 9 * x[c.PLACE_FEW] + 104 * x[c.PLACE_VIRTUE] + 45 * x[c.PLACE_USEFUL] + 27 * x[c.PLACE_LACKS] + 21 * x[c.PLACE_COMPLETES]
    people = 64 * x[c.PLACE_NEW_SKILLS] + 35 * x[c.PLACE_LACKS_SKILL] + 30 * x[c.PLACE_BEST_SKILL] + 40 * x[c.PLACE_BIG_CATCH]
    people += 66 * x[c.PLACE_PRISON] + 13 * x[c.PLACE_PAY_OFF] - 117 * x[c.PLACE_LOW] - 83 * x[c.PLACE_RESET_HARM] - 5 * x[c.PLACE_RIVALS]
    cards = 28 * x[c.PLACE_CARDS] + 105 * x[c.PLACE_WANTS_CARDS]
    hall = 62 * x[c.PLACE_BUILD] - 85 * x[c.PLACE_HALL] + 7 * x[c.PLACE_ENDS_AHEAD] + 217 * x[c.PLACE_LAST_POINTS]
    return goods + people + cards + hall


def choose(s, t, actions, X, weights, noise):
    """Called whenever the seat `s.actor` has two legal actions or more; the answer is a position in `actions`."""
    values = X[:, 0] * 0  # one whole number for each action
    for i in range(len(actions)):
        x = X[i]
        if s.phase == c.PLACE:
            values[i] = worker(x)
        elif s.phase == c.PROJECT:
            values[i] = 11 * x[c.PROJECT_POINTS] + 4 * x[c.PROJECT_END_POINTS] + 2 * x[c.PROJECT_VIRTUE] + 3 * x[c.PROJECT_CATHEDRAL]
        elif s.phase == c.HIRE:
            values[i] = 4 * x[c.HIRE_SKILLS] + 3 * x[c.HIRE_VIRTUE] + 3 * x[c.HIRE_TARGET] + 3 * x[c.HIRE_BEST] + 2 * x[c.HIRE_YIELDS]
            values[i] += x[c.HIRE_SILVER]
        elif s.phase == c.FIRST_APPRENTICE:
            values[i] = 3 * x[c.FIRST_APPRENTICE_VIRTUE] + 2 * x[c.FIRST_APPRENTICE_SKILLS] + 3 * x[c.FIRST_APPRENTICE_LACKS_SKILL]
        elif s.phase == c.CAPTURE:
            values[i] = 3 * x[c.CAPTURE_RIVALS] + 6 * x[c.CAPTURE_RANSOM]
        elif s.phase == c.GUARDHOUSE:
            # Prisoners are worth silver, own workers are worth turns; a debt is paid off where it can be, and none is taken.
            values[i] = 2 * x[c.GUARDHOUSE_SEND] + 5 * x[c.GUARDHOUSE_RELEASE] - 5 * x[c.GUARDHOUSE_BY_DEBT] + 8 * x[c.GUARDHOUSE_PAY_OFF]
        elif s.phase == c.KEEP or s.phase == c.DRAFT:
            skills, virtue = (c.KEEP_SKILLS, c.KEEP_VIRTUE) if s.phase == c.KEEP else (c.DRAFT_SKILLS, c.DRAFT_VIRTUE)
            values[i] = 3 * x[virtue] - 4 * x[skills]
        elif s.phase == c.STOREHOUSE:
            values[i] = 5 * x[c.STOREHOUSE_GOLD] + 5 * x[c.STOREHOUSE_LACKS] - x[c.STOREHOUSE_PAYS] - 10 * x[c.STOREHOUSE_TOP]
    # All other decisions are left to the noise: their values are 0.
    return best(values, noise)
