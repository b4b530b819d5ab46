"""Kernels do what Python does: items of arrays, fields of records, ranges, names assigned on one way alone, arrays of their own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from simcli.engine.kernel import entry, in_bounds, kernel

ROW = np.dtype([("many", np.int16, (3, 4)), ("marks", np.int8, (5,)), ("one", np.int32), ("bytes", np.uint8, (6,))])


def reads(table, i, j):
    """An item, counted from either end."""
    return np.int64(table[i, j])


def adds(table, i, j):
    """To an item, the second index without a sign."""
    table[i, np.uint32(j)] += 3
    return np.int64(table.sum())


def of_a_record(rows, i, j):
    """Fields of a record in an array of records."""
    row = rows[i]
    row.many[i, j] += 7
    row.marks[j] = 1 - row.marks[j]
    row.bytes[j] = row.bytes[j] + 250
    row.one -= row.many[i, j] * row.marks[j]
    return np.int64(row.one) * 1000 + np.int64(row.bytes[j])


def by_ones(table, a, b):
    """Ranges from either side, left early, and the number after it."""
    seen = last = np.int64(0)
    for k in range(a, b):
        for m in range(k):
            if m == 3:
                break
            if m == 1:
                continue
            seen += m + 10 * k
        last = k
    for _ in range(b, a):
        seen += 7
    return seen * 100 + last


def by_steps(table, a, b):
    """Ranges by two, and backwards."""
    seen = np.int64(0)
    for k in range(a, b, 2):
        seen = seen * 3 + k
    for k in range(b, a, -1):
        seen = seen * 5 + k
    return seen


def on_one_way(table, a, b):
    """Names that are assigned on one way, or anew in every turn."""
    best = np.int64(-1)
    k = np.int64(0)
    while k < 6:
        twice = k * a
        if twice > b:
            best = twice
            found = best + k
            if found > 9:
                best = found
        k += 1
    return best


def with_arrays_of_its_own(table, a, b):
    """Arrays that are made, kept in a name that changes, viewed and handed on."""
    kept = np.zeros(4, np.int64)
    for k in range(6):
        made = np.arange(4) * k
        if k % 2 == 0:
            kept = made[::-1] + made
        rows = table[1:]
        kept = doubled(kept) + rows[0, :4]
    return kept.sum() + a + b


@kernel
def doubled(row):
    """A new array."""
    return row + row


def inside_first(table, i, j):
    """An index is looked at within a `try` before others."""
    found = np.int64(0)
    try:
        found = table[i, 0]
    except Exception:
        found = np.int64(-7)
    return found + table[0, j]


def outside_first(table, i, j):
    """An index is looked at before a `try`."""
    found = table[0, j]
    try:
        found += table[i, 0]
    except Exception:
        found = np.int64(-7)
    return found


def table() -> np.ndarray:
    return np.arange(20, dtype=np.int64).reshape(4, 5)


FUNCTIONS: tuple[Callable[..., object], ...] = (reads, adds, by_ones, by_steps, on_one_way)
PLACES = [(0, 0), (3, 4), (1, 2), (2, 0)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("at", [*PLACES, (3, 1)])
def test_a_kernel_does_what_python_does(function, at) -> None:
    own, plain = table(), table()
    assert entry(function)(own, *map(np.int64, at)) == function(plain, *map(np.int64, at))
    assert (own == plain).all()


def test_arrays_of_its_own_are_freed_and_right() -> None:
    compiled = entry(with_arrays_of_its_own)
    for at in PLACES * 200:
        assert compiled(table(), *map(np.int64, at)) == sum_of(*at)


def sum_of(a: int, b: int) -> int:
    kept = np.zeros(4, np.int64)
    for k in range(6):
        made = np.arange(4) * k
        kept = made[::-1] + made if k % 2 == 0 else kept
        kept = kept * 2 + table()[1, :4]
    return int(kept.sum()) + a + b


@pytest.mark.parametrize("at", [(0, 0), (1, 3), (2, 2), (-1, -1), (-3, -4)])
def test_fields_of_records_are_read_and_written_alike(at) -> None:
    own, plain = (np.zeros(3, ROW).view(np.recarray) for _ in range(2))
    for _ in range(3):
        with np.errstate(over="ignore"):
            assert entry(of_a_record)(own, *map(np.int64, at)) == of_a_record(plain, *map(np.int64, at))
    assert own.tobytes() == plain.tobytes()


@pytest.mark.parametrize("at", [(4, 0), (-5, 0), (0, 5), (0, -6), (2**40, 0), (0, -(2**62))])
def test_an_index_out_of_bounds_is_refused_on_either_side(at) -> None:
    for function in (reads, entry(reads)):
        with pytest.raises(IndexError):
            function(table(), *map(np.int64, at))
    written = table()
    with pytest.raises(IndexError):
        entry(writes)(written, *map(np.int64, at))
    assert (written == table()).all()


def writes(table, i, j):
    """To an item."""
    table[i, j] = 1
    return 0


@pytest.mark.parametrize("function", [inside_first, outside_first])
def test_an_index_out_of_bounds_is_caught_within_a_try_and_nowhere_else(function) -> None:
    for at in ((1, 2), (9, 2), (9, -5)):
        assert entry(function)(table(), *map(np.int64, at)) == function(table(), *at)
    for called in (function, entry(function)):
        with pytest.raises(IndexError):
            called(table(), np.int64(1), np.int64(9))


def test_in_bounds_counts_as_a_kernel_does() -> None:
    assert entry(in_bounds(reads))(table(), np.int64(2), np.int64(-1)) == 14


def sums(row, rows, k):
    """Of a row, of a part of one, of none, and of one across."""
    return np.int64(row.sum() + 10 * row[k:].sum() + 100 * row[9:].sum() + 1000 * rows[:, 1].sum() + 10_000 * rows.sum())


def extremes(row, rows, k):
    """The greatest, the least and their places, the first of equals."""
    most = np.int64(row.max()) + 10 * np.int64(rows[k].max()) + 100 * np.int64(rows.max())
    least = np.int64(row.min()) + 10 * np.int64(rows[k].min()) + 100 * np.int64(rows.min())
    places = row.argmax() + 10 * row.argmin() + 100 * rows[k].argmax() + 1000 * rows[k].argmin()
    return np.int64(most + 10_000 * least + 1_000_000 * places)


def of_none(row, rows, k):
    """The greatest of none."""
    return np.int64(row[9:].max())


def place_of_none(row, rows, k):
    """The place of the least of none."""
    return np.int64(row[9:].argmin())


def copied(row, rows, k):
    """A row over another, over a part of itself, one number over many, and a column over a row."""
    rows[k] = row
    rows[k, 1:] = rows[k, :3]
    rows[2, :] = row[k : k + 1]
    rows[0, :3] = rows[:, k]
    return np.int64(0)


def of_other_length(row, rows, k):
    """A row over a shorter one."""
    rows[k, :2] = row
    return np.int64(0)


def of_whole_records(row, rows, k):
    """One record over another, and over itself."""
    rows[k] = rows[0]
    rows[0].one += 1
    rows[k] = rows[k]
    return np.int64(rows[k].one)


ROW_TYPES = [np.int8, np.int16, np.int32, np.uint32, np.int64, np.uint64]


@pytest.mark.parametrize("dtype", ROW_TYPES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("k", range(3))
def test_rows_are_summed_judged_and_copied_as_python_does(dtype, k) -> None:
    row = np.array([4, 7, 1, 7], dtype)
    rows = np.array([[1, 5, 5, 0], [2, 2, 2, 2], [9, 1, 1, 9]], dtype)
    if dtype is not np.uint64:  # Python adds these as fractions
        assert entry(sums)(row, rows, k) == sums(row, rows, k)
    assert entry(extremes)(row, rows, k) == extremes(row, rows, k)
    own = rows.copy()
    entry(copied)(row, own, k)
    copied(row, rows, k)
    assert (own == rows).all()


@pytest.mark.parametrize("function", [of_none, place_of_none, of_other_length])
def test_a_row_without_an_answer_is_refused_on_either_side(function) -> None:
    for called in (function, entry(function)):
        with pytest.raises(ValueError):
            called(np.arange(4), np.zeros((3, 4), np.int64), 1)


def test_a_record_is_copied_whole() -> None:
    own, plain = (np.zeros(3, ROW).view(np.recarray) for _ in range(2))
    for rows in (own, plain):
        rows.many[:] = np.arange(36).reshape(3, 3, 4)
        rows.one[:] = 3, 4, 5
    assert entry(of_whole_records)(plain[0].marks, own, 2) == of_whole_records(None, plain, 2)
    assert own.tobytes() == plain.tobytes()
