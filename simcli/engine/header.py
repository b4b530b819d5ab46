"""The fields every state record begins with. Free of numba, so that a game can be described without the compiler."""

from __future__ import annotations

import numpy as np

HEADER = [
    ("over", np.uint32),  # 0 running, 1 ended, 2 ended by a stall rule
    ("actor", np.uint32),  # seat to decide, from 0
    ("phase", np.uint32),  # index into Game.decisions
    ("players", np.int32),  # a loop bound, like all counts that loops run to: signed, so that loop variables are
    ("round", np.uint32),  # from 1
    ("decisions", np.uint32),  # decisions taken, counted by the engine
    ("wanted", np.uint32),  # bit mask of the features the strategy to decide weighs; the others need not be written
    ("key", np.uint64),  # key of the deal, all chance streams derive from it
    ("chance", np.uint64, (4,)),  # working generator of the rules
]
