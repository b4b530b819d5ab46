"""The search for the smallest change: what it plays and leaves, with games whose shares are known."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from simcli.stats.fixing import Search, distance, stages_of
from simcli.stats.goals import Row, deals_to_settle, judged, status
from simcli.stats.intervals import Estimate
from simcli.stats.verdicts import Hypothesis

EVEN, TOLERANCE = 0.5, 0.02


class Table:
    """Games with these shares, measured without luck: the interval is that of so many fair deals around the truth."""

    def __init__(self, shares: Sequence[float]) -> None:
        self.shares = shares
        self.played: list[tuple[tuple[int, ...], int]] = []

    def __call__(self, chosen: Sequence[int], deals: int) -> list[list[Row]]:
        self.played.append((tuple(chosen), deals))
        estimates = [Estimate(self.shares[i], 0.5 / math.sqrt(deals), deals, share=True) for i in chosen]
        return judged([(2, [("seat 1", Hypothesis(estimate, EVEN, TOLERANCE, deals))]) for estimate in estimates])


@pytest.mark.parametrize(
    ("most", "stages"), [(100, [100]), (799, [799]), (800, [200, 800]), (20_000, [312, 1250, 5000, 20_000]), (3200, [200, 800, 3200])]
)
def test_stages_grow_fourfold_to_the_deals_asked_for(most: int, stages: list[int]) -> None:
    assert stages_of(most) == stages


def test_the_first_even_game_is_found_and_what_is_clearly_off_is_played_no_more() -> None:
    table = Table([0.60, 0.70, 0.54, 0.501, 0.5, 0.65])
    found = Search(table, 12_800)
    assert found.stages == [200, 800, 3200, 12_800]
    assert found.first_even(range(6)) == 3
    assert table.played[0] == ((0, 1, 2, 3, 4, 5), 200)
    assert [found.status(i) for i in range(4)] == ["uneven", "uneven", "uneven", "even"]
    # 0.70 lies five standard errors beyond the tolerance after 200 deals, 0.54 only after more; and nobody waits for game 4.
    assert [found.deals(i) for i in (1, 2, 3)] == [200, 12_800, 3200]
    assert all(4 not in chosen for chosen, deals in table.played if deals == 12_800)
    assert table.played[-1] == ((2,), 12_800)


def test_a_smaller_change_is_played_to_the_end_before_a_larger_one_is_taken() -> None:
    table = Table([0.521, 0.5])
    found = Search(table, 51_200)
    assert found.first_even([0, 1]) == 1
    assert found.status(0) == "open"
    assert found.deals(0) == 51_200
    assert deals_to_settle(found.rows[0]) is not None


def test_without_an_even_game_there_is_none_and_nothing_is_played_twice() -> None:
    table = Table([0.6, 0.7, 0.55])
    found = Search(table, 12_800)
    assert found.first_even([0, 1, 2]) is None
    before = list(table.played)
    assert found.first_even([0, 1, 2]) is None
    assert table.played == before
    assert min(range(3), key=lambda game: distance(found.rows[game])) == 2


def test_a_refuted_game_is_left_out_and_the_next_one_is_looked_for() -> None:
    found = Search(Table([0.6, 0.5, 0.55, 0.499]), 12_800)
    assert found.first_even([0, 1, 2, 3]) == 1
    assert found.first_even([0, 2, 3]) == 3


def test_all_rows_must_be_even_and_one_that_is_off_is_enough() -> None:
    def rows(*shares: float) -> list[Row]:
        return [row for one in Table(shares)(range(len(shares)), 100_000) for row in one]

    assert status(rows(0.5, 0.501)) == "even"
    assert status(rows(0.5, 0.53)) == "uneven"
    assert status(rows(0.5, 0.5205)) == "open"
    assert status([]) == "open"
