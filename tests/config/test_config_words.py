"""One mistake, one problem, at the line where it was made; and no far-fetched names."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config import check_paths, load_config
from simcli.config.data.shipped import shipped_configs
from simcli.errors import UserError
from tests.config.project import Project

GUILDES = "game: guildes\nplayers: 4\nstrategies: [random]\n"


@pytest.mark.parametrize("number", [".nan", ".inf", "-.inf", "1e999", "9" * 50])
def test_a_number_that_cannot_be_read_is_one_problem(project: Project, number: str) -> None:
    said = project.problems(f"game: hats\nplayers: 3\nstrategies: [bold]\ntolerance: {number}\n")
    assert len(said) == 1
    assert said[0].startswith("run.yaml:4:12: ")
    assert len(project.problems("game: hats\nplayers: 3\nstrategies: [bold]\n", f"until.half_width={number}")) == 1
    weights = project.write("mine.yaml", f"game: hats\nweights:\n  take: {{value: {number}}}\n")
    assert len(check_paths([weights])) == 1


def test_a_strategy_of_another_game_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("run.yaml").write_text("game: guildes\nplayers: 4\nstrategies: [planner]\n", "utf-8")
    with pytest.raises(UserError) as caught:
        load_config("run.yaml")
    (problem,) = caught.value.problems
    assert problem.what == "there is no strategy 'planner'"
    assert problem.hint == "planner is of kingdom_builder; `simcli strategies guildes` lists those of guildes"


@pytest.mark.parametrize("name", ["nothere.yaml", "missing.yaml", "my-study.yaml", "config.yaml", "run.yml", "x", "test.yaml", "game"])
def test_a_file_that_is_not_there_brings_no_far_fetched_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        load_config(name)
    assert [p.hint for p in caught.value.problems] == [""]


@pytest.mark.parametrize("name", shipped_configs())
def test_a_name_with_a_letter_wrong_brings_the_right_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for typo in (name[:-1], f"{name}s", f"{name[:-2]}{name[-1]}{name[-2]}"):
        with pytest.raises(UserError) as caught:
            load_config(typo)
        assert name.rpartition("/")[2] in caught.value.problems[0].hint, typo


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ("patch:\n  guilds:\n    noble: {name_en: Peer}\n    knight: {copies: 0}\n", "run.yaml:7:22"),
        ("patch: {setup: {players: {4: {hand: 10}}}}\n", "run.yaml:4:37"),
        ("variants:\n  a: {}\n  b: {patch: {guilds: {knight: {copies: 0}}}}\n", "run.yaml:6:41"),
    ],
)
def test_a_fault_far_from_its_cause_points_at_the_change_without_which_it_is_gone(
    more: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("run.yaml").write_text(GUILDES + more, "utf-8")
    with pytest.raises(UserError) as caught:
        load_config("run.yaml")
    assert [str(p.where) for p in caught.value.problems] == [place]
    assert "need" in caught.value.problems[0].what
