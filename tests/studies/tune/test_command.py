"""`simcli tune` with the compiled toy game: what it prints and leaves, resumed, killed, refused."""

from __future__ import annotations

import csv
import html
import json
import shlex
import signal
import sys
from io import StringIO
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from simcli.config import check_paths, load_config
from simcli.sim.folder.store import check_of
from tests.cli.project import Project, command_of, schema

SCHEMA = schema("tune")
BAD = """game: pig
idea: "Holds with nothing at risk, rolls on with everything: wrong on purpose."
temperature: 1
weights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}
"""
SMALL = ("--field", "hold_at_20,random", "--players", 2, "--candidates", 8, "--deals", 32, "--fresh", 500)
TWELVE = ("--budget", "6912 games")
"""Twelve generations of nine times 32 deals in both rotations."""


@pytest.fixture
def bad(project: Project) -> Project:
    project.write("bad.yaml", BAD)
    return project


def tuned(project: Project, *args: object) -> dict[str, Any]:
    shown = project.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, *args, "--format", "json", "-q")
    assert shown.code == 0, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    jsonschema.validate(found, SCHEMA)
    return found


def test_the_answer_says_how_much_better_on_fresh_deals_and_what_to_do_with_the_file(bad: Project) -> None:
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--out", "run")
    assert shown.code == 0, shown.err
    assert shown.out.startswith("Yes, bad tuned is better: it wins ")
    assert " against these players.\nThe result is certain on 500 fresh deals.\n" in shown.out
    page = html.unescape(bad.read("run/report.html").decode().replace("<wbr>", ""))
    assert "bad tuned in one seat, the others drawn from hold at 20 and random" in page
    assert "strategy: run/bad_tuned.yaml\n" in shown.err
    assert "to play it by its name: copy it into strategies/pig/\n" in shown.err
    assert any(line.split() == ["Plan", "bad", "bad", "tuned", "Difference", "Verdict"] for line in shown.out.splitlines())
    text = bad.read("run/bad_tuned.yaml").decode()
    assert text.startswith("# Tuned from bad against hold_at_20, random: 5 weights searched by CMA-ES in 12 generations of 8 candidates")
    assert "# 2 players, 500 fresh deals: " in text
    assert not check_paths([bad.folder / "run" / "bad_tuned.yaml"])
    run = load_config({"game": "pig", "players": 2, "strategies": ["run/bad_tuned.yaml", "random"]})
    assert run.strategies[0].idea.startswith("Tuned from bad against hold_at_20, random with 2 players. Holds with nothing at risk")


def test_its_command_makes_the_same_file_again(bad: Project) -> None:
    args = ("--set", "options.equal_turns=true", "--keep", "turn.wins", "--temperature", "--own-deals", 2, "--habit", "turns>=8")
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, "--budget", 3000, *args, "--out", "run")
    assert shown.code == 0, shown.err
    words = command_of(bad, "run")
    assert bad.here(*words, "--out", "again", "-q").code == 0
    assert bad.read("run/bad_tuned.yaml") == bad.read("again/bad_tuned.yaml")
    assert bad.read("run/tune.json") == bad.read("again/tune.json")
    found = json.loads(bad.read("run/tune.json"))
    assert (found["searched"], found["temperature"], found["kept"]) == (5, True, ["turn.wins"])
    assert found["weights"]["turn"]["wins"] == -2
    assert found["habits"][0]["habit"] == "turns>=8"


def test_json_and_csv_say_the_same_and_a_larger_budget_goes_on(bad: Project) -> None:
    found = tuned(bad, "--out", "run")
    (row,) = csv.DictReader(
        StringIO(bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--out", "run", "--format", "csv").out)
    )
    assert [float(row[f"after{end}"]) for end in ("_low", "", "_high")] == found["against"][0]["after"]
    assert (found["generations"], found["games"], len(found["steps"])) == (12, 6912, 12)
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, "--budget", 9000, "--out", "run")
    assert "resuming run: 12 generations are there\n" in shown.err
    assert json.loads(bad.read("run/tune.json"))["steps"][:12] == found["steps"]


def test_a_kill_loses_no_more_than_the_generation_in_flight(bad: Project) -> None:
    tuned(bad, "--out", "straight")
    args = ("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--out", "killed", "-q")
    state = bad.folder / "killed" / "generations.json"

    def some() -> bool:
        return state.exists() and len(json.loads(state.read_text("utf-8"))["generations"]) >= 3

    bad.stop_when(signal.SIGKILL, some, *args)
    kept = len(json.loads(state.read_text("utf-8"))["generations"])
    assert kept >= 3
    assert bad.here(*args).code == 0
    for name in ("bad_tuned.yaml", "tune.json"):
        assert bad.read(f"killed/{name}") == bad.read(f"straight/{name}")


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(bad: Project) -> None:
    args = ("tune", "pig", "--start", "./bad.yaml", *SMALL, "--budget", 10**8, "--out", "run")
    shown = bad.stop_when(signal.SIGINT, (bad.folder / "run" / "generations.json").exists, *args)
    assert shown.code == 130
    assert f"to go on: simcli {shlex.join(map(str, args))}" in shown.err
    assert json.loads(bad.read("run/generations.json"))["generations"]


def test_a_dry_run_says_what_would_be_searched_and_writes_nothing(bad: Project) -> None:
    before = bad.files()
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--dry-run")
    assert (shown.code, bad.files()) == (0, before)
    assert "Searched      5 weights\n" in shown.out
    assert "Ends at       12 generations, 6,912 games\n" in shown.out
    plan = json.loads(bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, "--budget", "3m", "--dry-run", "--format", "json").out)
    assert (plan["minutes"], plan["games"], plan["games_a_generation"]) == (3.0, None, 576)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--keep", "turn.over_twentyy"], "did you mean 'over_twenty'?"),
        (["--keep", "turns"], "did you mean 'turn'?"),
        (["--keep", "turn"], "every weight is kept"),
        (["--set", "options.equal_turn=true"], "did you mean 'equal_turns'?"),
        (["--set", "deals=3"], "what is set stands under options or patch"),
        (["--field", "hold_at_22"], "did you mean 'hold_at_2"),
        (["--field", "random:0"], "expected at least 0.001"),
        (["--field", "random:often"], "found the weight 'often', expected a number"),
        (["--players", "9"], "expected 2 to 4 players of Pig"),
        (["--players", "two"], "found the text 'two', expected a whole number from 1 to 100"),
        (["--start", "random"], "has no weights"),
        (["--start", "hold_at_22"], "did you mean 'hold_at_2"),
        (["--habit", "turns>=3"], "add --own-deals 8"),
        (["--own-deals", "1", "--habit", "twoo>=3"], "did you mean 'two'?"),
        (["--own-deals", "1", "--habit", "points.bank>=3"], "did you mean 'points.banked'?"),
        (["--own-deals", "1", "--habit", "turns=3"], "expected NAME>=NUMBER"),
        (["--budget", "soon"], "write 10m for ten minutes"),
        (["--budget", "0"], "games: found the number 0, expected a whole number from 1"),
        (["--budget", "500"], "500 games are less than one generation of 576"),
        (["--candidates", "3"], "expected a whole number from 4"),
        (["--seed", "-1"], "expected a whole number from 0"),
    ],
)
def test_mistakes_are_told_with_a_hint_and_nothing_is_written(bad: Project, more: list[str], says: str) -> None:
    before = bad.files()
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, *more)
    assert (shown.code, bad.files()) == (2, before)
    assert says in shown.err


def test_a_game_that_is_none_or_has_no_balanced_strategy_is_told(bad: Project) -> None:
    assert "did you mean 'pig'?" in bad.here("tune", "pigg").err
    assert "name the one to be tuned: --start NAME" in bad.here("tune", "pig").err


def test_a_folder_of_something_else_or_another_search_is_left_as_it_is(bad: Project) -> None:
    assert bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--out", "strategies").code == 4
    tuned(bad, "--out", "run")
    before = bad.read("run/generations.json")
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--seed", 2, "--out", "run")
    assert (shown.code, "holds another search" in shown.err) == (4, True)
    bad.write("run/generations.json", before.replace(b'"seconds"', b'"second"'))
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--out", "run")
    assert (shown.code, "has been damaged or changed" in shown.err) == (4, True)


@pytest.mark.parametrize(
    "change",
    [
        {"generations": {}},
        {"generations": [{"order": [0, 1]}]},
        {"generations": [7]},
        {"order": [0] * 8},
        {"order": ["0"] * 8},
        {"order": list(range(7))},
        {"order": None},
        {"shares": []},
        {"shares": ["x"]},
        {"shares": [2.0]},
        {"shares": [float("nan")]},
        {"seconds": "x"},
        {"seconds": -1},
        {"seconds": float("inf")},
        {"identity": 5},
    ],
)
def test_a_folder_with_a_right_checksum_and_senseless_generations_is_refused(bad: Project, change: dict[str, Any]) -> None:
    args = ("tune", "pig", "--start", "./bad.yaml", *SMALL, *TWELVE, "--out", "run")
    tuned(bad, "--out", "run")
    data = json.loads(bad.read("run/generations.json"))
    if change.keys() & {"order", "shares"}:
        data["generations"][0] |= change
    else:
        data |= change
    bad.write("run/generations.json", json.dumps(data | {"check": check_of(data)}))
    before = bad.read("run/generations.json")
    shown = bad.here(*args)
    assert (shown.code, bad.read("run/generations.json")) == (4, before), shown.err
    assert "choose another --out" in shown.err


def test_without_the_library_it_is_refused_with_what_to_install(bad: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    shown = bad.here("tune", "pig", "--start", "./bad.yaml", *SMALL)
    assert shown.code == 2
    assert "needs cmaes, which is not installed\n  hint: pip install 'simcli-games[tune]'\n" in shown.err


def test_plans_of_a_field_that_do_not_play_with_the_number_are_not_told(project: Project) -> None:
    project.write(
        "strategies/pig/fields/mixed.yaml", "game: pig\nidea: Two tables.\nplans: {hold_at_20: 1, random: {3: 1}}\nplayers: [2, 3]\n"
    )
    words = ("tune", "pig", "--field", "mixed", "--start", "hold_at_20", "--budget", "9000", "--dry-run", "--format", "json", "--players")
    shown = [project.here(*words, players) for players in ("2", "3")]
    fields = [json.loads(one.out)["field"] for one in shown]
    assert fields == [{"hold_at_20": 1.0}, {"hold_at_20": 0.5, "random": 0.5}]
