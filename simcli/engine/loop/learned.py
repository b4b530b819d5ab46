"""Learned players: of the actions that their plan likes best they take the one that their trees value most.

What they know of an action are columns (base.models). The position after an action is found by carrying it out on a copy in which
what the seat cannot know is dealt again, so that it says nothing of what is hidden.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from simcli.base.models import (
    AFTER,
    AGAINST_MEAN,
    BEFORE,
    FEATURE,
    HEAD,
    HIGHEST,
    KIND_BITS,
    MOST_TRIED,
    N_COLUMNS,
    PLACE_MASK,
    PLAN,
    ROW_AGAINST_MEAN,
    VALUE_SCALE,
    WANTS_AFTER,
    WANTS_BEFORE,
    WANTS_PLAN,
)
from simcli.engine import rng
from simcli.engine.contract import apply_action, context, features, redeal_hidden
from simcli.engine.header import MAX_CONTEXT
from simcli.engine.kernel import hot_in_bounds, kernel
from simcli.engine.loop.columns import put_against_mean, put_column, put_for_all
from simcli.engine.loop.favourites import TRIED, WORLD, list_favourites, two_states
from simcli.engine.loop.playout import luck_of, weigh
from simcli.engine.loop.trees import sum_trees
from simcli.engine.sink import NO_FEATURES

AFTER_STREAM = uint64(1 << 29)
"""Stream of a choice's luck by which what is hidden is dealt for the positions after its actions."""
LEAD_SCALE = VALUE_SCALE // 1000
"""A lead is x1000."""


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
        if int64(work.values[best]) - work.values[favourite] <= strategy.lead * LEAD_SCALE:
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
    m = list_judged(s, t, n, strategy, scratch)
    work = scratch.learned
    for c in range(m):
        work.actions[c] = scratch.actions[work.order[c]]
    weighs = m == n and (models[at + WANTS_PLAN] != 0 or strategy.lead > 0)
    s.feature_mask = strategy.seen_mask[s.phase] | (strategy.feature_mask[s.phase] if weighs else NO_FEATURES)
    features(s, t, work.actions, m, scratch.X)
    if weighs:
        weigh_rows(strategy.weights[s.phase], scratch.X, n, scratch.weighed.sums)
    if models[at + WANTS_BEFORE] != 0:
        note_context(s, t, s.actor, work.before)
    if models[at + WANTS_AFTER] != 0:
        note_after(s, t, m, work.actions, scratch)
    fill_columns(s, n, m, scratch, models, at)
    sum_trees(work.columns, int64(m), models, int64(at), work.rows, work.gone, work.values)
    return m


@kernel
def list_judged(s, t, n, strategy, scratch):
    """Lists in scratch.learned.order the actions that are judged: of many the favourites of the plan, whose weighted sums are found then;
    of few all in their own order. Returns how many."""
    most, order = min(strategy.best, MOST_TRIED), scratch.learned.order
    if n > most:
        return list_favourites(s, t, n, most, strategy, scratch, luck_of(s, scratch), order)
    for i in range(n):
        order[i] = i
    return n


@hot_in_bounds
def weigh_rows(weights, X, n, sums):
    """Writes the weighted sums of the first n rows of a matrix of features: as `find_sums`, of which all features are there."""
    for i in range(n):
        total = int64(0)
        for k in range(X.shape[1]):
            total += weights[k] * X[i, k]
        sums[i] = total


@kernel
def note_context(s, t, player, out):
    """Writes what a player knows of a position into int32[MAX_CONTEXT]."""
    for k in range(MAX_CONTEXT):
        out[k] = 0
    context(s, t, player, out)


@kernel
def note_after(s, t, m, actions, scratch):
    """Writes what the actor knows of the position after each of m actions into scratch.learned.after; hidden things lie alike for all."""
    player, after = s.actor, scratch.learned.after
    states = two_states(s, scratch.search.room)
    states[WORLD] = s
    rng.seed(scratch.noise, rng.derive(luck_of(s, scratch), AFTER_STREAM))
    redeal_hidden(states[WORLD], t, player, scratch.noise)
    for c in range(m):
        last = c == m - 1  # the deal is needed no longer
        if not last:
            states[TRIED] = states[WORLD]
        at = WORLD if last else TRIED
        apply_action(states[at], t, actions[c])
        note_context(states[at], t, player, after[c])


@hot_in_bounds
def fill_columns(s, n, m, scratch, models, at):
    """Writes the columns of the m actions judged, of n legal ones, that the trees at a place of the models look at.

    Columns have room for MOST_TRIED actions, and so many are written, as vectors: what stands behind the m-th means nothing.
    """
    work, X = scratch.learned, scratch.X
    columns = work.columns
    for j in range(models[at + N_COLUMNS]):
        code = models[at + HEAD + j]
        kind, k = code >> KIND_BITS, code & PLACE_MASK
        if kind == FEATURE:
            put_column(X, k, columns, j, np.int32(0))
        elif kind == AGAINST_MEAN:
            put_against_mean(X, k, columns, j, int64(m))
        elif kind == ROW_AGAINST_MEAN:
            put_against_mean(columns.T, k, columns, j, int64(m))
        elif kind == AFTER:
            put_column(work.after, k, columns, j, work.before[k])
        elif kind == PLAN:
            for c in range(m):
                columns[j, c] = plan_column(scratch, m, c, k)
        else:
            put_for_all(columns, j, np.int32(work.before[k] if kind == BEFORE else table_column(s, n, k)))


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
    return min(highest - own, HIGHEST) if k == 0 else better
