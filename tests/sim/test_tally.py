from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np
import pytest

from simcli.engine import batch
from simcli.sim.tally import Layout, Tally
from simcli.tally_parts import RATIO_PARTS, Figures, Totals

LAYOUT = Layout(
    players=3,
    strategies=2,
    categories=4,
    items=5,
    kinds=2,
    bins=11,
    by_strategy=3,
    offer_pairs=6,
    held_pairs=3,
    held_items=2,
    both_pairs=3,
    terms=9,
    term_products=45,
    asked=2,
)
RATIO_ROWS = 2 * 2 + 2 * 3 + 3 + 3 * (2 + 4 + 2) + 4 + 5 * 5 + 2


def test_parts_lie_behind_each_other_and_fill_the_vector() -> None:
    flat = np.arange(LAYOUT.size, dtype=np.int64)
    parts = LAYOUT.parts(flat)
    assert np.concatenate([p.ravel() for p in vars(parts).values()]).tolist() == flat.tolist()
    assert {name: p.shape for name, p in vars(parts).items()} == LAYOUT.shapes
    assert parts.totals.tolist() == list(range(11))
    assert parts.strategy_histogram.shape == (2, 11)
    assert parts.item_level_share.shape == (5, 8)
    assert (
        LAYOUT.size
        == sum(prod(s) for s in LAYOUT.shapes.values())
        == 11 + RATIO_ROWS * 5 + 2 + 22 + 8 + 5 + 5 + 80 + 12 + 32 * (16 + 45 + 18)
    )
    assert list(LAYOUT.shapes)[1:] == [
        *("strategy_share", "strategy_score", "strategy_held", "seat_share", "place_share", "place_score"),
        *("place_category", "place_held", "figure"),
        *("item_if_offered", "item_if_held", "item_if_not_held", "item_offered_slope", "item_held_slope", "asked_used"),
        *("strategy_score_square", "strategy_histogram", "strategy_category"),
        *(
            "item_offered",
            "item_held",
            "item_level_games",
            "item_level_share",
            "offered_together",
            "held_spread",
            "held_gain",
            "held_both",
            "term_spread",
            "term_gain",
            "finishes",
            "paired",
        ),
    ]


def test_a_variant_with_a_base_has_a_paired_row_for_each_ratio_row() -> None:
    paired = replace(LAYOUT, is_paired=True)
    assert LAYOUT.shapes["paired"] == (0, 5)
    assert paired.shapes["paired"] == (RATIO_ROWS, 5)
    assert paired.size == LAYOUT.size + RATIO_ROWS * 5
    parts = paired.parts(np.arange(paired.size, dtype=np.int64))
    for name, row in zip(RATIO_PARTS, paired.first_rows, strict=True):
        rows = parts.paired_with(name)
        assert rows.shape == getattr(parts, name).shape
        assert rows.reshape(-1, 5)[0].tolist() == parts.paired[row].tolist()
    assert LAYOUT.parts(np.zeros(LAYOUT.size, np.int64)).paired_with("figure").shape == (0, 5)


def test_the_ratio_parts_stand_together_and_are_views() -> None:
    flat = np.zeros(LAYOUT.size, np.int64)
    sums = LAYOUT.sums(flat)
    ratios = sums.ratios
    assert ratios.shape == (LAYOUT.ratio_rows, 5) == (RATIO_ROWS, 5)
    ratios[0, 0], ratios[-1, 4], sums.totals[3], sums.item_level_share[4, 7] = 7, 8, 9, 10
    parts = LAYOUT.parts(flat)
    assert parts.strategy_share[0, 0] == 7
    assert parts.asked_used[1, 4] == 8
    assert parts.totals[3] == 9
    assert parts.item_level_share[4, 7] == 10
    sums.offered_together[5, 1] = 11
    sums.held_both[31, 2, 2] = 12
    sums.term_spread[31, 44], sums.term_gain[31, 8, 1] = 13, 14
    assert parts.offered_together[5, 1] == 11
    assert parts.held_both[31, 2, 2] == 12
    assert parts.term_spread[31, 44] == 13
    assert flat[-1] == 14
    assert sums.terms.shape == (3, 3 * 3 + 1, 9)
    assert sums.counts.shape == sums.values.shape == (RATIO_ROWS,)
    for name, shape in LAYOUT.shapes.items():
        assert name in (*RATIO_PARTS, "paired") or getattr(sums, name).shape == shape


def test_first_rows_say_where_each_ratio_part_begins() -> None:
    flat = np.zeros(LAYOUT.size, np.int64)
    ratios, parts = LAYOUT.sums(flat).ratios, LAYOUT.parts(flat)
    assert LAYOUT.first_rows._fields == RATIO_PARTS
    for number, (name, row) in enumerate(zip(RATIO_PARTS, LAYOUT.first_rows, strict=True), start=1):
        ratios[row, 0] = number
        assert getattr(parts, name).ravel()[0] == number
    assert LAYOUT.first_rows == (0, 2, 4, 10, 13, 16, 19, 31, 37, 41, 46, 51, 56, 61, 66)


def test_columns_of_totals_and_rows_of_figures_are_those_the_playout_loop_counts_in() -> None:
    assert [getattr(batch, name.upper()) for name in Totals._fields] == list(range(len(Totals._fields)))
    assert [getattr(batch, f"FIGURE_{name.upper()}") for name in Figures._fields] == list(range(len(Figures._fields)))
    assert Tally.empty(LAYOUT).parts.counted == Totals(*[0] * 11)


def test_tallies_add_in_any_order_and_leave_their_terms_alone() -> None:
    rng = np.random.default_rng(1)
    a, b, c = (Tally(LAYOUT, rng.integers(0, 9, LAYOUT.size)) for _ in range(3))
    before = a.flat.copy()
    assert a + b + c == c + (b + a)
    assert a + Tally.empty(LAYOUT) == a
    assert a.flat.tolist() == before.tolist()
    assert ((a + b).deals, (a + b).games) == (a.deals + b.deals, a.games + b.games)


def test_tallies_of_different_layouts_do_not_add() -> None:
    other = replace(LAYOUT, bins=12)
    with pytest.raises(ValueError, match="different layouts"):
        Tally.empty(LAYOUT) + Tally.empty(other)
    assert Tally.empty(LAYOUT) != Tally.empty(other)


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        (2**63 - 2, 1, True),
        (2**63 - 1, 1, False),
        (2**62, 2**62, False),
        (-(2**63), 0, True),
        (-(2**63), -1, False),
        (-(2**63), 2**63 - 1, True),
    ],
)
@pytest.mark.parametrize("at", [0, LAYOUT.size - 1])
def test_sums_that_do_not_fit_64_bits_are_refused(one: int, other: int, fits: bool, at: int) -> None:
    tallies = [Tally.empty(LAYOUT) for _ in range(2)]
    tallies[0].flat[at], tallies[1].flat[at] = one, other
    if fits:
        assert (tallies[0] + tallies[1]).flat[at] == one + other
    else:
        with pytest.raises(OverflowError):
            tallies[0] + tallies[1]
