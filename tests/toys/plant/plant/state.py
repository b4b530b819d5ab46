"""The record of a game in play."""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER
from simcli.engine.record import described

MAX_PLAYERS, N_CARDS, N_CHOICES = 5, 12, 4
MAX_DECK = 240
MAX_ACTIONS = MAX_ITEMS = N_CARDS
MAX_CATEGORIES = 1
KEEP, CHOOSE = 0, 1

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        ("kept", np.int32, "cards kept by the actor so far"),
        ("dealt", np.int32, (MAX_PLAYERS, N_CARDS), "cards dealt by seat and kind"),
        ("hand", np.int32, (MAX_PLAYERS, N_CARDS), "of these not yet kept"),
        ("held", np.int32, (MAX_PLAYERS, N_CARDS), "cards kept"),
        ("choice", np.int32, (MAX_PLAYERS,), "choice, -1 before"),
        ("luck", np.int32, (MAX_PLAYERS,), "luck of each seat"),
        ("fine", np.int32, (MAX_PLAYERS,), "breaks ties"),
        ("deck", np.int32, (MAX_DECK,), "shuffled"),
    ]
)
