"""`simcli matchups`: every plan alone against copies of each other plan."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from simcli.terminal.arguments import word
from simcli.terminal.common import RESULTS, PlayedConfig, Sharded, deals_option, option, with_options

EXAMPLES = (
    "simcli matchups guildes/plans --set players=3 --deals 500",
    "simcli matchups guildes/plans --set players=3 --set strategies=[balanced,denier,loner] --format json",
    "simcli matchups my.yaml --format csv --table ratings",
)

MatchupTable = StrEnum("MatchupTable", "MATRIX MATCHUPS PAIRINGS RATINGS VARIETY")
"""Tables that `--format csv` prints; those of `simcli.studies.matchups.tables.TABLES`."""


@dataclass(frozen=True, kw_only=True)
class OfMatchups(Sharded):
    """The common options, and which table is printed."""

    deals: Annotated[int | None, deals_option("Deals of each line-up; 1000 if not given.")] = None
    table: Annotated[
        MatchupTable, typer.Option(help="Which table `--format csv` prints.", rich_help_panel=RESULTS, **word("--table", MatchupTable))
    ] = MatchupTable.MATRIX
    wide: Annotated[bool, option("Print intervals of the matrix, ratings and all that is certain.", "--wide", panel=RESULTS)] = False


@with_options
def matchups(config: PlayedConfig, common: OfMatchups) -> int:
    """Plays every plan alone against copies of each other plan: who beats whom, cycles, and ratings that copies do not change."""
    from simcli.studies.matchups.study import start

    return start(config, common, common.table, wide=common.wide)
