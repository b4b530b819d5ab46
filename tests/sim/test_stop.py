from __future__ import annotations

import math
from itertools import permutations

from simcli.sim.stop import Prefix


def never(parts, deals):
    return {"watched": math.inf}


def narrow_from(deals_needed):
    return lambda parts, deals: {"watched": 0.001 if deals >= deals_needed else 0.5}


def test_only_a_contiguous_prefix_of_whole_rounds_counts(plan_of, piece_of) -> None:
    plan = plan_of(batch_deals=10, players="[2, 3]", deals=40)
    prefix = Prefix(plan, never)
    for number in (1, 2, 3, 5):
        prefix.add(piece_of(plan, number))
    assert prefix.advance(0.0) == ""
    assert (prefix.count, [t.deals for t in prefix.sums]) == (0, [0, 0])
    prefix.add(piece_of(plan, 0))
    assert prefix.advance(0.0) == ""
    assert (prefix.count, [t.deals for t in prefix.sums], prefix.waiting) == (4, [20, 20], [5])


def test_half_width_ends_at_the_same_batch_whatever_the_order(plan_of, piece_of) -> None:
    plan = plan_of(batch_deals=10, deals=50, more="until: {half_width: 1 %}\n")
    for order in permutations(range(5)):
        prefix = Prefix(plan, narrow_from(30))
        stopped = ""
        for number in order:
            prefix.add(piece_of(plan, number))
            stopped = stopped or prefix.advance(0.0)
        assert stopped == "half_width"
        assert prefix.sums[0].deals == 30


def test_half_width_must_hold_in_every_cell(plan_of, piece_of) -> None:
    plan = plan_of(batch_deals=10, players="[2, 3]", deals=30, more="until: {half_width: 1 %}\n")
    prefix = Prefix(plan, lambda parts, deals: {"watched": 0.001 if len(parts.seat_share) == 2 else 0.5})
    for number in range(6):
        prefix.add(piece_of(plan, number))
    assert prefix.advance(0.0) == "deals"


def test_minutes_look_at_the_time_once_something_was_counted(plan_of, piece_of) -> None:
    plan = plan_of(batch_deals=10, deals=30, more="until: {minutes: 2}\n")
    prefix = Prefix(plan, never)
    assert prefix.advance(500.0) == ""
    prefix.add(piece_of(plan, 0))
    assert prefix.advance(119.9) == ""
    assert prefix.advance(120.0) == "minutes"


def test_the_first_rule_reached_is_named(plan_of, piece_of) -> None:
    plan = plan_of(batch_deals=10, deals=20, more="until: {half_width: 1 %, minutes: 2}\n")
    prefix = Prefix(plan, narrow_from(10))
    for number in range(2):
        prefix.add(piece_of(plan, number))
    assert prefix.advance(1000.0) == "half_width"
    assert prefix.sums[0].deals == 10


def test_stored_batches_of_another_end_and_repeats_are_passed_over(plan_of, piece_of) -> None:
    plan = plan_of(batch_deals=10, deals=25)
    longer = plan_of(batch_deals=10, deals=60)
    stored = [piece_of(longer, k) for k in (0, 1, 2, 3)]
    stored.insert(2, piece_of(plan, 2))
    stored.insert(1, stored[0])
    prefix = Prefix(plan, never)
    assert prefix.take(stored) == "deals"
    assert prefix.sums[0].deals == 25
    again = Prefix(longer, never)
    assert again.take(stored) == ""
    assert again.sums[0].deals == 40
