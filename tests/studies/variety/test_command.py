"""How many plans are worth playing, with the compiled toy game: of a run, of matchups, against targets."""

from __future__ import annotations

import csv
import html
import io
import json
import shlex
import signal

import jsonschema  # type: ignore[import-untyped]
import pytest

import simcli
from tests.cli.project import Project, command_of, schema, summary

PLANS = """game: pig
players: 2
strategies: [hold_at_20, random]
deals: 100
patch: {setup: {max_rounds: 1}, die: {two: {points: 1}, three: {points: 0}, four: {points: 0}, five: {points: 0}, six: {points: 0}}}
"""
VARIANTS = "variants: {long: {}, same: {patch: {setup: {goal: 100}}}, short: {patch: {die: {two: {points: 0}}}}}\n"

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.fixture
def plans(project: Project) -> Project:
    """A single turn in which only a two gives a point: who waits for twenty has none, who holds at random some. Without it nobody has."""
    project.write("plans.yaml", PLANS)
    project.write("variants.yaml", PLANS.replace("players: 2", "players: [2, 3]") + VARIANTS + "measure: variety\n")
    return project


def test_a_dominated_plan_leaves_one_and_a_patch_that_makes_it_viable_two(plans: Project) -> None:
    shown = plans.here("run", "variants.yaml", "--out", "run", "--workers", 1)
    assert shown.code == 0, shown.err
    assert "playing every plan against every other for the number of viable plans: 9 line-ups, 100 deals each: 2,400 games" in shown.err
    assert "In short more plans are worth playing than in long at every table." in shown.err
    found = summary(plans, "run")["variety"]
    assert [(cell["variant"], cell["players"]) for cell in found] == [(v, n) for v in ("long", "same", "short") for n in (2, 3)]
    assert [cell["viable_plans"] for cell in found] == [[1.0] * 3] * 4 + [[2.0] * 3] * 2
    assert [cell.get("difference") for cell in found] == [None] * 2 + [[0.0] * 3] * 2 + [[1.0] * 3] * 2
    assert [cell.get("change") for cell in found] == [None] * 2 + ["even"] * 2 + ["more"] * 2
    assert "Variety: the number of viable plans" in shown.out
    page = plans.read("run/report.html").decode()
    assert '<section id="variety">' in page
    assert "simcli matchups variants.yaml --seed 1 --deals 100" in page
    rows = list(csv.DictReader(io.StringIO(plans.read("run/tables/variety.csv").decode())))
    assert [(row["variant"], row["viable_plans"], row["difference"]) for row in rows[-2:]] == [("short", "2.0", "1.0")] * 2
    assert simcli.load_run("run").variety["viable_plans"].tolist() == [1.0] * 4 + [2.0] * 2
    assert not (plans.folder / "run" / ".variety").exists()


def test_the_figures_are_those_of_matchups_and_the_rest_of_the_run_is_as_without(plans: Project) -> None:
    assert plans.here("run", "variants.yaml", "--out", "run", "-q").code == 0
    assert plans.here("matchups", "variants.yaml", "--deals", 100, "--out", "met", "-q").code == 0
    found, met = summary(plans, "run"), json.loads(plans.read("met/summary.json"))["fields"]
    for cell, field in zip(found["variety"], met, strict=True):
        assert (cell["viable_plans"], cell.get("difference")) == (field["viable_plans"], field.get("viable_change"))
        assert (cell["games"], cell["deals"], cell.get("change")) == (field["games"], field["deals"], field.get("viable_verdict"))
    assert plans.here("run", "variants.yaml", "--measure", "none", "--out", "without", "-q").code == 0
    besides = ("variety", "no_reply", "answer")  # whose command names what is measured
    without = summary(plans, "without")
    assert {key: value for key, value in found.items() if key not in besides} == {k: v for k, v in without.items() if k not in besides}


def test_it_is_the_same_on_two_workers_kept_in_the_folder_and_played_once(plans: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    for workers in (1, 2):
        assert plans.here("run", "variants.yaml", "--workers", workers, "--out", f"on{workers}", "-q").code == 0
    for name in ("variety.json", "summary.json", "report.html", "tables/variety.csv"):
        assert plans.read(f"on1/{name}") == plans.read(f"on2/{name}"), name
    assert plans.here("report", "on1", "--format", "json").out.encode() == plans.read("on1/summary.json")
    assert "every plan against every other" not in plans.here("run", "variants.yaml", "--out", "on1").err
    more = plans.here("run", "variants.yaml", "--out", "on1", "--deals", 120)
    assert "9 line-ups, 120 deals each" in more.err
    assert summary(plans, "on1")["variety"][0]["deals"] == 120
    assert plans.here("report", "on1", "--variant", "short", "--out", "short.json", "--format", "json").code == 0
    assert [cell["variant"] for cell in json.loads(plans.read("short.json"))["variety"]] == ["short", "short"]


def test_a_damaged_file_is_told_by_the_report_and_played_anew_by_the_run(plans: Project) -> None:
    args = ("run", "plans.yaml", "--measure", "variety", "--out", "run", "-q")
    assert plans.here(*args).code == 0
    right = plans.read("run/variety.json")
    for wrong in (right.replace(b'"plans": 2', b'"plans": 3'), right[:200], b"{}", b"[1e999]", b"\xff"):
        plans.write("run/variety.json", wrong)
        shown = plans.here("report", "run")
        assert (shown.code, "variety.json" in shown.err, "Traceback" in shown.err) == (4, True, False)
        assert plans.here(*args).code == 0
        assert plans.read("run/variety.json") == right


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("measure: variaty", "bad.yml:4:10: measure: found the text 'variaty', expected feel, regret, reply, variety or none, or a list"),
        ("strategies: [random]\nmeasure: variety", "bad.yml:5:10: measure: variety: only one plan plays (random)"),
        ("strategies: [random]\nmeasure: [feel, variety]", "bad.yml:5:17: measure: variety: only one plan plays (random)"),
        ("strategies: [random, copy]\nmeasure: variety", "measure: variety: all strategies are the same plan (random, copy)"),
        (
            "measure: variety\nevery: {patch.setup.goal: 1..350}",
            "measure: variety: found 1,050 line-ups (3 strategies, 350 variants)",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused_with_nothing_written(project: Project, line: str, says: str) -> None:
    project.write("strategies/pig/copy.yaml", (project.folder / "strategies" / "pig" / "random.yaml").read_bytes())
    own = "# players" if "strategies" in line else "strategies: [random, hold_at_20, hold_at_25]"
    project.write("bad.yml", f"game: pig\nplayers: 2\n{own}\n{line}\n")
    before = project.files()
    for more in ((), ("--dry-run",)):
        shown = project.here("run", "bad.yml", *more)
        assert (shown.code, project.files()) == (2, before)
        assert says in shown.err


def test_the_plan_tells_how_many_games_that_is(plans: Project) -> None:
    shown = plans.here("run", "variants.yaml", "--dry-run", "--deals", 5000)
    assert "variety (9 line-ups, 1,000 deals each: 24,000 games, roughly" in " ".join(shown.out.split())
    made = json.loads(plans.here("run", "variants.yaml", "--dry-run", "--deals", 5000, "--format", "json").out)
    assert {key: made["variety"][key] for key in ("line_ups", "deals", "games")} == {"line_ups": 9, "deals": 1000, "games": 24_000}


def test_targets_judge_it_in_a_run_and_in_matchups(plans: Project) -> None:
    assert plans.here("run", "variants.yaml", "--out", "run", "-q").code == 0
    assert plans.here("matchups", "variants.yaml", "--deals", 100, "--out", "met", "-q").code == 0
    asked = {
        "viable plans: {within: at least 2, variant: short}": (["met"] * 2, 0),
        "viable plans: at least 2": (["missed"] * 4 + ["met"] * 2, 1),
        "viable plans: {within: 1 .. 1.5, players: 3, variant: long}": (["met"], 0),
    }
    for folder in ("run", "met"):
        for text, (answers, code) in asked.items():
            plans.write("targets.yaml", f"targets:\n  {text}\n")
            told = plans.here("gate", folder, "targets.yaml", "--format", "json")
            assert ([row["answer"] for row in json.loads(told.out)["targets"]], told.code) == (answers, code)
            assert [row.answer for row in simcli.gate(folder, "targets.yaml").targets] == answers
    plans.write("targets.yaml", "targets: {random weight in the lottery: at most 10 %}\n")
    assert plans.here("gate", "met", "targets.yaml").code == 1
    plans.write("targets.yaml", "targets: {viable plans: at least 20 %}\n")
    assert "the figure is no share, its bounds are in per cent" in plans.here("gate", "met", "targets.yaml").err


def test_what_is_open_is_told_with_the_matchups_that_would_tell(project: Project) -> None:
    project.write("close.yaml", "game: pig\nplayers: 2\nstrategies: [hold_at_20, hold_at_25]\ndeals: 100\nmeasure: variety\n")
    assert project.here("run", "close.yaml", "--out", "run", "-q").code == 0
    value = summary(project, "run")["variety"][0]["viable_plans"]
    assert value[0] < value[2]
    project.write("targets.yaml", "targets: {viable plans: at least 1.5}\n")
    told = project.here("gate", "run", "targets.yaml")
    assert told.code == 3
    (row,) = simcli.gate("run", "targets.yaml").targets
    assert row.deals is not None
    command = f"simcli matchups close.yaml --seed 1 --deals {row.deals}"
    assert f"about {row.deals:,} deals would settle it." in told.out.lower()
    assert "The matchups have a folder of their own: judge that one." in told.out
    assert f"\n{command}\n" in told.out


def test_a_run_without_it_says_how_it_is_had(plans: Project) -> None:
    assert plans.here("run", "plans.yaml", "--out", "run", "-q").code == 0
    plans.write("targets.yaml", "targets: {viable plans: at least 3}\n")
    told = plans.here("gate", "run", "targets.yaml")
    assert told.code == 2
    assert "play it with --measure variety, or judge the folder of `simcli matchups`" in told.err


def test_matchups_that_were_stopped_go_on_to_the_same_bytes(project: Project) -> None:
    project.write("plans.yaml", PLANS)
    args = ("run", "plans.yaml", "--measure", "variety", "--deals", 1000, "--set", "strategies=[hold_at_20,hold_at_25,random]")
    state = project.folder / "stopped" / ".variety" / "batches.log"
    shown = project.stop_when(signal.SIGKILL, state.exists, *args, "--out", "stopped")
    assert shown.code != 0
    assert project.here(*args, "--out", "stopped", "-q").code == 0
    assert project.here(*args, "--out", "straight", "-q").code == 0
    for name in ("variety.json", "summary.json"):
        assert project.read(f"stopped/{name}") == project.read(f"straight/{name}")
    assert not state.parent.exists()


FIX = ("--by", "die.two.points", "--within", "0..2", "--deals", 400)
FIX_SCHEMA = schema("fix")


@pytest.mark.parametrize("goal", ["viable plans at least 2", "variety: at least 2", "Viable  plans 2 .. 2"])
def test_the_smallest_change_that_makes_two_plans_viable_is_found(plans: Project, goal: str) -> None:
    shown = plans.here("fix", "plans.yaml", "--goal", goal, *FIX, "--format", "json", "--out", "run")
    assert shown.code == 0, shown.err
    found = json.loads(shown.out)
    jsonschema.validate(found, FIX_SCHEMA)
    assert (found["outcome"], found["numbers"]) == ("found", [{"path": "die.two.points", "name": "two points", "value": 1, "to": 0}])
    (certificate,) = found["certificates"]
    for row, base in zip(certificate["rows"], certificate["as_it_is"], strict=True):
        assert (row["of"], row["target"], row["value"], row["verdict"]) == ("viable plans", 2.0, [2.0] * 3, "even")
        assert (base["value"], base["verdict"]) == ([1.0] * 3, "even" if base["side"] == "at most" else "less")
    assert {tuple(one["to"] for one in tried["numbers"]): tried["status"] for tried in found["tried"]}[()] == "uneven"
    assert "plans against each other in each: 1 line-ups" in shown.err


def test_what_the_fix_leaves_is_a_folder_of_matchups_that_its_command_repeats(plans: Project) -> None:
    args = ("fix", "plans.yaml", "--goal", "viable plans at least 2", *FIX)
    shown = plans.here(*args, "--out", "run", "--workers", 1)
    assert shown.code == 0, shown.err
    text = "Set two points to 0: viable plans are then at least 2.\nCertain on 400 new deals."
    assert text in shown.out
    assert "viable plans 1.00 ± 0.00 2.00 ± 0.00 +1.00 reached" in [" ".join(line.split()) for line in shown.out.splitlines()]
    page = html.unescape(plans.read("run/report.html").decode().replace("<wbr>", ""))
    assert text.partition("\n")[0] in page
    assert plans.here(*command_of(plans, "run"), "--out", "two", "--workers", 2, "-q").code == 0
    for name in ("fix.json", "tables/fix.csv", "summary.json", "report.html"):
        assert plans.read(f"run/{name}") == plans.read(f"two/{name}"), name
    made = simcli.fix("plans.yaml", "viable plans at least 2", ["die.two.points"], within=["0..2"], deals=400)
    assert made.report("json") == plans.read("run/fix.json").decode()
    words = shlex.split(made.command)[1:]
    assert words[0] == "matchups"
    repeated = json.loads(plans.here(*words, "--format", "json", "-q").out)
    first = json.loads(plans.read("run/summary.json"))
    assert repeated["fields"] == first["fields"]
    assert [field["viable_plans"] for field in first["fields"]] == [[1.0] * 3, [2.0] * 3]


def test_a_goal_that_is_reached_already_or_by_no_change_is_told(plans: Project) -> None:
    shown = plans.here("fix", "plans.yaml", "--goal", "viable plans at most 1.5", *FIX, "--out", "done")
    assert (shown.code, "No change is needed: viable plans are at most 1.5 already." in shown.out) == (0, True)
    shown = plans.here("fix", "plans.yaml", "--goal", "viable plans at least 2", "--by", "die.two.points", "--within", "1..3", *FIX[-2:])
    nearest = "No change of these numbers makes viable plans at least 2; the game as it is comes nearest."
    assert (shown.code, nearest in shown.out) == (1, True)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--goal", "viable plans"), "--goal viable plans: found no bounds of a number of viable plans"),
        (("--goal", "variety at least 20 %"), "found no bounds of a number of viable plans"),
        (("--goal", "viable plans at least 3"), "with 2 plans there are 1 to 2 viable ones"),
        (("--goal", "viable plans at most 0.5"), "with 2 plans there are 1 to 2 viable ones"),
        (("--goal", "viable plans 2 .. 1"), "'2 .. 1' begins above its end"),
        (("--goal", "viable plants at least 2"), "this cannot be asked of these games"),
        (("--goal", "viable plans at least 2", "--set", "strategies=[random]"), "only one plan plays (random)"),
    ],
)
def test_goals_that_cannot_be_are_refused_before_anything_is_written(plans: Project, args: tuple[str, ...], says: str) -> None:
    before = plans.files()
    shown = plans.here("fix", "plans.yaml", *FIX, *args)
    assert (shown.code, plans.files()) == (2, before)
    assert says in shown.err


NUMBERS_SCHEMA = schema("sensitivity")


@pytest.mark.parametrize("name", ["viable plans", "Variety"])
def test_sensitivity_tells_which_number_moves_it(plans: Project, name: str) -> None:
    args = ("sensitivity", "plans.yaml", "die.two.points", "setup.goal", "--of", name, "--out", "run")
    shown = plans.here(*args, "--format", "json", "--workers", 1)
    assert shown.code == 0, shown.err
    assert "after the run, for the number of viable plans: 5 line-ups, 100 deals each: 1,000 games, roughly" in shown.err
    found = json.loads(shown.out)
    jsonschema.validate(found, NUMBERS_SCHEMA)
    assert (found["figure"], found["unit"]) == ("viable plans", "number")
    first, second = found["numbers"]
    assert (first["path"], first["less"]["value"], first["less"]["verdict"]) == ("die.two.points", [1.0] * 3, "more")
    assert (first["more"]["value"], first["more"]["verdict"], second["path"]) == ([0.0] * 3, "even", "setup.goal")
    assert found["answer"] == "Two points moves the number of viable plans most: one less changes it by +1.00."
    assert found["answer"] in shown.out
    page = plans.read("run/report.html").decode().replace("<wbr>", "")
    assert "Which number moves the number of viable plans most?" in page
    assert summary(plans, "run")["variety"][0]["variant"] == "as it is"
    assert plans.here(*args, "--workers", 2, "--format", "json").out == shown.out
    plans.here(*(*args[:-1], "two"), "--workers", 2, "-q")
    assert plans.read("two/sensitivity.json") == plans.read("run/sensitivity.json")
    assert plans.here("report", "run").code == 0


def test_no_number_that_moves_it_is_said_and_what_cannot_be_is_refused(plans: Project) -> None:
    shown = plans.here("sensitivity", "plans.yaml", "setup.goal", "--of", "viable plans", "--out", "run")
    assert (shown.code, shown.out.startswith("No number moves the number of viable plans.\n")) == (0, True)
    before = plans.files()
    shown = plans.here("sensitivity", "plans.yaml", "setup.goal", "--of", "variety", "--set", "strategies=[random]")
    assert (shown.code, "--of variety: only one plan plays (random)" in shown.err, plans.files()) == (2, True, before)
    shown = plans.here("sensitivity", "plans.yaml", "setup.goal", "--of", "viable plants")
    assert (shown.code, "did you mean 'viable plans'?" in shown.err) == (2, True)
