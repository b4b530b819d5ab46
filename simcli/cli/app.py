"""The app: its verbs, each imported when it is typed, and the one place where errors become exit codes."""

from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from simcli.base.entry_points import STUDIES, installed
from simcli.base.strangers import composed
from simcli.base.version import __version__
from simcli.errors import UserError
from simcli.studies import SHIPPED, module_of
from simcli.terminal import ui

PLAY, LOOK, SET_UP = "Play", "Look", "Set up"
GROUPS = (PLAY, LOOK, SET_UP)
OTHERS = {
    "more": ("simcli.cli.more", PLAY, 9),
    "report": ("simcli.cli.report", PLAY, 10),
    "merge": ("simcli.cli.merge", PLAY, 12),
    "trace": ("simcli.trace.command", PLAY, 13),
    "runs": ("simcli.cli.runs", LOOK, 0),
    "open": ("simcli.cli.open", LOOK, 0),
    "check": ("simcli.cli.check", LOOK, 1),
    "games": ("simcli.cli.games", LOOK, 4),
    "rule": ("simcli.cli.rule", LOOK, 5),
    "strategies": ("simcli.cli.strategies", LOOK, 6),
    "bench": ("simcli.cli.bench", SET_UP, 1),
    "warm": ("simcli.cli.warm", SET_UP, 2),
    "init": ("simcli.cli.init", SET_UP, 3),
    "grow": ("simcli.cli.grow", SET_UP, 4),
}
"""Commands that are no study: their module, and group and place in the list of commands."""


@cache
def _docstring(module: str, function: str) -> str:
    """Of a function of a module that is not imported; the list of commands asks for it several times."""
    spec = find_spec(module)
    tree = ast.parse(Path(str(spec and spec.origin)).read_text("utf-8"))
    return next((ast.get_docstring(one) or "" for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == function), "")


class Verb(TyperCommand):
    """A command by its name; its module is imported when it is typed, and only read for the list of commands."""

    def __init__(self, name: str, module: str, group: str, place: int) -> None:
        super().__init__(name, rich_help_panel=group)
        self.module, self.group, self.place = module, group, place

    @property
    def help(self) -> str:
        """Its help, from its source."""
        return _docstring(self.module, str(self.name))

    @help.setter
    def help(self, _: str | None) -> None:
        """click sets what it is given, nothing."""

    def command(self) -> Any:
        """The command itself."""
        module, own = import_module(self.module), typer.Typer()
        own.command(self.name, epilog=ui.examples(*module.EXAMPLES), rich_help_panel=self.group)(vars(module)[str(self.name)])
        return typer.main.get_command_from_info(own.registered_commands[0], pretty_exceptions_short=True, rich_markup_mode="rich")

    def make_context(self, info_name: str | None, args: list[str], parent: object = None, **extra: object) -> Any:
        """That of the command, which is then the one that runs."""
        return self.command().make_context(info_name, args, parent, **extra)


def _verb(study: str, package: str) -> Verb:
    return Verb(study, f"{package}.command", *getattr(import_module(package), "IN_HELP", (PLAY, len(SHIPPED))))


def verbs() -> Iterator[Verb]:
    """The commands that come with simcli, in the order of the help."""
    found = [Verb(name, *one) for name, one in OTHERS.items()]
    found += [_verb(study, package) for study in SHIPPED if find_spec(f"{(package := f'simcli.studies.{study}')}.command")]
    yield from sorted(found, key=lambda one: (GROUPS.index(one.group), one.place, str(one.name)))


class Verbs(TyperGroup):
    """All commands."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands: dict[str, Any] = {str(verb.name): verb for verb in verbs()}

    def list_commands(self, ctx: object) -> list[str]:
        """In the order of the help."""
        del ctx
        return list(self.commands)

    def add_installed(self, asked: str | None) -> None:
        """Adds the studies of other packages, unless a known command is typed. UserError where that study cannot be loaded."""
        if asked in self.commands:
            return
        for study, entry in installed(STUDIES).items():
            try:
                if study not in self.commands and module_of(study, "command"):
                    self.commands[study] = _verb(study, entry.value)
            except UserError as error:
                if study == asked:
                    raise
                ui.say(f"left out: {error}")


app = typer.Typer(
    cls=Verbs, pretty_exceptions_enable=False, rich_markup_mode="rich", context_settings={"help_option_names": ["-h", "--help"]}
)

COMPLETION = ("--install-completion", "--show-completion")


def _version(is_asked: bool) -> None:
    if is_asked:
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


def _meant(word: str) -> str:
    """A word of the command line with its names as they are written: a file or folder as it is called, all else in composed form."""
    if word.isascii():
        return word
    from simcli.config.yaml.text_files import meant_file

    option, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
    path = meant_file(Path(value))
    return f"{option}{equals}{path}" if os.path.lexists(path) else composed(word)


def main(args: Sequence[str]) -> int:
    """Runs one command line; returns the exit code and never raises except for a fault of the interpreter."""
    ui.prepare_streams()
    warnings.formatwarning = cast(Any, lambda message, *_place, **_line: f"warning: {message}\n")
    try:
        args = [_meant(arg) for arg in args]
        command = cast(Verbs, typer.main.get_command(app))
        command.add_installed(next((arg for arg in args if not arg.startswith("-")), None))
        code = command.main(list(args), prog_name="simcli", standalone_mode=False, obj=tuple(args))
    except BaseException as error:
        return ui.show_error(error)
    if code == ui.INTERRUPTED:  # typer has taken the KeyboardInterrupt for itself
        ui.say("interrupted")
    if code == 1 and args[0] in COMPLETION:
        return ui.USAGE  # typer's code for a shell it does not know; here 1 says that a gate says no
    return code if isinstance(code, int) else 0
