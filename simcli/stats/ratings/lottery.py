"""Ratings of plans that a copy of a plan does not change: the maximal lottery of a matrix of advantages.

The matrix is antisymmetric: entry (a, b) is what plan a gains on plan b. Read as a game between two who each choose a plan, it has a mix
that no plan gains on: a maximal lottery (Fishburn, Probabilistic social choice based on simple voting comparisons, Review of Economic
Studies 51, 1984). Of several such mixes the one of greatest entropy is taken, as in Nash averaging (Balduzzi, Tuyls, Perolat and Graepel,
Re-evaluating evaluation, NeurIPS 2018): copies of a plan share its weight, and all other weights stay.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SPREAD = 1e-7
"""Weights below it are none, and gains below it."""
CLEAR = 1e-4
"""Weights and losses above it are there with any tolerance of a linear program."""
MULTIPLE = 1e4
"""The most of a plan where the linear program has no end without: one has so little weight that x would have to be millions."""
LOW, HIGH = 0.025, 0.975
"""Quantiles of what was drawn."""


def maximal_lottery(advantage: Floats) -> Floats:
    """The mix of greatest entropy that no plan gains on: float64[plans], sums to 1. `advantage` is antisymmetric, float64[plans, plans].

    A linear program finds all plans that can have any weight in such a mix: there is a mix in which every plan either has weight or loses
    on it (Goldman and Tucker, Theory of linear programming, 1956). Where several mixes of these do, the entropy is maximised over them.
    """
    beats_all = (advantage > 0).sum(axis=1) == len(advantage) - 1
    if beats_all.any():
        alone: Floats = beats_all.astype(np.float64)
        return alone
    most = np.abs(advantage).max(initial=0.0)
    if most == 0.0:
        return np.full(len(advantage), 1.0 / len(advantage))
    scaled = advantage / most
    mix = _widest(scaled)
    several = _of_several(scaled, mix > SPREAD)
    return _tidy(mix if several is None else several)


def _of_several(scaled: Floats, support: NDArray[np.bool_]) -> Floats | None:
    """Of the mixes with weight on these plans alone the one of greatest entropy; None where there is one at most."""
    inner = scaled[:, support]
    if support.sum() - np.linalg.matrix_rank(inner[support], tol=SPREAD) <= 1:
        return None
    mix = np.zeros(len(scaled))
    mix[support] = greatest_entropy(inner, support)
    return mix


def greatest_entropy(matrix: Floats, is_level: NDArray[np.bool_] | None = None) -> Floats:
    """The mix p of greatest entropy with matrix @ p <= 0, and 0 in the rows that are level: float64[columns].

    One mix at least must have weight on all columns. The matrix need not be antisymmetric. Found in the dual: the logarithms of p are a
    combination of the rows, with no negative factor for a row that is not level.
    """

    def mix_of(power: Floats) -> tuple[float, Floats]:
        logs = -(power @ matrix)
        most = logs.max()
        mix = np.exp(logs - most)
        total = mix.sum()
        return float(most + np.log(total)), mix / total

    def aim(power: Floats) -> tuple[float, Floats]:
        height, mix = mix_of(power)
        return height, -(matrix @ mix)

    levels, start, close = np.zeros(len(matrix), bool) if is_level is None else is_level, np.zeros(len(matrix)), SPREAD / 10
    even = mix_of(start)[1]
    gains = matrix @ even
    if (np.where(levels, np.abs(gains), gains) <= close).all():
        return even  # where the search would end at once
    from scipy.optimize import minimize

    bounds = [(None, None) if level else (0, None) for level in levels]
    settings = {"ftol": 1e-15, "gtol": close, "maxiter": 10_000, "maxfun": 20_000}
    minimum = minimize(aim, start, jac=True, bounds=bounds, method="L-BFGS-B", options=settings)
    return mix_of(minimum.x)[1]


def effective_number(mix: Floats) -> float:
    """Exponential of the entropy of a mix: of n plans of equal weight it is n (Jost, Entropy and diversity, Oikos 113, 2006)."""
    weights = mix[mix > 0]
    return float(np.exp(-(weights * np.log(weights)).sum()))


def without_small(advantage: Floats, tolerance: float) -> Floats:
    """Advantages by which they exceed the tolerance, on either side; none within it. Without jumps: a little more is a little more."""
    beyond: Floats = np.sign(advantage) * np.maximum(np.abs(advantage) - tolerance, 0.0)
    return beyond


def drawn_mixes(matrices: Floats) -> tuple[Floats, Floats]:
    """Mixes of drawn matrices, and what each plan gains on them: float64[draws, plans] each.

    Most matrices have one mix only, with weight on the same plans as that of an earlier draw: then it is a system of equations. Others have
    several, on the same plans as an earlier draw in which the same plans are level.
    """
    mixes, seen, several = np.zeros(matrices.shape[:2]), list[NDArray[np.bool_]](), dict[bytes, Floats]()
    for k, matrix in enumerate(matrices):
        signs = np.sign(matrix).tobytes()
        candidates = (mix for support in seen if (mix := _only_mix(matrix, support)) is not None)
        mix = next(candidates, None)
        if mix is None and signs in several:
            mix = _again(matrix, several[signs])
        if mix is None:
            mix = maximal_lottery(matrix)
            support = mix > 0
            if _only_mix(matrix, support) is not None:
                seen.append(support)
            elif matrix.any():
                several[signs] = mix
        mixes[k] = mix
    return mixes, np.einsum("kij,kj->ki", matrices, mixes)


def _again(matrix: Floats, earlier: Floats) -> Floats | None:
    """The maximal lottery of a matrix with several mixes, where it clearly has weight on just the plans of an earlier one; None where not.

    Near the earlier one lies a mix in which each of these plans has weight and each other one loses, so that no mix has weight on another
    (Goldman and Tucker).
    """
    scaled, support = matrix / np.abs(matrix).max(), earlier > 0
    near, inner = earlier.copy(), scaled[np.ix_(support, support)]
    near[support] -= np.linalg.lstsq(inner, inner @ earlier[support], rcond=SPREAD)[0]
    gains = scaled @ near
    if near[support].min() < CLEAR or (gains[~support] > -CLEAR).any() or np.abs(gains[support]).max() > SPREAD:
        return None
    mix = _of_several(scaled, support)
    return None if mix is None else _tidy(mix)


def _only_mix(matrix: Floats, support: NDArray[np.bool_]) -> Floats | None:
    """The mix that no plan gains on, where it has weight on just these plans and is the only one; None where not."""
    plans = np.flatnonzero(support)
    n, most = len(plans), np.abs(matrix).max()
    if n % 2 == 0 or most == 0.0:
        return None  # an antisymmetric matrix of an even number of rows has no single null vector
    bordered = np.zeros((n + 1, n + 1))
    bordered[:n, :n], bordered[n, :n], bordered[:n, n] = matrix[np.ix_(plans, plans)] / most, 1.0, 1.0
    aim = np.zeros(n + 1)
    aim[n] = 1.0
    if abs(np.linalg.det(bordered)) < SPREAD:
        return None
    mix = np.zeros(len(matrix))
    mix[plans] = np.linalg.solve(bordered, aim)[:n]
    gains = matrix @ mix / most
    is_one = (mix[support] > SPREAD).all() and (gains[~support] < -SPREAD).all() and np.abs(gains[support]).max() < SPREAD
    return mix if is_one else None


def spread(values: Floats, drawn: Floats) -> list[tuple[float, float, float]]:
    """(low, value, high) by plan: the middle 95 % of what was drawn, widened to hold the value."""
    low, high = np.quantile(drawn, (LOW, HIGH), axis=0, method="hazen")
    return [(float(min(a, v)), float(v), float(max(b, v))) for a, v, b in zip(low, values, high, strict=True)]


def _widest(matrix: Floats) -> Floats:
    """A mix that no plan gains on, in which every plan has weight that has any in such a mix."""
    from scipy.optimize import linprog

    n = len(matrix)
    eye, none = np.eye(n), np.zeros((n, n))
    # x, a multiple of the mix, and t: for every plan its x and what it loses come to t or more.
    rows = np.block([[matrix, none], [matrix - eye, eye]])
    aim = np.concatenate([np.zeros(n), -np.ones(n)])
    for most in (None, MULTIPLE):
        solved = linprog(aim, A_ub=rows, b_ub=np.zeros(2 * n), bounds=[(0, most)] * n + [(0, 1)] * n, method="highs")
        if solved.x is not None:
            break
    if solved.x is None or solved.x[:n].sum() <= 0:
        raise ArithmeticError(f"no mix was found: {solved.message}")
    mix: Floats = solved.x[:n] / solved.x[:n].sum()
    return mix


def _tidy(mix: Floats) -> Floats:
    """Without what arithmetic leaves of no weight."""
    kept = np.where(mix > SPREAD, mix, 0.0)
    tidy: Floats = kept / kept.sum()
    return tidy
