"""A player alone wins against nobody: answer, picture and table of all studies that play such games are made of scores."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import simcli
from simcli.cli.app import main
from simcli.config import load_config
from simcli.sim.runner import Progress
from simcli.stats.answer_rows import AnswerRow
from simcli.terminal.progress import state_text
from tests.studies.test_answer_rows import faults_of

ALONE: dict[str, Any] = {"game": "kings_guild", "players": 1, "tables": "mirror", "seed": 1}
COINS = "patch.setup.coins.0"


def rows_of(found: Any) -> list[AnswerRow]:
    """The rows of an answer, which nothing contradicts, and which the page shows as its picture and first table."""
    names = {name for row in found.answer.rows for name in (row.subject, row.variant) if name}
    assert list(faults_of(found.answer, sorted(names))) == []
    assert found.answer.rows
    page = found.report("html")
    assert all(row.subject.replace("_", " ") in page for row in found.answer.rows)
    return list(found.answer.rows)


def test_plans_are_compared_by_what_they_score() -> None:
    found = simcli.simulate(ALONE | {"strategies": ["balanced", "random"], "deals": 20})
    rows = rows_of(found)
    assert [(row.subject, row.figure, row.unit) for row in rows] == [
        ("balanced", "mean score", "number"),
        ("random", "mean score", "number"),
    ]
    score = round(rows[0].value.known)
    assert found.answer.claim == f"balanced scores most alone: {score} points on average, random least: {round(rows[1].value.known)}."
    (row,) = rows_of(simcli.simulate(ALONE | {"strategies": ["balanced"], "deals": 20}))
    assert (row.subject, row.value.value) == ("balanced", rows[0].value.value)


def test_a_change_is_one_of_the_score() -> None:
    found = simcli.whatif(ALONE | {"strategies": ["balanced", "random"]}, f"{COINS}=20", deals=20)
    first, second = rows_of(found)
    assert {first.subject, second.subject} == {"balanced", "random"}
    assert first.is_sure
    assert first.change is not None
    assert first.change.known == pytest.approx(first.value.known - first.usual.known, abs=0.01)
    for word in (f"{first.subject} scores ", " instead of ", " points"):
        assert word in found.answer.claim
    assert "chances" not in found.answer.claim


def test_what_changes_nothing_for_sure_says_so_of_scores() -> None:
    found = simcli.whatif(ALONE | {"strategies": ["random"]}, f"{COINS}=+1", deals=3)
    assert [row.is_sure for row in rows_of(found)] == [False]
    assert found.answer.claim.endswith("nobody's score is sure to change.")


def test_of_many_variants_those_with_the_highest_and_the_lowest_scores_are_named() -> None:
    found = simcli.simulate(ALONE | {"strategies": ["balanced"], "deals": 20, "every": {COINS: [0, 4, 8, 12, 16, 20]}})
    rows = rows_of(found)
    assert len(rows) == 6
    assert [row.value.known for row in rows] == sorted((row.value.known for row in rows), reverse=True)
    assert found.answer.claim.startswith("Of 6 variants, scores are highest with ")


def test_ratings_are_rows_too() -> None:
    found = simcli.simulate("kings_guild/solo", deals=10)
    rows = rows_of(found)
    assert {row.about for row in rows} == {"rating"}
    assert sum(row.value.known for row in rows) == pytest.approx(1.0)


def test_two_runs_are_compared_by_scores(tmp_path: Path) -> None:
    folders = []
    for name, coins in (("poor", 0), ("rich", 20)):
        simcli.simulate(ALONE | {"strategies": ["balanced"], "deals": 20}, sets=[f"{COINS}={coins}"], out=tmp_path / name)
        folders.append(tmp_path / name)
    found = simcli.compare(*folders)
    (row,) = rows_of(found)
    assert row.figure == "mean score"
    assert found.answer.claim.startswith("From poor to rich, balanced scores ")


@pytest.mark.parametrize("config", ["kings_guild/solo", "kings_guild/plans"])
def test_a_traced_game_is_told_by_its_score(config: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also with a number of players that the config does not name."""
    assert main(["trace", config, "--deal", "1", "--players", "1"]) == 0
    told = capsys.readouterr().out
    assert re.match(r"Seat 1, [\w ]+, ended with \d+ points", told)
    assert "The King's Guild, 1 player: seed 1, deal 1, rotation 0\n" in told
    assert " points instead of " in told or "no single choice clearly changed the score" in told
    assert "wins" not in told
    assert ("--players 1" in told) is (config == "kings_guild/plans")


@pytest.mark.parametrize(("players", "says"), [(1, False), ([1, 2], True)])
def test_the_line_while_it_plays_says_who_wins_of_company_alone(players: object, *, says: bool) -> None:
    config = ALONE | {"players": players, "tables": "mixed", "strategies": ["balanced", "random"], "deals": 40}
    seen: list[Progress] = []
    simcli.simulate(config, workers=1, progress=seen.append)
    run = load_config(config)
    text = state_text(run, seen[-1], 100.0)
    assert text.startswith("120 of 120 games, " if says else "40 of 40 games, ")
    assert ("best balanced (2 players)" in text, "all within" in text) == (says, says)
    assert "1 player" not in text
    together = state_text(replace(run, game=replace(run.game, together=True)), seen[-1], 100.0)
    assert not re.search("best|all within", together)
