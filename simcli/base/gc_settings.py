"""How seldom Python's garbage collector looks, in processes that are simcli's own.

Loading numba and a game makes a million objects that stay: looking through them again and again, and once more at the end, is a third of
a short run. A program that imports simcli has its own settings back whenever simcli is done (`seldom_collected`).
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 100_000
"""New objects (700 by default) until the collector looks; what a run leaves behind meanwhile is a few megabytes."""

_lock = threading.Lock()
_inside: list[tuple[int, int, int]] = []
"""Of each call that is under way the settings it came upon; those of the first are given back by the last."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """The same for what is done within, in a program of somebody else; one that collects more seldom, or never, is left alone."""
    with _lock:
        _inside.append(_inside[0] if _inside else gc.get_threshold())
        if 0 < gc.get_threshold()[0] < OBJECTS:
            collect_seldom()
    try:
        yield
    finally:
        with _lock:
            own = _inside.pop()
            if not _inside:
                gc.set_threshold(*own)


def collect_seldom() -> None:
    """For the start of a process."""
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])


def leave_all() -> None:
    """For its end: what is there is associated with the process, and is not looked through before."""
    gc.freeze()
