"""What a self-test tried, and what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.stats.records import answered

OK: Final = "ok"
FAILED: Final = "FAILED"
NOT_TRIED: Final = "not tried"
Outcome = Literal["ok", "FAILED", "not tried"]


@dataclass(frozen=True)
class Tried:
    """One line of a check: of what, what was found in words, and how it ended."""

    check: str
    of: str
    found: str
    outcome: Outcome

    @classmethod
    def so(cls, check: str, of: str, found: str, holds: bool) -> Tried:
        """A line that was tried."""
        return cls(check, of, found, OK if holds else FAILED)


@dataclass(frozen=True, kw_only=True)
class Selftest:
    """All lines, with the version and the machine they were tried on."""

    SAID: ClassVar = answered("schema", "whether the checks hold")
    schema: Literal[1] = 1
    simcli: str
    machine: Mapping[str, str | int]
    """cores, processor, and versions of the libraries that compile and count"""
    seed: int
    lines: tuple[Tried, ...]

    @property
    def failed(self) -> Sequence[str]:
        """Checks with a line that failed, each once."""
        return tuple(dict.fromkeys(line.check for line in self.lines if line.outcome == FAILED))

    @property
    def answer(self) -> Answer:
        """Whether all checks hold, and how many lines were tried."""
        checks, n = len({line.check for line in self.lines}), len(self.lines)
        failed, left = sum(line.outcome == FAILED for line in self.lines), sum(line.outcome == NOT_TRIED for line in self.lines)
        if failed:
            claim = f"{len(self.failed)} of {checks} checks failed on this machine: {fmt.listing(self.failed)}."
        else:
            held = f"All {fmt.number_word(checks)} checks hold" if checks > 1 else f"The check called {self.lines[0].check} holds"
            claim = f"{held} on this machine."
        sure = f"{n - failed - left} of {n} lines are as they must be" + (f", {left} not tried" if left else "")
        return Answer(claim, f"{sure}.")
