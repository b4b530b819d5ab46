"""Options of the studies that look ahead."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simcli.terminal.arguments import PLAY
from simcli.terminal.common import deals_option

Deals = Annotated[int | None, deals_option("Deals looked at; those of about a minute on one core if not given.")]


def worlds_option(default: int) -> Any:
    """`--worlds`; default: those of the study."""
    said = f"Worlds in which each action is played to the end, an even number; {default} if not given."
    return typer.Option(min=2, max=10_000, metavar="N", help=said, rich_help_panel=PLAY, show_default=False)


Worlds = Annotated[int | None, worlds_option(16)]
