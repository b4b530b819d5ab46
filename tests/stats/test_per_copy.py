"""What is lost a copy used: by hand, its coverage on figures of which the truth is known, and planted cards that it puts in their order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcli.config import load_config
from simcli.sim.paired import paired_rows
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.tally import Tally
from simcli.stats.intervals import Estimate, interval, ratio_row
from simcli.stats.per_copy import against_middle, gained_per_copy, lost_per_copy
from simcli.stats.verdicts import LESS, LESS_OPEN, MORE, MORE_OPEN, Hypothesis
from simcli.studies.counted import summarise_tallies
from simcli.studies.run.findings import answer

WIN = 60


def estimate(copies, base, own):
    """Of arrays int64[deals]."""
    none = np.zeros_like(copies)
    deals, of_base = (np.stack([c, y], axis=1)[:, :, None] for c, y in ((none, own), (copies, base)))
    (paired,) = paired_rows(deals, of_base, np.array([0]))
    return lost_per_copy(ratio_row(none, own), ratio_row(copies, base), paired, WIN)


def test_by_hand():
    copies, base, own = (np.array(2 * one) for one in ([2, 0, 1, 1], [60, 60, 60, 0], [0, 60, 0, 60]))
    found = estimate(copies, base, own)
    lost = (base - own) / WIN
    assert found.value == lost.sum() / 8 == 0.25
    assert found.se == pytest.approx(np.sqrt(((lost - 0.25 * copies) ** 2).sum() + 2) / 8)
    assert (found.n, found.events) == (8 * 8 / 12, 6)
    few = estimate(copies[:7], base[:7], own[:7])
    assert (few.value, few.se) == (pytest.approx(3 / 7), None)


def test_what_force_gains_is_the_same_with_the_roles_changed():
    free, own = np.array(2 * [0, 0, 1, 0]), np.array(2 * [1, 0, 2, 1])
    base, forced = np.array(2 * [60, 0, 60, 0]), np.array(2 * [0, 60, 60, 0])
    deals, of_base = (np.stack([c, y], axis=1)[:, :, None] for c, y in ((own, forced), (free, base)))
    (paired,) = paired_rows(deals, of_base, np.array([0]))
    found = gained_per_copy(ratio_row(own, forced), ratio_row(free, base), paired, WIN)
    gained = (forced - base) / WIN
    assert found.value == gained.sum() / 4 == 0.0
    assert found.se == pytest.approx(np.sqrt(((gained - 0.0 * own) ** 2).sum() + 2) / 8)
    one = gained_per_copy(
        ratio_row(own, forced), ratio_row(free, 0 * base), paired_rows(deals, of_base * [[[1], [0]]], np.array([0]))[0], WIN
    )
    assert one.value == 0.5
    assert one.se == pytest.approx(np.sqrt(((forced / WIN - 0.5 * own) ** 2).sum() + 2) / 8)


def test_of_what_is_never_used_nothing_is_known():
    none = np.zeros(5, np.int64)
    assert estimate(none, none + 60, none).value is None
    one = np.array([1, 0, 0, 0, 0])
    assert (estimate(one, one * 60, none).value, estimate(one, one * 60, none).se) == (1.0, None)


@pytest.mark.parametrize("deals", [300, 1000, 4000])
@pytest.mark.parametrize(("often", "by_copy"), [(0.02, 0.1), (0.15, 0.02), (0.5, 0.05), (0.15, 0.0)])
def test_nineteen_intervals_of_twenty_hold_the_truth(deals: int, often: float, by_copy: float) -> None:
    """Two chances of a copy a deal; each copy used is what a win hangs on now and then."""
    rng, held, samples = np.random.default_rng(1), 0, 600
    for _ in range(samples):
        copies = rng.binomial(2, often, deals)
        hangs = rng.random(deals) < by_copy * copies
        changes = (rng.random((2, deals)) < 0.02) & (copies > 0)
        own = np.where(changes[0], 60, np.where(hangs, 0, 60 * (rng.random(deals) < 0.25)))
        base = np.where(changes[1], 60, np.where(hangs, 60, own))
        base = np.where(changes[0] & ~changes[1] & ~hangs, 0, base)
        low, high = interval(estimate(copies, base, own))
        truth = _truth(often, by_copy)
        held += low is None or low <= truth <= high
    assert 0.93 * samples <= held <= samples
    assert deals < 4000 or held <= 0.995 * samples


def _truth(often: float, by_copy: float) -> float:
    """Mean of what is lost over the mean of the copies, from the chances of one and two copies."""
    lost = 0.0
    for copies, chance in ((1, 2 * often * (1 - often)), (2, often * often)):
        hangs, own, base = by_copy * copies, 0.02, 0.02
        # A win that hangs on the item is lost without it, but for the changes either way.
        with_item = base + (1 - base) * hangs + (1 - base) * (1 - hangs) * (1 - own) * 0.25
        without = own + (1 - own) * (1 - hangs) * 0.25
        lost += chance * (with_item - without)
    return lost / (2 * often)


def test_copies_and_wins_are_those_of_the_player_who_is_denied() -> None:
    """The same as other parts count: of a plan the copies it holds and its win share, of a seat its win share."""
    config = {"game": "kings_forge", "players": 3, "strategies": ["balanced", "random"]}
    for player, part in (("random", "strategy_share"), ("seat 2", "seat_share")):
        run = load_config(config | {"every": {"ban": "craft_card", "for": player}}, deals=20, seed=3)
        plan = make_plan(run)
        runner = Player(plan)
        cells = [Tally(cell.layout, runner.play(Batch(0, cell.number, 0, 20))) for cell in plan.cells[:2]]
        base, banned = (cell.parts for cell in cells)
        items = list(plan.cells[0].asked.items)
        share = getattr(base, part)[1]
        assert (base.asked_used[:, 1] == share[1]).all()
        assert (base.asked_used[:, 4] == share[4]).all()
        assert base.asked_used[:, 0].sum() > 0
        if player == "random":
            counted = [plan.cells[0].catalogue.by_strategy(2).index(i) for i in items]
            assert base.asked_used[:, 0].tolist() == base.strategy_held[1, counted, 1].tolist()
        assert plan.cells[1].asked.items == (items[0],)
        assert banned.asked_used.tolist() == [[0, getattr(banned, part)[1][1], 0, 0, getattr(banned, part)[1][4]]]
        assert banned.paired_with("asked_used")[0, 3] == banned.paired_with(part)[1, 3]


CARDS: dict[str, Any] = {
    "game": "plant",
    "strategies": ["balanced"],
    "tables": "mirror",
    "patch": {"setup": {"hand": 6, "keep": 3}, "plant": {"c01": {"value": 10}, "c02": {"copies": 2, "value": 20}}},
    "every": {"ban": "card"},
}


@pytest.mark.usefixtures("planted_game")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("number", [1, pytest.param(20, marks=pytest.mark.soak)])
def test_the_card_of_two_copies_stands_before_the_one_of_eight(players: int, number: int) -> None:
    """Strengths of 0.1 and 0.2: a copy is worth 1/P (1 - 1/P) of it to who has it, less what is kept in its place."""
    deals, missed = 10000, 0
    runner = Player(make_plan(load_config(CARDS | {"players": players}, deals=deals, seed=5)))
    for k in range(number):
        tallies = [Tally(cell.layout, runner.play(Batch(0, cell.number, k * deals, deals))) for cell in runner.plan.cells]
        summary = summarise_tallies(runner.plan, tallies, "deals")
        two, eight = (next(row for row in summary.cards or () if row.item == item) for item in ("c02", "c01"))
        assert summary.cards is not None
        assert [row.item for row in summary.cards[:2]] == ["c02", "c01"]
        assert {two.test.verdict, eight.test.verdict} <= {MORE, MORE_OPEN}
        assert two.lost_if_banned.known < eight.lost_if_banned.known  # all copies together say it the other way round
        even = 1 / players * (1 - 1 / players)
        assert two.lost_per_copy.low is not None
        assert two.lost_per_copy.high is not None
        missed += not two.lost_per_copy.low < 0.2 * even < two.lost_per_copy.high + 0.2 * 0.2 * even
        said = answer(summary, "simcli cards x")
        assert said.claim.startswith("C02 ")
    assert missed <= number // 5  # of twenty intervals one misses the truth; more than four do in 3 of 1,000 series


@pytest.mark.usefixtures("planted_game")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("number", [1, pytest.param(20, marks=pytest.mark.soak)])
def test_a_harmful_card_that_nobody_takes_is_named_by_force(players: int, number: int) -> None:
    """Strength of -0.2: a ban changes nothing, and each copy taken costs 1/P (1 - 1/P) of it at least."""
    cards = CARDS["patch"]["plant"] | {"c03": {"value": -20}}
    config = CARDS | {"players": players, "patch": CARDS["patch"] | {"plant": cards}, "every": {"ban": "card", "must": "card"}}
    deals, even, missed = 3000, 1 / players * (1 - 1 / players), 0
    runner = Player(make_plan(load_config(config, deals=deals, seed=8)))
    for k in range(number):
        tallies = [Tally(cell.layout, runner.play(Batch(0, cell.number, k * deals, deals))) for cell in runner.plan.cells]
        summary = summarise_tallies(runner.plan, tallies, "deals")
        rows = {row.item: row for row in summary.cards or ()}
        harmful, two, innocent = rows["c03"], rows["c02"], rows["c07"]
        assert harmful.used is not None
        assert harmful.used < 0.01  # where a hand is nearly full of it
        assert abs(harmful.lost_if_banned.known) < 0.001
        assert harmful.forced_verdict in (LESS, LESS_OPEN)
        assert harmful.gained_if_forced is not None
        assert harmful.gained_if_forced.low is not None
        assert harmful.gained_if_forced.high is not None
        assert harmful.used_if_forced is not None
        assert harmful.used_if_forced > 0.4
        missed += not harmful.gained_if_forced.low - 0.2 * 0.2 * even < -0.2 * even < harmful.gained_if_forced.high
        assert two.gained_if_forced is not None
        assert two.gained_if_forced.value == 0.0  # what is taken anyway
        assert innocent.forced_verdict not in (LESS, LESS_OPEN) or innocent.lost_per_copy.value is not None
        said = answer(summary, "simcli cards x")
        assert "; c03, seldom taken, costs " in said.claim
        assert any(line.startswith("Seldom used and weak, a copy by force: c03 ") for line in said.because)
    assert missed <= number // 5


@pytest.mark.usefixtures("planted_game")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("number", [1, pytest.param(20, marks=pytest.mark.soak)])
def test_a_card_dealt_in_place_of_a_random_one_brings_its_part_of_the_deck(players: int, number: int) -> None:
    """All cards dealt are kept, so that the card of 20 brings 1/P (1 - 1/P) of what it is beyond the mean of the deck, about."""
    patch = {"setup": {"hand": 3, "keep": 3}, "plant": {"c01": {"value": 20}}}
    config = CARDS | {"players": players, "patch": patch, "every": {"ban": "card", "must": "card", "swap": "card"}}
    deals, missed = 4000, 0
    runner = Player(make_plan(load_config(config, deals=deals, seed=3)))
    copies = {card["id"]: card["copies"] for card in runner.plan.run.components["plant"]["cards"]}
    truth = 0.2 * (1 - copies["c01"] / sum(copies.values())) / players * (1 - 1 / players)
    for k in range(number):
        tallies = [Tally(cell.layout, runner.play(Batch(0, cell.number, k * deals, deals))) for cell in runner.plan.cells]
        rows = {row.item: row for row in summarise_tallies(runner.plan, tallies, "deals").cards or ()}
        strong, other = rows["c01"], rows["c07"]
        assert strong.dealt_instead is not None
        assert other.dealt_instead is not None
        assert strong.dealt_instead.low is not None
        assert strong.dealt_instead.high is not None
        missed += not (strong.dealt_instead.low < 1.2 * truth and strong.dealt_instead.high > 0.8 * truth)
        assert strong.dealt_verdict in (MORE, MORE_OPEN)
        assert other.dealt_instead.known < 0.0
    assert missed <= number // 5


@pytest.mark.usefixtures("planted_game")
@pytest.mark.parametrize("number", [2, pytest.param(100, marks=pytest.mark.soak)])
def test_that_no_card_is_worth_more_is_not_said_of_a_game_that_has_one(number: int) -> None:
    """One of two copies, of 5 points a copy with two players; with as few deals as may be, tolerance 2 points."""
    patch = {"setup": {"hand": 6, "keep": 3}, "plant": {"c02": {"copies": 2, "value": 20}}}
    config = CARDS | {"players": 2, "patch": patch, "tolerance": 0.02, "every": {"ban": "card", "must": "card"}}
    runner = Player(make_plan(load_config(config, deals=1000, seed=7)))
    for k in range(number):
        tallies = [Tally(cell.layout, runner.play(Batch(0, cell.number, k * 1000, 1000))) for cell in runner.plan.cells]
        claim = answer(summarise_tallies(runner.plan, tallies, "deals"), "simcli cards x").claim
        assert not claim.startswith("No card"), claim


def of_a_kind(rng, worth, often, deals):
    """What each item of a kind loses a copy, on the same deals: a win of four is lost with the item as often as each copy is worth."""
    wins, found = rng.random(deals) < 0.25, []
    for one, chance in zip(worth, often, strict=True):
        copies, luck = rng.binomial(2, chance, deals), rng.random(deals)
        hangs = wins & (luck < 4 * one * copies + 0.03 * (copies > 0))
        gained = ~wins & (luck < 0.01) & (copies > 0)  # as many wins as are lost by chance
        found.append(Hypothesis(estimate(copies, 60 * wins, 60 * ((wins & ~hangs) | gained)), 0.0, 0.01, deals))
    return found


KINDS = {
    "equal": lambda items: np.full(items, 0.03),
    "spread": lambda items: np.linspace(0.005, 0.07, items),
    "one outlier": lambda items: np.append(np.full(items - 1, 0.02), 0.1),
}


@pytest.mark.parametrize("deals", [300, 1500])
@pytest.mark.parametrize("items", [2, 3, 12])
@pytest.mark.parametrize("truth", KINDS)
def test_nineteen_intervals_of_twenty_hold_what_an_item_is_beyond_its_kind(truth: str, items: int, deals: int) -> None:
    """Every item by itself, often used and seldom."""
    rng, samples = np.random.default_rng(items), 400
    worth, often = KINDS[truth](items), np.resize([0.5, 0.2, 0.35, 0.1], items)
    held = np.zeros(items)
    for _ in range(samples):
        bounds = [interval(one.estimate) for one in against_middle(of_a_kind(rng, worth, often, deals))]
        held += [low <= beyond <= high for beyond, (low, high) in zip(worth - np.median(worth), bounds, strict=True)]
    assert (held >= 0.93 * samples).all(), held / samples


def test_against_the_middle_by_hand():
    one, two, three, four = (Hypothesis(Estimate(value, 0.01, 500.0), 0.0, 0.01, 500, 0.002 * value) for value in (0.01, 0.03, 0.07, 0.2))
    assert against_middle([one]) == [one]
    assert [round(beyond.estimate.value, 6) for beyond in against_middle([four, one])] == [0.095, -0.095]
    assert against_middle([four, one])[0].estimate.se == pytest.approx(0.01 * np.sqrt(0.5))
    odd, even = against_middle([three, one, four]), against_middle([three, one, four, two])
    assert [round(beyond.estimate.value, 6) for beyond in odd] == [0.0, -0.06, 0.13]
    assert odd[1].estimate.se == pytest.approx(0.01 * np.sqrt(2))
    assert odd[1].unended == pytest.approx(0.002 * (0.01 + 0.07))
    assert [round(beyond.estimate.value, 6) for beyond in even] == [0.02, -0.04, 0.15, -0.02]
    assert even[0].estimate.se == pytest.approx(0.01 * np.sqrt(1.5))
    assert even[0].unended == pytest.approx(0.002 * (0.07 + 0.05))
