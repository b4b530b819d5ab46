"""`simcli verify`: whether the figures of a run folder come from its rules and players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.base.whole_numbers import SEEDS
from simcli.terminal.arguments import whole, word
from simcli.terminal.common import Quiet, WorkersOption, argument, option
from simcli.terminal.ui import TableForm

EXAMPLES = ("simcli verify reports/seats-1a2b3c4d", "simcli verify reports/seats-1a2b3c4d/report.html --percent 10")


def verify(
    run: Annotated[Path, argument("Run folder, or the page in it.", "RUN")],
    percent: Annotated[
        int, typer.Option("--percent", help="How many percent of the deals are played again.", **whole("--percent", 1, 100))
    ] = 1,
    seed: Annotated[int | None, option("Seed of the draw; by chance if not given.", panel=None, **whole("--seed", *SEEDS))] = None,
    workers: WorkersOption = None,
    form: Annotated[
        TableForm, typer.Option("--format", help="What is printed on stdout.", **word("--format", TableForm))
    ] = TableForm.TABLE,
    quiet: Quiet = False,
) -> int:
    """Plays a random part of a run again and says whether its figures come from its rules and players; exits with 1 where they do not."""
    from simcli.studies.verify.study import start

    return start(run, percent=percent, seed=seed, workers=workers, form=form, quiet=quiet)
