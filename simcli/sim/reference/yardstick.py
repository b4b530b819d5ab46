"""The unit of `simcli bench`, measured beside what it measures: the playout in C, or a loop where there is no C compiler."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcli.sim.reference import build_reference, build_tables, compiler, run_program

PLAYERS = 4
C, LOOP = "c", "loop"
SECONDS, QUICK_SECONDS = 0.2, 0.05
FIRST_AMOUNT = 500
TABLES = "guildes.tables"
BASE, EXPONENT, MODULUS = 3**320, 2**512 - 2**32 + 977, 2**521 - 1

Play = Callable[[int], tuple[int, float]]
"""Does so much of the reference; returns how much that was, and its CPU seconds."""


@dataclass
class Yardstick:
    """What a speed is divided by. amount: how much of it is one measurement; why: why it is a loop; program: in C, no text for a loop."""

    kind: str
    play: Play
    amount: int
    why: str = ""
    program: str = ""
    measured: list[float] = field(default_factory=list)

    def measure(self) -> float:
        """Games, or turns of the loop, per CPU second, of one short run."""
        done, taken = self.play(self.amount)
        self.measured.append(done / max(taken, 1e-6))
        return self.measured[-1]

    def in_turns(self, work: Callable[[int], float], runs: int) -> float:
        """The rates that `work` returns, run by run, in units of the reference: each by the mean before and after it; their median."""
        ratios, before = [], self.measure()
        for i in range(runs):
            rate = work(i)
            after = self.measure()
            ratios.append(2 * rate / (before + after))
            before = after
        return float(f"{statistics.median(ratios):.4g}")

    @property
    def per_second(self) -> int:
        """The median of all measurements."""
        return round(statistics.median(self.measured))

    def handed(self) -> dict[str, Any]:
        """What another process makes the same of, with `taken_over`."""
        return {"program": self.program, "amount": self.amount}

    def to_json(self) -> dict[str, object]:
        """Its record."""
        return {"kind": self.kind, "games_per_second": self.per_second}


def taken_over(program: str, amount: int) -> Yardstick:
    """The yardstick of another process."""
    return Yardstick(C, _in_c(program), amount, program=program) if program else Yardstick(LOOP, _loop, amount)


@contextmanager
def yardstick(*, quick: bool = False) -> Iterator[Yardstick]:
    """The program in C, kept in a temporary folder; the loop where it cannot be made or started."""
    seconds = QUICK_SECONDS if quick else SECONDS
    with tempfile.TemporaryDirectory(prefix="simcli-reference-") as folder:
        try:
            program = build_reference(Path(folder))
            program.with_name(TABLES).write_bytes(build_tables(PLAYERS, {}).tobytes())
            play = _in_c(str(program))
            unit = Yardstick(C, play, amount_for(play, seconds), program=str(program))
        except (OSError, subprocess.CalledProcessError) as error:
            unit = Yardstick(LOOP, _loop, amount_for(_loop, seconds), why=_reason(error))
        unit.measure()
        yield unit


def amount_for(play: Play, seconds: float) -> int:
    """How much of it takes about `seconds` of CPU time."""
    _, taken = play(FIRST_AMOUNT)
    return max(1, round(FIRST_AMOUNT * seconds / max(taken, 1e-4)))


def _in_c(program: str) -> Play:
    def play(deals: int) -> tuple[int, float]:
        played = run_program(Path(program), Path(program).with_name(TABLES), deals)
        return played.games, played.seconds

    return play


def _loop(turns: int) -> tuple[int, float]:
    """Modular powers of big whole numbers: work of the standard library that is the same everywhere."""
    begun = time.thread_time()
    number = BASE
    for _ in range(turns):
        number = pow(number, EXPONENT, MODULUS)
    return turns, time.thread_time() - begun


def _reason(error: OSError | subprocess.CalledProcessError) -> str:
    """Why there is no program: `cc: No such file or directory`."""
    return f"{compiler()[0]}: {error.strerror if isinstance(error, OSError) else f'exit code {error.returncode}'}"
