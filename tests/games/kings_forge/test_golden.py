"""A golden trace: one game, word for word. It changes only when the rules, the random streams or the words do.

After such a change write it anew and read the difference:

    SIMCLI_WRITE_GOLDEN=1 python -m pytest tests/games/kings_forge/test_golden.py
    git diff tests/games/kings_forge/golden

A difference in the choices of an unchanged strategy means that GAME.behaviour must be raised.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simcli.config.strategies import Strategy
from simcli.sim.trace import trace

from .tables import COMPONENTS, GAME, all_options

GATHER = {
    "lacks": 1000,
    "growth": 500,
    "gem": 1000,
    "magic": 2000,
    "ties": -300,
    "odds": 40,
    "pips": 1000,
    "reroll": 2000,
    "library": 2000,
    "cemetery": 3000,
}
ROLL = {
    "pay": {"gem": -1000, "magic": -2000},
    "modify": {"use": 500, "enables": 3000, "closer": 300, "risks": -3000},
    "target": {"enables": 3000, "closer": 500},
    "reroll": {"use": -3500, "high": -1000},
}
SMITH = Strategy(
    "smith", "heuristic", weights={"gather": GATHER, **ROLL, "craft": {"craft": 1000, "steal": 2000}, "place": {"surplus": -1000}}
)
THIEF = Strategy(
    "thief", "heuristic", weights={"gather": GATHER, **ROLL, "craft": {"craft": 1000, "steal": 5000}, "place": {"surplus": 1000}}
)
GAMES = {"trace-2": (2, {}, 24), "trace-3": (3, {"gather_cards": ["library", "cemetery", "tavern"]}, 0)}
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_word_for_word_as_before(name):
    players, options, deal = GAMES[name]
    text = "\n".join(trace(GAME, COMPONENTS, all_options(options), players, [SMITH, THIEF], "mixed", (), 1, deal)) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("SIMCLI_WRITE_GOLDEN") == "1":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
