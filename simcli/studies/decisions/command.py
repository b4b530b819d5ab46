"""`simcli decisions`: decisions with what their actions bring, as data for tools of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from simcli.terminal.arguments import PLAY
from simcli.terminal.common import RESULTS, Common, PlayedConfig, deals_option, with_options

EXAMPLES = (
    "simcli decisions guildes/seats --set players=4 --deals 500 --out decisions.parquet",
    "simcli decisions guildes/plans --set players=4 --deals 500 --worlds 96 --out decisions.parquet",
)


@dataclass(frozen=True, kw_only=True)
class OfDecisions(Common):
    """The common options, the file, and in how many worlds an action is tried."""

    out: Annotated[Path, typer.Option(metavar="FILE", help="Parquet file to write.", rich_help_panel=RESULTS, show_default=False)]
    deals: Annotated[int | None, deals_option("Deals looked at; those of about a minute on one core if not given.")] = None
    worlds: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=10_000,
            metavar="N",
            help="Worlds in which each action is played to the end, an even number; 16 if not given.",
            rich_help_panel=PLAY,
            show_default=False,
        ),
    ] = None


@with_options
def decisions(config: PlayedConfig, common: OfDecisions) -> int:
    """Writes decisions as data: of one choice of every game the actions, what was seen of them, and what they bring; a Parquet file."""
    from simcli.studies.decisions.study import start

    return start(config, common, common.out, common.worlds)
