"""`simcli matchups`: every plan one against so many of each other plan."""

from __future__ import annotations

import shlex
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import PLAY, Players, whole, word
from simcli.studies.run.command import RESULTS, Form, FormOption, Out, PlayedConfig, Quiet, Seed, Sets, Workers

if TYPE_CHECKING:
    from simcli.studies.matchups.play import PlayedMatchups

EXAMPLES = (
    "simcli matchups guildes/plans --set players=3 --deals 500",
    "simcli matchups guildes/plans --set players=3 --set strategies=[balanced,denier,loner] --format json",
    "simcli matchups my.yaml --format csv --table ratings",
)


class MatchupTable(StrEnum):
    """Tables that `--format csv` prints; those of `simcli.studies.matchups.tables.TABLES`."""

    MATRIX = "matrix"
    MATCHUPS = "matchups"
    PAIRINGS = "pairings"
    RATINGS = "ratings"
    VARIETY = "variety"


def matchups(
    context: typer.Context,
    config: PlayedConfig,
    players: Players = None,
    deals: Annotated[
        int | None,
        typer.Option(help="Deals of each line-up; 1000 if not given.", rich_help_panel=PLAY, show_default=False, **whole("--deals")),
    ] = None,
    seed: Seed = None,
    sets: Sets = None,
    workers: Workers = None,
    out: Out = None,
    form: FormOption = Form.TABLE,
    table: Annotated[
        MatchupTable, typer.Option(help="Which table `--format csv` prints.", rich_help_panel=RESULTS, **word("--table", MatchupTable))
    ] = MatchupTable.MATRIX,
    quiet: Quiet = False,
) -> int:
    """Plays every plan one against so many of each other plan: who beats whom, cycles, and ratings that copies do not change."""
    from simcli.cli.kernels import choose_speed

    choose_speed(fast=False)
    from simcli.sim.folder.store import RUN

    if (Path(config) / RUN).exists():
        given = {"--players": players, "--deals": deals, "--seed": seed, "--set": sets, "--workers": workers, "--out": out}
        made = _stored(Path(config), given)
        _print(made, form, table, quiet=quiet)
        return _close(made, quiet=quiet)
    from simcli.cli.kernels import announce_compiling, announce_python
    from simcli.cli.origins import tell_anew, tell_files
    from simcli.cli.progress import ProgressPrinter
    from simcli.errors import InterruptedRun, StoppedError, TooLargeError
    from simcli.sim.stop import MINUTES
    from simcli.studies.matchups.play import load_matchups, play
    from simcli.studies.run.api import default_folder

    run = load_matchups(config, deals=deals, seed=seed, sets=sets or (), players=players or ())
    tell_files(run, quiet=quiet)
    folder = out or default_folder(run)
    ui.check_name(folder, "--out")
    tell_anew(run.game, folder, quiet=quiet)
    announce_python(run.strategies, quiet=quiet)
    announce_compiling(run.game, strategies=run.strategies, quiet=quiet)
    command = shlex.join(("simcli", *context.obj))
    try:
        with ProgressPrinter(run, folder, is_resumed=(folder / RUN).exists(), quiet=quiet) as printer:
            made, outcome = play(run, folder, workers=workers, progress=printer)
    except (InterruptedRun, StoppedError, KeyboardInterrupt) as stop:
        if (folder / RUN).exists() and not isinstance(stop, TooLargeError):
            ui.say(f"to go on: {command}")
        raise
    _print(made, form, table, quiet=quiet)
    if outcome.is_kept:
        ui.say(f"kept: {folder} holds the results of {made.results.deals:,} deals; for fewer choose another --out", quiet=quiet)
    is_short = outcome.stopped_by == MINUTES and not outcome.is_kept
    code = _close(made, quiet=quiet)
    if is_short:
        ui.say(f"to go on: {command}")
    return ui.STOPPED if is_short else code


def _stored(folder: Path, given: dict[str, object]) -> PlayedMatchups:
    """The matchups of a run folder, which nothing can be asked of but how they are printed."""
    from simcli.errors import UserError
    from simcli.studies.matchups.play import load_played

    for option, value in given.items():
        if value is not None and value != []:
            raise UserError.of(
                option, f"{folder} is a run folder, which is told as it was played", "name the config to play other matchups"
            )
    return load_played(folder)


def _print(made: PlayedMatchups, form: Form, table: MatchupTable, *, quiet: bool) -> None:
    """The results and the answer on stdout."""
    from simcli.studies.matchups.tables import terminal_tables

    text = partial(made.report, form.value, table.value)
    ui.write_study(made.answer, form, quiet=quiet, tables=lambda: terminal_tables(made.results), text=text)


def _close(made: PlayedMatchups, *, quiet: bool) -> int:
    """What else is certain, and where the page is."""
    from simcli.config.run.commands import rerun_command
    from simcli.studies.matchups.words import field_text, lines
    from simcli.studies.run.page import PAGE

    rerun = rerun_command(made.resolved, "matchups")
    for field in made.results.fields:
        where = f"{field_text(field)}: " if len(made.results.fields) > 1 else ""
        for line in lines(field, rerun):
            ui.say(f"  {where}{line.text}", quiet=quiet)
    assert made.folder is not None
    ui.say(f"report: {made.folder / PAGE}", quiet=quiet)
    return ui.DONE
