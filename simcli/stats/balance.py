"""From tallies to the summary of a run: win shares, seats, scores and cards with intervals, p-values and verdicts.

Families for the corrections reach over the whole run, all variants and player counts together: all strategies, all seats, all restricted
players, all cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, cast

import numpy as np

from simcli.base.grouped import grouped
from simcli.game import SIXTIETHS
from simcli.stats import summary as records
from simcli.stats.bounds import P_DIGITS, significant, tidy
from simcli.stats.cell_tally import NOTHING, CellTally
from simcli.stats.figures.differences import Compared, compared
from simcli.stats.figures.sources import as_deals
from simcli.stats.figures.worth import Worth, gained, lost, worths
from simcli.stats.held import Gain, held_effects
from simcli.stats.intervals import Estimate, interval, is_constant, is_thin, mean_ratio, p_values, share_ratio
from simcli.stats.pairs import Together, helping
from simcli.stats.verdicts import Hypothesis, TestResult, benjamini_hochberg, decide
from simcli.tally_parts import Counts, Figures, TallyParts

HISTOGRAM_BINS = 60
MOST_PAIRS = 20
"""Most pairs of items reported to help each other, for a kind and a number of players."""


class _Tests:
    """The results of a run's four families, taken one by one in the order of the hypotheses."""

    def __init__(self, cells: Sequence[CellTally], tolerance: records.Tolerance) -> None:
        def of(hypotheses: Callable[[CellTally, float], Iterator[Hypothesis]]) -> Iterator[TestResult]:
            family = [one for cell in cells for one in hypotheses(cell, tolerance.at(cell.players))]
            return iter(decide(family))

        self.strategies, self.seats, self.bans = of(_of_strategies), of(seat_hypotheses), of(ban_hypotheses)
        self.copies, self.forced = _copies(cells, tolerance), _forced(cells, tolerance)
        self.differences = _differences(cells, tolerance)
        offered = p_values((cell.offered_slope(i), 0.0) for cell in cells for i in range(len(cell.items)))
        self.p_offered, self.p_bh = iter(offered), iter(benjamini_hochberg(offered))
        in_place = p_values((estimate, 0.0) for cell in cells for estimate in cell.offers_in_place.values())
        self.p_in_place = iter(benjamini_hochberg(in_place))


def summarise(run: records.Summary, cells: Sequence[CellTally]) -> records.Summary:
    """`run`, which says what was played, with the estimates of its cells."""
    tests = _Tests(cells, run.tolerance)
    built = tuple(_cell(cell, run.tolerance, tests) for cell in cells)
    return replace(run, cells=built, pairs=_pairs(cells))


def _pairs(cells: Sequence[CellTally]) -> tuple[records.PairsResult, ...] | None:
    """The pairs that help each other, of each kind and number of players; None where pairs are not counted."""
    counted = [(cell, kind, pairs) for cell in cells for kind, pairs in cell.pairs.items()]
    tests = p_values((pair.points, 0.0) for _, _, pairs in counted for pair in pairs)
    left, corrected = iter(tests), iter(benjamini_hochberg(tests))
    drafts = []
    for cell, kind, pairs in counted:
        p, p_bh = [next(left) for _ in pairs], [next(corrected) for _ in pairs]
        reported = helping(pairs, p_bh)
        rows = tuple(_pair(cell, pairs[k], p[k], p_bh[k]) for k in reported[:MOST_PAIRS])
        copies: Literal[True] | None = True if cell.counts_copies(kind) else None
        drafts.append(
            records.PairsResult(players=cell.players, kind=kind, judged=len(pairs), helping=len(reported), pairs=rows, copies=copies)
        )
    return tuple(drafts) or None


def _pair(cell: CellTally, pair: Together, p: float | None, p_bh: float | None) -> records.PairResult:
    """One pair."""
    first, second = (cell.items[i] for i in pair.items)
    return records.PairResult(
        items=(first.id, second.id),
        names=(first.name, second.name),
        held_both=significant(pair.both),
        points=records.Interval(*(tidy(bound, P_DIGITS) for bound in _interval(pair.points))),
        win_share=records.Interval(*(tidy(bound, P_DIGITS) for bound in _interval(pair.share))),
        p=tidy(p, P_DIGITS),
        p_bh=tidy(p_bh, P_DIGITS),
    )


def half_width(parts: TallyParts, deals: int) -> dict[str, float]:
    """Half widths of the 95 % intervals of the win shares, as differences of shares; infinite while there is no interval.

    `strategies` and `seats` hold the largest of each; `watched` is the one a stop rule looks at: the strategies', or the seats' where no
    strategy meets another and their win shares are even by construction. `deals` below 2 gives infinity without looking further.
    """
    strategies, seats = _largest(parts.strategy_share, deals), _largest(parts.place_share, deals)
    of_strategies = [share_ratio(row) for row in parts.strategy_share if row[0]]
    is_fixed = all(is_constant(share) and share.value not in (0.0, 1.0) for share in of_strategies)
    return {"strategies": strategies, "seats": seats, "watched": seats if is_fixed else strategies}


def _largest(rows: Counts, deals: int) -> float:
    """Largest half width over the rows that were played at all."""
    if deals < 2:
        return math.inf
    widths = []
    for row in rows:
        low, high = interval(share_ratio(row))
        if row[0]:
            widths.append(math.inf if low is None or high is None else (high - low) / 2.0)
    return max(widths, default=math.inf)


def _of_strategies(cell: CellTally, tolerance: float) -> Iterator[Hypothesis]:
    """Win shares of the strategies; with one strategy there is nothing to test, its share is 1 / players in any case."""
    for i in cell.playing.values():
        row = cell.parts.strategy_share[i]
        yield Hypothesis(share_ratio(row) if cell.compares else NOTHING, cell.even, tolerance, cell.deals, cell.unended_of(i))


def seat_hypotheses(cell: CellTally, tolerance: float) -> Iterator[Hypothesis]:
    """Win shares of the seats; where a seat is restricted they say nothing about the seats."""
    for row in cell.parts.place_share:
        yield Hypothesis(NOTHING if cell.restricts_seats else share_ratio(row), cell.even, tolerance, cell.deals, cell.unended)


def ban_hypotheses(cell: CellTally, tolerance: float) -> Iterator[Hypothesis]:
    """What bans do to the win shares of the restricted players: against the same deals without them, else against the even share."""
    for player in cell.banned:
        effect = cell.ban_effect(player)
        known = (cell.share_of(player), cell.even) if effect is None else (effect[0], 0.0)
        yield Hypothesis(*known, tolerance, cell.deals, cell.unended_of_player(player))


def _copies(cells: Sequence[CellTally], tolerance: records.Tolerance) -> Iterator[records.PerCopy]:
    """What each copy is worth of the items that a player is denied, for itself and among its kind; of what is seldom used no verdict."""
    for one, test, by_itself in _judged(worths(cells, tolerance.at, lost)):
        worth, beyond = _interval(one.copy.per_copy), _interval(one.among.estimate)
        yield records.PerCopy(used=one.used, lost=worth, against_kind=beyond, test=test, worth_verdict=by_itself.verdict)


def _forced(cells: Sequence[CellTally], tolerance: records.Tolerance) -> Iterator[records.Forced]:
    """What each copy brings of the items that a player must take, for itself and among its kind."""
    for one, test, by_itself in _judged(worths(cells, tolerance.at, gained)):
        gain, beyond = _interval(one.copy.per_copy), _interval(one.among.estimate)
        yield records.Forced(used=one.used, gained=gain, against_kind=beyond, test=test, gain_verdict=by_itself.verdict)


def _judged(rows: Sequence[Worth]) -> Iterator[tuple[Worth, TestResult, TestResult]]:
    """Items with the tests of their distance from the middle of the kind and of what each brings, a family each."""
    among, alone = (decide(family) for family in ([one.judged for one in rows], [one.alone for one in rows]))
    return zip(rows, among, alone, strict=True)


def _differences(cells: Sequence[CellTally], tolerance: records.Tolerance) -> dict[tuple[str, int], list[records.Difference]]:
    """Every figure of the variants beside the base's, by variant and number of players."""
    compared_figures = [(cell, one) for cell in cells for one in compared(cell, tolerance.at(cell.players))]
    families = grouped((one.is_win_share, one.hypothesis) for _, one in compared_figures)
    results = {family: iter(decide(hypotheses, families=len(families))) for family, hypotheses in families.items()}
    return grouped(((cell.variant, cell.players), _difference(one, next(results[one.is_win_share]))) for cell, one in compared_figures)


def _cell(cell: CellTally, tolerance: records.Tolerance, tests: _Tests) -> records.Cell:
    """One cell; takes its test results from the families, in order."""
    counted, figures, player_games = cell.parts.counted, Figures(*cell.parts.figure), cell.player_games
    return records.Cell(
        variant=cell.variant or None,
        base=cell.base.variant if cell.base else None,
        paired_by=_pairing(cell),
        players=cell.players,
        tolerance=significant(tolerance.at(cell.players)),
        deals=counted.deals,
        games=counted.games,
        capped=counted.capped,
        stalled=counted.stalled,
        stalled_share=_interval(share_ratio(as_deals(counted.stalled, counted.games, counted.deals), unit=1)),
        unended_share=_interval(share_ratio(as_deals(counted.unended, counted.games, counted.deals), unit=1)),
        usual_scores=cell.usual_scores,
        rounds_mean=_interval(mean_ratio(figures.rounds)),
        decisions_mean=_quotient(counted.decisions, counted.ended),
        forced_share=_quotient(counted.forced, counted.decisions),
        tie_share=_interval(share_ratio(figures.shared_victories, unit=1)),
        shared_by_all=_is_shared_by_all(cell, figures) or None,
        winning_score_mean=_interval(mean_ratio(figures.winning_score)),
        margin_mean=_interval(mean_ratio(figures.margin)),
        strategies=tuple(_strategy(cell, i, next(tests.strategies)) for i in cell.playing.values()),
        seats=tuple(_seat(cell, i, next(tests.seats)) for i in range(cell.players)),
        bans=tuple(_ban(cell, player, next(tests.bans)) for player in cell.banned) if cell.restrictions else None,
        per_copy=next(tests.copies) if cell.lost_per_copy is not None else None,
        forced=next(tests.forced) if cell.gained_if_forced is not None else None,
        categories=_means(cell.categories, cell.parts.strategy_category.sum(axis=0), player_games),
        items=_items(cell, player_games, tests),
        differences=tuple(tests.differences.get((cell.variant, cell.players), ())) if cell.base else None,
    )


def _is_shared_by_all(cell: CellTally, figures: Figures) -> bool:
    """Whether every game was shared, and in no deal a place or strategy had another share of it than all others."""
    rows = (*cell.parts.place_share, *(cell.parts.strategy_share[i] for i in cell.playing.values()))
    shares = [share_ratio(row) for row in rows] if cell.players > 1 and share_ratio(figures.shared_victories, unit=1).value == 1.0 else []
    return bool(shares) and all(share.value in (None, cell.even) and not share.se for share in shares)


def _pairing(cell: CellTally) -> Literal["game", "deal", "batch", "nothing"] | None:
    """What a cell has in common with its base."""
    if cell.base is None:
        return None
    if cell.repeats_base and (cell.is_apart or cell.units):
        return "game"
    return "nothing" if cell.is_apart else "batch" if cell.units else "deal"


def _difference(one: Compared, test: TestResult) -> records.Difference:
    """One figure of a variant beside the base's."""
    topic, estimate = one.topic, one.hypothesis.estimate
    return records.Difference(
        about=cast(records.About, topic.about),
        of=topic.of,
        figure=topic.figure,
        part=topic.part,
        value=_interval(estimate),
        differing=int(estimate.events),
        few_differ=one.few_differ,
        saved=tidy(one.saved, P_DIGITS),
        test=test,
    )


def _strategy(cell: CellTally, i: int, test: TestResult) -> records.StrategyResult:
    """One strategy: win share, verdict, scores."""
    parts, share = cell.parts, share_ratio(cell.parts.strategy_share[i])
    played, games, even_by_rule = int(parts.strategy_share[i, 0]), int(parts.strategy_score[i, 0]), tidy(share.value)
    return records.StrategyResult(
        name=cell.strategies[i],
        even_share=significant(cell.even),
        player_games=played,
        unended=played - games,
        win_share=_interval(share) if cell.compares else records.Interval(even_by_rule, even_by_rule, even_by_rule),
        win_share_se=tidy(share.se),
        few_wins=is_thin(share),
        test=test,
        score_mean=_interval(mean_ratio(parts.strategy_score[i])),
        score_sd=_spread(int(parts.strategy_score[i, 1]), int(parts.strategy_score_square[i]), games),
        score_quantiles=_quantiles(parts.strategy_histogram[i], cell.score_low),
        score_histogram=_histogram(parts.strategy_histogram, i, cell.score_low),
        unusual=_unusual(parts.strategy_histogram[i], cell),
        categories=_means(cell.categories, parts.strategy_category[i], games),
        held=_mean_intervals([cell.items[j].id for j in cell.by_strategy], parts.strategy_held[i]) if cell.by_strategy else None,
    )


def _seat(cell: CellTally, i: int, test: TestResult) -> records.SeatResult:
    """One seat, or in a game with a start player one place in turn order, counted from 1."""
    parts, share = cell.parts, share_ratio(cell.parts.place_share[i])
    return records.SeatResult(
        seat=i + 1,
        label=cell.seat_label(i),
        even_share=significant(cell.even),
        win_share=_interval(share),
        few_wins=is_thin(share),
        test=test,
        score_mean=_interval(mean_ratio(parts.place_score[i])),
        categories=_mean_intervals(cell.categories, parts.place_category[i]),
        held=_mean_intervals(cell.kinds, parts.place_held[i]),
    )


def _ban(cell: CellTally, player: str, test: TestResult) -> records.BanResult:
    """One restricted player: what may not be taken or used, must be taken, is dealt, is there at the start or is not seen, and what that
    does to the win share."""
    names, share, effect = {item.id: item.name for item in cell.items}, cell.share_of(player), cell.ban_effect(player)
    luck, own = None if effect is None else effect[1], cell.restrictions.of(player)
    win_share = _interval(share)
    from_even = records.Interval(*(None if bound is None else tidy(bound - cell.even) for bound in win_share))
    return records.BanResult(
        player=player,
        items=own.bans,
        names=tuple(names[i] for i in own.bans),
        granted=own.grants or None,
        granted_names=tuple(names[i] for i in own.grants) or None,
        must=own.musts or None,
        must_names=tuple(names[i] for i in own.musts) or None,
        dealt=own.swaps or None,
        dealt_names=tuple(names[i] for i in own.swaps) or None,
        blind=own.blind or None,
        blind_names=tuple(cell.sights[sight] for sight in own.blind) or None,
        unweighed=player in cell.unweighed or None,
        even_share=significant(cell.even),
        win_share=win_share,
        without_ban=None if effect is None or luck is not None or cell.base is None else _interval(cell.base.share_of(player)),
        luck=tidy(luck),
        difference=from_even if effect is None else _interval(effect[0]),
        few_wins=is_thin(share),
        test=test,
    )


def _items(cell: CellTally, player_games: int, tests: _Tests) -> tuple[records.ItemResult, ...]:
    """All items; those dealt in packs of one size with what an offer is worth in place of a typical one, those whose copies held are
    judged together with what holding is associated with."""
    rows = [_item(cell, i, player_games, next(tests.p_offered), next(tests.p_bh)) for i in range(len(cell.items))]
    for i, estimate in cell.offers_in_place.items():
        bounds, p = (tidy(bound, P_DIGITS) for bound in _interval(estimate)), tidy(next(tests.p_in_place), P_DIGITS)
        rows[i] = replace(rows[i], offered_in_place=records.Interval(*bounds), p_in_place_bh=p)
    for held in cell.held_kinds.values():
        points = held_effects(held, Gain.POINTS)
        for i, estimate in held_effects(held, Gain.SHARE).items():
            share, score = (records.Interval(*(tidy(bound, P_DIGITS) for bound in _interval(one))) for one in (estimate, points[i]))
            rows[i] = replace(rows[i], held_in_place=share, points_in_place=score)
    return tuple(rows)


def _item(cell: CellTally, i: int, player_games: int, p: float | None, p_bh: float | None) -> records.ItemResult:
    """One card, guild or board: how often offered and held, and what is associated with it."""
    item, parts, offered = cell.items[i], cell.parts, cell.offered_slope(i)
    return records.ItemResult(
        item=item.id,
        kind=item.kind,
        name=item.name,
        role=cast(records.Role, item.role),
        provenance=item.provenance,
        offered=_quotient(int(parts.item_offered[i]), player_games),
        held=_quotient(int(parts.item_held[i]), player_games),
        holders=_interval(cell.holders(i)),
        offer_differs=bool(parts.item_offered_slope[i, 0] > 0),
        win_share_if_offered=_interval(cell.share_of_group(parts.item_if_offered[i])),
        win_share_if_held=_interval(cell.share_of_group(parts.item_if_held[i])),
        win_share_if_not_held=_interval(cell.share_of_group(parts.item_if_not_held[i])),
        per_copy_offered=_interval(offered),
        per_copy_held=_interval(cell.held_slope(i)),
        p_offered=tidy(p, P_DIGITS),
        p_bh=tidy(p_bh, P_DIGITS),
        levels=_levels(parts.item_level_games[i], parts.item_level_share[i]),
    )


def _interval(estimate: Estimate) -> records.Interval:
    """An estimate with its 95 % interval, rounded."""
    low, high = interval(estimate)
    if low is high is estimate.value is None:
        return records.NO_INTERVAL
    return records.Interval(tidy(low), tidy(estimate.value), tidy(high))


def _mean_intervals(names: Sequence[str], rows: Counts) -> Mapping[str, records.Interval]:
    """Means of ratio rows by name."""
    return {name: _interval(mean_ratio(row)) for name, row in zip(names, rows, strict=True)}


def _means(names: Sequence[str], totals: Iterable[int], count: int) -> Mapping[str, float | None]:
    """Totals by name over a count."""
    return {name: _quotient(int(total), count) for name, total in zip(names, totals, strict=True)}


def _spread(total: int, squares: int, count: int) -> float | None:
    """Standard deviation of single scores, from exact sums."""
    return tidy(math.sqrt((squares * count - total * total) / (count * (count - 1)))) if count > 1 else None


def _quantiles(histogram: Counts, low: int) -> records.Quantiles:
    """Smallest score that at least this per cent of the player-games do not exceed."""
    reached, total = np.cumsum(histogram), int(histogram.sum())

    def at(per_cent: int) -> int | None:
        return low + int(np.searchsorted(reached * 100, per_cent * total)) if total else None

    return {"5": at(5), "25": at(25), "50": at(50), "75": at(75), "95": at(95)}


def _histogram(histograms: Counts, i: int, low: int) -> records.Histogram | None:
    """Player-games by score; the same bins for all strategies of the cell, at most `HISTOGRAM_BINS` over the scores that occurred."""
    used = np.flatnonzero(histograms.sum(axis=0))
    if not len(used):
        return None
    first, n = int(used[0]), int(used[-1] - used[0]) + 1
    width = -(-n // HISTOGRAM_BINS)
    padded = np.zeros(-(-n // width) * width, np.int64)
    padded[:n] = histograms[i, first : first + n]
    return records.Histogram(low + first, width, tuple(int(count) for count in padded.reshape(-1, width).sum(axis=1)))


def _unusual(histogram: Counts, cell: CellTally) -> int | None:
    """Player-games with a score that is not usual."""
    if cell.usual_scores is None:
        return None
    low, high = (bound - cell.score_low for bound in cell.usual_scores)
    return int(histogram.sum() - histogram[max(low, 0) : max(high + 1, 0)].sum())


def _levels(games: Counts, shares: Counts) -> tuple[records.Level, ...]:
    """Win share by copies held, up to the most that anybody held; the last level the tally knows means that many or more."""
    last = int(np.flatnonzero(games)[-1]) if games.any() else -1
    return tuple(
        records.Level(held, held == len(games) - 1, int(games[held]), _quotient(int(shares[held]), SIXTIETHS * int(games[held])))
        for held in range(last + 1)
    )


def _quotient(total: int, count: int) -> float | None:
    """Rounded quotient; None over nothing."""
    return tidy(total / count) if count else None
