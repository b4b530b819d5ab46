"""How seldom Python's garbage collector looks, in processes that are simcli's own.

Loading numba and a game makes a million objects that stay: looking through them again and again, and once more at the end, is a third of
a short run. A program that imports simcli keeps its own settings.
"""

from __future__ import annotations

import gc

OBJECTS = 100_000
"""New objects (700 by default) until the collector looks; what a run leaves behind meanwhile is a few megabytes."""


def collect_seldom() -> None:
    """For the start of a process."""
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])


def leave_all() -> None:
    """For its end: what is there is associated with the process, and is not looked through before."""
    gc.freeze()
