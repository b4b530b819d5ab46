"""How fast games are played and how long compiling takes. Every figure comes from a fresh process with a warm cache.

One core is measured in CPU time, so that a busy machine does not show; all cores in wall time. Speeds on one core stand in units of a
reference too, measured before and after each run in the same process, so that two machines and two hours compare.
"""

from __future__ import annotations

import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any

from simcli.config import shipped_strategies
from simcli.engine.batch import DECISIONS, GAMES, UNENDED_DECISIONS
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.pool.subprocesses import call_in_subprocess, usable_cores
from simcli.sim.reference.yardstick import Yardstick, taken_over
from simcli.sim.warm import small_run

STRATEGIES = ("random", "balanced")
SEARCH = "search"
RUNS, RUN_SECONDS = 7, 0.3
QUICK_RUNS, QUICK_SECONDS = 1, 0.05
MODULE = "simcli.sim.bench"

Record = dict[str, Any]
Rates = tuple[float, ...]
OnProgress = Callable[[str], None]


def machine() -> Record:
    """What the figures were measured on."""
    names = ("numba", "llvmlite", "numpy")
    return {"cpus": usable_cores(), "processor": _processor(), "python": platform.python_version()} | {n: version(n) for n in names}


def bench_game(game_id: str, players: int, strategies: Sequence[str], unit: Yardstick, *, quick: bool, on_progress: OnProgress) -> Record:
    """Speeds and compile times of one game. `quick`: one short run each, nothing without bounds checks, no search, no cold compiling."""
    runs, seconds = (QUICK_RUNS, QUICK_SECONDS) if quick else (RUNS, RUN_SECONDS)
    speeds = []
    for checks in (True,) if quick else (True, False):
        flags = {"SIMCLI_FAST": "" if checks else "1"}
        on_progress(f"{game_id}: warming the cache {'with' if checks else 'without'} bounds checks")
        call_in_subprocess("simcli.sim.warm", "warm_game", {"game_id": game_id}, flags)
        for strategy in strategies:
            on_progress(f"{game_id}: {strategy}")
            arguments = {"game_id": game_id, "players": players, "strategy": strategy, "runs": runs, "seconds": seconds}
            speeds.append({"strategy": strategy, "bounds_checks": checks} | _measured("speed", arguments, flags, unit))
    searched = None
    if SEARCH in shipped_strategies(game_id) and not quick:
        on_progress(f"{game_id}: {SEARCH}")
        arguments = {"game_id": game_id, "players": players, "runs": runs, "seconds": seconds}
        searched = _measured("search_speed", arguments, {"SIMCLI_FAST": ""}, unit)
    on_progress(f"{game_id}: from start to first game")
    cached = statistics.median(first_game(game_id, players) for _ in range(runs))
    cold = None if quick else _cold(game_id, players, on_progress)
    times = {"cold": cold, "cached": round(cached, 3)}
    return {"game": game_id, "players": players, "speeds": speeds, "search": searched, "first_game_seconds": times}


def _measured(function: str, arguments: Record, flags: dict[str, str], unit: Yardstick) -> Record:
    """What a function measures in a fresh process, in turns with the reference."""
    found: Record = call_in_subprocess(MODULE, function, arguments | {"unit": unit.handed()}, flags)
    unit.measured.append(found.pop("reference_per_second"))
    return found


def first_game(game_id: str, players: int, environment: dict[str, str] | None = None) -> float:
    """Seconds from the start of a fresh process to the end of its first game."""
    begun = time.time()
    arguments = {"game_id": game_id, "players": players}
    return float(call_in_subprocess(MODULE, "play_one", arguments, {"SIMCLI_FAST": ""} | (environment or {}))) - begun


def _cold(game_id: str, players: int, on_progress: OnProgress) -> float:
    on_progress(f"{game_id}: the same with an empty cache")
    with tempfile.TemporaryDirectory(prefix="simcli-cold-") as folder:
        return round(first_game(game_id, players, {"SIMCLI_CACHE_DIR": folder}), 3)


def play_one(game_id: str, players: int) -> float:
    """Plays one deal; returns the time of day it was done, in seconds."""
    Player(make_plan(small_run(game_id, players))).play(Batch(0, 0, 0, 1))
    return time.time()


def speed(game_id: str, players: int, strategy: str, runs: int, seconds: float, unit: Record) -> Record:
    """Games and decisions a second: medians of `runs` runs of about `seconds` seconds each."""
    player = Player(make_plan(small_run(game_id, players, strategy)))

    def play(first: int, deals: int) -> Any:
        return player.play(Batch(0, 0, first, deals))

    deals, one, in_units = _on_one_core(play, _rates, runs, seconds, unit)
    every: list[Rates] = []
    cores = usable_cores()
    with ThreadPoolExecutor(cores) as pool:
        for i in range(runs):
            begun = time.perf_counter()
            flats = list(pool.map(lambda k: play(k * deals, deals), range(i * cores, (i + 1) * cores)))
            every.append(_rates(sum(flats), time.perf_counter() - begun))
    return {"one_core": _medians(one), "all_cores": _medians(every)} | in_units


def search_speed(game_id: str, players: int, runs: int, seconds: float, unit: Record) -> Record:
    """Playouts a second of the shipped search player in all seats, on one core: the median of some runs."""
    player = Player(make_plan(small_run(game_id, players, SEARCH)))

    def play(first: int, deals: int) -> int:
        return player.playouts(Batch(0, 0, first, deals))

    _, rates, in_units = _on_one_core(play, lambda playouts, taken: (playouts / taken,), runs, seconds, unit)
    return {"strategy": SEARCH, "playouts_per_second": round(statistics.median(rate for rate, *_ in rates))} | in_units


def _on_one_core(
    play: Callable[[int, int], Any], rates_of: Callable[[Any, float], Rates], runs: int, seconds: float, unit: Record
) -> tuple[int, list[Rates], Record]:
    """Deals of a run, the rates of each by its result and its CPU seconds, and the first of these in units of the reference: the runs are
    made in turns with it, whose own speed is added."""
    play(0, 1)
    deals = _deals_for(play, seconds)
    found: list[Rates] = []

    def run(i: int) -> float:
        begun = time.thread_time()
        done = play(i * deals, deals)
        found.append(rates_of(done, time.thread_time() - begun))
        return found[-1][0]

    reference = taken_over(**unit)
    return deals, found, {"of_reference": reference.in_turns(run, runs), "reference_per_second": reference.per_second}


def _deals_for(play: Callable[[int, int], Any], seconds: float) -> int:
    """Deals that take about `seconds` of CPU time."""
    deals = 1
    while True:
        begun = time.thread_time()
        play(0, deals)
        taken = time.thread_time() - begun
        if taken > seconds / 8:
            return max(1, round(deals * seconds / taken))
        deals *= 4


def _rates(flat: Any, seconds: float) -> Rates:
    """Games and decisions a second from a tally."""
    return float(flat[GAMES]) / seconds, float(flat[DECISIONS] + flat[UNENDED_DECISIONS]) / seconds


def _medians(rates: Sequence[Rates]) -> Record:
    games, decisions = (round(statistics.median(column)) for column in zip(*rates, strict=True))
    return {"games_per_second": games, "decisions_per_second": decisions}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123  (no file of the user's)
            return next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), platform.machine())
    except OSError:
        return platform.processor() or platform.machine()
