"""`simcli check`: every problem of configs, strategies, component data and scenarios."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui

if TYPE_CHECKING:
    from simcli.config.check import ScenarioCheck

EXAMPLES = ("simcli check", "simcli check configs/guildes strategies/guildes/mine.yaml")


def check(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="PATH...", help="Files and folders; the current folder if not given.")] = None,
) -> int:
    """Checks configs, strategies, component data and scenarios, and tells every problem with its place."""
    from simcli.config import check_paths

    given = paths or [Path()]
    problems = check_paths(given, scenario_check())
    if problems:
        ui.show_problems(problems)
        return ui.USAGE
    n = count_files(given)
    ui.write(f"{n} file{'' if n == 1 else 's'} checked, no problems\n")
    return ui.DONE
