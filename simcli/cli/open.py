"""`simcli open`: the page of a run folder in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

from simcli.base.files import PAGE, REPORTS
from simcli.errors import UserError
from simcli.sim.folder.listing import pages
from simcli.terminal import ui
from simcli.terminal.common import argument

EXAMPLES = ("simcli open", "simcli open reports/seats-1a2b3c4d")


def open(
    run: Annotated[Path | None, argument(f"Run folder, or the page in it; the newest in {REPORTS} if not given.", "RUN")] = None,
) -> int:
    """Opens the page of a run folder in the browser, the newest if none is named, and prints where it is."""
    if run is None:
        if not (found := pages(Path(REPORTS))):
            hint = "`simcli run guildes/seats` makes one; name the folder of another"
            raise UserError.of(REPORTS, "there is no page of a run yet", hint)
        page = found[0]
    else:
        page = run / PAGE if run.is_dir() else run
        if not page.is_file() or page.name != PAGE:
            if run.is_dir():
                raise UserError.of(run, f"there is no {PAGE} in this folder", f"`simcli report {run}` writes the page of a run folder")
            raise UserError.of(run, "there is no such run folder", "`simcli runs` lists those in reports")
    ui.write_line(str(page))
    if not webbrowser.open(page.resolve().as_uri()):
        ui.say("no browser was found: open the page in one yourself")
    return ui.DONE
