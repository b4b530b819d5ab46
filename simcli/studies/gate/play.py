"""A run folder, of matchups or of any other run, against a designer's targets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simcli.config.run.commands import company_command, rerun_command
from simcli.config.run.resolved import MATCHUPS
from simcli.studies.run.api import load_run

if TYPE_CHECKING:
    from simcli.report.answer import Answer
    from simcli.studies.gate.judge import Gate, Judged


@dataclass(frozen=True)
class GateResult:
    """What came of it: `results` is the record, `answer` the answer."""

    results: Gate
    answer: Answer

    @property
    def targets(self) -> tuple[Judged, ...]:
        """Every target in every place it is about."""
        return self.results.targets

    def report(self) -> str:
        """The record as JSON."""
        from simcli.stats.records import dump_json

        return dump_json(self.results, lambda _: self.answer.said)


def gate(run: str | Path, targets: str | Path) -> GateResult:
    """Every target of a file (docs/config.md) against a run folder. RunFolderError as `load_run`; UserError for faults of the file."""
    from simcli.config.run.targets import read_targets
    from simcli.sim.folder.store import read_run
    from simcli.studies.gate.judge import Gate, judge
    from simcli.studies.gate.words import answer

    folder, asked = Path(run), read_targets(targets)
    if read_run(folder)["run"].get("tables") == MATCHUPS:
        from simcli.studies.matchups.play import load_played

        made = load_played(folder)
        rows, command = judge(made.results, asked), rerun_command(made.resolved, "matchups")
        return GateResult(Gate(targets=rows), answer(rows, command, command))
    result = load_run(folder)
    rows = judge(result.results, asked)
    said = answer(rows, rerun_command(result.resolved), company_command(result.resolved, MATCHUPS))
    return GateResult(Gate(targets=rows), said)
