"""Results of a study in its folder: study.json says which study it is and holds its records; JSON, CSV and page are made from them.

A run's folder holds counts instead, of which its results are made anew (`sim/folder`). A study that keeps records has a module `page` with
`RECORD` (their type), `answer_of` (its answer), `views_of` (its tables), `csv_of` (its main table) and `METHOD`; `page_of` where
its page has more than these, `json_of` where its JSON does.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from simcli.base.escapes import PROSE, shown_all
from simcli.base.files import REPORTS, write_atomically
from simcli.base.version import __version__
from simcli.config import ResolvedRun, Strategy
from simcli.config.data.provenance import provenance
from simcli.config.run.commands import rerun_command
from simcli.errors import RunFolderError
from simcli.report.answer import Answer
from simcli.report.page import Page, Section, flat_settings, headed, rendered, restriction_settings, written
from simcli.report.table.view import View
from simcli.sim.folder.names import folder_name
from simcli.sim.folder.store import RUN, disk_error
from simcli.stats.records import dump_json, to_json
from simcli.studies import module_of
from simcli.studies.stored import as_record, read_record, write_record

if TYPE_CHECKING:
    from simcli.report.charts.files import Figure

STUDY = "study.json"
VERSION = 2
"""Of the records in study.json: raised when they change, so that those of another version are not half read."""


class Door(Protocol):
    """What the module `page` of a study owes."""

    RECORD: type[Any]

    def answer_of(self, record: Any) -> Answer:
        """The answer."""

    def views_of(self, record: Any) -> Sequence[View]:
        """Its tables."""

    def csv_of(self, record: Any) -> str:
        """The main table."""


@dataclass(frozen=True)
class StudyResult:
    """Records of a study, and what its page says besides: strategies, provenance, version and what else the study has."""

    study: str
    record: Any
    info: Mapping[str, Any]

    @property
    def answer(self) -> Answer:
        """The answer."""
        return _door(self.study).answer_of(self.record)

    def report(self, form: str = "html") -> str:
        """The records as html, json or csv. ValueError for another form."""
        if form == "json":
            door, data = _door(self.study), to_json(self.record, lambda _: self.answer.said)
            return dump_json(door.json_of(self.record, data) if hasattr(door, "json_of") else data)
        if form == "csv":
            return _door(self.study).csv_of(self.record)
        if form != "html":
            raise ValueError(f"no form '{form}' of {self.study}")
        return rendered(self.page())

    @property
    def views(self) -> Sequence[View]:
        """The tables."""
        return _door(self.study).views_of(self.record)

    def page(self) -> Page:
        """The page: the study's own, or the answer and the tables."""
        door = _door(self.study)
        if hasattr(door, "page_of"):
            page: Page = door.page_of(self.record, self.info)
            return page
        return _plain_page(self, getattr(door, "METHOD", ()))

    def plot(self, chart: str | None = None) -> Figure:
        """A chart of the page by its name, the first without one, as a figure of matplotlib. ValueError where there is none."""
        from simcli.report.charts import files

        return files.plot(self.page().charts, chart)

    def write(self, folder: Path) -> Path:
        """Writes study.json, NAME.json, tables/NAME.csv and the page into a folder, each whole or not; returns the page."""
        try:
            (folder / "tables").mkdir(parents=True, exist_ok=True)
            data = {"study": self.study, "info": dict(self.info), "record": asdict(self.record)}
            write_record(folder / STUDY, data, _version(self.study))
            for place, form in ((f"{self.study}.json", "json"), (f"tables/{self.study}.csv", "csv")):
                write_atomically(folder / place, self.report(form).encode())
            return written(folder, self.page())
        except OSError as error:
            raise disk_error(folder, error) from error


def _plain_page(results: StudyResult, method: Sequence[str]) -> Page:
    """The answer and the tables, with what was played."""
    record, info, answer = shown_all(results.record, PROSE), shown_all(results.info, PROSE), shown_all(results.answer, PROSE)
    facts = [("game", record.game), ("identity", record.identity), ("seed", str(record.seed)), ("rules version", str(record.behaviour))]
    settings = [*flat_settings(record.options), *flat_settings(record.patch, "patch: "), *restriction_settings(record.restrictions)]
    views = [shown_all(view, PROSE) for view in results.views]
    return Page(
        **headed(answer),
        title=info["title"],
        game=record.title,
        question=info["question"],
        tone="none",
        tiles=(),
        sections=tuple(Section(f"table-{i}", view.caption, "", (), (view,)) for i, view in enumerate(views)),
        strategies=info["strategies"],
        method=method,
        provenance=info["provenance"],
        settings=settings,
        facts=[*facts, ("simcli", info["version"])],
        command=info["command"],
        version=info["version"],
    )


def page_info(run: ResolvedRun, plans: Iterable[Strategy]) -> dict[str, Any]:
    """What every page says besides its study: who played, what is known of the component data, and the version."""
    named = {plan.name: plan for plan in plans}
    return {
        "strategies": [{"name": plan.name, "kind": plan.kind, "idea": plan.idea} for plan in named.values()],
        "provenance": provenance(run.components),
        "version": __version__,
    }


def results_of(study: str, run: ResolvedRun, record: Any, *, title: str, question: str, words: Sequence[str] = ()) -> StudyResult:
    """The records of a study that played the deals of a config; `words` are options of its own in the command that repeats it."""
    info = page_info(run, run.strategies) | {
        "title": f"{run.report.title or run.game.title}: {title}",
        "question": question,
        "command": f"{rerun_command(run, study)} {shlex.join([*words, '--deals', str(run.deals)])}",
    }
    return StudyResult(study, record, info)


def folder_of(study: str, run: ResolvedRun, *matter: object) -> Path:
    """Where a study of the deals of a config is kept, if nobody says otherwise: of other deals, or another `matter`, it is another."""
    name = hashlib.sha256(" ".join(map(str, (run.identity(), run.deals, *matter))).encode()).hexdigest()[:8]
    return Path(REPORTS) / f"{study}-{folder_name(run)}-{name}"


def is_kept(folder: Path) -> bool:
    """Whether a folder holds the results of a study, and no run."""
    try:
        return (folder / STUDY).is_file() and not (folder / RUN).exists()
    except OSError:  # a name that no folder can have: whoever opens it says so
        return False


def read_results(folder: Path) -> StudyResult:
    """What a study has left in a folder. RunFolderError where it is damaged, or of no study there is."""
    path = folder / STUDY
    try:
        study = json.loads(path.read_bytes())["data"]["study"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise RunFolderError(f"{path} cannot be read: {error}") from None
    if not isinstance(study, str) or not hasattr(module_of(study, "page"), "RECORD"):
        raise RunFolderError(f"{path} is of a study that is not installed: {study!r}")
    found = read_record(path, dict[str, Any], _version(study))
    assert found is not None
    try:
        return StudyResult(study, as_record(found["record"], _door(study).RECORD), found["info"])
    except (ValueError, KeyError) as error:
        raise RunFolderError(f"{path} is not what simcli wrote: {str(error).splitlines()[0]}") from None


def _version(study: str) -> str:
    return f"{study} {VERSION}"


def _door(study: str) -> Door:
    return cast(Door, module_of(study, "page"))
