"""The summary: values by hand, its schema, stable bytes, and the cells without data."""

import json
import math
from dataclasses import replace

import jsonschema
import numpy as np
import pytest

from simcli.base.restrictions import Restrictions
from simcli.stats.balance import half_width, summarise
from simcli.stats.cell_tally import CellTally
from simcli.stats.figures.sources import as_deals
from simcli.stats.intervals import interval, share_ratio
from simcli.stats.summary import NO_INTERVAL, Histogram, Interval, Level, Tolerance, dump_json, to_json
from tests.cli.project import schema
from tests.stats.synthetic import META, Card, Table, empty_cell, fake_cards, fake_cell, tally

SCHEMA = schema("summary")


def two_deals() -> CellTally:
    """Two players, two deals, each played in both rotations. Strategy 0 wins 3 of 4 games, seat 1 wins 3 of 4; no ties."""
    strategy = np.array([[[0, 1], [1, 0]], [[0, 1], [1, 0]]])
    points = np.array([[[[3, 2], [1, 1]], [[4, 0], [0, 3]]], [[[6, 0], [2, 2]], [[1, 1], [5, 3]]]])
    share = np.array([[[60, 0], [60, 0]], [[60, 0], [0, 60]]])
    offered = np.array([[[[2], [0]], [[2], [0]]], [[[0], [1]], [[0], [1]]]])
    held = np.array([[[[1], [0]], [[0], [0]]], [[[0], [1]], [[0], [1]]]])
    games = np.ones((2, 2), np.int64)
    table = Table(strategy, points, share, offered, held, first=0 * games, rounds=3 * games, decisions=40 * games, forced=4 * games)
    parts = tally(table, 2, -50, 250, ["guild"])
    return CellTally(2, ("a", "b"), (Card("mill", "building", "Mill", "official"),), ("guilds", "cards"), -50, parts)


def test_every_field_of_a_small_run_by_hand():
    cell = summarise(META, [two_deals()]).cells[0]
    assert (cell.players, cell.tolerance, cell.deals, cell.games) == (2, 0.02, 2, 4)
    means = [getattr(cell, name).value for name in ("rounds_mean", "tie_share", "winning_score_mean", "margin_mean")]
    assert means == [3.0, 0.0, (5 + 4 + 6 + 8) / 4, (3 + 1 + 2 + 6) / 4]
    first, second = cell.strategies
    assert (first.name, first.even_share, first.player_games, first.win_share.value) == ("a", 0.5, 4, 0.75)
    assert first.score_mean.value == (5 + 3 + 6 + 8) / 4
    assert first.score_sd == pytest.approx(np.std([5, 3, 6, 8], ddof=1), rel=1e-9)
    assert first.score_quantiles == {"5": 3, "25": 3, "50": 5, "75": 6, "95": 8}
    assert first.score_histogram == Histogram(2, 1, (0, 1, 0, 1, 1, 0, 1))
    assert first.categories == {"guilds": (3 + 0 + 6 + 5) / 4, "cards": (2 + 3 + 0 + 3) / 4}
    assert second.win_share.value == 0.25
    assert [seat.win_share.value for seat in cell.seats] == [0.75, 0.25]
    assert [seat.label for seat in cell.seats] == ["seat 1", "seat 2"]
    assert cell.bans is None
    assert "bans" not in to_json(cell)
    assert cell.categories == {"guilds": 22 / 8, "cards": 12 / 8}


@pytest.mark.parametrize(
    ("shares", "together"),
    [
        ([[[15, 15, 15, 15]], [[15, 15, 15, 15]]], True),
        ([[[30, 0, 30, 0]], [[0, 30, 0, 30]]], None),  # partners of whom each pair wins half
        ([[[30, 0, 30, 0], [0, 30, 0, 30]], [[30, 0, 30, 0], [0, 30, 0, 30]]], None),  # one strategy wins, from either pair of seats
        ([[[60, 0, 0, 0], [0, 60, 0, 0]], [[0, 0, 60, 0], [0, 0, 0, 60]]], None),
        ([[[15, 15, 15, 15]], [[20, 20, 20, 0]]], None),
    ],
)
def test_all_share_every_game_where_no_share_ever_differs(shares, together):
    share = np.array(shares)
    games, points = np.ones(share.shape[:2], np.int64), np.ones((*share.shape, 1), np.int64)
    strategy = np.where(share == share.max(axis=2, keepdims=True), 0, 1) if share.shape[1] > 1 else 0 * share
    nothing = np.zeros((*share.shape, 0), np.int64)
    table = Table(strategy, points, share, nothing, nothing, first=0 * games, rounds=games, decisions=games, forced=games)
    cell = summarise(META, [CellTally(4, ("a", "b"), (), ("guilds",), -50, tally(table, 2, -50, 250))]).cells[0]
    assert (cell.shared_by_all, cell.is_contest) == (together, together is None)


def test_card_fields_of_a_small_run_by_hand():
    item = summarise(META, [two_deals()]).cells[0].items[0]
    assert (item.item, item.kind, item.provenance) == ("mill", "building", "official")
    assert (item.offered, item.held) == (6 / 8, 3 / 8)
    assert (item.role, item.offer_differs, item.holders.value) == ("component", True, 3 / 8)
    assert item.win_share_if_offered.value == (60 + 60 + 0 + 60) / 4 / 60
    assert item.win_share_if_held.value == pytest.approx(2 / 3)
    # offered: c = 2*4 - 4 = 4 in deal 1, 2 - 1 = 1 in deal 2; y = 2*2*60 - 120 = 120 twice, then -60 and +60
    assert item.per_copy_offered.value == (240 + 0) / (8 + 2) / 60
    assert item.levels == (Level(0, False, 5, 0.4), Level(1, False, 3, pytest.approx(2 / 3)))


def test_the_experiment_finds_the_strong_card_and_the_weak_one():
    """Ten cards between -1.5 and +1.5 points a held copy at 3,000 deals: the ends stand out, corrected over all ten."""
    summary = summarise(META, [fake_cell(cards=fake_cards(10), deals=3_000)])
    items = summary.cells[0].items
    assert items[0].per_copy_offered.high < 0 < items[9].per_copy_offered.low
    assert items[0].p_bh < 0.05 > items[9].p_bh
    assert all(item.p_bh >= item.p_offered for item in items)


@pytest.mark.parametrize(
    "cells",
    [
        [fake_cell(cards=fake_cards(5), deals=20)],
        [fake_cell(players=p, strategies=tuple("abcdefghijkl"), cards=fake_cards(26), deals=12) for p in (3, 4, 5, 6)],
        [fake_cell(strategies=("only",), deals=20)],
        [fake_cell(deals=1, cards=fake_cards(2))],
        [empty_cell(cards=fake_cards(3))],
        [],
    ],
    ids=["small", "large", "one strategy", "one deal", "empty", "no cells"],
)
def test_summaries_follow_the_schema_and_hold_no_nan(cells):
    summary = summarise(replace(META, options={"events": "off"}, patch={}, about="seats", tolerance=Tolerance(0.01, of_even=False)), cells)
    jsonschema.validate(json.loads(dump_json(summary, lambda _: ("said", "sure"))), SCHEMA)


def test_seats_tell_their_points_by_category_and_what_they_hold_by_kind():
    made = fake_cell(cards=fake_cards(6, kinds=("guild", "event")), deals=40)
    cell = summarise(META, [made]).cells[0]
    games = cell.games
    for i, seat in enumerate(cell.seats):
        assert sum(mean for _, mean, _ in seat.categories.values()) == pytest.approx(seat.score_mean.value)
        assert list(seat.held) == ["guild", "event"]
        held = made.parts.place_held[i, :, 1]
        assert [mean for _, mean, _ in seat.held.values()] == pytest.approx([n / games for n in held])
        assert all(low < mean < high for low, mean, high in (*seat.categories.values(), *seat.held.values()))
    for kind in ("guild", "event"):
        mean = sum(item.held for item in cell.items if item.kind == kind)
        assert sum(seat.held[kind].value for seat in cell.seats) / len(cell.seats) == pytest.approx(mean)


def test_an_empty_cell_is_all_null():
    cell = summarise(META, [empty_cell(cards=fake_cards(1))]).cells[0]
    assert cell.rounds_mean == NO_INTERVAL
    assert cell.strategies[0].win_share == NO_INTERVAL
    assert cell.strategies[0].score_histogram is None
    assert cell.strategies[0].test.verdict is None
    assert cell.items[0].per_copy_offered == NO_INTERVAL
    assert cell.items[0].levels == ()


def test_one_deal_has_estimates_without_bounds():
    strategies = summarise(META, [fake_cell(deals=1)]).cells[0].strategies
    played = [s for s in strategies if s.player_games]
    assert len(played) >= 1
    for strategy in played:
        low, estimate, high = strategy.win_share
        assert (low, high) == (None, None)
        assert 0.0 <= estimate <= 1.0
        assert strategy.test.verdict == "not yet known"


def test_a_single_strategy_has_no_verdict_but_its_seats_do():
    cell = summarise(META, [fake_cell(strategies=("only",))]).cells[0]
    only = cell.strategies[0]
    assert only.win_share == Interval(0.25, 0.25, 0.25)
    assert (only.test.verdict, only.test.p) == (None, None)
    assert {seat.test.verdict for seat in cell.seats} <= {"more", "less", "even", "more, size open", "less, size open", "not yet known"}


def test_at_mirror_tables_strategies_have_no_verdict():
    cell = summarise(META, [replace(fake_cell(), has_rivals=False)]).cells[0]
    assert {row.test.verdict for row in cell.strategies} == {None}


def test_places_in_turn_order_are_called_so():
    cell = summarise(META, [replace(fake_cell(), has_start_player=True)]).cells[0]
    assert [seat.label for seat in cell.seats] == ["1st to move", "2nd to move", "3rd to move", "4th to move"]


def test_the_tolerance_follows_the_even_share_unless_it_is_given_in_points():
    cells = [fake_cell(players=p) for p in (2, 4, 5)]
    assert [cell.tolerance for cell in summarise(META, cells).cells] == [0.02, 0.01, 0.008]
    points = replace(META, tolerance=Tolerance(0.015, of_even=False))
    assert [cell.tolerance for cell in summarise(points, cells).cells] == [0.015] * 3


def test_a_restricted_seat_has_a_row_of_its_own_and_the_seats_no_verdicts():
    """The row is of the seat round the table, also where seats are counted by turn order."""
    made = fake_cell(cards=fake_cards(3), deals=300)
    banned = replace(
        made,
        has_start_player=True,
        restrictions=Restrictions({"seat 2": ("card_00", "card_02"), "greedy": ("card_01",), "all": ("card_01",)}),
    )
    cell = summarise(META, [banned]).cells[0]
    seat, strategy = cell.bans
    assert (seat.player, seat.items, seat.names) == ("seat 2", ("card_00", "card_02"), ("Card 0", "Card 2"))
    assert seat.win_share.value == pytest.approx(made.parts.seat_share[1, 1] / made.parts.seat_share[1, 0] / 60)
    assert seat.difference.value == pytest.approx(seat.win_share.value - 0.25)
    assert (strategy.player, strategy.win_share) == ("greedy", cell.strategies[1].win_share)
    assert {row.test.verdict for row in cell.seats} == {None}
    jsonschema.validate(json.loads(dump_json(summarise(META, [banned]), lambda _: ("said", "sure"))), SCHEMA)


def test_the_family_reaches_over_all_player_counts():
    cells = [fake_cell(players=p, strength=0.3) for p in (3, 4)]
    alone, together = summarise(META, cells[:1]), summarise(META, cells)
    first = [summary.cells[0].strategies for summary in (alone, together)]
    assert [s.test.p for s in first[0]] == [s.test.p for s in first[1]]
    assert all(a.test.p_holm <= b.test.p_holm for a, b in zip(*first, strict=True))
    assert any(a.test.p_holm < b.test.p_holm for a, b in zip(*first, strict=True))


def test_half_width_watches_the_seats_where_no_strategy_meets_another():
    """At mirror tables the share of each of several strategies is even in every deal; a stop rule must not wait for it."""
    shares = np.full((2, 1), 200) * [4, 60, 16, 240, 3600]  # a game a deal and strategy: four player-games, one win
    parts = replace(fake_cell(players=4, strategies=("balanced", "greedy"), deals=200).parts, strategy_share=shares)
    widths = half_width(parts, 200)
    assert widths["watched"] == widths["seats"] < 1


def test_half_width_watches_strategies_or_seats():
    many, one = fake_cell(deals=50), fake_cell(strategies=("only",), deals=50)
    shares = summarise(META, [many]).cells[0].strategies
    widest = max((s.win_share.high - s.win_share.low) / 2 for s in shares)
    assert half_width(many.parts, 50)["watched"] == half_width(many.parts, 50)["strategies"] == pytest.approx(widest, abs=1e-9)
    assert half_width(one.parts, 50)["watched"] == half_width(one.parts, 50)["seats"] < 1
    assert half_width(many.parts, 1)["watched"] == half_width(empty_cell().parts, 9)["watched"] == math.inf


def test_histograms_are_compact_and_complete():
    strategies = summarise(META, [fake_cell(luck=30.0)]).cells[0].strategies
    assert all(len(s.score_histogram.counts) <= 60 for s in strategies)
    assert all(sum(s.score_histogram.counts) == s.player_games for s in strategies)
    assert len({(s.score_histogram.low, s.score_histogram.width) for s in strategies}) == 1


def test_json_bytes_are_stable():
    texts = {dump_json(summarise(META, [fake_cell(cards=fake_cards(4))])) for _ in range(2)}
    assert len(texts) == 1
    text = texts.pop()
    assert text.endswith("}\n")
    assert "NaN" not in text
    assert "-0.0," not in text


def test_strategies_tell_what_they_hold_of_the_items_counted_so():
    made = replace(fake_cell(cards=fake_cards(5), deals=60), by_strategy=(1, 3))
    held = made.parts.strategy_held[:, [1, 3]]
    cell = summarise(META, [replace(made, parts=replace(made.parts, strategy_held=held))]).cells[0]
    for i, row in enumerate(cell.strategies):
        assert list(row.held) == ["card_01", "card_03"]
        assert [mean for _, mean, _ in row.held.values()] == pytest.approx([y / row.player_games for y in held[i, :, 1]])
        assert all(low < mean < high for low, mean, high in row.held.values())
    for j in (1, 3):
        total = sum(row.held[f"card_0{j}"].value * row.player_games for row in cell.strategies)
        assert total / sum(row.player_games for row in cell.strategies) == pytest.approx(cell.items[j].held)


def test_what_a_strategy_holds_is_not_told_where_only_one_plays():
    summary = summarise(META, [fake_cell(strategies=("only",), cards=fake_cards(2), deals=20)])
    assert summary.cells[0].strategies[0].held is None
    assert "held" not in json.loads(dump_json(summary))["cells"][0]["strategies"][0]


def test_the_share_of_stalled_games_is_known_as_if_they_came_in_whole_deals():
    """Of 100 deals of 4 games 20 games stalled: no more is known than from 5 of 100 deals, and none of 100 leaves room above zero."""
    row = as_deals(20, 400, 100)
    whole = share_ratio((100, 5, 100, 5, 5), unit=1)
    found = share_ratio(row, unit=1)
    assert (found.value, found.se) == pytest.approx((whole.value, whole.se))
    assert interval(found) == pytest.approx(interval(whole))
    low, high = interval(share_ratio(as_deals(0, 400, 100), unit=1))
    assert low == 0.0
    assert 0.01 < high < 0.05
    assert share_ratio(as_deals(0, 0, 0), unit=1).value is None
