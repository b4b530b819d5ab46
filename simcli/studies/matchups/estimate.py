"""Matchups: one of every plan among copies of each other plan, what that says of the field, and ratings that a copy does not change.

The line below a field describes it; docs/matchups.schema.json is made from these lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, ClassVar, Literal

from simcli.stats.bounds import DIGITS
from simcli.stats.field_tally import FieldTally
from simcli.stats.intervals import LEVEL, Estimate, critical, interval, is_thin, share_ratio
from simcli.stats.measured import VarietyCell
from simcli.stats.ratings.cycles import shortest_cycles
from simcli.stats.ratings.redrawn import Redrawn
from simcli.stats.ratings.viable import rounded
from simcli.stats.records import Played, answered
from simcli.stats.shares import rounded_interval
from simcli.stats.summary import Interval, Share, Tolerance, VariantChanges
from simcli.stats.verdicts import LESS, LESS_OPEN, MORE, MORE_OPEN, NO_TEST, Hypothesis, TestResult, Verdict, decide
from simcli.studies.variety.estimate import redrawn_of, varieties

RATING_DIGITS = 6
"""Digits behind the point of what a linear program has found."""
NO_BOUNDS = (None, None, None)


@dataclass(frozen=True, kw_only=True)
class Matchup:
    """One plan against another."""

    strategy: str
    """who sits alone"""
    opponent: str
    """who sits in all other seats"""
    win_share: Share
    """its win share; for the same plan under two names, which is not played, the even share with bounds that equal it"""
    few_wins: bool
    """fewer than ten deals with the rarer of win and loss: the interval is there and errs on the wide side"""
    test: TestResult
    """whether it wins more or less than an even share; with two players the test of the pair"""


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """Two plans, each against the other."""

    one: str
    """the first of the two in the config"""
    other: str
    """the second"""
    advantage: Interval
    """half of what `one` wins more among `other` than `other` among `one`; with two players its win share less one half"""
    invades: Verdict | None
    """`more`: alone among `other`, `one` wins more than an even share for certain; `less`: less, so it does not get in"""
    resists: Verdict | None
    """`more`: alone among `one`, `other` wins less than an even share for certain; `less`: more, so `one` does not keep it out"""
    same_plan: bool
    """two names of one plan: even by construction, not played"""
    test: TestResult
    """whether `one` beats `other`: the advantage against 0 and the tolerance"""


@dataclass(frozen=True, kw_only=True)
class Rating:
    """One plan against the field."""

    strategy: str
    """name of the plan"""
    mean_share: Share
    """mean of its win shares among each other plan: a copy of a plan counts once more; the interval errs on the wide side"""
    lottery: Share
    """its weight in the maximal lottery: in the mix of plans that no plan gains on. Copies of a plan share the weight it has alone"""
    against_lottery: Interval
    """its advantage against that mix: 0 for plans with weight, less for others. Copies of any plan change nothing"""
    strength: Share
    """from finishing orders (Plackett-Luce with ties): how often it finishes first at a table of one of each plan, ties apart. No interval
    for a plan with fewer than ten groups of deals in which its distance to the strongest shows"""
    beats: tuple[str, ...]
    """plans it beats for certain, of any size"""
    beaten_by: tuple[str, ...]
    """plans that beat it for certain"""
    invades: tuple[str, ...]
    """plans among which it alone wins more than an even share for certain; with two players those it beats"""
    resists: tuple[str, ...]
    """plans that alone among it win less than an even share for certain; with two players those it beats"""


@dataclass(frozen=True, kw_only=True)
class MatchupField:
    """All matchups at one number of players of one variant."""

    variant: str | None = None
    """name of the variant; only when the run has variants"""
    base: str | None = None
    """the variant it is compared with; only where there is one"""
    players: int
    """number of players"""
    even_share: float
    """1 / players"""
    tolerance: float
    """advantage that still counts as even"""
    deals: int
    """deals each line-up played"""
    games: int
    """games of all line-ups"""
    matchups: tuple[Matchup, ...]
    """every plan against every other, row by row"""
    pairings: tuple[Pairing, ...]
    """every two plans"""
    ratings: tuple[Rating, ...]
    """the plans in the order of the config"""
    viable_plans: Interval
    """how many plans are worth playing: effective number of plans (exponential of the entropy) in the maximal lottery of what advantages
    exceed the tolerance by; 1 where one plan beats all others by more, n for n plans that are even or beat each other in turn alike"""
    viable_change: Interval | None = None
    """`viable_plans` less that of the base variant at the same number of players, from the same deals; only in the other variants"""
    viable_verdict: Verdict | None = None
    """`more` or `less` where that is certain (Bonferroni's correction over variants and numbers of players), `even` where there is none
    however the deals are drawn again, else `not yet known`; with `viable_change`"""
    lottery_plans: Interval
    """the same number of the lottery with no tolerance: however little a plan is ahead, it counts"""
    beats_all: str | None
    """the plan that beats every other plan for certain, where there is one"""
    cycles: tuple[tuple[str, ...], ...]
    """the shortest cycles among certain results: each plan beats the next, the last the first"""
    dominations: tuple[tuple[str, str], ...]
    """of two plans [a, b] the first beats, invades and resists the second, wins more than it alone among every third, and every third wins
    less alone among the first than alone among the second; all for certain"""

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the plans."""
        return tuple(rating.strategy for rating in self.ratings)

    @property
    def plans(self) -> int:
        """How many plans there are, each counted once."""
        copies = {row.other for row in self.pairings if row.same_plan}
        return len(self.ratings) - len(copies)

    @cached_property
    def by_pair(self) -> Mapping[tuple[str, str], Matchup]:
        """Matchups by who sits alone and who in all other seats."""
        return {(row.strategy, row.opponent): row for row in self.matchups}

    def rating(self, strategy: str) -> Rating:
        """The rating of a plan."""
        return next(row for row in self.ratings if row.strategy == strategy)


@dataclass(frozen=True, kw_only=True)
class Matchups(Played):
    """A run of matchups."""

    SAID: ClassVar = answered("title", "in words whether a plan beats all others, and what beats the hardest to beat")
    kind: Literal["matchups"] = field(default="matchups", metadata={"after": "schema"})
    """what this is"""
    deals: int = field(metadata={"after": "seed"})
    """deals each line-up played"""
    games: int = field(metadata={"after": "deals"})
    """games of all line-ups"""
    stopped_by: str = field(metadata={"after": "games"})
    """the stop rule that ended the run"""
    level: float = field(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    variants: tuple[VariantChanges, ...] | None = None
    """what each variant changes; only when the run has variants"""
    fields: tuple[MatchupField, ...] = ()
    """one for each number of players; with variants one for each variant and number of players, variant by variant"""


Tests = Mapping[tuple[int, int], TestResult]
"""Tests by the positions of two plans."""


@dataclass(frozen=True)
class _Known:
    """Win shares of one plan among another as numbers: value and standard error by position, None where there is no interval; n: effective
    deals."""

    value: Mapping[tuple[int, int], float]
    se: Mapping[tuple[int, int], float | None]
    n: float


def summarise_matchups(run: Matchups, tallies: Sequence[FieldTally], base: str = "") -> Matchups:
    """`run`, which says what was played, with its fields; base: name of the variant that the others are compared with.

    Holm's correction reaches over all pairs of the run, and with more than two players over all plans alone among another.
    """
    pairs = [(tally, one, other) for tally in tallies for one, other in combinations(tally.plans, 2)]
    tests = decide(
        [
            Hypothesis(tally.advantage(i, j), tally.even, run.tolerance.at(tally.players), tally.deals)
            for tally, i, j in pairs
            if tally.deals
        ]
    )
    alone = [(tally, i, j) for tally in tallies if tally.players > 2 and tally.deals for i, j in permutations(tally.plans, 2)]
    among = decide(
        [
            Hypothesis(share_ratio(tally.shares[i, j]), 1.0 / tally.players, run.tolerance.at(tally.players), tally.deals)
            for tally, i, j in alone
        ]
    )
    rest, more = iter(tests), iter(among)
    redrawn = redrawn_of(tallies)
    fields = []
    for tally, drawn, variety in zip(tallies, redrawn, varieties(tallies, run.tolerance, base, redrawn), strict=True):
        results = {(i, j): next(rest) if tally.deals else NO_TEST for i, j in combinations(tally.plans, 2)}
        if tally.deals and tally.players > 2:
            single = {pair: next(more) for pair in permutations(tally.plans, 2)}
        else:
            single = {pair: test for (i, j), one in results.items() for pair, test in (((i, j), one), ((j, i), turned_test(one)))}
        fields.append(_field(tally, run.tolerance, results, single, drawn, variety))
    return replace(run, fields=tuple(fields))


def _field(
    tally: FieldTally, tolerance: Tolerance, results: Tests, single: Tests, redrawn: Redrawn | None, variety: VarietyCell
) -> MatchupField:
    names, same, plans = tally.strategies, tally.same, tally.plans
    wins = {pair for pair, test in results.items() if test.verdict in (MORE, MORE_OPEN)}
    wins |= {(j, i) for (i, j), test in results.items() if test.verdict in (LESS, LESS_OPEN)}
    ahead = wins & _certain(single, MORE, MORE_OPEN) & {(i, j) for j, i in _certain(single, LESS, LESS_OPEN)}
    known = _known(tally)
    cycles = shortest_cycles(plans, wins)
    return MatchupField(
        variant=variety.variant,
        base=variety.base,
        players=tally.players,
        even_share=_rounded(1.0 / tally.players),
        tolerance=_rounded(tolerance.at(tally.players)),
        deals=tally.deals,
        games=tally.games,
        matchups=tuple(_matchup(tally, i, j, single) for i, j in permutations(range(len(names)), 2)),
        pairings=tuple(_pairing(tally, i, j, results, single) for i, j in combinations(range(len(names)), 2)),
        ratings=tuple(_ratings(tally, wins, single, redrawn)),
        viable_plans=variety.viable_plans,
        viable_change=variety.difference,
        viable_verdict=variety.change,
        lottery_plans=rounded(redrawn.lottery_plans() if redrawn else NO_BOUNDS),
        beats_all=next((names[i] for i in plans if all((i, j) in wins for j in plans if j != i) and same.count(i) == 1), None),
        cycles=tuple(tuple(names[i] for i in cycle) for cycle in cycles),
        dominations=tuple((names[i], names[j]) for i, j in permutations(plans, 2) if (i, j) in ahead and _dominates(i, j, plans, known)),
    )


def _certain(tests: Tests, *verdicts: Verdict) -> set[tuple[int, int]]:
    """The plans with one of these verdicts, each with those it is alone among."""
    return {pair for pair, test in tests.items() if test.verdict in verdicts}


def _matchup(tally: FieldTally, i: int, j: int, single: Tests) -> Matchup:
    one, other = tally.same[i], tally.same[j]
    share, thin, test = Interval(*[_rounded(1.0 / tally.players)] * 3), False, NO_TEST
    if one != other:
        estimate = share_ratio(tally.shares[one, other])
        share, thin, test = rounded_interval(estimate), is_thin(estimate), _rounded_test(single[one, other])
    return Matchup(strategy=tally.strategies[i], opponent=tally.strategies[j], win_share=share, few_wins=thin, test=test)


def _pairing(tally: FieldTally, i: int, j: int, results: Tests, single: Tests) -> Pairing:
    """Two names; a copy of a plan has the result of the plan."""
    one, other = tally.same[i], tally.same[j]
    advantage, test, invades, resists = Interval(0.0, 0.0, 0.0), NO_TEST, NO_TEST, NO_TEST
    if one != other:
        first, second = min(one, other), max(one, other)
        advantage = rounded_interval(tally.advantage(first, second)).each(lambda bound: _rounded(bound - tally.even))
        test = results[first, second]
        invades, resists = single[one, other], turned_test(single[other, one])
        if one > other:
            advantage, test = Interval(*reversed(advantage.each(lambda bound: 0.0 - bound))), turned_test(test)
    return Pairing(
        one=tally.strategies[i],
        other=tally.strategies[j],
        advantage=advantage,
        invades=invades.verdict,
        resists=resists.verdict,
        same_plan=one == other,
        test=_rounded_test(test),
    )


def _rounded_test(test: TestResult) -> TestResult:
    return replace(test, **{key: _rounded(getattr(test, key), RATING_DIGITS) for key in ("p", "p_holm", "detectable")})


def turned_test(test: TestResult) -> TestResult:
    """The test of a pair from the side of its other plan."""
    turned = {MORE: LESS, LESS: MORE, MORE_OPEN: LESS_OPEN, LESS_OPEN: MORE_OPEN}
    return replace(test, verdict=None if test.verdict is None else turned.get(test.verdict, test.verdict))  # type: ignore[arg-type]


def _known(tally: FieldTally) -> _Known:
    value: dict[tuple[int, int], float] = {}
    se: dict[tuple[int, int], float | None] = {}
    n = math.inf
    for i, j in permutations(tally.plans, 2):
        estimate = share_ratio(tally.shares[i, j])
        low, high = interval(estimate)
        value[i, j] = 0.0 if estimate.value is None else estimate.value
        se[i, j] = None if low is None or high is None else (high - low) / 2.0 / critical(estimate.n, 1.0 - LEVEL)
        n = min(n, estimate.n)
    return _Known(value, se, n)


def _ratings(tally: FieldTally, wins: set[tuple[int, int]], single: Tests, redrawn: Redrawn | None) -> Iterator[Rating]:
    """Ratings of all names: copies of a plan share its weight."""
    more, less = _certain(single, MORE, MORE_OPEN), _certain(single, LESS, LESS_OPEN)
    plans, same, names = tally.plans, tally.same, tally.strategies
    weights, gains = ([NO_BOUNDS] * len(plans),) * 2 if redrawn is None else redrawn.weights_and_gains()
    strengths = [NO_BOUNDS] * len(plans) if redrawn is None else redrawn.strengths()
    for i, name in enumerate(names):
        k, copies = plans.index(same[i]), same.count(same[i])
        yield Rating(
            strategy=name,
            mean_share=_mean_share(tally, i),
            lottery=_rating([None if x is None else x / copies for x in weights[k]]),
            against_lottery=_rating(gains[k]),
            strength=_rating(strengths[k]),
            beats=tuple(names[j] for j in range(len(names)) if (same[i], same[j]) in wins),
            beaten_by=tuple(names[j] for j in range(len(names)) if (same[j], same[i]) in wins),
            invades=tuple(names[j] for j in range(len(names)) if (same[i], same[j]) in more),
            resists=tuple(names[j] for j in range(len(names)) if (same[j], same[i]) in less),
        )


def _mean_share(tally: FieldTally, i: int) -> Interval:
    """Mean win share of a name among all others, between the means of their bounds: its standard error is at most the mean of theirs, since
    they share their deals."""
    same, even = tally.same, 1.0 / tally.players
    found = [
        share_ratio(tally.shares[same[i], same[j]]) if same[i] != same[j] else Estimate(even, 0.0, math.inf)
        for j in range(len(same))
        if j != i
    ]
    values = [estimate.value for estimate in found if estimate.value is not None]
    if len(values) < len(found):
        return Interval(None, None, None)
    mean, lows, highs = sum(values) / len(values), 0.0, 0.0
    for estimate in found:
        low, high = interval(estimate) if math.isfinite(estimate.n) else (even, even)
        if low is None or high is None:
            return Interval(None, _rounded(mean), None)
        lows, highs = lows + low / len(found), highs + high / len(found)
    return Interval(_rounded(lows), _rounded(mean), _rounded(highs))


def _dominates(i: int, j: int, plans: Sequence[int], known: _Known) -> bool:
    """Whether plan i, which is ahead of plan j, wins more than it alone among every third and keeps every third lower, for certain.

    All comparisons must hold, so that none is corrected for the others (an intersection-union test); Bonferroni's correction is for the
    pairs of plans. Two win shares share their deals: the standard error of their difference is at most the sum of theirs.
    """
    level = critical(known.n, 2.0 * (1.0 - LEVEL) / (len(plans) * (len(plans) - 1)))
    for k in plans:
        if k in (i, j):
            continue
        for better, worse in (((i, k), (j, k)), ((k, j), (k, i))):
            one, other = known.se[better], known.se[worse]
            if one is None or other is None or known.value[better] - known.value[worse] <= level * (one + other):
                return False
    return True


def _rating(bounds: Sequence[float | None]) -> Interval:
    return Interval(*(_rounded(bound, RATING_DIGITS) for bound in bounds))


def _rounded(number: Any, digits: int = DIGITS) -> Any:
    """A number as the file has it: no minus before a zero."""
    return None if number is None else round(float(number), digits) + 0.0
