"""`simcli rule`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simcli
from tests.cli.project import Project

GUILDES = Path(simcli.__file__).parent / "games" / "guildes" / "RULES.md"


def test_a_rule_is_printed_with_its_game_and_heading(project: Project) -> None:
    shown = project.here("rule", "GU-111")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[:4] == [
        "Rule   GU-111",
        "Game   Guildes",
        "Under  Tie-break",
        "Says   If that ties too, the tied players share the victory (a draw).",
    ]
    line = GUILDES.read_text("utf-8").splitlines().index("- GU-111 If that ties too, the tied players share the victory (a draw).") + 1
    assert shown.out.splitlines()[4] == f"From   {GUILDES}:{line}"


def test_a_rule_of_a_game_of_ones_own_is_printed(project: Project) -> None:
    shown = project.here("rule", "PG-12", "GU-111")
    assert shown.code == 0
    assert "Game   Pig\nUnder  A turn\nSays   A face that is `bust` ends the turn; the points of this turn are lost.\n" in shown.out
    assert "\n\nRule   GU-111\n" in shown.out


def test_rules_as_data(project: Project) -> None:
    shown = project.here("rule", "KF-C04", "KB-36", "GU-111", "--format", "json")
    card, table, entry = json.loads(shown.out)
    keys = ["rule", "game", "headings", "file", "line", "text", "columns", "table"]
    assert [list(rule) for rule in (card, table, entry)] == [keys] * 3
    assert (card["headings"], card["columns"]["rank"], card["text"]) == (["10. Every effect", "Craft cards"], "4", None)
    assert table["table"][1] == ["2", "40", "2", "23", "2"]
    assert (entry["text"], entry["columns"], entry["table"]) == (
        "If that ties too, the tied players share the victory (a draw).",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["PG-121"], "PG-121: the rules of no game have such an id\n  hint: did you mean 'PG-21' or 'PG-12' or 'PG-11'?"),
        (["PG-12", "GO-01", "nothing"], "GO-01: the rules of several games have this id: architects, guildes"),
        (["PG-12", "GO-01", "nothing"], "2 problems\n"),
        (["GU-84", "--game", "guilds"], "--game: there is no game 'guilds'\n  hint: did you mean 'guildes'?\n"),
        (["GU-84", "--game", "pig"], "GU-84: the rules of pig have no such id\n"),
        (["GU-84", "--format", "yaml"], "--format yaml: found 'yaml', expected table or json\n"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_found_is_told_and_nothing_is_printed(project: Project, args: list[str], told: str) -> None:
    shown = project.here("rule", *args)
    assert (shown.code, shown.out) == (2, "")
    assert told in shown.err
