"""`simcli regret`: how much a look-ahead gains over the plans of a config."""

from __future__ import annotations

from dataclasses import dataclass

from simcli.terminal.common import Kept, PlayedConfig, with_options
from simcli.terminal.looks import Deals, Worlds

EXAMPLES = (
    "simcli regret guildes/seats --set players=4 --deals 500",
    "simcli regret guildes/plans --set players=4 --deals 500 --worlds 96",
    "simcli regret my.yaml --format csv > regret.csv",
)


@dataclass(frozen=True, kw_only=True)
class OfRegret(Kept):
    """The common options, and in how many worlds a choice is looked at."""

    deals: Deals = None
    worlds: Worlds = None


@with_options
def regret(config: PlayedConfig, common: OfRegret) -> int:
    """Says how far plans are from good play: what a look-ahead gains over them, a game and a decision, and at which decisions."""
    from simcli.studies.regret.study import start

    return start(config, common, common.worlds)
