"""Where the searches for a reply begin: with the plan that wins most, and with two that are far from the players in their weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simcli.config.players.strategies import Strategy
from simcli.studies.tune.searched_weights import Key

STARTS, DISTANCE_DIGITS = 3, 3
"""Plans that searches start with, or as many as there are; and digits of a distance."""
Floats = NDArray[np.float64]


def distance(one: Strategy, players: Sequence[Strategy], shares: Sequence[float], keys: Sequence[Key]) -> float:
    """How far a plan is from the players, on average over the seats they have: 0 for the same plan, up to 2 for the opposite.

    Of two plans it is 1 less the cosine between their weights of a decision, on average over the decisions: how large all weights of a
    decision are changes no choice. One without any weight there has the distance 1 from all others.
    """
    own = _directions(one, keys)
    far = sum(share * _apart(own, _directions(other, keys)) for other, share in zip(players, shares, strict=True))
    return max(0.0, far)  # a cosine may be rounded above 1


def starts_of(plans: Sequence[Strategy], worth: Sequence[float], far: Sequence[float]) -> list[int]:
    """Numbers of the plans that searches start with: which is worth most, then the farthest; the first of equal ones."""
    best = worth.index(max(worth))
    others = sorted((k for k in range(len(plans)) if k != best), key=lambda k: -far[k])
    return [best, *others[: STARTS - 1]]


def _apart(one: Mapping[str, Floats], other: Mapping[str, Floats]) -> float:
    apart = [0.0 if not one[name].any() and not other[name].any() else 1 - float(one[name] @ other[name]) for name in one]
    return sum(apart) / len(apart)


def _directions(one: Strategy, keys: Sequence[Key]) -> dict[str, Floats]:
    """The weights of each decision, of length 1 together; of length 0 where there is none."""
    found: dict[str, Floats] = {}
    for decision in dict.fromkeys(name for name, _ in keys):
        row = np.array([one.weights.get(decision, {}).get(feature, 0) for name, feature in keys if name == decision], np.float64)
        found[decision] = row / (float(np.linalg.norm(row)) or 1.0)
    return found
