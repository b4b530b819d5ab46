"""Files of `kind: learned`: what they say, and every reason why one is refused, at its line and with what to do."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from simcli.base.models import Trees, column_codes
from simcli.config import ResolvedRun, Strategy
from simcli.config.players.learned_keys import Learned, learned_text, made_of
from simcli.config.run.stored import restore_run
from simcli.config.yaml.text_files import read_mapping
from simcli.errors import UserError
from simcli.testing.playthrough import stumps
from tests.config.hats_game import GAME
from tests.config.project import Project

HEAD = "game: hats\nplayers: 2\nstrategies: [./mine.yaml]\n"
PLAN = "game: hats\ntemperature: 0.5\nweights: {all: {value: 1.5}, take: {rivals: -0.25}}\n"
COLUMNS = {"take": ("value", "mean.rivals", "table.legal", "plan.rank"), "keep": ("left",)}
AGAIN = "(`simcli learn hats` learns one for the game as it is)"
NO_WEIGHTS = "has no weights to find favourites with (name a YAML strategy with weights, such as balanced)"


def trees(columns: int) -> str:
    return stumps(columns, Random(columns)).text()


LEARNED = Learned("bold", 6, 0, COLUMNS, {name: trees(len(row)) for name, row in COLUMNS.items()})


@pytest.fixture
def bold(project: Project) -> Strategy:
    (plan,) = project.load("game: hats\nplayers: 2\nstrategies: [bold]\n").strategies
    return plan


def text(bold: Strategy, learned: Learned = LEARNED, plan: str = "bold") -> str:
    """A file whose sums are those of what it says."""
    return learned_text(GAME, learned, 'Takes "the" best.', plan, made_of(GAME, learned, bold.weights, bold.temperature), ["One.", "Two."])


def wrong(project: Project, file: str) -> list[str]:
    project.write("mine.yaml", file)
    return project.problems(HEAD)


def line_of(file: str, key: str) -> int:
    return next(number for number, line in enumerate(file.splitlines(), 1) if line.lstrip().startswith(f"{key}:"))


def test_a_file_says_what_was_learned(project: Project, bold: Strategy) -> None:
    project.write("mine.yaml", text(bold))
    run = project.load(HEAD)
    (one,) = run.strategies
    assert (one.kind, one.idea, one.rollout, one.best, one.where) == ("learned", 'Takes "the" best.', "bold", 6, "mine.yaml")
    assert (one.weights, one.temperature) == (bold.weights, 500)
    assert one.learned == LEARNED
    assert text(bold).startswith("# One.\n# Two.\ngame: hats\nkind: learned\n")
    assert {"playouts"}.isdisjoint(one.to_json())
    assert "columns" not in bold.to_json()
    assert ResolvedRun.from_json(run.to_json()) == run
    project.write("mine.yaml", text(bold, replace(LEARNED, columns={"take": COLUMNS["take"]}, trees={"take": LEARNED.trees["take"]})))
    assert project.load(HEAD).identity() != run.identity()


def test_its_plan_may_be_a_file_beside_it(project: Project, bold: Strategy) -> None:
    project.write("sub/plan.yaml", PLAN)
    project.write("sub/mine.yaml", text(bold, replace(LEARNED, plan="plan"), "./plan.yaml"))
    (one,) = project.load(HEAD.replace("./mine", "./sub/mine")).strategies
    assert (one.rollout, one.weights) == ("plan", bold.weights)


def test_what_was_changed_by_hand_is_refused(project: Project, bold: Strategy) -> None:
    right, other = text(bold), stumps(4, Random(9)).text()
    line = line_of(right, "checksum")
    said = [f"mine.yaml:{line}:11: checksum: what was learned has been changed {AGAIN}"]
    assert wrong(project, right.replace(LEARNED.trees["take"], other)) == said
    assert wrong(project, right.replace("best: 6", "best: 7")) == said
    assert wrong(project, right.replace('"value", "mean.rivals"', '"mean.rivals", "value"')) == said
    assert wrong(project, right.replace(f"\n{right.splitlines()[line - 1]}", "")) == [
        f"mine.yaml:3:1: checksum: what was learned has been changed {AGAIN}"
    ]


@pytest.mark.parametrize(("old", "new"), [("-0.25", "-0.5"), ("0.5", "0.6")])
def test_another_plan_than_it_learned_with_makes_it_outdated(project: Project, bold: Strategy, old: str, new: str) -> None:
    project.write("mine.yaml", text(bold))
    file = "lib/simcli/_shipped/strategies/hats/bold.yaml"
    project.write(file, project.files()[file].decode().replace(old, new, 1))
    said = "the player is outdated: its plan bold, or what its columns mean, is not what it was learned with"
    assert project.problems(HEAD) == [f"mine.yaml:{line_of(text(bold), 'made_of')}:10: {said} {AGAIN}"]


def test_so_do_columns_that_mean_something_else(project: Project, bold: Strategy, monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli import games

    project.write("mine.yaml", text(bold))
    take, *others = GAME.decisions
    features = (replace(take.features[0], text="half the points of the hat"), *take.features[1:])
    monkeypatch.setitem(games._registered, "hats", replace(GAME, decisions=(replace(take, features=features), *others)))
    (said,) = project.problems(HEAD)
    assert "the player is outdated: its plan bold, or what its columns mean" in said


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (
            {"columns": {"take": ("value", "valu"), "keep": ("left",)}},
            "take",
            "columns.take: the decision has no column 'valu', from which",
        ),
        ({"columns": {"take": ("left",), "keep": ("left",)}}, "take", "columns.take: the decision has no column 'left', from which"),
        ({"columns": {"take": (), "keep": ("left",)}}, "take", "columns.take: found an empty list, expected names of columns"),
        ({"columns": {"took": ("value",)}, "trees": {"took": trees(1)}}, "took", "columns: Hats has no decision 'took' (`simcli learn"),
        ({"columns": {"take": ("value",)}}, "keep", "trees: there are no columns for 'keep'"),
        ({"trees": {"take": trees(4)}}, "take", "trees: those of keep cannot be read (`simcli learn"),
        ({"trees": {"take": trees(5), "keep": trees(1)}}, "take", "trees: those of take cannot be read (`simcli learn"),
        ({"trees": {"take": "AAAA", "keep": trees(1)}}, "take", "trees: those of take cannot be read (`simcli learn"),
        ({"columns": {}, "trees": {}}, "columns", "columns: found nothing, expected something for each decision"),
        ({"best": 1}, "best", "best: found the number 1, expected a whole number from 2 to 8"),
        ({"best": 17}, "best", "best: found the number 17, expected a whole number from 2 to 8"),
    ],
)
def test_what_the_game_has_not_is_named(project: Project, bold: Strategy, change: dict[str, Any], place: str, said: str) -> None:
    file = text(bold, replace(LEARNED, **change))
    found = wrong(project, file)
    lines = {number for number, line in enumerate(file.splitlines(), 1) if line.lstrip().startswith((f"{place}:", "trees:"))}
    assert any(said in one for one in found), found
    assert {int(one.split(":")[1]) for one in found} <= {line + below for line in lines for below in (0, 1, 2)}, found


UNSOUND = {
    "a node that leads to itself": Trees(np.zeros(1, np.int32), np.array([[0, 0, 0, -1]], np.int32), np.zeros(1, np.int32)),
    "a leaf that is not there": Trees(np.zeros(1, np.int32), np.array([[0, 0, -1, -3]], np.int32), np.zeros(2, np.int32)),
    "a column that is not there": Trees(np.zeros(1, np.int32), np.array([[1, 0, -1, -2]], np.int32), np.zeros(2, np.int32)),
    "a root that is not there": Trees(np.ones(1, np.int32), np.array([[0, 0, -1, -2]], np.int32), np.zeros(2, np.int32)),
}


@pytest.mark.parametrize("kind", UNSOUND)
def test_trees_that_lead_nowhere_are_refused_with_right_sums(project: Project, bold: Strategy, kind: str) -> None:
    learned = replace(LEARNED, trees=LEARNED.trees | {"keep": UNSOUND[kind].text()})
    file = text(bold, learned)
    assert wrong(project, file) == [f"mine.yaml:{line_of(file, 'trees') + 1}:3: trees: those of keep cannot be read {AGAIN}"]


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("random", f"'random' {NO_WEIGHTS}"),
        ("./act.py", f"'./act.py' {NO_WEIGHTS}"),
        ("./ahead.yaml", f"'./ahead.yaml' {NO_WEIGHTS}"),
        ("./other.yaml", f"'./other.yaml' {NO_WEIGHTS}"),
        ("bolt", "there is no strategy 'bolt' (did you mean 'bold'?)"),
        ("./mine.yaml", "plan goes round: mine -> mine (let one of them stand alone)"),
        (" ", "plan: found the text ' ', expected the name or path of a strategy"),
    ],
)
def test_its_plan_has_weights(project: Project, bold: Strategy, plan: str, said: str) -> None:
    project.write("act.py", "def choose(s, t, actions, X, weights, noise):\n    return 0\n")
    project.write("ahead.yaml", "game: hats\nkind: search\nrollout: bold\n")
    project.write("other.yaml", text(bold))
    file = text(bold, plan=plan)
    assert wrong(project, file) == [f"mine.yaml:{line_of(file, 'plan')}:7: {said}"]


def test_without_a_plan_that_is_said(project: Project, bold: Strategy) -> None:
    file = text(bold)
    (said,) = wrong(project, file.replace('plan: "bold"\n', ""))
    assert said == "mine.yaml:3:1: the key 'plan' is missing (name the strategy with which it learned)"


def test_keys_of_other_kinds_are_refused_and_its_own_in_others(project: Project, bold: Strategy) -> None:
    file = text(bold) + "temperature: 1\nplayouts: 9\n"
    last = file.count("\n")
    assert wrong(project, file) == [
        f"mine.yaml:{last - 1}:1: a learned strategy has no temperature (remove it, or the line `kind: learned`)",
        f"mine.yaml:{last}:1: a learned strategy has no playouts (remove it, or the line `kind: learned`)",
    ]
    assert wrong(project, PLAN + "trees: {}\n") == ["mine.yaml:4:1: a heuristic strategy has no trees (add `kind: learned`, or remove it)"]


def test_nothing_builds_on_it_that_needs_weights(project: Project, bold: Strategy) -> None:
    project.write("other.yaml", text(bold))
    assert wrong(project, "game: hats\nextends: ./other.yaml\n") == [
        "mine.yaml:2:10: './other.yaml' has no weights to extend (extend a YAML strategy with weights)"
    ]


def test_a_search_that_rolls_out_with_it_is_guided_by_it(project: Project, bold: Strategy) -> None:
    project.write("other.yaml", text(bold))
    project.write("mine.yaml", "game: hats\nkind: search\nrollout: ./other.yaml\n")
    run = project.load(HEAD)
    (search,) = run.strategies
    assert (search.kind, search.rollout) == ("search", "./other.yaml")
    assert (search.weights, search.columns, search.trees) == (bold.weights, LEARNED.columns, LEARNED.trees)
    assert restore_run(run.to_json()) == run


def test_a_stored_run_is_restored_and_one_whose_trees_were_changed_refused(project: Project, bold: Strategy) -> None:
    project.write("mine.yaml", text(bold))
    run = project.load(HEAD)
    assert restore_run(run.to_json()) == run
    data = run.to_json()
    for change in (
        {"trees": data["strategies"][0]["trees"] | {"keep": UNSOUND["a leaf that is not there"].text()}},
        {"trees": data["strategies"][0]["trees"] | {"keep": "x"}},
        {"trees": {}},
        {"columns": {"take": ["value"], "keep": ["left"]}},
        {"columns": {"take": ["valu"] * 4, "keep": ["left"]}},
        {"columns": {"take": "value", "keep": ["left"]}},
        {"columns": []},
        {"best": 99},
        {"best": "x"},
    ):
        changed = run.to_json() | {"strategies": [data["strategies"][0] | change]}
        with pytest.raises(UserError, match="the stored run: strategies cannot be used"):
            restore_run(changed)
    with pytest.raises(UserError, match="its identity does not match its contents"):
        restore_run(data | {"strategies": [data["strategies"][0] | {"trees": LEARNED.trees | {"keep": stumps(1, Random(7)).text()}}]})


def test_every_column_of_a_decision_can_be_named(project: Project, bold: Strategy) -> None:
    columns = {decision.name: tuple(column_codes(GAME, decision)) for decision in GAME.decisions}
    assert columns["bow"] == ("table.players", "table.round", "table.legal", "table.place", "plan.behind", "plan.rank")
    learned = Learned("bold", 8, 0, columns, {name: trees(len(row)) for name, row in columns.items()})
    project.write("mine.yaml", text(bold, learned))
    assert project.load(HEAD).strategies[0].learned == learned
    assert read_mapping(project.folder / "mine.yaml").data["columns"]["take"][:3] == ["value", "rivals", "mean.value"]
