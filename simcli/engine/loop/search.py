"""Search players: the actions a heuristic likes best are tried in play to the end, and the one that wins most, by most points, is taken.

Playout number j of every action starts from the same deal of what the seat cannot know (`redeal_hidden`) and has the same dice and the
same luck of all seats, so that actions are compared by what they change and not by their luck. The worlds are found from the luck of the
decision, (deal, seat, round, number of the seat's decision): neither from the worker nor from anything hidden.

The budget is shared out by sequential halving (Karnin, Koren, Somekh 2013): every action left gets equally many playouts, then the
better half is left. Win share and lead (points ahead of the best other seat) count alike, each in units of its spread over the playouts of
the decision: the lead says more of a few playouts than who won them. The heuristic's favourite is always among them, and another action
is taken only when it is ahead of the favourite by so many standard errors: with few playouts the noise of a long game is larger than what
most decisions are worth.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.bans import list_actions
from simcli.engine.batch import STUCK
from simcli.engine.contract import redeal_hidden, score, shares
from simcli.engine.header import MAX_SEATS, RUNNING
from simcli.engine.kernel import kernel
from simcli.engine.loop.favourites import TRIED, WORLD, list_favourites, two_states
from simcli.engine.loop.learned import has_trees, judge_actions
from simcli.engine.loop.playout import luck_of, take, total_of, weigh

PLAYED_SUM, SHARE_SUM, POINTS_SUM, OUTCOME_SUMS = 3, 4, 5, 6
"""Places of sums over the playouts of a decision, behind those of products: playouts, win shares, leads."""
SCALE = 1000
"""A lead in standard errors is x1000."""


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
        tried.ahead[i] = 0
        for k in range(tried.squares.shape[1]):
            tried.squares[i, k] = 0
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
    tried, seat = scratch.search, int64(s.actor)
    states = two_states(s, tried.room)
    rounds, rivals = halvings(left), int64(0) if strategy.together else int64(s.n_players)
    world = 0
    for k in range(OUTCOME_SUMS):
        tried.sums[k] = 0
    while left > 1:
        for _ in range(strategy.playouts // (left * rounds)):
            deal_world(s, t, states, rng.derive(key, world), scratch)
            world += 1
            favoured, in_front = 0, 0
            for c in range(left):
                i = tried.order[c]
                states[TRIED] = states[WORLD]
                if not play_out(states[TRIED], t, tried.actions[i], strategy, scratch):
                    return False
                share, points = int64(scratch.share[seat]), lead_of(scratch, seat, rivals)
                if c == 0:
                    favoured, in_front = share, points
                tried.playouts[i] += 1
                tried.won[i] += share
                tried.ahead[i] += points
                note_products(tried.squares[i], share - favoured, points - in_front)
                note_products(tried.sums, share, points)
                tried.sums[SHARE_SUM] += share
                tried.sums[POINTS_SUM] += points
            tried.made += left
            tried.sums[PLAYED_SUM] += left
        find_units(tried)
        sort_by_worth(tried, left)
        left = (left + 1) // 2
    return True


@kernel
def note_products(sums, share, points):
    """Adds the products of a share and a number of points with themselves and each other."""
    sums[0] += share * share
    sums[1] += share * points
    sums[2] += points * points


@kernel
def find_units(tried):
    """The spread of win shares and of leads over all playouts of the decision, as whole numbers: each is the weight of the other, so that
    both count in units of their own spread. What does not vary has no weight."""
    sums, n = tried.sums, tried.sums[PLAYED_SUM]
    shares_apart = square_root(n * sums[0] - sums[SHARE_SUM] * sums[SHARE_SUM]) // n
    points_apart = square_root(n * sums[2] - sums[POINTS_SUM] * sums[POINTS_SUM]) // n
    tried.units[0] = points_apart if points_apart > 0 else 1
    tried.units[1] = 0 if points_apart == 0 else max(shares_apart, 1)


@kernel
def square_root(x):
    """Whole part of the square root of a number that is not below 0."""
    root, next_root = x, (x + 1) // 2
    while next_root < root:
        root = next_root
        next_root = (root + x // root) // 2
    return root


@kernel
def worth_of(tried, i):
    """Win share and lead of an action together, each in units of its spread."""
    return tried.units[0] * tried.won[i] + tried.units[1] * tried.ahead[i]


@kernel
def is_ahead(tried, lead):
    """Whether the best other action is ahead of the favourite by more than `lead` standard errors (x1000) of their difference.

    Both have been tried in the same worlds: the differences d of n worlds add up to D, with a standard error of about sqrt(sum of d^2).
    """
    best = tried.order[1]
    difference = worth_of(tried, best) - worth_of(tried, tried.order[0])
    a, b, products = tried.units[0], tried.units[1], tried.squares[best]
    squares = a * a * products[0] + 2 * a * b * products[1] + b * b * products[2]
    return difference > 0 and SCALE * difference > lead * square_root(squares)


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
    """Carries out an action and plays on to the end, all seats with the weights of the search player; shares and points into the scratch.

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
    score(s, t, scratch.points)
    shares(s, t, scratch.share)
    return True


@kernel
def lead_of(scratch, seat, n_players):
    """How many of the points in scratch.points a seat is ahead of the best other one; of a player alone, and where `n_players` is 0, its
    points."""
    own, best, has_others = total_of(scratch, seat), int64(0), False
    for p in range(n_players):
        if p != seat:
            total = total_of(scratch, p)
            best = max(best, total) if has_others else total
            has_others = True
    return own - best


@kernel
def sort_by_worth(tried, left):
    """Sorts the actions left, but for the favourite, by what equally many playouts brought; of equals the order stands."""
    order = tried.order
    for c in range(2, left):
        i = order[c]
        at = c
        while at > 1 and worth_of(tried, order[at - 1]) < worth_of(tried, i):
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
