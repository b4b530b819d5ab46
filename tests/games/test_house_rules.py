"""House rules: options that no source has. They are off as printed, told in RULES.md and docs, and each value has a scenario."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.config.data.components import component_data, read_components
from simcli.game import Option
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.testing.scenarios import scenarios_in

ROOT = Path(__file__).parents[2]
HOUSE = "house rule"
GAMES = ("architects", "guildes", "kingdom_builder", "kings_forge", "kings_guild")
each_game = pytest.mark.parametrize("game_id", GAMES)


def house_rules(game_id: str) -> list[Option]:
    options = options_of(component_data(read_components(get_game(game_id))))
    return [option for option in options if option.provenance == HOUSE]


@each_game
def test_a_game_has_house_rules_with_the_printed_rule_for_a_default(game_id: str) -> None:
    found = house_rules(game_id)
    assert len(found) >= 5
    assert all(option.default == option.values[0] and len(option.values) >= 2 for option in found)


@each_game
def test_house_rules_stand_apart_in_rules_and_in_the_docs(game_id: str) -> None:
    rules = (get_game(game_id).folder / "RULES.md").read_text("utf-8")
    apart = rules[rules.index("\nHouse rules: no source has them") :].split("\n\n")[1]
    assert re.findall(r"^- (GO-\d+) `(\w+)`", apart, re.M) == [(option.rule, option.id) for option in house_rules(game_id)]
    row = next(
        line for line in (ROOT / "docs" / "config.md").read_text("utf-8").splitlines() if line.startswith(f"| {get_game(game_id).title} |")
    )
    assert re.findall(r"`(\w+)`", row) == [option.id for option in house_rules(game_id)]


@each_game
def test_every_value_of_a_house_rule_has_a_scenario(game_id: str) -> None:
    shown = set()
    for scenario in scenarios_in(ROOT / "tests" / "games" / game_id / "scenarios"):
        if not scenario.name.startswith("go-"):
            continue
        data = scenario.document.data
        shown |= {(rule, option, str(value)) for rule in data["rule"] for option, value in data.get("options", {}).items()}
    asked = {(option.rule, option.id, str(value)) for option in house_rules(game_id) for value in option.values}
    assert asked - shown == set()
