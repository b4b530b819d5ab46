"""Rules tests as data: every document of the files in scenarios/ holds. Its `name` says what it shows, its `rule` which rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.games.kings_guild import GAME
from simcli.testing import scenarios
from tests.games.kings_guild.data import OPTIONS, RULES, TREASURES

SCENARIOS = scenarios.scenarios_in(Path(__file__).parent / "scenarios")
RULE = r"KG-(?:GT|PB|SP|RM|TR|QC|AM|DP|EX|[CUTGKXFEPV])-\d\d|GO-\d\d"
NOT_SHOWN = {
    "KG-C-05": "counts of the decks: test_components.py",
    "KG-V-21": "names of scores: no position has one",
    "GO-39": "what a config makes a player take: tests/games/test_restrict.py, the contract tests",
}
"""Rules that no position shows, and where they are tested."""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_holds(scenario):
    scenarios.check_scenario(scenario)


def test_files_are_sections_of_the_rules():
    scenarios.check_sections(SCENARIOS, GAME)


def test_scenarios_hold_without_the_compiler():
    scenarios.check_without_the_compiler(SCENARIOS[0].path.parent)


def test_scenarios_name_rules_that_exist():
    scenarios.check_rules_named(SCENARIOS, scenarios.rules_of(GAME, RULE))


def test_scenarios_are_named_after_one_of_their_rules():
    scenarios.check_scenario_names(SCENARIOS, r"kg-[a-z]+-\d\d|go-\d\d")


def test_every_rule_has_a_scenario():
    """Rules, cards, readings, decisions, worked examples and options; remarks ask for none."""
    remarks = {re.match(rf"- ({RULE})", line).group(1) for line in entries() if line.endswith("[remark]")}
    shown = scenarios.rules_named(SCENARIOS)
    assert len(shown) > 400
    assert scenarios.rules_of(GAME, RULE) - remarks - shown == NOT_SHOWN.keys()


def entries() -> list[str]:
    """Entries of the lists of RULES.md, with the lines that go on."""
    return [entry.rstrip() for entry in re.findall(r"^- .*(?:\n  .*)*", RULES, re.M) if re.match(rf"- (?:{RULE})", entry)]


def test_every_treasure_is_in_a_scenario():
    texts = " ".join(scenario.text for scenario in SCENARIOS)
    assert {card["id"] for card in TREASURES} <= set(re.findall(r"\w+", texts))


def test_every_option_is_in_a_scenario_in_each_value():
    """A value is chosen, or it is the default and the rule is named where nothing is chosen."""
    chosen = {(id_, value) for scenario in SCENARIOS for id_, value in scenario.document.data.get("options", {}).items()}
    default = scenarios.rules_named(
        scenario for scenario in SCENARIOS if set(scenario.document.data.get("options", {})) <= {"start_player"}
    )
    for option in OPTIONS.values():
        values = option.values or (option.low, option.high)
        for value in values:
            assert (option.id, value) in chosen or (value == option.default and option.rule in default), (option.id, value)
