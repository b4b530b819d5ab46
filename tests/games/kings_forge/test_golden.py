"""Golden traces: one game each, word for word (simcli.testing.golden)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.players.strategies import Strategy
from simcli.testing.golden import check_golden
from simcli.trace.trace import Setup, trace
from tests.games.kings_forge.tables import COMPONENTS, GAME, all_options

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
    text = "\n".join(trace(Setup(GAME, COMPONENTS, all_options(options), players, [SMITH, THIEF]), deal)) + "\n"
    check_golden(FOLDER / f"{name}.txt", text)
