"""What a verb says before it plays: compiling once, programs of others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simcli.config.data.shipped import shipped_folder
from simcli.config.players.python_strategy import check_source
from simcli.config.players.strategies import FUNCTION, NO_PLANS, SEARCH, Strategy
from simcli.config.yaml.problems import Problems
from simcli.engine.code.store import JIT, is_warm, why_unfit
from simcli.game import Game
from simcli.terminal import ui


def announce_compiling(game: Game, kind: str = "", *, strategies: Sequence[Strategy] = (), quiet: bool = False) -> None:
    """Says so when the kernels of a game, of a `kind` of their own (`mark.WARM`), or those of search and learned players among the
    strategies that are to play, are not in the cache yet.
    """
    what = ""
    if JIT and not is_warm(game, kind):
        what = game.title
    elif JIT and any(s.kind in NO_PLANS for s in strategies) and not is_warm(game, f"-{SEARCH}"):
        what = f"search and learned players in {game.title}"
    if what:
        why = f" (what came compiled is {unfit})" if (unfit := why_unfit()) else ""
        ui.say(f"compiling {what} for this machine, once{why}; up to a minute", quiet=quiet)


def announce_kept(strategies: Sequence[Strategy], folder: Path) -> None:
    """Says that Python code which a run folder keeps is about to be run, wherever it says that it comes from. UserError where it cannot."""
    problems = Problems()
    written = [strategy for strategy in strategies if strategy.kind == FUNCTION]
    for strategy in written:
        check_source(strategy.source, Path(strategy.where), problems)
    problems.raise_any()
    if written:
        ui.say(f"running Python code, with your rights, that {folder} keeps: play only folders you trust")


def announce_python(strategies: Sequence[Strategy], *, quiet: bool = False) -> None:
    """Says so when Python files that did not come with simcli are about to be run."""
    shipped = shipped_folder("strategies").resolve()
    files = [s.where for s in strategies if s.kind == FUNCTION and shipped not in Path(s.where).resolve().parents]
    if files:
        ui.say(f"running Python code, with your rights, from {', '.join(files)}: play only files you trust", quiet=quiet)
