"""Measures the prices a game's description declares (`Game.prices`) and how long the batches of its shipped configs take.

    python tools/prices.py GAME...

A price is the least CPU time of one thread, in microseconds a game, of nine batches of a tenth of a second: of `random`, of all other
shipped strategies but those that search in mixed tables, and of the Python strategies in docs/examples; with the decisions that have
several actions, of the same plans; default options, bounds checks on. The least of
several executions is what to write down: other work on the machine only adds.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from simcli.config import ResolvedRun, load_config
from simcli.engine.batch import CAPPED, DECISIONS, FORCED, GAMES, STALLED
from simcli.games import get_game
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.runner import Runner

ROOT = Path(__file__).parents[1]
TIMES, SECONDS = 9, 0.1


def seconds_of(runner: Runner, batch: Batch) -> float:
    """CPU time of one thread."""
    begun = time.thread_time()
    runner.play(batch)
    return time.thread_time() - begun


def runner_of(run: ResolvedRun) -> Runner:
    """A runner that plays by hand, warmed up."""
    runner = Player(make_plan(run))
    runner.play(Batch(0, 0, 0, 1))
    return runner


def price(game: str, players: int, strategies: list[str]) -> float:
    """Microseconds a game."""
    runner = runner_of(load_config({"game": game, "players": players, "strategies": strategies, "deals": 10**9}))
    games = runner.plan.cells[0].rotations
    deals = max(1, round(SECONDS / seconds_of(runner, Batch(0, 0, 0, 4)) * 4))
    return min(seconds_of(runner, Batch(0, 0, i * deals, deals)) for i in range(TIMES)) / (deals * games) * 1e6


def choices(game: str, players: int, strategies: list[str]) -> float:
    """Decisions of a game that have several actions."""
    runner = runner_of(load_config({"game": game, "players": players, "strategies": strategies, "deals": 10**9}))
    totals = runner.plan.cells[0].layout.parts(runner.play(Batch(0, 0, 0, 50))).totals
    return float((totals[DECISIONS] - totals[FORCED]) / (totals[GAMES] - totals[CAPPED] - totals[STALLED]))


def main(games: list[str]) -> None:
    """Prints what was measured beside what is declared."""
    for name in games:
        game = get_game(name)
        plans = sorted(
            path.stem for path in (ROOT / "strategies" / name).glob("*.yaml") if path.stem not in ("random", "search", "learned")
        )
        functions = sorted(map(str, (ROOT / "docs" / "examples" / name).glob("*.py")))
        for players, declared in game.prices.items():
            found = [round(price(name, players, strategies), 1) for strategies in (["random"], plans, functions)]
            print(f"{name} with {players}: {found}, choices {choices(name, players, plans):.0f}, declared {declared}", flush=True)
        for file in sorted((ROOT / "configs" / name).glob("*.yaml")):
            runner = runner_of(load_config(file))
            deals = runner.plan.batch_deals
            took = [
                1000 * min(seconds_of(runner, Batch(0, cell.number, i * deals, deals)) for i in range(3)) for cell in runner.plan.cells[:6]
            ]
            print(f"{name}/{file.stem}: batches of {deals} deals take {', '.join(f'{ms:.0f}' for ms in took)} ms", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
