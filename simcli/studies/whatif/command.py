"""`simcli whatif`: a config as it is beside the same config with a change, on the same deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.errors import UserError
from simcli.studies.driver import drive
from simcli.studies.run.command import OfRun, RunGate, RunStudy, RunTable, TableOption
from simcli.terminal import ui
from simcli.terminal.arguments import PLAY, word
from simcli.terminal.common import RESULTS, PlayedConfig, option, with_options

if TYPE_CHECKING:
    from simcli.stats.summary import Difference, Summary

EXAMPLES = (
    "simcli whatif guildes/cards --set patch.guilds.knight.copies=12 --deals 5000",
    "simcli whatif guildes/plans --set options.events=on --set options.tricks=on --deals 2000",
    "simcli whatif my.yaml --set patch.guilds.knight.copies=9 --gate seats --format json",
)


@dataclass(frozen=True, kw_only=True)
class OfWhatif(OfRun):
    """The common options, of which `--set` is the change."""

    sets: Annotated[
        list[str],
        typer.Option("--set", metavar="PATH=VALUE", help="The change: an option, patch or restriction; repeatable.", rich_help_panel=PLAY),
    ] = field()
    table: TableOption = RunTable.DIFFERENCES


@with_options
def whatif(
    config: PlayedConfig,
    common: OfWhatif,
    gate: Annotated[
        RunGate | None,
        option("Exit with 1 when one of these win shares changes, with 3 while that is open.", panel=RESULTS, **word("--gate", RunGate)),
    ] = None,
) -> int:
    """Plays a config as it is and with a change, on the same deals, and says what the change did."""
    from simcli.studies.whatif.question import load_whatif

    resolved, is_another = load_whatif(config, **common.asked)
    if gate is RunGate.STRATEGIES and not resolved.has_rivals:
        raise UserError.of("--gate strategies", "strategies do not meet here, so no win share of theirs can change", "ask for --gate seats")
    if not is_another:
        ui.say("the change makes no other game, so one deal is played", quiet=common.quiet)
    return drive(RunStudy(common, resolved, None if gate is None else partial(change_answer, gate=gate)))


def change_answer(summary: Summary, *, gate: RunGate, rerun: str) -> tuple[str, int]:
    """What the gate says of the change, and the exit code: 1 where a win share changes by more than the tolerance, 3 while it is open."""
    from simcli.report.answer import settled_by, sure_text
    from simcli.report.words import differences as d
    from simcli.stats.verdicts import OPEN, UNEVEN

    asked = {RunGate.SEATS: ("seat",), RunGate.STRATEGIES: ("strategy",), RunGate.ALL: ("seat", "strategy")}[gate]
    cells = [cell for cell in summary.cells if cell.differences]
    rows = [(cell, row) for cell in cells for row in cell.differences or () if row.figure == "win share" and row.about in asked]

    def name(players: int, row: Difference) -> str:
        return f"{row.of} {d.change_text(row)}" + (f" with {players} players" if len(cells) > 1 else "")

    changed = [name(cell.players, row) for cell, row in rows if row.test.verdict in UNEVEN]
    still = [name(cell.players, row) for cell, row in rows if row.test.verdict in OPEN]
    if changed:
        return f"gate {gate.value}: changed: {', '.join(changed)}", ui.GATE_SAYS_NO
    if still or not rows:
        tests = [row.test for _, row in rows]
        return f"gate {gate.value}: unclear: {', '.join(still)}. {sure_text(tests)} {settled_by(tests, rerun)}".strip(), ui.STOPPED
    return f"gate {gate.value}: none of {len(rows)} win shares changes by more than the tolerance", ui.DONE
