"""How many plans are worth playing, from fields whose truth is known: exact numbers, paired differences, and how often they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simcli.report.answer import Answer
from simcli.stats.field_tally import FieldTally
from simcli.stats.measured import VarietyCell
from simcli.stats.ratings.lottery import effective_number, maximal_lottery, without_small
from simcli.stats.ratings.redrawn import Redrawn, apart
from simcli.stats.summary import Interval, Tolerance
from simcli.studies.variety.estimate import varieties
from simcli.studies.variety.words import headline, view
from tests.report.limits import held
from tests.stats.test_redrawn import CYCLE, duels
from tests.studies.matchups.test_estimate import tally_of

TOLERANCE = Tolerance(0.04, of_even=True)
ROCK_PAPER_SCISSORS = [[0, -0.3, 0.3], [0.3, 0, -0.3], [-0.3, 0.3, 0]]
ROW = [[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]]
ONE, LEVEL = [[0, 0.1], [-0.1, 0]], [[0, 0.0], [0.0, 0]]


def said(cells: Sequence[VarietyCell]) -> str:
    return held(Answer(headline(cells))).claim


def cell(variant: str | None, number: float | None, bounds: tuple[float, float] | None, players: int = 4, **more: Any) -> VarietyCell:
    low, high = bounds or (None, None)
    known = {
        "base": None if variant in (None, "plain") else "plain",
        "plans": 9,
        "line_ups": 36,
        "deals": 100,
        "games": 1,
        "tolerance": 0.02,
    }
    return VarietyCell(variant=variant, players=players, viable_plans=Interval(low, number, high), **known | more)


def changed(variant: str, number: float, change: str, by: float, players: int = 4) -> VarietyCell:
    apart = Interval(by - 0.1, by, by + 0.1)
    return cell(variant, number, (number - 0.2, number + 0.2), players, difference=apart, change=change)


PLAIN = cell("plain", 2.0, (1.9, 2.1))


@pytest.mark.parametrize(
    ("cells", "claim"),
    [
        ([cell(None, 2.9, (2.8, 3.0))], "2.9 of nine plans are worth playing."),
        ([cell(None, 1.0, (1.0, 1.0))], "1.0 of nine plans is worth playing."),
        ([cell(None, 2.9, (1.0, 5.2))], "Between 1.0 and 5.2 of nine plans are worth playing."),
        ([cell(None, 2.9, (2.8, 3.0)), cell(None, 4.1, (4.0, 4.2), 6)], "Between 2.9 and 4.1 of nine plans are worth playing."),
        ([cell(None, 2.9, None)], "It is unclear how many of nine plans are worth playing."),
        ([PLAIN, changed("v", 3.0, "more", 1.0)], "In v more plans are worth playing than in plain: 3.0 instead of 2.0."),
        (
            [PLAIN, changed("v", 3.0, "more", 1.0), changed("w", 1.0, "less", -1.0)],
            "In v more plans are worth playing than in plain; in w fewer.",
        ),
        (
            [PLAIN, changed("v", 3.0, "more", 1.0), changed("w", 2.5, "more", 0.5)],
            "In v and w more plans are worth playing than in plain.",
        ),
        ([PLAIN, changed("v", 2.1, "not yet known", 0.1)], "2.0 of nine plans are worth playing; no change is certain."),
    ],
)
def test_what_is_said_of_the_plans_worth_playing(cells: list[VarietyCell], claim: str) -> None:
    assert said(cells) == claim


def cells_of(*fields: Sequence[Sequence[float]], players: int = 3, repeats: Sequence[int] = ()) -> tuple[VarietyCell, ...]:
    """The viable plans of such fields; the first is the base."""
    names = ["base", *(f"v{i}" for i in range(1, len(fields)))]
    tallies = [replace(tally_of(field, players), variant=name) for field, name in zip(fields, names, strict=True)]
    return varieties([replace(one, repeats_base=i in repeats) for i, one in enumerate(tallies)], TOLERANCE, "base")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("advantage", "plans"), [(ROCK_PAPER_SCISSORS, 3.0), (ROW, 1.0), (ONE, 1.0), (LEVEL, 2.0)])
def test_rock_paper_scissors_has_three_a_dominated_plan_leaves_one(advantage: list[list[float]], plans: float, players: int) -> None:
    (cell,) = cells_of(advantage, players=players)
    assert cell.viable_plans == (plans, plans, plans)
    assert (cell.plans, cell.line_ups, cell.difference, cell.change) == (
        len(advantage),
        len(advantage) * (len(advantage) - 1) // (2 if players == 2 else 1),
        None,
        None,
    )


def test_a_patch_that_makes_a_second_plan_viable_moves_one_to_two() -> None:
    base, more, fewer = cells_of(ONE, LEVEL, ONE)
    assert (base.viable_plans.value, more.viable_plans.value) == (1.0, 2.0)
    assert (more.difference, more.change, more.base) == ((1.0, 1.0, 1.0), "more", "base")
    assert (fewer.difference, fewer.change) == ((0.0, 0.0, 0.0), "even")
    assert cells_of(LEVEL, ONE)[1].change == "less"


def test_the_same_game_differs_by_exactly_nothing_however_wide_the_number_is() -> None:
    noisy = duels(CYCLE, 60, np.random.default_rng(3))
    twice = [replace(noisy, variant="base"), replace(noisy, variant="same", repeats_base=True)]
    base, same = varieties(twice, Tolerance(0.0, of_even=False), "base")
    assert base.viable_plans.half_width
    assert (same.difference, same.change) == ((0.0, 0.0, 0.0), "even")
    assert said([base, same]).endswith(" of three plans are worth playing; as many in every variant.")


def test_shared_luck_falls_out_of_a_difference() -> None:
    """The two variants have the same deals and advantages: no draw differs, whatever the deals were."""
    noisy = duels(ROCK_PAPER_SCISSORS, 400, np.random.default_rng(3))
    own = Redrawn(noisy).viable_plans(0.02)
    low, value, high = apart(own, Redrawn(replace(noisy, variant="other")).viable_plans(0.02))
    assert (low, value, high) == (-own.unseen, 0.0, own.unseen)


def test_of_many_variants_a_difference_needs_more_to_be_certain() -> None:
    """A lead a little beyond the tolerance is certain by itself and is not among fifty."""
    close = [[0, 0.024], [-0.024, 0]]
    base, variant = tally_of(LEVEL), tally_of(close, noise=60)
    alone = varieties([replace(base, variant="base"), replace(variant, variant="v")], TOLERANCE, "base")[1]
    many = [replace(variant, variant=f"v{i}") for i in range(50)]
    assert alone.change == "less"
    assert alone.difference is not None
    together = varieties([replace(base, variant="base"), *many], TOLERANCE, "base")
    assert {(cell.difference, cell.change) for cell in together[1:]} == {(alone.difference, "not yet known")}


def test_few_deals_have_a_number_and_no_interval_and_none_has_nothing() -> None:
    few = [replace(duels(CYCLE, 20, np.random.default_rng(k)), variant=name) for k, name in enumerate(("base", "v"))]
    base, variant = varieties(few, TOLERANCE, "base")
    assert base.viable_plans.value is not None
    assert base.viable_plans.bounds is None
    assert variant.difference is not None
    assert (variant.difference.bounds, variant.change) == (None, "not yet known")
    assert said([base, variant]) == "It is unclear how many of three plans are worth playing; no change is certain."
    assert view([base]).rows[0][2:4] == (f"{base.viable_plans.value:.2f}", "–")
    none = FieldTally("", 3, ("a", "b"), [0, 1], 0, 0, {}, {}, {})
    (cell,) = varieties([none], TOLERANCE)
    assert cell.viable_plans == (None, None, None)
    assert said([cell]) == "No matchups were played."
    assert view([cell]).rows[0][1] == "–"


def held_differences(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]], deals: int, runs: int) -> float:
    """Part of the intervals of a difference that hold the truth; both have the same deals."""
    tolerance, held = 0.02, 0
    true = [effective_number(maximal_lottery(without_small(np.array(field), tolerance))) for field in (one, other)]
    for run in range(runs):
        drawn = [Redrawn(duels(field, deals, np.random.default_rng(run))).viable_plans(tolerance) for field in (one, other)]
        low, _, high = apart(*drawn)
        assert low is not None
        assert high is not None
        held += low - 1e-6 <= true[0] - true[1] <= high + 1e-6
    return held / runs


EVEN = np.zeros((3, 3)).tolist()
NEARLY = [[0.0, 0.03, 0.0], [-0.03, 0.0, 0.0], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize(("one", "other"), [(CYCLE, EVEN), (ROW, CYCLE), (NEARLY, EVEN)])
def test_differences_hold_the_truth(one: list[list[float]], other: list[list[float]]) -> None:
    """Of 12 intervals: fewer than 9 has a chance of 2 in 1000 where each holds with 95 %."""
    assert held_differences(one, other, 300, 12) >= 0.75


@pytest.mark.soak
@pytest.mark.parametrize("deals", [50, 300, 2000])
@pytest.mark.parametrize(("one", "other"), [(CYCLE, EVEN), (ROW, CYCLE), (NEARLY, EVEN), (EVEN, EVEN)])
def test_differences_hold_the_truth_in_94_of_100_runs_or_more(one: list[list[float]], other: list[list[float]], deals: int) -> None:
    assert held_differences(one, other, deals, 200) >= 0.925
