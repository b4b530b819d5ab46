"""`simcli fix` with goals about what a copy of an item is worth: cards of known worth in the planted game, and what is refused.

Plans of the planted game add the values of the cards they keep, so that a card of value v is worth v / 100 x 1/4 x 3/4 of the games a copy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simcli
from simcli.config import load_config
from simcli.config.run.numbers import load_one_game
from simcli.errors import UserError
from simcli.stats.figures.goals import even_goals
from simcli.stats.figures.registry import FIGURES, LOSS
from simcli.studies.fix.play import FixResult
from simcli.studies.fix.question import ask, goal_of
from simcli.studies.known_figures import KnownFigures
from tests.cli.project import Project

PLAN = "game: plant\nkind: heuristic\nidea: test\ntemperature: 0\nweights:\n  keep: {{c05: {first}, value: 1}}\n  choose: {{{choice}: 1}}\n"
HANDS = {"setup": {"hand": 6, "keep": 3}}


@pytest.fixture
def planted(planted_game: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with plans: the strong one keeps c05 first, the weak one last, and one knows what cards are worth."""
    monkeypatch.chdir(tmp_path)
    for name, first, choice in (("strong", 1000, "rock"), ("weak", -1000, "plain"), ("knows", 0, "plain")):
        (tmp_path / f"{name}.yaml").write_text(PLAN.format(first=first, choice=choice))
    return tmp_path


def config(*plans: str, **numbers: int) -> dict[str, Any]:
    """A game of these plans in which cards and choices have these values."""
    patch = HANDS | {"plant": {name: {"value": value} for name, value in numbers.items()}}
    names = [f"./{plan}.yaml" for plan in plans]
    tables = "mixed" if len(plans) > 1 else "mirror"
    return {"game": "plant", "players": 4, "strategies": names, "tables": tables, "tolerance": "1 %", "patch": patch}


def innocent(seed: int) -> FixResult:
    """c05 is worth nothing, and the plan that wins 40 hundredths more keeps it first."""
    game = config("strong", "weak", rock=40, c01=10)
    return simcli.fix(game, "card c05 even", "plant.c05.value", within="-30..30 by 10", deals=2000, seed=seed)


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_card_that_strong_players_love_is_left_alone(seed: int) -> None:
    found = innocent(seed)
    assert (found.results.outcome, found.results.numbers) == ("nothing to fix", ())
    assert found.answer.claim == "No change is needed: c05 is even already."
    (row,) = found.results.certificates[-1].rows
    low, value, high = row.value
    assert None not in (low, high)
    assert -0.01 < low <= 0.0 <= high < 0.01, value
    (held,) = (item.win_share_if_held.known for item in found.run.results.cells[0].items if item.item == "c05")
    assert held > 0.28  # an even share is 0.25


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_card_that_is_too_strong_is_found_changed_and_certified(seed: int) -> None:
    """Of 20 points 3.75 of the games a copy are left, of 10 1.9: both beyond the tolerance of one."""
    found = simcli.fix(config("knows", c01=30), "c01 even", "plant.c01.value", within="0..30 by 10", deals=3000, seed=seed)
    assert found.results.outcome == "found"
    assert [(one.path, one.value, one.to) for one in found.results.numbers] == [("plant.c01.value", 30, 0)]
    certificate = found.results.certificates[-1]
    assert certificate.seed != seed
    (before,), (after,) = certificate.as_it_is, certificate.rows
    assert before.value.bounds is not None
    assert before.value.bounds[0] > 0.03
    assert after.value.bounds is not None
    assert -0.01 < after.value.bounds[0] <= 0.0 <= after.value.bounds[1] < 0.01
    told = {one.steps: one.status for one in found.results.tried}
    assert told[0] == told[10] == "uneven"
    assert found.answer.claim == "Set c01 value to 0 instead of 30: c01 is then even."


@pytest.mark.usefixtures("planted")
def test_the_middle_is_that_of_the_kind_and_the_fresh_deals_are_a_run_that_denies_each_in_turn(planted: Path) -> None:
    """Where all others are worth 15 points, a card that is kept first and worth nothing is weak, and is made worth as much."""
    values = {f"c{i:02}": 15 for i in range(1, 13) if i != 5}
    game = config("strong", **values)
    found = simcli.fix(game, "c05 even", "plant.c05.value", within="0..30 by 15", deals=3000, out=planted / "run")
    assert found.results.outcome == "found"
    assert [one.to for one in found.results.numbers] == [15]
    (weak,) = found.results.certificates[-1].as_it_is
    assert weak.value.high is not None
    assert weak.value.high < -0.01
    kept = simcli.load_run(planted / "run").results
    assert [cell.variant for cell in kept.cells] == ["no ban", *(f"without c{i:02}" for i in range(1, 13))]
    (row,) = (row for row in kept.cards or () if row.item == "c05")
    (judged,) = found.results.certificates[-1].rows
    assert row.against_kind.value == pytest.approx(judged.value.value)


@pytest.mark.usefixtures("planted")
def test_a_worth_may_keep_to_bounds_by_itself() -> None:
    found = simcli.fix(config("knows", c01=30), "c01 loss per copy at most 4 %", "plant.c01.value", within="10..30 by 10", deals=3000)
    assert found.results.goal == f"item c01 {LOSS} at most 4 %"
    assert [one.to for one in found.results.numbers] == [10]


def refused(project: Project, *args: object) -> str:
    """What is said; nothing but the search may be there."""
    shown = project.here("fix", *args)
    assert shown.code == 2, shown.err
    assert not (project.folder / "run").exists()
    return " ".join(shown.err.split())


@pytest.mark.parametrize(
    ("config", "goal", "said"),
    [
        (
            "pig.yaml",
            "face six even",
            "no player takes or uses a face of Pig by choice, so it can be denied to none hint: nothing can be banned",
        ),
        ("kings_guild/plans", "treasure t01 even", "this cannot be asked of these games"),
        ("kingdom_builder/seats", "card fishermen even", "is compared as variants, with each of them in play"),
        ("guildes/cards", "guild knigt even", "did you mean 'item knight even'?"),
        ("guildes/cards", "guild knight loss per copy", "found no bounds"),
        ("guildes/cards", "winning score 90", "90 is no bound by itself hint: write 'winning score at least 90', 'at most 90'"),
        ("guildes/cards", "seat 1 win share 30 %", "30 % is no bound by itself hint: write 'seat 1 win share at least 30 %'"),
        ("guildes/cards", "knight loss per copy at most 5", "the figure is a share, its bounds are not in per cent"),
        ("guildes/cards", "knight win share if held even", "who holds an item says nothing of what it is worth"),
        ("guildes/cards", "knight win share per copy held at most 2 %", "who holds an item says nothing of what it is worth"),
        ("guildes/ban", "knight even", "`restrict` and `every: {ban: ...}` exclude each other"),
    ],
)
def test_what_cannot_be_judged_is_refused_before_anything_is_played(project: Project, config: str, goal: str, said: str) -> None:
    before = project.files()
    assert said in refused(project, config, "--goal", goal, "--by", "setup", "--within", "1..2")
    assert project.files() == before


def test_an_item_that_is_alone_has_no_middle(planted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli.studies.fix import copies

    monkeypatch.setattr(copies, "kinds_to_ban", lambda *_: {"card": ["c01"]})
    run = load_one_game(config("knows"))
    with pytest.raises(UserError, match="c01 is the only card that a player can be denied, so it has no kind to be compared with"):
        goal_of(run, "c01 even")
    assert goal_of(run, "c01 loss per copy at most 5 %").high == 0.05


@pytest.mark.usefixtures("planted")
def test_an_item_that_is_seldom_used_is_refused_with_what_is_known_of_it() -> None:
    """Who knows what cards are worth keeps a card of -50 points only where all cards of the hand are."""
    with pytest.raises(UserError, match=r"seat 1 uses 0(\.\d+)? copies of c01 a game, fewer than 0.05"):
        simcli.fix(config("knows", c01=-50), "c01 even", "plant.c01.value", within="-50..0 by 25", deals=400)


@pytest.mark.usefixtures("planted")
def test_a_value_with_which_the_item_is_not_in_play_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli.studies.fix import copies

    real = copies.kinds_to_ban
    monkeypatch.setattr(copies, "kinds_to_ban", lambda items: {kind: ids[1:] for kind, ids in real(items).items()})
    with pytest.raises(UserError, match="c01 is then not in play"):
        ask(config("knows"), "c01 even", "plant.c01.value", within="0..2")


def test_no_goal_and_no_target_is_about_who_holds_an_item(project: Project) -> None:
    """By the registry, by what is known of runs of two games, and by what a run has for targets."""
    from simcli.stats.figures.named import places_of

    held = {figure.name for figure in FIGURES if figure.is_held}
    assert held == {"win share if held", "win share per copy held", "points per copy held"}
    assert not any(figure.even for figure in FIGURES if figure.is_held or figure.name == "holders")
    project.write(
        "two.yaml", "game: guildes\nplayers: 3\nstrategies: [balanced]\nvariants: {a: {}, b: {patch: {guilds: {knight: {copies: 9}}}}}\n"
    )
    for name in ("two.yaml", "guildes/cards"):
        known = KnownFigures.of(load_config(name, deals=20))
        assert not held & {topic.figure for topic in known.names}
        assert not held & {goal.topic.figure for cell in known.cells for goal in even_goals(cell)}
    result = simcli.simulate("two.yaml", deals=20)
    asked = {name for place in places_of(result.results) for name in place.names}
    assert asked
    assert not any(name.endswith(one) for name in asked for one in held)
