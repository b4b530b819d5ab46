"""Golden traces: one game each, word for word (simcli.testing.golden)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.strategies import Strategy
from simcli.sim.trace import Setup, trace
from simcli.testing.golden import check_golden
from tests.games.architects.tables import COMPONENTS, GAME, all_options

PLACE = {
    "n": 250,
    "lacks": 3000,
    "gold": 1200,
    "marble": 1400,
    "silver": 250,
    "virtue": 1200,
    "wants_cards": 1900,
    "hire": 800,
    "lacks_skill": 8000,
    "store": -1000,
    "virtue_for": 1000,
    "own_back": 200,
    "captives": 500,
    "pay_off": 2000,
    "build": 6000,
    "reset": -500,
    "low": -2000,
}
CARDS = {
    "first_apprentice": {"skills": 1000, "lacks_skill": 2000},
    "draft": {"points": 800, "goods": -500, "skills": -1500},
    "hire": {"skills": 1000, "lacks_skill": 2500, "silver": 700, "decline": -5000},
    "dismiss": {"skills": -2000},
    "keep": {"points": 800, "skills": -3000},
    "storehouse": {"virtue": 1000, "marble": 1000, "pays": -300, "lacks": 2000},
    "guardhouse": {"send": 1000, "release": 1000, "ransom": 1000, "by_debt": -2000, "pay_off": 2000},
    "hand_limit": {"points": -1000},
}
BUILDER = Strategy(
    "builder",
    "heuristic",
    weights=CARDS
    | {"place": PLACE, "capture": {"rivals": 1000, "own": 600, "leads": 500}, "project": {"points": 1000, "cathedral": -3000, "now": 500}},
)
CAPTOR = Strategy(
    "captor",
    "heuristic",
    weights=CARDS
    | {"place": PLACE | {"rivals": 900, "captives": 1000}, "capture": {"rivals": 1500, "own": 600}, "project": {"cathedral": 9000}},
)
GAMES = {"trace-2": (2, {}, 24), "trace-4": (4, {"profile": "published", "player_boards": "variable", "include_promo_cards": True}, 0)}
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_word_for_word_as_before(name):
    players, options, deal = GAMES[name]
    text = "\n".join(trace(Setup(GAME, COMPONENTS, all_options(options), players, [BUILDER, CAPTOR]), deal)) + "\n"
    check_golden(FOLDER / f"{name}.txt", text)
