"""What every verb shares: talk on stderr, results on stdout, and errors as lines with an exit code.

All that goes to a terminal passes `shown`: control characters in names and texts come out as escapes.
"""

from __future__ import annotations

import codecs
import errno
import json
import os
import sys
import traceback
from contextlib import suppress
from enum import StrEnum
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.text import Text

from simcli.base.dropped import dropped
from simcli.base.escapes import PROSE, in_encoding, json_safe, rewritten, shown, stand_in
from simcli.base.files import FULL, write_atomically
from simcli.errors import FaultsError, Problem, SimcliError, StoppedError, UserError
from simcli.report.table.grid import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from simcli.report.answer import Answer

DONE, GATE_SAYS_NO, USAGE, STOPPED, FOLDER, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130

TOO_LONG = "name it with fewer letters; one part of a path takes 255 bytes"


class TableForm(StrEnum):
    """How a listing is printed."""

    TABLE = "table"
    JSON = "json"


def examples(*lines: str) -> str:
    """Epilog of a --help page; typer folds single line breaks, so each example stands as a paragraph."""
    return "\n\n".join(("Examples:", *lines))


def prepare_streams() -> None:
    """A terminal that cannot show a character shows what stands for it instead of stopping the program."""
    codecs.register_error("simcli", stand_in)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="simcli")


class _Talk:
    """stderr, as long as it takes anything: talk that nobody reads must not change what a command does or its exit code."""

    def __init__(self, stream: object) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        _try(self._stream, "write", text)
        return len(text)

    def flush(self) -> None:
        _try(self._stream, "flush")

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _Shown:
    """Something to print, with the control characters in its texts as escapes; colours come later and stay."""

    def __init__(self, part: RenderableType) -> None:
        self.part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self.part, options):
            yield Segment(text if control else shown(text, PROSE), style, control)


def talk(*, quiet: bool = False) -> Console:
    """Console on stderr, for all that is no result. Colours only on a terminal and without NO_COLOR."""
    from rich.console import Console

    stream: Any = _Talk(sys.stderr)
    return Console(file=stream, quiet=quiet or sys.stderr is None, highlight=False, soft_wrap=True)


def say(text: str, *, quiet: bool = False) -> None:
    """A line on stderr, unchanged."""
    talk(quiet=quiet).print(shown(text), markup=False)


def write(text: str | bytes) -> None:
    """Results on stdout. A reader that has gone away is no error; a full disk is StoppedError."""
    if sys.stdout is None:
        return
    try:
        if isinstance(text, bytes) and hasattr(sys.stdout, "buffer"):
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
        else:
            sys.stdout.write(text if isinstance(text, str) else text.decode("utf-8"))
        sys.stdout.flush()
    except BrokenPipeError:
        _to_nowhere(sys.stdout)
    except OSError as error:
        _to_nowhere(sys.stdout)
        raise StoppedError(f"the output cannot be written: {error.strerror}") from None


def check_name(path: Path, option: str) -> None:
    """UserError when no file or folder can have this name."""
    try:
        path.lstat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise UserError.of(option, f"the name of {len(os.fsencode(path))} bytes is too long", TOO_LONG) from None


def write_file(file: Path, text: str, option: str, *, quiet: bool = False) -> None:
    """Writes the file a user named with `option`, atomically, and says so. UserError when it cannot be there."""
    try:
        write_atomically(file, text.encode("utf-8"))
    except OSError as error:
        what = f"{file} cannot be written: {error.strerror}"
        if error.errno in FULL:
            raise StoppedError(what) from error
        raise UserError.of(option, what, "name a file in a folder that exists") from error
    say(f"written: {file}", quiet=quiet)


def write_line(text: str) -> None:
    """A line of results on stdout."""
    write(f"{shown(text)}\n")


def write_table(*parts: RenderableType) -> None:
    """Tables and texts on stdout, as wide as the terminal or as COLUMNS says; of any width when stdout is neither."""
    from rich.console import Console

    stdout, text = Console(), StringIO()
    is_known = stdout.is_terminal or os.environ.get("COLUMNS", "").strip("0").isdigit()
    width = stdout.width if is_known else UNLIMITED
    colours: Any = stdout.color_system
    drawn = Console(
        file=text, force_terminal=stdout.is_terminal, color_system=colours, no_color=stdout.no_color, width=width, highlight=False
    )
    for part in parts:
        drawn.print(_Shown(_in_signs(part)), crop=False)
    write("".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines()))


def _in_signs(part: RenderableType) -> RenderableType:
    """Something to print in signs that stdout has, before its columns are measured."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if encoding.lower().replace("-", "") == "utf8":
        return part
    if isinstance(part, Text):
        plain = in_encoding(part.plain, encoding)
        return part if plain == part.plain else Text(plain, style=part.style)
    made: RenderableType = rewritten(part, lambda text: in_encoding(text, encoding))
    return made


def write_study(answer: Answer, form: str, *, quiet: bool, tables: Callable[[], Iterable[RenderableType]], text: Callable[[], str]) -> None:
    """What a study has found, on stdout: the answer, which stands alone with `quiet`, how sure it is, and its tables; in any other form
    than `table` its text as it is, so that JSON and CSV stay what they are, and the answer on stderr."""
    if form != TableForm.TABLE:
        write(text().encode())
        for line in filter(None, answer.said):
            say(line, quiet=quiet)
        return
    write_line(answer.claim)
    if quiet:
        return
    for line in filter(None, (answer.sure, *answer.because)):
        write_line(line)
    write_line("")
    write_table(*tables())
    if answer.next:
        write_line(answer.next)


def write_json(data: object) -> None:
    """Data as JSON on stdout, UTF-8."""
    write(f"{json_safe(json.dumps(data, indent=1, ensure_ascii=False))}\n".encode())


def flush() -> None:
    """Empties both streams; what cannot be written any more is let go."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            _try(stream, "flush")


def _try(stream: object, what: str, *given: str) -> None:
    try:
        getattr(stream, what)(*given)
    except (OSError, ValueError):
        _to_nowhere(stream)


def _to_nowhere(stream: Any) -> None:
    """Sends the rest of a stream to the null device, so that closing it fails no more."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def show_error(error: BaseException) -> int:
    """Prints an error on stderr; returns the exit code."""
    if isinstance(error, SystemExit | BrokenPipeError):
        return DONE  # so typer and rich leave when the reader of a pipe has gone
    if isinstance(error, KeyboardInterrupt) or (dropped and not isinstance(error, SimcliError)):
        say("interrupted")
        return INTERRUPTED
    if isinstance(error, SimcliError):
        if isinstance(error, UserError):
            show_problems(error.problems)
        elif isinstance(error, FaultsError):
            for fault in error.faults:
                _show(".".join(map(str, fault.path)), fault.what, fault.hint)
        else:
            _show("simcli", str(error), "")
        return error.exit_code
    if isinstance(error, OSError) and error.errno in FULL:
        _show("simcli", f"{error.filename or 'the output'} cannot be written: {error.strerror}", "")
        return STOPPED
    if hasattr(error, "format_message"):  # typer's own, for a command line that cannot be read
        _show("simcli", error.format_message(), _usage_hint(getattr(error, "ctx", None)))
        return USAGE
    from simcli.sim.faults.rules import authors_fault  # loads the compiler: only when something is wrong

    if authors := authors_fault(error):
        return show_error(authors)
    return _show_internal(error)


def _usage_hint(context: Any) -> str:
    """The first example of the command that was typed, and where all its options are."""
    if context is None:
        return "see `simcli --help`"
    first = (context.command.epilog or "").split("\n\n")[1:2]
    return f"{f'such as {first[0]}; ' if first else ''}see `{context.command_path} --help`"


def show_problems(problems: list[Problem]) -> None:
    """`file:line:column: what` and the hint of each, then how many they are."""
    for problem in problems:
        _show(str(problem.where), problem.what, problem.hint)
    if len(problems) > 1:
        say(f"{len(problems)} problems")


def show_warnings(warnings: Sequence[Problem], *, quiet: bool = False) -> None:
    """`warning: file:line:column: what` and the hint of each; they stop nothing."""
    for warning in warnings:
        _show(f"warning: {warning.where}", warning.what, warning.hint, quiet=quiet)


def _show(where: str, what: str, hint: str, *, quiet: bool = False) -> None:
    console = talk(quiet=quiet)
    console.print(Text.assemble((shown(where), "bold"), f": {shown(what)}"))
    if hint:
        console.print(Text(f"  hint: {shown(hint)}", style="cyan"))


def _show_internal(error: BaseException) -> int:
    if os.environ.get("SIMCLI_DEBUG") == "1":
        for line in "".join(traceback.format_exception(error)).splitlines():
            say(line)
    else:
        text = str(error).partition("\n")[0]
        _show("simcli", f"internal error: {type(error).__name__}: {text}", "SIMCLI_DEBUG=1 shows the traceback, which a bug report needs")
    return INTERNAL
