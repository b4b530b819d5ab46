"""`simcli coverage` with the compiled toy game: what came, what did not, what is out of play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.project import Project


def data(project: Project, *args: object) -> tuple[int, dict[str, Any]]:
    """Exit code and things by id."""
    shown = project.here("coverage", "pig.yaml", "--format", "json", *args)
    told = json.loads(shown.out)
    return shown.code, told | {thing["id"]: thing for thing in told["things"]}


def test_it_counts_the_games_of_a_run(project: Project) -> None:
    code, told = data(project)
    assert code == 0
    assert (told["games"], told["missing"], told["player_games"]) == (1200, 0, {"hold_at_20": 1200, "random": 1200})
    played = project.here("run", "pig.yaml", "--out", "run", "-q")
    assert played.code == 0, played.err
    cell = json.loads(project.read("run/summary.json"))["cells"][0]
    asked = told["turn"]
    assert round(cell["decisions_mean"] * 1200) == sum(sum(asked[what].values()) for what in ("asked, one legal action", "several"))
    items = {item["item"]: item for item in cell["items"]}
    for face in ("one", "two", "six"):
        assert sum(told[face]["held at the end"].values()) == round(items[face]["held"] * 2400)
        assert sum(told[face]["copies offered"].values()) == round(items[face]["offered"] * 2400)
    assert sum(told["bust"]["times"].values()) == sum(told["one"]["copies offered"].values())  # PG-12: every one is a bust
    assert told["bust"]["player-games with it"]["random"] <= 1200
    low, *_, high = sorted(next(row["score_mean"] for row in cell["strategies"] if row["name"] == "random"))
    assert low <= told["banked"]["points"]["random"] / 1200 <= high


def test_it_does_not_depend_on_workers_and_variants_add_up(project: Project) -> None:
    assert data(project, "--workers", 1) == data(project, "--workers", 3)
    project.write(
        "pig.yaml", "game: pig\nplayers: [2, 3]\nstrategies: [random]\ndeals: 20\nvariants: {a: {}, b: {options: {must_roll: off}}}\n"
    )
    code, told = data(project)
    assert (code, told["games"], told["player_games"]) == (0, 200, {"random": 2 * 20 * (2 * 2 + 3 * 3)})


def test_what_never_came_stands_first_and_makes_the_exit_code_1(project: Project) -> None:
    project.write("pig.yaml", "game: pig\nplayers: 2\nstrategies: [cautious]\ndeals: 1\npatch: {setup: {goal: 2}}\n")
    project.write("strategies/pig/cautious.yaml", "game: pig\nweights: {turn: {hold: 1}}\n")
    code, told = data(project)
    assert code == 1
    missing = [thing["id"] for thing in told["things"] if thing["is_missing"]]
    assert missing
    assert told["missing"] == len(missing)
    shown = project.here("coverage", "pig.yaml")
    assert shown.code == 1
    table = shown.out[shown.out.index("Never came  ", shown.out.index("in play")) :]
    assert all(name in table for name in missing)
    assert [thing["kind"] for thing in told["things"] if thing["is_missing"]] == ["effect", *["face"] * 5]
    assert shown.out.splitlines()[0] == "One, two, four, two more items and one effect never came up."
    assert shown.out.index("in play") < shown.out.index("Decisions: asked, one legal action / several")


def test_a_python_strategy_is_counted(project: Project) -> None:
    project.write("roll.py", "def choose(s, t, actions, X, weights, noise):\n    return 0 if s.at_risk >= 15 else len(actions) - 1\n")
    project.write("pig.yaml", "game: pig\nplayers: 2\nstrategies: [./roll.py, random]\ndeals: 50\n")
    code, told = data(project)
    assert (code, told["player_games"]) == (0, {"roll": 100, "random": 100})


REFUSED = [(("--deals", "0"), "deals"), (("--workers", "0"), "--workers 0"), (("--format", "xml"), "--format xml")]


@pytest.mark.parametrize(("args", "said"), REFUSED)
def test_what_cannot_be_is_refused(project: Project, args: tuple[str, ...], said: str) -> None:
    shown = project.here("coverage", "pig.yaml", *args)
    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err


@pytest.fixture
def to_and_fro(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Pig as if a roll changed nothing: who rolls twice in a turn undoes the first roll."""
    from pig import state

    fields = ("rolls", "at_risk", "turn_faces", "rolled", "chance", "key")
    monkeypatch.setattr(state, "PASSING", fields, raising=False)
    return project


def test_what_is_undone_in_the_same_turn_is_counted_and_named(to_and_fro: Project) -> None:
    code, told = data(to_and_fro)
    (undone,) = told["undone"]
    asked = told["turn"]
    assert (code, undone["kind"], undone["id"]) == (0, "undone", "turn")
    for name in ("hold_at_20", "random"):
        times, of = undone["undone in the same turn"][name], undone["asked"][name]
        assert of == asked["asked, one legal action"][name] + asked["several"][name]
        assert 0 < times < of
    shown = to_and_fro.here("coverage", "pig.yaml")
    share = 100 * undone["undone in the same turn"]["hold_at_20"] / undone["asked"]["hold_at_20"]
    sentence = f"hold at 20 undoes {share:.1f} % of its decisions in the same turn (roll again or hold)."
    assert shown.out.count(sentence) == 2  # in the answer, and beside who else does
    assert "random\nundoes" in shown.out or "random undoes" in " ".join(shown.out.split())
    assert len(sentence.split()) <= 25
    rows = to_and_fro.here("coverage", "pig.yaml", "--format", "csv").out.splitlines()
    assert f"undone,turn,hold_at_20,{undone['undone in the same turn']['hold_at_20']},{undone['asked']['hold_at_20']}," in rows


def test_nothing_undone_is_not_spoken_of(project: Project) -> None:
    assert data(project)[1]["undone"] == []
    assert "undo" not in project.here("coverage", "pig.yaml").out


def test_check_warns_of_a_strategy_that_undoes_its_moves(to_and_fro: Project) -> None:
    """Given by name, and with weights: nobody plays in a check of a folder."""
    shown = to_and_fro.here("check", "strategies/pig/hold_at_20.yaml", "strategies/pig/random.yaml")
    assert (shown.code, shown.out) == (0, "2 files checked, no problems\n")
    weights = 1 + to_and_fro.read("strategies/pig/hold_at_20.yaml").decode().splitlines().index("weights:")
    assert f"warning: strategies/pig/hold_at_20.yaml:{weights}:1: hold_at_20 undoes " in shown.err
    assert "random" not in shown.err
    assert to_and_fro.here("check").err == ""


def test_check_says_nothing_of_a_strategy_that_does_not(project: Project) -> None:
    shown = project.here("check", "strategies/pig/hold_at_20.yaml")
    assert (shown.code, shown.err.replace("compiling Pig for this machine, once; up to a minute\n", "")) == (0, "")
