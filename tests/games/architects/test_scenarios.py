"""Rules tests as data: every document of the files in scenarios/ holds. Its `name` says what it shows, its `rule` which rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.games.architects import GAME
from simcli.testing import scenarios

SCENARIOS = scenarios.scenarios_in(Path(__file__).parent / "scenarios")
RULE = r"AW-(?:PB|AP|BL|RW|BM|DB|[GCSTABREPKVQDW])\d+[a-e]?|GO-\d\d"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_holds(scenario):
    scenarios.check_scenario(scenario)


def test_files_are_sections_of_the_rules():
    scenarios.check_sections(SCENARIOS, GAME)


def test_scenarios_hold_without_the_compiler():
    """An empty place of the display is a bit taken out of a mask."""
    scenarios.check_without_the_compiler(SCENARIOS[0].path.parent)


def test_scenarios_name_rules_that_exist():
    scenarios.check_rules_named(SCENARIOS, scenarios.rules_of(GAME, RULE))


def test_scenarios_are_named_after_one_of_their_rules():
    scenarios.check_scenario_names(SCENARIOS, r"(?:aw|go)-(?:[a-z]+)?\d+[a-e]?")


def test_every_card_and_board_has_a_scenario():
    named = scenarios.rules_named(SCENARIOS)
    for prefix, count in (("AW-AP", 38), ("AW-BL", 43), ("AW-RW", 7), ("AW-BM", 11), ("AW-PB", 10)):
        assert {f"{prefix}{n:02}" for n in range(1, count + 1)} <= named
