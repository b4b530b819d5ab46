"""Golden traces: one game each, word for word (simcli.testing.golden)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.players.strategies import Strategy
from simcli.testing.golden import check_golden
from simcli.trace.trace import Setup, trace
from tests.games.architects.tables import COMPONENTS, GAME, all_options

PLACE = {
    "n": 250,
    "lacks": 3000,
    "wood": 150,
    "stone": 150,
    "gold": 1170,
    "marble": 1450,
    "silver": 250,
    "virtue": 1200,
    "cards": 200,
    "wants_cards": 1920,
    "hire": 850,
    "lacks_skill": 8000,
    "store": -1000,
    "virtue_for": 1000,
    "rivals": 150,
    "own_back": 200,
    "captives": 500,
    "pay_off": 2000,
    "build": 6000,
    "ends": 1140,
    "reset": -500,
    "low": -2000,
    "exposed": 100,
}
CARDS = {
    "first_apprentice": {"skills": 1000, "lacks_skill": 2000},
    "draft": {"points": 800, "goods": -500, "skills": -1500, "virtue": 500},
    "take_back": {"n": -1000},
    "hire": {"skills": 1000, "lacks_skill": 2500, "virtue": 700, "silver": 700, "decline": -5000},
    "dismiss": {"skills": -2000, "lacks_skill": -3000},
    "keep": {"points": 800, "goods": -500, "skills": -3800, "lacks": -500},
    "storehouse": {"virtue": 1000, "gold": 1000, "marble": 1000, "pays": -300, "needs": -1500, "lacks": 2000, "top": -2000},
    "capture": {"rivals": 1000, "own": 600, "ransom": 1000, "leads": 500},
    "guardhouse": {"send": 1000, "release": 1000, "ransom": 1000, "by_debt": -2000, "pay_off": 2000},
    "mix": {"needs": -1000},
    "sacrifice": {"points": -1000, "lacks": 500},
    "choose": {"gold": 1000, "silver": 300, "lacks": 2000},
    "hand_limit": {"points": -1000, "lacks": 500},
}
BUILDER = Strategy(
    "builder", "heuristic", temperature=400, weights=CARDS | {"place": PLACE, "project": {"points": 1000, "goods": -200, "now": 500}}
)
CAPTOR = Strategy(
    "captor",
    "heuristic",
    temperature=400,
    weights=CARDS | {"place": PLACE | {"rivals": 850, "captives": 1000}, "project": {"points": 1000, "cathedral": 3000}},
)
GAMES = {"trace-2": (2, {}, 24), "trace-3": (3, {"profile": "published", "player_boards": "variable", "include_promo_cards": True}, 0)}
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_word_for_word_as_before(name):
    players, options, deal = GAMES[name]
    text = "\n".join(trace(Setup(GAME, COMPONENTS, all_options(options), players, [BUILDER, CAPTOR]), deal)) + "\n"
    check_golden(FOLDER / f"{name}.txt", text)
