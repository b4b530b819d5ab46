"""Learned players: of the actions that their plan likes best they take the one that their trees value most.

What they know of an action are columns (base.models). The position after an action is found by carrying it out on a copy in which
what the seat cannot know is dealt again, so that it says nothing of what is hidden.
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.base.models import (
    AFTER,
    AGAINST_MEAN,
    BEFORE,
    FEATURE,
    HEAD,
    KIND_BITS,
    LEAVES,
    MEAN_SCALE,
    MOST_BEHIND,
    MOST_TRIED,
    N_COLUMNS,
    N_TREES,
    NODE_ABOVE,
    NODE_BELOW,
    NODE_COLUMN,
    NODE_THRESHOLD,
    NODE_WORDS,
    NODES,
    PLAN,
    VALUE_SCALE,
    WANTS_AFTER,
    WANTS_BEFORE,
    WANTS_PLAN,
)
from simcli.engine import rng
from simcli.engine.contract import apply_action, context, features, redeal_hidden
from simcli.engine.header import MAX_CONTEXT
from simcli.engine.kernel import hot_in_bounds, kernel
from simcli.engine.loop.favourites import TRIED, is_before, two_states
from simcli.engine.loop.playout import luck_of, weigh
from simcli.engine.sink import weigh_with

AFTER_STREAM = uint64(1 << 29)
"""Stream of a choice's luck by which what is hidden is dealt for the positions after its actions."""
LEAD_SCALE = VALUE_SCALE // 1000
"""A lead is x1000."""
PLACE_MASK = (1 << KIND_BITS) - 1


@kernel
def choose_learned(s, t, n, strategy, scratch, models):
    """Index of the action that a learned player takes among the n in scratch.actions; what it has judged is left in scratch.learned.

    With a `lead` it leaves the favourite of its plan only for an action that is worth so much more. A decision it has no trees for is made
    as its plan makes it.
    """
    if not has_trees(s, strategy, models):
        return weigh(s, t, strategy, n, scratch)
    m = judge_actions(s, t, n, strategy, scratch, models)
    work, sums = scratch.learned, scratch.weighed.sums
    best = 0
    for c in range(1, m):
        if work.values[c] > work.values[best]:
            best = c
    if strategy.lead > 0:
        favourite = 0
        for c in range(1, m):
            if sums[work.order[c]] > sums[work.order[favourite]]:
                favourite = c
        if work.values[best] - work.values[favourite] <= strategy.lead * LEAD_SCALE:
            best = favourite
    return work.order[best]


@kernel
def has_trees(s, strategy, models):
    """Whether a strategy has learned anything of the decision at hand."""
    return strategy.model != 0 and models[strategy.model + s.phase] != 0


@kernel
def judge_actions(s, t, n, strategy, scratch, models):
    """Lists the favourites of the plan in scratch.learned with what the trees say that they are worth; returns how many."""
    at = strategy.model + models[strategy.model + s.phase]
    m = list_favourites(s, t, n, strategy, scratch, models[at + WANTS_PLAN] + strategy.lead)
    work = scratch.learned
    for c in range(m):
        work.actions[c] = scratch.actions[work.order[c]]
    s.feature_mask = strategy.seen_mask[s.phase]
    features(s, t, work.actions, m, scratch.X)
    if models[at + WANTS_BEFORE] != 0:
        note_context(s, t, s.actor, work.before)
    if models[at + WANTS_AFTER] != 0:
        for c in range(m):
            note_after(s, t, work.actions[c], scratch, work.after[c])
    fill_columns(s, n, m, scratch, models, at)
    for c in range(m):
        work.values[c] = sum_trees(work.columns[c], models, at)
    return m


@kernel
def list_favourites(s, t, n, strategy, scratch, wants_sums):
    """Lists in scratch.learned.order the actions that the plan likes best, all of few in their own order; returns how many. Weighted sums
    of all actions are found where there are more, or they are wanted."""
    most = min(strategy.best, MOST_TRIED)
    order = scratch.learned.order
    if n > most or wants_sums != 0:
        s.feature_mask = strategy.feature_mask[s.phase]
        weigh_with(scratch.weighed, strategy, s.phase)
        features(s, t, scratch.actions, n, scratch.weighed)
    if n <= most:
        for i in range(n):
            order[i] = i
        return n
    key = luck_of(s, scratch)
    sums = scratch.weighed.sums
    m = 0
    for i in range(n):
        word = rng.derive(key, scratch.actions[i])
        if m == most and not is_before(sums[i], word, sums[order[m - 1]], rng.derive(key, scratch.actions[order[m - 1]])):
            continue
        at = m if m < most else m - 1
        while at > 0 and is_before(sums[i], word, sums[order[at - 1]], rng.derive(key, scratch.actions[order[at - 1]])):
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
        m = min(m + 1, most)
    return m


@kernel
def note_context(s, t, player, out):
    """Writes what a player knows of a position into int32[MAX_CONTEXT]."""
    for k in range(MAX_CONTEXT):
        out[k] = 0
    context(s, t, player, out)


@kernel
def note_after(s, t, action, scratch, out):
    """Writes what the actor knows of the position after an action into int32[MAX_CONTEXT]."""
    player = s.actor
    states = two_states(s, scratch.search.room)
    states[TRIED] = s
    rng.seed(scratch.noise, rng.derive(luck_of(s, scratch), AFTER_STREAM))
    redeal_hidden(states[TRIED], t, player, scratch.noise)
    apply_action(states[TRIED], t, action)
    note_context(states[TRIED], t, player, out)


@hot_in_bounds
def fill_columns(s, n, m, scratch, models, at):
    """Writes the columns of the m actions judged, of n legal ones, that the trees at a place of the models look at."""
    work, X = scratch.learned, scratch.X
    columns = work.columns
    for j in range(models[at + N_COLUMNS]):
        code = models[at + HEAD + j]
        kind, k = code >> KIND_BITS, code & PLACE_MASK
        if kind == FEATURE:
            for c in range(m):
                columns[c, j] = X[c, k]
        elif kind == AGAINST_MEAN:
            total = 0
            for c in range(m):
                total += int64(X[c, k])
            for c in range(m):
                columns[c, j] = (MEAN_SCALE * (m * int64(X[c, k]) - total)) // m
        elif kind == AFTER:
            for c in range(m):
                columns[c, j] = work.after[c, k] - work.before[k]
        elif kind == PLAN:
            for c in range(m):
                columns[c, j] = plan_column(scratch, m, c, k)
        else:
            value = int64(work.before[k]) if kind == BEFORE else table_column(s, n, k)
            for c in range(m):
                columns[c, j] = value


@kernel
def table_column(s, n, k):
    """What the engine knows of a position: `models.TABLE_COLUMNS`."""
    if k == 0:
        return int64(s.n_players)
    if k == 1:
        return int64(s.round)
    if k == 2:
        return int64(n)
    return place_of(s)


@kernel
def place_of(s):
    """Place of who is to decide, from 0, counted from who began."""
    return (int64(s.actor) - int64(s.first) + int64(s.n_players)) % int64(s.n_players)


@kernel
def plan_column(scratch, m, c, k):
    """What the plan says of an action judged: `models.PLAN_COLUMNS`."""
    sums, order = scratch.weighed.sums, scratch.learned.order
    own = sums[order[c]]
    highest, better = own, int64(0)
    for other in range(m):
        highest = max(highest, sums[order[other]])
        better += sums[order[other]] > own
    return min(highest - own, MOST_BEHIND) if k == 0 else better


@hot_in_bounds
def sum_trees(columns, models, at):
    """What the trees at a place of the models say of an action with these columns."""
    roots = at + HEAD + models[at + N_COLUMNS]
    nodes, leaves = at + models[at + NODES], at + models[at + LEAVES]
    total = 0
    for k in range(models[at + N_TREES]):
        here = int64(models[roots + k])
        while here >= 0:
            node = nodes + NODE_WORDS * here
            is_below = columns[models[node + NODE_COLUMN]] <= models[node + NODE_THRESHOLD]
            here = int64(models[node + NODE_BELOW]) if is_below else int64(models[node + NODE_ABOVE])
        total += int64(models[leaves - 1 - here])
    return total
