"""A change as the command line asks it: a run with a gate of its own."""

from __future__ import annotations

from functools import partial

from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.report.answer import settled_by, sure_text
from simcli.report.words import differences as d
from simcli.stats.summary import Difference, Summary
from simcli.stats.verdicts import OPEN, UNEVEN
from simcli.studies.driver import drive
from simcli.studies.run.study import RunStudy, Shown
from simcli.studies.whatif.question import load_whatif
from simcli.terminal import ui
from simcli.terminal.common import Sharded


def change_answer(summary: Summary, *, gate: str, rerun: str) -> tuple[str, int]:
    """What the gate says of the change, and the exit code: 1 where a win share changes by more than the tolerance, 3 while it is open."""
    asked = {"seats": ("seat",), "strategies": ("strategy",), "all": ("seat", "strategy")}[gate]
    cells = [cell for cell in summary.cells if cell.differences]
    rows = [(cell, row) for cell in cells for row in cell.differences or () if row.figure == "win share" and row.about in asked]

    def name(players: int, row: Difference) -> str:
        return f"{row.of} {d.change_text(row)}" + (f" with {fmt.players_text(players)}" if len(cells) > 1 else "")

    changed = [name(cell.players, row) for cell, row in rows if row.test.verdict in UNEVEN]
    still = [name(cell.players, row) for cell, row in rows if row.test.verdict in OPEN]
    if changed:
        return f"gate {gate}: changed: {', '.join(changed)}", ui.GATE_SAYS_NO
    if still or not rows:
        tests = [row.test for _, row in rows]
        return f"gate {gate}: unclear: {', '.join(still)}. {sure_text(tests)} {settled_by(tests, rerun)}".strip(), ui.STOPPED
    return f"gate {gate}: none of {len(rows)} win shares changes by more than the tolerance", ui.DONE


def start(config: str, common: Sharded, shown: Shown, gate: str | None) -> int:
    """Plays a config with and without a change; the exit code."""
    resolved, is_another = load_whatif(config, **common.asked)
    if gate == "strategies" and not resolved.has_rivals:
        raise UserError.of("--gate strategies", "strategies do not meet here, so no win share of theirs can change", "ask for --gate seats")
    if not is_another:
        ui.say("the change makes no other game, so one deal is played", quiet=common.quiet)
    return drive(RunStudy(common, resolved, shown, None if gate is None else partial(change_answer, gate=gate)))
