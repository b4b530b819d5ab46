"""The variants of a run side by side: how close, how long and how fair their games are, and which ranks are possible for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

from simcli.report.words.verdicts import certain
from simcli.stats.intervals import FEWEST_STEPS, FEWEST_WINS, UNSEEN_DEALS
from simcli.stats.summary import NO_INTERVAL, Cell, Interval, SeatResult, StrategyResult, Summary

FULL_CELLS = 6
"""Most cells that are shown with all their sections and charts ..."""
FIRST_CELLS = 3
"""... of more only the first ones."""
Z = cache(NormalDist().inv_cdf)


class Ranks(NamedTuple):
    """Ranks from 1 (smallest) that a figure may have within its player count, all true at once with probability 95 %."""

    best: int
    worst: int


@dataclass(frozen=True)
class RankedCell:
    """A cell that was played, among those of its number of players.

    `seat` and `strategy`: of those whose direction is certain the one farthest from the even share, and by how much, as differences of win
    shares; None when none is certain. It has no ranks where too many of its games did not end.
    """

    cell: Cell
    margin: Ranks | None
    rounds: Ranks | None
    seat: str | None
    seat_deviation: Interval
    strategy: str | None
    strategy_deviation: Interval

    @property
    def variant(self) -> str:
        """Name of the variant."""
        return self.cell.variant or ""

    @property
    def players(self) -> int:
        """Number of players."""
        return self.cell.players


def shown_cells(summary: Summary) -> tuple[Cell, ...]:
    """The cells that are shown in full: all of a run without variants, else all of a few and the first ones of many."""
    cells = summary.cells
    return cells if not summary.has_variants or len(cells) <= FULL_CELLS else cells[:FIRST_CELLS]


def ranking(summary: Summary) -> list[RankedCell]:
    """The cells that were played, player counts in the run's order, of each the smallest mean margin first; empty without variants.

    Those whose games for the most part did not end are not ranked, and come last.
    """
    if not summary.has_variants:
        return []
    rows: list[RankedCell] = []
    for players in dict.fromkeys(cell.players for cell in summary.played):
        cells = [cell for cell in summary.played if cell.players == players]
        able = [cell for cell in cells if not cell.rests_on_unended]
        margins = rank_ranges([cell.margin_mean for cell in able])
        rounds = rank_ranges(compared([(cell.rounds_mean, 0 if cell.unended else cell.deals) for cell in able]))
        ranked = sorted(zip(able, margins, rounds, strict=True), key=lambda row: row[0].margin_mean.known)
        apart = [(cell, None, None) for cell in cells if cell.rests_on_unended]
        for cell, margin, length in (*ranked, *apart):
            seats, strategies = {row.label: row for row in cell.seats}, {row.name: row for row in cell.strategies}
            rows.append(RankedCell(cell, margin, length, *_farthest(seats), *_farthest(strategies)))
    return rows


def rank_ranges(estimates: Sequence[Interval]) -> list[Ranks]:
    """Possible ranks of each figure, the smallest first: behind all that are smaller for certain, before all that are larger.

    Two figures differ for certain when their difference is more than the critical value times its standard error, with Bonferroni's
    correction over all pairs. Figures of the same deals mostly rise and fall together, so taking them as independent errs on the safe side.
    """
    n = len(estimates)
    best, worst = [1] * n, [n] * n
    for i, j in combinations(range(n), 2):
        if differ(estimates[i], estimates[j], n):
            smaller, larger = (i, j) if _value(estimates[i]) < _value(estimates[j]) else (j, i)
            best[larger] += 1
            worst[smaller] -= 1
    return [Ranks(*ranks) for ranks in zip(best, worst, strict=True)]


def compared(means: Sequence[tuple[Interval, int]]) -> list[Interval]:
    """Means as they are compared, each with its deals where these being alike is why it may have no interval, else 0.

    Where all deals have the same mean, or nearly all (`FEWEST_STEPS`), it gets the interval that `UNSEEN_DEALS` deals leave it which lie a
    whole step beyond all others.
    """
    values = [mean.value for mean, _ in means if mean.value is not None]
    reach = 1.0 + max(values, default=0.0) - min(values, default=0.0)
    found = []
    for mean, deals in means:
        if mean.value is not None and mean.bounds is None and deals >= FEWEST_WINS:
            half = Z(0.975) * math.sqrt(FEWEST_STEPS + UNSEEN_DEALS * reach**2) / deals
            mean = Interval(mean.value - half, mean.value, mean.value + half)
        found.append(mean)
    return found


def differ(one: Interval, other: Interval, n: int = 2) -> bool:
    """Whether two of `n` figures with 95 % intervals differ for certain, corrected over all pairs."""
    return are_apart(one, other, max(n * (n - 1) // 2, 1))


def are_apart(one: Interval, other: Interval, tests: int) -> bool:
    """Whether two figures with 95 % intervals differ for certain, corrected for a number of tests."""
    if None in one or None in other:
        return False
    z = Z(1.0 - 0.05 / (2 * tests))
    return abs(_value(one) - _value(other)) > z * math.hypot(_se(one), _se(other))


def _value(estimate: Interval) -> float:
    return math.nan if estimate.value is None else estimate.value


def _se(estimate: Interval) -> float:
    assert estimate.half_width is not None
    return estimate.half_width / Z(0.975)


def _farthest(rows: Mapping[str, SeatResult | StrategyResult]) -> tuple[str | None, Interval]:
    """The name farthest from the even share of those whose direction is certain, and by how much."""
    sure = [name for name, row in rows.items() if certain(row)]
    if not sure:
        return None, NO_INTERVAL
    name = max(sure, key=lambda name: abs(rows[name].win_share.known - rows[name].even_share))
    return name, rows[name].win_share.each(lambda bound: round(bound - rows[name].even_share, 10))
