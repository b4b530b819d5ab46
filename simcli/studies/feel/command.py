"""`simcli feel`: how long, how close, how open and how lucky the games of a config are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from simcli.terminal.common import Kept, PlayedConfig, deals_option, with_options

EXAMPLES = (
    "simcli feel guildes/seats --set players=4 --deals 200",
    "simcli feel guildes/variants --set players=4 --deals 200",
    "simcli feel my.yaml --format csv > feel.csv",
)


@dataclass(frozen=True, kw_only=True)
class OfFeel(Kept):
    """The common options; few deals say much of a game's feel."""

    deals: Annotated[int | None, deals_option("Deals followed; 500 if not given.")] = None


@with_options
def feel(config: PlayedConfig, common: OfFeel) -> int:
    """Says how games feel to play: length, closeness, lead changes, comebacks, when they are decided, luck, and choices that are none."""
    from simcli.studies.feel.study import start

    return start(config, common)
