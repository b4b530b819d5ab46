"""`simcli runs`: the folders with results, what they answer, and what of the rules is changed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.files import REPORTS
from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.report.table.grid import Listing
from simcli.sim.folder.listing import DamagedFolder, Listed, listed
from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import argument
from simcli.terminal.ui import TableForm

EXAMPLES = ("simcli runs", "simcli runs reports --format json")


def runs(
    folder: Annotated[Path | None, argument(f"Folder of run folders; {REPORTS} if not given.", "FOLDER")] = None,
    form: Annotated[
        TableForm, typer.Option("--format", help="What is printed on stdout.", **word("--format", TableForm))
    ] = TableForm.TABLE,
) -> int:
    """Lists the run folders of a folder, the newest first: what was asked and found, with how many deals, and which rules are changed."""
    root = folder or Path(REPORTS)
    if folder is not None and not folder.is_dir():
        raise UserError.of(folder, "there is no such folder", "name the folder in which run folders are")
    found = list(listed(root)) if root.is_dir() else []
    for bad in found:
        if isinstance(bad, DamagedFolder):
            ui.say(f"warning: {bad.folder} is left out: it cannot be read ({bad.why})")
    rows = [one for one in found if isinstance(one, Listed)]
    if form is TableForm.JSON:
        ui.write_json([_plain(one) for one in rows])
    elif rows:
        ui.write_table(Listing(("Run", "Date", "Deals", "What it answers"), tuple(map(_line, rows)), prose=frozenset((3,))))
    else:
        ui.say(f"no run folder in {root}: `simcli run guildes/seats` makes one")
    return ui.DONE


def _line(one: Listed) -> tuple[str, str, str, str]:
    changes = f" Changed: {', '.join(one.changes)}." if one.changes else ""
    return str(one.folder), _date(one)[:10], fmt.count(one.deals), f"{one.config or one.question}: {one.answer}{changes}"


def _plain(one: Listed) -> dict[str, object]:
    return {
        "folder": str(one.folder),
        "question": one.question,
        "config": one.config,
        "answer": one.answer,
        "deals": one.deals,
        "date": _date(one),
        "changes": list(one.changes),
    }


def _date(one: Listed) -> str:
    """`2026-11-27 15:22:07`, in local time."""
    return datetime.fromtimestamp(one.when).strftime("%Y-%m-%d %H:%M:%S")
