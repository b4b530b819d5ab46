"""Every study gives one kind of result, and its folder is read by everything that reads folders."""

from __future__ import annotations

import inspect
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simcli
from simcli.errors import InterruptedRun
from simcli.sim.folder.store import Store
from simcli.studies import SHIPPED, module_of
from simcli.studies.result import FORMS, Result
from simcli.studies.results import load
from tests.cli.project import Project

CONFIG = "game: pig\nplayers: 2\nstrategies: [hold_at_20, hold_at_25, random]\ndeals: 40\n"
TIMID = 'game: pig\nidea: "Holds with nothing at risk."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'
SMALL: dict[str, Any] = {"players": 2, "budget": "5000"}
STARTS = "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ndeals: 40\n"
STUDIES: dict[str, Callable[[], Any]] = {
    "run": lambda: simcli.simulate("pig.yaml"),
    "whatif": lambda: simcli.whatif("pig.yaml", "patch.setup.goal=60"),
    "cards": lambda: simcli.cards("guildes/seats", "guild", players=3, deals=2),
    "sensitivity": lambda: simcli.sensitivity("pig.yaml", "setup.goal", by=5),
    "fix": lambda: simcli.fix("start.yaml", "seat 1 even", "setup.goal", within="90..110 by 10"),
    "matchups": lambda: simcli.matchups("pig.yaml"),
    "tune": lambda: simcli.tune("pig", "timid.yaml", field="random", **SMALL),
    "learn": lambda: simcli.learn("pig", "timid.yaml", "random", players=2, deals=150, worlds=2, fresh=40),
    "league": lambda: simcli.league("pig", ("timid.yaml", "random"), rounds=1, deals=40, **SMALL),
    "ladder": lambda: simcli.ladder("start.yaml", ("random", "hold_at_20"), budget=0.02),
    "feel": lambda: simcli.feel("pig.yaml", deals=10),
    "regret": lambda: simcli.regret("pig.yaml", deals=10, worlds=4),
    "decisions": lambda: simcli.decisions("pig.yaml", "d.parquet", deals=10, worlds=4),
    "coverage": lambda: simcli.coverage("pig.yaml", deals=10),
    "selftest": lambda: simcli.selftest(["intervals"]),
    "verify": lambda: simcli.verify("kept"),
    "gate": lambda: simcli.gate("kept", "targets.yaml"),
    "compare": lambda: simcli.compare("kept", "other"),
}
FOLDERS = {
    "run": ("run", "pig.yaml"),
    "whatif": ("whatif", "pig.yaml", "--set", "patch.setup.goal=60"),
    "cards": ("cards", "guildes/seats", "guild", "--players", 3, "--deals", 2),
    "sensitivity": ("sensitivity", "pig.yaml", "setup.goal", "--by", 5),
    "fix": ("fix", "start.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "90..110 by 10"),
    "matchups": ("matchups", "pig.yaml", "--deals", 40),
    "tune": ("tune", "pig", "--start", "timid.yaml", "--field", "random", "--players", 2, "--budget", 5000),
    "learn": ("learn", "pig", "--plan", "timid.yaml", "--field", "random", "--players", 2, "--deals", 150, "--worlds", 2, "--fresh", 40),
    "league": ("league", "pig", "--field", "timid.yaml,random", "--players", 2, "--rounds", 1, "--budget", 5000, "--deals", 40),
    "ladder": ("ladder", "start.yaml", "--rungs", "random,hold_at_20", "--budget", 0.02),
    "feel": ("feel", "pig.yaml", "--deals", 10),
    "regret": ("regret", "pig.yaml", "--deals", 10, "--worlds", 4),
    "coverage": ("coverage", "pig.yaml", "--deals", 10),
}
RECORDS = ("tune", "learn", "league", "ladder", "feel", "regret", "coverage")
"""Studies whose folders hold records."""

pytestmark = pytest.mark.usefixtures("toy_game")


@pytest.fixture(autouse=True)
def _files(project: Project) -> None:
    for name, text in {
        "pig.yaml": CONFIG,
        "start.yaml": STARTS,
        "timid.yaml": TIMID,
        "targets.yaml": "targets:\n  seat 1 win share: 10 % .. 90 %\n",
    }.items():
        project.write(name, text)


def played(project: Project, study: str, out: str, *more: object) -> None:
    done = project.here(*FOLDERS[study], "--out", out, "--quiet", *more)
    assert done.code in (0, 1, 3), done.err


def result_of(project: Project, study: str) -> Any:
    """What a study gives, after the runs that it is about."""
    if study in ("verify", "gate", "compare"):
        played(project, "run", "kept")
        played(project, "run", "other", "--set", "patch.setup.goal=60")
    return STUDIES[study]()


def test_all_studies_are_here() -> None:
    riders = {study for study in SHIPPED if module_of(study, "command") is None}
    assert riders == {study for study in SHIPPED if module_of(study, "rider")} - {*STUDIES} == {"reply", "variety"}
    assert {*STUDIES} == {*SHIPPED} - riders
    assert {*RECORDS} == {study for study in SHIPPED if hasattr(module_of(study, "page"), "RECORD")}
    assert {*RECORDS} <= {*FOLDERS} <= {*STUDIES}


def test_no_study_writes_a_report_of_its_own() -> None:
    made = [name for study in SHIPPED for file in ("play", "result", "command", "record", "search") for name in reports_of(study, file)]
    assert made == []


def reports_of(study: str, file: str) -> list[str]:
    module = module_of(study, file)
    return [name for name, one in inspect.getmembers(module, inspect.isclass) if "report" in vars(one) and one is not Result]


@pytest.mark.parametrize("study", STUDIES)
def test_the_result_of_a_study_has_every_form(project: Project, study: str) -> None:
    result = result_of(project, study)
    assert isinstance(result, Result)
    assert result.answer.claim
    texts = {form: result.report(form) for form in FORMS}
    assert texts["html"].startswith("<!DOCTYPE html>")
    assert texts["md"].startswith("# ")
    assert json.loads(texts["json"])["answer"] == result.answer.claim
    assert "\n" in texts["csv"]
    assert [len(result.frame(table).columns) > 0 for table in result.tables][:1] == [True]
    with pytest.raises(ValueError, match="unknown form 'xyz': html, md, json, csv"):
        result.report("xyz")
    with pytest.raises(ValueError, match="unknown table 'xyz'"):
        result.report("csv", "xyz")
    with pytest.raises(AttributeError):
        _ = result.xyz


@pytest.mark.parametrize("study", FOLDERS)
def test_every_folder_is_reported_gated_and_compared(project: Project, study: str) -> None:
    """A report in every form; a gate and a comparison, or a line that says why not."""
    played(project, study, "kept")
    for form in FORMS:
        done = project.here("report", "kept", "--format", form)
        assert (done.code, done.err) == (0, "")
        assert done.out
    assert load("kept").report("json") == simcli.load_run("kept").report("json")
    wrong = project.here("report", "kept", "--format", "csv", "--table", "xyz")
    assert (wrong.code, "--table xyz: a " in wrong.err) == (2, True)
    for words in (("gate", "kept", "targets.yaml"), ("compare", "kept", "kept")):
        done = project.here(*words)
        assert done.code in ((2, 4) if study in RECORDS else (0, 1, 2, 3, 4)), done.err
        assert done.code < 2 or "Traceback" not in done.err
        if done.code in (2, 4):
            assert len(done.err.splitlines()) <= 2
            assert study in done.err or "win share" in done.err


@pytest.mark.parametrize("study", RECORDS)
def test_records_of_another_run_are_not_believed(project: Project, study: str) -> None:
    """Each file of a folder, whole, in the place of the same file of another run of the study."""
    played(project, study, "one")
    config = project.read("pig.yaml").decode(), project.read("start.yaml").decode()
    project.write("pig.yaml", config[0] + "seed: 2\n")
    project.write("start.yaml", config[1] + "seed: 2\n")
    project.write("timid.yaml", TIMID.replace("-2,", "-1,"))
    played(project, study, "two", *(("--seed", 2) if study in ("tune", "learn", "league") else ()))
    right = project.here("report", "one", "--format", "json").out
    assert right != project.here("report", "two", "--format", "json").out
    for name in ("study.json", f"{study}.json"):
        shutil.copytree("one", "mixed")
        shutil.copy(Path("two") / name, Path("mixed") / name)
        done = project.here("report", "mixed", "--format", "json")
        assert (done.code, "of different runs" in done.err) == (4, True), done.out
        shutil.rmtree("mixed")
    (Path("one") / f"{study}.json").unlink()
    assert project.here("report", "one", "--format", "json").out == right


@pytest.mark.parametrize("study", ["run", "whatif", "sensitivity", "matchups"])
def test_what_is_raised_and_interrupted_shows_what_is_there_and_goes_on(
    project: Project, study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After more deals are asked for and some are played: no summary and no page of other deals, a report in every form, and the end."""
    words = FOLDERS[study]
    for out, deals in (("raised", 40), ("straight", 30000)):
        assert project.here(*words, "--out", out, "--quiet", "--deals", deals).code == 0
    appended = Store.append
    left = iter(range(2))

    def append(store: Store, piece: object, **more: object) -> None:
        if next(left, None) is None:
            raise InterruptedRun("interrupted; what was finished is kept")
        appended(store, piece, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", append)
        stopped = project.here(*words, "--out", "raised", "--quiet", "--deals", 30000)
    assert stopped.code == 130
    assert not {"raised/summary.json", "raised/report.html"} & project.files()
    for form in FORMS:
        done = project.here("report", "raised", "--format", form)
        assert done.code == 0, done.err
    assert load("raised").results.stopped_by == "unfinished"
    assert project.here(*words, "--out", "raised", "--quiet", "--deals", 30000).code == 0
    for name in ("summary.json", "report.html", "batches.log"):
        assert project.read(f"raised/{name}") == project.read(f"straight/{name}")


@pytest.mark.parametrize("study", STUDIES)
def test_the_last_bits_of_a_machines_mathematics_reach_no_file(project: Project, study: str) -> None:
    """Logarithms and distributions differ there from one processor's library to another's; bytes of a result must not."""
    places = {place for place, number in fractions_of(result_of(project, study).summary) if float(f"{number:.13g}") != number}
    assert sorted(places) == [], "\n".join(sorted(places))


def fractions_of(data: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """All fractions of a result, each with the names on the way to it."""
    if isinstance(data, float):
        yield place, data
    for name, part in data.items() if isinstance(data, dict) else (("", one) for one in data) if isinstance(data, list | tuple) else ():
        yield from fractions_of(part, f"{place}.{name}" if name else place)
