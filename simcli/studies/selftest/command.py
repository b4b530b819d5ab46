"""The command `simcli selftest`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.games import GAME_IDS, get_game
from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import RESULTS, Quiet, option
from simcli.terminal.kernels import announce_compiling
from simcli.terminal.progress import LiveLine
from simcli.terminal.ui import TableForm

NAMES = ("even", "planted", "same", "intervals", "kept")
EXAMPLES = ("simcli selftest", "simcli selftest even planted --out tested")


def check_names(incomplete: str) -> list[str]:
    """Checks that begin so."""
    return [name for name in NAMES if name.startswith(incomplete)]


def selftest(
    checks: Annotated[
        list[str] | None, typer.Argument(metavar="CHECK...", help=f"{', '.join(NAMES)}; all if not given.", autocompletion=check_names)
    ] = None,
    generic: Annotated[bool, typer.Option("--generic", help="Compile and check all games for any CPU too, not one alone.")] = False,
    out: Annotated[Path | None, option("Folder of page and JSON; none if not given.", panel=RESULTS)] = None,
    form: Annotated[
        TableForm, typer.Option("--format", help="What is printed on stdout.", rich_help_panel=RESULTS, **word("--format", TableForm))
    ] = TableForm.TABLE,
    quiet: Quiet = False,
) -> int:
    """Checks in a minute that simcli plays and counts right on this machine; exits with 1 when a check fails."""
    from simcli.report.table.terminal import leaving
    from simcli.studies.selftest.page import view_of
    from simcli.studies.selftest.play import selftest as tried

    if out is not None:
        ui.check_name(out, "--out")
    for game_id in GAME_IDS if not checks or {"even", "kept"} & {*checks} else ("guildes",):
        announce_compiling(get_game(game_id), quiet=quiet)
    with LiveLine(quiet=quiet) as line:
        found = tried(checks or (), generic=generic, on_progress=line.state)
    if out is not None:
        found.write(out)
    ui.write_study(
        found.answer,
        form,
        quiet=quiet,
        tables=lambda: [leaving(view_of(found.results), ("Check", "Of", "Result"))],
        text=lambda: found.report("json"),
    )
    if out is not None:
        ui.say(f"report: {out / 'report.html'}", quiet=quiet)
    return ui.GATE_SAYS_NO if found.results.failed else ui.DONE
