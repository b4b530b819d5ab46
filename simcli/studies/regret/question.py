"""The question, settled before anything is written: whose choices are looked at, and in how many worlds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

from simcli.config.run.resolve import Overrides
from simcli.sim.look import LookQuestion
from simcli.studies.looks import ask_looks


def ask_regret(config: str | Path | Mapping[str, object], worlds: int, **over: Unpack[Overrides]) -> LookQuestion:
    """The choices of a config. Errors as `ask_looks`."""
    return ask_looks(config, worlds, "regret", **over)
