"""Cycles among results: A beats B, B beats C, C beats A."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice

MOST_CYCLES = 1000
"""No more cycles than this are looked for."""


def shortest_cycles(plans: Sequence[int], wins: Set[tuple[int, int]]) -> list[tuple[int, ...]]:
    """All cycles of the smallest length there is, each from its lowest plan; of more than `MOST_CYCLES` the first ones.

    wins: pairs (winner, loser) of `plans`, which are in rising order.
    """
    beaten = {one: [other for other in plans if (one, other) in wins] for one in plans}
    steps = {plan: _steps_to(plan, plans, wins) for plan in plans}
    lengths = [steps[one][other] + 1 for one in plans for other in beaten[one] if other in steps[one]]
    if not lengths:
        return []
    cycles = (cycle for plan in plans for cycle in _from((plan,), min(lengths), beaten, steps[plan]))
    return list(islice(cycles, MOST_CYCLES))


def _steps_to(plan: int, plans: Sequence[int], wins: Set[tuple[int, int]]) -> dict[int, int]:
    """From each plan that leads to `plan`, by one win after the other, the fewest wins it takes."""
    steps, reached = {plan: 0}, [plan]
    for last in reached:
        for one in plans:
            if (one, last) in wins and one not in steps:
                steps[one] = steps[last] + 1
                reached.append(one)
    return steps


def _from(path: tuple[int, ...], length: int, beaten: Mapping[int, Sequence[int]], steps: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """Cycles of this length that start with `path` and have no plan below its first; steps: to the first."""
    left = length - len(path)
    if left == 0:
        if path[0] in beaten[path[-1]]:
            yield path
        return
    for plan in beaten[path[-1]]:
        if plan > path[0] and plan not in path and steps.get(plan, length) <= left:
            yield from _from((*path, plan), length, beaten, steps)
