"""Makes the checks of a self-test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar

from simcli.base.files import write_atomically
from simcli.base.version import __version__
from simcli.errors import InterruptedRun, UserError, nearest
from simcli.report.answer import Answer
from simcli.report.page import Page, written
from simcli.report.table.csv import CsvTable
from simcli.sim.bench import machine
from simcli.sim.folder.store import writing
from simcli.studies.result import Result
from simcli.studies.selftest.checks import CHECKS, STOPPED, kept
from simcli.studies.selftest.digests import SEED
from simcli.studies.selftest.page import page_of
from simcli.studies.selftest.record import Selftest, Tried


@dataclass(frozen=True)
class SelftestResult(Result):
    """Whether simcli plays and counts right on this machine: `results` has every line that was tried."""

    results: Selftest
    study: str = "selftest"
    tables: ClassVar[Mapping[str, CsvTable]] = {"lines": CsvTable(lambda found: map(asdict, found.lines))}

    @property
    def answer(self) -> Answer:
        """Whether all checks hold."""
        return self.results.answer

    def page(self) -> Page:
        """The page."""
        return page_of(self.results)

    def write(self, folder: Path) -> None:
        """Writes page and JSON into a folder, each atomically."""
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            written(folder, self.page())
            write_atomically(folder / f"{self.study}.json", self.report("json").encode())


def selftest(checks: Sequence[str] = (), *, generic: bool = False, on_progress: Callable[[str], None] = lambda _: None) -> SelftestResult:
    """Makes the checks of these names, or all; `generic`: every game once more for any CPU. `on_progress` gets the name of each check.

    Nothing is left on the disk but compiled kernels. UserError for an unknown name; InterruptedRun after Ctrl-C.

    >>> {line.check for line in simcli.selftest(["intervals"]).results.lines}
    {'intervals'}
    """
    for name in checks:
        if name not in CHECKS:
            raise UserError.of(f"CHECK {name}", "there is no such check", nearest(name, CHECKS))
    made: list[Tried] = []
    try:
        for name in [name for name in CHECKS if not checks or name in checks]:
            on_progress(f"checking: {name}")
            for line in kept(generic=generic) if name == "kept" else CHECKS[name]():
                made.append(line)
                on_progress(f"{line.check}: {line.of}: {line.outcome}")
    except InterruptedRun:
        raise InterruptedRun(STOPPED) from None
    return SelftestResult(Selftest(simcli=__version__, machine=machine(), seed=SEED, lines=tuple(made)))
