"""CMA-ES (Hansen, The CMA evolution strategy: a tutorial, arXiv 1604.00772) over a list of numbers, given only the order of the candidates.

The library is `cmaes`, the extra `tune`; the covariance matrix is a full one (docs/research/searches.md). Numbers
are measured in steps of their own from where the search begins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.errors import UserError

Floats = NDArray[np.float64]


def require_cmaes(who: str = "tune") -> Any:
    """The library; UserError when the extra is not installed."""
    try:
        import cmaes
    except ImportError:
        raise UserError.of(who, "needs cmaes, which is not installed", "pip install 'simcli-games[tune]'") from None
    return cmaes


class Evolution:
    """A search: `ask` for the candidates of a generation, `tell` their order; `mean` is where it has come to.

    The same seed and orders give the same candidates on the same machine and libraries.
    """

    def __init__(self, values: Sequence[float], steps: Sequence[float], seed: int, candidates: int) -> None:
        library = require_cmaes()
        self._values, self._steps = np.array(values, np.float64), np.array(steps, np.float64)
        n = len(self._values)
        key = hashlib.sha256(f"evolution {seed}".encode()).digest()[:4]
        self._cma = library.CMA(mean=np.zeros(n), sigma=1.0, seed=int.from_bytes(key), population_size=candidates)
        self._asked: list[Floats] = []

    @property
    def mean(self) -> Floats:
        """Where the search has come to."""
        mean: Floats = self._cma.mean
        return self._values + self._steps * mean

    def ask(self) -> list[Floats]:
        """The candidates of the next generation."""
        self._asked = [self._cma.ask() for _ in range(self._cma.population_size)]
        return [self._values + self._steps * x for x in self._asked]

    def tell(self, order: Sequence[int]) -> None:
        """The numbers of the candidates last asked for, the best first."""
        place = {candidate: rank for rank, candidate in enumerate(order)}
        self._cma.tell([(x, float(place[number])) for number, x in enumerate(self._asked)])
