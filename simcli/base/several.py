"""Arguments of the Python API as simcli reads them: several where one will do, numbers of numpy as Python's own. A leaf."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Assignments = str | Sequence[str] | Mapping[str, object]
"""Texts `path=value`, or values by path."""


def several(given: object) -> tuple[Any, ...]:
    """What was given as a tuple; a text, or anything else that holds no others, stands for itself."""
    given = bare(given)
    return tuple(map(bare, given)) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def bare(value: Any) -> Any:
    """The number, text or list in a value of numpy or pandas, a range or a path; any other value as it is."""
    if isinstance(value, range):
        return list(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value.tolist() if hasattr(value, "tolist") else value


def assignments(given: Assignments) -> tuple[str, ...]:
    """Texts `path=value`, one or several, or of a mapping one for each path; a value that is no text is written as YAML reads it."""
    if not isinstance(given, Mapping):
        return several(given)
    values = {path: bare(value) for path, value in given.items()}
    return tuple(f"{path}={value if isinstance(value, str) else json.dumps(value)}" for path, value in values.items())
