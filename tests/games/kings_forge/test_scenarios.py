"""Rules tests as data: every document of the files in scenarios/ holds. Its `name` says what it shows, its `rule` which rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.testing import scenarios
from tests.games.kings_forge.tables import COMPONENTS, GAME

SCENARIOS = scenarios.scenarios_in(Path(__file__).parent / "scenarios")
RULES = (GAME.folder / "RULES.md").read_text("utf-8")
RULE = r"KF-\d\d|KF-[GCDT]\d+[A-Zab]?|E-\d\d|GO-\d\d"
NO_POSITION_SHOWS = {"KF-18", "KF-23", "KF-90", "KF-91"}
"""What cannot be done, and what is not part of the game."""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_holds(scenario):
    scenarios.check_scenario(scenario)


def test_files_are_sections_of_the_rules():
    scenarios.check_sections(SCENARIOS, GAME)


def test_scenarios_name_rules_that_exist():
    scenarios.check_rules_named(SCENARIOS, {*scenarios.rules_of(GAME, RULE), *(f"D{n}" for n in range(1, 11))})


def test_scenarios_are_named_after_one_of_their_rules():
    scenarios.check_scenario_names(SCENARIOS, r"(?:kf|go|e)-[a-z]?\d+[a-z]?|d\d+")


def test_there_is_a_scenario_for_every_rule_option_and_example():
    ruled = set(re.findall(rf"^(?:- |\| )({RULE})\b", RULES, re.M)) | set(re.findall(r"^- (GO-\d+)", RULES, re.M))
    assert len([rule for rule in ruled if rule.startswith("KF-C")]) == len(COMPONENTS["craft_cards"]["cards"])
    assert len([rule for rule in ruled if rule.startswith("KF-G")]) == 2 * len(COMPONENTS["gather_cards"]["cards"])
    assert ruled - scenarios.rules_named(SCENARIOS) == NO_POSITION_SHOWS
    assert {f"D{n}" for n in range(1, 11)} <= scenarios.rules_named(SCENARIOS)
