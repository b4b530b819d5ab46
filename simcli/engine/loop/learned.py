"""Learned players: of the actions that their plan likes best they take the one that their trees value most.

What they know of an action are columns (base.models). The position after an action is found by carrying it out on a copy in which
what the seat cannot know is dealt again, so that it says nothing of what is hidden.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy import int64, uint64

from simcli.base.models import (
    AFTER,
    AGAINST_MEAN,
    BEFORE,
    FEATURE,
    FIRST_LEAF,
    FIRST_SPLIT,
    HEAD,
    KIND_BITS,
    LEAVES,
    MEAN_SCALE,
    MOST_BEHIND,
    MOST_LEAVES,
    MOST_TRIED,
    N_COLUMNS,
    N_SPLITS,
    N_TREES,
    PLAN,
    SPLIT_COLUMN,
    SPLIT_MASK,
    SPLIT_THRESHOLD,
    SPLIT_WORDS,
    SPLITS,
    TREE_WORDS,
    TREES,
    VALUE_SCALE,
    WANTS_AFTER,
    WANTS_BEFORE,
    WANTS_PLAN,
)
from simcli.engine import rng
from simcli.engine.bits import lowest_bit
from simcli.engine.code.inner import INNER
from simcli.engine.contract import apply_action, context, features, redeal_hidden
from simcli.engine.header import MAX_CONTEXT
from simcli.engine.kernel import hot_in_bounds, kernel
from simcli.engine.loop.favourites import TRIED, WORLD, find_sums, list_favourites, two_states
from simcli.engine.loop.playout import luck_of, weigh

AFTER_STREAM = uint64(1 << 29)
"""Stream of a choice's luck by which what is hidden is dealt for the positions after its actions."""
LEAD_SCALE = VALUE_SCALE // 1000
"""A lead is x1000."""
PLACE_MASK = (1 << KIND_BITS) - 1
ALL_LEAVES = (1 << MOST_LEAVES) - 1


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
    m = list_judged(s, t, n, strategy, scratch, models[at + WANTS_PLAN] + strategy.lead)
    work = scratch.learned
    for c in range(m):
        work.actions[c] = scratch.actions[work.order[c]]
    s.feature_mask = strategy.seen_mask[s.phase]
    features(s, t, work.actions, m, scratch.X)
    if models[at + WANTS_BEFORE] != 0:
        note_context(s, t, s.actor, work.before)
    if models[at + WANTS_AFTER] != 0:
        note_after(s, t, m, work.actions, scratch)
    fill_columns(s, n, m, scratch, models, at)
    sum_trees(m, scratch, models, at)
    return m


@kernel
def list_judged(s, t, n, strategy, scratch, wants_sums):
    """Lists in scratch.learned.order the actions that are judged: the favourites of the plan, all of few in their own order; returns how
    many. Weighted sums of all actions are found where there are more, or they are wanted."""
    most, order = min(strategy.best, MOST_TRIED), scratch.learned.order
    if n > most:
        return list_favourites(s, t, n, most, strategy, scratch, luck_of(s, scratch), order)
    if wants_sums != 0:
        find_sums(s, t, n, strategy, scratch)
    for i in range(n):
        order[i] = i
    return n


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
        states[TRIED] = states[WORLD]
        apply_action(states[TRIED], t, actions[c])
        note_context(states[TRIED], t, player, after[c])


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
                columns[j, c] = X[c, k]
        elif kind == AGAINST_MEAN:
            total = 0
            for c in range(m):
                total += int64(X[c, k])
            for c in range(m):
                columns[j, c] = (MEAN_SCALE * (m * int64(X[c, k]) - total)) // m
        elif kind == AFTER:
            for c in range(m):
                columns[j, c] = work.after[c, k] - work.before[k]
        elif kind == PLAN:
            for c in range(m):
                columns[j, c] = plan_column(scratch, m, c, k)
        else:
            value = int64(work.before[k]) if kind == BEFORE else table_column(s, n, k)
            for c in range(m):
                columns[j, c] = value


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
def sum_trees(m, scratch, models, at):
    """Writes what the trees at a place of the models say of the m actions judged into scratch.learned.values.

    Of a tree all splits are asked, of all actions at once: a split that a value passes leaves the leaves on its right, and the first leaf
    that is left by all of them is the one that a walk from the root comes to (Lucchese and others, QuickScorer, 2015).
    """
    work = scratch.learned
    splits, leaves = at + models[at + SPLITS], at + models[at + LEAVES]
    for c in range(m):
        work.values[c] = 0
    for k in range(models[at + N_TREES]):
        tree = at + models[at + TREES] + TREE_WORDS * k
        first = splits + SPLIT_WORDS * models[tree + FIRST_SPLIT]
        leave_leaves(work.columns, models, int64(first), int64(models[tree + N_SPLITS]), work.left)
        leaf = leaves + models[tree + FIRST_LEAF]
        for c in range(m):
            work.values[c] += int64(models[leaf + lowest_bit(int64(work.left[c]))])


def leave_leaves(columns, models, first, splits, left):
    """Writes uint32[MOST_TRIED], masks of the leaves that are left in a tree for each action.

    columns: int32[columns, MOST_TRIED]; first: where the splits of the tree begin in `models`; splits: their number.
    """
    left[:] = ALL_LEAVES
    for n in range(first, first + SPLIT_WORDS * splits, SPLIT_WORDS):
        mask = np.uint32(int(models[n + SPLIT_MASK]) & ALL_LEAVES)
        left[columns[models[n + SPLIT_COLUMN]] > models[n + SPLIT_THRESHOLD]] &= mask


@intrinsic
def _leave_leaves(typing_context: Any, columns: Any, models: Any, first: Any, splits: Any, left: Any) -> Any:
    """The same with a vector of eight numbers for the actions, of which the compiler makes none by itself."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = {k: context.make_array(signature.args[k])(context, builder, arguments[k]).data for k in (0, 1, 4)}
        word, vector = ir.IntType(32), ir.VectorType(ir.IntType(32), MOST_TRIED)
        every = ir.Constant(vector, [-1] * MOST_TRIED)
        kept = cgutils.alloca_once_value(builder, every)

        def in_all(value: Any) -> Any:
            one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(word, 0))
            return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), ir.Constant(vector, [0] * MOST_TRIED))

        with cgutils.for_range(builder, arguments[3]) as loop:
            split = builder.gep(at[1], [builder.add(arguments[2], builder.mul(loop.index, ir.Constant(loop.index.type, SPLIT_WORDS)))])
            column, threshold, mask = (builder.load(builder.gep(split, [ir.Constant(word, k)])) for k in range(SPLIT_WORDS))
            row = builder.gep(at[0], [builder.mul(column, ir.Constant(word, MOST_TRIED))])
            values = builder.load(builder.bitcast(row, vector.as_pointer()), align=4)
            passed = builder.icmp_signed(">", values, in_all(threshold))
            builder.store(builder.and_(builder.load(kept), builder.select(passed, in_all(mask), every)), kept)
        builder.store(builder.load(kept), builder.bitcast(at[4], vector.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(columns, models, first, splits, left), generate


@overload(leave_leaves, jit_options=INNER)
def _of_leaves(columns, models, first, splits, left):
    return lambda columns, models, first, splits, left: _leave_leaves(columns, models, first, splits, left)
