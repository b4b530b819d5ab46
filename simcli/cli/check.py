"""`simcli check`: every problem of configs, strategies, component data and scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = ("simcli check", "simcli check stones.py", "simcli check configs/guildes strategies/guildes/mine.yaml")


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH...", help="Files and folders; the current folder if not given.")
    ] = None,
) -> int:
    """Checks configs, strategies, component data, scenarios and kernels, plays a game that is named, and reports every problem."""
    from simcli.cli.checked import check_all

    return check_all(paths or [])
