"""The feel of play of a config's games, for the Python API and `simcli feel`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

from simcli.config import ResolvedRun
from simcli.config.run.resolve import Overrides
from simcli.sim.folder.kept_rows import cache_folder
from simcli.sim.games import OnProgress
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.studies.feel.estimate import Feel, summarise_feel
from simcli.studies.feel.question import load_feel
from simcli.studies.feel.rider import PLAYS, followed
from simcli.studies.played import header, variant_changes
from simcli.studies.results import StudyResult, results_of


def feel(config: str | Path | Mapping[str, object], *, workers: Workers | None = None, **over: Unpack[Overrides]) -> StudyResult:
    """Plays the games of a config and says how they feel to play (docs/method.md, "Feel of play"); nothing stays on the disk.

    `deals` are played, 500 if not given, each twice in every rotation. Errors as `simcli.simulate`; UserError also for a game for one.

    >>> simcli.feel("guildes/seats", players=3, deals=4).results.cells[0].players
    3
    """
    run = load_feel(config, **over)
    return results_of("feel", run, follow_run(run, workers=workers))


def follow_run(run: ResolvedRun, *, workers: Workers | None = None, on_progress: OnProgress = lambda *_: None) -> Feel:
    """The same for a resolved run, with its own deals; `on_progress` gets the games so far and all.

    After Ctrl-C the same call goes on: what was followed is kept with the compiled kernels until all is.
    """
    games = followed(run, workers or usable_cores(), cache_folder("feel", run), on_progress)
    played = Feel(
        **header(run),
        plays=PLAYS,
        strategies=tuple(strategy.name for strategy in run.strategies),
        tables=run.tables,
        variants=variant_changes(run),
    )
    return summarise_feel(played, games)
