"""The state of a game of Pig: one flat record."""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER
from simcli.engine.record import described

MAX_PLAYERS = 4
MAX_FACES = 8
MAX_ROUNDS = 1000
MAX_POINTS = 1000
"""Most points of a goal and of a face."""

MAX_ACTIONS = 2
MAX_CATEGORIES = 1
MAX_ITEMS = MAX_FACES

TURN = 0
HOLD, ROLL = 0, 1

BUST = 0
"""Position in GAME.effects."""

u4 = np.uint32

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        ("rolls", u4, "rolls of this turn"),
        ("at_risk", u4, "points of this turn"),
        ("banked", u4, (MAX_PLAYERS,), "points each seat has banked"),
        ("turn_faces", u4, (MAX_FACES,), "faces rolled in this turn"),
        ("rolled", u4, (MAX_PLAYERS, MAX_FACES), "faces rolled by seat"),
        ("kept", u4, (MAX_PLAYERS, MAX_FACES), "faces rolled in turns that were banked"),
    ]
)
