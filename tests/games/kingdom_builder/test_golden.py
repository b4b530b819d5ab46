"""Golden traces: one game each, word for word (simcli.testing.golden)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.players.strategies import Strategy
from simcli.testing.golden import check_golden
from simcli.trace.trace import Setup, trace
from tests.games.kingdom_builder.tables import COMPONENTS, GAME, all_options

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
    lines = list(trace(Setup(GAME, COMPONENTS, all_options(options), players, [RANDOM, GREEDY]), deal, draw=pictures.append))
    for path, text in ((FOLDER / f"{name}.txt", "\n".join(lines) + "\n"), (FOLDER / f"{name}.svg", pictures[0])):
        check_golden(path, text)
