"""A run folder, of matchups or of any other run, against a designer's targets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simcli.api import load_run
from simcli.config.commands import matchups_command, rerun_command
from simcli.config.resolved import MATCHUPS

if TYPE_CHECKING:
    from simcli.report.targets import Judged


@dataclass(frozen=True)
class Gated:
    """Every target in every place it is about, and the answer in words."""

    rows: tuple[Judged, ...]
    sentence: str


def gate(run: str | Path, targets: str | Path) -> tuple[Judged, ...]:
    """Every target of a file (docs/config.md) against a run folder. RunFolderError as `load_run`; UserError for faults of the file."""
    return judged(Path(run), targets).rows


def judged(folder: Path, targets: str | Path) -> Gated:
    """The same with what it comes to in words. Errors as `gate`."""
    from simcli.config.targets import read_targets
    from simcli.report.target_texts import targets_sentence
    from simcli.report.targets import judge
    from simcli.sim.store import read_run

    asked = read_targets(targets)
    if read_run(folder)["run"].get("tables") == MATCHUPS:
        from simcli.round_robin import load_played

        made = load_played(folder)
        rows, command = judge(made.results, asked), rerun_command(made.resolved, "matchups")
        return Gated(rows, targets_sentence(rows, command, command))
    result = load_run(folder)
    rows = judge(result.results, asked)
    return Gated(rows, targets_sentence(rows, rerun_command(result.resolved), matchups_command(result.resolved)))
