"""What a game can be asked to be: even for a seat, a strategy or an item; and whether it is, from tallies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from simcli.stats.cell_tally import CellTally
from simcli.stats.intervals import Estimate, interval, share_ratio
from simcli.stats.summary import Interval
from simcli.stats.verdicts import EVEN, OPEN, UNEVEN, Hypothesis, TestResult, decide

Status = Literal["even", "uneven", "open"]
DIGITS = 10


@dataclass(frozen=True)
class Goal:
    """Whose share is to be even: `of` is the seat, strategy or item, None for all of them; with `offered` what one more copy does."""

    about: Literal["seat", "strategy", "item"]
    of: str | None = None
    offered: bool = False

    @property
    def name(self) -> str:
        """`seat 1 even`, `strategies even`, `item knight offer even`."""
        if self.of is None:
            return f"{'seats' if self.about == 'seat' else 'strategies'} even"
        who = self.of if self.about == "seat" else f"{self.about} {self.of}"
        return f"{who}{' offer' if self.offered else ''} even"


@dataclass(frozen=True, kw_only=True)
class Row:
    """A share that is to be even, with one number of players."""

    players: int
    """number of players"""
    of: str
    """the seat, strategy or item"""
    target: float
    """what even is: 1 / players; 0 for what one more copy offered changes"""
    tolerance: float
    """distance from it that still counts as even"""
    value: Interval
    """the win share: of an item that of the players who hold it at the end, or what one more copy offered changes"""
    test: TestResult

    @property
    def distance(self) -> float:
        """How far it lies from even, in tolerances; infinite where that is not known."""
        return float("inf") if self.value.value is None else abs(self.value.value - self.target) / self.tolerance


def goals(cell: CellTally) -> Iterator[Goal]:
    """Everything that can be asked of a cell, played or not."""
    if cell.players > 1 and not cell.restricts_seats:
        yield Goal("seat")
        for i in range(cell.players):
            yield Goal("seat", cell.seat_label(i))
    if cell.compares:
        yield Goal("strategy")
        for name in cell.playing:
            yield Goal("strategy", name)
    if cell.players > 1:
        for item in cell.items:
            yield Goal("item", item.id)
            yield Goal("item", item.id, offered=True)


def asked(goal: Goal, cell: CellTally, tolerance: float) -> Iterator[tuple[str, Hypothesis]]:
    """The shares that a goal is about in a cell, each with whose it is; none where there is nobody of that name."""
    if goal.about == "item":
        for i, item in enumerate(cell.items):
            if item.id == goal.of:
                share, even = cell.share_of_group(cell.parts.item_if_held[i]), cell.even
                yield item.id, Hypothesis(*((cell.offered_slope(i), 0.0) if goal.offered else (share, even)), tolerance, cell.deals)
        return
    rows = cell.parts.place_share if goal.about == "seat" else cell.parts.strategy_share
    names = {cell.seat_label(i): i for i in range(cell.players)} if goal.about == "seat" else cell.playing
    for name, i in names.items():
        if goal.of in (None, name):
            yield name, Hypothesis(share_ratio(rows[i]), cell.even, tolerance, cell.deals)


def judged(cells: Sequence[tuple[int, Sequence[tuple[str, Hypothesis]]]]) -> list[list[Row]]:
    """Hypotheses by game as rows; each entry is a number of players with its hypotheses. All are one family for Holm's correction."""
    tests = iter(decide([one for _, rows in cells for _, one in rows]))
    return [[_row(players, of, one, next(tests)) for of, one in rows] for players, rows in cells]


def _row(players: int, of: str, one: Hypothesis, test: TestResult) -> Row:
    estimate: Estimate = one.estimate
    low, high = interval(estimate)
    value = Interval(*(None if bound is None else float(f"{bound:.{DIGITS}g}") for bound in (low, estimate.value, high)))
    return Row(players=players, of=of, target=one.even, tolerance=one.tolerance, value=value, test=test)


def status(rows: Sequence[Row]) -> Status:
    """Even when all rows are, uneven when one is for certain, else open."""
    verdicts = [row.test.verdict for row in rows]
    if any(verdict in UNEVEN for verdict in verdicts):
        return "uneven"
    return "even" if verdicts and all(verdict == EVEN for verdict in verdicts) else "open"


def deals_to_settle(rows: Sequence[Row]) -> int | None:
    """Deals after which the open rows are settled with nine chances in ten each; None where that is not known."""
    late = [row.test.deals_90 for row in rows if row.test.verdict in OPEN]
    known = [number for number in late if number is not None]
    return max(known) if known and len(known) == len(late) else None
