"""The sentences of `sensitivity` and `fix`: they claim what the intervals bear, and name what may be otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simcli.stats.figures.goals import GoalRow
from simcli.stats.figures.registry import Topic
from simcli.stats.records import Tolerance
from simcli.stats.summary import Interval
from simcli.stats.verdicts import TestResult
from simcli.studies.fix import words as fix_texts
from simcli.studies.fix.estimate import Certificate, Fix, NumberTo, TriedChange
from simcli.studies.sensitivity import words as sensitivity_texts
from simcli.studies.sensitivity.estimate import LeftOut, NumberEffect, StepEffect
from simcli.studies.sensitivity.words import SHARE, answer, figure_text, left_out_text, precision_text

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


def test_most_is_claimed_only_beyond_all_other_intervals() -> None:
    sure = answer([number("knight.prize", BIG), number("noble.prize", SMALL)], WHAT, SHARE, 0)
    assert sure == "Knight prize moves the win share of seat 1 most: +1 gives +2.1 points [+1.8, +2.4]."
    open_ = answer([number("noble.prize", UNKNOWN), number("knight.prize", BIG)], WHAT, SHARE, 0)
    assert open_ == sure.removesuffix(".") + "; that it is the most is not yet certain, since noble prize may move it as much."


def test_without_a_certain_effect_none_is_claimed() -> None:
    text = answer([number("noble.prize", UNKNOWN)], WHAT, SHARE, 0)
    assert text.startswith(
        "No number moves the win share of seat 1 for certain; in these deals most of all noble prize (+1 gives +2.2 points "
    )
    within = answer([number("a.b", effect(-0.002, 0.001, 0.004, "even", 0.5))], WHAT, SHARE, 0)
    assert within.startswith("No number moves the win share of seat 1 by more than the tolerance; ")
    assert answer([], WHAT, SHARE, 3) == "No number was moved: the game refuses 3 values, or they change nothing here."


def test_every_number_of_players_has_its_answer() -> None:
    text = answer([number("a.b", BIG), number("a.c", BIG, players=5)], WHAT, SHARE, 0)
    assert text.startswith("With 4 players a b moves the win share of seat 1 most: ")
    assert " With 5 players a c moves " in text


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        (Topic("games", None, "rounds"), "the length of a game in rounds"),
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
    assert left_out_text(left) == "7 values are left out. a 0: 3, a 1: 3, a 2: 3 and 3 more: it is idle. b: is 0, expected at least 1."
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


def test_a_found_change_is_told_with_the_smaller_ones_that_are_open() -> None:
    sure = fix_texts.sentence(fixed("found", "even", [AS_IT_IS, game(21, "uneven", row(0.53, 0.54, 0.55, "more")), FOUND]), "simcli fix")
    assert sure == (
        "Seat 1 is even with goal 20 -> 22, 2 steps: seat 1 51.0 % [50.0, 51.5] against 50 %, tolerance 2 points, "
        "intervals at 97.5 %, on 2,000 fresh deals (seed 7); as it is seat 1 56.0 % [55.0, 57.0] against 50 %. No smaller change does."
    )
    open_ = fixed("found", "even", [AS_IT_IS, game(21, "open", row(0.51, 0.52, 0.53, "not yet known", 9000)), FOUND])
    assert fix_texts.sentence(open_, "simcli fix").endswith(
        " Whether less would do is open for goal 20 -> 21: 9,000 deals would settle it."
    )


def test_what_is_open_is_told_with_the_deals_that_settle_it() -> None:
    found = fixed("not yet known", "open", [AS_IT_IS, game(21, "open", row(0.51, 0.52, 0.53, "not yet known", 9000)), FOUND])
    text = fix_texts.sentence(found, "simcli fix x")
    assert text.startswith("Whether a change makes seat 1 even is not yet known: 2 of 3 games are open. Nearest comes goal 20 -> 22: ")
    assert text.endswith(" Each is settled with nine chances in ten after at most 9,000 deals (simcli fix x --deals 9000).")
