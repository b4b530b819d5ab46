"""Records whose fields say what they mean. Free of numba, so that a game can be described without the compiler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

Described = tuple[str, Any, str] | tuple[str, Any, tuple[int, ...], str]
"""A field: its name, its numpy type, its shape if it is an array, and what it is, in words."""


def described(fields: Iterable[Described]) -> tuple[np.dtype[Any], dict[str, str]]:
    """The aligned dtype of a record, and the meaning of its fields by name.

    ValueError for a field without a meaning, or a name that comes twice (numpy's).
    """
    rows = list(fields)
    for row in rows:
        if not isinstance(row[-1], str) or not row[-1].strip():
            raise ValueError(f"the field {row[0]} says nothing of what it is")
    return np.dtype([row[:-1] for row in rows], align=True), {row[0]: row[-1] for row in rows}
