"""The registry of figures, and bounds judged at values that are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np
import pytest

from simcli.report.words.differences import REPORTED
from simcli.stats.balance import summarise
from simcli.stats.bounds import Interval
from simcli.stats.cell_tally import CellTally
from simcli.stats.figures.differences import compared
from simcli.stats.figures.goals import ONCE, Bounded, Goal, Looks, _Levels, bounded, judged_bounds, status
from simcli.stats.figures.named import named_figures
from simcli.stats.figures.registry import BY_NAME, COMPARED, FIGURES, Topic, by_name, names_of, placed
from simcli.stats.figures.sources import Stalled
from simcli.stats.intervals import Estimate, interval
from simcli.stats.summary import CardResult, Cell, ItemResult, SeatResult, StrategyResult
from simcli.stats.verdicts import rounded_up
from simcli.studies.matchups.estimate import Rating
from tests.stats.synthetic import META, fake_cards, fake_cell

RECORDS = {"games": Cell, "seat": SeatResult, "strategy": StrategyResult, "item": ItemResult, "copy": CardResult, "plan": Rating}
MARGIN = Topic("games", None, "margin")
DEALS = 2500


def figure(value: float, sd: float = 5.0, unended: float = 0.0, *, share: bool = False) -> Bounded:
    """A figure with this value and standard deviation of a deal: half the interval of 2,500 deals is a twenty-fifth of two of them."""
    estimate = Estimate(value, sd / math.sqrt(DEALS), DEALS, share=share)
    return Bounded(4, "margin", DEALS, _Levels(estimate, DEALS, share), "points", unended=unended)


def verdicts(goal: Goal, games: Sequence[Sequence[Bounded]], looks: Looks = ONCE) -> list[list[str | None]]:
    return [[row.test.verdict for row in rows] for rows in judged_bounds(goal, games, looks)]


def test_every_figure_is_a_row_of_its_own_and_its_field_is_there() -> None:
    assert len(BY_NAME) == len(FIGURES)
    for row in FIGURES:
        if row.name != "viable plans":
            assert row.field in {field.name for field in fields(RECORDS[row.of])}
        assert (row.unit == "share") == (row.name in {"shared victories", "stalled games", "holders", "weight in the lottery", "strength"}
                                         or "win share" in row.name or row.of == "copy")  # fmt: skip
        assert row.even is None or row.is_share
    assert len(REPORTED) == len({*REPORTED} & {*BY_NAME})
    assert {row.name for row in FIGURES if row.source} == set(COMPARED)


def test_a_cell_is_compared_in_every_figure_it_has() -> None:
    cell = fake_cell(3, ("a", "b"), fake_cards(3), ("trade", "votes"), deals=60)
    names = [topic.name for topic, _ in placed(cell)]
    assert len(names) == len(set(names))
    assert {topic.figure for topic, _ in placed(cell)} == set(COMPARED) - {"win share per copy held", "points per copy held"}
    found = [one.topic.name for one in compared(replace(cell, base=cell, is_apart=True), 0.01)]
    assert found == names


def test_a_name_that_means_two_things_means_none() -> None:
    knight, plan = Topic("item", "knight", "win share if held"), Topic("strategy", "knight", "win share if held")
    found = by_name(((names_of(knight, kind="guild"), knight), (names_of(plan), plan)))
    assert found == {
        "item knight win share if held": knight,
        "guild knight win share if held": knight,
        "strategy knight win share if held": plan,
    }
    assert names_of(Topic("seat", "1st to move", "points", "trade"), number=1) == ("1st to move points trade", "seat 1 points trade")


def test_a_bound_is_kept_within_missed_beyond_and_open_between() -> None:
    """Half the interval is 0.2: 1.96 * 5 / 50."""
    at_most, at_least = Goal(MARGIN, high=3.0), Goal(MARGIN, low=3.0)
    values = (2.5, 2.79, 2.81, 3.0, 3.19, 3.21, 3.5)
    kept = ["even", "even", *["not yet known"] * 3]
    assert [verdicts(at_most, [[figure(value)]])[0][0] for value in values] == [*kept, "more", "more"]
    assert [verdicts(at_least, [[figure(value)]])[0][0] for value in values][::-1] == [*kept, "less", "less"]
    assert [row.side for row in judged_bounds(Goal(MARGIN, low=2.0, high=3.0), [[figure(2.5)]])[0]] == ["at least", "at most"]
    assert verdicts(Goal(MARGIN, low=2.0, high=3.0), [[figure(3.5)]]) == [["even", "more"]]
    assert verdicts(at_most, [[]]) == [[]]


def test_many_games_need_more_to_be_missed_and_no_more_to_be_kept() -> None:
    goal = Goal(MARGIN, high=3.0)
    assert verdicts(goal, [[figure(3.22)]] * 30) == [["not yet known"]] * 30
    assert verdicts(goal, [[figure(3.22)]], Looks(among=30)) == [["not yet known"]]
    assert verdicts(goal, [[figure(2.78)]] * 30) == [["even"]] * 30
    assert verdicts(goal, [[figure(2.78)]], Looks(attempts=1)) == [["not yet known"]]  # at 97.5 % half the interval is 0.224
    family = 1 - 0.05 / 30
    low, _ = interval(Estimate(3.4, 0.1, DEALS), family)
    assert low is not None
    assert verdicts(goal, [[figure(3.4)]] * 30)[0] == (["more"] if low > 3.0 else ["not yet known"]) == ["more"]


def test_a_bound_holds_whoever_would_have_won_the_games_that_did_not_end() -> None:
    goal = Goal(Topic("seat", "seat 1", "win share"), high=0.3)
    assert verdicts(goal, [[figure(0.25, 0.43, share=True)]]) == [["even"]]
    assert verdicts(goal, [[figure(0.25, 0.43, 0.04, share=True)]]) == [["not yet known"]]
    assert verdicts(goal, [[figure(0.35, 0.43, 0.04, share=True)]]) == [["not yet known"]]
    assert verdicts(goal, [[figure(0.4, 0.43, 0.04, share=True)]]) == [["more"]]
    (row,) = judged_bounds(goal, [[figure(0.28, 0.43, 0.04, share=True)]])[0]
    assert row.test.deals_90 is None  # no number of deals tells


def test_the_deals_that_would_tell_follow_from_the_distance() -> None:
    (row,) = judged_bounds(Goal(MARGIN, high=3.0), [[figure(2.9)]])[0]
    assert row.test.deals_90 == rounded_up((0.19608 / 0.1) ** 2 * DEALS)  # half the interval over the distance
    assert row.distance == 0.0
    assert judged_bounds(Goal(MARGIN, high=3.0), [[figure(3.1)]])[0][0].distance == pytest.approx(0.1)


def test_a_figure_that_is_the_same_in_every_game_is_known() -> None:
    cell = fake_cell(3, ("a", "b"), fake_cards(2), deals=60)
    parts = replace(cell.parts, figure=cell.parts.figure.copy())
    games = cell.parts.counted.games // cell.deals
    parts.figure[0] = [60 * games, 180 * games, 60 * games**2, 180 * games**2, 540 * games**2]  # three rounds in every game
    alike = replace(cell, parts=parts)
    rows = judged_bounds(Goal(Topic("games", None, "rounds"), low=3.0), [bounded(Goal(Topic("games", None, "rounds")), alike)])[0]
    assert [(row.value, row.test.verdict) for row in rows] == [(Interval(3.0, 3.0, 3.0), "even")]
    assert status(rows) == "even"


def stalled(cell: CellTally, number: int) -> CellTally:
    totals = cell.parts.totals.copy()
    totals[8] = number
    return replace(cell, parts=replace(cell.parts, totals=totals))


def test_the_difference_of_stalled_games_holds_however_the_deals_are_shared() -> None:
    """Of 400 games a deal each, the worst way: a game that stalls in one run goes on in the other in as many deals as there are."""
    rng, source, cell = np.random.default_rng(4), Stalled("totals"), fake_cell(2, ("a", "b"), deals=400)
    n = int(cell.parts.counted.games)
    missed = 0
    for _ in range(400):
        u = rng.random(n)
        own, base = int((u < 0.1).sum()), int((u > 0.9).sum())
        found, _ = source.difference(replace(stalled(cell, own), base=stalled(cell, base)), (), ())
        low, high = interval(found)
        assert low is not None
        assert high is not None
        missed += not low <= 0.0 <= high
    assert missed <= 0.05 * 400
    none, _ = source.difference(replace(stalled(cell, 0), base=stalled(cell, 0)), (), ())
    assert (none.value, none.events) == (0.0, 0.0)
    assert 0.0 < (interval(none)[1] or 0.0) < 0.02


def test_what_a_strategy_holds_is_a_target_a_goal_and_a_difference() -> None:
    cell = replace(fake_cell(3, ("a", "b"), fake_cards(2), deals=60), by_strategy=(1,))
    rows = np.array([[[180, 540, 540, 1620, 4900]], [[180, 90, 540, 270, 200]]])  # three copies a game of a, half a copy of b
    cell = replace(cell, parts=replace(cell.parts, strategy_held=rows))
    topic = Topic("strategy", "a", "held", "card_01")
    assert topic in dict(placed(cell))
    assert judged_bounds(Goal(topic, low=2.9), [bounded(Goal(topic, low=2.9), cell)])[0][0].test.verdict == "even"
    more = Goal(topic._replace(of="b"), low=2.9)
    assert (more.name, verdicts(more, [list(bounded(more, cell))])) == ("strategy b held card_01 at least 2.9", [["less"]])
    (figure,) = [one for one in named_figures(summarise(META, [cell]).cells[0]) if "strategy a held card_01" in one.names]
    assert (figure.names[0], figure.value.value, figure.is_share) == ("a held card_01", 3.0, False)
    other = replace(cell, base=replace(cell, parts=replace(cell.parts, strategy_held=rows[::-1])), is_apart=True)
    (change,) = [one for one in compared(other, 0.01) if one.topic == topic]
    assert change.hypothesis.estimate.value == 2.5
    assert change.hypothesis.tolerance == 0.0
