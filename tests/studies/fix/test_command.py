"""`simcli fix` with the compiled toy game: a planted advantage is found, and what has no answer is said to."""

from __future__ import annotations

import csv
import html
import json
import re
import shlex
from io import StringIO
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import simcli
from simcli.report.rows import in_order
from simcli.studies.fix.play import fresh_seed
from tests.cli.project import Project, command_of, schema
from tests.studies.sensitivity.test_command import edge
from tests.studies.test_answer_rows import faults_of

SCHEMA = schema("fix")
ONE_TURN = (
    "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ntables: mirror\ndeals: 20000\n"
    "options: {last_round_ends: true}\npatch: {setup: {goal: 20, max_rounds: 1}}\ntolerance: 3 %\n"
)
"""A turn each, and the goal is planted so low that seat 1, who is first to get there, wins more; see test_cli_sensitivity."""
SEAT = ("--goal", "seat 1 even", "--by")


@pytest.fixture
def games(project: Project) -> Project:
    project.write("turn.yaml", ONE_TURN)
    return project


def fixed(project: Project, code: int, *args: object) -> dict[str, Any]:
    shown = project.here("fix", *args, "--format", "json", "-q")
    assert shown.code == code, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    jsonschema.validate(found, SCHEMA)
    return found


def test_the_die_says_which_goals_are_even() -> None:
    assert [goal for goal in range(20, 27) if edge(goal) < 0.03] == [22, 23, 24, 25, 26]
    assert edge(21) > 0.037
    assert edge(22) < 0.017


def test_the_planted_number_is_found_among_others_and_certified_on_fresh_deals(games: Project) -> None:
    by = "die.one.points,setup.max_rounds,setup.goal"
    found = fixed(games, 0, "turn.yaml", *SEAT, by, "--within", "0..1", "--within", "1..3", "--within", "17..24", "--out", "run")
    assert found["outcome"] == "found"
    assert found["numbers"] == [{"path": "setup.goal", "name": "goal", "value": 20, "to": 22}]
    easier, certificate = found["certificates"]  # 23 is certified sooner, and then 22
    assert [one["to"] for one in easier["numbers"]] == [23]
    assert (certificate["seed"], certificate["deals"], certificate["status"]) == (fresh_seed(1, 2), 20_000, "even")
    assert [one["level"] for one in (easier, certificate)] == [0.975, 0.975]
    assert certificate["seed"] != found["seed"] == 1
    (row,), (base,) = certificate["rows"], certificate["as_it_is"]
    assert row["value"][0] < 0.5 + edge(22) < row["value"][2] < 0.53
    assert base["value"][0] < 0.5 + edge(20) < base["value"][2]
    status = {tuple((one["path"], one["to"]) for one in tried["numbers"]): tried["status"] for tried in found["tried"]}
    assert status[("setup.goal", 21),] == status[("setup.max_rounds", 2),] == status[()] == "uneven"
    assert [tried["steps"] for tried in found["tried"]] == sorted(tried["steps"] for tried in found["tried"])


def test_the_fresh_deals_are_a_run_folder_that_its_command_repeats(games: Project) -> None:
    args = ("fix", "turn.yaml", *SEAT, "setup.goal", "--within", "19..23", "--out", "run")
    shown = games.here(*args)
    assert shown.code == 0, shown.err
    assert shown.out.startswith(
        "Set goal to 22 instead of 20: seat 1 is then even.\nCertain on 20,000 new deals; no smaller change does.\n"
    )
    assert "20,000 new deals, intervals of 97.5 %" in shown.out
    (first,) = (line for line in shown.out.splitlines() if line.startswith("seat 1  "))
    assert first.split()[-1] == "even"
    assert " 51." in first
    assert "as it is" not in shown.out
    page = games.read("run/report.html").decode()
    text = html.unescape(page.replace("<wbr>", ""))
    assert "Set goal to 22 instead of 20: seat 1 is then even." in text
    assert "nobody's chances" not in text.partition("<main")[2].partition("<details")[0]
    assert str(fresh_seed(1, 2)) in text
    assert "Which is the smallest change of goal after which seat 1 is even?" in text
    run = simcli.load_run("run")
    assert [cell.variant for cell in run.results.cells] == ["as it is", "goal 22"]
    assert run.answer.claim == "Set goal to 22 instead of 20: seat 1 is then even."
    first = run.page().charts[0]
    assert (first.name, first.place, first.kind, {row["series"] for row in first.rows}) == ("search", "goal", "lines", {"seat 1"})
    at = [row["x"] for row in first.rows]
    assert set(at) >= {20, 22}
    assert at == sorted(at)
    (band,) = first.bands
    assert (band.low, band.high) == (pytest.approx(0.47), pytest.approx(0.53))
    inside = {row["x"]: band.low < row["low"] <= row["high"] < band.high for row in first.rows}
    assert (inside[20], inside[22]) == (False, True)
    assert "games were played" in page
    (shown_row,) = run.answer.rows
    assert (shown_row.subject, shown_row.says) == ("seat 1", "even")
    assert list(faults_of(run.answer, ["seat 1"])) == []
    assert run.of_variants(["goal 22"]).answer.claim != run.answer.claim
    (games.folder / "run" / "report.html").unlink()
    assert games.here("report", "run").code == 0
    assert games.read("run/report.html").decode() == page
    assert games.here(*command_of(games, "run"), "--out", "again", "-q").code == 0
    assert games.read("again/fix.json") == games.read("run/fix.json")
    words = shlex.split(simcli.fix("turn.yaml", "seat 1 even", ["setup.goal"], within=["19..23"]).command)[1:]
    repeated = json.loads(games.here(*words, "--format", "json", "-q").out)
    assert repeated["cells"] == json.loads(games.read("run/summary.json"))["cells"]
    first = next(csv.DictReader(StringIO(games.read("run/tables/fix.csv").decode())))
    assert (first["change"], first["fresh"], first["of"], first["verdict"]) == ("setup.goal=22", "True", "seat 1", "even")


def test_the_answer_depends_on_seed_and_deals_alone_and_what_is_there_is_not_played_again(games: Project) -> None:
    question = ("turn.yaml", *SEAT, "setup.goal", "--within", "21..23")
    one = fixed(games, 0, *question, "--out", "one", "--workers", 1)
    (searched,) = (games.folder / "reports").iterdir()
    assert searched.name.endswith("-search")
    logs = {path: path.read_bytes() for path in searched.rglob("batches.log")}
    assert fixed(games, 0, *question, "--out", "two", "--workers", 2) == one
    assert {path: path.read_bytes() for path in searched.rglob("batches.log")} == logs
    assert fixed(games, 0, *question, "--seed", 2, "--out", "three")["certificates"][0]["seed"] == fresh_seed(2, 1)


def test_two_numbers_are_changed_when_one_does_not_do(games: Project) -> None:
    """Seat 1 gains half of the games in which both get there in one round: with a goal of 22 3.4 points in two rounds, 1.6 in one."""
    games.write("two.yaml", ONE_TURN.replace("max_rounds: 1", "max_rounds: 2").replace("3 %", "2.5 %"))
    spans = ("--within", "20..22", "--within", "1..2")
    found = fixed(games, 0, "two.yaml", *SEAT, "setup.goal,setup.max_rounds", *spans, "--deals", 80000, "--out", "run")
    assert [(one["path"], one["to"]) for one in found["numbers"]] == [("setup.goal", 22), ("setup.max_rounds", 1)]
    tried = [(tuple(one["to"] for one in game["numbers"]), game["status"]) for game in found["tried"]]
    assert tried == [
        *(((), "uneven"), ((21,), "uneven"), ((1,), "uneven"), ((22,), "uneven")),
        *(((21, 1), "uneven"), ((22, 1), "even")),
    ]
    assert [cell.variant for cell in simcli.load_run("run").results.cells] == ["as it is", "goal 22, max rounds 1"]


def test_without_an_answer_the_nearest_is_told_and_the_exit_code_is_1(games: Project) -> None:
    shown = games.here("fix", "turn.yaml", *SEAT, "setup.max_rounds", "--within", "1..6", "--deals", 5000)
    assert shown.code == 1, shown.err
    assert shown.out.startswith(
        "No change of these numbers makes seat 1 even; the game as it is comes nearest.\nAll 6 versions are certain.\n"
    )
    assert " 5,000 " in shown.out


@pytest.mark.parametrize("seed", range(1, 7))
def test_the_nearest_is_the_first_of_the_rows_in_every_table(games: Project, seed: int) -> None:
    """Few deals, so that fresh ones often say otherwise than the search."""
    goal, by = "seat 1 even", "setup.goal"
    found = simcli.fix(games.folder / "turn.yaml", goal, by, within="22..25", deals=100, seed=seed, out=games.folder / "run").answer
    off = [abs(row.effect.known) for row in found.rows]
    assert off == sorted(off), found
    assert in_order(found.rows) == list(found.rows)
    first = found.rows[0].subject
    assert f"{'the game as it is' if first == 'as it is' else first} comes nearest." in found.claim


def test_the_open_picture_is_of_the_table_that_the_nearest_is_of() -> None:
    found = simcli.fix("guildes/seats", "seat 1 even", "guilds.knight.copies", within="10..13", deals=500, players=[3, 4, 5, 6])
    (chart,) = [chart for section in found.page().shown for chart in section.charts if chart.name == "search"]
    assert len({row["panel"] for row in chart.rows}) == 4
    assert found.answer.rows[0].subject == f"as it is, {chart.first_panel}"


def test_what_the_deals_do_not_tell_is_open_and_the_exit_code_is_3(games: Project) -> None:
    shown = games.here("fix", "turn.yaml", *SEAT, "setup.goal", "--within", "22..23", "--deals", 100)
    assert shown.code == 3, shown.err
    assert shown.out.startswith("Unclear: these deals do not show whether a change makes seat 1 even; ")
    assert re.search(r"(?m)^next: the same command with --deals \d+$", shown.out)


def test_a_game_that_is_even_needs_nothing(games: Project) -> None:
    found = fixed(games, 0, "turn.yaml", *SEAT, "setup.goal", "--set", "patch.setup.goal=30", "--deals", 5000, "--out", "run")
    assert (found["outcome"], found["numbers"]) == ("nothing to fix", [])
    assert found["answer"] == "No change is needed: seat 1 is even already."
    assert found["certificates"][-1]["rows"][0]["value"][1] == pytest.approx(0.5, abs=0.01)
    assert [cell.variant for cell in simcli.load_run("run").results.cells] == [None]


def test_api(games: Project) -> None:
    found = simcli.fix("turn.yaml", "seats even", ["setup.goal"], within=["21..23"])
    assert found.results.outcome == "found"
    assert len(found.results.certificates[0].rows) == 2
    assert found.run.folder is None
    assert not (games.folder / "reports").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("turn.yaml", *SEAT, "setup.gaol"), "--by setup.gaol: there is no 'gaol' in setup hint: did you mean 'goal'?"),
        (("turn.yaml", *SEAT, "die.six.bust"), "--by die.six.bust: is false, no whole number"),
        (("turn.yaml", *SEAT, "setup.goal", "--within", "9..3"), "--within 9..3: this range is empty"),
        (("turn.yaml", *SEAT, "setup.goal", "--within", "20..20"), "this range holds no value of setup.goal but 20, which it has"),
        (("turn.yaml", *SEAT, "setup.goal", "--within", "wide"), "--within wide: found no range"),
        (("turn.yaml", *SEAT, "setup.goal", "--within", "1..99999"), "this range has more than 4,000 values"),
        (("turn.yaml", *SEAT, "setup", "--within", "1..3000"), "values are named, at most 4,000 are tried"),
        (("turn.yaml", *SEAT, "setup.max_rounds", "--within", "-3..0"), "--by: there is no other value in the range"),
        (("turn.yaml", *SEAT, "setup", "--within", "1..9", "--within", "1..9"), "--within: found 2 ranges for 1 path"),
        (("turn.yaml", "--goal", "seat 3 even", "--by", "setup.goal"), "--goal seat 3 even: this cannot be asked of these games"),
        (("turn.yaml", "--goal", "sea 1 even", "--by", "setup.goal"), "did you mean 'seat 1 even'?"),
        (("turn.yaml", "--goal", "peace", "--by", "setup.goal"), "goals are "),
        (("turn.yaml", "--goal", "strategies even", "--by", "setup.goal"), "--goal strategies even: this cannot be asked"),
        (("turn.yaml", "--by", "setup.goal"), "Missing option '--goal'"),
        (("two.yaml", *SEAT, "setup.goal"), "two.yaml:4:1: the config has `variants`, so there are several games"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_written(games: Project, args: tuple[str, ...], said: str) -> None:
    games.write("two.yaml", "game: pig\nplayers: 2\nstrategies: [random]\nvariants: {a: {}, b: {}}\n")
    before = games.files()
    shown = games.here("fix", *args)
    assert shown.code == 2, shown.err
    assert said in " ".join(shown.err.split())
    assert games.files() == before


def test_a_search_that_was_stopped_goes_on(games: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli.errors import InterruptedRun
    from simcli.sim.runner import Runner

    question = ("turn.yaml", *SEAT, "setup.goal", "--within", "21..23", "--out", "run")
    played = Runner.run
    calls: list[int] = []

    def stopped(self: Runner, *args: Any) -> Any:
        calls.append(self.plan.run.deals)
        if len(calls) == 3:
            raise InterruptedRun("interrupted")
        return played(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Runner, "run", stopped)
        shown = games.here("fix", *question)
    assert shown.code == 130
    assert "to go on: simcli fix turn.yaml --goal 'seat 1 even' --by setup.goal --within 21..23 --out run\n" in shown.err
    assert not (games.folder / "run").exists()
    (searched,) = (games.folder / "reports").iterdir()
    logs = {path: path.read_bytes() for path in searched.rglob("batches.log")}
    assert fixed(games, 0, *question)["numbers"][0]["to"] == 22
    assert all(path.read_bytes().startswith(log) for path, log in logs.items())


def test_a_folder_of_another_run_is_left_as_it_is(games: Project) -> None:
    assert games.here("run", "turn.yaml", "--deals", 20, "--out", "run", "-q").code == 0
    log = games.read("run/batches.log")
    shown = games.here("fix", "turn.yaml", *SEAT, "setup.goal", "--within", "26..27", "--deals", 5000, "--out", "run")
    assert shown.code == 4
    assert "run holds another run" in shown.err
    assert games.read("run/batches.log") == log
