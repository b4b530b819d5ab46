"""The sentences of `sensitivity` and `fix`: they claim what the intervals bear, and name what may be otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simcli.report.words.figures import figure_text
from simcli.report.words.left_out import left_out_text
from simcli.stats.figures.goals import GoalRow
from simcli.stats.figures.registry import Topic
from simcli.stats.left_out import LeftOut
from simcli.stats.records import Tolerance
from simcli.stats.summary import Interval
from simcli.stats.verdicts import TestResult
from simcli.studies.fix import words as fix_texts
from simcli.studies.fix.estimate import Certificate, Fix, NumberTo, TriedChange
from simcli.studies.sensitivity import words as sensitivity_texts
from simcli.studies.sensitivity.estimate import NumberEffect, StepEffect
from simcli.studies.sensitivity.words import SHARE, answer_of, precision_text
from tests.report.limits import held
from tests.studies.test_answer_rows import faults_of

WHAT = "the win share of seat 1"


def effect(low: float, value: float, high: float, verdict: str, p: float = 0.001) -> StepEffect:
    test = TestResult(p, p, verdict, None, None, None)  # type: ignore[arg-type]
    return StepEffect(variant="x", to=12, value=Interval(low, value, high), few_differ=False, test=test)


def number(path: str, more: StepEffect, less: StepEffect | None = None, **rest: Any) -> NumberEffect:
    return NumberEffect(
        **{
            "players": 4,
            "path": path,
            "name": path.replace(".", " "),
            "value": 11,
            "less": less,
            "more": more,
            "rough": True,
            "deals_precise": 5000,
        }
        | rest
    )


BIG = effect(0.018, 0.021, 0.024, "more")
SMALL = effect(-0.006, -0.004, -0.002, "even")
UNKNOWN = effect(-0.01, 0.022, 0.054, "not yet known", 0.8)


def said(numbers: list[NumberEffect], left_out: int = 0) -> str:
    found = held(answer_of(numbers, WHAT, SHARE, left_out))
    assert list(faults_of(found)) == []
    assert len(found.rows) == len(numbers)
    return found.claim


def test_most_is_claimed_only_beyond_all_other_intervals() -> None:
    sure = said([number("knight.prize", BIG), number("noble.prize", SMALL)])
    assert sure == "Knight prize moves the win share of seat 1 most: one more changes it by +2.1 in 100 games."
    open_ = said([number("noble.prize", UNKNOWN), number("knight.prize", BIG)])
    assert open_ == "Knight prize moves the win share of seat 1; noble prize may move it as much."


def test_without_a_certain_effect_none_is_claimed() -> None:
    assert said([number("noble.prize", UNKNOWN)]) == "No number is certain to move the win share of seat 1."
    within = said([number("a.b", effect(-0.002, 0.001, 0.004, "even", 0.5))])
    assert within == "No number moves the win share of seat 1 by more than the tolerance."
    assert said([], 3) == "No number was moved: the game refuses 3 values, or they change nothing here."


def test_several_numbers_of_players_have_one_answer() -> None:
    other = said([number("a.b", BIG), number("a.c", BIG, players=5)])
    assert other == "Which number moves the win share of seat 1 most depends on the number of players: it is a b with four players."
    assert said([number("a.b", BIG), number("a.b", BIG, players=5)]) == "A b moves the win share of seat 1 most at every table."
    assert said([number("a.b", BIG), number("a.b", UNKNOWN, players=5)]) == "A b moves the win share of seat 1 most with four players."
    rival = said([number("a.b", BIG), number("a.c", UNKNOWN), number("a.c", BIG, players=5), number("a.b", SMALL, players=5)])
    assert rival == "Which number moves the win share of seat 1 most depends on the number of players: it is a b with four players."
    open_ = said([number("a.b", BIG), number("a.c", UNKNOWN), number("a.b", BIG, players=5)])
    assert open_ == "A b moves the win share of seat 1 at every table; another number may move it as much."


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        (Topic("games", None, "rounds"), "the length of a game"),
        (Topic("games", None, "margin"), "the margin"),
        (Topic("seat", "1st to move", "win share"), "the win share of the 1st to move"),
        (Topic("seat", "seat 1", "points", "trade"), "the points (trade) of seat 1"),
        (Topic("strategy", "balanced", "score"), "the score of balanced"),
        (Topic("item", "knight", "win share if held"), "the win share of those who hold Knight"),
        (Topic("item", "knight", "holders"), "the share of the players who hold Knight"),
    ],
)
def test_a_figure_is_said_in_words(topic: Topic, said: str) -> None:
    assert figure_text(topic, {"knight": "Knight"}) == said


def test_precision_and_what_is_left_out() -> None:
    assert precision_text(number("a.b", BIG)) == "rough, 5,000 deals"
    assert precision_text(number("a.b", BIG, rough=False, deals_precise=None)) == "–"
    rare = effect(-0.01, 0.02, 0.05, "not yet known")
    assert precision_text(number("a.b", replace(rare, few_differ=True))) == "rough, 5,000 deals, few differ"
    left = [LeftOut(path=f"a.{i}", name=f"a {i}", to=3, why="it is idle") for i in range(6)] + [
        LeftOut(path="b", name="b", to=0, why="b: is 0, expected at least 1")
    ]
    assert left_out_text(left) == "7 values are left out. a 0: 3, a 1: 3, a 2: 3 and three more: it is idle. b: is 0, expected at least 1."
    assert sensitivity_texts.step_text(-2) == "−2"


def row(low: float, value: float, high: float, verdict: str, late: int | None = None) -> GoalRow:
    test = TestResult(0.5, 0.5, verdict, late, late, None)  # type: ignore[arg-type]
    return GoalRow(players=2, of="seat 1", target=0.5, tolerance=0.02, value=Interval(low, value, high), test=test)


def fixed(answer: str, status: str, tried: list[TriedChange]) -> Fix:
    change = (NumberTo(path="setup.goal", name="goal", value=20, to=22),)
    rows = (row(0.50, 0.51, 0.515, "even"),)
    certificate = Certificate(
        numbers=change, seed=7, deals=2000, level=0.975, status=status, rows=rows, as_it_is=(row(0.55, 0.56, 0.57, "more"),)
    )  # type: ignore[arg-type]
    kept: dict[str, Any] = {"game": "pig", "title": "Pig", "identity": "x", "goal": "seat 1 even", "seed": 1, "deals": 2000}
    kept["tolerance"] = Tolerance(0.04, of_even=True)
    return Fix(**kept, outcome=answer, numbers=change, certificates=(certificate,), tried=tuple(tried), left_out=())  # type: ignore[arg-type]


def game(to: int | None, status: str, one: GoalRow) -> TriedChange:
    numbers = () if to is None else (NumberTo(path="setup.goal", name="goal", value=20, to=to),)
    return TriedChange(numbers=numbers, steps=0 if to is None else abs(to - 20), status=status, deals=2000, rows=(one,))  # type: ignore[arg-type]


AS_IT_IS, FOUND = game(None, "uneven", row(0.55, 0.56, 0.57, "more")), game(22, "even", row(0.50, 0.51, 0.515, "even"))


CLOSE = row(0.51, 0.52, 0.53, "not yet known", 9000)
UNEVEN = game(21, "uneven", row(0.53, 0.54, 0.55, "more"))
TWO = (NumberTo(path="setup.goal", name="goal", value=20, to=22), NumberTo(path="setup.max_rounds", name="max rounds", value=2, to=1))


@pytest.mark.parametrize(
    ("found", "claim", "sure", "next_one"),
    [
        (
            fixed("found", "even", [AS_IT_IS, UNEVEN, FOUND]),
            "Set goal to 22 instead of 20: seat 1 is then even.",
            "Certain on 2,000 new deals; no smaller change does.",
            "",
        ),
        (
            fixed("found", "even", [AS_IT_IS, game(21, "open", CLOSE), FOUND]),
            "Set goal to 22 instead of 20: seat 1 is then even.",
            "Certain on 2,000 new deals; whether a smaller change does is unclear, about 9,000 deals would settle it.",
            "simcli fix x --deals 9000",
        ),
        (
            replace(fixed("found", "even", [AS_IT_IS, FOUND]), goal="margin at most 3"),
            "Set goal to 22: margin is then at most 3.",
            "Certain on 2,000 new deals.",
            "",
        ),
        (
            replace(fixed("found", "even", [AS_IT_IS, replace(FOUND, numbers=TWO)]), goal="item six even", numbers=TWO),
            "Set goal to 22 and max rounds to 1: six is then even.",
            "Certain on 2,000 new deals.",
            "",
        ),
        (
            replace(fixed("found", "even", [AS_IT_IS, replace(FOUND, numbers=TWO)]), goal="viable plans at least 2", numbers=TWO),
            "Set goal to 22 and max rounds to 1: the goal is then reached.",
            "Certain on 2,000 new deals.",
            "",
        ),
        (
            replace(fixed("nothing to fix", "even", [AS_IT_IS]), numbers=(), goal="viable plans at most 1.5"),
            "No change is needed: viable plans are at most 1.5 already.",
            "Certain on 2,000 new deals.",
            "",
        ),
        (
            fixed("none", "uneven", [AS_IT_IS, UNEVEN, FOUND]),
            "No change of these numbers makes seat 1 even; goal 22 comes nearest.",
            "All 3 versions are certain.",
            "",
        ),
        (
            replace(fixed("none", "uneven", [AS_IT_IS, UNEVEN]), numbers=()),
            "No change of these numbers makes seat 1 even; the game as it is comes nearest.",
            "Both versions are certain.",
            "",
        ),
        (
            fixed("not yet known", "open", [AS_IT_IS, game(21, "open", CLOSE), UNEVEN]),
            "Unclear: these deals do not show whether a change makes seat 1 even; goal 22 comes nearest.",
            "1 of 3 versions is unclear; about 9,000 deals would settle it.",
            "simcli fix x --deals 9000",
        ),
    ],
)
def test_what_a_search_for_a_change_answers(found: Fix, claim: str, sure: str, next_one: str) -> None:
    said = held(fix_texts.answer(found, "simcli fix x"), names=["seat 1"])
    assert (said.claim, said.sure, said.next) == (claim, sure, next_one)


def test_the_table_has_the_shares_of_the_change_and_of_the_game_as_it_is_on_the_same_deals() -> None:
    table = fix_texts.view(fixed("found", "even", [AS_IT_IS, FOUND]))
    assert "tolerance 2 points" in table.caption
    seat = "seat 1 {} % [{}] against 50 %"
    assert table.rows[0] == ("goal 20 -> 22", "2", "even", seat.format("51.0", "50.0, 51.5"), "97.5 %", "2,000", "7")
    assert table.rows[1] == ("the game as it is", "0", "not even", seat.format("56.0", "55.0, 57.0"), "97.5 %", "2,000", "7")
