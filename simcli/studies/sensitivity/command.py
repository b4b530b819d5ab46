"""`simcli sensitivity`: which number of a game moves a figure most, each one step less and one more on the same deals."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import PLAY, Players, whole
from simcli.studies.run.command import (
    RESULTS,
    Deals,
    Form,
    FormOption,
    Out,
    PlayedConfig,
    Quiet,
    Seed,
    Sets,
    Workers,
    play_and_tell,
    stop_text,
)

if TYPE_CHECKING:
    from simcli.sim.runner import Outcome
    from simcli.studies.run.api import Run

EXAMPLES = (
    'simcli sensitivity guildes/seats "guilds.*.copies" --players 4 --deals 5000',
    'simcli sensitivity guildes/plans setup.rounds --of "viable plans" --players 3 --deals 1000',
    'simcli sensitivity guildes/plans guilds.knight --of "guild knight win share if held" --players 4 --deals 5000 --out knight',
)


def sensitivity(
    context: typer.Context,
    config: PlayedConfig,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="NUMBER...", help="Numbers, such as guilds.*.copies; all of the components if none.", show_default=False),
    ] = None,
    figure: Annotated[
        str | None,
        typer.Option(
            "--of",
            metavar="FIGURE",
            help="The figure that is watched, such as 'seat 1 win share', rounds, 'item knight holders' or 'viable plans'.",
            rich_help_panel=RESULTS,
            show_default=False,
        ),
    ] = None,
    by: Annotated[int, typer.Option(help="The step.", rich_help_panel=PLAY, **whole("--by", 1))] = 1,
    players: Players = None,
    deals: Deals = None,
    seed: Seed = None,
    sets: Sets = None,
    workers: Workers = None,
    out: Out = None,
    form: FormOption = Form.TABLE,
    quiet: Quiet = False,
) -> int:
    """Says which number of a game moves a figure most: each is played one step less and one more, on the same deals."""
    from simcli.cli.kernels import choose_speed

    choose_speed(fast=False)
    from simcli.cli.origins import tell_anew, tell_files
    from simcli.stats.measured import VIABLE
    from simcli.studies.run.api import default_folder
    from simcli.studies.run.terminal import numbers_table
    from simcli.studies.sensitivity.play import ask, moved
    from simcli.studies.variety.rider import plan_text

    asked = ask(config, paths or (), of=figure, by=by, players=players or (), deals=deals, seed=seed, sets=sets or ())
    tell_files(asked.run, quiet=quiet)
    folder = out or default_folder(asked.run)
    ui.check_name(folder, "--out")
    tell_anew(asked.run.game, folder, quiet=quiet)
    command = shlex.join(("simcli", *context.obj))
    if asked.run.steps is not None and asked.run.steps.figure == VIABLE:
        ui.say(f"after the run, for the number of {VIABLE}: {plan_text(asked.run, workers)}", quiet=quiet)
    result, outcome = play_and_tell(asked.run, folder, workers, records=False, quiet=quiet, command=command)
    found = moved(result, asked)
    ui.write_study(found.answer, form, quiet=quiet, tables=lambda: [numbers_table(found.results)], text=lambda: found.report(form.value))
    ui.say(stop_text(result, outcome), quiet=quiet)
    ui.say(asked.run.report.note, quiet=quiet or not asked.left_out)
    return end(result, outcome, quiet=quiet, command=command)


def end(result: Run, outcome: Outcome, *, quiet: bool, command: str) -> int:
    """Where the page is, how to go on where the clock has stopped the run, and the exit code."""
    from simcli.sim.stop import MINUTES
    from simcli.studies.run.page import PAGE

    assert result.folder is not None
    ui.say(f"report: {result.folder / PAGE}", quiet=quiet)
    if outcome.stopped_by == MINUTES and not outcome.is_kept:
        ui.say(f"to go on: {command}")
        return ui.STOPPED
    return ui.DONE
