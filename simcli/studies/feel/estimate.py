"""How a game feels to play, counted: length and margin, lead changes, when it is decided, comebacks, luck, forced decisions.

The line below a field describes it; docs/feel.schema.json is made from these lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from simcli.game import LEAD_POINTS, SIXTIETHS
from simcli.stats import intervals
from simcli.stats.measured import FeelCell, LeadPoint, Measure, Unit
from simcli.stats.records import Played, answered
from simcli.stats.shares import rounded_interval
from simcli.stats.summary import Interval, VariantChanges
from simcli.stats.verdicts import Hypothesis, decide
from simcli.studies.feel.followed import FollowedGames, Ints

Floats = NDArray[np.float64]

PER_CENT = (5, 25, 50, 75, 95)
WITHIN = (0, 1, 3, 5, 10)
"""Points between the best and the second up to which a game is close."""


@dataclass(frozen=True, kw_only=True)
class Feel(Played):
    """The feel of play of a config's games."""

    SAID: ClassVar = answered("title", "how the games feel to play, in words")
    kind: Literal["feel"] = field(default="feel", metadata={"after": "schema"})
    """what this is"""
    plays: int = field(metadata={"after": "seed"})
    """how often each deal was played in each rotation, with other choices of the plans each time"""
    strategies: tuple[str, ...] = field(metadata={"after": "plays"})
    """the plans that played"""
    tables: str = field(metadata={"after": "strategies"})
    """how they were seated: mixed, mirror, fixed or drawn"""
    level: float = field(default=intervals.LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    variants: tuple[VariantChanges, ...] | None = None
    """what each variant changes; only when the run has variants"""
    cells: tuple[FeelCell, ...] = ()
    """one for each number of players; with variants one for each variant and number of players, variant by variant"""


@dataclass(frozen=True)
class _Counted:
    """A measure that is a ratio of sums over the games of a deal: `counts` says how many, `values` how much."""

    name: str
    unit: Unit
    meaning: str
    counts: Callable[[FollowedGames], Ints]
    values: Callable[[FollowedGames], Ints]
    part: bool = False
    """a part of a whole that is no count of yes and no"""

    def rows(self, games: FollowedGames) -> tuple[Ints, Ints]:
        """What each deal adds up to: counts and values, int64[deals]."""
        return games.by_deal(self.counts(games)), games.by_deal(self.values(games))

    def estimate(self, row: Sequence[int]) -> intervals.Estimate:
        """The figure, from its ratio row."""
        if self.part:
            return intervals.ratio(row)._replace(edges=(0.0, 1.0))
        return intervals.share_ratio(row, unit=1) if self.unit == "share" else intervals.mean_ratio(row)


def _one(games: FollowedGames) -> Ints:
    return np.ones(len(games.deal), np.int64)


def _within(points: int) -> _Counted:
    name, meaning = "tied", "games in which best and second have the same points, whatever breaks the tie"
    if points:
        name = f"within_{points}_point{'' if points == 1 else 's'}"
        meaning = f"games in which best and second are at most {points} point{'' if points == 1 else 's'} apart"
    return _Counted(name, "share", meaning, _one, lambda games: (games.margin <= points).astype(np.int64))


COUNTED: tuple[_Counted, ...] = (
    _Counted("rounds", "rounds", "mean length of a game", _one, lambda games: games.rounds),
    _Counted("decisions", "decisions", "mean length of a game, all players together", _one, lambda games: games.decisions),
    _Counted("margin", "points", "mean of best less second best points", _one, lambda games: games.margin),
    *map(_within, WITHIN),
    _Counted(
        "lead_changes",
        "times",
        "how often another player is alone in the lead, after each round, than before",
        _one,
        lambda games: games.changes,
    ),
    _Counted("no_lead_change", "share", "games without a lead change", _one, lambda games: (games.changes == 0).astype(np.int64)),
    _Counted(
        *("last_change_round", "rounds", "round of the last lead change, of games that have one"),
        lambda games: (games.changes > 0).astype(np.int64),
        lambda games: games.last_round,
    ),
    _Counted(
        *("last_change_part", "share", "part of all decisions that was over by then"),
        lambda games: np.where(games.changes > 0, games.decisions, 0),
        lambda games: games.last_decision,
        part=True,
    ),
    _Counted(
        "late_leader_wins",
        "share",
        "games won by who is alone in the lead after three quarters of the decisions",
        _one,
        lambda games: games.is_late_win,
    ),
    _Counted("comeback", "share", "games won by a player who was last after half of the decisions", _one, lambda games: games.is_comeback),
    _Counted("forced", "share", "decisions with one legal action", lambda games: games.decisions, lambda games: games.forced),
    _Counted("few_actions", "share", "decisions with at most three legal actions", lambda games: games.decisions, lambda games: games.few),
    _Counted(
        *("one_sensible", "share", "choices in which a plan takes any other action less than a twentieth as often as its favourite"),
        lambda games: games.weighed,
        lambda games: games.clear,
    ),
)
QUANTILES: tuple[tuple[str, Unit, Callable[[FollowedGames], Ints]], ...] = (
    ("rounds", "rounds", lambda games: games.rounds),
    ("decisions", "decisions", lambda games: games.decisions),
    ("margin", "points", lambda games: games.margin),
)
LUCK = {
    "luck_deal": "part of who wins (variance of win shares) that the deal decides at least, whatever is chosen: cards, dice, fitting plans",
    "luck_seats": "part that is decided by where one sits, or who begins",
    "luck_plans": "part that is decided by which plan one plays",
    "luck_choices": "part left to the plans' own choices together with the luck that falls otherwise after them",
}

NAMES = (*(counted.name for counted in COUNTED), *LUCK, *(f"{name}_{per_cent}" for name, _, _ in QUANTILES for per_cent in PER_CENT))
"""What the figures of a cell are called, in their order."""
PARTS = tuple(k / (LEAD_POINTS - 1) for k in range(LEAD_POINTS))
"""Parts of the decisions after which the lead is counted."""


def summarise_feel(run: Feel, cells: Sequence[tuple[FollowedGames, FollowedGames | None]]) -> Feel:
    """`run`, which says what was played, with its cells: games, and those of the base they are compared with."""
    return replace(run, cells=feel_cells(cells))


def feel_cells(cells: Sequence[tuple[FollowedGames, FollowedGames | None]]) -> tuple[FeelCell, ...]:
    """The figures of all cells: games, and those of the base they are compared with."""
    made, tested = [], []
    for games, base in cells:
        rows = [*_ratios(games, base), *_luck(games, base)]
        tested.append([apart for _, apart in rows])
        made.append([measure for measure, _ in rows])
    family = [
        Hypothesis(one, 0.0, 0.0, games.deals) for row, (games, _) in zip(tested, cells, strict=True) for one in row if one is not None
    ]
    results = iter(decide(family))
    for row, measures in zip(tested, made, strict=True):
        measures[:] = [
            measure if one is None else replace(measure, change=next(results).verdict) for one, measure in zip(row, measures, strict=True)
        ]
    return tuple(_cell(games, base, measures) for (games, base), measures in zip(cells, made, strict=True))


def _cell(games: FollowedGames, base: FollowedGames | None, measures: Sequence[Measure]) -> FeelCell:
    return FeelCell(
        variant=games.variant or None,
        base=None if base is None else base.variant,
        players=games.players,
        deals=games.deals,
        games=len(games.deal),
        unended=int((~games.ended).sum()),
        measures=(*measures, *_quantiles(games)),
        lead=tuple(_lead_points(games)),
    )


def _lead_points(games: FollowedGames) -> Iterator[LeadPoint]:
    """The lead over the game, with intervals over the deals as those of means and shares."""
    one, led, wins = games.by_deal(_one(games)), games.is_led, games.is_leader_win
    for k, part in enumerate(PARTS):
        is_led = games.by_deal(led[:, k])
        yield LeadPoint(
            part=part,
            lead=rounded_interval(intervals.mean_ratio(intervals.ratio_row(one, games.by_deal(games.lead[:, k])))),
            led=rounded_interval(intervals.share_ratio(intervals.ratio_row(one, is_led), unit=1)),
            leader_wins=rounded_interval(intervals.share_ratio(intervals.ratio_row(is_led, games.by_deal(wins[:, k])), unit=1)),
        )


def _ratios(games: FollowedGames, base: FollowedGames | None) -> list[tuple[Measure, intervals.Estimate | None]]:
    """The counted measures, and their differences from the base."""
    made: list[tuple[Measure, intervals.Estimate | None]] = []
    for counted in COUNTED:
        own, apart = counted.rows(games), None
        if base is not None:
            other = counted.rows(base)
            is_share = counted.unit == "share" and not counted.part
            apart = intervals.difference(intervals.ratio_row(*own), intervals.ratio_row(*other), _paired(own, other), share=is_share)
        measure = Measure(
            name=counted.name,
            unit=counted.unit,
            meaning=counted.meaning,
            value=rounded_interval(counted.estimate(intervals.ratio_row(*own))),
            difference=_change(apart, counted.unit),
        )
        made.append((measure, apart))
    return made


def _change(apart: intervals.Estimate | None, unit: str) -> Interval | None:
    """A difference from the base; of shares at most 1."""
    found = None if apart is None else rounded_interval(apart)
    return found.cut(-1.0, 1.0) if found is not None and unit == "share" else found


def _paired(own: tuple[Ints, Ints], base: tuple[Ints, Ints]) -> list[int]:
    """Paired row of the same deals (`tally_parts.PAIRED`)."""
    (c, y), (base_c, base_y) = own, base
    return [int(total) for total in (c @ base_c, c @ base_y, y @ base_c, y @ base_y, ((c != base_c) | (y != base_y)).sum())]


def _luck(games: FollowedGames, base: FollowedGames | None) -> list[tuple[Measure, intervals.Estimate | None]]:
    """What decides who wins, with jackknife intervals over the deals; who wins a game that did not end, the stall rule says."""
    parts, others = _luck_parts(games), None if base is None else _luck_parts(base)
    made: list[tuple[Measure, intervals.Estimate | None]] = []
    for k, (name, meaning) in enumerate(LUCK.items()):
        apart = None if others is None else _jackknife(parts[:, k] - others[:, k])
        value = rounded_interval(_jackknife(parts[:, k])).cut(0.0, 1.0)
        measure = Measure(name=name, unit="share", meaning=meaning, value=value, difference=_change(apart, "share"))
        made.append((measure, apart))
    return made


def _luck_parts(games: FollowedGames) -> Floats:
    """Parts of the deal, of seats, of plans, of choices: float64[1 + deals, 4]; first of all deals, then with each deal left out.

    Win shares y of one seat in several plays of the same deal and rotation differ by choices, and by the luck that falls otherwise after
    them. All differ from the even share by their variance. The squared distances of the mean shares of places over all deals are the seats'
    part, those of the plans in each deal the plans'. The rest is the deal's.
    """
    even, plays, deals = SIXTIETHS / games.players, games.plays, games.deals
    y = games.share.reshape(deals, -1, plays, games.players).astype(np.float64)
    within = y.var(axis=2, ddof=1).sum(axis=(1, 2)) * plays
    total = ((y - even) ** 2).sum(axis=(1, 2, 3))
    plans = int(games.strategy.max(initial=0)) + 1
    which = games.deal[:, None] * plans + games.strategy
    count = np.bincount(which.ravel(), minlength=deals * plans).reshape(deals, plans).astype(np.float64)
    won = np.bincount(which.ravel(), games.share.ravel(), deals * plans).reshape(deals, plans)
    played = np.bincount(games.deal, minlength=deals).astype(np.float64)[:, None]
    at_places = np.stack([np.bincount(games.deal, won, deals) for won in games.share_by_place.T.astype(np.float64)], axis=1)
    left: list[Floats] = []
    for part in (within, total, count, won, played, at_places):
        whole = part.sum(axis=0, keepdims=True)
        left.append(np.concatenate([whole, whole - part]))
    choices, everything, seats, wins, all_games, at_place = left
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.where(seats > 0, wins / np.maximum(seats, 1.0), even)
        of_plans = (seats * (means - even) ** 2).sum(axis=1) / everything
        of_seats = (all_games * (at_place / all_games - even) ** 2).sum(axis=1) / everything
        of_choices = choices / everything
    return np.stack([1.0 - of_seats - of_plans - of_choices, of_seats, of_plans, of_choices], axis=1)


def _jackknife(values: Floats) -> intervals.Estimate:
    """The first value, less its bias, with the standard error that the values without one deal each say (Quenouille, Tukey).

    It is 0 where no deal makes a difference.
    """
    whole, left = float(values[0]), values[1:]
    n = len(left)
    if not math.isfinite(whole):
        return intervals.Estimate(None, None, 0.0, lacking=intervals.NOTHING)
    if n < intervals.FEWEST_EFFECTIVE or not np.isfinite(left).all():
        return intervals.Estimate(whole, None, float(n), lacking=intervals.FEW_DEALS)
    value = n * whole - (n - 1) * float(left.mean())
    se = math.sqrt((n - 1) / n * float(((left - left.mean()) ** 2).sum()))
    return intervals.Estimate(value, se, float(n))


def _quantiles(games: FollowedGames) -> list[Measure]:
    """Quantiles of the games, with Woodruff's intervals: those of the share of games below, read off the distribution."""
    made = []
    for name, unit, values_of in QUANTILES:
        values = values_of(games)
        for per_cent in PER_CENT:
            value = _interval_of_quantile(games, values, per_cent / 100)
            meaning = f"{name} of a game that {per_cent} of 100 games do not exceed"
            made.append(Measure(name=f"{name}_{per_cent}", unit=unit, meaning=meaning, value=value))
    return made


def _interval_of_quantile(games: FollowedGames, values: Ints, part: float) -> Interval:
    ordered = np.sort(values[games.ended])
    n = len(ordered)
    if not n:
        return Interval(None, None, None)

    def at(share: float) -> float:
        return float(ordered[min(n - 1, max(0, math.ceil(share * n - 1e-9) - 1))])

    value = at(part)
    below = games.by_deal((values <= value).astype(np.int64))
    estimate = intervals.ratio(intervals.ratio_row(games.by_deal(_one(games)), below))
    if estimate.se is None or games.deals < intervals.FEWEST_EFFECTIVE:
        return Interval(None, value, None)
    reach = intervals.critical(estimate.n, 1.0 - intervals.LEVEL) * estimate.se
    return Interval(min(at(part - reach), value), value, max(at(part + reach), value))
