"""`simcli fix`: the smallest change of named numbers that reaches a goal, certified on fresh deals."""

from __future__ import annotations

import shlex
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import Players
from simcli.studies.run.command import Deals, Form, FormOption, Out, PlayedConfig, Quiet, Seed, Sets, Workers

if TYPE_CHECKING:
    from simcli.cli.progress import ProgressPrinter
    from simcli.config import ResolvedRun

EXAMPLES = (
    'simcli fix guildes/cards --goal "guild knight even" --by guilds.knight.copies --within 9..13 --deals 4000',
    'simcli fix my.yaml --goal "seat 1 even" --by guilds.militia.copies,setup.rounds --deals 20000 --out fixed',
    'simcli fix my.yaml --goal "viable plans at least 2" --by setup.rounds --deals 4000',
)


def fix(
    context: typer.Context,
    config: PlayedConfig,
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
            help="What is to be so, such as 'seat 1 even', 'item knight even', 'strategies even' or 'viable plans at least 4'.",
        ),
    ],
    by: Annotated[list[str], typer.Option(metavar="NUMBER,...", help="Numbers that may change, such as guilds.knight.copies; repeatable.")],
    within: Annotated[
        list[str] | None,
        typer.Option(metavar="LO..HI", help="Values they may take, for all or for each path in its order.", show_default=False),
    ] = None,
    players: Players = None,
    deals: Deals = None,
    seed: Seed = None,
    sets: Sets = None,
    workers: Workers = None,
    out: Out = None,
    form: FormOption = Form.TABLE,
    quiet: Quiet = False,
) -> int:
    """Finds the smallest change of named numbers that makes something even, or so many plans viable, and certifies it on fresh deals."""
    from simcli.cli.kernels import announce_compiling, announce_python, choose_speed

    choose_speed(fast=False)
    from simcli.cli.origins import tell_anew, tell_files
    from simcli.errors import InterruptedRun, StoppedError, TooLargeError
    from simcli.studies.fix.play import ask, search
    from simcli.studies.fix.words import view
    from simcli.studies.run.page import PAGE
    from simcli.studies.run.terminal import whole_table
    from simcli.studies.sensitivity.words import left_out_text

    question = ask(config, goal, by, within=within or (), players=players or (), deals=deals, seed=seed, sets=sets or ())
    if out is not None:
        ui.check_name(out, "--out")
    tell_files(question.run, quiet=quiet)
    tell_anew(question.run.game, question.folder, quiet=quiet)
    announce_python(question.run.strategies, quiet=quiet)
    announce_compiling(question.run.game, strategies=question.run.strategies, quiet=quiet)

    def watch(run: ResolvedRun, folder: Path) -> AbstractContextManager[ProgressPrinter]:
        from simcli.cli.progress import ProgressPrinter

        return ProgressPrinter(run, folder, is_resumed=False, quiet=quiet)

    def tell(text: str) -> None:
        ui.say(text, quiet=quiet)

    try:
        found = search(question, question.folder, out, workers=workers, watch=watch, tell=tell)
    except (InterruptedRun, StoppedError, KeyboardInterrupt) as stop:
        if not isinstance(stop, TooLargeError):
            ui.say(f"to go on: {shlex.join(('simcli', *context.obj))}")
        raise
    ui.write_study(
        found.answer, form, quiet=quiet, tables=lambda: [whole_table(view(found.results))], text=lambda: found.report(form.value)
    )
    assert found.run.folder is not None
    if question.left_out:
        tell(left_out_text(question.left_out))
    tell(f"report: {found.run.folder / PAGE}")
    tell(f"the fresh deals again: {found.command}")
    return {"nothing to fix": ui.DONE, "found": ui.DONE, "none": ui.GATE_SAYS_NO, "not yet known": ui.STOPPED}[found.results.outcome]
