"""What plans do, told by a tool, on the toy game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import plan_habits

pytestmark = pytest.mark.usefixtures("toy_game")
SMALL = ["--players", "2", "--deals", "20"]


def test_what_a_plan_does_is_told_apart_from_what_the_others_do(capsys):
    assert plan_habits.main(["pig", "hold_at_20,random", "--among", "random", "--show", "two+three,six", *SMALL]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "| plan | wins % | stopped % | score | turns | banked | two + three | six |"
    wins, _, score, turns, banked, small, six = ([float(row.split("|")[k]) for row in rows] for k in range(2, 9))
    assert [row.split("|")[1].strip() for row in rows] == ["hold_at_20", "random"]
    assert wins[0] > 80
    assert 20 < wins[1] < 80
    assert score == banked
    assert score[0] > score[1]
    assert turns[1] > turns[0] > 5
    assert small[0] > six[0] > 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hold_at_22"], "did you mean 'hold_at_2"),
        (["random", "--among", "randon"], "did you mean 'random'?"),
        (["random", "--show", "twoo"], "did you mean 'two'?"),
    ],
)
def test_mistakes_are_told_with_a_hint(capsys, words, says):
    among = [] if "--among" in words else ["--among", "random"]
    assert plan_habits.main(["pig", *words, *among, *SMALL]) == 2
    assert says in capsys.readouterr().err


def test_a_game_that_is_not_there_is_told_with_a_hint(capsys):
    assert plan_habits.main(["pog", "random"]) == 2
    assert "did you mean 'pig'?" in capsys.readouterr().err
