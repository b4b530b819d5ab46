"""Search players: the actions a heuristic likes best are tried in play to the end, and the one that wins most is taken.

Playout number j of every action starts from the same deal of what the seat cannot know (`redeal_hidden`) and has the same dice and the
same luck of all seats, so that actions are compared by what they change and not by their luck. The worlds are found from the luck of the
decision, (deal, seat, round, number of the seat's decision): neither from the worker nor from anything hidden.

The budget is shared out by sequential halving (Karnin, Koren, Somekh 2013): every action left gets equally many playouts, then the
better half is left. The heuristic's favourite is always among them, and another action is taken only when it is ahead of the favourite by
so many standard errors: with few playouts the noise of a long game is larger than what most decisions are worth.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.bans import list_actions
from simcli.engine.batch import STUCK
from simcli.engine.contract import redeal_hidden, shares
from simcli.engine.header import MAX_SEATS, RUNNING
from simcli.engine.kernel import kernel
from simcli.engine.loop.favourites import TRIED, WORLD, list_favourites, two_states
from simcli.engine.loop.learned import has_trees, judge_actions
from simcli.engine.loop.playout import luck_of, take, weigh


@kernel
def search(s, t, n, strategy, scratch, models):
    """Index of the action a search player takes among the n in scratch.actions; what it tried is left in scratch.search.

    STUCK when a playout came to a position without legal actions.
    """
    tried = scratch.search
    key = luck_of(s, scratch)
    for i in range(n):
        tried.actions[i] = scratch.actions[i]
        tried.playouts[i] = 0
        tried.won[i] = 0
        tried.squares[i] = 0
    for p in range(MAX_SEATS):
        tried.luck[p] = scratch.luck[p]
    left = list_candidates(s, t, n, strategy, scratch, models, key)
    if left > 1 and not halve(s, t, left, strategy, scratch, key):
        return STUCK
    for i in range(n):
        scratch.actions[i] = tried.actions[i]
    for p in range(MAX_SEATS):
        scratch.luck[p] = tried.luck[p]
    return tried.order[1] if left > 1 and is_ahead(tried, strategy.lead) else tried.order[0]


@kernel
def halve(s, t, left, strategy, scratch, key):
    """Tries the first `left` actions of scratch.search.order, and of the better half again, until the best stands behind the favourite.

    False when a playout has no legal action.
    """
    tried = scratch.search
    states = two_states(s, tried.room)
    rounds = halvings(left)
    world = 0
    while left > 1:
        for _ in range(strategy.playouts // (left * rounds)):
            deal_world(s, t, states, rng.derive(key, world), scratch)
            world += 1
            favoured = 0
            for c in range(left):
                i = tried.order[c]
                states[TRIED] = states[WORLD]
                if not play_out(states[TRIED], t, tried.actions[i], strategy, scratch):
                    return False
                share = int64(scratch.share[s.actor])
                if c == 0:
                    favoured = share
                tried.playouts[i] += 1
                tried.won[i] += share
                tried.squares[i] += (share - favoured) * (share - favoured)
            tried.made += left
        sort_by_won(tried, left)
        left = (left + 1) // 2
    return True


@kernel
def is_ahead(tried, lead):
    """Whether the best other action is ahead of the favourite by more than `lead` standard errors (x1000) of their difference.

    Both have been tried in the same worlds: the differences d of n worlds add up to D, with a standard error of about sqrt(sum of d^2).
    """
    best = tried.order[1]
    difference = tried.won[best] - tried.won[tried.order[0]]
    return difference > 0 and difference * difference * 1_000_000 > lead * lead * tried.squares[best]


@kernel
def halvings(left):
    """How often the better half of so many is kept until one is left."""
    rounds = 0
    while left > 1:
        left = (left + 1) // 2
        rounds += 1
    return rounds


@kernel
def list_candidates(s, t, n, strategy, scratch, models, key):
    """Lists in scratch.search.order the actions to try, the favourite first; returns how many.

    They are the `best` by its own weighted sums, of a search that a learned player guides in the order of what that one values; fewer
    where the budget would not be enough for a playout of each in every round.
    """
    if has_trees(s, strategy, models):
        left = sort_by_values(s, t, n, strategy, scratch, models)
    else:
        left = list_favourites(s, t, n, strategy.best, strategy, scratch, key, scratch.search.order)
    while left * halvings(left) > strategy.playouts:
        left -= 1
    return left


@kernel
def sort_by_values(s, t, n, strategy, scratch, models):
    """Lists in scratch.search.order the favourites of a learned player's plan, the one it values most first; returns how many."""
    m = judge_actions(s, t, n, strategy, scratch, models)
    judged, order = scratch.learned, scratch.search.order
    for c in range(m):
        at = c
        while at > 0 and judged.values[c] > judged.values[order[at - 1]]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = c
    for c in range(m):
        order[c] = judged.order[order[c]]
    return m


@kernel
def deal_world(s, t, states, key, scratch):
    """A deal of what `s.actor` cannot know into states[WORLD], and the luck of the seats in it."""
    states[WORLD] = s
    rng.seed(scratch.noise, rng.derive(key, MAX_SEATS))
    redeal_hidden(states[WORLD], t, s.actor, scratch.noise)
    for p in range(MAX_SEATS):
        scratch.luck[p] = rng.derive(key, p)


@kernel
def play_out(s, t, action, strategy, scratch):
    """Carries out an action and plays on to the end, all seats with the weights of the search player; the shares into scratch.share.

    False when no action is legal before it.
    """
    while True:
        take(s, t, action)
        if s.over != RUNNING or s.decisions >= strategy.max_decisions:
            break
        n = list_actions(s, t, scratch)
        if n < 1:
            return False
        i = weigh(s, t, strategy, n, scratch) if n > 1 else 0
        action = scratch.actions[i]
    shares(s, t, scratch.share)
    return True


@kernel
def sort_by_won(tried, left):
    """Sorts the actions left, but for the favourite, by what they won in equally many playouts; of equals the order stands."""
    order = tried.order
    for c in range(2, left):
        i = order[c]
        at = c
        while at > 1 and tried.won[order[at - 1]] < tried.won[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
