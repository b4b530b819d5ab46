"""Whose choices are looked at, in how many worlds, and of how many deals: settled before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from simcli.config import ResolvedRun, load_config
from simcli.config.run.resolve import Overrides
from simcli.config.run.resolved import refuse_without_rivals
from simcli.errors import UserError
from simcli.sim.look import LookQuestion, games_of_a_look
from simcli.sim.plan import rough_seconds

WORLDS = 16
"""Worlds that choose the best action, by default."""
SECONDS, LEAST, MOST = 60, 50, 20_000
"""What is looked at by default takes about that time on one core by the prices of the game; and the fewest and the most deals."""


def ask_looks(config: str | Path | Mapping[str, object], worlds: int, study: str, **over: Unpack[Overrides]) -> LookQuestion:
    """The choices of a config, by default of deals that take `SECONDS`. UserError for a game for one, named by the study that asks, and for
    an odd number of worlds."""
    check_worlds(worlds)
    run = load_config(config, **over)
    refuse_without_rivals(run, study)
    return LookQuestion(run if over.get("deals") is not None else replace(run, deals=default_deals(run, worlds)), worlds)


def check_worlds(worlds: int) -> None:
    """UserError for an odd number of worlds."""
    if worlds < 2 or worlds % 2:
        raise UserError.of("--worlds", f"found {worlds}, expected an even number", "the signal is what their halves agree about")


def default_deals(run: ResolvedRun, worlds: int, seconds: float = SECONDS, most: int = MOST) -> int:
    """Deals that take about a minute, or another number of seconds: 1, 2 or 5 times a power of ten. They depend on the question alone, not
    on the machine."""
    wanted = seconds / (rough_seconds(run, 1, 1) * games_of_a_look(worlds))
    rounded = max((step * 10**power for power in range(9) for step in (1, 2, 5) if step * 10**power <= wanted), default=LEAST)
    return min(max(LEAST, rounded), most)
