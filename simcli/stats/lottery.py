"""Ratings of plans that a copy of a plan does not change: the maximal lottery of a matrix of advantages.

The matrix is antisymmetric: entry (a, b) is what plan a gains on plan b. Read as a game between two who each choose a plan, it has a mix
that no plan gains on: a maximal lottery (Fishburn, Probabilistic social choice based on simple voting comparisons, Review of Economic
Studies 51, 1984). Of several such mixes the one of greatest entropy is taken, as in Nash averaging (Balduzzi, Tuyls, Perolat and Graepel,
Re-evaluating evaluation, NeurIPS 2018): copies of a plan share its weight, and all other weights stay.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SLACK = 1e-9
"""Weights below it are none."""
SPREAD = 1e-7
"""By which the greatest weights of all plans together must exceed 1 for there to be several mixes."""
LOW, HIGH = 0.025, 0.975
"""Quantiles of the drawn mixes."""
DRAWS = 200


def maximal_lottery(advantage: Floats) -> Floats:
    """The mix of greatest entropy that no plan gains on: float64[plans], sums to 1. `advantage` is antisymmetric, float64[plans, plans].

    A linear program for each plan finds its greatest weight in such a mix. Where these sum to 1 there is one mix only; else the entropy is
    maximised over those plans that can have any weight, from the middle of the mixes found.
    """
    scaled = _scaled(advantage)
    corners = np.array([_mix(scaled, favoured) for favoured in range(len(scaled))])
    most = np.diag(corners)
    middle: Floats = corners.mean(axis=0)
    if most.sum() <= 1.0 + SPREAD:
        return _tidy(middle)
    there = most > SLACK
    return _tidy(_spread_out(scaled, there, middle))


def a_mix(advantage: Floats) -> Floats:
    """Any mix that no plan gains on; the only one, where there is one. Faster than `maximal_lottery`."""
    return _tidy(_mix(_scaled(advantage), None))


def drawn_mixes(advantage: Floats, se: Floats, draws: int = DRAWS) -> tuple[Floats, Floats]:
    """Mixes of matrices drawn around the measured one, and what each plan gains on them: float64[draws, plans] each.

    Entries above the diagonal are drawn from the normal distribution with standard error `se`, each by itself; the same matrices each time.
    A Latin hypercube (McKay, Beckman and Conover 1979): every entry has one value of each of `draws` equally likely strata, in random
    order, so that few draws have its distribution.
    """
    from scipy.special import ndtri

    generator, n = np.random.default_rng(0), len(advantage)
    mixes, gains = np.zeros((draws, n)), np.zeros((draws, n))
    upper = np.triu_indices(n, 1)
    scores = ndtri((np.arange(draws) + 0.5) / draws)
    normal = np.array([generator.permutation(scores) for _ in upper[0]])
    for k in range(draws):
        matrix = np.zeros((n, n))
        matrix[upper] = advantage[upper] + se[upper] * normal[:, k]
        matrix -= matrix.T
        mixes[k] = a_mix(matrix)
        gains[k] = matrix @ mixes[k]
    return mixes, gains


def spread(values: Floats, drawn: Floats) -> list[tuple[float, float, float]]:
    """(low, value, high) by plan: the middle 95 % of what was drawn, widened to hold the value."""
    low, high = np.quantile(drawn, (LOW, HIGH), axis=0, method="hazen")
    return [(float(min(a, v)), float(v), float(max(b, v))) for a, v, b in zip(low, values, high, strict=True)]


def _scaled(advantage: Floats) -> Floats:
    """The matrix with 1 as its greatest entry; it has the same mixes."""
    most = np.abs(advantage).max(initial=0.0)
    scaled: Floats = advantage / most if most > 0 else advantage.astype(np.float64)
    return scaled


def _mix(matrix: Floats, favoured: int | None) -> Floats:
    """A mix that no plan gains on, of these one with the greatest weight of plan `favoured`."""
    from scipy.optimize import linprog

    n = len(matrix)
    aim = np.zeros(n)
    if favoured is not None:
        aim[favoured] = -1.0
    solved = linprog(aim, A_ub=matrix, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1.0], bounds=(0, 1), method="highs")
    if solved.x is None:
        raise ArithmeticError(f"no mix was found: {solved.message}")
    found: Floats = solved.x
    return found


def _spread_out(matrix: Floats, there: NDArray[np.bool_], start: Floats) -> Floats:
    """The mix of greatest entropy among plans that are `there`; `start` is one of the mixes."""
    from scipy.optimize import minimize

    columns = matrix[:, there]

    def entropy(p: Floats) -> tuple[float, Floats]:
        logs = np.log(np.maximum(p, SLACK))
        return float((p * logs).sum()), logs + 1.0

    bounded: Any = {"type": "ineq", "fun": lambda p: -columns @ p, "jac": lambda _: -columns}
    whole: Any = {"type": "eq", "fun": lambda p: p.sum() - 1.0, "jac": lambda p: np.ones((1, len(p)))}
    settings = {"ftol": 1e-14, "maxiter": 1000}
    found = minimize(
        entropy, start[there], jac=True, bounds=[(0, 1)] * int(there.sum()), constraints=[bounded, whole], method="SLSQP", options=settings
    )
    mix = start.copy()
    if (columns @ found.x).max(initial=0.0) < SPREAD and found.fun <= entropy(start[there])[0]:
        mix[there] = found.x
    return mix


def _tidy(mix: Floats) -> Floats:
    """Without what arithmetic leaves of no weight."""
    kept = np.where(mix > SPREAD, mix, 0.0)
    tidy: Floats = kept / kept.sum()
    return tidy
