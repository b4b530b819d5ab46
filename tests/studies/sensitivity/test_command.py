"""`simcli sensitivity` with the compiled toy game, where the chance of a turn of 20 or more can be written down."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import simcli
from simcli.config import load_config
from simcli.errors import UserError
from tests.cli.project import Project, schema
from tests.studies.test_answer_rows import faults_of

SCHEMA = schema("sensitivity")
ONE_TURN = (
    "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ntables: mirror\ndeals: 4000\n"
    "options: {last_round_ends: true}\npatch: {setup: {goal: 20, max_rounds: 1}}\ntolerance: 2 %\n"
)
"""A turn each: who is first to 20 wins at once, so seat 1 wins the games in which both would get there, and not half of them."""


def turn_of(goal: int) -> float:
    """Chance that a turn of `hold_at_20` comes to `goal` points or more."""
    chance = [1.0] + [0.0] * 30
    for points in range(20):
        for face in range(2, 7):
            chance[points + face] += chance[points] / 6
    return sum(chance[max(goal, 20) : 26])


def edge(goal: int) -> float:
    """What seat 1 wins above one half: half of the games in which both get there."""
    return turn_of(goal) ** 2 / 2


@pytest.fixture
def one_turn(project: Project) -> Project:
    project.write("turn.yaml", ONE_TURN)
    return project


def moved(project: Project, *args: object) -> dict[str, Any]:
    shown = project.here("sensitivity", "turn.yaml", "--format", "json", "-q", *args)
    assert shown.code == 0, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    jsonschema.validate(found, SCHEMA)
    return found


def test_the_effect_of_a_step_is_the_one_that_follows_from_the_die(one_turn: Project) -> None:
    found = moved(one_turn, "setup.goal", "--deals", 20000)
    assert (found["figure"], found["unit"], found["by"]) == ("seat 1 win share", "share", 1)
    (goal,) = found["numbers"]
    assert (goal["path"], goal["value"], goal["less"]["to"], goal["more"]["to"]) == ("setup.goal", 20, 19, 21)
    low, value, high = goal["more"]["value"]
    assert low < value < high
    # One deal adds at most one win, so the standard error is below 1 / sqrt(20,000) = 0.7 points; five of them are no chance.
    assert abs(value - (edge(21) - edge(20))) < 5 * (high - low) / 4 < 0.02
    assert goal["more"]["verdict"] == "less"
    two = moved(one_turn, "setup.goal", "--by", 6)["numbers"][0]["more"]
    assert two["to"] == 26
    assert two["value"][0] < edge(26) - edge(20) < two["value"][2]


def test_it_says_which_number_moves_the_figure_most(one_turn: Project) -> None:
    shown = one_turn.here("sensitivity", "turn.yaml", "setup.goal", "die.six.points", "--by", 5, "--out", "run")
    assert shown.code == 0, shown.err
    assert shown.out.startswith("Goal moves the win share of seat 1 most: five more changes it by −7.")
    assert "One value is left out. goal" not in shown.err
    lines = [line for line in shown.out.splitlines()[:-1] if line.startswith(("goal, ", "six points, "))]
    assert [line.split(",")[0] for line in lines] == ["goal", "six points"]
    assert lines[0].split()[1:4] == ["25", "instead", "of"]
    assert lines[0].split()[-1] == "falls"
    page = one_turn.read("run/report.html").decode()
    assert "Which number moves the win share of seat 1 most?" in page
    assert "Goal moves the win share of seat 1 most: five more changes it by −7." in page
    assert page.count('aria-label="Change of seat 1 win share by number, largest first: goal') == 1
    assert '<th scope="row">six points</th>' in page
    assert one_turn.here("report", "run", "--charts", "png").code == 0
    assert one_turn.read("run/figures/tornado.png").startswith(b"\x89PNG")
    assert (
        one_turn.read("run/sensitivity.json").decode()
        == one_turn.here(
            "sensitivity", "turn.yaml", "setup.goal", "die.six.points", "--by", 5, "--out", "run", "--format", "json", "-q"
        ).out
    )
    (first, _) = csv.DictReader(StringIO(one_turn.read("run/tables/sensitivity.csv").decode()))
    assert (first["path"], first["value"], first["more_to"], first["more_verdict"]) == ("setup.goal", "20", "25", "less")


def test_the_page_is_made_anew_from_the_folder_with_the_command_that_repeats_it(one_turn: Project) -> None:
    args = ("setup.goal", "--of", "ROUNDS", "--set", "patch.setup.goal=22", "--deals", 200)
    assert one_turn.here("sensitivity", "turn.yaml", *args, "--out", "run", "-q").code == 0
    before = one_turn.read("run/report.html")
    assert b"simcli sensitivity turn.yaml setup.goal --of rounds --by 1 --set patch.setup.goal=22 --seed 1 --deals 200" in before
    (one_turn.folder / "run" / "report.html").unlink()
    assert one_turn.here("report", "run").code == 0
    assert one_turn.read("run/report.html") == before
    assert simcli.load_run("run").resolved.study == load_question("rounds")


def load_question(figure: str) -> object:
    from simcli.config.run.resolved import NumberSteps

    return NumberSteps("sensitivity", figure, 1, ("setup.goal",))


def test_another_figure_is_asked_of_the_same_folder_without_playing_again(one_turn: Project) -> None:
    assert one_turn.here("sensitivity", "turn.yaml", "setup.goal", "--deals", 300).code == 0
    (folder,) = (path for path in (one_turn.folder / "reports").iterdir())
    log = (folder / "batches.log").read_bytes()
    shown = one_turn.here("sensitivity", "turn.yaml", "setup.goal", "--deals", 300, "--of", "item six holders")
    assert "the share of the players who hold six" in shown.out
    assert (folder / "batches.log").read_bytes() == log


def test_what_is_refused_or_changes_nothing_is_left_out_with_the_reason(one_turn: Project) -> None:
    found = moved(one_turn, "--deals", 50, "--set", "patch.setup.goal=30")
    left = {(row["path"], row["to"]): row["why"] for row in found["left_out"]}
    assert left["setup.max_rounds", 0] == "setup.max_rounds: is 0, expected at least 1"
    assert left["die.one.points", -1] == "die.one.points: is -1, expected at least 0"
    assert {row["path"] for row in found["numbers"]} >= {"setup.goal", "setup.max_rounds", "die.six.points"}
    three = moved(one_turn, "die.three.points", "--set", "players=[2, 3]", "--deals", 50)
    assert [row["players"] for row in three["numbers"]] == [2, 3]
    assert [
        row["players"] for row in moved(one_turn, "setup.goal", "--set", "players=[2, 3]", "--players", 3, "--deals", 9)["numbers"]
    ] == [3]


def test_the_first_strategy_is_watched_where_strategies_meet(project: Project) -> None:
    shown = project.here("sensitivity", "pig.yaml", "setup.goal", "--deals", 20, "--by", 5)
    assert "of hold at 20" in shown.out
    assert "Win share of hold at 20, 20 deals" in shown.out


@pytest.mark.parametrize("times", [1, 100])
@pytest.mark.parametrize("of", [None, "rounds", "item six holders"])
def test_what_the_answer_names_is_drawn_listed_and_counted(one_turn: Project, of: str | None, times: int) -> None:
    found = simcli.sensitivity("turn.yaml", ["setup.goal", "die.*.points"], of=of, deals=40 * times, by=5)
    rows = found.answer.rows
    assert list(faults_of(found.answer, [row.subject for row in rows])) == []
    assert sorted(row.subject for row in rows) == sorted(number.name for number in found.results.numbers)
    page = found.page()
    assert page.answer == found.answer
    tornado = page.shown[0].charts[0]
    assert tornado.name == "tornado"
    assert {row.subject for row in rows} == {mark["label"] for mark in tornado.rows}
    assert [chart.name for section in page.shown[1:] for chart in section.charts].count("tornado") == 0
    assert found.summary["answer_rows"][0]["subject"] == rows[0].subject


def test_each_number_has_its_figure_before_and_after_at_every_table() -> None:
    found = simcli.sensitivity("guildes/seats", "guilds.knight.copies", players=[3, 4], of="margin", deals=4)
    assert list(faults_of(found.answer, ["knight copies"])) == []
    assert [row.players for row in found.answer.rows] in ([3, 4], [4, 3])
    for row in found.answer.rows:
        assert row.change is not None
        assert row.value.known == pytest.approx(row.usual.known + row.change.known)


def test_api(one_turn: Project) -> None:
    found = simcli.sensitivity("turn.yaml", ["setup.goal"], of="margin", deals=50)
    assert list(found.numbers["path"]) == ["setup.goal"]
    assert found.results.unit == "number"
    assert found.run.folder is None
    assert not (one_turn.folder / "reports").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("turn.yaml", "setup.gaol"), "NUMBER setup.gaol: there is no 'gaol' in setup"),
        (("turn.yaml", "die.six.bust"), "NUMBER die.six.bust: is false, no whole number"),
        (("turn.yaml", "--of", "seat 3 win share"), "--of seat 3 win share: this run has no such figure"),
        (("turn.yaml", "--of", "item sixx holders"), "did you mean 'item six holders'?"),
        (("turn.yaml", "--of", "nonsense at all"), "figures are called "),
        (("turn.yaml", "--by", "0"), "--by 0: found the number 0, expected a whole number from 1"),
        (("turn.yaml", "--players", "99"), "--players 99: players: found 99, Pig is for 2 to "),
        (("turn.yaml", "setup.max_rounds", "--by", "900000000"), "no value one step away is another game: "),
        (("two.yaml",), "two.yaml:4:1: the config has `variants`, so there are several games that could be changed"),
        (("guildes/seats",), "NUMBER: 357 values with 4 numbers of players are 1,432 combinations with the game as it is, at most 400"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_written(one_turn: Project, args: tuple[str, ...], said: str) -> None:
    one_turn.write("two.yaml", "game: pig\nplayers: 2\nstrategies: [random]\nvariants: {a: {}, b: {}}\n")
    before = one_turn.files()
    shown = one_turn.here("sensitivity", *args)
    assert shown.code == 2, shown.err
    assert said in shown.err
    assert one_turn.files() == before


def test_too_many_numbers_are_named_in_groups(one_turn: Project) -> None:
    shown = one_turn.here("sensitivity", "guildes/seats")
    assert "hint: name one number of players with --players N, or some of these: " in shown.err
    assert "guilds.*.copies (88)" in shown.err


def test_a_run_is_the_same_with_any_number_of_workers_and_as_variants_of_a_config(one_turn: Project) -> None:
    one, two = (moved(one_turn, "setup.goal", "--deals", 500, "--workers", n, "--out", f"run{n}") for n in (1, 2))
    assert one == two
    sets = ["variants={as it is: {}, goal=19: {patch: {setup: {goal: 19}}}, goal=21: {patch: {setup: {goal: 21}}}}"]
    assert simcli.simulate(load_config("turn.yaml", sets=sets, deals=500)).results.cells == simcli.load_run("run1").results.cells


def test_a_stored_run_of_steps_from_before_is_of_another_version(one_turn: Project) -> None:
    from simcli.config import ResolvedRun

    assert one_turn.here("sensitivity", "turn.yaml", "setup.goal", "--deals", 20, "--out", "run", "-q").code == 0
    data = simcli.load_run("run").resolved.to_json()
    assert data["study"] == {"verb": "sensitivity", "figure": "seat 1 win share", "by": 1, "paths": ("setup.goal",)}
    assert ResolvedRun.from_json(data).study == load_question("seat 1 win share")
    with pytest.raises(UserError, match="another version of simcli"):
        ResolvedRun.from_json({key: value for key, value in data.items() if key != "study"} | {"steps": data["study"]})


def test_a_game_that_two_numbers_make_is_played_once() -> None:
    prize, profile = "guilds.citizen.prizes.round_2.0", "value_profiles.profiles.halving.round_2.citizen.0"
    found = simcli.sensitivity("guildes/seats", [prize, profile], players=[3, 4], deals=4)
    assert {number.path for number in found.results.numbers} == {prize}
    twins = {left.to: left.twin for left in found.results.left_out if left.path == profile}
    assert twins == {to: f"citizen prizes round 2 of place 1={to}" for to in (9, 11)}
    assert {*twins.values()} <= {variant.name for variant in found.run.resolved.variants}
    alone = simcli.sensitivity("guildes/seats", profile, players=[3, 4], deals=4)
    assert {number.path for number in alone.results.numbers} == {profile}
    assert not alone.results.left_out
    ours, theirs = ([one.more.value for one in study.results.numbers if one.more] for study in (alone, found))
    assert ours == theirs
