"""Components as the record the kernels read; strengths in thousandths."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plant.state import MAX_DECK, MAX_PLAYERS, N_CARDS, N_CHOICES
from simcli.engine.record import described
from simcli.game import Components, Options
from simcli.games.components import fill

LEVELS = 4096
GUMBEL = [round(-1000 * math.log(-math.log((k + 0.5) / LEVELS))) for k in range(LEVELS)]

TABLES, TABLES_FIELDS = described(
    [
        ("players", np.int32, "number of players"),
        ("hand", np.int32, "cards dealt"),
        ("keep", np.int32, "cards kept"),
        ("circle", np.int32, "what a choice gains of the one it beats"),
        ("noise", np.int32, "per cent of luck"),
        ("n_deck", np.int32, "cards in the deck"),
        ("n_choices", np.int32, "choices"),
        ("deck", np.int32, (MAX_DECK,), "kinds"),
        ("bonus", np.int32, (MAX_PLAYERS,), "of seats"),
        ("value", np.int32, (N_CARDS,), "of cards"),
        ("worth", np.int32, (N_CHOICES,), "of choices"),
        ("gumbel", np.int32, (LEVELS,), "luck"),
    ]
)


def build(components: Components, _options: Options, players: int) -> np.recarray[Any, Any]:
    """The record for one number of players."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    plant, setup = components["plant"], components["setup"]
    deck = [k for k, card in enumerate(plant["cards"]) for _ in range(card["copies"])]
    fill(
        tables[0],
        players=players,
        hand=setup["hand"],
        keep=setup["keep"],
        circle=10 * setup["circle"],
        noise=setup["noise"],
        n_deck=len(deck),
        n_choices=len(plant["choices"]),
        deck=deck,
        bonus=[10 * seat["bonus"] for seat in plant["seats"]],
        value=[10 * card["value"] for card in plant["cards"]],
        worth=[10 * choice["value"] for choice in plant["choices"]],
        gumbel=GUMBEL,
    )
    return tables
