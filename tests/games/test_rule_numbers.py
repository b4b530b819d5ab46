"""Every rule's number stands in the code or data that obeys it and in a test; lines of RULES.md marked [remark] ask for neither."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from simcli.games import get_game
from simcli.testing.scenarios import rules_named, scenarios_in

TESTS = Path(__file__).parents[1]
RULE = {
    "architects": r"AW-(?:PB|AP|BL|RW|BM|DB|[GCSTABREPKV])\d+[a-e]?",
    "guildes": r"GU-\d+",
    "kingdom_builder": r"KB-\d+",
    "kings_forge": r"KF-(?:[GCDT]\d+[A-Zab]?|\d+)",
    "kings_guild": r"KG-(?:GT|PB|SP|RM|TR|QC|[CUTGKXFEPV])-\d+",
}
"""How a game numbers its rules; ambiguities, decisions, examples and sanity figures are no rules."""


@cache
def lines_of_rules(game_id: str) -> dict[str, str]:
    """The text of every rule of RULES.md by its number: list entries with the lines that go on, rows of tables."""
    rules: dict[str, str] = {}
    number = ""
    for line in (get_game(game_id).folder / "RULES.md").read_text("utf-8").splitlines():
        begins = re.match(rf"- ({RULE[game_id]})\b", line) or re.match(r"\| (KF-[GCD]\d\w+|AW-[A-Z]{2}\d+|KG-(?:SP|RM|TR|QC)-\d+) ", line)
        if begins:
            number = begins.group(1)
            assert number not in rules, f"{number} stands twice"
            rules[number] = line
        elif number and line.startswith("  "):
            rules[number] += line
        else:
            number = ""
    return rules


def numbers_in(game_id: str, text: str) -> set[str]:
    """Rules that a text names, also in the middle of `KB-101 to KB-112`."""
    found = set(re.findall(rf"\b{RULE[game_id]}\b", text))
    prefix, rules = RULE[game_id][:3], lines_of_rules(game_id)
    for first, last in re.findall(rf"\b{prefix}(\d+) to {prefix}(\d+)\b", text):
        between = {f"{prefix}{n:0{len(first)}}" for n in range(int(first), int(last) + 1)}
        found |= between & rules.keys()
    return found


def functions(text: str) -> Iterator[str]:
    """Source of the test functions of a module, with their decorators."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield "\n".join(lines[first - 1 : node.end_lineno])


def named_in_code(game_id: str) -> set[str]:
    """Rules named in the game's modules and data."""
    folder = get_game(game_id).folder
    files = [*folder.rglob("*.py"), *(folder / "data").glob("*.yaml")]
    return set().union(*(numbers_in(game_id, path.read_text("utf-8")) for path in files))


def named_in_tests(game_id: str) -> set[str]:
    """Rules named by a scenario or inside a test function."""
    named = numbers_in(game_id, " ".join(rules_named(scenarios_in(TESTS / "games" / game_id / "scenarios"))))
    for path in TESTS.rglob("test_*.py"):
        if path != Path(__file__):
            named |= numbers_in(game_id, "\n".join(functions(path.read_text("utf-8"))))
    return named


@pytest.mark.parametrize("game_id", RULE)
def test_a_rule_stands_in_code_or_data_and_in_a_test(game_id: str) -> None:
    rules = lines_of_rules(game_id)
    asked = {number for number, text in rules.items() if not text.endswith("[remark]")}
    assert len(asked) > 75
    assert asked - named_in_code(game_id) == set()
    assert asked - named_in_tests(game_id) == set()


@pytest.mark.parametrize("game_id", RULE)
def test_code_and_tests_name_rules_that_exist(game_id: str) -> None:
    rules = set(lines_of_rules(game_id))
    if game_id == "kings_forge":  # the data name a card, its halves have the rules
        rules |= {number[:-1] for number in rules if number.startswith("KF-G")}
    assert (named_in_code(game_id) | named_in_tests(game_id)) - rules == set()


def test_pages_count_the_rules() -> None:
    """As many rules and remarks as there are."""
    rules = [text for game_id in RULE for text in lines_of_rules(game_id).values()]
    remarks = sum(text.endswith("[remark]") for text in rules)
    assert f"but for {remarks} lines marked [remark]" in (TESTS.parent / "docs" / "tour.md").read_text("utf-8")
    assert f"Of {len(rules)} rules {remarks} are remarks" in (TESTS.parent / "docs" / "rules-testing.md").read_text("utf-8")


def test_ranges_are_understood() -> None:
    assert numbers_in("kingdom_builder", "KB-101 to KB-103, KB-7.") == {"KB-101", "KB-102", "KB-103", "KB-7"}
    assert numbers_in("kings_forge", "KF-08 to KF-10 and KF-G06B") == {"KF-08", "KF-09", "KF-10", "KF-G06B"}
    assert numbers_in("guildes", "GU-400") == {"GU-400"}
