"""The command `simcli selftest`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.terminal.arguments import word
from simcli.terminal.common import RESULTS, Quiet, option
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
    from simcli.studies.selftest.study import start

    return start(checks or (), generic=generic, out=out, form=form, quiet=quiet)
