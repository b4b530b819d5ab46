"""What the trees of a learned player say of the actions it judges: `models.Trees.value`, of all at once."""

from __future__ import annotations

from functools import reduce

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy import int64

from simcli.base.models import (
    BAND,
    BAND_COLUMNS,
    BAND_LEAVES,
    BAND_TREES,
    BLOCK,
    COLUMN,
    COLUMN_WORDS,
    FIRST_ROW,
    FIRST_SPLIT,
    HEAD,
    MOST_LEAVES,
    MOST_TRIED,
    N_BANDS,
    N_COLUMNS,
    N_EACH,
    N_ONCE,
    N_SPLITS,
    N_THRESHOLDS,
    SPLIT_BLOCK,
    SPLIT_GONE,
    SPLIT_PLACE,
    SPLIT_THRESHOLD,
    SPLIT_WORDS,
    THRESHOLDS,
    TREE_WORDS,
)
from simcli.engine.bits import lowest_bit
from simcli.engine.code.inner import INNER
from simcli.engine.kernel import hot_in_bounds
from simcli.engine.loop.vectors import EIGHT, FOUR, HALF, HALVES, LONG, NONE, WORD, at_row, data_of, eight_at, in_all, made, word


@hot_in_bounds
def sum_trees(columns, m, models, at, rows, gone, values):
    """Writes what the trees at a place of the models say of each of m actions into int32[MOST_TRIED]; behind them it means nothing.

    columns: int32[columns, MOST_TRIED]; rows, gone: room for as many, for int32[BAND]. A split that a value lies above leaves the leaves on
    its left, and the first leaf that is left by all of them is the one that a walk from the root comes to (Lucchese and others,
    QuickScorer, 2015). Which leaves of a band of trees are gone for a value of a column stands in a row of the models, one for each of the
    gaps between its thresholds: it is looked up for columns that are the same for all actions, and for all where they have many splits;
    else the splits over the others are asked one by one, of all actions at once.
    """
    values[:] = 0
    for b in range(models[at + N_BANDS]):
        band = at + int64(models[at + HEAD + models[at + N_COLUMNS] + b])
        look_up(columns, models, band, gone)
        if models[band + N_EACH] == 0:
            ask_trees(columns, m, models, band, gone, values)
        else:
            for k in range(int64(models[band + N_EACH])):
                note_rows(columns, k, models, band, rows)
            look_up_each(rows, m, models, band, gone, values)


def look_up(columns, models, band, gone):
    """Writes the leaves that are gone by what is the same for all actions into int32[BAND], tree by tree."""
    gone[:] = 0
    for k in range(models[band + N_ONCE]):
        row = int(row_of(columns, k, models, band)[0])
        gone |= models[row : row + BAND]


def row_of(columns, k, models, band):
    """Where the rows for the values of the k-th column looked up are, of each action."""
    column, first, n, row = models[band + BAND_COLUMNS + COLUMN_WORDS * k :][:COLUMN_WORDS].tolist()
    return band + row + BAND * (columns[column] > models[band + first :][: BLOCK * n, None]).sum(axis=0)


def note_rows(columns, k, models, band, rows):
    """Writes where the rows for the values of the k-th column that differs are into a row of int32[n, MOST_TRIED]."""
    rows[k] = row_of(columns, models[band + N_ONCE] + k, models, band)


def look_up_each(rows, m, models, band, gone, values):
    """Adds what the trees of a band say of each of m actions, of which these leaves are gone and those of their rows."""
    leaves = models[band + BAND_LEAVES : band + BAND_COLUMNS].reshape(BAND, MOST_LEAVES)
    for c in range(m):
        own = gone.copy()
        for row in rows[: models[band + N_EACH], c].tolist():
            own |= models[row : row + BAND]
        for tree in range(BAND):
            values[c] += leaves[tree, lowest_bit(~own[tree])]


def ask_trees(columns, m, models, band, gone, values):
    """Adds what the trees of a band say of each of m actions, of which these leaves are gone and those that splits leave."""
    for tree in range(BAND):
        first, n = models[band + BAND_TREES + TREE_WORDS * tree :][:TREE_WORDS].tolist()
        left = np.full(MOST_TRIED, gone[tree])
        for place, threshold, mask in models[band + first :][: SPLIT_WORDS * SPLIT_BLOCK * n].reshape(-1, SPLIT_WORDS).tolist():
            left[columns[place // MOST_TRIED] > threshold] |= mask
        leaves = models[band + BAND_LEAVES + MOST_LEAVES * tree :]
        for c in range(m):
            values[c] += leaves[lowest_bit(~left[c])]


def _looked_up(builder, words, k):
    """The words of the k-th column of a band that is looked up."""
    at = builder.add(builder.mul(k, ir.Constant(k.type, COLUMN_WORDS)), ir.Constant(k.type, BAND_COLUMNS))
    return (word(builder, builder.gep(words, [at]), own) for own in (COLUMN, THRESHOLDS, N_THRESHOLDS, FIRST_ROW))


def _block(builder, words, first, k, size=BLOCK):
    """Where the k-th block of so many words begins."""
    return builder.gep(words, [builder.add(first, builder.mul(k, ir.Constant(k.type, size)))])


def _eights(builder, numbers):
    """The addresses of the vectors of a number for each tree."""
    return [builder.gep(eight_at(builder, numbers), [ir.Constant(LONG, k)]) for k in range(BAND // MOST_TRIED)]


def _leave(builder, gone, words, row):
    """Adds the leaves of a row to those that are gone."""
    for eight, more in zip(gone, _eights(builder, builder.gep(words, [row])), strict=True):
        builder.store(builder.or_(builder.load(eight), builder.load(more, align=4)), eight)


@intrinsic
def _look_up(typing_context, columns, models, band, gone):
    """The same with vectors of the thresholds and of the trees."""

    def generate(context, builder, signature, arguments):
        columns, words, out = (data_of(context, builder, signature, arguments, k) for k in (0, 1, 3))
        words = builder.gep(words, [arguments[2]])
        gone = [cgutils.alloca_once(builder, EIGHT) for _ in range(0, BAND, MOST_TRIED)]
        for eight in gone:
            builder.store(NONE, eight)
        passed = cgutils.alloca_once(builder, WORD)
        with cgutils.for_range(builder, word(builder, words, N_ONCE)) as each:
            column, first, n, row = _looked_up(builder, words, each.index)
            value = in_all(builder, builder.load(at_row(builder, columns, column)))
            builder.store(row, passed)
            with cgutils.for_range(builder, n) as step:
                least = builder.load(eight_at(builder, _block(builder, words, first, step.index)), align=4)
                above = builder.bitcast(builder.icmp_signed(">", value, least), ir.IntType(BLOCK))
                number = builder.mul(builder.zext(builder.ctpop(above), WORD), ir.Constant(WORD, BAND))
                builder.store(builder.add(builder.load(passed), number), passed)
            _leave(builder, gone, words, builder.load(passed))
        for eight, place in zip(gone, _eights(builder, out), strict=True):
            builder.store(builder.load(eight), place, align=4)
        return context.get_dummy_value()

    return types.void(columns, models, band, gone), generate


@intrinsic
def _note_rows(typing_context, columns, k, models, band, rows):
    """The same with a vector of the actions."""

    def generate(context, builder, signature, arguments):
        columns, words, rows = (data_of(context, builder, signature, arguments, place) for place in (0, 2, 4))
        words = builder.gep(words, [arguments[3]])
        k = builder.add(builder.sext(word(builder, words, N_ONCE), LONG), arguments[1])
        column, first, n, row = _looked_up(builder, words, k)
        values = builder.load(eight_at(builder, at_row(builder, columns, column)), align=4)
        passed = cgutils.alloca_once(builder, EIGHT)
        builder.store(NONE, passed)
        with cgutils.for_range(builder, n) as step:
            at = _block(builder, words, first, step.index)
            above = [builder.sext(builder.icmp_signed(">", values, in_all(builder, word(builder, at, k))), EIGHT) for k in range(BLOCK)]
            builder.store(reduce(builder.sub, above, builder.load(passed)), passed)
        begun = in_all(builder, builder.add(builder.trunc(arguments[3], WORD), row))
        out = builder.add(builder.mul(builder.load(passed), ir.Constant(EIGHT, [BAND] * MOST_TRIED)), begun)
        builder.store(out, eight_at(builder, at_row(builder, rows, arguments[1])), align=4)
        return context.get_dummy_value()

    return types.void(columns, k, models, band, rows), generate


@intrinsic
def _look_up_each(typing_context, rows, m, models, band, gone, values):
    """The same with vectors of the trees."""

    def generate(context, builder, signature, arguments):
        rows, models, gone, out = (data_of(context, builder, signature, arguments, k) for k in (0, 2, 4, 5))
        words = builder.gep(models, [arguments[3]])
        number = builder.sext(word(builder, words, N_EACH), LONG)
        own = [cgutils.alloca_once(builder, EIGHT) for _ in range(0, BAND, MOST_TRIED)]
        with cgutils.for_range(builder, arguments[1]) as action:
            for eight, shared in zip(own, _eights(builder, gone), strict=True):
                builder.store(builder.load(shared, align=4), eight)
            with cgutils.for_range(builder, number) as each:
                row = builder.load(builder.gep(at_row(builder, rows, each.index), [action.index]))
                _leave(builder, own, models, builder.sext(row, LONG))
            place = builder.gep(out, [action.index])
            value = builder.load(place)
            for tree in range(BAND):
                eight, k = divmod(tree, MOST_TRIED)
                leaves = builder.gep(words, [ir.Constant(LONG, BAND_LEAVES + MOST_LEAVES * tree)])
                value = builder.add(value, _leaf(builder, leaves, builder.extract_element(builder.load(own[eight]), ir.Constant(WORD, k))))
            builder.store(value, place)
        return context.get_dummy_value()

    return types.void(rows, m, models, band, gone, values), generate


def _leaf(builder, leaves, gone):
    """The first leaf of a tree that is not gone."""
    place = made(builder, "llvm.cttz.i32", WORD, builder.not_(gone), ir.Constant(ir.IntType(1), 1))
    return builder.load(builder.gep(leaves, [builder.zext(place, LONG)]))


@intrinsic
def _ask_trees(typing_context, columns, m, models, band, gone, values):
    """The same with a vector of the actions."""

    def generate(context, builder, signature, arguments):
        columns, words, gone, out = (data_of(context, builder, signature, arguments, k) for k in (0, 2, 4, 5))
        m, words = arguments[1], builder.gep(words, [arguments[3]])
        totals = [cgutils.alloca_once(builder, FOUR) for _ in HALVES]
        places = [builder.bitcast(builder.gep(out, [ir.Constant(WORD, half)]), FOUR.as_pointer()) for half in HALVES]
        for place, total in zip(places, totals, strict=True):
            builder.store(builder.load(place, align=4), total)
        asked = cgutils.alloca_once(builder, EIGHT)
        with cgutils.for_range(builder, ir.Constant(LONG, BAND)) as each:
            at = builder.add(builder.mul(each.index, ir.Constant(LONG, TREE_WORDS)), ir.Constant(LONG, BAND_TREES))
            first, n = (word(builder, builder.gep(words, [at]), k) for k in (FIRST_SPLIT, N_SPLITS))
            builder.store(in_all(builder, builder.load(builder.gep(gone, [each.index]))), asked)
            with cgutils.for_range(builder, n) as step:
                _ask_splits(builder, columns, _block(builder, words, first, step.index, SPLIT_WORDS * SPLIT_BLOCK), asked)
            found, at = builder.load(asked), builder.mul(each.index, ir.Constant(LONG, MOST_LEAVES))
            leaves = builder.gep(words, [builder.add(at, ir.Constant(LONG, BAND_LEAVES))])
            for half, total in zip(HALVES, totals, strict=True):
                with builder.if_then(builder.icmp_signed(">", m, ir.Constant(LONG, half)), likely=not half):
                    said = ir.Constant(FOUR, [0] * HALF)
                    for c in range(HALF):
                        leaf = _leaf(builder, leaves, builder.extract_element(found, ir.Constant(WORD, half + c)))
                        said = builder.insert_element(said, leaf, ir.Constant(WORD, c))
                    builder.store(builder.add(builder.load(total), said), total)
        for place, total in zip(places, totals, strict=True):
            builder.store(builder.load(total), place, align=4)
        return context.get_dummy_value()

    return types.void(columns, m, models, band, gone, values), generate


def _ask_splits(builder, rows, block, asked):
    """Asks a block of splits, and adds the leaves that are gone for each action to the vector that is kept."""
    gone = builder.load(asked)
    for at in range(0, SPLIT_WORDS * SPLIT_BLOCK, SPLIT_WORDS):
        place, threshold = (word(builder, block, at + k) for k in (SPLIT_PLACE, SPLIT_THRESHOLD))
        values = builder.load(eight_at(builder, builder.gep(rows, [place])), align=4)
        above = builder.icmp_signed(">", values, in_all(builder, threshold))
        # As a real: whole ones are first moved to a register of their own by the compiler.
        mask = builder.bitcast(builder.gep(block, [ir.Constant(WORD, at + SPLIT_GONE)]), ir.FloatType().as_pointer())
        bits = in_all(builder, builder.load(mask), ir.VectorType(ir.FloatType(), MOST_TRIED))
        gone = builder.or_(gone, builder.and_(builder.sext(above, EIGHT), builder.bitcast(bits, EIGHT)))
    builder.store(gone, asked)


@overload(look_up, jit_options=INNER)
def _of_look(columns, models, band, gone):
    return lambda columns, models, band, gone: _look_up(columns, models, band, gone)


@overload(note_rows, jit_options=INNER)
def _of_rows(columns, k, models, band, rows):
    return lambda columns, k, models, band, rows: _note_rows(columns, k, models, band, rows)


@overload(look_up_each, jit_options=INNER)
def _of_each(rows, m, models, band, gone, values):
    return lambda rows, m, models, band, gone, values: _look_up_each(rows, m, models, band, gone, values)


@overload(ask_trees, jit_options=INNER)
def _of_trees(columns, m, models, band, gone, values):
    return lambda columns, m, models, band, gone, values: _ask_trees(columns, m, models, band, gone, values)
