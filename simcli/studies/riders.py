"""What a run measures as well (`measure`), in games of its own after it: the module `rider` of each study that has one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from simcli.base.entry_points import measures
from simcli.config import ResolvedRun
from simcli.errors import UserError
from simcli.studies import module_of

if TYPE_CHECKING:
    from simcli.sim.pool.cluster import Workers
    from simcli.stats.summary import Summary
    from simcli.studies.reporter import Reporter


class Rider(Protocol):
    """What a module `rider` owes. It looks itself whether a run asks for it."""

    ORDER: int
    """place among the riders of a run"""

    def check(self, run: ResolvedRun) -> None:
        """UserError where the run asks for what cannot be measured."""

    def plan(self, run: ResolvedRun, workers: Workers | None) -> tuple[str, Mapping[str, object]] | None:
        """What it would play, in words and as plain data; None where that is said by nothing but its name."""

    def measure(self, run: ResolvedRun, results: Summary, folder: Path, workers: Workers, reporter: Reporter) -> bool:
        """Measures what the run asks for and its folder lacks; whether there was anything. InterruptedRun after Ctrl-C."""

    def measured(self, run: ResolvedRun, results: Summary, folder: Path) -> Summary:
        """The summary with what a run folder holds, or why it does not. RunFolderError where a file is damaged, or of another run."""


@cache
def riders() -> tuple[Rider, ...]:
    """All riders in their order; a package that is broken has none, and the page of a run says so (`in_run.parts`)."""
    found = []
    for study in measures():
        with suppress(UserError):
            found += [cast(Rider, module) for module in [module_of(study, "rider")] if module]
    return tuple(sorted(found, key=lambda rider: rider.ORDER))


def check(run: ResolvedRun) -> None:
    """UserError where a run asks for what cannot be measured, before anything is played or written."""
    for rider in riders():
        rider.check(run)


def plans(run: ResolvedRun, workers: Workers | None) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """What riders would play after a run that asks for them, by their names."""
    made = {name: module_of(name, "rider") for name in run.measure or ()}
    found = {name: rider.plan(run, workers) for name, rider in made.items() if rider}
    return {name: plan for name, plan in found.items() if plan}


def measure(run: ResolvedRun, results: Summary, folder: Path, workers: Workers, reporter: Reporter) -> bool:
    """Measures after a run what it asks for and its folder lacks; returns whether there was anything.

    InterruptedRun after Ctrl-C: the run is kept, and the same call goes on.
    """
    is_new = [rider.measure(run, results, folder, workers, reporter) for rider in riders()]
    return any(is_new)


def with_record(results: Summary, study: str, record: object | None) -> Summary:
    """The summary with the record that a rider of another package has measured, if it has."""
    return results if record is None else replace(results, measured={**(results.measured or {}), study: record})


def measured(run: ResolvedRun, results: Summary, folder: Path) -> Summary:
    """The summary with what riders have left in a run folder. RunFolderError where a file is damaged, or of another run."""
    for rider in riders():
        results = rider.measured(run, results, folder)
    return results
