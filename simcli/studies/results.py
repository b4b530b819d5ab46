"""Results of a study in its folder: study.json says which study it is and holds its records; JSON, CSV and page are made from them.

A run's folder holds counts instead, and its results are made again from them (`sim/folder`). A study that keeps records has a module
`page` with `RECORD` (their type), `TABLE` (the main table), `answer_of` (its answer), `views_of` (its tables) and `METHOD`; `page_of` where
its page has more than these, `json_of` where its JSON does, `MORE_TABLES` where it has others than the main one.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from simcli.base.escapes import PROSE, shown_all
from simcli.base.files import PAGE, REPORTS, write_atomically
from simcli.base.names import said_in
from simcli.base.version import __version__
from simcli.config import ResolvedRun, Strategy
from simcli.config.data.provenance import provenance
from simcli.config.run.commands import rerun_command
from simcli.config.run.resolved import ROUND_ROBIN
from simcli.errors import RunFolderError
from simcli.report.answer import Answer
from simcli.report.page import Page, Section, flat_settings, restriction_settings, written
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import View
from simcli.sim.folder.names import RUN, STUDY, folder_name
from simcli.sim.folder.store import read_run, writing
from simcli.stats.records import to_json
from simcli.studies import module_of
from simcli.studies.result import Result, record_page
from simcli.studies.stored import as_record, read_record, write_record

VERSION = 2
"""Of the records in study.json: raised when they change, so that those of another version are not half read."""


@dataclass(frozen=True)
class Door:
    """What the module `page` of a study owes, and what it may have."""

    RECORD: type[object]
    TABLE: CsvTable
    """the main table"""
    answer_of: Callable[[Any], Answer]
    views_of: Callable[[Any], Sequence[View]]
    MORE_TABLES: Mapping[str, CsvTable] = field(default_factory=dict)
    """others by their names"""
    TITLE: str = ""
    """of the page, behind that of the config"""
    QUESTION: str = ""
    METHOD: Sequence[str] = ()
    page_of: Callable[[Any, Mapping[str, Any]], Page] | None = None
    """a page with more than answer and tables"""
    json_of: Callable[[Any, Any], object] = lambda _, data: data
    """the JSON of a record, of its plain data"""


@dataclass(frozen=True)
class StudyResult(Result):
    """The records of a study, and what its page says as well: strategies, provenance, version and what else the study has."""

    study: str
    results: Any
    info: Mapping[str, Any]
    folder: Path | None = None

    @property
    def plan_ids(self) -> Sequence[str]:
        """Those of its page."""
        return [plan["name"] for plan in self.info["strategies"]]

    @property
    def answer(self) -> Answer:
        """The answer."""
        return _door(self.study).answer_of(self.spoken)

    @property
    def tables(self) -> Mapping[str, CsvTable]:
        """Its table, under its own name, and others it has."""
        door = _door(self.study)
        return {self.study: door.TABLE, **door.MORE_TABLES}

    @property
    def summary(self) -> Any:
        """Its JSON as plain data."""
        door, data = _door(self.study), to_json(self.results, self.words)
        return door.json_of(self.results, data)

    @property
    def views(self) -> Sequence[View]:
        """The tables of its page."""
        return _door(self.study).views_of(self.spoken)

    def page(self) -> Page:
        """The page: the study's own, or the answer and the tables."""
        door = _door(self.study)
        if door.page_of is None:
            return plain_page(self.spoken, self.answer, self.views, said_in(self.info, self.plan_ids), door.METHOD)
        return door.page_of(shown_all(self.spoken, PROSE), shown_all(said_in(self.info, self.plan_ids), PROSE))

    def write(self, folder: Path) -> Path:
        """Writes study.json, NAME.json, tables/NAME.csv and the page into a folder, each atomically; returns the page."""
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            data = {"study": self.study, "info": dict(self.info), "record": asdict(self.results)}
            write_record(folder / STUDY, data, _version(self.study))
            write_atomically(folder / f"{self.study}.json", self.report("json").encode())
            self.write_tables(folder / "tables")
            written(folder, self.page())
        return folder / PAGE


@dataclass(frozen=True, kw_only=True)
class FoundStrategy(StudyResult):
    """The records of a study that makes a strategy, with the strategy and the CPU seconds of this call."""

    strategy: Strategy
    seconds: float = 0.0

    @property
    def file(self) -> Path:
        """The strategy as a YAML file."""
        assert self.folder is not None
        return self.folder / f"{self.strategy.name}.yaml"


def plain_page(record: Any, answer: Answer, tables: Sequence[View], info: Mapping[str, object], method: Sequence[str] = ()) -> Page:
    """The answer and the tables, with what was played. `info`: title, question, strategies, provenance, command, version."""
    record, info, answer, tables = (shown_all(one, PROSE) for one in (record, info, answer, tuple(tables)))
    settings = [*flat_settings(record.options), *flat_settings(record.patch, "patch: "), *restriction_settings(record.restrictions)]
    facts = [("game", record.game), ("identity", record.identity), ("seed", str(record.seed)), ("rules version", str(record.behaviour))]
    sections = tuple(Section(f"table-{i}", view.caption, "", (), (view,)) for i, view in enumerate(tables))
    return record_page(
        record, answer, info, sections=sections, method=method, settings=settings, facts=[*facts, ("simcli", info["version"])]
    )


def page_info(run: ResolvedRun, plans: Iterable[Strategy] | None = None, **more: object) -> dict[str, object]:
    """What every page says: who played (the strategies of the run if no others), what is known of the data, the version, and `more`."""
    named = {plan.name: plan for plan in (run.strategies if plans is None else plans)}
    return {
        "strategies": [{"name": plan.name, "kind": plan.kind, "idea": plan.idea} for plan in named.values()],
        "provenance": provenance(run.components),
        "version": __version__,
        **more,
    }


def results_of(study: str, run: ResolvedRun, record: object, *, words: Sequence[str] = ()) -> StudyResult:
    """The records of a study that played the deals of a config; `words` are options of its own in the command that repeats it."""
    door, command = _door(study), f"{rerun_command(run, study)} {shlex.join([*words, '--deals', str(run.deals)])}"
    title = f"{run.report.title or run.game.title}: {door.TITLE}"
    return StudyResult(study, record, page_info(run, title=title, question=door.QUESTION, command=command))


R = TypeVar("R", bound=Any)


def in_folder(out: str | Path | None, play: Callable[[Path], R]) -> R:
    """Plays in the given folder; without one in a temporary folder."""
    if out is not None:
        return play(Path(out))
    with tempfile.TemporaryDirectory(prefix="simcli-") as folder:
        found: R = replace(play(Path(folder) / "run"), folder=None)
        return found


def folder_of(study: str, run: ResolvedRun, *matter: object) -> Path:
    """Where a study of the deals of a config is kept, by default: of other deals, or another `matter`, it is another."""
    name = hashlib.sha256(" ".join(map(str, (run.identity(), run.deals, *matter))).encode()).hexdigest()[:8]
    return Path(REPORTS) / f"{study}-{folder_name(run)}-{name}"


def load(folder: str | Path) -> Any:
    """The result of the study that has left this folder, finished or not: made again from the counts or records in it.

    Nothing in the folder is run. RunFolderError where it is of no study, or damaged.
    """
    path = Path(folder)
    if is_kept(path):
        return read_results(path)
    module = module_of(ROUND_ROBIN if is_of_matchups(path) else "run", "play")
    assert module is not None
    return module.load(path)


def is_of_matchups(folder: Path) -> bool:
    """Whether a run folder is of matchups. RunFolderError where it is no run folder."""
    return bool(read_run(folder)["run"].get("tables") == ROUND_ROBIN)


def is_kept(folder: Path) -> bool:
    """Whether a folder holds the records of a study, and no run."""
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
        result = StudyResult(study, as_record(found["record"], _door(study).RECORD), found["info"], folder)
    except (ValueError, KeyError) as error:
        raise RunFolderError(f"{path} is not what simcli wrote: {str(error).splitlines()[0]}") from None
    _check_beside(result, folder)
    return result


def _check_beside(result: StudyResult, folder: Path) -> None:
    """RunFolderError where the records are not those that the JSON beside them was written of: one of both comes from another folder."""
    path = folder / f"{result.study}.json"
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):  # is written anew
        return
    if not _agree(to_json(result.results), found):
        raise RunFolderError(f"{path} and {folder / STUDY} are of different runs: run it again")


def _agree(record: object, data: object) -> bool:
    """Whether JSON has what a record has, with or without words."""
    if isinstance(record, Mapping) and isinstance(data, Mapping):
        return all(key not in data or _agree(part, data[key]) for key, part in record.items())
    if isinstance(record, list) and isinstance(data, list):
        return len(record) == len(data) and all(map(_agree, record, data))
    return bool(record == data)


def _version(study: str) -> str:
    return f"{study} {VERSION}"


def _door(study: str) -> Door:
    module = module_of(study, "page")
    return Door(**{one.name: getattr(module, one.name) for one in fields(Door) if hasattr(module, one.name)})
