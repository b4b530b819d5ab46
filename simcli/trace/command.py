"""`simcli trace`: one game, decision by decision."""

from __future__ import annotations

from typing import Annotated

import typer

from simcli.terminal.arguments import config_names
from simcli.terminal.common import with_options
from simcli.terminal.records import OfTrace, TraceFiles

EXAMPLES = (
    "simcli trace guildes/seats --deal 7",
    "simcli trace my.yaml --deal 7 --rotation 2 --players 4",
    "simcli trace guildes/plans --pick closest",
    "simcli trace guildes/plans --pick seat-1-loses --among 200",
    "simcli trace guildes/plans --players 4 --pick 'closest, seat 4 wins by 1 or more'",
    "simcli trace guildes/seats --deal 7 --explain",
    "simcli trace guildes/plans --pick median --html game.html",
    "simcli trace kingdom_builder/seats --deal 7 --svg board.svg",
)


@with_options
def trace(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="Config file, a name such as guildes/seats, or a run folder.",
            show_default=False,
            autocompletion=config_names,
        ),
    ],
    which: OfTrace,
    files: TraceFiles,
) -> int:
    """Plays one game of a config and says who won, by how much, and which choices decided it."""
    which.refuse_both()
    from simcli.trace.driver import trace as told

    return told(config, which, files)
