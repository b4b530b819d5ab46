"""simcli: Monte Carlo balance simulation of board games.

The Python API loads on use, so that `import simcli` stays cheap:

    run = simcli.simulate("guildes/seats", deals=2000)
    run.strategies, run.seats, run.items, run.scores      # pandas DataFrames
    simcli.simulate({"game": "guildes", "players": 4})    # a config without a file
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcli.api import Run, load_run, simulate
    from simcli.comparison import compare
    from simcli.fixes import fix
    from simcli.game import Game
    from simcli.game_feel import feel
    from simcli.gates import gate
    from simcli.ladders import ladder
    from simcli.leagues import league
    from simcli.round_robin import matchups
    from simcli.sensitivities import sensitivity
    from simcli.tuning import tune

__version__ = "0.1.0"
__all__ = [
    "Game",
    "Run",
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
]

_HOMES = {
    "simulate": "simcli.api",
    "load_run": "simcli.api",
    "compare": "simcli.comparison",
    "feel": "simcli.game_feel",
    "fix": "simcli.fixes",
    "gate": "simcli.gates",
    "ladder": "simcli.ladders",
    "league": "simcli.leagues",
    "matchups": "simcli.round_robin",
    "sensitivity": "simcli.sensitivities",
    "tune": "simcli.tuning",
    "Run": "simcli.api",
    "Game": "simcli.game",
}


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'simcli' has no attribute '{name}'")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
