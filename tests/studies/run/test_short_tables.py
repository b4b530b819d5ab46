"""The first tables of a run on the terminal: drawn intervals, several numbers of players beside each other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console

from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS
from simcli.report.rows import MARKS, WIDTH, beside_view, drawn_view, tables
from simcli.stats.answer_rows import even
from simcli.stats.summary import Interval
from simcli.studies.run.findings import answer
from simcli.studies.run.terminal import terminal_table
from simcli.studies.run.words.claims import Picked, plan_rows
from tests.studies.run.test_findings import EVEN, cell, place, run, seat, strategy


def short_tables(cells):
    summary = run(*cells)
    return [terminal_table(summary, answer(summary))]


def printed(tables, width=80):
    console = Console(width=width, color_system=None)
    with console.capture() as text:
        for table in tables:
            console.print(table)
    return text.get()


PLANS = [strategy("early_bird", 0.35, "more"), strategy("balanced", 0.25, "not yet known"), strategy("loner", 0.15, "less")]


def wide(row, half):
    share = row.win_share.known
    return replace(row, win_share=Interval(share - half, share, share + half))


def test_a_row_has_the_share_its_interval_and_the_verdict() -> None:
    rows = [wide(row, 0.04) for row in PLANS]
    view = drawn_view(plan_rows([cell(EVEN, rows)]), "4 players", "1,000 deals")
    assert [line[0::3] for line in view.rows] == [("early_bird", "too strong"), ("balanced", "unclear"), ("loner", "too weak")]
    assert [line[1] for line in view.rows] == ["35 % ± 4", "25 % ± 4", "15 % ± 4"]
    pictures = [line[2] for line in view.rows]
    even = view.rows[0][2].index("│")
    assert {picture[even] for picture in pictures} == {"│", "●"}
    assert [picture.index("●") for picture in pictures] == sorted((picture.index("●") for picture in pictures), reverse=True)
    assert pictures[0].endswith("─")
    assert pictures[2].startswith("─")
    axis = view.columns[2].title
    assert (axis.startswith("11 %"), axis.endswith("39 %"), len(axis)) == (True, True, WIDTH)


def test_what_rows_are_compared_with_is_said_of_all_or_of_each() -> None:
    rows = plan_rows([cell(EVEN, PLANS)])
    mixed = [replace(row, usual=even(share), players=None) for row, share in zip(rows, (0.25, 0.2, 0.25), strict=True)]
    said = "even is 25 %"
    assert said in drawn_view(rows, "4 players", "1,000 deals").caption
    view, (page,) = drawn_view(mixed, "", "1,000 deals"), tables(mixed)
    assert said not in view.caption
    for own in (view, page):
        at = [column.title for column in own.columns].index("Even")
        assert [line[at] for line in own.rows] == ["25 %", "20 %", "25 %"]
    assert "even" not in [line[0] for line in beside_view(mixed, ["", "none"], "").rows]


def test_a_row_without_a_figure_is_compared_with_nothing() -> None:
    rows = plan_rows([cell(EVEN, PLANS)])
    bare = replace(rows[0], subject="unknown", value=Interval(None, None, None), usual=even(0.0), base="nothing")
    view, known = (drawn_view(some, "4 players", "") for some in ([bare, *rows], rows))
    assert (view.caption, view.columns[2:], view.rows[1:]) == (known.caption, known.columns[2:], known.rows)
    assert view.rows[0][1:3] == (fmt.DASH, "")


def test_what_rows_are_compared_with_has_its_name() -> None:
    rows = [replace(row, base="the mix") for row in plan_rows([cell(EVEN, PLANS)])]
    assert drawn_view(rows, "", "").caption == "The mix is 25 %"
    assert beside_view(rows, ["4 players"], "").rows[-1] == ("the mix", "25 %")


def test_an_interval_that_lies_unevenly_is_written_with_both_bounds() -> None:
    assert fmt.around(Interval(0.3, 0.35, 0.45)) == "35 %, 30 to 45"
    assert fmt.around(Interval(0.345, 0.35, 0.355)) == "35.0 % ± 0.5"
    assert fmt.around(Interval(None, 0.35, None)) == "35 %"


def test_at_60_columns_the_picture_goes_and_nothing_else() -> None:
    rows = [wide(row, 0.04) for row in (*PLANS, strategy("militia_collector", 0.2, "less, size open"))]
    at_80, at_60 = (printed(short_tables([cell(EVEN, rows)]), width) for width in (80, 60))
    assert "●" in at_80
    assert "●" not in at_60
    for text in (at_80, at_60):
        assert all(part in text for row in rows for part in (row.name, fmt.around(row.win_share)))
        assert "Seats: no seat is better or worse by more than 1 in 100 games." in " ".join(text.split())
    assert max(map(len, at_80.splitlines())) <= 80


def test_several_numbers_of_players_stand_beside_each_other() -> None:
    three = [strategy("early_bird", 0.45, "more", even=1 / 3), strategy("other", 0.3, "even", even=1 / 3)]
    text = printed(short_tables([cell(strategies=three, players=3), cell(EVEN, PLANS)]), 100)
    head = next(line for line in text.splitlines() if line.startswith("Plan"))
    assert ("3 players" in head, "4 players" in head) == (True, True)
    (even,) = [line for line in text.splitlines() if line.startswith("even")]
    assert even.split() == ["even", "33.3", "%", "25", "%"]
    (line,) = [line for line in text.splitlines() if line.startswith("early_bird")]
    assert line.count(MARKS["more"]) == 2
    (other,) = [line for line in text.splitlines() if line.startswith("other")]
    assert other.rstrip().endswith("–")
    assert "▲ too strong" in text
    assert "△" not in text


def test_where_plans_do_not_meet_the_places_are_drawn() -> None:
    text = printed(short_tables([cell([place(1, 0.27, "more"), place(2, 0.23, "less")])]))
    assert "Place" in text
    assert text.index("1st to move") < text.index("2nd to move")
    assert "too strong" in text


def test_all_figures_are_behind_wide() -> None:
    summary = run(cell(EVEN, PLANS))
    short, full = (printed([terminal_table(summary, answer(summary), wide=wide)], 200) for wide in (False, True))
    assert "Mean score" in full
    assert "Mean score" not in short
    assert seat(1, 0.25).label not in short


@pytest.mark.parametrize(("words", "says"), [(5, "; two more at other tables"), (MOST_WORDS - 2, "")])
def test_a_claim_without_room_says_nothing_of_other_tables(words: int, says: str) -> None:
    """Where one name a side is too many words already."""
    found = Picked([], [""], ["loner", "denier"], [], False)
    plain = " ".join(["word"] * words)
    assert found.said(lambda one, most: one.joined([plain])) == plain + says
