"""Several where one will do: a function of the Python API that takes names or numbers takes a single one as well. A leaf."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def several(given: object) -> tuple[Any, ...]:
    """What was given as a tuple; a text, or anything else that holds no others, stands for itself."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
