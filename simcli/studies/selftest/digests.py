"""Digests of the tallies of a small run of each shipped game, and those that the package keeps.

A tally is whole numbers, and a game's choices are compared in numbers that all CPUs compute alike. So a digest must be the same on every
machine, compiled for any CPU. `tools/selftest_digests.py` writes the kept ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from simcli.config import ResolvedRun, load_config, shipped_strategies
from simcli.config.data.shipped import strategy_home
from simcli.config.players.strategies import NO_PLANS
from simcli.engine.code import store
from simcli.games import get_game
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.tally import Tally

KEPT = Path(__file__).with_name("digests.json")
SEED = 1
DEALS = 24

Digests = Mapping[str, str]
"""sha256 (hex) by number of players, as text."""


def shipped_run(game_id: str, players: int, *names: str, tables: str = "mixed", deals: int = DEALS, **more: object) -> ResolvedRun:
    """A run of shipped strategies, regardless of strategies and configs in the current folder; `more`: further keys of the config."""
    home = strategy_home(game_id)
    given = [str(home / f"{name}.yaml") for name in names]
    keys = {"game": game_id, "players": players, "strategies": given, "tables": tables, "deals": deals, "seed": SEED, "measure": "none"}
    run = load_config(keys | more)
    return replace(run, strategies=tuple(replace(strategy, where="") for strategy in run.strategies))


def tallies_of(player: Player, first: int = 0) -> list[Tally]:
    """The deals of a run from `first` on, counted by this thread in one batch a cell."""
    plan = player.plan
    counts = [player.play(Batch(0, cell.number, first, plan.run.deals)) for cell in plan.cells]
    store.mark_warm(player.game)
    return [Tally(cell.layout, flat) for cell, flat in zip(plan.cells, counts, strict=True)]


def digests_of(game_id: str) -> dict[str, str]:
    """Digests of a game with each number of players: all shipped strategies but those that search or have learned, mixed, `DEALS` deals."""
    game, names = get_game(game_id), [name for name in shipped_strategies(game_id) if name not in NO_PLANS]
    made = {}
    for players in range(game.min_players, game.max_players + 1):
        (tally,) = tallies_of(Player(make_plan(shipped_run(game_id, players, *names))))
        made[str(players)] = hashlib.sha256(tally.flat.astype("<i8").tobytes()).hexdigest()
    return made


def kept_digests() -> dict[str, Digests]:
    """The digests that the package keeps, by game."""
    kept: dict[str, Digests] = json.loads(KEPT.read_text("utf-8"))
    return kept
