"""Plays a config as it is and with a change, on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from simcli.base.several import Assignments
from simcli.sim.pool.cluster import Workers
from simcli.studies.run.play import simulate
from simcli.studies.run.result import RunResult
from simcli.studies.whatif.question import load_whatif


def whatif(
    config: str | Path | Mapping[str, object],
    sets: Assignments,
    *,
    deals: int | None = None,
    seed: int | None = None,
    players: int | Sequence[int] = (),
    workers: Workers | None = None,
    out: str | Path | None = None,
) -> RunResult:
    """Plays a config as it is and with the changes `sets` ("patch.guilds.knight.copies=9"); the table `differences` compares both.

    Errors as `simulate`.

    >>> changed = simcli.whatif("guildes/seats", "options.events=on", players=3, deals=4)
    >>> [variant.name for variant in changed.results.variants]
    ['as it is', 'events on']
    >>> figure = changed.plot()
    """
    run, _ = load_whatif(config, sets, deals=deals, seed=seed, players=players)
    return simulate(run, workers=workers, out=out)
