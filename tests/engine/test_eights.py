"""Eight numbers at once: compiled they give what they give in Python."""

from __future__ import annotations

import numpy as np
import pytest

from simcli.engine.code.eights import LANES, eight_at, eight_of, least, number_at, put_eight, same_eight, second_at
from simcli.engine.kernel import entry

ROWS = np.dtype([("small", np.uint8, (3, 11)), ("large", np.uint16, (3, 11)), ("out", np.int32, (11,)), ("bytes", np.uint8, (11,))])


def compute(rows, i, first, number):
    """Uses every function and operation; the last line is what `number_at` says."""
    s = rows[0]
    a, b = eight_at(s.small, i, first), eight_at(s.large, i, first)
    total = same_eight(number) + a * b - least(b, number) + second_at(a, first) * 3
    put_eight(s.out, first, (total - number_at(total, first)) >> 2)
    put_eight(s.bytes, first, eight_of(s.small[i], 0))
    return number_at(total, first + 1)


@pytest.mark.parametrize(("i", "first"), [(0, 0), (2, 3), (1, 1)])
def test_compiled_as_in_python(i, first):
    rng = np.random.default_rng(i)
    tables = []
    for _ in range(2):
        rows = np.zeros(1, ROWS).view(np.recarray)
        rows.small, rows.large = rng.integers(0, 256, (3, 11)), rng.integers(0, 5000, (3, 11))
        rows.out, rows.bytes = 7, 7
        tables.append(rows)
        tables.append(rows.copy())
    for plain, compiled in (tables[:2], tables[2:]):
        assert entry(compute)(compiled, i, first, 900) == compute(plain, i, first, 900)
        assert plain.tobytes() == compiled.tobytes()


def test_only_eight_places_are_written():
    rows = np.zeros(1, ROWS).view(np.recarray)
    rows.out, rows.small = 7, 1
    entry(compute)(rows, 0, 2, 5)
    assert list(rows.out[0, :2]) + list(rows.out[0, 2 + LANES :]) == [7, 7, 7]
