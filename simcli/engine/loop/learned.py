"""Learned players: of the actions that their plan likes best they take the one that their trees value most.

What they know of an action are columns (base.models). The position after an action is found by carrying it out on a copy in which
what the seat cannot know is dealt again, so that it says nothing of what is hidden.
"""

from __future__ import annotations

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
    HIGHEST,
    KIND_BITS,
    LEAVES,
    LOWEST,
    MEAN_SCALE,
    MOST_TRIED,
    N_BLOCKS,
    N_COLUMNS,
    N_TREES,
    PLACE_MASK,
    PLAN,
    ROW_AGAINST_MEAN,
    SPLIT_ABOVE,
    SPLIT_BLOCK,
    SPLIT_GONE,
    SPLIT_PLACE,
    SPLIT_WORDS,
    SPLITS,
    TREE_WORDS,
    TREES,
    VALUE_SCALE,
    WANTS_AFTER,
    WANTS_BEFORE,
    WANTS_PLAN,
    against_mean,
)
from simcli.engine import rng
from simcli.engine.bits import lowest_bit
from simcli.engine.code.inner import INNER
from simcli.engine.contract import apply_action, context, features, redeal_hidden
from simcli.engine.header import MAX_CONTEXT
from simcli.engine.kernel import hot_in_bounds, kernel
from simcli.engine.loop.favourites import TRIED, WORLD, list_favourites, two_states
from simcli.engine.loop.playout import luck_of, weigh
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
    sum_trees(work.columns, int64(m), models, int64(at), work.values)
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


def put_for_all(columns, j, value):
    """Writes a number for all actions into a row of int32[n, MOST_TRIED]."""
    columns[j] = value


def put_column(values, k, columns, j, less):
    """Writes what stands in a column of int32[MOST_TRIED or more, n] less a number into a row of int32[n, MOST_TRIED]."""
    columns[j] = values[:MOST_TRIED, k] - less


def put_against_mean(values, k, columns, j, m):
    """Writes `models.against_mean` of the first m of a column of int32[MOST_TRIED or more, n] into a row of int32[n, MOST_TRIED]."""
    row = values[:MOST_TRIED, k].astype(int64)
    columns[j] = np.clip(against_mean(row, row[:m].sum(), m), LOWEST, HIGHEST)


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


def sum_trees(columns, m, models, at, values):
    """Writes what the trees at a place of the models say of each of m actions into int32[MOST_TRIED]; behind them it means nothing.

    columns: int32[columns, MOST_TRIED]. Of a tree all splits are asked, of all actions at once: a split that a value passes leaves the
    leaves on its right, and the first leaf that is left by all of them is the one that a walk from the root comes to (Lucchese and
    others, QuickScorer, 2015).
    """
    values[:] = 0
    splits, leaves = at + models[at + SPLITS], at + models[at + LEAVES]
    for tree in at + models[at + TREES] + TREE_WORDS * np.arange(models[at + N_TREES]):
        first, leaf = splits + SPLIT_WORDS * models[tree + FIRST_SPLIT], leaves + models[tree + FIRST_LEAF]
        gone = np.zeros(MOST_TRIED, np.int64)
        for n in range(first, first + SPLIT_WORDS * SPLIT_BLOCK * models[tree + N_BLOCKS], SPLIT_WORDS):
            passed = columns[models[n + SPLIT_PLACE] // MOST_TRIED] >= models[n + SPLIT_ABOVE]
            gone[passed] |= models[n + SPLIT_GONE]
        for c in range(m):
            values[c] += models[leaf + lowest_bit(~gone[c])]


HALF = MOST_TRIED // 2
HALVES = (0, HALF)
EIGHT, FOUR = (ir.VectorType(ir.IntType(32), n) for n in (MOST_TRIED, HALF))


def _in_all(builder, value, of=EIGHT):
    """A number in each place of a vector."""
    none = ir.Constant(of, ir.Undefined)
    one = builder.insert_element(none, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, none, ir.Constant(EIGHT, [0] * MOST_TRIED))


def _made(builder, name, kind, *arguments):
    """An operation of the machine, and what it gives."""
    signature = ir.FunctionType(kind, [one.type for one in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, signature, name), arguments)


def _sum(builder, vector):
    """The sum of a vector of reals, which are whole: in any order the same."""
    number = ir.IntType(32)
    while (half := vector.type.count // 2) > 0:
        low, high = (ir.Constant(ir.VectorType(number, half), list(range(first, first + half))) for first in (0, half))
        none = ir.Constant(vector.type, ir.Undefined)
        vector = builder.fadd(builder.shuffle_vector(vector, none, low), builder.shuffle_vector(vector, none, high))
    return builder.extract_element(vector, ir.Constant(number, 0))


def _word(builder, words, k):
    """The k-th of these words."""
    return builder.load(builder.gep(words, [ir.Constant(ir.IntType(32), k)]))


def _lowest(builder, bits):
    """Number of the lowest bit of 32, of which one is set."""
    return _made(builder, "llvm.cttz.i32", bits.type, bits, ir.Constant(ir.IntType(1), 1))


def _data(context, builder, signature, arguments, k):
    """Where the numbers of an array begin that is the k-th argument."""
    return context.make_array(signature.args[k])(context, builder, arguments[k]).data


@intrinsic
def _sum_trees(typing_context, columns, m, models, at, values):
    """The same with a vector of eight numbers for the actions, of which the compiler makes none by itself."""

    def generate(context, builder, signature, arguments):
        rows, words, out = (_data(context, builder, signature, arguments, k) for k in (0, 2, 4))
        m, word, long, none = arguments[1], ir.IntType(32), ir.IntType(64), ir.Constant(EIGHT, [0] * MOST_TRIED)
        words = builder.gep(words, [arguments[3]])
        number, trees, splits, leaves = (builder.sext(_word(builder, words, k), long) for k in (N_TREES, TREES, SPLITS, LEAVES))
        totals = [cgutils.alloca_once_value(builder, ir.Constant(FOUR, [0] * HALF)) for _ in HALVES]
        with cgutils.for_range(builder, number) as each:
            at = builder.add(trees, builder.mul(each.index, ir.Constant(long, TREE_WORDS)))
            tree = builder.gep(words, [at])
            first, blocks, leaf = (builder.sext(_word(builder, tree, k), long) for k in (FIRST_SPLIT, N_BLOCKS, FIRST_LEAF))
            kept = cgutils.alloca_once_value(builder, none)
            builder.store(none, kept)
            begun = builder.add(splits, builder.mul(first, ir.Constant(long, SPLIT_WORDS)))
            with cgutils.for_range(builder, blocks) as step:
                on = builder.mul(step.index, ir.Constant(long, SPLIT_WORDS * SPLIT_BLOCK))
                _ask_splits(builder, rows, builder.gep(words, [builder.add(begun, on)]), kept)
            left = builder.xor(builder.load(kept), ir.Constant(EIGHT, [-1] * MOST_TRIED))
            values = builder.gep(words, [builder.add(leaves, leaf)])
            for half, total in zip(HALVES, totals, strict=True):
                with builder.if_then(builder.icmp_signed(">", m, ir.Constant(long, half)), likely=not half):
                    said = ir.Constant(FOUR, [0] * HALF)
                    for c in range(HALF):
                        bits = builder.extract_element(left, ir.Constant(word, half + c))
                        one = builder.load(builder.gep(values, [builder.zext(_lowest(builder, bits), long)]))
                        said = builder.insert_element(said, one, ir.Constant(word, c))
                    builder.store(builder.add(builder.load(total), said), total)
        for half, total in zip(HALVES, totals, strict=True):
            row = builder.bitcast(builder.gep(out, [ir.Constant(word, half)]), FOUR.as_pointer())
            builder.store(builder.load(total), row, align=4)
        return context.get_dummy_value()

    return types.void(columns, m, models, at, values), generate


def _ask_splits(builder, rows, block, kept):
    """Asks a block of splits, and adds the leaves that are gone for each action to the vector that is kept."""
    real, gone = ir.FloatType(), builder.load(kept)
    for at in range(0, SPLIT_WORDS * SPLIT_BLOCK, SPLIT_WORDS):
        place, least = (_word(builder, block, at + k) for k in (SPLIT_PLACE, SPLIT_ABOVE))
        row = builder.bitcast(builder.gep(rows, [place]), EIGHT.as_pointer())
        below = builder.icmp_signed(">", _in_all(builder, least), builder.load(row, align=4))
        # As a real: whole ones are first moved to a register of their own by the compiler.
        mask = builder.gep(block, [ir.Constant(ir.IntType(32), at + SPLIT_GONE)])
        bits = _in_all(builder, builder.load(builder.bitcast(mask, real.as_pointer())), ir.VectorType(real, MOST_TRIED))
        gone = builder.or_(gone, builder.and_(builder.not_(builder.sext(below, EIGHT)), builder.bitcast(bits, EIGHT)))
    builder.store(gone, kept)


def _column(context, builder, signature, arguments):
    """The first MOST_TRIED numbers of column `k` of `values` as a vector, and the address of row `j` of `columns`."""
    values = context.make_array(signature.args[0])(context, builder, arguments[0])
    across, down = cgutils.unpack_tuple(builder, values.strides, 2)
    first = cgutils.pointer_add(builder, values.data, builder.mul(arguments[1], down))
    if signature.args[0].layout == "F":  # its numbers lie side by side
        column = builder.load(builder.bitcast(first, EIGHT.as_pointer()), align=4)
    else:
        column = ir.Constant(EIGHT, ir.Undefined)
        for c in range(MOST_TRIED):
            one = builder.load(cgutils.pointer_add(builder, first, builder.mul(across, ir.Constant(across.type, c))))
            column = builder.insert_element(column, one, ir.Constant(ir.IntType(32), c))
    return column, _row(context, builder, signature, arguments, 2)


def _row(context, builder, signature, arguments, k):
    """The address of row `j` of `columns`, the k-th argument and the one behind it."""
    at = builder.mul(arguments[k + 1], ir.Constant(arguments[k + 1].type, MOST_TRIED))
    return builder.bitcast(builder.gep(_data(context, builder, signature, arguments, k), [at]), EIGHT.as_pointer())


@intrinsic
def _put_for_all(typing_context, columns, j, value):
    """The same as a vector."""

    def generate(context, builder, signature, arguments):
        builder.store(_in_all(builder, arguments[2]), _row(context, builder, signature, arguments, 0), align=4)
        return context.get_dummy_value()

    return types.void(columns, j, value), generate


@intrinsic
def _put_column(typing_context, values, k, columns, j, less):
    """The same as a vector."""

    def generate(context, builder, signature, arguments):
        column, row = _column(context, builder, signature, arguments)
        builder.store(builder.sub(column, _in_all(builder, arguments[4])), row, align=4)
        return context.get_dummy_value()

    return types.void(values, k, columns, j, less), generate


@intrinsic
def _put_against_mean(typing_context, values, k, columns, j, m):
    """The same in numbers of 53 bits, which hold all of it. The mean is found once, by a multiplication with 1 / m: half a number is added
    first, so that it lies farther from a whole one than rounding reaches."""

    def generate(context, builder, signature, arguments):
        column, row = _column(context, builder, signature, arguments)
        real, wide = ir.DoubleType(), ir.VectorType(ir.DoubleType(), MOST_TRIED)
        places = ir.Constant(EIGHT, list(range(MOST_TRIED)))
        counts = builder.icmp_signed("<", places, _in_all(builder, builder.trunc(arguments[4], ir.IntType(32))))
        found = builder.sitofp(column, wide)
        total = _sum(builder, builder.select(counts, found, ir.Constant(wide, [0] * MOST_TRIED)))
        lost = builder.fmul(total, ir.Constant(real, -MEAN_SCALE))
        part = builder.fdiv(ir.Constant(real, 1), builder.sitofp(arguments[4], real))
        least = _made(builder, "llvm.floor.f64", real, builder.fmul(builder.fadd(lost, ir.Constant(real, 0.5)), part))
        found = builder.fmul(found, _in_all(builder, ir.Constant(real, MEAN_SCALE), wide))
        found = builder.fadd(found, _in_all(builder, least, wide))
        for sign, bound in ((">", HIGHEST), ("<", LOWEST)):
            limit = _in_all(builder, ir.Constant(real, bound), wide)
            found = builder.select(builder.fcmp_ordered(sign, found, limit), limit, found)
        builder.store(builder.fptosi(found, EIGHT), row, align=4)
        return context.get_dummy_value()

    return types.void(values, k, columns, j, m), generate


@overload(sum_trees, jit_options=INNER)
def _of_trees(columns, m, models, at, values):
    return lambda columns, m, models, at, values: _sum_trees(columns, m, models, at, values)


@overload(put_for_all, jit_options=INNER)
def _of_all(columns, j, value):
    return lambda columns, j, value: _put_for_all(columns, j, value)


@overload(put_column, jit_options=INNER)
def _of_column(values, k, columns, j, less):
    return lambda values, k, columns, j, less: _put_column(values, k, columns, j, less)


@overload(put_against_mean, jit_options=INNER)
def _of_mean(values, k, columns, j, m):
    return lambda values, k, columns, j, m: _put_against_mean(values, k, columns, j, m)
