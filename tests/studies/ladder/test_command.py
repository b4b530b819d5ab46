"""`simcli ladder` with the compiled toy game, in which what seat 1 gains with each kind of player can be written down."""

from __future__ import annotations

import csv
import json
import shutil
import signal
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import simcli
from tests.cli.project import Project, schema

SCHEMA = schema("ladder")
ONE_TURN = (
    "game: pig\nplayers: 2\nstrategies: [hold_at_25]\ntables: mirror\ndeals: 4000\n"
    "options: {last_round_ends: true}\npatch: {setup: {goal: 20, max_rounds: 1}}\ntolerance: 2 %\nreport: {about: seats}\n"
)
"""A turn each: who is first to 20 wins at once, so seat 1 wins the games in which both would get there, and not half of them."""
WHOLE_GAME = ONE_TURN.replace("goal: 20, max_rounds: 1", "goal: 60, max_rounds: 30")


@lru_cache
def reaches(points: int, *, holds: bool) -> float:
    """Chance that a turn with so many points comes to 20 or more and is held: by who holds there and not before, or by a coin."""
    if points >= 20:
        return 1.0 if holds else 0.5 / (1 - 0.5 * 5 / 6)
    rolled = sum(reaches(points + face, holds=holds) for face in range(2, 7)) / 6
    return rolled if holds else rolled / 2


def edge(*, holds: bool) -> float:
    """What seat 1 wins above one half: half of the games in which both get there. A turn starts with a roll, whoever plays (PO-01)."""
    first = sum(reaches(face, holds=holds) for face in range(2, 7)) / 6
    return first**2 / 2


@pytest.fixture
def turn(project: Project) -> Project:
    project.write("turn.yaml", ONE_TURN)
    return project


def climbed(project: Project, *args: object, config: str = "turn.yaml") -> dict[str, Any]:
    shown = project.here("ladder", config, "--format", "json", "-q", *args)
    assert shown.code == 0, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    jsonschema.validate(found, SCHEMA)
    return found


def seat_one(found: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in found["figures"] if one["of"] == "seat 1")


UP = ("--rungs", "random,hold_at_20", "--deals", 20000, "--out", "up")
DOWN = ("--rungs", "hold_at_20", "--rungs", "random", "--deals", 20000, "--out", "down")


def test_effects_are_those_that_follow_from_the_die_and_what_becomes_of_them_is_known(turn: Project) -> None:
    found = climbed(turn, *UP)
    one = seat_one(found)
    assert (one["word"], one["weaker"], one["since"]) == ("appears", "random", "hold_at_20")
    for rung, holds in zip(one["rungs"], (False, True), strict=True):
        low, _, high = rung["value"]
        assert low < edge(holds=holds) < high, rung
    assert [rung["verdict"] for rung in one["rungs"]] == ["even", "more"]
    assert [(rung["rung"], rung["deals"]) for rung in found["rungs"]] == [("random", 20000), ("hold_at_20", 20000)]
    (step,) = found["rungs"][1]["steps"]
    assert (step["verdict"], step["players"], found["rungs"][0]["steps"]) == ("less", 2, [])  # in a single turn who dares busts
    down = climbed(turn, *DOWN)
    assert seat_one(down)["word"] == "fades"
    assert "\nhold at 20 is weaker than random: name it before.\n" in turn.here("ladder", "turn.yaml", *UP).out
    assert "weaker than" not in turn.here("ladder", "turn.yaml", *DOWN).out
    (back,) = down["rungs"][1]["steps"]
    assert back["share"][1] == pytest.approx(1 - step["share"][1], abs=0.05)  # the same two meet, on deals of another seed
    same = climbed(turn, "--rungs", "hold_at_20,hold_at_25", "--out", "same")
    assert seat_one(same)["word"] == "persists"
    assert same["answer"].startswith(("Yes, ", "No: "))


def test_all_sums_of_a_seat_are_those_of_the_run_with_these_players(turn: Project) -> None:
    one = seat_one(climbed(turn, "--rungs", "random,hold_at_20", "--out", "up"))
    run = simcli.simulate({"game": "pig", **_keys(), "strategies": ["hold_at_20"]})
    low, value, high = run.results.cells[0].seats[0].win_share
    assert one["rungs"][1]["value"] == pytest.approx([low - 0.5, value - 0.5, high - 0.5])


def _keys() -> dict[str, Any]:
    return {"players": 2, "tables": "mirror", "deals": 4000, "patch": {"setup": {"goal": 20, "max_rounds": 1}}, "tolerance": "2 %"}


def test_bytes_are_the_same_on_one_worker_and_two_and_from_python(turn: Project) -> None:
    turn.write("game.yaml", WHOLE_GAME)
    rungs = ("random:700", "hold_at_20:3000", "hold_at_25")
    for folder, workers in (("one", 1), ("two", 2)):
        assert turn.here("ladder", "game.yaml", "--rungs", ",".join(rungs), "--out", folder, "--workers", workers, "-q").code == 0
        assert turn.here("report", folder, "--charts", "png").code == 0
    for name in ("ladder.json", "tables/ladder.csv", "report.html", "figures/ladder_seat_win_share_2.png"):
        assert turn.read(f"one/{name}") == turn.read(f"two/{name}"), name
    made = simcli.ladder("game.yaml", rungs)
    assert made.report("json").encode() == turn.read("one/ladder.json")
    assert made.folder is None
    assert "What a seat or place is worth" in made.report("html")


def test_rungs_are_compared_as_pairs_on_the_deals_that_both_played(turn: Project) -> None:
    """Who holds at 20 and who may dare more play many games alike: the change is known better than from independent runs."""
    turn.write("game.yaml", WHOLE_GAME)
    found = climbed(turn, "--rungs", "random:700,hold_at_20:8000,hold_at_25:8000", config="game.yaml")
    few, many, judge = seat_one(found)["rungs"]
    assert (few["paired_by"], few.get("saved")) == ("nothing", None)  # with 700 deals it is not known what is in common
    assert many["paired_by"] == "batch"
    assert many["saved"] > 1.3
    assert "paired_by" not in judge
    independent = sum(((one["value"][2] - one["value"][0]) / 2) ** 2 for one in (many, judge))
    assert ((many["change"][2] - many["change"][0]) / 2) ** 2 == pytest.approx(independent / many["saved"], rel=0.1)
    assert many["change"][1] == pytest.approx(judge["value"][1] - many["value"][1])
    shown = turn.here("ladder", "game.yaml", "--rungs", "random:700,hold_at_20:8000,hold_at_25:8000", "--format", "csv", "-q")
    lines = [line for line in csv.DictReader(StringIO(shown.out)) if line["name"] == "seat 1"]
    assert [line["paired_by"] for line in lines] == ["nothing", "batch", ""]
    assert [float(line["saved"] or 0) for line in lines] == [0, many["saved"], 0]


@pytest.mark.parametrize(
    ("more", "about"),
    [
        ("variants: {as it is: {}, further: {patch: {setup: {goal: 70}}}}\n", "variants"),
        ("every: {blind: all}\n", "bans"),
    ],
)
def test_what_variants_and_restrictions_change_is_paired_too(turn: Project, more: str, about: str) -> None:
    """Two players who look at how far behind they are, one of whom lets it weigh more."""
    for name, weight in (("chaser", -1), ("hunter", -2)):
        turn.write(f"strategies/pig/{name}.yaml", f"game: pig\nweights: {{turn: {{over_twenty: 30, wins: 100, behind: {weight}}}}}\n")
    turn.write("more.yaml", WHOLE_GAME.replace("report: {about: seats}\n", more))
    found = climbed(turn, "--rungs", "chaser:8000,hunter:8000", "--about", about, config="more.yaml")
    pairs = [one["rungs"][0] for one in found["figures"] if one["figure"] == "win share"]
    assert {one["paired_by"] for one in pairs} == {"batch"}
    assert max(one["saved"] for one in pairs) > 1.2


def test_it_goes_on_after_ctrl_c_and_with_more_deals(turn: Project) -> None:
    turn.write("long.yaml", ONE_TURN.replace("4000", "1500000"))
    args = ("ladder", "long.yaml", "--rungs", "random:3000,hold_at_20", "--budget", "9")
    shown = turn.stop_when(signal.SIGINT, lambda: turn.batches("made/rungs/hold_at_20") >= 2, *args, "--out", "made")
    assert shown.code == 130
    assert "to go on: simcli ladder long.yaml" in shown.err
    assert not Path("made/ladder.json").exists()
    assert turn.here(*args, "--out", "made", "-q").code == 0
    few = ("--rungs", "random:300,hold_at_20:200")
    assert turn.here("ladder", "long.yaml", *few, "--out", "straight", "-q").code == 0
    assert turn.here(*args, "--out", "straight", "-q").code == 0
    for name in ("ladder.json", "tables/ladder.csv", "report.html"):
        assert turn.read(f"made/{name}") == turn.read(f"straight/{name}"), name


def test_the_table_and_the_csv_say_the_same(turn: Project) -> None:
    args = ("ladder", "turn.yaml", "--rungs", "random,hold_at_20", "--deals", 20000, "--out", "up")
    shown = turn.here(*args)
    assert "Players, the weakest first" in shown.out
    assert "Effect of a seat on the win share" in shown.out
    assert "Effects with 2 players" in turn.read("up/report.html").decode()
    assert [line.split()[-1] for line in shown.out.splitlines() if line.startswith("seat ")] == ["appears", "appears"]
    assert "report: up/report.html" in shown.err
    lines = list(csv.DictReader(StringIO(turn.here(*args, "--format", "csv").out)))
    assert [(line["name"], line["rung"]) for line in lines][:2] == [("seat 1", "random"), ("seat 1", "hold_at_20")]
    assert lines[0]["rung_word"] == lines[0]["word"] == "appears"
    assert float(lines[1]["value"]) == seat_one(json.loads(turn.read("up/ladder.json")))["rungs"][1]["value"][1]


def test_a_plan_is_shown_and_nothing_written(turn: Project) -> None:
    shown = turn.here("ladder", "turn.yaml", "--dry-run", "--format", "json", "--out", "never")
    plan = json.loads(shown.out)
    assert [(rung["rung"], rung["deals"]) for rung in plan["rungs"]] == [("random", 4000), ("shipped", 4000)]
    assert plan["judged"] == ["seats"]
    assert [one.partition(":")[0] for one in plan["missing"]] == ["balanced", "search-5", "league", "learned", "search-25"]
    assert "left out: balanced: Pig has no such strategy" in shown.err
    assert "Rough time" in turn.here("ladder", "turn.yaml", "--dry-run").out
    assert not Path("never").exists()


def test_bans_and_variants_are_judged_where_a_config_has_them(turn: Project) -> None:
    variants = ONE_TURN.replace("report: {about: seats}\n", "variants: {as it is: {}, further: {patch: {setup: {goal: 24}}}}\n")
    turn.write("variants.yaml", variants)
    found = climbed(turn, "--about", "variants", "--rungs", "random,hold_at_20", config="variants.yaml")
    names = {(one["variant"], one["figure"], one["of"]) for one in found["figures"]}
    assert ("further", "win share", "seat 1") in names
    assert {one["kind"] for one in found["figures"]} == {"difference"}
    every = climbed(turn, "--rungs", "random,hold_at_20", "--out", "every", config="variants.yaml")
    assert {one["kind"] for one in every["figures"]} >= {"difference", "seat"}


def test_any_figure_is_judged_by_its_name(turn: Project) -> None:
    """A seat's share alone as among all seats; what has no even value is itself, as a run says it."""
    rungs = ("--rungs", "random,hold_at_20")
    every = climbed(turn, *rungs, "--about", "seats", "--out", "every")
    (one,) = climbed(turn, *rungs, "--about", "Seat 1  win share", "--out", "one")["figures"]
    assert (one["kind"], one["of"]) == ("seat", "seat 1")
    assert [rung["value"] for rung in one["rungs"]] == [rung["value"] for rung in seat_one(every)["rungs"]]
    found = climbed(turn, *rungs, "--about", "seat 1 score", "--out", "score")
    (score,) = found["figures"]
    run = simcli.simulate({"game": "pig", **_keys(), "strategies": ["hold_at_20"], "options": {"last_round_ends": True}})
    assert score["rungs"][1]["value"] == pytest.approx([*run.results.cells[0].seats[0].score_mean])
    assert (score["kind"], score["figure"], score["unit"], score["tolerance"]) == ("figure", "score", "number", 0)
    assert score["name"] == "seat 1"
    assert "--about 'seat 1 score'" in found["command"]
    page = turn.read("score/report.html").decode()
    assert "Score, as a number, with 2 players" in page
    assert "What variants change" not in page
    again = turn.here("ladder", "turn.yaml", *rungs, "--about", "seat 1 score", "--out", "score")
    assert f"{score['rungs'][1]['value'][1]:.2f}" in again.out
    assert json.loads(turn.here("ladder", "turn.yaml", *rungs, "--about", "rounds", "--dry-run", "--format", "json").out)["judged"] == [
        "rounds"
    ]


def test_a_figure_by_its_name_is_judged_in_the_base_and_its_change_in_the_variants(turn: Project) -> None:
    variants = ONE_TURN.replace("report: {about: seats}\n", "variants: {as it is: {}, further: {patch: {setup: {goal: 24}}}}\n")
    turn.write("variants.yaml", variants)
    found = climbed(turn, "--about", "winning score", "--rungs", "random,hold_at_20", config="variants.yaml")
    assert [(one["kind"], one.get("variant"), one["figure"]) for one in found["figures"]] == [
        ("figure", "as it is", "winning score"),
        ("difference", "further", "winning score"),
    ]


def test_what_a_seat_loses_by_not_seeing_is_judged_as_any_verdict(turn: Project) -> None:
    """`random` and a plan that weighs nothing of it lose exactly nothing; one that weighs how far it is behind does."""
    turn.write("strategies/pig/chaser.yaml", "game: pig\nweights: {turn: {hold: 1, behind: -9}}\n")
    longer = ONE_TURN.replace("goal: 20, max_rounds: 1", "goal: 30")
    turn.write("blind.yaml", longer.replace("report: {about: seats}", "every: {blind: all}\nreport: {about: bans}"))
    found = climbed(turn, "--rungs", "random,hold_at_20,chaser", config="blind.yaml")
    (figure,) = found["figures"]
    assert (figure["kind"], figure["name"], figure["variant"]) == ("ban", "seat 1 blind to rivals", "blind to rivals")
    effects = {rung["rung"]: rung["value"] for rung in figure["rungs"]}
    assert effects["random"] == effects["hold_at_20"] == [0, 0, 0]
    assert effects["chaser"][1] != 0
    assert found["answer"] == "No: seat 1 blind to rivals appears with the strongest players."
    turn.write("mine.py", "def choose(s, t, actions, X, weights, noise):\n    return 0\n")
    shown = turn.here("ladder", "blind.yaml", "--rungs", "random,mine.py", "--out", "never")
    assert shown.code == 2
    assert "--rungs: 'mine' decides by more than weights: nothing can be hidden from it" in shown.err


def test_a_seat_that_is_given_something_is_judged_too(project: Project) -> None:
    project.write("grant.yaml", "game: guildes\nplayers: 4\nstrategies: [balanced]\ntables: mirror\nevery: {grant: [noble]}\n")
    shown = project.here("ladder", "grant.yaml", "--about", "bans", "--rungs", "random:20,balanced:20", "--format", "json", "-q")
    assert shown.code == 0, shown.err
    assert {one["name"] for one in json.loads(shown.out)["figures"]} == {"seat 1 given Noble"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--rungs", "random"), "--rungs: found only 'random', expected at least two rungs, the weakest first"),
        (("--rungs", "random,random:20"), "--rungs: 'random' is named twice"),
        (("--rungs", ",".join(f"x{i}" for i in range(20_000))), "--rungs: found 20,000 rungs, expected at most 100"),
        (("--rungs", "random,holt_at_20"), "there is no strategy 'holt_at_20'"),
        (("--rungs", "random:0,hold_at_20"), "--rungs random:0: deals: found the number 0, expected a whole number from 1 to 1000000000"),
        (("--rungs", "random,search-1"), "--rungs search-1: found 1 playouts, expected 2 to 100,000"),
        (("--rungs", "random,search-5"), "there is no strategy 'search'"),
        (("--budget", "soon"), "--budget soon: found 'soon', expected minutes, a number above 0"),
        (("--budget", "nan"), "--budget nan: found 'nan', expected minutes"),
        (("--budget", "0.0000001"), "10 deals of the rung random take about"),
        (("--about", "bans"), "--about bans: the config has nothing of it: no seat is restricted"),
        (("--about", "seat"), "--about seat: this run has no such figure\n  hint: did you mean 'seats'?"),
        (("--about", "seat 1 win shar"), "did you mean 'seat 1 win share'?"),
        (("--about", "hold_at_25 score"), "--about hold_at_25 score: in a ladder other players sit in all seats"),
        (("--about", "viable plans"), "--about viable plans: this run has no such figure"),
        (("--deals", "0"), "deals"),
    ],
)
def test_bad_input_is_refused_with_exit_code_2(turn: Project, more: tuple[str, str], said: str) -> None:
    before = turn.files()
    shown = turn.here("ladder", "turn.yaml", *more, "--out", "never")
    assert shown.code == 2, shown.err
    assert said in shown.err
    assert turn.files() == before


def test_a_restricted_strategy_is_refused_since_others_play(project: Project) -> None:
    project.write("ban.yaml", "game: guildes\nplayers: 4\nstrategies: [balanced, denier]\nrestrict: {denier: {ban: [knight]}}\n")
    shown = project.here("ladder", "ban.yaml", "--dry-run")
    assert shown.code == 2
    assert "restrict: the config restricts the strategy 'denier', and in a ladder other players sit in all seats" in shown.err


def test_a_league_sits_where_it_was_found_and_is_refused_where_not(project: Project) -> None:
    project.write("seats.yaml", "game: guildes\nplayers: [3, 4]\ndeals: 100\n")
    project.write("strategies/guildes/fields/league.yaml", "game: guildes\nplayers: 4\nplans: {denier: 1, early_bird: 2}\n")
    plan = json.loads(project.here("ladder", "seats.yaml", "--dry-run", "--format", "json").out)
    sitting = {rung["rung"]: (rung["players"], rung["tables"]) for rung in plan["rungs"]}
    assert sitting["league"] == ([4], "drawn")
    assert sitting["search-5"] == ([3, 4], "mirror")
    shown = project.here("ladder", "seats.yaml", "--set", "players=3", "--rungs", "balanced,league", "--dry-run")
    assert shown.code == 2
    assert "the field 'league' was found for 4 players, the config is for 3" in shown.err
    left = project.here("ladder", "seats.yaml", "--set", "players=3", "--dry-run")
    assert "left out: league: it was found for 4 players" in left.err


def test_what_cannot_be_played_leaves_no_folder(turn: Project) -> None:
    turn.write("wrong.py", "def choose(s, t, actions, X, weights, noise):\n    return nothing\n")
    before = turn.files()
    shown = turn.here("ladder", "turn.yaml", "--rungs", "wrong.py:20,random:20", "--out", "never")
    assert shown.code == 2, shown.err
    assert turn.files() == before


def test_a_folder_of_a_run_is_refused_and_one_of_another_ladder_left(turn: Project) -> None:
    assert turn.here("run", "pig.yaml", "--out", "run", "-q").code == 0
    shown = turn.here("ladder", "turn.yaml", "--rungs", "random,hold_at_20", "--out", "run")
    assert shown.code == 4
    assert "run holds a run, and a ladder has one for each rung" in shown.err
    assert turn.here("ladder", "turn.yaml", "--rungs", "random:20,hold_at_20:20", "--out", "up", "-q").code == 0
    before = turn.read("up/ladder.json")
    shown = turn.here("ladder", "turn.yaml", "--rungs", "random:20,hold_at_20:20", "--out", "up", "--seed", "9")
    assert shown.code == 4
    assert "holds another run" in shown.err
    assert turn.read("up/ladder.json") == before
    shutil.rmtree("up/rungs/random")
    assert turn.here("ladder", "turn.yaml", "--rungs", "random:20,hold_at_20:20", "--out", "up", "-q").code == 0
    assert turn.read("up/ladder.json") == before
