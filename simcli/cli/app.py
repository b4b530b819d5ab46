"""The app: its verbs, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, cast

import typer

from simcli.base.entry_points import STUDIES, installed
from simcli.cli import bench, check, games, init, merge, report, rule, strategies, warm
from simcli.errors import UserError
from simcli.studies import SHIPPED, module_of
from simcli.terminal import ui
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
        from simcli.base.version import __version__

        ui.write(f"simcli {__version__}\n")
        raise typer.Exit


def _docs(is_asked: bool) -> None:
    if is_asked:
        from simcli.config.data.shipped import shipped_folder

        ui.write("".join(f"{file}\n" for file in sorted(p for p in shipped_folder("docs").rglob("*") if p.is_file())))
        raise typer.Exit


@app.callback(epilog=ui.examples("simcli run guildes/seats --deals 2000", "simcli games guildes --items", "simcli init my-games"))
def simcli(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)] = False,
    docs: Annotated[bool, typer.Option("--docs", help="Print where the documentation is and exit.", callback=_docs, is_eager=True)] = False,
) -> None:
    """Finds out whether a board game is balanced: millions of playouts, an interval on every figure, a verdict in plain words."""


OTHERS = (
    ("report", report, PLAY, 10),
    ("merge", merge, PLAY, 12),
    ("trace", trace, PLAY, 13),
    ("check", check, LOOK, 1),
    ("games", games, LOOK, 4),
    ("rule", rule, LOOK, 5),
    ("strategies", strategies, LOOK, 6),
    ("bench", bench, SET_UP, 1),
    ("warm", warm, SET_UP, 2),
    ("init", init, SET_UP, 3),
)
"""Commands that are no study: name, module, and group and place in the list of commands."""
GROUPS = (PLAY, LOOK, SET_UP)


def verbs(studies: Iterable[str] = SHIPPED) -> Iterator[tuple[str, ModuleType, str]]:
    """Name, module and group of commands, in the order of the help: those of studies, and with the shipped ones all others."""
    found: list[tuple[str, ModuleType, str, int]] = list(OTHERS) if studies is SHIPPED else []
    for study in studies:
        if module := module_of(study, "command"):
            package = import_module(str(module.__package__))
            found.append((study, module, *getattr(package, "IN_HELP", (PLAY, len(SHIPPED)))))
    yield from (one[:3] for one in sorted(found, key=lambda one: (GROUPS.index(one[2]), one[3], one[0])))


def _add(name: str, verb: ModuleType, group: str) -> None:
    app.command(name, epilog=ui.examples(*verb.EXAMPLES), rich_help_panel=group)(vars(verb)[name])


for _verb in verbs():
    _add(*_verb)


def add_installed(asked: str | None) -> None:
    """Adds the studies of other packages, unless a known command is asked for. UserError where that study cannot be loaded."""
    known = {command.name for command in app.registered_commands}
    if asked in known:
        return
    for study in [study for study in installed(STUDIES) if study not in known]:
        try:
            for verb in verbs([study]):
                _add(*verb)
        except UserError as error:
            if study == asked:
                raise
            ui.say(f"left out: {error}")


def _warning_line(message: Warning | str, *_place: Any, **_line: Any) -> str:
    """A warning as any other line."""
    return f"warning: {message}\n"


def _meant(word: str) -> str:
    """A word of the command line with its names as they are written: a file or folder as it is called, all else in composed form."""
    if word.isascii():
        return word
    from simcli.base.strangers import composed
    from simcli.config.yaml.text_files import meant_file

    option, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
    path = meant_file(Path(value))
    return f"{option}{equals}{path}" if os.path.lexists(path) else composed(word)


def main(args: Sequence[str]) -> int:
    """Runs one command line; returns the exit code and never raises but for a fault of the interpreter."""
    ui.prepare_streams()
    warnings.formatwarning = cast(Any, _warning_line)
    try:
        args = [_meant(arg) for arg in args]
        add_installed(next((arg for arg in args if not arg.startswith("-")), None))
        command = typer.main.get_command(app)
        code = command.main(list(args), prog_name="simcli", standalone_mode=False, obj=tuple(args))
    except BaseException as error:
        return ui.show_error(error)
    if code == ui.INTERRUPTED:  # typer has taken the KeyboardInterrupt for itself
        ui.say("interrupted")
    if code == 1 and args[0] in COMPLETION:
        return ui.USAGE  # typer's code for a shell it does not know; here 1 says that a gate says no
    return code if isinstance(code, int) else 0
