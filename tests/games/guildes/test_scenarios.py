"""Rules tests as data: every document of the files in scenarios/ holds. Its `name` says what it shows, its `rule` which rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.testing.scenarios import check_rules_named, check_scenario, check_sections, rules_named, rules_of, scenarios_in
from tests.games.guildes.tables import GAME

SCENARIOS = scenarios_in(Path(__file__).parent / "scenarios")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_holds(scenario):
    check_scenario(scenario)


def test_files_are_sections_of_the_rules():
    check_sections(SCENARIOS, GAME)


def test_scenarios_name_rules_that_exist():
    check_rules_named(SCENARIOS, rules_of(GAME, r"(?:GU|GO|A|D|X|S)-\d+[a-z]?") | {"X-19", "X-20", "X-20b", "X-22", "X-24", "X-26"})


def test_there_is_a_scenario_for_every_rule_of_play():
    named = rules_named(SCENARIOS)
    rules = (GAME.folder / "RULES.md").read_text("utf-8")
    of_play = {rule for rule in re.findall(r"^- (GU-\d+)", rules, re.M) if int(rule[3:]) >= 40}
    assert of_play - named == set()
