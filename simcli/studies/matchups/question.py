"""The question, settled before anything is written: the line-ups of the plans of a config."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

from simcli.config import ResolvedRun, load_config
from simcli.config.run.resolve import Overrides
from simcli.sim.lineups import round_robin_of
from simcli.studies.variety.rider import DEALS


def load_matchups(config: str | Path | Mapping[str, object], **over: Unpack[Overrides]) -> ResolvedRun:
    """The run of matchups that a config makes: its strategies, numbers of players, variants, stop rules. UserError as `matchups`."""
    if over.get("deals") is None:
        over["deals"] = DEALS
    return round_robin_of(load_config(config, **over, meets="matchups"))
