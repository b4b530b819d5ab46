"""Why the rules of a game that is not shipped raised an exception: the same deals once more in plain Python, told at their line.

Compiled code does not know its line, and the compiler speaks of types. Play is not slowed by this: deals are repeated only when a loop has
failed, in a process of their own, without the compiler.
"""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from simcli.base.entry_points import sources_of
from simcli.base.files import shown
from simcli.engine.batch import Match
from simcli.engine.code.store import JIT
from simcli.errors import SimcliError, UserError, Where, nearest
from simcli.game import FIXED, Game
from simcli.games import own_folders
from simcli.games.onefile import fuse
from simcli.sim.faults.watch import WrongAnswer, loop_around, watched
from simcli.sim.pool.subprocesses import call_in_subprocess

if TYPE_CHECKING:
    from simcli.config.run.resolved import ResolvedRun

SECONDS = 120
DEALS = 20
"""Most deals that are repeated where none fails alone: each in its rotations, from the first of the batch."""
FILE_AND_LINE = re.compile(r'File "([^"]+)", line (\d+)|at (\S+\.py) \((\d+)\)')
"""Places in a message of the compiler."""
BARE = re.compile(r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>", re.IGNORECASE)
"""A function without its decorator, as the compiler says it."""
NOISE = ("Failed in", "During:", "File ", "There are", "Overload", "Rejected", "raised from", "<source", "- ", "- of", "* ")
"""Beginnings of lines of the compiler that say nothing of the rules."""


class Raised(NamedTuple):
    """An exception in the rules: its file and line, the function and the code there, what it says, and a hint."""

    file: str
    line: int
    function: str
    code: str
    text: str
    hint: str


class Repeat(NamedTuple):
    """A function that plays again what has failed, and returns what `first_fault` finds: its module, its name, and what it is given."""

    module: str
    function: str
    arguments: dict[str, Any]


def of_deals(run: ResolvedRun, cell: int, first: int, deals: int) -> Repeat:
    """Deals [first, first + deals) of a cell of a run, or the first of them."""
    asked = {"run": run.to_json(), "cell": cell, "first": first, "deals": min(deals, DEALS)}
    return Repeat("simcli.sim.pool.player", "repeat_deals", asked)


def failing_deals(loop: Callable[..., object], arguments: Sequence[Any], error: Exception) -> tuple[int, int]:
    """The deals among which `loop` has raised, the first and how many: the one that raises alone, where any does."""
    at = next(i for i, one in enumerate(arguments) if isinstance(one, Match))
    match: Match = arguments[at]
    if not type(error).__module__.startswith("numba"):  # the compiler knows no deals
        for k in range(match.n_deals):
            fixed = np.roll(match.fixed, -k * match.n_players) if match.mode == FIXED else match.fixed
            alone = match._replace(first_deal=match.first_deal + k, n_deals=1, fixed=fixed)
            try:
                loop(*arguments[:at], alone, *arguments[at + 1 :])
            except Exception:
                return alone.first_deal, 1
    return match.first_deal, match.n_deals


def raise_rules_error(game: Game, error: Exception, repeat: Callable[[], Repeat]) -> NoReturn:
    """Raises UserError with the line of the rules that has failed.

    The error itself of a shipped game, and where nothing is found: what fails there is no fault of the rules.
    """
    if isinstance(error, SimcliError) or not sources_of(game.folder):
        raise error
    try:
        found = call_in_subprocess(*repeat(), {"NUMBA_DISABLE_JIT": "1"}, SECONDS)
    except (SimcliError, OSError):  # no second process to be had: what is known is told
        found = None
    if found:
        where = found.pop("where")
        raise told(game.id, Raised(**found), f" ({where})") from error
    if refused := _refused(game, error):
        raise refused from error
    raise error


def _refused(game: Game, error: Exception) -> UserError | None:
    """What the compiler does not take, at its line; None where it says no line of the rules."""
    places = _places_in_message(str(error), game.sources)
    if not places:
        return None
    if bare := BARE.search(str(error)):
        where = Where(shown(places[-1][0]), places[-1][1], 1)
        what = f"game {game.id}: kernels call '{bare[1]}', which is no kernel"
        return UserError.of(where, what, f"write @kernel above `def {bare[1]}`")
    file, number, at = places[0]
    lines = [line for line in map(str.strip, str(error)[:at].splitlines()) if line and not line.startswith(NOISE)]
    hint = "it passes in plain Python (NUMBA_DISABLE_JIT=1), of which rules may use a part: numbers, arrays, loops, each other"
    what = f"game {game.id}: the compiler refuses this: {lines[-1] if lines else type(error).__name__}"
    return UserError.of(Where(shown(file), number, 1), what, hint)


def authors_fault(error: BaseException) -> UserError | None:
    """An exception that comes from the files of a game that is not shipped, at its line; None of any other."""
    for game, folder in own_folders().items():
        raised = raised_in(error, (folder,))
        if raised is not None:
            return told(game, raised)
    return None


def told(game: str, raised: Raised, where: str = "") -> UserError:
    """The error of an exception in the rules, at its line."""
    hint = raised.hint or (f"in `{raised.code}`" if raised.code else "")
    inside = f" in {raised.function}()" if raised.function not in ("", "<module>") else ""
    return UserError.of(Where(shown(raised.file), raised.line, 1), f"game {game}: {raised.text}{inside}{where}", hint)


def raised_in(error: BaseException, folders: Sequence[Path]) -> Raised | None:
    """Where in folders or files an exception comes from; None where it does not."""
    if isinstance(error, SyntaxError) and error.filename and _is_in(error.filename, folders):
        return Raised(error.filename, error.lineno or 1, "", (error.text or "").strip(), f"{type(error).__name__}: {error.msg}", "")
    if isinstance(error, WrongAnswer):
        lines, first = inspect.getsourcelines(error.function)
        start = next(i for i, line in enumerate(lines) if line.lstrip().startswith("def "))
        code = error.function.__code__
        return Raised(code.co_filename, error.line or first + start, "", lines[start].strip(), error.text, error.hint)
    frames = list(traceback.walk_tb(error.__traceback__))
    own = [(frame, line) for frame, line in frames if _is_in(frame.f_code.co_filename, folders)]
    if not own:
        return None
    frame, line = own[-1]
    (summary,) = traceback.StackSummary.extract(iter([own[-1]]))
    there = (summary.line or "").strip()
    text, hint = fuse.told(there) if str(error) == fuse.ENDLESS else _words(error, [*frame.f_locals, *frame.f_globals])
    return Raised(frame.f_code.co_filename, line, frame.f_code.co_name, there, text, hint)


def _is_in(file: str, folders: Sequence[Path]) -> bool:
    return any(Path(file).resolve().is_relative_to(folder.resolve()) for folder in folders)


def _words(error: BaseException, names: list[str]) -> tuple[str, str]:
    """What an exception says, and a hint."""
    if isinstance(error, FloatingPointError) and "divide by zero" in str(error):
        return "ZeroDivisionError: division by zero", ""
    if (isinstance(error, FloatingPointError) and "overflow" in str(error)) or isinstance(error, OverflowError):
        return "a number is greater than 32 bits hold", f"the greatest is {2**31 - 1:,}: count in greater units"
    if isinstance(error, AttributeError) and (fields := getattr(getattr(error.obj, "dtype", None), "names", None)):
        return f"there is no field '{error.name}' in this record", nearest(error.name, fields)
    if isinstance(error, NameError):
        missing = error.name or ""
        alike = sorted(names, key=lambda name: name.isupper() != missing.isupper())
        return f"there is no name '{missing}' here", nearest(missing, alike, "import it, or define it")
    if isinstance(error, TypeError) and "<U" in str(error):
        return "TypeError: a text stands where a number belongs", ""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}", ""


def _places_in_message(text: str, folders: Sequence[Path]) -> list[tuple[str, int, int]]:
    """Places in folders or files that a message of the compiler names, the innermost first, each with where it stands in the message."""
    places = [(one[1] or one[3], int(one[2] or one[4]), one.start()) for one in FILE_AND_LINE.finditer(text)]
    return [place for place in places if _is_in(place[0], folders)]


def first_fault(game: Game, plays: Iterator[tuple[str, Callable[[], object]]], *, is_strict: bool = False) -> dict[str, object] | None:
    """Plays what is given with its name until the rules raise: the parts of `Raised`, and `where`. None where they do not. Without the
    compiler. is_strict: as `watched` has it."""
    assert not JIT
    with watched(game, is_strict=is_strict) as watch:
        for where, play in plays:
            try:
                play()
            except SimcliError:
                return None
            except KeyboardInterrupt as error:
                if not watch.is_late:
                    raise
                return _never_back(error, game)._asdict() | {"where": where}
            except Exception as error:
                raised = raised_in(error, game.sources)
                if raised is None and is_strict:
                    raise
                return None if raised is None else raised._asdict() | {"where": where}
    return None


def _never_back(error: BaseException, game: Game) -> Raised:
    """Where the rules go round and round."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if _is_in(frame.f_code.co_filename, game.sources)]
    if not frames:
        raise error
    texts = [Path(frame.f_code.co_filename).read_text("utf-8") for frame, _ in frames]
    loops = [(frame, loop) for (frame, line), text in zip(frames, texts, strict=True) if (loop := loop_around(text, line))]
    frame, line = (loops or frames[-1:])[0]
    file, function = frame.f_code.co_filename, frame.f_code.co_name
    code = Path(file).read_text("utf-8").splitlines()[line - 1].strip()
    return Raised(file, line, function, code, *fuse.told(code))
