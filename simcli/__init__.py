"""simcli: Monte Carlo balance simulation of board games.

The Python API loads on use, so that `import simcli` stays cheap:

    run = simcli.simulate("guildes/seats", deals=2000)
    run.strategies, run.seats, run.items, run.scores      # pandas DataFrames
    simcli.simulate({"game": "guildes", "players": 4})    # a config without a file
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcli.base.version import __version__

if TYPE_CHECKING:
    from simcli.game import Game
    from simcli.sim.pool.cluster import Cluster
    from simcli.studies.compare.play import compare
    from simcli.studies.decisions.play import decisions
    from simcli.studies.feel.play import feel
    from simcli.studies.fix.play import fix
    from simcli.studies.gate.play import gate
    from simcli.studies.ladder.play import ladder
    from simcli.studies.league.play import league
    from simcli.studies.learn.play import learn
    from simcli.studies.matchups.play import matchups
    from simcli.studies.regret.play import regret
    from simcli.studies.results import load as load_run
    from simcli.studies.run.play import simulate
    from simcli.studies.run.result import RunResult
    from simcli.studies.sensitivity.play import sensitivity
    from simcli.studies.tune.play import tune
    from simcli.studies.verify.play import verify

__all__ = [
    "Cluster",
    "Game",
    "RunResult",
    "__version__",
    "compare",
    "decisions",
    "feel",
    "fix",
    "gate",
    "ladder",
    "league",
    "learn",
    "load_run",
    "matchups",
    "regret",
    "sensitivity",
    "simulate",
    "tune",
    "verify",
]

_HOMES = {
    "simulate": ("studies.run.play", "simulate"),
    "load_run": ("studies.results", "load"),
    "RunResult": ("studies.run.result", "RunResult"),
    "Cluster": ("sim.pool.cluster", "Cluster"),
    "Game": ("game", "Game"),
}
"""What is no function of a study by its name: module, and name there."""


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    import importlib

    from simcli.base.gc_settings import seldom_collected
    from simcli.studies import module_of

    with seldom_collected():
        if name in _HOMES:
            module, own = _HOMES[name]
            return getattr(importlib.import_module(f"simcli.{module}"), own)
        if not name.startswith("_") and (play := module_of(name, "play")) and hasattr(play, name):
            return getattr(play, name)
    raise AttributeError(f"module 'simcli' has no attribute '{name}'")
