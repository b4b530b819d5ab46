"""`simcli regret` with the compiled toy game: what a look-ahead gains over its plans."""

from __future__ import annotations

import csv
import io
import json
import re

import jsonschema
import pytest

import simcli
from tests.cli.project import Project, schema

BAD = 'game: pig\nidea: "Holds with nothing at risk."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'
VARIANTS = "game: pig\nplayers: 2\nstrategies: [random]\nbase: short\nvariants: {long: {}, short: {patch: {setup: {goal: 30}}}}\n"
SCHEMA = schema("regret")


def test_it_says_first_what_a_look_ahead_wins(project: Project) -> None:
    project.write("bad.yaml", BAD)
    shown = project.here("regret", "pig.yaml", "--set", "strategies=[bad.yaml]", "--players", 2, "--deals", 400, "--out", "out")
    assert shown.code == 0, shown.err
    first, sure = shown.out.splitlines()[:2]
    assert re.fullmatch(r"Look-ahead would win about \d+ in 100 games more than bad: read verdicts as those of casual play\.", first)
    assert sure == "The gain is certain."
    assert "looked ahead: a choice of each of 800 games" in shown.err
    found = json.loads(project.read("out/regret.json"))
    jsonschema.validate(found, SCHEMA)
    (plan,) = found["cells"][0]["plans"]
    assert first.split()[4] == str(round(100 * plan["game"][1]))
    rows = list(csv.DictReader(io.StringIO(project.read("out/tables/regret.csv").decode())))
    assert [row["decision"] for row in rows] == ["", "turn", "turn", "turn"]
    assert sum(int(row["looked"]) for row in rows if row["action"]) == int(rows[0]["looked"])
    assert [float(row["gain"]) for row in rows[:2]] == [plan["gain"][1]] * 2


def test_the_parts_add_up_and_the_better_plan_leaves_less(project: Project) -> None:
    bad = project.write("bad.yaml", BAD)
    config = {"game": "pig", "players": [2, 3], "strategies": ["hold_at_20", str(bad), "random"]}
    found = simcli.regret(config, deals=400).results
    for cell in found.cells:
        plans = {plan.strategy: plan for plan in cell.plans}
        assert sum(plan.looked for plan in plans.values()) == cell.games == 400 * cell.players
        assert plans["hold_at_20"].gain.known < min(plans["random"].gain.known, plans["bad"].gain.known)
        for plan in plans.values():
            for parts in (plan.decisions, plan.actions):
                if sum(one.looked for one in parts) == plan.looked:  # an action that is looked at less often is not listed
                    assert sum(one.choices for one in parts) == pytest.approx(plan.choices)
                    assert sum(one.choices * one.gain.known for one in parts) == pytest.approx(plan.choices * plan.gain.known, abs=1e-6)
            assert sum(one.looked for one in plan.decisions) == plan.looked
            assert plan.game.known < 1.0 - 1.0 / cell.players


def test_equal_bytes_on_one_and_two_workers_and_after_a_stop(project: Project) -> None:
    args = ("regret", "pig.yaml", "--deals", 60, "--worlds", 4, "-q")
    assert project.here(*args, "--out", "one", "--workers", 1).code == 0
    assert project.here(*args, "--out", "two", "--workers", 2).code == 0
    assert project.read("one/regret.json") == project.read("two/regret.json")
    other = project.here(*args, "--seed", 5, "--out", "other", "--workers", 1)
    assert other.code == 0
    assert project.read("one/regret.json") != project.read("other/regret.json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--worlds", 3), "--worlds: found 3, expected an even number"),
        (("--worlds", 0), "greater than or equal to 2"),
    ],
)
def test_what_cannot_be_asked_is_refused(project: Project, words: tuple[object, ...], said: str) -> None:
    shown = project.here("regret", "pig.yaml", "--deals", 4, *words, "--out", "out")
    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err
    assert not (project.folder / "out").exists()


def test_a_run_counts_what_simcli_regret_tells(project: Project) -> None:
    shown = project.here("run", "pig.yaml", "--deals", 40, "--measure", "regret", "--out", "with", "--workers", 1)
    assert shown.code == 0, shown.err
    assert "looking ahead at a choice of each game of 40 deals" in shown.err
    found = json.loads(project.read("with/summary.json"))["regret"]
    alone = json.loads(project.here("regret", "pig.yaml", "--deals", 40, "--format", "json").out)
    assert found == alone["cells"]
    page = project.read("with/report.html").decode()
    assert '<section id="regret">' in page
    said = f"Players: {alone['answer'][0].lower()}{alone['answer'][1:]}"
    assert said in page
    assert said in shown.err or "play" in shown.err.splitlines()[-1]
    assert "not checked" not in shown.err
    rows = list(csv.DictReader(io.StringIO(project.read("with/tables/regret.csv").decode())))
    parts = [plan for cell in found for plan in cell["plans"]]
    assert len(rows) == len(found) + sum(1 + len(plan["decisions"]) + len(plan["actions"]) for plan in parts)
    again = project.here("run", "pig.yaml", "--deals", 40, "--measure", "regret", "--out", "with")
    assert "looking ahead" not in again.err
    more = project.here("run", "pig.yaml", "--deals", 60, "--measure", "regret", "--out", "with", "-q")
    assert more.code == 0
    assert json.loads(project.read("with/summary.json"))["regret"][0]["deals"] == 60


def test_a_run_of_variants_is_looked_at_in_its_base(project: Project) -> None:
    project.write("two.yaml", VARIANTS)
    assert project.here("run", "two.yaml", "--deals", 40, "--measure", "regret", "--out", "out", "-q").code == 0
    (cell,) = json.loads(project.read("out/summary.json"))["regret"]
    assert (cell["variant"], cell["deals"]) == ("short", 40)
    assert project.here("report", "out", "--variant", "long", "--format", "json").code == 0
