"""Options of the studies that look ahead."""

from __future__ import annotations

from typing import Annotated

import typer

from simcli.terminal.arguments import PLAY
from simcli.terminal.common import deals_option

Deals = Annotated[int | None, deals_option("Deals looked at; those of about a minute on one core if not given.")]
Worlds = Annotated[
    int | None,
    typer.Option(
        min=2,
        max=10_000,
        metavar="N",
        help="Worlds in which each action is played to the end, an even number; 16 if not given.",
        rich_help_panel=PLAY,
        show_default=False,
    ),
]
