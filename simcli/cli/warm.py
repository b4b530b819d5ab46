"""`simcli warm`: compiles ahead, for an installation or a machine image."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from simcli.cli.games import GIVEN, Games
from simcli.games import game_ids, named_game
from simcli.sim.pool.subprocesses import call_in_subprocess, usable_cores
from simcli.terminal import ui

EXAMPLES = ("simcli warm", "simcli warm guildes --fast")


def warm(
    games: Games = None,
    fast: Annotated[bool, typer.Option("--fast", help="Compile without bounds checks, as `run --fast` uses.")] = False,
) -> int:
    """Compiles all kernels ahead, several games at once, and prints how long each took."""
    chosen = [named_game(game_id, GIVEN).id for game_id in games or game_ids()]
    flags = {"SIMCLI_FAST": "1" if fast else os.environ.get("SIMCLI_FAST", "")}

    def compile_one(game_id: str) -> float:
        return float(call_in_subprocess("simcli.sim.warm", "warm_game", {"game_id": game_id}, flags))

    ui.say(f"compiling {', '.join(chosen)}")
    with ThreadPoolExecutor(usable_cores()) as pool:
        for game_id, seconds in zip(chosen, pool.map(compile_one, chosen), strict=True):
            ui.write(f"{game_id} {seconds:.1f} s\n")
    return ui.DONE
