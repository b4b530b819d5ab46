"""A run as the command line drives it: its gate, its tables, and why no more is played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Protocol

from rich.console import RenderableType

from simcli.config import ResolvedRun, load_config
from simcli.config.run.sets import AS_IT_IS
from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.report.answer import settled_by, sure_text
from simcli.report.words import verdicts as v
from simcli.stats.summary import Cell, Summary, Tested
from simcli.stats.verdicts import OPEN, UNEVEN
from simcli.studies.driver import LINE, Study, drive
from simcli.studies.in_run import parts
from simcli.studies.one_run import OneRunStudy
from simcli.studies.run.frames import TABLES
from simcli.studies.run.result import RunResult
from simcli.studies.run.terminal import terminal_table
from simcli.terminal import ui
from simcli.terminal.common import Sharded

GATE_NAMES = 12
"""Most seats and strategies that are named by a gate; more are counted."""

Shown = tuple[str, bool]
"""Which table of a run is printed as CSV, and whether tables have all figures."""


class Judge(Protocol):
    """What a gate says of a summary."""

    def __call__(self, summary: Summary, *, rerun: str) -> tuple[str, int]:
        """A sentence, and the exit code."""


class RunStudy(OneRunStudy["RunResult"]):
    """A run whose own tables are printed, with a gate or without."""

    csv_tables = tuple(TABLES)
    """what `table` may be"""

    def __init__(
        self, common: Sharded, run: ResolvedRun, shown: Shown = ("strategies", False), gate: Judge | None = None, *, records: bool = False
    ) -> None:
        super().__init__(common, run)
        self.table, self.wide = shown
        self.gate, self.records = gate, records

    def shared(self) -> Study[Any]:
        """A shard of it where one is given. UserError where a shard cannot answer another option."""
        if self.common.shard is not None and self.gate is not None:
            raise UserError.of("--gate", "a shard knows no verdict", "name it when all shards are merged")
        if self.common.shard is not None and self.records:
            raise UserError.of("--records", "are kept by the machine that plays the whole run", "leave out --shard")
        return super().shared()

    def play(self) -> RunResult:
        """The run."""
        return self.played(records=self.records)

    def tables(self, found: RunResult) -> Iterable[RenderableType]:
        """The table of the strategies or of what the run is about."""
        return [terminal_table(found.spoken, found.answer, wide=self.wide)]

    def text(self, found: RunResult) -> str:
        """The summary as JSON, a table as CSV."""
        return found.report(self.common.form.value, self.table)

    def after(self, found: RunResult) -> Iterator[str]:
        """What is measured as well; then why no more was played, how good the players are, and where the report is."""
        yield from (part.sentence(found.spoken) for _, part in parts())
        players = [part.players_line(found.spoken, LINE) for _, part in parts()]
        yield from self.closing(self.stop_text(found.resolved, found.results), *players)

    def code(self, found: RunResult) -> int:
        """That of the gate where it says no or does not know."""
        ended = super().code(found)
        if self.gate is None:
            return ended
        text, code = self.gate(found.spoken, rerun=found.rerun)
        ui.say(text)
        return code if code != ui.DONE else ended


def of_folder(run: ResolvedRun, **given: Any) -> RunStudy:
    """The study of a run that a folder holds; `given` are options. Its table is that of cards, and of a what-if, where it is one."""
    names = [variant.name for variant in run.variants]
    table = "cards" if run.report.about == "cards" else "differences" if len(names) == 2 and names[0] == AS_IT_IS else "strategies"
    return RunStudy(Sharded(**given), run, (table, False))


def _check_gate(resolved: ResolvedRun, gate: str) -> None:
    if gate == "strategies" and not resolved.has_rivals:
        what = "every table has one strategy in all seats" if resolved.is_mirror else "only one strategy plays"
        what += ", so its win share is even by construction and there is no verdict"
        raise UserError.of("--gate strategies", what, "ask for --gate seats, or give the config more strategies")
    if gate == "seats" and all(variant.restrictions.seats for variant in resolved.played_variants):
        what = "a seat is restricted in every game, so the shares of the seats tell what the ban is worth, not whether seats are fair"
        raise UserError.of("--gate seats", what, "take the restriction of the seat out, or add a variant without it")


def gate_answer(summary: Summary, *, gate: str, rerun: str) -> tuple[str, int]:
    """What the gate says, how sure that is, and the exit code: 1 for no, 3 while it is unclear."""
    tested = [pair for cell in summary.cells for pair in _tested(cell, gate, several=len(summary.cells) > 1)]
    rows = [row for _, row in tested]
    no = [f"{name} {v.word(row.test.verdict)}, {v.share_text(row)}" for name, row in tested if row.test.verdict in UNEVEN]
    still = [name for name, row in tested if row.test.verdict in OPEN]
    sure = sure_text([row.test for row in rows])
    if no:
        return f"gate {gate}: no: {some(no)}. {sure}", ui.GATE_SAYS_NO
    if still or not rows:
        what = " ".join(filter(None, (some(still) + "." if still else "", sure, settled_by([row.test for row in rows], rerun))))
        return f"gate {gate}: unclear: {what}", ui.STOPPED
    return f"gate {gate}: yes. {sure}", ui.DONE


def _tested(cell: Cell, gate: str, *, several: bool) -> Iterator[tuple[str, Tested]]:
    """The seats and strategies of a cell that the gate asks about, with names that say where."""
    where = f" with {fmt.players_text(cell.players)}" if several else ""
    where += f" in {cell.variant}" if cell.variant is not None else ""
    rows: list[tuple[str, Tested]] = []
    rows += [(row.label, row) for row in cell.seats] if gate != "strategies" else []
    rows += [(row.name, row) for row in cell.strategies] if gate != "seats" else []
    for name, row in rows:
        if row.test.verdict is not None:
            yield f"{name}{where}", row


def some(names: list[str]) -> str:
    """The first names of a long list, and how many more there are."""
    return ", ".join(names) if len(names) <= GATE_NAMES else f"{', '.join(names[:GATE_NAMES])} and {len(names) - GATE_NAMES} more"


def start(
    config: str, common: Sharded, shown: Shown, gate: str | None, *, records: bool, measure: str | None, about: str | None = None
) -> int:
    """Plays a config, or resumes it; the exit code. `about` is the subject of its answer in place of the config's question."""
    asked = common.asked
    if about is not None:
        asked["sets"] = [*asked["sets"], f"report={json.dumps({'about': about}, ensure_ascii=False)}"]
    resolved = load_config(config, **asked, measure=measure)
    if gate is not None:
        _check_gate(resolved, gate)
    return drive(RunStudy(common, resolved, shown, None if gate is None else partial(gate_answer, gate=gate), records=records))
