"""Plans, options and variants are called in answers, tables, charts and headings as a person says them; ids stay in data.

Of the shipped configs test_answer_rows looks for them."""

from __future__ import annotations

import json

import pytest

import simcli
from simcli.base.names import names_of, said_in
from tests.cli.project import Project
from tests.studies.named import ID, ids_in
from tests.studies.test_results import CONFIG, FOLDERS, STARTS, STUDIES, TIMID, played


def test_a_plan_has_one_name_unless_another_would_be_called_so() -> None:
    assert names_of(["big_guilds", "loner", "a_b", "a b"]) == {"big_guilds": "big guilds"}
    assert names_of(["a_b_c", "a_b c"]) == {}
    told = {"big_guilds": ("seat of big_guilds", "simcli run --plan big_guilds", "see `--plan big_guilds`, in plans/big_guilds.yaml")}
    assert said_in(told, ["big_guilds"]) == {"big guilds": ("seat of big guilds", *told["big_guilds"][1:])}
    assert said_in(told, ["loner"]) is told


@pytest.fixture
def with_files(project: Project, toy_game: None) -> Project:
    files = {"pig.yaml": CONFIG, "start.yaml": STARTS, "timid.yaml": TIMID}
    files["targets.yaml"] = "targets:\n  strategy hold_at_20 win share: 80 % .. 90 %\n"
    for name, text in files.items():
        project.write(name, text)
    return project


@pytest.mark.parametrize("study", sorted(FOLDERS))
def test_a_terminal_shows_no_id(with_files: Project, study: str) -> None:
    wide = ("--wide",) if study in ("run", "matchups", "whatif") else ()
    shown = with_files.here(*FOLDERS[study], *wide, "--out", "out").out
    assert [line for line in shown.splitlines() if ID.search(line) and not line.startswith("simcli ")] == []


@pytest.mark.parametrize("study", sorted(STUDIES))
def test_a_study_shows_no_id(with_files: Project, study: str) -> None:
    for out in ("kept", "other") if study in ("verify", "gate", "compare") else ():
        played(with_files, "run", out)
    assert list(ids_in(STUDIES[study]())) == []


def test_words_in_json_have_names_and_data_ids(project: Project) -> None:
    found = simcli.simulate("guildes/plans", players=3, deals=400)
    data = found.summary
    assert "early bird" in data["answer"] or "cheap monopolies" in data["answer"]
    assert {"big_guilds", "second_place"} <= {row["name"] for row in data["cells"][0]["strategies"]}
    assert {"big_guilds", "second_place"} <= set(found.strategies["strategy"])
    assert {"big guilds", "second place"} <= set(found.table()["subject"])
    assert json.loads(found.report("json"))["answer"] == data["answer"]


@pytest.mark.parametrize("name", ["big_guilds", "big guilds", "Big Guilds"])
def test_a_plan_is_asked_about_by_its_id_and_by_its_name(name: str) -> None:
    found = simcli.simulate("guildes/plans", players=3, deals=10, sets=f"report={{about: plan {name}}}")
    assert {row.subject for row in found.answer.rows} == {"big guilds"}
    assert found.resolved.report.question == "Does big guilds win too often or too rarely?"
