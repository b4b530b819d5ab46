"""The weights of a strategy, searched against a weighted field: for the Python API and `cli`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from simcli.config.players.fields import Named
from simcli.sim.pool.cluster import Workers
from simcli.studies.results import in_folder
from simcli.studies.tune.question import GAMES, Budget, TuneSettings, ask
from simcli.studies.tune.result import TuneResult
from simcli.studies.tune.search import search

__all__ = ["Budget", "TuneResult", "ask", "tune"]


def tune(
    game: str,
    start: Named | None = None,
    field: Named | Sequence[Named | tuple[Named, float]] = (),
    *,
    budget: str | Budget = str(GAMES),
    workers: Workers | None = None,
    out: str | Path | None = None,
    **settings: Unpack[TuneSettings],
) -> TuneResult:
    """Searches the weights of a strategy so that it wins more against a field, and judges it on fresh deals.

    `field` holds strategies, or pairs of one and its weight; all shipped plans with weights if empty. With `out` the run folder is kept
    there and resumed if it exists; without, nothing stays on the disk. A budget in games gives the same result for the same seed, on any
    number of workers. Other arguments and errors are those of `simcli tune`.

    >>> found = simcli.tune("guildes", "balanced", "denier", players=3, budget="2000", deals=16, candidates=8, fresh=100)
    >>> [plan.strategy for plan in found.results.field]
    ['denier']
    """
    question = ask(game, start, field, **settings)
    how_long = Budget.read(budget) if isinstance(budget, str) else budget
    return in_folder(out, lambda folder: search(question, how_long, folder, workers=workers))
