"""`simcli feel`: how long, how close, how open and how lucky the games of a config are."""

from __future__ import annotations

import shlex
from functools import partial
from typing import Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import Config, Players, Sets, whole, word
from simcli.cli.progress import LiveLine
from simcli.errors import InterruptedRun, StoppedError
from simcli.studies.run.command import Form, Quiet

EXAMPLES = (
    "simcli feel guildes/seats --set players=4 --deals 200",
    "simcli feel guildes/variants --set players=4 --deals 200",
    "simcli feel my.yaml --format csv > feel.csv",
)


def feel(
    context: typer.Context,
    config: Config,
    players: Players = None,
    deals: Annotated[int | None, typer.Option(help="Deals followed; 500 if not given.", show_default=False, **whole("--deals"))] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all chance.", show_default=False, **whole("--seed"))] = None,
    sets: Sets = None,
    workers: Annotated[
        int | None, typer.Option(help="Threads; all usable cores if not given.", show_default=False, **whole("--workers", 1, 1024))
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="How it is printed.", **word("--format", Form))] = Form.TABLE,
    quiet: Quiet = False,
) -> int:
    """Says how games feel to play: length, closeness, lead changes, comebacks, when they are decided, luck, and choices that are none."""
    from simcli.cli.kernels import announce_compiling, announce_python
    from simcli.cli.origins import tell_files
    from simcli.config import load_config
    from simcli.studies.feel.rider import DEALS

    run = load_config(config, deals=DEALS if deals is None else deals, seed=seed, sets=sets or (), players=players or ())
    tell_files(run, quiet=quiet)
    announce_python(run.strategies, quiet=quiet)
    from simcli.stats.summary import dump_json
    from simcli.studies.feel import words as feel_texts
    from simcli.studies.feel.api import follow_run
    from simcli.studies.feel.play import WARM

    announce_compiling(run.game, WARM, strategies=run.strategies, quiet=quiet)
    with LiveLine(quiet=quiet) as line:
        try:
            found = follow_run(run, workers=workers, tell=lambda games, goal: line.state(f"{games:,} of {goal:,} games followed"))
        except (InterruptedRun, StoppedError):
            ui.say(f"to go on: {shlex.join(('simcli', *context.obj))}")
            raise
    text = partial(dump_json if form is Form.JSON else feel_texts.csv_text, found)
    ui.write_study(found.answer, form, quiet=quiet, tables=lambda: feel_texts.terminal_tables(found.cells), text=text)
    games = sum(cell.games for cell in found.cells)
    ui.say(f"followed: {run.deals:,} deals, each {found.plays} times in every rotation, {games:,} games; nothing is kept", quiet=quiet)
    return ui.DONE
