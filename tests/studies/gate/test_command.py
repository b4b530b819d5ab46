"""`simcli gate`: a run of the compiled toy game against targets."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

import simcli
from simcli.config.run.targets import Target
from simcli.errors import UserError, Where
from simcli.stats.summary import Interval, Summary
from simcli.studies.gate import words as gate_texts
from simcli.studies.gate.judge import Judged, judge
from tests.cli.project import Project, schema
from tests.report.limits import held
from tests.studies.test_answer_rows import faults_of


@pytest.fixture
def run(project: Project) -> Project:
    """A run of Pig with two players, 400 deals: the one who begins wins a little more often."""
    assert project.here("run", "pig.yaml", "--out", "run", "-q", "--deals", 400).code == 0
    return project


def test_what_is_met_missed_and_open_and_the_exit_codes(run: Project) -> None:
    for text, met, code in (
        ("seat 1 win share: 10 % .. 90 %", "met", 0),
        ("seat 1 win share: at most 20 %", "missed", 1),
        ("seat 1 win share: at least 20 %", "met", 0),
        ("rounds: at least 2", "met", 0),
        ("rounds: at most 2", "missed", 1),
    ):
        run.write("targets.yaml", f"targets:\n  {text}\n")
        told = run.here("gate", "run", "targets.yaml", "--format", "json")
        assert told.code == code, told.err
        assert [row["answer"] for row in json.loads(told.out)["targets"]] == [met]


def test_an_interval_over_a_bound_is_open_and_says_how_many_deals_tell(run: Project) -> None:
    value = simcli.load_run(run.folder / "run").results.cells[0].seats[0].win_share
    run.write("targets.yaml", f"targets:\n  seat 1 win share: at least {100 * (value.known - 0.001):.3f} %\n")
    told = run.here("gate", "run", "targets.yaml")
    assert told.code == 3
    assert told.out.startswith("Unclear: these deals do not show whether seat 1 win share keeps to its bounds.\nAbout ")
    assert "unclear: at least " in told.out
    (row,) = simcli.gate(run.folder / "run", run.folder / "targets.yaml").targets
    assert row.deals is not None
    assert row.deals > 400 * 100  # the interval is tens of times wider than the distance of 0.1 points
    assert f"--deals {row.deals}" in told.out


def test_json_is_as_its_schema_says(run: Project) -> None:
    run.write("targets.yaml", "targets:\n  margin: [at most 500, {within: 1 .. 2, players: 2}]\n  seat 2 score: at least 1\n")
    found = json.loads(run.here("gate", "run", "targets.yaml", "--format", "json").out)
    jsonschema.validate(found, schema("targets"))
    assert [row["figure"] for row in found["targets"]] == ["margin", "margin", "seat 2 score"]


def test_many_answers_need_more_to_be_missed_and_no_more_to_be_met(run: Project) -> None:
    result = simcli.load_run(run.folder / "run").results
    value = result.cells[0].margin_mean
    half = value.high - value.known  # type: ignore[operator]
    beyond = Target(Where("t"), "margin", value.known + 1.2 * half, None, percent=False)
    within = Target(Where("t"), "margin", value.known - 1.2 * half, None, percent=False)
    assert [row.answer for row in judge(result, [beyond])] == ["missed"]
    assert {row.answer for row in judge(result, [beyond] * 20)} == {"not yet known"}
    assert {row.answer for row in judge(result, [within] * 20)} == {"met"}


def test_a_target_of_a_win_share_holds_whoever_would_have_won_what_did_not_end(run: Project) -> None:
    result = simcli.load_run(run.folder / "run").results
    cell = result.cells[0]
    value = cell.seats[0].win_share
    low, high = (100 * (value.known + side * 0.1) for side in (-1, 1))
    target = Target(Where("t"), "seat 1 win share", low / 100, high / 100, percent=True)
    for unended, met in ((0, "met"), (cell.games // 5, "not yet known")):
        (row,) = judge(replace(result, cells=(replace(cell, capped=unended),)), [target])
        assert row.answer == met
    assert row.deals is None  # a fifth of the games may be anybody's: no number of deals tells


def test_a_figure_that_is_the_same_in_every_game_is_known(run: Project) -> None:
    result = simcli.load_run(run.folder / "run").results
    alike = [Target(Where("t"), "seat 1 held pigs", 0.0, 0.0, percent=False)]
    cell = result.cells[0]
    from simcli.stats.summary import Interval

    seats = (replace(cell.seats[0], held={"pigs": Interval(None, 0.0, None)}), *cell.seats[1:])
    assert [row.answer for row in judge(replace(result, cells=(replace(cell, seats=seats),)), alike)] == ["met"]
    few = replace(cell, seats=seats, deals=5)
    assert [row.answer for row in judge(replace(result, cells=(few,)), alike)] == ["not yet known"]


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("rouns: 1 .. 2", "targets.yaml:2:10: targets.rouns: the run has no figure of that name", "did you mean 'rounds'?"),
        ("rounds: 5", "targets.yaml:2:11: targets.rounds: found the number 5, expected bounds", "'24 % .. 26 %'"),
        ("rounds: 5 .. 2", "targets.yaml:2:11: targets.rounds: '5 .. 2' begins above its end", "lower bound first"),
        ("rounds: 5 % .. 6 %", "targets.yaml:2:11: targets.rounds: the figure is no share, its bounds are in per cent", "8 .. 12"),
        ("seat 1 win share: 5 .. 6", "targets.yaml:2:21: targets.seat 1 win share: the figure is a share", "24 % .. 26 %"),
        ("seat 1 win share: 5 .. 6 %", "targets.yaml:2:21: targets.seat 1 win share: one bound of '5 .. 6 %' is in per cent", "both"),
        ("rounds: {within: 1 .. 2, players: 9}", "targets.rounds: the run has no games with 9 players", "it has 2"),
        ("rounds: {within: 1 .. 2, variant: x}", "targets.rounds: the run has no variant 'x'", "leave the key out"),
        ("rounds: {player: 2}", "targets.yaml:2:12: targets.rounds: unknown key 'player'", "did you mean 'players'?"),
        ("rounds: {within: 1 .. 2, players: two}", "targets.rounds.players: found the text 'two'", ""),
        ("rounds: {within: 1 .. 2, variant: 3}", "targets.rounds.variant: found the number 3", "quotes"),
        ("7: 1 .. 2", "targets.yaml:2:3: targets: found the number 7, expected the name of a figure", ""),
    ],
)
def test_a_wrong_target_is_refused_with_its_place(run: Project, text: str, said: str, hint: str) -> None:
    run.write("targets.yaml", f"targets:\n  {text}\n")
    told = run.here("gate", "run", "targets.yaml")
    assert (told.code, told.out) == (2, "")
    assert said in told.err
    assert hint in told.err


def test_check_knows_a_file_of_targets(project: Project) -> None:
    project.write("targets.yaml", "targets:\n  rounds: 1 .. 2\n")
    assert project.here("check", "targets.yaml").code == 0
    project.write("targets.yaml", "targets: {}\nmore: 1\n")
    told = project.here("check", "targets.yaml")
    assert told.code == 2
    assert "targets: found an empty mapping, expected figures with bounds" in told.err
    assert "unknown key 'more' in a file of targets" in told.err


def judged(answer: str, value: float, players: int = 4, *, share: bool = True, low: float | None = None, **more: Any) -> Judged:
    known = {"figure": "seat 1 win share" if share else "margin", "variant": None, "high": None, "deals": None}
    return Judged(
        **known | {"answer": answer, "players": players, "value": Interval(None, value, None), "is_share": share, "low": low} | more
    )


MET = judged("met", 0.25, low=0.2)
HIGH = judged("missed", 0.268, low=0.24, high=0.26)
OPEN = judged("not yet known", 0.255, high=0.26, deals=9000)
VIABLE_OPEN = judged("not yet known", 2.0, share=False, figure="viable plans", low=3.0, deals=400)


@pytest.mark.parametrize(
    ("rows", "claim", "sure", "follows"),
    [
        ([MET], "Yes: the target is met.", "", ""),
        ([MET] * 4, "Yes: all 4 targets are met.", "", ""),
        ([HIGH], "No: seat 1 wins 27 %, at most 26 % were asked.", "None of 1 is met.", ""),
        (
            [MET, judged("missed", 0.2604, low=0.24, high=0.26)],
            "No: seat 1 wins 26.04 %, at most 26 % were asked.",
            "1 of 2 is met.",
            "",
        ),
        (
            [MET, MET, HIGH, judged("missed", 0.1, 6, low=0.24), OPEN],
            "No: seat 1 wins 10 % with six players, at least 24 % were asked; one more target is missed.",
            "2 of 5 are met, 1 is unclear.",
            "",
        ),
        ([judged("missed", 3.5, share=False, high=3.0)], "No: margin is 3.5, at most 3 was asked.", "None of 1 is met.", ""),
        (
            [OPEN],
            "Unclear: these deals do not show whether seat 1 win share keeps to its bounds.",
            "About 9,000 deals would settle it.",
            "simcli run x --deals 9000",
        ),
        (
            [OPEN, VIABLE_OPEN, MET],
            "Unclear: these deals do not show whether seat 1 win share and viable plans keep to their bounds.",
            "1 of 3 is met, 2 are unclear; about 9,000 deals would settle one of them.",
            "simcli run x --deals 9000",
        ),
        (
            [OPEN, replace(OPEN, deals=4000)],
            "Unclear: these deals do not show whether seat 1 win share keeps to its bounds.",
            "None of 2 is met, 2 are unclear; about 9,000 deals would settle all.",
            "simcli run x --deals 9000",
        ),
        (
            [VIABLE_OPEN],
            "Unclear: these deals do not show whether viable plans keep to their bounds.",
            "About 400 deals would settle it.",
            "simcli matchups x --deals 400",
        ),
        (
            [replace(OPEN, deals=None)],
            "Unclear: these deals do not show whether seat 1 win share keeps to its bounds.",
            "No number of deals is known to settle it.",
            "",
        ),
    ],
)
def test_what_a_gate_answers(rows: list[Judged], claim: str, sure: str, follows: str) -> None:
    said = held(gate_texts.answer(rows, "simcli run x", "simcli matchups x"), names=["seat 1"])
    assert (said.claim, said.sure, said.next) == (claim, sure, follows)
    assert bool(said.because) == (rows == [VIABLE_OPEN])
    assert len(said.rows) == len(rows)
    assert list(faults_of(said, ["seat 1"])) == []


PLANTED = {
    "game": "plant",
    "players": 4,
    "strategies": ["balanced"],
    "tables": "mirror",
    "tolerance": "1 %",
    "every": {"ban": "card"},
    "patch": {"setup": {"hand": 6, "keep": 3}, "plant": {"c01": {"value": 30}, "c02": {"value": -50}}},
}
"""A card that all keep and one that nobody keeps."""


def aimed(result: Summary, figure: str, low: float | None = None, high: float | None = None) -> str:
    (row,) = judge(result, [Target(Where("t"), figure, low, high, percent=True)])
    return row.answer


@pytest.mark.usefixtures("planted_game")
def test_a_target_of_an_item_is_what_a_copy_is_worth() -> None:
    result = simcli.simulate(PLANTED, deals=10_000).results
    assert aimed(result, "card c01 loss per copy", low=0.03) == "met"
    assert aimed(result, "c01 loss per copy beyond its kind", low=-0.01, high=0.01) == "missed"
    assert aimed(result, "item c03 loss per copy beyond its kind", low=-0.01, high=0.01) == "met"
    with pytest.raises(UserError, match=r"seat 1 uses 0(\.\d+)? copies of it a game, fewer than 0.05"):
        aimed(result, "c02 loss per copy", high=0.05)


@pytest.mark.parametrize("figure", ["six win share if held", "face six win share per copy held", "six points per copy held"])
def test_no_target_is_about_who_holds_an_item(run: Project, figure: str) -> None:
    run.write("targets.yaml", f"targets:\n  {figure}: at most 60 %\n")
    told = run.here("gate", "run", "targets.yaml")
    assert told.code == 2
    said = " ".join(told.err.split())
    assert "targets.yaml:2:" in said
    assert "who holds an item says nothing of what it is worth, so nothing is judged by it hint: of fix ask 'NAME even'" in said


def test_what_a_copy_is_worth_needs_a_run_of_bans(run: Project) -> None:
    run.write("targets.yaml", "targets:\n  six loss per copy: at most 6 %\n")
    told = run.here("gate", "run", "targets.yaml")
    assert told.code == 2
    assert "what a copy is worth is known where one player is denied each item of a kind in turn" in " ".join(told.err.split())
