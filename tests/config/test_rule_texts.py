"""Rules are found by id in whatever form RULES.md has them: entries of lists, rows of tables, with the table they speak of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcli.config.data.rule_texts import find_rules, read_rules
from simcli.errors import UserError
from simcli.games import GAME_IDS, get_game
from tests.games.test_rule_numbers import RULE, lines_of_rules


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_rule_is_found_at_its_line_under_a_heading(game_id: str) -> None:
    rules = read_rules(get_game(game_id))
    lines = (get_game(game_id).folder / "RULES.md").read_text("utf-8").splitlines()
    if game_id in RULE:
        assert lines_of_rules(game_id).keys() <= rules.keys()
    for rule in rules.values():
        assert re.match(rf"(- |\| ){re.escape(rule.id)} ", lines[rule.line - 1])
        assert rule.headings
        assert bool(rule.text) != bool(rule.columns)


def test_no_id_stands_twice_in_a_game() -> None:
    entry = re.compile(r"(?m)^- ([A-Z]+(?:-[A-Z]+)*-?\d+[A-Za-z]?) ")
    for game_id in GAME_IDS:
        ids = entry.findall((get_game(game_id).folder / "RULES.md").read_text("utf-8"))
        assert len(ids) == len(set(ids)), game_id


def test_an_entry_comes_with_the_lines_that_go_on() -> None:
    rule = find_rules(["KB-2"])[0]
    assert (rule.game, rule.headings) == ("kingdom_builder", ("1. Words and geometry",))
    assert rule.text.startswith("Neighbours of (r, c): (r, c-1)")
    assert rule.text.endswith('the board. "Adjacent" always means one of these.')
    assert "\n" not in rule.text


def test_a_list_inside_an_entry_keeps_its_lines() -> None:
    text = find_rules(["KF-74"])[0].text.split("\n")
    assert [line[:6] for line in text] == ["Steal ", "- (a) ", "- (b) ", "- (c) ", "- The "]


def test_a_row_of_a_table_comes_with_its_titles_under_the_nearest_heading() -> None:
    rule = find_rules(["KF-G08B"])[0]
    assert rule.headings == ("10. Every effect", "Gather cards")
    assert [title for title, _ in rule.columns] == ["card, half", "cost", "effect", "sure"]
    assert rule.columns[0] == ("card, half", "Caravan, bottom")


def test_an_entry_comes_with_the_table_below_it_or_the_only_one_of_its_section_it_speaks_of() -> None:
    below, spoken, neither = find_rules(["KB-36", "AW-S02", "AW-S03"])
    assert below.table[0][:2] == ("players", "settlements each")
    assert [row[0] for row in below.table[1:]] == ["2", "3", "4", "5"]
    assert spoken.table[0][:3] == ("players", "silver in turn order", "reward pile: seed / published")
    assert neither.table == ()


def test_capitals_may_be_missing() -> None:
    assert [rule.id for rule in find_rules(["gu-84", "kf-g08b", "AW-a07C"])] == ["GU-84", "KF-G08B", "AW-A07c"]


def test_an_id_of_several_games_needs_the_game() -> None:
    with pytest.raises(UserError) as raised:
        find_rules(["GO-01", "GU-84"])
    (problem,) = raised.value.problems
    assert str(problem.where) == "GO-01"
    assert problem.what == "the rules of several games have this id: architects, guildes, kingdom_builder, kings_forge, kings_guild"
    assert problem.hint == "name the game: --game architects"
    assert find_rules(["GO-01"], "kings_forge")[0].text.startswith("`craft_deck`")


def test_unknown_ids_are_all_told_with_near_ones_of_their_game() -> None:
    with pytest.raises(UserError) as raised:
        find_rules([f"GU-{841}", f"KB-{9999}", "?"])  # no rules: nothing may look as if it named one
    first, second, third = raised.value.problems
    assert (str(first.where), first.what) == (f"GU-{841}", "the rules of no game have such an id")
    assert "'GU-84'" in first.hint
    assert set(re.findall(r"'([A-Z]+)-", second.hint)) == {"KB"}
    assert third.hint == ""
    with pytest.raises(UserError, match="the rules of guildes have no such id"):
        find_rules(["KB-2"], "guildes")


def test_a_game_without_rules_in_words_has_none(tmp_path: Path) -> None:
    from dataclasses import replace

    assert read_rules(replace(get_game("guildes"), folder=tmp_path)) == {}
    (tmp_path / "RULES.md").write_text("# Own\n\n## Turns\n\n- XY-1 Roll.\n\n| id | card |\n|---|---|\n| XY-C1 | a \\| b |\n", "utf-8")
    rules = read_rules(replace(get_game("guildes"), folder=tmp_path))
    assert [(r.id, r.text, r.columns) for r in rules.values()] == [("XY-1", "Roll.", ()), ("XY-C1", "", (("card", "a | b"),))]
