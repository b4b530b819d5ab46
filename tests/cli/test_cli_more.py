"""`simcli more`, `runs` and `open`: a folder goes on as the study that it is of, folders are listed, pages are opened."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from simcli.cli import folders
from simcli.report.answer import Answer, deals_to_settle, of_rows, settled_by, sure_text
from simcli.sim.folder.store import run_text
from simcli.stats.answer_rows import AnswerRow, bare_test
from simcli.stats.bounds import NO_INTERVAL
from simcli.stats.verdicts import EVEN, LESS_OPEN, MORE, UNKNOWN, TestResult
from tests.cli.project import LONG, PATHS, Project
from tests.cli.test_cli_help import HEAVY

SHORT, LONGER = 60, 150
STUDIES = {
    "run": ("run", "pig.yaml"),
    "whatif": ("whatif", "pig.yaml", "--set", "patch.setup.goal=30"),
    "sensitivity": ("sensitivity", "pig.yaml", "setup.goal"),
    "matchups": ("matchups", "pig.yaml"),
    "cards": ("cards", "guildes/cards", "guild", "--players", 3),
}
FORMS = {"run": "csv", "whatif": "csv", "sensitivity": "json", "matchups": "csv", "cards": "csv"}


@pytest.mark.parametrize("study", STUDIES)
def test_a_folder_goes_on_as_the_study_typed_again(study: str, project: Project) -> None:
    words, form = STUDIES[study], FORMS[study]
    for folder in ("typed", "more"):
        assert project.here(*words, "--deals", SHORT, "--out", folder, "-q").code == 0
    typed = project.here(*words, "--deals", LONGER, "--out", "typed", "--format", form, "-q")
    shown = project.here("more", "more", "--deals", LONGER, "--format", form, "-q")
    assert (shown.code, shown.out) == (typed.code, typed.out), shown.err
    for name in sorted(project.files()):
        if name.startswith("typed/") and (project.folder / name).is_file() and not name.endswith((".lock", "run.json")):
            assert project.read(name) == project.read(name.replace("typed/", "more/", 1)), name
    table = project.here(*words, "--deals", LONGER, "--out", "typed")
    again = project.here("more", "more", "--deals", LONGER)
    assert again.out.replace("simcli more more", "simcli more typed") == table.out


def test_without_a_number_it_goes_on_to_the_deals_of_its_answer(project: Project) -> None:
    first = project.here("run", "pig.yaml", "--set", "strategies=[hold_at_20,hold_at_25]", "--deals", SHORT, "--out", "run")
    said = next(line for line in first.out.splitlines() if line.startswith("simcli more run --deals "))
    deals = int(said.split()[4])
    shown = project.here("more", "run", "--dry-run", "--format", "json")
    assert (shown.code, json.loads(shown.out)["deals"]) == (0, deals)
    assert f"{deals:,} deals would settle most of what is open: run goes on to them" in shown.err
    assert json.loads(project.here("more", "run", "--format", "json", "-q").out)["deals"] == deals


def test_where_nothing_is_open_nothing_is_played(project: Project) -> None:
    assert project.here("run", "pig.yaml", "--deals", 4000, "--out", "run", "-q").code == 0
    before = project.files(), project.read("run/batches.log")
    shown = project.here("more", "run")
    assert (shown.code, shown.out) == (0, "")
    assert "nothing is open in run: " in shown.err
    assert (project.files(), project.read("run/batches.log")) == before


def test_what_nobody_knows_has_to_be_named(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert project.here("run", "pig.yaml", "--deals", 20, "--out", "run", "-q").code == 0
    unknown = answer_of(replace(bare_test(UNKNOWN), deals_90=None))
    assert (unknown.is_open, unknown.deals) == (True, None)
    assert unknown.sure == "The result is unclear; how many deals it takes cannot be said."
    monkeypatch.setattr("simcli.studies.run.result.RunResult.answer", unknown)
    shown = project.here("more", "run")
    assert (shown.code, shown.out) == (2, "")
    assert "does not say how many deals" in shown.err
    assert "--deals N" in shown.err


def test_what_is_not_finished_goes_on_to_its_own_deals(project: Project) -> None:
    project.write("long.yaml", LONG)
    assert project.here("run", "long.yaml", "--deals", 20000, "--out", "run", "-q").code == 0
    whole = project.read("run/summary.json")
    lines = project.read("run/batches.log").splitlines(keepends=True)
    project.write("run/batches.log", b"".join(line for line in lines[:1] if not line.startswith(b"end")))
    shown = project.here("more", "run", "-q")
    assert shown.code == 0, shown.err
    assert project.read("run/summary.json") == whole


def test_a_rule_that_stops_sooner_is_taken_off(project: Project) -> None:
    project.write("long.yaml", LONG)
    shown = project.here("run", "long.yaml", "--set", "until.half_width=2 %", "--out", "run")
    assert "stopped by until.half_width (0.02): reached after" in shown.err
    assert json.loads(project.here("more", "run", "--deals", 20000, "--format", "json", "-q").out)["deals"] == 20000


@pytest.mark.parametrize("study", ["feel", "regret", "learn", "ladder"])
def test_a_study_that_keeps_results_is_refused_with_its_command(study: str, project: Project) -> None:
    words = {"ladder": ("--rungs", "random:40,hold_at_20:40", "--budget", "0.001"), "learn": ("--worlds", 2, "--fresh", 20)}
    of, deals = ("pig", 100) if study == "learn" else ("pig.yaml", 20)
    assert project.here(study, of, *words.get(study, ()), "--deals", deals, "--out", "run", "-q").code == 0
    shown = project.here("more", "run", "--deals", 100)
    assert (shown.code, shown.out) == (2, "")
    text = " ".join(shown.err.split())
    assert f"run: a {study} keeps results, no run that could be played on" in text
    assert f"simcli {study} {of}" in text


def test_what_is_no_run_or_damaged_is_refused(project: Project) -> None:
    shown = project.here("more", "nothing", "--deals", 5)
    assert (shown.code, "nothing is not a run folder" in shown.err) == (4, True)
    assert project.here("run", "pig.yaml", "--deals", 40, "--out", "run", "-q").code == 0
    assert project.here("more", "run", "--table", "cuckoo", "--deals", 50).code == 2
    log = bytearray(project.read("run/batches.log"))
    log[len(log) // 2] ^= 1
    project.write("run/batches.log", bytes(log))
    for more in (("--deals", 100), ()):
        shown = project.here("more", "run", *more)
        assert (shown.code, shown.out) == (4, ""), shown.err
        assert "is damaged at byte" in shown.err
    assert project.here("run", "pig.yaml", "--deals", 4, "--shard", "1/2", "--out", "part", "-q").code == 2
    data = json.loads(project.read("run/run.json"))
    for change in ({"players": [99]}, {"seed": 2}, {"strategies": []}):
        project.write("run/run.json", run_text(data | {"run": data["run"] | change}))
        shown = project.here("more", "run", "--deals", 100)
        assert (shown.code, shown.out, "cannot be read" in shown.err) == (4, "", True)


def test_python_of_a_folder_is_announced_wherever_it_says_that_it_comes_from(project: Project) -> None:
    project.write("mine.py", '"""the first action"""\n\n\ndef choose(s, t, actions, X, weights, noise):\n    return 0\n')
    project.write("own.yaml", "game: pig\nplayers: 2\nstrategies: [./mine.py, random]\ndeals: 5\n")
    assert project.here("run", "own.yaml", "--out", "kept", "-q").code == 0
    (project.folder / "mine.py").unlink()
    said = "running Python code, with your rights, that kept keeps: play only folders you trust\n"
    shown = project.here("more", "kept", "--deals", 8)
    assert (shown.code, shown.err.count(said)) == (0, 1), shown.err
    assert "from mine.py" not in shown.err
    assert said in project.here("more", "kept", "--deals", 9, "-q").err
    assert said not in project.here("more", "kept", "--deals", 20, "--dry-run").err
    again = project.here("more", "kept", "--deals", 10)
    assert "# " not in again.out  # nobody knows how long a program takes


def closing(shown: Any) -> list[str]:
    """What stands below the table, on both streams."""
    after = [line for line in shown.out.rstrip().splitlines()[-1:] if line.startswith(("simcli ", "next: "))]
    said = ("report: ", "stopped", "kept", "left out: ", "followed: ", "players: ", "Players: ", "strategy: ", "to ", "in a config")
    err = shown.err.splitlines()
    first = next((i for i, line in enumerate(err) if line.startswith(said)), 0)
    return [*after, *err[first:]]


@pytest.mark.parametrize("study", [*STUDIES, "feel", "regret", "learn", "ladder", "fix", "coverage"])
def test_a_study_closes_with_three_short_lines(study: str, project: Project) -> None:
    others = {
        "feel": ("feel", "pig.yaml"),
        "regret": ("regret", "pig.yaml"),
        "coverage": ("coverage", "pig.yaml"),
        "learn": ("learn", "pig", "--field", "random,hold_at_20", "--worlds", 2, "--fresh", 20),
        "ladder": ("ladder", "pig.yaml", "--rungs", "random:40,hold_at_20:40", "--budget", "0.001"),
        "fix": ("fix", "pig.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "21..23"),
    }
    shown = project.here(*(STUDIES | others)[study], "--deals", 100 if study == "learn" else 40)
    assert shown.code in (0, 1, 3), shown.err
    lines = closing(shown)
    assert 1 <= len(lines) <= 3, lines
    assert [line for line in lines if len(line) > 80] == []
    assert "How far these players" not in shown.out + shown.err
    assert "stopped by deals" not in shown.err
    assert any("report: reports/" in line for line in lines)
    if study == "run":
        assert "   players: not checked\n" in shown.err
        page = next(Path("reports").glob("*/report.html")).read_text("utf-8")
        assert "<summary>Players: not checked</summary>How far these players can be beaten is not measured" in page


def test_a_long_path_leaves_out_the_number_of_deals(project: Project) -> None:
    folder = "a-folder-with-a-name-of-so-many-letters-that-no-line-takes-more-than-it"
    shown = project.here("run", "pig.yaml", "--set", "strategies=[hold_at_20,hold_at_25]", "--deals", 40, "--out", folder)
    assert shown.out.splitlines()[-1] == f"simcli more {folder}"


def answer_of(*tests: TestResult) -> Answer:
    rows = [AnswerRow(figure="win share", about="seat", subject="seat 1", unit="share", value=NO_INTERVAL, test=test) for test in tests]
    return of_rows("It is unclear.", rows)


def test_the_deals_of_an_answer_are_those_of_its_rows_and_without_rows_nothing_is_open() -> None:
    known, unknown = bare_test(EVEN), replace(bare_test(UNKNOWN), deals_90=15_000)
    assert (answer_of(known, unknown).is_open, answer_of(known, unknown).deals) == (True, 15_000)
    assert (answer_of(known).is_open, answer_of(known).deals) == (False, None)
    assert (Answer("x").is_open, Answer("x").deals) == (False, None)
    assert folders.BY_NUMBER.endswith("--deals N")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_how_sure_the_next_command_and_the_answer_name_the_same_deals(n: int) -> None:
    """Whatever the verdicts: a reader who plays what is suggested plays the deals that were said to settle it."""
    known = {verdict: bare_test(verdict) for verdict in (EVEN, MORE, LESS_OPEN, UNKNOWN)}
    known = {verdict: replace(test, deals_90=deals) for (verdict, test), deals in zip(known.items(), (None, None, 7_000, 300), strict=True)}
    for tests in combinations_with_replacement([*known.values(), replace(known[UNKNOWN], deals_90=None)], n):
        sure, deals = sure_text(tests), deals_to_settle(tests)
        said = re.search(r"about ([\d,]+) deals would settle", sure)
        assert (int(said[1].replace(",", "")) if said else None) == deals
        assert settled_by(tests, "simcli more x") == (f"simcli more x --deals {deals}" if deals else "")
        assert ("certain." in sure) == all(test.verdict in (EVEN, MORE) for test in tests)


def test_runs_lists_the_newest_first_and_names_what_is_damaged(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert project.here("run", "pig.yaml", "--deals", 40, "-q").code == 0
    assert project.here("whatif", "pig.yaml", "--set", "patch.setup.goal=30", "--deals", 40, "-q").code == 0
    assert project.here("feel", "pig.yaml", "--deals", 20, "-q").code == 0
    project.write("reports/broken/run.json", "{")
    project.write("reports/no-run/notes.txt", "mine")
    project.write("reports/begun/run.json", project.read(f"{next(Path('reports').glob('pig-*'))}/run.json"))
    folders = [path for path in Path("reports").iterdir() if (path / "report.html").exists()]
    for i, path in enumerate(sorted(folders)):
        for name in ("summary.json", "feel.json"):
            if (path / name).exists():
                os.utime(path / name, (1_000_000 * (i + 1),) * 2)
    shown = project.here("runs", "--format", "json")
    found = json.loads(shown.out)
    assert shown.code == 0
    assert [one["folder"] for one in found] == ["reports/begun", *map(str, sorted(folders, reverse=True))]
    assert "warning: reports/broken is left out: it cannot be read" in shown.err
    assert (found[0]["answer"], found[0]["deals"]) == ("not finished", None)
    changed = next(one for one in found if one["changes"])
    assert any(text.endswith("-> 30") for text in changed["changes"])
    assert (changed["config"], changed["question"], changed["deals"]) == ("pig.yaml", "What changes with goal 30?", 40)
    assert all(set(one) == {"folder", "question", "config", "answer", "deals", "date", "changes"} for one in found)
    table = project.here("runs")
    assert [one["folder"] for one in found if one["folder"] not in table.out or one["answer"] not in table.out] == []
    assert len(table.out.strip().splitlines()) == 2 + len(found)
    assert "Changed: " in table.out
    assert project.here("runs", "nothing").code == 2
    (one,) = json.loads(project.here("runs", changed["folder"], "--format", "json").out)
    assert one == changed


def test_runs_of_an_empty_folder_says_so(project: Project) -> None:
    shown = project.here("runs")
    assert (shown.code, shown.out) == (0, "")
    assert "no run folder in reports" in shown.err
    assert project.here("runs", "--format", "json").out == "[]\n"


def test_runs_and_open_import_nothing_heavy(project: Project) -> None:
    project.write("reports/begun/run.json", json.dumps({"run": {"report": {"question": ""}, "config": "x", "name": ""}}))
    code = f"""
import sys
from simcli.cli.app import main
assert main(["runs"]) == 0
assert main(["open"]) == 2
print([m for m in {HEAVY!r} if m in sys.modules and m != "pydantic"])
"""
    environment = os.environ | {"PYTHONPATH": str(PATHS[0])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True, cwd=project.folder)
    assert done.stdout.endswith("[]\n")


def test_open_shows_the_page_of_a_run_or_the_newest(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("simcli.cli.open.webbrowser.open", lambda address: bool(opened.append(address)) or len(opened) < 3)
    shown = project.here("open")
    assert (shown.code, shown.out, opened) == (2, "", [])
    assert "`simcli run guildes/seats` makes one" in shown.err
    for i, name in enumerate(("old", "new one")):
        project.write(f"reports/{name}/report.html", "<p>")
        os.utime(project.folder / f"reports/{name}/report.html", (1_000_000 * (i + 1),) * 2)
    shown = project.here("open")
    assert (shown.code, shown.out) == (0, "reports/new one/report.html\n")
    assert project.here("open", "reports/old").out == project.here("open", "reports/old/report.html").out == "reports/old/report.html\n"
    ends = [address.removeprefix("file://").rpartition("/reports/")[2] for address in opened]
    assert ends == ["new%20one/report.html", "old/report.html", "old/report.html"]
    assert "no browser was found" in project.here("open", "reports/old").err
    (project.folder / "reports" / "none").mkdir()
    for folder, hint in (("reports/none", "simcli report reports/none"), ("nothing", "simcli runs")):
        shown = project.here("open", folder)
        assert (shown.code, shown.out, hint in shown.err) == (2, "", True)
