"""Rules tests as data: every file in scenarios/ holds. The file's name says what it shows, its `rule` which rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.config.text_files import read_mapping
from simcli.sim.scenario import scenario_problems

from .tables import GAME

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario_holds(path):
    assert [str(problem) for problem in scenario_problems(path)] == []


def test_scenarios_name_rules_that_exist():
    rules = (GAME.folder / "RULES.md").read_text("utf-8")
    known = set(re.findall(r"\b(?:GU|GO|A|D|X|S)-\d+[a-z]?\b", rules)) | {"X-19", "X-20", "X-20b", "X-22", "X-24", "X-26"}
    for path in SCENARIOS:
        named = read_mapping(path).data["rule"]
        assert named != []
        assert set(named) <= known, path.stem


def test_there_is_a_scenario_for_every_rule_of_play():
    named = {rule for path in SCENARIOS for rule in read_mapping(path).data["rule"]}
    rules = (GAME.folder / "RULES.md").read_text("utf-8")
    of_play = {rule for rule in re.findall(r"^- (GU-\d+)", rules, re.M) if int(rule[3:]) >= 40}
    assert of_play - named == set()
