"""`simcli rule`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import simcli
from simcli.config.data.rule_search import MOST, _items, search_rules
from simcli.config.data.rule_texts import read_rules
from simcli.games import GAME_IDS, get_game
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
        (["PG-12", "GO-01", "PG-999"], "GO-01: the rules of several games have this id: architects, guildes"),
        (["PG-12", "GO-01", "PG-999"], "2 problems\n"),
        (["lrods"], "lrods: no rule of any game speaks of it\n  hint: did you mean 'lords'"),
        (["lords", "--game", "guildes"], "lords: no rule of guildes speaks of it\n  hint: "),
        (["lords", "xylophone"], "lords xylophone: no rule of any game speaks of it\n  hint: name an item, or a word of the rules"),
        (["?!"], "?!: no rule of any game speaks of it\n  hint: name an item"),
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


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["lords"], "KB-109"),
        (["貴族", "--game", "kingdom_builder"], "KB-109"),
        (["stealing", "--game", "kings_forge"], "GO-14"),
        (["steals", "--game", "kings_forge"], "GO-14"),
        (["Tie-break", "--game", "guildes"], "GU-110"),
        (["militia pays"], "GO-19"),
        (["Farm", "(農場)"], "KB-81"),
        (["squire_virtue"], "AW-AP25"),
        (["bust", "--game", "pig"], "PG-12"),
    ],
)
def test_rules_are_found_by_item_word_and_text_best_first(project: Project, words: list[str], first: str) -> None:
    shown = project.here("rule", *words)
    assert shown.code == 0
    found = json.loads(project.here("rule", *words, "--format", "json").out)
    assert found[0]["rule"] == first
    assert len(found) <= MOST
    if len(found) == 1:
        assert shown.out.startswith(f"Rule   {first}\n")
        return
    lines = shown.out.splitlines()
    assert re.match(rf"{len(found) if len(found) < MOST else '[0-9]+'} rules speak of ", lines[0])
    assert [line.split()[0] for line in lines[4:] if line and line[0] != " "] == [rule["rule"] for rule in found]
    command = re.search(r"`simcli ([^`]+)`", lines[0])
    assert command is not None
    assert project.here(*command[1].split()).out.splitlines()[0].split() == ["Rule", first]


@pytest.mark.parametrize("game", sorted(GAME_IDS))
def test_the_name_of_every_item_finds_a_rule(game: str) -> None:
    """And so does every long word of RULES.md, in whatever capitals, alone and with the one beside it."""
    for names, rule in _items(game):
        for name in names if rule else ():
            assert search_rules(" ".join(name), game).total
    for rule in read_rules(get_game(game)).values():
        words = re.findall(r"[^\W\d_]{5,}", rule.text)[:2]
        assert not words or search_rules(" ".join(words).upper(), game).total


def test_an_id_and_words_are_told_one_after_the_other(project: Project) -> None:
    shown = project.here("rule", "gu-111", "lords")
    assert shown.out.startswith("Rule   GU-111\n")
    assert "\n10 rules speak of lords, best first" in shown.out
