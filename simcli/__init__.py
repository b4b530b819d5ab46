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
    from simcli.studies.feel.api import feel
    from simcli.studies.fix.play import fix
    from simcli.studies.gate.play import gate
    from simcli.studies.ladder.play import ladder
    from simcli.studies.league.play import league
    from simcli.studies.matchups.play import matchups
    from simcli.studies.run.api import load_run, simulate
    from simcli.studies.run.result import RunResult
    from simcli.studies.sensitivity.play import sensitivity
    from simcli.studies.tune.api import tune
    from simcli.studies.verify.play import verify

__all__ = [
    "Cluster",
    "Game",
    "RunResult",
    "__version__",
    "compare",
    "feel",
    "fix",
    "gate",
    "ladder",
    "league",
    "load_run",
    "matchups",
    "sensitivity",
    "simulate",
    "tune",
    "verify",
]

_HOMES = {
    "simulate": "simcli.studies.run.api",
    "load_run": "simcli.studies.run.api",
    "compare": "simcli.studies.compare.play",
    "feel": "simcli.studies.feel.api",
    "fix": "simcli.studies.fix.play",
    "gate": "simcli.studies.gate.play",
    "ladder": "simcli.studies.ladder.play",
    "league": "simcli.studies.league.play",
    "matchups": "simcli.studies.matchups.play",
    "sensitivity": "simcli.studies.sensitivity.play",
    "tune": "simcli.studies.tune.api",
    "verify": "simcli.studies.verify.play",
    "RunResult": "simcli.studies.run.api",
    "Cluster": "simcli.sim.pool.cluster",
    "Game": "simcli.game",
}


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'simcli' has no attribute '{name}'")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
