"""The checks as the command line drives them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simcli.games import GAME_IDS, get_game
from simcli.report.table.terminal import leaving
from simcli.studies.selftest.page import view_of
from simcli.studies.selftest.play import selftest
from simcli.terminal import ui
from simcli.terminal.kernels import announce_compiling
from simcli.terminal.progress import LiveLine


def start(checks: Sequence[str], *, generic: bool, out: Path | None, form: ui.TableForm, quiet: bool) -> int:
    """Checks and says what came out; the exit code."""
    if out is not None:
        ui.check_name(out, "--out")
    for game_id in GAME_IDS if not checks or {"even", "kept"} & {*checks} else ("guildes",):
        announce_compiling(get_game(game_id), quiet=quiet)
    with LiveLine(quiet=quiet) as line:
        found = selftest(checks, generic=generic, on_progress=line.state)
    if out is not None:
        found.write(out)
    ui.write_study(
        found.answer,
        form,
        quiet=quiet,
        tables=lambda: [leaving(view_of(found.results), ("Check", "Of", "Result"))],
        text=lambda: found.report("json"),
    )
    if out is not None:
        ui.say(f"report: {out / 'report.html'}", quiet=quiet)
    return ui.GATE_SAYS_NO if found.results.failed else ui.DONE
