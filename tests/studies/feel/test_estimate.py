"""Measures of the feel of play on games made up for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from simcli.game import LEAD_POINTS
from simcli.stats.measured import FeelCell
from simcli.stats.records import Tolerance
from simcli.studies.feel.estimate import Feel, summarise_feel
from simcli.studies.feel.followed import FollowedGames
from simcli.studies.feel.words import answer

RUN = Feel(
    game="pig",
    title="Pig",
    identity="",
    seed=1,
    tolerance=Tolerance(0.04, of_even=True),
    plays=2,
    strategies=("a", "b"),
    tables="mixed",
)
DEALS = 200


def games(share: np.ndarray, strategy: np.ndarray | None = None, **more: np.ndarray) -> FollowedGames:
    """Two players, two rotations, two plays a deal; share: sixtieths of seat 1, float or int [deals, rotations, plays]."""
    won = np.rint(share).astype(np.int64).reshape(-1)
    n = len(won)
    plain = {name: np.ones(n, np.int64) for name in ("rounds", "decisions", "forced", "few", "weighed", "clear")}
    zero = {name: np.zeros(n, np.int64) for name in ("first", "changes", "last_round", "last_decision", "late_leader")}
    seats = np.tile([[0, 1], [0, 1], [1, 0], [1, 0]], (n // 4, 1)) if strategy is None else strategy
    both = np.stack([won, 60 - won], axis=1)
    zero["ended"] = np.ones(n, bool)
    zero["lead"], zero["leader"] = np.zeros((n, LEAD_POINTS), np.int64), np.full((n, LEAD_POINTS), -1)
    given = {"strategy": seats, "share": both, "score": both, "half": both, "deal": np.arange(n) // 4}
    return FollowedGames(variant="", players=2, plays=2, **(plain | zero | given | more))


def cell(one: FollowedGames, base: FollowedGames | None = None) -> FeelCell:
    return summarise_feel(RUN, [(one, base)]).cells[0]


def luck(share: np.ndarray) -> tuple[float, ...]:
    made = cell(games(share))
    return tuple(made.measure(f"luck_{name}").value.known for name in ("deal", "seats", "plans", "choices"))


def test_a_win_that_the_deal_decides_is_the_deals() -> None:
    wins = np.random.default_rng(1).integers(0, 2, (DEALS, 2, 1)) * 60
    assert luck(np.repeat(wins, 2, axis=2)) == pytest.approx((1, 0, 0, 0), abs=0.02)


def test_a_win_that_is_drawn_anew_each_time_is_the_choices() -> None:
    made = cell(games(np.random.default_rng(2).integers(0, 2, (DEALS, 2, 2)) * 60))
    low, value, high = made.measure("luck_choices").value
    assert low is not None
    assert high is not None
    assert low < 1 == high
    assert value == pytest.approx(1, abs=0.15)


def test_a_plan_that_always_wins_decides_alone() -> None:
    wins = np.tile([[60, 60], [0, 0]], (DEALS, 1, 1))  # plan 0 sits first in rotation 0
    assert luck(wins) == pytest.approx((0, 0, 1, 0), abs=1e-9)


@pytest.mark.parametrize("begins", ["seat 1", "drawn"])
def test_a_place_that_always_wins_decides_alone(begins: str) -> None:
    """Without any chance, and where the seat that begins is drawn by the deal."""
    first = np.zeros(DEALS * 4, np.int64) if begins == "seat 1" else np.random.default_rng(6).integers(0, 2, DEALS).repeat(4)
    made = cell(games(60 - 60 * first, first=first))
    for name, true in (("deal", 0), ("seats", 1), ("plans", 0), ("choices", 0)):
        assert made.measure(f"luck_{name}").value == pytest.approx((true, true, true), abs=1e-9)
    assert answer([made]).sure == "The seat decides 100 % of who wins, the deal nothing."


def test_luck_after_choices_is_not_given_to_the_deal_nor_taken_from_it() -> None:
    """A win with probability 1/2 + v of the deal and seat: 0.36 of it by the deal for certain, the rest by choices or luck."""
    generator = np.random.default_rng(7)
    v = generator.choice([-0.3, 0.3], (4000, 2, 1))
    said = answer([cell(games((generator.random((4000, 2, 2)) < 0.5 + v) * 60))]).sure
    assert re.fullmatch(r"The deal decides at least 3\d % of who wins, at most 100 % with the luck after choices\.", said), said


def test_three_parts_in_known_sizes() -> None:
    """A win with probability 1/2 + u + v: u of the plan, +-0.2; v of the deal and seat, +-0.2; so (0.04, 0.04, 0.17) / 0.25."""
    generator = np.random.default_rng(3)
    v = generator.choice([-0.2, 0.2], (4000, 2, 1))
    u = np.array([0.2, -0.2])[None, :, None]
    made = cell(games((generator.random((4000, 2, 2)) < 0.5 + u + v) * 60))
    for name, true in (("deal", 0.16), ("plans", 0.16), ("choices", 0.68)):
        low, _, high = made.measure(f"luck_{name}").value
        assert low is not None
        assert high is not None
        assert low - 0.02 < true < high + 0.02, name
        assert high - low < 0.12


def test_intervals_of_luck_hold_the_truth_about_as_often_as_they_say() -> None:
    """Of 100 runs of 100 deals, 95 % intervals: fewer than 87 holding has a chance below 1 in 1000."""
    generator, held = np.random.default_rng(4), 0
    for _ in range(100):
        v = generator.choice([-0.3, 0.3], (100, 2, 1))
        low, _, high = cell(games((generator.random((100, 2, 2)) < 0.5 + v) * 60)).measure("luck_choices").value
        assert low is not None
        assert high is not None
        held += low <= 1 - 0.09 / 0.25 <= high
    assert held >= 87


def lead(late: Sequence[int], share: Sequence[int], half: Sequence[Sequence[int]]) -> FollowedGames:
    """Games with these late leaders, win shares of seat 1 and points at half."""
    n = len(late)
    more = {"late_leader": np.array(late), "half": np.array(half), "strategy": np.zeros((n, 2), np.int64), "deal": np.arange(n) // 4}
    return games(np.array(share), **more)


def test_late_leaders_and_comebacks_game_by_game() -> None:
    found = lead([0, 0, 1, -1], [60, 0, 30, 60], [[5, 3], [5, 3], [4, 4], [2, 3]])
    assert found.is_late_win.tolist() == [1, 0, 1, 0]
    assert found.is_comeback.tolist() == [0, 1, 0, 1]  # equal at half: nobody was last
    assert found.margin.tolist() == [60, 60, 0, 60]


def test_last_of_three_means_nobody_had_less() -> None:
    three = games(np.zeros((1, 2, 2)))
    share = np.array([[0, 60, 0]] * 4)
    half = np.array([[3, 1, 2], [3, 1, 1], [1, 2, 3], [2, 2, 2]])
    found = FollowedGames(**(vars(three) | {"players": 3, "share": share, "half": half}))
    assert found.is_comeback.tolist() == [1, 1, 0, 0]


def test_quantiles_are_those_of_the_games_with_intervals_around_them() -> None:
    rounds = np.random.default_rng(5).integers(1, 101, DEALS * 4)
    made = cell(games(np.zeros((DEALS, 2, 2)), rounds=rounds))
    for per_cent in (5, 25, 50, 75, 95):
        low, value, high = made.measure(f"rounds_{per_cent}").value
        assert value == np.sort(rounds)[per_cent * 8 - 1]
        assert low is not None
        assert high is not None
        assert low <= per_cent <= high
        assert 0 < high - low < 25


def test_equal_variants_differ_by_nothing_and_others_by_what_they_do() -> None:
    one = games(np.random.default_rng(6).integers(0, 2, (DEALS, 2, 2)) * 60, changes=np.random.default_rng(7).integers(0, 3, DEALS * 4))
    same = cell(one, one)
    assert {row.difference.value for row in same.measures if row.difference} <= {0.0, None}
    more = FollowedGames(**(vars(one) | {"changes": one.changes + (np.arange(DEALS * 4) % 8 < 4)}))
    apart = cell(more, one).measure("lead_changes")
    assert apart.difference is not None
    assert apart.difference.value == pytest.approx(0.5)
    assert apart.change == "more"
    assert cell(more, one).measure("rounds").change != "more"


def test_few_deals_have_no_interval_of_luck_or_quantiles() -> None:
    made = cell(games(np.random.default_rng(8).integers(0, 2, (10, 2, 2)) * 60))
    for name in ("luck_deal", "margin_50"):
        assert (made.measure(name).value.low, made.measure(name).value.high) == (None, None)
