"""A golden trace: one game, word for word. It changes only when the rules, the random streams or the words do.

After such a change write it anew and read the difference:

    SIMCLI_WRITE_GOLDEN=1 python -m pytest tests/games/kingdom_builder/test_golden.py
    git diff tests/games/kingdom_builder/golden

A difference in the choices of an unchanged strategy means that GAME.behaviour must be raised.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simcli.config.strategies import Strategy
from simcli.sim.trace import trace

from .tables import COMPONENTS, GAME, all_options

RANDOM = Strategy("random", "random")
GREEDY = Strategy(
    "greedy",
    "heuristic",
    weights={
        "before": {"builds": 1000, "moves": 500},
        "build": {"points": 1000},
        "after": {"builds": 1000, "moves": 500},
        "place": {"points": 1000},
        "lift": {"alone": 1000},
        "put": {"points": 1000},
    },
)
GAMES = {"trace-2": (2, {}, 8)}
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_word_for_word_as_before(name):
    players, options, deal = GAMES[name]
    pictures = []
    lines = list(trace(GAME, COMPONENTS, all_options(options), players, [RANDOM, GREEDY], "mixed", (), 1, deal, draw=pictures.append))
    for path, text in ((FOLDER / f"{name}.txt", "\n".join(lines) + "\n"), (FOLDER / f"{name}.svg", pictures[0])):
        if os.environ.get("SIMCLI_WRITE_GOLDEN") == "1":
            path.write_text(text, "utf-8")
        assert text == path.read_text("utf-8")
