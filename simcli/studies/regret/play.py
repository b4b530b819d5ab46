"""How far the plans of a config are from good play, for the Python API and `simcli regret`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from simcli.config.run.resolve import Overrides
from simcli.sim.folder.kept_rows import cache_folder
from simcli.sim.look import TRIED, LookQuestion
from simcli.sim.pool.subprocesses import usable_cores
from simcli.stats.measured import RegretCell
from simcli.studies.looks import WORLDS
from simcli.studies.played import header, tolerance_of, variant_changes
from simcli.studies.regret.estimate import Regret, regret_cell
from simcli.studies.regret.look import looked_games
from simcli.studies.regret.question import ask_regret
from simcli.studies.results import StudyResult, results_of

if TYPE_CHECKING:
    from simcli.sim.games import OnProgress
    from simcli.sim.pool.cluster import Workers


def regret(
    config: str | Path | Mapping[str, object], *, worlds: int = WORLDS, workers: Workers | None = None, **over: Unpack[Overrides]
) -> StudyResult:
    """LookQuestion ahead at choices of a config's games and says what that gains over its plans; nothing stays on the disk.

    One choice of every game of `deals` deals, those of about a minute if not given, is played on in a number of `worlds`, an even one.
    Errors as `simcli.simulate`; UserError also for a game for one.

    >>> simcli.regret("guildes/seats", players=3, deals=4, worlds=2).results.cells[0].games
    4
    """
    asked = ask_regret(config, worlds, **over)
    return results_of("regret", asked.run, look_ahead(asked, workers=workers), words=("--worlds", str(worlds)))


def look_ahead(asked: LookQuestion, *, workers: Workers | None = None, on_progress: OnProgress = lambda *_: None) -> Regret:
    """The same for a question that is settled; `on_progress` gets the games so far and all.

    After Ctrl-C the same call goes on: what was looked at is kept with the compiled kernels until all is.
    """
    run, worlds = asked.run, asked.worlds
    return Regret(
        **header(run),
        worlds=worlds,
        tried=TRIED,
        tables=run.tables,
        variants=variant_changes(run),
        cells=cells_of(asked, workers or usable_cores(), cache_folder("regret", run, worlds), on_progress),
    )


def cells_of(
    asked: LookQuestion, workers: Workers, folder: Path | None = None, on_progress: OnProgress = lambda *_: None
) -> tuple[RegretCell, ...]:
    """The gains in each cell of a run. Folder, `on_progress` and errors as `look.looked_games`."""
    run = asked.run
    names, decisions = [one.name for one in run.strategies], [one.name for one in run.game.decisions]
    found = looked_games(asked, workers, folder, on_progress)
    return tuple(regret_cell(games, names, decisions, tolerance_of(run).at(games.players)) for games in found)
