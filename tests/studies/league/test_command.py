"""`simcli league` on the toy game: what it prints, leaves and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from simcli.config import load_config
from tests.cli.project import Project, schema

SCHEMA = schema("league")
BAD = 'game: pig\nidea: "Holds with nothing at risk."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'
LEAGUE = ("league", "pig", "--players", "2", "--field", "bad.yaml,random", "--rounds", "1", "--budget", "10000", "--deals", "40")


@pytest.fixture
def here(project: Project) -> Project:
    project.write("bad.yaml", BAD)
    return project


def test_it_prints_plans_and_replies_and_leaves_a_field(here: Project) -> None:
    shown = here.here(*LEAGUE, "--out", "made")
    assert shown.code == 0, shown.err
    assert "Plans of the league, 2 players" in shown.out
    assert "Replies to the mix of each round" in shown.out
    assert "in a config: strategies: {field: made/field}" in shown.err
    assert load_config({"game": "pig", "players": 2, "strategies": {"field": "made/field"}, "deals": 2}).strategies
    again = here.here(*LEAGUE, "--out", "made", "--format", "json", "-q")
    found = json.loads(again.out)
    jsonschema.validate(found, SCHEMA)
    assert again.out.encode() == here.read("made/league.json")
    assert found["answer"] in " ".join(shown.out.split())


def test_a_plan_is_shown_and_nothing_written(here: Project) -> None:
    shown = here.here(*LEAGUE, "--dry-run", "--format", "json", "--out", "never")
    plan = json.loads(shown.out)
    assert (plan["field"], plan["line_ups"], plan["most_line_ups"], plan["games"]) == (["bad", "random"], 3, 6, 10000)
    assert "6 with a reply" in here.here(*LEAGUE, "--dry-run").out
    assert not Path("never").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--rounds", "0"), "--rounds 0: found the number 0, expected a whole number from 1 to 100"),
        (("--deals", "30"), "--deals 30: expected a multiple of 20"),
        (("--budget", "soon"), "--budget soon: found neither minutes nor games"),
        (("--field", "bed.yaml"), "there is no strategy 'bed.yaml'"),
        (("--set", "seed=3"), "a search has no 'seed' to be set"),
        (("--players", "99"), "--players 99: found 99, expected 2 to "),
    ],
)
def test_bad_input_is_refused_with_exit_code_2(here: Project, more: tuple[str, str], said: str) -> None:
    shown = here.here(*LEAGUE, *more, "--out", "never")
    assert shown.code == 2
    assert said in shown.err
    assert not Path("never").exists()


def test_a_folder_of_another_league_is_refused_and_left(here: Project) -> None:
    assert here.here(*LEAGUE, "--out", "made", "-q").code == 0
    before = here.read("made/league.json")
    shown = here.here(*LEAGUE, "--out", "made", "--seed", "5", "-q")
    assert shown.code != 0
    assert "holds another search" in shown.err
    assert here.read("made/league.json") == before


def test_a_round_with_no_reply_is_searched_from_the_weakest_plan_too(here: Project) -> None:
    """The best start comes first; with one start the league ends there."""
    words = ("league", "pig", "--players", "2", "--rounds", "1", "--budget", "10000", "--deals", "40", "--enough", "50")
    found = []
    for starts in ("1", "2"):
        shown = here.here(
            *words, "--field", "bad.yaml,hold_at_20,random", "--starts", starts, "--out", f"made-{starts}", "--format", "json"
        )
        assert shown.code == 0, shown.err
        found.append(json.loads(shown.out))
    assert [[reply["start"] for reply in one["replies"]] for one in found] == [["hold_at_20"], ["hold_at_20", "bad"]]
    assert found[1]["replies"][0] == found[0]["replies"][0]
    assert [one["is_settled"] for one in found] == [True, True]
    best = max(found[1]["replies"], key=lambda reply: max(reply["share"][1], reply["start_share"][1]))
    assert best["start"] == "hold_at_20"
    assert found[1]["answer"] == found[0]["answer"]
    command = here.read("made-2/field/field.yaml").decode().splitlines()[0]
    assert "--starts 2" in command
    assert ", from each of 2 starts" in here.here(*words, "--starts", "2", "--dry-run").out.replace("\n", " ")
