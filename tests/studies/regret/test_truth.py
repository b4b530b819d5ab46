"""What a look-ahead gains in Pig, against the exact values of every position: the rules here are those of RULES.md, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import simcli

GOAL, MOST, FACES, BUST = 40, 40, 6, 1
Floats = NDArray[np.float64]
"""float64[own points, points of the other, points of this turn], before a choice."""
SWEEPS = 100


@cache
def positions() -> tuple[Floats, Floats, Floats]:
    """Points of who decides, of the other, and of the turn, in every position."""
    own, other, turn = np.meshgrid(np.arange(GOAL), np.arange(GOAL), np.arange(MOST), indexing="ij")
    return own, other, turn


def after_hold(begins: Floats) -> Floats:
    """Win chance of who holds: the other begins a turn, where the goal is not reached."""
    own, other, turn = positions()
    banked = np.minimum(own + turn, GOAL - 1)
    return np.where(own + turn >= GOAL, 1.0, 1.0 - begins[other, banked])


def after_roll(value: Floats, begins: Floats) -> Floats:
    """Win chance of who rolls: a bust ends the turn with nothing, any other face adds its points."""
    own, other, turn = positions()
    rolled = (1.0 - begins[other, own]) / FACES
    for face in range(BUST + 1, FACES + 1):
        rolled = rolled + value[own, other, np.minimum(turn + face, MOST - 1)] / FACES
    return rolled


def exact(holds: Callable[[Floats, Floats], NDArray[np.bool_]]) -> tuple[float, float]:
    """What the best action gains over a plan, a choice, when both play by it; and choices of a game."""
    own, _, turn = positions()
    takes = holds(own, turn)
    begins, value, left = np.full((GOAL, GOAL), 0.5), np.zeros_like(takes, float), np.zeros((*takes.shape, 2))
    for _ in range(SWEEPS):
        hold, roll = after_hold(begins), after_roll(value, begins)
        value = np.where(takes, hold, roll)
        begins = roll[:, :, 0]  # the first choice of a turn must be a roll, which is no choice
        lost = np.maximum(hold, roll) - value
        sums = np.stack([_rest(left[..., i], takes) for i in range(2)], axis=-1)
        left = sums + np.stack([lost, np.ones_like(lost)], axis=-1) * (turn > 0)[..., None]
    lost, choices = left[0, 0, 0]
    return lost / choices, choices


def _rest(left: Floats, takes: NDArray[np.bool_]) -> Floats:
    """What the positions after this one add up to."""
    own, other, turn = positions()
    next_turn = np.where(own + turn >= GOAL, 0.0, left[other, np.minimum(own + turn, GOAL - 1), 0])
    rolled = left[other, own, 0] / FACES
    for face in range(BUST + 1, FACES + 1):
        rolled = rolled + left[own, other, np.minimum(turn + face, MOST - 1)] / FACES
    rest: Floats = np.where(takes, next_turn, rolled)
    return rest


@pytest.mark.parametrize(("least", "worlds"), [(5, 128), (8, 128)])
@pytest.mark.usefixtures("toy_game")
def test_the_gain_of_a_look_ahead_is_the_exact_loss(least: int, worlds: int, tmp_path: Path) -> None:
    """A plan that holds with so many points or with enough to win, both players by it."""
    plan = tmp_path / "plan.yaml"
    plan.write_text(f"game: pig\nidea: x\nweights: {{turn: {{hold: {-least + 0.5}, at_risk: 1, wins: 100}}}}\n")
    config = {"game": "pig", "players": 2, "strategies": [str(plan)], "tables": "mirror", "patch": {"setup": {"goal": GOAL}}}
    loss, choices = exact(lambda own, turn: (turn >= least) | (own + turn >= GOAL))
    found = {n: simcli.regret(config, deals=2_000, seed=2, worlds=n, workers=1).results.cells[0].plans[0] for n in (4, worlds)}
    low, value, high = found[worlds].gain
    assert low <= loss <= high
    assert found[4].gain.known < value  # few worlds choose worse: a lower bound
    assert 2 * found[worlds].choices == pytest.approx(choices, rel=0.02)
