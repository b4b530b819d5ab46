"""Compiles all kernels of a game ahead of their first use."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from simcli.config.run.resolve import resolve_document
from simcli.config.run.resolved import ResolvedRun
from simcli.config.yaml.document import parse_yaml
from simcli.config.yaml.problems import Problems
from simcli.engine import layout
from simcli.engine.code import doors, store
from simcli.engine.loop.lineup import fill_pointer, new_scratch
from simcli.games import get_game
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player


def small_run(game_id: str, players: int | None = None, strategy: str = "random") -> ResolvedRun:
    """A run of one strategy in all seats, with the fewest players if not given; deals are played once per seat, as by default.

    UserError when the game has no such strategy.
    """
    count = get_game(game_id).min_players if players is None else players
    text = f"{{game: {game_id}, players: {count}, strategies: [{strategy}], deals: 1000000000}}"
    problems = Problems()
    run = resolve_document(parse_yaml(text, f"{game_id} with {count} players"), Path("warm.yaml"), problems)
    problems.raise_any()
    assert run is not None
    return run


def warm_game(game_id: str) -> float:
    """Plays one deal and calls each step function once; compiles what Python strategies need. Returns seconds."""
    begun = time.perf_counter()
    player = Player(make_plan(small_run(game_id)))
    player.play(Batch(0, 0, 0, 1))
    _step(player)
    fill_pointer(player.game, needed=True)
    store.mark_warm(player.game)
    return time.perf_counter() - begun


def _step(player: Player) -> None:
    """A deal, a decision, and every other question the step functions answer, in the types that sim.scenario and sim.trace use."""
    cell, seed = player.plan.cells[0], np.uint64(1)
    steps: Any = doors
    states, scratch, tables = layout.new_states(player.game), new_scratch(player.game), cell.tables
    steps.step_lineup(0, np.zeros(1, np.int64), 1, 0, seed, cell.players, scratch, np.zeros(8, np.int64))
    steps.step_start(states, tables, 0, 0, seed, scratch)
    steps.step_derive(states, tables)
    steps.step_restrict(states, player.strategies.records, scratch)
    steps.step_grant(states, tables, player.strategies.records, scratch)
    n = steps.step_legal(states, tables, scratch)
    i = steps.step_choose(states, tables, 0, n, player.strategies, scratch)
    steps.step_apply(states, tables, int(scratch[0].actions[i]))
    steps.step_results(states, tables, scratch)
    steps.step_redeal_hidden(states, tables, 0, scratch)
