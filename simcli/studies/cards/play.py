"""Plays the run that says what the items of a config are worth."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

from simcli.config.run.each_item import FIRST_SEAT
from simcli.config.run.resolve import Overrides
from simcli.sim.pool.cluster import Workers
from simcli.studies.cards.question import load_cards
from simcli.studies.run.play import simulate
from simcli.studies.run.result import RunResult


def cards(
    config: str | Path | Mapping[str, object],
    kind: str = "",
    *,
    player: str = FIRST_SEAT,
    tolerance: str = "",
    workers: Workers | None = None,
    out: str | Path | None = None,
    **over: Unpack[Overrides],
) -> RunResult:
    """Plays a config with each item of a kind denied, forced and dealt in turn: the result is a run, its table `cards`.

    Arguments and errors are those of `simcli cards` and `simulate`.

    >>> found = simcli.cards("guildes/seats", "guild", players=3, deals=4)
    >>> "Knight" in set(found.cards["name"])
    True
    """
    return simulate(load_cards(config, kind, player=player, tolerance=tolerance, **over), workers=workers, out=out)
