"""`simcli compare`: run folders beside each other."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.base.escapes import shown_all
from simcli.base.files import PAGE
from simcli.studies.run.command import RunTable
from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import Quiet, argument, option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from simcli.studies.compare.play import CompareResult

EXAMPLES = (
    "simcli compare reports/seats-1a2b3c4d reports/seats-5e6f7a8b",
    "simcli compare reports/seats-1a2b3c4d reports/seats-5e6f7a8b --format html --out difference.html",
)

CompareForm = StrEnum("CompareForm", "TABLE HTML MD JSON CSV")
"""Forms of a comparison."""


def compare(
    runs: Annotated[list[Path], argument("Run folders in the order of their story, the base first.", "RUN...")],
    form: Annotated[CompareForm, typer.Option("--format", help="How it is written.", **word("--format", CompareForm))] = CompareForm.TABLE,
    table: Annotated[RunTable, typer.Option(help="Which table `--format csv` writes.", **word("--table", RunTable))] = RunTable.DIFFERENCES,
    out: Annotated[
        Path | None,
        option(
            "Folder of page and JSON, reports/compare-GAME-IDENTITY if not given; in other forms than table the file to write.", panel=None
        ),
    ] = None,
    wide: Annotated[bool, option("Print all figures of the tables.", "--wide", panel=None)] = False,
    quiet: Quiet = False,
) -> int:
    """Says what has changed between run folders: in what was asked, and in every figure."""
    from simcli.studies.compare.play import compare as compare_folders

    if out is not None:
        ui.check_name(out, "--out")
    found = compare_folders(*runs)
    folder = (out or found.folder) if form is CompareForm.TABLE else None
    text = partial(found.report, form.value, table.value)
    if folder is not None:
        found.write(folder)
    if folder is None and out is not None:
        ui.write_file(out, text(), "--out", quiet=quiet)
        ui.write_line(found.answer.claim)
    else:
        ui.write_study(found.answer, form, quiet=quiet, tables=lambda: _tables(found, wide=wide), text=text)
    for note in found.notes:
        ui.say(note, quiet=quiet)
    if folder is not None:
        ui.say(f"report: {folder / PAGE}", quiet=quiet)
    return ui.DONE


def _tables(found: CompareResult, *, wide: bool) -> Iterator[RenderableType]:
    """The rows of the answer, each of several runs in a column, and with `wide` all figures."""
    from simcli.report.table.terminal import in_blocks
    from simcli.studies.compare.words import runs_views
    from simcli.studies.run.terminal import terminal_table

    yield terminal_table(found.spoken, found.answer, wide=wide)
    if len(found.folders) > 2:
        yield from (in_blocks(shown_all(view)) for view in runs_views(found.spoken, found.labels, wide=wide))
