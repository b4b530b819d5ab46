"""`simcli more RUN`: plays the run of a folder on, by the study that it is of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.terminal.common import choose_speed, with_options
from simcli.terminal.records import OfMore

EXAMPLES = ("simcli more reports/seats-1a2b3c4d", "simcli more reports/seats-1a2b3c4d --deals 50000")


@with_options
def more(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, what-if, cards, steps or matchups.", show_default=False)],
    common: OfMore,
) -> int:
    """Plays a run folder on with the config that it keeps, up to more deals, and says what it says then."""
    choose_speed(fast=common.fast)
    from simcli.cli.folders import play_on

    return play_on(run, common)
