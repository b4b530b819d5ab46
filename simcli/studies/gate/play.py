"""A run folder, of matchups or of any other run, against a designer's targets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.config.run.commands import company_command, rerun_command
from simcli.config.run.resolved import MATCHUPS
from simcli.studies.run.api import load_run

if TYPE_CHECKING:
    from simcli.studies.gate.judge import GateResult


def gate(run: str | Path, targets: str | Path) -> GateResult:
    """Every target of a file (docs/config.md) against a run folder. RunFolderError as `load_run`; UserError for faults of the file."""
    from simcli.config.run.targets import read_targets
    from simcli.sim.folder.store import read_run
    from simcli.studies.gate.judge import GateResult, judge
    from simcli.studies.gate.words import targets_sentence

    folder, asked = Path(run), read_targets(targets)
    if read_run(folder)["run"].get("tables") == MATCHUPS:
        from simcli.studies.matchups.play import load_played

        made = load_played(folder)
        rows, command = judge(made.results, asked), rerun_command(made.resolved, "matchups")
        return GateResult(answer=targets_sentence(rows, command, command), targets=rows)
    result = load_run(folder)
    rows = judge(result.results, asked)
    text = targets_sentence(rows, rerun_command(result.resolved), company_command(result.resolved, MATCHUPS))
    return GateResult(answer=text, targets=rows)
