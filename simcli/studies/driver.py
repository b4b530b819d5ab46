"""One way to run a study: what is said before it, its plan, how it is stopped and resumed, what it prints, and the exit code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from simcli.base.files import PAGE
from simcli.errors import InterruptedRun, StoppedError, TooLargeError
from simcli.report import formatting as fmt
from simcli.report.table.grid import Facts
from simcli.report.table.terminal import whole_table
from simcli.sim.folder.names import RUN, default_folder
from simcli.sim.plan import make_plan
from simcli.sim.pool.subprocesses import usable_cores
from simcli.studies.results import StudyResult, folder_of, results_of
from simcli.terminal import ui
from simcli.terminal.common import Common, Form, Kept
from simcli.terminal.kernels import announce_compiling, announce_kept, announce_python
from simcli.terminal.origins import tell_anew, tell_files
from simcli.terminal.progress import LiveLine, ProgressPrinter

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun
    from simcli.config.players.strategies import Strategy
    from simcli.sim.pool.cluster import Workers
    from simcli.studies.result import Result

F = TypeVar("F", bound="Result")
LINE = 80
"""Columns of a line that closes a study."""
GAP = "   "


@dataclass(frozen=True)
class StudyPlan:
    """What would be played: as plain data, in words, in further tables before these, and what is to be known as well."""

    data: Mapping[str, object]
    facts: Mapping[str, str]
    tables: Sequence[RenderableType] = ()
    lines: Sequence[str] = ()


class Study(ABC, Generic[F]):
    """A question as `drive` runs it: a class of its own in `study.py` of each study."""

    kinds: Sequence[str] = ("",)
    """Kernels it plays with, as `announce_compiling` names them."""

    kept_in: Path | None = None
    """The run folder that it resumes, whose strategies are played in place of files."""

    is_config = True
    """Whether a config was named, whose files and changes are said."""

    def __init__(self, common: Common, run: ResolvedRun) -> None:
        """`run`: what is played, or a run of the game that is."""
        self.common, self.run = common, run
        self._folder: Path | None = None

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        assert self._folder is not None, "this study leaves no folder"
        return self._folder

    def settle_folder(self) -> Path | None:
        """Takes the given folder, or its own."""
        self._folder = (self.common.out if isinstance(self.common, Kept) else None) or self.default_folder
        return self._folder

    @property
    def strategies(self) -> Sequence[Strategy]:
        """All that play."""
        return self.run.strategies

    @property
    def default_folder(self) -> Path | None:
        """Where it is kept if no other folder is given; None where nothing is."""
        return default_folder(self.run)

    def notes(self) -> Iterable[str]:
        """What is to be known before it is played."""
        return ()

    @abstractmethod
    def plan(self) -> StudyPlan:
        """What would be played."""

    @abstractmethod
    def play(self) -> F:
        """Plays it, or resumes it."""

    def tables(self, found: F) -> Iterable[RenderableType]:
        """The results, as tables on a terminal: those of the page."""
        return map(whole_table, found.views)

    def text(self, found: F) -> str:
        """The results in the form that was asked for."""
        return found.report(self.common.form.value)

    def next_step(self, found: F) -> str:
        """What to do next: a command that can be pasted, where it fits a line."""
        deals = found.answer.deals
        if len(found.answer.next) > LINE and deals is not None:
            return f"next: the same command with --deals {deals}"
        return found.answer.next

    def page_line(self) -> str:
        """Where the page is."""
        return f"report: {self.folder / PAGE}"

    def closing(self, *lines: str) -> Iterator[str]:
        """Lines with what a run says of itself, at most one beside that of the page: short ones stand in the same line."""
        rest = [line for line in lines if line]
        page = self.page_line()
        if rest and len(GAP.join((page, rest[-1]))) <= LINE:
            page = GAP.join((page, rest.pop()))
        joined = GAP.join(rest)
        yield from [joined] if len(joined) <= LINE else rest
        yield page

    def after(self, found: F) -> Iterable[str]:
        """What is said below the answer, in lines of at most `LINE` columns, at most three with the next step: where the page is."""
        yield self.page_line()

    def code(self, found: F) -> int:
        """The exit code; what `--quiet` does not silence is said here."""
        return ui.DONE

    @property
    def is_begun(self) -> bool:
        """Whether there is something to resume."""
        return self._folder is None or self._folder.exists()

    def printer(self, run: ResolvedRun, folder: Path) -> ProgressPrinter:
        """Tells how far a run is; to be used as a context manager."""
        return ProgressPrinter(run, folder, is_resumed=(folder / RUN).exists(), quiet=self.common.quiet)

    def shared(self) -> Study[Any]:
        """This study, or the part of it in question."""
        return self

    def say(self, text: str) -> None:
        """A line on stderr, unless it is to be quiet."""
        ui.say(text, quiet=self.common.quiet)


class DealsStudy(Study[F]):
    """A study that plays the deals of a config, and counts in their games."""

    name: str
    """of the study"""
    plays = 1
    """how often each deal is played in every rotation"""
    options: Mapping[str, Any] = {}
    """values of its own options, by their names"""

    @abstractmethod
    def count(self, workers: Workers, on_progress: Callable[[int, int], None]) -> object:
        """The record: what is counted in the games. `on_progress` gets the games so far and all."""

    @abstractmethod
    def result(self, record: Any) -> F:
        """The result that the record makes, where it is kept."""

    def plan(self) -> StudyPlan:
        """What would be played."""
        run, names = self.run, [strategy.name for strategy in self.run.strategies]
        often = {"plays": self.plays} if self.plays > 1 else {}
        games = self.plays * make_plan(run).games
        data = {"game": run.game.id, "strategies": names, "players": list(run.players), "deals": run.deals, **often, **self.options}
        facts = {
            "Game": run.game.title,
            "Strategies": ", ".join(names),
            "Players": ", ".join(map(str, run.players)),
            "Deals": fmt.count(run.deals) + (f", each {self.plays} times in every rotation" if often else ""),
            **{name.capitalize(): str(value) for name, value in self.options.items()},
            "Games": fmt.count(games),
            "Seed": str(run.seed),
        }
        return StudyPlan(data | {"games": games, "seed": run.seed}, facts)

    def play(self) -> F:
        """The games, counted or resumed."""
        with LiveLine(quiet=self.common.quiet) as line:
            record = self.count(
                self.common.workers or usable_cores(), lambda games, goal: line.state(f"{games:,} of {goal:,} games played")
            )
        return self.result(record)


class CountedStudy(DealsStudy["StudyResult"]):
    """One that keeps its record in a folder (`studies.results`)."""

    @property
    def default_folder(self) -> Path | None:
        """Where its record is kept."""
        return folder_of(self.name, self.run, *self.options.items())

    def result(self, record: object) -> StudyResult:
        """Its page and tables are written too."""
        words = [word for name, value in self.options.items() for word in (f"--{name}", str(value))]
        found = results_of(self.name, self.run, record, words=words)
        found.write(self.folder)
        return found


class AskedStudy(Study[F]):
    """A study of a question that knows its run and its folder."""

    def __init__(self, common: Common, asked: Any) -> None:
        super().__init__(common, asked.run)
        self.asked = asked

    @property
    def default_folder(self) -> Path:
        """Where it is kept."""
        folder: Path = self.asked.folder
        return folder

    def file_lines(self, found: F, file: Path) -> Iterator[str]:
        """Where the page and the strategy are that were made; how the strategy is played by its name, unless something else comes next."""
        yield self.page_line()
        yield f"strategy: {file}"
        if not found.answer.next:
            yield f"to play it by its name: copy it into strategies/{self.run.game.id}/"


def folder_text(plan: Mapping[str, object]) -> str:
    """The folder of a plan, and whether something is there."""
    return f"{plan['folder']}{', to be resumed' if plan['folder_exists'] else ''}"


def time_text(plan: Mapping[str, Any]) -> str:
    """`2 minutes on 2 cores, once compiled`."""
    return f"{fmt.readable_time(plan['seconds'])} on {fmt.cores(plan['workers'])}, once compiled"


def drive(study: Study[F]) -> int:
    """Runs a study and returns its exit code."""
    study = study.shared()
    common = study.common
    folder = study.settle_folder()
    if study.is_config:
        tell_files(study.run, quiet=common.quiet)
    if folder is not None:
        ui.check_name(folder, "--out")
        tell_anew(study.run.game, folder, quiet=common.quiet)
    for note in study.notes():
        study.say(note)
    if common.dry_run:
        return _show_plan(study.plan(), common.form)
    if common.risk:
        ui.say(common.risk)
    if study.kept_in is None:
        announce_python(study.strategies, quiet=common.quiet)
    else:
        announce_kept(study.strategies, study.kept_in)
    for kind in study.kinds:
        announce_compiling(study.run.game, kind, strategies=study.strategies, quiet=common.quiet)
    found = _played(study)
    answer = replace(found.answer, next=study.next_step(found))
    ui.write_study(answer, common.form, quiet=common.quiet, tables=lambda: study.tables(found), text=lambda: study.text(found))
    for line in filter(None, study.after(found)):
        study.say(line)
    return study.code(found)


def _show_plan(plan: StudyPlan, form: Form) -> int:
    """The plan on stdout; nothing is written."""
    if form == Form.JSON:  # that of another list of forms too
        ui.write_json(dict(plan.data))
    else:
        ui.write_table(*plan.tables, Facts(tuple(plan.facts.items())))
        for line in plan.lines:
            ui.say(line)
    return ui.DONE


def _played(study: Study[F]) -> F:
    """The result; where it is stopped, the command that goes on is said."""
    try:
        return study.play()
    except (InterruptedRun, StoppedError, KeyboardInterrupt) as stop:
        if study.is_begun and not isinstance(stop, TooLargeError):
            ui.say(f"to go on: {study.common.command}")
        raise
    finally:
        study.common.close()
