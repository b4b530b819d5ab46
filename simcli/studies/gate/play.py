"""A run folder, of matchups or of any other run, against a designer's targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from simcli.base.names import said_in
from simcli.config.run.commands import company_command, rerun_command
from simcli.config.run.targets import read_targets
from simcli.errors import UserError
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable, flat
from simcli.stats.summary import Summary
from simcli.studies.gate.judge import Gate, Judged, judge
from simcli.studies.gate.words import answer, targets_view
from simcli.studies.result import Result
from simcli.studies.results import load, page_info, plain_page


@dataclass(frozen=True)
class GateResult(Result):
    """Each target of a file against a run: `results` is the record, `of` the run."""

    results: Gate
    of: Any
    study: str = "gate"
    tables: ClassVar[Mapping[str, CsvTable]] = {"targets": CsvTable(lambda gate: map(flat, gate.targets), ("deals",))}

    @property
    def plan_ids(self) -> Iterable[str]:
        """Those of the run."""
        found: Iterable[str] = self.of.plan_ids
        return found

    @property
    def targets(self) -> tuple[Judged, ...]:
        """Every target in every place it is about."""
        return self.results.targets

    @property
    def answer(self) -> Answer:
        """Whether the run meets them."""
        own = rerun_command(self.of.resolved, self.of.study)
        is_run = isinstance(self.of.results, Summary)
        return answer(self.spoken.targets, own, company_command(self.of.resolved, "matchups") if is_run else own)

    def page(self) -> Page:
        """The answer and the targets."""
        run = self.of.resolved
        info = page_info(
            run,
            title=f"{run.report.title or run.game.title}: targets",
            question="Does it meet its targets?",
            command=f"{rerun_command(run, self.of.study)} --deals {self.of.results.deals}",
        )
        return plain_page(self.of.spoken, self.answer, [targets_view(self.spoken.targets)], said_in(info, self.plan_ids))


def gate(run: str | Path, targets: str | Path) -> GateResult:
    """Every target of a file (docs/config.md) against a run folder. RunFolderError as `load_run`; UserError for faults of the file.

    >>> from pathlib import Path
    >>> run = simcli.simulate("guildes/seats", players=3, deals=4, out="reports/seats")
    >>> written = Path("targets.yaml").write_text("targets:\\n  seat 1 win share: 10 % .. 60 %\\n")
    >>> len(simcli.gate("reports/seats", "targets.yaml").targets)
    1
    """
    asked, made = read_targets(targets), load(Path(run))
    if not isinstance(made.results, Summary) and not hasattr(made.results, "fields"):
        raise UserError.of("gate", f"{run} holds a {made.study}, and targets are of a run or of matchups", "name the folder of a run")
    return GateResult(Gate(targets=judge(made.results, asked)), made)
