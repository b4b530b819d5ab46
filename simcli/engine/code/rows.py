"""Rows of whole numbers in kernels: their sum, greatest and least, and one row written over another. Imported to make them known.

numba makes each of these of a dozen functions, for arrays of any kind and for messages with their shapes; a rule book that asks once for
the greatest of a row would take a tenth longer to compile, one that copies a row a third.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.extending import overload
from numba.core.typing.templates import infer_getattr, make_overload_method_template
from numba.np import arrayobj

from simcli.engine.code.inner import INNER

EMPTY = "an empty row has no greatest and no least"
OTHER_LENGTH = "could not broadcast: a row of one length is written over one of another"


def _fits(row: Any) -> bool:
    return bool(row.ndim == 1 and isinstance(row.dtype, types.Integer) and row.dtype != types.uint64)


def _method(name: str) -> Callable[[Any], None]:
    """Makes a function what a method of rows does, of whole numbers that int64 holds; other arrays are left to numba."""

    def known(function: Any) -> None:
        overload(function, target="cpu", jit_options=INNER)(lambda row: function if _fits(row) else None)
        made = make_overload_method_template(types.Array, f"row_{name}", function, "never", target="cpu", jit_options=INNER)

        def resolve(self: Any, row: Any, attribute: str) -> Any:
            return made._resolve(self, row, self._attr) if attribute == name and _fits(row) else None

        infer_getattr(type(made.__name__, (made,), {"_resolve": resolve}))

    return known


@_method("sum")
def _sum(row):
    total = 0
    for i in range(row.shape[0]):
        total += row[i]
    return total


@_method("argmax")
def _argmax(row):
    if row.shape[0] == 0:
        raise ValueError(EMPTY)
    at = 0
    for i in range(1, row.shape[0]):
        if row[i] > row[at]:
            at = i
    return at


@_method("argmin")
def _argmin(row):
    if row.shape[0] == 0:
        raise ValueError(EMPTY)
    at = 0
    for i in range(1, row.shape[0]):
        if row[i] < row[at]:
            at = i
    return at


@_method("max")
def _max(row):
    return row[row.argmax()]


@_method("min")
def _min(row):
    return row[row.argmin()]


def _raise_other_length(lengths, asked):
    raise NotImplementedError


@overload(_raise_other_length, jit_options=INNER)
def _raised(lengths, asked):
    def raises(lengths, asked):
        raise ValueError(OTHER_LENGTH)

    return raises


arrayobj.raise_with_shape_context = _raise_other_length
