"""The question, settled before anything is written: the games that are followed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

from simcli.config import ResolvedRun, load_config
from simcli.config.run.resolve import Overrides
from simcli.studies.feel.rider import DEALS


def load_feel(config: str | Path | Mapping[str, object], **over: Unpack[Overrides]) -> ResolvedRun:
    """The run whose games are followed, of `DEALS` deals by default."""
    if over.get("deals") is None:
        over["deals"] = DEALS
    return load_config(config, **over)
