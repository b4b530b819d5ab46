"""Drafts what pays even if everybody answers it with a card of their own, and militia where nothing would."""

import numba

from simcli.engine import rng
from simcli.games.columns import guildes as c


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
    for i in range(len(actions)):
        if s.phase == c.PICK:
            # Votes that are left when every rival has answered count most. The early rounds pay again in later ones, which
            # `votes_rest` knows; in the last one, `t.rounds`, it says the same as `votes_now` and is not needed.
            values[i] = 8 * X[i, c.PICK_CONTESTED]
            if s.round < t.rounds:
                values[i] += X[i, c.PICK_VOTES_REST]
            # A militia card pays whatever the others do. A weight could not say this: only where nothing else is certain.
            if X[i, c.PICK_CONTESTED] <= 0 and X[i, c.PICK_MILITIA] == 1:
                values[i] += 3
        elif s.phase == c.PLAY:
            # A first prize on a single card is an invitation: everybody overbids it.
            values[i] = 10 * X[i, c.PLAY_VOTES_NOW] + X[i, c.PLAY_VOTES_REST] + 8 * X[i, c.PLAY_MILITIA] - 5 * X[i, c.PLAY_LONE]
        elif s.phase == c.GIVE:
            values[i] = -X[i, c.GIVE_CONTESTED]  # hand in what is worth least
        elif s.phase == c.KEEP:
            values[i] = X[i, c.KEEP_VOTES_REST]
        else:
            values[i] = X[i, c.USE_SWING]  # all other decisions are steps of dirty tricks, with the same three features
    return best(values, noise)
