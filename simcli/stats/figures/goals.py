"""What a game can be asked to be: figures that are even, or keep to bounds; and whether it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal

from simcli.stats.bounds import DIGITS, Interval
from simcli.stats.cell_tally import CellTally
from simcli.stats.field_tally import FieldTally
from simcli.stats.figures.registry import BEYOND, CALLED, Topic, Unit, placed
from simcli.stats.figures.worth import Worth
from simcli.stats.intervals import LEVEL, Estimate, interval
from simcli.stats.measured import VIABLE
from simcli.stats.ratings.viable import number_of
from simcli.stats.verdicts import EVEN, LESS, MORE, OPEN, SURE, UNEVEN, UNKNOWN, Hypothesis, TestResult, Verdict, decide
from simcli.stats.within import exact, judged_within

Status = Literal["even", "uneven", "open"]
Side = Literal["at least", "at most"]
AT_LEAST: Final = "at least"
AT_MOST: Final = "at most"
ALL = {"seat": "seats", "strategy": "strategies"}
SHORT = {("seat", "win share"): "", ("strategy", "win share"): "", ("copy", BEYOND): ""}
SHORT |= {("item", "win share per copy offered"): " offer"}
"""How these figures are called where they are to be even."""


@dataclass(frozen=True)
class Goal:
    """Which figure is to be so: even where it has no bounds, else at least `low` and at most `high`, shares as fractions of 1.

    `topic` without a name of whose it is means all seats, or all strategies.
    """

    topic: Topic
    low: float | None = None
    high: float | None = None

    @property
    def is_even(self) -> bool:
        """Whether the goal is an even share."""
        return self.low is None and self.high is None

    @property
    def is_of_plans(self) -> bool:
        """Whether it is the number of viable plans, for which plans play against each other."""
        return self.topic.figure == VIABLE

    @property
    def is_of_copies(self) -> bool:
        """Whether it is what a copy of an item is worth, for which one player is denied each of its kind in turn."""
        return self.topic.about == "copy"

    @property
    def name(self) -> str:
        """`seat 1 even`, `strategies even`, `item knight offer even`, `margin at most 3`, `seat 1 win share 20 % .. 30 %`."""
        topic = self.topic
        if self.is_even:
            return f"{self._short()} even"
        low, high = (None if bound is None else self._bound(bound) for bound in (self.low, self.high))
        if low is not None and high is not None:
            return f"{topic.name} {low} .. {high}"
        return f"{topic.name} {AT_MOST} {high}" if low is None else f"{topic.name} {AT_LEAST} {low}"

    def _short(self) -> str:
        topic = self.topic
        if topic.of is None and topic.about in ALL:
            return ALL[topic.about]
        if (topic.about, topic.figure) not in SHORT:
            return topic.name
        who = topic.of if topic.about == "seat" else f"{CALLED.get(topic.about, topic.about)} {topic.of}"
        return f"{who}{SHORT[topic.about, topic.figure]}"

    def _bound(self, bound: float) -> str:
        return f"{100 * bound:.10g} %" if self.topic.row.is_share else f"{bound:.10g}"


@dataclass(frozen=True, kw_only=True)
class GoalRow:
    """A share that is to be even, or a figure with its bound, with one number of players."""

    players: int
    """number of players"""
    of: str
    """the seat, strategy or item; or the figure, by its name"""
    target: float
    """what even is: 1 / players, 0 for what one more copy changes and for the distance from the middle of a kind; or the bound"""
    side: Side | None = None
    """on which side of the bound it is to be; only of figures with bounds"""
    unit: Unit | None = None
    """what the figure is counted in; only of figures with bounds, except for viable plans"""
    tolerance: float
    """distance from even that still counts as even; of viable plans the advantage of a plan that does; 0 of other figures with bounds"""
    value: Interval
    """the figure: of an item that is to be even the loss per copy used less the median of its kind, or what one more copy offered
    changes"""
    test: TestResult

    @property
    def distance(self) -> float:
        """How far it lies from even, in tolerances, or from the side where it is to be; infinite where that is not known."""
        if self.side is not None and self.value.value is not None:
            return max(0.0, (self.target - self.value.value) * (1 if self.side == AT_LEAST else -1))
        return float("inf") if self.value.value is None else abs(self.value.value - self.target) / self.tolerance


@dataclass(frozen=True)
class Bounded:
    """A figure that is to keep to bounds. `at`: its interval at the level at which its family holds with 95 % together.

    unended: so far to either side it could lie, had others won the games that did not end.
    """

    players: int
    of: str
    deals: int
    at: Callable[[int], Interval]
    unit: Unit | None = None
    tolerance: float = 0.0
    unended: float = 0.0


def even_goals(cell: CellTally) -> Iterator[Goal]:
    """Everything of a cell that can be asked to be even, played or not."""
    if cell.is_contest and not cell.restricts_seats:
        yield Goal(Topic("seat", None, "win share"))
    if cell.is_contest and cell.compares:
        yield Goal(Topic("strategy", None, "win share"))
    for topic, _ in placed(cell):
        if topic.row.even is not None and not (topic.about == "seat" and cell.restricts_seats):
            yield Goal(topic)


def hypotheses(goal: Goal, cell: CellTally, tolerance: float) -> Iterator[tuple[str, Hypothesis]]:
    """The shares of a cell that are to be even, each with whose it is; none where there is nobody of that name."""
    if goal.topic.of is None and goal.topic.about == "seat" and cell.restricts_seats:
        return
    for topic, at in placed(cell):
        if _is_meant(goal.topic, topic):
            figure, source = topic.row, topic.row.source
            assert source is not None
            name = str(topic.of) if (topic.about, topic.figure) in SHORT else topic.name
            yield name, Hypothesis(source.estimate(cell, at), figure.even_in(cell), tolerance, cell.deals, source.unended(cell, at))


def bounded(goal: Goal, cell: CellTally) -> Iterator[Bounded]:
    """The figure of a cell that is to keep to bounds; none where there is nobody of that name."""
    for topic, at in placed(cell):
        if _is_meant(goal.topic, topic):
            figure, source = topic.row, topic.row.source
            assert source is not None
            levels, unended = _Levels(source.estimate(cell, at), cell.deals, figure.is_share), source.unended(cell, at)
            yield Bounded(cell.players, topic.name, cell.deals, levels, figure.unit, unended=unended)


def copy_hypotheses(goal: Goal, worths: Iterable[Worth]) -> Iterator[tuple[int, tuple[str, Hypothesis]]]:
    """What a copy of the item that is to be even is worth among its kind, with each number of players."""
    for one in worths:
        if one.item == goal.topic.of:
            yield one.players, (one.item, one.among)


def bounded_copies(goal: Goal, worths: Iterable[Worth]) -> Iterator[Bounded]:
    """The same of an item whose worth is to keep to bounds, by itself or among its kind."""
    for worth in worths:
        if worth.item == goal.topic.of:
            one = worth.among if goal.topic.figure == BEYOND else worth.alone
            at = _Levels(one.estimate, one.deals, goal.topic.row.is_share)
            yield Bounded(worth.players, goal.topic.name, one.deals, at, goal.topic.row.unit, unended=one.unended)


def bounded_plans(games: Sequence[FieldTally], tolerance: Callable[[int], float]) -> Iterator[Bounded]:
    """The viable plans of matchups; tolerance: the advantage that counts as even, by number of players."""
    for tally in games:
        yield Bounded(tally.players, VIABLE, tally.deals, _PlanLevels(tally, tolerance(tally.players)), None, tolerance(tally.players))


@dataclass(frozen=True)
class _Levels:
    """Intervals of an estimate."""

    estimate: Estimate
    deals: int
    is_share: bool

    def __call__(self, times: int) -> Interval:
        low, high = interval(self.estimate, 1.0 - (1.0 - LEVEL) / times)
        return exact(_rounded((low, self.estimate.value, high)), self.deals, is_share=self.is_share)


@dataclass(frozen=True)
class _PlanLevels:
    """Intervals of a number of viable plans."""

    tally: FieldTally
    tolerance: float

    def __call__(self, times: int) -> Interval:
        return number_of(self.tally, self.tolerance, times)


def _is_meant(asked: Topic, topic: Topic) -> bool:
    """Whether a figure is the one in question, or one of all seats or strategies."""
    return topic == asked or (asked.of is None and asked.about in ALL and (topic.about, topic.figure) == (asked.about, asked.figure))


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


def judged(cells: Sequence[tuple[int, Sequence[tuple[str, Hypothesis]]]], looks: Looks = ONCE) -> list[list[GoalRow]]:
    """Hypotheses by game as rows; each entry is a number of players with its hypotheses. All are one family for Holm's correction."""
    tests = iter(decide([one for _, rows in cells for _, one in rows], families=looks.among, level=looks.level, jointly=True))
    return [[_row(players, of, one, next(tests), looks.level) for of, one in rows] for players, rows in cells]


def judged_bounds(goal: Goal, games: Sequence[Iterable[Bounded]], looks: Looks = ONCE) -> list[list[GoalRow]]:
    """What some games say of bounds, a row for each number of players and bound; all are one family.

    A bound is kept (`even`) where the interval lies within it, and missed (`less`, `more`) where that of all together lies beyond it. That
    all are kept needs no correction: it is wrong only if at least one single answer is.
    """
    sides: list[tuple[Side, float]] = []
    sides += [] if goal.low is None else [(AT_LEAST, goal.low)]
    sides += [] if goal.high is None else [(AT_MOST, goal.high)]
    figures = [list(game) for game in games]
    family = sum(map(len, figures)) * len(sides) * looks.among
    bounds = []
    for game in figures:
        rows: list[GoalRow] = []
        for one in game:
            value = one.at(looks.times)
            is_out = any(judged_within(value, value, *_ends(side, bound), one.deals, one.unended)[0] == "missed" for side, bound in sides)
            widened = one.at(family * looks.times) if is_out and family > 1 else value
            rows += [_bound_row(one, side, bound, value, widened) for side, bound in sides]
        bounds.append(rows)
    return bounds


def _ends(side: Side, bound: float) -> tuple[float | None, float | None]:
    return (bound, None) if side == AT_LEAST else (None, bound)


def _bound_row(one: Bounded, side: Side, bound: float, value: Interval, widened: Interval) -> GoalRow:
    answer, needed = judged_within(value, widened, *_ends(side, bound), one.deals, one.unended)
    verdict: Verdict = {"met": EVEN, "missed": LESS if side == AT_LEAST else MORE}.get(answer, UNKNOWN)
    test = TestResult(None, None, verdict, None, needed if needed and needed > one.deals else None, None)
    return GoalRow(players=one.players, of=one.of, target=bound, side=side, unit=one.unit, tolerance=one.tolerance, value=value, test=test)


def _row(players: int, of: str, one: Hypothesis, test: TestResult, level: float) -> GoalRow:
    estimate: Estimate = one.estimate
    low, high = interval(estimate, level)
    return GoalRow(players=players, of=of, target=one.even, tolerance=one.tolerance, value=_rounded((low, estimate.value, high)), test=test)


def _rounded(bounds: tuple[float | None, float | None, float | None]) -> Interval:
    """As files have it."""
    return Interval(*(None if bound is None else float(f"{bound:.{DIGITS}g}") for bound in bounds))


def status(rows: Sequence[GoalRow]) -> Status:
    """Even when all rows are (or keep to their bounds), uneven when one is not for certain, else open."""
    verdicts = [row.test.verdict for row in rows]
    if any(verdict in UNEVEN for verdict in verdicts):
        return "uneven"
    return "even" if verdicts and all(verdict == EVEN for verdict in verdicts) else "open"


def deals_to_settle(rows: Sequence[GoalRow], *, as_likely_as_not: bool = False) -> int | None:
    """Deals after which the open rows are settled with nine chances in ten each, or one half; None where that is not known."""
    late = [row.test.deals_50 if as_likely_as_not else row.test.deals_90 for row in rows if row.test.verdict in OPEN]
    known = [number for number in late if number is not None]
    return max(known) if known and len(known) == len(late) else None


def deals_to_certify(rows: Sequence[GoalRow], deals: int, level: float) -> float:
    """Deals that show each row to be even at a level, in nine cases of ten if it is what `deals` deals say; inf if none do.

    The standard error is read from the interval at 95 %, as if it were a normal one.
    """
    half, quantile = NormalDist().inv_cdf(1.0 - (1.0 - LEVEL) / 2), NormalDist().inv_cdf
    reach = (quantile(1.0 - (1.0 - level) / 2) + quantile(SURE)) / half
    return max((deals * (reach * _part_of_way(row)) ** 2 for row in rows), default=math.inf)


def _part_of_way(row: GoalRow) -> float:
    """Half the interval of a row as a part of the way to the nearest edge of what counts as even; inf on the edge or beyond."""
    low, value, high = row.value
    if low is None or value is None or high is None:
        return math.inf
    if row.side is not None:
        ways = [(value - low, value - row.target) if row.side == AT_LEAST else (high - value, row.target - value)]
    else:
        ways = [(value - low, value - row.target + row.tolerance), (high - value, row.target + row.tolerance - value)]
    return max(0.0 if reach == 0.0 <= way else reach / way if way > 0.0 else math.inf for reach, way in ways)
