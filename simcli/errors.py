"""The one exception family. Raised in the library, rendered in `terminal/ui.py`; a leaf that imports nothing of simcli."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

LISTED = 16
"""Names that a hint lists at most."""


@dataclass(frozen=True)
class Suspect:
    """A character that is not what it looks like: where it stands, what it is, and what to type instead."""

    sign: str
    line: int
    column: int
    what: str
    hint: str


@dataclass(frozen=True, order=True)
class Where:
    """A place in a text file; line and column count from 1, 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0
    suspect: Suspect | None = field(default=None, compare=False, repr=False)
    """a character in what stands here that is not what it looks like"""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True)
class Problem:
    """One thing wrong with what the user gave: where, what was found and expected, and a hint (often the nearest valid name)."""

    where: Where
    what: str
    hint: str = ""

    def __post_init__(self) -> None:
        """A text that is refused for a character that nobody sees is named by that character."""
        suspect = self.where.suspect
        if suspect is not None and re.search(f"'[^']*{re.escape(suspect.sign)}[^']*'", self.what):
            place = replace(self.where, line=suspect.line, column=suspect.column, suspect=None)
            for name, value in (("where", place), ("what", suspect.what), ("hint", suspect.hint)):
                object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f" ({self.hint})" if self.hint else "")


@dataclass(frozen=True)
class Unreadable(Problem):
    """A value that could not be read at all: all else said of its place is about a stand-in, and left out."""


@dataclass(frozen=True)
class Fault:
    """A problem that knows its place only as a path of keys, e.g. ("guilds", "knight", "copies"); `config` turns it into a Problem."""

    path: tuple[str | int, ...]
    what: str
    hint: str = ""


def nearest(name: object, names: Iterable[object], otherwise: str = "") -> str:
    """Hint "did you mean 'x'?" for the valid name most like `name`; else `otherwise`, else all names when they are few."""
    import difflib  # only when something is wrong

    valid = [str(n) for n in names]
    by_lower = {n.lower(): n for n in reversed(valid)}
    close = difflib.get_close_matches(str(name).lower(), list(by_lower), n=1, cutoff=0.6)
    if close:
        return f"did you mean '{by_lower[close[0]]}'?"
    if otherwise:
        return otherwise
    return "known: " + ", ".join(valid) if 0 < len(valid) <= LISTED else ""


def counted(n: int, noun: str) -> str:
    """`1 argument`, `2,000 arguments`."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


class SimcliError(Exception):
    """Base of all errors simcli raises on purpose. `exit_code` is what the command line returns."""

    exit_code = 70


@dataclass
class UserError(SimcliError):
    """The user's input cannot be used; carries all problems found, not only the first."""

    problems: list[Problem] = field(default_factory=list)
    exit_code = 2

    def __str__(self) -> str:
        return "\n".join(str(p) for p in self.problems)

    @classmethod
    def of(cls, where: str | Path | Where, what: str, hint: str = "") -> UserError:
        """Error with a single problem."""
        place = where if isinstance(where, Where) else Where(str(where))
        return cls([Problem(place, what, hint)])


def faults_of(check: Callable[[], Iterable[Fault]]) -> list[Fault]:
    """What a game's check finds, or raises."""
    try:
        return list(check())
    except FaultsError as error:
        return error.faults


class FaultsError(SimcliError):
    """Component data, options or patches that a game cannot use, by key path."""

    exit_code = 2

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(f"{'.'.join(map(str, f.path))}: {f.what}" for f in self.faults)


class RunFolderError(SimcliError):
    """The run folder is damaged, locked, or belongs to another identity."""

    exit_code = 4


class StoppedError(SimcliError):
    """The run ended before its goal; what was finished is kept."""

    exit_code = 3


class TooLargeError(StoppedError):
    """Sums would not fit 64 bits, or what waits in a game its record; the run would stop at the same place again."""

    @classmethod
    def of_game(cls, title: str, game: str = "") -> TooLargeError:
        """Error of a game given up (`header.OUTGROWN`); `game` says which one of a run."""
        return cls(f"more waits at once than the rules of {title} have room for{game}; a patch makes chains of effects too long")


class InterruptedRun(SimcliError):  # noqa: N818  (it is no fault)
    """The user stopped the run; batches in flight were finished and kept."""

    exit_code = 130
