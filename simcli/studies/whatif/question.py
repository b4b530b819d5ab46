"""The run of a config as it is beside the config with a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from simcli.base.several import Assignments
from simcli.config import load_config
from simcli.config.run.resolved import ResolvedRun
from simcli.sim.plan import make_plan


def load_whatif(
    config: str | Path | Mapping[str, object],
    sets: Assignments = (),
    *,
    deals: int | None = None,
    seed: int | None = None,
    players: int | Sequence[int] = (),
) -> tuple[ResolvedRun, bool]:
    """The run, in which the changes `sets` are a variant, and whether they make another game; if not, one deal is played."""
    run = load_config(config, deals=deals, seed=seed, players=players, changes=sets)
    plan = make_plan(run)
    if all(plan.repeats_base(cell) for cell in plan.cells if cell.base is not None):
        return replace(run, deals=1, half_width=None, minutes=None), False
    return run, True
