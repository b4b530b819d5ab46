"""Golden traces: one game each, word for word (simcli.testing.golden)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.players.strategies import Strategy
from simcli.testing.golden import check_golden
from simcli.trace.trace import Setup, trace
from tests.games.guildes.tables import COMPONENTS, GAME, all_options

RANDOM = Strategy("random", "random")
GREEDY = Strategy(
    "greedy",
    "heuristic",
    weights={"pick": {"votes_rest": 1000, "own": 500}, "play": {"votes_now": 2000, "votes_rest": 1000}, "use": {"swing": 1000}},
)
GAMES = {"trace-base-3": (3, {}), "trace-both-5": (5, {"events": ["redistribution", "sequential_play", "delayed_reveal"], "tricks": "on"})}
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_word_for_word_as_before(name):
    players, options = GAMES[name]
    lines = list(trace(Setup(GAME, COMPONENTS, all_options(options), players, [RANDOM, GREEDY]), 0))
    text = "\n".join(lines) + "\n"
    check_golden(FOLDER / f"{name}.txt", text)
