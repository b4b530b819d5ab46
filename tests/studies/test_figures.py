"""Figures by name: the same names for targets, goals and sensitivities, and goals with bounds whose truth follows from the die."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import simcli
from simcli.config import load_config
from simcli.config.run.numbers import load_one_game
from simcli.sim.plan import make_plan
from simcli.sim.tally import Tally
from simcli.stats.figures.named import Place, places_of
from simcli.stats.figures.registry import by_name, named, plain_name
from simcli.studies.counted import cell_tally
from simcli.studies.fix.question import goal_of
from simcli.studies.sensitivity.question import ask
from tests.cli.project import Project
from tests.studies.fix.test_command import fixed
from tests.studies.sensitivity.test_command import turn_of

ROUNDS = (
    "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ntables: mirror\ndeals: 4000\n"
    "options: {last_round_ends: LAST}\npatch: {setup: {goal: GOAL, max_rounds: N}}\ntolerance: 2 %\n"
)
"""So many turns each: of each turn it is known what it brings."""


def rounds(n: int, goal: int = 900, last: str = "true") -> str:
    return ROUNDS.replace("LAST", last).replace("GOAL", str(goal)).replace("N", str(n))


def margin_of(n: int) -> float:
    """Mean difference of the scores after n turns each of `hold_at_20`, which stops at 20 to 25 points or has none."""
    turn = {points: turn_of(points) - turn_of(points + 1) for points in range(20, 26)}
    turn[0] = 1.0 - sum(turn.values())
    score = {0: 1.0}
    for _ in range(n):
        new: dict[int, float] = {}
        for (have, chance), (more, part) in product(score.items(), turn.items()):
            new[have + more] = new.get(have + more, 0.0) + chance * part
        score = new
    return sum(p * q * abs(one - other) for (one, p), (other, q) in product(score.items(), score.items()))


def stalled_of(n: int) -> float:
    """Share of the games in which nobody comes to 20 points in a turn, of n each; a turn that ends has 20 or none."""
    return float((1.0 - turn_of(20)) ** (2 * n))


def cell_names(run: Any) -> set[str]:
    """Every name by which the cells of a run know a figure, as it is looked up."""
    found: set[str] = set()
    for cell in make_plan(replace(run, variants=())).cells:
        found |= set(by_name((names, topic) for names, topic, _ in named(cell_tally(run, cell, Tally.empty(cell.layout)))))
    return found


def played_names(place: Place) -> set[str]:
    """Every name by which a target may name a figure of a run."""
    return {plain_name(name) for name in place.names}


def goal_text(name: str, place: Place) -> str:
    figure = place.find(name)
    assert figure is not None
    return f"{name} at most 5{' %' if figure.is_share else ''}"


def known_everywhere(run: Any, config: str, names: list[str], place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Goals and sensitivities take a name and mean the same by it. The variants of a sensitivity take no part in that, and are left out."""
    one = replace(run.played_variants[0], name="one of them")
    monkeypatch.setattr("simcli.studies.sensitivity.question.other_games", lambda *_: ([(None, one)], []))
    monkeypatch.setattr("simcli.studies.sensitivity.question._check_number", lambda *_: None)
    for name in names:
        goal = goal_of(run, goal_text(name, place))
        found = ask(config, (), of=name, players=run.players)
        assert found.run.study is not None
        assert found.run.study.figure == goal.topic.name
        assert plain_name(goal.topic.name) in cell_names(run)


@pytest.mark.parametrize("strategies", ["[hold_at_20]", "[hold_at_20, random]"])
def test_targets_goals_and_sensitivities_know_the_same_names(project: Project, monkeypatch: pytest.MonkeyPatch, strategies: str) -> None:
    project.write("turn.yaml", rounds(2).replace("[hold_at_20]\ntables: mirror", f"{strategies}\ntables: mixed"))
    result = simcli.simulate("turn.yaml", deals=40)
    (place,) = places_of(result.results)
    names, own = cell_names(result.resolved), played_names(place)
    # Of a single strategy the share is even by construction: a target may say so, no change can be made.
    fixed_share = {"hold_at_20 win share", "strategy hold_at_20 win share"} if strategies == "[hold_at_20]" else set()
    assert own - names == fixed_share
    assert names - own == set()
    known_everywhere(load_one_game("turn.yaml"), "turn.yaml", sorted(names), place, monkeypatch)


def test_a_large_game_has_the_same_names_for_all(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run = load_config("kings_guild/plans", players=[3], deals=4)
    (place,) = places_of(simcli.simulate(run).results)
    names = sorted(cell_names(run))
    assert set(names) == played_names(place)
    assert len(names) > 2000
    known_everywhere(load_one_game("kings_guild/plans", players=[3]), "kings_guild/plans", names[:: len(names) // 12], place, monkeypatch)


def test_a_margin_is_a_goal(project: Project) -> None:
    """From 3 rounds down: 2 still have more than 14 points between the players, 1 has less."""
    assert margin_of(2) > 14 > margin_of(1) + 2
    project.write("turn.yaml", rounds(3))
    found = fixed(project, 0, "turn.yaml", "--goal", "Margin at most 14", "--by", "setup.max_rounds", "--within", "1..4", "--out", "run")
    assert (found["goal"], found["outcome"]) == ("margin at most 14", "found")
    assert [(one["path"], one["to"]) for one in found["numbers"]] == [("setup.max_rounds", 1)]
    (row,), (base,) = found["certificates"][-1]["rows"], found["certificates"][-1]["as_it_is"]
    assert row["value"][0] < margin_of(1) < row["value"][2] < 14
    assert base["value"][0] < margin_of(3) < base["value"][2]
    assert (row["of"], row["target"], row["side"], row["unit"]) == ("margin", 14.0, "at most", "points")
    status = {one["numbers"][0]["to"] if one["numbers"] else 3: one["status"] for one in found["tried"]}
    assert status == {1: "even", 2: "uneven", 3: "uneven", 4: "uneven"}
    text = found["answer"]
    assert text == "Set max rounds to 1: margin is then at most 14."
    assert found["confidence"].endswith("no smaller change does.")
    page = project.read("run/report.html").decode()
    assert text in page
    none = project.here("fix", "turn.yaml", "--goal", "margin at most 2", "--by", "setup.max_rounds", "--within", "1..4")
    assert none.code == 1, none.err
    assert none.out.startswith("No change of these numbers makes margin at most 2; max rounds 1 comes nearest.\n")


def test_stalled_games_are_a_goal_and_can_be_watched(project: Project) -> None:
    """Without a rule for the last round a game in which nobody comes to 20 in n turns is broken off."""
    shares = [stalled_of(n) for n in range(1, 7)]
    assert shares[3] > 0.02 > shares[4] * 1.5
    project.write("turn.yaml", rounds(3, 20, "false"))
    search = ("--by", "setup.max_rounds", "--within", "1..6", "--deals", 6000)
    found = fixed(project, 0, "turn.yaml", "--goal", "stalled games at most 2 %", *search, "--out", "run")
    assert [one["to"] for one in found["numbers"]] == [5]
    assert found["certificates"][-1]["rows"][0]["unit"] == "share"
    assert found["answer"] == "Set max rounds to 5: stalled games are then at most 2 %."
    found_numbers = simcli.sensitivity("turn.yaml", ["setup.max_rounds"], of="Stalled games")
    moved = found_numbers.results
    assert moved.unit == "share"
    (number,) = moved.numbers
    assert number.less is not None
    assert number.more is not None
    assert number.less.test.verdict == "more"
    for effect, n in ((number.less, 2), (number.more, 4)):
        assert effect.value.low < shares[n - 1] - shares[2] < effect.value.high  # type: ignore[operator]
    assert found_numbers.answer.claim.startswith("Max rounds moves the share of the stalled games most: one less changes it by +")


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("margn at most 3", "hint: did you mean 'margin at most 3'?"),
        ("seat 1 win shar even", "hint: did you mean 'seat 1 win share even'?"),
        ("seat 3 win share at most 20 %", "this cannot be asked of these games hint: did you mean 'seat"),
        ("margin", "found no bounds of margin hint: write '24 % .. 26 %', 'at least 8' or 'at most 5 %'"),
        ("margin even", "there is no even margin hint: write"),
        ("margin at most 3 %", "the figure is no share, its bounds are in per cent hint: write 8 .. 12"),
        ("seat 1 win share at most 3", "the figure is a share, its bounds are not in per cent hint: write 24 % .. 26 %"),
        ("seat 1 win share 3 % .. 2 %", "'3 % .. 2 %' begins above its end hint: write the lower bound first"),
        ("seat 1 win share 3 .. 20 %", "one bound of '3 .. 20 %' is in per cent, the other is not"),
        ("six win share per copy held even", "who holds an item says nothing of what it is worth, so nothing is judged by it"),
        ("six win share if held at most 60 %", "who holds an item says nothing of what it is worth, so nothing is judged by it"),
        ("face six even", "no player takes or uses a face of Pig by choice, so it can be denied to none"),
        ("six loss per copy at most 5 %", "no player takes or uses a face of Pig by choice, so it can be denied to none"),
    ],
)
def test_a_wrong_goal_is_refused_with_a_hint_and_nothing_is_written(project: Project, goal: str, said: str) -> None:
    project.write("turn.yaml", rounds(3))
    before = project.files()
    shown = project.here("fix", "turn.yaml", "--goal", goal, "--by", "setup.max_rounds")
    assert shown.code == 2, shown.err
    assert f"--goal {goal}: " in shown.err
    assert said in " ".join(shown.err.split())
    assert project.files() == before


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("seat 1 win share even", "seat 1 even"),
        ("face six win share per copy offered even", "item six offer even"),
        ("six win share if offered even", "item six win share if offered even"),
        ("seat 2 win share: 20 % .. 62.5 %", "seat 2 win share 20 % .. 62.5 %"),
        ("rounds at least 8", "rounds at least 8"),
        ("seat 1 held face 1 .. 2", "seat 1 held face 1 .. 2"),
        ("viable plans at least 2", "viable plans at least 2"),
    ],
)
def test_a_goal_has_one_name_and_that_means_it(project: Project, goal: str, name: str) -> None:
    project.write("turn.yaml", rounds(3).replace("[hold_at_20]\ntables: mirror", "[hold_at_20, hold_at_25]\ntables: mixed"))
    run = load_one_game("turn.yaml")
    assert goal_of(run, goal).name == name
    assert goal_of(run, name) == goal_of(run, goal)


@pytest.mark.parametrize("figure", ["knight win share if held", "guild knight points per copy held", "item knight win share per copy held"])
def test_what_holding_goes_with_is_watched_by_no_sensitivity(project: Project, figure: str) -> None:
    shown = project.here("sensitivity", "guildes/plans", "guilds.knight.copies", "--of", figure, "--players", 3)
    assert shown.code == 2
    assert f"--of {figure}: who holds an item says nothing of what it is worth" in " ".join(shown.err.split())
    assert not project.files() & {"reports"}


def test_what_a_copy_is_worth_is_watched_by_no_sensitivity_which_denies_nothing(project: Project) -> None:
    shown = project.here("sensitivity", "guildes/plans", "guilds.knight.copies", "--of", "knight loss per copy", "--players", 3)
    assert shown.code == 2
    said = " ".join(shown.err.split())
    assert "what a copy is worth is known where one player is denied each item of a kind in turn" in said
    assert "here ask 'NAME win share per copy offered' or 'NAME holders'" in said
