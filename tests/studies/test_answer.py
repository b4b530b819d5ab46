"""The answer of every study: below the tables on stdout, alone with -q, in JSON and on the Python result; never in CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

import simcli
from simcli.report.answer import Answer
from tests.cli.project import Project
from tests.report.limits import wrong_with

TARGETS = "targets: {rounds: at least 2}\n"
NUMBER = "setup.goal"
GOAL = ("--goal", "seat 1 even", "--by", NUMBER, "--within", "98..99")
SEARCH = ("--players", 2, "--budget", 400, "--candidates", 4, "--deals", 10, "--fresh", 100)
LEAGUE = ("--field", "hold_at_20,random", "--players", 2, "--rounds", 1, "--budget", 5000, "--deals", 20)
LEARN = ("--plan", "hold_at_20", "--field", "random", "--players", 2, "--deals", 150, "--worlds", 2, "--fresh", 40)
RUNGS = ("random:20", "hold_at_20:20")

STUDIES: dict[str, tuple[tuple[object, ...], str | None, Callable[[], Any] | None]] = {
    "run": (("run", "pig.yaml", "--deals", 40), "summary.json", lambda: simcli.load_run("out")),
    "whatif": (("whatif", "pig.yaml", "--deals", 40, "--set", "patch.setup.goal=50"), "summary.json", lambda: simcli.load_run("out")),
    "sensitivity": (
        ("sensitivity", "pig.yaml", NUMBER, "--deals", 40),
        "sensitivity.json",
        lambda: simcli.sensitivity("pig.yaml", [NUMBER], deals=40),
    ),
    "fix": (
        ("fix", "pig.yaml", *GOAL, "--deals", 40),
        "fix.json",
        lambda: simcli.fix("pig.yaml", "seat 1 even", [NUMBER], within=["98..99"], deals=40),
    ),
    "matchups": (("matchups", "pig.yaml", "--deals", 40), "summary.json", lambda: simcli.matchups("pig.yaml", deals=40)),
    "tune": (("tune", "pig", "--start", "hold_at_20", "--field", "random", *SEARCH), "tune.json", None),
    "learn": (("learn", "pig", *LEARN), "learn.json", None),
    "league": (("league", "pig", *LEAGUE), "league.json", None),
    "ladder": (("ladder", "pig.yaml", "--rungs", ",".join(RUNGS)), "ladder.json", lambda: simcli.ladder("pig.yaml", RUNGS)),
    "feel": (("feel", "pig.yaml", "--deals", 40), None, lambda: simcli.feel("pig.yaml", deals=40)),
    "regret": (("regret", "pig.yaml", "--deals", 40), None, lambda: simcli.regret("pig.yaml", deals=40)),
    "decisions": (
        ("decisions", "pig.yaml", "--deals", 40, "--out", "d.parquet"),
        None,
        lambda: simcli.decisions("pig.yaml", "d.parquet", deals=40),
    ),
    "coverage": (("coverage", "pig.yaml", "--deals", 40), None, None),
    "compare": (("compare", "one", "two"), None, lambda: simcli.compare("one", "two")),
    "gate": (("gate", "one", "targets.yaml"), None, lambda: simcli.gate("one", "targets.yaml")),
}
NO_FOLDER = ("feel", "regret", "decisions", "coverage", "compare", "gate")
NO_CSV = ("gate",)
OF_STUDIES = ("fix", "matchups", "tune", "learn", "league", "ladder", "feel", "regret", "decisions", "coverage", "gate")
NAMES = ("goal 50", "hold at 20", "seat 1", "seat 2")


@pytest.fixture
def here(project: Project) -> Project:
    for name, goal in (("one", 100), ("two", 50)):
        played = project.here("run", "pig.yaml", "--deals", 40, "--out", name, "-q", "--set", f"patch.setup.goal={goal}")
        assert played.code == 0, played.err
    project.write("targets.yaml", TARGETS)
    return project


@pytest.mark.parametrize("study", STUDIES)
def test_the_answer_is_on_stdout_alone_with_q_in_json_and_on_the_python_result(here: Project, study: str) -> None:
    args, file, python = STUDIES[study]
    args += () if study in NO_FOLDER else ("--out", "out")
    as_json = here.here(*args, "--format", "json")
    assert as_json.code in (0, 1, 3), as_json.err
    answer, sure = json.loads(as_json.out)["answer"], json.loads(as_json.out).get("confidence", "")
    assert len(answer) > 20
    assert f"{answer}\n{sure}" in as_json.err
    shown = here.here(*args)
    assert shown.out.startswith(f"{answer}\n{sure}")
    assert wrong_with(Answer(answer, sure), names=NAMES) == []
    assert answer not in shown.err
    quiet = here.here(*args, "-q")
    assert (quiet.out, quiet.err, quiet.code) == (f"{answer}\n", "", shown.code)
    if file is not None:
        assert json.loads(here.read(f"out/{file}"))["answer"] == answer
    if python is not None:
        assert python().answer.said == (answer, sure)
    assert wrong_with(Answer(answer, sure), names=NAMES) == []
    if study not in NO_CSV:
        rows = here.here(*args, "--format", "csv", "-q")
        assert rows.err == ""
        assert answer not in rows.out
        assert len({len(row) for row in csv.reader(io.StringIO(rows.out))}) == 1


def test_cards_answer_in_the_same_way(here: Project) -> None:
    """Pig has nothing that can be banned."""
    here.write("mine.yaml", "game: guildes\nplayers: 3\nstrategies: [balanced]\ndeals: 2\n")
    args = ("cards", "mine.yaml", "--out", "out")
    answer = json.loads(here.here(*args, "--format", "json", "-q").out)["answer"]
    assert here.here(*args, "-q").out == f"{answer}\n"
    assert here.here(*args).out.startswith(f"{answer}\n")
    assert simcli.load_run("out").answer.claim == json.loads(here.read("out/summary.json"))["answer"] == answer


def test_the_comparison_that_goes_into_a_file_leaves_its_answer_on_stdout(here: Project) -> None:
    shown = here.here("compare", "one", "two", "--format", "json", "--out", "difference.json", "-q")
    assert (shown.out, shown.err) == (f"{json.loads(here.read('difference.json'))['answer']}\n", "")


def test_a_report_of_some_variants_answers_for_these(here: Project) -> None:
    assert here.here(*STUDIES["whatif"][0], "--out", "out", "-q").code == 0
    one = simcli.load_run("out").of_variants(["as it is"])
    assert one.answer != simcli.load_run("out").answer
    assert one.answer.claim == one.summary["answer"]
