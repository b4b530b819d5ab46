"""Golden traces: one game each, word for word (simcli.testing.golden)."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config.players.strategies import Strategy
from simcli.testing.golden import check_golden
from simcli.trace.trace import Setup, trace
from tests.games.kings_guild.tables import COMPONENTS, GAME, all_options

STEP = {
    "gather": 2000,
    "room": 1200,
    "rate": 40,
    "ready": -300,
    "craft": 1000,
    "craft_coins": 700,
    "craft_pays": -150,
    "opens": -1500,
    "treasures": 1500,
    "own_quest": 2000,
    "build": -1000,
    "build_cost": -250,
    "build_points": 900,
    "spaces": 1200,
    "storage": 1500,
    "access": 6000,
    "discounts": 1500,
    "hire_price": -400,
    "hire_points": 900,
    "bargain": 300,
    "gatherers": 2000,
    "powers": 1000,
    "abilities": 500,
    "last_points": 1500,
    "statue": 4000,
    "offering": 1000,
    "offering_points": 1300,
    "play_gains": 1000,
    "play_scroll": 500,
    "play_contract": 2000,
    "sell": -6000,
    "sell_coins": 1000,
    "sell_points": -1500,
    "sell_playable": -1000,
    "bard": -5000,
}
ANSWERS = {
    "gather": {"decline": -5000, "n": 1000, "over": -1000, "rare": 500, "nearer": 500, "ready": 600, "used": 400},
    "craft": {"decline": -5000, "coins": 1000, "whole": 4000},
    "hire": {"points": 1000},
    "space": {"outside": -3000},
    "square": {"coins": 2000, "resources": 1000},
    "double": {"coins": 1000, "potions": -5000},
    "lucky": {"twice": 3000},
    "keep": {"points": 1000, "playable": 1000},
    "power": {"hero": 3000, "thug": 2000, "scroll": 1000},
    "discard": {"coins": -700, "points": -1500},
    "limit": {"coins": 700, "points": -1500, "playable": -1000},
    "return": {"nearer": 1000, "ready": 700, "rare": -1000},
    "colour": {"stop": -3000, "yellow": 600},
    "kind": {"nearer": 1000, "rare": 700},
    "choose": {"decline": -1000, "nearer": 500},
    "exchange": {"nearer": 1000, "ready": 700},
    "steal": {"nearer": 1000},
    "buy": {"points": 1500, "twice": -3000},
    "quest": {"decline": -3000},
    "bid": {"bid": -900, "some": 500, "up_to_five": 1000, "half": -1000},
}
AFTER = {"expand": STEP | {"build": 500, "hire": 1000, "play": -3000}, "free": STEP | {"play": -2000, "offering": 5000}}
CRAFTER = Strategy("crafter", "heuristic", temperature=400, weights=ANSWERS | AFTER | {"turn": STEP | {"craft": 2500, "shares": 1000}})
HOST = Strategy(
    "host",
    "heuristic",
    temperature=400,
    weights=ANSWERS | AFTER | {"turn": STEP | {"hire": 2500, "hire_price": -200, "hire_points": 1500, "abilities": 1500, "powers": 2500}},
)
GAMES = {
    "trace-1": (1, {}, 2),
    "trace-2": (2, {}, 0),
    "trace-3": (3, {"promo_specialists": True, "hero_specialists_trigger": "on_treasure", "lucky_potion_timing": "before_crafting"}, 1),
}
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_word_for_word_as_before(name):
    players, options, deal = GAMES[name]
    strategies = [CRAFTER, HOST][:players]
    text = "\n".join(trace(Setup(GAME, COMPONENTS, all_options(options), players, strategies), deal)) + "\n"
    check_golden(FOLDER / f"{name}.txt", text)
