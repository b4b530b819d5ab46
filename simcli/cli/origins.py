"""Which files a run plays: names are looked for in the current folder first, so the same command may mean another file elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcli.cli import ui

if TYPE_CHECKING:
    from simcli.config import ResolvedRun

NAMED = 12
"""Strategy files named; of more, the rest is counted."""


def tell_files(run: ResolvedRun, *, quiet: bool = False) -> None:
    """Says which config is played, which strategies are no shipped ones, and what may not be meant."""
    for line in file_lines(run):
        ui.say(line, quiet=quiet)
    ui.show_warnings(run.warnings, quiet=quiet)


def file_lines(run: ResolvedRun) -> list[str]:
    """`config: FILE` or `config: NAME, as shipped`; `own strategies: FILES` when there are any."""
    from simcli.config.resolve import find_config
    from simcli.config.shipped import is_shipped
    from simcli.config.strategies import BUILT_IN

    lines = [f"config: {run.config}{', as shipped' if is_shipped(find_config(run.config)) else ''}"]
    own = [s.where for s in run.strategies if s.where != BUILT_IN and not is_shipped(s.where)]
    if own:
        more = f" and {len(own) - NAMED} more" if len(own) > NAMED else ""
        lines.append(f"own strategies: {', '.join(own[:NAMED])}{more}")
    return lines
