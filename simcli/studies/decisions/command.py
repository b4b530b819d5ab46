"""`simcli decisions`: decisions with what their actions bring, as data for tools of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from simcli.terminal.common import RESULTS, Common, PlayedConfig, option, with_options
from simcli.terminal.looks import Deals, Worlds

EXAMPLES = (
    "simcli decisions guildes/seats --set players=4 --deals 500 --out decisions.parquet",
    "simcli decisions guildes/plans --set players=4 --deals 500 --worlds 96 --out decisions.parquet",
)


@dataclass(frozen=True, kw_only=True)
class OfDecisions(Common):
    """The common options, the file, and in how many worlds an action is tried."""

    out: Annotated[Path, option("Parquet file to write.", panel=RESULTS, metavar="FILE")]
    deals: Deals = None
    worlds: Worlds = None


@with_options
def decisions(config: PlayedConfig, common: OfDecisions) -> int:
    """Writes decisions as data: of one choice of every game the actions, what was seen of them, and what they bring; a Parquet file."""
    from simcli.studies.decisions.study import start

    return start(config, common, common.out, common.worlds)
