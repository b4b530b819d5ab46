"""`simcli whatif` with the compiled toy game: a config as it is beside a change, on the same deals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from simcli.config.run.sets import change_name
from tests.cli.project import Project, command_of

SHORT = ("--set", "patch.setup.goal=50")


def played(project: Project, *args: object) -> dict[str, Any]:
    """The summary of a change."""
    shown = project.here("whatif", "pig.yaml", "--format", "json", "--deals", 200, "-q", *args)
    assert shown.code == 0, shown.err
    summary: dict[str, Any] = json.loads(shown.out)
    return summary


def test_it_plays_both_and_says_what_the_change_did(project: Project) -> None:
    shown = project.here("whatif", "pig.yaml", "--deals", 200, *SHORT, "--out", "run")
    assert shown.code == 0, shown.err
    assert shown.out.startswith("With goal 50, hold at 20 wins ")
    assert [line.split()[:5] for line in shown.out.splitlines() if line.startswith(("hold at 20", "random "))]
    page = project.read("run/report.html").decode()
    assert "What changes with goal 50?" in page
    summary = json.loads(project.read("run/summary.json"))
    assert summary["about"] == "variants"
    first, second = summary["cells"]
    assert (first["variant"], second["variant"], second["base"]) == ("as it is", "goal 50", "as it is")
    assert summary["variants"][1]["patch"] == {"setup": {"goal": 50}}
    (rounds,) = [row for row in second["differences"] if row["figure"] == "rounds"]
    assert rounds["verdict"] == "less"
    csv = project.here("whatif", "pig.yaml", "--deals", 200, *SHORT, "--format", "csv", "-q").out
    assert csv.startswith("variant,players,base,about,of,figure,part,value_low,value,value_high")


def test_the_command_on_the_page_repeats_it(project: Project) -> None:
    first = played(project, *SHORT)
    assert project.here("whatif", "pig.yaml", "--deals", 200, *SHORT, "--out", "run").code == 0
    words = command_of(project, "run")
    assert words[-2:] == ["--deals", "200"]
    repeated = project.here(*words, "--format", "json", "-q")
    assert json.loads(repeated.out) == first


def test_no_change_is_told_as_none(project: Project) -> None:
    shown = project.here("whatif", "pig.yaml", "--deals", 50, "--set", "patch.setup.goal=100", "--gate", "all")
    assert shown.out.startswith("Goal 100 changes nothing: the games are the same.\n")
    assert "gate all: none of 4 win shares changes by more than the tolerance" in shown.err
    assert shown.code == 0


@pytest.mark.parametrize(("gate", "deals", "code", "said"), [("seats", 20, 3, "unclear: "), ("strategies", 4000, 1, "changed: ")])
def test_a_gate_is_the_exit_code(project: Project, gate: str, deals: int, code: int, said: str) -> None:
    shown = project.here("whatif", "pig.yaml", "--deals", deals, "--set", "patch.setup.goal=15", "--gate", gate)
    assert shown.code == code, shown.err
    assert f"gate {gate}: {said}" in shown.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--set", "players=3"), "--set players=3: two variants of one run cannot differ in 'players'"),
        (("--set", "option.must_roll=off"), "did you mean --set options.must_roll=off?"),
        (("--set", "patch.setup.gaol=50"), "--set patch.setup.gaol=50: patch: there is no 'gaol' in setup"),
        (("--set", "patch.goal=50"), "did you mean --set patch.setup.goal=50?"),
        (("--set", "setup.goal=50"), "did you mean --set patch.setup.goal=50?"),
        (("--set", "numbers.goal=50"), "did you mean --set patch.setup.goal=50?"),
        (("--set", "patch"), "--set patch: found no path and value"),
        (("--set", "goal 50"), '--set goal 50: found no path and value\n  hint: write --set "goal=50"'),
        (
            ("--set", "goal=50", "--deals", "1.000"),
            "found the number 1.0, expected a whole number from 1 to 1000000000\n  hint: write 1000, w",
        ),
        ((), "Missing option '--set'"),
    ],
)
def test_what_cannot_be_changed_is_refused(project: Project, args: tuple[str, ...], said: str) -> None:
    shown = project.here("whatif", "pig.yaml", *args, "--out", "run")
    assert shown.code == 2
    assert said in shown.err
    assert not (project.folder / "run").exists()


def test_a_config_with_variants_of_its_own_is_refused(project: Project) -> None:
    project.write("two.yaml", "game: pig\nplayers: 2\nstrategies: [random]\nvariants: {a: {}, b: {}}\n")
    shown = project.here("whatif", "two.yaml", *SHORT)
    assert shown.code == 2
    assert "two.yaml:4:1: the config has `variants`" in shown.err


def test_one_strategy_has_no_gate_of_strategies(project: Project) -> None:
    project.write("one.yaml", "game: pig\nplayers: 2\nstrategies: [random]\n")
    shown = project.here("whatif", "one.yaml", *SHORT, "--gate", "strategies")
    assert shown.code == 2
    assert "--gate strategies: strategies do not meet here" in shown.err


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        (["patch.guilds.knight.copies=12"], "knight copies 12"),
        (["options.events=on", "options.tricks=on"], "events on, tricks on"),
        (["patch.tables=0.5"], "tables 0,5"),
        (["restrict.seat 1.ban=[one]"], "seat 1 ban [one]"),
    ],
)
def test_a_change_is_called_by_its_last_words(changes: list[str], name: str) -> None:
    assert change_name(changes) == name
