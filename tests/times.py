"""CPU seconds of tests, as a table: a plugin for `make test-times` (`-p tests.times --times FILE`). No test depends on it.

Counted are the process of the test, and the processes it has waited for. What a fixture takes counts for the first test that asks for it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from tests.cli.forked import forks

CEILING = 5.0
"""CPU seconds that a test outside of soak should not need."""
SHOWN = 60
"""Lines of the tables of functions and of single tests."""
HEADING = f"{'CPU s':>9} {'processes':>9} {'compiling':>9} {'tests':>6}"


class Clock:
    """What this process and the processes it has waited for have used since the last lap."""

    def __init__(self) -> None:
        self.timer = event.TimingListener()
        event.register("numba:compile", self.timer)
        self.last = self._now()

    def _now(self) -> list[float]:
        used = os.times()
        below = used.children_user + used.children_system + forks().seconds
        return [used.user + used.system + below, below, self.timer.duration if self.timer.done else 0.0]

    def lap(self) -> list[float]:
        """CPU seconds, those of other processes, and seconds of compiling in this one."""
        before, self.last = self.last, self._now()
        return [now - then for now, then in zip(self.last, before, strict=True)]


class Times:
    """Laps of all phases of all tests: taken where tests run, and told where they are reported."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.clock = Clock()
        self.tests: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])

    def pytest_runtest_logstart(self) -> None:
        self.clock.lap()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[Any]:
        report = yield
        report.lap = self.clock.lap()
        return report

    def pytest_runtest_logreport(self, report: Any) -> None:
        if lap := getattr(report, "lap", None):
            whole = self.tests[report.nodeid]
            whole[:] = [a + b for a, b in zip(whole, lap, strict=True)]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        text = "\n".join(self.lines()) + "\n"
        if self.file:
            Path(self.file).write_text(text, "utf-8")
        terminalreporter.write_sep("=", "CPU seconds of tests")
        terminalreporter.write(text)

    def lines(self) -> Iterator[str]:
        """All tests together, by file, by function, and those above the ceiling."""
        yield f"{HEADING}  file"
        yield _row(self.tests.values(), "all")
        yield from self.grouped(lambda name: name.partition("::")[0])
        yield f"\n{HEADING}  function"
        yield from list(self.grouped(lambda name: name.partition("[")[0].partition("@")[0]))[:SHOWN]
        slow = sorted(((spent, name) for name, spent in self.tests.items() if spent[0] > CEILING), reverse=True)
        yield f"\n{len(slow)} of {len(self.tests)} tests take more than {CEILING:g} CPU seconds\n{HEADING}  test"
        for spent, name in slow[:SHOWN]:
            yield _row([spent], name)

    def grouped(self, key: Callable[[str], str]) -> Iterator[str]:
        """A line for each group of tests, the slowest first."""
        groups: dict[str, list[list[float]]] = defaultdict(list)
        for name, spent in self.tests.items():
            groups[key(name)].append(spent)
        for name, those in sorted(groups.items(), key=lambda item: -sum(spent[0] for spent in item[1])):
            yield _row(those, name)


def _row(those: Any, name: str) -> str:
    whole = [sum(column) for column in zip(*those, strict=True)] or [0.0, 0.0, 0.0]
    return f"{whole[0]:9.1f} {whole[1]:9.1f} {whole[2]:9.1f} {len(those):6}  {name}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", default="", metavar="FILE", help="write the table of CPU seconds to a file as well")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Times(config.getoption("times")), "cpu times")
