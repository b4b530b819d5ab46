"""`simcli gate`: a run against a designer's targets."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import word

EXAMPLES = ("simcli gate reports/seats-1a2b3c4d targets.yaml", "simcli gate reports/seats-1a2b3c4d targets.yaml --format json")


class Form(StrEnum):
    """Forms of the answers."""

    TABLE = "table"
    JSON = "json"


def gate(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Run folder, or one of matchups, finished or not.", show_default=False)],
    targets: Annotated[Path, typer.Argument(metavar="TARGETS", help="File of targets (docs/config.md).", show_default=False)],
    form: Annotated[Form, typer.Option("--format", help="What is printed on stdout.", **word("--format", Form))] = Form.TABLE,
) -> int:
    """Says whether a run meets the targets of a file: exits with 1 when a figure misses its bounds, with 3 while one is open."""
    import json

    from simcli.gates import judged
    from simcli.report.tables import targets_table
    from simcli.shown import json_safe, shown_all
    from simcli.stats.summary import to_json

    found = judged(run, targets)
    rows = found.rows
    if form is Form.TABLE:
        ui.write_table(targets_table(shown_all(rows)))
    else:
        ui.write((json_safe(json.dumps(to_json(rows), indent=1, ensure_ascii=False)) + "\n").encode("utf-8"))
    ui.say(found.sentence)
    answers = {row.answer for row in rows}
    return ui.GATE_SAYS_NO if "missed" in answers else ui.STOPPED if "not yet known" in answers else ui.DONE
