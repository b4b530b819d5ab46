"""Which files a run plays: names are looked for in the current folder first, so the same command may mean another file elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from simcli.base.entry_points import changed_sources, sources_of
from simcli.base.files import GENERATIONS
from simcli.base.grouped import grouped
from simcli.config import ResolvedRun
from simcli.config.data.shipped import is_shipped
from simcli.config.players.strategies import BUILT_IN
from simcli.config.run.changed import changed_values
from simcli.config.run.resolve import find_config
from simcli.game import Game
from simcli.sim.folder.names import LEARNING, RUN
from simcli.terminal import ui

IDENTITY = re.compile(r"-[0-9a-f]{8}(?=(-search)?$)")
"""Where a folder that simcli has named says whose it is."""
NAMED = 12
"""Strategy files and changed values named; of more, the rest is counted."""

MOST_LINES = 6
"""Most lines that say what is changed."""


def tell_files(run: ResolvedRun, *, quiet: bool = False) -> None:
    """Says which config is played, which strategies are no shipped ones, and what may not be meant."""
    for line in (*file_lines(run), *changed_lines(run)):
        ui.say(line, quiet=quiet)
    ui.show_warnings(run.warnings, quiet=quiet)


def changed_lines(run: ResolvedRun) -> list[str]:
    """`changed: knight copies 11 -> 12`, of each of several variants in a line of its own; of many how many there are."""
    by_variant = grouped((one.variant, one.text) for one in changed_values(run))
    is_one = len(by_variant) == 1 and len(run.variants) <= 2  # with the game as it is beside it
    lines = [f"changed{'' if is_one or variant is None else f' in {variant}'}: {_first(texts)}" for variant, texts in by_variant.items()]
    rest = len(lines) - MOST_LINES
    return lines if rest <= 0 else [*lines[:MOST_LINES], f"changed in {rest} more variants: see `changes` in summary.json"]


def file_lines(run: ResolvedRun) -> list[str]:
    """`config: FILE` or `config: NAME, as shipped`; `own strategies: FILES` when there are any."""
    origin = (
        "" if not is_shipped(find_config(run.config)) else ", as shipped" if run.game.file is None else f", made from {run.game.file.name}"
    )
    lines = [f"config: {run.config}{origin}"]
    own = [s.where for s in run.strategies if s.where != BUILT_IN and not is_shipped(s.where)]
    return [*lines, f"own strategies: {_first(own)}"] if own else lines


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


def tell_anew(game: Game, folder: Path, *, quiet: bool = False) -> None:
    """Says which files of a game of one's own have changed since results of this name, and so why the folder is a new one."""
    here, name = sources_of(game.folder), IDENTITY.sub("-????????", folder.name)
    if not here or folder.exists():
        return
    others = [other for other in folder.parent.glob(name) if IDENTITY.search(other.name) and other.is_dir()]
    for other in sorted(others, key=lambda there: there.stat().st_mtime, reverse=True):
        there = _noted(other, game)
        if there and (changed := changed_sources(there, here)):
            ui.say(f"a new folder: {game.title} has changed since {other} ({changed})", quiet=quiet)
            return


def _noted(folder: Path, game: Game) -> object:
    """The sources that results of any kind in a folder were played by; None where it notes none, or is of another game."""
    for path in sorted(path for name in (RUN, GENERATIONS, LEARNING) for path in folder.rglob(name)):
        try:
            data = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            continue  # whoever reads this folder for its results is told
        run = data.get("run", data) if isinstance(data, dict) else None
        if isinstance(run, dict) and run.get("sources") and run.get("game", game.id) == game.id:
            return run["sources"]
    return None
