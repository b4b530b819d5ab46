"""`simcli whatif`: a config as it is beside the same config with a change, on the same deals."""

from __future__ import annotations

import shlex
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import PLAY, Players, word
from simcli.studies.run.command import (
    RESULTS,
    Deals,
    Form,
    FormOption,
    Gate,
    Out,
    PlayedConfig,
    Quiet,
    Seed,
    Table,
    TableOption,
    Workers,
    close,
    play_and_tell,
    print_result,
)

if TYPE_CHECKING:
    from simcli.stats.summary import Difference, Summary

EXAMPLES = (
    "simcli whatif guildes/cards --set patch.guilds.knight.copies=12 --deals 5000",
    "simcli whatif guildes/plans --set options.events=on --set options.tricks=on --deals 2000",
    "simcli whatif my.yaml --set patch.guilds.knight.copies=9 --gate seats --format json",
)


def whatif(
    context: typer.Context,
    config: PlayedConfig,
    sets: Annotated[
        list[str],
        typer.Option("--set", metavar="PATH=VALUE", help="The change: an option, patch or restriction; repeatable.", rich_help_panel=PLAY),
    ],
    players: Players = None,
    deals: Deals = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Out = None,
    form: FormOption = Form.TABLE,
    table: TableOption = Table.DIFFERENCES,
    gate: Annotated[
        Gate | None,
        typer.Option(
            help="Exit with 1 when one of these win shares changes, with 3 while that is open.",
            rich_help_panel=RESULTS,
            show_default=False,
            **word("--gate", Gate),
        ),
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Plays a config as it is and with a change, on the same deals, and says what the change did."""
    from simcli.cli.kernels import choose_speed

    choose_speed(fast=False)
    from simcli.cli.origins import tell_anew, tell_files
    from simcli.config import load_config
    from simcli.errors import UserError
    from simcli.studies.run.api import default_folder

    resolved = load_config(config, deals=deals, seed=seed, players=players or (), changes=sets)
    if gate is Gate.STRATEGIES and not resolved.has_rivals:
        raise UserError.of("--gate strategies", "strategies do not meet here, so no win share of theirs can change", "ask for --gate seats")
    tell_files(resolved, quiet=quiet)
    folder = out or default_folder(resolved)
    ui.check_name(folder, "--out")
    tell_anew(resolved.game, folder, quiet=quiet)
    command = shlex.join(("simcli", *context.obj))
    result, outcome = play_and_tell(resolved, folder, workers, records=False, quiet=quiet, command=command)
    print_result(result, form, table, quiet=quiet)
    return close(result, outcome, None if gate is None else partial(change_answer, gate=gate), quiet=quiet, command=command)


def change_answer(summary: Summary, *, gate: Gate, rerun: str) -> tuple[str, int]:
    """What the gate says of the change, and the exit code: 1 where a win share changes by more than the tolerance, 3 while it is open."""
    from simcli.report.words import differences as d
    from simcli.stats.verdicts import OPEN, UNEVEN

    asked = {Gate.SEATS: ("seat",), Gate.STRATEGIES: ("strategy",), Gate.ALL: ("seat", "strategy")}[gate]
    cells = [cell for cell in summary.cells if cell.differences]
    rows = [(cell, row) for cell in cells for row in cell.differences or () if row.figure == "win share" and row.about in asked]

    def name(players: int, row: Difference) -> str:
        return f"{row.of} {d.change_text(row)}" + (f" with {players} players" if len(cells) > 1 else "")

    changed = [name(cell.players, row) for cell, row in rows if row.test.verdict in UNEVEN]
    still = [name(cell.players, row) for cell, row in rows if row.test.verdict in OPEN]
    if changed:
        return f"gate {gate.value}: changed: {', '.join(changed)}", ui.GATE_SAYS_NO
    if still or not rows:
        return f"gate {gate.value}: not yet known: {', '.join(still)}. {d.settle_text(cells, rerun)}".strip(), ui.STOPPED
    return f"gate {gate.value}: none of {len(rows)} win shares changes by more than the tolerance", ui.DONE
