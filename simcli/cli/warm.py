"""`simcli warm`: compiles ahead, for an installation or a machine image."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from simcli.cli.games import GIVEN, Games, all_games
from simcli.errors import SimcliError
from simcli.game import Game
from simcli.games import get_game, named_game
from simcli.sim.pool.subprocesses import call_in_subprocess, usable_cores
from simcli.terminal import ui
from simcli.terminal.common import option

EXAMPLES = ("simcli warm", "simcli warm guildes --fast", "simcli warm guildes --all")
OTHERS = (("trace", "--deal", "0"), ("coverage", "--deals", "2"), ("feel", "--deals", "2"), ("regret", "--deals", "1", "--worlds", "2"))
"""Verbs with loops of their own, each with a config behind it."""


def warm(
    games: Games = None,
    fast: Annotated[bool, option("Compile without bounds checks, as `run --fast` uses.", "--fast", panel=None)] = False,
    every: Annotated[bool, option("Compile traces, searches, coverage, feel and regret as well.", "--all", panel=None)] = False,
) -> int:
    """Compiles all kernels ahead, several games at once, and prints how long each took."""
    chosen = [game.id for game in sorted((named_game(game_id, GIVEN) for game_id in games or all_games()), key=_size, reverse=True)]
    flags = {"SIMCLI_FAST": "1" if fast else os.environ.get("SIMCLI_FAST", "")}

    def compile_one(game_id: str) -> float:
        module, function = (__name__, "warm_all") if every else ("simcli.sim.warm", "warm_game")
        return float(call_in_subprocess(module, function, {"game_id": game_id}, flags))

    ui.say(f"compiling {', '.join(chosen)}")
    with ThreadPoolExecutor(usable_cores()) as pool:
        for game_id, seconds in zip(chosen, pool.map(compile_one, chosen), strict=True):
            ui.write(f"{game_id} {seconds:.1f} s\n")
    return ui.DONE


def _size(game: Game) -> int:
    """Bytes of the rules of a game: who takes longest begins first."""
    return sum(path.stat().st_size for path in game.folder.rglob("*.py"))


def warm_all(game_id: str) -> float:
    """Compiles the kernels of a game, and those of the `OTHERS`: in one process, which reads the rules once. Returns seconds."""
    from simcli.sim.warm import warm_game

    return warm_game(game_id) + warm_others(game_id)


def warm_others(game_id: str) -> float:
    """Plays every verb with a loop of its own once, in a folder that is deleted, with a search where the game has one. Returns seconds."""
    from simcli.cli.app import main
    from simcli.config.players.strategies import SEARCH
    from simcli.config.players.strategy_files import RANDOM, shipped_strategies

    begun = time.perf_counter()
    least = max(2, get_game(game_id).min_players)
    who = SEARCH if SEARCH in shipped_strategies(game_id) else RANDOM
    with TemporaryDirectory() as folder:
        config = Path(folder, "warm.yaml")
        config.write_text(f"{{game: {game_id}, players: {least}, strategies: [{who}], tables: mirror, deals: 1}}\n", "utf-8")
        for verb, *words in OTHERS:
            written = [] if verb == "trace" else ["--out", str(Path(folder, verb))]
            with redirect_stdout(StringIO()):
                code = main([verb, str(config), *words, *written])
            if code not in (ui.DONE, ui.GATE_SAYS_NO):
                raise SimcliError(f"{verb} of {game_id} ended with {code}")
    return time.perf_counter() - begun
