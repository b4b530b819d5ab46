"""Playing a run again as the command line drives it."""

from __future__ import annotations

from pathlib import Path

from simcli.config import ResolvedRun
from simcli.report.table.terminal import whole_table
from simcli.studies.verify.play import verify
from simcli.studies.verify.words import again_view
from simcli.terminal import ui
from simcli.terminal.kernels import announce_compiling, announce_python
from simcli.terminal.progress import LiveLine


def start(run: Path, *, percent: int, seed: int | None, workers: int | None, form: ui.TableForm, quiet: bool) -> int:
    """Plays part of a run again and says what came out; the exit code."""

    def about(resolved: ResolvedRun) -> None:
        announce_python(resolved.strategies, quiet=quiet)
        announce_compiling(resolved.game, strategies=resolved.strategies, quiet=quiet)

    with LiveLine(quiet=quiet) as line:
        found = verify(
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
