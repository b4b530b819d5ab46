"""`simcli gate`: a run against a designer's targets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import Quiet
from simcli.terminal.ui import TableForm

EXAMPLES = ("simcli gate reports/seats-1a2b3c4d targets.yaml", "simcli gate reports/seats-1a2b3c4d targets.yaml --format json")


def gate(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Run folder, or one of matchups, finished or not.", show_default=False)],
    targets: Annotated[Path, typer.Argument(metavar="TARGETS", help="File of targets (docs/config.md).", show_default=False)],
    form: Annotated[
        TableForm, typer.Option("--format", help="What is printed on stdout.", **word("--format", TableForm))
    ] = TableForm.TABLE,
    quiet: Quiet = False,
) -> int:
    """Says whether a run meets the targets of a file: exits with 1 when a figure misses its bounds, with 3 while one is open."""
    from simcli.report.rows import terminal_tables
    from simcli.studies.gate.play import gate as judge

    found = judge(run, targets)
    ui.write_study(found.answer, form, quiet=quiet, tables=lambda: terminal_tables(found.answer.rows), text=lambda: found.report("json"))
    answers = {row.answer for row in found.targets}
    return ui.GATE_SAYS_NO if "missed" in answers else ui.STOPPED if "not yet known" in answers else ui.DONE
