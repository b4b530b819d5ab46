"""`simcli compare`: run folders beside each other."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from simcli.errors import UserError
from simcli.studies.run.command import RunTable
from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import Quiet

EXAMPLES = (
    "simcli compare reports/seats-1a2b3c4d reports/seats-5e6f7a8b",
    "simcli compare reports/seats-1a2b3c4d reports/seats-5e6f7a8b --format html --out difference.html",
)


class CompareForm(StrEnum):
    """Forms of a comparison."""

    TABLE = "table"
    HTML = "html"
    MD = "md"
    JSON = "json"
    CSV = "csv"


def compare(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders, the base first.", show_default=False)],
    form: Annotated[CompareForm, typer.Option("--format", help="How it is written.", **word("--format", CompareForm))] = CompareForm.TABLE,
    table: Annotated[RunTable, typer.Option(help="Which table `--format csv` writes.", **word("--table", RunTable))] = RunTable.DIFFERENCES,
    out: Annotated[Path | None, typer.Option(help="File to write instead of stdout.", show_default=False)] = None,
    quiet: Quiet = False,
) -> int:
    """Says what differs between run folders: in what was asked, and in every figure."""
    from simcli.studies.compare.play import compare as compare_folders
    from simcli.studies.run.terminal import differences_table

    if form is CompareForm.TABLE and out is not None:
        raise UserError.of("--out", "a table goes to the terminal", "choose --format html, md, json or csv")
    found = compare_folders(*runs)
    if out is not None:
        ui.write_file(out, found.report(form.value, table.value), "--out", quiet=quiet)
        ui.write_line(found.answer.claim)
    else:
        text = partial(found.report, form.value, table.value)
        ui.write_study(found.answer, form, quiet=quiet, tables=lambda: [differences_table(found.results)], text=text)
    for note in found.notes:
        ui.say(note, quiet=quiet)
    return ui.DONE
