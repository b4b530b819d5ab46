"""`simcli verify`: whether the figures of a run folder come from its rules and players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.base.whole_numbers import SEEDS
from simcli.terminal import ui
from simcli.terminal.arguments import whole, word
from simcli.terminal.common import Quiet, WorkersOption, argument, option
from simcli.terminal.kernels import announce_compiling, announce_python
from simcli.terminal.progress import LiveLine
from simcli.terminal.ui import TableForm

if TYPE_CHECKING:
    from simcli.config import ResolvedRun

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
    from simcli.report.table.terminal import whole_table
    from simcli.studies.verify.play import verify as play
    from simcli.studies.verify.words import again_view

    def about(resolved: ResolvedRun) -> None:
        announce_python(resolved.strategies, quiet=quiet)
        announce_compiling(resolved.game, strategies=resolved.strategies, quiet=quiet)

    with LiveLine(quiet=quiet) as line:
        found = play(
            run,
            share=percent / 100,
            seed=seed,
            workers=workers,
            on_progress=lambda deals, goal: line.state(f"{deals:,} of {goal:,} deals played again"),
            about=about,
        )
    ui.write_study(
        found.answer, form, quiet=quiet, tables=lambda: [whole_table(again_view(found.results))], text=lambda: found.report("json")
    )
    return ui.DONE if found.results.agrees else ui.GATE_SAYS_NO
