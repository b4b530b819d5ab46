"""The page of one game: everything is in its list, every text is escaped, and each step has the board of its position."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import resources

import pytest

from simcli.trace.page import GamePage, game_page
from simcli.trace.reasons import Action, Reasons, Seen
from simcli.trace.trace import Moment

NASTY = "<b>&\"'</script>\x1b[31m"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<rect width="9" height="9"/>\n'
CIRCLES = ["<circle r='1'/>\n", "<circle r='2'/>\n"]
BOARDS = [SVG + "".join(CIRCLES[:n]) + "</svg>\n" for n in range(3)]
SEEN = Reasons((Action("take 1", True, (Seen("ones", 1, 2000),), 2000, 0.881), Action("wait", False, (), 0, 0.119)), 3)
SEATS = ("first", "second")
END = ("total  1  2", "winner: seat 2")
STEPS = (
    Moment(1, SEATS, 1, "nothing", (0, 0), BOARDS[0], 1, "first", "take 1  (or wait)", SEEN, ("seat 1 takes 1",)),
    Moment(2, SEATS, 1, "seat 1 has 1", (1, 0), BOARDS[1], 2, "second", "take 2  (the only choice)"),
    Moment(2, SEATS, 2, "all is taken", (1, 2), BOARDS[2], events=END),
)
PAGE = GamePage("Ones", "2 players: seed 1, deal 4, rotation 0", "", "simcli trace ones --deal 4 --rotation 0", SEATS, STEPS)


def data(text: str) -> dict:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found
    return json.loads(found[1])


def test_without_a_script_the_page_is_a_list_of_all_decisions_and_the_end() -> None:
    text = game_page(PAGE)
    body = re.sub(r"<script.*?</script>", "", text, flags=re.S)
    assert re.findall(r"<h2>(.*?)</h2>", body) == [
        "1. seat 1 (first): take 1  (or wait)",
        "2. seat 2 (second): take 2  (the only choice)",
        "The end",
    ]
    for told in ("nothing", "seat 1 has 1", "all is taken", "seat 1 takes 1", "total  1  2\nwinner: seat 2", "and 3 more"):
        assert told in body
    row = '<td>take 1 (chosen)</td><td class="number">2</td><td class="number">88.1%</td><td>ones 1 x 2 = 2</td>'
    assert f'<tr class="chosen">{row}</tr>' in body
    assert body.count('<svg viewBox="0 0 9 9">') == 1
    assert "<circle r='2'/>" in body
    assert "points so far: seat 1 1, seat 2 0" in body


def test_every_step_has_the_board_and_the_points_of_its_position() -> None:
    held = data(game_page(PAGE))
    boards = ["\n".join(held["lines"][i] for i in board) for board in held["boards"]]
    assert boards == [board.replace(' xmlns="http://www.w3.org/2000/svg"', "").strip() for board in BOARDS]
    assert len(held["lines"]) == 5
    assert held["points"] == [[0, 0], [1, 0], [1, 2]]


def test_every_text_is_escaped() -> None:
    seen = Reasons((Action(NASTY, True, (Seen(NASTY, 1, None),), 1000, 1.0),), plain=NASTY)
    texts = {"position": NASTY, "strategy": NASTY, "choice": NASTY, "events": (NASTY,), "reasons": seen}
    steps = tuple(replace(step, **texts) for step in STEPS)
    text = game_page(replace(PAGE, title=NASTY, about=NASTY, found=NASTY, command=NASTY, seats=(NASTY, NASTY), steps=steps))
    assert "<b>" not in text
    assert "\x1b" not in text
    assert text.count("</script>") == 2
    assert "&lt;b&gt;&amp;" in text


def test_a_game_without_a_board_has_none_and_no_alternatives_no_table() -> None:
    steps = tuple(replace(step, picture="", reasons=None) for step in STEPS)
    text = game_page(replace(PAGE, steps=steps))
    assert 'id="board"' not in text.replace('id("board")', "")
    assert "<table>" not in text
    assert data(text)["boards"] == [[], [], []]


def test_the_page_asks_for_nothing_and_is_the_same_every_time() -> None:
    text = game_page(PAGE)
    assert text == game_page(PAGE)
    assert not re.search(r"https?://|src=|@import|url\(", text)
    assert "default-src 'none'" in text


@pytest.mark.parametrize("points", [[(0, 0), (0, 0)], [(-3, 5), (-4, 5)], [(0, 0), (7, 7), (9, 8)]])
def test_the_points_of_each_seat_are_a_line_with_its_name_at_its_end(points: list[tuple[int, int]]) -> None:
    text = game_page(replace(PAGE, steps=tuple(replace(STEPS[-1], points=row) for row in points)))
    for form in ("wide", "narrow"):
        drawn = re.search(rf'<svg class="chart {form}".*?</svg>', text, re.S)
        assert drawn
        for p, name in enumerate(SEATS):
            assert drawn[0].count(f">{p + 1} {name}</text>") == 1
            assert f'stroke="var(--s{p})"' in drawn[0]


def test_the_answer_the_points_and_the_choices_stand_before_the_steps() -> None:
    choices = ((2, "decision 2: take 2", "seat 2 then wins 90 of 100 games instead of 50 (30 to 50 more)"),)
    text = game_page(replace(PAGE, answer="Seat 2, second, won 2 to 1 against seat 1, first.", heading="What decided it:", choices=choices))
    told = (
        "Seat 2, second, won",
        '<svg class="chart wide"',
        "What decided it:",
        '<a href="#d2">decision 2: take 2</a>',
        '<ol class="steps">',
    )
    places = [text.index(one) for one in (*told, '<li id="d2">')]
    assert places == sorted(places)
    assert "30 to 50 more" in text


def test_a_game_without_points_has_no_lines() -> None:
    assert "<figure" not in game_page(replace(PAGE, has_points=False))


def test_colours_are_those_of_the_report() -> None:
    pages = [resources.files("simcli.report").joinpath(name).read_text("utf-8") for name in ("page.html.j2", "game.html.j2")]
    for colours in (r"\n:root \{(.*?)\}", r"dark\) \{\n  :root \{(.*?)\}"):
        report, game = (re.findall(colours, page, re.S)[0] for page in pages)
        assert game == report
