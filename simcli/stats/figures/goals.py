"""What a game can be asked to be: even for a seat, a strategy or an item, or with so many viable plans; and whether it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal

from simcli.stats.cell_tally import CellTally
from simcli.stats.field_tally import FieldTally
from simcli.stats.intervals import LEVEL, Estimate, interval, share_ratio
from simcli.stats.measured import VIABLE
from simcli.stats.summary import Interval
from simcli.stats.verdicts import EVEN, LESS, MORE, OPEN, SURE, UNEVEN, UNKNOWN, Hypothesis, TestResult, Verdict, decide
from simcli.stats.within import answer_to, deals_needed
from simcli.studies.variety.estimate import number_of

Status = Literal["even", "uneven", "open"]
AT_LEAST: Final = "at least"
AT_MOST: Final = "at most"
DIGITS = 10


@dataclass(frozen=True)
class Goal:
    """Whose share is to be even: `of` is the seat, strategy or item, None for all of them; with `offered` what one more copy does.

    Of variety how many viable plans there are to be, at least (`low`) or at most (`high`).
    """

    about: Literal["seat", "strategy", "item", "variety"]
    of: str | None = None
    offered: bool = False
    low: float | None = None
    high: float | None = None

    @property
    def name(self) -> str:
        """`seat 1 even`, `strategies even`, `item knight offer even`, `viable plans at least 4`."""
        if self.about == "variety":
            if self.low is not None and self.high is not None:
                return f"{VIABLE} {self.low:g} .. {self.high:g}"
            return f"{VIABLE} {AT_LEAST} {self.low:g}" if self.low is not None else f"{VIABLE} {AT_MOST} {self.high:g}"
        if self.of is None:
            return f"{'seats' if self.about == 'seat' else 'strategies'} even"
        who = self.of if self.about == "seat" else f"{self.about} {self.of}"
        return f"{who}{' offer' if self.offered else ''} even"


@dataclass(frozen=True, kw_only=True)
class Row:
    """A share that is to be even, or a number of viable plans with its bound, with one number of players."""

    players: int
    """number of players"""
    of: str
    """the seat, strategy or item; `viable plans`"""
    target: float
    """what even is: 1 / players; 0 for what one more copy offered changes; of viable plans the bound"""
    side: Literal["at least", "at most"] | None = None
    """on which side of the bound it is to be; only of viable plans"""
    tolerance: float
    """distance from even that still counts as even; of viable plans the advantage of a plan that does"""
    value: Interval
    """the win share: of an item that of the players who hold it at the end, or what one more copy offered changes; or the viable plans"""
    test: TestResult

    @property
    def distance(self) -> float:
        """How far it lies from even, in tolerances, or from the side where it is to be, in plans; infinite where that is not known."""
        if self.side is not None and self.value.value is not None:
            return max(0.0, (self.target - self.value.value) * (1 if self.side == AT_LEAST else -1))
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
            unended = cell.unended if goal.about == "seat" else cell.unended_of(i)
            yield name, Hypothesis(share_ratio(rows[i]), cell.even, tolerance, cell.deals, unended)


@dataclass(frozen=True)
class Looks:
    """What is corrected for: `among` games that are looked at one by one; `attempts` certificates, this one and those that failed.

    Each that fails halves the error of the next, so that wrong ones come together as seldom as one interval misses. What is certified
    rightly costs nothing: tests in sequence, each at the error that is left.
    """

    among: int = 1
    attempts: int = 0

    @property
    def times(self) -> int:
        """How many times less often an interval may miss than one at 95 %."""
        return 1 << self.attempts

    @property
    def level(self) -> float:
        """Level of the intervals."""
        return 1.0 - (1.0 - LEVEL) / self.times


ONCE = Looks()


def judged(cells: Sequence[tuple[int, Sequence[tuple[str, Hypothesis]]]], looks: Looks = ONCE) -> list[list[Row]]:
    """Hypotheses by game as rows; each entry is a number of players with its hypotheses. All are one family for Holm's correction."""
    tests = iter(decide([one for _, rows in cells for _, one in rows], families=looks.among, level=looks.level))
    return [[_row(players, of, one, next(tests), looks.level) for of, one in rows] for players, rows in cells]


def judged_plans(
    goal: Goal, games: Sequence[Sequence[FieldTally]], tolerance: Callable[[int], float], looks: Looks = ONCE
) -> list[list[Row]]:
    """What matchups say of the viable plans of some games, a row for each number of players and bound; all are one family.

    tolerance: the advantage that counts as even, by number of players. A bound is kept (`even`) where the interval lies within it, and
    missed (`less`, `more`) where that of all together lies beyond it.
    """
    sides: list[tuple[Literal["at least", "at most"], float]] = []
    sides += [] if goal.low is None else [(AT_LEAST, goal.low)]
    sides += [] if goal.high is None else [(AT_MOST, goal.high)]
    family = sum(map(len, games)) * len(sides) * looks.among
    made = []
    for tallies in games:
        rows = []
        for tally in tallies:
            band = tolerance(tally.players)
            value = number_of(tally, band, looks.times)
            is_out = value.bounds is not None and any(
                value.bounds[1] < bound if side == AT_LEAST else value.bounds[0] > bound for side, bound in sides
            )
            widened = number_of(tally, band, family * looks.times) if is_out and family > 1 else value
            rows += [_plans_row(tally, side, bound, value, widened, band) for side, bound in sides]
        made.append(rows)
    return made


def _plans_row(
    tally: FieldTally, side: Literal["at least", "at most"], bound: float, value: Interval, widened: Interval, tolerance: float
) -> Row:
    low, high = (bound, None) if side == AT_LEAST else (None, bound)
    answer = answer_to(value, widened, low, high)
    verdict: Verdict = {"met": EVEN, "missed": LESS if side == AT_LEAST else MORE}.get(answer, UNKNOWN)
    needed = deals_needed(value, low, high, tally.deals) if verdict == UNKNOWN else None
    test = TestResult(None, None, verdict, None, needed if needed and needed > tally.deals else None, None)
    return Row(players=tally.players, of=VIABLE, target=bound, side=side, tolerance=tolerance, value=value, test=test)


def _row(players: int, of: str, one: Hypothesis, test: TestResult, level: float) -> Row:
    estimate: Estimate = one.estimate
    low, high = interval(estimate, level)
    value = Interval(*(None if bound is None else float(f"{bound:.{DIGITS}g}") for bound in (low, estimate.value, high)))
    return Row(players=players, of=of, target=one.even, tolerance=one.tolerance, value=value, test=test)


def status(rows: Sequence[Row]) -> Status:
    """Even when all rows are (or keep to their bounds), uneven when one is not for certain, else open."""
    verdicts = [row.test.verdict for row in rows]
    if any(verdict in UNEVEN for verdict in verdicts):
        return "uneven"
    return "even" if verdicts and all(verdict == EVEN for verdict in verdicts) else "open"


def deals_to_settle(rows: Sequence[Row], *, as_likely_as_not: bool = False) -> int | None:
    """Deals after which the open rows are settled with nine chances in ten each, or one half; None where that is not known."""
    late = [row.test.deals_50 if as_likely_as_not else row.test.deals_90 for row in rows if row.test.verdict in OPEN]
    known = [number for number in late if number is not None]
    return max(known) if known and len(known) == len(late) else None


def deals_to_certify(rows: Sequence[Row], deals: int, level: float) -> float:
    """Deals that show each row to be even at a level, in nine cases of ten if it is what `deals` deals say; inf if none do.

    The standard error is read from the interval at 95 %, as if it were a normal one.
    """
    half, quantile = NormalDist().inv_cdf(1.0 - (1.0 - LEVEL) / 2), NormalDist().inv_cdf
    reach = (quantile(1.0 - (1.0 - level) / 2) + quantile(SURE)) / half
    return max((deals * (reach * _part_of_way(row)) ** 2 for row in rows), default=math.inf)


def _part_of_way(row: Row) -> float:
    """Half the interval of a row as a part of the way to the nearest edge of what counts as even; inf on the edge or beyond."""
    low, value, high = row.value
    if low is None or value is None or high is None:
        return math.inf
    if row.side is not None:
        ways = [(value - low, value - row.target) if row.side == AT_LEAST else (high - value, row.target - value)]
    else:
        ways = [(value - low, value - row.target + row.tolerance), (high - value, row.target + row.tolerance - value)]
    return max(0.0 if reach == 0.0 <= way else reach / way if way > 0.0 else math.inf for reach, way in ways)
