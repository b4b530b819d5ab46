"""Mixes that no plan gains on, in games whose equilibrium is known or can be found otherwise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from simcli.stats.ratings.equilibrium import Payoffs, Table, double_oracle, equilibrium, tables_of
from simcli.stats.ratings.lottery import effective_number, maximal_lottery

BEATS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
"""Rock, paper, scissors: share of the row."""


def duel(matrix: np.ndarray) -> dict[Table, Mapping[int, float]]:
    return {(i, j): {i: matrix[i, j], j: 1 - matrix[i, j]} if i != j else {i: 0.5} for i, j in tables_of(len(matrix), 2)}


def roads(values: Sequence[float], table: Table) -> dict[int, float]:
    """Who takes a road shares its value with all who take it; shares are of what all of them get."""
    got = {k: values[k] / table.count(k) for k in set(table)}
    whole = sum(got[k] for k in table)
    return {k: value / whole for k, value in got.items()}


def congestion(values: Sequence[float], players: int) -> Payoffs:
    return Payoffs.of(len(values), players, {table: roads(values, table) for table in tables_of(len(values), players)})


def test_rock_paper_scissors_is_played_evenly() -> None:
    mix = equilibrium(Payoffs.of(3, 2, duel(BEATS)))
    assert mix == pytest.approx([1 / 3] * 3)
    assert effective_number(mix) == pytest.approx(3.0)


@pytest.mark.parametrize("win", [1.0, 0.8, 0.6])
def test_a_lopsided_circle_of_three_has_the_known_mix(win: float) -> None:
    """Where a beats b by x, b beats c by y, c beats a by z, the weights are as y : z : x."""
    x, y, z = win - 0.5, 0.3, 0.1
    advantage = np.array([[0, x, -z], [-x, 0, y], [z, -y, 0]])
    assert equilibrium(Payoffs.of(3, 2, duel(advantage + 0.5))) == pytest.approx(np.array([y, z, x]) / (x + y + z))


@pytest.mark.parametrize("players", [3, 4, 6])
def test_equal_roads_are_taken_evenly(players: int) -> None:
    assert equilibrium(congestion((1, 1, 1), players)) == pytest.approx([1 / 3] * 3, abs=1e-6)


@pytest.mark.parametrize("value", [1.0, 1.2, 1.4, 1.7])
def test_two_roads_of_three_players_have_the_root_of_their_polynomial(value: float) -> None:
    """The share p on the first road at which both win a third, found by bisection."""
    values = (value, 1.0)

    def first(p: float) -> float:
        return sum(
            math.comb(2, k) * p**k * (1 - p) ** (2 - k) * roads(values, tuple(sorted((0,) * (k + 1) + (1,) * (2 - k))))[0] for k in range(3)
        )

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if first(middle) > 1 / 3 else (low, middle)
    assert equilibrium(congestion(values, 3))[0] == pytest.approx(low, abs=1e-6)


def test_a_road_that_is_better_even_when_shared_by_all_is_taken_by_all() -> None:
    mix = equilibrium(congestion((9, 1, 1), 3))
    assert mix.tolist() == [1.0, 0.0, 0.0]
    assert effective_number(mix) == 1.0


@pytest.mark.parametrize("seed", range(8))
def test_no_plan_gains_on_the_mix_of_any_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plans, players = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    shares = {}
    for table in tables_of(plans, players):
        got = {k: rng.gamma(1.0) for k in set(table)}
        shares[table] = {k: value / sum(got[j] for j in table) for k, value in got.items()}
    payoffs = Payoffs.of(plans, players, shares)
    mix = equilibrium(payoffs)
    assert mix.sum() == pytest.approx(1.0)
    assert payoffs.gain(mix) < 1e-9
    assert payoffs.against(mix) @ mix == pytest.approx(1 / players)  # all shares of a table sum to 1
    around = [payoffs.against(mix + step) for step in 1e-6 * np.eye(plans)]
    assert np.array(around).T - payoffs.against(mix)[:, None] == pytest.approx(1e-6 * payoffs.slopes(mix), abs=1e-10)


@pytest.mark.parametrize("seed", range(12))
def test_no_plan_gains_where_games_are_lost_by_all(seed: int) -> None:
    """A part of the games of each table, another for each, is won by nobody."""
    rng = np.random.default_rng(seed)
    plans, players = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    shares = {}
    for table in tables_of(plans, players):
        got, won = {k: rng.gamma(1.0) for k in set(table)}, rng.random()
        shares[table] = {k: won * value / sum(got[j] for j in table) for k, value in got.items()}
    payoffs = Payoffs.of(plans, players, shares)
    mix = equilibrium(payoffs)
    own = payoffs.against(mix)
    assert own.max() < mix @ own + 1e-9
    assert np.all(own[mix > 0] > own.max() - 1e-6)


@pytest.mark.parametrize("seed", [63, 100])
def test_a_mix_of_few_plans_is_found_where_the_linear_programs_end_nowhere(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of two players, some tables of which are won by nobody, in which the search by lines ends where some plan still gains."""
    rng = np.random.default_rng(seed)
    plans = int(rng.integers(3, 8))
    shares = {}
    for table in tables_of(plans, 2):
        seated, is_lost = sorted(set(table)), rng.random() < 0.4
        got = {k: rng.random() * (0.3 if is_lost else 1.0) for k in seated}
        whole = sum(got[k] * table.count(k) for k in seated)
        part = rng.random() if is_lost else 1.0
        shares[table] = {k: value * part / whole for k, value in got.items()}
    payoffs = Payoffs.of(plans, 2, shares)
    mix = equilibrium(payoffs)
    assert mix.sum() == pytest.approx(1.0)
    assert payoffs.gain(mix) < 1e-9
    monkeypatch.setattr("simcli.stats.ratings.equilibrium._of_few", lambda *_: None)
    with pytest.raises(ArithmeticError, match="no equilibrium was found"):
        equilibrium(payoffs)


def test_two_who_stall_when_they_meet_share_the_seats_with_those_who_do_not() -> None:
    """Hawks lose all games among themselves and win 0.8 against doves, who win half among themselves: 0.8 (1 - h) = 0.5 (1 - h) + 0.2 h."""
    tables = {(0, 0): {0: 0.0}, (0, 1): {0: 0.8, 1: 0.2}, (1, 1): {1: 0.5}}
    assert equilibrium(Payoffs.of(2, 2, tables)) == pytest.approx([0.6, 0.4], abs=1e-6)


def test_best_replies_lead_to_the_mix_of_the_whole_game() -> None:
    """Rock alone at first: the replies are paper and scissors, and a fourth plan that loses to all is never added."""
    matrix = np.full((4, 4), 0.9)
    matrix[:3, :3], matrix[3, :3], matrix[3, 3] = BEATS, 0.1, 0.5

    def payoffs(field: Sequence[int]) -> Payoffs:
        return Payoffs.of(len(field), 2, duel(matrix[np.ix_(field, field)]))

    def reply(field: Sequence[int], among: Payoffs) -> int | None:
        won = matrix[:, list(field)] @ equilibrium(among)
        return int(won.argmax()) if won.max() > 0.5 + 1e-9 else None

    field, settled = double_oracle([0], payoffs, reply, 10)
    assert (field, settled) == ([0, 1, 2], True)
    assert equilibrium(payoffs(field)) == pytest.approx([1 / 3] * 3)


def test_best_replies_in_a_game_of_three_lead_to_its_mix() -> None:
    """Three roads of values 3, 2 and 1, of which the third is too poor even alone; it is where the league begins."""
    values = (3.0, 2.0, 1.0)
    whole = congestion(values, 3)

    def payoffs(field: Sequence[int]) -> Payoffs:
        return congestion([values[k] for k in field], 3)

    def reply(field: Sequence[int], among: Payoffs) -> int | None:
        spread = np.zeros(3)
        spread[list(field)] = equilibrium(among)
        won = whole.against(spread)
        return int(won.argmax()) if won.max() > 1 / 3 + 1e-9 else None

    field, settled = double_oracle([2], payoffs, reply, 10)
    assert settled
    found = dict(zip(field, equilibrium(payoffs(field)), strict=True))
    assert [found.get(k, 0.0) for k in range(3)] == pytest.approx([0.8, 0.2, 0.0], abs=1e-6)


def test_double_oracle_ends_after_its_rounds() -> None:
    def payoffs(field: Sequence[int]) -> Payoffs:
        return Payoffs.of(len(field), 2, duel(np.full((len(field), len(field)), 0.5)))

    asked: list[int] = []

    def reply(field: Sequence[int], among: Payoffs) -> int:
        asked.append(among.plans)
        return len(field)

    assert double_oracle([0], payoffs, reply, 3) == ([0, 1, 2, 3], False)
    assert asked == [1, 2, 3]


def test_two_players_have_the_maximal_lottery() -> None:
    rng = np.random.default_rng(5)
    upper = np.triu(rng.normal(0, 0.1, (5, 5)), 1)
    advantage = upper - upper.T
    assert equilibrium(Payoffs.of(5, 2, duel(advantage + 0.5))) == pytest.approx(maximal_lottery(advantage))
