"""Rules tests as data: every document of the files in scenarios/ holds. Its `name` says what it shows, its `rule` which rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.testing.scenarios import check_rules_named, check_scenario, check_sections, rules_named, rules_of, scenarios_in
from tests.games.kingdom_builder.tables import GAME

SCENARIOS = scenarios_in(Path(__file__).parent / "scenarios")
RULES = (GAME.folder / "RULES.md").read_text("utf-8")
OF_WHOLE_GAMES = {"KB-93", "KB-94"}
"""Bounds of whole games; no position shows them."""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_holds(scenario):
    check_scenario(scenario)


def test_files_are_sections_of_the_rules():
    check_sections(SCENARIOS, GAME)


def test_scenarios_name_rules_that_exist():
    check_rules_named(SCENARIOS, rules_of(GAME, r"(?:KB-(?:EX-|A|D|S)?|GO-)\d+"))


def test_scenarios_are_named_after_one_of_their_rules():
    for scenario in SCENARIOS:
        kind, number = re.match(r"(kb-ex|kb|go)-(\d+)-", scenario.name).groups()
        named = [rule.rsplit("-", 1) for rule in scenario.rules]
        assert (kind.upper(), int(number)) in [(stem, int(n)) for stem, n in named if n.isdigit()], scenario.name


def test_there_is_a_scenario_for_every_rule_of_play_option_and_example():
    named = rules_named(SCENARIOS)
    of_play = {rule for rule in re.findall(r"^- (KB-\d+)", RULES, re.M) if 40 <= int(rule[3:]) <= 120}
    assert of_play - named == OF_WHOLE_GAMES
    assert set(re.findall(r"^- (GO-\d+)", RULES, re.M)) - named == set()
    assert set(re.findall(r"^- (KB-EX-\d+)", RULES, re.M)) - named == set()
