"""`simcli whatif`: a config as it is beside the same config with a change, on the same deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import typer

from simcli.studies.run.command import OfRun, RunGate, RunTable, TableOption
from simcli.terminal.arguments import PLAY, word
from simcli.terminal.common import RESULTS, PlayedConfig, option, with_options

EXAMPLES = (
    "simcli whatif guildes/cards --set patch.guilds.knight.copies=12 --deals 5000",
    "simcli whatif guildes/plans --set options.events=on --set options.tricks=on --deals 2000",
    "simcli whatif my.yaml --set patch.guilds.knight.copies=9 --gate seats --format json",
)


@dataclass(frozen=True, kw_only=True)
class OfWhatif(OfRun):
    """The common options; `--set` is the change."""

    sets: Annotated[
        list[str],
        typer.Option("--set", metavar="PATH=VALUE", help="The change: an option, patch or restriction; repeatable.", rich_help_panel=PLAY),
    ] = field()
    table: TableOption = RunTable.DIFFERENCES


@with_options
def whatif(
    config: PlayedConfig,
    common: OfWhatif,
    gate: Annotated[
        RunGate | None,
        option("Exit with 1 when one of these win shares changes, with 3 while that is open.", panel=RESULTS, **word("--gate", RunGate)),
    ] = None,
) -> int:
    """Plays a config as it is and with a change, on the same deals, and says what the change did."""
    from simcli.studies.whatif.study import start

    return start(config, common, (common.table, common.wide), gate)
