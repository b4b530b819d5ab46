"""The app: its verbs, and the one place where errors become exit codes."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Annotated

import typer

from simcli.cli import bench, check, games, init, report, rule, strategies, ui, warm
from simcli.studies.cards import command as cards
from simcli.studies.compare import command as compare
from simcli.studies.coverage import command as coverage
from simcli.studies.feel import command as feel
from simcli.studies.fix import command as fix
from simcli.studies.gate import command as gate
from simcli.studies.ladder import command as ladder
from simcli.studies.league import command as league
from simcli.studies.matchups import command as matchups
from simcli.studies.run import command as run
from simcli.studies.sensitivity import command as sensitivity
from simcli.studies.tune import command as tune
from simcli.studies.whatif import command as whatif
from simcli.trace import command as trace

app = typer.Typer(
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMPLETION = ("--install-completion", "--show-completion")
PLAY, LOOK, SET_UP = "Play", "Look", "Set up"


def _version(is_asked: bool) -> None:
    if is_asked:
        from simcli import __version__

        ui.write(f"simcli {__version__}\n")
        raise typer.Exit


def _docs(is_asked: bool) -> None:
    if is_asked:
        from simcli.config.run.shipped import shipped_folder

        ui.write("".join(f"{file}\n" for file in sorted(p for p in shipped_folder("docs").rglob("*") if p.is_file())))
        raise typer.Exit


@app.callback(epilog=ui.examples("simcli run guildes/seats --deals 2000", "simcli games guildes --items", "simcli init my-games"))
def simcli(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)] = False,
    docs: Annotated[bool, typer.Option("--docs", help="Print where the documentation is and exit.", callback=_docs, is_eager=True)] = False,
) -> None:
    """Finds out whether a board game is balanced: millions of playouts, an interval on every figure, a verdict in plain words."""


VERBS = (
    (run, PLAY),
    (whatif, PLAY),
    (cards, PLAY),
    (sensitivity, PLAY),
    (fix, PLAY),
    (matchups, PLAY),
    (tune, PLAY),
    (league, PLAY),
    (ladder, PLAY),
    (report, PLAY),
    (compare, PLAY),
    (gate, PLAY),
    (trace, PLAY),
    (check, LOOK),
    (coverage, LOOK),
    (feel, LOOK),
    (games, LOOK),
    (rule, LOOK),
    (strategies, LOOK),
    (bench, SET_UP),
    (warm, SET_UP),
    (init, SET_UP),
)
"""The modules of all verbs in the order of the help, and the group each stands in."""


def name_of(verb: ModuleType) -> str:
    """What a user types: the name of the module, of a study that of its folder."""
    *_, folder, file = verb.__name__.split(".")
    return folder if file == "command" else file


for verb, group in VERBS:
    name = name_of(verb)
    app.command(name, epilog=ui.examples(*verb.EXAMPLES), rich_help_panel=group)(vars(verb)[name])


def main(args: Sequence[str]) -> int:
    """Runs one command line; returns the exit code and never raises but for a fault of the interpreter."""
    ui.prepare_streams()
    command = typer.main.get_command(app)
    try:
        code = command.main(list(args), prog_name="simcli", standalone_mode=False, obj=tuple(args))
    except BaseException as error:
        return ui.show_error(error)
    if code == ui.INTERRUPTED:  # typer has taken the KeyboardInterrupt for itself
        ui.say("interrupted")
    if code == 1 and args[0] in COMPLETION:
        return ui.USAGE  # typer's code for a shell it does not know; here 1 says that a gate says no
    return code if isinstance(code, int) else 0
