"""A run folder, of matchups or of any other run, against a designer's targets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.api import load_run
from simcli.config.commands import matchups_command, rerun_command
from simcli.config.resolved import MATCHUPS

if TYPE_CHECKING:
    from simcli.report.targets import Gated


def gate(run: str | Path, targets: str | Path) -> Gated:
    """Every target of a file (docs/config.md) against a run folder. RunFolderError as `load_run`; UserError for faults of the file."""
    from simcli.config.targets import read_targets
    from simcli.report.target_texts import targets_sentence
    from simcli.report.targets import Gated, judge
    from simcli.sim.store import read_run

    folder, asked = Path(run), read_targets(targets)
    if read_run(folder)["run"].get("tables") == MATCHUPS:
        from simcli.round_robin import load_played

        made = load_played(folder)
        rows, command = judge(made.results, asked), rerun_command(made.resolved, "matchups")
        return Gated(answer=targets_sentence(rows, command, command), targets=rows)
    result = load_run(folder)
    rows = judge(result.results, asked)
    text = targets_sentence(rows, rerun_command(result.resolved), matchups_command(result.resolved))
    return Gated(answer=text, targets=rows)
