"""Builds where points are and choices stay open; looks at the supply to know when points today beat tiles for tomorrow."""

import numba

from simcli.engine import rng
from simcli.games.columns import kingdom_builder as c


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


def choose(s, t, actions, X, weights, noise):
    """Called whenever the seat `s.actor` has two legal actions or more; the answer is a position in `actions`."""
    values = X[:, 0] * 0  # one whole number for each action
    # The last turns: what is left of the supply (a field of the record, by seat) is placed in two turns or fewer.
    hurry = s.supply[s.actor] <= 2 * t.builds
    for i in range(len(actions)):
        if s.phase == c.BUILD:
            # Few kinds of terrain beside the own settlements leave a free choice of hexes next turn: that is worth points now,
            # but not in the last turns, where a weight would go on paying for it.
            values[i] = 20 * X[i, c.BUILD_POINTS] + 16 * X[i, c.BUILD_SPOTS] + 15 * X[i, c.BUILD_LACK] + 26 * X[i, c.BUILD_LARGEST]
            values[i] -= 50 * X[i, c.BUILD_JOINS]
            if not hurry:
                values[i] += 14 * X[i, c.BUILD_TILE] + 31 * X[i, c.BUILD_TO_TILE] + 26 * X[i, c.BUILD_TO_CASTLE] - 49 * X[i, c.BUILD_BINDS]
        elif s.phase == c.PLACE:
            values[i] = 20 * X[i, c.PLACE_POINTS] + 16 * X[i, c.PLACE_SPOTS] + 14 * X[i, c.PLACE_TILE] - 50 * X[i, c.PLACE_JOINS]
        elif s.phase == c.PUT:
            values[i] = 20 * X[i, c.PUT_POINTS] + 14 * X[i, c.PUT_TILE]
        elif s.phase == c.BEFORE:
            values[i] = X[i, c.BEFORE_BUILDS] - X[i, c.BEFORE_MOVES]  # tiles that build at once, tiles that move at the end
        elif s.phase == c.AFTER:
            # Move only a settlement that gives up nothing, and only for points.
            values[i] = 9 * X[i, c.AFTER_BUILDS] + X[i, c.AFTER_SWING]
            if X[i, c.AFTER_MOVES] == 1 and X[i, c.AFTER_SWING] == 0:
                values[i] = -1
        elif s.phase == c.LIFT:
            values[i] = 10 * X[i, c.LIFT_IDLE] + X[i, c.LIFT_GAIN]
        # `give_up`, the only decision left, is decided by the noise: all values are 0.
    return best(values, noise)
